"""Attacks: dice, rolls, abilities for heroic, damage (BL-ATTACK), and the counter as one of them.

An attack is at level 0, the counter to it at level 1.
"""

from __future__ import annotations

from bloodstones.core.hexes import DIRECTIONS
from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battlelore.engine.decisions import Kind
from bloodstones.games.battlelore.engine.decks import open_window
from bloodstones.games.battlelore.engine.events import tell
from bloodstones.games.battlelore.engine.pieces import (
    destroy,
    flies,
    gain_lore,
    give_up,
    has,
    hurt,
    seat_of,
)
from bloodstones.games.battlelore.engine.retreating import order_matters, owed_now, prevented
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.sighting import open_sides, terrain_counts
from bloodstones.games.battlelore.engine.state import NOBODY, GameState, Point
from bloodstones.games.battlelore.events import Event
from bloodstones.games.battlelore.rules.compiled import dice_of, hits_of, uses_of
from bloodstones.games.battlelore.rules.dice import COUNTS, FACES, GROUP
from bloodstones.games.battlelore.rules.names import Ability, Face, Terrain, Window


@kernel
def begin_attack(s: GameState, t: RuleTables, f: int, u: int, v: int) -> None:
    """Name attacker and target (BL-ATTACK-18)."""
    s.level = f
    s.attacker[f] = u
    s.target[f] = v
    s.source[f] = s.hex[u]
    s.goal[f] = s.hex[v]
    s.open[f] = open_sides(s, t, u, v)
    s.was[f] = s.figures[v]
    for face in range(FACES):
        s.roll[f, face] = 0
        s.loose[f, face] = 0
    s.keeping[f] = 0
    s.fury[f] = 0
    s.card_dice[f] = 0
    s.shield[f] = 0
    s.sheltered[f] = 0
    s.hold[f] = 0
    s.used[f] = 0
    s.owed[f] = 0
    s.way[f] = NOBODY
    s.gone[f] = 0
    s.failed[f] = 0
    s.vacated[f] = 0
    s.fought[seat_of(u)] += 1
    s.hex_fights[s.hex[v]] += 1
    if f == 0:
        s.countered = 0
        s.dying = 0
        s.terror = 0
    s.point = Point.BEFORE_ROLL


@kernel
def attack(s: GameState, t: RuleTables, u: int, v: int) -> None:
    """Begin an attack of the attack step."""
    s.attacks[u] -= 1
    s.shots[u] += 1
    s.aim[u] = v
    tell(s, Event.ATTACK, seat_of(u), u, v)
    begin_attack(s, t, 0, u, v)


@kernel
def has_windows(s: GameState, t: RuleTables) -> bool:
    """Return whether lore cards may be played in the attack, no counter (BL-LORE-05, AMB-36)."""
    return bool(s.level == 0 or t.lore_on_counter)


@kernel
def before_roll(s: GameState, t: RuleTables) -> None:
    """Ask for lore cards before the roll."""
    if has_windows(s, t):
        open_window(s, Window.BEFORE_ROLL, Point.ATTACK_ROLL)
    else:
        s.point = Point.ATTACK_ROLL


@kernel
def is_dying(s: GameState, f: int) -> bool:
    """Return whether the attacker counters by Unstoppable, its last figure on the way out."""
    return bool(f == 1 and s.dying == 1 + 1)


@kernel
def figures_of(s: GameState, t: RuleTables, f: int) -> int:
    """Return the figures with which an attacker attacks (AMB-40)."""
    if is_dying(s, f):
        return int(s.was[0]) if t.unstoppable_strength else 1
    return int(s.figures[s.attacker[f]])


@kernel
def is_flanked(s: GameState, t: RuleTables, u: int, v: int) -> bool:
    """Return whether another unit gives the attacker its die (BL-ABILITY-02, AMB-38)."""
    if has(t, u, Ability.FLANKING) and not t.flanking_by_flankers:
        return False
    for direction in range(DIRECTIONS):
        h = t.neighbour[s.hex[v], direction]
        if h < 0 or s.at[h] == NOBODY or s.at[h] == u:
            continue
        if seat_of(s.at[h]) == seat_of(u) and has(t, s.at[h], Ability.FLANKING):
            return True
    return False


@kernel
def in_forest(s: GameState, t: RuleTables, u: int, v: int) -> bool:
    """Return whether forest limits the dice (BL-TERRAIN-03)."""
    mine = s.terrain[s.hex[u]] == Terrain.FOREST and terrain_counts(t, u, v, True)
    return bool(mine or (s.terrain[s.hex[v]] == Terrain.FOREST and terrain_counts(t, u, v, False)))


@kernel
def dice_beside(s: GameState, t: RuleTables, f: int, u: int, v: int) -> int:
    """Return the dice that orders, flanking and figures given up add to an attack or counter.

    See BL-ABILITY-16.
    """
    more = int(s.extra_dice[u]) if f == 0 else 0
    if has(t, u, Ability.RAGE) and not t.rage_counts:  # AMB-39
        more -= int(s.given[u])
    if (f == 0 or not t.counter_scope) and is_flanked(s, t, u, v):  # AMB-04
        more += 1
    return more


@kernel
def count_dice(s: GameState, t: RuleTables, f: int) -> int:
    """Return how many dice an attack rolls (BL-ATTACK-19, BL-ABILITY-04, -11, BL-ATTACK-07)."""
    u = s.attacker[f]
    v = s.target[f]
    kind = t.kind[u]
    more = int(s.card_dice[f]) + dice_beside(s, t, f, u, v)
    if has(t, u, Ability.RAGE):
        more += int(t.health[kind]) - figures_of(s, t, f)
    if flies(t, v) and not t.ranged[kind]:
        more -= 1
    cap = int(t.two_dice) if in_forest(s, t, u, v) else 0
    return dice_of(int(t.attack[kind]), cap, int(t.forest_dice), more, int(t.minimum_dice))


@kernel
def attack_roll(s: GameState, t: RuleTables) -> None:
    """Take up the dice."""
    f = s.level
    s.dice[f] = s.keeping[f] if s.keeping[f] else count_dice(s, t, f)
    if s.keeping[f]:
        s.keeping[f] = 1
    s.point = Point.ROLL if s.dice[f] > 0 else Point.ROLLED


@kernel
def dice_now(s: GameState) -> int:
    """Return how many dice are thrown at once now."""
    if s.roll_for != NOBODY:
        return 1
    return min(GROUP, int(s.dice[s.level]))


@kernel
def roller(s: GameState) -> int:
    """Return the seat whose dice are thrown."""
    if s.roll_for != NOBODY:
        return 1 - seat_of(s.roll_for)
    return seat_of(s.attacker[s.level])


@kernel
def rolled(s: GameState, t: RuleTables, dice: int, number: int) -> None:
    """Store the faces of thrown dice (BL-ATTACK-08)."""
    tell(s, Event.ROLL, roller(s), dice, number)
    if s.roll_for != NOBODY:
        overrun_rolled(s, t, number)
        return
    f = s.level
    for face in range(FACES):
        if s.keeping[f]:
            s.loose[f, face] += COUNTS[dice, number, face]
        else:
            s.roll[f, face] += COUNTS[dice, number, face]
    s.dice[f] -= dice
    if s.dice[f] <= 0:
        s.point = Point.ROLLED


@kernel
def overrun_rolled(s: GameState, t: RuleTables, number: int) -> None:
    """Let an enemy that is crossed take damage (BL-CARD-04)."""
    v = s.roll_for
    s.roll_for = NOBODY
    s.point = Point.NEXT_STEP
    if COUNTS[1, number, Face.STRIKE] + COUNTS[1, number, Face.CLEAVE] > 0:
        hurt(s, v, 1)
        if s.figures[v] == 0:
            h = s.hex[v]
            destroy(s, t, v)
            s.at[h] = s.mover


@kernel
def loose_dice(s: GameState) -> int:
    """Return how many dice of Rune Blade are not kept yet."""
    count = 0
    for face in range(FACES):
        count += int(s.loose[s.level, face])
    return count


@kernel
def all_rolled(s: GameState, t: RuleTables) -> None:
    """Ask which dice are kept (BL-CARD-06), then for lore cards after the roll."""
    f = s.level
    if s.keeping[f] and loose_dice(s) > 0:
        s.decider = seat_of(s.attacker[f])
        s.point = Point.KEEP
    elif has_windows(s, t):
        open_window(s, Window.ATTACKED_AFTER_ROLL, Point.RESOLVE)
    else:
        s.point = Point.RESOLVE


@kernel
def legal_keeps(s: GameState, out: Array) -> int:
    """Write the faces that can be kept, and to roll the rest again after the first."""
    n = 0
    for face in range(FACES):
        if s.loose[s.level, face] > 0:
            out[n] = encode(Kind.KEEP, face, 0)
            n += 1
    if s.keeping[s.level] > 1:
        out[n] = encode(Kind.REROLL, 0, 0)
        n += 1
    return n


@kernel
def keep(s: GameState, face: int) -> None:
    """Keep a die."""
    f = s.level
    s.loose[f, face] -= 1
    s.roll[f, face] += 1
    s.keeping[f] = 1 + 1
    tell(s, Event.KEEP, s.decider, face, 0)
    s.point = Point.ROLLED


@kernel
def reroll(s: GameState) -> None:
    """Roll the dice again that are not kept."""
    f = s.level
    s.dice[f] = loose_dice(s)
    for face in range(FACES):
        s.loose[f, face] = 0
    s.keeping[f] = 1
    tell(s, Event.REROLL, s.decider, int(s.dice[f]), 0)
    s.point = Point.ROLL


@kernel
def for_heroic(t: RuleTables, u: int) -> int:
    """Return the ability that a unit pays for with heroic faces, -1 without one."""
    for ability in range(Ability.STUN, Ability.FRENZY + 1):
        if has(t, u, ability):
            return ability
    return -1


@kernel
def most_uses(s: GameState, t: RuleTables) -> int:
    """Return how many heroic faces may be spent (BL-ATTACK-15, AMB-46, BL-ATTACK-14).

    See BL-ABILITY-16.
    """
    f = s.level
    if f == 1 and t.counter_scope:  # AMB-04
        return 0
    ability = for_heroic(t, s.attacker[f])
    figures = figures_of(s, t, f)
    return uses_of(ability, int(s.roll[f, Face.HEROIC]), int(t.frenzy_limit), figures)


@kernel
def resolve(s: GameState, t: RuleTables) -> None:
    """Ask how many heroic faces are spent."""
    s.point = Point.DAMAGE
    if most_uses(s, t) > 0:
        s.decider = seat_of(s.attacker[s.level])
        s.point = Point.HEROIC


@kernel
def legal_uses(s: GameState, t: RuleTables, out: Array) -> int:
    """Write how many heroic faces may be spent."""
    most = most_uses(s, t)
    for count in range(most + 1):
        out[count] = encode(Kind.USE, count, 0)
    return most + 1


@kernel
def use(s: GameState, count: int) -> None:
    """Spend heroic faces."""
    s.used[s.level] = count
    tell(s, Event.USE, s.decider, count, 0)
    s.point = Point.DAMAGE


@kernel
def damage(s: GameState, t: RuleTables) -> None:
    """Put tokens, gain lore, deal the damage of the roll (BL-ATTACK-09 to -13, BL-TOKEN-01).

    See BL-ABILITY-15.
    """
    f = s.level
    u = s.attacker[f]
    v = s.target[f]
    ability = for_heroic(t, u)
    if s.used[f] > 0 and ability != Ability.FRENZY:
        if ability == Ability.POISON:
            s.poison[v] = 1
        else:
            s.stun[v] = 1
        tell(s, Event.TOKEN, seat_of(v), v, ability)
    if not (t.poison_lore and s.poison[v]):  # BL-TOKEN-01, AMB-09
        gain_lore(s, seat_of(u), int(s.roll[f, Face.LORE]))
    if order_matters(s, t, f, hits_now(s, t, f)):
        s.decider = s.active
        s.point = Point.PREVENT
    else:
        deal(s, t, False)


@kernel
def hits_now(s: GameState, t: RuleTables, f: int) -> int:
    """Return the damage of the roll before it is prevented, tokens put by it in force.

    See BL-CARD-03.
    """
    u = s.attacker[f]
    kind = t.kind[u]
    weak = not t.single[kind] and figures_of(s, t, f) == 1
    blade = int(s.keeping[f] > 0 and not t.rune_blade_hits)  # AMB-15
    poisoned = int(s.poison[s.target[f]])
    hits = hits_of(s.roll[f], int(t.ranged[kind]), int(weak), int(s.fury[f]), blade, poisoned)
    if for_heroic(t, u) == Ability.FRENZY:
        hits += int(s.used[f])
    if blade:
        hits -= int(s.used[f])  # a face spent is no damage of the card
    return int(hits)


@kernel
def prevent(s: GameState, t: RuleTables, cards_first: int) -> None:
    """Let the building or the cards prevent damage first, as the active seat says (BL-TURN-10)."""
    tell(s, Event.PREVENT, s.decider, cards_first, 0)
    deal(s, t, cards_first == 1)


@kernel
def deal(s: GameState, t: RuleTables, cards_first: bool) -> None:
    """Deal the damage of the roll, less what building and cards prevent."""
    f = s.level
    v = s.target[f]
    hurt(s, v, prevented(s, t, f, hits_now(s, t, f), cards_first))
    s.point = Point.ATTACKER_LOSS
    if s.figures[v] == 0:
        s.point = Point.REMOVE_TARGET
        if has_windows(s, t):
            open_window(s, Window.UNIT_DESTROYED, Point.REMOVE_TARGET)


@kernel
def remove_target(s: GameState, t: RuleTables) -> None:
    """Remove what the roll destroyed, after its counter by Unstoppable (BL-CARD-09)."""
    f = s.level
    v = s.target[f]
    if f == 0 and s.dying == 1:
        s.dying += 1
        vigilant = has(t, s.attacker[0], Ability.VIGILANT) and not t.vigilant_scope
        if not s.stun[v] and not vigilant:
            counter(s, t, Point.REMOVE_TARGET)
            return
    s.point = Point.ATTACKER_LOSS
    if s.hex[v] >= 0:
        destroy(s, t, v)
        s.vacated[f] = 1
        if f == 0:
            open_window(s, Window.ENEMY_DESTROYED, Point.ATTACKER_LOSS)


@kernel
def attacker_loss(s: GameState, t: RuleTables) -> None:
    """Take away the figures that frenzy costs (BL-ABILITY-06)."""
    f = s.level
    u = s.attacker[f]
    s.point = Point.FEROCITY
    if s.used[f] > 0 and for_heroic(t, u) == Ability.FRENZY and s.hex[u] >= 0:
        give_up(s, t, u, int(s.used[f]))


@kernel
def can_counter(s: GameState, t: RuleTables, special: bool) -> bool:
    """Return whether the target of the attack may counter now (BL-COUNTER-01, AMB-37).

    See BL-COUNTER-02, -03, BL-ABILITY-13.
    """
    if s.level == 1 or s.countered:
        return False
    u = s.attacker[0]
    v = s.target[0]
    if s.hex[u] < 0 or s.hex[v] < 0 or s.stun[v]:
        return False
    if has(t, u, Ability.VIGILANT) and not (special and t.vigilant_scope):
        return False
    return bool(t.distance[s.hex[u], s.hex[v]] == 1)


@kernel
def ferocity(s: GameState, t: RuleTables) -> None:
    """Offer the counter before the retreat (BL-ABILITY-01).

    Where no retreat is due it is the one counter there is: nothing comes between.
    """
    s.point = Point.RETREAT
    close = t.distance[s.source[s.level], s.goal[s.level]] == 1
    if close and has(t, s.target[s.level], Ability.FEROCITY) and can_counter(s, t, True):
        s.decider = seat_of(s.target[0])
        due = owed_now(s, t, s.level) > 0
        s.counter_point = Point.RETREAT if due else Point.NEXT_ADVANCE
        s.point = Point.COUNTER


@kernel
def next_counter(s: GameState, t: RuleTables) -> None:
    """Offer the counter after the retreat; the end of a counter goes back to its attack."""
    if s.level == 1:
        s.level = 0
        s.point = s.counter_point
    elif can_counter(s, t, False):
        s.decider = seat_of(s.target[0])
        s.counter_point = Point.NEXT_ADVANCE
        s.point = Point.COUNTER
    else:
        s.point = Point.NEXT_ADVANCE


@kernel
def counter(s: GameState, t: RuleTables, then: int) -> None:
    """Let the target attack back; the attack goes on at a point afterwards (BL-ABILITY-16)."""
    s.countered = 1
    s.counter_point = then
    s.counters[seat_of(s.target[0])] += 1
    tell(s, Event.COUNTER, seat_of(s.target[0]), int(s.target[0]), int(s.attacker[0]))
    begin_attack(s, t, 1, int(s.target[0]), int(s.attacker[0]))
