"""What is loaded when: looking at a profile must not touch pins, nor playing without a Pi a Pi's library."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

LOOK = "from stbpi.tray import load_profile; load_profile('direct-9')"
PLAY = """
import asyncio
from stbpi.tray import load_profile, open_tray
loop = asyncio.new_event_loop()
tray = open_tray(load_profile("direct-9"), "simulated", loop=loop, emit=lambda event: None)
tray.start()
tray.close()
loop.close()
"""


@pytest.mark.parametrize(
    ("does", "without"), [(LOOK, {"gpiozero", "lgpio", "RPi"}), (PLAY, {"lgpio", "RPi"})]
)
def test_no_library_of_pins_is_loaded_before_it_is_needed(tmp_path, does, without):
    asked = subprocess.run(
        [sys.executable, "-c", does + "\nimport sys; print(*sys.modules, sep='\\n')"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "GPIOZERO_PIN_FACTORY": "nonsense", "GPIOZERO_MOCK_REVISION": "zz"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert not without & set(asked.stdout.split())
    assert not list(tmp_path.iterdir())
