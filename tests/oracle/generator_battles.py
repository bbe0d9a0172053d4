"""Battles, withdrawals, retreats and risen undead, once more (sections 11, 11a, 12)."""

from __future__ import annotations

from tests.oracle import generator_cutiecorn as cutiecorn
from tests.oracle import record_rules as rules
from tests.oracle.generator_moves import told
from tests.oracle.generator_position import (
    TYPES,
    Battle,
    Counts,
    Position,
    add,
    in_order,
    spread,
)


def under_way(p: Position) -> Battle:
    assert p.battle is not None
    return p.battle


def present(p: Position) -> tuple[Counts, Counts]:
    """The attacker's and the defender's units in the area."""
    b = under_way(p)
    return p.force(b.seats[0], b.area), p.force(b.seats[1], b.area)


def forces(p: Position) -> tuple[Counts, Counts]:
    """The attacking and the defending force: who fights (BS-COMBAT-04, AMB-14)."""
    b = under_way(p)
    one, other = (dict(force) for force in present(p))
    for force, kept in ((one, b.kept_out[0]), (other, b.kept_out[1])):
        for unit, count in kept.items():
            add(force, unit, -count)
    return one, other


def attacks(p: Position) -> list[str]:
    """BS-COMBAT-01, BS-COMBAT-03."""
    areas = p.contested_areas(p.active)
    return [f"attack {area} {enemy}" for area in areas for enemy in p.enemies(p.active, area)]


def attack(p: Position, area: int, enemy: int) -> None:
    p.battle = Battle(area, (p.active, enemy))
    may = may_withdraw(p)
    p.battle.by_ship_only = not may
    if (may or corsairs_sail(p)) and refuges(p, enemy):
        p.decider, p.point = enemy, "withdraw"
    else:
        choose_fighters(p, 0)


# Who fights (AMB-14): the attacker chooses first, then the defender, unit types in their order


def choose_fighters(p: Position, side: int) -> None:
    """Ask the sides from `side` on whom they keep out, where they have the choice."""
    b = under_way(p)
    while side < 2 and not p.option("all_units_fight"):
        force = forces(p)[side]
        if sum(force.values()) > 1 and force.keys() - rules.FORTS:
            p.decider, p.point, p.last = b.seats[side], "keep_out", ""
            return
        side += 1
    fight(p)


def keep_outs(p: Position) -> list[str]:
    force = forces(p)[under_way(p).seats.index(p.decider)]
    others = sum(force.values()) - force.get("cutiecorn", 0)
    able = {"cutiecorn"} if others == 1 else set(TYPES) - set(rules.FORTS)
    first = TYPES.index(p.last) if p.last else 0
    free = [unit for unit in in_order(force.keys() & able) if TYPES.index(unit) >= first]
    return ["pass"] + [f"keep_out {unit}" for unit in free]


def keep_out(p: Position, unit: str) -> None:
    b = under_way(p)
    add(b.kept_out[b.seats.index(p.decider)], unit, 1)
    p.last = unit


def end_keeping_out(p: Position) -> None:
    choose_fighters(p, under_way(p).seats.index(p.decider) + 1)


# Withdrawal and retreat


def may_withdraw(p: Position) -> bool:
    """BS-COMBAT-08 to -13, without the Corsairs' own way out."""
    b = under_way(p)
    attacker, defender = present(p)
    if "dragon" in attacker:
        return False
    if rules.FORTS & defender.keys():
        return False
    if not p.is_land(b.area) or "dragon" in defender:
        return True
    riders = attacker.get("cavalry", 0) + attacker.get("cutiecorn", 0)
    if p.factions[b.seats[0]] == rules.CORSAIRS:
        ships = [area for area in p.near[b.area] if "ship" in p.force(b.seats[0], area)]
        riders += 1 if ships else 0  # BS-CORSAIR-07
    return defender.get("cavalry", 0) + defender.get("cutiecorn", 0) >= riders


def corsairs_sail(p: Position) -> bool:
    """BS-CORSAIR-03, BS-CORSAIR-05."""
    b = under_way(p)
    attacker, defender = present(p)
    corsairs = p.factions[b.seats[1]] == rules.CORSAIRS and p.is_land(b.area)
    return corsairs and "dragon" not in attacker and not rules.FORTS & defender.keys()


def can_follow(p: Position, seat: int, unit: str, goal: int, by_ship: bool) -> bool:
    """BS-RETREAT-10, -12, -14."""
    if by_ship and unit == "ship":
        return False
    return p.entry_pips(seat, unit, goal) is not None


def refuges(p: Position, seat: int) -> list[tuple[int, bool]]:
    """The destinations of a withdrawal or retreat: area, by ship (BS-RETREAT-02 to -16)."""
    b = under_way(p)
    ways = [] if b.by_ship_only else [(goal, False) for goal in p.near[b.area]]
    nearby = {goal for goal, _ in ways}
    ways += [(goal, True) for goal in sorted(p.landings(seat, b.area)) if goal not in nearby]
    found = []
    for goal, by_ship in ways:
        owners = p.owners(goal)
        open_to = seat in owners or not owners
        if not p.marker and p.force(seat, goal) == {"cutiecorn": 1}:  # AMB-56
            open_to = goal in p.villages[seat]
        goers = [u for u in p.force(seat, b.area) if can_follow(p, seat, u, goal, by_ship)]
        if goers == ["cutiecorn"] and not p.alone:  # BS-CUTIE-05
            continue
        banned = (seat, goal) in p.left or p.bans.bars(seat, b.area, goal)
        if open_to and goers and not banned:
            found.append((goal, by_ship))
    return found


def withdrawals(p: Position) -> list[str]:
    return ["pass"] + [f"withdraw {told(*way)}" for way in refuges(p, p.decider)]


def retreats(p: Position) -> list[str]:
    return [f"retreat {told(*way)}" for way in refuges(p, p.decider)]


def flee(p: Position, goal: int | None, by_ship: bool = False) -> None:
    """Move the decider's force; those who cannot follow are removed (BS-RETREAT-07, -08)."""
    b, seat = under_way(p), p.decider
    leaving = dict(p.force(seat, b.area))
    if goal is None:  # those that fought are lost, those kept out stay
        leaving = forces(p)[b.seats.index(seat)]
    for unit in spread(leaving):
        if goal is not None and can_follow(p, seat, unit, goal, by_ship):
            p.take(seat, b.area, unit)
            p.put(seat, goal, unit)
        else:
            p.lose(seat, b.area, unit)
            b.removed += 1
    if goal is None:
        return
    b.kept_out[b.seats.index(seat)] = {}
    if p.option("retreat_ban") == "player":
        p.left.add((seat, b.area))
    else:
        fled = {u: n for u, n in leaving.items() if can_follow(p, seat, u, goal, by_ship)}
        p.bans.flee(seat, b.area, goal, fled)


def end(p: Position) -> None:
    p.battle, p.decider = None, p.active
    p.point = "main" if p.finisher < 0 else "final"


# Fighting


def fight(p: Position) -> None:
    """Step 2 (BS-COMBAT-15 to -17)."""
    b, sides = under_way(p), forces(p)
    sizes = [sum(force.values()) for force in sides]
    for side in (0, 1):
        more = sizes[side] > sizes[1 - side] or "giant" in sides[side]
        b.drawn[side] = p.luck.combat_tiles(side, 4 if more else 3)
    b.asked = 0
    ask_swap(p)


def ask_swap(p: Position) -> None:
    """Step 3: the attacker first, but the Corsairs last (BS-COMBAT-19, BS-CORSAIR-09)."""
    b = under_way(p)
    order = [0, 1]
    if p.factions[b.seats[0]] == rules.CORSAIRS:
        order = [1, 0]
    while b.asked < 2:
        seat = b.seats[order[b.asked]]
        if p.hand[seat]:
            p.decider, p.point = seat, "swap"
            return
        b.asked += 1
    compare(p)


def swaps(p: Position) -> list[str]:
    b = under_way(p)
    values = sorted(set(b.drawn[b.seats.index(p.decider)]))
    tiles = [tile for tile in in_order(p.hand[p.decider]) if p.pips_of(p.decider, tile)]
    return ["pass"] + [f"swap {value} {tile}" for value in values for tile in tiles]


def swap(p: Position, value: int, tile: str) -> None:
    b = under_way(p)
    side = b.seats.index(p.decider)
    add(p.hand[p.decider], tile, -1)
    b.drawn[side].remove(value)
    b.drawn[side].append(p.pips_of(p.decider, tile))
    b.swapped[side] = tile
    keep(p)


def keep(p: Position) -> None:
    under_way(p).asked += 1
    ask_swap(p)


def strength(p: Position, side: int) -> int:
    """BS-COMBAT-24 to -27, section 11a."""
    b, sides = under_way(p), forces(p)
    holds = {
        "always": True,
        "attacking": side == 0,
        "defending": side == 1,
        "plains": p.terrain[b.area] == rules.PLAINS,
        "forest": p.terrain[b.area] == rules.FOREST,
        "enemy_fort": bool(rules.FORTS & sides[1 - side].keys()),
    }
    total = sum(sorted(b.drawn[side])[-3:])
    for unit, count in sides[side].items():
        bonus, condition = rules.MODIFIERS[unit]
        total += count * bonus if holds[condition] else 0
    if not p.is_land(b.area) and p.factions[b.seats[side]] == rules.CORSAIRS:
        total += 1
    return total


def compare(p: Position) -> None:
    """Steps 4 and 5, up to the loser's casualty (BS-COMBAT-28 to -37)."""
    b = under_way(p)
    lead = strength(p, 0) - strength(p, 1)
    for side, tile in enumerate(b.swapped):
        if tile is not None:
            add(p.discard[b.seats[side]], tile, 1)
    b.swapped, b.drawn = [None, None], [[], []]
    if lead == 0 and "shieldbearer" not in forces(p)[1]:
        fight(p)
        return
    b.loser = 1 if lead > 0 else 0
    b.by_ship_only = False
    winner, loser = b.seats[1 - b.loser], b.seats[b.loser]
    beaten = forces(p)[b.loser]
    corsairs = p.factions[winner] == rules.CORSAIRS
    add(p.vp[winner], "battles", sum(beaten.values()) + (1 if corsairs else 0))
    if "cutiecorn" in beaten:  # BS-CUTIE-08, BS-CUTIE-09
        add(p.vp[winner], "battles", 3)
        if not p.casualty:
            cutiecorn.hand_over(p, loser, winner, b.area)
    p.decider = loser
    fallen = [unit for unit in spread(beaten) if unit in rules.FORTS]
    if not fallen:
        p.point = "casualty"
        return
    for unit in fallen:
        p.lose(loser, b.area, unit)
        b.removed += 1
        p.citadels[winner] += unit == "citadel"
    begin_retreat(p)


def casualties(p: Position) -> list[str]:
    return [f"casualty {unit}" for unit in in_order(forces(p)[under_way(p).loser])]


def casualty(p: Position, unit: str) -> None:
    p.lose(p.decider, under_way(p).area, unit)
    under_way(p).removed += 1
    begin_retreat(p)


def begin_retreat(p: Position) -> None:
    b = under_way(p)
    if "cutiecorn" in forces(p)[b.loser]:  # AMB-49: it stays with those who cannot retreat
        cutiecorn.hand_over(p, p.decider, b.seats[1 - b.loser], b.area)
        if p.force(p.decider, b.area) and not refuges(p, p.decider):
            cutiecorn.hand_over(p, b.seats[1 - b.loser], p.decider, b.area)
    if p.force(p.decider, b.area):
        if refuges(p, p.decider):
            p.point = "retreat"
            return
        flee(p, None)  # BS-COMBAT-38
    after_retreat(p)


def after_retreat(p: Position) -> None:
    """Dragons leave a won attack, undead may rise (BS-COMBAT-40, -41)."""
    b = under_way(p)
    winner = b.seats[1 - b.loser]
    b.kept_out[b.loser] = {}
    if b.loser == 1:
        for _ in range(forces(p)[0].get("dragon", 0)):
            p.lose(winner, b.area, "dragon")
        cutiecorn.settle(p)
    if most_risen(p):
        p.decider, p.point = winner, "raise"
    else:
        end(p)


def most_risen(p: Position) -> int:
    """BS-NECRO-04, -05, -08."""
    b = under_way(p)
    winner = b.seats[1 - b.loser]
    if "necromancer" not in forces(p)[1 - b.loser]:
        return 0
    return min(b.removed, p.undead[winner])


def risings(p: Position) -> list[str]:
    return [f"raise {count}" for count in range(most_risen(p) + 1)]


def rise(p: Position, count: int) -> None:
    seat = p.decider
    if count:
        p.put(seat, under_way(p).area, "undead", count)
        p.undead[seat] -= count
    end(p)
