"""Reads a KiCad netlist back: what a program that has only the file knows of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

Tree: TypeAlias = "str | list[Tree]"
TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([()])|([^\s()"]+)')


@dataclass(frozen=True)
class Netlist:
    """Components' references with part, value, what and place; nets with (reference, pin, function, type); parts with
    the type of each pin.
    """

    components: dict[str, dict[str, str]]
    nets: dict[str, list[tuple[str, str, str, str]]]
    parts: dict[str, dict[str, tuple[str, str]]]

    def net_at(self, ref: str, pin: str) -> str:
        """The net at a pin; empty where it is free."""
        return next(
            (net for net, nodes in self.nets.items() if (ref, pin) in {node[:2] for node in nodes}), ""
        )


def read_netlist(text: str) -> Netlist:
    """The netlist in ``text``. Raises ``ValueError`` where it is none."""
    tree = _tree(text)
    if not isinstance(tree, list) or not tree or tree[0] != "export":
        raise ValueError(f"this is no netlist of KiCad: it begins with {text[:20]!r} and not with (export")
    components = {}
    for found in _all(_one(tree, "components"), "comp"):
        fields = {_text(field, "name"): str(field[-1]) for field in _all(_one(found, "fields"), "field")}
        source = _one(found, "libsource")
        components[_text(found, "ref")] = {
            "part": _text(source, "part"),
            "value": _text(found, "value"),
            "what": fields["What"],
            "place": fields["Place"],
        }
    nets = {
        _text(net, "name"): [
            (_text(node, "ref"), _text(node, "pin"), _text(node, "pinfunction"), _text(node, "pintype"))
            for node in _all(net, "node")
        ]
        for net in _all(_one(tree, "nets"), "net")
    }
    parts = {
        _text(part, "part"): {
            _text(pin, "num"): (_text(pin, "name"), _text(pin, "type"))
            for pin in _all(_one(part, "pins"), "pin")
        }
        for part in _all(_one(tree, "libparts"), "libpart")
    }
    return Netlist(components, nets, parts)


def _tree(text: str) -> Tree:
    stack: list[list[Tree]] = [[]]
    for quoted, bracket, word in TOKEN.findall(text):
        if bracket == "(":
            stack.append([])
        elif bracket == ")":
            if len(stack) < 2:
                raise ValueError("this is no netlist of KiCad: a bracket is closed that was never opened")
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(word or re.sub(r"\\(.)", r"\1", quoted))
    if len(stack) != 1 or len(stack[0]) != 1:
        raise ValueError("this is no netlist of KiCad: its brackets do not match")
    return stack[0][0]


def _all(tree: list[Tree], name: str) -> list[list[Tree]]:
    return [found for found in tree if isinstance(found, list) and found and found[0] == name]


def _one(tree: list[Tree], name: str) -> list[Tree]:
    found = _all(tree, name)
    if len(found) != 1:
        raise ValueError(f"this is no netlist of KiCad: ({tree[0]} has {len(found)} ({name}, and not one")
    return found[0]


def _text(tree: list[Tree], name: str) -> str:
    return str(_one(tree, name)[1])
