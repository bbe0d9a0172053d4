"""Who decides for which seat: kernels, searching players and Python code alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bloodstones.core.layout import Array
from bloodstones.games.bloodstones.engine import turn
from bloodstones.games.bloodstones.engine.lead import follow
from bloodstones.games.bloodstones.engine.state import GameState, Point
from bloodstones.games.bloodstones.engine.tables import RuleTables
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.ruleset import BoardMap, Ruleset
from bloodstones.games.bloodstones.strategies.choosing import choose
from bloodstones.games.bloodstones.strategies.finding import find_strategy
from bloodstones.games.bloodstones.strategies.policy import (
    Family,
    Policy,
    Strategy,
    pack_world,
    seated,
)
from bloodstones.games.bloodstones.strategies.python_strategy import PythonPlayer, load_strategy
from bloodstones.games.bloodstones.strategies.search.player import SearchPlayer

COMPILED = (Family.RANDOM, Family.SCRIPTED)
SEARCHING = (Family.MONTE_CARLO, Family.TREE_SEARCH)


class Player(Protocol):
    """Who decides for a seat outside of the kernels of whole playthroughs."""

    def index(self, s: GameState, legal: Array, n: int) -> int:
        """Return the index of the choice among the first `n` decisions of `legal`.

        In the state nothing but the decider's own stream and memory may change.
        """


@dataclass(frozen=True, slots=True)
class Seating:
    """The strategies of a table, ready to decide; for one playthrough at a time.

    Attributes
    ----------
    tables, policy
        Packed rules and strategies.
    players
        By seat the player for it, None where the kernels decide.
    """

    tables: RuleTables
    policy: Policy
    players: tuple[Player | None, ...]

    @property
    def compiled(self) -> bool:
        """Whether kernels decide for every seat."""
        return not any(self.players)

    def warm_up(self) -> None:
        """Compile what the players need or load it from the cache."""
        for player in self.players:
            if isinstance(player, SearchPlayer):
                player.warm_up()

    def index(self, s: GameState, legal: Array, n: int) -> int:
        """Return the index of the decider's choice among the first `n` decisions of `legal`."""
        player = self.players[int(s.decider)]
        if n == 1 or player is None:
            return int(choose(s, self.tables, self.policy, legal, n))
        return player.index(s, legal, n)

    def play_out(self, s: GameState, key: Array, legal: Array, course: Array) -> int:
        """Play from a zeroed state to the end; return the number of decisions.

        Parameters as in `playing.play_out`.
        """
        turn.start(s, self.tables, key, legal)
        turn.settle_chance(s, self.tables, legal)
        decisions = 0
        while s.point != Point.OVER:
            n = turn.legal_decisions(s, self.tables, legal)
            turn.apply(s, self.tables, legal[self.index(s, legal, n)], legal)
            turn.settle_chance(s, self.tables, legal)
            follow(s, self.tables, course)
            decisions += 1
        return decisions


def policies_of(
    world: Policy, strategies: Sequence[Strategy]
) -> tuple[Policy, Mapping[str, Policy]]:
    """Return the packed strategies of the seats, and what searching ones among them ask.

    Parameters
    ----------
    world
        The odds and the map, see `policy.pack_world`.

    Returns
    -------
    Policy
        Of the seats; a seat outside of the kernels has no parameters there.
    mapping
        Id of a scripted strategy -> its policy for all seats.
    """
    names = {name: None for strategy in strategies for name in strategy.policies}
    asked = {
        name: seated(world, [find_strategy(name, "policies")] * len(strategies)) for name in names
    }
    return seated(world, strategies), asked


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
    packed, asked = policies or policies_of(pack_world(rules, board), strategies)
    players: list[Player | None] = []
    for strategy in strategies:
        if strategy.family in COMPILED:
            players.append(None)
        elif strategy.family in SEARCHING:
            players.append(
                SearchPlayer(strategy, tables, [asked[name] for name in strategy.policies])
            )
        else:
            choose_in_python = load_strategy(strategy.id, "seats").choose
            players.append(
                PythonPlayer(strategy.id, choose_in_python, rules, board, tuple(line_up), tables)
            )
    return Seating(tables, packed, tuple(players))
