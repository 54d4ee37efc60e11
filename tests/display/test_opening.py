"""A display as the daemon uses it: opened from settings, with its own thread."""

import io
import threading
import time

import pytest
from PIL import Image

from stbpi.display.busthread import BusThread
from stbpi.display.opening import Display, DisplaySettingError, open_display, seven_bits
from stbpi.display.panel import Panel
from tests.display.wires import dots

UPRIGHT = (64, 128)


class Reports:
    """Collects health reports; waits for as many as are expected."""

    def __init__(self) -> None:
        self.told: list[tuple[bool, str]] = []
        self._changed = threading.Condition()

    def __call__(self, ok: bool, sentence: str) -> None:
        with self._changed:
            self.told.append((ok, sentence))
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


@pytest.fixture
def reports() -> Reports:
    return Reports()


def png(display: Display) -> Image.Image:
    return Image.open(io.BytesIO(display.png()))


@pytest.mark.parametrize("driver", ["ssd1306", "sh1106"])
@pytest.mark.parametrize("rotate", [0, 1, 2, 3])
def test_the_png_is_what_people_see_pixel_for_pixel(driver, rotate, reports):
    display = open_display(driver=driver, rotate=rotate, simulated=True, on_health=reports)
    size = UPRIGHT if rotate % 2 else (128, 64)
    assert display.size == size
    picture = dots((3, 5), (40, 60), size=size)
    display.show(picture)
    assert display.settle()
    assert png(display).size == size
    assert png(display).tobytes() == picture.tobytes()
    assert display.close()
    assert reports.told == []


@pytest.mark.parametrize("offset", [0, 2, 4])
def test_an_sh1106_module_is_shown_right_at_any_column_offset(offset, reports):
    display = open_display(driver="sh1106", columns_offset=offset, simulated=True, on_health=reports)
    display.show(dots((0, 0), (127, 63)))
    assert display.settle()
    assert png(display).tobytes() == dots((0, 0), (127, 63)).tobytes()
    display.close()


def test_an_unplugged_display_is_reported_and_comes_back_by_itself(reports):
    clock = Clock()
    display = open_display(simulated=True, on_health=reports, clock=clock)
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
    display.close()


def test_dark_is_dark_and_awake_shows_the_picture_again(reports):
    display = open_display(simulated=True, on_health=reports)
    display.show(dots((1, 1)))
    display.rest("dark")
    display.settle()
    assert png(display).tobytes() == dots().tobytes()
    display.rest("awake")
    display.settle()
    assert png(display).tobytes() == dots((1, 1)).tobytes()
    display.close()


def test_a_real_display_that_is_not_there_is_reported_and_the_png_says_what_it_would_show(reports):
    display = open_display(bus=987, address=0x78, simulated=False, on_health=reports)
    display.show(dots((1, 1)))
    assert reports.wait_for(1) == [False]
    assert "I2C bus 987, address 0x3C" in reports.told[0][1]
    assert png(display).tobytes() == dots((1, 1)).tobytes()
    display.rest("dark")
    assert png(display).tobytes() == dots().tobytes()
    assert display.close()


def test_the_caller_never_waits_for_a_bus_that_hangs():
    stuck, let_go = threading.Event(), threading.Event()

    def hang() -> None:
        stuck.set()
        let_go.wait(10)
        raise OSError("given up")

    panel = Panel("a panel", hang, lambda: None, lambda ok, sentence: None)
    thread = BusThread("test", [panel], lambda: time.monotonic_ns() // 1000)
    display = Display(panel, thread, 0, None)
    assert stuck.wait(10)
    for number in range(100):
        display.show(dots((number, 0)))
    assert not display.settle(0.01), "the bus still hangs, and the pictures were taken all the same"
    let_go.set()
    assert display.settle()
    assert display.close()


def test_closing_twice_does_no_harm(reports):
    display = open_display(simulated=True, on_health=reports)
    assert display.close()
    assert display.close()


def test_a_picture_that_does_not_fit_is_refused(reports):
    display = open_display(simulated=True, on_health=reports)
    with pytest.raises(
        ValueError, match="64 x 128 pixels does not fit the display; it takes mode '1' and 128 x 64"
    ):
        display.show(dots(size=UPRIGHT))
    display.close()


@pytest.mark.parametrize(("printed", "meant"), [(0x3C, 0x3C), (0x3D, 0x3D), (0x78, 0x3C), (0x7A, 0x3D)])
def test_addresses_are_understood_as_they_are_printed_on_modules(printed, meant):
    assert seven_bits(printed) == meant


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ({"driver": "ssd1351"}, "display driver = 'ssd1351' is not known: write 'ssd1306' or 'sh1106'"),
        ({"address": 3}, "display address = 3 cannot be: write 0x08 to 0x77"),
        ({"address": 0x100}, "display address = 256 cannot be"),
        ({"rotate": 4}, "display rotate = 4 cannot be: write 0, 1, 2 or 3"),
        (
            {"columns_offset": 2},
            "display columns_offset = 2 cannot be: the ssd1306 has 128 of its 128 columns",
        ),
        ({"driver": "sh1106", "columns_offset": 5}, "write 0 to 4"),
    ],
)
def test_settings_that_cannot_be_are_refused_in_one_sentence(setting, sentence, reports):
    with pytest.raises(DisplaySettingError) as refused:
        open_display(**setting, simulated=True, on_health=reports)
    assert sentence in str(refused.value)
