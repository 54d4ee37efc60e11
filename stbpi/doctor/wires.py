"""What hangs on the tray, by its wiring profile, and what of it is there: pins, groups, buses, parts, scanner."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from importlib import metadata, util

from stbpi.doctor.computer import Computer
from stbpi.doctor.findings import Finding, Topic, fault, ok, warning
from stbpi.rules.said import N_, Said
from stbpi.tray.factory import HEADER_LABELS
from stbpi.tray.parts import Scanner
from stbpi.tray.profile import Display, Profile
from stbpi.tray.profile_checks import pin_uses
from stbpi.tray.scanner.port import NoPortError, PortBusyError, candidates, holder_of

HEADER_I2C = 1
CONSOLE = ("console=serial0", "console=ttyAMA0", "console=ttyS0")


def pins(here: Computer, profile: Profile, factory: str) -> Iterator[Finding]:
    """The library that reaches the pins, and the chip behind the header."""
    if not any(True for _ in pin_uses(profile)):
        yield ok(Topic.PINS, Said.of(N_("nothing hangs on the pins")))
        return
    needs = ("lgpio",) if factory == "lgpio" else ("lgpio", "rpi-lgpio")
    for name in needs:
        try:
            metadata.distribution(name)
        except metadata.PackageNotFoundError:
            if util.find_spec(name.replace("-", "_")) is None:
                yield fault(
                    Topic.PINS,
                    Said.of(N_("{library} is not installed"), library=name),
                    Said.of(N_("install it with {command}"), command="pip install 'stbpi[pi]'"),
                )
                return
    chips = here.chips()
    for chip in chips:
        if chip.label in HEADER_LABELS:
            yield ok(Topic.PINS, f"{factory}, /dev/gpiochip{chip.number} ({chip.label})")
            return
    shut = [chip for chip in chips if chip.label is None]
    if shut:
        device = f"/dev/gpiochip{shut[0].number}"
        yield fault(
            Topic.PINS,
            Said.of(N_("{device} cannot be opened ({reason})"), device=device, reason=shut[0].trouble),
            Said.of(N_("ask as a user of the group {group}, or with sudo"), group="gpio"),
        )
        return
    there = ", ".join(f"{chip.label} (gpiochip{chip.number})" for chip in chips) or "/dev/gpiochip*: 0"
    yield fault(
        Topic.PINS,
        Said.of(N_("no chip of a Pi’s header is here ({there})"), there=there),
        Said.of(
            N_("update the system of the Pi; on another computer set backend to simulated under [board]")
        ),
    )


def groups(here: Computer, profile: Profile, displays: tuple[Display, ...]) -> Iterator[Finding]:
    """Whether the daemon's user may use what hangs on the tray."""
    user = here.whose()
    if user == "root":
        yield warning(
            Topic.GROUPS,
            Said.of(N_("the daemon would run as root")),
            Said.of(N_("run it as a user of its own; the package makes one")),
        )
        return
    wanted = _groups_wanted(profile, displays)
    mine, known = here.groups_of(user), here.known_groups()
    missing = [group for group in wanted if group not in mine]
    for group in missing:
        command = f"sudo usermod -aG {group} {user}"
        if group not in known:
            command = f"sudo groupadd --system {group} && {command}"
        yield fault(
            Topic.GROUPS,
            Said.of(N_("{user} is not in the group {group}"), user=user, group=group),
            Said.of(N_("{command}, then start it anew"), command=command),
        )
    if not missing:
        yield ok(Topic.GROUPS, f"{user}: {', '.join(wanted) or '-'}")


def _groups_wanted(profile: Profile, displays: tuple[Display, ...]) -> list[str]:
    wanted = []
    if any(True for _ in pin_uses(profile)):
        wanted.append("gpio")
    if profile.expanders or displays:
        wanted.append("i2c")
    if profile.chains:
        wanted.append("spi")
    if profile.scanner is not None:
        wanted.append("dialout")
    return wanted


def buses(here: Computer, profile: Profile, displays: tuple[Display, ...]) -> Iterator[Finding]:
    """Whether the buses are on that something hangs on, and those off whose pins are used otherwise."""
    wanted: dict[str, str] = {}
    on_i2c = {part.bus for part in profile.expanders} | {display.bus for display in displays}
    for number in sorted(on_i2c):
        wanted[f"i2c-{number}"] = "dtparam=i2c_arm=on" if number == HEADER_I2C else _overlay(profile, number)
    for chain in profile.chains:
        on = "dtparam=spi=on" if chain.bus == 0 else f"dtoverlay=spi{chain.bus}-1cs"
        wanted[f"spidev{chain.bus}.{chain.device}"] = on
    missing = [device for device in wanted if not here.exists(f"dev/{device}")]
    for device in missing:
        yield fault(
            Topic.BUSES,
            Said.of(N_("/dev/{device} is missing"), device=device),
            Said.of(
                N_("write {line} into /boot/firmware/config.txt and start the Pi anew"), line=wanted[device]
            ),
        )
    in_the_way = list(_in_the_way(here, profile))
    yield from in_the_way
    if not missing and not in_the_way:
        yield ok(Topic.BUSES, ", ".join(wanted) or Said.of(N_("none is needed")))


def _overlay(profile: Profile, number: int) -> str:
    for bus in profile.i2c:
        if bus.bus == number and bus.sda is not None:
            return f"dtoverlay=i2c-gpio,bus={number},i2c_gpio_sda={bus.sda},i2c_gpio_scl={bus.scl}"
    return f"dtoverlay=i2c{number}"


def _in_the_way(here: Computer, profile: Profile) -> Iterator[Finding]:
    used = {use.pin for use in pin_uses(profile)}
    console = here.text("proc/cmdline") or ""
    found = {
        "I2C 1": "i2c1" in profile.buses_off and here.exists("dev/i2c-1"),
        "SPI 0": "spi0" in profile.buses_off
        and any((here.root / "dev").glob("spidev0.*"))
        and not used.isdisjoint(range(7, 12)),
        "UART": not used.isdisjoint((14, 15))
        and (here.exists("dev/serial0") or any(word in console for word in CONSOLE)),
    }
    for bus, on in found.items():
        if on:
            yield fault(
                Topic.BUSES,
                Said.of(N_("{bus} is on, and the profile uses its pins otherwise"), bus=bus),
                Said.of(
                    N_("switch it off with {command} and start the Pi anew"), command="sudo raspi-config"
                ),
            )


def devices(here: Computer, profile: Profile, displays: tuple[Display, ...]) -> Iterator[Finding]:
    """Whether every expander and every OLED answers."""
    wanted: dict[int, list[tuple[int, Topic, str]]] = defaultdict(list)
    for expander in profile.expanders:
        wanted[expander.bus].append((expander.address, Topic.DEVICES, f"MCP23017 {expander.name}"))
    for display in displays:
        wanted[display.bus].append((display.address, Topic.SCREENS, display.driver.upper()))
    for bus, parts in sorted(wanted.items()):
        device = here.root / f"dev/i2c-{bus}"
        if not device.exists():
            continue  # said of the bus already
        # All that OLEDs and expanders can be set to: what is found at the wrong one helps to find the mistake.
        asked = sorted({address for address, _, _ in parts} | set(range(0x20, 0x28)) | {0x3C, 0x3D})
        try:
            found = here.answering(device, asked)
        except OSError as error:
            reason = error.strerror or str(error)
            yield fault(
                Topic.DEVICES,
                Said.of(N_("{device} cannot be opened ({reason})"), device=f"/dev/i2c-{bus}", reason=reason),
                Said.of(N_("ask as a user of the group {group}, or with sudo"), group="i2c"),
            )
            continue
        for address, topic, part in parts:
            if address in found:
                yield ok(topic, f"{part}: I2C {bus}, 0x{address:02X}")
            else:
                yield _silent(topic, part, bus, address, found)


def _silent(topic: Topic, part: str, bus: int, address: int, found: list[int]) -> Finding:
    elsewhere = ", ".join(f"0x{one:02X}" for one in found) or "-"
    return fault(
        topic,
        Said.of(
            N_("{part} does not answer on I2C {bus} at {address}"),
            part=part,
            bus=bus,
            address=f"0x{address:02X}",
        ),
        Said.of(
            N_("check its plug, its 3.3 V, SDA and SCL, and its address; what answers there: {found}"),
            found=elsewhere,
        ),
    )


def scanner(here: Computer, wanted: Scanner) -> Iterator[Finding]:
    """The serial port and the program behind it."""
    active = here.ask(("systemctl", "is-active", "ModemManager"))
    if active is not None and active.strip() == "active":
        yield warning(
            Topic.SCANNER,
            Said.of(N_("ModemManager runs, and may talk into the scanner’s port")),
            Said.of(N_("switch it off: {command}"), command="sudo systemctl disable --now ModemManager"),
        )
    try:
        ports = candidates(wanted, here.root / "dev/serial")
    except NoPortError:
        yield fault(
            Topic.SCANNER,
            Said.of(N_("no serial port is there")),
            Said.of(N_("plug the scanner into a USB port, with a cable that carries data")),
        )
        return
    silent: list[Finding] = []
    for port in ports:
        try:
            hello = here.hear(port)
        except PortBusyError as busy:
            holder = holder_of(port, here.root / "proc") or busy.strerror or "?"
            silent.append(
                fault(
                    Topic.SCANNER,
                    Said.of(N_("another program has {port}: {holder}"), port=port, holder=holder),
                    Said.of(N_("end it, or wait until it lets go")),
                )
            )
        except OSError as error:
            reason = error.strerror or str(error)
            silent.append(
                fault(
                    Topic.SCANNER,
                    Said.of(N_("on {port} no scanner is heard ({reason})"), port=port, reason=reason),
                    Said.of(
                        N_("press its reset; if that does not help flash its program as docs/scanner.md says")
                    ),
                )
            )
        else:
            yield _heard(port, wanted, f"{hello.major}.{hello.minor}", hello.rows, hello.columns)
            return
    yield from silent


def _heard(port: str, wanted: Scanner, version: str, rows: int, columns: int) -> Finding:
    if rows < wanted.rows or columns < wanted.columns:
        return fault(
            Topic.SCANNER,
            Said.of(
                N_("the scanner reads {has} flaps, the profile has {wanted}"),
                has=f"{rows} × {columns}",
                wanted=f"{wanted.rows} × {wanted.columns}",
            ),
            Said.of(N_("choose another profile, or flash its program as docs/scanner.md says")),
        )
    return ok(Topic.SCANNER, f"{port}, {version}, {rows} × {columns}")
