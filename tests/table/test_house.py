"""A seat that the house plays: people throw for it and move its flaps, and nothing else is taken."""

from __future__ import annotations

import pytest

from stbpi.house import Players
from stbpi.rules import Phase, rule_set
from stbpi.rules.actions import Close, Redo, Roll, RollAgain, Undo
from stbpi.rules.record import Record, Tags, read_records, write_record
from stbpi.rules.said import Said
from stbpi.table.choices import Offers
from stbpi.table.events import ChooseEntry, MenuButtonDown, PrepareMatch, RedoDecision, UndoDecision
from stbpi.table.prompts import Offer
from stbpi.table.refusal import TableRefusal
from stbpi.table.setup import MatchSetup
from tests.table.driver import AtTable, refs

CAREFUL = "House careful"


def at_house(rules="pub", variants=(), **more) -> AtTable:
    more.setdefault("players", ("Ann", CAREFUL))
    return AtTable(rules, variants, house=Players(), **more)


def house_to_throw(**more) -> AtTable:
    """Ann closes 2 and is blocked; the flaps are raised for the house."""
    return at_house(**more).press().throw(1, 1).answer(2).throw(1, 1).press().as_told()


class TestOneRow:
    def test_the_house_is_thrown_for_and_its_answer_is_told(self):
        at = house_to_throw()
        assert (at.code, at.prompt.player) == ("press_to_roll", 1)
        at.throw(6, 4)
        # Careful closes the largest that can be closed: 9 with 1.
        assert (at.code, at.prompt.player, at.prompt.close) == ("close_flaps", 1, refs(1, 9))

    def test_its_flaps_are_moved_and_taken_once_they_rest(self):
        at = house_to_throw().throw(6, 4).close(9)
        assert (at.code, at.prompt.close, at.prompt.remaining) == ("close_more", refs(1), 1)
        at.close(1)
        assert at.decisions[-1] == Roll((6, 4))
        at.rest()
        assert at.decisions[-1] == Close((1, 9))
        assert (at.code, at.prompt.player) == ("press_to_roll", 1)

    def test_nothing_else_is_taken(self):
        at = house_to_throw().throw(6, 4).answer(4, 6)
        assert at.decisions[-1] == Roll((6, 4))
        assert (at.code, sorted(at.flaps)) == ("reopen", [4, 6])
        at.as_told()
        assert at.prompt.close == refs(1, 9)
        at.answer(1, 9)
        assert at.decisions[-1] == Close((1, 9))

    def test_people_beside_it_choose_as_ever(self):
        at = at_house().press().throw(6, 4)
        assert (at.prompt.player, at.prompt.close) == (0, ())
        at.answer(4, 6)
        assert at.decisions[-1] == Close((4, 6))

    def test_the_house_says_how_many_dice(self):
        at = at_house(players=(CAREFUL,), flaps=[1, 2, 3, 9]).press().throw(5, 4).answer(9)
        # With 1 2 3 open a single die is answered always, two seldom.
        assert (at.code, at.prompt.awaited, at.prompt.hold) == ("press_to_roll", 1, None)
        with pytest.raises(TableRefusal, match=r"The house throws 1 die; throw as many\.") as refused:
            at.throw(1, 2)
        assert refused.value.code == "two_dice_not_allowed"
        assert at.throw(2).prompt.close == refs(2)

    def test_electronic_dice_are_as_many_as_the_house_wants(self):
        at = at_house(players=(CAREFUL,), flaps=[1, 2, 3], dice="electronic").press()
        assert (at.prompt.press, at.prompt.hold) == (Offer.THROW_ONE, None)
        at.press()
        assert len(at.decisions[-1].dice) == 1

    def test_taken_back_it_decides_the_same_and_so_after_a_restart(self):
        at = house_to_throw(players=("Ann", "House random")).throw(6, 4)
        wanted = at.prompt.close
        flaps = tuple(ref.flap for ref in wanted)
        at.answer(*flaps)
        at.send(UndoDecision())
        at.as_told()
        assert at.prompt.close == wanted
        at.restart().rest()
        assert at.prompt.close == wanted
        at.close(*flaps).rest().press()
        assert at.decisions[-2:] == [Undo(), Close(flaps)]
        at.send(UndoDecision())
        at.send(RedoDecision())
        assert at.decisions[-1] == Redo()

    def test_random_does_not_always_do_the_same(self):
        answers = {
            house_to_throw(players=("Ann", "House random"), secret=bytes([seed]) * 32)
            .throw(6, 4)
            .prompt.close
            for seed in range(12)
        }
        assert len(answers) > 4

    def test_a_record_is_marked_by_the_name_and_replays_equal(self):
        at = house_to_throw().throw(6, 4).answer(1, 9).throw(6, 6)
        text = write_record(Record(at.setup.rules, at.setup.players, tuple(at.decisions), Tags()))
        assert "players = Ann, House careful" in text
        (record,) = read_records(text.split("\n"), "match.stb")
        assert record.history().match == at.match


class TestOwnRows:
    def test_a_side_is_the_houses(self):
        at = at_house("tray").press().throw(6, 3).answer(9, side=0)
        at.throw(6, 4)
        assert (at.prompt.player, at.prompt.close) == (1, refs(10, side=1))
        at.answer(4, 6, side=1)
        assert (at.code, at.decisions[-1]) == ("reopen", Roll((6, 4)))
        at.as_told().answer(10, side=1)
        assert at.decisions[-1] == Close((10,))

    def test_a_common_throw_is_answered_beside_people(self):
        at = at_house("tray", ["common"]).press().throw(6, 4)
        house = [item for item in at.items() if item[1] == 1]
        assert house == [("close_flaps", 1, [], [10])]
        at.close(6, 4, side=0).close(10, side=1).rest().press()
        assert at.decisions[-2:] == [Close((4, 6), 0), Close((10,), 1)]

    def test_the_house_throws_again_with_a_press(self):
        class Again(Players):
            def answer(self, match, seat, strength, chance):
                return ()

        at = AtTable("numbers", players=(CAREFUL, "Ann"), house=Again()).press().throw(2, 2)
        assert (at.code, at.prompt.close, at.prompt.press, at.prompt.hold) == (
            "close_flaps",
            (),
            Offer.THROW_AGAIN,
            None,
        )
        assert at.answer(4).code == "reopen"
        at.as_told().press()
        assert at.decisions[-1] == RollAgain()
        assert (at.code, at.prompt.player) == ("press_to_roll", 0)


class TestSettingUp:
    def test_what_the_house_cannot_play_is_not_prepared(self):
        class Unable(Players):
            def unable(self, setup, strength):
                return Said.of("Not today.")

        at = AtTable("pub", house=Unable())
        setup = MatchSetup(rule_set("pub"), ("Ann", "House perfect"), "entered", bytes(32))
        with pytest.raises(TableRefusal, match=r"Not today\."):
            at.send(PrepareMatch(setup))
        assert at.prepared.players == ("Ann", "Ben")

    def test_the_house_is_asked_to_a_seat_in_the_menu_and_leaves_again(self):
        house = ("House random", "House perfect")
        at = AtTable("pub", players=("Player 1", "Player 2"), house=Players(), offers=Offers(house=house))
        at.send(MenuButtonDown())
        at.send(ChooseEntry("main", "players"))
        at.send(ChooseEntry("players", "seats"))
        seated = []
        for _ in range(4):
            at.send(ChooseEntry("seats", "person", number=1))
            seated.append(at.prepared.players[1])
        assert seated == ["House random", "House perfect", "Player 2", "House random"]
        at.send(MenuButtonDown())
        at.press()
        assert at.began.players == ("Player 1", "House random")

    def test_who_cannot_play_this_is_passed_over_in_the_menu(self):
        house = ("House careful", "House perfect")
        at = AtTable("three-hundred", players=("Player 1",), house=Players(), offers=Offers(house=house))
        at.send(MenuButtonDown())
        at.send(ChooseEntry("main", "players"))
        at.send(ChooseEntry("players", "seats"))
        for wanted in ("House careful", "Player 1"):
            at.send(ChooseEntry("seats", "person", number=0))
            assert at.prepared.players == (wanted,)

    def test_without_a_house_such_a_name_is_a_name(self):
        at = AtTable("pub", players=("Ann", "House perfect")).press()
        assert at.throw(6, 3).answer(9).match.phase is Phase.ROLL
