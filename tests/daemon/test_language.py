"""The configured language is what people at the table read and hear."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

import pytest
from PIL import Image

from stbpi.display.compose import compose
from stbpi.display.draw import draw
from stbpi.locale import catalogue
from stbpi.rules import rule_set
from stbpi.table.prompts import Offer, Prompt, PromptCode
from tests.display.matches import view
from tests.support.running import RunningDaemon, Timeout


async def shows(daemon: RunningDaemon, wanted: Image.Image) -> None:
    """Return once the OLED shows a picture."""
    async with asyncio.timeout(Timeout):
        while True:
            async with daemon.session.get(f"{daemon.address}/api/v1/oled.png") as reply:
                with Image.open(io.BytesIO(await reply.read())) as image:
                    if image.convert("1").tobytes() == wanted.tobytes():
                        return


@pytest.mark.parametrize(
    ("language", "said"),
    [("fr", "Anna\u00a0: appuyez pour lancer."), ("es", "Anna: pulsa para tirar.")],
)
def test_the_tray_speaks_the_configured_language(tmp_path: Path, language: str, said: str) -> None:
    config = tmp_path / "house.toml"
    config.write_text(
        f'language = "{language}"\n[store]\npath = "{tmp_path / "house.db"}"\n', encoding="utf-8"
    )
    before = view(
        Prompt(code=PromptCode.PRESS_TO_START, press=Offer.START),
        rules=rule_set("classic"),
        players=("Anna", "Ben"),
    )

    async def look() -> None:
        async with RunningDaemon(tmp_path, "--config", str(config)) as daemon:
            await daemon.post("match", rules="classic", players=["Anna", "Ben"])
            await shows(daemon, draw(compose(before, catalogue(language))))
            state = await daemon.post("button", hold_ms=60)
            assert state["prompt"]["text"] == said

    asyncio.run(look())
