"""The emulated machine, from its first instruction to the end of its process, and the line on which it takes orders."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.kernel.kit import ROOT, Kit

START_S = 30.0
"""From qemu's start until it calls back."""
BOOT_S = 120.0
"""From qemu's start to the agent's first answer; six seconds where nothing else runs."""
ANSWER_S = 90.0
"""For one order: the agent itself waits for a program for a minute."""
END_S = 10.0
"""From hanging up to the end of qemu, before it is killed."""

MEMORY = "768M"
PAGE_PORT = 8420
GUEST = "10.0.2.15"
"""Where qemu's user network has the machine; the first program gives it this address."""


class MachineFailedError(Exception):
    """The machine did not do what it was told, or does not answer; what its kernel said last comes with it."""


class Machine:
    """A computer with the host's files, Debian's kernel and nothing plugged in. ``call`` has its agent do something.

    ``page_port`` on the host's loopback leads to the machine's port 8420. Closed, it is gone with all it had written.
    """

    def __init__(self, kit: Kit) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="stbpi-kernel-"))
        self._console = self._folder / "console.txt"
        self._received = b""
        self._orders = 0
        self._line_to_agent: socket.socket | None = None
        self.page_port = _free_port()
        with socket.socket(socket.AF_UNIX) as listening, (self._folder / "qemu.txt").open("wb") as said:
            listening.bind(str(self._folder / "agent"))
            listening.listen()
            listening.settimeout(START_S)
            self._qemu = subprocess.Popen(
                self._command(kit), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said
            )
            try:
                self._line_to_agent, _ = listening.accept()
            except OSError as error:
                trouble = f"qemu does not start ({error}); {self.said()}"
                self.close()
                raise MachineFailedError(trouble) from error

    def __enter__(self) -> Self:
        try:
            self.call("now", within_s=BOOT_S)
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def call(self, do: str, within_s: float = ANSWER_S, **arguments: Any) -> Any:
        """Have the agent do one thing, and give what it answers. Raises ``MachineFailedError``."""
        line = self._line_to_agent
        assert line is not None
        try:
            line.settimeout(within_s)
            self._orders += 1
            line.sendall(json.dumps({"order": self._orders, "do": do, **arguments}).encode() + b"\n")
            answer = self._answer(line, time.monotonic() + within_s)
        except OSError as error:
            raise MachineFailedError(f"{do}: no answer ({error}); {self.said()}") from error
        if "failed" in answer:
            raise MachineFailedError(f"{do}: {answer['failed']}{self.said()}")
        return answer["done"]

    def said(self) -> str:
        """The last of what the kernel and qemu have said."""
        texts = [
            path.read_text(errors="replace")[-4000:]
            for path in (self._console, self._folder / "qemu.txt")
            if path.exists()
        ]
        return "the machine said last:\n" + "\n".join(texts)

    def close(self) -> None:
        """Hang up, on which the machine switches itself off; after ``END_S`` it is killed."""
        if self._line_to_agent is not None:
            self._line_to_agent.close()
        try:
            self._qemu.wait(END_S)
        except subprocess.TimeoutExpired:
            self._qemu.kill()
            self._qemu.wait(END_S)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _command(self, kit: Kit) -> list[str]:
        # Where the environment's programs are, not where the links lead: only there is stbpi installed.
        told = (
            f"STBPI_ROOT={ROOT} STBPI_AGENT={ROOT}/tests/kernel/guest/agent.py STBPI_PYTHON={sys.executable}"
        )
        return [
            kit.qemu,
            *("-M", "pc", "-smp", "1", "-m", MEMORY),
            # A plain processor: wide registers are slow where they are emulated.
            *("-accel", "tcg,tb-size=512", "-cpu", "Nehalem"),
            # Its clock counts instructions, a thousand million a second, and goes on by itself only where it idles: a
            # host that is busy elsewhere stretches no bounce and no press.
            *("-icount", "shift=0,sleep=on,align=off"),
            *("-nodefaults", "-display", "none", "-no-reboot"),
            *("-kernel", str(kit.vmlinuz), "-initrd", str(kit.initramfs)),
            # The processor's own mitigations cost a fifth and protect nobody here.
            *("-append", f"console=ttyS0 quiet panic=-1 mitigations=off {told}"),
            *("-serial", f"file:{self._console}"),
            *("-fsdev", "local,id=host,path=/,security_model=none,readonly=on,multidevs=remap"),
            *("-device", "virtio-9p-pci,fsdev=host,mount_tag=host"),
            *("-device", "virtio-serial-pci", "-device", "virtserialport,chardev=agent,name=agent"),
            *("-chardev", f"socket,id=agent,path={self._folder}/agent,server=off"),
            # Nothing leads out of the machine, and into it only the page.
            *(
                "-netdev",
                f"user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:{self.page_port}-{GUEST}:{PAGE_PORT}",
            ),
            *("-device", "virtio-net-pci,netdev=net,romfile="),
        ]

    def _answer(self, line: socket.socket, until: float) -> dict[str, Any]:
        """The answer to the last order. One that comes after it was given up is passed over."""
        while True:
            while b"\n" not in self._received:
                line.settimeout(max(0.01, until - time.monotonic()))
                more = line.recv(65536)
                if not more:
                    raise OSError("the machine has hung up")
                self._received += more
            said, _, self._received = self._received.partition(b"\n")
            answer: dict[str, Any] = json.loads(said)
            if answer["order"] == self._orders:
                return answer


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port
