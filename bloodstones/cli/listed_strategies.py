"""The strategies of a game as commands tell them, from what the game lists (`parts.Strategies`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bloodstones.cli.told import ParameterTold, StrategyTold


@dataclass(frozen=True, slots=True)
class ListedStrategies:
    """Strategies of a game.

    Attributes
    ----------
    listed
        `() -> strategies by id`, each with `id`, `title`, `family` and `weights`, perhaps `traits`,
        `policies`, `by_role` and `crowded` (see `kit.players.strategy.Strategy`).
    named
        `(name, where) -> strategy`; raises InputError for an unknown one.
    ranges
        `strategy -> its parameters` with `low`, `high` and `meaning`, by name.
    """

    listed: Callable[[], Mapping[str, Any]]
    named: Callable[[str, str], Any]
    ranges: Callable[[Any], Mapping[str, Any]]

    def shipped(self) -> Sequence[StrategyTold]:
        """All that come with the game."""
        return [self._told(strategy) for strategy in self.listed().values()]

    def find(self, name: str, where: str) -> StrategyTold:
        """Return one by its name; InputError, with `where`, for an unknown one."""
        return self._told(self.named(name, where))

    def _told(self, strategy: Any) -> StrategyTold:
        traits = getattr(strategy, "traits", None)
        known = self.ranges(strategy) if strategy.weights else {}
        return StrategyTold(
            strategy.id,
            strategy.title,
            strategy.family.id,
            "" if traits is None else traits.cost.id,
            {} if traits is None else traits.as_dict(),
            tuple(getattr(strategy, "policies", ())),
            strategy.weights,
            getattr(strategy, "by_role", {}),
            getattr(strategy, "crowded", {}),
            {name: ParameterTold(one.low, one.high, one.meaning) for name, one in known.items()},
        )
