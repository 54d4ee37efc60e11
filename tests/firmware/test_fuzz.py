"""Whatever a wire brings and however contacts move: libFuzzer, bounded, from the same seed each time."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.firmware.kit import Kit, NotHereError

LONGEST_S = 240


@pytest.mark.parametrize(("of", "runs", "longest"), [("link", 25_000, 400), ("contacts", 2500, 100)])
def test_the_scanner_keeps_its_promises(kit: Kit, tmp_path: Path, of: str, runs: int, longest: int) -> None:
    try:
        fuzzer = kit.fuzzer(of)
    except NotHereError as missing:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(missing))
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    ran = subprocess.run(
        [fuzzer, f"-runs={runs}", "-seed=7", f"-max_len={longest}", f"-artifact_prefix={tmp_path}/", corpus],
        capture_output=True,
        text=True,
        timeout=LONGEST_S,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    assert f"Done {runs} runs" in ran.stderr
