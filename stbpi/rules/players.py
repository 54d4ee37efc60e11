"""The players of a match: what sentences call them, and why some cannot play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stbpi.rules.errors import PlayersError, quoted
from stbpi.rules.ruleset import MOST_PLAYERS, RuleSet
from stbpi.rules.said import N_, Said
from stbpi.rules.strength import Strength
from stbpi.rules.texts import is_whole, not_whole


def seat_name(seat: int) -> str:
    """What a player is called who has given no name."""
    return f"Player {seat + 1}"


def number_in(name: str) -> int | None:
    """The number of a seat in a name that only says so; None for a name of one's own."""
    number = name.removeprefix("Player ")
    return int(number) if number != name and number.isascii() and number.isdecimal() else None


def house_name(strength: Strength) -> str:
    """What a seat is called that the house plays: ``House perfect``."""
    return f"House {strength.value}"


def house_strength(name: str) -> Strength | None:
    """How well the house plays, in a name that says that it does; None for anybody else's name."""
    return next((strength for strength in Strength if name == house_name(strength)), None)


def called(players: Sequence[str], seat: int) -> str | Said:
    """A player as sentences name them: whose name is blank, by the number of the seat, from 1; and the house."""
    if house_strength(players[seat]) is not None:
        return Said.of(N_("The house"))
    return players[seat] if players[seat].strip() else Said.of(N_("Player {number}"), number=seat + 1)


def names_of(players: int | Iterable[str], rules: RuleSet) -> tuple[str, ...]:
    """The names by seat, of a list of names or of how many play; raises PlayersError for anything else."""
    if type(players) is int:
        if not 1 <= players <= MOST_PLAYERS:
            raise bad_count_of_players(players, rules)
        return tuple(seat_name(seat) for seat in range(players))
    if isinstance(players, str) or not isinstance(players, Iterable):
        raise no_players(players)
    names = tuple(players)
    for name in names:
        if not isinstance(name, str) or not is_whole(name):
            raise no_name(name)
    return names


def wrong_number_of_players(count: int, rules: RuleSet) -> PlayersError:
    """Fewer players than the set needs, or more than it takes."""
    few = N_("Too few players for '{rules}': {count}; it is played by {least} to {most}.")
    many = N_("{count} players are too many for '{rules}'; it is played by {least} to {most}.")
    return PlayersError(
        Said.of(
            few if count < rules.min_players else many,
            count=count,
            rules=rules.name,
            least=rules.min_players,
            most=rules.max_players,
        )
    )


def bad_count_of_players(count: int, rules: RuleSet) -> PlayersError:
    """A number of players that no set has."""
    return PlayersError(
        Said.of(
            N_("{count} players cannot play '{rules}'; give a number from {least} to {most}."),
            count=quoted(count),
            rules=rules.name,
            least=rules.min_players,
            most=rules.max_players,
        )
    )


def no_players(players: object) -> PlayersError:
    """Something else than names or a number of players."""
    return PlayersError(
        Said.of(
            N_("{players} are no players; give a list of names, or how many play."), players=quoted(players)
        )
    )


def no_name(name: object) -> PlayersError:
    """Something else than a text among the names, or one that is not whole."""
    if isinstance(name, str):
        return PlayersError(not_whole(name))
    return PlayersError(
        Said.of(N_("{name} is no name; a player is named by text."), name=quoted(name)),
    )
