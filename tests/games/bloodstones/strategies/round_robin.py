"""Every strategy against every other, two players, factions and seats swapped, common seeds.

`python -m tests.games.bloodstones.strategies.round_robin warlord builder --games 240` prints win
rates with 95 % Wilson intervals and what the games look like.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from itertools import combinations, permutations

import numpy as np

from bloodstones.core.kernels.streams import game_key
from bloodstones.games.bloodstones.engine.playthrough import decision_buffer
from bloodstones.games.bloodstones.engine.rule_tables import pack
from bloodstones.games.bloodstones.engine.state import GameState, Source
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.strategies.finding import find_strategy
from bloodstones.games.bloodstones.strategies.policy import PLANS, pack_policy
from bloodstones.kit import playing
from bloodstones.stats.inference.intervals import wilson_interval

SEED = 20_261
COUNTED = ("turns", "villages_built", "villages_lost", "battles_won", "withdrawals", "units_built")


class RoundRobin:
    """The games on one map, and what they looked like by strategy."""

    def __init__(self, map_id: str) -> None:
        self.rules, self.board = load_ruleset(), load_map(map_id)
        able = [f for f in Faction if self.rules.factions[f].min_players <= 2]
        self.tables = {pair: pack(self.rules, self.board, pair) for pair in permutations(able, 2)}
        self.buffer = decision_buffer()
        self.figures_of: dict[str, list[list[float]]] = defaultdict(list)

    def wins(self, one: str, other: str, games: int) -> tuple[float, int]:
        """Return the win credit of `one` and how many games there were."""
        credit, played = 0.0, 0
        for names in ((one, other), (other, one)):
            seats = [find_strategy(name, "round robin") for name in names]
            policy = pack_policy(self.rules, self.board, seats)
            for number, (pair, tables) in enumerate(self.tables.items()):
                first, last = (games * n // len(self.tables) // 2 for n in (number, number + 1))
                for replicate in range(first, last):
                    state = GameState.new()
                    key = game_key(SEED, f"{pair[0]:d}/{pair[1]:d}", replicate)
                    playing.play_out(state, tables, policy, key, self.buffer)
                    best = state.rank[:2] == 1
                    credit += best[names.index(one)] / best.sum()
                    played += 1
                    self._look(state, names)
        return credit, played

    def _look(self, state: GameState, names: tuple[str, str]) -> None:
        for seat, name in enumerate(names):
            sources = [float(state.vp[seat, source]) for source in Source]
            counts = [float(getattr(state, field)[seat]) for field in COUNTED]
            self.figures_of[name].append(sources + counts)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("names", nargs="*", default=list(PLANS.strategies()))
    parser.add_argument("--games", type=int, default=240)
    parser.add_argument("--map", default="tyrants_lament")
    arguments = parser.parse_args()
    table = RoundRobin(arguments.map)
    for one, other in combinations(arguments.names, 2):
        credit, played = table.wins(one, other, arguments.games)
        low, high = wilson_interval(credit, played)
        result = f"{credit / played:6.1%}  [{low:.1%}, {high:.1%}]  n={played}"
        sys.stdout.write(f"{one:12} against {other:12} {result}\n")
    columns = [*(f"vp_{source.id}" for source in Source), *COUNTED]
    for name, rows in table.figures_of.items():
        means = np.mean(rows, axis=0)
        figures = (f"{column} {mean:.1f}" for column, mean in zip(columns, means, strict=True))
        sys.stdout.write(f"{name}: {'  '.join(figures)}\n")


if __name__ == "__main__":
    main()
