"""One decision of a searching strategy: the kit's search with the kernels of this game."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import kind_of
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import MASK, PURPOSE_STEP, WORDS, next_word
from bloodstones.games.wizard_kings.engine.decisions import Kind
from bloodstones.games.wizard_kings.engine.pieces import friends
from bloodstones.games.wizard_kings.engine.rule_tables import RuleTables
from bloodstones.games.wizard_kings.engine.state import (
    BLOCKS,
    DICE_STREAM,
    HEXES,
    INITIATIVE_STREAM,
    GameState,
    Point,
)
from bloodstones.games.wizard_kings.engine.turn import (
    draw_outcome,
)
from bloodstones.kit.kernels import Nature
from bloodstones.kit.search.utility import judge_by_leads
from bloodstones.kit.values.network import PLAYERS

# Places of a seat's memory, beside those of plans: whether it compares worlds by alike dice, and in
# its worlds for which battle a seat's dice are keyed.
ALIKE: Final = 11
BATTLE: Final = 12

ARMY_SHARE: Final = 0.1  # GP of cities that a GP of units on the map is worth


@kernel
def holdings(s: GameState, t: RuleTables, seat: int) -> float:
    """Return the GP of the cities that a seat controls now, and a share of those of its units."""
    worth = 0.0
    for city in range(t.cities):
        h = t.city_hex[city]
        if s.control[h] == seat:
            worth += t.value[h]
    for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
        if s.hex[block] >= 0:
            worth += ARMY_SHARE * t.cost[t.kind[block]] * s.strength[block]
    return worth


@entry
def judge(s: GameState, t: RuleTables, knobs: Array, out: Array) -> None:
    """Write the utility of each seat: its holdings less those of its best enemy.

    See `kit.search.utility`.
    """
    for seat in range(t.players):
        best = 0.0
        for other in range(t.players):
            if not friends(s, seat, other):
                best = max(best, holdings(s, t, other))
        out[seat] = holdings(s, t, seat) - best
    judge_by_leads(s, t.players, knobs, out)


@kernel
def is_searched(s: GameState) -> bool:
    """Whether a decision is looked into: which unit moves, which battle comes, who does what in it.

    What is bought, placed and built is hidden from others as long as the phase lasts; ways, hits
    and regrouping are left to the plan.
    """
    point = s.point
    return bool(s.turn > 0 and (point == Point.MOVE or point == Point.BATTLE or point == Point.ACT))


@kernel
def nature_of(s: GameState, code: int) -> int:
    """Return the nature of a decision: a unit moves only with a plan that says where."""
    return int(Nature.PLANNED if kind_of(code) == Kind.PICK else Nature.ORDINARY)


@entry
def draw_alike(s: GameState, t: RuleTables) -> int:
    """Throw like `draw_outcome`; in a seat's worlds, on demand, each battle has separate dice.

    So a battle that candidates leave as it was goes as it went, whatever was thrown before, and the
    difference between two candidates is theirs (common random numbers). The dice of a seat in a
    battle hang on the turn, the place and the luck of the world, which the stream of initiative
    tells: all candidates have drawn as much from that.
    """
    if s.point != Point.ROLL_INITIATIVE:
        battle = int(s.turn * HEXES + s.fight_hex + 1)
        for seat in range(t.players):
            if s.memory[seat, ALIKE] == 1 and s.memory[s.roller, BATTLE] != battle:
                s.memory[s.roller, BATTLE] = battle
                key_dice(s, battle)
    return draw_outcome(s, t)


@kernel
def key_dice(s: GameState, battle: int) -> None:
    """Key the dice of who throws for a battle."""
    stream = DICE_STREAM + int(s.roller)
    for word in range(WORDS):
        s.streams[stream, word] = s.streams[INITIATIVE_STREAM, word]
    s.streams[stream, 0] ^= (PURPOSE_STEP * (battle + 1)) & MASK
    s.streams[stream, 1] ^= (PURPOSE_STEP * (stream + 1)) & MASK
    for _ in range(WORDS + WORDS):
        next_word(s.streams, stream)


@kernel
def admit(s: GameState, t: RuleTables, policies: Array, values: Array, out: Array, n: int) -> int:
    """Take all decisions; learned values compare worlds by alike dice, see `draw_alike`."""
    s.memory[s.decider, ALIKE] = int(values[PLAYERS] > 0)
    return n
