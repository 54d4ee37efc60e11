"""What people read who ask what was played, and the picture of it."""

from __future__ import annotations

import json
import os
import sqlite3
import struct
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from stbpi import cli
from stbpi.cli.figures import histogram
from stbpi.locale import catalogue
from stbpi.odds import LOWEST_SCORE, best_policy, solve, spread
from stbpi.rules import RuleSet, rule_set
from stbpi.rules.actions import Close, Roll, Stop
from stbpi.store import Journal
from stbpi.table.setup import MatchSetup
from tests.store.matches import NOON

TWO = rule_set("classic", flaps=[2, 3])
PUB = rule_set("pub", flaps=[2, 3], stake=50)
SHUT = (Roll((1, 1)), Close((2,)), Roll((1, 2)), Close((3,)))
THREE = (Roll((1, 1)), Close((2,)), Roll((6, 6)))
FIVE = (Roll((6, 6)),)


@pytest.fixture
def stbpi(capsysbinary, tmp_path):
    """Runs ``stbpi stats`` in this process, with a configuration; gives (status, stdout, stderr)."""
    config = tmp_path / "stbpi.toml"
    config.write_text('[store]\npath = "journal.db"\n')

    def run(*argv):
        status = cli.main(["stats", *(str(argument) for argument in argv), "--config", str(config)])
        written = capsysbinary.readouterr()
        return status, written.out.decode("utf-8"), written.err.decode("utf-8")

    return run


@pytest.fixture
def journal(tmp_path):
    """Three matches for points, one for money, one that was left."""
    opened = Journal.open(tmp_path / "journal.db")
    for rules, players, decisions in (
        (TWO, ("Anna", "Ben"), (*THREE, *FIVE)),
        (TWO, ("Ben", "Anna"), SHUT),
        (TWO, ("Anna", "Player 2"), (*FIVE, *FIVE)),
        (PUB, ("Anna", "Ben"), (*FIVE, *SHUT, Stop())),
        (TWO, ("Carla", "Anna"), FIVE),
    ):
        opened.append(
            opened.begin(MatchSetup(rules, players, "electronic", bytes(32)), NOON), decisions, NOON
        )
    opened.begin(MatchSetup(TWO, ("Anna",), "electronic", bytes(32)), NOON)
    opened.close()
    return tmp_path / "journal.db"


def test_everything_is_told_with_a_histogram(stbpi, journal):
    status, out, err = stbpi()
    assert (status, err) == (0, "")
    assert (
        out
        == """\
5 matches: 3 finished, 1 stopped, 1 abandoned

Classic, flaps 2-3
  4 matches, 5 scores, on average 3.6, shut 1 time
  optimal play: on average 4.215, shut 11.42% of the time
  record 0: Ben (in match 2)
  0  ############## 1
  1  0
  2  0
  3  ############## 1
  4  0
  5  ######################################## 3

Pub, flaps 2-3
  1 match, 2 scores, on average 2.5, shut 1 time
  optimal play: on average 3.194, shut 22.22% of the time
  record 0: Ben (in match 4)
  0  ######################################## 1
  1  0
  2  0
  3  0
  4  0
  5  ######################################## 1

       matches  won  rounds  boxes shut  balance
Anna         4    2       3           0     -100
Ben          3    2       3           2     +100
Carla        0    0       0           0       +0
"""
    )


def test_the_same_as_json(stbpi, journal):
    told = json.loads(stbpi("--json", "--rules", "classic")[1])
    assert told["matches"] == 4
    (classic,) = told["games"]
    assert classic["spread"] == [
        {"score": 0, "times": 1},
        {"score": 3, "times": 1},
        {"score": 5, "times": 3},
    ]
    assert classic["record"] == {"score": 0, "players": ["Ben"], "times": 1, "match_id": 2}
    assert classic["matches"] == {"finished": 3, "abandoned": 1}
    assert (classic["rules"], classic["variants"], classic["flaps"]) == ("classic", [], [2, 3])
    assert [player["name"] for player in told["players"]] == ["Anna", "Ben", "Carla"]


def test_best_play_is_worked_out_of_the_rules_that_were_played(stbpi, tmp_path):
    """A set of the house, changed axes and variants: whatever was played, not the set of that name."""
    house = RuleSet.from_axes("ours", (), rule_set("pub", flaps=[1, 3], scoring="count").axes())
    opened = Journal.open(tmp_path / "journal.db")
    opened.append(
        opened.begin(MatchSetup(house, ("Anna",), "entered", bytes(32)), NOON), (Roll((6, 6)),), NOON
    )
    opened.close()
    (game,) = json.loads(stbpi("--json")[1])["games"]
    best = game["best_play"]
    assert best["spread"] == [
        {"score": score, "probability": pytest.approx(chance)}
        for score, chance in spread(best_policy(solve(house, LOWEST_SCORE))).items()
    ]
    assert best["average"] == pytest.approx(solve(house, LOWEST_SCORE).value())
    assert best["shut"] == pytest.approx(best["spread"][0]["probability"])
    assert [one["score"] for one in best["spread"]] == [0, 1, 2]
    assert game["best_play_left_out"] is None


@pytest.mark.parametrize(
    ("rules", "decisions", "why", "sentence"),
    [
        (
            rule_set("classic", flaps=list(range(3, 18)), dice=3, max_flaps=1),
            (Roll((6, 6, 6)),),
            "flaps",
            "Optimal play is left out: it is worked out here for up to 14 flaps.",
        ),
        (
            rule_set("lucky-seven"),
            (Roll((3, 4)), Close((7,))),
            "never_out",
            "Optimal play is left out: nobody is ever out, and so chance alone decides the score.",
        ),
    ],
)
def test_where_best_play_is_not_worked_out_that_is_said(stbpi, tmp_path, rules, decisions, why, sentence):
    opened = Journal.open(tmp_path / "journal.db")
    players = tuple("AB"[: max(1, rules.min_players)])
    opened.append(opened.begin(MatchSetup(rules, players, "entered", bytes(32)), NOON), decisions, NOON)
    opened.close()
    status, out, err = stbpi("--plot", tmp_path / "scores.svg")
    assert (status, err) == (0, "")
    assert sentence in " ".join(out.split())
    assert "optimal play" not in (tmp_path / "scores.svg").read_text()
    (game,) = json.loads(stbpi("--json")[1])["games"]
    assert (game["best_play"], game["best_play_left_out"]) == (None, why)


@pytest.mark.parametrize(
    ("noted", "bars"),
    [
        ({}, []),
        ({0: 2}, [("0", 2)]),
        ({0: 1, 45: 2}, [("0-4", 1), *((f"{n}-{n + 4}", 0) for n in range(5, 45, 5)), ("45-49", 2)]),
        ({11: 1}, [*((str(n), 0) for n in range(11)), ("11", 1)]),
        ({12: 3}, [*((f"{n}-{n + 1}", 0) for n in range(0, 12, 2)), ("12-13", 3)]),
        (
            {0: 1, 7: 2, 147: 3, 10**38: 4},
            [("0", 1), ("1 digit", 2), ("3 digits", 3), ("39 digits", 4)],
        ),
        (
            {10**digits: 1 for digits in range(24)},
            [*((f"{n}-{n + 2} digits", 3) for n in range(1, 24, 3))],
        ),
    ],
)
def test_scores_stand_in_a_few_steps(noted, bars):
    assert histogram(noted, catalogue("en")) == bars


@pytest.mark.parametrize("highest", [*range(200), 999, 1000, 9999, 10_000])
def test_no_score_is_left_out_of_a_histogram_and_it_stays_short(highest):
    noted = dict.fromkeys(range(0, highest + 1, max(1, highest // 50)), 1)
    bars = histogram(noted, catalogue("en"))
    assert sum(times for _, times in bars) == len(noted)
    assert len(bars) <= 12


def test_nothing_played_is_said(stbpi, tmp_path):
    Journal.open(tmp_path / "journal.db").close()
    assert stbpi() == (0, "Nothing has been played yet.\n", "")
    assert json.loads(stbpi("--json")[1]) == {"matches": 0, "games": [], "players": []}


def test_a_damaged_match_is_told_and_the_others_count(stbpi, journal):
    connection = sqlite3.connect(journal)
    connection.execute("UPDATE decisions SET sum = 1 WHERE match_id = 2 AND seq = 1")
    connection.commit()
    connection.close()
    status, out, err = stbpi()
    assert (status, err) == (1, "stbpi: decision 1 of match 2 does not match its check sum; it is left out\n")
    assert out.startswith("4 matches: 2 finished, ")


def test_the_scores_are_drawn_as_svg_with_names_that_can_be_read(stbpi, journal, tmp_path):
    file = tmp_path / "scores.svg"
    assert stbpi("--plot", file)[0] == 0
    first = file.read_bytes()
    texts = {
        "".join(text.itertext()).strip()
        for text in ElementTree.fromstring(first).iter()
        if "}text" in text.tag
    }
    assert {"Classic, flaps 2-3", "Pub, flaps 2-3", "played: 5", "played: 2", "optimal play"} <= texts
    again = tmp_path / "again.svg"
    assert stbpi("--plot", again)[0] == 0
    assert again.read_bytes() == first
    assert stbpi("--plot", file) == (2, "", f"stbpi: --plot: {file} is there already; name another file\n")


def test_the_scores_are_drawn_as_png(stbpi, journal, tmp_path):
    file = tmp_path / "scores.PNG"
    assert stbpi("--plot", file, "--rules", "pub")[0] == 0
    data = file.read_bytes()
    assert data.startswith(b"\x89PNG\r\n")
    assert struct.unpack(">II", data[16:24]) == (1050, 390)


def test_long_scores_and_names_of_the_house_are_drawn_too(stbpi, tmp_path):
    rules = rule_set("three-hundred", scoring="digits")
    opened = Journal.open(tmp_path / "journal.db")
    setup = MatchSetup(rules, ("$x_2$",), "electronic", bytes(32))
    opened.append(opened.begin(setup, NOON), (Roll((6, 6, 6, 6)), Close((24,)), Roll((6, 6, 6, 6))), NOON)
    opened.append(opened.begin(MatchSetup(TWO, ("A",), "electronic", bytes(32)), NOON), SHUT, NOON)
    opened.close()
    assert stbpi("--plot", tmp_path / "scores.svg")[0] == 0


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--rules", "clasic"], '--rules: no match of "clasic" is in the journal; did you mean classic?'),
        (
            ["--plot", "scores.gif"],
            "--plot scores.gif is of no kind that can be drawn; end the name in .svg or .png",
        ),
        (
            ["--plot", "{0}/no/scores.svg"],
            "--plot {0}/no/scores.svg cannot be written (No such file or directory); check folder and disk",
        ),
    ],
)
def test_wrong_use_gets_one_line_with_the_mend(stbpi, journal, tmp_path, options, sentence):
    given = [word.format(tmp_path) for word in options]
    assert stbpi(*given) == (2, "", f"stbpi: {sentence.format(tmp_path)}\n")


def test_nothing_to_draw_is_said(stbpi, tmp_path):
    Journal.open(tmp_path / "journal.db").close()
    sentence = "--plot: no round has been played to its end yet, so there is nothing to draw"
    assert stbpi("--plot", tmp_path / "scores.svg") == (2, "", f"stbpi: {sentence}\n")


def test_without_the_extras_the_rest_works_and_says_what_to_install(journal, tmp_path):
    """Packages that cannot be imported stand in the way of the real ones, as where they are not installed."""
    for package in ("matplotlib", "numpy"):
        (tmp_path / "without" / package).mkdir(parents=True)
        (tmp_path / "without" / package / "__init__.py").write_text(f"raise ModuleNotFoundError('{package}')")
    config = tmp_path / "stbpi.toml"
    config.write_text('[store]\npath = "journal.db"\n')

    def run(*argv):
        return subprocess.run(
            [sys.executable, "-m", "stbpi", "stats", "--config", config, *argv],
            env={**os.environ, "PYTHONPATH": str(tmp_path / "without")},
            capture_output=True,
            text=True,
            check=False,
        )

    plain = run()
    assert (plain.returncode, plain.stderr) == (0, "")
    assert plain.stdout.count("  Optimal play is left out: it needs NumPy; pip install 'stbpi[odds]'\n") == 2
    refused = run("--plot", tmp_path / "scores.svg")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == (
        "stbpi: --plot needs matplotlib, which is not installed; pip install 'stbpi[plots]'\n"
    )
