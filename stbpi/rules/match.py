"""A match: immutable, hashable, equal by value. Every action gives the match that follows from it."""

from __future__ import annotations

from collections.abc import Iterable

from stbpi.rules import progress, refusals
from stbpi.rules.answers import NO_ANSWERS, Answers, Dice, mechanics
from stbpi.rules.axes import MatchKind
from stbpi.rules.errors import IllegalAction
from stbpi.rules.ledger import Ledger, Standing
from stbpi.rules.news import Corrected, News
from stbpi.rules.players import names_of, wrong_number_of_players
from stbpi.rules.ruleset import RuleSet, RuleSetError
from stbpi.rules.state import CLOSE, MATCH_OVER, ROLL, ROUND_OVER, Frame, Phase, Seats, State, Status


class Match:
    """One position of a match, with what the last action caused.

    Players are seats, counted from 0 clockwise; flaps are the numbers painted on them. Actions the rules do
    not allow raise :class:`stbpi.rules.errors.IllegalAction` and change nothing.
    """

    __slots__ = ("_hash", "_state")

    _state: State
    _hash: int | None

    @classmethod
    def start(cls, rules: RuleSet, players: int | Iterable[str]) -> Match:
        """The first position of a match, stakes paid; seat 0 begins.

        ``players`` are names in the order of their seats, or a count. Raises
        :class:`stbpi.rules.errors.PlayersError` and, for ``rules`` that are no rule set, :class:`RuleSetError`.
        """
        if not isinstance(rules, RuleSet):
            raise RuleSetError(f"{rules!r} is no rule set; make one, such as rule_set('classic').")
        names = names_of(players, rules)
        if not rules.min_players <= len(names) <= rules.max_players:
            raise wrong_number_of_players(len(names), rules)
        frame = Frame(rules, mechanics(rules), names, 1, 0, Ledger.empty(len(names)))
        return _match(progress.begin_round(frame))

    # What players and dice do

    def roll(self, *dice: int) -> Match:
        """What the dice show, one argument for each die thrown."""
        s = self._state
        if s.phase is not ROLL:
            raise refusals.no_throw_due(s)
        mechanics = s.frame.mechanics
        for pips in dice:
            # True and 1.0 equal 1 as keys.
            if pips.__class__ is not int:
                raise refusals.bad_die(pips, mechanics.die_sides)
        try:
            thrown = mechanics.throws[dice]
        except KeyError:
            raise self._not_thrown(dice) from None
        if mechanics.one_die and len(dice) not in self.dice_choices:
            raise self._not_thrown(dice)
        match, new = self._copy()
        progress.throw(new, thrown)
        return match

    def close(self, flaps: Iterable[int], player: int | None = None) -> Match:
        """Close these flaps together. ``player`` says whose they are when several answer a common throw."""
        s = self._state
        if s.phase is not CLOSE:
            raise refusals.nothing_to_answer(s)
        if player is None and s.answers is not None:
            seat, answers = s.turn, s.answers
        else:
            seat = self._answering(player)
            answers = self._answers_of(seat)
        named = _as_named(flaps)
        if named not in answers:
            # Refused, or a tuple in another order.
            named = tuple(sorted(named))
            if named not in answers:
                raise refusals.wrong_flaps(s, seat, named)
        match, new = self._copy()
        progress.close(new, seat, named)
        return match

    def roll_again(self) -> Match:
        """Throw a double again instead of closing, where the rules say so."""
        s = self._state
        if not self.can_roll_again:
            raise refusals.no_roll_again(s)
        match, new = self._copy()
        progress.throw_again(new)
        return match

    def next_round(self) -> Match:
        """Begin the next round: the stakes are paid and the next starter throws."""
        s = self._state
        if s.phase is not ROUND_OVER:
            raise refusals.next_round_not_due(s)
        return _match(progress.next_round(s))

    def stop(self) -> Match:
        """The players end an ``open`` match between two rounds; the pool's rest goes back."""
        s = self._state
        if s.phase is not ROUND_OVER:
            raise refusals.stop_not_due(s)
        if s.frame.rules.match is not MatchKind.OPEN:
            raise refusals.not_an_open_match()
        match, new = self._copy()
        progress.end_match(new)
        return match

    def retire(self, player: int) -> Match:
        """A player leaves: noted as out, skipped from now on. When the last one leaves the match is over."""
        s = self._state
        seat = self._seat(player)
        if s.phase is MATCH_OVER:
            raise refusals.match_is_over()
        if s.frame.ledger.left_after[seat] is not None:
            raise refusals.already_left(s.frame.players, seat)
        match, new = self._copy()
        progress.leave(new, seat)
        return match

    def correct(self, player: int, points: int, reason: str) -> Match:
        """An operator adds points to a total, or takes them, at any time; the reason goes on record.

        A match that is over stays over, though its winners may change; one that is not is only decided by a
        total when its next round ends.
        """
        seat = self._seat(player)
        wrong = refusals.bad_correction(self._state, seat, points, reason)
        if wrong is not None:
            raise wrong
        match, new = self._copy()
        progress.correct(new, seat, points)
        new.tell(Corrected(seat, points, reason))
        return match

    # What there is to see

    @property
    def rules(self) -> RuleSet:
        """The rule set being played."""
        return self._state.frame.rules

    @property
    def players(self) -> tuple[str, ...]:
        """The names, by seat."""
        return self._state.frame.players

    @property
    def phase(self) -> Phase:
        """What the match waits for."""
        return self._state.phase

    @property
    def round(self) -> int:
        """The round being played, from 1."""
        return self._state.frame.round

    @property
    def starter(self) -> int:
        """The seat that begins this round."""
        return self._state.frame.starter

    @property
    def dice(self) -> Dice:
        """The throw being answered, else ``()``."""
        return self._state.dice

    @property
    def waiting_for(self) -> Seats:
        """The seats that must act now, ascending: the thrower, or those still to answer."""
        return self._state.waiting

    @property
    def player(self) -> int | None:
        """The first seat of ``waiting_for``."""
        waiting = self._state.waiting
        return waiting[0] if waiting else None

    @property
    def dice_choices(self) -> tuple[int, ...]:
        """How many dice may be thrown now; ``()`` when no throw is due."""
        s = self._state
        if s.phase is not ROLL:
            return ()
        mechanics = s.frame.mechanics
        if not mechanics.common_throw:
            return mechanics.choices_for(s.rows[s.turn])
        return mechanics.choices(
            all(mechanics.one_die_allowed(s.rows[seat]) for seat in progress.players_in(s))
        )

    @property
    def can_roll_again(self) -> bool:
        """Whether the throw may be thrown again instead of being answered."""
        s = self._state
        return s.phase is CLOSE and s.frame.mechanics.may_throw_again(s.dice)

    def open_flaps(self, player: int) -> tuple[int, ...]:
        """A player's open flaps, ascending; who is not in the round has the row as it starts."""
        s = self._state
        return s.frame.mechanics.open_of(s.rows[self._seat(player)])

    def legal_moves(self, player: int | None = None) -> tuple[tuple[int, ...], ...]:
        """All sets of flaps that answer the throw, in Python's order; ``()`` for who has none to answer.

        Without ``player``, those of the first seat of ``waiting_for``.
        """
        s = self._state
        answers = s.answers
        if answers is not None and (player is None or player is s.turn):
            return answers
        if player is not None:
            self._seat(player)
        if s.phase is not CLOSE:
            return ()
        seat = s.waiting[0] if player is None else player
        return self._answers_of(seat)

    def status(self, player: int) -> Status:
        """How a player stands in the round."""
        return self._state.statuses[self._seat(player)]

    def passes(self, player: int) -> int:
        """A player's blocked throws in a row."""
        return self._state.passes[self._seat(player)]

    def in_match(self, player: int) -> bool:
        """Whether a player has neither left the match nor been eliminated; who wins has not."""
        seat = self._seat(player)
        ledger = self._state.frame.ledger
        return ledger.left_after[seat] is None or (seat in ledger.last and seat in self.winners)

    @property
    def round_scores(self) -> tuple[int | None, ...]:
        """Scores of the round by seat: None until out or shut, and for who has none when the round ends."""
        return self._state.scores

    @property
    def totals(self) -> tuple[int, ...]:
        """Points over finished rounds and corrections, by seat."""
        return self._state.frame.ledger.totals

    @property
    def standings(self) -> tuple[Standing, ...]:
        """All players, best first; equal totals share a rank."""
        s = self._state
        return s.frame.ledger.standings(bool(s.frame.rules.eliminate_at))

    @property
    def round_winners(self) -> Seats:
        """The seats with the lowest score, once the round is over."""
        s = self._state
        over = s.phase is ROUND_OVER or s.phase is MATCH_OVER
        return progress.round_winners(s) if over else ()

    @property
    def winners(self) -> Seats:
        """The seats that won the match, once it is over."""
        s = self._state
        if s.phase is not MATCH_OVER:
            return ()
        return s.frame.ledger.winners(bool(s.frame.rules.eliminate_at))

    @property
    def balances(self) -> tuple[int, ...]:
        """Won minus paid by seat, in smallest money units; with the pool they add up to 0."""
        return self._state.frame.ledger.balances

    @property
    def pool(self) -> int:
        """What lies in the pool, in smallest money units."""
        return self._state.frame.ledger.pool

    @property
    def news(self) -> tuple[News, ...]:
        """What the last action caused, in order."""
        return self._state.news

    # The value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return self is other or (hash(self) == hash(other) and self._state.key() == other._state.key())

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(self._state.key())
        return self._hash

    def __repr__(self) -> str:
        """``<Match classic, round 1: close 6 3, for Ann; Ann playing 1 2 3 ...; Ben waiting ...>``."""
        s = self._state
        doing = s.phase.value.replace("_", " ")
        if s.dice:
            doing += f" {' '.join(map(str, s.dice))}"
        if s.waiting:
            doing += f", for {', '.join(s.frame.players[seat] for seat in s.waiting)}"
        seats = [self._seat_line(seat) for seat in range(len(s.frame.players))]
        return f"<Match {' + '.join((self.rules.name, *self.rules.variants))}, round {self.round}: " + (
            "; ".join([doing, *seats]) + ">"
        )

    def _seat_line(self, seat: int) -> str:
        s = self._state
        flaps = " ".join(map(str, self.open_flaps(seat))) or "none open"
        score = s.scores[seat]
        noted = "" if score is None else f", noted {score}"
        return f"{s.frame.players[seat]} {s.statuses[seat].value} {flaps}{noted}, total {self.totals[seat]}"

    # Inside

    def _copy(self) -> tuple[Match, State]:
        """A match that stands as this one does, without news, and its state, for an action to be carried out on."""
        s = self._state
        match = Match()
        match._hash = None
        match._state = new = State()
        new.frame = s.frame
        new.phase = s.phase
        new.dice = s.dice
        new.turn = s.turn
        new.waiting = s.waiting
        new.rows = s.rows
        new.statuses = s.statuses
        new.passes = s.passes
        new.scores = s.scores
        new.thrown = s.thrown
        new.answers = s.answers
        new.news = ()
        return match, new

    def _seat(self, player: object) -> int:
        seats = len(self._state.frame.players)
        if type(player) is int and 0 <= player < seats:
            return player
        raise refusals.no_such_seat(player, seats)

    def _not_thrown(self, dice: Dice) -> IllegalAction:
        """Why these dice cannot have been thrown now."""
        sides = self._state.frame.mechanics.die_sides
        for pips in dice:
            if not 0 < pips <= sides:
                return refusals.bad_die(pips, sides)
        return refusals.wrong_count(len(dice), self.dice_choices)

    def _answering(self, player: int | None) -> int:
        """The seat whose flaps are to be closed."""
        s = self._state
        if player is None:
            if len(s.waiting) > 1:
                raise refusals.whose_flaps(s)
            return s.waiting[0]
        seat = self._seat(player)
        if seat not in s.waiting:
            raise refusals.not_answering(s, seat)
        return seat

    def _answers_of(self, seat: int) -> Answers:
        s = self._state
        if s.answers is not None:
            return s.answers if seat == s.turn else NO_ANSWERS
        if seat not in s.waiting:
            return NO_ANSWERS
        return s.frame.mechanics.answers(s.rows[seat], s.dice)


def _match(state: State) -> Match:
    match = Match()
    match._state = state
    match._hash = None
    return match


def _as_named(flaps: object) -> tuple[int, ...]:
    """The flaps as a tuple of whole numbers in the order given, which is how ``legal_moves`` has them.

    True and 1.0 equal 1 as keys, so the types are looked at first.
    """
    if type(flaps) is not tuple:
        return refusals.whole_numbers(flaps)
    for flap in flaps:
        if flap.__class__ is not int:
            return refusals.whole_numbers(flaps)
    return flaps
