"""The position of a record after any of its lines, without the engine: for readers of records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.record.header import Header
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.rules.numbers import with_overrides
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.kit.records.reading import RecordLine

Group = Counter[Unit]

NO_TILES: Final = frozenset({Unit.CITADEL, Unit.UNDEAD, Unit.CUTIECORN})  # no discards (BS-GEN-16)
CUTIECORN: Final = Counter({Unit.CUTIECORN: 1})


def group(names: Sequence[str]) -> Group:
    """Return units by count from a list of names."""
    return Counter(Unit[name.upper()] for name in names)


@dataclass(slots=True)
class SeatPosition:
    """What one seat has: tiles, pieces by area, VP so far (final captures come with the end)."""

    faction: Faction
    bag: Group
    vp: int
    hand: Group = field(default_factory=Counter)
    discard: Group = field(default_factory=Counter)
    forces: dict[int, Group] = field(default_factory=dict)
    villages: Counter[int] = field(default_factory=Counter)
    regroups: int = 0
    captured_villages: int = 0
    captured_citadels: int = 0


@dataclass(frozen=True, slots=True)
class Battle:
    """The battle under way: seats and area."""

    attacker: int
    defender: int
    area: int


class Position:
    """The position after the lines applied so far.

    Attributes
    ----------
    rules
        The rules with the numbers that the header changes.

    Raises
    ------
    InputError
        When the header changes a number that the rules do not have; from `apply`, when a line takes
        away what is not there.
    """

    def __init__(self, header: Header, name: str) -> None:
        self.name = name
        self.header = header
        self.rules = with_overrides(load_ruleset(), header.overrides, f"{name} line 1")
        self.turn = 0
        self.active: int | None = None
        self.battle: Battle | None = None
        self.seats = [self._start(seat) for seat in range(len(header.seats))]
        self._swapped: list[tuple[int, Unit]] = []
        discarded = header.options.get("undead_recycle") == "discard"  # AMB-27
        self._no_tiles = NO_TILES - {Unit.UNDEAD} if discarded else NO_TILES

    def _start(self, seat: int) -> SeatPosition:
        faction = self.header.factions[seat]
        bag = Counter({unit: tile.count for unit, tile in self.header.tiles[faction].items()})
        return SeatPosition(faction, bag, self.rules.factions[faction].starting_vp)

    def apply(self, line: RecordLine) -> None:
        """Take one line into the position; an event without a method changes nothing."""
        effect = getattr(self, f"_on_{line.event}", None)
        if effect is not None:
            effect(line)

    def seats_in(self, area: int) -> list[int]:
        """Return the seats with pieces in an area."""
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat.forces.get(area) or seat.villages[area]
        ]

    def _take(self, pile: Group, tiles: Group, line: RecordLine, where: str) -> None:
        for unit, count in tiles.items():
            if pile[unit] < count:
                raise InputError(
                    f"expected {count} {unit.id} {where}, got {pile[unit]} "
                    f"({self.name} line {line.number})",
                    tip=f"bloodstones verify {self.name}",
                )
        pile.subtract(tiles)
        for unit in tiles:
            if pile[unit] == 0:
                del pile[unit]

    def _spend(self, line: RecordLine, tiles: Group) -> None:
        seat = self.seats[line["seat"]]
        self._take(seat.hand, tiles, line, f"in the hand of seat {line['seat'] + 1}")
        seat.discard.update(tiles)

    def _put(self, seat: int, area: int, units: Group) -> None:
        self.seats[seat].forces.setdefault(area, Counter()).update(units)

    def _lift(self, line: RecordLine, seat: int, area: int, units: Group) -> None:
        forces = self.seats[seat].forces
        force = forces.get(area, Counter())
        self._take(force, units, line, f"of seat {seat + 1} in area {area}")
        if not force:
            forces.pop(area, None)

    def _lose(self, line: RecordLine, seat: int, area: int, units: Group) -> None:
        self._lift(line, seat, area, units)
        for unit, count in units.items():
            if unit not in self._no_tiles:
                self.seats[seat].discard[unit] += count

    def _fight(self, line: RecordLine) -> Battle:
        if self.battle is None:
            raise InputError(
                f"expected a battle before the {line.event}, got none "
                f"({self.name} line {line.number})",
                tip=f"bloodstones verify {self.name}",
            )
        return self.battle

    def _on_draw(self, line: RecordLine) -> None:
        seat = self.seats[line["seat"]]
        tiles = group(line["tiles"])
        self._take(seat.bag, tiles, line, f"in the bag of seat {line['seat'] + 1}")
        seat.hand.update(tiles)

    def _on_citadel(self, line: RecordLine) -> None:
        self._put(line["seat"], line["area"], Counter({Unit.CITADEL: 1}))

    def _on_placed(self, line: RecordLine) -> None:
        unit = group([line["unit"]])
        if unit != CUTIECORN:
            self._take(self.seats[line["seat"]].hand, unit, line, "in hand")
        self._put(line["seat"], line["area"], unit)
        self._spend(line, group(line.keys.get("discarded", [])))

    _on_found = _on_build = _on_reenter = _on_placed

    def _on_turn(self, line: RecordLine) -> None:
        self.turn, self.active = line["turn"], line["seat"]

    def _on_final_turn(self, line: RecordLine) -> None:
        self.active = line["seat"]

    def _on_raid(self, line: RecordLine) -> None:
        if "paid" in line.keys:
            self._spend(line, group([line["paid"]]))
        for village in line["villages"]:
            owner = self.seats[village["owner"]]
            if not owner.villages[village["area"]]:
                raise InputError(
                    f"expected a village of seat {village['owner'] + 1} in area {village['area']}, "
                    f"got none ({self.name} line {line.number})",
                    tip=f"bloodstones verify {self.name}",
                )
            owner.villages[village["area"]] -= 1
            self.seats[line["seat"]].captured_villages += 1

    _on_final_capture = _on_raid

    def _on_undead_move(self, line: RecordLine) -> None:
        undead = Counter({Unit.UNDEAD: 1})
        for area in line["path"][:1]:
            self._lift(line, line["seat"], area, undead)
            self._put(line["seat"], line["path"][-1], undead)
        for number, (start, goal) in enumerate(pairwise(line["path"]), start=1):
            if number in line["cutiecorn"]:
                self._pass_cutiecorn(line["seat"], start)
                self._lift(line, line["seat"], start, CUTIECORN)
                self._put(line["seat"], goal, CUTIECORN)

    def _on_move(self, line: RecordLine) -> None:
        self._spend(line, group(line["paid"]))
        for step in line["steps"]:
            units = Counter({Unit[name.upper()]: count for name, count in step["units"].items()})
            if Unit.CUTIECORN in units:
                self._pass_cutiecorn(line["seat"], step["from"])
            self._lift(line, line["seat"], step["from"], units)
            self._put(line["seat"], step["to"], units)

    def _on_cutiecorn(self, line: RecordLine) -> None:
        self._pass_cutiecorn(line["seat"], line["area"])

    def _pass_cutiecorn(self, heir: int, area: int) -> None:
        """Give the Cutiecorn of the area to a seat; its line may come after it has moved on."""
        for seat in self.seats:
            force = seat.forces.get(area, Counter())
            if force[Unit.CUTIECORN]:
                del force[Unit.CUTIECORN]
                if not force:
                    del seat.forces[area]
                self._put(heir, area, CUTIECORN)

    def _on_battle(self, line: RecordLine) -> None:
        self.battle = Battle(line["seat"], line["defender"], line["area"])

    def _on_leave(self, line: RecordLine) -> None:
        seat, start = line["seat"], line["from"]
        self._lose(line, seat, start, group(line["lost"]))
        units = Counter(self.seats[seat].forces.get(start, Counter()))
        if line["to"] is not None and units:
            self._lift(line, seat, start, units)
            self._put(seat, line["to"], units)

    _on_withdraw = _on_retreat = _on_leave

    def _on_swap(self, line: RecordLine) -> None:
        if line["in"] is not None:
            tile = group([line["in"]])
            self._take(self.seats[line["seat"]].hand, tile, line, "in hand")
            self._swapped.append((line["seat"], *tile))

    def _on_clash(self, _: RecordLine) -> None:
        for seat, tile in self._swapped:
            self.seats[seat].discard[tile] += 1
        self._swapped.clear()

    def _on_victory(self, line: RecordLine) -> None:
        self.seats[line["seat"]].vp += line["vp"]

    def _on_casualty(self, line: RecordLine) -> None:
        self._lose(line, line["seat"], self._fight(line).area, group(line["units"]))

    def _on_capture_citadel(self, line: RecordLine) -> None:
        self.seats[line["seat"]].captured_citadels += 1

    def _on_dragons_leave(self, line: RecordLine) -> None:
        dragons = Counter({Unit.DRAGON: line["count"]})
        self._lose(line, line["seat"], self._fight(line).area, dragons)

    def _on_raise_undead(self, line: RecordLine) -> None:
        self._put(line["seat"], line["area"], Counter({Unit.UNDEAD: line["count"]}))

    def _on_settle(self, line: RecordLine) -> None:
        self._spend(line, group([line["paid"]]))
        self.seats[line["seat"]].villages.update(line["areas"])

    def _on_resettle(self, line: RecordLine) -> None:
        self.seats[line["seat"]].villages[line["area"]] += 1

    def _on_desert(self, line: RecordLine) -> None:
        self._lose(line, line["seat"], line["area"], group(line["lost"]))

    def _on_regroup(self, line: RecordLine) -> None:
        seat = self.seats[line["seat"]]
        seat.bag.update(seat.discard)
        seat.discard.clear()
        seat.regroups = line["number"]
        seat.vp += line["vp"]

    def _on_end(self, line: RecordLine) -> None:
        for seat, score in zip(self.seats, line["scores"], strict=False):
            seat.vp = score
