"""Who decides for which seat, see `kit.players.seating`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bloodstones.games.bloodstones.engine.tables import RuleTables
from bloodstones.games.bloodstones.kernels import DECIDERS
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.ruleset import BoardMap, Ruleset
from bloodstones.games.bloodstones.strategies.finding import find_strategy
from bloodstones.games.bloodstones.strategies.policy import Policy, pack_world, seated
from bloodstones.games.bloodstones.strategies.seat_view import Window
from bloodstones.kit.players import seating
from bloodstones.kit.players.seating import Seating
from bloodstones.kit.players.strategy import Strategy


def policies_of(
    world: Policy, strategies: Sequence[Strategy]
) -> tuple[Policy, Mapping[str, Policy]]:
    """Return the packed strategies of the seats, and what searching ones among them ask.

    `world`: the odds and the map, see `policy.pack_world`.
    """
    return seating.policies_of(lambda seats: seated(world, seats), find_strategy, strategies)


def seat(
    rules: Ruleset,
    board: BoardMap,
    line_up: Sequence[Faction],
    strategies: Sequence[Strategy],
    tables: RuleTables,
    policies: tuple[Policy, Mapping[str, Policy]] | None = None,
) -> Seating:
    """Return the seating of a table.

    Parameters
    ----------
    strategies
        By seat, from `finding.find_strategy`.
    tables
        The packed rules.
    policies
        From `policies_of`, to share them between playthroughs.
    """
    packed = policies or policies_of(pack_world(rules, board), strategies)
    window = Window(rules, board, tuple(line_up), tables)
    return seating.seat(DECIDERS, window.look, strategies, tables, packed)
