"""What people see who check the dice of a match: ``stbpi replay --verify-dice`` on what ``stbpi export`` wrote."""

from __future__ import annotations

import hashlib
import json
import re

import pytest

from stbpi.rules.actions import Retire, Roll, Undo
from stbpi.rules.record import read_record
from stbpi.store import Journal
from stbpi.table.dice import throw_dice
from stbpi.table.setup import MatchSetup
from tests.store.matches import NOON
from tests.table.driver import SECRET
from tests.table.honest import played_by_chance, setup_of

PUBLISHED = hashlib.sha256(SECRET).hexdigest()
EXPRESS = setup_of("tray", ("common", "express"))
LEFT = MatchSetup(EXPRESS.rules, EXPRESS.players, "electronic", bytes([9]) * 32)
BY_HAND = MatchSetup(EXPRESS.rules, EXPRESS.players, "entered", bytes([7]) * 32)
RUNNING = MatchSetup(EXPRESS.rules, EXPRESS.players, "electronic", bytes([8]) * 32)


@pytest.fixture
def journal(tmp_path):
    """A configuration whose journal holds a match to its end, one that was left, one by hand, and one being played."""
    opened = Journal.open(tmp_path / "journal.db")
    try:
        for setup, most in ((EXPRESS, None), (LEFT, 20), (BY_HAND, None), (RUNNING, 20)):
            opened.append(opened.begin(setup, NOON), played_by_chance(setup, 3)[:most], NOON)
    finally:
        opened.close()
    config = tmp_path / "stbpi.toml"
    config.write_text('[store]\npath = "journal.db"\n')
    return config


@pytest.fixture
def exported(stbpi, journal, tmp_path):
    """Exports a match by its number; gives the file and its text."""

    def export(number):
        file = tmp_path / "match.txt"
        assert stbpi("export", "--config", journal, "--match", number, "--output", file)[0] == 0
        return file, file.read_text(encoding="utf-8")

    return export


def test_a_match_that_is_over_tells_its_secret_in_the_end(exported):
    text = exported(1)[1]
    assert f"\ncommitment = {PUBLISHED}\n" in text
    assert text.endswith(f"\n\nsecret = {SECRET.hex()}\n")


def test_so_does_one_that_was_left_for_another(exported):
    text = exported(2)[1]
    assert "(end of match" not in text
    assert read_record(text).tags.secret == LEFT.secret.hex()


def test_dice_by_hand_have_neither(exported):
    tags = read_record(exported(3)[1]).tags
    assert (tags.dice_source, tags.commitment, tags.secret) == ("entered", None, None)


def test_of_a_match_being_played_the_secret_is_in_nothing_that_is_exported(stbpi, journal):
    for chosen in ("--last", "--all"):
        for form in ("record", "json", "csv"):
            out = stbpi("export", "--config", journal, chosen, "--format", form)[1]
            assert RUNNING.secret.hex() not in out
            if form != "csv":
                assert hashlib.sha256(RUNNING.secret).hexdigest() in out


def test_nor_is_that_of_a_match_whose_end_was_taken_back(stbpi, tmp_path):
    opened = Journal.open(tmp_path / "journal.db")
    setup = setup_of("classic", players=1)
    opened.append(opened.begin(setup, NOON), (Retire(0), Undo()), NOON)
    opened.close()
    config = tmp_path / "stbpi.toml"
    config.write_text('[store]\npath = "journal.db"\n')
    assert SECRET.hex() not in stbpi("export", "--config", config, "--json")[1]


def test_honest_dice_are_found_honest(stbpi, exported):
    file, text = exported(1)
    throws = sum(isinstance(one, Roll) for one in read_record(text).decisions)
    status, out, err = stbpi("replay", "--verify-dice", file)
    assert (status, err) == (0, "")
    assert out == stbpi("replay", file)[1] + (
        f"honest dice: all {throws} throws follow from the secret, and the secret is the one that was committed to:\n"
        f"  {PUBLISHED}\n"
    )
    status, out, err = stbpi("replay", file, "--verify-dice", "--json")
    assert (status, err) == (0, "")
    (match,) = json.loads(out)["matches"]
    assert match["dice"] == {"verdict": "honest", "throws": throws, "findings": [], "told_before": None}
    assert (match["commitment"], match["secret"]) == (PUBLISHED, SECRET.hex())


def test_without_being_asked_nothing_is_said_of_the_dice(stbpi, exported):
    file, _ = exported(1)
    assert "dice" not in json.loads(stbpi("replay", file, "--json")[1])["matches"][0]
    assert "honest" not in stbpi("replay", file)[1]


def with_last_throw_changed(text):
    """The record with other dice in its last throw that is not answered, and where that stands."""
    record = read_record(text)
    index = max(index for index, one in enumerate(record.decisions) if isinstance(one, Roll))
    line, column = record.places.decisions[index]
    lines = text.split("\n")
    thrown = re.match(r"[0-9+]+", lines[line - 1][column - 1 :])[0]
    other = "+".join(str(int(pips) % 6 + 1) for pips in thrown.split("+"))
    kept = [*lines[: line - 1], lines[line - 1][: column - 1] + other]
    return "\n".join(kept) + f"\nsecret = {record.tags.secret}\n", (line, column), thrown, other


def test_a_throw_that_was_changed_is_found_with_line_and_column(stbpi, exported):
    file, text = exported(1)
    changed, (line, column), thrown, other = with_last_throw_changed(text)
    file.write_text(changed, encoding="utf-8")
    status, out, err = stbpi("replay", "--verify-dice", file)
    assert status == 1
    assert re.fullmatch(
        re.escape(f"stbpi: {file}:{line}:{column}: Throw ")
        + "[0-9]+"
        + re.escape(f" shows {other}, where the secret gives {thrown}.\n"),
        err,
    )
    assert out.endswith("\nwrong dice\n")
    assert stbpi("replay", file)[0] == 0
    status, out, err = stbpi("replay", "--verify-dice", "--json", file)
    assert status == 1
    dice = json.loads(out)["matches"][0]["dice"]
    assert dice["verdict"] == "wrong"
    (finding,) = dice["findings"]
    assert (finding["code"], finding["line"], finding["column"]) == ("other_dice", line, column)


def test_another_commitment_than_that_of_the_secret_is_a_finding(stbpi, exported):
    file, text = exported(1)
    file.write_text(text.replace(PUBLISHED, "0a" * 32), encoding="utf-8")
    status, out, err = stbpi("replay", "--verify-dice", file)
    assert (status, err) == (
        1,
        f"stbpi: {file}:1:1: The secret is not the one that was committed to: its SHA-256 sum is {PUBLISHED}, "
        f"and {'0a' * 32} was published.\n",
    )
    assert out.endswith("\nwrong dice\n")


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (
            3,
            "1:1: The dice were thrown by hand and entered, and follow from nothing that could be checked.",
        ),
        (
            4,
            "1:1: The record does not tell the secret, which is told when the match is over; nothing can be checked.",
        ),
    ],
)
def test_what_cannot_be_checked_is_a_finding_that_says_why(stbpi, exported, number, sentence):
    file, _ = exported(number)
    status, out, err = stbpi("replay", "--verify-dice", file)
    assert (status, err) == (1, f"stbpi: {file}:{sentence}\n")
    assert out.endswith("\nunproven dice\n")


def test_a_record_without_commitment_is_told(stbpi, exported):
    file, text = exported(1)
    file.write_text(text.replace(f"commitment = {PUBLISHED}\n", ""), encoding="utf-8")
    status, _, err = stbpi("replay", "--verify-dice", file)
    assert status == 1
    assert "The record has no commitment" in err


def test_of_several_matches_each_is_checked_and_told_in_its_place(stbpi, journal, tmp_path):
    file = tmp_path / "all.txt"
    assert stbpi("export", "--config", journal, "--all", "--output", file)[0] == 0
    status, out, err = stbpi("replay", "--verify-dice", file)
    assert status == 1
    verdicts = re.findall(r"^(\w+) dice\b", out, re.MULTILINE)
    assert verdicts == ["honest", "honest", "unproven", "unproven"]
    begins = [
        number
        for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), start=1)
        if line == "stbpi record 1"
    ]
    assert [line.partition(": T")[0] for line in err.splitlines()] == [
        f"stbpi: {file}:{begins[2]}:1",
        f"stbpi: {file}:{begins[3]}:1",
    ]


def test_a_broken_rule_behind_honest_dice_is_told_beside_them(stbpi, exported):
    file, text = exported(1)
    file.write_text(text + "\n" + text.replace("(end of match: ", "(end of match: nobody wins, "))
    status, out, err = stbpi("replay", "--verify-dice", file)
    assert status == 1
    assert out.count("honest dice: ") == 1
    assert err.startswith(f"stbpi: {file}:")
    assert "this does not follow from the moves" in err


def test_what_cannot_be_read_is_wrong_use(stbpi, exported):
    file, text = exported(1)
    file.write_text(text.replace(SECRET.hex(), SECRET.hex()[:-1]))
    status, out, err = stbpi("replay", "--verify-dice", file)
    assert (status, out) == (2, "")
    assert err.endswith("cannot be; write 64 digits from 0 to 9 and a to f.\n")
    assert stbpi("replay", "--verify-dice", file.with_name("none"))[0] == 2


def test_throws_that_people_could_know_are_told_but_are_no_fault_of_the_dice(stbpi, tmp_path):
    opened = Journal.open(tmp_path / "journal.db")
    setup = setup_of("classic", players=2)
    decisions = (Retire(0), Retire(1), Undo(), Undo(), Roll(throw_dice(SECRET, 0, 2)), Retire(0), Retire(1))
    opened.append(opened.begin(setup, NOON), decisions, NOON)
    opened.close()
    config, file = tmp_path / "stbpi.toml", tmp_path / "match.txt"
    config.write_text('[store]\npath = "journal.db"\n')
    assert stbpi("export", "--config", config, "--output", file)[0] == 0
    status, out, err = stbpi("replay", "--verify-dice", file)
    assert (status, err) == (0, "")
    line, column = read_record(file.read_text()).places.decisions[4]
    assert "honest dice: the 1 throw follows from the secret" in out
    assert f"could know the throws from line {line}, column {column} on\n" in out
    dice = json.loads(stbpi("replay", "--verify-dice", "--json", file)[1])["matches"][0]["dice"]
    assert dice["told_before"] == {"line": line, "column": column}
