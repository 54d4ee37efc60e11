"""A daemon in a process of its own, as ``stbpi run --simulate --port 0`` starts it, and what the system says of it."""

from __future__ import annotations

import contextlib
import http.client
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

LONGEST_S = 20.0
"""A daemon that has not answered by then is broken, not slow."""

FIRST_SCREEN = "first screen"

TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")
MIB = 1 << 20


@dataclass
class Daemon:
    """A running daemon. Times are seconds after it was spawned."""

    process: subprocess.Popen[str]
    spawned: float
    port: int = 0
    lines: list[tuple[float, str]] = field(default_factory=list)
    _more: threading.Condition = field(default_factory=threading.Condition)

    def since(self) -> float:
        """Seconds since the spawn."""
        return time.perf_counter() - self.spawned

    def said(self, part: str) -> float:
        """When a line with this in it came on stderr; waits for it."""

        def found() -> float | None:
            return next((at for at, line in self.lines if part in line), None)

        with self._more:
            self._more.wait_for(lambda: found() is not None or self.process.poll() is not None, LONGEST_S)
            at = found()
        if at is None:
            raise RuntimeError(f"the daemon never said {part!r}, but: {self.lines}")
        return at

    def healthy(self) -> float:
        """When ``GET /healthz`` was answered. A caller that comes early waits in the kernel's queue."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONGEST_S)
        with contextlib.closing(connection):
            connection.request("GET", "/healthz")
            answer = connection.getresponse()
            answer.read()
        if answer.status != 200:
            raise RuntimeError(f"GET /healthz was answered with {answer.status}")
        return self.since()

    def memory_mib(self) -> float:
        """Resident memory (VmRSS)."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024 / MIB
        raise RuntimeError("the daemon has no memory any more")

    def worked_s(self) -> float:
        """Seconds of a core used so far: utime and stime of proc(5)'s stat, in ticks of mostly 10 ms."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8")
        fields = stat.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS_A_SECOND

    def _listen(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            with self._more:
                self.lines.append((self.since(), line.rstrip()))
                self._more.notify_all()


@contextlib.contextmanager
def daemon(home: Path, *arguments: str) -> Iterator[Daemon]:
    """Start a daemon with ``home`` for its HOME; stopped by SIGTERM. ``port`` is known from its first line."""
    environment = {
        key: value for key, value in os.environ.items() if key not in ("STATE_DIRECTORY", "XDG_STATE_HOME")
    }
    spawned = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "stbpi", "run", "--simulate", "--port", "0", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=home,
        env=environment | {"HOME": str(home)},
    )
    assert process.stdout is not None
    assert process.stderr is not None
    running = Daemon(process, spawned)
    listener = threading.Thread(target=running._listen, name="bench listener")
    listener.start()
    try:
        address = process.stdout.readline().strip().rstrip("/")
        if not address.startswith("http://127.0.0.1:"):
            raise RuntimeError(f"the daemon did not tell its address, but {address!r}")
        running.port = int(address.rpartition(":")[2])
        yield running
    finally:
        process.terminate()
        process.wait(LONGEST_S)
        listener.join(LONGEST_S)
        process.stdout.close()
        process.stderr.close()
