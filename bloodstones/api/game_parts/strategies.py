"""The strategies of any game that reads them by the kit (see `parts.Strategies`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

from bloodstones.api.game_parts.facts import ParameterInfo, StrategyInfo

if TYPE_CHECKING:
    from bloodstones.api.game_parts.parts import Simulated
    from bloodstones.kit.players.finder import Finder
    from bloodstones.kit.players.strategy import Strategy


class FindsStrategies(Protocol):
    """A game whose strategies are files that the kit reads."""

    def finder_for(self, data: str = "") -> Finder:
        """Return its strategies; `data` is a user's folder as in `core.contract.game.Setup`."""


class KitStrategies:
    """Strategies made from a game's files alone.

    Parameters
    ----------
    game_commands
        Of a game with `finder_for`.
    """

    def __init__(self, game_commands: Simulated) -> None:
        self.game_commands = game_commands

    def shipped(self, data: str = "") -> Sequence[StrategyInfo]:
        """All that come with the game: scripted ones and their presets, then searching ones."""
        finder = self._finder(data)
        return [strategy_info(finder, strategy) for strategy in finder.shipped().values()]

    def find(self, name: str, where: str, data: str = "") -> StrategyInfo:
        """Return one by its name; InputError, with `where`, for an unknown one."""
        finder = self._finder(data)
        return strategy_info(finder, finder.find(name, where))

    def _finder(self, data: str) -> Finder:
        return cast("FindsStrategies", self.game_commands.game).finder_for(data)


def strategy_info(finder: Finder, strategy: Strategy) -> StrategyInfo:
    """Return a strategy as commands show it."""
    parameters = finder.parameters(strategy) if strategy.weights else {}
    return StrategyInfo(
        strategy.id,
        strategy.title,
        strategy.family.id,
        strategy.traits.cost.id,
        strategy.traits.as_dict(),
        tuple(strategy.policies),
        strategy.weights,
        strategy.by_role,
        strategy.crowded,
        {
            name: ParameterInfo(one.low, one.high, one.meaning, one.default)
            for name, one in parameters.items()
        },
    )


def as_dict(strategy: StrategyInfo) -> dict[str, Any]:
    """Return what `--json` prints of a strategy."""
    return {
        "id": strategy.id,
        "title": strategy.title,
        "family": strategy.family,
        "traits": dict(strategy.traits),
        "policies": list(strategy.policies),
        "parameters": dict(strategy.parameters),
        "by_faction": {name: dict(weights) for name, weights in strategy.by_role.items()},
        "crowded": {name: dict(weights) for name, weights in strategy.crowded.items()},
        "ranges": {
            name: [parameter.low, parameter.high] for name, parameter in strategy.ranges.items()
        },
    }
