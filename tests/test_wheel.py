"""The wheel carries all it needs and runs outside the checkout, from an installation of nothing but itself."""

from __future__ import annotations

import asyncio
import io
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from stbpi.tray.wiring import BOARD
from tests.support.running import RunningDaemon

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of what git knows of, unpacked as an installer would."""
    folder = tmp_path_factory.mktemp("wheel")
    clone = folder / "clone"
    files = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    for name in files:
        if (ROOT / name).is_file():
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            (clone / name).write_bytes((ROOT / name).read_bytes())
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(folder), str(clone)],
        check=True,
        capture_output=True,
    )
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def program(installed: Path) -> tuple[str, ...]:
    """Starts the installed stbpi, which the editable installation of the checkout must not stand in for."""
    code = (
        "import sys; sys.path.insert(0, sys.argv.pop(1)); import stbpi; assert 'site/stbpi' in stbpi.__file__;"
        "from stbpi.cli import main; sys.exit(main())"
    )
    return (sys.executable, "-c", code, str(installed))


def run(installed: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*program(installed), *arguments],
        cwd=installed,
        env={**os.environ, "HOME": str(installed.parent)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


async def fetch(daemon: RunningDaemon, path: str) -> bytes:
    async with daemon.session.get(daemon.address + path) as reply:
        assert reply.status == 200, path
        return await reply.read()


def test_it_helps_a_newcomer_on(installed: Path) -> None:
    done = run(installed)
    assert done.returncode == 0
    assert "stbpi run --simulate" in done.stdout


def test_it_has_its_profiles(installed: Path) -> None:
    done = run(installed, "wiring", "direct-9")
    assert done.returncode == 0, done.stderr
    shown = (ROOT / "wiring.md").read_text(encoding="utf-8")
    # The document shows the drawing, too, and leads to the circuit.
    shown = shown.replace("![The drawing of direct-9](docs/wiring/direct-9.svg)\n\n", "")
    assert done.stdout in shown.replace(
        BOARD.format(circuit="hardware/profiles/direct-9/README.md") + "\n", ""
    )
    drawing = run(installed, "wiring", "direct-9", "--svg", "/dev/stdout")
    assert drawing.stdout == (ROOT / "docs/wiring/direct-9.svg").read_text(encoding="utf-8")


def test_it_speaks_other_languages(installed: Path) -> None:
    done = run(installed, "rules", "classic", "--language", "es")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Clásico (classic)\n")


def test_it_plays_with_its_own_page_fonts_and_messages(installed: Path, tmp_path: Path) -> None:
    async def look() -> None:
        async with RunningDaemon(tmp_path, program=program(installed)) as daemon:
            for face in ("/", "/tray", "/control"):
                page = (await fetch(daemon, face)).decode()
                links = re.findall(r'(?:src|href)="(/page/[^"]+)"', page)
                assert links
                for link in links:
                    assert await fetch(daemon, link)
            state = await daemon.post("button", hold_ms=60)
            assert state["prompt"]["text"] == "Player 1: press to throw."
            with Image.open(io.BytesIO(await fetch(daemon, "/api/v1/oled.png"))) as image:
                assert image.size == (128, 64)
                assert image.getextrema() == (0, 255)

    asyncio.run(look())
