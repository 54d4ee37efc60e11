"""Whatever is typed: never a traceback, always a question, and the match is what the rules make of the decisions."""

from __future__ import annotations

from gettext import NullTranslations

from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.rules import MatchKind, Phase, rule_set, rule_set_names
from stbpi.rules.history import History
from stbpi.table.dice import seeded_secret
from stbpi.table.setup import MatchSetup
from stbpi.terminal import Session
from stbpi.terminal.look import Look, width

WORDS = [
    "",
    "?",
    "roll",
    "one",
    "again",
    "fix",
    "next",
    "stop",
    "undo",
    "redo",
    "show",
    "scores",
    "rules",
    "help",
]
WORDS += ["leave", "correct", "correct 1 -3 x", "correct Anna 99999999999999999999 y", "throw", "quit"]

RULES = st.one_of(
    st.sampled_from(rule_set_names()).map(rule_set),
    st.sampled_from([["common"], ["express"], ["common", "express"]]).map(lambda v: rule_set("tray", v)),
    st.just(rule_set("pub", stake=50)),
    st.just(rule_set("classic", ["digits", "hundred", "one-die"])),
    st.just(rule_set("tray", flaps=[1, 12, 36], dice=3, die_sides=12, scoring="digits", combine="single")),
)

NAMES = st.lists(
    st.one_of(
        st.sampled_from(
            ["Anna", "Ben", "", "  ", "undo", "1 8", "a:b", "ß", "Straße", "\x1b[2J", "漢字", "x" * 200]
        ),
        st.text(max_size=6),
    ),
    min_size=2,
    max_size=4,
)

NUMBERS = st.lists(st.integers(0, 26), min_size=1, max_size=4).map(
    lambda numbers: " ".join(map(str, numbers))
)

LINES = st.lists(
    st.one_of(
        # Often enough what goes on, so that matches get somewhere.
        st.just(""),
        st.just("legal"),
        st.sampled_from(WORDS),
        NUMBERS,
        st.builds(
            "{} {}".format, st.sampled_from(["fix", "roll", "leave", "?", "Anna:", "2", "correct"]), NUMBERS
        ),
        st.text(max_size=20),
    ),
    max_size=60,
)

LOOKS = st.builds(Look, st.integers(20, 120), st.booleans(), st.booleans())


@settings(max_examples=150, deadline=None)
@given(RULES, NAMES, st.sampled_from(["electronic", "entered"]), LINES, LOOKS)
def test_nothing_that_is_typed_breaks_it(rules, players, dice, lines, look):
    session = Session(MatchSetup(rules, tuple(players), dice, seeded_secret(1)), NullTranslations())
    assert all("\n" not in line for line in session.opening(look))
    for line in lines:
        assert session.prompt.endswith(": ")
        assert session.prompt.isprintable()
        before, decided = session.match, len(session.decisions)
        # A person who knows what may be closed, where chance alone would rarely hit it.
        typed = (
            " ".join(map(str, session.match.legal_moves()[0]))
            if line == "legal" and session.match.dice
            else line
        )
        written = session.answer(typed, look)
        assert all("\n" not in line and "\x1b[2J" not in line for line in written)
        if len(session.decisions) == decided:
            assert session.match == before
        if session.over:
            break
    assert History.fold(rules, players, session.decisions).match == session.match
    if session.match.phase is Phase.ROUND_OVER and rules.match is MatchKind.OPEN and not rules.eliminate_at:
        assert "stop" in session.prompt


@settings(max_examples=150, deadline=None)
@given(
    RULES,
    st.lists(st.text("abcé漢", min_size=1, max_size=30), min_size=2, max_size=4),
    st.integers(32, 120),
    st.integers(0, 9),
)
def test_rows_and_standings_fit_any_width(rules, players, columns, rounds):
    look = Look(columns)
    session = Session(
        MatchSetup(rules, tuple(players), "electronic", seeded_secret(rounds)), NullTranslations()
    )
    for _ in range(rounds * 6):
        moves = session.match.legal_moves()
        session.answer(" ".join(map(str, moves[0])) if moves else "", look)
    for line in ["show", "scores"]:
        for written in session.answer(line, look):
            assert width(written) <= columns, written
