"""Every phrase a screen shows, in one place.

Length budget, on 128 pixels of width, for whoever translates:

- title: 14 capitals beside a badge, 18 without; names are cut to leave room for what stands with them
- headline: one word of 11 letters in the large face, or two lines of 14 letters in the next; more shrinks it
- hint: 26 letters alone in its row, 13 where two share it (they get a row each when they do not fit)
- badge: 8 letters

`tests/locale` draws every screen in every language and tells what does not fit.

Placeholders in braces are names, numbers and lists of flaps; they may stand anywhere in the sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from stbpi.display.plain import cut_end, figure, plain
from stbpi.locale.lists import listed
from stbpi.locale.people import house
from stbpi.rules.names import set_name
from stbpi.rules.players import house_strength, number_in
from stbpi.table.prompts import Offer

LONGEST_WINNER = 20
"""Letters of a winner's name: in the smallest face, that leaves room for "gagnent" beside it."""


def numbers(flaps: Iterable[int]) -> str:
    """Flap numbers as a screen lists them: ``3 8``."""
    return " ".join(str(flap) for flap in sorted(flaps))


@dataclass(frozen=True, slots=True)
class Wording:
    """The phrases in one language."""

    messages: NullTranslations

    def player(self, names: Sequence[str], seat: int | None) -> str:
        """The name of a seat; of a seat whose name cannot be read, its number; nothing for no seat."""
        if seat is None:
            return ""
        name = plain(names[seat]) if 0 <= seat < len(names) else ""
        strength = house_strength(name)
        if strength is not None:
            return house(strength, self.messages)
        number = number_in(name)
        if number is None and any(character.isalnum() for character in name):
            return name
        return self.messages.gettext("Player {number}").format(number=seat + 1 if number is None else number)

    def everybody(self) -> str:
        """Whose turn a common throw is."""
        return self.messages.gettext("Everybody")

    def listed(self, words: Sequence[str]) -> str:
        """Words as speech lists them: ``3, 5 and 8``."""
        return listed(words, self.messages)

    # What the button does.

    def offer(self, offer: Offer, dice: int | None = None) -> str:
        """What an offer of the button does, in a word or two; ``dice`` is how many a throw takes where that
        matters.
        """
        _ = self.messages.gettext
        if offer is Offer.THROW and dice is not None:
            return self.dice(dice)
        words = {
            Offer.START: _("start"),
            Offer.ASK_TO_START: _("give it up?"),
            Offer.THROW: _("throw"),
            Offer.THROW_ONE: self.dice(1),
            Offer.THROW_AGAIN: _("throw again"),
            Offer.CONFIRM: _("done"),
            Offer.NEXT: _("go on"),
            Offer.NEW_MATCH: _("new match"),
            Offer.GO_ON: _("go on"),
            Offer.UNDO: _("undo"),
            Offer.MENU: _("menu"),
            Offer.PIP: _("one pip"),
            Offer.NEXT_DIE: _("next die"),
            Offer.CLEAR: _("clear"),
            Offer.TRY_AGAIN: _("try again"),
            Offer.LEAVE_OUT: _("leave it out"),
            Offer.NEXT_ENTRY: _("next"),
            Offer.SELECT: _("select"),
            Offer.BACK: _("back"),
            Offer.NEXT_PAGE: _("next"),
            Offer.LEAVE_SERVICE: _("leave"),
        }
        return words[offer]

    def dice(self, count: int) -> str:
        """How many dice a throw takes."""
        return self.messages.ngettext("{n} die", "{n} dice", count).format(n=count)

    def press(self, what: str) -> str:
        """The hint for a press."""
        return self.messages.gettext("press: {what}").format(what=what)

    def hold(self, what: str) -> str:
        """The hint for a hold."""
        return self.messages.gettext("hold: {what}").format(what=what)

    def letting_go(self, what: str) -> str:
        """What letting go of the button does now."""
        return self.messages.gettext("let go: {what}").format(what=what)

    def letting_go_caption(self) -> str:
        """What stands over the word when letting go does more than a press would."""
        return self.messages.gettext("let go to:")

    # What the tray wants.

    def press_to_start(self) -> str:
        """Before a match."""
        return self.messages.gettext("Press to start")

    def old_match_kept(self) -> str:
        """Before a match that would take the place of one that cannot go on here."""
        return self.messages.gettext("Old match kept")

    def press_to_throw(self) -> str:
        """A throw of the electronic dice is due."""
        return self.messages.gettext("Press to throw")

    def throw_dice(self, dice: int) -> str:
        """A throw of real dice is due."""
        return self.messages.ngettext("Throw the die", "Throw the dice", dice)

    def how_to_enter(self) -> str:
        """How thrown dice get into the tray."""
        return self.messages.gettext("type in, or press per pip")

    def throw_again(self) -> str:
        """A double that cannot be closed is thrown again."""
        return self.messages.gettext("Throw again")

    def close_sum(self, total: int) -> str:
        """The hint under a throw that any set of flaps may answer."""
        return self.messages.gettext("close flaps that make {total}").format(total=total)

    def close_either(self, dice: Sequence[int]) -> str:
        """The hint under a throw that one number, both, or their sum answer."""
        if len(set(dice)) < 2:
            return self.close_single(dice)
        return self.messages.gettext("close {dice}, both or {total}").format(
            dice=", ".join(str(pips) for pips in dice), total=sum(dice)
        )

    def close_single(self, dice: Sequence[int]) -> str:
        """The hint under a throw that exactly one flap answers."""
        choices = [str(flap) for flap in sorted({*dice, sum(dice)})]
        if len(choices) < 2:
            return self.messages.gettext("close {flap}").format(flap=choices[0])
        return self.messages.gettext("close {first} or {last}").format(
            first=", ".join(choices[:-1]), last=choices[-1]
        )

    def still_to_close(self) -> str:
        """Over the number of pips that are left."""
        return self.messages.gettext("Still to close")

    def left_to_close(self, pips: int) -> str:
        """Beside the throw: the pips that are left once the flaps named are up."""
        return self.messages.gettext("left: {pips}").format(pips=pips)

    def press_when_done(self) -> str:
        """An answer that could still be extended."""
        return self.messages.gettext("Press if done")

    def or_close(self, flaps: str) -> str:
        """What could still be added to an answer."""
        return self.messages.gettext("or close {flaps}").format(flaps=flaps)

    def closed_question(self, flaps: Sequence[int]) -> str:
        """Whether flaps are closed whose switches are not believed."""
        return self.messages.ngettext("{flaps} closed?", "{flaps} closed?", len(flaps)).format(
            flaps=numbers(flaps)
        )

    def closed(self, flaps: Sequence[int]) -> str:
        """What people say of such flaps with the button."""
        return self.messages.ngettext("{flaps} closed", "{flaps} closed", len(flaps)).format(
            flaps=numbers(flaps)
        )

    def yes(self) -> str:
        """What a press says to a question."""
        return self.messages.gettext("yes")

    def raise_word(self) -> str:
        """Over the numbers of flaps to raise."""
        return self.messages.gettext("Raise")

    def raise_all(self) -> str:
        """All flaps are to be raised."""
        return self.messages.gettext("Raise all flaps")

    def raise_again(self) -> str:
        """Over the numbers of flaps that must not be closed with this throw."""
        return self.messages.gettext("Not this: raise")

    def close_word(self) -> str:
        """Over the numbers of flaps to close."""
        return self.messages.gettext("Close")

    def close_again(self) -> str:
        """Over the numbers of flaps that were closed before and have been raised."""
        return self.messages.gettext("Close again")

    def raise_these(self, flaps: str) -> str:
        """One of several things to put right."""
        return self.messages.gettext("raise {flaps}").format(flaps=flaps)

    def close_these(self, flaps: str) -> str:
        """One of several things to put right."""
        return self.messages.gettext("close {flaps}").format(flaps=flaps)

    def of_player(self, name: str, what: str) -> str:
        """Something to do on the side of ``name``."""
        return self.messages.gettext("{name}: {what}").format(name=name, what=what)

    def not_your_side(self) -> str:
        """Somebody moved a flap of a player whose turn it is not."""
        return self.messages.gettext("Not your side")

    def not_turn_of(self, name: str) -> str:
        """Somebody moved a flap of ``name``, whose turn it is not."""
        return self.messages.gettext("Not {name}'s turn").format(name=name)

    def turn_of(self, name: str) -> str:
        """To somebody who has nothing to do while ``name`` has."""
        return self.messages.gettext("{name}'s turn").format(name=name)

    def thrown(self, dice: Sequence[int]) -> str:
        """Reminder of the throw."""
        return self.messages.gettext("thrown: {dice}").format(dice=" + ".join(str(pips) for pips in dice))

    # What happened.

    def blocked(self) -> str:
        """The throw cannot be made."""
        return self.messages.gettext("Blocked")

    def scores(self, score: int) -> str:
        """Under the score that a blocked turn leaves."""
        return self.messages.ngettext("point", "points", score)

    def passed(self) -> str:
        """The throw cannot be made, and the turn goes on to the next player."""
        return self.messages.gettext("Pass")

    def no_flap_fits(self) -> str:
        """Why a throw was passed."""
        return self.messages.gettext("no flaps make this throw")

    def round_number(self, number: int) -> str:
        """The round, as a title or a badge."""
        return self.messages.gettext("Round {number}").format(number=number)

    def to_beat(self, score: int) -> str:
        """The badge with the best score of the round so far."""
        return self.messages.gettext("beat {score}").format(score=figure(score))

    def points(self, total: int) -> str:
        """The badge with a player's total."""
        return self.messages.ngettext("{n} pt", "{n} pts", total).format(n=figure(total))

    def wins(self, names: Sequence[str]) -> str:
        """Who has won the match."""
        if len(names) > 2:
            return self.messages.ngettext("{n} winner", "{n} winners", len(names)).format(n=len(names))
        short = [cut_end(name, lambda part: len(part) <= LONGEST_WINNER) for name in names]
        return self.messages.ngettext("{names} wins!", "{names} win!", len(names)).format(
            names=self.listed(short)
        )

    def corrected(self, what: str) -> str:
        """Whose totals an operator has corrected, each with the points: ``Anna −3, Bert +5``."""
        return self.messages.gettext("corrected: {what}").format(what=what)

    def corrected_because(self, what: str, reason: str) -> str:
        """The same of a single correction, with the reason an operator gave for it."""
        return self.messages.gettext("corrected: {what} ({reason})").format(what=what, reason=reason)

    def have_left(self, names: Sequence[str]) -> str:
        """Who is no longer there, beside a score or a place that is theirs."""
        return self.messages.ngettext("{names} has left", "{names} have left", len(names)).format(
            names=self.listed(names)
        )

    def nobody_wins(self) -> str:
        """A match that was over before anybody had a score."""
        return self.messages.gettext("Match over")

    def pool(self, money: int) -> str:
        """The badge with what lies in the pool, in smallest money units."""
        return self.messages.gettext("pool {money}").format(money=figure(money))

    def shut_the_box(self) -> str:
        """Somebody closed the last flap."""
        return self.messages.gettext("Shut the box!")

    def place(self, rank: int) -> str:
        """A place in the standings."""
        return self.messages.gettext("{rank}.").format(rank=rank)

    # What is between matches and beside them.

    def put_back(self) -> str:
        """After a restart, over the flaps to put as they were."""
        return self.messages.gettext("Put back")

    def all_right(self) -> str:
        """The flaps are as they were; only a moment now."""
        return self.messages.gettext("All right")

    def still_playing(self) -> str:
        """After a long time in which nothing happened."""
        return self.messages.gettext("Still playing?")

    def flap_stuck(self) -> str:
        """Over the number of a flap that does not move."""
        return self.messages.gettext("Flap stuck?")

    def switches_on(self, kind: str, name: str = "") -> str:
        """What a kind of part carries switches for is called; nothing for a kind without any."""
        match kind:
            case "tray" | "pins":
                return self.messages.gettext("Switches")
            case "expander":
                return self.messages.gettext("Expander {name}").format(name=name)
            case "chain":
                return self.messages.gettext("Chain {name}").format(name=name)
            case "matrix":
                return self.messages.gettext("Matrix")
        return ""

    def no_answer(self, part: str) -> str:
        """A part from which nothing is heard."""
        return self.messages.gettext("{part}: no answer").format(part=part)

    def menu(self) -> str:
        """The menu's name."""
        return self.messages.gettext("Menu")

    def service(self) -> str:
        """The service mode's name."""
        return self.messages.gettext("Service")

    def rules_name(self, name: str) -> str:
        """The name of a set of rules for people; a set of the house keeps the name it was given."""
        return plain(set_name(name, self.messages.gettext))
