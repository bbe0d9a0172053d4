"""The adviser of people at a table, for any game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from bloodstones.core.errors import InputError
from bloodstones.kit.advice.advice import Counsel
from bloodstones.kit.table.people import stood_in

if TYPE_CHECKING:
    from bloodstones.api.game_parts.commands import GameCommands
    from bloodstones.kit.table.session import Session

SEARCHERS: Final = ("value_64", "monte_carlo_64")  # the best first


def counsel_for(game_commands: GameCommands, session: Session, seat: int) -> Counsel:
    """Return the strongest engine of a game behind the seat of a person.

    That is a search by learned values where the game has them for so many players, else a search by
    playouts, else a tuned strategy.
    """
    from bloodstones.api.explanations.judge import tuned_of

    game: Any = game_commands.game
    setup, start = stood_in(session.setup), session.start()
    for each in SEARCHERS:
        try:
            return Counsel(game, setup, each, seat, start, session.seed)
        except InputError:
            continue
    return Counsel(game, setup, tuned_of(game_commands), seat, start, session.seed)
