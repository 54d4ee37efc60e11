"""``stbpi play`` as a command: what can be asked of it, what is refused, and the record it leaves."""

from __future__ import annotations

import hashlib
import io
import re
import signal

import pytest

from stbpi import cli
from stbpi.rules.record import read_record
from tests.terminal.typing_person import Play


@pytest.fixture
def play(capsys, monkeypatch):
    """Plays in this process with these lines typed; gives (status, stdout, stderr)."""

    def run(*argv, typed=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = cli.main(["play", "--language", "en", *map(str, argv)])
        written = capsys.readouterr()
        return status, written.out, written.err

    return run


@pytest.fixture
def refused(play):
    """Asks for something that must be refused; gives the one line that says why."""

    def run(*argv):
        status, out, err = play(*argv)
        assert (status, out, err.count("\n")) == (2, "", 1)
        return err.removeprefix("stbpi: ").removesuffix("\n")

    return run


def title(out):
    return " ".join(out.split(". Type help")[0].split())


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        ([], "Classic, with Player 1 and Player 2"),
        (["--players", "Anna", "Ben"], "Classic, with Anna and Ben"),
        (["--players", "Anna,Ben", "Cleo"], "Classic, with Anna, Ben and Cleo"),
        (["--players", "1"], "Classic, with Player 1"),
        (["--rules", "tray", "--variant", "express", "--variant", "common", "--players", "2"],
         "Tray + Common throw + Express, with Player 1 and Player 2"),
    ],
)  # fmt: skip
def test_what_is_played_and_by_whom_is_told(play, argv, told):
    status, out, err = play(*argv)
    assert (status, title(out), err) == (0, told, "")


@pytest.mark.parametrize(
    ("argv", "row"),
    [
        (["--flaps", "12"], "│1│2│3│4│5│6│7│8│9│10│11│12│"),
        (["--flaps", "3,1,7"], "│1│3│7│"),
        (["--axis", "flaps=[2,4]"], "│2│4│"),
        (["--axis", "closed_at_start=1,2"], "│·│·│3│4│5│6│7│8│9│"),
        (
            ["--axis", "rows=own", "--axis", "max-flaps=2", "--axis", "shut_ends_round=false"],
            "│1│2│3│4│5│6│7│8│9│",
        ),
    ],
)
def test_axes_are_changed_one_by_one(play, argv, row):
    status, out, _ = play(*argv)
    assert status == 0
    assert row in out


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["--rules", "clasic"], '--rules: game.rules is "clasic", which is not known; did you mean "classic"?'),
        (["--variant", "digit"], '--variant: "digit" is no variant of "classic"; did you mean "digits"?'),
        (["--axis", "max_flap=2"], '--axis: unknown key "game.axes.max_flap"; did you mean "max_flaps"?'),
        (["--axis", "max_flaps"], '--axis "max_flaps" names no value; write it as in --axis max_flaps=2'),
        (["--axis", "flaps=9", "--flaps", "9"], "the axis flaps is given twice; leave one of the two out"),
        (["--players", "9"], "--players: game.players is 9; give a list of names, or a count from 1 to 8"),
        (["--rules", "tray", "--players", "Anna"],
         '--players: game.players has 1 player; "tray" (--rules) is for 2 to 4'),
        (["--axis", "closed_at_start=4"],
         "--axis: Rule set 'classic': closed_at_start = 4 cannot be: write a list of flap numbers, such as [4], "
         "or 'none'."),
        (["--axis", "flaps=true"],
         "--axis: Rule set 'classic': flaps = true cannot be: write how many flaps a row has, or a list of flap "
         "numbers."),
        (["--dice", "loaded"], '--dice: dice.source is "loaded", which is not known; choose "electronic" or "entered"'),
        (["--dice-seed", "x"], '--dice-seed: "x" is no whole number; see stbpi play --help'),
        (["--language", "pt"], "language 'pt' is not known; choose 'en' or 'fr' or 'de' or 'it' or 'es'"),
        (["now"], '"now" is one word too many for stbpi play; see stbpi play --help'),
    ],
)  # fmt: skip
def test_wrong_use_gets_one_line_with_the_mend(refused, argv, sentence):
    assert refused(*argv) == sentence


def test_axes_that_cannot_be_played_are_refused_with_the_reason(refused):
    assert refused("--flaps", "0").startswith("--flaps: Rule set 'classic': flaps = 0 cannot be")
    assert "--axis" in refused("--axis", "stop_on=13")


def test_no_flaps_are_closed_at_the_start_in_the_words_of_a_record_too(play):
    _, out, _ = play("--rules", "three-down", "--axis", "closed_at_start=none", "--players", "Ada")
    assert "│1│2│3│" in out


def test_players_and_rules_that_do_not_fit_are_both_named_where_only_one_is_in_the_file(refused, tmp_path):
    file = tmp_path / "g.toml"
    file.write_text("[game]\nplayers = 8\n")
    wrong = refused("--config", file, "--rules", "tray")
    assert wrong.endswith(
        '2:11: game.players is 8; give a list of names, or a count from 2 to 4 for "tray" (--rules)'
    )
    file.write_text('[game]\nplayers = ["A", "B", "C", "D", "E"]\n')
    wrong = refused("--config", file, "--rules", "tray")
    assert wrong.endswith('2:11: game.players has 5 players; "tray" (--rules) is for 2 to 4')
    file.write_text('[game]\nrules = "tray"\n')
    wrong = refused("--config", file, "--players", "Anna")
    assert wrong == f'--players: game.players has 1 player; "tray" ({file}:2:9) is for 2 to 4'


def test_what_is_not_said_comes_from_the_configuration(play, refused, tmp_path):
    file = tmp_path / "stbpi.toml"
    file.write_text(
        'language = "de"\n'
        '[game]\nrules = "tray"\nvariants = ["express"]\nplayers = ["Ada", "Grace"]\n[game.axes]\nflaps = 9\n'
        '[dice]\nsource = "entered"\n[rules.ours]\nflaps = 3\n'
    )
    _, out, _ = play("--config", file)
    assert title(out) == "Tray + Express, with Ada and Grace"
    assert "│8│9│\n" in out
    assert "Ada, what do 2 dice show: " in out
    # A set that is named brings its own variants and axes, not those the file has for another.
    _, out, _ = play("--config", file, "--rules", "numbers")
    assert title(out) == "Close your numbers, with Ada and Grace"
    assert "│10│" in out
    _, out, _ = play("--config", file, "--rules", "ours", "--dice", "electronic")
    assert "  │1│2│3│\nAda, throw (Enter): " in out
    _, out, _ = play("--config", file, "--axis", "flaps=4")
    assert title(out) == "Tray + Express, with Ada and Grace"
    assert "│3│4│\n" in out


def test_the_language_is_what_the_configuration_or_the_environment_says(capsys, monkeypatch, tmp_path):
    def asked(*argv):
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        assert cli.main(["play", *argv]) == 0
        return capsys.readouterr().out

    monkeypatch.delenv("LANGUAGE", raising=False)
    monkeypatch.setenv("LC_ALL", "fr_CH.UTF-8")
    assert "avec" in asked()
    file = tmp_path / "stbpi.toml"
    file.write_text('language = "de"\n')
    assert "mit" in asked("--config", str(file))
    assert "with" in asked("--config", str(file), "--language", "en")


def test_the_match_is_kept_as_a_record_that_can_be_read(play, tmp_path):
    file = tmp_path / "match.txt"
    typed = "6 3\n1 8\nundo\n9\nnonsense\n6 6\nredo\n5 7\nleave\nquit\n"
    status, out, _ = play("--dice", "entered", "--players", "Anna", "Ben", "--record", file, typed=typed)
    assert status == 0
    record = read_record(file.read_text(encoding="utf-8"))
    assert record.players == ("Anna", "Ben")
    assert record.tags.dice_source == "entered"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\dZ", record.tags.date)
    assert [type(decision).__name__ for decision in record.decisions] == [
        "Roll", "Close", "Undo", "Close", "Roll", "Close", "Retire",
    ]  # fmt: skip
    assert record.match.round_scores == (24, None)
    assert "Anna leaves the match and notes 24." in out


@pytest.mark.parametrize("ended", [True, False])
def test_electronic_dice_are_sealed_before_the_match_and_can_be_checked_in_its_record(play, tmp_path, ended):
    file = tmp_path / "match.txt"
    typed = "\nleave\n\n" if ended else "\n"
    _, out, _ = play("--flaps", "6", "--players", "Anna", "--record", file, typed=typed)
    record = read_record(file.read_text(encoding="utf-8"))
    assert f"Dice sealed with SHA-256:\n  {record.tags.commitment}\n" in out
    assert out.index("sealed") < out.index("throw (Enter)")
    assert record.tags.secret not in out
    assert hashlib.sha256(bytes.fromhex(record.tags.secret)).hexdigest() == record.tags.commitment
    assert cli.main(["replay", "--verify-dice", str(file)]) == 0


def test_nothing_is_sealed_where_no_record_is_kept_or_dice_are_entered(play, tmp_path):
    assert "sealed" not in play("--players", "Anna")[1]
    assert "sealed" not in play("--dice", "entered", "--record", tmp_path / "match.txt")[1]


def test_a_record_is_never_written_over(refused, tmp_path):
    file = tmp_path / "match.txt"
    file.write_text("precious")
    assert refused("--record", file) == f"--record: {file} is there already; name another file"
    assert file.read_text() == "precious"
    missing = tmp_path / "none" / "match.txt"
    assert refused("--record", missing) == (
        f"--record: {missing} cannot be written (No such file or directory); name another file"
    )


@pytest.mark.parametrize("end", ["hang up", "interrupt", signal.SIGTERM, signal.SIGHUP])
def test_however_a_match_ends_its_record_is_kept(end, tmp_path):
    file = tmp_path / "match.txt"
    with Play(
        "--dice", "entered", "--record", str(file), columns=None if end == "hang up" else 80
    ) as program:
        program.read()
        program.type("6 3")
        program.type("9")
        if end == "hang up":
            program.hang_up_input()
        elif end == "interrupt":
            program.interrupt()
        else:
            program.signal(end)
        status = program.status()
    assert status == {"hang up": 0, "interrupt": 130}.get(end, 128 + end if isinstance(end, int) else None)
    assert "Traceback" not in program.written
    assert len(read_record(file.read_text(encoding="utf-8")).decisions) == 2
