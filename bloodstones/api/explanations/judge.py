"""The evaluator of recorded positions: learned values, or roll-outs to the end."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bloodstones.api.explanations.strengths import EQUALS, Among
from bloodstones.core.errors import expected
from bloodstones.kit.table.people import all_by

if TYPE_CHECKING:
    from bloodstones.api.game_parts.commands import GameCommands
    from bloodstones.core.contract.game import Setup
    from bloodstones.kit.explain.learned import Calibration
    from bloodstones.kit.explain.rollouts import Playouts
    from bloodstones.kit.players.strategy import Strategy

TUNED: Final = "{name}_tuned"
WHERE: Final = "bloodstones explain"


@dataclass(frozen=True, slots=True)
class Judge:
    """An evaluator of positions: a strategy with learned values, or one that plays roll-outs.

    Attributes
    ----------
    player
        The strategy that plays on.
    values
        The strategy whose learned values evaluate the end of a turn; "" where playouts go to the
        end.
    calibration
        What chances go with its values; None without them.
    playouts
        What does it.
    among
        Among whom chances are.
    """

    player: str
    values: str
    calibration: Calibration | None
    playouts: Playouts
    among: Among = EQUALS


def judge_for(game_commands: GameCommands, setup: Setup, named: str | None, seed: int) -> Judge:
    """Return the evaluator of the positions of a table.

    Parameters
    ----------
    setup
        Who sits there, with which rules.
    named
        The strategy that plays on, or one that evaluates with learned values; None: the best there
        is, that is learned values for so many players, else a tuned strategy.
    """
    game: Any = game_commands.game
    if not hasattr(game, "seat"):
        raise expected("a game whose positions can be played on", game_commands.id, WHERE)
    players = len(setup.seats)
    judge = _learned(game, setup) if named is None else _named(game, setup, named)
    if judge is not None and judge.values and hasattr(game, "observer"):
        from bloodstones.kit.explain.learned import judged
        from bloodstones.kit.values.store import read_values

        values = read_values(judge.values, players, judge.features)
        by_values = judged(game, all_by(setup, judge.policies[0]), seed, values)
        return Judge(judge.policies[0], judge.id, by_values.calibration, by_values)
    from bloodstones.kit.explain.rollouts import Playouts

    player = named or tuned_of(game_commands)
    seating = game.seat(all_by(setup, player))
    return Judge(player, "", None, Playouts(seating, players, seed))


def tuned_of(game_commands: GameCommands) -> str:
    """Return the default strategy of roll-outs: a tuned strategy if there is one."""
    strategies = game_commands.strategies
    listed = [] if strategies is None else [strategy.id for strategy in strategies.shipped()]
    usual = game_commands.default_strategy or next((n for n in listed if n != "random"), "random")
    tuned = TUNED.format(name=usual)
    return tuned if tuned in listed else usual


def _named(game: Any, setup: Setup, name: str) -> Strategy | None:
    """Return a strategy by its name, None where the game has no such finder."""
    if not hasattr(game, "finder_for"):
        return None
    strategy: Strategy = game.finder_for(setup.data).find(name, "--strategy")
    return strategy


def _learned(game: Any, setup: Setup) -> Strategy | None:
    """Return the shipped strategy with values learned for this number of players, if any."""
    if not hasattr(game, "observer") or not hasattr(game, "finder_for"):
        return None
    from bloodstones.kit.values.store import path_of

    shipped: dict[str, Strategy] = game.finder_for(setup.data).shipped()
    players = len(setup.seats)
    able = (
        each
        for each in shipped.values()
        if each.values and path_of(Path(each.values), players).is_file()
    )
    return next(able, None)
