"""Two daemons on one folder: the second says so and leaves; whatever happens to the first, its match is kept."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from stbpi.cli.program import main
from stbpi.daemon.alone import check_alone
from stbpi.daemon.failure import DaemonFailed
from stbpi.store import Journal
from tests.support.running import RunningDaemon


@pytest.mark.long
def test_a_second_daemon_on_the_same_folder_says_which_and_leaves_the_match_alone(tmp_path: Path) -> None:
    async def match() -> None:
        async with RunningDaemon(tmp_path) as daemon:
            await daemon.post("button", hold_ms=60)
            before = await daemon.state()
            for port in (0, int(daemon.address.rpartition(":")[2])):
                second = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "stbpi", "run", "--simulate", "--port", str(port)),
                    *("--config", str(daemon.config)),
                    stdout=asyncio.subprocess.PIPE,
                    stderr=asyncio.subprocess.PIPE,
                )
                out, err = (told.decode() for told in await second.communicate())
                assert (second.returncode, out) == (1, "")
                assert len(err.splitlines()) == 1
                assert f"another stbpi already plays in {daemon.store.parent}" in err
                assert "stop that one, or set [store] path" in err
            assert await daemon.state() == before
            # A pulled plug leaves nothing locked, and nothing lost.
            await daemon.kill()
            await daemon.start()
            state = await daemon.state()
            assert (state["phase"], state["faults"]) == (before["phase"], [])

    asyncio.run(match())


def test_stbpi_run_does_not_begin_while_another_has_the_journal_open(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "stbpi.toml"
    config.write_text(f'[store]\npath = "{tmp_path}/state/stbpi.db"\n', encoding="utf-8")
    journal = Journal.open(tmp_path / "state" / "stbpi.db")
    try:
        assert main(["run", "--simulate", "--port", "0", "--config", str(config)]) == 1
    finally:
        journal.close()
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert f"another stbpi already plays in {tmp_path}/state " in err
    assert "stop that one, or set [store] path" in err


def test_whoever_has_the_journal_open_is_noticed_until_it_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "state" / "stbpi.db"
    check_alone(path)
    assert not path.parent.exists()
    journal = Journal.open(path)
    with pytest.raises(DaemonFailed, match=rf"another stbpi already plays in {path.parent} "):
        check_alone(path)
    journal.close()
    check_alone(path)
    # Asking takes nothing.
    Journal.open(path).close()
