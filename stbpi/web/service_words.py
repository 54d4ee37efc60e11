"""The words of the page's view of the service mode."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations
from typing import TypeAlias

from stbpi.table.reports import ResetCause, Undervoltage
from stbpi.table.service_view import ServicePage

Words: TypeAlias = Mapping[str, "str | Mapping[str, str]"]


def service_words(messages: NullTranslations) -> Words:
    """All of them, by their keys."""
    _ = messages.gettext
    return {
        "service": _("Service"),
        "leave_service": _("Leave service"),
        "switch": _("switch"),
        "stands": _("stands"),
        "changes": _("changes"),
        "longest_bounce": _("longest bounce"),
        "last_moved": _("last moved"),
        "closed": _("closed"),
        "raised": _("raised"),
        "doubted": _("not believed"),
        "never": _("never"),
        "seconds_ago": _("{seconds} s ago"),
        "buttons": {"dice": _("dice button"), "menu": _("menu button")},
        "pressed": _("pressed"),
        "up": _("up"),
        "by_hand": _("by hand: {n} dice"),
        "electronic": _("electronic: {n} dice"),
        "chi_square": _("chi-square {chi}, degrees of freedom {df}, p {p}"),
        "too_few": _("too few for a test"),
        "no_throws": _("No throws yet"),
        "no_address": _("no network address"),
        "no_temperature": _("temperature not told"),
        "supply": {
            Undervoltage.NONE.value: _("supply is well"),
            Undervoltage.BEFORE.value: _("supply was too low"),
            Undervoltage.NOW.value: _("supply is too low!"),
            Undervoltage.UNKNOWN.value: _("supply not told"),
        },
        "scanner": _("scanner {version}"),
        "link_down": _("scanner not heard"),
        "started_by": {
            ResetCause.POWER.value: _("started by power"),
            ResetCause.BUTTON.value: _("started by reset"),
            ResetCause.SUPPLY.value: _("supply had dipped"),
            ResetCause.WATCHDOG.value: _("program had hung"),
            ResetCause.UNKNOWN.value: _("start not told"),
        },
        "frames": _("frames {good}, bad {bad}"),
        "resyncs": _("read anew {n} times"),
        "service_pages": {
            ServicePage.SWITCHES.value: _("Switches"),
            ServicePage.CHECKER.value: _("Screen"),
            ServicePage.LIT.value: _("Screen"),
            ServicePage.BORDER.value: _("Screen"),
            ServicePage.LAMPS.value: _("Lamps, sound"),
            ServicePage.DICE.value: _("Dice"),
            ServicePage.VERSIONS.value: _("Versions"),
            ServicePage.HEALTH.value: _("Computer"),
            ServicePage.SCANNER.value: _("Flap scanner"),
        },
    }
