"""Battles fought by the engine itself, many times over: both sides stand and swap greedily."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import sqrt

import numpy as np

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import entry
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine import turn
from bloodstones.games.bloodstones.engine.battle import decider_side
from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.engine.playthrough import check_status, decision_buffer
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import AREAS, DRAWN, SIDES, UNITS, GameState, Point
from bloodstones.games.bloodstones.odds.battle import Battle, BattleOdds, battle_odds
from bloodstones.games.bloodstones.odds.force import Force
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from tests.games.bloodstones.invariants import FORTIFIABLE
from tests.games.bloodstones.odds.test_battle import random_battle
from tests.games.bloodstones.scenario import Scenario, row_of

RULES = load_ruleset()
MOST_HAND = 3
UNTOUCHED = {"log", "memory", "streams"}  # by a battle, or never put back
LEAST_VARIANCE = 100.0  # of the number of wins, for the normal approximation


@dataclass(frozen=True)
class EngineBattle:
    """A position before a battle, and its exact odds."""

    scene: Scenario
    odds: BattleOdds

    def score(self, battles: int) -> float:
        """Fight so often; return the standard score of the number of wins."""
        p = float(self.odds.p_attacker)
        won = self.fight(battles)
        return (won - battles * p) / sqrt(battles * p * (1 - p))

    def fight(self, battles: int) -> int:
        """Fight so often; return how often the attacker won."""
        attack = Decision(Kind.ATTACK, 0, 1).pack()
        tables, buffer = self.scene.game.tables, decision_buffer()
        states = np.array([self.scene.state] * 2, GameState.dtype())
        memory = states.view(np.int64).reshape(SIDES, -1)
        words = np.flatnonzero(fought_over())
        won = fight_greedily(states, memory, words, tables, attack, battles, buffer)
        left = np.flatnonzero(memory[0] != memory[1])
        assert np.isin(left, np.concatenate([words, log_words()])).all(), "a change not undone"
        check_status(states[1], "engine battle")
        return int(won)


@cache
def fought_over() -> Array:
    """Which words of a state a battle may change: areas 0 and 1, and what belongs to no area."""
    marked = np.zeros(1, GameState.dtype())
    for name, (_, shape) in GameState.fields().items():
        here = tuple(slice(2) if size == AREAS else slice(None) for size in shape)
        if name not in UNTOUCHED:
            marked[name][(0, *here)] = -1
    return marked.view(np.int64) != 0


@cache
def log_words() -> Array:
    """The words that hold the log of the last decision, which no battle reads."""
    marked = np.zeros(1, GameState.dtype())
    marked["log"] = -1
    return np.flatnonzero(marked.view(np.int64))


@entry
def fight_greedily(
    states: Array,
    memory: Array,
    words: Array,
    t: RuleTables,
    attack: int,
    battles: int,
    out: Array,
) -> int:
    """Fight a battle again and again through the engine; return how often the attacker won.

    `states`: the position, of which only the luck moves on, and the one that is played; `memory`:
    the same as words, of which `words` are put back before each battle.
    """
    won = 0
    for _ in range(battles):
        for word in words:
            memory[1, word] = memory[0, word]
        s = states[1]
        before = s.battles_won[s.active]
        turn.apply(s, t, attack, out)
        turn.settle_chance(s, t, out)
        while s.point == Point.WITHDRAW or s.point == Point.SWAP:
            decision = encode(Kind.PASS, 0, 0)
            if s.point == Point.SWAP:
                decision = greedy_swap(s, t, decision)
            turn.apply(s, t, decision, out)
            turn.settle_chance(s, t, out)
        won += s.battles_won[s.active] - before
        states[0].streams[:] = s.streams
    return won


@entry
def greedy_swap(s: GameState, t: RuleTables, keep: int) -> int:
    """The best hand tile for the lowest tile drawn if that raises the sum, else `keep`."""
    best = -1
    for unit in range(UNITS):
        if s.hand[s.decider, unit] > 0 and (
            best < 0 or t.pips[s.decider, unit] > t.pips[s.decider, best]
        ):
            best = unit
    drawn = s.drawn[decider_side(s)]
    lowest = 0
    while drawn[lowest] == 0:
        lowest += 1
    if best < 0 or t.pips[s.decider, best] <= drawn[DRAWN - t.tiles_counted]:
        return keep
    return encode(Kind.SWAP, int(drawn[lowest]), best)


def engine_battles(seed: int, battles: int) -> Iterator[EngineBattle]:
    """Different random battles, without end, of which so many fights tell something."""
    rng = random.Random(seed)
    met = set()
    while True:
        attacker, defender, terrain, _ = random_battle(rng)
        if not all(placeable(force, terrain) for force in (attacker, defender)):
            continue
        hands = [random_hand(rng, force) for force in (attacker, defender)]
        pips = [
            [RULES.factions[force.faction].tiles[unit].pips for unit in hand]
            for force, hand in zip((attacker, defender), hands, strict=True)
        ]
        odds = battle_odds(
            Battle(
                attacker,
                defender,
                terrain,
                attacker_hand=pips[0],
                defender_hand=pips[1],
                at_citadel=True,
            )
        )
        key = (str(attacker), str(defender), terrain, *map(tuple, pips))
        if key in met or battles * odds.p_attacker * odds.p_defender < LEAST_VARIANCE:
            continue
        met.add(key)
        scene = position(attacker, defender, terrain, hands)
        scene.state.streams[:] = fresh_luck(rng)
        yield EngineBattle(scene, odds)


def placeable(force: Force, terrain: Terrain) -> bool:
    """Whether the engine has all these units, and has them here."""
    walls = Unit.CASTLE in force.counts or Unit.CITADEL in force.counts
    return Unit.CUTIECORN not in force.counts and (terrain in FORTIFIABLE or not walls)


def fresh_luck(rng: random.Random) -> Array:
    """Streams of a game of its own."""
    other = Scenario(Faction.DRAGON_RIDERS, Faction.HORSE_LORDS, board=row_of("plains"))
    streams = other.state.streams.copy()
    streams[:, 0] ^= rng.getrandbits(32)
    streams[:, 1] ^= rng.getrandbits(32)
    return streams


def random_hand(rng: random.Random, force: Force) -> list[Unit]:
    """Up to three tiles that the faction has left beside the force."""
    tiles = RULES.factions[force.faction].tiles
    left = [unit for unit, tile in tiles.items() for _ in range(tile.count)]
    for unit, count in force.counts.items():
        for _ in range(count if unit in tiles else 0):
            left.remove(unit)
    return rng.sample(left, min(len(left), rng.randint(0, MOST_HAND)))


def position(
    attacker: Force, defender: Force, terrain: Terrain, hands: list[list[Unit]]
) -> Scenario:
    """The attacker to move, both forces in area 0, plains beside it."""
    scene = Scenario(attacker.faction, defender.faction, board=row_of(terrain.id, "plains"))
    for force, hand in zip((attacker, defender), hands, strict=True):
        for unit, count in force.counts.items():
            if unit is Unit.CITADEL:
                scene.citadel(force.faction, 0)
            elif unit is Unit.UNDEAD:
                scene.undead(0, count)
            else:
                scene.units(force.faction, 0, **{unit.id: count})
        for unit in hand:
            scene.hand(force.faction, **{unit.id: 1})
    return scene.turn(attacker.faction)
