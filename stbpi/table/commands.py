"""What people ask of a match by other ways than its flaps and its button."""

from __future__ import annotations

from stbpi.rules.actions import Correct, Retire, Roll, Stop
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
from stbpi.table.prompts import Offer, PromptCode
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
                _go_on(game)
            case EnterDice(dice, replace=True):
                game.correct_throw(dice)
            case EnterDice(dice):
                _enter(game, dice)
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


def _enter(game: Game, dice: tuple[int, ...]) -> None:
    """Dice thrown by hand were typed in."""
    game.running().takes_dice()
    if game.prompt().code is not PromptCode.PRESS_TO_ROLL:
        raise TableRefusal(
            "no_throw_due",
            Said.of(N_("No throw is due now; do what the tray asks for first, or correct the last throw.")),
        )
    game.decide(Roll(tuple(dice)))


def _go_on(game: Game) -> None:
    """The same as a press, where a press goes on."""
    game.running()
    offer = game.prompt().press
    if offer is not Offer.NEXT and offer is not Offer.NEW_MATCH:
        raise TableRefusal(
            "round_not_over",
            Said.of(N_("The round is being played and cannot be left; do what the tray asks for.")),
        )
    game.do(offer)
