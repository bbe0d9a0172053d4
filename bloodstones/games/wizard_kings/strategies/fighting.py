"""How scripted strategies fight: firing, leaving, casting."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.wizard_kings.engine.decisions import Kind
from bloodstones.games.wizard_kings.engine.moves.ways import may_stand
from bloodstones.games.wizard_kings.engine.pieces import hostile, seat_of
from bloodstones.games.wizard_kings.engine.rule_tables import SPELLS, RuleTables
from bloodstones.games.wizard_kings.engine.state import ALL, BLOCKS, GameState
from bloodstones.games.wizard_kings.rules.names import Effect
from bloodstones.games.wizard_kings.rules.ruleset import DIE
from bloodstones.games.wizard_kings.strategies.policy import Policy, Weight

WIZARD_POWER: Final = 0.3
CAST: Final = 3.0
FIRE: Final = 2.0
LEAVE: Final = 4.0


@kernel
def worth(s: GameState, t: RuleTables, block: int) -> float:
    """Return the GP of a step of a unit, the strength a little counted."""
    return float(t.cost[t.kind[block]] + s.strength[block] / ALL)


@kernel
def power(s: GameState, t: RuleTables, h: int, seat: int, ours: int) -> float:
    """Return the hits a round of a side in a battle times its strength; the blocks lie open."""
    hits = 0.0
    strength = 0.0
    for block in range(t.players * BLOCKS):
        if s.hex[block] != h or hostile(s, h, seat, seat_of(block)) == (ours == 1):
            continue
        kind = t.kind[block]
        rating = t.rating[kind, t.land[h]] / DIE
        if t.wizard[kind]:
            rating = WIZARD_POWER
        hits += rating * s.strength[block]
        strength += s.strength[block]
    return hits * strength


@kernel
def fight_score(
    s: GameState, t: RuleTables, p: Policy, seat: int, kind: int, x: int, y: int
) -> float:
    """Return the value of a decision in a battle or on a spell."""
    if kind == Kind.FIRE:
        return FIRE
    if kind == Kind.RETREAT:
        ours = power(s, t, s.fight_hex, seat, 1)
        enemy = power(s, t, s.fight_hex, seat, 0)
        losing = ours < p.weight[seat, Weight.STAND] * enemy
        return LEAVE if losing else -1.0
    if kind == Kind.CAST:
        return cast_score(s, t, p, seat, x, y)
    if kind == Kind.TARGET:
        if t.spell_effect[s.spell] >= Effect.FLY and t.spell_effect[s.spell] < Effect.PANIC:
            return worth(s, t, x)
        rating = t.rating[t.kind[x], t.land[s.fight_hex]]
        return float(s.strength[x] * (int(rating) + int(t.cost[t.kind[x]])))
    if kind == Kind.DISPEL:
        if p.mute[seat, dispel_of(t)]:
            return -1.0
        return float(int(t.spell_level[s.spell] > 1))
    return 0.0


@kernel
def dispel_of(t: RuleTables) -> int:
    """Return the number of the spell that breaks others."""
    for spell in range(SPELLS):
        if t.spell_effect[spell] == Effect.DISPEL:
            return spell
    return 0


@kernel
def cast_score(s: GameState, t: RuleTables, p: Policy, seat: int, block: int, spell: int) -> float:
    """Return the value of casting a spell: damage spells by their hits, in battle only."""
    left = s.strength[block] - t.spell_level[spell]
    effect = t.spell_effect[spell]
    if p.mute[seat, spell] or not s.fighting or left < p.weight[seat, Weight.SPELLS]:
        return -1.0
    if effect == Effect.DAMAGE:
        hits = t.spell_dice[spell] * t.spell_hits[spell] / DIE
        return float(CAST + hits / t.spell_level[spell])
    if effect == Effect.PANIC:
        return CAST
    return -1.0


@kernel
def regroup_score(s: GameState, t: RuleTables, seat: int, kind: int, block: int) -> float:
    """Return the value of regrouping a unit: only units that cannot stay leave."""
    if kind == Kind.LEAVE and not may_stand(t, block, s.fight_hex):
        return 1.0
    return -1.0
