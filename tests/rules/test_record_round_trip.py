"""What was written is read back, for every match; whatever is read is read or refused, and never anything else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.rules import RuleSet, rule_set
from stbpi.rules.actions import Close, Correct, Roll, to_json
from stbpi.rules.record import BrokenRule, Record, RecordError, read_record, read_records, write_record
from stbpi.rules.ruleset import MOST_POINTS
from tests.rules.recording import any_text, decisions_of, house_rules, records
from tests.rules.test_invariants import SETS


@pytest.mark.parametrize(("name", "variants"), SETS)
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32), stake=st.sampled_from((0, 7)))
def test_reading_what_was_written_gives_the_same_match_and_decisions(name, variants, seed, stake):
    rules = rule_set(name, variants, stake=stake)
    players = tuple(f"Player {seat + 1}" for seat in range(max(2, rules.min_players)))
    record = Record(rules, players, decisions_of(rules, players, seed))
    read = read_record(write_record(record))
    assert read == record
    # Equal by type too: Close((1,)) and Close((True,)) compare equal.
    assert list(map(to_json, read.decisions)) == list(map(to_json, record.decisions))
    assert read.match == record.match
    assert read.match.news == record.match.news
    assert read.history() == record.history()


@settings(max_examples=60, deadline=None)
@given(record=records())
def test_names_texts_tags_and_rules_of_the_house_come_back_as_they_were(record):
    text = write_record(record)
    assert read_record(text) == record
    assert text.endswith("\n")
    assert text.isascii() or text.encode("utf-8")
    assert all(line.isprintable() for line in text.split("\n"))
    assert read_record("\ufeff" + text.replace("\n", "\r\n")) == record
    assert read_record(text.rstrip("\n")) == record


@settings(max_examples=20, deadline=None)
@given(several=st.lists(records(), min_size=2, max_size=3))
def test_records_may_follow_one_another(several):
    text = "".join(map(write_record, several))
    assert list(read_records(text.split("\n"))) == several
    with pytest.raises(RecordError, match=f"{len(several)} records stand here"):
        read_record(text)


def test_each_record_is_there_as_soon_as_the_next_begins():
    record = Record(rule_set("classic"), ("Anna",), (Roll((6, 3)), Close((9,))))
    begun = []

    def lines():
        for text in (write_record(record), write_record(record), "no record"):
            begun.append(text)
            yield from text.splitlines(keepends=True)

    reading = read_records(lines())
    assert next(reading) == record
    assert len(begun) == 2
    with pytest.raises(RecordError):
        next(reading)


@settings(max_examples=250, deadline=None)
@given(record=records(), data=st.data())
def test_whatever_happens_to_a_record_it_is_read_or_refused_with_its_place(record, data):
    text = write_record(record)
    for _ in range(data.draw(st.integers(1, 3))):
        text = mutated(text, data)
    outcome = read_or_refused(text, "mailed.txt")
    if isinstance(outcome, Record):
        assert read_record(write_record(outcome)) == outcome
        return
    lines = text.split("\n")
    assert 1 <= outcome.line <= len(lines)
    assert 1 <= outcome.column <= len(lines[outcome.line - 1]) + 1
    assert str(outcome) == f"mailed.txt:{outcome.line}:{outcome.column}: {outcome.reason}"
    assert "\n" not in outcome.reason


def read_or_refused(text, name):
    try:
        return read_record(text, name)
    except RecordError as error:
        return error


def mutated(text, data):
    """The text with something cut, put in, doubled, or moved."""
    begin = data.draw(st.integers(0, len(text)))
    end = min(len(text), begin + data.draw(st.integers(0, 12)))
    piece = data.draw(
        st.one_of(
            any_text,
            st.sampled_from(
                ("->", ";", ",", ":", "~", "undo", "redo", "(", ")", "\n", "9", "-", '"', "#", "0", "round 2")
            ),
            st.just(text[begin:end] * 2),
        )
    )
    return text[:begin] + piece + text[end:]


@pytest.mark.parametrize("content", ["", "\n\n", "# nothing\n", "\ufeff"])
def test_nothing_is_no_record(content):
    with pytest.raises(RecordError, match="there is no record here"):
        read_record(content)


def test_digit_scores_of_many_digits_are_written_and_checked():
    row = {"flaps": 48, "closed_at_start": [1, 2, 3, 4], "dice": 4, "die_sides": 12}
    rules = RuleSet.from_axes("long", (), {**row, "scoring": "digits"})
    record = Record(rules, ("Anna",), (Roll((1, 1, 1, 1)),))
    text = write_record(record)
    score = record.match.totals[0]
    assert len(str(score)) == 83
    assert f"scores {score}" in text
    assert read_record(text) == record
    with pytest.raises(RecordError, match="this does not follow from the moves"):
        read_record(text.replace(str(score), str(score + 1)))


def test_the_largest_correction_comes_back_and_a_number_beyond_all_reason_is_refused():
    rules = rule_set("classic")
    longest = Record(rules, ("Anna",), (Correct(0, -MOST_POINTS, "by mistake"),))
    text = write_record(longest)
    assert read_record(text) == longest
    with pytest.raises(BrokenRule):
        read_record(text.replace(f"by -{MOST_POINTS}", f"by -{MOST_POINTS + 1}"))
    with pytest.raises(RecordError, match="a number of 5000 digits is too long"):
        read_record(text.replace(f"by -{MOST_POINTS}", f"by -{'9' * 5000}"))


def test_a_rule_set_of_the_house_needs_no_configuration_to_be_read():
    own = house_rules(rule_set("tray", ["common"], flaps=12), "Friday night!", ("loud",))
    text = write_record(Record(own, ("Anna", "Ben")))
    assert 'rules = "Friday night!"\nbase = tray\nvariants = loud\nflaps = 1-12\n' in text
    assert read_record(text).rules == own
