"""What ``stbpi analyse`` says of a record: each costly decision, and what the dice did."""

from __future__ import annotations

import json
import re

import pytest

from stbpi import cli
from stbpi.locale import LANGUAGES

RECORD = """\
stbpi record 1
rules = classic
players = Anna, Ben
round 1
Anna: 6+3 -> 1 8; 5+4 -> 9; 6+4 -> 4 6; 6+6 -> 5 7; 1+1 -> 2;
    5+2
Ben: 2+2 -> 4; 2+2 -> 1 3; 1+1 -> 2; 1+1
"""

WITH_DICE = """\
stbpi record 1
rules = pub
flaps = 6
players = Anna
round 1
Anna: 1 -> 1; 5+6
"""


@pytest.fixture
def analyse(capsysbinary, tmp_path):
    """Runs ``stbpi analyse`` on a record; gives (status, stdout, stderr), no-break spaces as spaces."""
    file = tmp_path / "match.stb"

    def run(record, *words, language="en"):
        file.write_text(record)
        status = cli.main(["analyse", str(file), "--language", language, *words])
        written = capsysbinary.readouterr()
        out, err = (
            text.decode().replace("\N{NO-BREAK SPACE}", " ").replace(str(file), "FILE")
            for text in (written.out, written.err)
        )
        return status, out, err

    return run


def test_a_match_is_told_player_by_player_and_decision_by_decision(analyse):
    status, out, err = analyse(RECORD)
    assert (status, err) == (0, "")
    assert (
        out
        == """\
Classic

Anna
  Noted 3: 11.16 expected, −16.12 by luck, +7.96 by deciding.
  Best decisions: 2 of 4.
  Chance to win a round lost by deciding: 32.81% on average.

Ben
  Noted 35: 11.16 expected, +23.84 by luck, 0 by deciding.
  Best decisions: 1 of 1.
  Chance to win a round lost by deciding: 0% on average.

What cost points:
  round 1, Anna, open 1 2 3 4 5 6 7 8 9, thrown 6+3: 1 8, better 9; +5.811
  round 1, Anna, open 2 3 4 5 6 7, thrown 6+4: 4 6, better 3 7; +2.149
"""
    )


def test_programs_read_every_decision(analyse):
    _, out, _ = analyse(RECORD, "--json")
    told = json.loads(out)
    (match,) = told["matches"]
    assert told["file"] == "FILE"
    anna, ben = match["players"]
    for player in (anna, ben):
        explained = player["expected"] + player["luck"] + player["points_lost"]
        assert explained == pytest.approx(player["scored"])
    assert (anna["scored"], ben["scored"]) == (3, 35)
    assert len(match["decisions"]) == anna["decisions"] + ben["decisions"] == 5
    first = match["decisions"][0]
    assert (first["made"], first["best"]) == ({"close": [1, 8]}, {"close": [9]})
    assert sum(one["points_lost"] for one in match["decisions"]) == pytest.approx(anna["points_lost"])
    assert sum(one["win_lost"] for one in match["decisions"]) == pytest.approx(anna["win_lost"])


def test_who_has_noted_nothing_is_not_said_to_have_noted_nought(analyse):
    running = RECORD[: RECORD.index("; 1+1 -> 2; 1+1\n")] + "\n"
    status, out, _ = analyse(running)
    assert status == 0
    assert "Ben\n  Nothing noted yet.\n" in out
    assert "Noted 0" not in out
    anna, ben = json.loads(analyse(running, "--json")[1])["matches"][0]["players"]
    assert anna["scored"] == 3
    assert {ben[key] for key in ("expected", "luck", "points_lost", "scored", "win_luck", "win_lost")} == {
        None
    }


def test_chances_lost_are_told_by_the_round(analyse):
    played = RECORD[RECORD.index("Anna: 6") :]
    rounds = "".join(f"round {number}\n{played}" for number in (1, 2, 3))
    rules = "rules = classic\nmatch = rounds\nrounds = 3\nstarter = same\n"
    status, out, err = analyse(f"stbpi record 1\n{rules}players = Anna, Ben\n{rounds}")
    assert (status, err) == (0, "")
    assert "Noted 9:" in out
    assert "Chance to win a round lost by deciding: 32.81% on average." in out


def test_one_die_instead_of_two_is_a_decision(analyse):
    status, out, _ = analyse(WITH_DICE)
    assert status == 0
    assert "open 1 2 3 4 5 6: 1 die, better 2 dice; +" in out
    assert "to win" not in out


SAID = {
    "en": ["Best decisions: 2 of 4.", "better 9; +5.811"],
    "fr": [
        "Meilleures décisions : 2 sur 4.",
        "mieux 9 ; +5,811",
        "Chance de gagner une manche perdue par décision : 32,81 % en moyenne.",
    ],
    "de": ["Beste Entscheidungen: 2 von 4.", "besser 9; +5,811", "durch Glück −16,12"],
    "it": [
        "Decisioni migliori: 2 su 4.",
        "meglio 9; +5,811",
        "vincere una manche persa per decisione: 32,81% in media.",
    ],
    "es": ["Mejores decisiones: 2 de 4.", "mejor 9; +5,811", "−16,12 por suerte"],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_in_every_language_within_eighty_columns(analyse, language):
    _, out, _ = analyse(RECORD, language=language)
    for part in SAID[language]:
        assert part in " ".join(out.split())
    assert max(map(len, out.splitlines())) < 80


def test_a_broken_rule_is_a_finding_and_what_is_before_it_is_judged(analyse):
    second = RECORD.replace("1+1 -> 2; 1+1", "1+1 -> 9")
    status, out, err = analyse(f"{RECORD}\n{second}", "--json")
    assert status == 1
    assert err.startswith("stbpi: FILE:15:")
    assert len(json.loads(out)["matches"]) == 1


def test_what_cannot_be_read_is_wrong_use(analyse, capsysbinary):
    assert cli.main(["analyse", "nowhere.stb"]) == 2
    assert b"nowhere.stb cannot be read" in capsysbinary.readouterr().err
    status, out, err = analyse("rubbish\n")
    assert (status, out) == (2, "")
    assert err.startswith("stbpi: FILE:1:")


def test_the_plot_has_a_panel_for_each_player(analyse, tmp_path):
    file = tmp_path / "match.svg"
    assert analyse(RECORD, "--plot", str(file))[0] == 0
    drawn = file.read_text()
    for text in ("Anna", "Ben", "by luck", "by deciding", "throws"):
        assert text in drawn
    sentence = f"stbpi: --plot: {file} is there already; name another file\n"
    assert analyse(RECORD, "--plot", str(file)) == (2, "", sentence)
    both = tmp_path / "both.svg"
    assert analyse(RECORD + RECORD, "--plot", str(both), language="de")[0] == 0
    assert "Spiel 2: Ben" in both.read_text()


def test_the_lines_of_the_plot_end_where_luck_and_decisions_have_come_to(analyse, tmp_path):
    file = tmp_path / "match.svg"
    assert analyse(RECORD, "--plot", str(file))[0] == 0

    def ends(color):
        """How far below its beginning the first line of this colour ends."""
        outline = re.search(
            rf'<path d="([^"]+)"[^>]*style="fill: none;[^"]*stroke: {color}', file.read_text()
        )[1]
        heights = [float(y) for y in re.findall(r"[ML] [-\d.]+ ([-\d.]+)", outline)]
        return heights[-1] - heights[0]

    # Noted 3: 11.16 expected, −16.12 by luck, +7.96 by deciding.
    luck, deciding = ends("#3fa7b5"), ends("#7a4a1e")
    assert luck > 0 > deciding
    assert luck / deciding == pytest.approx(-16.12 / 7.96, rel=1e-3)


def test_where_nothing_was_thrown_there_is_nothing_to_draw(analyse, tmp_path):
    nothing = RECORD[: RECORD.index("Anna: 6+3")]
    sentence = "stbpi: --plot: nothing has been thrown yet, so there is nothing to draw\n"
    assert analyse(nothing, "--plot", str(tmp_path / "match.svg")) == (2, "", sentence)


def test_a_picture_of_no_kind_is_refused_before_anything_is_judged(analyse):
    _, out, err = analyse(RECORD, "--plot", "match.gif")
    assert (out, err) == (
        "",
        "stbpi: --plot match.gif is of no kind that can be drawn; end the name in .svg or .png\n",
    )


def test_a_picture_that_cannot_be_written_is_refused_before_anything_is_judged(analyse, tmp_path):
    nowhere = tmp_path / "no" / "match.svg"
    sentence = (
        f"stbpi: --plot {nowhere} cannot be written (No such file or directory); check folder and disk\n"
    )
    assert analyse(RECORD, "--plot", str(nowhere)) == (2, "", sentence)


def test_chances_of_a_race_are_told_where_all_of_it_is_known(analyse):
    race = "stbpi record 1\nrules = tray\nflaps = {flaps}\nplayers = Anna, Ben\nround 1\n{throws}"
    throws = "Anna: 6+3 -> 1 2 6\nBen: 6+3 -> 9\nAnna: 1+1\nBen: 1+1 -> 2; 1+1\n"
    _, out, _ = analyse(race.format(flaps=9, throws=throws))
    assert out.count("Chance to win a round lost by deciding") == 2
    _, out, _ = analyse(race.format(flaps=9, throws=throws), "--json")
    (match,) = json.loads(out)["matches"]
    anna, ben = match["players"]
    assert anna["win_lost"] == pytest.approx(
        sum(one["win_lost"] for one in match["decisions"] if one["player"] == 0)
    )
    assert anna["win_lost"] > 0.1 > ben["win_lost"]
    # Rows of ten are too many together: only that Ben has a score to beat in the end is known.
    _, out, _ = analyse(race.format(flaps=10, throws=throws))
    assert "Chance to win a round lost by deciding" not in out
    _, out, _ = analyse(race.format(flaps=10, throws=throws), "--json")
    (match,) = json.loads(out)["matches"]
    assert [player["win_lost"] for player in match["players"]] == [None, None]
    assert match["decisions"][0]["win_lost"] is None
