"""Records as people see them: what stbpi writes."""

from __future__ import annotations

import pytest

from stbpi.rules import rule_set
from stbpi.rules.actions import (
    Close,
    Correct,
    NextRound,
    Redo,
    Retire,
    Roll,
    RollAgain,
    Stop,
    Undo,
)
from stbpi.rules.record import (
    Record,
    TagError,
    Tags,
    read_record,
    write_record,
)


def written(name, players, *decisions, variants=(), **axes):
    """The record as it is written, without its first line."""
    record = Record(rule_set(name, variants, **axes), tuple(players), decisions)
    first, _, rest = write_record(record).partition("\n")
    assert first == "stbpi record 1"
    return rest


def close(*flaps):
    return Close(flaps)


def test_a_classic_match_reads_turn_by_turn_with_its_scores_and_winner():
    assert (
        written(
            "classic",
            ("Anna", "Ben"),
            *(Roll((6, 3)), close(1, 8), Roll((5, 4)), close(9), Roll((6, 4)), close(4, 6)),
            *(Roll((6, 6)), close(5, 7), Roll((4, 1)), close(2, 3)),
        )
        == """\
rules = classic
players = Anna, Ben

round 1
Anna: 6+3 -> 1 8; 5+4 -> 9; 6+4 -> 4 6; 6+6 -> 5 7; 4+1 -> 2 3 (shuts the box)
(end of round 1: Anna 0, Ben no score, Anna wins)
(end of match: Anna wins, Anna 0, Ben no score)
"""
    )


def test_a_match_for_money_says_who_paid_what():
    one_flap = {"flaps": [5], "dice": 1, "one_die": "never", "stake": 50}
    text = written(
        "pub",
        ("Anna", "Ben"),
        *(Roll((1,)), Roll((2,)), NextRound(), Roll((5,)), close(5), NextRound()),
        *(Retire(1), Roll((1,)), Stop()),
        **one_flap,
    )
    assert (
        text
        == """\
rules = pub
flaps = 5-5
dice = 1
one_die = never
stake = 50
players = Anna, Ben

round 1
Anna: 1 (blocked, scores 5)
Ben: 2 (blocked, scores 5)
(end of round 1: Anna 5, Ben 5, Anna wins, Ben wins)
(totals: Anna 5, Ben 5)
(balances: Anna +0, Ben +0, pool 0)

round 2
Ben: 5 -> 5 (shuts the box)
(end of round 2: Anna no score, Ben 0, Ben wins)
(totals: Anna 5, Ben 5)
(balances: Anna -100, Ben +100, pool 0)

round 3
Ben: leaves (no score)
Anna: 1 (blocked, scores 5)
(end of round 3: Anna 5, Ben no score, Anna wins, Ben out)
(totals: Anna 10, Ben 5)
(balances: Anna -50, Ben +50, pool 0)
stop
(balances: Anna -50, Ben +50, pool 0)
(end of match: Anna wins, Anna 10, Ben 5)
"""
    )


def test_a_common_throw_stands_in_one_line_with_all_its_answers():
    text = written(
        "tray",
        ("Anna", "Ben", "Carl"),
        *(Roll((6, 4)), Close((10,), 2), Close((4, 6), 0), Close((6,), 1)),
        *(Roll((5, 5)), Close((5,), 0), Correct(1, -3, 'said "6"\n'), Close((5,), 1), Close((5,), 2)),
        variants=["common"],
    )
    assert text.endswith(
        """\
round 1
Anna: 6+4 -> Carl: 10, Anna: 4 6, Ben: 6
Anna: 5+5 -> Anna: 5
Ben: corrected by -3 because "said \\"6\\"\\n"
(totals: Anna 0, Ben -3, Carl 0)
-> Ben: 5, Carl: 5
"""
    )


def test_whom_a_common_throw_blocks_is_said_by_name():
    text = written("tray", ("Anna", "Ben"), Roll((6, 6)), variants=["common"], flaps=[1, 2], one_die="never")
    assert "\nAnna: 6+6 (Anna blocked, Ben blocked, Anna scores 3, Ben scores 3)\n" in text
    assert text.endswith(
        """\
(end of round 1: Anna 3, Ben 3, Anna wins, Ben wins)
(totals: Anna 3, Ben 3)
"""
    )


def test_no_more_axes_are_written_than_are_needed():
    assert written("tray", ("A", "B"), match="open").startswith(
        "rules = tray\nmatch = open\nplayers = A, B\n"
    )


def test_passes_doubles_and_throwing_again_are_told_apart():
    text = written(
        "numbers",
        ("Anna", "Ben"),
        *(Roll((4, 4)), RollAgain(), Roll((4, 4)), close(1, 2, 5)),
        *(Roll((1, 1)), close(2), Roll((1, 1)), Roll((1, 1)), Roll((2, 1)), close(3), Roll((1, 1))),
        flaps=[1, 2, 3, 5, 11],
        max_flaps=2,
    )
    assert text.endswith(
        """\
round 1
Anna: 4+4 -> again; 4+4 -> 1 2 5
Ben: 1+1 -> 2
Anna: 1+1 (throws again); 1+1 (throws again); 2+1 -> 3
Ben: 1+1 (throws again)
"""
    )
    assert written("numbers", ("A", "B"), Roll((1, 2)), flaps=[4, 11]).endswith("A: 1+2 (blocked, pass 1)\n")


def test_what_was_taken_back_stands_in_lines_of_its_own():
    text = written(
        "classic",
        ("Anna",),
        *(Roll((6, 3)), close(9), Undo(), Undo(), Redo(), close(1, 8), Roll((5, 4))),
        *(close(9), Undo(), Redo(), Undo(), close(4, 5), Roll((6, 6)), Undo()),
    )
    assert text.endswith(
        """\
round 1
~ Anna: 6+3 -> 9; undo 2
Anna: redo 6+3 -> 1 8; 5+4
~ Anna: -> 9; undo
~ Anna: -> redo 9; undo
Anna: -> 4 5
~ Anna: 6+6; undo
"""
    ), text


def test_the_end_of_a_round_can_be_taken_back():
    text = written(
        "classic",
        ("Anna",),
        *(Roll((1, 1)), close(2), Roll((1, 1)), NextRound(), Roll((6, 3)), Undo(), Undo(), Undo()),
        *(Redo(), Redo(), Undo(), NextRound()),
        variants=["hundred"],
    )
    assert text.endswith(
        """\
round 1
Anna: 1+1 -> 2
~ Anna: 1+1 (blocked, scores 43)
~ round 2
~ Anna: 6+3; undo 3
Anna: redo 1+1 (blocked, scores 43)
(end of round 1: Anna 43, Anna wins)
(totals: Anna 43)
~ redo round 2; undo

round 2
"""
    ), text


def test_players_with_one_name_are_called_by_seat_and_odd_names_are_quoted():
    players = ("Anna", "Anna", "seat 2", "redo 9", "4 Aces", "<img onerror=x>", "\x1b[2J\u2028", "")
    text = written("classic", players, *(Roll((6, 3)), close(9)))
    assert text.startswith(
        "rules = classic\n"
        'players = Anna, Anna, "seat 2", "redo 9", "4 Aces", "<img onerror=x>",\n'
        '    "\\u{1b}[2J\\u{2028}", ""\n'
    )
    assert "seat 1: 6+3 -> 9\n" in text


def test_all_that_is_said_about_a_match_stands_in_its_head_and_the_secret_in_the_end():
    tags = Tags(
        event="Friday",
        place="The Fox, upstairs",
        date="2026-07-28T19:40Z",
        dice_source="electronic",
        commitment="0b" * 32,
        secret="0a" * 32,
    )
    record = Record(rule_set("three-down", closed_at_start=[]), ("Anna",), (Roll((6, 3)), close(9)), tags)
    assert write_record(record) == (
        "stbpi record 1\n"
        "rules = three-down\n"
        "closed_at_start = none\n"
        "players = Anna\n"
        'event = "Friday"\n'
        'place = "The Fox, upstairs"\n'
        "date = 2026-07-28T19:40Z\n"
        "dice_source = electronic\n"
        f"commitment = {'0b' * 32}\n"
        "\nround 1\n"
        "Anna: 6+3 -> 9\n"
        f"\nsecret = {'0a' * 32}\n"
    )
    assert read_record(write_record(record)) == record


@pytest.mark.parametrize(
    ("tag", "sentence"),
    [
        (
            {"date": "2026-02-29"},
            "date = 2026-02-29 is none; write one like 2026-07-28 or 2026-07-28T19:40Z.",
        ),
        ({"date": "28.7.2026"}, "date = 28.7.2026 is none"),
        ({"date": "2026-07-28T24:00Z"}, "is none"),
        ({"dice_source": "electric"}, "dice_source = electric is none: did you mean 'electronic'?"),
        ({"event": "Fri\ud83cday"}, "event: 'Fri\\ud83cday' has half of a sign in it (U+D800 to U+DFFF)"),
        ({"place": "\udfff"}, "place: '\\udfff' has half of a sign in it"),
        ({"secret": "AB" * 32}, "write 64 digits from 0 to 9 and a to f."),
    ],
)
def test_what_no_tag_can_be_is_refused(tag, sentence):
    with pytest.raises(TagError) as refused:
        Tags(**tag)
    assert sentence in str(refused.value)
