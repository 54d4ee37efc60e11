"""What is said of a view, in the language that is chosen for the tray."""

from __future__ import annotations

from functools import lru_cache
from gettext import NullTranslations

from stbpi.daemon.service import Told
from stbpi.display.menu_words import MenuWords
from stbpi.display.say import sentence
from stbpi.locale import LANGUAGES, SOURCE_LANGUAGE, catalogue
from stbpi.table.menu import MenuPage
from stbpi.table.view import TableView
from stbpi.web.service import MenuText


@lru_cache(maxsize=len(LANGUAGES))
def messages_in(language: str) -> NullTranslations:
    """The messages of a language, read once; English ones for a language that is not spoken here."""
    return catalogue(language if language in LANGUAGES else SOURCE_LANGUAGE)


def tell(view: TableView) -> Told:
    """The prompt in a sentence and the menu while it is open, in every language since phones may speak others."""
    texts = {language: sentence(view, messages_in(language)) for language in LANGUAGES}
    language = view.choices.language if view.choices.language in texts else SOURCE_LANGUAGE
    if view.prompt.menu is None:
        return Told(texts[language], texts)
    menus = {spoken: _menu(view, view.prompt.menu, messages_in(spoken)) for spoken in LANGUAGES}
    return Told(texts[language], texts, menus[language], menus)


def _menu(view: TableView, page: MenuPage, messages: NullTranslations) -> MenuText:
    totals = () if view.match is None else view.match.totals
    told = MenuWords(messages, view.setup.players, totals).told(page)
    return MenuText(told.title, told.entries)
