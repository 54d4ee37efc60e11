"""What players see on displays of their own, before the sides they sit at."""

from dataclasses import replace

import pytest

from stbpi.display.compose import compose
from stbpi.display.screen import Mark
from stbpi.locale import catalogue
from stbpi.rules import Match, rule_set
from stbpi.table.prompts import Item, Offer, Prompt, PromptCode
from tests.display.aside_scenes import BESIDE
from tests.display.matches import flaps, tray, view
from tests.display.scenes import SCENES

EN = catalogue("en")
C = PromptCode

COMMON = tray(variants=["common"]).roll(4, 6)
ONE_AFTER_THE_OTHER = tray().roll(4, 3)


def shown(scene: str, side: int):
    return compose(SCENES[scene], EN, side=side)


def row(screen, mark: Mark) -> list[int]:
    return [each.flap for each in screen.strip if each.mark is mark]


def answering(*items: Item, pending=(), match=COMMON):
    first = items[0]
    prompt = Prompt(
        code=first.code,
        player=first.player,
        dice=match.dice,
        flaps=first.flaps,
        close=first.close,
        remaining=first.remaining,
        items=items,
    )
    return view(prompt, match, pending=pending)


def test_everybody_reads_their_own_name_and_their_own_row():
    asked = answering(
        Item(code=C.CLOSE_MORE, player=0, remaining=6),
        Item(code=C.CLOSE_FLAPS, player=1),
        Item(code=C.CLOSE_FLAPS, player=2),
        pending=(4,),
    )
    own = [compose(asked, EN, side=side) for side in range(3)]
    assert [screen.title for screen in own] == ["Anna", "Bert", "Carla"]
    assert [row(screen, Mark.PENDING) for screen in own] == [[4], [], []]
    assert [screen.dice for screen in own] == [(4, 6)] * 3
    assert own[0].number == "6"
    assert own[1].headline == own[2].headline == "close 4, 6, both or 10"
    assert compose(asked, EN).title == "Everybody", "a display all look at speaks to all"


def test_who_has_answered_sees_that_nothing_is_left_to_do_while_others_are_still_asked():
    asked = answering(
        Item(code=C.CLOSE_FLAPS, player=1),
        Item(code=C.CLOSE_MORE, player=0, remaining=0),
        Item(code=C.CONFIRM, player=2, flaps=flaps(6, side=2)),
    )
    anna, bert, carla = (compose(asked, EN, side=side) for side in range(3))
    assert anna.done
    assert not bert.done
    assert carla.headline == "Press if done"
    assert carla.hints == ("or close 6",)
    assert carla.dice == (4, 6)


def test_what_is_to_be_put_right_is_said_before_the_side_it_is_on():
    asked = answering(
        Item(code=C.REOPEN, player=1, flaps=flaps(10, side=1)),
        Item(code=C.CLOSE_FLAPS, player=0),
        Item(code=C.CLOSE_MORE, player=1, remaining=0),
        Item(code=C.CLOSE_FLAPS, player=2),
    )
    anna, bert, _ = (compose(asked, EN, side=side) for side in range(3))
    assert (bert.headline, bert.number) == ("Not this: raise", "10")
    assert anna.number == ""
    assert anna.headline == "close 4, 6, both or 10"


def test_those_who_wait_see_whose_turn_it_is_and_their_own_row():
    prompt = Prompt(code=C.CLOSE_FLAPS, player=0, dice=(4, 3), remaining=7)
    asked = view(prompt, ONE_AFTER_THE_OTHER)
    anna, bert, _ = (compose(asked, EN, side=side) for side in range(3))
    assert (anna.title, anna.number) == ("Anna", "7")
    assert (bert.title, bert.headline, bert.dice) == ("Bert", "Anna's turn", (4, 3))
    assert row(bert, Mark.OPEN) == list(range(1, 11))


def test_those_who_wait_read_why():
    """Somebody moved Bert's flap while Anna has to answer the throw."""
    anna, bert, carla = (shown("not_your_side", side) for side in range(3))
    assert anna == bert == carla
    assert (anna.title, anna.headline, anna.number) == ("Not Bert's turn", "Raise", "5")


def test_who_is_out_sees_the_score_noted():
    match = SCENES["blocked_several"].match
    prompt = Prompt(code=C.PRESS_TO_ROLL, player=1, press=Offer.THROW)
    carla = compose(view(prompt, match), EN, side=2)
    assert match.status(2) == "out"
    assert (carla.title, carla.badge, carla.number) == ("Carla", "Blocked", "43")


def test_of_several_who_are_blocked_each_reads_their_own_score():
    anna, bert, carla = (shown("blocked_several", side) for side in range(3))
    assert (anna.title, anna.number) == ("Anna", "39")
    assert (carla.title, carla.number) == ("Carla", "43")
    assert [box.name for box in bert.boxes] == ["Anna", "Carla"]


@pytest.mark.parametrize(
    "scene",
    ["press_to_start", "round_over", "match_over", "fault_side", "resume", "resume_idle"],
)
def test_what_concerns_all_says_the_same_to_all(scene):
    assert shown(scene, 0) == shown(scene, 1) == compose(SCENES[scene], EN)


@pytest.mark.parametrize("scene", ["menu_main", "service_switches"])
def test_menu_and_service_mode_stand_on_every_display(scene):
    one = replace(BESIDE[scene].view, match=SCENES["raise_flaps_sides"].match)
    assert compose(one, EN, side=0) == compose(one, EN, side=1) == compose(one, EN)


def test_where_a_row_is_shared_and_where_nobody_sits_the_display_shows_what_all_do():
    assert shown("close_flaps", 1) == compose(SCENES["close_flaps"], EN)
    assert shown("close_flaps_common", 3) == compose(SCENES["close_flaps_common"], EN)


def test_dice_that_roll_are_shown_to_all_over_each_players_own_row():
    thrown = answering(*(Item(code=C.CLOSE_FLAPS, player=seat) for seat in range(3)))
    thrown = replace(thrown, rolling=tray(variants=["common"]))
    screens = [compose(thrown, EN, frame=3, side=side) for side in range(3)]
    assert len({screen.dice for screen in screens}) == 1
    assert all(len(screen.strip) == 10 for screen in screens)
    assert compose(thrown, EN, frame=3).strip == ()


def test_what_letting_go_does_is_said_before_every_side():
    held = Prompt(code=C.PRESS_TO_ROLL, player=0, press=Offer.THROW, releasing=Offer.UNDO)
    asked = view(held, Match.start(rule_set("tray"), ["Anna", "Bert"]))
    assert {compose(asked, EN, side=side).takeover for side in (0, 1)} == {"undo"}


def test_a_name_nobody_can_read_is_a_seat_here_too():
    asked = answering(*(Item(code=C.CLOSE_FLAPS, player=seat) for seat in range(3)))
    players = ("Anna", "🦊", "Carla")
    asked = replace(asked, setup=replace(asked.setup, players=players))
    assert compose(asked, EN, side=1).title == "Player 2"
