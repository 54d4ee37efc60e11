"""What each line that is typed does, and what is said about lines that mean nothing now."""

from __future__ import annotations

from gettext import NullTranslations

import pytest

from stbpi.rules import rule_set
from stbpi.table.dice import seeded_secret, throw_dice
from stbpi.table.setup import MatchSetup
from stbpi.terminal import Session
from stbpi.terminal.look import Look
from stbpi.terminal.orders import Word

PLAIN = Look(columns=80)


def unwrapped(text):
    """Sentences without the ends of lines."""
    return " ".join(text.split())


class Typed:
    """A session and somebody who types: every line gives what is written then, as one text."""

    def __init__(
        self, name="classic", variants=(), players=("Anna", "Ben"), dice="entered", seed=7, house=None, **axes
    ):
        self.secret = seeded_secret(seed)
        rules = rule_set(name, variants, **axes)
        self.session = Session(
            MatchSetup(rules, tuple(players), dice, self.secret), NullTranslations(), house=house
        )
        self.opening = "\n".join(self.session.opening(PLAIN))

    def __call__(self, *lines, look=PLAIN):
        for line in lines:
            said = self.session.answer(line, look)
        return "\n".join(said)

    @property
    def prompt(self):
        return self.session.prompt

    @property
    def match(self):
        return self.session.match


@pytest.mark.parametrize(
    "line", ["1 8", " 8  1 ", "1,8", "1+8", "8, 1,", "1;8", "anna 1 8", "Anna: 8 1", "an 1 8", "1: 1 8"]
)
def test_flaps_are_closed_however_they_are_written(line):
    typed = Typed()
    typed("6 3")
    assert typed(line) == "  │·│2│3│4│5│6│7│·│9│"
    assert typed.prompt == "Anna, what do 2 dice show: "


def test_enter_throws_electronic_dice_which_are_those_of_the_tray():
    typed = Typed(dice="electronic", seed=3)
    dice = throw_dice(seeded_secret(3), 0, 2)
    assert typed.prompt == "Anna, throw (Enter): "
    assert typed("") == f"  [{dice[0]}] [{dice[1]}] = {sum(dice)}"
    assert typed.prompt == f"Anna, close {sum(dice)}: "


@pytest.mark.parametrize("again", ["", "roll", "r", "throw"])
def test_a_throw_taken_back_shows_the_same_dice_again(again):
    typed = Typed(dice="electronic")
    first = typed("roll")
    assert (
        typed("undo")
        == f"Taken back: the throw {first.strip()[1]} + {first.strip()[5]}.\nAnna's turn.\n  │1│2│3│4│5│6│7│8│9│"
    )
    assert typed(again) == first


def test_a_throw_of_one_die_taken_back_stays_one_die():
    typed = Typed("tray", dice="electronic", flaps=6)
    assert typed.prompt == "Anna, throw (Enter, or one): "
    first = typed("one")
    assert first.count("[") == 1
    typed("undo")
    assert typed.prompt == "Anna, throw one die (Enter): "
    assert typed("") == first
    typed("undo")
    typed("u")
    assert "Nothing has been done yet" in typed("u")


def test_a_throw_of_two_dice_taken_back_is_not_thrown_with_one():
    typed = Typed("tray", dice="electronic", flaps=6)
    typed("", "undo")
    assert typed.prompt == "Anna, throw (Enter): "
    assert (
        unwrapped(typed("one"))
        == "This throw had 2 dice before it was taken back and has them again; press Enter."
    )


def test_several_steps_are_taken_back_and_done_again_at_once():
    typed = Typed()
    typed("6 3", "9", "6 2", "8")
    assert typed("undo 3") == (
        "Taken back: closing 8.\nTaken back: the throw 6 + 2.\nTaken back: closing 9.\n"
        "Anna's turn.\n  │1│2│3│4│5│6│7│8│9│\n  [6] [3] = 9"
    )
    assert typed("redo 2") == (
        "Done again: closing 9.\nDone again: the throw 6 + 2.\n"
        "Anna's turn.\n  │1│2│3│4│5│6│7│8│·│\n  [6] [2] = 8"
    )
    assert typed("redo 2") == "Only so many steps can be done again: 1; type redo 1."
    assert typed("undo 4") == "Only so many steps can be taken back: 3; type undo 3."
    for line in ("undo 0", "undo all", "undo 1 2", "undo -1"):
        assert typed(line) == f'"{line[5:]}" is no number of steps; write one, such as undo 3.'
    assert typed("undo " + "9" * 401).startswith("A number of 401 digits is too long")
    assert typed.match.dice == (6, 2)
    assert len(typed.session.decisions) == 4 + 3 + 2
    typed("undo 3")
    assert typed.match.dice == ()


@pytest.mark.parametrize(
    "line",
    [
        "scores now",
        "quit it",
        "q q",
        "stop 1",
        "next 2",
        "again 6",
        "one 3",
        "show me",
        "rules pub",
        "help undo",
    ],
)
def test_words_that_stand_alone_take_nothing_behind_them(line):
    typed = Typed("knock-out")
    assert typed(line) == f'"{line}" has words too many; type {line.split()[0]} alone.'
    assert not typed.session.over


def test_a_question_mark_takes_a_player_only_where_flaps_are_closed():
    typed = Typed()
    assert typed("? Anna") == typed("?Anna") == '"? Anna" has words too many; type ? alone.'
    typed("6 3")
    assert typed("? Anna").startswith("Anna may close: 9;")


def test_undo_and_redo_go_through_blocked_turns():
    typed = Typed()
    typed("6 6", "3 9", "6 6", "4 8", "1 1", "2", "6 6")
    assert typed.prompt == "Anna, close 12: "
    blocked = typed("5 7", "1 1")
    assert blocked == (
        "  [1] [1] = 2\nBlocked with 1 + 1: Anna scores 7.\n\nBen's turn. 7 is to beat.\n  │1│2│3│4│5│6│7│8│9│"
    )
    assert typed("undo") == "Taken back: the throw 1 + 1.\nAnna's turn.\n  │1│·│·│·│·│6│·│·│·│"
    assert typed("undo") == ("Taken back: closing 5 7.\nAnna's turn.\n  │1│·│·│·│5│6│7│·│·│\n  [6] [6] = 12")
    assert typed("redo") == "Done again: closing 5 7.\nAnna's turn.\n  │1│·│·│·│·│6│·│·│·│"
    assert typed("redo").startswith("Done again: the throw 1 + 1.\nBen's turn.")
    assert typed("redo") == "Nothing has been taken back that could be done again."


def test_legal_answers_are_listed_with_the_fewest_flaps_first():
    typed = Typed()
    assert typed("?") == "Anna throws 2 dice."
    typed("6 3")
    assert typed("?") == "Anna may close: 9; 1 8; 2 7; 3 6; 4 5; 1 2 6; 1 3 5; 2 3 4"
    assert typed("? ben") == typed("?Ben") == "Ben has nothing to close now."
    assert typed("? Cleo") == 'There is no player "Cleo"; there are Anna and Ben.'


def test_an_answer_is_never_torn_at_the_end_of_a_line():
    typed = Typed("three-hundred")
    typed("6 6 6 6")
    lines = typed("?", look=Look(columns=40)).split("\n")
    assert all(len(line) <= 40 for line in lines)
    assert all(line.endswith(";") for line in lines[:-1])


def test_a_common_throw_is_answered_in_any_order():
    typed = Typed("tray", ["common"], ("Anna", "Ben", "Cleo"))
    told = typed("4 6")
    assert told == (
        "  [4] [6] = 10\nTo answer: Anna, Ben and Cleo. In any order: a name before the flaps says\nwhose they are."
    )
    assert typed.prompt == "Anna, answer 4 + 6: "
    assert typed("?") == "".join(
        f"{name} may close: 4; 6; 10; 4 6\n" for name in ("Anna", "Ben", "Cleo")
    ).removesuffix("\n")
    assert typed("cleo: 10") == (
        "▸ Anna │1│2│3│4│5│6│7│8│9│10│\n▸ Ben  │1│2│3│4│5│6│7│8│9│10│\n  Cleo │1│2│3│4│5│6│7│8│9│ ·│"
    )
    assert typed("Cleo 4") == "Cleo has no throw to answer; it is for Anna or Ben to close flaps."
    typed("4 6")
    assert typed.prompt == "Ben, answer 4 + 6: "
    assert typed("undo") == (
        "Taken back: closing 4 6 for Anna.\nRound 1. To answer: Anna and Ben.\n"
        "▸ Anna │1│2│3│4│5│6│7│8│9│10│\n▸ Ben  │1│2│3│4│5│6│7│8│9│10│\n  Cleo │1│2│3│4│5│6│7│8│9│ ·│\n  [4] [6] = 10"
    )
    typed("10", "2: 4")
    assert typed.prompt == "Anna, what do 2 dice show: "
    assert typed.match.open_flaps(1) == (1, 2, 3, 5, 6, 7, 8, 9, 10)
    told = typed("5 5")
    assert told == "  [5] [5] = 10\nTo answer: Anna, Ben and Cleo."


def test_a_double_is_thrown_again_instead_of_closing():
    typed = Typed("numbers")
    assert typed("again") == "There is no throw that could be thrown again; throw first."
    typed("4 4")
    assert typed.prompt == "Anna, close 8 (or again): "
    assert typed("?") == "Anna may close: 8; 1 7; 2 6; 3 5; 1 2 5; 1 3 4\nOr throw again: again."
    assert typed("again") == "Anna throws again instead of closing."
    assert typed.prompt == "Anna, what do 2 dice show: "
    typed("3 4")
    assert typed("again") == "3 + 4 is no double; only a double may be thrown again: close flaps."


def test_passes_are_counted_and_a_double_in_vain_is_no_pass():
    typed = Typed("numbers", flaps=[1, 2, 3])
    told = typed("6 6")
    assert told == "  [6] [6] = 12\nNo flaps make 6 + 6: Anna throws the double again."
    told = typed("6 5")
    assert told.split("\n")[:3] == [
        "  [6] [5] = 11", "Blocked with 6 + 5: Anna passes. Out after 2 in a row: 1 so far.", "",
    ]  # fmt: skip
    assert "  Anna │1│2│3│  1 pass" in told
    assert "▸ Ben  │1│2│3│" in told
    typed("6 5")
    assert "Blocked with 6 + 5: Anna scores 6." in typed("6 5")


def test_the_throw_that_ends_a_turn_says_so():
    assert "A 7 ends the turn: Anna scores 45." in Typed("unlucky-seven")("3 4")


def test_a_player_alone_who_passes_is_asked_again():
    typed = Typed("lucky-seven", players=["Anna"])
    assert typed("1 1") == "  [1] [1] = 2\nBlocked with 1 + 1: Anna passes.\n\nAnna's turn.\n  │7│"
    assert typed("3 4", "7").startswith("Anna shuts the box!\nAnna wins!")


def test_rounds_are_begun_and_open_matches_stopped():
    typed = Typed("pub", players=("Anna", "Ben"), stake=50)
    assert "Each pays 50; in the pool: 100." in typed.opening
    assert typed("stop") == "Round 1 is still being played; finish it before stopping the match."
    assert typed("next") == "Round 1 is still being played; finish it before beginning the next."
    typed("6 6", "3 9", "1 1", "2", "1 1", "6 6", "3 9", "6 6", "4 8", "1 1", "2")
    told = typed("1 1")
    assert told == (
        "  [1] [1] = 2\n"
        "Blocked with 1 + 1: Ben scores 19.\n"
        "Round 1 goes to Ben.\n"
        "      player  round 1  total  money\n"
        "  1.  Ben          19     19    +50\n"
        "  2.  Anna         31     31    -50"
    )
    assert typed.prompt == "Next round (Enter, or stop): "
    assert typed("1 8") == "The round is over; begin the next round before closing flaps."
    assert typed("?") == "The round is over: next begins another, undo takes the last step back."
    assert typed("") == ("Each pays 50; in the pool: 100.\n\nRound 2. Ben's turn.\n  │1│2│3│4│5│6│7│8│9│")
    typed("undo")
    assert typed("stop").startswith("Ben wins!\n")
    assert typed.prompt == "The match is over (Enter ends): "
    assert typed("?") == "The match is over: quit ends, undo takes the last step back."
    assert typed("undo").startswith("Taken back: stopping the match.")
    typed("stop")
    assert typed("") == ""
    assert typed.session.over


def test_only_an_open_match_offers_to_stop():
    typed = Typed("doubles-up", players=["Anna"])
    while typed.match.phase != "round_over":
        typed("6 6", "?", "3 9", "4 8", "5 7")
    assert typed.prompt == "Next round (Enter): "
    assert (
        unwrapped(typed("stop"))
        == "Only an open match can be stopped; this one ends by its rules: begin the next round."
    )


def test_players_leave_and_may_come_back_by_undo():
    typed = Typed(players=("Anna", "Ben", "Cleo"))
    assert typed("leave ben") == "Ben leaves the match."
    typed("6 6", "3 9")
    told = typed("leave")
    assert told == "Anna leaves the match and notes 33.\n\nCleo's turn. 33 is to beat.\n  │1│2│3│4│5│6│7│8│9│"
    assert typed("leave Ben") == "Ben is not in the match any more; choose a player who is."
    assert typed("undo").startswith("Taken back: leaving, for Anna.\nAnna's turn.\n")
    assert "Ben (left)" in typed("scores")


def test_who_leaves_is_asked_where_it_could_be_several():
    typed = Typed("tray", ["common"])
    typed("4 6")
    assert typed("leave") == "Say who leaves, such as leave Anna."
    assert typed("leave Anna").startswith("Anna leaves the match and notes 55.")


def test_a_total_is_corrected_with_a_reason():
    typed = Typed("classic", ["hundred"], ("Anna Maria", "Ben"))
    assert typed("correct anna maria -3 miscounted in round one") == (
        "Corrected: -3 for Anna Maria (miscounted in round one)."
    )
    typed("correct 2 +12 forgot a round")
    assert typed.match.totals == (-3, 12)
    assert typed("correct ben 5") == "A correction for the reason '' cannot be; say in a few words why."
    example = "Say whom to correct, by how many points, and why, such as correct Anna Maria -3 miscounted."
    for line in (
        "correct",
        "correct Dora 3 x",
        "correct ben",
        "correct ben three x",
        "correct -3 miscounted",
    ):
        assert unwrapped(typed(line)) == example
    assert typed("undo").startswith("Taken back: the correction for Ben.")
    assert typed("scores").split("\n")[1].split() == ["1.", "Anna", "Maria", "–", "-3"]


def test_a_throw_typed_wrongly_is_put_right():
    typed = Typed()
    typed("6 3")
    assert typed("fix 6 2") == "  [6] [2] = 8"
    assert typed.prompt == "Anna, close 8: "
    typed("8")
    assert typed("fix 6 1") == "The last throw has been answered; take that back before correcting the dice."
    assert typed("fix") == "Say what the dice of the last throw show, such as fix 4 6."
    assert typed("fix a b") == '"a b" is no list of numbers; write them with blanks between, such as 1 8.'
    electronic = Typed(dice="electronic")
    electronic("")
    assert (
        electronic("fix 1 2") == "The dice are electronic and show what they show; nothing can be put right."
    )


@pytest.mark.parametrize(
    ("typed", "lines", "sentence"),
    [
        ({}, ["6 3", "1 9"], "Flaps 1 and 9 make 10, but 6 + 3 = 9 was thrown; close flaps adding up to that."),
        ({}, ["6 3", "0 9"], "There is no flap 0; the row has flaps 1, 2, 3, 4, 5, 6, 7, 8 and 9."),
        ({}, ["6 3", ""], "Type the flaps to close, such as 9; ? lists what may be closed."),
        ({}, ["6 3", "roll"], "6 + 3 has been thrown already; close flaps for it before throwing again."),
        ({}, ["6 3", "again"], "These rules let no throw be thrown again; close flaps for it."),
        ({}, ["6"], "One die cannot be thrown now; throw 2 dice together."),
        ({}, ["6 7"], "A die cannot show 7; give a whole number from 1 to 6 for each die."),
        ({}, [""], "Throw the dice and type what they show, with blanks between."),
        ({}, ["one"], "Throw the die and type what it shows."),
        ({}, ["Ben: 4 6"], "It is Anna who throws; type the numbers alone."),
        ({}, ["leave Dora"], 'There is no player "Dora"; there are Anna and Ben.'),
        ({}, ["udno"], '"udno" means nothing here; did you mean undo?'),
        ({}, ["good evening"], '"good evening" means nothing here; type help to see what does.'),
        ({}, ["1-8"], '"1-8" means nothing here; type help to see what does.'),
        ({}, ["9" * 401], "A number of 401 digits is too long; write at most 400."),
        ({"dice": "electronic"}, ["4 5"], "Anna has not thrown yet; throw before closing flaps."),
        ({"dice": "electronic"}, ["roll 4 5"], "The dice are electronic; press Enter to throw them."),
        ({"dice": "electronic"}, ["one"], "One die cannot be thrown now; throw 2 dice together."),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_line_is_said_in_one_sentence(typed, lines, sentence):
    typed = Typed(**typed)
    for line in lines[:-1]:
        typed(line)
    before = typed.match
    assert unwrapped(typed(lines[-1])) == sentence
    assert typed.match == before


def test_a_name_that_could_be_several_players_is_asked_for():
    mend = "write more of the name, or the seat: 1 or 2."
    assert unwrapped(Typed(players=("Anna", "Anna"))("leave anna")) == f'"anna" could be Anna or Anna; {mend}'
    typed = Typed(players=("Anna", "Anton", "Ann"))
    assert unwrapped(typed("leave an")).startswith('"an" could be Anna, Anton or Ann;')
    assert typed("leave ann") == "Ann leaves the match."
    assert typed("leave 2") == "Anton leaves the match."


def test_quitting_ends_with_the_standing():
    typed = Typed()
    assert typed("quit") == "    player  score\n    Anna        –\n    Ben         –"
    assert typed.session.over


def test_what_has_just_been_said_is_not_said_again_in_the_end():
    typed = Typed("lucky-seven", players=["Anna"])
    assert typed("3 4", "7").endswith("  1.  Anna        0")
    assert typed("quit") == ""
    assert typed.session.over


def test_a_correction_shows_in_the_standing_of_a_single_round():
    typed = Typed("lucky-seven", players=["Anna", "Ben"])
    typed("correct ben 5 spilt a drink", "3 4", "7")
    assert [line.split() for line in typed("scores").split("\n")[1:]] == [
        ["1.", "Anna", "0"],
        ["2.", "Ben", "5"],
    ]


def test_who_has_won_nothing_and_lost_nothing_has_no_sign():
    typed = Typed("lucky-seven", players=["Anna"], stake=10)
    assert typed("3 4", "7", "scores").split("\n")[1].split() == ["1.", "Anna", "0", "0"]


def test_a_name_with_an_escape_in_it_does_nothing_in_any_sentence():
    typed = Typed("tray", ["common"], ("\x1b[2JAnna", "Ben"))
    typed("4 6", "4")
    assert typed("1: 6") == "[2JAnna has no throw to answer; it is for Ben to close flaps."


@pytest.mark.parametrize("line", ["leave ann b", "leave Ann B: "])
def test_the_longest_name_is_meant(line):
    typed = Typed(players=("Ann", "Ann B", "Cleo"))
    assert typed(line) == "Ann B leaves the match."


def test_everything_that_was_decided_is_kept_for_a_record():
    typed = Typed()
    typed("6 3", "1 8", "undo", "9", "nonsense", "5 5", "fix 5 4")
    assert [type(decision).__name__ for decision in typed.session.decisions] == [
        "Roll", "Close", "Undo", "Close", "Roll", "Undo", "Roll",
    ]  # fmt: skip


def test_the_rules_are_explained_and_help_names_every_word():
    typed = Typed("three-hundred")
    assert "flaps 1-24" in typed("rules")
    told = typed("help")
    for word in set(Word) - {Word.GO_ON, Word.NUMBERS, Word.HELP, Word.ROLL, Word.ONE}:
        assert word in told
    assert "one " in Typed(dice="electronic")("help")
    assert "Enter" in Typed(dice="electronic")("help")
    assert all(len(line) <= 40 for line in typed("help", look=Look(columns=40)).split("\n"))
