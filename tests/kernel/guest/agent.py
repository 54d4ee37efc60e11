"""What root does inside the emulated machine, told line by line from the host: hardware, hands and processes.

Runs with nothing but the standard library, as the emulated machine's only long-lived program. A line is a JSON object
with its number as ``order``, the name of a method of ``Agent`` as ``do``, and its arguments; the answer is one line
with that number and ``done`` or ``failed``. Instants are microseconds of the machine's monotonic clock, by which the
kernel stamps edges.
"""

from __future__ import annotations

import base64
import contextlib
import fcntl
import json
import os
import re
import select
import signal
import struct
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

KERNEL = Path("/run/kernel")
"""Where the first program has put what does not come from the host."""

CHIPS = Path("/sys/kernel/config/gpio-sim")
TRACING = Path("/sys/kernel/tracing")
BUS = Path("/sys/kernel/debug/tray-bus")
PLAY = Path("/run/play")
"""The unprivileged user's folder, and what ``/run/stbpi`` is to the service."""

GPIO_GROUP, I2C_GROUP = 60_997, 60_998
"""The groups that udev gives a Pi's devices to; they need no names to be tested with."""
NOBODY_SPECIAL = 60_999
"""Who plays where the host's files belong to root."""

_GET_LINE = 0xC16CB403
"""GPIO_GET_LINEHANDLE_IOCTL of linux/gpio.h, with its struct gpiohandle_request for one line."""
_LINE_REQUEST = struct.Struct("I252xI64x32sIi")
_INPUT = 1

LONGEST_S = 60.0
"""For a program to start or to end, emulated."""


class Agent:
    """Each public method is something the host can ask for."""

    def __init__(self, root: str) -> None:
        self.root = Path(root)
        owner = self.root.stat().st_uid
        self._user = owner or NOBODY_SPECIAL
        self._daemon: subprocess.Popen[bytes] | None = None
        self._held: list[int] = []
        self._lines: dict[str, Path] = {}
        self._made: list[str] = []
        PLAY.mkdir(mode=0o755)
        os.chown(PLAY, self._user, self._user)
        for place in (self.root, Path(sys.executable).resolve(), Path(sys.prefix)):
            _open_the_way(place)
        _busybox("insmod", str(next(KERNEL.glob("*gpio-sim-tray.ko"))))

    # The board.

    def revision(self, code: str) -> None:
        """Be a Pi of this revision, as the kernel of one says it."""
        cpuinfo = KERNEL / "cpuinfo"
        known = cpuinfo.exists()
        cpuinfo.write_text(f"processor\t: 0\n\nRevision\t: {code}\nModel\t\t: Raspberry Pi\n")
        if not known:
            _busybox("mount", "--bind", str(cpuinfo), "/proc/cpuinfo")

    def chips(self, labels: list[str], mode: int = 0o660) -> list[list[Any]]:
        """Add GPIO chips of 54 lines, one after the other; gives the number and label of all there are."""
        for label in labels:
            name = f"chip{len(self._made)}"
            bank = CHIPS / name / "bank"
            bank.mkdir(parents=True)
            (bank / "num_lines").write_text("54")
            (bank / "label").write_text(label)
            (CHIPS / name / "live").write_text("1")
            device = (CHIPS / name / "dev_name").read_text().strip()
            chip = (bank / "chip_name").read_text().strip()
            os.chown(f"/dev/{chip}", 0, GPIO_GROUP)
            self._made.append(name)
            self._lines[label] = Path(f"/sys/devices/platform/{device}/{chip}")
            self.allow(f"/dev/{chip}", mode)
        return sorted([int(path.name.removeprefix("gpiochip")), label] for label, path in self._lines.items())

    def allow(self, device: str, mode: int) -> None:
        """Change who may open a device file."""
        Path(device).chmod(mode)

    def clear(self) -> None:
        """End what was started and take everything off the board."""
        self.stop()
        self.let_go()
        if BUS.exists():
            _busybox("rmmod", "tray_bus")
        for name in reversed(self._made):
            (CHIPS / name / "live").write_text("0")
            (CHIPS / name / "bank").rmdir()
            (CHIPS / name).rmdir()
        self._made.clear()
        self._lines.clear()
        for path in sorted(PLAY.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()

    def buses(self, parts: list[list[Any]], interrupt_chip: str = "pinctrl-rp1") -> None:
        """Add the I2C buses 1 and 3 with chips: bus, address and kind of each."""
        module = next(KERNEL.glob("*tray-bus.ko"))
        _busybox("insmod", str(module), f"interrupt_chip={interrupt_chip}")
        for bus in (1, 3):
            os.chown(f"/dev/i2c-{bus}", 0, I2C_GROUP)
            self.allow(f"/dev/i2c-{bus}", 0o660)
        for bus, address, kind in parts:
            (BUS / "plug").write_text(f"{bus} {address} {kind}")

    def power(self, bus: int, address: int, on: bool) -> None:
        """Unplug a chip on a bus, or give it its supply anew."""
        (BUS / "power").write_text(f"{bus} {address} {int(on)}")

    def spoil(self, transfers: int) -> None:
        """Let nobody acknowledge the next messages on any bus."""
        (BUS / "spoil").write_text(str(transfers))

    def cut_interrupt(self) -> None:
        """Cut the wire of the interrupt outputs."""
        Path("/sys/module/tray_bus/parameters/interrupt_line").write_text("99")

    def glass(self, bus: int, address: int) -> str:
        """What people see of a panel: a line of # and . for each row."""
        return (BUS / f"{bus}-{address:02x}").read_text()

    # Hands.

    def pull(self, line: int, edges: list[list[int]]) -> list[int]:
        """Let a switch at a GPIO line close (1) and open (0) at microseconds from now; gives the instants."""
        with (self._header() / f"sim_gpio{line}" / "pull").open("w", buffering=1) as pull:
            return [_moved(pull, at, closed) for at, closed in _punctually(edges)]

    def ground(self, bus: int, address: int, pin: int, edges: list[list[int]]) -> None:
        """The same for a switch at an input of an expander."""
        for _, closed in _punctually(edges):
            (BUS / "ground").write_text(f"{bus} {address} {pin} {closed}")

    def level(self, line: int) -> int:
        """How a line stands."""
        return int((self._header() / f"sim_gpio{line}" / "value").read_text())

    def now(self) -> int:
        """The instant."""
        return time.monotonic_ns() // 1000

    # Outputs, as the kernel saw them being set.

    def observe(self) -> None:
        """Note from now on what is set on any line."""
        (TRACING / "trace_clock").write_text("mono")
        (TRACING / "trace").write_text("")
        (TRACING / "events/gpio/gpio_value/filter").write_text("get == 0")
        (TRACING / "events/gpio/gpio_value/enable").write_text("1")

    def observed(self) -> list[list[int]]:
        """What was set since ``observe``: instant, line of the header, level."""
        # Here the kernel counts lines through all chips.
        (base,) = (
            int((path / "base").read_text())
            for path in Path("/sys/class/gpio").glob("gpiochip*")
            if self._lines.get((path / "label").read_text().strip()) == self._header()
        )
        found = re.findall(
            r" (\d+)\.(\d{6}): gpio_value: (\d+) set (\d)", (TRACING / "trace").read_text(encoding="utf-8")
        )
        return [
            [int(seconds) * 1_000_000 + int(micros), int(line) - base, int(level)]
            for seconds, micros, line, level in found
        ]

    # Processes, all of them the unprivileged user's.

    def start(
        self, config: str, arguments: Sequence[str] = (), environment: Mapping[str, str] | None = None
    ) -> str:
        """Start the daemon; gives its first line, the address of its page."""
        (PLAY / "stbpi.toml").write_text(config)
        with (PLAY / "log").open("ab") as log:
            self._daemon = self._run(
                [f"{sys.prefix}/bin/stbpi", "run", "--config", str(PLAY / "stbpi.toml"), *arguments],
                log,
                environment or {},
            )
        return self._first_line(self._daemon)

    def doctor(self, config: str) -> list[dict[str, Any]]:
        """What ``stbpi doctor`` finds, asked by the daemon's user."""
        (PLAY / "doctor.toml").write_text(config)
        command = [f"{sys.prefix}/bin/stbpi", "doctor", "--config", str(PLAY / "doctor.toml"), "--json"]
        with (PLAY / "log").open("ab") as log, self._run(command, log, {}) as program:
            assert program.stdout is not None
            said = program.stdout.read()
        found: list[dict[str, Any]] = json.loads(said)
        return found

    def stop(self, by: int = signal.SIGTERM) -> dict[str, float]:
        """End the daemon, if there is one; gives its exit status and how many seconds it took."""
        daemon, self._daemon = self._daemon, None
        if daemon is None:
            return {}
        began = time.monotonic()
        daemon.send_signal(by)
        try:
            status = daemon.wait(LONGEST_S)
        except subprocess.TimeoutExpired:
            daemon.kill()
            status = daemon.wait(LONGEST_S)
        return {"status": status, "took_s": time.monotonic() - began}

    def signal(self, number: int) -> None:
        """Send the daemon a signal."""
        assert self._daemon is not None
        self._daemon.send_signal(number)

    def who(self) -> dict[str, Any]:
        """Under which user and groups the daemon runs, and which device files it has open."""
        assert self._daemon is not None
        process = Path(f"/proc/{self._daemon.pid}")
        status = dict(
            line.split(":\t", 1) for line in (process / "status").read_text().splitlines() if ":\t" in line
        )
        opened = {str(fd.readlink()) for fd in (process / "fd").iterdir() if fd.exists()}
        return {
            "users": [int(number) for number in status["Uid"].split()],
            "groups": [int(number) for number in status["Groups"].split()],
            "devices": sorted(name for name in opened if name.startswith("/dev/")),
        }

    def log(self) -> str:
        """What the daemon has said on stderr."""
        path = PLAY / "log"
        return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""

    def hold(self, line: int, name: str) -> None:
        """Hold a line of the header, as another process, under a name."""
        request = bytearray(_LINE_REQUEST.size)
        _LINE_REQUEST.pack_into(request, 0, line, _INPUT, name.encode(), 1, 0)
        chip = os.open(f"/dev/{self._header().name}", os.O_RDWR)
        try:
            fcntl.ioctl(chip, _GET_LINE, request)
        finally:
            os.close(chip)
        self._held.append(_LINE_REQUEST.unpack(request)[-1])

    def let_go(self) -> None:
        """Let go of the lines that are held."""
        while self._held:
            os.close(self._held.pop())

    def measure(self, arguments: list[str]) -> Any:
        """Run the program that measures, at the header's lines; gives what it found."""
        for path in self._header().glob("sim_gpio*/pull"):
            path.chmod(0o666)
        command = [sys.executable, "-m", "tests.kernel.guest.figures", str(self._header()), *arguments]
        with self._run(command, None, {"PYTHONPATH": str(self.root)}) as program:
            assert program.stdout is not None
            said = program.stdout.read()
        assert program.returncode == 0, f"the program that measures ended with {program.returncode}"
        return json.loads(said)

    def fetch(self, name: str) -> str:
        """A file of the user's, in base64."""
        return base64.b64encode((PLAY / name).read_bytes()).decode()

    def _header(self) -> Path:
        (found,) = (path for label, path in self._lines.items() if label.startswith("pinctrl-"))
        return found

    def _run(
        self, command: list[str], errors: Any, environment: Mapping[str, str]
    ) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            command,
            cwd=PLAY,
            env={"HOME": str(PLAY), "PATH": "/usr/bin:/bin", **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            user=self._user,
            group=self._user,
            extra_groups=[GPIO_GROUP, I2C_GROUP],
        )

    def _first_line(self, process: subprocess.Popen[bytes]) -> str:
        assert process.stdout is not None
        ready, _, _ = select.select([process.stdout], [], [], LONGEST_S)
        line = process.stdout.readline() if ready else b""
        assert line, f"nothing was said, exit status {process.poll()}: {self.log()}"
        return line.decode().strip()


def _open_the_way(place: Path) -> None:
    """Let everybody through to a place of the host's, in the overlay only."""
    for folder in place.parents:
        mode = folder.stat().st_mode & 0o7777
        if mode & 0o005 != 0o005:
            folder.chmod(mode | 0o055)


def _busybox(*command: str) -> None:
    subprocess.run([KERNEL / "busybox", *command], check=True, timeout=LONGEST_S)


def _moved(pull: Any, at: int, closed: int) -> int:
    # "pull-down" is a switch to ground that is closed, see tests/kernel/sources.py.
    pull.write("pull-down\n" if closed else "pull-up\n")
    pull.flush()
    return time.monotonic_ns() // 1000


def _punctually(edges: list[list[int]]) -> Iterator[tuple[int, int]]:
    """Give each edge at its time, counted from now."""
    began = time.monotonic_ns() // 1000
    for at, closed in edges:
        while (left := began + at - time.monotonic_ns() // 1000) > 0:
            if left > 2000:
                select.select([], [], [], (left - 1000) / 1e6)
        yield began + at, closed


def _serve(agent: Agent, port: Any) -> None:
    for line in port:
        order = json.loads(line)
        which = order.pop("order")
        try:
            answer = {"done": getattr(agent, order.pop("do"))(**order)}
        except Exception:  # noqa: BLE001 - whatever it is, the test on the host has to see it
            answer = {"failed": traceback.format_exc()}
        said = memoryview(json.dumps({"order": which, **answer}).encode() + b"\n")
        while said:  # the port takes 32 KiB at a time
            said = said[port.write(said) :]


def main() -> None:
    """Answer until the host hangs up."""
    (name,) = (path.parent.name for path in Path("/sys/class/virtio-ports").glob("*/name"))
    with Path("/dev", name).open("r+b", buffering=0) as raw, contextlib.suppress(BrokenPipeError):
        _serve(Agent(os.environ["STBPI_ROOT"]), raw)


if __name__ == "__main__":
    main()
