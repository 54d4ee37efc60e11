"""The menu on one button: opened by a long hold, gone through by presses, chosen from by holds."""

from __future__ import annotations

import pytest

from stbpi.rules import rule_set
from stbpi.rules.actions import Correct, Retire
from stbpi.table.choices import Choices, Configured, Offers, Sound
from stbpi.table.events import ButtonDown, ButtonUp, CorrectScore, NotShutDown, RetirePlayer, UndoDecision
from stbpi.table.menu import Kind, Page
from stbpi.table.menu_course import DOWN_AFTER, LEAVES_AFTER, REASON
from stbpi.table.prompts import Offer
from stbpi.table.setup import Timing
from stbpi.table.table import TableRefusal
from stbpi.table.view import Signal
from tests.table.driver import SECOND, AtTable

EVERYTHING = Offers(
    names=("Ann", "Ben", "Cleo"),
    languages=("en", "fr", "de", "it", "es"),
    sounds=tuple(Sound),
    quiet_hours="22:00-07:00",
    shut_down=True,
    configured=Configured(rule_set("classic"), ("Ann", "Ben"), Choices(dice_source="entered")),
)


def at_menu(*set_and_variants, offers=EVERYTHING, **more) -> AtTable:
    return AtTable(*set_and_variants, offers=offers, **more)


def page(at: AtTable) -> Page:
    assert at.prompt.menu is not None, at.code
    return at.prompt.menu.page


def entries(at: AtTable) -> list[tuple[Kind, str, int | None]]:
    assert at.prompt.menu is not None
    return [(entry.kind, entry.name, entry.number) for entry in at.prompt.menu.entries]


def kinds(at: AtTable) -> list[Kind]:
    return [kind for kind, _, _ in entries(at)]


def chosen(at: AtTable):
    return at.prompt.menu.entries[at.prompt.menu.chosen]


def go_to(at: AtTable, kind: Kind, name: str | None = None, number: int | None = None) -> AtTable:
    """Press until the cursor is on an entry."""
    for _ in entries(at):
        entry = chosen(at)
        if entry.kind is kind and name in (None, entry.name) and number in (None, entry.number):
            return at
        at.press()
    raise AssertionError(f"{kind} {name} {number} is not among {entries(at)}")


def pick(at: AtTable, *steps) -> AtTable:
    """Open the menu if it is not, and hold the button on one entry after the other."""
    if at.code != "menu":
        at.hold(8)
    for step in steps:
        go_to(at, *(step if isinstance(step, tuple) else (step,))).hold()
    return at


def in_play(**more) -> AtTable:
    return at_menu(**more).press().throw(6, 3).answer(9)


class TestOpening:
    def test_it_opens_while_the_button_is_still_held_and_letting_go_does_nothing(self):
        at = in_play()
        at.send(ButtonDown())
        at.rest(7.9)
        assert (at.code, at.prompt.releasing) == ("press_to_roll", Offer.UNDO)
        at.rest(0.1)
        assert (page(at), at.prompt.releasing) == (Page.MAIN, None)
        made = list(at.decisions)
        at.send(ButtonUp())
        assert (page(at), at.decisions) == (Page.MAIN, made)

    @pytest.mark.parametrize("where", ["prepared", "rolling", "closing", "blocked", "wrong", "over", "idle"])
    def test_it_opens_from_anywhere_and_leads_back_there(self, where):
        at = at_menu(players=("Ann",), flaps=[4, 5, 6, 7, 8], timing=Timing(blocked_s=60))
        if where != "prepared":
            at.press()
        if where == "closing":
            at.throw(6, 3).close(4)
        if where == "blocked":
            at.throw(1, 2)
        if where == "wrong":
            at.throw(6, 2).close(7).rest()
        if where == "over":
            at.throw(1, 2).press()
        if where == "idle":
            at.rest(901).press()
        before = at.prompt
        at.hold(8)
        assert at.code == "menu"
        at.hold(8)
        at.rest(0.01)
        assert at.prompt == before

    def test_eight_seconds_close_it_again_from_any_page(self):
        at = pick(at_menu(), Kind.RULES)
        assert page(at) is Page.RULES
        at.hold(8)
        assert at.code == "press_to_start"

    def test_it_leaves_by_itself_half_a_minute_after_the_last_press(self):
        at = pick(at_menu(), Kind.PLAYERS)
        at.rest(20).press().rest(29.9)
        assert page(at) is Page.PLAYERS
        at.rest(0.2)
        assert at.code == "press_to_start"
        assert LEAVES_AFTER == 30 * SECOND

    def test_a_press_for_a_menu_that_has_just_left_starts_nothing(self):
        at = at_menu().hold(8).rest(30.5)
        at.press()
        assert at.match is None
        at.rest(1).press()
        assert at.match is not None

    def test_a_dark_screen_is_woken_first(self):
        at = at_menu().rest(1000).hold(9)
        assert at.code == "press_to_start"

    def test_a_restart_leaves_it(self):
        at = in_play()
        before = at.prompt
        pick(at, Kind.RULES).restart()
        assert at.prompt == before


class TestGestures:
    def test_a_press_goes_to_the_next_entry_and_round_again(self):
        at = at_menu().hold(8)
        seen = []
        for _ in range(len(entries(at)) + 1):
            seen.append(chosen(at).kind)
            at.press()
        assert seen == [*kinds(at), kinds(at)[0]]
        assert len(set(kinds(at))) == len(kinds(at))

    def test_the_screen_says_what_letting_go_does(self):
        at = pick(at_menu(), Kind.RULES)
        assert (at.prompt.press, at.prompt.hold) == (Offer.NEXT_ENTRY, Offer.SELECT)
        at.send(ButtonDown())
        told = []
        for seconds in (0.1, 0.8, 2.2, 5):
            at.rest(seconds)
            told.append(at.prompt.releasing)
        assert told == [Offer.NEXT_ENTRY, Offer.SELECT, Offer.BACK, None]

    def test_a_longer_hold_goes_back_and_takes_nothing_of_the_match_back(self):
        at = in_play()
        made = list(at.decisions)
        pick(at, Kind.PLAYERS, Kind.SEATS).hold(4)
        assert page(at) is Page.PLAYERS
        at.hold(4)
        assert page(at) is Page.MAIN
        at.hold(4)
        assert (at.code, at.decisions) == ("press_to_roll", made)

    def test_back_leads_to_the_entry_one_came_from(self):
        at = pick(at_menu(), Kind.LANGUAGE, Kind.BACK)
        assert chosen(at).kind is Kind.LANGUAGE


class TestMatch:
    def test_choosing_rules_prepares_them(self):
        at = pick(at_menu(), Kind.RULES, (Kind.RULES, "pub"))
        assert (page(at), chosen(at).kind) == (Page.MAIN, Kind.RULES)
        at.hold(8)
        assert (at.code, at.table.view.setup.rules) == ("press_to_start", rule_set("pub"))
        assert at.prepared == at.table.view.setup

    def test_each_match_prepared_has_a_secret_of_its_own(self):
        at = pick(at_menu(), Kind.RULES, (Kind.RULES, "pub"))
        first = at.table.view.setup.secret
        pick(at, Kind.RULES, (Kind.RULES, "thai"))
        assert len({first, at.setup.secret, at.table.view.setup.secret}) == 3

    def test_the_set_in_force_is_ticked_and_under_the_cursor(self):
        at = pick(at_menu("thai"), Kind.RULES)
        assert (chosen(at).name, chosen(at).ticked) == ("thai", True)
        assert [entry.name for entry in at.prompt.menu.entries if entry.ticked] == ["thai"]

    def test_choosing_what_holds_already_prepares_nothing(self):
        at = in_play()
        pick(at, Kind.RULES, (Kind.RULES, "classic"))
        assert page(at) is Page.MAIN
        assert at.match is not None

    def test_variants_are_ticked_on_and_off_one_after_the_other(self):
        at = pick(at_menu(), Kind.VARIANTS, (Kind.VARIANTS, "one-die"), (Kind.VARIANTS, "digits"))
        assert page(at) is Page.VARIANTS
        assert at.table.view.setup.rules == rule_set("classic", ["one-die", "digits"])
        pick(at, (Kind.VARIANTS, "one-die"))
        assert at.table.view.setup.rules == rule_set("classic", ["digits"])

    def test_players_come_by_the_names_that_are_known_then_by_numbers(self):
        at = pick(at_menu(), Kind.PLAYERS, (Kind.COUNT, None, 4))
        assert at.table.view.setup.players == ("Ann", "Ben", "Cleo", "Player 4")
        pick(at, Kind.PLAYERS, (Kind.COUNT, None, 1))
        assert at.table.view.setup.players == ("Ann",)

    def test_at_a_seat_the_next_person_sits_down_and_whoever_sat_elsewhere_changes_places(self):
        at = pick(at_menu(), Kind.PLAYERS, Kind.SEATS, (Kind.PERSON, None, 0))
        assert at.table.view.setup.players == ("Ben", "Ann")
        pick(at, (Kind.PERSON, None, 0))
        assert (page(at), at.table.view.setup.players) == (Page.SEATS, ("Cleo", "Ann"))

    def test_flaps_are_as_many_as_rules_and_tray_allow(self):
        at = pick(at_menu(tray=10), Kind.FLAPS)
        assert [number for kind, _, number in entries(at) if kind is Kind.COUNT] == list(range(2, 11))
        pick(at, (Kind.COUNT, None, 10))
        assert at.table.view.setup.rules == rule_set("classic", flaps=10)

    def test_in_the_middle_of_a_match_it_asks_first(self):
        at = in_play()
        pick(at, Kind.RULES, (Kind.RULES, "pub"))
        assert (page(at), chosen(at).kind) == (Page.SURE_ABANDONS, Kind.NO)
        at.hold()
        assert (page(at), at.match is not None) == (Page.RULES, True)
        pick(at, (Kind.RULES, "pub"), Kind.YES)
        assert (page(at), at.match) == (Page.MAIN, None)
        assert at.table.view.setup.rules.name == "pub"

    def test_a_match_that_is_over_is_left_without_asking(self):
        at = at_menu(players=("Ann",), flaps=[6, 7, 8]).press().throw(1, 1).press()
        assert at.code == "match_over"
        pick(at, Kind.RULES, (Kind.RULES, "pub"))
        assert (page(at), at.match) == (Page.MAIN, None)

    def test_the_source_of_dice_goes_with_the_next_match(self):
        at = pick(at_menu(), Kind.DICE, (Kind.DICE, "electronic"))
        assert (at.table.view.setup.dice_source, at.choices.dice_source) == ("electronic", "electronic")
        at.hold(8).press()
        assert at.prompt.press is Offer.THROW

    def test_a_restart_prepares_what_was_chosen(self):
        at = pick(at_menu(), Kind.RULES, (Kind.RULES, "pub"), Kind.DICE, (Kind.DICE, "electronic"))
        chosen_setup = at.table.view.setup
        at.restart()
        assert at.table.view.setup == chosen_setup
        pick(at, Kind.DICE)
        assert chosen(at).name == "electronic"


class TestChoices:
    @pytest.mark.parametrize(
        ("steps", "choices"),
        [
            ((Kind.LANGUAGE, (Kind.LANGUAGE, "de")), {"language": "de"}),
            ((Kind.SOUND, (Kind.SOUND, "low")), {"sound": Sound.LOW}),
            ((Kind.QUIET_HOURS, Kind.NO), {"quiet_hours": False}),
        ],
        ids=lambda steps: str(steps)[:20],
    )
    def test_they_hold_at_once_also_in_the_middle_of_a_match(self, steps, choices):
        at = in_play()
        pick(at, *steps)
        assert page(at) is Page.MAIN
        assert at.table.view.choices == Choices(dice_source="entered", **choices)
        assert at.choices == at.table.view.choices
        assert at.match is not None
        assert at.restart().table.view.choices == at.choices

    def test_reset_goes_back_to_the_configuration_and_is_only_there_where_something_differs(self):
        at = at_menu().hold(8)
        assert Kind.RESET not in kinds(at)
        pick(at, Kind.LANGUAGE, (Kind.LANGUAGE, "it"), Kind.RULES, (Kind.RULES, "pub"))
        pick(at, Kind.RESET)
        assert at.table.view.choices == EVERYTHING.configured.choices
        assert at.table.view.setup.rules == rule_set("classic")
        assert Kind.RESET not in kinds(at)

    def test_what_a_tray_has_not_is_not_offered(self):
        at = at_menu(offers=None).hold(8)
        assert kinds(at) == [
            *(Kind.RULES, Kind.VARIANTS, Kind.PLAYERS, Kind.FLAPS, Kind.DICE, Kind.SERVICE, Kind.BACK)
        ]


class TestPeople:
    def test_they_are_only_offered_while_a_match_is_played(self):
        assert Kind.PEOPLE not in kinds(at_menu().hold(8))

    def test_a_player_leaves_once_somebody_is_sure(self):
        at = in_play(players=("Ann", "Ben", "Cleo"))
        pick(at, Kind.PEOPLE, Kind.LEAVE, (Kind.PERSON, None, 1))
        assert (page(at), at.prompt.player) == (Page.SURE_LEAVES, 1)
        at.hold()
        assert page(at) is Page.LEAVE
        pick(at, (Kind.PERSON, None, 1), Kind.YES)
        assert at.decisions[-1] == Retire(1)
        assert at.code == "press_to_roll"
        pick(at, Kind.PEOPLE, Kind.LEAVE)
        assert [number for kind, _, number in entries(at) if kind is Kind.PERSON] == [0, 2]

    def test_a_score_is_corrected_step_by_step_and_the_record_says_where(self):
        at = in_play()
        pick(at, Kind.PEOPLE, Kind.CORRECT, (Kind.PERSON, None, 1))
        assert Kind.NOTE not in kinds(at)
        for step in (10, 1, 1):
            pick(at, (Kind.ADD, None, step))
        pick(at, (Kind.ADD, None, -1))
        assert at.prompt.menu.points == 11
        pick(at, (Kind.NOTE, None, 11))
        assert at.decisions[-1] == Correct(1, 11, REASON)
        assert at.match.totals[1] == 11
        assert REASON == "corrected at the table"
        assert at.code == "press_to_roll"

    def test_steps_that_cancel_out_correct_nothing(self):
        at = in_play()
        pick(at, Kind.PEOPLE, Kind.CORRECT, Kind.PERSON, (Kind.ADD, None, 1), (Kind.ADD, None, -1))
        assert (at.prompt.menu.points, Kind.NOTE in kinds(at)) == (0, False)

    def test_what_was_corrected_can_be_taken_back(self):
        at = in_play()
        pick(at, Kind.PEOPLE, Kind.CORRECT, Kind.PERSON, (Kind.ADD, None, 10), Kind.NOTE)
        at.hold(4)
        assert at.match.totals[0] == 0


class TestShuttingDown:
    def test_it_asks_once_more_and_then_says_when_to_pull_the_plug(self):
        at = in_play()
        pick(at, Kind.SHUT_DOWN)
        assert (page(at), chosen(at).kind, at.shut_down) == (Page.SURE_SHUTS_DOWN, Kind.NO, 0)
        pick(at, Kind.YES)
        assert (page(at), at.shut_down) == (Page.GOING_DOWN, 1)
        assert (at.prompt.press, at.prompt.hold) == (None, None)
        at.press()
        assert (page(at), at.shut_down, at.heard[-1]) == (Page.GOING_DOWN, 1, Signal.WRONG)
        at.rest(60)
        assert page(at) is Page.GOING_DOWN

    def test_no_leads_back(self):
        at = pick(at_menu(), Kind.SHUT_DOWN, Kind.NO)
        assert (page(at), chosen(at).kind, at.shut_down) == (Page.MAIN, Kind.SHUT_DOWN, 0)

    def test_where_it_may_not_be_that_is_said_and_the_match_goes_on(self):
        at = in_play()
        before = at.prompt
        pick(at, Kind.SHUT_DOWN, Kind.YES)
        at.send(NotShutDown())
        assert (page(at), at.prompt.press) == (Page.NOT_SHUT_DOWN, Offer.BACK)
        at.press()
        assert page(at) is Page.MAIN
        at.hold(8)
        assert at.prompt == before

    def test_a_computer_that_does_not_go_down_gives_the_tray_back(self):
        at = in_play()
        pick(at, Kind.SHUT_DOWN, Kind.YES).rest(DOWN_AFTER / SECOND + 1)
        assert at.code == "press_to_roll"

    def test_word_that_it_could_not_be_means_nothing_later(self):
        at = in_play()
        at.send(NotShutDown())
        assert at.code == "press_to_roll"


class TestMatchBeside:
    def test_flaps_moved_meanwhile_are_judged_afterwards(self):
        at = at_menu().press().throw(6, 3).hold(8)
        at.close(9).rest(5)
        assert (at.code, at.decisions[-1].dice) == ("menu", (6, 3))
        at.hold(8)
        assert at.rest().code == "confirm"
        at.press()
        assert (at.code, at.match.open_flaps(0)) == ("press_to_roll", (1, 2, 3, 4, 5, 6, 7, 8))

    def test_a_flap_that_was_closed_and_raised_meanwhile_was_nothing(self):
        at = at_menu().press().throw(6, 3)
        before = at.prompt
        at.hold(8).close(9).rest(3).open(9).rest(3).hold(8)
        at.rest(0.01)
        assert at.prompt == before

    def test_dice_counted_on_the_button_wait(self):
        at = at_menu().press().press().press()
        at.hold(8)
        assert at.code == "menu"
        at.rest(10).hold(8)
        assert at.prompt.dice == (2,)
        at.rest(1.6).press().rest(1.6)
        assert at.decisions[-1].dice == (2, 1)

    def test_blocked_is_shown_as_long_as_ever_afterwards(self):
        at = at_menu(timing=Timing(blocked_s=20)).press().throw(1, 1).answer(2).throw(1, 1)
        at.rest(2).hold(8)
        at.rest(20).hold(8)
        assert at.code == "blocked"
        at.rest(19.9)
        assert at.code == "blocked"
        at.rest(0.2)
        assert at.code == "raise_flaps"

    def test_a_flap_that_should_move_has_its_time_once_more(self):
        at = at_menu().press().throw(1, 3).close(7).rest(11)
        assert at.code == "reopen"
        at.hold(8).rest(12)
        assert at.code == "menu"
        at.hold(8).rest(19)
        assert at.code == "reopen"
        at.rest(1.1)
        assert at.code == "fault"

    @pytest.mark.parametrize(
        "command",
        [UndoDecision(), RetirePlayer(0), CorrectScore(1, 3, "misread")],
        ids=lambda one: type(one).__name__,
    )
    def test_whoever_does_something_to_the_match_sees_it(self, command):
        at = in_play().hold(8)
        at.send(command)
        assert at.code != "menu"

    def test_a_command_that_is_refused_leaves_the_menu_open(self):
        at = in_play().hold(8)
        before = at.table.view
        with pytest.raises(TableRefusal):
            at.send(RetirePlayer(7))
        assert at.table.view == before
