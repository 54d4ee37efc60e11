"""The sentences people hear."""

import pytest

from stbpi.display.say import sentence
from stbpi.display.wording import Wording
from stbpi.locale import LANGUAGES, catalogue
from stbpi.rules import rule_set_names
from tests.display.aside_scenes import BESIDE
from tests.display.scenes import SCENES

SENTENCES = {
    "press_to_start": "Press to start: Classic with Anna and Bert.",
    "press_to_start_kept": "An old match is kept. Press: give it up for Classic with Anna and Bert?",
    "raise_flaps": "Raise 3 and 8.",
    "raise_flaps_all": "Raise all flaps for Bert.",
    "raise_flaps_and_close": "Raise 5. Close 1 and 2.",
    "raise_flaps_sides": "Raise 3 and 8 of Anna, 1, 2 and 10 of Bert and 4 of Carla.",
    "raise_flaps_of_each": "Raise all flaps for Anna. Bert: raise 1, 2 and 10. Carla: raise 4.",
    "press_to_roll": "Anna: press to throw.",
    "press_to_roll_choice": "Élodie: press to throw, hold to throw one die.",
    "press_to_roll_entered": "Anna: throw the dice and enter them.",
    "press_to_roll_entered_one": "Élodie: throw one die and enter it.",
    "press_to_roll_entered_again": "Anna: no flaps make 5 + 5; throw the double again.",
    "press_to_roll_pips": "Anna: 4 so far.",
    "press_to_roll_again": "Anna: no flaps make 5 + 5; throw the double again.",
    "close_flaps": "Anna: close flaps that add up to 9.",
    "close_flaps_double": "Anna: close flaps that add up to 10, or hold to throw again.",
    "close_flaps_single": "Anna: close 2, 4 or 6.",
    "close_flaps_common": "Anna, Bert and Carla: close 4, 6, both or 10.",
    "close_flaps_common_one_left": "Bert and Carla: close 4, 6, both or 10.",
    "close_flaps_house_common": "Anna: close 4, 6, both or 10. House (perfect): close 10.",
    "close_flaps_house_common_alone": "House (perfect): close 10.",
    "close_flaps_house_common_both": "House (perfect): close 10. House (random): close 4 and 6.",
    "close_more_common": "Anna and Bert: close flaps that add up to 10.",
    "close_more_common_done": "All right, one moment.",
    "close_more": "Anna: close 5 more.",
    "close_more_done": "Anna: that makes 9.",
    "confirm": "Press when done, or close 6 of Anna too.",
    "confirm_unseen": "Is 4 closed? Press: yes. Or close 1 or 3.",
    "confirm_unseen_many": "Is 9 closed? Press: yes. Or close 1, 3, 4, 5, 6 or 8.",
    "confirm_unseen_common": "Are 4 of Anna and 6 of Bert closed? Press: yes. Or close 6 of Anna.",
    "close_flaps_unseen": "Anna: close flaps that add up to 9, or hold if 9 is closed.",
    "close_flaps_unseen_held": "Anna: close flaps that add up to 9, or hold if 4 and 5 are closed.",
    "reopen": "Raise 8 again. 7 left.",
    "reopen_done": "Raise 6 again.",
    "reopen_common": "Bert: raise 10.",
    "close_again": "Close 4 and 9 again.",
    "reopen_and_close_again": "Close 1 and 9 again. Raise 3 and 8 again.",
    "not_your_side": "It is not Bert's turn. Raise 5.",
    "not_your_side_both": "It is not Bert's turn. Raise 5. It is not Carla's turn. Close 7.",
    "blocked": "Blocked with 2 + 1. Anna scores 15.",
    "blocked_several": "Blocked with 1 + 1: Anna 39 and Carla 43.",
    "passed": "No flaps make 2 + 1: Anna passes.",
    "round_over": "Round 1 is shared by Anna and Bert.",
    "match_over": "Bert wins with 11 points.",
    "match_over_shared": "Anna and Bert win with 15 points.",
    "match_over_shut": "Anna wins with 0 points.",
    "resume": "Raise 3 and 8. Close 1 and 2.",
    "resume_idle": "Still playing? Press to go on, hold for a new match.",
    "resume_settling": "All right, one moment.",
    "fault": "Flap 7 does not move. Press to try again, hold to leave it out.",
    "fault_side": "Flap 7 of Bert does not move. Press to try again, hold to leave it out.",
}

BESIDE_THE_MATCH = {
    "menu_main": "Menu 1/13: Rules, Classic.",
    "menu_variants": "Variants 1/5: One die.",
    "menu_correct": "Whose score? 1/3: Anna, 0.",
    "menu_points": "Bert 5/6: Note −11.",
    "menu_sure_shuts_down": "Shut down? 1/2: No.",
    "menu_going_down": "Shutting down. Unplug when the green light stays off.",
    "service_switches": "Service mode.",
}


@pytest.mark.parametrize(("scene", "said"), SENTENCES.items())
def test_the_prompt_is_said_in_plain_words(scene, said):
    kept_together = said.replace(" + ", "\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}")
    assert sentence(SCENES[scene], catalogue("en")) == kept_together


@pytest.mark.parametrize(("scene", "said"), BESIDE_THE_MATCH.items())
def test_menu_and_service_mode_are_said_in_plain_words(scene, said):
    assert sentence(BESIDE[scene].view, catalogue("en")) == said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scene", ["press_to_roll_again", "blocked", "blocked_several", "passed"])
def test_two_dice_are_never_read_as_one_number(scene, language):
    first, second = SCENES[scene].prompt.dice
    said = sentence(SCENES[scene], catalogue(language))
    assert f"{first}\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}{second}" in said


@pytest.mark.parametrize("scene", sorted(SCENES))
def test_every_prompt_has_a_sentence_with_nothing_left_to_fill_in(scene):
    said = sentence(SCENES[scene], catalogue("en"))
    assert said.endswith((".", "!", "?"))
    assert "{" not in said
    assert "None" not in said


@pytest.mark.parametrize("name", rule_set_names())
def test_every_built_in_set_has_a_name_for_people(name):
    assert Wording(catalogue("en")).rules_name(name)[0].isupper()


def test_a_set_of_the_house_keeps_its_name():
    assert Wording(catalogue("en")).rules_name("chez-nous") == "chez-nous"
