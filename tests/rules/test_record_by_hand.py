"""Records as people write them: what may be left out, and how a slip is told."""

from __future__ import annotations

import pytest

from stbpi.rules.actions import Close, Roll
from stbpi.rules.record import BrokenRule, RecordError, read_record


def close(*flaps):
    return Close(flaps)


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
