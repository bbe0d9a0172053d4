"""Who gives a person at a table a hint: the strongest engine that a game has for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from bloodstones.core.errors import DamagedFileError, InputError
from bloodstones.kit.advice.advice import Counsel
from bloodstones.kit.table.people import stood_in

if TYPE_CHECKING:
    from bloodstones.api.game_parts.commands import GameCommands
    from bloodstones.core.contract.game import Setup
    from bloodstones.kit.playthrough import Playthrough
    from bloodstones.kit.table.session import Session

SEARCHERS: Final = ("value_64", "monte_carlo_64")  # the best first


def adviser_for(game_commands: GameCommands, session: Session, seat: int) -> Counsel:
    """Return the strongest engine of a game behind the seat of a person, see `adviser_at`.

    It begins where those who sit there began, and follows what was `played` since.
    """
    setup = stood_in(session.setup)
    return adviser_at(game_commands, setup, session.opening(), seat, session.seed)


def adviser_at(
    game_commands: GameCommands, setup: Setup, start: Playthrough, seat: int, seed: int
) -> Counsel:
    """Return the strongest engine of a game behind a seat.

    That is a search by learned values where the game has them for so many players, else a search by
    playouts, else a tuned strategy.

    Parameters
    ----------
    setup
        Who sits where; no people.
    start
        The playthrough from which on it follows.
    seed
        What the luck of playouts is keyed by.

    Raises
    ------
    DamagedFileError
        If the learned values of the game are there but damaged: no weaker engine stands in then.
    """
    from bloodstones.api.explanations.judge import tuned_of

    game: Any = game_commands.game
    for each in SEARCHERS:
        try:
            return Counsel(game, setup, each, seat, start, seed)
        except DamagedFileError:
            raise
        except InputError:  # no such strategy, or nothing learned for so many players
            continue
    return Counsel(game, setup, tuned_of(game_commands), seat, start, seed)
