"""The numbers and traits of the rules in force, as one frozen value.

Everything here is data: `reading.load_ruleset` reads it from the files in `data/`. Odds, engine,
strategies and reports take it from here and from nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit


class When(StrEnum):
    """The condition of a unit's combat modifier (section 11a)."""

    ALWAYS = "always"
    ATTACKING = "attacking"
    DEFENDING = "defending"
    PLAINS = "plains"
    FOREST = "forest"
    ENEMY_FORTIFIED = "enemy_fortified"


@dataclass(frozen=True, slots=True)
class UnitRules:
    """A unit type, the same for every faction that has it.

    A ruleset has one for every member of `Unit` except `BLANK`, which is no unit type.

    Attributes
    ----------
    modifier, when
        Combat modifier and its condition (BS-MOD-01 to BS-MOD-17).
    fortification
        Castle or citadel: cannot move or retreat, bars withdrawal, is the casualty (BS-COMBAT-36).
    mounted
        Counts as cavalry in the withdrawal test (BS-COMBAT-10).
    wins_ties
        Wins ties when defending (BS-COMBAT-29).
    draws_more
        Its side draws the larger number of combat tiles (BS-COMBAT-17).
    bars_withdrawal
        An attack that includes it lets nobody withdraw (BS-COMBAT-08).
    frees_withdrawal
        A defence that includes it may withdraw whatever the cavalry (BS-COMBAT-11).
    leaves_after_victory
        Discarded after a won attack (BS-DRAGON-05).
    leads
        Carries one other unit free into each area (BS-MOVE-22).
    raises_undead
        In a winning force, lets undead rise (BS-NECRO-04).
    desert_proof
        Survives the desert check (BS-DESERT-01).
    carried_by_ships
        May use a ship route (BS-MOVE-18).
    phase_two
        Moves only in phase 2 (BS-UNDEAD-07).
    movement
        Own pip cost a terrain entered, replacing the faction's table; a terrain left out is
        closed. None: the faction's table holds. Empty: the unit never moves (BS-MOVE-11).
    """

    unit: Unit
    modifier: int = 0
    when: When = When.ALWAYS
    fortification: bool = False
    mounted: bool = False
    wins_ties: bool = False
    draws_more: bool = False
    bars_withdrawal: bool = False
    frees_withdrawal: bool = False
    leaves_after_victory: bool = False
    leads: bool = False
    raises_undead: bool = False
    desert_proof: bool = False
    carried_by_ships: bool = True
    phase_two: bool = False
    movement: Mapping[Terrain, int] | None = None

    @property
    def walks(self) -> bool:
        """Whether it moves by move actions of phase 3 (BS-MOVE-11, BS-UNDEAD-07)."""
        return not (self.fortification or self.phase_two)


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile kind of a faction: how many of the 36, build cost in tiles, worth in pips.

    `cost` is None for a tile without a unit type (BS-TILE-04).
    """

    unit: Unit
    count: int
    cost: int | None
    pips: int


@dataclass(frozen=True, slots=True)
class FactionRules:
    """One faction (section 17).

    Attributes
    ----------
    tiles
        The faction tiles by kind; counts sum to 36 (BS-COMP-07).
    villages, citadels, undead
        Pieces apart from the tiles (BS-COMP-03, BS-COMP-04).
    hand_limit
        Hand size up to which the faction draws (BS-GEN-17).
    starting_vp, vp_per_victory, vp_per_captured_village
        BS-SETUP-24, BS-COMBAT-34, BS-END-09.
    sea_battle_modifier
        Added once to the side's strength in a sea battle (BS-MOD-16).
    swaps_last
        Its opponent swaps first and reveals (BS-CORSAIR-09).
    movement
        Pip cost a terrain entered by land units; a terrain left out is closed.
    min_players
        Fewest players with which the faction is used (BS-SETUP-05).
    """

    faction: Faction
    name: str
    tiles: Mapping[Unit, Tile]
    villages: int
    citadels: int
    undead: int
    hand_limit: int
    starting_vp: int
    vp_per_victory: int
    vp_per_captured_village: int
    sea_battle_modifier: int
    swaps_last: bool
    movement: Mapping[Terrain, int]
    min_players: int


@dataclass(frozen=True, slots=True)
class Ruleset:
    """All rule numbers in force; the mappings cannot be changed.

    Attributes
    ----------
    combat_tiles
        Values of one combat bag (BS-COMP-05).
    tiles_more, tiles_fewer, tiles_counted
        Combat tiles drawn by the side with more units, by the other, and those that count
        (BS-COMBAT-15, BS-COMBAT-24).
    starting_hand, founding_points
        BS-SETUP-06, BS-SETUP-15.
    citadel_distance
        Least land distance between citadels (BS-SETUP-12).
    citadel_terrains
        Where a citadel may stand (BS-SETUP-10).
    village_cost, village_limit
        Pips and most villages a terrain; a terrain left out holds none (BS-VILLAGE-02, -06).
    vp_per_village_at_regroup, vp_per_unit_beaten, vp_per_captured_citadel
        BS-REGROUP-03, BS-COMBAT-33, BS-END-09.
    regroups
        Required regroups by player count (BS-REGROUP-05).
    tiles_per_faction
        Sum of the counts of a faction's tiles (BS-COMP-02).
    undead_steps
        Most land areas that an undead enters in a phase 2 (BS-UNDEAD-01).
    cutiecorn_cost, cutiecorn_vp
        Build cost in tiles and VP for taking it in a battle (BS-CUTIE-02, BS-CUTIE-08).
    """

    version: str
    units: Mapping[Unit, UnitRules]
    factions: Mapping[Faction, FactionRules]
    combat_tiles: tuple[int, ...]
    tiles_more: int
    tiles_fewer: int
    tiles_counted: int
    starting_hand: int
    founding_points: int
    citadel_distance: int
    citadel_terrains: frozenset[Terrain]
    village_cost: Mapping[Terrain, int]
    village_limit: Mapping[Terrain, int]
    vp_per_village_at_regroup: int
    vp_per_unit_beaten: int
    vp_per_captured_citadel: int
    regroups: Mapping[int, int]
    tiles_per_faction: int
    undead_steps: int
    cutiecorn_cost: int
    cutiecorn_vp: int

    def __hash__(self) -> int:
        """Return what equal rules have in common; mappings have no hash."""
        return hash((self.version, self.combat_tiles))


@dataclass(frozen=True, slots=True)
class Area:
    """One area of a map: number, terrain, a point inside (board width 1, y down), neighbours.

    `outline`: the corners of its shape in order, as points; areas that share a border share the
    corners on it. Empty if the map has none.
    """

    id: int
    terrain: Terrain
    x: float
    y: float
    neighbours: tuple[int, ...]
    name: str = ""
    outline: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class BoardMap:
    """A map (section 4): areas in the order of their ids 0..n-1, neighbours ascending.

    `origin` says in a few words where the map is from. `rivers` are the land borders that a
    river runs along, smaller area first; they change nothing in play (BS-MAP-02).
    """

    id: str
    name: str
    origin: str
    min_players: int
    max_players: int
    areas: tuple[Area, ...]
    rivers: tuple[tuple[int, int], ...] = ()

    def __hash__(self) -> int:
        """Return what equal maps have in common, without going through all areas."""
        return hash((self.id, self.name, self.origin, len(self.areas)))
