"""From the keys of a profile that say what flaps and buttons hang on to places, each on a part the profile has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TypeAlias

from stbpi.tray.errors import BadValueError, PinConflictError, UnknownKeyError
from stbpi.tray.keys import Keys
from stbpi.tray.parts import (
    CHAIN_INPUTS,
    EXPANDER_PINS,
    OUTPUT_ONLY,
    Chain,
    ChainInput,
    Expander,
    ExpanderPin,
    GpioPin,
    Matrix,
    MatrixCell,
    Place,
    Scanner,
    ScannerButton,
    ScannerCell,
    Simulation,
)

HEADER_PINS = range(28)
"""The GPIO numbers that reach the 40-pin header."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a profile that have places for switches, by name where there can be several."""

    expanders: Mapping[str, Expander]
    chains: Mapping[str, Chain]
    matrix: Matrix | None
    scanner: Scanner | None


def side_places(keys: Keys, count: int, parts: Parts) -> tuple[Place, ...]:
    """What the ``count`` flaps of a side hang on, in the order of its flaps."""
    on = keys.word("on", tuple(_SIDE_READERS), "gpio")
    _refuse_others(keys, "side", on, _SIDE_KEYS)
    return _SIDE_READERS[on](keys, count, parts)


def button_place(keys: Keys, parts: Parts) -> Place:
    """What a button hangs on."""
    on = keys.word("on", tuple(_BUTTON_READERS), "gpio")
    _refuse_others(keys, "button", on, _BUTTON_KEYS)
    return _BUTTON_READERS[on](keys, parts)


def _refuse_others(keys: Keys, what: str, on: str, known: Mapping[str, tuple[str, ...]]) -> None:
    """Refuse a key that says where on another kind of part something hangs."""
    takes = known[on]
    for key in dict.fromkeys(key for others in known.values() for key in others):
        if key not in takes and keys.given(key):
            wanted = " and ".join(f'"{one}"' for one in takes) or "no such key"
            raise UnknownKeyError(
                f'{keys.begin(key)}a {what} on "{on}" has no "{key}", it takes {wanted}; take "{key}" out, or say what '
                'else the switches hang on with "on"'
            )


def _on_pins(keys: Keys, count: int, parts: Parts) -> tuple[Place, ...]:
    pins = keys.wholes("pins", HEADER_PINS)
    _check_count(keys, "pins", count, len(pins))
    return tuple(GpioPin(pin) for pin in pins)


def _on_expander(keys: Keys, count: int, parts: Parts) -> tuple[Place, ...]:
    words = keys.words("pins")
    _check_count(keys, "pins", count, len(words))
    owner = _owner(keys, words, parts.expanders, "expander")
    return tuple(_expander_pin(keys, "pins", word, owner, parts) for word in words)


def _on_chain(keys: Keys, count: int, parts: Parts) -> tuple[Place, ...]:
    words = keys.words("pins")
    _check_count(keys, "pins", count, len(words))
    owner = _owner(keys, words, parts.chains, "chain")
    return tuple(_chain_input(keys, "pins", word, owner, parts) for word in words)


def _on_matrix(keys: Keys, count: int, parts: Parts) -> tuple[Place, ...]:
    matrix = parts.matrix
    if matrix is None:
        raise BadValueError(
            f'{keys.begin("on")}"on" is "matrix", and the profile has none; describe it as [matrix]'
        )
    row, columns = _row(keys, count, len(matrix.rows), len(matrix.columns))
    return tuple(MatrixCell(row, column) for column in columns)


def _on_scanner(keys: Keys, count: int, parts: Parts) -> tuple[Place, ...]:
    scanner = parts.scanner
    if scanner is None:
        raise BadValueError(
            f'{keys.begin("on")}"on" is "scanner", and the profile has none; describe it as [scanner]'
        )
    row, columns = _row(keys, count, scanner.rows, scanner.columns)
    return tuple(ScannerCell(row, column) for column in columns)


def _on_simulation(keys: Keys, count: int, parts: Parts) -> tuple[Place, ...]:
    return (Simulation(),) * count


def _row(keys: Keys, count: int, rows: int, columns: int) -> tuple[int, tuple[int, ...]]:
    """The row of a side and the columns of its flaps, from 0; without the key ``columns`` they are the first ones."""
    row = keys.whole("row", range(1, rows + 1)) - 1
    if keys.has("columns"):
        of_flaps = keys.wholes("columns", range(1, columns + 1))
        _check_count(keys, "columns", count, len(of_flaps))
        return row, tuple(column - 1 for column in of_flaps)
    if count > columns:
        raise BadValueError(
            f"{keys.begin('flaps')}{count} flaps in a row that has {columns} columns; "
            "take flaps out, or give the part more columns"
        )
    return row, tuple(range(count))


_SideReader: TypeAlias = Callable[[Keys, int, Parts], tuple[Place, ...]]
_SIDE_READERS: Mapping[str, _SideReader] = {
    "gpio": _on_pins,
    "expander": _on_expander,
    "chain": _on_chain,
    "matrix": _on_matrix,
    "scanner": _on_scanner,
    "simulated": _on_simulation,
}
"""What a side may be ``on``, and what reads the keys that say where on it each flap hangs."""


_SIDE_KEYS: Mapping[str, tuple[str, ...]] = {
    "gpio": ("pins",),
    "expander": ("pins", "expander"),
    "chain": ("pins", "chain"),
    "matrix": ("row", "columns"),
    "scanner": ("row", "columns"),
    "simulated": (),
}
"""The keys that say where."""


def _button_on_pin(keys: Keys, parts: Parts) -> Place:
    return GpioPin(keys.whole("pin", HEADER_PINS))


def _button_on_expander(keys: Keys, parts: Parts) -> Place:
    word = keys.text("pin")
    return _expander_pin(keys, "pin", word, _owner(keys, (word,), parts.expanders, "expander"), parts)


def _button_on_chain(keys: Keys, parts: Parts) -> Place:
    word = keys.text("pin")
    return _chain_input(keys, "pin", word, _owner(keys, (word,), parts.chains, "chain"), parts)


def _button_on_matrix(keys: Keys, parts: Parts) -> Place:
    matrix = parts.matrix
    if matrix is None:
        raise BadValueError(
            f'{keys.begin("on")}"on" is "matrix", and the profile has none; describe it as [matrix]'
        )
    row = keys.whole("row", range(1, len(matrix.rows) + 1))
    return MatrixCell(row - 1, keys.whole("column", range(1, len(matrix.columns) + 1)) - 1)


def _button_on_scanner(keys: Keys, parts: Parts) -> Place:
    if parts.scanner is None:
        raise BadValueError(
            f'{keys.begin("on")}"on" is "scanner", and the profile has none; describe it as [scanner]'
        )
    return ScannerButton()


_BUTTON_READERS: Mapping[str, Callable[[Keys, Parts], Place]] = {
    "gpio": _button_on_pin,
    "expander": _button_on_expander,
    "chain": _button_on_chain,
    "matrix": _button_on_matrix,
    "scanner": _button_on_scanner,
}
"""What a button may be ``on``, and what reads the keys that say where."""

_BUTTON_KEYS: Mapping[str, tuple[str, ...]] = {
    "gpio": ("pin",),
    "expander": ("pin", "expander"),
    "chain": ("pin", "chain"),
    "matrix": ("row", "column"),
    "scanner": (),
}
"""The keys that say where."""


def _owner(keys: Keys, words: tuple[str, ...], known: Mapping[str, object], what: str) -> str:
    """The part that ``words`` without a part's name are on; empty where every word has one."""
    if not keys.has(what) and all("." in word for word in words):
        return ""
    return keys.named(what, known, what)


def _expander_pin(keys: Keys, key: str, word: str, owner: str, parts: Parts) -> ExpanderPin:
    name, pin = _split(keys, key, word, owner, parts.expanders, "expander")
    if pin in OUTPUT_ONLY:
        raise PinConflictError(
            f"{keys.begin(key)}{pin} of the expander {name} is an output only (as an input it can corrupt SDA), and a "
            f"switch was to hang on it; use one of GPA0 to GPA6 and GPB0 to GPB6"
        )
    if pin not in EXPANDER_PINS:
        inputs = [name for name in EXPANDER_PINS if name not in OUTPUT_ONLY]
        near = get_close_matches(pin.upper(), inputs, n=1, cutoff=0.0)[0]
        raise BadValueError(f'{keys.begin(key)}an MCP23017 has no pin "{pin}"; did you mean "{near}"?')
    return ExpanderPin(name, EXPANDER_PINS.index(pin))


def _chain_input(keys: Keys, key: str, word: str, owner: str, parts: Parts) -> ChainInput:
    name, pin = _split(keys, key, word, owner, parts.chains, "chain")
    chip, letter = pin[:-1], pin[-1:]
    if not (chip.isascii() and chip.isdecimal() and letter in CHAIN_INPUTS):
        raise BadValueError(
            f'{keys.begin(key)}"{pin}" is no input of a chain; write the chip, counted from the Pi, and its '
            'input, A to H, such as "1A"'
        )
    chips = parts.chains[name].chips
    if not 1 <= int(chip) <= chips:
        raise BadValueError(
            f'{keys.begin(key)}"{pin}" is on chip {chip}, and the chain {name} has {chips}; '
            "take another input, or give the chain more chips"
        )
    return ChainInput(name, int(chip), CHAIN_INPUTS.index(letter))


def _split(
    keys: Keys, key: str, word: str, owner: str, known: Mapping[str, object], what: str
) -> tuple[str, str]:
    """Part and pin of a word such as "north.GPA0", or of "GPA0" on the part that the whole side is on."""
    name, dot, pin = word.rpartition(".")
    return (keys.known(key, name, known, what), pin) if dot else (owner, pin)


def _check_count(keys: Keys, key: str, flaps: int, places: int) -> None:
    if flaps != places:
        one = key.removesuffix("s")
        raise BadValueError(
            f"{keys.begin(key)}{_counted(flaps, 'flap')} but {_counted(places, one)}; "
            f"give each flap its {one}, in the same order"
        )


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
