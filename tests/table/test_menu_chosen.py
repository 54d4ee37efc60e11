"""Entries of the menu that are chosen by what they are, such as on the page, and not with the button."""

from __future__ import annotations

import pytest

from stbpi.rules.actions import Correct
from stbpi.rules.record import Record, write_record
from stbpi.table.events import ButtonDown, ButtonUp, ChooseEntry
from stbpi.table.menu import Kind, Page
from stbpi.table.menu_course import LEAVES_AFTER, REASON
from stbpi.table.setup import Timing
from stbpi.table.table import TableRefusal
from tests.table.driver import SECOND, AtTable
from tests.table.test_menu import at_menu, go_to, in_play, page, pick


def choose(at: AtTable, *path: ChooseEntry) -> AtTable:
    for what in path:
        at.send(what)
    return at


def meant(at: AtTable, place: int) -> ChooseEntry:
    """An entry as programs name it: the first page's by their kind alone."""
    shown = at.prompt.menu
    entry = shown.entries[place]
    if shown.page is Page.MAIN:
        return ChooseEntry(shown.page.value, entry.kind.value)
    return ChooseEntry(shown.page.value, entry.kind.value, entry.name or None, entry.number)


def begun(playing: bool) -> AtTable:
    return in_play() if playing else at_menu()


@pytest.mark.parametrize("playing", [False, True], ids=["prepared", "in play"])
def test_whatever_is_chosen_does_what_holding_the_button_there_does(playing):
    """Every entry of every page that can be reached within four steps."""
    paths: list[tuple[ChooseEntry, ...]] = [()]
    seen: set[str] = set()
    tried = 0
    while paths:
        path = paths.pop()
        at = choose(begun(playing).hold(8), *path)
        if at.code != "menu":
            continue
        shown = at.prompt.menu
        state = repr((shown.page, shown.entries, shown.player, shown.points))
        if state in seen or len(path) > 3:
            continue
        seen.add(state)
        for place, entry in enumerate(shown.entries):
            what = meant(at, place)
            chosen = choose(begun(playing).hold(8), *path, what)
            held = choose(begun(playing).hold(8), *path)
            while held.prompt.menu.chosen != place:
                held.press()
            held.hold()
            told = [(one.code, one.prompt.menu, one.table.view.setup, one.table.view.choices, one.decisions)
                    for one in (chosen, held)]  # fmt: skip
            assert told[0] == told[1], (path, entry)
            tried += 1
            paths.append((*path, what))
    assert tried > 60


def test_the_match_goes_on_as_after_the_button():
    """What was shown when the menu was opened is shown as long as ever once Back is chosen."""
    at = at_menu(timing=Timing(blocked_s=20)).press().throw(1, 1).answer(2).throw(1, 1)
    assert at.code == "blocked"
    at.rest(2).hold(8)
    at.rest(20).send(ChooseEntry("main", "back"))
    at.rest(19.9)
    assert at.code == "blocked"
    at.rest(0.2)
    assert at.code == "raise_flaps"


def test_the_cursor_goes_along():
    at = choose(at_menu().hold(8), ChooseEntry("main", "sound"), ChooseEntry("sound", "back"))
    assert at.prompt.menu.entries[at.prompt.menu.chosen].kind is Kind.SOUND


@pytest.mark.parametrize(
    "what",
    [
        ChooseEntry("sound", "sound", "low"),
        ChooseEntry("main", "no_such_kind"),
        ChooseEntry("main", "rules", "pub"),
        ChooseEntry("main", "players", number=7),
    ],
)
def test_what_is_not_to_be_seen_is_refused_and_nothing_changes(what):
    at = in_play().hold(8)
    before = at.table.view
    with pytest.raises(TableRefusal) as refused:
        at.send(what)
    assert (refused.value.code, at.table.view) == ("no_such_entry", before)


def test_what_fits_several_entries_is_refused():
    at = pick(at_menu(), Kind.PLAYERS)
    with pytest.raises(TableRefusal):
        at.send(ChooseEntry("players", "count"))
    assert page(at) is Page.PLAYERS


@pytest.mark.parametrize("opened", ["prepared", "in play", "service"])
def test_without_a_menu_there_is_nothing_to_choose(opened):
    at = at_menu() if opened == "prepared" else in_play()
    if opened == "service":
        pick(at, Kind.SERVICE)
    before = at.table.view
    with pytest.raises(TableRefusal) as refused:
        at.send(ChooseEntry("main", "rules"))
    assert (refused.value.code, at.table.view) == ("no_menu", before)


def test_it_keeps_the_menu_open_as_a_press_does():
    at = at_menu().hold(8)
    at.rest(LEAVES_AFTER / SECOND - 1).send(ChooseEntry("main", "sound"))
    at.rest(LEAVES_AFTER / SECOND - 1)
    assert page(at) is Page.SOUND
    at.rest(2)
    assert at.code == "press_to_start"


def test_a_finger_that_was_on_the_button_meanwhile_means_nothing_any_more():
    at = at_menu().hold(8)
    at.send(ButtonDown())
    at.rest(1)
    at.send(ChooseEntry("main", "sound"))
    before = at.prompt
    at.send(ButtonUp())
    assert (at.prompt, at.prompt.releasing) == (before, None)


@pytest.mark.parametrize("language", ["en", "fr", "de", "it", "es"])
def test_the_record_of_a_correction_is_the_same_whatever_the_tray_speaks(language):
    at = at_menu(dice="entered")
    pick(at, Kind.LANGUAGE, (Kind.LANGUAGE, language)).hold(8)
    at.press().throw(6, 3).answer(9)
    pick(at, Kind.PEOPLE, Kind.CORRECT, (Kind.PERSON, None, 0), (Kind.ADD, None, -1))
    go_to(at, Kind.NOTE).hold()
    assert at.table.view.choices.language == language
    assert at.decisions[-1] == Correct(0, -1, REASON)
    setup = at.table.view.setup
    record = write_record(Record(setup.rules, setup.players, tuple(at.decisions)))
    assert 'corrected by -1 because "corrected at the table"' in record
