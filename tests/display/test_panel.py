"""A panel that fails once, for three seconds, for ever; on a clock that tests move."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.display.controllers import MODULES
from stbpi.display.model import PanelModel
from stbpi.display.panel import DIM_CONTRAST, PROBE, RETRY_LATE, RETRY_SOON, SOON_ATTEMPTS, Glass, Panel
from stbpi.table.view import Rest
from tests.display.wires import NAMES, ListeningBus, dots, set_up, size_of

SECOND = 1_000_000
FIRST = dots((1, 1))
SECOND_PICTURE = dots((2, 2), (100, 50))


class Bench:
    """A panel on a simulated bus, and a clock that runs from one due time to the next."""

    def __init__(self, name: str = "ssd1306") -> None:
        self.model = PanelModel(MODULES[name])
        self.bus = ListeningBus(self.model)
        self.reports: list[tuple[bool, str]] = []
        self.set_ups = 0
        self.released = 0
        self.now = 0
        self.name = name
        self.panel = Panel("the panel", self._set_up, self._release, self._report)

    def _set_up(self) -> Glass:
        self.set_ups += 1
        return set_up(self.name, self.bus)

    def _release(self) -> None:
        self.released += 1

    def _report(self, ok: bool, sentence: str) -> None:
        self.reports.append((ok, sentence))

    def run(self, until: int) -> None:
        due = self.panel.step(self.now)
        while due <= until:
            assert due > self.now, "a step that is due at once again would never rest"
            self.now = due
            due = self.panel.step(self.now)
        self.now = until

    def shown(self) -> bytes:
        return self.model.picture().tobytes()


@pytest.fixture(params=["ssd1306", "sh1106", "ssd1309"])
def bench(request) -> Bench:
    return Bench(request.param)


def started(bench: Bench) -> Bench:
    bench.panel.show(FIRST)
    bench.run(0)
    assert bench.shown() == FIRST.tobytes()
    return bench


def test_the_first_picture_is_on_the_glass_after_the_first_step(bench):
    started(bench)
    assert bench.reports == []


class Spike(ListeningBus):
    """Spoils one transfer, of which the panel gets the first byte."""

    def __init__(self, model: PanelModel, spoilt: int) -> None:
        super().__init__(model)
        self._spoilt = spoilt
        self.let_through = 1

    def write_i2c_block_data(self, i2c_addr, register, data):
        self._spoilt -= 1
        self.broken_after = 0 if self._spoilt == 0 else None
        super().write_i2c_block_data(i2c_addr, register, data)


@pytest.mark.parametrize("spoilt", [1, 2, 3])
def test_a_write_that_fails_once_is_mended_at_once_and_nobody_is_told(bench, spoilt):
    started(bench)
    bench.bus = Spike(bench.model, spoilt)
    bench.panel._glass._serial_interface._bus = bench.bus
    bench.panel.show(SECOND_PICTURE)
    bench.run(0)
    assert bench.bus.failed == 1
    assert bench.shown() == SECOND_PICTURE.tobytes()
    assert bench.reports == []
    assert bench.set_ups == 2
    assert bench.released == 1


def test_a_write_that_fails_twice_is_told_and_mended_after_a_second(bench):
    started(bench)
    bench.bus.broken_after = 1
    bench.panel.show(SECOND_PICTURE)
    bench.run(0)
    assert [ok for ok, _ in bench.reports] == [False]
    bench.bus.broken_after = None
    bench.run(RETRY_SOON)
    assert bench.shown() == SECOND_PICTURE.tobytes()
    assert [ok for ok, _ in bench.reports] == [False, True]


def test_a_panel_gone_for_three_seconds_comes_back_with_the_newest_picture(bench):
    started(bench)
    bench.model.gone = True
    bench.panel.show(SECOND_PICTURE)
    bench.run(1 * SECOND)
    bench.panel.show(dots((9, 9)))
    bench.run(3 * SECOND - 1)
    assert [ok for ok, _ in bench.reports] == [False]
    bench.model.gone = False
    bench.run(4 * SECOND)
    assert bench.shown() == dots((9, 9)).tobytes()
    (_, going), (back, coming) = bench.reports
    assert back
    assert "does not answer" in going
    assert "the panel" in going
    assert coming == "the panel is back"


def test_a_panel_gone_for_ever_is_tried_rarely_and_reported_once(bench):
    bench.model.gone = True
    bench.panel.show(FIRST)
    bench.run(3600 * SECOND)
    assert [ok for ok, _ in bench.reports] == [False]
    assert bench.set_ups <= SOON_ATTEMPTS + 3600 * SECOND // RETRY_LATE + 1
    bench.model.gone = False
    bench.run(3600 * SECOND + RETRY_LATE)
    assert bench.shown() == FIRST.tobytes()


def test_pictures_that_come_while_it_is_gone_do_not_hurry_the_next_attempt(bench):
    bench.model.gone = True
    bench.run(0)
    for number in range(50):
        bench.panel.show(dots((number, 0)))
        bench.panel.step(number)
    assert bench.set_ups == 1


def test_a_panel_unplugged_while_nothing_changes_is_noticed(bench):
    started(bench)
    bench.model.gone = True
    bench.run(PROBE)
    assert [ok for ok, _ in bench.reports] == [False]
    bench.model.gone = False
    bench.run(PROBE + RETRY_SOON)
    assert bench.shown() == FIRST.tobytes()


def test_looking_for_signs_of_life_leaves_the_picture_alone_and_costs_next_to_nothing(bench):
    started(bench)
    before = bench.model.bytes_received
    bench.run(60 * SECOND)
    assert bench.shown() == FIRST.tobytes()
    assert bench.model.bytes_received - before <= 3 * 30
    assert bench.bus.reads <= 1 + 30


def test_a_panel_whose_supply_dipped_is_noticed_and_shown_again(bench):
    started(bench)
    bench.model.power_dip()
    assert bench.shown() == dots().tobytes()
    bench.run(PROBE)
    assert bench.shown() == FIRST.tobytes()
    assert bench.reports == [], "it was back before anybody could do anything"


def test_it_is_noticed_as_soon_while_pictures_keep_coming(bench):
    started(bench)
    bench.model.power_dip()
    for tenth in range(1, 21):
        bench.panel.show(dots((tenth, 20)))
        bench.panel.step(tenth * PROBE // 20)
    assert bench.shown() == dots((20, 20)).tobytes()


def test_a_supply_that_dipped_in_the_dark_shows_no_noise_on_waking(bench):
    started(bench)
    bench.panel.rest(Rest.DARK)
    bench.panel.step(1)
    bench.model.power_dip()
    bench.panel.rest(Rest.AWAKE)
    bench.panel.step(2)
    assert bench.shown() == FIRST.tobytes()
    assert bench.reports == []


def test_a_panel_that_cannot_be_read_is_left_in_peace(bench):
    bench.bus.answers_reads = False
    started(bench)
    bench.run(60 * SECOND)
    assert bench.set_ups == 1
    assert bench.reports == []


def test_only_the_newest_of_many_pictures_is_sent(bench):
    started(bench)
    bench.bus.transfers.clear()
    for number in range(20):
        bench.panel.show(dots((number, 8)))
    bench.panel.step(1)
    assert bench.shown() == dots((19, 8)).tobytes()
    assert len(bench.bus.data()) <= 2, "one byte for what went, one for what came"


ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("show"), st.sets(st.tuples(st.integers(0, 63), st.integers(0, 63)), max_size=20)),
        st.tuples(st.just("burst"), st.integers(1, 12)),
        st.tuples(st.just("break"), st.tuples(st.integers(0, 40), st.integers(0, 8))),
        st.tuples(st.just("mend"), st.none()),
        st.tuples(st.just("unplug"), st.none()),
        st.tuples(st.just("plug in"), st.none()),
        st.tuples(st.just("dip"), st.none()),
        st.tuples(st.just("rest"), st.sampled_from(Rest)),
        st.tuples(st.just("wait"), st.integers(1, 8 * SECOND)),
    ),
    max_size=25,
)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(NAMES), ACTS)
def test_whatever_happens_the_glass_shows_the_newest_picture_once_all_is_well(name, acts):
    """In between it shows that picture, or an older one, or is dark: after a step without failure it is the newest."""
    bench = Bench(name)
    size = size_of(name)
    wanted, rest = dots(size=size), Rest.AWAKE
    bench.panel.show(wanted)
    bench.run(0)
    for act, how in acts:
        match act:
            case "show":
                wanted = dots(*how, size=size)
                bench.panel.show(wanted)
            case "burst":
                for number in range(how):
                    wanted = dots((number, 3), (20 + number, 40), size=size)
                    bench.panel.show(wanted)
            case "break":
                bench.bus.broken_after, bench.bus.let_through = how
                bench.bus.failed = 0
            case "mend":
                bench.bus.broken_after = None
            case "unplug":
                bench.model.gone = True
            case "plug in":
                bench.model.gone = False
            case "dip":
                bench.model.power_dip()
            case "rest":
                rest = how
                bench.panel.rest(rest)
            case "wait":
                bench.run(bench.now + how)
        due = bench.panel.step(bench.now)
        assert due > bench.now
    bench.bus.broken_after = None
    bench.model.gone = False
    bench.run(bench.now + max(RETRY_LATE, PROBE))
    assert bench.shown() == (dots(size=size) if rest is Rest.DARK else wanted).tobytes()
    assert [ok for ok, _ in bench.reports] == [number % 2 == 1 for number in range(len(bench.reports))]
    assert len(bench.reports) % 2 == 0, "what went is back"


def test_dim_dark_and_awake(bench):
    started(bench)
    bright = bench.model.contrast
    bench.panel.rest(Rest.DIM)
    bench.panel.step(1)
    assert bench.model.contrast == DIM_CONTRAST
    bench.panel.rest(Rest.DARK)
    bench.panel.step(2)
    assert bench.shown() == dots().tobytes()
    bench.panel.show(SECOND_PICTURE)
    bench.panel.step(3)
    assert bench.shown() == dots().tobytes(), "a new picture does not wake it"
    bench.panel.rest(Rest.AWAKE)
    bench.panel.step(4)
    assert bench.shown() == SECOND_PICTURE.tobytes()
    assert bench.model.contrast == bright


@pytest.mark.parametrize("rest", [Rest.DIM, Rest.DARK])
def test_a_panel_that_comes_back_rests_as_before(bench, rest: Rest):
    started(bench)
    bench.panel.rest(rest)
    bench.panel.step(1)
    before = (bench.model.contrast if rest is Rest.DIM else None, bench.shown())
    bench.model.gone = True
    bench.run(PROBE + 1)
    bench.model.gone = False
    bench.run(PROBE + 1 + RETRY_LATE)
    assert (bench.model.contrast if rest is Rest.DIM else None, bench.shown()) == before


def test_closing_blanks_the_glass(bench):
    started(bench)
    bench.panel.close()
    assert bench.shown() == dots().tobytes()
    bench.model.receive(0x00, (0xAF,))
    assert bench.shown() == dots().tobytes(), "nothing is left in the memory either"


@pytest.mark.parametrize("was_there", [True, False])
def test_closing_a_panel_that_is_gone_is_quiet(bench, was_there: bool):
    if was_there:
        started(bench)
    bench.model.gone = True
    bench.panel.close()
    assert bench.reports == []
