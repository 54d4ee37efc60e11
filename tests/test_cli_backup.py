"""What people see who copy what was played, put it back, or export a part of it."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from stbpi import cli
from stbpi.rules import rule_set
from stbpi.store import Journal, read_past
from stbpi.table.setup import MatchSetup
from tests.store.matches import decisions_of
from tests.support.zone import local_time

CLASSIC = MatchSetup(rule_set("classic"), ("Anna", "Ben"), "electronic", bytes(32))
DAYS = [datetime(2025, 3, day, 19, tzinfo=UTC).timestamp() for day in (13, 14, 15)]
"""Eight in the evening in Zürich."""


@pytest.fixture(autouse=True)
def _in_zurich():
    with local_time("Europe/Zurich"):
        yield


@pytest.fixture
def stbpi(capsysbinary, tmp_path):
    """Runs a command line in this process, with a configuration; gives (status, stdout, stderr)."""
    config = tmp_path / "stbpi.toml"
    config.write_text('[store]\npath = "journal.db"\n')

    def run(command, *argv):
        status = cli.main([command, *(str(argument) for argument in argv), "--config", str(config)])
        written = capsysbinary.readouterr()
        return status, written.out.decode("utf-8"), written.err.decode("utf-8")

    return run


@pytest.fixture
def journal(tmp_path):
    """The path of a journal with three matches, one each evening."""
    path = tmp_path / "journal.db"
    opened = Journal.open(path)
    for seed, at in enumerate(DAYS):
        opened.append(opened.begin(CLASSIC, at), decisions_of(CLASSIC, seed), at)
    opened.close()
    return path


def test_a_backup_says_what_is_in_it(stbpi, journal, tmp_path):
    target = tmp_path / "copy.db"
    status, out, err = stbpi("backup", target)
    assert (status, err) == (0, "")
    assert out == f"{target}: 3 matches, {target.stat().st_size:,} bytes, checked\n"
    told = json.loads(stbpi("backup", target, "--keep", "1", "--json")[1])
    assert told == {"backup": str(target), "bytes": target.stat().st_size, "matches": 3}
    assert (tmp_path / "copy.db.1").exists()


def test_a_backup_is_put_back(stbpi, journal, tmp_path):
    stbpi("backup", tmp_path / "copy.db")
    opened = Journal.open(journal)
    opened.append(opened.begin(CLASSIC, DAYS[2]), decisions_of(CLASSIC, 9), DAYS[2])
    opened.close()
    status, out, err = stbpi("restore", tmp_path / "copy.db")
    assert (status, err) == (0, "")
    first, second = out.splitlines()
    assert first == f"{journal}: 3 matches from {tmp_path / 'copy.db'}"
    kept = second.removeprefix("What was there before is kept as ")
    assert kept.startswith(f"{journal}.replaced-")
    assert len(read_past(journal)) == 3


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (["backup"], "the following arguments are required: FILE; see stbpi backup --help"),
        (["backup", "{0}"], "{0} is a folder; name a file in it, such as {0}/stbpi-backup.db"),
        (["backup", "{0}/journal.db"], "{0}/journal.db is the journal itself; name another file"),
        (
            ["backup", "{0}/no/copy.db"],
            "{0}/no/copy.db cannot be written (No such file or directory); check folder and disk",
        ),
        (
            ["backup", "{0}/b.db", "--keep", "-1"],
            "--keep -1 cannot be; write how many older copies stay, 0 to 999",
        ),
        (
            ["restore", "{0}/no.db"],
            "there is no backup {0}/no.db; name the file that stbpi backup has written",
        ),
        (["restore", "{0}/stbpi.toml"], "the journal {0}/stbpi.toml is damaged (file is not a database)"),
        (
            ["export", "--since", "yesterday"],
            '--since: "yesterday" is no date; write one like 2025-03-14; see stbpi export --help',
        ),
        (
            ["export", "--since", "2025-03-14", "--last"],
            "--since chooses among all matches; leave --match and --last out",
        ),
        (
            ["export", "--since", "2030-01-01"],
            "no match began since then; stbpi export --list shows what there is",
        ),
    ],
)
def test_wrong_use_gets_one_line_with_the_mend(stbpi, journal, tmp_path, line, sentence):
    given = [word.format(tmp_path) for word in line]
    assert stbpi(*given) == (2, "", f"stbpi: {sentence.format(tmp_path)}\n")


def test_nothing_is_restored_while_a_daemon_plays(stbpi, journal, tmp_path):
    stbpi("backup", tmp_path / "copy.db")
    opened = Journal.open(journal)
    try:
        status, out, err = stbpi("restore", tmp_path / "copy.db")
    finally:
        opened.close()
    assert (status, out) == (2, "")
    assert "is in use by another stbpi; stop that one" in err


@pytest.mark.parametrize(
    ("since", "matches"),
    [
        ("2025-03-13", [1, 2, 3]),
        ("2025-03-14", [2, 3]),
        ("2025-03-14T20:00", [2, 3]),
        ("2025-03-14T20:01", [3]),
        ("2025-03-14T19:00Z", [2, 3]),
        ("2025-03-14T19:01Z", [3]),
    ],
)
@pytest.mark.parametrize("form", ["json", "list", "csv"])
def test_matches_since_a_day_by_local_time_are_exported(stbpi, journal, since, matches, form):
    options = {"json": ["--json"], "list": ["--list", "--json"], "csv": ["--format", "csv"]}[form]
    out = stbpi("export", "--since", since, *options)[1]
    if form == "csv":
        found = sorted({int(line.split(",")[0]) for line in out.splitlines()[1:]})
    else:
        found = [match["match"] for match in json.loads(out)["matches"]]
    assert found == matches
