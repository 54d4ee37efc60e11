"""What people read who ask for statistics, copies and lists in their own language."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from babel.numbers import format_decimal

from stbpi import cli
from stbpi.cli.best_play import BestPlay, LeftOut, why_left_out
from stbpi.cli.figures import told
from stbpi.cli.replay_told import dice_told
from stbpi.locale import LANGUAGES, catalogue
from stbpi.locale.forms import measured, moment, whole
from stbpi.rules import rule_set
from stbpi.rules.actions import Close, Roll
from stbpi.store import Journal
from stbpi.store.almanac import figures_of_kinds, figures_of_players
from stbpi.table.dice_check import DiceCheck
from stbpi.table.played import Ending, PlayedMatch, kind_of
from stbpi.table.setup import MatchSetup
from tests.support.zone import local_time

TWO = rule_set("classic", flaps=[2, 3])
SHUT = (Roll((1, 1)), Close((2,)), Roll((1, 2)), Close((3,)))
THREE = (Roll((1, 1)), Close((2,)), Roll((6, 6)))
FIVE = (Roll((6, 6)),)
EVENING = datetime(2025, 3, 14, 19, 5, tzinfo=UTC).timestamp()


@pytest.fixture(autouse=True)
def _in_zurich():
    with local_time("Europe/Zurich"):
        yield


@pytest.fixture
def journal(tmp_path):
    opened = Journal.open(tmp_path / "journal.db")
    for rules, players, decisions in (
        (TWO, ("Anna", "Ben"), (*THREE, *FIVE)),
        (TWO, ("Ben", "Player 2"), SHUT),
        (rule_set("tray", ["common"]), ("Carla", "Inés"), (Roll((6, 4)),)),
    ):
        setup = MatchSetup(rules, players, "electronic", bytes(32))
        opened.append(opened.begin(setup, EVENING), decisions, EVENING)
    opened.close()
    return tmp_path / "journal.db"


@pytest.fixture
def stbpi(capsysbinary, tmp_path, journal):
    """Runs a command line with a configuration in some language; gives stdout, no-break spaces as spaces."""
    config = tmp_path / "stbpi.toml"

    def run(*argv, language="en"):
        config.write_text(f'language = "{language}"\n[store]\npath = "journal.db"\n')
        assert cli.main([*(str(word) for word in argv), "--config", str(config)]) == 0
        written = capsysbinary.readouterr()
        assert written.err == b""
        return written.out.decode("utf-8").replace("\N{NO-BREAK SPACE}", " ")

    return run


STATS = {
    "en": """\
3 matches: 2 finished, 1 being played

Classic, flaps 2-3
  2 matches, 3 scores, on average 2.667, shut 1 time
  optimal play: on average 4.215, shut 11.42% of the time
  record 0: Ben (in match 2)
""",
    "fr": """\
3 parties : 2 terminées, 1 en cours

Classique, clapets 2-3
  2 parties, 3 résultats, 2,667 en moyenne, fermée 1 fois
  jeu optimal : 4,215 en moyenne, fermée dans 11,42 % des cas
  record 0 : Ben (à la partie 2)
""",
    "de": """\
3 Partien: 2 beendet, 1 läuft noch

Klassisch, Klappen 2-3
  2 Partien, 3 Ergebnisse, im Schnitt 2,667, 1-mal alles zu
  bestes Spiel: im Schnitt 4,215, in 11,42 % der Fälle alles zu
  Rekord 0: Ben (in Partie 2)
""",
    "it": """\
3 partite: 2 finite, 1 in corso

Classico, alette 2-3
  2 partite, 3 punteggi, 2,667 in media, chiusa 1 volta
  gioco ottimale: 4,215 in media, chiusa nel 11,42% dei casi
  primato 0: Ben (nella partita 2)
""",
    "es": """\
3 partidas: 2 terminadas, 1 en juego

Clásico, fichas 2-3
  2 partidas, 3 puntuaciones, 2,667 de media, cerrada 1 vez
  juego óptimo: 4,215 de media, cerrada el 11,42 % de las veces
  récord 0: Ben (en la partida 2)
""",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_statistics_are_told_in_the_language_of_the_configuration_or_of_the_command(stbpi, language):
    out = stbpi("stats", language=language)
    assert out.startswith(STATS[language])
    assert stbpi("stats", "--language", language) == out
    assert stbpi("stats", "--json", language=language) == stbpi("stats", "--json")


REPLAYED = {
    "en": ("Classic: Ben, Player 2", "round 1", "end of the match", "won by Ben", "all 4 throws follow"),
    "fr": ("Classique : Ben, Joueur 2", "manche 1", "fin de la partie", "gagnée par Ben", "les 4 lancers"),
    "de": ("Klassisch: Ben, Spieler 2", "Runde 1", "Ende der Partie", "gewonnen von Ben", "alle 4 Würfe"),
    "it": ("Classico: Ben, Giocatore 2", "manche 1", "fine della partita", "vinta da Ben", "tutti i 4 lanci"),
    "es": ("Clásico: Ben, Jugador 2", "ronda 1", "fin de la partida", "ganada por Ben", "las 4 tiradas"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_record_is_replayed_in_the_language(stbpi, tmp_path, language):
    record = tmp_path / "match.stb"
    record.write_text(stbpi("export", "--match", "2"), encoding="utf-8")
    out = stbpi("replay", record, language=language)
    title, round_, end, winner, dice = REPLAYED[language]
    lines = out.splitlines()
    assert [line for line in lines if not line.startswith(" ")] == [title, round_, end, winner]
    honest = DiceCheck(throws=4, findings=(), told_before=2)
    said = " ".join(dice_told(honest, "c0ffee", (3, 7), catalogue(language)))
    assert dice in said
    assert re.search("c0ffee .* 3, .* 7", said)
    assert stbpi("replay", record, "--language", language) == out
    assert stbpi("replay", record, "--json", language=language) == stbpi("replay", record, "--json")


LISTED = {
    "en": "    2  2025-03-14 20:05  Classic: Ben, Player 2; won by Ben\n",
    "fr": "    2  14/03/2025 20:05  Classique : Ben, Joueur 2 ; gagnée par Ben\n",
    "de": "    2  14.03.2025 20:05  Klassisch: Ben, Spieler 2; gewonnen von Ben\n",
    "it": "    2  14/03/2025 20:05  Classico: Ben, Giocatore 2; vinta da Ben\n",
    "es": "    2  14/03/2025 20:05  Clásico: Ben, Jugador 2; ganada por Ben\n",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_matches_are_listed_with_the_days_of_the_language(stbpi, language):
    assert LISTED[language] in stbpi("export", "--list", language=language)
    for form in (["--all"], ["--all", "--json"], ["--all", "--format", "csv"], ["--list", "--json"]):
        assert stbpi("export", *form, language=language) == stbpi("export", *form)


COPIED = {
    "en": ("3 matches, {} bytes, checked", "3 matches from", "What was there before is kept as"),
    "fr": ("3 parties, {} octets, vérifiés", "3 parties de", "Ce qui était là avant est gardé sous"),
    "de": ("3 Partien, {} Bytes, geprüft", "3 Partien aus", "Was vorher da war, liegt jetzt als"),
    "it": ("3 partite, {} byte, controllati", "3 partite da", "Quello che c’era prima è conservato come"),
    "es": ("3 partidas, {} bytes, comprobados", "3 partidas de", "Lo que había antes se guarda como"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_copy_and_its_way_back_are_told_in_the_language(stbpi, tmp_path, language):
    copy = tmp_path / "copy.db"
    copied, restored, kept = COPIED[language]
    out = stbpi("backup", copy, language=language)
    size = format_decimal(copy.stat().st_size, locale=language)
    assert re.fullmatch(rf"{copy} ?: {re.escape(copied.format(size))}\n", out)
    first, second = stbpi("restore", copy, "--language", language).splitlines()
    assert re.search(rf"journal\.db ?: {re.escape(restored)} {copy}$", first)
    assert second.startswith(f"{kept} {tmp_path / 'journal.db'}.replaced-")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "fr",
            {
                "score (0 : boîte fermée)",
                "part des résultats",
                "joués : 3",
                "jeu optimal",
                "Classique, clapets 2-3",
            },
        ),
        ("de", {"Ergebnis (0: alles zu)", "Anteil der Ergebnisse", "gespielt: 3", "0,2", "bestes Spiel"}),
        ("it", {"punteggio (0: scatola chiusa)", "quota dei punteggi", "giocati: 3", "gioco ottimale"}),
        ("es", {"puntuación (0: caja cerrada)", "parte de las puntuaciones", "jugadas: 3", "juego óptimo"}),
    ],
)
def test_the_picture_is_lettered_in_the_language(stbpi, tmp_path, language, words):
    stbpi("stats", "--plot", tmp_path / "scores.svg", language=language)
    drawing = ElementTree.fromstring((tmp_path / "scores.svg").read_bytes())
    said = {"".join(text.itertext()).strip() for text in drawing.iter() if "}text" in text.tag}
    assert words <= {text.replace("\N{NO-BREAK SPACE}", " ") for text in said}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", [0, 9999, -10_000, 28_672, 1_234_567])
def test_numbers_are_grouped_as_the_language_does(language, number):
    expected = str(number) if abs(number) < 10_000 else format_decimal(number, locale=language)
    assert whole(number, catalogue(language)) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mean_has_the_decimal_sign_of_the_language(language):
    assert measured(18.75, catalogue(language)) == format_decimal(18.75, locale=language)


def test_a_clock_that_says_what_is_no_date_is_not_shown():
    assert moment(1e300, catalogue("fr")) is None


LONG = "Maximiliane-Wilhelmine von und zu Hohenzollern-Sigmaringen, genannt die Unverwüstliche"


def crowded():
    """Matches with all that takes room: long names, thousands of them, every digit, sets of the house."""
    sets = (
        rule_set("tray", ["common", "express"]),
        rule_set("classic", ["digits", "hundred", "one-die", "two-flaps"], flaps=24, dice=4),
        rule_set(
            "classic", flaps=[1, 3, 5, 7, 9, 11], rows="own", play="one_throw", one_die="at_most_6_open"
        ),
    )
    digits = int("".join(map(str, range(1, 25))))
    for number in range(60):
        rules = sets[number % 3]
        scores = (digits // 10 ** (number % 39), number) if number % 3 == 1 else (number, 45)
        yield PlayedMatch(
            match_id=100_000 + number,
            began_at=EVENING,
            kind=kind_of(rules),
            players=(LONG, "Player 2" if number % 2 else "Inés"),
            ending=list(Ending)[number % 4],
            rounds=((scores),) * 300,
            ranks=(1, 2),
            totals=scores,
            winners=(0,),
            balances=(-1_000_000, 1_000_000),
        )


def paragraphs(lines):
    """Lines of which the next ones, set further in, go on."""
    found = []
    for line in lines:
        if line.startswith("    ") and found:
            found[-1] += line
        else:
            found.append(line)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_text_and_bars_stay_within_eighty_columns(language):
    played = tuple(crowded())
    kinds, messages = figures_of_kinds(played), catalogue(language)
    players = figures_of_players(played)
    for best in (BestPlay({0: 1 / 3, 45: 2 / 3}), *LeftOut):
        lines = list(told(played, kinds, players, messages, {one.kind: best for one in kinds}))
        if isinstance(best, LeftOut):
            assert why_left_out(best, messages).split() in [text.split() for text in paragraphs(lines)]
        assert [line for line in lines if len(line) >= 80] == []
        assert " ".join(" ".join(lines).split()).count(LONG) > 1, "no name is cut"
        bars = [line for line in lines if "#" in line]
        assert len(bars) > 20
        # Bars of one game begin in the same column.
        for first, second in pairwise(lines):
            if "#" in first and "#" in second:
                assert first.index("#") == second.index("#")


def test_axes_in_json_mean_the_same_for_programs(stbpi):
    english = json.loads(stbpi("rules", "--axes", "--json"))["axes"]
    french = json.loads(stbpi("rules", "--axes", "--json", language="fr"))["axes"]
    assert all(one["meaning"] != other["meaning"] for one, other in zip(english, french, strict=True))
    assert [one["values"] for one in english] == [one["values"] for one in french]
