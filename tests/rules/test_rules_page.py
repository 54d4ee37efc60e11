"""docs/rules.md is true: every example on it is played, and no set or variant is missing."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from stbpi.rules import Match, Phase, RuleSet, RuleSetError, rule_set, rule_set_names, variants_of
from stbpi.rules.choices import choices
from stbpi.rules.meanings import meaning
from stbpi.rules.names import set_name
from stbpi.rules.ruleset import READERS

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
BLOCKS = [block.strip().splitlines() for block in re.findall(r"```\n(.*?)```", PAGE, re.DOTALL)]


def whole(text: str) -> tuple[int, ...]:
    """``1-3 7`` as (1, 2, 3, 7)."""
    numbers: list[int] = []
    for part in text.split():
        first, _, last = part.partition("-")
        numbers += range(int(first), int(last or first) + 1)
    return tuple(numbers)


def played(line: str) -> tuple[str, list[str], dict[str, object], list[str]]:
    """The set, variants, axes and players that ``Playing ...`` names."""
    found = re.fullmatch(
        r"Playing ([\w-]+(?: \+ [\w-]+)*)((?:, \w+ = (?:\d+|\[[\d, ]+\]))*)(?:: (.*))?", line
    )
    assert found is not None, line
    name, *variants = found[1].split(" + ")
    axes: dict[str, object] = {
        axis: [int(number) for number in re.findall(r"\d+", value)] if value[0] == "[" else int(value)
        for axis, value in re.findall(r"(\w+) = (\d+|\[[\d, ]+\])", found[2])
    }
    return name, variants, axes, (found[3] or "").split(", ") if found[3] else []


class Position:
    """Statements about one row and one throw, each beginning from the flaps it names."""

    def __init__(self, name: str, variants: list[str], axes: dict[str, object]) -> None:
        self._name, self._variants, self._axes = name, variants, axes

    def with_open(self, opened: tuple[int, ...]) -> Match:
        flaps = rule_set(self._name, self._variants, **self._axes).flaps
        assert set(opened) <= set(flaps)
        closed = [flap for flap in flaps if flap not in opened]
        rules: RuleSet = rule_set(self._name, self._variants, **{**self._axes, "closed_at_start": closed})
        return Match.start(rules, max(rules.min_players, 2))

    def check(self, line: str) -> None:
        if choice := re.fullmatch(r"open ([\d -]+): (one die or two|two dice|one die)", line):
            wanted = {"one die or two": (1, 2), "two dice": (2,), "one die": (1,)}[choice[2]]
            assert self.with_open(whole(choice[1])).dice_choices == wanted
            return
        throw = re.fullmatch(r"throw ([\d ]+), open ([\d -]+): (.*)", line)
        assert throw is not None, f"not understood: {line}"
        match = self.with_open(whole(throw[2])).roll(*whole(throw[1]))
        if blocked := re.fullmatch(r"blocked, notes (\d+)", throw[3]):
            assert match.round_scores[0] == int(blocked[1])
        else:
            answers = sorted(whole(answer) for answer in throw[3].split("; "))
            assert list(match.legal_moves(0)) == answers


class Play:
    """Statements about a match, one after the other."""

    def __init__(self, rules: RuleSet, players: list[str]) -> None:
        self.match = Match.start(rules, players)
        self._seats = {name: seat for seat, name in enumerate(players)}

    def check(self, line: str) -> None:
        for pattern, do in self._statements():
            if found := re.fullmatch(pattern, line):
                do(*found.groups())
                return
        raise AssertionError(f"not understood: {line}")

    def _statements(self):
        return [
            (r"(\w+) throws ([\d ]+)(?:, (.*))?", self.throws),
            (r"(\w+) closes ([\d ]+)", self.closes),
            (r"(\w+) leaves", self.leaves),
            (r"correct (\w+) ([+-]\d+)", self.corrects),
            (r"next round: (\w+) begins", self.begins),
            (r"the players stop", self.stops),
            (r"round over: ([\w, ]+)", self.round_over),
            (r"match over: ([\w, ]+)", self.match_over),
            (r"totals: (.*)", self.totals),
            (r"places: (.*)", self.places),
            (r"balances: (.*); pool (\d+)", self.balances),
        ]

    def throws(self, name: str, dice: str, then: str | None) -> None:
        seat = self._seats[name]
        assert self.match.phase is Phase.ROLL
        assert self.match.waiting_for == (seat,)
        passes = self.match.passes(seat)
        self.match = self.match.roll(*whole(dice))
        if then is None:
            assert self.match.phase is Phase.CLOSE
        elif then == "passes":
            assert self.match.passes(seat) == passes + 1
            assert self.match.status(seat) == "playing"
        elif then == "throws again":
            if self.match.phase is Phase.CLOSE:
                self.match = self.match.roll_again()
            assert self.match.waiting_for == (seat,)
            assert self.match.passes(seat) == passes
        elif noted := re.fullmatch(r"blocked, notes (\d+)", then):
            assert self.match.status(seat) == "out"
            assert self.match.round_scores[seat] == int(noted[1])
        else:
            closing = re.fullmatch(r"closes ([\d ]+)", then)
            assert closing is not None, f"not understood: {then}"
            self.closes(name, closing[1])

    def closes(self, name: str, flaps: str) -> None:
        self.match = self.match.close(whole(flaps), self._seats[name])

    def leaves(self, name: str) -> None:
        self.match = self.match.retire(self._seats[name])

    def corrects(self, name: str, points: str) -> None:
        self.match = self.match.correct(self._seats[name], int(points), "as the example says")

    def begins(self, name: str) -> None:
        self.match = self.match.next_round()
        assert self.match.waiting_for == (self._seats[name],)

    def stops(self) -> None:
        self.match = self.match.stop()

    def round_over(self, names: str) -> None:
        assert self.match.phase is Phase.ROUND_OVER
        assert [self.match.players[seat] for seat in self.match.round_winners] == names.split(", ")

    def match_over(self, names: str) -> None:
        assert self.match.phase is Phase.MATCH_OVER
        assert [self.match.players[seat] for seat in self.match.winners] == names.split(", ")

    def totals(self, listed: str) -> None:
        totals = {row.player: row.total for row in self.match.standings}
        assert self.by_name(totals) == dict(pair.split() for pair in listed.split(", "))

    def places(self, listed: str) -> None:
        ranks = {row.player: row.rank for row in self.match.standings}
        assert self.by_name(ranks) == dict(pair.split() for pair in listed.split(", "))

    def balances(self, listed: str, pool: str) -> None:
        said = {name: int(balance) for name, balance in (pair.split() for pair in listed.split(", "))}
        assert said == dict(zip(self.match.players, self.match.balances, strict=True))
        assert self.match.pool == int(pool)

    def by_name(self, figures: dict[int, int | None]) -> dict[str, str]:
        return {
            self.match.players[seat]: "none" if figure is None else str(figure)
            for seat, figure in figures.items()
        }


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block[0].removeprefix("Playing "))
def test_the_example_comes_out_as_it_stands(block):
    name, variants, axes, players = played(block[0])
    example = Play(rule_set(name, variants, **axes), players) if players else Position(name, variants, axes)
    assert len(block) > 1
    for line in block[1:]:
        try:
            example.check(line)
        except AssertionError as wrong:
            raise AssertionError(f"{block[0]} / {line}: {wrong}") from wrong


def test_every_set_and_every_variant_has_its_section_and_an_example():
    headings = re.findall(r"^#+ (.*)$", PAGE, re.MULTILINE)
    shown = [played(block[0])[:2] for block in BLOCKS]
    for name in rule_set_names():
        assert f"{set_name(name)} (`{name}`)" in headings
        assert any(chosen == (name, []) for chosen in shown), f"no example of {name}"
        for variant in variants_of(name):
            assert f"`{variant}`" in headings
            assert (name, [variant]) in shown, f"no example of {name} + {variant}"


def test_every_link_within_the_page_leads_to_a_heading():
    headings = re.findall(r"^#+ (.*)$", PAGE, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    links = re.findall(r"\]\(#([^)]+)\)", PAGE)
    assert links
    assert set(links) <= anchors


def test_the_table_of_axes_has_what_each_can_be_and_explains_every_word():
    rows = re.findall(r"^\| `(\w+)` \| (.*) \| `(.*)` \| (.*) \|$", PAGE, re.MULTILINE)
    usual = rule_set("classic").axes()
    assert [axis for axis, *_ in rows] == list(usual)
    for axis, values, without, means in rows:
        assert values == ", ".join(f"`{value}`" for value in choices(axis))
        made = rule_set("classic", **{axis: tomllib.loads(f"axis = {without}")["axis"]})
        assert made.axes()[axis] == usual[axis]
        words = [value.strip('"') for value in choices(axis) if value.startswith('"')]
        explained = words if len(words) > 1 else []
        assert [word for word in explained if f"`{word}`" not in means] == [], axis
        assert means == meaning(axis, mark="`{}`".format)


@pytest.mark.parametrize("axis", rule_set("classic").axes())
def test_an_axis_takes_what_it_is_said_to_and_nothing_beside_that(axis):
    read = READERS[axis]
    for value in choices(axis):
        if bounds := re.fullmatch(r"(\d+)-(10\^40|\d+)", value):
            least, most = int(bounds[1]), 10**40 if bounds[2] == "10^40" else int(bounds[2])
            for taken in (least, most):
                read(axis, taken)
            for refused in (least - 1, most + 1):
                with pytest.raises(RuleSetError):
                    read(axis, refused)
        else:
            read(axis, tomllib.loads(f"axis = {value.replace(', ...', '')}")["axis"])
    with pytest.raises(RuleSetError):
        read(axis, "nonsense")
