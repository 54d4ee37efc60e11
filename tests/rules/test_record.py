"""Records as people see and write them: what they look like, what may be left out, and how a slip is told."""

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
    BrokenRule,
    Record,
    RecordError,
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
    players = ("Anna", "Anna", "seat 2", "redo 9", "4 Aces", "<img onerror=x>", "\x1b[2J\ud800", "")
    text = written("classic", players, *(Roll((6, 3)), close(9)))
    assert text.startswith(
        "rules = classic\n"
        'players = Anna, Anna, "seat 2", "redo 9", "4 Aces", "<img onerror=x>",\n'
        '    "\\u{1b}[2J\\u{d800}", ""\n'
    )
    assert "seat 1: 6+3 -> 9\n" in text


def test_all_that_is_said_about_a_match_stands_in_its_head():
    tags = Tags(
        event="Friday",
        place="The Fox, upstairs",
        date="2026-07-28T19:40Z",
        dice_source="entered",
        secret="0a" * 32,
    )
    record = Record(rule_set("three-down", closed_at_start=[]), ("Anna",), (), tags)
    assert write_record(record) == (
        "stbpi record 1\n"
        "rules = three-down\n"
        "closed_at_start = none\n"
        "players = Anna\n"
        'event = "Friday"\n'
        'place = "The Fox, upstairs"\n'
        "date = 2026-07-28T19:40Z\n"
        "dice_source = entered\n"
        f"secret = {'0a' * 32}\n"
        "\nround 1\n"
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
        ({"secret": "AB" * 32}, "write 64 digits from 0 to 9 and a to f."),
    ],
)
def test_what_no_tag_can_be_is_refused(tag, sentence):
    with pytest.raises(TagError) as refused:
        Tags(**tag)
    assert sentence in str(refused.value)


# Written by hand

HEAD = "stbpi record 1\nrules = {rules}\nplayers = Anna, Ben, Carl\nround 1\n"


def by_hand(moves, rules="classic", head=HEAD):
    return read_record(head.format(rules=rules) + moves, "x")


def test_people_may_leave_out_what_follows_and_lay_out_the_rest_as_they_like():
    record = by_hand(
        """
        # our first match
        Anna : 6+3->1   8 ; 5 + 4 -> 9   # nine is gone
        Anna:6+4 ->
            4 6;

            1+1 ->   # blocked? no
              2
        Anna: 1+1
"""
    )
    assert record.decisions == (
        *(Roll((6, 3)), close(1, 8), Roll((5, 4)), close(9), Roll((6, 4)), close(4, 6)),
        *(Roll((1, 1)), close(2), Roll((1, 1))),
    )
    assert record.match.round_scores[0] == 3 + 5 + 7


def test_in_a_common_throw_everybody_may_answer_in_a_line_of_their_own():
    record = by_hand("Anna: 6+4 -> 4\nCarl: -> 10\nseat 2: -> 6", "tray\nvariants = common")
    assert record.decisions == (Roll((6, 4)), Close((4,), 0), Close((10,), 2), Close((6,)))


def test_consequences_may_be_said_in_part_and_in_any_order():
    by_hand("Anna: 1+1 -> 2; 1+1 (scores 43)\n(end of match: Anna 43)".replace("(end of match: Anna 43)", ""))
    by_hand("Anna: 1+1 -> 2; 1+1 (Anna scores 43; blocked)\n(totals: Ben 0; seat 1 0)")


@pytest.mark.parametrize(
    ("moves", "place", "sentence"),
    [
        ("Anna: 6+3 -> 1 7", "5:14", "Flaps 1 and 7 make 8, but 6 + 3 = 9 was thrown"),
        ("Anna: 6+3 -> 9; 4+5 -> 9", "5:24", "Flap 9 is closed already"),
        ("Anna: 6+7", "5:7", "A die cannot show 7"),
        ("Anna: 6", "5:7", "One die cannot be thrown now"),
        ("Anna: 6+3; 6+3", "5:12", "6 + 3 has been thrown already"),
        ("Anna: -> 9", "5:10", "Anna has not thrown yet"),
        ("Ben: 6+3", "5:6", "it is for Anna to throw, not for Ben."),
        ("Anna: 6+3\nBen: -> 9", "6:9", "Ben has no throw to answer; it is for Anna to close flaps."),
        ("Anna: 6+3 -> again", "5:14", "These rules let no throw be thrown again"),
        ("round 2", "5:1", "Round 1 is still being played"),
        ("stop", "5:1", "Round 1 is still being played"),
        ("Anna: leaves\nAnna: leaves", "6:7", "Anna is not in the match any more"),
        ('Anna: corrected by +1 because " "', "5:7", "say in a few words why"),
        ("Dora: 6+3", "5:1", "nobody is called Dora; there are Anna, Ben, Carl."),
        ("seat 4: 6+3", "5:1", "there is no seat 4; seats are 1 to 3."),
        ("Anna: 6+3 (blocked)", "5:12", "nothing follows from this move; leave the brackets out."),
        (
            "Anna: 1+1 -> 2; 1+1 (blocked, scores 44)",
            "5:31",
            "this does not follow from the moves, which give: blocked, scores 43; correct it or leave it out.",
        ),
        ("(totals: Anna 1)", "5:10", "which give: Anna 0, Ben 0, Carl 0;"),
        ("(end of round 1: Anna 1)", "5:2", "the round has not ended here; leave the line out."),
        ("(end of round 2: Anna 1)", "5:15", "this is round 1; write that, or leave the line out."),
        ("(end of match: Anna wins)", "5:2", "the match has not ended here; leave the line out."),
        (
            "Anna: 6+3; undo",
            "5:12",
            'what is taken back stands in lines that begin with "~"; write this in one too.',
        ),
        ("~ Anna: 6+3; undo 2", "5:14", "1 steps can be taken back here, not 2; correct the number."),
        ("~ Anna: 6+3; undo 0", "5:14", "1 steps can be taken back here, not 0; correct the number."),
        ("~ Anna: 6+3\nAnna: -> 9", "6:1", "what was done in the lines with ~ still stands"),
        ("~ Anna: 6+3", "5:1", "what was done in the lines with ~ still stands"),
        ("Anna: 6+3\n~ undo", "6:3", "this takes back what stands in a line without ~"),
        ("~ Anna: 6+3; undo\nAnna: redo 6+4", "6:7", "this is not what was taken back last"),
        ("-> 9", "5:4", "nobody is named here"),
    ],
)
def test_a_broken_rule_is_told_with_line_column_and_reason(moves, place, sentence):
    with pytest.raises(BrokenRule) as refused:
        by_hand(moves)
    assert str(refused.value).startswith(f"x:{place}: ")
    assert sentence in str(refused.value)


def test_a_refusal_of_the_rules_carries_their_code():
    with pytest.raises(BrokenRule) as refused:
        by_hand("Anna: 6+3 -> 1 7")
    assert refused.value.code == "wrong_total"


@pytest.mark.parametrize(
    ("moves", "place", "sentence"),
    [
        ("Anna 6+3", "5:1", '"Anna" stands here; a name and ":", "round", "stop", "undo", "->" or "(" must.'),
        (
            "Anna:",
            "5:6",
            "the line ends here; a throw such as 6+3, ->, leaves, corrected or undo must follow.",
        ),
        ("Anna: 6+", "5:9", "the line ends here; a die must follow."),
        ("Anna: 6+3 ->", "5:13", "the line ends here; a flap, again, or a name with a colon must follow."),
        ("Anna: 6+3 -> 9 + 1", "5:16", '"+" stands here; ";" or the end of the line must.'),
        ("Anna: 06+3", "5:7", '"06" begins with 0; leave that out.'),
        ("Anna: corrected -3", "5:17", '"-" stands here; by must.'),
        ("Anna: corrected by 3", "5:20", '"3" stands here; + or - must.'),
        ("Anna: corrected by -3 because off", "5:31", '"off" stands here; the reason in quotes must.'),
        ('Anna: corrected by -3 because "off', "5:31", "this string is not one; end it with"),
        (r'Anna: corrected by -3 because "\x"', "5:31", "this string is not one; end it with"),
        (r'Anna: corrected by -3 because "\u{ffffff}"', "5:31", "there is no sign beyond \\u{10ffff}"),
        ("Anna: 1+1 -> 2; 1+1 (blocked", "5:29", 'the line ends here; "," or ")" must follow.'),
        ("Anna: 6+3 ()", "5:12", '")" stands here; what follows from the move, such as blocked, must.'),
        (
            "(scores: Anna 3)",
            "5:2",
            "no such line of consequences; there are: end of round, totals, balances",
        ),
        ("round two", "5:7", '"two" stands here; the number of the round must.'),
        ("redo Anna: 6+3", "5:6", '"Anna" stands here; round or stop must.'),
        ("rules = pub", "5:1", '"rules" stands here;'),
        ("\x00", "5:1", '"\\u{0}" stands here;'),
        ("Anna:\u00a06+3", "5:6", '"\\u{a0}6" stands here;'),
    ],
)
def test_what_cannot_be_read_is_told_with_line_column_and_mend(moves, place, sentence):
    refused = refusal(HEAD.format(rules="classic") + moves)
    assert not isinstance(refused, BrokenRule)
    assert str(refused).startswith(f"x:{place}: ")
    assert sentence in str(refused)


@pytest.mark.parametrize(
    ("text", "place", "sentence"),
    [
        ("Dear Ben,\n", "1:1", 'this is no record of a match; the first line of one is "stbpi record 1".'),
        ("stbpi record 2\n", "1:14", 'this record has version "2" of the format; version 1 can be read'),
        ("stbpi record\n", "1:13", "the version of the format must follow."),
        ("stbpi record 1\n", "1:1", "the record does not say rules = ...; write that below this line."),
        ("stbpi record 1\nrules = pub\nround 1", "1:1", "the record does not say players = ..."),
        (
            "stbpi record 1\nrules = pub\nplayers = A",
            "3:12",
            'the record ends without moves; write "round 1"',
        ),
        (
            "stbpi record 1\nrules = pub\nplayers = A\nround 2",
            "4:7",
            "the moves begin with round 1; write that.",
        ),
        (
            "stbpi record 1\nrules = pubb\nplayers = A\nround 1",
            "2:1",
            "no rule set 'pubb': did you mean 'pub'?",
        ),
        ("stbpi record 1\nrulez = pub", "2:1", "\"rulez\" is no key of a record: did you mean 'rules'?"),
        ("stbpi record 1\nrules = pub\nrules = pub", "3:1", "rules stands in line 2 already; write it once."),
        ("stbpi record 1\nrules pub", "2:7", '"pub" stands here; = must.'),
        ("stbpi record 1\nrules = pub, tray", "2:12", '"," stands here; the end of the line must.'),
        ("stbpi record 1\ndice = 9", "2:8", "dice = 9 cannot be: write a whole number from 1 to 4."),
        ("stbpi record 1\nrows = mine", "2:8", "rows = 'mine' cannot be:"),
        (
            "stbpi record 1\nflaps = 9-1",
            "2:9",
            "there are no such flaps; write 1 to 999, the lower one first.",
        ),
        ("stbpi record 1\nflaps = 1-999999999", "2:9", "there are no such flaps"),
        ("stbpi record 1\nflaps = 1, 1", "2:9", "flap 1 stands there twice"),
        ("stbpi record 1\nflaps = ?", "2:9", '"?" stands here; a number or a word must.'),
        ("stbpi record 1\ndate = 2026-13-01", "2:8", "date = 2026-13-01 is none"),
        (
            "stbpi record 1\nrules = classic\nrounds = 3\nplayers = A\nround 1",
            "3:1",
            "rounds = 3 means nothing with match = 'single'",
        ),
        (
            "stbpi record 1\nrules = classic\nvariants = loud\nplayers = A\nround 1",
            "2:1",
            "'classic' has no variant 'loud'",
        ),
        ("stbpi record 1\nrules = tray\nplayers = A\nround 1", "3:1", "1 players are too few for 'tray'"),
    ],
)
def test_a_head_that_cannot_be_is_told_with_line_column_and_mend(text, place, sentence):
    refused = refusal(text)
    assert str(refused).startswith(f"x:{place}: ")
    assert sentence in str(refused)


def refusal(text):
    with pytest.raises(RecordError) as refused:
        read_record(text, "x")
    return refused.value
