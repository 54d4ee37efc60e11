"""The screens of the menu: a title, the entries around the one that is chosen, what a press and a hold do."""

from __future__ import annotations

from stbpi.display.menu_words import MenuWords
from stbpi.display.screen import ListRow, Screen
from stbpi.display.wording import Wording
from stbpi.table.menu import SURE, Page
from stbpi.table.view import TableView

_WITHOUT_A_LIST = (Page.GOING_DOWN, Page.NOT_SHUT_DOWN)


def menu_screen(view: TableView, words: Wording, hints: tuple[str, ...]) -> Screen:
    """The page of the menu that is open."""
    page = view.prompt.menu
    if page is None:
        return Screen(headline=words.menu(), hints=hints)
    menu = MenuWords(words.messages, view.setup.players, view.match.totals if view.match else ())
    told = menu.told(page)
    if page.page in _WITHOUT_A_LIST:
        headline = menu.unplug() if page.page is Page.GOING_DOWN else menu.not_allowed()
        return Screen(title=told.title, headline=headline, hints=hints)
    badge = "" if page.page in SURE else f"{page.chosen + 1}/{len(page.entries)}"
    if page.page is Page.POINTS:
        badge = menu.points(page.points)
    rows = tuple(
        ListRow(text, value, ticked=bool(entry.ticked), chosen=place == page.chosen)
        for place, (entry, (text, value)) in enumerate(zip(page.entries, told.entries, strict=True))
    )
    return Screen(title=told.title, badge=badge, rows=rows, hints=hints)
