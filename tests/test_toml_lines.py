"""Where keys and values of a TOML text are found, however it is written."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stbpi.toml_lines import Places, Where, endless_number

TRICKY = '''\
# [not.a.table]
a = """
b = 1
[c]
\\""" still
"""
d = [
  1, # ] not the end
  "]", \'\'\'
  e = 2
  \'\'\',
]
"quoted.key" . f = {x = 1, y = "}"} # g = 3
[ table . "sub table" ]
h=1
[[list]]
i = 1
[list.inner]
j = 1
[[list]]
k = \'\\\'
l = ""
"m\\u00e4" = """"x\\""""""
n = 1
'''


@pytest.mark.parametrize(
    ("path", "key", "value"),
    [
        (("a",), (2, 1), (2, 5)),
        (("d",), (7, 1), (7, 5)),
        (("d", 0), (8, 3), (8, 3)),
        (("d", 1), (9, 3), (9, 3)),
        (("d", 2), (9, 8), (9, 8)),
        (("quoted.key",), (13, 1), (13, 1)),
        (("quoted.key", "f"), (13, 16), (13, 20)),
        (("quoted.key", "f", "x"), (13, 21), (13, 25)),
        (("quoted.key", "f", "y"), (13, 28), (13, 32)),
        (("table",), (14, 1), (14, 1)),
        (("table", "sub table", "h"), (15, 1), (15, 3)),
        (("list",), (16, 1), (16, 1)),
        (("list", 0, "i"), (17, 1), (17, 5)),
        (("list", 0, "inner"), (18, 1), (18, 1)),
        (("list", 0, "inner", "j"), (19, 1), (19, 5)),
        (("list", 1), (20, 1), (20, 1)),
        (("list", 1, "k"), (21, 1), (21, 5)),
        (("list", 1, "l"), (22, 1), (22, 5)),
        (("list", 1, "mä"), (23, 1), (23, 13)),
        (("list", 1, "n"), (24, 1), (24, 5)),
    ],
)
def test_a_key_and_its_value_are_found_however_they_are_written(path, key, value):
    tomllib.loads(TRICKY)
    assert Places(TRICKY).of(path) == (key, value)


def test_what_is_not_there_is_where_the_nearest_is_that_is():
    places = Places(TRICKY)
    assert places.of(("nowhere",)) is None
    assert places.of(()) is None
    assert places.of(("list", 1, "missing")) == places.of(("list", 1))
    assert places.of(("d", 3)) == places.of(("d",))
    assert places.of(("a", "b", "c")) == places.of(("a",))


def test_only_what_is_there_is_found():
    names = {path[-1] for path in Places(TRICKY).paths}
    words = {
        "a",
        "d",
        "quoted.key",
        "f",
        "x",
        "y",
        "table",
        "sub table",
        "h",
        "list",
        "i",
        "inner",
        "j",
        "k",
        "l",
        "n",
    }
    assert names == words | {"mä", 0, 1, 2}


def paths_of(value: object, path: tuple[str | int, ...] = ()) -> set[tuple[str | int, ...]]:
    """Every path down to a value that ``tomllib`` has read."""
    found = {path} if path else set()
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return found.union(*(paths_of(one, (*path, key)) for key, one in inner))


SCALARS = st.sampled_from(
    [
        "1",
        "-0.5e3",
        "true",
        "1979-05-27 07:32:00",
        '"a # b = c, ]}"',
        "'[x]'",
        '"""\n[y]\n"""',
        "'''\nq = 1'''",
    ]
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda some: f"[{', '.join(some)}]"),
        st.lists(inner, min_size=1, max_size=3).map(
            lambda some: "[ # ]\n" + "".join(f"  {one},\n" for one in some) + "]"
        ),
        st.lists(inner, max_size=3).map(
            lambda some: "{" + ", ".join(f"k{place}.z = {one}" for place, one in enumerate(some)) + "}"
        ),
    ),
    max_leaves=8,
)
"""Values of every kind, some over several lines, each looking like something else inside."""


@given(st.lists(st.tuples(st.sampled_from(["", "\n", "# c = 1\n", "\n  "]), VALUES), max_size=6))
def test_everything_is_found_where_it_stands_whatever_stands_before_it(entries):
    text = ""
    expected = {}
    for number, (before, value) in enumerate(entries):
        text += before
        line, column = text.count("\n") + 1, len(text) - text.rfind("\n")
        name = f"key{number}"
        expected[(name,)] = ((line, column), (line, column + len(name) + 3))
        text += f"{name} = {value}\n"
    places = Places(text)
    assert places.paths == paths_of(tomllib.loads(text))
    for path, where in expected.items():
        assert places.of(path) == where
    lines = text.split("\n")
    for path in places.paths:
        where = places.of(path)
        assert isinstance(where, Where)
        if isinstance(path[-1], str):
            assert lines[where.key.line - 1].startswith(path[-1], where.key.column - 1)


@given(SCALARS, st.integers(0, 3), st.integers(1, 4))
def test_an_element_is_found_by_its_index(scalar, before, rows):
    """What is read at the place of an element is that element."""
    text = "key = [" + "'x', " * before + "\n" * rows + scalar + "]"
    where = Places(text).of(("key", before))
    lines = text.split("\n")
    rest = "\n".join([lines[where.value.line - 1][where.value.column - 1 :], *lines[where.value.line :]])
    assert tomllib.loads(f"key = [{rest}")["key"] == tomllib.loads(text)["key"][before:]


def test_a_number_without_end_is_found():
    assert endless_number("a = 1\n[b]\nkey = -1" + "0" * 5000) == ((3, 8), "key")
