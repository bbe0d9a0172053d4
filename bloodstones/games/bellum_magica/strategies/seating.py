"""Who decides for which seat, see `kit.players.seating`."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from bloodstones.core.kernels.layout import Array
from bloodstones.games.bellum_magica.engine.state import GameState
from bloodstones.games.bellum_magica.engine.tables import RuleTables
from bloodstones.games.bellum_magica.engine.view import visible
from bloodstones.games.bellum_magica.kernels import DECIDERS
from bloodstones.games.bellum_magica.rules.reading import Ruleset
from bloodstones.games.bellum_magica.strategies.policy import Policy, finder, pack_policy
from bloodstones.kit.players import seating
from bloodstones.kit.players.python_strategy import Sight
from bloodstones.kit.players.seating import Seating
from bloodstones.kit.players.strategy import Strategy

Policies = tuple[Policy, Mapping[str, Policy]]


def look(s: GameState, seat: int, memory: Array, luck: random.Random) -> Sight:
    """Return what a Python strategy decides from."""
    return Sight(visible(s, seat), memory, luck)


def policies_at(rules: Ruleset, strategies: Sequence[Strategy]) -> Policies:
    """Return the packed strategies of the seats, and what searching ones among them ask."""

    def pack(chosen: Sequence[Strategy]) -> Policy:
        return pack_policy(rules, chosen)

    return seating.policies_of(pack, finder(rules).find, strategies)


def seat_at(strategies: Sequence[Strategy], tables: RuleTables, policies: Policies) -> Seating:
    """Return the seating of a table."""
    return seating.seat(DECIDERS, look, strategies, tables, policies)
