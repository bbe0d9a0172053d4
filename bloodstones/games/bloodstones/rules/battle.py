"""The rules of a battle (sections 11 and 11a), one small function a clause.

Odds and engine call these same functions: the odds as they are, the engine compiled. So every
function on plain ints and bools stays within what Numba compiles (no other function is called, no
keyword-only argument, no exception), and this module imports neither Numba nor NumPy.
`modifier` alone takes the definitions of the rules; the engine calls it once, to pack its tables.
"""

from __future__ import annotations

from bloodstones.games.bloodstones.rules.names import Role, Terrain
from bloodstones.games.bloodstones.rules.ruleset import UnitRules, When

ATTACKER_WINS = 1
FIGHT_AGAIN = 0
DEFENDER_WINS = -1


def tiles_drawn(
    own_units: int, enemy_units: int, own_draws_more: bool, tiles_more: int, tiles_fewer: int
) -> int:
    """Return how many combat tiles a side draws (BS-COMBAT-15, -16, -17, BS-HILL-05).

    Parameters
    ----------
    own_units, enemy_units
        Units of the side and of its enemy in the battle, each at least 1; castles, citadel and
        leaders count like any other.
    own_draws_more
        The side has a unit that draws the larger number whatever the numbers (a giant).
    tiles_more, tiles_fewer
        The larger and the smaller number of tiles.

    Examples
    --------
    >>> [tiles_drawn(own, 2, False, 4, 3) for own in (3, 2, 1)]
    [4, 3, 3]
    >>> tiles_drawn(1, 5, True, 4, 3), tiles_drawn(5, 1, False, 4, 3)
    (4, 4)
    """
    if own_draws_more or own_units > enemy_units:
        return tiles_more
    return tiles_fewer


def clash_outcome(attacker_strength: int, defender_strength: int, defender_wins_ties: bool) -> int:
    """Return `ATTACKER_WINS`, `DEFENDER_WINS` or `FIGHT_AGAIN` for one fight (BS-COMBAT-28 to -30).

    Only their difference counts: who groups fights by it passes it as the attacker's strength
    against 0. `defender_wins_ties`: a unit of the defender wins ties when defending (a
    shieldbearer).

    >>> clash_outcome(16, 14, True), clash_outcome(12, 12, True), clash_outcome(12, 12, False)
    (1, -1, 0)
    """
    if attacker_strength > defender_strength:
        return ATTACKER_WINS
    if attacker_strength < defender_strength or defender_wins_ties:
        return DEFENDER_WINS
    return FIGHT_AGAIN


def notional_cavalry(corsair_land_attack_next_to_own_ship: bool) -> int:
    """Return the cavalry that an attack counts besides its real ones (BS-CORSAIR-06, -07).

    See BS-CUTIE-07.

    Add it to the attacker's mounted units. The flag holds when Corsairs attack a land area that is
    adjacent to at least one of their ships, in contested sea areas too (AMB-23).

    >>> notional_cavalry(True), notional_cavalry(False)
    (1, 0)
    """
    if corsair_land_attack_next_to_own_ship:
        return 1
    return 0


def may_withdraw(
    attacker_mounted: int,
    defender_mounted: int,
    attacker_bars: bool,
    defender_fortified: bool,
    defender_frees: bool,
    sea_battle: bool,
) -> bool:
    """Return whether the defender may withdraw, given a legal destination (BS-COMBAT-08 to -12).

    As much cavalry as the attacker's is enough (AMB-55). See BS-DRAGON-04, -07, BS-CUTIE-04.

    Parameters
    ----------
    attacker_mounted, defender_mounted
        Units that count as cavalry; the attacker's with `notional_cavalry` added.
    attacker_bars
        The attack includes a dragon.
    defender_fortified
        The defender has a castle or citadel in the area; precedes `defender_frees`.
    defender_frees
        The defence includes a dragon.
    sea_battle
        The battle is in a sea area: the cavalry test does not apply.

    Examples
    --------
    >>> [may_withdraw(mounted, 1, False, False, False, False) for mounted in (0, 1, 2)]
    [True, True, False]
    >>> [may_withdraw(2, 0, False, fortified, True, False) for fortified in (False, True)]
    [True, False]
    """
    if attacker_bars:
        return False
    if sea_battle:
        return True
    if defender_fortified:
        return False
    if defender_frees:
        return True
    return defender_mounted >= attacker_mounted


def may_withdraw_by_ship(
    defender_is_corsairs: bool, attacker_bars: bool, defender_fortified: bool, sea_battle: bool
) -> bool:
    """Return whether Corsair land units may withdraw over their ships (BS-CORSAIR-03 to -05).

    Holds whatever the cavalry counts. When `may_withdraw` refuses, only a ship route will do
    (BS-CORSAIR-04).

    >>> [may_withdraw_by_ship(True, dragon, False, False) for dragon in (False, True)]
    [True, False]
    """
    return defender_is_corsairs and not (attacker_bars or defender_fortified or sea_battle)


def victory_points(beaten_units: int, vp_per_unit: int, bonus: int) -> int:
    """Return the VP of a won battle (BS-COMBAT-33, -34).

    Parameters
    ----------
    beaten_units
        The loser's units in the battle, before casualties.
    vp_per_unit
        VP a beaten unit.
    bonus
        The winner's VP for any won battle (Corsairs).

    Examples
    --------
    >>> victory_points(3, 1, 0), victory_points(3, 1, 1)
    (3, 4)
    """
    return beaten_units * vp_per_unit + bonus


def times_fortified(enemy_fortifications: int, each_counts: bool) -> int:
    """Return how often what a unit adds against fortifications counts (BS-MOD-07, AMB-20).

    Parameters
    ----------
    enemy_fortifications
        Castles and citadels of the enemy in the battle.
    each_counts
        It counts for each of them; by default once, however many there are.

    Examples
    --------
    >>> [times_fortified(forts, False) for forts in (0, 1, 3)], times_fortified(3, True)
    ([0, 1, 1], 3)
    """
    if each_counts or enemy_fortifications < 1:
        return enemy_fortifications
    return 1


def sea_modifier(faction_modifier: int, units: int, sea_battle: bool, each_counts: bool) -> int:
    """Return what a faction itself adds to its side's strength in a sea battle (BS-MOD-16).

    See BS-CORSAIR-08.

    Parameters
    ----------
    faction_modifier
        The faction's own modifier at sea.
    units
        Its units in the battle.
    sea_battle
        The battle is in a sea area.
    each_counts
        It counts for each unit (AMB-21); by default once.

    Examples
    --------
    >>> sea_modifier(1, 3, True, False), sea_modifier(1, 3, True, True)
    (1, 3)
    >>> sea_modifier(1, 3, False, True)
    0
    """
    if not sea_battle:
        return 0
    if each_counts:
        return faction_modifier * units
    return faction_modifier


def modifier(rules: UnitRules, role: Role, terrain: Terrain, enemy_fortified: bool) -> int:
    """Return what one unit adds to its side's strength (BS-MOD-01 to BS-MOD-18).

    See BS-BUILD-07, BS-DRAGON-03, -12, BS-HILL-05, -07, BS-NECRO-09, BS-CHAOS-11, BS-CUTIE-04.

    Parameters
    ----------
    rules
        The unit type.
    role
        The side it fights on; the active player attacks (BS-MOD-18).
    terrain
        Where the battle is.
    enemy_fortified
        The enemy force in the battle has a castle or citadel, in either role (AMB-20). Counts once
        an engine, however many there are.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.rules.names import Unit
    >>> castle = UnitRules(Unit.CASTLE, modifier=3, when=When.DEFENDING)
    >>> modifier(castle, Role.DEFENDER, Terrain.PLAINS, False)
    3
    >>> modifier(castle, Role.ATTACKER, Terrain.PLAINS, False)
    0
    """
    holds = {
        When.ALWAYS: True,
        When.ATTACKING: role is Role.ATTACKER,
        When.DEFENDING: role is Role.DEFENDER,
        When.PLAINS: terrain is Terrain.PLAINS,
        When.FOREST: terrain is Terrain.FOREST,
        When.ENEMY_FORTIFIED: enemy_fortified,
    }
    return rules.modifier if holds[rules.when] else 0
