"""Matches to record: legal ones of every set, with players that come in any order, leave, and change their minds."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from stbpi.rules import Phase, RuleSet, rule_set
from stbpi.rules.actions import Close, Decision, Redo, Undo
from stbpi.rules.history import Fold
from stbpi.rules.record import Record, Tags
from tests.rules.playing import actions_now
from tests.rules.test_invariants import SETS

LONGEST = 300
"""Decisions of one match; a record may end anywhere."""


def decisions_of(rules: RuleSet, players: tuple[str, ...], seed: int) -> tuple[Decision, ...]:
    """A match played by chance in which steps are taken back, made again, or replaced."""
    chance = random.Random(seed)
    fold = Fold(rules, players)
    made: list[Decision] = []
    steps = 0
    while fold.match.phase != Phase.MATCH_OVER and len(made) < LONGEST:
        decision: Decision = actions_now(fold.match, chance, meddling=seed % 2 == 1)
        if steps and chance.random() < 0.1:
            decision = Undo()
        elif fold.undone_next is not None and chance.random() < 0.5:
            decision = Redo()
        elif isinstance(decision, Close) and chance.random() < 0.2:
            # Saying whose flaps they are is allowed where it goes without saying.
            decision = Close(decision.flaps[::-1], decision.player or fold.match.waiting_for[0])
        fold.do(decision)
        made.append(decision)
        steps += -1 if isinstance(decision, Undo) else 1
    return tuple(made)


any_text = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
"""Anything a file can hold, control signs too."""

names = st.one_of(
    st.sampled_from(
        ("Anna", "Ben", "Player 1", "seat 2", "redo 6", "round", "Zoë-Lou", "O'Neil Jr.", "4 Aces", "")
    ),
    any_text,
)

tags = st.builds(
    Tags,
    event=st.none() | any_text,
    place=st.none() | any_text,
    date=st.none()
    | st.dates().map(str)
    | st.datetimes().map(lambda when: f"{when:%Y-%m-%dT%H:%M}Z".zfill(17)),
    dice_source=st.sampled_from((None, "electronic", "entered")),
    commitment=st.none() | st.binary(min_size=32, max_size=32).map(bytes.hex),
    secret=st.none() | st.binary(min_size=32, max_size=32).map(bytes.hex),
)


def house_rules(rules: RuleSet, name: str, variants: tuple[str, ...]) -> RuleSet:
    """The same rules under another name, as somebody's own set has them."""
    return RuleSet.from_axes(name, variants, rules.axes())


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A record of any set with any variants, built in or of the house, cut off anywhere."""
    set_name, variants = draw(st.sampled_from(SETS))
    rules = rule_set(set_name, variants, stake=draw(st.sampled_from((0, 1, 50))))
    if draw(st.booleans()):
        own = draw(any_text.filter(lambda text: bool(text.strip())))
        rules = house_rules(rules, own, tuple(draw(st.lists(any_text, max_size=2, unique=True))))
    count = draw(st.integers(rules.min_players, min(rules.max_players, 6)))
    players = tuple(draw(st.lists(names, min_size=count, max_size=count)))
    decisions = decisions_of(rules, players, draw(st.integers(0, 2**32)))
    end = draw(st.integers(0, len(decisions)))
    return Record(rules, players, decisions[:end], draw(tags))
