"""`python -m tests.warm_up` compiles the kernels of all games, and then those of tests.

Both come from one process: what a game compiled, the kernels of tests that call it need not compile
again, as each worker of a test run otherwise would.
"""

from __future__ import annotations

from bloodstones.core.streams import game_key
from bloodstones.environments import vector_env
from bloodstones.environments.tables import table_of
from bloodstones.games import warm_up as games
from bloodstones.games.bloodstones.cli import engine_speed
from bloodstones.games.bloodstones.cli.time_shares import time_shares
from bloodstones.games.bloodstones.engine import turn
from bloodstones.games.bloodstones.engine.playthrough import decision_buffer
from bloodstones.games.bloodstones.engine.state import GameState
from bloodstones.games.bloodstones.record.position import play_faults
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.registry import GAMES
from bloodstones.kit import bench
from tests.games.bloodstones import engine_fights
from tests.games.bloodstones.strategies.search import test_worlds
from tests.property import perft, random_sets, test_random_play
from tests.property.second_engine import Deal
from tests.toy.game import GAME as TOY

FIGHTS = 10_000  # a battle that tells something by so many
PAIR = (Faction.HILL_FOLK, Faction.HORSE_LORDS)


def warm_up_bloodstones() -> None:
    """Fight a battle, count sequences, deal a world, time a few positions, watch a playthrough."""
    state, tables, attack = engine_speed.battle_position()
    buffer = decision_buffer()
    states = bench.pair_of(state, GameState)
    engine_speed.fight(states, tables, attack, 1, buffer)
    next(engine_fights.engine_battles(0, FIGHTS)).fight(1)
    perft.counts_of(Deal("ring", tuple(faction.id for faction in PAIR), 1).engine())
    test_worlds.deal(state, tables, game_key(0, "warm up", 0), 0)
    time_shares(PAIR, ["random"], 1)
    random_sets.play("tyrants_lament", PAIR, range(1))
    test_random_play.watched()
    turn.settle_chance(state, tables, buffer)
    play_faults.withdrawal_open(states[1], tables)
    play_faults.conclude(states[1], tables)


def warm_up_environments() -> None:
    """See a position of every game, deal its world anew, step the smallest game."""
    for game_id in GAMES:
        laid = table_of(game_id)
        played = laid.playthrough(0, 0)
        laid.observe(played.state, 0)
        laid.legal(played)
        deal = laid.seating.deciders.deal
        assert deal is not None
        deal(played.state, laid.seating.tables, 0, game_key(0, "warm up", 0), 0)
    smallest = vector_env("bellum_magica", 1, players=2)
    smallest.reset(seed=0)
    smallest.step(smallest.random_actions())


def main() -> None:
    """Compile whatever is not in the cache."""
    games.warm_up()
    warm_up_bloodstones()
    warm_up_environments()
    TOY.warm_up()


if __name__ == "__main__":
    main()
