"""Who decides for which seat, see `kit.players.seating`."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from bloodstones.core.kernels.layout import Array
from bloodstones.games.wizard_kings.engine.state import GameState
from bloodstones.games.wizard_kings.engine.tables import RuleTables
from bloodstones.games.wizard_kings.engine.view import visible
from bloodstones.games.wizard_kings.kernels import DECIDERS
from bloodstones.games.wizard_kings.rules.ruleset import Ruleset
from bloodstones.games.wizard_kings.strategies.policy import Policy, pack_policy
from bloodstones.kit.players import seating
from bloodstones.kit.players.python_strategy import Sight
from bloodstones.kit.players.seating import Find, Seating
from bloodstones.kit.players.strategy import Strategy

Policies = tuple[Policy, Mapping[str, Policy]]


def policies_at(
    rules: Ruleset,
    roles: Sequence[str],
    strategies: Sequence[Strategy],
    find: Find,
) -> Policies:
    """Return the packed strategies of the seats, and what searching ones among them ask."""

    def pack(chosen: Sequence[Strategy]) -> Policy:
        return pack_policy(rules, roles, chosen)

    return seating.policies_of(pack, find, strategies)


def seat_at(strategies: Sequence[Strategy], tables: RuleTables, policies: Policies) -> Seating:
    """Return the seating of a table."""

    def look(s: GameState, seat: int, memory: Array, luck: random.Random) -> Sight:
        return Sight(visible(s, tables, seat), memory, luck)

    return seating.seat(DECIDERS, look, strategies, tables, policies)
