"""Everything that rules and table refuse, each once, as it comes about in play, in every language."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

import stbpi
from stbpi.daemon.census import Census
from stbpi.daemon.faults import FaultBoard
from stbpi.daemon.flap_faults import FlapFaults
from stbpi.house import Players
from stbpi.locale import LANGUAGES, catalogue
from stbpi.locale.refusals import sentence
from stbpi.rules import Match, rule_set
from stbpi.rules.actions import Close, Roll, RollAgain
from stbpi.rules.said import Clause, Field, Listed, Said, SaidError
from stbpi.table.course import Course
from stbpi.table.events import (
    ChooseEntry,
    CorrectScore,
    EnterDice,
    FlapDoubted,
    FlapRef,
    GoOn,
    PrepareMatch,
    RedoDecision,
    RetirePlayer,
    StopMatch,
    TellFlap,
    UndoDecision,
)
from stbpi.table.fitting import check_fit
from stbpi.table.menu_course import REASON
from stbpi.table.refusal import TableRefusal
from stbpi.table.setup import MatchSetup, Timing, TraySides
from stbpi.table.table import Table
from stbpi.tray.larger import with_larger_tray
from stbpi.web.errors import ApiError
from tests.locale.messages import TRANSLATED
from tests.table.driver import SECRET, AtTable, Fresh
from tests.table.test_kept import keeping

TEN = tuple(range(1, 11))


def start(name: str = "classic", variants=(), players=("Ann", "Ben"), **axes) -> Match:
    return Match.start(rule_set(name, variants, **axes), players)


def at_once_over(name: str, variants=()) -> Match:
    """One player with two flaps, blocked by the first throw."""
    return start(name, variants, ["Ann"], flaps=[1, 2]).roll(6, 6)


def setup(name: str, players: int, **axes) -> MatchSetup:
    return MatchSetup(rule_set(name, **axes), tuple("ABCDEFGH"[:players]), "entered", SECRET)


def fit(tray: tuple[tuple[int, ...], ...], name: str, players: int, **axes) -> None:
    check_fit(setup(name, players, **axes), TraySides(tray))


def fit_or_tell_where(name: str, players: int) -> None:
    """What the daemon does with a match that is too large."""
    wanted = setup(name, players)
    try:
        check_fit(wanted, TraySides((TEN,)))
    except TableRefusal as refusal:
        raise with_larger_tray(refusal, wanted, simulated=True) from refusal


def left_since() -> None:
    at = AtTable().press().throw(6, 3)
    at.send(RetirePlayer(0))
    at.send(EnterDice((6, 2), replace=True))


def stopped_since() -> None:
    at = AtTable("pub", players=("Ann",), tray=9, flaps=[1, 2]).press().throw(6, 6).press()
    at.send(StopMatch())
    at.send(EnterDice((1, 1), replace=True))


def floating_still() -> None:
    """What the daemon does where somebody believes a flap whose wire hangs loose."""
    faults = FlapFaults(FaultBoard(), Census(None), dict, tuple, lambda _doubted: None)
    faults.heard(FlapDoubted(0, 5, True))
    faults.believe(FlapRef(0, 5))


def ambiguous_still() -> None:
    """And one that is a corner of a rectangle in a matrix without diodes."""
    corners = {FlapRef(0, 5)}
    faults = FlapFaults(FaultBoard(), Census(None), dict, tuple, lambda _doubted: None, lambda: corners)
    faults.believe(FlapRef(0, 5))


ROLL = start()
CLOSE = ROLL.roll(6, 3)
COMMON = start("tray", ["common"], ["Ann", "Ben", "Cat"]).roll(4, 6)
THAI = start("thai").roll(3, 4)
ONE_DIE_ONLY = start(flaps=6, one_die="none_above_6", one_die_forced=True)
ROUND_OVER = at_once_over("classic", ["hundred"])
MATCH_OVER = at_once_over("classic")
THREE_DICE = start(combine="either", dice=3).roll(1, 2, 4)
ONE_OR_THREE = start("numbers", doubles="again_after_or_three", max_flaps=1).roll(5, 5)


def house(name: str, players: tuple[str, ...], *dice: int, close=(), **axes) -> None:
    """People do something else for the house than it wants, with their first throw or what they close."""
    match = MatchSetup(rule_set(name, **axes), players, "entered", SECRET)
    course = Course(match, house=NoNumpy() if players[1:] else Players())
    course.do(Roll(dice))
    course.do(Close(close) if close else RollAgain())


LONG = TraySides((tuple(range(1, 25)),))


def alone(name: str) -> MatchSetup:
    """The perfect player of the house, alone."""
    return MatchSetup(rule_set(name), ("House perfect",), "entered", SECRET)


class NoNumpy(Players):
    """The house where NumPy is not installed, which throws every double again."""

    def unable(self, setup, strength):
        with patch.dict(sys.modules, {"stbpi.odds": None}):
            return super().unable(setup, strength)

    def answer(self, match, seat, strength, chance):
        return ()


WRONG: dict[str, Callable[[], object]] = {
    # The house.
    "too many flaps for perfect play": lambda: check_fit(alone("three-hundred"), LONG, Players()),
    "no NumPy": lambda: check_fit(alone("classic"), LONG, NoNumpy()),
    "one die for the house": lambda: house("pub", ("House careful",), 1, 2, flaps=[1, 2, 3]),
    "two dice for the house": lambda: house("pub", ("House careful",), 2, flaps=6),
    "the house closes": lambda: house("classic", ("House careful",), 6, 4, close=(4, 6)),
    "the house throws again": lambda: house("numbers", ("House random", "Ann"), 2, 2, close=(4,)),
    # The rules.
    "match over": lambda: MATCH_OVER.next_round(),
    "throw after a round": lambda: ROUND_OVER.roll(1, 2),
    "close after a round": lambda: ROUND_OVER.close([1]),
    "thrown already": lambda: CLOSE.roll(1, 2),
    "no such pips": lambda: ROLL.roll(6, 7),
    "no such pips at all": lambda: ROLL.roll(6, 10**5000),
    "one die": lambda: ROLL.roll(4),
    "two dice": lambda: ONE_DIE_ONLY.roll(4, 4),
    "three dice": lambda: ROLL.roll(1, 2, 3),
    "three dice for one": lambda: ONE_DIE_ONLY.roll(1, 2, 3),
    "not thrown": lambda: ROLL.close([9]),
    "not thrown, no name": lambda: start(players=["", "Ben"]).close([9]),
    "no such seat": lambda: ROLL.retire(2),
    "no other seat": lambda: start(players=["Ann"]).retire(2),
    "not answering": lambda: COMMON.close([4], 0).close([6], 0),
    "whose flaps": lambda: COMMON.close([4]),
    "nothing to throw again": lambda: ROLL.roll_again(),
    "no double": lambda: start("numbers").roll(6, 4).roll_again(),
    "never again": lambda: CLOSE.roll_again(),
    "no list": lambda: CLOSE.close(9.5),
    "no number": lambda: CLOSE.close(["nine"]),
    "no such flap": lambda: CLOSE.close([10]),
    "no such flap on a row of one": lambda: start("lucky-seven").roll(6, 1).close([8]),
    "closed already": lambda: CLOSE.close([9]).roll(6, 3).close([9]),
    "flap twice": lambda: CLOSE.close([3, 3, 3]),
    "no flap": lambda: CLOSE.close([]),
    "wrong flap, sum": lambda: CLOSE.close([8]),
    "wrong flaps, sum": lambda: CLOSE.close([2, 8]),
    "wrong flap, either": lambda: COMMON.close([5], 0),
    "wrong flaps, either": lambda: COMMON.close([5, 8], 0),
    "wrong flap, single": lambda: THAI.close([5]),
    "wrong flaps, single": lambda: THAI.close([5, 8]),
    "too many flaps": lambda: start("numbers").roll(6, 4).close([1, 2, 7]),
    "neither one nor three": lambda: ONE_OR_THREE.close([4, 6]),
    "not the first flap": lambda: start("two-to-go").roll(6, 1).close([7]),
    "not this flap, either": lambda: THREE_DICE.close([3]),
    "not together, either": lambda: COMMON.close([1, 9], 0),
    "not together, single": lambda: THAI.close([3, 4]),
    "round not over": lambda: CLOSE.next_round(),
    "round not over, to stop": lambda: CLOSE.stop(),
    "not an open match": lambda: ROUND_OVER.stop(),
    "left already": lambda: ROLL.retire(1).retire(1),
    "points of a kind": lambda: ROLL.correct(0, "3", "miscounted"),
    "points without end": lambda: ROLL.correct(0, -(10**5000), "miscounted"),
    "no reason": lambda: ROLL.correct(0, 3, "  "),
    "half of a sign in a reason": lambda: ROLL.correct(0, 3, "\udfb2"),
    "too few players": lambda: start("tray", players=1),
    "too many players": lambda: start(players=9),
    "no count of players": lambda: start(players=0),
    "no players": lambda: start(players="Ann"),
    "no name": lambda: start(players=["Ann", 5]),
    "half of a sign in a name": lambda: start(players=["Ann", "B\ud83c"]),
    # The table.
    "nothing to undo": lambda: AtTable().press().send(UndoDecision()),
    "nothing to redo": lambda: AtTable().press().send(RedoDecision()),
    "dice of a stopped match": stopped_since,
    "dice that are answered": lambda: (
        AtTable().press().throw(6, 3).answer(9).send(EnterDice((1, 2), replace=True))
    ),
    "dice of who has left": left_since,
    "no dice to correct": lambda: AtTable().press().send(EnterDice((1, 2), replace=True)),
    "a flap is missing": lambda: fit((TEN[:9],), "classic", 2, flaps=10),
    "flaps are missing": lambda: fit((TEN[:9],), "full-house", 2),
    "rows are missing on one side": lambda: fit((TEN,), "tray", 4),
    "rows are missing on two sides": lambda: fit((TEN,) * 2, "tray", 4, min_players=3),
    "too many for one side": lambda: fit((TEN,), "tray", 4, min_players=1),
    "too many for two sides": lambda: fit((TEN,) * 2, "tray", 4),
    "no throw due": lambda: AtTable().press().throw(6, 3).send(EnterDice((1, 2))),
    "electronic dice": lambda: AtTable(dice="electronic").press().send(EnterDice((1, 2))),
    "round being played": lambda: AtTable().press().send(GoOn()),
    "match being played": lambda: AtTable().press().send(PrepareMatch(setup("classic", 2))),
    "match kept": lambda: keeping().send(PrepareMatch(setup("classic", 2))),
    "a correction by nothing": lambda: AtTable().press().send(CorrectScore(0, 0, "looked again")),
    "no such flap on the tray": lambda: AtTable().press().send(TellFlap(0, 12, True)),
    "no match being played": lambda: AtTable().send(StopMatch()),
    "no match prepared": lambda: Table(TraySides((TEN,)), Timing(), Fresh()).view,
    "menu is closed": lambda: AtTable().send(ChooseEntry("main", "rules")),
    "menu has gone on": lambda: AtTable().hold(8).send(ChooseEntry("sound", "sound", "low")),
    # The daemon.
    "flap that floats": floating_still,
    "flap that is like others": ambiguous_still,
    "where it would fit": lambda: fit_or_tell_where("tray", 4),
}


def refused(why: str) -> SaidError:
    with pytest.raises(SaidError) as caught:
        WRONG[why]()
    return caught.value


def within(field: Field) -> Iterator[Field]:
    """A sentence, those within it, and the numbers, names and other texts that are the same in every language."""
    match field:
        case Said():
            yield field
            for _, inner in field.fields:
                yield from within(inner)
        case Listed(things):
            for thing in things:
                yield from within(thing)
        case Clause(said):
            yield from within(said)
        case _:
            yield field


def parts(field: Field) -> list[Said]:
    return [one for one in within(field) if isinstance(one, Said)]


@pytest.mark.parametrize("why", WRONG)
def test_a_refusal_is_told_in_every_language(why):
    error = refused(why)
    told = {language: sentence(error, catalogue(language)) for language in LANGUAGES}
    assert told["en"] == str(error)
    assert len(set(told.values())) == len(LANGUAGES)
    for text in told.values():
        assert text.endswith(".")
        assert not set("{}\n") & set(text)
        assert all(str(one) in text for one in within(error.said) if not isinstance(one, Said))
    for part in parts(error.said):
        # No part of it has stayed English either.
        english = str(part)
        for language in TRANSLATED:
            assert english.removesuffix(".") not in told[language]


ERRORS = {"IllegalAction", "PlayersError", "TableRefusal"}


PACKAGE = Path(stbpi.__file__).parent
DOCTOR, WEB = PACKAGE / "doctor", PACKAGE / "web"
FAULTS = PACKAGE / "locale" / "fault_words.py"


def modules(*without: Path) -> Iterator[tuple[str, list[ast.Call]]]:
    """Every module of the package with the calls in it, those in some folders left out."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if without and any(path.is_relative_to(folder) for folder in without):
            continue
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        yield path.name, [node for node in nodes if isinstance(node, ast.Call)]


def called(call: ast.Call) -> str:
    return ast.unparse(call.func)


def marked(found: Iterable[tuple[str, list[ast.Call]]]) -> set[str]:
    """The templates that are marked to be translated."""
    return {
        ast.literal_eval(argument)
        for _name, calls in found
        for call in calls
        if called(call) in ("N_", "NN_")
        for argument in call.args
    }


def test_none_is_left_out():
    # The doctor marks its findings so too, and refuses nothing, as faults do; what the page's server refuses comes
    # below.
    in_code = marked(modules(DOCTOR, WEB, FAULTS))
    raised = {
        part.one if part.many is None or part.count == 1 else part.many
        for why in WRONG
        for part in parts(refused(why).said)
    }
    assert raised == in_code - {REASON}, "the reason of a correction refuses nothing"


def test_what_the_pages_server_refuses_and_what_is_broken_is_told_in_every_language():
    everything, others = marked(modules(DOCTOR)), marked(modules(DOCTOR, WEB, FAULTS))
    assert len(everything - others) >= 20
    for template in everything - others:
        fields = dict.fromkeys(re.findall(r"\{(\w+)\}", template), 7)
        error = ApiError(429, "some_code", Said.of(template, **fields))
        told = {language: str(error.spoken(language)) for language in LANGUAGES}
        assert told["en"] == template.format(**fields)
        assert len(set(told.values())) == len(LANGUAGES)


def test_every_refusal_is_made_of_marked_templates():
    made = set()
    for name, calls in modules():
        for call in calls:
            if called(call) in ERRORS:
                made.add(called(call))
                # A text, or one formed already, would be English for everybody.
                words = call.args[-1]
                assert not isinstance(words, ast.Constant | ast.JoinedStr | ast.BinOp), (
                    f"{name}:{call.lineno}"
                )
                assert not (isinstance(words, ast.Call) and called(words) == "str"), f"{name}:{call.lineno}"
            if called(call) in ("Said.of", "Said.counted"):
                assert not isinstance(call.args[0], ast.Constant | ast.JoinedStr | ast.BinOp | ast.Tuple), (
                    f"{name}:{call.lineno}: not marked with N_ or NN_, so that nobody translates it"
                )
            assert called(call) != "Said", f"{name}:{call.lineno}: use Said.of or Said.counted"
    assert made == ERRORS


@pytest.mark.parametrize(
    ("language", "why", "told"),
    [
        ("fr", "not thrown, no name", "Joueur 1 n’a pas encore lancé ; lancez avant de fermer des clapets."),
        ("fr", "no such flap on a row of one", "Il n’y a pas de clapet 8 ; la rangée a le clapet 7."),
        (
            "fr",
            "not answering",
            "Ann n’a pas de lancer auquel répondre ; c’est à Ben ou Cat de fermer des clapets.",
        ),
        ("de", "not thrown", "Ann hat noch nicht gewürfelt; erst würfeln, dann Klappen schließen."),
        (
            "de",
            "points without end",
            "Eine Berichtigung um eine Zahl mit Tausenden von Ziffern geht nicht; eine Zahl von höchstens 40 Ziffern "
            "angeben oder abziehen, was Ann hat.",
        ),
        (
            "de",
            "where it would fit",
            "„tray“ mit 4 Spielern braucht 4 Seiten, für jeden eine, und das Brett hat 1 Seite; ein Regelwerk mit "
            "gemeinsamer Reihe wählen, oder ein größeres Brett: mit stbpi run --simulate --profile simulated-4x12 "
            'starten, oder [board] profile = "simulated-4x12" in die Konfiguration setzen.',
        ),
        (
            "it",
            "wrong flaps, sum",
            "Le alette 2 e 8 fanno 10, ma il lancio è 6 + 3 = 9; chiudi alette per quel totale.",
        ),
        ("it", "closed already", "L’aletta 9 è già chiusa; restano aperte: 1, 2, 3, 4, 5, 6, 7 e 8."),
        (
            "es",
            "neither one nor three",
            "Las fichas 4 y 6 son demasiadas; esta tirada cierra como máximo 1, o bien 3.",
        ),
        ("es", "three dice for one", "Ahora no se pueden tirar 3 dados; tira 1 dado."),
    ],
)
def test_it_reads_as_people_speak(language, why, told):
    assert sentence(refused(why), catalogue(language)).replace("\N{NO-BREAK SPACE}", " ") == told


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_is_never_read_as_a_template(language):
    name = "{name} {0} {players}"
    with pytest.raises(SaidError) as caught:
        start(players=[name, "Ben"]).close([9])
    assert name in sentence(caught.value, catalogue(language))
