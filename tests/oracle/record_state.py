"""The position that the record reader keeps, and the questions it asks of it."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.oracle import record_rules as rules
from tests.oracle.tracks import Bans, Rides


@dataclass(frozen=True)
class Fault:
    """One illegality: line of the record (from 1), clause of the rules or of the format, reason."""

    line: int
    clause: str
    reason: str


@dataclass
class Area:
    """Terrain and neighbours of one area."""

    terrain: str
    neighbours: frozenset[int]


@dataclass
class Tile:
    """A tile kind of a faction: count, build cost (None: no unit type), pips."""

    count: int
    cost: int | None
    pips: int


@dataclass
class Seat:
    """Everything one player owns."""

    faction: str
    tiles: dict[str, Tile]
    pool: int
    undead_supply: int
    vp: int
    hand: Counter[str] = field(default_factory=Counter)
    bag: Counter[str] = field(default_factory=Counter)
    discard: Counter[str] = field(default_factory=Counter)
    units: dict[int, Counter[str]] = field(default_factory=dict)
    villages: Counter[int] = field(default_factory=Counter)
    captured: Counter[int] = field(default_factory=Counter)
    citadels: list[int] = field(default_factory=list)
    regroups: int = 0
    eliminated: bool = False
    banned: set[int] = field(default_factory=set)


@dataclass
class State:
    """The position: map, seats and the rules in force."""

    areas: dict[int, Area]
    seats: list[Seat]
    first_seat: int
    options: dict[str, Any]
    numbers: dict[str, int]
    modifiers: dict[str, int]
    bans: Bans = field(default_factory=Bans)
    rides: Rides = field(default_factory=Rides)
    cutiecorn: str = "box"  # "beside" the map, "map", "gone" for good

    def option(self, name: str) -> Any:
        """Return the reading in force of a named ambiguity."""
        return self.options.get(name, rules.OPTIONS[name][0])

    def number(self, seat: int, name: str, default: int = 0) -> int:
        """Return a rule number, the faction's own one if it has one."""
        own = self.numbers.get(f"{self.seats[seat].faction}.{name}")
        return self.numbers.get(name, default) if own is None else own

    def terrain(self, area: int) -> str:
        """Return the terrain of the area."""
        return self.areas[area].terrain

    def is_sea(self, area: int) -> bool:
        """Tell whether the area is sea."""
        return self.terrain(area) == rules.SEA

    def adjacent(self, one: int, other: int) -> bool:
        """Tell whether two areas share a border."""
        return other in self.areas[one].neighbours

    def force(self, seat: int, area: int) -> Counter[str]:
        """Return the units of the seat in the area (a copy)."""
        return Counter(self.seats[seat].units.get(area, {}))

    def has_units(self, seat: int, area: int) -> bool:
        """Tell whether the seat has a unit in the area."""
        return bool(self.seats[seat].units.get(area))

    def others(self, seat: int, area: int) -> list[int]:
        """Return the other seats with units in the area."""
        return [s for s in range(len(self.seats)) if s != seat and self.has_units(s, area)]

    def contested(self, seat: int) -> list[int]:
        """Return the contested areas that hold units of the seat (BS-GEN-06)."""
        return sorted(area for area in self.seats[seat].units if self.others(seat, area))

    def any_contested(self) -> list[int]:
        """Return every contested area."""
        return sorted({a for seat in range(len(self.seats)) for a in self.contested(seat)})

    def has_piece(self, seat: int, area: int) -> bool:
        """Tell whether the seat has a unit or a village in the area (BS-GEN-04)."""
        return self.has_units(seat, area) or self.seats[seat].villages[area] > 0

    def is_refuge(self, seat: int, area: int) -> bool:
        """Tell whether an area holds the seat's piece or none (BS-RETREAT-02, AMB-56)."""
        if not self.option("cutie_retreat_marker") and self.force(seat, area) == {"cutiecorn": 1}:
            return self.seats[seat].villages[area] > 0
        return self.has_piece(seat, area) or self.is_empty(area)

    def is_empty(self, area: int) -> bool:
        """Tell whether no player has a piece in the area (BS-GEN-05)."""
        return not any(self.has_piece(seat, area) for seat in range(len(self.seats)))

    def bases(self, seat: int) -> set[int]:
        """Return the areas with the seat's villages or citadel."""
        own = self.seats[seat]
        forts = {area for area, force in own.units.items() if force["citadel"]}
        return forts | {area for area, count in own.villages.items() if count}

    def add(self, seat: int, area: int, units: Iterable[str]) -> None:
        """Put units on the map."""
        self.seats[seat].units.setdefault(area, Counter()).update(units)

    def take(self, seat: int, area: int, units: Iterable[str]) -> None:
        """Take units off the map, as far as they are there."""
        left = self.force(seat, area) - Counter(units)
        if left:
            self.seats[seat].units[area] = left
        else:
            self.seats[seat].units.pop(area, None)

    def bury(self, seat: int, units: Iterable[str]) -> None:
        """Send lost units where they go (BS-GEN-15, BS-GEN-16, AMB-27, AMB-50)."""
        own = self.seats[seat]
        for unit in units:
            if unit == "undead" and self.option("undead_recycle") != "discard":
                own.undead_supply += self.option("undead_recycle") == "supply"
            elif unit == "cutiecorn":  # BS-CUTIE-10, AMB-50
                again = self.option("cutie_recycle") == "supply"
                self.cutiecorn = "beside" if again else "gone"
            elif unit != "citadel":
                own.discard[unit] += 1

    def fall(self, seat: int, area: int, units: Iterable[str]) -> None:
        """Take lost units off the map and bury them."""
        for unit in units:
            self.bans.lose(seat, area, unit)
            self.take(seat, area, [unit])
            self.bury(seat, [unit])

    def distances(self, start: int, graph: str) -> dict[int, int]:
        """Return steps from `start` (AMB-05); `every_route` counts land areas entered only."""
        reached = {start: 0}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for near in self.areas[here].neighbours:
                sea = self.is_sea(near)
                if sea and graph == "land_only":
                    continue
                free = sea and graph == "every_route"
                steps = reached[here] + (0 if free else 1)
                if steps < reached.get(near, len(self.areas) + 1):
                    reached[near] = steps
                    queue.append(near)
        return reached

    def required_regroups(self) -> int:
        """Return the number of regroups that ends the game (BS-REGROUP-05)."""
        return self.numbers[f"regroups.{len(self.seats)}"]

    def end_condition(self) -> bool:
        """Tell whether every player still in the game has regrouped enough (BS-END-01)."""
        return all(s.eliminated or s.regroups >= self.required_regroups() for s in self.seats)


@dataclass
class Check:
    """The reader's place in the record: position, faults so far, what is under way."""

    state: State
    faults: list[Fault] = field(default_factory=list)
    line: int = 1
    stage: str = "hands"
    # setup
    dealt: set[int] = field(default_factory=set)
    order: list[int] = field(default_factory=list)
    placing: int = -1
    anchor: int | None = None
    points: int = 0
    refilled: bool = True
    # turn
    turn: int = 0
    active: int = -1
    phase: int = -1
    implied: bool = False
    opening: bool = False
    turn_over: bool = False
    main_closed: bool = False
    raided: bool = False
    settled: bool = False
    resettled: int | None = None
    unmoved: Counter[int] = field(default_factory=Counter)
    deserts_done: bool = False
    emptied: bool = False  # the last draw left the bag empty and discards to put back
    regrouped_empty: bool = False
    # battle
    battle: Any = None
    # changes of control over the Cutiecorn without their lines: seat, owner, area
    passes: list[tuple[int, int, int]] = field(default_factory=list)
    # final battles
    position: int = -1
    round: int = 1

    def fault(self, clause: str, reason: str) -> None:
        """Note an illegality of the current line."""
        self.faults.append(Fault(self.line, clause, reason))

    def own(self, seat: int) -> Seat:
        """Return the seat's holdings."""
        return self.state.seats[seat]

    def spend(self, seat: int, tiles: Iterable[str], what: str) -> None:
        """Move tiles from hand to discard pile (BS-TILE-06, BS-GEN-15)."""
        own = self.own(seat)
        for tile in tiles:
            if own.hand[tile] <= 0:
                self.fault("BS-TILE-06", f"{what} {tile} is not in the hand of seat {seat}")
            else:
                own.hand[tile] -= 1
                own.discard[tile] += 1

    def pips(self, seat: int, tile: str) -> int:
        """Return the pips of the seat's tile; 0 for one that its faction does not have."""
        kind = self.own(seat).tiles.get(tile)
        return 0 if kind is None else kind.pips
