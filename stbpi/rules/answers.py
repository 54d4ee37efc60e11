"""Which sets of flaps answer a throw: tables of bit masks, built once, looked up at every throw.

A row is a mask of its open flaps: bit ``i`` stands for the ``i``-th smallest flap. All sets of flaps that
add up to a total are listed once per row and limit (``SetsPerTotal``); a throw only picks those whose flaps
are all open, and the result for a position and a throw is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache, partial, reduce
from math import comb
from operator import or_
from typing import NamedTuple, TypeAlias, TypeVar

from stbpi.rules.axes import Combine, Doubles, OneDie, Play, Rows, Scoring
from stbpi.rules.ruleset import RuleSet

Mask: TypeAlias = int
Dice: TypeAlias = tuple[int, ...]

CACHED_POSITIONS = 1 << 15
"""Positions with a throw remembered per rule set: all 512 of nine flaps with every throw, and not 2^24 of 24."""

FLAPS_ON_A_DOUBLE = 3
"""How many flaps a double may close where ``doubles`` says so (the French sheet of "close your numbers")."""


class FlapSet(NamedTuple):
    """Flaps that may be closed together, ascending, and their mask."""

    flaps: tuple[int, ...]
    mask: Mask


Answers: TypeAlias = tuple[tuple[int, ...], ...]
"""The sets of flaps that answer a throw, in Python's order."""

NO_ANSWERS: Answers = ()

_K = TypeVar("_K")
_V = TypeVar("_V")


class Memo(dict[_K, _V]):
    """Finds what it is asked for the first time and keeps it; begins anew when ``most`` are kept."""

    __slots__ = ("_find", "_most")

    def __init__(self, find: Callable[[_K], _V], most: int) -> None:
        super().__init__()
        self._find = find
        self._most = most

    def __missing__(self, key: _K) -> _V:
        found = self._find(key)
        if len(self) >= self._most:
            self.clear()
        self[key] = found
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Throw:
    """What a throw means under a rule set."""

    dice: Dice
    flaps: Mask
    """Those that decide how it is answered; whether others are open makes no difference."""
    answers: Memo[Mask, Answers]
    """By which of these flaps are open; throws that are answered alike share them."""
    again: bool
    """Whether it may be thrown again instead of being answered."""


class SetsPerTotal:
    """All sets of distinct flaps of a row that add up to a total, of at most ``most`` flaps (0: any number).

    A total is listed when it is first asked for. The count depends on the total, not on the row: 24 flaps
    have 2^24 sets but only 122 of them add up to 24.
    """

    __slots__ = ("_flaps", "_known", "_most")

    def __init__(self, flaps: tuple[int, ...], most: int) -> None:
        self._flaps = flaps
        self._most = most or len(flaps)
        self._known: dict[int, tuple[FlapSet, ...]] = {}

    def of(self, total: int) -> tuple[FlapSet, ...]:
        """The sets for ``total``, in Python's order of their tuples."""
        known = self._known.get(total)
        if known is None:
            known = self._known[total] = tuple(self._list(total, 0, self._most))
        return known

    def _list(self, rest: int, first: int, most: int) -> list[FlapSet]:
        # Going on in ascending flaps gives Python's order for free, except that a set comes before longer
        # ones that begin with it; two sets of one total never do.
        found: list[FlapSet] = []
        for i in range(first, len(self._flaps)):
            flap = self._flaps[i]
            if flap >= rest:
                if flap == rest:
                    found.append(FlapSet((flap,), 1 << i))
                break
            if most > 1:
                for further in self._list(rest - flap, i + 1, most - 1):
                    found.append(FlapSet((flap, *further.flaps), further.mask | 1 << i))
        return found


@lru_cache(maxsize=64)
def sets_per_total(flaps: tuple[int, ...], most: int) -> SetsPerTotal:
    """The one table for a row and a limit; rule sets that agree in both share it."""
    return SetsPerTotal(flaps, most)


class Mechanics:
    """A rule set made ready to be played: masks, answers, choices of dice and scores of its rows."""

    # The axes that every throw asks about stand ready as plain values.
    __slots__ = (
        "_answers",
        "_bits",
        "_choices",
        "_kept_each",
        "_opened",
        "_required",
        "_scores",
        "_set_masks",
        "_sets",
        "_sum_decides",
        "_usual",
        "common_throw",
        "die_sides",
        "flaps",
        "has_doubles",
        "one_die",
        "out_after",
        "own_rows",
        "rules",
        "start",
        "throws",
        "until_blocked",
    )

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.flaps = rules.flaps
        self.die_sides = rules.die_sides
        self.until_blocked = rules.play is Play.UNTIL_BLOCKED
        self.common_throw = rules.play is Play.COMMON_THROW
        self.own_rows = rules.rows is Rows.OWN
        self.has_doubles = rules.doubles is not Doubles.PLAIN
        self.one_die = rules.one_die is not OneDie.NEVER
        self.out_after = rules.out_after
        self._bits = {flap: 1 << i for i, flap in enumerate(rules.flaps)}
        self.start: Mask = self.mask_of(flap for flap in rules.flaps if flap not in rules.closed_at_start)
        self._usual = rules.max_flaps or len(rules.flaps)
        widest = max(self._usual, FLAPS_ON_A_DOUBLE) if self.has_doubles else self._usual
        self._sets = sets_per_total(rules.flaps, min(widest, len(rules.flaps)))
        self._required = self._bits[rules.first_throw_closes] if rules.first_throw_closes else 0
        self._set_masks: dict[tuple[int, ...], Mask] = {}
        self._opened = Memo(self._find_open, CACHED_POSITIONS)
        self._choices = Memo(self._find_choices, CACHED_POSITIONS)
        self._scores = Memo(self._count, CACHED_POSITIONS)
        # What decides the answers to a throw: the sum, or the dice in ascending order.
        self._sum_decides = rules.combine is Combine.SUM and not self.has_doubles
        sides, dice = rules.die_sides, rules.dice
        different = sides * dice if self._sum_decides else comb(sides + dice - 1, dice) + sides
        self._kept_each = max(1, CACHED_POSITIONS // different)
        self._answers: dict[Dice, tuple[Mask, Memo[Mask, Answers]]] = {}
        self.throws = Memo(self._throw, sides**dice + sides)
        """Every throw these dice can show, whenever it may be thrown; KeyError for any other."""

    def mask_of(self, flaps: Iterable[int]) -> Mask:
        """The mask of flaps that are all on the row."""
        mask = 0
        for flap in flaps:
            mask |= self._bits[flap]
        return mask

    def open_of(self, mask: Mask) -> tuple[int, ...]:
        """The flaps of a mask, ascending."""
        return self._opened[mask]

    def _find_open(self, mask: Mask) -> tuple[int, ...]:
        return tuple(flap for flap, bit in self._bits.items() if mask & bit)

    def is_open(self, mask: Mask, flap: int) -> bool:
        """Whether the row has this flap and it is open."""
        return bool(mask & self._bits.get(flap, 0))

    def is_double(self, dice: Dice) -> bool:
        """Whether the throw is a double that the rule set treats as one."""
        return self.has_doubles and len(dice) == 2 and dice[0] == dice[1]

    def most_flaps(self, dice: Dice) -> int:
        """How many flaps the throw may close at most."""
        return max(self._usual, FLAPS_ON_A_DOUBLE) if self.is_double(dice) else self._usual

    def may_throw_again(self, dice: Dice) -> bool:
        """Whether it may be thrown again instead of being answered. A throw that stops the turn may not."""
        again = self.is_double(dice) and self.rules.doubles is Doubles.AGAIN_OR_THREE
        return again and not self.ends_turn(dice)

    def ends_turn(self, dice: Dice) -> bool:
        """Whether this throw counts as blocked, whatever is open."""
        return bool(self.rules.stop_on) and sum(dice) == self.rules.stop_on

    def throws_again_after(self, dice: Dice, closed: int) -> bool:
        """Whether having closed this many flaps as usual earns a further throw."""
        if not self.is_double(dice):
            return False
        return self.rules.doubles is Doubles.AGAIN_AFTER_OR_THREE and closed <= self._usual

    def one_die_allowed(self, mask: Mask) -> bool:
        """Whether these open flaps let one die be thrown alone."""
        rule = self.rules.one_die
        if rule is OneDie.NEVER:
            return False
        if rule is OneDie.AT_MOST_6_OPEN:
            return mask.bit_count() <= 6
        opened = self.open_of(mask)
        return sum(opened) <= 6 if rule is OneDie.SUM_AT_MOST_6 else all(flap <= 6 for flap in opened)

    def choices(self, one_die: bool) -> tuple[int, ...]:
        """How many dice may be thrown, given whether one die is allowed."""
        if not one_die:
            return (self.rules.dice,)
        return (1,) if self.rules.one_die_forced else (1, self.rules.dice)

    def choices_for(self, mask: Mask) -> tuple[int, ...]:
        """How many dice may be thrown by a player with these flaps open."""
        return self._choices[mask]

    def _find_choices(self, mask: Mask) -> tuple[int, ...]:
        return self.choices(self.one_die_allowed(mask))

    def score(self, mask: Mask) -> int:
        """What these open flaps note; nothing open notes 0."""
        return self._scores[mask]

    def _count(self, mask: Mask) -> int:
        opened = self.open_of(mask)
        scoring = self.rules.scoring
        if scoring is Scoring.SUM:
            return sum(opened)
        if scoring is Scoring.COUNT:
            return len(opened)
        # Ten to the number of digits rather than text to number, which Python limits to 4,300 digits.
        noted = 0
        for flap in opened:
            noted = noted * 10 ** len(str(flap)) + flap
        return noted

    def answers(self, mask: Mask, dice: Dice) -> Answers:
        """The sets of open flaps that answer the throw. Trusts that the dice may have been thrown."""
        thrown = self.throws[dice]
        return thrown.answers[mask & thrown.flaps]

    def after_closing(self, mask: Mask, move: tuple[int, ...]) -> Mask:
        """What is still open when a set that ``answers`` has given is closed."""
        return mask & ~self._set_masks[move]

    def _throw(self, dice: Dice) -> Throw:
        """A throw seen for the first time."""
        shows = all(0 < pips <= self.die_sides for pips in dice)
        if not shows or len(dice) not in ((1, self.rules.dice) if self.one_die else (self.rules.dice,)):
            raise KeyError(dice)
        alike = (sum(dice),) if self._sum_decides else tuple(sorted(dice))
        known = self._answers.get(alike)
        if known is None:
            sets = self.sets_answering(dice)
            self._set_masks.update(sets)
            known = (self._deciding(sets), Memo(partial(self._find, sets), self._kept_each))
            self._answers[alike] = known
        return Throw(dice, *known, self.may_throw_again(dice))

    def _deciding(self, sets: Iterable[FlapSet]) -> Mask:
        """Those that are in some of the sets; all, where the answers at the start are others."""
        if self._required:
            return (1 << len(self.flaps)) - 1
        return reduce(or_, (one.mask for one in sets), 0)

    def _find(self, sets: tuple[FlapSet, ...], mask: Mask) -> Answers:
        """Those of the sets whose flaps are all open."""
        closed = ~mask
        found = [flaps for flaps, needed in sets if not needed & closed]
        # Nothing is closed yet, so this is the first throw of the turn: a row that a turn begins with stands
        # at the start, and a throw that was thrown again leaves it there.
        if self._required and mask == self.start:
            found = [flaps for flaps in found if self._set_masks[flaps] & self._required]
        return tuple(found)

    def count_allowed(self, count: int, dice: Dice) -> bool:
        """Whether this throw may close this many flaps."""
        if count <= self._usual:
            return True
        if not self.is_double(dice):
            return False
        if self.rules.doubles is Doubles.AGAIN_AFTER_OR_THREE:
            return count == FLAPS_ON_A_DOUBLE
        return count <= FLAPS_ON_A_DOUBLE

    def sets_answering(self, dice: Dice) -> tuple[FlapSet, ...]:
        """The sets of flaps that answer the throw while everything is open, the first throw of a turn apart."""
        sets = () if self.ends_turn(dice) else self.sets_for(dice)
        return tuple(one for one in sets if self.count_allowed(len(one.flaps), dice))

    def sets_for(self, dice: Dice) -> tuple[FlapSet, ...]:
        """The sets of flaps that answer the throw while everything is open, whatever their count."""
        if self.rules.combine is Combine.SUM:
            return self._sets.of(sum(dice))
        numbers: set[tuple[int, ...]] = {(sum(dice),)}
        for number in sorted(set(dice)):
            if self.rules.combine is Combine.SINGLE:
                numbers.add((number,))
            else:
                # One die at a time on top of what the dice before it make: every choice of distinct numbers.
                numbers |= {tuple(sorted({*chosen, number})) for chosen in numbers if chosen != (sum(dice),)}
                numbers.add((number,))
        on_row = [flaps for flaps in sorted(numbers) if all(flap in self._bits for flap in flaps)]
        return tuple(FlapSet(flaps, self.mask_of(flaps)) for flaps in on_row)


@lru_cache(maxsize=64)
def mechanics(rules: RuleSet) -> Mechanics:
    """The rule set made ready; equal rule sets share one, with all it has found out."""
    return Mechanics(rules)
