"""A display as the daemon uses it: opened from settings, with its own thread."""

import io
import threading
import time

import pytest
from PIL import Image

from stbpi.display.buses import BusMissingError, SharedBus, open_smbus
from stbpi.display.busthread import BusThread
from stbpi.display.controllers import MODULES
from stbpi.display.model import ModelBus, PanelModel
from stbpi.display.opening import (
    Display,
    DisplayPlace,
    Displays,
    DisplaySettingError,
    open_displays,
    seven_bits,
)
from stbpi.display.panel import Panel
from stbpi.tray.profile_reading import DISPLAY_DRIVERS
from tests.display.wires import NAMES, dots, size_of

UPRIGHT = (64, 128)


class Reports:
    """Collects health reports; waits for as many as are expected."""

    def __init__(self) -> None:
        self.told: list[tuple[bool, str]] = []
        self.numbers: list[int] = []
        self._changed = threading.Condition()

    def __call__(self, number: int, ok: bool, sentence: str) -> None:
        with self._changed:
            self.told.append((ok, sentence))
            self.numbers.append(number)
            self._changed.notify_all()

    def wait_for(self, count: int) -> list[bool]:
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.told) >= count, 10)
            return [ok for ok, _ in self.told]


class Clock:
    """A clock that jumps when told to."""

    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return time.monotonic_ns() // 1000 + self.ahead


def open_one(reports: Reports, *, simulated: bool = True, **how: object) -> Display:
    """One display alone; ``close`` is that of all of them."""
    return opened(reports, how, simulated=simulated).each[0]


def opened(reports: Reports, *places: dict[str, object], simulated: bool = True, **how: object) -> Displays:
    all_of_them = open_displays(
        [DisplayPlace(**place) for place in places],
        simulated=simulated,
        on_health=reports,
        **how,
    )
    OPEN.append(all_of_them)
    return all_of_them


OPEN: list[Displays] = []


@pytest.fixture(autouse=True)
def closing():
    yield
    while OPEN:
        assert OPEN.pop().close()


@pytest.fixture
def reports() -> Reports:
    return Reports()


def png(display: Display) -> Image.Image:
    return Image.open(io.BytesIO(display.png()))


@pytest.mark.parametrize("driver", NAMES)
@pytest.mark.parametrize("rotate", [0, 1, 2, 3])
def test_the_png_is_what_people_see_pixel_for_pixel(driver, rotate, reports):
    display = open_one(reports, driver=driver, rotate=rotate)
    size = size_of(driver, rotate)
    assert display.size == size
    picture = dots((3, 5), (40, 60), size=size)
    display.show(picture)
    assert display.settle()
    assert png(display).size == size
    assert png(display).tobytes() == picture.tobytes()
    assert reports.told == []


@pytest.mark.parametrize(("driver", "offset"), [("sh1106", 0), ("sh1106", 2), ("sh1106", 4), ("sh1107", 32)])
def test_a_module_is_shown_right_at_any_column_offset(driver, offset, reports):
    display = open_one(reports, driver=driver, columns_offset=offset)
    right, bottom = display.size[0] - 1, display.size[1] - 1
    corners = dots((0, 0), (right, bottom), size=display.size)
    display.show(corners)
    assert display.settle()
    assert png(display).tobytes() == corners.tobytes()


def test_an_unplugged_display_is_reported_and_comes_back_by_itself(reports):
    clock = Clock()
    display = opened(reports, {}, clock=clock).each[0]
    display.show(dots((1, 1)))
    display.settle()
    display.model.gone = True
    display.show(dots((2, 2)))
    assert reports.wait_for(1) == [False]
    assert "0x3C" in reports.told[0][1]
    assert png(display).tobytes() == dots().tobytes()
    display.model.gone = False
    clock.ahead += 1_000_000
    display.rest("awake")
    assert reports.wait_for(2) == [False, True]
    assert display.settle()
    assert png(display).tobytes() == dots((2, 2)).tobytes()


def test_dark_is_dark_and_awake_shows_the_picture_again(reports):
    display = open_one(reports)
    display.show(dots((1, 1)))
    display.rest("dark")
    display.settle()
    assert png(display).tobytes() == dots().tobytes()
    display.rest("awake")
    display.settle()
    assert png(display).tobytes() == dots((1, 1)).tobytes()


FOUR = (
    {"driver": "ssd1306", "bus": 1, "address": 0x3C},
    {"driver": "sh1106", "bus": 1, "address": 0x3D, "rotate": 2},
    {"driver": "sh1107", "bus": 3, "address": 0x3C, "rotate": 1},
    {"driver": "ssd1309", "bus": 3, "address": 0x7A},
)


def test_four_displays_on_two_buses_each_show_their_own_picture(reports):
    displays = opened(reports, *FOUR)
    pictures = [dots((number, 2 * number), (50, 50), size=(128, 64)) for number in range(4)]
    for display, picture in zip(displays.each, pictures, strict=True):
        display.show(picture)
    assert displays.settle()
    assert [png(display).tobytes() for display in displays.each] == [
        picture.tobytes() for picture in pictures
    ]
    assert reports.told == []


def test_the_displays_of_a_bus_share_one_thread(reports):
    before = {thread.name for thread in threading.enumerate()}
    opened(reports, *FOUR)
    names = sorted(thread.name for thread in threading.enumerate() if thread.name not in before)
    assert names == ["display bus 1", "display bus 3"]


def test_one_display_that_is_gone_is_named_and_the_others_go_on(reports):
    displays = opened(reports, *FOUR)
    displays.settle()
    displays.each[1].model.gone = True
    for display in displays.each:
        display.show(dots((7, 7)))
    assert displays.settle()
    assert reports.wait_for(1) == [False]
    assert reports.numbers == [1]
    assert "sh1106 display at I2C bus 1, address 0x3D" in reports.told[0][1]
    shown = [png(display).tobytes() == dots((7, 7)).tobytes() for display in displays.each]
    assert shown == [True, False, True, True]


class CountedTurn:
    """Whose turn it is on a bus: one transfer at a time, or it tells."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.taken = 0

    def __enter__(self) -> None:
        assert self._lock.acquire(timeout=10)
        self.taken += 1

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    @property
    def had(self) -> bool:
        return self._lock.locked()


def test_each_transfer_takes_its_turn_and_none_is_longer_than_a_block():
    """Somebody who reads switches on the same bus waits for one transfer, never for a picture."""
    turn = CountedTurn()
    lengths = []

    class Wire(ModelBus):
        def write_i2c_block_data(self, i2c_addr, register, data):
            assert turn.had
            lengths.append(len(data))
            super().write_i2c_block_data(i2c_addr, register, data)

        def read_byte(self, i2c_addr):
            assert turn.had
            lengths.append(1)
            return super().read_byte(i2c_addr)

    bus = SharedBus(1, turn, lambda number: Wire({0x3C: PanelModel(MODULES["ssd1306"])}))
    for _ in range(3):
        bus.write_i2c_block_data(0x3C, 0x40, bytes(32))
    bus.read_byte(0x3C)
    assert turn.taken == len(lengths) == 4
    assert not turn.had


def test_the_turns_of_a_bus_are_those_that_were_given(reports):
    turns = {1: CountedTurn(), 3: CountedTurn()}
    displays = opened(reports, *FOUR, turns=turns.__getitem__)
    for display in displays.each:
        display.show(dots((1, 1), size=display.size))
    assert displays.settle(), "the thread of a bus that was asked for nothing may not have begun yet"
    assert min(turn.taken for turn in turns.values()) > 60, (
        "a frame takes 40 transfers, and there are two on each"
    )


def test_a_display_whose_bus_is_missing_is_reported_and_the_png_says_what_it_would_show(reports):
    display = open_one(reports, bus=987, address=0x78, simulated=False)
    display.show(dots((1, 1)))
    assert reports.wait_for(1) == [False]
    sentence = reports.told[0][1]
    assert "I2C bus 987, address 0x3C" in sentence
    assert "cannot be reached: there is no I2C bus 987 on this machine; " in sentence
    assert png(display).tobytes() == dots((1, 1)).tobytes()
    display.rest("dark")
    assert png(display).tobytes() == dots().tobytes()


@pytest.mark.parametrize(
    ("there", "mend"),
    [
        ((), "it has none: enable I2C with raspi-config"),
        (("i2c-1", "i2c-20", "i2c-x"), "there is 1, 20: correct the number, or enable the bus in config.txt"),
    ],
)
def test_a_bus_that_is_not_there_is_refused_with_those_that_are(tmp_path, there, mend):
    for name in there:
        (tmp_path / name).touch()
    with pytest.raises(BusMissingError, match=mend) as refused:
        open_smbus(7, tmp_path)
    assert str(refused.value).startswith("there is no I2C bus 7 on this machine; ")


def test_a_bus_that_came_back_is_opened_anew():
    opened_as = []

    def open_bus(number):
        opened_as.append(number)
        return ModelBus({0x3C: PanelModel(MODULES["ssd1306"])})

    bus = SharedBus(5, threading.Lock(), open_bus)
    bus.read_byte(0x3C)
    bus.read_byte(0x3C)
    assert opened_as == [5]
    bus.close()
    bus.read_byte(0x3C)
    assert opened_as == [5, 5]


def test_the_caller_never_waits_for_a_bus_that_hangs():
    stuck, let_go = threading.Event(), threading.Event()

    def hang() -> None:
        stuck.set()
        let_go.wait(10)
        raise OSError("given up")

    panel = Panel("a panel", hang, lambda: None, lambda ok, sentence: None)
    thread = BusThread("test", [panel], lambda: time.monotonic_ns() // 1000)
    display = Display(panel, thread, MODULES["ssd1306"], 0, None)
    assert stuck.wait(10)
    for number in range(100):
        display.show(dots((number, 0)))
    assert not display.settle(0.01), "the bus still hangs, and the pictures were taken all the same"
    let_go.set()
    assert display.settle()
    thread.end()
    assert thread.ended(10)


def test_closing_twice_does_no_harm(reports):
    displays = opened(reports, {})
    assert displays.close()
    assert displays.close()


def test_a_picture_that_does_not_fit_is_refused(reports):
    display = open_one(reports)
    with pytest.raises(
        ValueError, match="64 x 128 pixels does not fit the display; it takes mode '1' and 128 x 64"
    ):
        display.show(dots(size=UPRIGHT))


def test_a_profile_may_name_every_driver_there_is():
    assert set(DISPLAY_DRIVERS) == set(MODULES)


def test_two_displays_at_one_address_are_refused(reports):
    with pytest.raises(
        DisplaySettingError, match="displays 1 and 3 both have address 0x3C on I2C bus 1; give one"
    ):
        opened(reports, {"address": 0x3C}, {"bus": 2}, {"address": 0x78})


@pytest.mark.parametrize(("printed", "meant"), [(0x3C, 0x3C), (0x3D, 0x3D), (0x78, 0x3C), (0x7A, 0x3D)])
def test_addresses_are_understood_as_they_are_printed_on_modules(printed, meant):
    assert seven_bits(printed) == meant


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        (
            {"driver": "ssd1351"},
            "display driver = 'ssd1351' is not known: write 'ssd1306', 'sh1106', 'ssd1309', 'sh1107' or ",
        ),
        ({"bus": -1}, "display bus = -1 cannot be: write the number after /dev/i2c-"),
        ({"address": 3}, "display address = 3 cannot be: write 0x08 to 0x77"),
        ({"address": 0x100}, "display address = 256 cannot be"),
        ({"rotate": 4}, "display rotate = 4 cannot be: write 0, 1, 2 or 3"),
        (
            {"columns_offset": 2},
            "display columns_offset = 2 cannot be: the ssd1306 has 128 of its 128 columns on the glass, write 0",
        ),
        ({"driver": "sh1106", "columns_offset": 5}, "write 0 to 4"),
        ({"driver": "sh1107", "columns_offset": 33}, "write 0 to 32"),
    ],
)
def test_settings_that_cannot_be_are_refused_in_one_sentence(setting, sentence, reports):
    with pytest.raises(DisplaySettingError) as refused:
        opened(reports, setting)
    assert sentence in str(refused.value)
