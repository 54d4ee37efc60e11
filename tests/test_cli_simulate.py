"""What ``stbpi simulate`` says, writes and draws."""

from __future__ import annotations

import builtins
import csv
import json
import re
import resource
import sys
from contextlib import contextmanager

import pytest

from stbpi import cli
from stbpi.locale import LANGUAGES


@pytest.fixture
def simulate(capsysbinary):
    """Runs ``stbpi simulate``; gives (status, stdout, stderr), no-break spaces as spaces."""

    def run(*words, language="en"):
        status = cli.main(["simulate", *map(str, words), "--language", language])
        written = capsysbinary.readouterr()
        return status, *(
            text.decode().replace("\N{NO-BREAK SPACE}", " ") for text in (written.out, written.err)
        )

    return run


POINT = re.compile(r"[ML] ([-\d.]+) ([-\d.]+)")
"""Of an outline in an SVG file: x, and y from the top."""

FEW = ("--rules", "classic", "--flaps", "4", "--matches", "2000")


def test_a_table_has_a_line_for_each_seat(simulate):
    status, out, err = simulate(*FEW, "--players", "perfect", "random")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Classic"
    assert lines[1].startswith("2000 matches, ")
    assert lines[1].endswith(" turns, seed 1.")
    assert [line.split()[:2] for line in lines[4:6]] == [["1", "perfect"], ["2", "random"]]
    assert all(line.count("±") == 3 for line in lines[4:6])
    assert "balance" not in out


def test_json_has_every_figure_with_its_ends(simulate):
    _, out, _ = simulate(*FEW, "--players", "perfect,careful", "--seed", 9, "--axis", "stake=5", "--json")
    told = json.loads(out)
    assert (told["matches"], told["rounds"], told["seed"]) == (2000, 2000, 9)
    first, second = told["players"]
    assert (first["player"], second["player"]) == ("perfect", "careful")
    assert first["won"]["value"] + second["won"]["value"] == pytest.approx(1)
    assert first["balance"]["value"] == pytest.approx(-second["balance"]["value"])
    for figure in ("won", "points", "shut", "balance"):
        value, error = first[figure]["value"], first[figure]["error"]
        assert first[figure]["low"] == pytest.approx(value - 1.96 * error, rel=0.03)
        assert first[figure]["high"] == pytest.approx(value + 1.96 * error, rel=0.03)
        assert first[figure]["sure"]
    assert sum(one["times"] for one in first["spread"]) == 2000


@pytest.mark.parametrize("matches", ["1", "20"])
def test_few_matches_promise_no_points_and_no_chance_is_certain(simulate, matches):
    words = ("--rules", "classic", "--players", "careful", "--matches", matches)
    _, out, _ = simulate(*words)
    assert "±0" not in out
    assert "points and money need not: too few matches" in " ".join(out.split())
    (seat,) = json.loads(simulate(*words, "--json")[1])["players"]
    assert 0 <= seat["shut"]["low"] <= seat["shut"]["value"] < seat["shut"]["high"] <= 1
    assert (seat["shut"]["sure"], seat["points"]["sure"]) == (True, False)


def test_the_same_seed_says_the_same(simulate):
    assert simulate(*FEW) == simulate(*FEW) != simulate(*FEW, "--seed", "2")


def test_the_csv_has_how_often_each_score_was_noted(simulate, tmp_path):
    file = tmp_path / "scores.csv"
    assert simulate(*FEW, "--players", "greedy", "--csv", file)[0] == 0
    with file.open(newline="") as written:
        rows = list(csv.DictReader(written))
    assert {(row["seat"], row["player"]) for row in rows} == {("1", "greedy")}
    assert sum(int(row["times"]) for row in rows) == 2000
    assert sum(float(row["share"]) for row in rows) == pytest.approx(1)
    again = simulate(*FEW, "--csv", file)
    assert again == (2, "", f"stbpi: --csv: {file} is there already; name another file\n")


def test_the_plot_has_a_panel_for_each_seat(simulate, tmp_path):
    file = tmp_path / "scores.svg"
    assert simulate(*FEW, "--players", "perfect", "random", "--plot", file)[0] == 0
    drawn = file.read_text()
    for text in ("1 perfect", "2 random", "simulated: 2000", "score (0: shut)"):
        assert text in drawn
    again = simulate(*FEW, "--plot", file)
    assert again == (2, "", f"stbpi: --plot: {file} is there already; name another file\n")
    assert file.read_text() == drawn


def test_bars_are_as_high_as_scores_are_frequent(simulate, tmp_path):
    drawn, table = tmp_path / "scores.svg", tmp_path / "scores.csv"
    assert simulate(*FEW, "--players", "perfect", "--plot", drawn, "--csv", table)[0] == 0
    outlines = re.findall(r'<path d="([^"]+)"[^>]*style="fill: #7a4a1e', drawn.read_text())
    heights = [
        max(ends) - min(ends) for ends in ([float(y) for _, y in POINT.findall(one)] for one in outlines)
    ]
    with table.open(newline="") as file:
        shares = [float(line["share"]) for line in csv.DictReader(file)]
    # The last one is the square of the legend.
    assert heights[: len(shares)] == pytest.approx(
        [share * max(heights) / max(shares) for share in shares], rel=1e-3
    )


@pytest.mark.parametrize(("option", "name"), [("--csv", "scores.csv"), ("--plot", "scores.svg")])
def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(simulate, tmp_path, option, name):
    nowhere = tmp_path / "no" / name
    sentence = (
        f"stbpi: {option} {nowhere} cannot be written (No such file or directory); check folder and disk\n"
    )
    assert simulate(*FEW, option, nowhere) == (2, "", sentence)
    assert simulate("--matches", "0", option, tmp_path / name)[0] == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("option", "name"), [("--csv", "scores.csv"), ("--plot", "scores.svg")])
def test_a_full_disk_takes_no_figures_away_and_nothing_half_written_stays(
    simulate, tmp_path, full_disk, option, name
):
    with full_disk:
        status, out, err = simulate(*FEW, option, tmp_path / name)
    assert status == 2
    assert out.splitlines()[-1] == "simulations of 100."
    assert (
        err
        == f"stbpi: {option} {tmp_path / name} cannot be written (File too large); check folder and disk\n"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def full_disk():
    """While it is entered, files take 20 bytes."""

    @contextmanager
    def full():
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    return full()


def test_a_bar_moves_where_somebody_looks_and_is_gone_in_the_end(simulate, monkeypatch, capsysbinary):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    _, _, err = simulate(*FEW)
    bars = err.split("\r")
    assert bars[1].strip() == f"[{'.' * 40}] 0%  0"
    assert bars[2].strip() == f"[{'#' * 40}] 100%  2000"
    assert "".join(bars[3:]).strip() == ""


SAID = {
    "en": ["perfect", "won", "2000 matches"],
    "fr": ["parfait", "gagné", "2000 parties"],
    "de": ["perfekt", "gewonnen", "2000 Partien"],
    "it": ["perfetto", "2000 partite"],
    "es": ["perfecto", "2000 partidas"],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_in_every_language(simulate, language):
    status, out, _ = simulate(*FEW, "--players", "perfect", "greedy", "--axis", "stake=9", language=language)
    assert status == 0
    for part in SAID[language]:
        assert part in out
    assert max(map(len, out.splitlines())) < 80


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--players", "perfekt"), '--players: "perfekt" is no player of the house; did you mean perfect?'),
        (("--matches", "0"), "--matches 0 cannot be; give a whole number from 1 to 1000000000"),
        (("--csv", "a.svg", "--plot", "./a.svg"), "--csv and --plot are both a.svg; name two files"),
        (
            ("--rules", "three-hundred", "--players", "greedy", "random", "--matches", "10"),
            "24 flaps are too many for the greedy player, who looks a throw ahead in rows of up to "
            "16; choose random or careful.",
        ),
        (("--rounds", "0"), "--rounds 0 cannot be; give a whole number from 1 to 1000"),
        (("--seed", "-1"), "--seed -1 cannot be; give a whole number from 0 up"),
        (("--rules", "tray", "--players", "perfect"), "'tray' is for 2 to 4 players, not 1."),
        (("--plot", "a.gif"), "--plot a.gif is of no kind that can be drawn; end the name in .svg or .png"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(simulate, words, sentence):
    assert simulate("--rules", "classic", *words) == (2, "", f"stbpi: {sentence}\n")


def test_without_numpy_it_says_what_to_install(simulate, monkeypatch):
    real = builtins.__import__

    def without(name, *more):
        if name.startswith("stbpi.odds"):
            raise ImportError(name)
        return real(name, *more)

    monkeypatch.setattr(builtins, "__import__", without)
    status, out, err = simulate(*FEW)
    assert (status, out) == (2, "")
    assert err == "stbpi: odds need NumPy, which is not installed; pip install 'stbpi[odds]'\n"
