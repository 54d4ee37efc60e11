"""The switches of a tray as a table for the terminal."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from gettext import NullTranslations
from typing import Any


def switch_table(
    switches: Sequence[Mapping[str, Any]], moved: Collection[tuple[int, int]], messages: NullTranslations
) -> list[str]:
    """Lines with every switch as ``GET /api/v1/switches`` tells of it; those in ``moved`` are ticked off."""
    _ = messages.gettext
    several = len({switch["side"] for switch in switches if switch["side"] is not None}) > 1
    head = ["", _("switch"), _("stands"), _("changes"), _("longest bounce"), _("last moved"), ""]
    rows = [head, *(_row(switch, moved, messages, several=several) for switch in switches)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    return [
        "  ".join(
            cell.ljust(width) if column in (0, 1, 2, 6) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _row(
    switch: Mapping[str, Any],
    moved: Collection[tuple[int, int]],
    messages: NullTranslations,
    *,
    several: bool,
) -> list[str]:
    _ = messages.gettext
    flap, side, ago = switch["flap"], switch["side"], switch["last_change_s"]
    if flap is None:
        name = _("menu button") if switch.get("button") == "menu" else _("dice button")
        stands = _("pressed") if switch["closed"] else _("up")
    else:
        stands = _("closed") if switch["closed"] else _("raised")
        name = _("flap {flap}").format(flap=flap)
        if several:
            name = _("side {side}, flap {flap}").format(side=side + 1, flap=flap)
    return [
        "x" if (side, flap) in moved else "",
        name,
        stands,
        str(switch["changes"]),
        f"{switch['longest_bounce_us'] / 1000:.1f} ms",
        _("never") if ago is None else _("{seconds} s ago").format(seconds=f"{ago:.0f}"),
        _("not believed") if switch["doubted"] else "",
    ]


def report_lines(report: Mapping[str, Any], messages: NullTranslations) -> list[str]:
    """Dice, scanner and computer as ``GET /api/v1/service`` tells of them, a line for each thing."""
    _ = messages.gettext
    lines = [_dice_line(dice, messages) for dice in report["dice"]] or [_("No throws yet")]
    if report["link"] is not None:
        lines += _link_lines(report["link"], messages)
    machine = report["machine"]
    if machine is None:
        return lines
    celsius = machine["temperature_c"]
    supply = {
        "none": _("supply is well"),
        "before": _("supply was too low"),
        "now": _("supply is too low!"),
        "unknown": _("supply not told"),
    }[machine["undervoltage"]]
    return [
        *lines,
        f"stbpi {machine['version']}, Python {machine['python']}, {machine['system']}",
        *([machine["model"]] if machine["model"] else []),
        ", ".join(machine["addresses"]) or _("no network address"),
        _("temperature not told") if celsius is None else f"{celsius:.1f} °C",
        supply,
    ]


def _link_lines(link: Mapping[str, Any], messages: NullTranslations) -> list[str]:
    _ = messages.gettext
    started = {
        "power": _("started by power"),
        "button": _("started by reset"),
        "supply": _("supply had dipped"),
        "watchdog": _("program had hung"),
        "unknown": _("start not told"),
        None: "",
    }[link["reset"]]
    known = link["version"] is not None
    which = [_("scanner {version}").format(version=link["version"]), started] if known else []
    counts = [
        _("frames {good}, bad {bad}").format(good=link["frames_good"], bad=link["frames_bad"]),
        _("read anew {n} times").format(n=link["resyncs"]),
    ]
    if link["longest_bounce_us"] is not None:
        counts.append(_("bounce {ms} ms").format(ms=f"{link['longest_bounce_us'] / 1000:.1f}"))
    if link["restless"]:
        counts.append(_("a switch never rests"))
    down = [] if link["up"] else [_("scanner not heard")]
    return [", ".join([*which, *down, *counts])]


def _dice_line(dice: Mapping[str, Any], messages: NullTranslations) -> str:
    _ = messages.gettext
    by_hand = dice["source"] == "entered"
    told = _("by hand: {n} dice") if by_hand else _("electronic: {n} dice")
    faces = ", ".join(f"{face}: {count}" for face, count in enumerate(dice["counts"], 1))
    if dice["p"] is None:
        test = _("too few for a test")
    else:
        test = f"chi-square {dice['chi_square']:.2f}, df {dice['degrees']}, p {dice['p']:.3f}"
    return f"{told.format(n=dice['dice'])} ({faces}); {test}"
