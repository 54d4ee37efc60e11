"""A sentence that is not yet in any language, and the English it gives."""

from __future__ import annotations

import pickle

import pytest

from stbpi.rules import IllegalAction, Match, PlayersError, Refusal, rule_set
from stbpi.rules.said import N_, NN_, Clause, Listed, Said

FLAPS = NN_("Flap {flaps} is open.", "Flaps {flaps} are open.")


@pytest.mark.parametrize(
    ("things", "both", "either"),
    [
        ((), "", ""),
        ((7,), "7", "7"),
        ((1, 8), "1 and 8", "1 or 8"),
        (("Ann", "Ben", "Cat"), "Ann, Ben and Cat", "Ann, Ben or Cat"),
    ],
)
def test_things_are_listed(things, both, either):
    assert (str(Listed(things)), str(Listed(things, either=True))) == (both, either)


def test_a_sentence_has_the_form_for_its_count():
    assert str(Said.counted(FLAPS, 1, flaps=Listed((7,)))) == "Flap 7 is open."
    assert str(Said.counted(FLAPS, 2, flaps=Listed((7, 8)))) == "Flaps 7 and 8 are open."


def test_a_sentence_takes_up_another_one_without_its_full_stop():
    first = Said.of(N_("{who} waits."), who="Ann")
    assert str(Said.of(N_("{first}, and so does {who}."), first=Clause(first), who="Ben")) == (
        "Ann waits, and so does Ben."
    )


def test_what_stands_in_a_place_is_never_read_as_a_template():
    assert str(Said.of(N_("{who} waits."), who="{who} {0} {who.__class__}")) == (
        "{who} {0} {who.__class__} waits."
    )


def test_sentences_are_values():
    one, same = (Said.counted(FLAPS, 2, flaps=Listed((1, 2))) for _ in range(2))
    assert one == same
    assert hash(one) == hash(same)
    assert one != Said.counted(FLAPS, 2, flaps=Listed((1, 3)))
    with pytest.raises(AttributeError):
        one.count = 1


def test_a_refusal_can_be_written_away_and_read_again():
    with pytest.raises(IllegalAction) as caught:
        Match.start(rule_set("classic"), ["Ann"]).close([9])
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.code, again.said, str(again)) == (Refusal.NOT_ROLLED, caught.value.said, str(caught.value))
    with pytest.raises(PlayersError) as caught:
        Match.start(rule_set("classic"), 0)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize("blank", ["", "  "])
def test_a_player_without_a_name_is_called_by_the_seat(blank):
    with pytest.raises(IllegalAction, match=r"^Player 1 has not thrown yet"):
        Match.start(rule_set("classic"), [blank, "Ben"]).close([9])
