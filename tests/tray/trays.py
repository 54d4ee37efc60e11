"""A simulated tray on a loop where waiting takes no time, and what it emitted."""

from contextlib import ExitStack, contextmanager

from stbpi.table.events import ButtonDown, ButtonUp, FlapsChanged, FlapsSeen
from stbpi.tray import load_profile, open_tray
from tests.support.virtual_loop import virtual_loop
from tests.tray.scanner.over_pty import OVER_A_PTY, OverPty

SPEAKS_S = 3
"""A scanner that was reset has told its picture by then, and it has been read anew."""


class TrayAtHand:
    """The tray with everything it said, as people would tell it."""

    def __init__(self, loop, profile, **options):
        self.loop = loop
        self.events = []
        options.setdefault("seed", 1)
        self.tray = open_tray(profile, "simulated", loop=loop, emit=self.events.append, **options)
        self.simulator = self.tray.simulator

    @property
    def moves(self):
        """(flap, closed) of every change, in order."""
        return [(c.flap, c.closed) for e in self.events if isinstance(e, FlapsChanged) for c in e.changes]

    @property
    def changes(self):
        return [c for e in self.events if isinstance(e, FlapsChanged) for c in e.changes]

    @property
    def presses(self):
        words = {ButtonDown: "down", ButtonUp: "up"}
        return [words[type(e)] for e in self.events if type(e) in words]

    @property
    def seen(self):
        return [e.closed for e in self.events if isinstance(e, FlapsSeen)]

    @property
    def pins(self):
        """gpiozero's pin by BCM number."""
        return self.simulator.pins.factory.pin


@contextmanager
def tray_at_hand(profile="direct-9", *, started=True, **options):
    if isinstance(profile, str):
        profile = load_profile(profile)
    with ExitStack() as stack, virtual_loop() as loop:
        at_hand = TrayAtHand(loop, profile, **options)
        try:
            if profile.scanner is not None and profile.scanner.port == OVER_A_PTY:
                over = stack.enter_context(OverPty(at_hand.simulator.board))
                at_hand.simulator.board.scanner_opener = over
            if started:
                at_hand.tray.start()
                if profile.scanner is not None:
                    # It takes its time to speak; what was told of it before is that nothing was known.
                    loop.run_for(SPEAKS_S)
                    del at_hand.events[:-1]
            yield at_hand
        finally:
            at_hand.tray.close()
