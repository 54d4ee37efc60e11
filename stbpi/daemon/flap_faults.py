"""Flaps that do not do what they should, named on every surface for as long as that is so."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from stbpi.daemon.census import ROUNDS, Census
from stbpi.daemon.faults import FaultBoard
from stbpi.display.sides import side_of
from stbpi.locale.fault_words import NEVER_MOVED, SAYS_CLOSED, SAYS_RAISED
from stbpi.rules import Phase
from stbpi.rules.said import N_, Said
from stbpi.table.events import Event, FlapDoubted, FlapRef, FlapsChanged
from stbpi.table.prompts import PromptCode
from stbpi.table.refusal import TableRefusal
from stbpi.table.view import TableView

OVER = (Phase.ROUND_OVER, Phase.MATCH_OVER)


class FlapFaults:
    """Brings to the board what table and census know of flaps; what the tray doubts, it reports itself.

    ``changes`` counts how often each flap has moved, ``picture`` has what the switches say, ``doubt`` takes word of
    a flap to the table, ``ambiguous`` has those whose switches cannot be told apart just now.
    """

    def __init__(
        self,
        board: FaultBoard,
        census: Census,
        changes: Callable[[], Mapping[FlapRef, int]],
        picture: Callable[[], Sequence[Collection[int]]],
        doubt: Callable[[FlapDoubted], None],
        ambiguous: Callable[[], Collection[FlapRef]] = frozenset,
    ) -> None:
        self._board = board
        self._census = census
        self._changes = changes
        self._picture = picture
        self._doubt = doubt
        self._ambiguous = ambiguous
        self._floating: set[FlapRef] = set()
        self._stuck: set[FlapRef] = set()
        self._told: set[FlapRef] = set()
        # No longer doubted by the tray; the table has yet to hear of it.
        self._coming_back: set[FlapRef] = set()
        # Left out before a restart; the table has yet to hear of it.
        self._going_out: set[FlapRef] = set()
        self._recalled = False
        self._was_over = True

    def start(self) -> None:
        """Name the flaps that were stuck when the daemon ended, and leave out again those that were left out."""
        self._recall()

    @property
    def known(self) -> frozenset[FlapRef]:
        """The flaps not believed from the start on, as far as a tray is there to tell."""
        return frozenset(self._stuck | self._going_out)

    def heard(self, event: Event) -> None:
        """Something the tray tells, before the table deals with it."""
        match event:
            case FlapsChanged(changes):
                for change in changes:
                    self._moved(FlapRef(change.side, change.flap))
            case FlapDoubted(side, flap, True):
                self._floating.add(FlapRef(side, flap))
            case FlapDoubted(side, flap, False):
                self._floating.discard(FlapRef(side, flap))
                self._coming_back.add(FlapRef(side, flap))

    def show(self, view: TableView) -> None:
        """Name the flaps the table has found broken, or does not believe, and no others."""
        self._recall()
        self._coming_back &= view.doubted
        self._going_out -= view.doubted
        left_out = (view.doubted | self._going_out) - self._floating - self._stuck - self._coming_back
        if self._recalled:
            self._census.leave_out({ref: self._is_closed(ref) for ref in left_out})
        asked = view.prompt.flaps if view.prompt.code is PromptCode.FAULT else ()
        broken = {*asked, *view.doubted} - self._floating - self._stuck - self._coming_back
        for ref in sorted(self._told - broken):
            self._board.report(_part(ref), "stuck", None)
        for ref in sorted(broken - self._told):
            closed = self._is_closed(ref)
            self._board.report(
                _part(ref),
                "stuck" if closed else "cut",
                Said.of(SAYS_CLOSED if closed else SAYS_RAISED, flap=ref.flap, side=ref.side + 1),
            )
        self._told = broken
        over = view.match is not None and view.match.phase in OVER
        if over and not self._was_over:
            self._round_over(view)
        self._was_over = over

    def believe(self, ref: FlapRef) -> None:
        """People have seen to a flap. Raises TableRefusal where its switch itself says that nothing is well."""
        if ref in self._ambiguous():
            raise TableRefusal(
                "still_ambiguous",
                Said.of(
                    N_(
                        "Flap {flap} of side {side} cannot be told from others now; say how it stands, "
                        "it counts again by itself once fewer of them are closed."
                    ),
                    flap=ref.flap,
                    side=ref.side + 1,
                ),
            )
        if ref in self._floating:
            raise TableRefusal(
                "still_floating",
                Said.of(
                    N_(
                        "Flap {flap} of side {side} changes all the time; see to its wire, "
                        "and it counts again by itself."
                    ),
                    flap=ref.flap,
                    side=ref.side + 1,
                ),
            )
        self._moved(ref)

    def _recall(self) -> None:
        """Bring back what was known before a restart, once a tray is there to say how its flaps stand now."""
        here = self._changes().keys()
        if self._recalled or not here:
            return
        self._recalled = True
        self._name_stuck(self._census.stuck & here)
        for ref, closed in self._census.left_out.items():
            # One that stands otherwise now has moved meanwhile.
            if ref in here - self._stuck and self._is_closed(ref) == closed:
                self._going_out.add(ref)
        for ref in sorted(self._going_out):
            self._doubt(FlapDoubted(ref.side, ref.flap, True))

    def _is_closed(self, ref: FlapRef) -> bool:
        """What the switch of a flap says."""
        return ref.flap in self._picture()[ref.side]

    def _round_over(self, view: TableView) -> None:
        rules = view.setup.rules
        seats = range(len(view.setup.players)) if rules.rows == "own" else (0,)
        sides = [side for side in (side_of(view, seat) for seat in seats) if side is not None]
        numbers = set(rules.flaps).difference(rules.closed_at_start)
        in_play = {FlapRef(side, flap) for side in sides for flap in numbers}
        self._census.round_over(in_play - view.doubted, self._changes())
        self._name_stuck(self._census.stuck - self._stuck)

    def _name_stuck(self, flaps: frozenset[FlapRef]) -> None:
        for ref in sorted(flaps):
            self._stuck.add(ref)
            self._board.report(
                _part(ref),
                "stuck",
                Said.of(NEVER_MOVED, flap=ref.flap, side=ref.side + 1, rounds=ROUNDS),
            )
            self._doubt(FlapDoubted(ref.side, ref.flap, True))

    def _moved(self, ref: FlapRef) -> None:
        self._census.moved(ref)
        if ref in self._stuck:
            self._stuck.discard(ref)
            self._coming_back.add(ref)
            self._board.report(_part(ref), "stuck", None)


def _part(ref: FlapRef) -> str:
    return f"side {ref.side} flap {ref.flap}"
