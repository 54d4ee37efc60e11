"""What people see who type ``stbpi``."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from stbpi import __version__, cli
from stbpi.locale import LANGUAGES, catalogue
from stbpi.rules import rule_set, rule_set_names, variants_of
from stbpi.rules.aims import told
from stbpi.rules.describe import describe


@pytest.fixture(autouse=True)
def _english(monkeypatch):
    """Whatever language those who run the tests have chosen for themselves."""
    monkeypatch.setenv("LANGUAGE", "en")


@pytest.fixture
def stbpi(capsys):
    """Runs a command line in this process; gives (status, stdout, stderr)."""

    def run(*argv):
        status = cli.main(argv)
        written = capsys.readouterr()
        return status, written.out, written.err

    return run


@pytest.fixture
def refused(stbpi):
    """Runs a command line that must be refused; gives the one line that says why."""

    def run(*argv):
        status, out, err = stbpi(*argv)
        assert (status, out) == (2, "")
        assert err.startswith("stbpi: ")
        assert err.endswith("\n")
        assert err.count("\n") == 1
        return err.removeprefix("stbpi: ").removesuffix("\n")

    return run


def test_a_newcomer_is_helped_on(stbpi):
    status, out, err = stbpi()
    assert (status, err) == (0, "")
    assert "Shut-the-Box" in out
    for command in ("stbpi run --simulate", "stbpi play", "stbpi rules", "stbpi wiring direct-9"):
        assert command in out


def test_the_version_is_told(stbpi):
    assert stbpi("--version") == (0, f"stbpi {__version__}\n", "")


@pytest.mark.parametrize(
    "command", [(), ("run",), ("play",), ("wiring",), ("rules",), ("replay",), ("export",)]
)
def test_help_is_there(stbpi, command):
    status, out, err = stbpi(*command, "--help")
    assert (status, err) == (0, "")
    assert out.startswith("usage: stbpi")


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["rn"], '"rn" is no command; did you mean run?'),
        (["Rules"], '"Rules" is no command; did you mean rules?'),
        (
            ["xyzzy"],
            '"xyzzy" is no command; '
            "there are run, play, service, doctor, wiring, rules, odds, simulate, replay, analyse, stats, export, "
            "backup, restore",
        ),
        (["run", "--simulat"], "stbpi run has no option --simulat; did you mean --simulate?"),
        (["run", "--prot=80"], "stbpi run has no option --prot; did you mean --port?"),
        (["run", "now"], '"now" is one word too many for stbpi run; see stbpi run --help'),
        (["run", "--port"], "--port: expected one argument; see stbpi run --help"),
        (["run", "--port", "http"], '--port: "http" is no whole number; see stbpi run --help'),
        (["run", "--port", "99999"], "--port: web.port is 99999; give a whole number from 0 to 65535"),
        (
            ["run", "--dice-seed", "-1"],
            "--dice-seed: dice.seed is -1; give a whole number from 0 to 9223372036854775807",
        ),
        (["--verbose"], '"--verbose" means nothing here; did you mean --version?'),
        (["rules", "clasic"], '"clasic" is no rule set; did you mean classic?'),
        (["rules", "clas\x1b[2Jsic"], '"clas\\x1b[2Jsic" is no rule set; did you mean classic?'),
        (["rules", "--axes", "tray"], "--axes is about all rule sets; leave the name and --variant out"),
        (["rules", "--variant", "common"], "--variant is one of a rule set; name the set before it"),
        (
            ["rules", "tray", "--variant", "comon"],
            "--variant: 'tray' has no variant 'comon': did you mean 'common'?",
        ),
        (["wiring", "direct-9", "--all"], "--all already has direct-9 in it; leave one of the two out"),
    ],
)
def test_wrong_use_gets_one_line_with_the_mend(refused, argv, sentence):
    assert refused(*argv) == sentence


def test_a_mistake_in_the_configuration_is_told_with_file_and_line(refused, tmp_path):
    file = tmp_path / "stbpi.toml"
    file.write_text("[web]\nprot = 80\n")
    assert (
        refused("run", "--config", str(file)) == f'{file}:2:1: unknown key "web.prot"; did you mean "port"?'
    )
    assert "cannot be read (No such file" in refused("rules", "--config", str(tmp_path / "none.toml"))


def test_all_rule_sets_are_listed(stbpi):
    _, out, _ = stbpi("rules")
    listed = [line.split()[0] for line in out.splitlines() if line and not line.startswith("stbpi")]
    assert listed == list(rule_set_names())
    listing = json.loads(stbpi("rules", "--json")[1])
    assert [entry["name"] for entry in listing["sets"]] == list(rule_set_names())


def test_one_rule_set_is_shown_with_variants_and_axes(stbpi):
    _, out, _ = stbpi("rules", "classic")
    assert "one-die" in out
    assert "max_flaps" in out
    assert "flaps 1-9, raised again for each player" in " ".join(out.split())
    assert "perfect player of the house plays to win the round" in " ".join(out.split())
    shown = json.loads(stbpi("rules", "classic", "--json", "--language", "de")[1])
    assert shown == {
        "name": "classic",
        "variants": list(variants_of("classic")),
        "axes": rule_set("classic").axes(),
        "title": "Klassisch",
        "description": describe(rule_set("classic"), catalogue("de").gettext),
        "perfect": told(rule_set("classic"), catalogue("de").gettext),
    }


def every_set():
    """Every built-in set with none, one and all of its variants."""
    for name in rule_set_names():
        variants = variants_of(name)
        yield name, ()
        yield from ((name, (variant,)) for variant in variants)
        yield name, variants


def test_what_is_printed_of_a_set_makes_the_same_set_when_it_is_pasted_into_a_configuration(stbpi, tmp_path):
    file = tmp_path / "stbpi.toml"
    for name, variants in every_set():
        _, out, _ = stbpi("rules", name, *(f"--variant={variant}" for variant in variants))
        start = out.index("  [rules.ours]\n")
        file.write_text(out[start : out.index("\n\n", start)])
        status, told, err = stbpi("rules", "ours", "--config", str(file), "--json")
        assert (status, err) == (0, "")
        assert json.loads(told)["axes"] == rule_set(name, variants).axes(), (name, variants)


def test_a_set_is_explained_with_its_variants_chosen(stbpi):
    _, out, _ = stbpi("rules", "tray", "--variant", "common", "--language", "en")
    assert out.splitlines()[0] == "Tray + Common throw (tray + common)"
    assert "answers the throw." in out
    assert "express (Express):" in out
    assert "\n  common" not in out


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_every_axis_can_be_and_means_is_listed(stbpi, language):
    usual = rule_set("classic").axes()
    _, out, _ = stbpi("rules", "--axes", "--language", language)
    lines = out.splitlines()
    assert all(len(line) < 80 for line in lines)
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == list(usual)
    told = json.loads(stbpi("rules", "--axes", "--json", "--language", language)[1])["axes"]
    assert {axis["axis"]: axis["default"] for axis in told} == usual
    entries = re.split(r"\n(?=\w)", out)
    for axis, entry in zip(told, entries, strict=True):
        assert " ".join(entry.split()).endswith(
            f"{', '.join(axis['values'])} {' '.join(axis['meaning'].split())}"
        )
        words = [value.strip('"') for value in axis["values"] if value.startswith('"')]
        assert len(words) < 2 or all(f"{word}" in axis["meaning"] for word in words)


def test_a_variant_is_explained_by_what_it_changes(stbpi):
    _, out, _ = stbpi("rules", "classic")
    assert "one-die (One die): One die may be thrown when no flap above 6 is open. two" in " ".join(
        out.split()
    )


def test_a_variant_that_makes_no_sense_with_ones_own_axes_is_left_out(stbpi, tmp_path):
    file = tmp_path / "stbpi.toml"
    file.write_text('[rules.ours]\nbase = "tray"\ndoubles = "again_or_three"\n')
    status, out, _ = stbpi("rules", "ours", "--config", str(file))
    assert status == 0
    assert "express (Express):" in out
    assert "common" not in out


@pytest.mark.parametrize(
    ("given", "environment", "configured", "told"),
    [
        ([], {}, None, "Classic"),
        ([], {"LANG": "de_AT.UTF-8"}, None, "Klassisch"),
        ([], {"LANG": "de_AT.UTF-8", "LC_ALL": "es_MX.UTF-8"}, None, "Clásico"),
        ([], {"LANG": "pt_BR.UTF-8"}, None, "Classic"),
        ([], {"LANG": "de_AT.UTF-8"}, "fr", "Classique"),
        (["--language", "it"], {"LANG": "de_AT.UTF-8"}, "fr", "Classico"),
    ],
)
def test_rule_sets_are_explained_in_the_language_of_whoever_asks(
    stbpi, monkeypatch, tmp_path, given, environment, configured, told
):
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    if configured:
        file = tmp_path / "stbpi.toml"
        file.write_text(f'language = "{configured}"\n')
        given = [*given, "--config", str(file)]
    status, out, _ = stbpi("rules", "classic", *given)
    assert status == 0
    assert out.splitlines()[0] == f"{told} (classic)"


def test_a_language_that_is_not_spoken_is_refused_naming_those_that_are(refused):
    assert refused("rules", "--language", "nl") == (
        "language 'nl' is not known; choose 'en' or 'fr' or 'de' or 'it' or 'es'"
    )


def test_what_the_terminal_cannot_show_does_not_stop_the_explanation(monkeypatch):
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = run_process("rules", "tray", "--language", "fr")
    assert done.returncode == 0, done.stderr
    assert "Chaque joueur" in done.stdout


def test_rule_sets_of_ones_own_are_listed_with_the_others(stbpi, tmp_path):
    file = tmp_path / "stbpi.toml"
    file.write_text("[rules.ours]\nflaps = 10\n")
    status, out, _ = stbpi("rules", "ours", "--config", str(file), "--json")
    assert status == 0
    assert json.loads(out)["axes"]["flaps"] == list(range(1, 11))


def test_the_wiring_of_a_profile_is_printed(stbpi):
    status, out, _ = stbpi("wiring", "direct-9")
    assert status == 0
    assert "direct-9" in out
    assert "direct-9" in stbpi("wiring")[1].split()
    assert out in stbpi("wiring", "--all")[1] or "direct-9" in stbpi("wiring", "--all")[1]
    assert json.loads(stbpi("wiring", "direct-9", "--json")[1])["name"] == "direct-9"
    assert json.loads(stbpi("wiring", "--json")[1])["profiles"]


def test_a_profile_is_drawn_into_a_file(stbpi, refused, tmp_path):
    assert stbpi("wiring", "direct-9", "--svg", str(tmp_path / "nine.svg")) == (0, "", "")
    assert (tmp_path / "nine.svg").read_text(encoding="utf-8").startswith("<svg")
    assert stbpi("wiring", "--all", "--svg", str(tmp_path))[0] == 0
    assert (tmp_path / "hc165-4x12.svg").exists()
    assert not (tmp_path / "simulated-4x12.svg").exists()
    nowhere = str(tmp_path / "nowhere" / "nine.svg")
    assert refused("wiring", "direct-9", "--svg", nowhere) == (
        f"--svg: {nowhere} cannot be written (No such file or directory); check the path"
    )
    assert "nothing to draw" in refused("wiring", "simulated-4x12", "--svg", str(tmp_path / "s.svg"))
    assert "name one, or give --all" in refused("wiring", "--svg", str(tmp_path / "s.svg"))
    assert "leave one of the two out" in refused("wiring", "direct-9", "--json", "--svg", "s.svg")


def test_a_profile_that_cannot_be_wired_is_told_with_file_and_line(refused, tmp_path):
    file = tmp_path / "pub.toml"
    file.write_text('[[side]]\nflaps = [1]\npins = [16]\n[[button]]\nrole = "dice"\npin = 16\n')
    both = "flap 1 of side 1 (line 3) and the dice button are both on GPIO 16; move one, free are GPIO 4,"
    assert refused("wiring", str(file)).startswith(f"{file}:6: {both}")
    assert refused("run", "--profile", str(file)).startswith(f"--profile: {file}:6: {both}")
    settings = tmp_path / "stbpi.toml"
    settings.write_text('[board]\nprofile = "pub"\n')
    assert refused("run", "--config", str(settings)).startswith(f"{settings}:2:11: {file}:6: {both}")


def test_an_unknown_profile_is_told_with_the_nearest(refused):
    assert "direct-9" in refused("wiring", "direct-8")


def test_what_run_is_given_goes_before_the_configuration(stbpi, tmp_path, monkeypatch):
    import stbpi.daemon as daemon

    given = []

    def run(settings):
        given.append(settings)
        return 0

    monkeypatch.setattr(daemon, "run", run)
    file = tmp_path / "stbpi.toml"
    file.write_text('[web]\nport = 81\n[game]\nplayers = ["Ada"]\n[dice]\nseed = 1\n')
    assert stbpi("run", "--config", str(file), "--simulate", "--port", "0", "--dice-seed", "7") == (0, "", "")
    assert stbpi("run", "--config", str(file)) == (0, "", "")
    first, second = given
    assert (first.board.backend, first.web.port, first.dice.seed) == ("simulated", 0, 7)
    assert (second.board.backend, second.web.port, second.dice.seed) == ("gpio", 81, 1)
    assert first.game.players == ("Ada",)


def test_the_tray_is_chosen_with_run(stbpi, refused, tmp_path, monkeypatch):
    import stbpi.daemon as daemon

    given = []

    def run(settings):
        given.append(settings.board.profile)
        return 0

    monkeypatch.setattr(daemon, "run", run)
    (tmp_path / "mine.toml").write_text(
        '[[side]]\nflaps = [1]\npins = [4]\n[[button]]\nrole = "dice"\npin = 16\n'
    )
    settings = tmp_path / "settings" / "stbpi.toml"
    settings.parent.mkdir()
    settings.write_text('[board]\nprofile = "direct-9"\n[game.axes]\nflaps = [1]\ndice = 1\n')
    monkeypatch.chdir(tmp_path)
    assert stbpi("run", "--simulate", "--profile", "simulated-6x12", "--config", str(settings))[0] == 0
    assert stbpi("run", "--profile", "mine.toml", "--config", str(settings))[0] == 0
    assert given == ["simulated-6x12", str(tmp_path / "mine.toml")]
    assert refused("run", "--simulate", "--profile", "simulated-6x9").startswith(
        '--profile: there is no wiring profile "simulated-6x9"; did you mean "simulated-6x12"?'
    )
    assert "--profile: profile simulated-6x12: sides 1, 2, 3, 4, 5 and 6 hang on nothing but" in refused(
        "run", "--profile", "simulated-6x12"
    )


def run_process(*argv, **how):
    return subprocess.run(
        [sys.executable, "-m", "stbpi", *argv], capture_output=True, text=True, check=False, **how
    )


def test_the_program_ends_with_the_status_of_the_command():
    assert run_process("rules", "--json").returncode == 0
    finished = run_process("rnu")
    assert (finished.returncode, finished.stderr) == (2, 'stbpi: "rnu" is no command; did you mean run?\n')


@pytest.mark.parametrize(
    "argv",
    [
        [],
        ["--help"],
        ["rules"],
        ["rules", "tray", "--language", "fr"],
        ["wiring", "direct-9"],
        ["wiring", "--all"],
        ["wiring", "direct-9", "--json"],
        ["play", "--players", "Zoë", "--language", "de", "--dice-seed", "1"],
    ],
    ids=" ".join,
)
def test_a_terminal_without_accents_gets_what_it_can_show(argv, monkeypatch, tmp_path):
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = run_process(*argv, input="\n", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_nothing_to_fall_over(closed, tmp_path):
    def run_closed(*argv):
        command = f'exec "$@" {closed}'
        return subprocess.run(
            ["/bin/sh", "-c", command, "sh", sys.executable, "-m", "stbpi", *argv],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
        )

    for argv, status in ([("rules",), 0], [("--version",), 0], [("rnu",), 2], [("replay", "-"), 2]):
        done = run_closed(*argv)
        assert done.returncode == status, done.stderr
        assert "Traceback" not in done.stderr


def test_a_daemon_that_failed_while_running_may_be_started_again(stbpi, monkeypatch):
    """Status 2 would keep systemd from it (RestartPreventExitStatus)."""
    import stbpi.daemon as daemon

    def run(settings):
        raise daemon.DaemonFailed("the tray failed while it was running; it may be started again")

    monkeypatch.setattr(daemon, "run", run)
    assert stbpi("run", "--simulate") == (
        1,
        "",
        "stbpi: the tray failed while it was running; it may be started again\n",
    )


def test_a_tray_too_small_for_its_match_is_told_before_there_is_an_address(refused, tmp_path):
    file = tmp_path / "stbpi.toml"
    file.write_text("[web]\nport = 0\n[game.axes]\nflaps = 12\n")
    assert refused("run", "--simulate", "--config", str(file)).startswith(
        f"{file}:4:9: game.axes.flaps does not fit the profile direct-9: classic needs flaps 10, 11 and 12"
    )


@pytest.mark.parametrize("argv", [["rules", "--json"], ["--version"]], ids=["much", "little"])
def test_a_reader_who_has_read_enough_is_no_error(argv):
    process = subprocess.Popen(
        [sys.executable, "-m", "stbpi", *argv], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 0


def test_ctrl_c_is_quiet(stbpi, monkeypatch):
    def interrupted(path):
        raise KeyboardInterrupt

    monkeypatch.setattr("stbpi.config.load_settings", interrupted)
    assert stbpi("rules") == (130, "", "")


def test_a_fault_of_our_own_is_not_passed_off_as_a_mistake_of_theirs(monkeypatch):
    def broken(path):
        raise ValueError("not one of ours")

    monkeypatch.setattr("stbpi.config.load_settings", broken)
    with pytest.raises(ValueError, match="not one of ours"):
        cli.main(["rules"])
