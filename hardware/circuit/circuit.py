"""A circuit: components, the pins they have, and the nets that join pins. Everything else is drawn from this."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256

from hardware.circuit.catalogue import Part, PinType


class CircuitError(ValueError):
    """A circuit that contradicts itself; the sentence says where."""


@dataclass(frozen=True, slots=True)
class Component:
    """One thing that is bought and soldered.

    ``nets`` gives the net at every pin; pins it does not name are free. ``what`` says what it does for whom, ``place``
    where it sits: ``board``, or a side of the tray.
    """

    ref: str
    part: Part
    nets: Mapping[str, str]
    what: str
    place: str = "board"

    @property
    def value(self) -> str:
        """Its value as schematics write it."""
        return self.part.value


@dataclass(frozen=True, slots=True)
class Node:
    """One pin of one component."""

    ref: str
    pin: str
    name: str
    type: PinType


@dataclass
class Circuit:
    """Components in the order they were added. ``name`` and ``title`` are the profile's; ``speeds`` has the clock of
    every bus and chain, kHz.
    """

    name: str
    title: str
    speeds: dict[str, int] = field(default_factory=dict)
    components: dict[str, Component] = field(default_factory=dict)
    _counts: dict[str, int] = field(default_factory=dict)

    def add(self, part: Part, nets: Mapping[str, str], what: str, place: str = "board") -> Component:
        """Put in one more of ``part``. Raises ``CircuitError`` for a pin that it does not have."""
        for pin in nets:
            if pin not in part.pins:
                raise CircuitError(
                    f"{part.title}, {what}: there is no pin {pin}; it has {', '.join(part.pins)}"
                )
        self._counts[part.prefix] = number = self._counts.get(part.prefix, 0) + 1
        component = Component(f"{part.prefix}{number}", part, dict(nets), what, place)
        self.components[component.ref] = component
        return component

    def connect(self, ref: str, pin: str, net: str) -> None:
        """Join one more pin of a component to a net."""
        component = self.components[ref]
        self.components[ref] = replace(component, nets={**component.nets, pin: net})

    def of(self, *keys: str) -> list[Component]:
        """The components of these kinds of part."""
        return [found for found in self.components.values() if found.part.key in keys]

    def nets(self) -> dict[str, list[Node]]:
        """Every net with the pins it joins, both sorted as people count."""
        found: dict[str, list[Node]] = {}
        for component in self.components.values():
            for pin, net in component.nets.items():
                name, kind = component.part.pins[pin]
                found.setdefault(net, []).append(Node(component.ref, pin, name, kind))
        return {net: found[net] for net in sorted(found, key=counted)}

    def at(self, net: str) -> Iterator[tuple[Component, str]]:
        """The components at a net, each with its pin there."""
        for component in self.components.values():
            for pin, name in component.nets.items():
                if name == net:
                    yield component, pin

    @property
    def stamp(self) -> str:
        """Eight characters that change with every connection, value or place: printed on every paper, so that a
        drawing and a list are seen to belong together.
        """
        lines = [
            f"{c.ref} {c.part.key} {c.part.value} {c.what} {c.place} {pin}={net}"
            for c in self.components.values()
            for pin, net in sorted(c.nets.items())
        ]
        return sha256("\n".join(lines).encode()).hexdigest()[:8]


def counted(word: str) -> tuple[tuple[int, str], ...]:
    """A key that sorts R2 before R10."""
    parts: list[tuple[int, str]] = []
    digits = ""
    for character in [*word, ""]:
        if character.isdigit():
            digits += character
            continue
        if digits:
            parts.append((int(digits), ""))
            digits = ""
        if character:
            parts.append((-1, character))
    return tuple(parts)
