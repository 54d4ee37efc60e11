"""A simulated scanner whose bytes go through a real pty, read by real pyserial, on a loop where waiting takes no time.

The kernel hands bytes on in its own time. Whoever reads here waits for those that are on their way, so that an instant
of the loop is over for them, too.
"""

import os
import select
import tty

from stbpi.tray.scanner.reader import SerialPort

OVER_A_PTY = "over a pty"
"""The port of a profile that asks for it."""

SOON_S = 20


class Master:
    """The scanner's end of a pty."""

    def __init__(self):
        self.fd, self._slave = os.openpty()
        tty.setraw(self.fd)
        self.name = os.ttyname(self._slave)
        self.nothing, self._silent = os.pipe()
        self.on_the_way = 0

    def send(self, data):
        assert os.write(self.fd, data) == len(data)
        self.on_the_way += len(data)

    def receive(self, count):
        got = b""
        while len(got) < count:
            assert select.select([self.fd], [], [], SOON_S)[0], "what was written never came"
            got += os.read(self.fd, count - len(got))
        return got

    def close(self):
        for fd in (self.fd, self._slave, self.nothing, self._silent):
            os.close(fd)


class PtyPort:
    """``SerialPort`` on a pty, waiting for every byte that is on its way."""

    def __init__(self, master, plug):
        self._master, self._plug = master, plug
        self._port = SerialPort(master.name)
        self.name = self._port.name
        # Opening threw away what was there.
        master.on_the_way = 0

    def arrive(self, data):
        self._master.send(data)

    def read(self):
        self._plug.check(self)
        got = b""
        while self._master.on_the_way:
            self._port.wait(SOON_S, self._master.nothing)
            piece = self._port.read()
            assert piece, "what was sent never came"
            self._master.on_the_way -= len(piece)
            got += piece
        return got

    def write(self, data):
        self._plug.check(self)
        self._port.write(data)
        self._plug.to_scanner(self._master.receive(len(data)))

    def wait(self, seconds, wake):
        raise AssertionError("nobody waits on this loop")

    def close(self):
        self._plug.let_go(self)
        self._port.close()


class OverPty:
    """Opens the port of a board's simulated scanner through a pty."""

    def __init__(self, board):
        self._plug = board.plug
        self._master = None

    def __enter__(self):
        self._master = Master()
        return self

    def __exit__(self, *_):
        self._master.close()

    def open(self, *, another):
        return self._plug.opened_as(lambda: PtyPort(self._master, self._plug))
