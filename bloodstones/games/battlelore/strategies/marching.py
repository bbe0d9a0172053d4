"""How scripted strategies move: each unit makes for its goal, step by step."""

from __future__ import annotations

from typing import Final

from bloodstones.core.hexes import DIRECTIONS
from bloodstones.core.kernels.decision_codes import kind_of, x_of, y_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battlelore.engine.decisions import Kind
from bloodstones.games.battlelore.engine.moving import beyond
from bloodstones.games.battlelore.engine.pieces import seat_of, stops
from bloodstones.games.battlelore.engine.state import (
    NOBODY,
    NOWHERE,
    GameState,
    Mode,
)
from bloodstones.games.battlelore.engine.tables import RuleTables
from bloodstones.games.battlelore.rules.names import Terrain
from bloodstones.games.battlelore.strategies.policy import Policy, Weight
from bloodstones.games.battlelore.strategies.valuation import (
    banner_worth,
    best_goal,
    stand_off,
)

GOAL: Final = 0  # places of a seat's memory: the hex made for, and who
MOVER: Final = 1
HALF: Final = 0.5
WET: Final = 5.0


@kernel
def hex_worth(s: GameState, t: RuleTables, p: Policy, u: int, goal: int, h: int) -> float:
    """Return what a hex is worth to a unit on its way to a goal."""
    seat = seat_of(u)
    worth = banner_worth(s, p, seat, u, h)
    if goal != NOWHERE:
        held = s.at[goal]
        near = 0
        if held != NOBODY and seat_of(held) != seat:
            near = stand_off(s, t, p, seat, u)
        worth -= abs(int(t.distance[h, goal]) - near)
    danger = 0
    friends = 0
    for direction in range(DIRECTIONS):
        beside = t.neighbour[h, direction]
        if beside >= 0 and s.at[beside] != NOBODY and s.at[beside] != u:
            if seat_of(s.at[beside]) == seat:
                friends += 1
            else:
                danger += 1
    worth -= p.weight[seat, Weight.DANGER] * danger
    worth += p.weight[seat, Weight.CLOSE_UP] * friends
    if t.ranged[t.kind[u]] and s.terrain[h] == Terrain.HILL:
        worth += HALF
    if stops(s.terrain[h]) and h != goal:
        worth -= HALF
    return float(worth)


@kernel
def choose_march(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the first step that gains most, pass without any."""
    seat = s.decider
    best = 0
    top = 0.0
    mover = NOBODY
    goal = NOWHERE
    chosen = NOWHERE
    here = 0.0
    for index in range(n):
        code = out[index]
        if kind_of(code) != Kind.GO:
            continue
        u = x_of(code)
        if u != mover:
            mover = u
            goal = best_goal(s, t, p, u)
            here = hex_worth(s, t, p, u, goal, int(s.hex[u]))
        stays = goal == s.hex[u]
        if stays or goal == NOWHERE:
            continue
        to = beyond(s, t, int(s.hex[u]), y_of(code))
        gain = hex_worth(s, t, p, u, goal, to) - here
        if gain > top:
            top = gain
            best = index
            chosen = goal
    s.memory[seat, GOAL] = chosen
    s.memory[seat, MOVER] = x_of(out[best])
    return best


@kernel
def choose_step(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the next step, or of stopping where it is best."""
    seat = s.decider
    u = s.mover
    if s.memory[seat, MOVER] != u or s.mode == Mode.PURSUIT:
        s.memory[seat, MOVER] = u
        s.memory[seat, GOAL] = best_goal(s, t, p, u)
    goal = int(s.memory[seat, GOAL])
    best = n - 1
    top = -WET * WET
    for index in range(n):
        code = out[index]
        to = int(s.hex[u])
        if kind_of(code) == Kind.GO:
            to = beyond(s, t, to, y_of(code))
        worth = hex_worth(s, t, p, u, goal, to)
        if worth > top or (worth == top and index == n - 1):
            top = worth
            best = index
    return best
