"""Who advises people at a table, whatever the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from bloodstones.core.errors import InputError
from bloodstones.kit.explain.rollouts import Playouts
from bloodstones.kit.table.chances import Judge
from bloodstones.kit.table.people import all_by

if TYPE_CHECKING:
    from bloodstones.cli.game.commands import Desk
    from bloodstones.kit.table.session import Sitting

SEARCHERS: Final = ("value_64", "monte_carlo_64")  # the best first


def judge_for(desk: Desk, sitting: Sitting) -> tuple[str, Judge]:
    """Return the strongest engine of a game by name, and who tells what choices are worth.

    Learned values are taken where the game has them for so many players, else a search by
    playouts, else a tuned strategy. Chances are told by the strategy that plays on in its search.
    """
    from bloodstones.cli.explanations.judge import tuned_of

    game: Any = desk.game
    finder = game.finder_for(sitting.setup.data)
    plain = tuned_of(desk)
    name, player = plain, plain
    for each in SEARCHERS:
        try:
            found = finder.find(each, "?")
            engine = game.seat(all_by(sitting.setup, each))
        except InputError:
            continue
        name, player = each, found.policies[0]
        break
    else:
        engine = game.seat(all_by(sitting.setup, plain))
    seats = len(sitting.setup.seats)
    playouts = Playouts(game.seat(all_by(sitting.setup, player)), seats, sitting.seed)
    return name, Judge(playouts, engine, player)
