"""What ``GET /api/v1/state`` says of a table."""

import hashlib
import json
from dataclasses import replace

import pytest

from stbpi.locale import LANGUAGES, catalogue
from stbpi.locale.fault_words import FLAP_FLOATS
from stbpi.rules.said import Said
from stbpi.table.events import (
    ButtonDown,
    ButtonUp,
    CorrectScore,
    EnterDice,
    FlapChange,
    FlapsChanged,
    PrepareMatch,
    RetirePlayer,
    UndoDecision,
)
from stbpi.table.menu_course import REASON
from stbpi.table.setup import TraySides
from stbpi.web.service import Fault
from stbpi.web.state import rules_json, state_json
from tests.web.table_service import TableService

KEYS = {
    "seq",
    "phase",
    "round",
    "rules",
    "dice",
    "dice_choices",
    "can_roll_again",
    "players",
    "waiting_for",
    "pool",
    "standings",
    "round_winners",
    "winners",
    "news",
    "prompt",
    "faults",
    "tray",
}
PLAYER_KEYS = {"name", "side", "open", "status", "score", "total", "balance", "passes", "legal_moves"}


def close(service: TableService, *flaps: int) -> None:
    for flap in flaps:
        service.handle(FlapsChanged((FlapChange(0, flap, True, service._now),)))
    service.pass_time(600)


def press(service: TableService) -> None:
    service.handle(ButtonDown())
    service.handle(ButtonUp())


def test_prepared_match_is_idle_with_the_flaps_the_set_starts_with():
    service = TableService(["Ada", "Ben"], closed_at_start=[1, 2, 3])
    state = state_json(service.snapshot())
    assert state.keys() >= KEYS
    assert (state["phase"], state["waiting_for"], state["standings"]) == ("idle", [], [])
    for player in state["players"]:
        assert player.keys() >= PLAYER_KEYS
        assert player["open"] == [4, 5, 6, 7, 8, 9]
        assert (player["score"], player["total"], player["legal_moves"]) == (None, 0, [])


def test_a_corrected_score_says_by_how_much_and_why_as_long_as_that_stands():
    service = TableService(["Ada", "Ben"])
    press(service)
    service.handle(CorrectScore(1, -3, "counted twice"))
    service.handle(CorrectScore(1, 10**20, REASON))
    ada, ben = state_json(service.snapshot())["players"]
    assert (ada["corrections"], ben["total"]) == ([], 10**20 - 3)
    told = [(one["points_text"], one["reason"], one["at_table"]) for one in ben["corrections"]]
    assert told == [("-3", "counted twice", False), (str(10**20), REASON, True)]
    service.handle(UndoDecision())
    (left,) = state_json(service.snapshot())["players"][1]["corrections"]
    assert (left["points"], left["reason"]) == (-3, "counted twice")


def test_rules_are_flat_and_hold_every_axis():
    rules = state_json(TableService(variants=["one-die", "digits"]).snapshot())["rules"]
    assert (rules["name"], rules["variants"]) == ("classic", ["one-die", "digits"])
    assert (rules["one_die"], rules["scoring"], rules["flaps"]) == ("none_above_6", "digits", [*range(1, 10)])


def test_throw_being_answered_names_player_dice_pips_and_answers():
    service = TableService()
    press(service)
    service.handle(EnterDice((1, 2)))
    state = state_json(service.snapshot())
    assert (state["phase"], state["dice"], state["waiting_for"], state["round"]) == ("close", [1, 2], [0], 1)
    assert state["players"][0]["legal_moves"] == [[1, 2], [3]]
    assert state["players"][1]["legal_moves"] == []
    assert [player["status"] for player in state["players"]] == ["playing", "waiting"]
    assert (state["prompt"]["code"], state["prompt"]["remaining"]) == ("close_flaps", 3)
    assert state["prompt"]["text"] == service.snapshot().text


def test_closed_flaps_stand_in_the_tray_before_they_are_committed():
    service = TableService()
    press(service)
    service.handle(EnterDice((6, 3)))
    close(service, 2)
    state = state_json(service.snapshot())
    assert (state["tray"], state["pending"]) == ([[2]], [[2]])
    assert state["players"][0]["open"] == [*range(1, 10)]
    assert (state["prompt"]["code"], state["prompt"]["remaining"]) == ("close_more", 7)
    close(service, 7)
    state = state_json(service.snapshot())
    assert (state["tray"], state["pending"]) == ([[2, 7]], [[]])
    assert state["players"][0]["open"] == [1, 3, 4, 5, 6, 8, 9]


def test_discrepancies_name_side_and_flap():
    service = TableService()
    press(service)
    service.handle(EnterDice((1, 2)))
    close(service, 8)
    prompt = state_json(service.snapshot())["prompt"]
    assert (prompt["code"], prompt["flaps"]) == ("reopen", [{"side": 0, "flap": 8}])
    assert [(item["code"], item["flaps"]) for item in prompt["items"]] == [
        ("reopen", [{"side": 0, "flap": 8}])
    ]


def test_news_of_a_blocked_turn_and_the_score_in_the_prompt():
    service = TableService(flaps=[1, 2, 9])
    press(service)
    service.handle(EnterDice((2, 6)))
    state = state_json(service.snapshot())
    assert [piece["what"] for piece in state["news"]] == ["blocked", "out"]
    assert (state["prompt"]["code"], state["prompt"]["score"], state["prompt"]["dice"]) == (
        "blocked",
        12,
        [2, 6],
    )
    assert (state["players"][0]["status"], state["players"][0]["score"]) == ("out", 12)


def test_end_of_a_match_ranks_the_players():
    service = TableService(flaps=[1, 2, 9])
    press(service)
    service.handle(EnterDice((2, 6)))
    press(service)
    service.handle(EnterDice((4, 5)))
    close(service, 9)
    service.handle(EnterDice((4, 5)))
    press(service)
    state = state_json(service.snapshot())
    assert (state["phase"], state["winners"], state["prompt"]["winners"]) == ("match_over", [1], [1])
    ranks = [(row["rank"], row["player"], row["total"]) for row in state["standings"]]
    assert ranks == [(1, 1, 3), (2, 0, 12)]


def test_numbers_a_browser_would_round_stand_beside_as_text():
    points = 10**39 + 7
    service = TableService()
    press(service)
    service.handle(CorrectScore(0, points, "written by hand"))
    player = json.loads(json.dumps(state_json(service.snapshot())))["players"][0]
    assert (player["total"], player["total_text"]) == (points, str(points))


def test_undo_can_be_seen_coming():
    service = TableService()
    press(service)
    assert not state_json(service.snapshot())["can_undo"]
    service.handle(EnterDice((1, 2)))
    assert state_json(service.snapshot())["can_undo"]
    service.handle(UndoDecision())
    assert state_json(service.snapshot())["can_redo"]


def test_own_rows_put_each_player_on_a_side():
    service = TableService(["A", "B", "C"], rows="own", sides=(tuple(range(1, 10)),) * 4)
    state = state_json(service.snapshot())
    assert [player["side"] for player in state["players"]] == [0, 1, 2]
    assert (len(state["tray"]), len(state["sides"])) == (4, 4)


def test_faults_say_what_and_where():
    service = TableService()
    service.faults = (Fault("stuck", "Flap 5 is stuck; look at its switch.", "side 0 flap 5"),)
    faults = state_json(service.publish())["faults"]
    assert faults == [
        {
            "code": "stuck",
            "message": "Flap 5 is stuck; look at its switch.",
            "part": "side 0 flap 5",
            "texts": {},
        }
    ]
    said = Said.of(FLAP_FLOATS, flap=5, side=1, seconds="5")
    service.faults = (Fault("floating", str(said), "side 0 flap 5", said),)
    (fault,) = state_json(service.publish())["faults"]
    assert fault["texts"].keys() == set(LANGUAGES)
    assert fault["texts"]["en"] == fault["message"]
    assert fault["texts"]["de"].startswith("Klappe 5 auf Seite 1 wechselt ständig")


@pytest.mark.parametrize("simulated", [True, False])
def test_page_is_told_whether_flaps_can_be_clicked(simulated):
    assert state_json(TableService().snapshot(), simulated=simulated)["simulated"] is simulated


def test_rule_sets_with_their_variants_and_axes():
    told = rules_json(TableService().rule_sets(), TraySides(TWELVES[:1]), catalogue("en"))
    sets = {entry["name"]: entry for entry in told["rules"]}
    assert set(sets["classic"]["known_variants"]) >= {"one-die", "two-flaps", "hundred", "digits"}
    assert (sets["classic"]["min_players"], sets["classic"]["max_players"]) == (1, 8)
    assert all(entry["about"] for entry in json.loads(json.dumps(sets)).values())


TWELVES = (tuple(range(1, 13)),) * 6


@pytest.mark.parametrize(
    ("sides", "most", "misfits"),
    [
        (TWELVES[:1], {"classic": 8, "full-house": 8, "tray": 0}, {"tray", "numbers", "three-hundred"}),
        (TWELVES[:3], {"classic": 8, "tray": 3, "numbers": 3}, {"three-hundred"}),
        (TWELVES, {"tray": 4, "numbers": 6}, {"three-hundred"}),
        # Those sides count that have the flaps, wherever they are.
        (((1, 2, 3), *TWELVES[:2]), {"tray": 2, "classic": 0}, None),
        ((tuple(range(1, 10)),), {"classic": 8}, {"full-house", "tray", "numbers", "three-hundred"}),
    ],
)
def test_rule_sets_say_for_how_many_the_tray_has_room_and_why_for_none(sides, most, misfits):
    choices, tray = TableService().rule_sets(), TraySides(sides)
    sets = {entry["name"]: entry for entry in rules_json(choices, tray, catalogue("de"))["rules"]}
    assert {name: sets[name]["most_here"] for name in most} == most
    told = {name: entry["misfit"] for name, entry in sets.items() if entry["misfit"] is not None}
    assert told.keys() == {name for name, entry in sets.items() if entry["most_here"] == 0}
    assert misfits is None or told.keys() == misfits
    english = {
        entry["name"]: entry["misfit"] for entry in rules_json(choices, tray, catalogue("en"))["rules"]
    }
    assert all(told[name] != english[name] for name in told)


def test_whatever_there_is_room_for_can_be_prepared():
    service = TableService(sides=TWELVES[:3])
    rules = rules_json(service.rule_sets(), TraySides(TWELVES[:3]), catalogue("en"))["rules"]
    for entry in rules:
        if entry["misfit"] is None:
            setup = service.make_setup(entry["name"], (), {}, min(entry["most_here"], 8))
            assert service.handle(PrepareMatch(setup)).view.setup.rules.name == entry["name"]


SECRET = bytes(32)
SEALED = hashlib.sha256(SECRET).hexdigest()


def sealed(service: TableService) -> dict:
    state = state_json(service.snapshot())
    return {key: state[key] for key in ("dice_commitment", "dice_secret", "dice_before")}


def test_the_secret_of_electronic_dice_is_told_when_the_match_is_over_and_its_sum_before():
    service = TableService(["Ada"], dice="electronic")
    untold = {"dice_commitment": SEALED, "dice_secret": None, "dice_before": None}
    assert sealed(service) == untold
    press(service)
    assert sealed(service) == untold
    service.handle(RetirePlayer(0))
    told = {"commitment": SEALED, "secret": SECRET.hex()}
    assert sealed(service) == {"dice_commitment": SEALED, "dice_secret": SECRET.hex(), "dice_before": None}
    # Taken back, the match is not over, whatever has been told.
    service.handle(UndoDecision())
    assert sealed(service) == untold
    service.handle(RetirePlayer(0))
    press(service)
    assert sealed(service) == {**untold, "dice_before": told}


def test_so_is_that_of_a_match_that_is_given_up():
    service = TableService(["Ada"], dice="electronic")
    press(service)
    setup = service.snapshot().view.setup
    other = replace(setup, secret=bytes([1]) * 32)
    service.handle(PrepareMatch(other, abandon=True))
    assert sealed(service) == {
        "dice_commitment": hashlib.sha256(other.secret).hexdigest(),
        "dice_secret": None,
        "dice_before": {"commitment": SEALED, "secret": SECRET.hex()},
    }
    # One that never began has decided nothing.
    service.handle(PrepareMatch(replace(setup, secret=bytes([2]) * 32)))
    assert sealed(service)["dice_before"] == {"commitment": SEALED, "secret": SECRET.hex()}


def test_entered_dice_follow_from_no_secret():
    service = TableService(["Ada"])
    press(service)
    service.handle(RetirePlayer(0))
    press(service)
    assert sealed(service) == {"dice_commitment": None, "dice_secret": None, "dice_before": None}


def test_the_menu_is_told_in_the_trays_language_and_in_every_other():
    service = TableService(language="de")
    assert state_json(service.snapshot())["prompt"]["menu"] is None
    service.handle(ButtonDown())
    service.pass_time(8_000)
    menu = state_json(service.handle(ButtonUp()))["prompt"]["menu"]
    assert menu["title"] == menu["titles"]["de"] == "Menü"
    assert menu["titles"].keys() == set(LANGUAGES)
    rules, players = menu["entries"][0], menu["entries"][2]
    assert (rules["text"], rules["value"]) == ("Regeln", "Klassisch")
    assert (rules["texts"]["fr"], rules["values"]["fr"]) == ("Règles", "Classique")
    assert (rules["texts"]["de"], rules["values"]["de"]) == ("Regeln", "Klassisch")
    assert players["values"] == dict.fromkeys(LANGUAGES, "2")
    assert menu["entries"][-1]["values"] == {}
