"""Finding the header's chip, and saying what is wrong where it cannot be had. No Pi needed."""

import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from stbpi.tray.errors import TrayUnavailableError
from stbpi.tray.factory import Chip, header_chip, list_chips_with_lgpio, open_pins

PI_5_KERNEL_6_6_20 = (
    Chip(0, "gpio-brcmstb@107d508500"),
    Chip(1, "gpio-brcmstb@107d508520"),
    Chip(2, "gpio-brcmstb@107d517c00"),
    Chip(3, "gpio-brcmstb@107d517c20"),
    Chip(4, "pinctrl-rp1"),
)
PI_5_KERNEL_6_6_45 = (
    Chip(0, "pinctrl-rp1"),
    Chip(10, "gpio-brcmstb@107d508500"),
    Chip(11, "gpio-brcmstb@107d508520"),
)
PI_4 = (Chip(0, "pinctrl-bcm2711"), Chip(1, "raspberrypi-exp-gpio"))
PI_3 = (Chip(0, "pinctrl-bcm2835"), Chip(1, "brcmvirt-gpio"), Chip(2, "raspberrypi-exp-gpio"))


@pytest.mark.parametrize(
    ("chips", "number"), [(PI_5_KERNEL_6_6_20, 4), (PI_5_KERNEL_6_6_45, 0), (PI_4, 0), (PI_3, 0)]
)
def test_the_headers_chip_is_found_by_its_label_wherever_it_is(chips, number):
    assert header_chip(chips) == number


def test_a_chip_that_may_not_be_opened_leads_to_the_group():
    with pytest.raises(TrayUnavailableError, match=r"/dev/gpiochip0 cannot be opened: denied; .* group gpio"):
        header_chip((Chip(0, None, "denied"),))


def test_the_header_is_taken_even_if_another_chip_may_not_be_opened():
    assert header_chip((Chip(0, None, "denied"), Chip(4, "pinctrl-rp1"))) == 4


def test_chips_that_are_no_pis_are_named():
    with pytest.raises(
        TrayUnavailableError, match=r"there is gpio-mockup \(gpiochip0\), looked for is pinctrl-rp1"
    ):
        header_chip((Chip(0, "gpio-mockup"),))


def test_a_machine_without_chips_is_told_how_to_play_all_the_same():
    with pytest.raises(TrayUnavailableError, match=r'no GPIO chip .* set \[board\] backend = "simulated"'):
        header_chip(())


def test_devices_are_listed_by_number_and_those_that_do_not_open_say_so(tmp_path):
    for name in ("gpiochip997", "gpiochip996", "gpiochip", "gpiomem"):
        (tmp_path / name).touch()
    listed = list_chips_with_lgpio(tmp_path)
    assert [chip.number for chip in listed] == [996, 997]
    assert all(chip.label is None and chip.trouble for chip in listed)


@pytest.mark.parametrize("name", ["lgpio", "rpigpio"])
def test_a_chip_that_is_gone_when_it_is_opened_is_an_error_and_never_another_factory(name):
    with pytest.raises(
        TrayUnavailableError, match=rf"the pin factory {name} does not open /dev/gpiochip996: "
    ):
        open_pins(name, lambda: (Chip(996, "pinctrl-rp1"),))


def test_the_original_rpi_gpio_is_not_taken_for_its_stand_in(monkeypatch):
    real = metadata.distribution

    def without_rpi_lgpio(name):
        if name == "rpi-lgpio":
            raise metadata.PackageNotFoundError(name)
        return real(name)

    monkeypatch.setattr(metadata, "distribution", without_rpi_lgpio)
    with pytest.raises(TrayUnavailableError, match=r"pip uninstall RPi\.GPIO"):
        open_pins("rpigpio", lambda: (Chip(0, "pinctrl-rp1"),))


def test_without_lgpio_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(TrayUnavailableError, match=r'pip install "stbpi\[pi\]"'):
        open_pins()


ASK = """
from stbpi.tray.errors import TrayUnavailableError
from stbpi.tray.factory import open_pins
try:
    open_pins()
except TrayUnavailableError as error:
    print(error)
"""


def test_a_pipe_that_lgpio_cannot_make_is_explained(tmp_path):
    asked = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=tmp_path,
        env={"PYTHONPATH": str(Path(__file__).parents[2]), "LG_WD": str(tmp_path / "nowhere")},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert asked.stdout.startswith(f"lgpio cannot make its pipe in {tmp_path}: ")
    assert asked.stdout.endswith("start stbpi in a directory it may write to, and unset LG_WD\n")
    assert asked.stdout.count("\n") == 1
