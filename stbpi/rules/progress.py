"""How a match goes on: the consequences of a legal action, carried out on a fresh copy of the position.

Nothing here checks whether an action is allowed; :mod:`stbpi.rules.match` has done so.

Our readings, where the rule sheets are silent:

- A player whose turn is still to come, or who has not thrown on a shared row, has no score when the round
  ends or when they leave it; everyone else's open flaps are noted.
- A player who leaves while answering a throw takes that throw with them, except a common one, which the
  others go on answering.
- With ``others_multiplier_on_shut`` the scores of the round are multiplied once, however many shut.
- A throw named by ``stop_on`` counts as blocked, whatever could be closed with it, and is never thrown again.
- A double that cannot be closed is thrown again only where throwing again is instead of closing; where it
  comes after closing there is nothing to come after, and the throw is blocked.
- A match that eliminates goes on until one player is left; who plays alone goes on until eliminated. Where
  leaving leaves one in, the round is broken off: the one notes nothing more, and wins it with the match.
- Who wins because the last ones went together, having the lowest total of them, is not told to be eliminated.
"""

from __future__ import annotations

from stbpi.rules.answers import Dice, Throw
from stbpi.rules.axes import MatchKind, Starter
from stbpi.rules.ledger import Ledger, put
from stbpi.rules.news import (
    Eliminated,
    Left,
    MatchEnded,
    News,
    Out,
    RoundEnded,
    Shut,
    ThrownAgain,
    blocked,
    out,
    passed,
)
from stbpi.rules.state import (
    CLOSE,
    MATCH_OVER,
    OUT,
    PLAYING,
    ROLL,
    ROUND_OVER,
    SHUT,
    WAITING,
    Frame,
    Seats,
    State,
)


def begin_round(frame: Frame) -> State:
    """The first position of a round, the stakes paid."""
    rules = frame.rules
    seats = len(frame.players)
    coming = WAITING if frame.mechanics.until_blocked else PLAYING
    gone = frame.ledger.left_after
    s = State()
    s.frame = frame
    _keep(s, frame.ledger.with_stakes(rules.stake))
    s.phase = ROLL
    s.dice = ()
    s.turn = frame.starter
    s.waiting = (frame.starter,)
    s.rows = (frame.mechanics.start,) * seats
    s.statuses = tuple([coming if left is None else OUT for left in gone])
    s.statuses = put(s.statuses, frame.starter, PLAYING)
    s.passes = (0,) * seats
    s.scores = (None,) * seats
    s.thrown = 0
    s.answers = None
    s.news = ()
    return s


def next_round(s: State) -> State:
    """The first position of the round after this one."""
    frame = s.frame
    seated = frame.ledger.seated
    seats = len(frame.players)
    first = frame.starter + (frame.rules.starter is Starter.ROTATE)
    starter = next(seat for seat in ((first + i) % seats for i in range(seats)) if seat in seated)
    return begin_round(frame._replace(round=frame.round + 1, starter=starter))


def throw(s: State, thrown: Throw) -> None:
    """The dice have fallen; who cannot answer bears the consequence at once."""
    seat = s.turn
    s.thrown |= 1 << seat
    if s.frame.mechanics.common_throw:
        _throw_for_all(s, thrown)
        return
    answers = thrown.answers[s.rows[seat] & thrown.flaps]
    if answers:
        s.phase = CLOSE
        s.dice = thrown.dice
        s.answers = answers
    elif thrown.again:
        s.tell(ThrownAgain(seat, thrown.dice))
    else:
        _block(s, (seat,), thrown.dice)
        _go_on(s)


def _throw_for_all(s: State, thrown: Throw) -> None:
    still_in = players_in(s)
    able = tuple([seat for seat in still_in if thrown.answers[s.rows[seat] & thrown.flaps]])
    _block(s, tuple([seat for seat in still_in if seat not in able]), thrown.dice)
    if able:
        s.phase = CLOSE
        s.dice = thrown.dice
        s.waiting = able
    else:
        _go_on(s)


def players_in(s: State) -> Seats:
    """The seats that are playing in this round and are neither out nor shut."""
    return tuple([seat for seat, status in enumerate(s.statuses) if status is PLAYING])


def throw_again(s: State) -> None:
    """The player throws again instead of closing."""
    s.tell(ThrownAgain(s.turn, s.dice))
    s.phase = ROLL
    s.dice = ()
    s.answers = None


def close(s: State, player: int, flaps: tuple[int, ...]) -> None:
    """A player closes one of the sets that answer the throw."""
    mechanics = s.frame.mechanics
    left_open = mechanics.after_closing(s.rows[player], flaps)
    s.rows = put(s.rows, player, left_open)
    if s.passes[player]:
        s.passes = put(s.passes, player, 0)
    if not left_open:
        s.statuses = put(s.statuses, player, SHUT)
        s.scores = put(s.scores, player, 0)
        s.tell(Shut(player))
    if mechanics.common_throw:
        s.waiting = tuple([seat for seat in s.waiting if seat != player])
        if not s.waiting:
            _go_on(s)
    elif left_open and (mechanics.until_blocked or mechanics.throws_again_after(s.dice, len(flaps))):
        s.phase = ROLL
        s.dice = ()
        s.answers = None
    else:
        _go_on(s)


def _block(s: State, players: Seats, dice: Dice) -> None:
    """Count a blocked throw for each of the players and put out those it is one too many for."""
    mechanics = s.frame.mechanics
    after = mechanics.out_after
    news: list[News] = [blocked(player, dice) for player in players]
    gone: list[Out] = []
    for player in players:
        passes = s.passes[player] + 1
        s.passes = put(s.passes, player, passes)
        if after and passes >= after:
            score = mechanics.score(s.rows[player])
            s.statuses = put(s.statuses, player, OUT)
            s.scores = put(s.scores, player, score)
            gone.append(out(player, score))
        else:
            news.append(passed(player, passes))
    s.tell(*news, *gone)


def _go_on(s: State) -> None:
    """A turn, or a throw that is the whole turn, is over: the next player, or the end of the round."""
    s.dice = ()
    s.answers = None
    mechanics = s.frame.mechanics
    if mechanics.rules.shut_ends_round and SHUT in s.statuses:
        _end_round(s)
        return
    seat = _next_thrower(s)
    if seat is None:
        _end_round(s)
        return
    s.phase = ROLL
    s.turn = seat
    s.waiting = (seat,)
    if mechanics.until_blocked:
        s.statuses = put(s.statuses, seat, PLAYING)
    elif not mechanics.own_rows:
        s.rows = put(s.rows, seat, mechanics.start)


def _next_thrower(s: State) -> int | None:
    """Clockwise from the last thrower; for a common throw from the starter, who throws while still in."""
    mechanics = s.frame.mechanics
    wanted = WAITING if mechanics.until_blocked else PLAYING
    first = s.frame.starter if mechanics.common_throw else s.turn + 1
    seats = len(s.statuses)
    for i in range(seats):
        seat = (first + i) % seats
        if s.statuses[seat] is wanted:
            return seat
    return None


def _end_round(s: State) -> None:
    for seat, status in enumerate(s.statuses):
        if status is PLAYING and s.scores[seat] is None and takes_part(s, seat):
            s.scores = put(s.scores, seat, s.frame.mechanics.score(s.rows[seat]))
    _count_round(s)


def _count_round(s: State) -> None:
    """The round is over with the scores that are noted."""
    frame = s.frame
    rules = frame.rules
    shutters = [seat for seat, status in enumerate(s.statuses) if status is SHUT]
    if shutters and rules.others_multiplier_on_shut > 1:
        times = rules.others_multiplier_on_shut
        s.scores = tuple(None if score is None else score * times for score in s.scores)
    winners = round_winners(s)
    ledger = frame.ledger.with_round(s.scores).with_winnings(winners, shutters, rules)
    s.phase = ROUND_OVER
    s.waiting = ()
    s.tell(RoundEnded(frame.round, s.scores, winners))
    if rules.eliminate_at:
        reached = [seat for seat in ledger.seated if ledger.totals[seat] >= rules.eliminate_at]
        ledger = ledger.with_eliminated(reached)
        stay = ledger.winners(eliminating=True) if not ledger.seated else ()
        s.tell(*(Eliminated(seat, ledger.totals[seat]) for seat in reached if seat not in stay))
    _keep(s, ledger)
    if _decided(s):
        end_match(s)


def takes_part(s: State, player: int) -> bool:
    """Whether a player who is playing has a score in the round should it end now."""
    return s.frame.mechanics.own_rows or bool(s.thrown >> player & 1)


def round_winners(s: State) -> Seats:
    """The seats with the lowest score of the round that is over; where it was broken off, who was left."""
    alone = _left_alone(s)
    if alone is not None and s.scores[alone] is None:
        # Without a score when a round has come to its end are only those who have not thrown when it was shut.
        shut = SHUT in s.statuses and s.frame.rules.shut_ends_round
        if not shut:
            return (alone,)
    noted = [score for score in s.scores if score is not None]
    if not noted:
        return ()
    lowest = min(noted)
    return tuple([seat for seat, score in enumerate(s.scores) if score == lowest])


def _left_alone(s: State) -> int | None:
    """The last one in of several, where that decides the match."""
    frame = s.frame
    if not frame.rules.eliminate_at or len(frame.players) == 1:
        return None
    seated = frame.ledger.seated
    return seated[0] if len(seated) == 1 else None


def _decided(s: State) -> bool:
    """Whether the match is over, seen between two rounds."""
    rules = s.frame.rules
    ledger = s.frame.ledger
    if not _enough_left(s):
        return True
    if rules.rounds:
        return ledger.finished >= rules.rounds
    if rules.target:
        return max(ledger.totals) >= rules.target
    return rules.match is MatchKind.SINGLE


def _keep(s: State, ledger: Ledger) -> None:
    frame = s.frame
    if ledger is not frame.ledger:
        s.frame = Frame(frame.rules, frame.mechanics, frame.players, frame.round, frame.starter, ledger)


def end_match(s: State) -> None:
    """The match is over; what is left in the pool goes back."""
    _keep(s, s.frame.ledger.with_pool_returned())
    s.phase = MATCH_OVER
    s.tell(MatchEnded(s.frame.ledger.winners(bool(s.frame.rules.eliminate_at))))


def leave(s: State, player: int) -> None:
    """A player leaves the match: their open flaps are noted, their seat is skipped from now on."""
    ledger = s.frame.ledger
    if s.phase is ROUND_OVER:
        s.tell(Left(player, s.scores[player]))
        if s.statuses[player] is not SHUT:
            s.statuses = put(s.statuses, player, OUT)
        _keep(s, ledger.with_left(player, ledger.finished))
        if not _enough_left(s):
            end_match(s)
        return
    if s.statuses[player] is PLAYING and takes_part(s, player):
        s.scores = put(s.scores, player, s.frame.mechanics.score(s.rows[player]))
    if s.statuses[player] is not SHUT:
        s.statuses = put(s.statuses, player, OUT)
    score = s.scores[player]
    s.tell(Left(player, score))
    _keep(s, ledger.with_left(player, ledger.finished + (score is not None)))
    if _left_alone(s) is not None:
        s.dice = ()
        s.answers = None
        _count_round(s)
    elif not s.frame.mechanics.common_throw:
        if player == s.turn:
            _go_on(s)
    elif s.phase is ROLL:
        _go_on(s)
    elif player in s.waiting:
        s.waiting = tuple(seat for seat in s.waiting if seat != player)
        if not s.waiting:
            _go_on(s)


def _enough_left(s: State) -> bool:
    """Whether enough players are left. A correction since the round ended does not decide the match."""
    return bool(s.frame.ledger.seated) and _left_alone(s) is None


def correct(s: State, player: int, points: int) -> None:
    """An operator changes a total; a match that is over stays over, and who won may change."""
    _keep(s, s.frame.ledger.with_correction(player, points))
