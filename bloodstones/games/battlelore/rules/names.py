"""What the rules name. Strings at the border, ints inside."""

from __future__ import annotations

from bloodstones.core.names import Name


class Faction(Name):
    """The two factions (BL-SETUP-01)."""

    DAQAN = 0
    UTHUK = 1


class Class(Name):
    """Classes of units (BL-BOARD-04)."""

    INFANTRY = 0
    CAVALRY = 1
    ELITE = 2
    LEGEND = 3


class Reach(Name):
    """How a unit attacks (BL-BOARD-04)."""

    MELEE = 0
    RANGED = 1


class Face(Name):
    """Faces of the die (BL-ATTACK-08)."""

    STRIKE = 0
    CLEAVE = 1
    PIERCE = 2
    MORALE = 3
    LORE = 4
    HEROIC = 5


class Terrain(Name):
    """What a hex is (BL-TERRAIN); a bridge or ford is river that can be entered."""

    CLEAR = 0
    HILL = 1
    FOREST = 2
    BUILDING = 3
    TENT = 4
    RIVER = 5
    LAKE = 6
    BRIDGE = 7
    FORD = 8


class Ability(Name):
    """Abilities of units; a number behind the name is how much of it (BL-ABILITY)."""

    DOUBLE_SHOT = 0
    PURSUE = 1
    VIGILANT = 2
    FLANKING = 3
    IMMOVABLE = 4
    FLYING = 5
    RAGE = 6
    MOBILITY = 7
    CHARGE = 8
    MASSIVE = 9
    FEROCITY = 10
    STUN = 11
    POISON = 12
    FRENZY = 13


class Who(Name):
    """Which units a command card orders (BL-CARD-11)."""

    ANY = 0
    INFANTRY = 1
    CAVALRY = 2
    HEAVY = 3
    RANGED = 4
    STRONG = 5


class Lore(Name):
    """Lore cards by their effects (BL-CARD)."""

    BATTLE_CRY = 0
    RUNE_BLADE = 1
    RUNIC_BARRIER = 2
    TAKE_TO_THE_SKIES = 3
    SHIELD_WALL = 4
    HOLD_THE_LINE = 5
    ARROW_STORM = 6
    RUNE_WARD = 7
    RALLY = 8
    FORESIGHT = 9
    FURY_OF_YLLAN = 10
    OVERRUN = 11
    PORTAL = 12
    UNSTOPPABLE = 13
    DARK_SACRIFICE = 14
    VENOM = 15
    DEMON_HIDE = 16
    TERROR = 17
    SAVAGE_CHARGE = 18
    BLOOD_PRICE = 19


class Window(Name):
    """When lore cards may be played (BL-LORE-03)."""

    NONE = 0
    ORDER_STEP = 1
    MOVE_START = 2
    AFTER_MOVE = 3
    MOVE_END = 4
    ATTACK_START = 5
    BEFORE_ROLL = 6
    ATTACKED_BEFORE_ROLL = 7
    ATTACKED_AFTER_ROLL = 8
    UNIT_DESTROYED = 9
    ENEMY_DESTROYED = 10
    DRAW_STEP = 11
    ENEMY_CARD = 12


# By number of the lore card; `instead_of_roll` is a card of the window before the roll.
WINDOW_OF = (
    *(Window.MOVE_END, Window.BEFORE_ROLL, Window.ENEMY_CARD, Window.AFTER_MOVE),
    *(Window.ATTACKED_BEFORE_ROLL, Window.ATTACKED_AFTER_ROLL, Window.BEFORE_ROLL),
    *(Window.ORDER_STEP, Window.ORDER_STEP, Window.DRAW_STEP),
    *(Window.BEFORE_ROLL, Window.MOVE_START, Window.MOVE_START, Window.UNIT_DESTROYED),
    *(Window.ORDER_STEP, Window.ATTACK_START, Window.ATTACKED_BEFORE_ROLL, Window.ATTACK_START),
    *(Window.MOVE_START, Window.ENEMY_DESTROYED),
)


class Rule(Name):
    """What a scenario changes."""

    NONE = 0
    TWO_BUILDINGS_VP = 1
    HILL_RANGE = 2
    MUSTER_DISCOUNT = 3
    RANGED_SIGHT = 4
    KILL_NEAR_WATER_VP = 5
    KILL_VP = 6


class Indicator(Name):
    """The cards of a faction in the order of initiative (BL-SETUP-04)."""

    A1 = 0
    B1 = 1
    B2 = 2
    C1 = 3
    C2 = 4
    D1 = 5
    D2 = 6
