"""Every word the page says itself, in one language; what the table says comes with the state.

A word is asked for by its key: ``said.js`` hands them to the page's scripts, and the markup has ``{{key}}`` where
one stands. Places in braces are filled in on the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations
from typing import TypeAlias

from stbpi.locale import LANGUAGE_NAMES
from stbpi.locale.people import house
from stbpi.rules import rule_set_names, variants_of
from stbpi.rules.names import set_name, variant_name
from stbpi.rules.players import house_name
from stbpi.rules.strength import Strength
from stbpi.table.prompts import Offer
from stbpi.web.service_words import service_words
from stbpi.web.simulation_words import simulation_words

Words: TypeAlias = Mapping[str, "str | Mapping[str, str]"]
"""Words by their keys; those of a kind, such as what the button offers, together under one."""


def page_words(messages: NullTranslations, *, token_made: bool = False) -> Words:
    """All of them. ``token_made`` says that the tray made its token itself, so that nobody has written it down."""
    return {
        **_around(messages),
        **_dice(messages),
        **_people(messages),
        **_flaps(messages),
        **_button(messages),
        **_trainer(messages),
        **_forms(messages, token_made=token_made),
        **_hints(messages),
        **simulation_words(messages),
        **service_words(messages),
        "offers": _offers(messages),
        "sets": {name: set_name(name, messages.gettext) for name in rule_set_names()},
        "variants": {
            variant: variant_name(variant, messages.gettext)
            for name in rule_set_names()
            for variant in variants_of(name)
        },
    }


def _around(messages: NullTranslations) -> Words:
    """What stands around the game, much of it only to be heard."""
    _ = messages.gettext
    return {
        "title": _("Shut the Box"),
        "skip": _("To the dice button"),
        "connecting": _("connecting …"),
        "live": _("live"),
        "not_live": _("not live – trying again"),
        "unreachable": _("The tray does not answer. It is tried again by itself."),
        "what_next": _("What to do next"),
        "faults": _("Faults"),
        "the_tray": _("The tray"),
        "idle_sides": _("Sides at which nobody plays"),
        "dice_and_button": _("Dice and button"),
        "the_dice": _("Dice"),
        "the_menu": _("Menu and service mode"),
        "the_match": _("The match"),
        "scores": _("Scores"),
        "screen_and_match": _("The tray’s screen and the match"),
        "own_screen": _("The tray’s own small screen"),
        "phone_word": _("Scan: your phone plays along"),
        "phone_code": _("QR code that opens the phone’s page"),
        "page_language": _("Language of this page"),
        "as_the_tray": _("as the tray"),
        "languages": LANGUAGE_NAMES,
    }


def _dice(messages: NullTranslations) -> Words:
    _ = messages.gettext
    return {
        "no_dice": _("No dice thrown"),
        "dice": _("Dice: {dice}"),
        "and": _("{first} and {last}"),
        "face": _("Die showing {pips}"),
        "to_close": _("to close"),
        "left": messages.pgettext("pips", "left"),
        "thrown": _("thrown"),
        "enter_dice": _("Enter the dice you threw"),
        "enter_one": _("Enter one die"),
        "correct_throw": _("Correct the throw"),
        "pad_title": _("What did you throw?"),
        "pad_correct": _("What does the last throw show?"),
        "sealed": _("Dice sealed with SHA-256:"),
        "secret": _("Their secret:"),
        "secret_before": _("Secret of the dice before:"),
    }


def _people(messages: NullTranslations) -> Words:
    _ = messages.gettext
    return {
        "player": _("Player {number}"),
        "house": {house_name(strength): house(strength, messages) for strength in Strength},
        "to_play": _("to play"),
        "turn_of": _("{name} to play"),
        "answered": _("answered"),
        "left_of": _("{pips} left"),
        "winner": _("winner"),
        "gone": _("has left"),
        "round_winner": _("won the round"),
        "waiting": _("to come"),
        "playing": _("playing"),
        "out": _("out"),
        "shut": _("shut the box!"),
        "blocked": _("blocked"),
        "passed": _("passes"),
        "round": _("round {number}"),
        "score": _("score"),
        "total": _("total"),
        "money": _("money"),
        "corrected": _("corrected: {what}"),
        "corrected_because": _("corrected: {what} ({reason})"),
        "pool": _("Pool {money}"),
        "side": _("Side {number}"),
        "side_names": _("Side {number}: {names}"),
        "plays_at": _("plays at side {number}"),
        "house_record": _("House record"),
        "todays_best": _("Today's best"),
        "tonight": _("Tonight"),
        "last_results": _("Last results"),
    }


def _flaps(messages: NullTranslations) -> Words:
    _ = messages.gettext
    return {
        "flap_closed": _("Flap {flap}, closed"),
        "flap_raised": _("Flap {flap}, raised"),
        "not_believed": _("{flap} (not believed)"),
        "mark_raise": _("{flap}: raise it"),
        "mark_close": _("{flap}: close it"),
        "mark_possible": _("{flap}: may be closed too"),
        "say_closed": _("Flap {flap} is closed"),
        "say_raised": _("Flap {flap} is raised"),
        "believe": _("Believe flap {flap} again"),
    }


def _trainer(messages: NullTranslations) -> Words:
    """What ``stbpi play --trainer`` says, and of dice how many were thrown."""
    _ = messages.gettext
    return {
        "trainer": {
            "title": _("What the last turn has cost"),
            "nothing": _("{name}: that turn cost nothing."),
            "cost": _("{name}: that turn cost {points} points."),
            "win": _("Chance to win lost by that: {chance}."),
            "only_win": _("{name}: that turn cost no points, but {chance} of the chance to win."),
            "answer": _("thrown {dice}: {made}, better {best}; {points}"),
            "dice": _("dice: {made}, better {best}; {points}"),
            "answer_to_win": _("thrown {dice}: {made}, better to win {best}; {chance}"),
            "dice_to_win": _("dice: {made}, better to win {best}; {chance}"),
        }
    }


def _button(messages: NullTranslations) -> Words:
    _ = messages.gettext
    return {
        "press": _("Press"),
        "hold_for": _("Hold for: {what}"),
        "let_go_for": _("Let go: {what}"),
        "let_go_nothing": _("Let go: nothing"),
        "let_go": _("Let go"),
        "rolling": _("Rolling"),
        "on_its_way": _("One moment …"),
        "one_moment": _("One moment"),
        "flaps_first": _("Flaps first"),
        "hold_undo": _("Hold 3 s: {what}"),
        "undo": _capital(_("undo")),
        "redo": _("Redo"),
    }


def _offers(messages: NullTranslations) -> Mapping[str, str]:
    """What the button does, in the words the tray's screen has for it, large as on a button."""
    _ = messages.gettext
    words = {
        Offer.START: _("start"),
        Offer.ASK_TO_START: _("give it up?"),
        Offer.THROW: _("throw"),
        Offer.THROW_ONE: _("One die"),
        Offer.THROW_AGAIN: _("throw again"),
        Offer.CONFIRM: _("done"),
        Offer.NEXT: _("go on"),
        Offer.NEW_MATCH: _("new match"),
        Offer.GO_ON: _("go on"),
        Offer.UNDO: _("undo"),
        Offer.MENU: _("menu"),
        Offer.PIP: _("one pip"),
        Offer.NEXT_DIE: _("Next die"),
        Offer.CLEAR: _("clear"),
        Offer.TRY_AGAIN: _("try again"),
        Offer.LEAVE_OUT: _("leave it out"),
        Offer.NEXT_ENTRY: _("next"),
        Offer.SELECT: _("select"),
        Offer.BACK: _("back"),
        Offer.NEXT_PAGE: _("next"),
        Offer.LEAVE_SERVICE: _("leave"),
    }
    return {offer.value: _capital(word) for offer, word in words.items()}


def _forms(messages: NullTranslations, *, token_made: bool) -> Words:
    _ = messages.gettext
    configured = _("It stands in the tray’s configuration under [web], token.")
    made = _(
        "Scan the code on the big screen with your phone: it brings the token along. Where there is no big screen, it "
        "stands beside the tray’s journal, in the file whose name ends in .token."
    )
    return {
        "end_match": _("End the match"),
        "new_match": _capital(_("new match")),
        "menu": _capital(_("menu")),
        "rules": _("Rules"),
        "variants_title": _("Variants"),
        "players_title": _("Players, in the order they sit"),
        "one_more": _("One more"),
        "one_fewer": _("One fewer"),
        "abandon": _("Give up the match being played"),
        "needs_flaps": _("{name} (needs flap {flap})"),
        "needs_sides": _("{name} (needs {sides} sides)"),
        "room_for": _("Everybody has a side of their own here: there is room for {players} players."),
        "back": _("Back"),
        "earlier": _("{name}: one seat earlier"),
        "side_of_seat": _("{name}: side"),
        "manage": _("{name}: leave, correct"),
        "leave_match": _("Leaves the match"),
        "leave_sure": _("Really leaves"),
        "correct_title": _("Correct the score"),
        "add_points": _("add"),
        "take_points": _("take away"),
        "points": _("Points"),
        "reason": _("Reason"),
        "correct_it": _("Correct"),
        "lay_out": _("Lay it out"),
        "token_title": _("This tray asks for its token"),
        "token_where": made if token_made else configured,
        "token": _("Token"),
        "token_wrong": _("That is not this tray’s token; look again, and mind capital letters."),
        "token_odd": _("No token has “{sign}” in it; type it sign by sign, as it stands."),
        "use_it": _("Use it"),
    }


def _hints(messages: NullTranslations) -> Words:
    _ = messages.gettext
    return {
        "hints": _("Hints"),
        "with_hints": _("with hints"),
        "hints_about": _(
            "What each choice is worth if all that follows is played as well as can be. The big screen says that "
            "hints are given."
        ),
        "points_on_average": _("points on average"),
        "chance_to_shut": _("chance to shut"),
        "chance_to_win": _("chance to win"),
        "to_be_closed": _capital(_("close")),
        "nothing_to_decide": _("There is nothing to decide now."),
        "others_left_out": _("That somebody else may shut the box first is left out."),
    }


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]
