"""How fast the engine is on one core: playthroughs, decisions, battles, copies of a state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import expected
from bloodstones.core.kernels.kernel import JIT, entry
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import game_key
from bloodstones.games.bloodstones.engine import turn
from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.engine.game_setup import FEWEST_PLAYERS
from bloodstones.games.bloodstones.engine.pieces import put_unit, return_hand
from bloodstones.games.bloodstones.engine.playthrough import check_status, decision_buffer
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables, pack
from bloodstones.games.bloodstones.engine.state import (
    ATTACKER,
    DEFENDER,
    NOWHERE,
    UNITS,
    GameState,
    Point,
)
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.strategies.finding import find_strategy
from bloodstones.games.bloodstones.strategies.policy import Policy, pack_policy
from bloodstones.kit import bench, playing
from bloodstones.kit.bench import SECONDS, Pace
from bloodstones.kit.courses import new_course
from bloodstones.kit.search.copying import copy_state

MAP: Final = "tyrants_lament"
MOST_PLAYERS: Final = 4
SEED: Final = 1
SCRIPTED: Final = ("warlord", "builder")
BATTLE_SEATS: Final = (Faction.DRAGON_RIDERS, Faction.HORSE_LORDS)
BATTLE_TERRAIN: Final = Terrain.PLAINS
BATTLE_FORCES: Final = (
    {Unit.CAVALRY: 1, Unit.LIZARDMAN: 2, Unit.LEADER: 1},
    {Unit.SWORDSMAN: 1, Unit.SHIELDBEARER: 1},
)


@dataclass(frozen=True, slots=True)
class Speed:
    """What was measured, on one core with warm kernels.

    Attributes
    ----------
    jit
        Whether the kernels were compiled at all (not with `NUMBA_DISABLE_JIT=1`).
    compile_s, compile_cached
        Seconds to compile the kernels or, if `compile_cached`, to load them from the cache folder;
        0 if this process had done so before.
    players, factions
        Seats of the playthroughs and who sat there.
    random_decisions_per_s, random_games_per_s
        Whole playthroughs of uniformly random decisions.
    scripted_games_per_s, scripted_decisions_per_s
        Whole playthroughs, the seats taken in turn by the strategies of `SCRIPTED`.
    battles_per_s
        Battles of four units against two, from the attack to the end of the retreat; copying the
        position before each is included.
    state_copies_per_s, state_bytes, copied_bytes
        Copies of a state in the middle of a playthrough, as a search makes them inside the kernels;
        its size, and how much of it is copied as one run of bytes: units come besides.
    """

    jit: bool
    compile_s: float
    compile_cached: bool
    players: int
    factions: tuple[str, ...]
    random_decisions_per_s: float
    random_games_per_s: float
    scripted_games_per_s: float
    scripted_decisions_per_s: float
    battles_per_s: float
    state_copies_per_s: float
    state_bytes: int
    copied_bytes: int


@entry
def fight(states: Array, t: RuleTables, attack: int, battles: int, out: Array) -> int:
    """Fight a battle again and again; return how often the attacker won.

    Parameters
    ----------
    states
        Two states; the first, in which `attack` is legal, keeps only the luck used up.
    attack
        The packed decision.
    battles
        How many.
    out
        int32 array of `decisions.MOST_DECISIONS`. Everyone takes the first legal decision: to
        stand, to keep the tiles, the first unit as casualty, the first refuge.
    """
    won = 0
    for _ in range(battles):
        copy_state(states, 0, 1)
        s = states[1]
        before = s.battles_won[s.active]
        turn.apply(s, t, attack, out)
        while s.battle_area != NOWHERE:
            if turn.is_chance(s):
                turn.apply(s, t, turn.draw_outcome(s, t), out)
                continue
            turn.legal_decisions(s, t, out)
            turn.apply(s, t, out[0], out)
        won += s.battles_won[s.active] - before
        states[0].streams[:] = s.streams
    return won


@entry
def place_force(s: GameState, seat: int, area: int, force: Array) -> None:
    """Put the hand back into the bag and units out of the bag on the map.

    `force`: int64 array, how many of each unit.
    """
    return_hand(s, seat)
    for unit in range(UNITS):
        s.bag[seat, unit] -= force[unit]
        s.bag_size[seat] -= force[unit]
        for _ in range(force[unit]):
            put_unit(s, seat, area, unit)


def battle_position() -> tuple[GameState, RuleTables, int]:
    """Return a state before a battle of `BATTLE_FORCES`, its rules and the attack.

    The hands are empty, so nobody swaps; the areas around are, so the loser can retreat.
    """
    board = load_map(MAP)
    tables = pack(load_ruleset(), board, BATTLE_SEATS)
    state = GameState.new()
    turn.start(state, tables, game_key(SEED, "battle", 0), decision_buffer())
    turn.settle_chance(state, tables, decision_buffer())
    area = next(area.id for area in board.areas if area.terrain is BATTLE_TERRAIN)
    for seat, counts in enumerate(BATTLE_FORCES):
        force = np.zeros(UNITS, np.int64)
        for unit, count in counts.items():
            force[unit] = count
        place_force(state, seat, area, force)
    state.placed = len(BATTLE_SEATS)
    state.turn = 1
    state.active = state.decider = ATTACKER
    state.point = Point.MAIN
    return state, tables, Decision(Kind.ATTACK, area, DEFENDER).pack()


def check(players: int, seconds: float) -> None:
    """Raise InputError unless these can be measured."""
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise expected(f"{FEWEST_PLAYERS} to {MOST_PLAYERS} players", players, "--players")
    bench.check_seconds(seconds)


def measure(players: int | None = None, seconds: float = SECONDS) -> Speed:
    """Measure the engine for about four times `seconds`, after warm-up, on one core.

    Parameters
    ----------
    players
        Seats of the playthroughs; by default up to four, as many as there are factions.
    seconds
        At least so long is each figure measured.

    Raises
    ------
    InputError
        If there are too few or too many players, or no time.
    """
    players = MOST_PLAYERS if players is None else players
    check(players, seconds)
    compile_s, cached = bench.compile_time(GAME.warm_up, playing.play_all)
    factions = sorted(Faction)[:players]
    uniform = _pace(factions, ["random"], seconds)
    scripted = _pace(factions, SCRIPTED, seconds)
    return Speed(
        jit=JIT,
        compile_s=compile_s,
        compile_cached=cached,
        players=players,
        factions=tuple(faction.id for faction in factions),
        random_decisions_per_s=uniform.decisions_per_s,
        random_games_per_s=uniform.games_per_s,
        scripted_games_per_s=scripted.games_per_s,
        scripted_decisions_per_s=scripted.decisions_per_s,
        battles_per_s=battles_per_second(seconds),
        state_copies_per_s=bench.copies_per_second(GameState, _middle(factions), seconds),
        state_bytes=GameState.dtype().itemsize,
        copied_bytes=GameState.copied_bytes(),
    )


def _middle(factions: Sequence[Faction]) -> GameState:
    """Return a state in the middle of a playthrough on `MAP`."""
    seats = tuple(Seat(faction.id, "random") for faction in factions)
    state: GameState = bench.middle_of(GAME.playthrough(Setup(MAP, seats), SEED))
    return state


def _pace(factions: Sequence[Faction], strategies: Sequence[str], seconds: float) -> Pace:
    """Play for so many seconds of this process."""
    tables, policy = packed_game(factions, strategies)
    buffer = decision_buffer()

    def play(number: int) -> int:
        state, course = GameState.new(), new_course()
        key = game_key(SEED, "bench", number)
        decisions = playing.play_out(state, tables, policy, key, buffer, course)
        check_status(state, MAP)
        return int(decisions)

    return bench.pace(play, seconds)


def packed_game(
    factions: Sequence[Faction], strategies: Sequence[str]
) -> tuple[RuleTables, Policy]:
    """Return the rules of a playthrough on `MAP` and its policies, the strategies in turn."""
    rules, board = load_ruleset(), load_map(MAP)
    names = [strategies[seat % len(strategies)] for seat in range(len(factions))]
    seats = [find_strategy(name, "bench") for name in names]
    return pack(rules, board, factions), pack_policy(rules, board, seats)


def battles_per_second(seconds: float = SECONDS) -> float:
    """Return how many battles a core fights in a second, see `fight`."""
    state, tables, attack = battle_position()
    states, buffer = bench.pair_of(state, GameState), decision_buffer()
    rate = bench.rate(lambda battles: fight(states, tables, attack, battles, buffer), seconds)
    check_status(states[1], MAP)
    return rate
