"""A match judged decision by decision: what each cost, and what the dice gave or took, apart.

Whoever begins a turn, or a row of their own, expects the score of best play. From there on every throw moves what can
be expected (luck), and every answer that is not the best one adds to it (loss). So for each player, over all turns:
what was expected, with luck and loss, is what was noted, to the last digit. What ends a round before a row is played
out, somebody else's shut or leaving, counts as luck, and so does what a shut multiplies the scores of its round by. A
turn that has not ended is in no account.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields

from stbpi.odds.goals import LOWEST_SCORE
from stbpi.odds.hints import chance_of, to_win
from stbpi.odds.solution import Answer, Solution
from stbpi.odds.solving import solve
from stbpi.rules import Match, Phase, RuleSet, Status
from stbpi.rules.actions import Action, Close, Roll, RollAgain, apply

NO_LOSS = 1e-9
"""Points, against the larger of what is compared, or chance: less is rounding, and the decision as good as the best."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What was or could have been done: flaps closed, a double thrown again, or so many dice thrown."""

    close: tuple[int, ...] = ()
    again: bool = False
    dice: int = 0


@dataclass(frozen=True, slots=True)
class Judged:
    """One decision between several. ``roll`` is what was to be answered, empty where it was about the dice."""

    round: int
    player: int
    open: tuple[int, ...]
    roll: tuple[int, ...]
    made: Choice
    best: Choice
    """For points; the decision itself where it is as good."""
    points_lost: float
    win_lost: float | None
    """Chance to win the round, a tie counting half, against the best decision for that; None where not known."""
    best_to_win: Choice | None = None
    """The decision itself where it is as good; None where not known."""


@dataclass(slots=True)
class Account:
    """One player's match: ``expected + luck + points_lost`` is ``scored``, all of them points over all ended turns."""

    turns: int = 0
    expected: float = 0.0
    luck: float = 0.0
    points_lost: float = 0.0
    scored: int = 0
    decisions: int = 0
    """Between several answers, or numbers of dice."""
    best: int = 0
    """Of these, how many lost no points."""
    win_luck: float = 0.0
    win_lost: float = 0.0
    """Of each round the chance lost, summed up: in rounds."""

    def add(self, turn: Account) -> None:
        """One more turn."""
        for one in fields(Account):
            setattr(self, one.name, getattr(self, one.name) + getattr(turn, one.name))


@dataclass(frozen=True, slots=True)
class Judgement:
    """All decisions in their order, and an account for each seat."""

    decisions: tuple[Judged, ...]
    accounts: tuple[Account, ...]
    wins_known: tuple[bool, ...]
    """By seat, whether chances to win could be told, of every decision."""
    course: tuple[tuple[tuple[float, float], ...], ...] = ()
    """By seat, after each throw that it was in: points by luck and by deciding so far, a running turn with them."""


def judge(rules: RuleSet, players: Iterable[str], actions: Iterable[Action]) -> Judgement:
    """Judge the actions that stand of a match. Raises :class:`stbpi.odds.errors.OddsError` for rows too long."""
    judging = _Judging(Match.start(rules, players))
    for action in actions:
        judging.take(action)
    return judging.judgement()


def judged(match: Match, action: Action, *, winning: bool = True) -> tuple[Judged, ...]:
    """What one action decided between several, and what that cost: at most one decision.

    ``winning`` as in :func:`stbpi.odds.hints.hints`. Raises :class:`stbpi.odds.errors.OddsError` for rows too long.
    """
    judging = _Judging(match, winning)
    seats = range(len(match.players))
    judging.playing = dict.fromkeys(seats, 0.0)
    judging.turns = {seat: Account() for seat in seats}
    judging.take(action)
    return tuple(judging.decisions)


@dataclass(slots=True)
class _Judging:
    match: Match
    winning: bool = True
    """Whether chances to win are looked for."""
    decisions: list[Judged] = field(default_factory=list)
    accounts: list[Account] = field(init=False)
    playing: dict[int, float] = field(default_factory=dict)
    """What each seat that has begun its turn can expect by now."""
    turns: dict[int, Account] = field(default_factory=dict)
    """The account of each turn that has begun."""
    noted: dict[int, int] = field(default_factory=dict)
    """What the accounts have of the round's scores."""
    known: set[int] = field(default_factory=set)
    """Seats with a chance to win that could be told."""
    unknown: set[int] = field(default_factory=set)
    """Seats with a decision of which none could."""
    course: list[list[tuple[float, float]]] = field(init=False)

    def __post_init__(self) -> None:
        self.accounts = [Account() for _ in self.match.players]
        self.course = [[] for _ in self.match.players]

    def judgement(self) -> Judgement:
        course = tuple(tuple(steps) for steps in self.course)
        wins_known = tuple(seat in self.known - self.unknown for seat in range(len(self.accounts)))
        return Judgement(tuple(self.decisions), tuple(self.accounts), wins_known, course)

    def take(self, action: Action) -> None:
        """Judge one action, then carry it out."""
        before = self.match
        if isinstance(action, Roll):
            self._throw(before, action.dice)
        elif isinstance(action, Close):
            seat = before.waiting_for[0] if action.player is None else action.player
            self._answer(before, seat, Choice(close=tuple(sorted(action.flaps))))
        elif isinstance(action, RollAgain):
            self._answer(before, before.waiting_for[0], Choice(again=True))
        in_it = list(self.playing)
        self.match = apply(before, action)
        self._end_turns()
        if isinstance(action, Roll):
            for seat in in_it:
                self.course[seat].append((0.0, 0.0))
        for seat in in_it:
            self._draw(seat)
        over = (Phase.ROUND_OVER, Phase.MATCH_OVER)
        if self.match.phase in over and before.phase not in over:
            self._end_round()

    def _draw(self, seat: int) -> None:
        if self.course[seat]:
            parts = (self.accounts[seat], self.turns.get(seat, Account()))
            self.course[seat][-1] = (sum(one.luck for one in parts), sum(one.points_lost for one in parts))

    def _throw(self, match: Match, dice: tuple[int, ...]) -> None:
        thrower = match.waiting_for[0]
        common = match.rules.play == "common_throw"
        seats = range(len(match.players)) if common else (thrower,)
        points = solve(match.rules, LOWEST_SCORE)
        for seat in seats:
            if match.status(seat) is not Status.PLAYING:
                continue
            opened, passes = match.open_flaps(seat), match.passes(seat)
            if seat not in self.playing:
                self._begin(seat, points.value(opened, passes))
            account = self.turns[seat]
            # Of a common throw nobody but the thrower has chosen the dice: to the others they are luck.
            chosen = points.value(opened, passes)
            if len(match.dice_choices) > 1 and seat == thrower:
                chosen = self._choose_dice(match, seat, points, len(dice))
            moved = points.thrown(opened, dice, passes) - chosen
            account.luck += moved
            self.playing[seat] += moved
            beating = to_win(match, seat) if self.winning else None
            if beating is not None:
                self.known.add(seat)
                gained = beating.thrown(opened, dice, passes) - beating.throwing(opened, len(dice), passes)
                account.win_luck += gained / 2

    def _begin(self, seat: int, expected: float) -> None:
        self.playing[seat] = expected
        self.turns[seat] = Account(turns=1, expected=expected)

    def _choose_dice(self, match: Match, seat: int, points: Solution, count: int) -> float:
        """Judge a choice of dice; gives what is expected after it."""
        opened, passes = match.open_flaps(seat), match.passes(seat)
        worth = {each: points.throwing(opened, each, passes) for each in match.dice_choices}
        best = min(worth, key=lambda each: worth[each])
        beating = to_win(match, seat) if self.winning else None
        win_lost = to_win_best = None
        if beating is not None:
            chances = [beating.throwing(opened, each, passes) for each in match.dice_choices]
            win_lost = chance_of(max(chances)) - chance_of(chances[match.dice_choices.index(count)])
            to_win_best = Choice(dice=match.dice_choices[chances.index(max(chances))])
        lost = worth[count] - worth[best]
        self._count(match, seat, (), Choice(dice=count), Choice(dice=best), lost, win_lost, to_win_best)
        return worth[count]

    def _answer(self, match: Match, seat: int, made: Choice) -> None:
        opened, passes = match.open_flaps(seat), match.passes(seat)
        answers = solve(match.rules, LOWEST_SCORE).answers(opened, match.dice, passes)
        if len(answers) < 2:
            return
        best = Choice(close=answers[0].close, again=answers[0].again)
        lost = _worth(answers, made) - answers[0].worth
        beating = to_win(match, seat) if self.winning else None
        win_lost = to_win_best = None
        if beating is not None:
            ways = beating.answers(opened, match.dice, passes)
            win_lost = chance_of(ways[0].worth) - chance_of(_worth(ways, made))
            to_win_best = Choice(close=ways[0].close, again=ways[0].again)
        self._count(match, seat, match.dice, made, best, lost, win_lost, to_win_best)

    def _count(
        self,
        match: Match,
        seat: int,
        roll: tuple[int, ...],
        made: Choice,
        best: Choice,
        lost: float,
        win_lost: float | None,
        to_win_best: Choice | None,
    ) -> None:
        account = self.turns[seat]
        account.points_lost += lost
        self.playing[seat] += lost
        account.decisions += 1
        as_good = lost <= NO_LOSS * max(1.0, abs(self.playing[seat]))
        account.best += as_good
        if win_lost is not None:
            win_lost = win_lost if win_lost > NO_LOSS else 0.0
            account.win_lost += win_lost
        else:
            self.unknown.add(seat)
        self.decisions.append(
            Judged(
                match.round,
                seat,
                match.open_flaps(seat),
                roll,
                made,
                made if as_good else best,
                0.0 if as_good else lost,
                win_lost,
                to_win_best if win_lost else None if win_lost is None else made,
            )
        )

    def _end_turns(self) -> None:
        """Note what those have scored whose turn or round has ended; what it ended early is luck."""
        match = self.match
        over = match.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER)
        for seat in list(self.playing):
            if over and match.round_scores[seat] is None:
                # Where everybody else has left, a turn ends with nothing noted.
                del self.playing[seat], self.turns[seat]
            elif over or match.status(seat) in (Status.OUT, Status.SHUT):
                # As the open flaps note it; what a shut makes of it is known when the round has ended.
                self._end_turn(seat, self._left_open(seat))

    def _left_open(self, seat: int) -> int:
        row = solve(self.match.rules, LOWEST_SCORE).row
        return row.score(row.mask_of(self.match.open_flaps(seat)))

    def _end_turn(self, seat: int, noted: int) -> None:
        turn = self.turns.pop(seat)
        turn.luck += noted - self.playing.pop(seat)
        turn.scored += noted
        self.accounts[seat].add(turn)
        self.noted[seat] = self.noted.get(seat, 0) + noted

    def _end_round(self) -> None:
        """What the scores noted have besides: a shut multiplied them, or the end came before somebody's first throw."""
        match = self.match
        for seat, score in enumerate(match.round_scores):
            if score is None:
                continue
            if seat not in self.noted:
                self._begin(seat, solve(match.rules, LOWEST_SCORE).value())
                self._end_turn(seat, score)
            by_others = score - self.noted[seat]
            self.accounts[seat].luck += by_others
            self.accounts[seat].scored += by_others
            self._draw(seat)
        self.noted.clear()


def _worth(answers: Iterable[Answer], made: Choice) -> float:
    return next(one.worth for one in answers if one.close == made.close and one.again == made.again)
