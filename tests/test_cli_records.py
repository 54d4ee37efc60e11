"""What people see who replay and export matches."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
import subprocess
import sys

import pytest

from stbpi.rules import rule_set
from stbpi.rules.record import read_record, read_records
from stbpi.store import Journal
from stbpi.table.setup import MatchSetup
from tests.rules.recording import decisions_of
from tests.store.matches import NOON
from tests.support.zone import local_time

RECORD = """\
stbpi record 1
rules = classic
variants = hundred
players = Anna, "\\u{1b}[2JBen"
round 1
Anna: 1+1 -> 2; 1+1
"\\u{1b}[2JBen": 1+1 -> 2; 1+2 -> 3; 1+1
Anna: corrected by -3 because "misread"
"""


@pytest.fixture
def record(tmp_path):
    """Writes a record file and gives its path."""

    def write(text):
        file = tmp_path / "match.txt"
        file.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        return file

    return write


# Replay


def test_a_record_is_replayed_round_by_round(stbpi, record):
    status, out, err = stbpi("replay", record(RECORD))
    assert (status, err) == (0, "")
    assert (
        out
        == """\
Classic + To a hundred: Anna, "\\u{1b}[2JBen"
round 1
                     score  total
  1  "\\u{1b}[2JBen"     40     40
  2  Anna               43     43
Anna corrected by -3: misread
round 1 is over, the match is not
"""
    )


def test_the_end_of_a_match_is_told_with_its_winners_and_the_money(stbpi, record):
    status, out, _ = stbpi(
        "replay",
        record(
            "stbpi record 1\nrules = pub\nflaps = 2-2\nstake = 50\nplayers = A, B\nround 1\n"
            "A: 2+2\nB: 2+1\nround 2\nB: 1+1 -> 2\nstop"
        ),
    )
    assert status == 0
    assert (
        out
        == """\
Pub: A, B
round 1
        score  total  balance
  1  A      2      2       +0
  1  B      2      2       +0
round 2
        score  total  balance
  1  A      -      2     -100
  1  B      0      2     +100
end of the match
        total  balance
  1  A      2     -100
  1  B      2     +100
won by A and B
"""
    )


def test_a_replay_as_json(stbpi, record):
    _, out, _ = stbpi("replay", "--json", record(RECORD))
    (match,) = json.loads(out)["matches"]
    assert match["players"] == ["Anna", "\x1b[2JBen"]
    assert match["rules"]["axes"]["target"] == 100
    assert match["rounds"] == [
        {"round": 1, "scores": [43, 40], "winners": [1], "totals": [43, 40], "balances": [0, 0]}
    ]
    assert match["corrections"] == [{"round": 1, "player": 0, "points": -3, "reason": "misread"}]
    assert match["totals"] == [40, 40]
    assert [row["rank"] for row in match["standings"]] == [1, 1]


def test_a_broken_rule_is_a_finding_with_its_place(stbpi, record):
    file = record(RECORD + "Anna: 6+3\n")
    sentence = "The round is over; begin the next round before throwing."
    assert stbpi("replay", file) == (1, "", f"stbpi: {file}:9:7: {sentence}\n")
    status, out, _ = stbpi("replay", file, "--json")
    assert status == 1
    assert json.loads(out)["broken"] == {
        "line": 9,
        "column": 7,
        "reason": sentence,
        "code": "not_your_turn",
    }


def test_the_matches_before_a_broken_one_are_told(stbpi, record):
    status, out, err = stbpi("replay", record(f"{RECORD}\n{RECORD}Anna: 6+3\n"))
    assert status == 1
    assert out.count("Classic + To a hundred") == 1
    assert ":18:7: " in err


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            "Dear Ben,\n",
            '{file}:1:1: this is no record of a match; the first line of one is "stbpi record 1".',
        ),
        (
            b"stbpi record 1\r\nplayers = Zo\xeb\n",
            "{file}:2:13: the byte 0xEB is no UTF-8; save the record as UTF-8 text.",
        ),
        (RECORD + "Anna 6+3\n", '{file}:9:1: "Anna" stands here;'),
    ],
)
def test_what_cannot_be_read_is_wrong_use(stbpi, record, content, sentence):
    file = record(content)
    status, out, err = stbpi("replay", file)
    assert (status, out) == (2, "")
    assert err.startswith(f"stbpi: {sentence.format(file=file)}")
    assert err.count("\n") == 1


def test_a_file_that_is_not_there_is_wrong_use(stbpi, tmp_path):
    missing = tmp_path / "none.txt"
    assert stbpi("replay", missing) == (
        2,
        "",
        f"stbpi: {missing} cannot be read (No such file or directory); check the name\n",
    )
    assert "(Is a directory)" in stbpi("replay", tmp_path)[2]


def test_a_record_is_read_from_standard_input():
    command = [sys.executable, "-m", "stbpi", "replay", "-"]
    done = subprocess.run(command, input=RECORD.encode(), capture_output=True, check=False)
    assert done.returncode == 0
    assert b"round 1" in done.stdout
    done = subprocess.run(command, input=RECORD.encode() + b"Anna: 6", capture_output=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(b"stbpi: standard input:9:7: ")


# Export

TRAY = MatchSetup(rule_set("tray", ["express"]), ("Anna", "=1+1", "Zoë"), "entered", bytes([7]) * 32)
PUB = MatchSetup(rule_set("pub", stake=50), ("Anna", "\x07"), "electronic", bytes([8]) * 32)
PLAYED = [(setup, decisions_of(setup.rules, setup.players, 2)) for setup in (TRAY, PUB)]


@pytest.fixture
def journal(tmp_path):
    """A configuration whose journal holds two matches."""
    opened = Journal.open(tmp_path / "journal.db")
    try:
        for setup, decisions in PLAYED:
            opened.append(opened.begin(setup, NOON), decisions, NOON)
    finally:
        opened.close()
    config = tmp_path / "stbpi.toml"
    config.write_text('[store]\npath = "journal.db"\n')
    return config


def test_the_last_match_is_exported_as_a_record_that_replays_to_it(stbpi, journal, record):
    status, out, err = stbpi("export", "--config", journal)
    assert (status, err) == (0, "")
    read = read_record(out)
    assert (read.rules, read.players, read.decisions) == (PUB.rules, PUB.players, PLAYED[1][1])
    assert read.tags.date == "2025-07-28T11:00:00Z"
    assert read.tags.dice_source == "electronic"
    assert out == stbpi("export", "--config", journal, "--last")[1]
    assert stbpi("replay", record(out))[0] == 0


def test_all_matches_go_into_a_file_that_can_be_replayed(stbpi, journal, tmp_path):
    file = tmp_path / "all.txt"
    assert stbpi("export", "--config", journal, "--all", "--output", file) == (0, "", "")
    again = stbpi("export", "--config", journal, "--last", "--output", file)
    assert again == (
        2,
        "",
        f"stbpi: --output {file} is there already; name another file, or add --force to write over it\n",
    )
    text = file.read_bytes().decode("utf-8")
    assert [(read.players, read.decisions) for read in read_records(text.split("\n"))] == [
        (setup.players, decisions) for setup, decisions in PLAYED
    ]
    status, out, _ = stbpi("replay", file)
    assert status == 0
    assert "Tray + Express: Anna, =1+1, Zoë\n" in out


def test_json_has_the_decisions_and_what_came_of_them(stbpi, journal):
    out = stbpi("export", "--config", journal, "--all", "--json")[1]
    first, second = json.loads(out)["matches"]
    assert first["match"] == 1
    assert first["players"] == ["Anna", "=1+1", "Zoë"]
    assert first["decisions"][0]["do"] == "roll"
    assert len(first["decisions"]) == len(PLAYED[0][1])
    assert len(first["rounds"]) == 3
    assert first["phase"] == "match_over"
    assert sum(second["balances"]) + second["pool"] == 0
    assert out == stbpi("export", "--config", journal, "--all", "--format", "json")[1]


def test_csv_has_a_row_for_each_player_in_each_round(stbpi, journal):
    out = stbpi("export", "--config", journal, "--all", "--format", "csv")[1]
    rows = list(csv.DictReader(io.StringIO(out, newline="")))
    express = [row for row in rows if row["match"] == "1"]
    assert [(row["round"], row["seat"]) for row in express] == [
        (str(round_), str(seat)) for round_ in (1, 2, 3) for seat in (1, 2, 3)
    ]
    assert {row["player"] for row in express} == {"Anna", "=1+1", "Zoë"}
    for seat in ("1", "2", "3"):
        mine = [row for row in express if row["seat"] == seat]
        assert sum(int(row["score"]) for row in mine) == int(mine[-1]["total"])
    best = min(int(row["total"]) for row in express[-3:])
    assert all((row["won_match"] == "1") == (int(row["total"]) == best) for row in express[-3:])


def test_the_matches_are_listed(stbpi, journal):
    with local_time("Europe/Zurich"):
        status, out, _ = stbpi("export", "--config", journal, "--list")
    assert status == 0
    first, second = out.splitlines()
    assert first.startswith("    1  2025-07-28 13:00  Tray + Express: Anna, =1+1, Zoë; won by ")
    assert '2  2025-07-28 13:00  Pub: Anna, "\\u{7}"; ' in second
    listed = json.loads(stbpi("export", "--config", journal, "--list", "--json")[1])["matches"]
    assert [(match["match"], match["rules"], match["over"]) for match in listed] == [
        (1, "tray", True),
        (2, "pub", True),
    ]


def test_a_file_is_written_over_only_by_force(stbpi, journal, tmp_path):
    file = tmp_path / "match.txt"
    file.write_text("something dear, and longer than any match is\n" * 100)
    assert stbpi("export", "--config", journal, "--match", 1, "--output", file)[0] == 2
    assert file.read_text().startswith("something dear")
    assert stbpi("export", "--config", journal, "--match", 1, "--output", file, "--force") == (0, "", "")
    assert read_record(file.read_text()).players == TRAY.players
    # What is no file has nothing to be lost.
    assert stbpi("export", "--config", journal, "--output", "/dev/null") == (0, "", "")


def test_one_match_is_chosen_by_its_number(stbpi, journal):
    assert read_record(stbpi("export", "--config", journal, "--match", 1)[1]).players == TRAY.players
    status, out, err = stbpi("export", "--config", journal, "--match", 3)
    assert (status, out) == (2, "")
    assert "there is no match 3 in " in err
    assert "stbpi export --list shows what there is" in err


def test_a_damaged_match_is_told_and_the_others_exported(stbpi, journal, tmp_path):
    connection = sqlite3.connect(tmp_path / "journal.db")
    connection.execute("DELETE FROM decisions WHERE match_id = 1 AND seq = 3")
    connection.commit()
    connection.close()
    status, out, err = stbpi("export", "--config", journal, "--all")
    assert status == 1
    assert err == "stbpi: decision 3 of match 1 is missing; it is left out\n"
    assert read_record(out).players == PUB.players
    assert stbpi("export", "--config", journal, "--match", 1) == (
        2,
        "",
        "stbpi: decision 3 of match 1 is missing\n",
    )


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--match", "1", "--all"], "--match and --all ask for different things; leave all but one out"),
        (["--match", "one"], '--match: "one" is no whole number; see stbpi export --help'),
        (["--format", "xml"], '--format: there is no format "xml"; there are record, json, csv'),
        (["--format", "csv", "--json"], "--json and --format csv ask for different things; leave one out"),
        (["--force"], "--force is about the file of --output; name that too, or leave --force out"),
        (["--list", "--format", "csv"], "--list is text or JSON; leave --format csv out"),
        (
            ["--output", "{folder}/journal.db"],
            "--output {folder}/journal.db is the journal itself; name another file",
        ),
        (
            ["--output", "{folder}"],
            "--output {folder} cannot be written (Is a directory); check folder and disk",
        ),
    ],
)
def test_wrong_use_of_export_gets_one_line_with_the_mend(stbpi, journal, tmp_path, options, sentence):
    given = [option.format(folder=tmp_path) for option in options]
    assert stbpi("export", "--config", journal, *given) == (
        2,
        "",
        f"stbpi: {sentence.format(folder=tmp_path)}\n",
    )


def test_where_nothing_was_played_there_is_nothing_to_export(stbpi, tmp_path):
    config = tmp_path / "stbpi.toml"
    config.write_text('[store]\npath = "journal.db"\n')
    status, out, err = stbpi("export", "--config", config)
    assert (status, out) == (2, "")
    assert "there is no journal" in err
    assert not (tmp_path / "journal.db").exists()
    Journal.open(tmp_path / "journal.db").close()
    assert "there is no match that has begun in" in stbpi("export", "--config", config)[2]
