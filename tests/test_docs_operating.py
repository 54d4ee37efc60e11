"""What the documents for builders and landlords show is what the program, the units and the package have."""

from __future__ import annotations

import ast
import re
import shlex
import tomllib
from pathlib import Path

import pytest

from stbpi.cli.program import _parser
from stbpi.config import load_settings
from stbpi.daemon.hands import OF_A_FLAP, OF_THE_DAEMON
from tests.packaging.places import installed_places

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "docs" / name for name in ("build-a-tray.md", "operate.md", "troubleshooting.md")]


def text_of(document: Path) -> str:
    return document.read_text(encoding="utf-8")


def commands() -> list[str]:
    """Everything that is to be typed, in blocks and in sentences."""
    found = []
    for document in DOCUMENTS:
        for block in re.findall(r"```sh\n(.*?)```", text_of(document), re.DOTALL):
            found += block.strip().splitlines()
        found += [code for code in re.findall(r"`([^`\n]+)`", text_of(document)) if " " in code]
    return found


def calls_of_stbpi() -> list[str]:
    shown = [re.sub(r"^sudo (-u \w+ )?(\w+=\S+ )*", "", command) for command in commands()]
    return sorted({command for command in shown if command.startswith("stbpi ")})


def test_there_are_commands_to_check():
    assert len(calls_of_stbpi()) >= 7


@pytest.mark.parametrize("call", calls_of_stbpi())
def test_every_call_of_stbpi_is_one(call):
    _, unknown = _parser().parse_known_args(shlex.split(call)[1:])
    assert unknown == []


def test_the_units_that_are_named_are_there():
    there = {path.name for path in (ROOT / "systemd").iterdir()}
    for command in commands():
        for verb in re.findall(r"(?:systemctl [a-z -]*|journalctl -u )(stbpi[\w-]*(?:\.\w+)?)", command):
            assert verb in there or f"{verb}.service" in there, command
    for unit in re.findall(r"`(stbpi[\w-]*\.(?:service|timer))`", "".join(map(text_of, DOCUMENTS))):
        assert unit in there


def test_what_a_screen_at_the_pi_needs_is_what_the_package_suggests():
    control = text_of(ROOT / "debian/control")
    (suggested,) = re.findall(r"^Suggests: ([^:]*)\n\w+:", control, re.MULTILINE)
    chapter = text_of(ROOT / "docs/operate.md").partition("## A screen at the Pi")[2]
    (named,) = re.findall(r"^sudo apt install (.*)\nsudo systemctl enable", chapter, re.MULTILINE)
    assert named.split() == re.split(r",\s*", suggested.strip())
    # Without one the pictures in people's names are boxes: neither browser nor compositor brings any.
    assert "fonts-noto-color-emoji" in named


def test_the_places_that_are_named_are_those_that_are_installed():
    known = installed_places("/usr") | {"/etc/stbpi", "/var/lib/stbpi", "/run/stbpi", "/usr/lib/stbpi"}
    for path in re.findall(r"`(/(?:etc|usr|var|run)/[^\s`]*stbpi[^\s`]*)`", "".join(map(text_of, DOCUMENTS))):
        assert any(path == place or path.startswith(f"{place}/") for place in known), path


def test_the_settings_that_are_shown_can_be_set(tmp_path):
    for document in DOCUMENTS:
        for block in re.findall(r"```toml\n(.*?)```", text_of(document), re.DOTALL):
            tomllib.loads(block)
            (tmp_path / "stbpi.toml").write_text(block, encoding="utf-8")
            load_settings(tmp_path / "stbpi.toml", on_tray=True)


def test_the_generations_that_are_promised_are_those_of_the_unit():
    unit = (ROOT / "systemd/stbpi-backup.service").read_text()
    keep = int(re.search(r"--keep (\d+)", unit)[1])
    words = {13: "thirteen"}
    assert f"the\n{words[keep]} before it are `stbpi.db.1` to `stbpi.db.{keep}`" in text_of(DOCUMENTS[1])
    target = re.search(r"(/var/lib/stbpi/backups/\S+)", unit)[1]
    assert f"`{target}`" in text_of(DOCUMENTS[1])


def rows() -> list[list[str]]:
    lines = [line for line in text_of(DOCUMENTS[2]).splitlines() if line.startswith("| ")]
    return [
        [cell.strip() for cell in line.strip("|").split("|")] for line in lines if "what is seen" not in line
    ]


def _said_by_the_program() -> str:
    """Every text in the code, pieces of one put together."""
    found = []
    for path in (ROOT / "stbpi").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.append(node.value)
            elif isinstance(node, ast.JoinedStr):
                found.append("".join(p.value if isinstance(p, ast.Constant) else "{}" for p in node.values))
    return "\n".join(found)


def test_every_sentence_that_is_quoted_is_one_that_the_program_says():
    program = _said_by_the_program()
    quoted = [quote for row in rows() for quote in re.findall(r"`([^`]+)`", row[1])]
    assert len(quoted) >= 20
    for quote in quoted:
        assert quote in program, quote


def test_every_fault_that_can_be_tried_is_one_of_the_simulated_tray():
    source = (ROOT / "stbpi/tray/board_faults.py").read_text(encoding="utf-8")
    of_the_board = set(re.findall(r'switches\["(\w+)"\]|"(bus_error)":', source))
    known = {*OF_A_FLAP, *OF_THE_DAEMON, *(name for pair in of_the_board for name in pair if name)}
    known |= set(re.findall(r'"(\w+)": (?:hold|spoil|reset|\w+),?', source))
    named = [name for row in rows() for name in re.findall(r"`(\w+)`", row[3])]
    assert len(named) >= 10
    assert set(named) <= known, set(named) - known
