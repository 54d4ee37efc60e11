"""Every long test belongs to a part of them, and every part has some."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.long.parts import PARTS

ROOT = Path(__file__).parents[2]


def is_long(file: Path) -> bool:
    """Whether a file marks tests with ``pytest.mark.long``."""
    source = file.read_text(encoding="utf-8")
    return "mark.long" in source and any(
        isinstance(node, ast.Attribute) and ast.unparse(node) == "pytest.mark.long"
        for node in ast.walk(ast.parse(source))
    )


def test_every_long_test_is_in_one_part():
    long = {str(file.relative_to(ROOT)) for file in (ROOT / "tests").rglob("test_*.py") if is_long(file)}
    listed = [file for part in PARTS for file in part.files]
    assert sorted(listed) == sorted(long)


def test_the_document_lists_them():
    told = re.findall(r"^\| `(\w+)` \| (.+) \|$", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.MULTILINE)
    assert [(part.name, part.about) for part in PARTS] == [
        row for row in told if row[0] in {part.name for part in PARTS}
    ]
