"""What matches are made from, and who is told what stands."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from stbpi.config import RuleBook
from stbpi.rules import RuleSet
from stbpi.table.dice import SECRET_BYTES, seeded_secret
from stbpi.table.setup import DiceSource, MatchSetup
from stbpi.table.view import TableView
from stbpi.web.advice import TurnCost
from stbpi.web.service import Fault, Listener, MenuText, Snapshot


class Secrets:
    """Where the secrets of electronic dice come from: the operating system, or a seed that repeats them."""

    def __init__(self, seed: int | None) -> None:
        self._seed = seed
        self._given = 0

    def next(self) -> bytes:
        """A secret nobody has seen; with a seed, that of its next match, from the first on after each start."""
        if self._seed is None:
            return secrets.token_bytes(SECRET_BYTES)
        self._given += 1
        return seeded_secret(self._seed, self._given - 1)


class MatchMaker:
    """Turns what people choose into a setup: any set of the rule book, with a fresh secret for the dice."""

    def __init__(self, book: RuleBook, fresh: Secrets) -> None:
        self.book = book
        self._secrets = fresh

    def setup(self, rules: RuleSet, players: Sequence[str], dice_source: DiceSource) -> MatchSetup:
        """A setup of rules that stand."""
        return MatchSetup(rules, tuple(players), dice_source, self._secrets.next())


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of a view in the tray's language: the prompt in a sentence, and the menu while it is open.

    ``texts`` has the sentence in each language, and ``menus`` the menu.
    """

    text: str
    texts: Mapping[str, str]
    menu: MenuText | None = None
    menus: Mapping[str, MenuText] = field(default_factory=dict)


class Publisher:
    """Numbers what stands after each event and tells it to whoever listens; equal pictures are told once."""

    def __init__(self, view: TableView, tell: Callable[[TableView], Told]) -> None:
        self._tell = tell
        self._listeners: list[Listener] = []
        self._turns: tuple[TurnCost, ...] | None = None
        self.latest = self._snapshot(0, view, ())

    def _snapshot(self, seq: int, view: TableView, faults: tuple[Fault, ...]) -> Snapshot:
        told = self._tell(view)
        return Snapshot(
            seq=seq,
            view=view,
            text=told.text,
            faults=faults,
            menu=told.menu,
            texts=told.texts,
            menus=told.menus,
            turns=self._turns,
        )

    def publish(self, view: TableView, faults: tuple[Fault, ...]) -> bool:
        """Tell everybody what stands now; False when it is what stood before."""
        before = self.latest
        if view == before.view and faults == before.faults:
            return False
        self._tell_all(self._snapshot(before.seq + 1, view, faults))
        return True

    def tell_turns(self, turns: tuple[TurnCost, ...] | None) -> None:
        """Tell everybody what the last turn has cost."""
        self._turns = turns
        self._tell_all(replace(self.latest, seq=self.latest.seq + 1, turns=turns))

    def _tell_all(self, snapshot: Snapshot) -> None:
        self.latest = snapshot
        for listener in tuple(self._listeners):
            listener(snapshot)

    def subscribe(self, listener: Listener) -> None:
        """Have ``listener`` told of every snapshot from the next on."""
        self._listeners.append(listener)

    def unsubscribe(self, listener: Listener) -> None:
        """Have ``listener`` told no more."""
        if listener in self._listeners:
            self._listeners.remove(listener)
