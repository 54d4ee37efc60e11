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


NUMBERS = "numbers\nflaps = 1, 2, 11"
PUT_OUT = "Anna: 6+4 (blocked, pass 1)\nBen: 6+5 -> 11\nCarl: 6+5 -> 11\nAnna: 6+4"


def test_the_pass_that_puts_a_player_out_may_be_told_as_one():
    for told in (
        "",
        " (blocked, scores 14)",
        " (blocked, pass 2, scores 14)",
        " (scores 14; Anna pass 2)",
        " (pass 2)",
    ):
        assert by_hand(PUT_OUT + told, NUMBERS).match.round_scores[0] == 14
    for told in (" (pass 1)", " (pass 3, scores 14)", " (Ben pass 2)"):
        with pytest.raises(BrokenRule, match="which give: blocked, scores 14, pass 2; correct it"):
            by_hand(PUT_OUT + told, NUMBERS)
    # Where the first blocked throw ends the turn, it is no pass.
    with pytest.raises(BrokenRule, match="which give: blocked, scores 43; correct it"):
        by_hand("Anna: 1+1 -> 2; 1+1 (blocked, pass 1, scores 43)")


def test_the_passes_of_a_common_throw_may_be_told_so_too():
    head = "tray\nvariants = common\nflaps = 9, 10\nout_after = 2\none_die = never"
    moves = "Anna: 1+1 (Anna pass 1, Ben pass 1, Carl pass 1)\nAnna: 1+1 (Ben pass 2, Ben scores 19, Anna blocked)"
    assert by_hand(moves, head).match.round_scores == (19, 19, 19)


AT_43 = "1+1 -> 2; 1+1"
ALL_WIN = f"Anna: {AT_43}\nBen: {AT_43}\nCarl: {AT_43}\n"
CARL_WINS = f"Anna: {AT_43}\nBen: {AT_43}\nCarl: 6+3 -> 9; {AT_43}\n"


@pytest.mark.parametrize(
    "win", ["Anna and Ben win", "Carl and Anna win", 'seat 1 and "Ben" win', "Anna and Ben and Carl win"]
)
def test_players_who_win_together_may_be_told_in_one(win):
    assert by_hand(f"{ALL_WIN}(end of match: {win})").match.winners == (0, 1, 2)
    assert by_hand(f"{ALL_WIN}(end of round 1: Anna 43, {win}; Ben wins)").match.winners == (0, 1, 2)
    with pytest.raises(BrokenRule, match="which give: Carl wins, "):
        by_hand(f"{CARL_WINS}(end of match: {win})")


@pytest.mark.parametrize(
    "win", ["Anna win", "Anna and Anna win", "Anna and win", "and Anna win", "Anna and seat 1 win", "win"]
)
def test_winning_together_takes_two(win):
    with pytest.raises(BrokenRule, match="which give: Anna wins, Ben wins, Carl wins, "):
        by_hand(f"{ALL_WIN}(end of match: {win})")


def test_a_name_with_and_in_it_is_told_from_two_names():
    head = "stbpi record 1\nrules = {rules}\nplayers = Tom and Jerry, Tom, Jerry\nround 1\n"
    moves = f"Tom and Jerry: {AT_43}\nTom: {AT_43}\nJerry: {AT_43}\n"
    for told in (
        '"Tom and Jerry" and Tom win',
        "seat 1 and Jerry win",
        "Tom and Jerry wins",
        "Tom and Jerry win",
    ):
        assert by_hand(f"{moves}(end of match: {told})", head=head).match.winners == (0, 1, 2)
    # Without quotes these are Tom, Jerry and Tom again.
    with pytest.raises(BrokenRule):
        by_hand(f"{moves}(end of match: Tom and Jerry and Tom win)", head=head)
    first = moves.replace("Jerry: 1+1", "Jerry: 6+3 -> 9; 1+1", 1)
    assert by_hand(f"{first}(end of match: Tom and Jerry wins)", head=head).match.winners == (0,)
    with pytest.raises(BrokenRule):
        by_hand(f"{first}(end of match: Tom and Jerry win)", head=head)


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
        ("~ Anna: 6+3; undo 2", "5:14", "only 1 step can be taken back here, not 2; correct the number."),
        ("~ undo 5", "5:3", "no step can be taken back here, not 5; correct the number."),
        ("~ Anna: 6+3; undo 0", "5:14", "only 1 step can be taken back here, not 0; correct the number."),
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


def test_a_player_may_be_called_secret():
    record = read_record(
        f"stbpi record 1\nrules = classic\nplayers = secret\nround 1\nsecret: 6+3\nsecret = {'0a' * 32}"
    )
    assert record.decisions == (Roll((6, 3)),)
    assert record.tags.secret == "0a" * 32


def test_what_was_only_tried_out_is_taken_back_before_the_secret():
    refused = refusal(HEAD.format(rules="classic") + f"~ Anna: 6+3\nsecret = {'0a' * 32}\nstbpi record 1")
    assert str(refused).startswith("x:6:1: what was done in the lines with ~ still stands")


def test_it_is_known_where_each_decision_stands():
    record = by_hand("Anna: 6+3 ->\n  9\n~ Anna: 4+1 -> 4 1; undo 2\nAnna: 4+1 -> 5", head=f"\n{HEAD}")
    assert record.places is not None
    assert record.places.first == (2, 1)
    assert record.places.decisions == ((6, 7), (7, 3), (8, 9), (8, 16), (8, 21), (8, 21), (9, 7), (9, 14))


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
        (
            r'Anna: corrected by -3 because "a\u{ffffff}"',
            "5:33",
            "there is no such sign; write \\u{0} to \\u{d7ff}",
        ),
        (
            r'Anna: corrected by -3 because "\u{62}\u{d800}"',
            "5:38",
            "there is no such sign; write \\u{0} to \\u{d7ff}",
        ),
        (
            r'"\u{00dfff}": 6+3',
            "5:2",
            "there is no such sign; write \\u{0} to \\u{d7ff} or \\u{e000} to \\u{10ffff}.",
        ),
        ("Anna: 6+3 # half\ud83c", "5:17", "U+D83C is half of a sign, which no file can hold; leave it out."),
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
        ("secret 0a", "5:1", '"secret" stands here;'),
        ("secret = 0a", "5:10", "secret = 0a cannot be; write 64 digits from 0 to 9 and a to f."),
        ("secret =", "5:9", "the line ends here; a word without blanks must follow."),
        (f"secret = {'0a' * 32} and more", "5:75", '"and" stands here; the end of the line must.'),
        (
            f"secret = {'0a' * 32}\nAnna: 6+3",
            "6:1",
            "the record has ended with its secret; only another record can follow.",
        ),
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
            "2:9",
            "no rule set 'pubb': did you mean 'pub'?",
        ),
        (
            "stbpi record 1\nrules = pub\nroun1",
            "3:1",
            '"roun1" begins no line of a record; did you mean "round 1"?',
        ),
        (
            "stbpi record 1\nrules = pub\nroun = 3",
            "3:1",
            "\"roun\" is no key of a record: did you mean 'rounds'?",
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
        ("stbpi record 1\nflaps = 1, 1", "2:12", "flap 1 stands there twice"),
        ("stbpi record 1\nflaps = 1-9,\n  12,\n  3-4", "4:3", "flap 3 stands there twice"),
        ("stbpi record 1\nflaps = ?", "2:9", '"?" stands here; a number or a word must.'),
        ("stbpi record 1\ndate = 2026-13-01", "2:8", "date = 2026-13-01 is none"),
        (
            "stbpi record 1\nrules = classic\nrounds = 3\nplayers = A\nround 1",
            "3:10",
            "rounds = 3 means nothing with match = 'single'",
        ),
        (
            "stbpi record 1\nrules = classic\nvariants = loud\nplayers = A\nround 1",
            "3:12",
            "'classic' has no variant 'loud'",
        ),
        (
            "stbpi record 1\nrules = tray\nvariants = express,\n  commmon\nplayers = A, B\nround 1",
            "4:3",
            "'tray' has no variant 'commmon': did you mean 'common'?",
        ),
        (
            "stbpi record 1\nrules = tray\nvariants = common, express, common\nplayers = A, B\nround 1",
            "3:29",
            "The variant 'common' is named twice; once is enough.",
        ),
        ('stbpi record 1\nrules =   "pub b"\nplayers = A\nround 1', "2:11", "no rule set 'pub b'"),
        (
            "stbpi record 1\nbase = clasic\nrules = ours\nplayers = A\nround 1",
            "2:8",
            "There is no rule set 'clasic': did you mean 'classic'?",
        ),
        (
            "stbpi record 1\nbase = thai\nrules = ours\nscoring = sum\nmax_flaps = 2\nplayers = A\nround 1",
            "5:13",
            "The rule set 'ours' cannot be played: with combine = 'single' a throw of dice = 2 closes 1 flap",
        ),
        (
            "stbpi record 1\nbase = thai\nrules = ours\nvariants = a, b, a\nplayers = A\nround 1",
            "4:18",
            "The variant 'a' is named twice",
        ),
        (
            "stbpi record 1\nrules = classic\nflaps = 1-3, 100, 5\nplayers = A\nround 1",
            "3:14",
            "flaps has 100, but dice = 2 make 12 at most",
        ),
        (
            "stbpi record 1\nrules = classic\ndice = 1\nplayers = A\nround 1",
            "3:8",
            "flaps has 7, but dice = 1 make 6 at most",
        ),
        (
            "stbpi record 1\nrules = classic\nmatch = rounds\nplayers = A\nround 1",
            "3:9",
            "match = 'rounds' needs rounds",
        ),
        (
            "stbpi record 1\nrules = tray\nplayers = A\nround 1",
            "3:11",
            "Too few players for 'tray': 1; it is played by 2 to 4.",
        ),
        (
            "stbpi record 1\nrules = tray\nplayers = A, B, C, D, E, F\nround 1",
            "3:23",
            "6 players are too many for 'tray'",
        ),
        (
            f"stbpi record 1\nrules = tray\nsecret = {'0a' * 32}\nplayers = A, B\nround 1",
            "3:1",
            "a secret is told when all is over; write this below the moves, as the last line.",
        ),
        ('stbpi record 1\nrules = tray\nplayers = A, "B\\u{dc00}"\nround 1', "3:16", "there is no such sign"),
        ("stbpi record 1\nrules = tray\nplayers = A, B\udc00\nround 1", "3:15", "U+DC00 is half of a sign"),
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


@pytest.mark.parametrize(
    ("head", "place", "sentence"),
    [
        (
            "rules = ours",
            "x:2:9: ",
            "A set of the house needs base = ... as well, the built-in set that it changes.",
        ),
        (
            "rules = ours\nbase = nothing",
            "x:3:8: ",
            "A set of the house changes a built-in one, which base names: cl",
        ),
    ],
)
def test_a_set_of_the_house_is_told_to_need_a_base(head, place, sentence):
    with pytest.raises(RecordError) as caught:
        read_record(f"stbpi record 1\n{head}\nplayers = Anna, Ben\n", "x")
    assert str(caught.value).startswith(place)
    assert sentence in str(caught.value)
