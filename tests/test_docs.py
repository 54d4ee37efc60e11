"""What the documents say is run here, so that it stays true."""

from __future__ import annotations

import asyncio
import doctest
import json
import re
from pathlib import Path

import pytest

from stbpi.tray.profile import load_profile
from stbpi.tray.wiring import wiring_markdown
from stbpi.tray.wiring_drawing import wiring_svg
from tests.support.running import RunningDaemon

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])


def test_the_readme_example_does_what_it_shows() -> None:
    failed, tried = doctest.testfile(
        str(ROOT / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert tried >= 5
    assert failed == 0


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_leads_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8"))
    for link in links:
        if not link.startswith(("http://", "https://")):
            assert (document.parent / link).exists(), f"{document.name} links to {link}, which is not there"


def test_every_picture_is_shown_and_says_what_it_shows() -> None:
    shown = {
        (document.parent / link).resolve()
        for document in DOCUMENTS
        for link in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", document.read_text(encoding="utf-8"))
    }
    assert {path.resolve() for path in (ROOT / "docs/images").glob("*.png")} - shown == set()


def test_the_make_targets_that_are_named_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for document in DOCUMENTS:
        for target in re.findall(
            r"(?:^|`)make ([a-z-]+)", document.read_text(encoding="utf-8"), re.MULTILINE
        ):
            assert target in targets, f"{document.name} names make {target}"


def test_what_is_shown_on_the_kernels_devices_is_listed() -> None:
    there = {
        name
        for file in (ROOT / "tests/kernel").glob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    listed = re.findall(r"`(test_\w+)`", (ROOT / "docs/kernel-proof.md").read_text(encoding="utf-8"))
    assert sorted(listed) == sorted(there)


def _transcripts() -> list[list[str]]:
    blocks = re.findall(r"```\n(>.*?)```", (ROOT / "docs/api.md").read_text(encoding="utf-8"), re.DOTALL)
    return [block.strip().splitlines() for block in blocks]


@pytest.mark.parametrize("transcript", _transcripts(), ids=lambda lines: lines[0][:40])
def test_the_http_transcripts_are_true(transcript: list[str], tmp_path: Path) -> None:
    async def talk() -> None:
        async with RunningDaemon(tmp_path, "--dice-seed", "7") as daemon:
            checked = 0
            for line in transcript:
                if sent := re.fullmatch(r"> POST /api/v1/(\S+) (.*)", line):
                    status, reply = await daemon.send(sent[1], json.loads(sent[2]))
                    continue
                said = re.fullmatch(r"< (?:(\d+) )?(\S+) = (.*)", line)
                assert said is not None, line
                assert status == int(said[1] or 200), (line, reply)
                value: object = reply
                for key in said[2].split("."):
                    assert isinstance(value, dict)
                    value = value[key]
                assert value == json.loads(said[3]), (line, reply)
                checked += 1
            assert checked

    asyncio.run(talk())


def _profiles_shown() -> list[str]:
    text = (ROOT / "docs/wiring-profiles.md").read_text(encoding="utf-8")
    return re.findall(r"```toml\n(.*?)```", text, re.DOTALL)


@pytest.mark.parametrize("shown", _profiles_shown(), ids=lambda text: text.splitlines()[0])
def test_every_profile_that_is_shown_can_be_wired(shown: str, tmp_path: Path) -> None:
    (tmp_path / "shown.toml").write_text(shown, encoding="utf-8")
    profile = load_profile("shown", tmp_path)
    assert f"## {profile.name}" in wiring_markdown(profile)
    assert wiring_svg(profile).startswith("<svg")
