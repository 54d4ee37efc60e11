"""The document of the format is true: its examples are read, and its grammar is the reader's, to the letter."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.rules.record import BrokenRule, Record, RecordError, read_record, words, write_record
from stbpi.rules.record.header import KEYS
from stbpi.rules.record.model import SECRET
from stbpi.rules.ruleset import READERS
from tests.rules.ebnf import Author, Recogniser, literals, parse
from tests.rules.recording import records
from tests.rules.test_record_round_trip import mutated, read_or_refused

DOCUMENT = (Path(__file__).parents[2] / "docs/record-format.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```record\n(.*?)```", DOCUMENT, re.DOTALL)
GRAMMAR = parse(re.findall(r"```ebnf\n(.*?)```", DOCUMENT, re.DOTALL)[0])

# The terminals, from what the document says of them and not from the reader.
HIGH = r"[^\x00-\x9f]"
INNER = rf"(?:[A-Za-z0-9'._]|-(?!>)|{HIGH})"
WORD = rf"(?:[A-Za-z]|{HIGH}){INNER}*"
NAME = rf"{WORD}(?:[ \t]+(?:{WORD}|[0-9]+(?!{INNER})))*"
OWN_WORDS = "round|stop|undo|redo|again|leaves|corrected|seat"
BLANK = r"[ \t]*"
LINE_END = r"[ \t]*(?:#[^\n]*)?\r?\n"
COMMENT = r"(?:[ \t]*#[^\n]*)?"
TERMINALS = {
    "EOL": rf"{COMMENT}{BLANK}\r?(?:\n|\Z)(?:{LINE_END})*(?:{BLANK}{COMMENT}\r?\Z)?",
    "NUMBER": r"(?:0|[1-9][0-9]{0,999})(?![0-9])",
    "WORD": WORD,
    "NAME": NAME,
    "LABEL": rf"(?!(?:{OWN_WORDS})(?!{INNER})){NAME}",
    "STRING": r'"(?:[^"\\\x00-\x1f\x7f-\x9f]|\\["\\nt]|\\u\{(?!0{0,2}d[89a-f]..\})(?:10|0?[0-9a-f])?[0-9a-f]{1,4}\})*"',
    "PLAIN": r"[A-Za-z0-9_:-]+",
    "AXIS": rf"(?:{'|'.join(READERS)})(?!{INNER})",
    "VALUE": r"[A-Za-z][A-Za-z0-9_]*",
}


def pattern(text):
    return re.compile(f"{BLANK}{text}")


def literal(text):
    if text in (",", ";", "->"):
        return pattern(rf"{re.escape(text)}(?:{LINE_END})*")
    return pattern(
        re.escape(text) + (rf"(?!{INNER})" if text[0].isalpha() else r"(?![0-9])" if text == "1" else "")
    )


RECOGNISER = Recogniser(GRAMMAR, {name: pattern(text) for name, text in TERMINALS.items()}, literal)


def accepted(text):
    """Whether the grammar of the document knows the text as a file of records."""
    before = re.match(rf"\ufeff?(?:{LINE_END})*", text)
    return RECOGNISER.accepts(text[before.end() :], "file")


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_is_read_and_is_of_the_grammar(example):
    assert isinstance(read_record(example), Record)
    assert accepted(example)


def test_the_first_two_examples_are_one_match_and_the_first_is_as_stbpi_writes_it():
    assert len(EXAMPLES) == 5
    assert read_record(EXAMPLES[0]) == read_record(EXAMPLES[1])
    assert write_record(read_record(EXAMPLES[0])) == EXAMPLES[0]
    assert read_record(EXAMPLES[2]).match.phase == "match_over"


def test_the_words_of_the_grammar_are_those_of_the_reader():
    spoken = {
        *words.RESERVED,
        *words.MAGIC,
        *(word for heading in words.HEADINGS for word in heading),
        *(key for key in KEYS if key not in READERS),
        *(words.BY, words.BECAUSE, str(words.VERSION), SECRET),
    }
    signs = {"->", ":", ";", ",", "+", "-", "(", ")", "~", "="}
    assert literals(GRAMMAR) == spoken | signs
    assert set(OWN_WORDS.split("|")) == set(words.RESERVED)
    for word in words.RESERVED:
        assert f"`{word}`" in DOCUMENT


@settings(max_examples=40, deadline=None)
@given(record=records())
def test_all_that_stbpi_writes_is_of_the_grammar(record):
    assert accepted(write_record(record))


NO_WORDS = re.compile("stands here; |the line ends here; |no such line of consequences|is no key of a record")
"""How a reader speaks who did not expect what stands there."""


@settings(max_examples=400, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_the_reader_understands_all_that_is_of_the_grammar(seed):
    chance = random.Random(seed)
    author = Author(
        GRAMMAR,
        {
            "NUMBER": lambda some: str(some.choice((0, 1, 2, 3, 6, 9, 12))),
            "WORD": lambda some: some.choice(("blocked", "scores", "x-y")),
            "LABEL": lambda some: some.choice(("Anna", "Ben 2", "by")),
            "STRING": lambda some: some.choice(('"Anna"', r'"\u{1f3b2}"')),
        },
        chance,
    )
    head = "stbpi record 1\nrules = numbers\nplayers = Anna, Ben 2\nround 1\n"
    text = head + "".join(f"{author.text('line')}\n" for _ in range(3))
    assert accepted(text)
    outcome = read_or_refused(text, "made up")
    assert isinstance(outcome, Record | BrokenRule), (text, outcome)


@settings(max_examples=400, deadline=None)
@given(record=records(), data=st.data())
def test_the_reader_refuses_all_that_is_not(record, data):
    text = write_record(record)
    if len(text) > 1500:
        # The front of a long record, to its last whole line that can end it.
        text = "".join(line for line in text[:1500].splitlines(keepends=True)[:-1])
    text = mutated(text, data)
    outcome = read_or_refused(text, "mutated")
    if not accepted(text):
        assert isinstance(outcome, RecordError), text
    elif isinstance(outcome, RecordError):
        assert isinstance(outcome, BrokenRule) or not NO_WORDS.search(outcome.reason), (text, outcome)
