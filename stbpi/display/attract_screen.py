"""The screens between matches: records, the last results, how to start."""

from __future__ import annotations

from dataclasses import replace

from stbpi.display.hints import hints_of
from stbpi.display.plain import figure
from stbpi.display.scores import NO_SCORE
from stbpi.display.screen import ScoreBox, Screen
from stbpi.display.wording import Wording
from stbpi.rules.names import variant_name
from stbpi.table.attract import AttractPage
from stbpi.table.played import Best, PlayedMatch
from stbpi.table.prompts import Offer
from stbpi.table.view import TableView

_NAMED = 2
"""Players of a shared record who are named; the screen is small, and the page has all of them."""

_DIGITS_BESIDE_FACTS = 4
"""What stands in a third of the width; scores read as digits grow longer, and a number that is cut says nothing."""


def attract_screen(view: TableView, words: Wording) -> Screen | None:
    """The page that stands while nobody does anything; None where the prompt's own screen is that page."""
    past, messages = view.past, words.messages
    _ = messages.gettext
    screen = Screen(hints=hints_of(view, words))
    match view.attract:
        case AttractPage.HOUSE if past.house is not None:
            return _best(view, words, replace(screen, title=_("House record")), past.house)
        case AttractPage.TODAY if past.today is not None:
            return _best(view, words, replace(screen, title=_("Today's best")), past.today)
        case AttractPage.LAST:
            boxes = tuple(_result(words, match) for match in past.last)
            return replace(screen, title=_("Last results"), boxes=boxes)
        case AttractPage.HOW_TO_START:
            asks = view.prompt.press is Offer.ASK_TO_START
            headline = words.old_match_kept() if asks else words.press_to_start()
            # The press comes last: its signs reach lower, and accents of the menu's word higher, than rows are apart.
            return Screen(headline=headline, hints=(_("hold 8 s: menu"), *(screen.hints if asks else ())))
        case _:
            return None


def _best(view: TableView, words: Wording, screen: Screen, best: Best) -> Screen:
    names = [words.player((name,), 0) for name in best.players]
    more = f" +{len(names) - _NAMED}" if len(names) > _NAMED else ""
    holders = words.listed(names) if not more else ", ".join(names[:_NAMED]) + more
    # Variants take the room of two lines, and nothing but a shut box scores 0.
    shut = (words.shut_the_box(),) if best.score == 0 and not view.setup.rules.variants else ()
    facts = (holders, *shut, _rules(view, words))
    screen = replace(screen, badge=f"{best.times} ×" if best.times > 1 else "")
    score = figure(best.score)
    if len(score) > _DIGITS_BESIDE_FACTS:
        return replace(screen, facts=(score, *facts))
    return replace(screen, number=score, facts=facts)


def _rules(view: TableView, words: Wording) -> str:
    """The game the record is of, as it is prepared."""
    rules = view.setup.rules
    variants = (variant_name(variant, words.messages.gettext) for variant in rules.variants)
    return " · ".join((words.rules_name(rules.name), *variants))


def _result(words: Wording, match: PlayedMatch) -> ScoreBox:
    """Who won a match, with what score."""
    names = [words.player(match.players, seat) for seat in match.winners]
    totals = [match.totals[seat] for seat in match.winners]
    score = NO_SCORE if not totals or totals[0] is None else figure(totals[0])
    return ScoreBox(name=words.listed(names) if names else words.nobody_wins(), score=score)
