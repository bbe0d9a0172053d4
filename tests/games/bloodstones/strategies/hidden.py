"""What a seat cannot see, dealt anew: hands, bags, tiles of a battle, luck, others' plans.

Where swaps are not announced (AMB-18) it is dealt anew, too, whether the enemy has swapped.

A seat sees its own hand, its own drawn combat tiles, the map, the discard piles and how many tiles
the others hold (BS-GEN-12, -13). Its own bag it can count, the order of drawing it cannot.
"""

from __future__ import annotations

import numpy as np

from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.state import (
    DRAWN,
    NOTHING,
    STRATEGY_STREAM,
    UNITS,
    GameState,
    Point,
)
from bloodstones.games.bloodstones.engine.tables import RuleTables

WORD = 2**32
EVEN = 0.5


def dealt_anew(
    state: GameState, tables: RuleTables, seat: int, rng: np.random.Generator
) -> GameState:
    """Return a copy that looks the same to `seat`: all that is hidden from it is dealt anew."""
    twin = GameState.copy(state)
    own_stream = twin.streams[STRATEGY_STREAM + seat].copy()
    own_memory = twin.memory[seat].copy()
    twin.streams[:] = rng.integers(0, WORD, twin.streams.shape)
    twin.streams[STRATEGY_STREAM + seat] = own_stream
    twin.memory[:] = rng.integers(0, UNITS, twin.memory.shape)
    twin.memory[seat] = own_memory
    twin.log[:] = rng.integers(0, UNITS, twin.log.shape)
    deal_tiles(twin, tables, seat, rng)
    return twin


def deal_tiles(twin: GameState, tables: RuleTables, seat: int, rng: np.random.Generator) -> None:
    """Deal the tiles anew that are hidden from `seat`, which must decide now."""
    for other in range(int(tables.players)):
        if other != seat:
            _deal_tiles(twin, tables, other, rng)
    if twin.point == Point.SWAP and not shown(twin, tables, seat):
        _draw_combat_tiles(twin, tables, enemy_side(twin, seat), rng)


def with_other_tiles(
    state: GameState, tables: RuleTables, side: int, rng: np.random.Generator
) -> GameState:
    """Return a copy in which one side of the battle has drawn its combat tiles anew."""
    twin = GameState.copy(state)
    _draw_combat_tiles(twin, tables, side, rng)
    return twin


def shown(state: GameState, tables: RuleTables, seat: int) -> bool:
    """Whether the enemy of a battle has already shown its tiles to `seat` (BS-CORSAIR-09)."""
    return bool(tables.swaps_last[seat]) and state.swaps_done == 1


def enemy_side(state: GameState, seat: int) -> int:
    """The side of the battle that is not `seat`'s."""
    return int(state.side_seat[0] == seat)


def _deal_tiles(twin: GameState, tables: RuleTables, other: int, rng: np.random.Generator) -> None:
    """Deal hand, bag and a hidden swapped tile of another seat from what they hold together."""
    side = _hidden_swap(twin, tables, other)
    pool = _tiles(twin.hand[other]) + _tiles(twin.bag[other])
    if side is not None:
        if twin.swapped[side] != NOTHING:
            pool.append(int(twin.swapped[side]))
        if not tables.swap_announced:
            _swap_or_not(twin, other, side, rng)
    tiles = rng.permutation(np.array(pool, int))
    if side is not None and twin.swapped[side] != NOTHING:
        twin.swapped[side] = tiles[0]
        tiles = tiles[1:]
    held = int(twin.hand_size[other])
    twin.hand[other] = np.bincount(tiles[:held], minlength=UNITS)
    twin.bag[other] = np.bincount(tiles[held:], minlength=UNITS)
    twin.hand_pips[other] = int((twin.hand[other] * tables.pips[other]).sum())


def _hidden_swap(twin: GameState, tables: RuleTables, other: int) -> int | None:
    """The side on which `other` may have put in a tile that the decider has not seen."""
    if twin.point != Point.SWAP or shown(twin, tables, int(twin.decider)):
        return None
    if twin.swaps_done == 0 or other not in twin.side_seat:
        return None
    return int(twin.side_seat[1] == other)


def _swap_or_not(twin: GameState, other: int, side: int, rng: np.random.Generator) -> None:
    """Let the side have swapped a tile or not; together it holds as many tiles."""
    held = int(twin.hand_size[other]) + int(twin.swapped[side] != NOTHING)
    swaps = held > 0 and rng.random() < EVEN
    twin.swapped[side] = 0 if swaps else NOTHING  # which tile is dealt next
    twin.hand_size[other] = held - int(swaps)


def _draw_combat_tiles(
    twin: GameState, tables: RuleTables, side: int, rng: np.random.Generator
) -> None:
    """Draw the combat tiles of a side again; its swapped tile stands in for one of them."""
    count = int((twin.drawn[side] > 0).sum())
    bag = tables.combat_tile[: int(tables.combat_tiles)]
    values = rng.permutation(bag)[:count].astype(int)
    if twin.swapped[side] != NOTHING:
        values[0] = tables.pips[int(twin.side_seat[side]), int(twin.swapped[side])]
    twin.drawn[side] = 0
    twin.drawn[side, DRAWN - count :] = np.sort(values)


def _tiles(counts: Array) -> list[int]:
    """One entry a tile."""
    return [unit for unit in range(UNITS) for _ in range(int(counts[unit]))]
