"""Whatever a wire brings: libFuzzer against the link, bounded, from the same seed each time."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.firmware.kit import Kit, NotHereError

RUNS = 25_000
LONGEST_S = 240


def test_the_link_keeps_its_promises(kit: Kit, tmp_path: Path) -> None:
    try:
        fuzzer = kit.fuzzer()
    except NotHereError as missing:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(missing))
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    ran = subprocess.run(
        [fuzzer, f"-runs={RUNS}", "-seed=7", "-max_len=400", f"-artifact_prefix={tmp_path}/", corpus],
        capture_output=True,
        text=True,
        timeout=LONGEST_S,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    assert f"Done {RUNS} runs" in ran.stderr
