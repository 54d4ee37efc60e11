"""What monitoring reads: that it can, what it finds, and whom it does not find."""

import asyncio
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from stbpi.web.figures import DisplayFigures, Durations, Figures
from stbpi.web.service import Fault
from tests.support.guest import follow_prompt
from tests.support.running import RunningDaemon
from tests.test_imports import loaded_by
from tests.web.serving import run, serving
from tests.web.table_service import TableService


def samples(text: str) -> dict[tuple[str, ...], float]:
    """Every sample by its name and the values of its labels, in the order of their names."""
    return {
        (sample.name, *(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


COUNTED = Figures(
    version="1.2",
    uptime_s=90.5,
    matches_started={"classic": 3, 'odd "name"\n': 1},
    matches_finished={"classic": 2},
    decisions={"roll": 40, "close": 30},
    presses=50,
    faults_reported={"oled_gone": 4},
    flap_changes={(0, 1): 12, (1, 9): 7},
    displays=(DisplayFigures(frames=100, bytes=9000), DisplayFigures(frames=5, bytes=600)),
    journal_writes=Durations((0.01, 0.1), (5, 2, 1), 0.75),
    loop_lag=Durations((0.1,), (9, 0), 0.01),
)


def test_everything_that_is_counted_can_be_read():
    async def test():
        service = TableService(players=["Zebedee", "Ludmilla"])
        service.counted = COUNTED
        service.faults = (Fault("stuck", "Flap 5 is stuck.", "side 0 flap 5"),)
        service.publish()
        async with serving(service) as caller:
            page = await caller.events()
            assert (await caller.get("/nowhere")).status == 404
            answer = await caller.get("/metrics")
            assert answer.status == 200
            assert answer.headers["Content-Type"].startswith("text/plain; version=")
            found = samples(answer.text)
            for sample, value in {
                ("stbpi_build_info", "1.2"): 1,
                ("stbpi_uptime_seconds",): 90.5,
                ("stbpi_matches_started_total", "classic"): 3,
                ("stbpi_matches_started_total", 'odd "name"\n'): 1,
                ("stbpi_matches_finished_total", "classic"): 2,
                ("stbpi_decisions_total", "roll"): 40,
                ("stbpi_presses_total",): 50,
                ("stbpi_faults", "stuck"): 1,
                ("stbpi_faults", "oled_gone"): 0,
                ("stbpi_faults_reported_total", "oled_gone"): 4,
                ("stbpi_flap_changes_total", "9", "1"): 7,
                ("stbpi_display_frames_total", "0"): 100,
                ("stbpi_display_bytes_total", "1"): 600,
                ("stbpi_journal_write_seconds_bucket", "0.01"): 5,
                ("stbpi_journal_write_seconds_bucket", "0.1"): 7,
                ("stbpi_journal_write_seconds_bucket", "+Inf"): 8,
                ("stbpi_journal_write_seconds_count",): 8,
                ("stbpi_journal_write_seconds_sum",): 0.75,
                ("stbpi_loop_lag_seconds_count",): 9,
                ("stbpi_websocket_clients",): 1,
                ("stbpi_http_answers_total", "404"): 1,
                ("stbpi_http_turned_away_total",): 0,
            }.items():
                assert found[sample] == value, sample
            assert {name for name, *_ in found if not name.startswith("stbpi_")} == set()
            await page.close()

    run(test())


def test_nobody_is_named():
    async def test():
        async with serving(TableService(players=["Zebedee", "Ludmilla"])) as caller:
            await caller.post("button", {"hold_ms": 60})
            text = (await caller.get("/metrics")).text
            assert "Zebedee" not in text
            assert "Ludmilla" not in text

    run(test())


def test_a_tray_that_nobody_has_touched_can_be_read_too():
    async def test():
        async with serving(TableService()) as caller:
            assert samples((await caller.get("/metrics")).text)["stbpi_journal_write_seconds_count",] == 0

    run(test())


def test_a_running_daemon_counts_what_happens(tmp_path: Path) -> None:
    async def test() -> None:
        async with RunningDaemon(tmp_path, "--dice-seed", "7") as daemon:

            async def read() -> dict[tuple[str, ...], float]:
                async with daemon.session.get(daemon.address + "/metrics") as answer:
                    return samples(await answer.text())

            before = await read()
            assert before["stbpi_presses_total",] == 0
            assert ("stbpi_decisions_total", "roll") not in before
            state = await daemon.state()
            while "roll" not in str(state["news"]) and state["phase"] != "close":
                state = await follow_prompt(daemon, state)
            await daemon.post("sim/flap", side=0, flap=1, closed=True)
            await daemon.post("sim/fault", kind="stuck", side=0, flap=5, on=True)
            await daemon.post("retire", player=0)
            after = await read()
            for sample, least in {
                ("stbpi_presses_total",): 2,
                ("stbpi_matches_started_total", "classic"): 1,
                ("stbpi_decisions_total", "roll"): 1,
                ("stbpi_decisions_total", "retire"): 1,
                ("stbpi_flap_changes_total", "1", "0"): 1,
                ("stbpi_display_frames_total", "0"): 2,
                ("stbpi_display_bytes_total", "0"): 1024,
                ("stbpi_journal_write_seconds_count",): 2,
            }.items():
                assert after[sample] >= least, sample
            assert after["stbpi_matches_started_total", "classic"] == 1
            assert after["stbpi_journal_write_seconds_sum",] > 0
            assert after["stbpi_uptime_seconds",] > before["stbpi_uptime_seconds",]

    asyncio.run(test())


def test_a_match_is_finished_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with RunningDaemon(tmp_path, "--dice-seed", "7") as daemon:
            await daemon.post("match", rules="classic", players=["Anna"])
            await daemon.post("button", hold_ms=60)
            assert (await daemon.post("retire", player=0))["phase"] == "match_over"
            await daemon.post("correct", player=0, points=3, reason="misread")
            async with daemon.session.get(daemon.address + "/metrics") as answer:
                found = samples(await answer.text())
            assert found["stbpi_matches_finished_total", "classic"] == 1

    asyncio.run(test())


def test_the_daemon_starts_without_what_only_these_pages_need():
    loaded = loaded_by("import stbpi.web.server, stbpi.daemon.program")
    assert "aiohttp" in loaded
    assert not loaded & {"prometheus_client", "segno"}
