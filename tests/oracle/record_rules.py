"""The numbers and tables of the rules, typed from the digest for the record reader alone.

Nothing here comes from the package: the same numbers stand in its data files, and a slip in either
copy shows as a fault in every record.
"""

from __future__ import annotations

SEA, PLAINS, FOREST, HILLS, MOUNTAIN, DESERT = (
    "sea",
    "plains",
    "forest",
    "hills",
    "mountain",
    "desert",
)
TERRAINS = frozenset({SEA, PLAINS, FOREST, HILLS, MOUNTAIN, DESERT})
TERRAIN_NAMES = {name: name for name in TERRAINS} | {"mountains": MOUNTAIN}

NECROMANCERS, CHAOS, CORSAIRS, HILL_FOLK = "necromancers", "chaos_horde", "corsairs", "hill_folk"
FACTIONS = ("dragon_riders", "horse_lords", HILL_FOLK, NECROMANCERS, CHAOS, CORSAIRS)
MIN_PLAYERS = {CORSAIRS: 3, CHAOS: 4}  # BS-SETUP-05

FORTS = frozenset({"castle", "citadel"})
IRREGULARS = frozenset({"lizardman", "goblin", "raider", "horde"})
DESERT_PROOF = frozenset({"goblin", "lizardman", "dragon", "undead"})  # BS-DESERT-01
OUTSIDE_THE_BAG = frozenset({"undead", "citadel", "cutiecorn"})
BLANK = "blank"
UNITS = (
    frozenset(
        {"skirmisher", "swordsman", "axeman", "shieldbearer", "cavalry", "siege_engine", "leader"}
    )
    | frozenset({"ship", "dragon", "giant", "necromancer", "undead", "cutiecorn", BLANK})
    | FORTS
    | IRREGULARS
)

# Section 17: tiles by faction.
COUNTS: dict[str, dict[str, int]] = {
    "dragon_riders": {
        "skirmisher": 4,
        "swordsman": 4,
        "shieldbearer": 4,
        "cavalry": 4,
        "lizardman": 4,
        "siege_engine": 2,
        "leader": 1,
        "ship": 5,
        "castle": 4,
        "dragon": 2,
        "blank": 2,
    },
    "horse_lords": {
        "skirmisher": 4,
        "swordsman": 6,
        "shieldbearer": 4,
        "cavalry": 6,
        "siege_engine": 2,
        "leader": 2,
        "ship": 5,
        "castle": 4,
        "blank": 3,
    },
    "necromancers": {
        "skirmisher": 4,
        "swordsman": 2,
        "shieldbearer": 2,
        "cavalry": 4,
        "goblin": 8,
        "siege_engine": 2,
        "leader": 1,
        "ship": 5,
        "castle": 4,
        "necromancer": 4,
    },
    "hill_folk": {
        "skirmisher": 4,
        "swordsman": 2,
        "shieldbearer": 4,
        "cavalry": 4,
        "raider": 4,
        "siege_engine": 2,
        "leader": 1,
        "ship": 5,
        "castle": 6,
        "giant": 2,
        "blank": 2,
    },
    "chaos_horde": {"cavalry": 10, "horde": 20, "leader": 2, "ship": 2, "blank": 2},
    "corsairs": {
        "skirmisher": 4,
        "axeman": 12,
        "shieldbearer": 4,
        "siege_engine": 1,
        "leader": 1,
        "ship": 8,
        "castle": 2,
        "blank": 4,
    },
}
TILES_PER_FACTION = 36
MOST_BLOCKS, MOST_PIPS = 2, 5  # BS-TILE-01

# Section 10: pips an area entered; a terrain left out is closed.
MARCH = {PLAINS: 1, FOREST: 2, HILLS: 3, DESERT: 1}
HILL_MARCH = {PLAINS: 1, FOREST: 2, HILLS: 2, DESERT: 1, MOUNTAIN: 3}
FLIGHT = dict.fromkeys(TERRAINS, 1)
UNDEAD_MARCH = dict.fromkeys(TERRAINS - {SEA}, 0)
SAIL = {SEA: 1}

# Section 11a: (modifier, condition).
MODIFIERS: dict[str, tuple[int, str]] = {
    "skirmisher": (1, "forest"),
    "swordsman": (1, "always"),
    "axeman": (1, "always"),
    "shieldbearer": (1, "defending"),
    "cavalry": (1, "plains"),
    "lizardman": (1, "attacking"),
    "goblin": (1, "attacking"),
    "raider": (1, "attacking"),
    "horde": (1, "attacking"),
    "siege_engine": (2, "enemy_fort"),
    "leader": (1, "always"),
    "ship": (1, "always"),
    "castle": (3, "defending"),
    "citadel": (5, "defending"),
    "dragon": (4, "always"),
    "giant": (2, "always"),
    "necromancer": (1, "always"),
    "undead": (1, "always"),
    "cutiecorn": (1, "plains"),
}

COMBAT_BAG = (2, 2, 3, 3, 4, 4, 5, 5)
VILLAGE_COST = {PLAINS: 1, FOREST: 1, HILLS: 2}
VILLAGE_LIMIT = {PLAINS: 2, FOREST: 1, HILLS: 1}
CITADEL_TERRAINS = frozenset({PLAINS, FOREST, HILLS})
PHASES = ("raid", "undead", "main", "settle", "draw")

# Numbers that a what-if may change through the header's `overrides`.
NUMBERS: dict[str, int] = {
    "starting_hand": 9,
    "founding_points": 5,
    "hand_limit": 6,
    "horse_lords.hand_limit": 7,
    "villages": 20,
    "chaos_horde.villages": 0,
    "necromancers.undead": 4,
    "chaos_horde.starting_vp": 10,
    "tiles_more": 4,
    "tiles_fewer": 3,
    "vp.unit_beaten": 1,
    "corsairs.vp_per_victory": 1,
    "vp.village_at_regroup": 1,
    "vp_per_captured_village": 1,
    "chaos_horde.vp_per_captured_village": 2,
    "vp.captured_citadel": 5,
    "regroups.2": 3,
    "regroups.3": 2,
    "regroups.4": 2,
    "regroups.5": 2,
    "regroups.6": 2,
    "corsairs.sea_battle_modifier": 1,
    "cutiecorn.cost": 2,
    "cutiecorn.vp": 3,
}

# A faction without these pieces has none whatever the number of all.
PIECES = frozenset({"villages", "undead"})

# Ambiguity table: option -> its readings, the default first.
OPTIONS: dict[str, tuple[object, ...]] = {
    "start_player_method": ("random", "draw_two"),
    "faction_count_limits": ("enforce", "advise"),
    "citadel_min_distance": (3, 2),
    "citadel_spacing_graph": ("land_only", "all_areas", "every_route"),
    "setup_shared_sea": ("allow", "forbid"),
    "overpay": ("last_resort", "minimal", "free"),
    "leader_carry": ("per_step", "per_action"),
    "move_pooling": ("per_action", "per_group"),
    "all_units_fight": (True, False),
    "dragon_route_end_sea": (True, False),
    "undead_sea_steps": ("land_only", "each_area"),
    "swap_announced": (True, False),
    "corsair_reveal": ("top_three", "all"),
    "siege_bonus": ("per_engine", "per_fortification"),
    "corsair_sea_bonus": ("flat", "per_unit"),
    "corsair_fort_withdraw": (False, True),
    "corsair_contested_ship_counts": (True, False),
    "attacker_castle_loss": ("as_defender", "extra_casualty"),
    "undead_sources": ("all_losses", "casualty_only"),
    "undead_recycle": ("supply", "out_of_game", "discard"),
    "partial_retreat": ("free", "last_resort"),
    "retreat_ban": ("player", "units"),
    "regroup_trigger": ("on_need", "on_empty"),
    "regroup_empty_discard": (False, True),
    "wiped_out_timing": ("phase4", "turn_start"),
    "wiped_out_cost": ("normal", "free"),
    "chaos_build_contested": (True, False),
    "chaos_ship_from_ship": (True, False),
    "chaos_build_desert": (True, False),
    "chaos_reentry": ("optional", "forced"),
    "chain_any_terrain": (True, False),
    "final_battle_rounds": ("until_clear", "single"),
    "eliminated_ranks": (False, True),
    "cutiecorn": (False, True),
    "cutie_moves_alone": (False, True),
    "cutie_casualty": (False, True),
    "cutie_recycle": ("supply", "out_of_game"),
    "cutie_retreat_marker": (True, False),
}


def movement(faction: str, unit: str) -> dict[str, int]:
    """Return the pips by terrain that `unit` may enter (section 10); empty when it cannot move."""
    if unit in FORTS or unit == BLANK:
        return {}
    if unit == "ship":
        return SAIL
    if unit == "dragon":
        return FLIGHT
    if unit == "undead":
        return UNDEAD_MARCH
    return HILL_MARCH if faction == HILL_FOLK else MARCH


def has_phase(faction: str, phase: str) -> bool:
    """Tell whether the faction's turn has the phase (BS-TURN-03, BS-TURN-04)."""
    if phase == "undead":
        return faction == NECROMANCERS
    return faction != CHAOS or phase not in {"raid", "settle"}
