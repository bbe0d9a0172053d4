"""A position of the second generator: plain dictionaries, lists and sets, and questions about them.

Seats are numbers from 0 in clockwise order, areas numbers from 0, units and factions names. A
dictionary of counts holds no zeros.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from tests.oracle import record_rules as rules
from tests.oracle.generator_luck import Luck
from tests.oracle.tracks import TYPES, Bans, Rides

Counts = dict[str, int]

SCORES = ("start", "battles", "villages", "captured_villages", "captured_citadels")

# Blocks and pips of the tiles [ext]: most factions, then what single factions have instead.
BLOCKS = {
    **dict.fromkeys(("skirmisher", "lizardman", "goblin", "raider", "horde"), 0),
    **dict.fromkeys(("swordsman", "axeman", "shieldbearer", "siege_engine", "ship"), 1),
    **dict.fromkeys(("cavalry", "leader", "castle", "dragon", "giant", "necromancer"), 2),
    "cutiecorn": 2,
}
FEWER_BLOCKS = {(rules.HILL_FOLK, "castle"): 1, (rules.CHAOS, "cavalry"): 1}
PIPS = {
    **dict.fromkeys(("skirmisher", "lizardman", "raider"), 2),
    **dict.fromkeys(("shieldbearer", "cavalry", "siege_engine", "goblin", "horde"), 3),
    **dict.fromkeys(("swordsman", "axeman", "ship", "castle"), 4),
    **dict.fromkeys(("leader", "dragon", "giant", "necromancer", "blank"), 5),
    "undead": 0,  # it shows none
}
OTHER_PIPS = {(rules.CHAOS, "cavalry"): 4}


@dataclass
class Battle:
    """A battle under way; index 0 is the attacker, 1 the defender."""

    area: int
    seats: tuple[int, int]
    drawn: list[list[int]] = field(default_factory=lambda: [[], []])
    swapped: list[str | None] = field(default_factory=lambda: [None, None])
    asked: int = 0  # sides that have decided on their swap
    by_ship_only: bool = False
    loser: int = 0  # index of the losing side
    removed: int = 0
    kept_out: list[Counts] = field(default_factory=lambda: [{}, {}])

    def copy(self) -> Battle:
        twin = Battle(self.area, self.seats, [list(tiles) for tiles in self.drawn])
        twin.swapped, twin.asked = list(self.swapped), self.asked
        twin.by_ship_only, twin.loser, twin.removed = self.by_ship_only, self.loser, self.removed
        twin.kept_out = [dict(kept) for kept in self.kept_out]
        return twin


@dataclass
class Position:
    """Everything about a playthrough, luck included."""

    terrain: tuple[str, ...]
    near: tuple[tuple[int, ...], ...]
    factions: tuple[str, ...]
    luck: Luck
    units: list[dict[int, Counts]]
    villages: list[dict[int, int]]
    hand: list[Counts]
    bag: list[Counts]
    discard: list[Counts]
    pool: list[int]
    undead: list[int]  # off the map
    vp: list[Counts]
    regroups: list[int]
    captured: list[int]
    citadels: list[int]  # taken from others
    home: list[int]
    first: int = 0
    active: int = 0
    decider: int = 0
    turn: int = 0
    turn_limit: int = 600
    set_up: int = 0  # seats that have set up
    finisher: int = -1
    final_steps: int = 0
    point: str = ""
    ending: str = ""
    raided: bool = False  # the Chaos Horde's raid of this turn
    cutiecorn: str = ""  # "beside" the map, "map", "gone"; nothing without the variant
    alone: bool = False  # it moves by itself (AMB-48)
    casualty: bool = False  # it can be lost in a battle (AMB-49)
    recycled: bool = True  # it can be built again (AMB-50)
    marker: bool = True  # it alone makes an area a refuge (AMB-56)
    left: set[tuple[int, int]] = field(default_factory=set)  # seat, area left this turn
    eliminated: set[int] = field(default_factory=set)
    ranks: list[int] = field(default_factory=list)
    bans: Bans = field(default_factory=Bans)
    # the action under way
    points: int = 0
    pips: int = 0
    picked: int = 0
    due: int = 0
    last: str = ""  # tile or unit named last
    then: str = ""  # what follows the build cost
    start: int = -1  # where the column, or the moving undead, stands
    column: Counts = field(default_factory=dict)
    cost: int = 0
    rides: Rides = field(default_factory=Rides)
    ready: dict[int, int] = field(default_factory=dict)  # undead that have not moved
    undead_from: int = 0
    steps: int = 0
    battle: Battle | None = None
    options: dict[str, object] = field(default_factory=dict)

    def copy(self) -> Position:
        twin = object.__new__(Position)
        for name in FIELDS:
            setattr(twin, name, getattr(self, name))
        twin.luck = self.luck.copy()
        twin.units = [{a: dict(force) for a, force in own.items()} for own in self.units]
        for name in ("villages", "hand", "bag", "discard", "vp"):
            setattr(twin, name, [dict(counts) for counts in getattr(self, name)])
        for name in ("pool", "undead", "regroups", "captured", "citadels", "home", "ranks"):
            setattr(twin, name, list(getattr(self, name)))
        twin.left, twin.eliminated = set(self.left), set(self.eliminated)
        twin.column, twin.ready = dict(self.column), dict(self.ready)
        twin.rides, twin.bans = self.rides.copy(), self.bans.copy()
        twin.battle = None if self.battle is None else self.battle.copy()
        return twin

    # Players

    @property
    def seats(self) -> range:
        return range(len(self.factions))

    def others(self, seat: int) -> Iterator[int]:
        return (other for other in self.seats if other != seat)

    def is_horde(self, seat: int) -> bool:
        return self.factions[seat] == rules.CHAOS

    def hand_limit(self, seat: int) -> int:
        """BS-GEN-17."""
        return 7 if self.factions[seat] == "horse_lords" else 6

    def needed_regroups(self) -> int:
        """BS-REGROUP-05."""
        return 3 if len(self.factions) == 2 else 2

    def option(self, name: str) -> object:
        """The reading in force of a point that the rules leave open."""
        return self.options.get(name, rules.OPTIONS[name][0])

    # Tiles

    def blocks(self, seat: int, tile: str) -> int | None:
        return FEWER_BLOCKS.get((self.factions[seat], tile), BLOCKS.get(tile))

    def pips_of(self, seat: int, tile: str) -> int:
        return OTHER_PIPS.get((self.factions[seat], tile), PIPS[tile])

    def hand_pips(self, seat: int) -> int:
        return sum(n * self.pips_of(seat, tile) for tile, n in self.hand[seat].items())

    def tiles_in_hand(self, seat: int) -> int:
        return sum(self.hand[seat].values())

    def can_build(self, seat: int, tile: str) -> bool:
        """Whether the hand holds the tile's blocks besides the tile (BS-TILE-02, -04)."""
        blocks = self.blocks(seat, tile)
        return blocks is not None and self.tiles_in_hand(seat) - 1 >= blocks

    def unbuilt(self, payable: int) -> list[str]:
        """The Cutiecorn if it is beside the map and so much pays for it (BS-CUTIE-02)."""
        offered = self.cutiecorn == "beside" and payable >= BLOCKS["cutiecorn"]
        return ["cutiecorn"] if offered else []

    def draw_out(self, seat: int, tile: str) -> None:
        """Take a tile that is built out of the hand, the Cutiecorn from beside the map."""
        if tile == "cutiecorn":
            self.cutiecorn = "map"
        else:
            add(self.hand[seat], tile, -1)

    # Areas

    def is_land(self, area: int) -> bool:
        return self.terrain[area] != rules.SEA

    def force(self, seat: int, area: int) -> Counts:
        return self.units[seat].get(area, {})

    def enemies(self, seat: int, area: int) -> list[int]:
        """The other players with units there."""
        return [other for other in self.others(seat) if area in self.units[other]]

    def contested(self, seat: int, area: int) -> bool:
        """BS-GEN-06."""
        return area in self.units[seat] and bool(self.enemies(seat, area))

    def contested_areas(self, seat: int) -> list[int]:
        return [area for area in sorted(self.units[seat]) if self.enemies(seat, area)]

    def owners(self, area: int) -> set[int]:
        """The players with pieces there (BS-GEN-04)."""
        return {s for s in self.seats if area in self.units[s] or area in self.villages[s]}

    def empty_areas(self) -> list[int]:
        """BS-GEN-05."""
        taken = {a for s in self.seats for a in (*self.units[s], *self.villages[s])}
        return [area for area in range(len(self.terrain)) if area not in taken]

    def citadel(self, seat: int) -> int | None:
        for area, force in self.units[seat].items():
            if "citadel" in force:
                return area
        return None

    def bases(self, seat: int) -> set[int]:
        """Areas with the citadel or a village."""
        citadel = self.citadel(seat)
        return set(self.villages[seat]) | (set() if citadel is None else {citadel})

    # Ship routes (BS-MOVE-15 to -21)

    def links(self, seat: int) -> set[int]:
        return {
            area
            for area, force in self.units[seat].items()
            if "ship" in force and not self.enemies(seat, area)
        }

    def landings(self, seat: int, start: int) -> set[int]:
        """The areas at the other ends of the ship routes from `start`."""
        links = self.links(seat)
        chain = links & {start, *self.near[start]}
        fresh = list(chain)
        while fresh:
            beyond = links.intersection(self.near[fresh.pop()]) - chain
            chain |= beyond
            fresh += beyond
        return {area for sea in chain for area in self.near[sea]} - {start}

    def entry_pips(self, seat: int, unit: str, area: int) -> int | None:
        """What the unit pays to enter the area, None where it may not go (section 10)."""
        if unit == "cutiecorn":  # BS-CUTIE-05, AMB-48
            riders = rules.movement(self.factions[seat], "cavalry")
            return 0 if self.terrain[area] in riders else None
        return rules.movement(self.factions[seat], unit).get(self.terrain[area])

    # Changes

    def put(self, seat: int, area: int, unit: str, count: int = 1) -> None:
        add(self.units[seat].setdefault(area, {}), unit, count)

    def take(self, seat: int, area: int, unit: str, count: int = 1) -> None:
        add(self.units[seat][area], unit, -count)
        if not self.units[seat][area]:
            del self.units[seat][area]

    def lose(self, seat: int, area: int, unit: str) -> None:
        """Remove a unit from the map (BS-GEN-15, BS-GEN-16)."""
        self.bans.lose(seat, area, unit)
        self.take(seat, area, unit)
        recycle = self.option("undead_recycle")
        if unit == "undead" and recycle != "discard":
            self.undead[seat] += recycle == "supply"
        elif unit == "cutiecorn":  # BS-CUTIE-10
            self.cutiecorn = "beside" if self.recycled else "gone"
        elif unit != "citadel":
            add(self.discard[seat], unit, 1)

    def spend(self, seat: int, tile: str) -> None:
        """Discard a hand tile."""
        add(self.hand[seat], tile, -1)
        add(self.discard[seat], tile, 1)


FIELDS = tuple(entry.name for entry in fields(Position))


def add(counts: dict[Any, int], key: Any, number: int) -> None:
    """Change a count; zeros are not kept."""
    left = counts.get(key, 0) + number
    assert left >= 0, (key, left)
    if left:
        counts[key] = left
    else:
        counts.pop(key, None)


def in_order(counts: Iterable[str]) -> list[str]:
    """The types in their order."""
    return sorted(counts, key=TYPES.index)


def spread(counts: Counts) -> list[str]:
    """Every tile or unit by itself, in the order of the types."""
    return [unit for unit in in_order(counts) for _ in range(counts[unit])]


def new_position(
    terrain: Sequence[str],
    near: Sequence[Sequence[int]],
    factions: Sequence[str],
    luck: Luck,
    turn_limit: int,
) -> Position:
    """A position before the deal, all tiles in the bags."""
    seats = range(len(factions))
    horde = [faction == rules.CHAOS for faction in factions]
    return Position(
        tuple(rules.TERRAIN_NAMES[name] for name in terrain),
        tuple(tuple(areas) for areas in near),
        tuple(factions),
        luck,
        units=[{} for _ in seats],
        villages=[{} for _ in seats],
        hand=[{} for _ in seats],
        bag=[dict(rules.COUNTS[faction]) for faction in factions],
        discard=[{} for _ in seats],
        pool=[0 if horde[seat] else 20 for seat in seats],
        undead=[4 if faction == rules.NECROMANCERS else 0 for faction in factions],
        vp=[{"start": 10} if horde[seat] else {} for seat in seats],
        regroups=[0 for _ in seats],
        captured=[0 for _ in seats],
        citadels=[0 for _ in seats],
        home=[-1 for _ in seats],
        turn_limit=turn_limit,
    )
