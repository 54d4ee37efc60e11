"""Imports point one way, and nothing heavy is loaded before it is needed."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import stbpi

PACKAGE = Path(stbpi.__file__).parent

MAY_IMPORT = {
    "rules": set(),
    "locale": {"rules"},
    "odds": {"rules"},
    "table": {"rules"},
    "house": {"rules", "odds", "table"},
    "toml_lines": set(),
    "tray": {"rules", "table", "locale", "toml_lines"},
    "display": {"rules", "table", "locale"},
    "store": {"rules", "table"},
    "web": {"rules", "table", "locale", "store"},
    "config": {"rules", "table", "tray", "locale", "toml_lines"},
    "terminal": {"rules", "table", "locale"},
    "daemon": {"rules", "odds", "house", "table", "tray", "display", "store", "web", "locale", "config"},
    "doctor": {"rules", "table", "tray", "store", "locale", "config", "daemon"},
    "cli": {
        "rules",
        "odds",
        "house",
        "table",
        "tray",
        "display",
        "store",
        "web",
        "locale",
        "config",
        "daemon",
        "doctor",
        "terminal",
    },
    "__main__": {"cli"},
}
"""The rooms and what each may know of; every room knows itself and the bare package."""

CLOCKS_AND_CHANCE = {"time", "datetime", "random", "secrets", "asyncio", "threading", "signal", "uuid"}
HARDWARE = {"gpiozero", "lgpio", "RPi", "smbus2", "spidev", "serial", "luma", "PIL"}
PURE = ("rules", "odds", "table", "house")


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def room_of(path: Path) -> str | None:
    """The room a file is in; None for the package's own ``__init__``."""
    inside = path.relative_to(PACKAGE)
    if len(inside.parts) > 1:
        return inside.parts[0]
    return None if inside.stem == "__init__" else inside.stem


def imported(path: Path) -> set[str]:
    """Every dotted module a file names in an import, those inside functions and for typing included."""
    package = ("stbpi", *path.relative_to(PACKAGE).parts[:-1])
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*base, *([node.module] if node.module else [])))
            # `from stbpi import table` names a module as much as `import stbpi.table` does.
            found |= {f"{module}.{alias.name}" for alias in node.names} if module == "stbpi" else {module}
    return found


def rooms_imported(path: Path) -> set[str]:
    rooms = {name.split(".")[1] for name in imported(path) if name.startswith("stbpi.")}
    return {room for room in rooms if (PACKAGE / room).is_dir() or (PACKAGE / f"{room}.py").is_file()}


def test_every_room_has_a_place_in_the_order():
    assert {room_of(path) for path in modules()} - {None} <= set(MAY_IMPORT)


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_one_way(path):
    room = room_of(path)
    allowed = set() if room is None else MAY_IMPORT[room] | {room}
    outwards = rooms_imported(path) - allowed
    assert not outwards, f"{path.relative_to(PACKAGE)} imports {outwards}; {room} may only know {allowed}"


@pytest.mark.parametrize(
    "path",
    [path for path in modules() if room_of(path) in PURE],
    ids=lambda path: str(path.relative_to(PACKAGE)),
)
def test_the_game_knows_no_clock_no_chance_and_no_hardware(path):
    roots = {name.split(".")[0] for name in imported(path)}
    assert not roots & (CLOCKS_AND_CHANCE | HARDWARE)


@pytest.mark.parametrize(
    "path", [path for path in modules() if room_of(path) == "rules"], ids=lambda path: path.name
)
def test_the_rules_need_nothing_but_the_standard_library(path):
    outside = {name.split(".")[0] for name in imported(path)} - set(sys.stdlib_module_names) - {"stbpi"}
    assert not outside


@pytest.mark.parametrize(
    "path", [path for path in modules() if room_of(path) == "odds"], ids=lambda path: path.name
)
def test_the_odds_need_numpy_and_nothing_else(path):
    outside = {name.split(".")[0] for name in imported(path)} - set(sys.stdlib_module_names) - {"stbpi"}
    assert outside <= {"numpy"}


@pytest.mark.parametrize(
    "path", [path for path in modules() if room_of(path) not in ("odds", None)], ids=lambda path: path.name
)
def test_numpy_is_imported_nowhere_else(path):
    assert "numpy" not in {name.split(".")[0] for name in imported(path)}


def loaded_by(statement: str) -> set[str]:
    """The top-level modules a fresh interpreter has after a statement."""
    listing = "; print(' '.join({name.split('.')[0] for name in sys.modules}))"
    command = [sys.executable, "-c", f"import sys; {statement}{listing}"]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


@pytest.mark.parametrize(
    "statement",
    [
        "import stbpi.cli",
        "import stbpi.rules",
        "import stbpi.config",
        "import stbpi.cli; stbpi.cli.main(['rules', '--json', 'classic'])",
    ],
)
def test_nothing_heavy_is_loaded_before_it_is_needed(statement):
    heavy = {"aiohttp", "PIL", "luma", "gpiozero", "lgpio", "numpy", "sqlite3", "asyncio"}
    assert not loaded_by(statement) & heavy


def test_the_web_is_not_loaded_by_the_journal():
    assert "aiohttp" not in loaded_by("import stbpi.store")
