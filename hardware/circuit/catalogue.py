"""The parts a tray is made of: pins with their electrical types, case, KiCad footprint, two part numbers to order by,
and a rough price in euro for one.

Part numbers are those of makers' catalogues; nobody has looked whether a shop has them today. Prices are what single
parts cost from a distributor, to about a third.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class PinType(StrEnum):
    """The electrical types of KiCad's netlists."""

    INPUT = "input"
    OUTPUT = "output"
    BIDIRECTIONAL = "bidirectional"
    TRI_STATE = "tri_state"
    OPEN_COLLECTOR = "open_collector"
    PASSIVE = "passive"
    POWER_IN = "power_in"
    POWER_OUT = "power_out"
    NO_CONNECT = "no_connect"


Pins = dict[str, tuple[str, PinType]]


@dataclass(frozen=True)
class Part:
    """A kind of part. ``pins`` maps a pin's number to its name and type; ``key`` tells kinds apart."""

    key: str
    prefix: str
    title: str
    value: str
    package: str
    footprint: str
    numbers: tuple[str, str]
    price: float
    pins: Pins


def _pins(names: Iterable[str], kind: PinType = PinType.PASSIVE) -> Pins:
    return {str(number): (name, kind) for number, name in enumerate(names, 1)}


TWO = _pins(("1", "2"))


def ohms(text: str) -> float:
    """What ``3.3k`` or ``330`` is in ohms."""
    return float(text.removesuffix("k")) * (1000 if text.endswith("k") else 1)


def resistor(value: str) -> Part:
    """A metal film resistor of 0.25 W and 1 %."""
    yageo = f"{value.removesuffix('k').replace('.', 'K')}K" if value.endswith("k") else f"{value}R"
    if "K" in yageo[:-1]:
        yageo = yageo[:-1]
    ohm = ohms(value)
    exponent = 0
    while ohm >= 1000:
        ohm, exponent = ohm / 10, exponent + 1
    while ohm < 100:
        ohm, exponent = ohm * 10, exponent - 1
    vishay = f"{round(ohm)}{exponent % 10}"
    return Part(
        "resistor", "R", "resistor, metal film, 0.25 W, 1 %", value, "axial, 6.3 mm",
        "Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P10.16mm_Horizontal",
        (f"Yageo MFR-25FBF52-{yageo}", f"Vishay MRS25000C{vishay}FCT00"), 0.05, TWO,
    )  # fmt: skip


PULL_UPS = Part(
    "pull-ups", "RN", "resistor network, 8 with one end in common", "8x 3.3k", "SIP-9",
    "Resistor_THT:R_Array_SIP9", ("Bourns 4609X-101-332LF", "TT Electronics L091S332LF"), 0.45,
    _pins(("common", *(f"R{n}" for n in range(1, 9)))),
)  # fmt: skip
SERIES = Part(
    "series", "RN", "resistor network, 4 apart", "4x 1k", "SIP-8",
    "Resistor_THT:R_Array_SIP8", ("Bourns 4608X-102-102LF", "TT Electronics L083S102LF"), 0.45,
    _pins(f"R{n}.{end}" for n in range(1, 5) for end in (1, 2)),
)  # fmt: skip
C100N = Part(
    "capacitor", "C", "capacitor, ceramic X7R, 50 V", "100n", "radial, 5 mm",
    "Capacitor_THT:C_Disc_D5.0mm_W2.5mm_P5.00mm", ("Kemet C320C104K5R5TA", "Vishay K104K15X7RF53H5"), 0.15, TWO,
)  # fmt: skip
C10N = Part(
    "capacitor", "C", "capacitor, ceramic X7R, 50 V", "10n", "radial, 5 mm",
    "Capacitor_THT:C_Disc_D5.0mm_W2.5mm_P5.00mm", ("Kemet C320C103K5R5TA", "Vishay K103K15X7RF53H5"), 0.15, TWO,
)  # fmt: skip
C10U = Part(
    "bulk", "C", "capacitor, electrolytic, 25 V or more", "10u", "radial, 5 mm, 2 mm pitch",
    "Capacitor_THT:CP_Radial_D5.0mm_P2.00mm", ("Panasonic ECA-1HM100", "Nichicon UVR1H100MDD"), 0.12,
    {"1": ("+", PinType.PASSIVE), "2": ("-", PinType.PASSIVE)},
)  # fmt: skip


def diode(value: str, numbers: tuple[str, str], price: float, case: str) -> Part:
    """A diode; pin 1 is the ring, as KiCad counts."""
    return Part(
        "tvs" if value.startswith("SA") else "diode", "D",
        {"1N4148": "diode, silicon", "BAT85": "diode, Schottky"}.get(value, "suppressor, one direction, 8.5 V"),
        value, case, f"Diode_THT:D_{'DO-35_SOD27_P10.16mm' if case == 'DO-35' else 'DO-15_P12.70mm'}_Horizontal",
        numbers, price,
        {"1": ("K", PinType.PASSIVE), "2": ("A", PinType.PASSIVE)},
    )  # fmt: skip


D4148 = diode("1N4148", ("onsemi 1N4148", "Vishay 1N4148-TAP"), 0.05, "DO-35")
BAT85 = diode("BAT85", ("Vishay BAT85S-TR", "Diotec BAT85"), 0.20, "DO-35")
SUPPRESSOR = diode("SA8.5A", ("Littelfuse SA8.5A", "Vishay SA8.5A-E3/54"), 0.45, "DO-15")
"""Not the one for 5 V: that leaks up to 600 µA, which a pull-up takes for a pressed button."""
LED = Part(
    "led", "D", "LED, red, 5 mm, 2.0 V", "red", "5 mm", "LED_THT:LED_D5.0mm",
    ("Kingbright WP7113ID", "Lite-On LTL-4223"), 0.15,
    {"1": ("K", PinType.PASSIVE), "2": ("A", PinType.PASSIVE)},
)  # fmt: skip
NPN = Part(
    "npn", "Q", "transistor, NPN", "BC337-40", "TO-92", "Package_TO_SOT_THT:TO-92_Inline",
    ("onsemi BC33740TA", "Diotec BC337-40"), 0.15,
    {"1": ("C", PinType.PASSIVE), "2": ("B", PinType.PASSIVE), "3": ("E", PinType.PASSIVE)},
)  # fmt: skip
BUZZER = Part(
    "buzzer", "LS", "buzzer, active, 3 V, at most 30 mA", "3 V", "12 mm, 7.6 mm pitch",
    "Buzzer_Beeper:Buzzer_12x9.5RM7.6", ("PUI Audio AI-1223-TWT-3V-2-R", "TMB12A03"), 1.60,
    {"1": ("+", PinType.PASSIVE), "2": ("-", PinType.PASSIVE)},
)  # fmt: skip
PIEZO = Part(
    "piezo", "LS", "buzzer, passive, piezo", "piezo", "12 mm, 5 mm pitch",
    "Buzzer_Beeper:Buzzer_TDK_PS1240P02BT_D12.2mm_H6.5mm", ("TDK PS1240P02BT", "Murata PKM13EPYH4000-A0"), 0.80,
    {"1": ("1", PinType.PASSIVE), "2": ("2", PinType.PASSIVE)},
)  # fmt: skip
SWITCH = Part(
    "switch", "SW", "microswitch, sealed, hinge lever, for 1 mA and more", "IP67, gold", "19.8 x 6.4 mm, lugs",
    "", ("Omron D2SW-01L1H", "Omron D2SW-01L1T"), 3.80,
    {"COM": ("COM", PinType.PASSIVE), "NO": ("NO", PinType.PASSIVE), "NC": ("NC", PinType.PASSIVE)},
)  # fmt: skip


def box_header(pins: int, names: Iterable[str]) -> Part:
    """A box header of two rows for a ribbon; its plug and the ribbon are counted apart."""
    return Part(
        f"box-{pins}", "J", "box header, 2.54 mm, straight", f"2x{pins // 2}", f"2x{pins // 2}",
        f"Connector_IDC:IDC-Header_2x{pins // 2:02}_P2.54mm_Vertical",
        (f"Wuerth 61200{pins}21621" if pins < 10 else f"Wuerth 6120{pins}21621", f"3M N25{pins}-6002RB"),
        0.60 if pins < 20 else 1.20, _pins(names),
    )  # fmt: skip


def plug(names: tuple[str, ...]) -> Part:
    """The header of a small plug of one row; its housing and contacts are counted apart."""
    pins = len(names)
    return Part(
        f"plug-{pins}", "J", "header of a plug, 2.5 mm, locking, for the board", f"1x{pins}", f"1x{pins}",
        f"Connector_JST:JST_XH_B{pins}B-XH-A_1x{pins:02}_P2.50mm_Vertical",
        (f"JST B{pins}B-XH-A(LF)(SN)", f"Molex 22-23-20{pins}1"), 0.10 + 0.03 * pins, _pins(names),
    )  # fmt: skip


OLED_PINS: Pins = {
    "1": ("GND", PinType.POWER_IN),
    "2": ("VCC", PinType.POWER_IN),
    "3": ("SCL", PinType.INPUT),
    "4": ("SDA", PinType.BIDIRECTIONAL),
}
"""Numbers are the usual order; boards differ, and go by what is printed on them."""


OLED_ADDRESS = 0x3C
"""What modules with four pins answer to as they are sold; some print 0x78, which is the same with a bit behind it."""


def screen(driver: str) -> Part:
    """An OLED module with four pins: those with seven or eight come set to SPI, and their boards fit no bezel."""
    board = {"ssd1306": "0.96 inch, 27.3 x 27.8 mm", "sh1106": "1.3 inch, 35.4 x 33.5 mm"}.get(
        driver, "its board"
    )
    numbers = {
        "ssd1306": ("Joy-IT SBC-OLED01", "AZ-Delivery 0.96 inch OLED I2C, 4 pins"),
        "sh1106": ("Joy-IT SBC-OLED01.3", "AZ-Delivery 1.3 inch OLED I2C, 4 pins"),
    }.get(driver, ("a module of this driver for I2C", "another of the same"))
    return Part(
        "screen",
        "DS",
        "OLED, 128 x 64, I2C, 4 pins, 3.3 V",
        driver.upper(),
        board,
        "",
        numbers,
        7.00,
        OLED_PINS,
    )


def _chip165() -> Pins:
    names = ("SH/LD", "CLK", *"EFGH", "/QH", "GND", "QH", "SER", *"ABCD", "CLK_INH", "VCC")
    kinds = {"/QH": PinType.OUTPUT, "QH": PinType.OUTPUT, "GND": PinType.POWER_IN, "VCC": PinType.POWER_IN}
    return {str(number): (name, kinds.get(name, PinType.INPUT)) for number, name in enumerate(names, 1)}


HC165 = Part(
    "hc165", "U", "shift register, parallel in, serial out", "74HC165", "DIP-16",
    "Package_DIP:DIP-16_W7.62mm", ("TI SN74HC165N", "Toshiba TC74HC165APF"), 0.70, _chip165(),
)  # fmt: skip


def _mcp23017() -> Pins:
    names = [
        *(f"GPB{n}" for n in range(8)),
        "VDD",
        "VSS",
        "NC1",
        "SCL",
        "SDA",
        "NC2",
        "A0",
        "A1",
        "A2",
        "RESET",
        "INTB",
    ]
    names += ["INTA", *(f"GPA{n}" for n in range(8))]
    kinds = dict.fromkeys(("SCL", "A0", "A1", "A2", "RESET"), PinType.INPUT)
    kinds |= dict.fromkeys(("VDD", "VSS"), PinType.POWER_IN)
    kinds |= dict.fromkeys(("NC1", "NC2"), PinType.NO_CONNECT)
    kinds |= dict.fromkeys(("GPA7", "GPB7"), PinType.OUTPUT)
    kinds |= dict.fromkeys(("INTA", "INTB"), PinType.OPEN_COLLECTOR)
    return {
        str(number): (name, kinds.get(name, PinType.BIDIRECTIONAL)) for number, name in enumerate(names, 1)
    }


MCP23017 = Part(
    "mcp23017", "U", "I2C expander, 16 pins", "MCP23017", "DIP-28, narrow",
    "Package_DIP:DIP-28_W7.62mm", ("Microchip MCP23017-E/SP", "Microchip MCP23017-E/SO on an adapter"), 1.80,
    _mcp23017(),
)  # fmt: skip

NANO_NAMES = (
    *("D1/TX", "D0/RX", "RST1", "GND1", *(f"D{n}" for n in range(2, 14)), "3V3", "AREF"),
    *(*(f"A{n}" for n in range(8)), "5V", "RST2", "GND2", "VIN"),
)
"""The Nano's pins as they are counted around the board, from the one beside TX."""


def _nano() -> Pins:
    kinds = {
        "GND1": PinType.POWER_IN,
        "GND2": PinType.POWER_IN,
        "VIN": PinType.PASSIVE,
        "AREF": PinType.PASSIVE,
    }
    # On USB the Nano is what feeds the 5 V net.
    kinds |= {"5V": PinType.POWER_OUT, "3V3": PinType.PASSIVE}
    kinds |= dict.fromkeys(("A6", "A7", "RST1", "RST2"), PinType.INPUT)
    return {str(n): (name, kinds.get(name, PinType.BIDIRECTIONAL)) for n, name in enumerate(NANO_NAMES, 1)}


NANO = Part(
    "nano", "A", "Nano, ATmega328P, 5 V, 16 MHz, with the scanner's program", "Nano", "module, 2x15",
    "Module:Arduino_Nano", ("Arduino A000005", "Joy-IT ARD-NanoV3"), 12.00, _nano(),
)  # fmt: skip
