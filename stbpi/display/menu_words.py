"""Every phrase of the menu.

Length budget: a title has 18 letters; an entry 20, together with what holds now beside it where it says that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from stbpi.display.plain import figure, plain
from stbpi.display.wording import Wording
from stbpi.locale import LANGUAGE_NAMES
from stbpi.rules.names import variant_name
from stbpi.table.menu import Entry, Kind, MenuPage, Page


@dataclass(frozen=True, slots=True)
class MenuTold:
    """A page of the menu in words: its title, and of each entry what it is and what holds now, if it says that."""

    title: str
    entries: tuple[tuple[str, str], ...]


class MenuWords:
    """The menu in one language. ``players`` are the names of the seats, ``totals`` what they have, by seat."""

    def __init__(
        self, messages: NullTranslations, players: Sequence[str], totals: Sequence[int] = ()
    ) -> None:
        self._messages = messages
        self._words = Wording(messages)
        self._players = players
        self._totals = totals

    def told(self, page: MenuPage) -> MenuTold:
        """A page in words."""
        return MenuTold(self.title(page), tuple(self._entry(page, entry) for entry in page.entries))

    def title(self, page: MenuPage) -> str:
        """What a page is about."""
        _ = self._messages.gettext
        titles: Mapping[Page, str] = {
            Page.MAIN: self._words.menu(),
            Page.RULES: _("Rules"),
            Page.VARIANTS: _("Variants"),
            Page.PLAYERS: _("Players"),
            Page.SEATS: _("Seats"),
            Page.FLAPS: _("Flaps"),
            Page.DICE: _("Dice"),
            Page.LANGUAGE: _("Language"),
            Page.SOUND: _("Sound"),
            Page.QUIET_HOURS: _("Quiet hours"),
            Page.PEOPLE: _("Leave, correct"),
            Page.LEAVE: _("Who leaves?"),
            Page.CORRECT: _("Whose score?"),
            Page.SURE_ABANDONS: _("End this match?"),
            Page.SURE_GIVES_UP: _("Give up old match?"),
            Page.SURE_SHUTS_DOWN: _("Shut down?"),
            Page.GOING_DOWN: _("Shutting down"),
            Page.NOT_SHUT_DOWN: _("Not shut down"),
        }
        if page.page in titles:
            return titles[page.page]
        name = self._words.player(self._players, page.player)
        return name if page.page is Page.POINTS else _("{name} leaves?").format(name=name)

    def unplug(self) -> str:
        """When the plug may be pulled."""
        return self._messages.gettext("Unplug when the green light stays off")

    def not_allowed(self) -> str:
        """Why the computer was not shut down, as short as it can be; the page has the whole sentence."""
        return self._messages.gettext("See the page for why")

    def points(self, points: int) -> str:
        """Points to be added, with their sign."""
        return f"+{figure(points)}" if points >= 0 else figure(points)

    def _entry(self, page: MenuPage, entry: Entry) -> tuple[str, str]:
        if page.page is Page.MAIN:
            return self._on_main(entry)
        _ = self._messages.gettext
        spoken: Mapping[Kind, Callable[[], str]] = {
            Kind.RULES: lambda: self._words.rules_name(entry.name),
            Kind.VARIANTS: lambda: plain(variant_name(entry.name, _)),
            Kind.COUNT: lambda: self._count(page, entry.number or 0),
            Kind.AS_THE_RULES: lambda: _("as the rules have it"),
            Kind.SEATS: lambda: _("Seats"),
            Kind.DICE: lambda: self._dice(entry.name),
            Kind.LANGUAGE: lambda: LANGUAGE_NAMES.get(entry.name, entry.name),
            Kind.SOUND: lambda: self._sound(entry.name),
            Kind.LEAVE: lambda: _("A player leaves"),
            Kind.CORRECT: lambda: _("Correct a score"),
            Kind.PERSON: lambda: self._person(page, entry.number or 0),
            Kind.ADD: lambda: self.points(entry.number or 0),
            Kind.NOTE: lambda: _("Note {points}").format(points=self.points(entry.number or 0)),
            Kind.YES: lambda: _("Yes"),
            Kind.NO: lambda: _("No"),
            Kind.BACK: lambda: _("Back"),
        }
        return spoken[entry.kind](), self._total(page, entry)

    def _total(self, page: MenuPage, entry: Entry) -> str:
        """Whose score is to be corrected is told by it, too."""
        seat = entry.number
        if page.page is not Page.CORRECT or seat is None or seat >= len(self._totals):
            return ""
        return figure(self._totals[seat])

    def _on_main(self, entry: Entry) -> tuple[str, str]:
        _ = self._messages.gettext
        number = "" if entry.number is None else str(entry.number)
        entries: Mapping[Kind, tuple[str, str]] = {
            Kind.RULES: (_("Rules"), self._words.rules_name(entry.name)),
            Kind.VARIANTS: (_("Variants"), number),
            Kind.PLAYERS: (_("Players"), number),
            Kind.FLAPS: (_("Flaps"), number),
            Kind.DICE: (_("Dice"), self._dice(entry.name)),
            Kind.LANGUAGE: (_("Language"), LANGUAGE_NAMES.get(entry.name, entry.name)),
            Kind.SOUND: (_("Sound"), self._sound(entry.name)),
            Kind.QUIET_HOURS: (_("Quiet hours"), _("Yes") if entry.name else _("No")),
            Kind.PEOPLE: (_("Leave, correct"), ""),
            Kind.SERVICE: (_("Switch test"), ""),
            Kind.RESET: (_("As configured"), ""),
            Kind.SHUT_DOWN: (_("Shut down"), ""),
            Kind.BACK: (_("Back"), ""),
        }
        return entries[entry.kind]

    def _count(self, page: MenuPage, count: int) -> str:
        ngettext = self._messages.ngettext
        if page.page is Page.FLAPS:
            return ngettext("{n} flap", "{n} flaps", count).format(n=count)
        return ngettext("{n} player", "{n} players", count).format(n=count)

    def _person(self, page: MenuPage, seat: int) -> str:
        name = self._words.player(self._players, seat)
        return f"{self._words.place(seat + 1)} {name}" if page.page is Page.SEATS else name

    def _dice(self, source: str) -> str:
        _ = self._messages.gettext
        return _("by hand") if source == "entered" else _("electronic")

    def _sound(self, sound: str) -> str:
        _ = self._messages.gettext
        return {"off": _("off"), "low": _("low"), "full": _("full")}.get(sound, sound)
