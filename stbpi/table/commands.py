"""What people ask of a match by other ways than its flaps and its button."""

from __future__ import annotations

from stbpi.rules.actions import Correct, Retire, Stop
from stbpi.rules.said import N_, Said
from stbpi.table.events import (
    BelieveFlap,
    CorrectScore,
    EnterDice,
    Event,
    FlapRef,
    GoOn,
    PrepareMatch,
    RedoDecision,
    RetirePlayer,
    StopMatch,
    TellFlap,
    UndoDecision,
)
from stbpi.table.fitting import check_flap
from stbpi.table.game import Game
from stbpi.table.refusal import TableRefusal


def carry_out(game: Game, command: Event) -> None:
    """Carry out what somebody asks for, or raise TableRefusal before anything has changed."""
    idle, game.idle = game.idle, False
    flaps = game.standing.flaps
    try:
        match command:
            case PrepareMatch(setup, abandon):
                game.prepare_instead(setup, abandon=abandon)
            case GoOn() if idle:
                pass
            case GoOn():
                game.go_on_if_offered()
            case EnterDice(dice, replace=True):
                game.correct_throw(dice)
            case EnterDice(dice):
                game.enter(dice)
            case UndoDecision():
                game.undo()
            case RedoDecision():
                game.redo()
            case StopMatch():
                game.decide(Stop())
            case TellFlap(side, flap, closed):
                # Somebody says how a flap stands whose switch is not believed, or is no longer from now on.
                check_flap(FlapRef(side, flap), flaps.all)
                flaps.tell(FlapRef(side, flap), closed)
            case BelieveFlap(side, flap):
                check_flap(FlapRef(side, flap), flaps.all)
                flaps.believe(FlapRef(side, flap), True)
            case RetirePlayer(player):
                game.decide(Retire(player))
            case CorrectScore(points=0):
                nothing = N_(
                    "A correction by 0 points changes nothing; give the points to add or to take away."
                )
                raise TableRefusal("bad_points", Said.of(nothing))
            case CorrectScore(player, points, reason):
                game.decide(Correct(player, points, reason))
    except TableRefusal:
        game.idle = idle
        raise
