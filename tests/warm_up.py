"""`python -m tests.warm_up [largest|others]` compiles kernels of games and those of their tests.

Both come from one process: what a game compiled, the kernels of tests that call it need not compile
again, as each worker of a test run otherwise would. The largest game takes as long as the others.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.kernels.streams import WORDS, draw_word, game_key
from bloodstones.environments import vector_env
from bloodstones.environments.game_table import TableSetup, table_of
from bloodstones.games.bloodstones.engine import turn
from bloodstones.games.bloodstones.engine.playthrough import decision_buffer
from bloodstones.games.bloodstones.engine.state import GameState
from bloodstones.games.bloodstones.odds.sampling import sample_wins
from bloodstones.games.bloodstones.record.position import play_faults
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.strategies.features import features
from bloodstones.games.registry import GAMES, load_game
from bloodstones.kit import bench
from bloodstones.kit.explain.rollouts import Playouts
from bloodstones.kit.kernels import deal_world
from bloodstones.kit.observing import SEATS
from bloodstones.kit.players.seating import Seating
from bloodstones.kit.profiling import time_shares
from bloodstones.kit.search.player import SearchPlayer
from bloodstones.kit.search.search_parameters import KNOBS
from bloodstones.kit.values.network import MOST_FEATURES
from tests.games.battalia import test_features
from tests.games.battalia.scene import Scene
from tests.games.bloodstones import engine_fights
from tests.games.bloodstones.engine import test_tally
from tests.games.bloodstones.odds import test_engine_odds
from tests.games.bloodstones.strategies import test_restrictions
from tests.kit import coins, sticks, test_bench, test_players, test_search, test_search_halving
from tests.kit.values import test_network
from tests.property import perft, random_sets, test_random_play
from tests.property.second_engine import Deal
from tests.toy.game import GAME as TOY

LARGEST = "bloodstones"
FIGHTS = 10_000  # a battle that tells something by so many
PAIR = (Faction.HILL_FOLK, Faction.HORSE_LORDS)


def warm_up_bloodstones() -> None:
    """Count sequences, deal a world, time a few positions, watch a playthrough."""
    laid = table_of(LARGEST)
    played = laid.playthrough(0, 0)
    state, tables, buffer = played.state, played.tables, decision_buffer()
    states = bench.pair_of(state, GameState)
    next(engine_fights.engine_battles(0, FIGHTS)).fight(1)
    perft.counts_of(Deal("ring", tuple(faction.id for faction in PAIR), 1).engine())
    time_shares(laid.seating, 1)
    random_sets.play("tyrants_lament", PAIR, range(1))
    test_random_play.watched()
    turn.settle_chance(state, tables, buffer)
    play_faults.withdrawal_open(states[1], tables)
    play_faults.conclude(states[1], tables)
    bench.copy_back_and_forth(states, 1)
    features(state, tables, np.zeros((SEATS, MOST_FEATURES)))


def warm_up_odds() -> None:
    """Sample a battle, ask strategies for its odds, bar units, fill a tally."""
    battle = next(engine_fights.engine_battles(0, FIGHTS))
    sample_wins(battle.odds.numbers, battles=1)
    asked = battle.scene.state, battle.scene.game.tables, test_engine_odds.packed(battle)
    test_engine_odds.told_by_strategies(*asked)
    test_engine_odds.told_before_a_swap(*asked, 0)
    test_restrictions.barred_of(0, 0, 0)
    test_restrictions.allowed_of(*asked, np.zeros(1, np.int32), 1)
    state, _ = test_tally.full()
    test_tally.companions(state, battle.scene.game.tables)


def warm_up_search_and_learning(game_id: str) -> None:
    """Search for a decision, as many tests do, in several workers at once, and note turns."""
    for player in searching(game_id).players:
        assert isinstance(player, SearchPlayer)
        player.warm_up()
    warm_up_learning(game_id)


def searching(game_id: str) -> Seating:
    """Return a table of a game where all search."""
    players = table_of(game_id).players
    return table_of(game_id, TableSetup(strategies=("monte_carlo",) * players)).seating


def warm_up_learning(game_id: str) -> None:
    """Note the turns of a playthrough."""
    game: Any = load_game(game_id)
    laid = table_of(game_id)
    game.observer.observe(laid.seating, laid.players, [game_key(0, "warm up", 0)])


def warm_up_explaining(game_id: str) -> None:
    """Play on from a position, and list the outcomes of chance in one."""
    laid = table_of(game_id)
    played = laid.playthrough(0, 0)
    Playouts(laid.seating, laid.players, 0).credits(played.state, range(1))
    played.weighted_outcomes()


def warm_up_toy() -> None:
    """Play the smallest whole game, and search in it from its start to its end."""
    TOY.warm_up()
    TOY.seat(Setup("", (Seat("", "monte_carlo"),) * 2)).warm_up()


def warm_up_sticks() -> None:
    """Search and note turns in the game that tests of the kit play."""
    with TemporaryDirectory() as folder:
        seating = test_players.seating(sticks.finder(Path(folder)), "monte_carlo_8", "shy")
    seating.warm_up()
    test_search.observed(seating)


def warm_up_kit() -> None:
    """Halve, judge, copy and draw, as tests of the kit do each by itself."""
    test_search_halving.run([0.0, 1.0], 2)
    test_network.test_kernel_and_matrices_judge_alike(0)
    test_bench.test_copies_are_whole_and_counted()
    streams = np.zeros((1, WORDS), np.int64)
    coins.open_luck(streams, game_key(0, "warm up", 0))
    coins.rolled(streams)
    draw_word(streams, 0)


def warm_up_environment(game_id: str) -> None:
    """See a position of a game and deal its world anew."""
    laid = table_of(game_id)
    played = laid.playthrough(0, 0)
    laid.observe(played.state, 0)
    laid.legal(played)
    deal_world(played.state, laid.seating.tables, 0, game_key(0, "warm up", 0), 0)


def warm_up_battalia() -> None:
    """Describe and judge a position."""
    scene = Scene()
    test_features.described(scene)
    test_features.judge(scene.s, scene.game.tables, np.zeros(KNOBS), np.zeros(2))


def warm_up_stepping() -> None:
    """Step the smallest game."""
    smallest = vector_env("bellum_magica", 1, players=2)
    smallest.reset(seed=0)
    smallest.step(smallest.random_actions())


MORE: dict[str, tuple[Callable[[], object], ...]] = {
    LARGEST: (
        warm_up_bloodstones,
        lambda: searching(LARGEST).warm_up(),
        partial(warm_up_learning, LARGEST),
        warm_up_toy,
        warm_up_sticks,
        warm_up_odds,
        warm_up_kit,
    ),
    "wizard_kings": (partial(warm_up_search_and_learning, "wizard_kings"),),
    "battlelore": (partial(warm_up_search_and_learning, "battlelore"),),
    "battalia": (warm_up_battalia,),
    "bellum_magica": (
        partial(warm_up_search_and_learning, "bellum_magica"),
        warm_up_stepping,
    ),
}
PARTS = {"largest": [LARGEST], "others": [game_id for game_id in GAMES if game_id != LARGEST]}


def main(parts: Sequence[str]) -> None:
    """Compile whatever is not in the cache; all of it, if no part is named."""
    for game_id in [name for part in parts or PARTS for name in PARTS[part]]:
        load_game(game_id).warm_up()
        for more in MORE.get(game_id, ()):
            more()
        warm_up_environment(game_id)
        warm_up_explaining(game_id)


if __name__ == "__main__":
    main(sys.argv[1:])
