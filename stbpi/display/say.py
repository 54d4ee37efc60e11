"""One plain sentence for every prompt, for people who hear or read instead of looking at the tray."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from stbpi.display.menu_words import MenuWords
from stbpi.display.plain import figure
from stbpi.display.sides import PUT_RIGHT, by_side, owner_of, raises_everything, side_of
from stbpi.display.wording import Wording
from stbpi.locale import lists
from stbpi.table.events import FlapRef
from stbpi.table.menu import MenuPage, Page
from stbpi.table.prompts import Item, Offer, Prompt, PromptCode
from stbpi.table.view import TableView


def sentence(view: TableView, messages: NullTranslations) -> str:
    """Say what the tray wants or tells, with the player's name first where it is somebody's turn.

    Several things to put right are said one after the other, each a sentence.
    """
    prompt = view.prompt
    speaker = _Speaker(view, messages)
    wrong = [item for item in prompt.items if item.code in PUT_RIGHT]
    if prompt.code in PUT_RIGHT and len(wrong) > 1:
        return " ".join(speaker.put_right(item) for item in wrong)
    if prompt.code in PUT_RIGHT:
        whole = Item(code=prompt.code, player=prompt.player, flaps=prompt.flaps, close=prompt.close)
        return speaker.put_right(whole) + speaker.left(prompt)
    return speaker.prompt(prompt)


class _Speaker:
    """Speaks of one view in one language."""

    def __init__(self, view: TableView, messages: NullTranslations) -> None:
        self._view = view
        self._messages = messages
        self._words = Wording(messages)

    def put_right(self, item: Item) -> str:
        """A sentence about flaps that stand as they must not."""
        _ = self._messages.gettext
        view = self._view
        if item.code is PromptCode.RESUME and not (item.flaps or item.close):
            if view.prompt.press is Offer.GO_ON:
                return _("Still playing? Press to go on, hold for a new match.")
            return _("All right, one moment.")
        if self._needs_name(item):
            return self._put_right_by_name(item)
        if item.code is PromptCode.CLOSE_AGAIN:
            return _("Close {flaps} again.").format(flaps=self._flaps(item.flaps, item.player))
        if item.code is PromptCode.RAISE_FLAPS and not item.close and raises_everything(view, item.flaps):
            sides = len(by_side(item.flaps))
            whose = self._name(item.player)
            if sides == 1 and whose:
                return _("Raise all flaps for {name}.").format(name=whose)
            return _("Raise all flaps.")
        said = []
        if item.flaps:
            again = item.code is PromptCode.REOPEN
            template = _("Raise {flaps} again.") if again else _("Raise {flaps}.")
            said.append(template.format(flaps=self._flaps(item.flaps, item.player)))
        if item.close:
            said.append(_("Close {flaps}.").format(flaps=self._flaps(item.close, item.player)))
        if item.code is PromptCode.NOT_YOUR_SIDE:
            said.insert(0, _("It is not {name}'s turn.").format(name=self._name(item.player)))
        return " ".join(said)

    def left(self, prompt: Prompt) -> str:
        """What is left to close once flaps that were too much are up; nothing where that is nothing."""
        if prompt.code is not PromptCode.REOPEN or not prompt.remaining:
            return ""
        return " " + self._messages.gettext("{pips} left.").format(pips=prompt.remaining)

    def _needs_name(self, item: Item) -> bool:
        """Whether a number alone does not say which flap is meant: each side of the tray has it."""
        sides = by_side((*item.flaps, *item.close))
        if self._view.setup.rules.rows != "own" or len(sides) != 1 or item.code is PromptCode.NOT_YOUR_SIDE:
            return False
        return not (item.code is PromptCode.RAISE_FLAPS and raises_everything(self._view, item.flaps))

    def _put_right_by_name(self, item: Item) -> str:
        rise, fall = ((), item.flaps) if item.code is PromptCode.CLOSE_AGAIN else (item.flaps, item.close)
        orders = [self._words.raise_these(self._flaps(rise, item.player))] if rise else []
        orders += [self._words.close_these(self._flaps(fall, item.player))] if fall else []
        return f"{self._words.of_player(self._name(item.player), ', '.join(orders))}."

    def prompt(self, prompt: Prompt) -> str:
        """A sentence about anything else."""
        _ = self._messages.gettext
        ask = {
            PromptCode.PRESS_TO_START: self._start,
            PromptCode.PRESS_TO_ROLL: self._roll,
            PromptCode.CLOSE_FLAPS: self._close,
            PromptCode.CLOSE_MORE: self._more,
            PromptCode.CONFIRM: self._confirm,
            PromptCode.BLOCKED: self._blocked,
            PromptCode.PASSED: self._passed,
            PromptCode.ROUND_OVER: self._round_over,
            PromptCode.MATCH_OVER: self._match_over,
            PromptCode.FAULT: self._fault,
        }
        if prompt.code in ask:
            return ask[prompt.code](prompt)
        if prompt.menu is not None:
            return self._menu(prompt.menu)
        return _("The menu is open.") if prompt.code is PromptCode.MENU else _("Service mode.")

    def _menu(self, page: MenuPage) -> str:
        match = self._view.match
        menu = MenuWords(self._messages, self._view.setup.players, match.totals if match else ())
        told = menu.told(page)
        if page.page is Page.GOING_DOWN:
            return f"{told.title}. {menu.unplug()}."
        entry, value = told.entries[page.chosen]
        return f"{told.title} {page.chosen + 1}/{len(told.entries)}: {entry}{f', {value}' if value else ''}."

    def _start(self, prompt: Prompt) -> str:
        _ = self._messages.gettext
        names = [self._name(seat) for seat in range(len(self._view.setup.players))]
        asks = prompt.press is Offer.ASK_TO_START
        sentence = (
            _("An old match is kept. Press: give it up for {rules} with {names}?")
            if asks
            else _("Press to start: {rules} with {names}.")
        )
        return sentence.format(
            rules=self._words.rules_name(self._view.setup.rules.name), names=self._words.listed(names)
        )

    def _roll(self, prompt: Prompt) -> str:
        _ = self._messages.gettext
        name = self._name(prompt.player)
        entered = self._view.setup.dice_source == "entered"
        match = self._view.match
        if prompt.dice and entered and prompt.hold is Offer.CLEAR:
            return _("{name}: {dice} so far.").format(name=name, dice=self._dice(prompt.dice))
        if prompt.dice:
            return _("{name}: no flaps make {dice}; throw the double again.").format(
                name=name, dice=self._dice(prompt.dice)
            )
        if prompt.hold is Offer.THROW_ONE and not entered:
            return _("{name}: press to throw, hold to throw one die.").format(name=name)
        one = prompt.awaited == 1 or (match is not None and match.dice_choices == (1,))
        if entered:
            if one:
                return _("{name}: throw one die and enter it.").format(name=name)
            return _("{name}: throw the dice and enter them.").format(name=name)
        if one or prompt.press is Offer.THROW_ONE:
            return _("{name}: press to throw one die.").format(name=name)
        return _("{name}: press to throw.").format(name=name)

    def _close(self, prompt: Prompt) -> str:
        if self._together(prompt):
            asked = [item for item in prompt.items if self._still_asked(item)]
            house = [self._for_the_house(item) for item in asked if item.close]
            people = [self._name(item.player) for item in asked if not item.close]
            chosen = [self._choose(prompt, self._words.listed(people), sum(prompt.dice))] if people else []
            return " ".join([*chosen, *house])
        if prompt.close or prompt.press is Offer.THROW_AGAIN:
            return self._for_the_house(prompt)
        total = prompt.remaining if prompt.remaining is not None else sum(prompt.dice)
        return self._choose(prompt, self._name(prompt.player), total)

    def _choose(self, prompt: Prompt, name: str, total: int) -> str:
        """What people may do with a throw."""
        _ = self._messages.gettext
        combine = self._view.setup.rules.combine
        if combine == "either":
            what = self._words.close_either(prompt.dice)
        elif combine == "single":
            what = self._words.close_single(prompt.dice)
        else:
            what = _("close flaps that add up to {total}").format(total=total)
        if prompt.hold is Offer.THROW_AGAIN:
            return _("{name}: {what}, or hold to throw again.").format(name=name, what=what)
        if prompt.hold is Offer.CONFIRM:
            return self._messages.ngettext(
                "{name}: {what}, or hold if {flaps} is closed.",
                "{name}: {what}, or hold if {flaps} are closed.",
                len(prompt.assumed),
            ).format(
                name=name,
                what=what,
                flaps=self._flaps(prompt.assumed, None if self._together(prompt) else prompt.player),
            )
        return _("{name}: {what}.").format(name=name, what=what)

    def _for_the_house(self, prompt: Prompt | Item) -> str:
        """What the house does with its throw."""
        what = self._words.offer(Offer.THROW_AGAIN)
        if prompt.close:
            what = self._words.close_these(self._flaps(prompt.close, prompt.player))
        return self._messages.gettext("{name}: {what}.").format(name=self._name(prompt.player), what=what)

    def _more(self, prompt: Prompt) -> str:
        _ = self._messages.gettext
        if self._together(prompt):
            asked = any(self._still_asked(item) for item in prompt.items)
            return self._close(prompt) if asked else _("All right, one moment.")
        name = self._name(prompt.player)
        if prompt.close:
            return self._for_the_house(prompt)
        if prompt.remaining is None:
            return _("{name}: close more.").format(name=name)
        if prompt.remaining == 0:
            return _("{name}: that makes {total}.").format(name=name, total=sum(prompt.dice))
        return _("{name}: close {pips} more.").format(name=name, pips=prompt.remaining)

    def _together(self, prompt: Prompt) -> bool:
        """Whether several players answer this throw."""
        return self._view.setup.rules.play == "common_throw" and len(prompt.items) > 1

    @staticmethod
    def _still_asked(item: Item) -> bool:
        return item.code is not PromptCode.CONFIRM and item.remaining != 0

    def _confirm(self, prompt: Prompt) -> str:
        _ = self._messages.gettext
        if prompt.assumed:
            return self._in_question(prompt)
        if not prompt.flaps:
            return _("Press when done.")
        return _("Press when done, or close {flaps} too.").format(
            flaps=self._flaps(prompt.flaps, None if self._together(prompt) else prompt.player, either=True)
        )

    def _in_question(self, prompt: Prompt) -> str:
        """Whether flaps are closed that cannot be seen, and what else could be."""
        player = None if self._together(prompt) else prompt.player
        asked = self._messages.ngettext(
            "Is {flaps} closed? Press: yes.", "Are {flaps} closed? Press: yes.", len(prompt.assumed)
        ).format(flaps=self._flaps(prompt.assumed, player))
        others = [ref for ref in prompt.flaps if ref not in prompt.assumed]
        if not others:
            return asked
        instead = self._messages.gettext("Or close {flaps}.").format(
            flaps=self._flaps(others, player, either=True)
        )
        return f"{asked} {instead}"

    def _blocked(self, prompt: Prompt) -> str:
        _ = self._messages.gettext
        dice = self._dice(prompt.dice)
        several = [item.player for item in prompt.items if item.code is PromptCode.BLOCKED]
        if len(several) > 1:
            scored = self._words.listed([self._with_score(seat) for seat in several])
            return _("Blocked with {dice}: {names}.").format(dice=dice, names=scored)
        name = self._name(prompt.player)
        if prompt.score is None:
            return _("{name} is blocked with {dice}.").format(name=name, dice=dice)
        return _("Blocked with {dice}. {name} scores {score}.").format(
            dice=dice, name=name, score=figure(prompt.score)
        )

    def _passed(self, prompt: Prompt) -> str:
        several = [item.player for item in prompt.items if item.code is PromptCode.PASSED]
        names = [self._name(seat) for seat in several or [prompt.player]]
        return self._messages.ngettext(
            "No flaps make {dice}: {names} passes.", "No flaps make {dice}: {names} pass.", len(names)
        ).format(dice=self._dice(prompt.dice), names=self._words.listed(names))

    def _round_over(self, prompt: Prompt) -> str:
        _ = self._messages.gettext
        match = self._view.match
        number = match.round if match is not None else 1
        names = [self._name(seat) for seat in prompt.winners]
        if not names:
            return _("Round {number} is over.").format(number=number)
        return self._messages.ngettext(
            "Round {number} goes to {names}.", "Round {number} is shared by {names}.", len(names)
        ).format(number=number, names=self._words.listed(names))

    def _match_over(self, prompt: Prompt) -> str:
        _ = self._messages.gettext
        match = self._view.match
        names = [self._name(seat) for seat in prompt.winners]
        if not names or match is None:
            return _("The match is over.")
        won = self._messages.ngettext("{names} wins", "{names} win", len(names)).format(
            names=self._words.listed(names)
        )
        totals = {row.player: row.total for row in match.standings}
        total = totals.get(prompt.winners[0])
        if total is None:
            return f"{won}."
        return self._messages.ngettext("{won} with {n} point.", "{won} with {n} points.", total).format(
            won=won, n=figure(total)
        )

    def _fault(self, prompt: Prompt) -> str:
        return self._messages.gettext(
            "Flap {flaps} does not move. Press to try again, hold to leave it out."
        ).format(flaps=self._flaps(prompt.flaps, None))

    def _with_score(self, seat: int | None) -> str:
        """A name, and the score of the round where one has been noted."""
        match = self._view.match
        score = None if match is None or seat is None else match.round_scores[seat]
        return self._name(seat) if score is None else f"{self._name(seat)} {figure(score)}"

    def _name(self, seat: int | None) -> str:
        return self._words.player(self._view.setup.players, seat)

    def _dice(self, dice: Sequence[int]) -> str:
        """A throw as the screen writes it; without the sign two dice would be read as one number."""
        return "\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}".join(str(pips) for pips in dice)

    def _flaps(self, flaps: Sequence[FlapRef], player: int | None, *, either: bool = False) -> str:
        """The numbers as speech lists them; with the owner where they are not all on the player's side."""
        sides = by_side(flaps)
        listed = []
        for side, numbers in sides.items():
            words = [str(number) for number in numbers]
            text = (lists.either if either else lists.listed)(words, self._messages)
            owner = owner_of(self._view, side)
            if owner is not None and (len(sides) > 1 or side != side_of(self._view, player)):
                text = self._messages.gettext("{flaps} of {name}").format(flaps=text, name=self._name(owner))
            listed.append(text)
        return self._words.listed(listed)
