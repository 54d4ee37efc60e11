"""A circuit as a netlist that KiCad reads (File, Import, Netlist), in the form its own schematics are exported in."""

from __future__ import annotations

from uuid import NAMESPACE_URL, uuid5

from hardware.circuit.circuit import Circuit, counted


def netlist(circuit: Circuit) -> str:
    """The netlist; the same circuit gives the same text."""
    lines = [
        '(export (version "E")',
        f"  (design (source {_quoted(circuit.name)}) (tool {_quoted(f'stbpi, wiring {circuit.stamp}')}))",
        "  (components",
    ]
    for component in sorted(circuit.components.values(), key=lambda found: counted(found.ref)):
        part = component.part
        lines += [
            f"    (comp (ref {_quoted(component.ref)})",
            f"      (value {_quoted(component.value)})",
            *([f"      (footprint {_quoted(part.footprint)})"] if part.footprint else []),
            f'      (fields (field (name "What") {_quoted(component.what)})'
            f' (field (name "Place") {_quoted(component.place)}))',
            f'      (libsource (lib "stbpi") (part {_quoted(part.key)}) (description {_quoted(part.title)}))',
            f"      (tstamps {_quoted(str(uuid5(NAMESPACE_URL, f'stbpi:{circuit.name}:{component.ref}')))}))",
        ]
    lines += ["  )", "  (libparts"]
    for key, part in sorted({found.part.key: found.part for found in circuit.components.values()}.items()):
        lines.append(f'    (libpart (lib "stbpi") (part {_quoted(key)}) (description {_quoted(part.title)})')
        pins = [
            f"(pin (num {_quoted(n)}) (name {_quoted(name)}) (type {_quoted(kind)}))"
            for n, (name, kind) in part.pins.items()
        ]
        lines.append(f"      (pins {' '.join(pins)}))")
    lines += ["  )", "  (nets"]
    for code, (net, nodes) in enumerate(circuit.nets().items(), 1):
        lines.append(f"    (net (code {_quoted(str(code))}) (name {_quoted(net)})")
        for node in sorted(nodes, key=lambda found: (counted(found.ref), counted(found.pin))):
            lines.append(
                f"      (node (ref {_quoted(node.ref)}) (pin {_quoted(node.pin)})"
                f" (pinfunction {_quoted(node.name)}) (pintype {_quoted(node.type)}))"
            )
        lines[-1] += ")"
    return "\n".join([*lines, "  )", ")", ""])


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
