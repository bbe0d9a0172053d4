"""The adviser of people at a table, for any game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from bloodstones.core.errors import InputError
from bloodstones.kit.explain.rollouts import Playouts
from bloodstones.kit.table.chances import Judge
from bloodstones.kit.table.people import all_by

if TYPE_CHECKING:
    from bloodstones.cli.game.commands import GameCommands
    from bloodstones.kit.table.session import Session

SEARCHERS: Final = ("value_64", "monte_carlo_64")  # the best first


def judge_for(game_commands: GameCommands, session: Session) -> tuple[str, Judge]:
    """Return the name of a game's strongest engine, and the judge of choices.

    Learned values are taken where the game has them for so many players, else a search by playouts,
    else a tuned strategy. Chances come from roll-outs by the strategy that its search uses.
    """
    from bloodstones.cli.explanations.judge import tuned_of

    game: Any = game_commands.game
    finder = game.finder_for(session.setup.data)
    plain = tuned_of(game_commands)
    name, player = plain, plain
    for each in SEARCHERS:
        try:
            strategy = finder.find(each, "?")
            engine = game.seat(all_by(session.setup, each))
        except InputError:
            continue
        name, player = each, strategy.policies[0]
        break
    else:
        engine = game.seat(all_by(session.setup, plain))
    seats = len(session.setup.seats)
    playouts = Playouts(game.seat(all_by(session.setup, player)), seats, session.seed)
    return name, Judge(playouts, engine, player)
