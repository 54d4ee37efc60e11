"""A made-up Pi: the files of one under a folder, what answers on its buses, and what its commands say."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from stbpi.config import load_settings
from stbpi.doctor import Finding, Patient, examine
from stbpi.doctor.computer import Computer
from stbpi.tray.scanner.frames import Hello

NOW = 1_800_000_000.0

PASSWD = "root:x:0:0::/root:/bin/sh\nstbpi:x:990:990::/var/lib/stbpi:/usr/sbin/nologin\n"
GROUP = "root:x:0:\nstbpi:x:990:\ngpio:x:986:pi,stbpi\ni2c:x:989:stbpi\nspi:x:988:stbpi\ndialout:x:20:stbpi\n"


@dataclass
class MadeUpPi:
    """Everything is well until a test breaks it."""

    root: Path
    profile: str = "direct-9"
    more: str = ""
    answers: dict[str, set[int]] = field(default_factory=dict)
    label: str = "pinctrl-rp1"
    chip_shut: bool = False
    says: dict[tuple[str, ...], str] = field(default_factory=dict)
    hello: Hello | OSError = field(default_factory=lambda: Hello(1, 1, 4, 6, 12, 1, 0))
    addresses: tuple[str, ...] = ("192.0.2.7",)
    now: float = NOW

    def __post_init__(self) -> None:
        self.write("proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0")
        self.write("proc/cmdline", "console=tty1 root=PARTUUID=1-02 rootwait")
        self.write("etc/passwd", PASSWD)
        self.write("etc/group", GROUP)
        self.write("sys/devices/platform/soc/soc:firmware/get_throttled", "0\n")
        self.write("sys/class/thermal/thermal_zone0/temp", "48000\n")
        self.write("run/systemd/timesync/synchronized", "")
        for device in ("gpiochip0", "i2c-1"):
            self.write(f"dev/{device}", "")
        self.answers["i2c-1"] = {0x3C}
        (self.root / "var/lib/stbpi").mkdir(parents=True)

    def write(self, name: str, text: str) -> None:
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def gone(self, name: str) -> None:
        (self.root / name).unlink()

    def computer(self) -> Computer:
        def answering(device, asked):
            return [address for address in asked if address in self.answers[device.name]]

        def chip_info(device):
            if self.chip_shut:
                raise PermissionError(13, "Permission denied", str(device))
            return self.label

        def hear(port):
            if isinstance(self.hello, OSError):
                raise self.hello
            return self.hello

        return Computer(
            root=self.root,
            ask=lambda command: self.says.get(tuple(command)),
            answering=answering,
            chip_info=chip_info,
            hear=hear,
            addresses=lambda: self.addresses,
        )

    def patient(self, **told: object) -> Patient:
        config = self.root / "etc/stbpi/stbpi.toml"
        self.write("etc/stbpi/stbpi.toml", f'[board]\nprofile = "{self.profile}"\n{self.more}')
        environment = {"STATE_DIRECTORY": str(self.root / "var/lib/stbpi")}
        return Patient(load_settings(config, environment=environment), str(config), **told)

    def examined(self, **told: object) -> list[Finding]:
        return examine(self.patient(**told), self.computer(), self.now)
