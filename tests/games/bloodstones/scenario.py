"""Positions for tests: pieces and tiles put where a test wants them, decisions played by name.

    scene = Scenario(RIDERS, LORDS, board=small_map("plains forest", "0-1"))
    scene.units(RIDERS, 0, swordsman=1).hand(RIDERS, leader=1).turn(RIDERS)
    scene.play("column 0", "select swordsman", "march 1", "end_move", "pay leader")

What is put in a hand or on the map comes out of its faction's bag, so the 36 tiles stay together.
After every decision the invariants are checked. Rule options are keyword arguments of a scene.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from bloodstones.games.bloodstones.engine.events import read_log
from bloodstones.games.bloodstones.engine.game_setup import GameSetup
from bloodstones.games.bloodstones.engine.pieces import list_pieces
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.state import COMBAT_STREAM, Point, Source
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.register import read_options
from bloodstones.games.bloodstones.rules.ruleset import Area, BoardMap, Ruleset
from tests.core.sfc32 import Sfc32
from tests.games.bloodstones.invariants import broken, field

RIDERS = Faction.DRAGON_RIDERS
LORDS = Faction.HORSE_LORDS
HILL = Faction.HILL_FOLK
NECRO = Faction.NECROMANCERS
CHAOS = Faction.CHAOS_HORDE
CORSAIRS = Faction.CORSAIRS

HIGH = (4, 5, 5)  # the best three tiles of a combat bag; a fourth adds nothing
LOW = (2, 2, 3, 3)  # at most 8 with three tiles and with four
DRAW_ATTEMPTS = 100_000
STALE = -1  # what fills the list of decisions before it is written: nothing of it may be left


def small_map(terrains: str, borders: str) -> BoardMap:
    """A map of areas 0, 1, … with the terrains named, linked by borders such as "0-1 1-2"."""
    names = terrains.split()
    links: list[set[int]] = [set() for _ in names]
    for border in borders.split():
        one, other = (int(end) for end in border.split("-"))
        links[one].add(other)
        links[other].add(one)
    areas = tuple(
        Area(number, Terrain.parse(name, "small_map"), 0.0, 0.0, tuple(sorted(links[number])))
        for number, name in enumerate(names)
    )
    return BoardMap("small", "Small", "made for a test", 2, 6, areas)


def row_of(*terrains: str) -> BoardMap:
    """A map whose areas 0, 1, … lie in a row."""
    borders = " ".join(f"{n}-{n + 1}" for n in range(len(terrains) - 1))
    return small_map(" ".join(terrains), borders)


class Scenario:
    """A playthrough whose position is laid out by hand; seats are named by their factions."""

    def __init__(
        self,
        *line_up: Faction,
        board: BoardMap | None = None,
        rules: Ruleset | None = None,
        turn_limit: int = 600,
        **options: object,
    ) -> None:
        self.line_up = line_up
        self.board = load_map("tyrants_lament") if board is None else board
        rules = load_ruleset() if rules is None else rules
        self.game = Playthrough(
            GameSetup(
                rules, self.board, line_up, readings=read_options(options), turn_limit=turn_limit
            ),
            1,
        )
        self.events: list[tuple[Event, list[int]]] = []
        state = self.state
        state.bag[:] = self.game.tables.tiles
        state.bag_size[:] = state.bag.sum(axis=1)
        state.hand[:] = 0
        state.hand_size[:] = state.hand_pips[:] = state.hand_kinds[:] = 0
        state.first_seat = 0
        state.placed = len(line_up)
        state.turn = 1

    @property
    def state(self):
        """The engine's state, to look at and to lay out."""
        return self.game.state

    def seat(self, faction: Faction) -> int:
        """The seat of a faction."""
        return self.line_up.index(faction)

    # Laying out

    def citadel(self, faction: Faction, area: int) -> Self:
        """Put the citadel on the map."""
        seat = self.seat(faction)
        self._put(seat, area, Unit.CITADEL)
        self.state.citadel[seat] = self.state.home[seat] = area
        return self

    def villages(self, faction: Faction, *areas: int) -> Self:
        """Put a village from the pool in each area (an area twice: two villages)."""
        seat = self.seat(faction)
        for area in areas:
            self.state.villages[seat, area] += 1
            self.state.village_total[area] += 1
            self.state.village_count[seat] += 1
            self.state.pool[seat] -= 1
        list_pieces(self.state)
        return self

    def _put(self, seat: int, area: int, unit: Unit) -> None:
        self.state.units[seat, area, unit] += 1
        field(self.state, "force_size")[seat, area] += 1
        self.state.total[area] += 1
        list_pieces(self.state)

    def _from_bag(self, faction: Faction, counts: dict[str, int]) -> list[Unit]:
        seat = self.seat(faction)
        taken = [Unit.parse(name, "scenario") for name, n in counts.items() for _ in range(n)]
        for unit in taken:
            assert self.state.bag[seat, unit] > 0, f"no {unit.id} left in the bag of {faction.id}"
            self.state.bag[seat, unit] -= 1
            self.state.bag_size[seat] -= 1
        return taken

    def units(self, faction: Faction, area: int, **counts: int) -> Self:
        """Put units from the bag on the map."""
        for unit in self._from_bag(faction, counts):
            self._put(self.seat(faction), area, unit)
        return self

    def undead(self, area: int, count: int = 1) -> Self:
        """Put undead from the Necromancers' supply on the map."""
        seat = self.seat(NECRO)
        assert self.state.undead_supply[seat] >= count, "the supply holds 4 undead"
        for _ in range(count):
            self._put(seat, area, Unit.UNDEAD)
        self.state.undead_supply[seat] -= count
        return self

    def cutiecorn(self, faction: Faction, area: int) -> Self:
        """Put the Cutiecorn from beside the map on it."""
        assert self.state.cutiecorn, "the Cutiecorn is not beside the map"
        self.state.cutiecorn = 0
        self._put(self.seat(faction), area, Unit.CUTIECORN)
        return self

    def hand(self, faction: Faction, **counts: int) -> Self:
        """Put tiles from the bag in the hand."""
        seat = self.seat(faction)
        for unit in self._from_bag(faction, counts):
            self.state.hand[seat, unit] += 1
            self.state.hand_size[seat] += 1
            self.state.hand_pips[seat] += self.game.tables.pips[seat, unit]
        list_pieces(self.state)
        return self

    def discarded(self, faction: Faction, **counts: int) -> Self:
        """Put tiles from the bag on the discard pile."""
        seat = self.seat(faction)
        for unit in self._from_bag(faction, counts):
            self.state.discard[seat, unit] += 1
            self.state.discard_size[seat] += 1
        return self

    def bag(self, faction: Faction, **counts: int) -> Self:
        """Leave exactly these tiles in the bag; the others go to the discard pile."""
        left = self._from_bag(faction, counts)
        seat = self.seat(faction)
        rest = {unit.id: int(self.state.bag[seat, unit]) for unit in Unit}
        self.discarded(faction, **rest)
        for unit in left:
            self.state.bag[seat, unit] += 1
            self.state.bag_size[seat] += 1
        return self

    def regrouped(self, faction: Faction, times: int) -> Self:
        """Let the faction have regrouped so often."""
        self.state.regroups[self.seat(faction)] = times
        return self

    def scored(self, faction: Faction, vp: int) -> Self:
        """Let the faction have won VP in battles."""
        self.state.vp[self.seat(faction), Source.BATTLES] += vp
        return self

    def turn(self, faction: Faction, point: Point = Point.MAIN) -> Self:
        """Let the faction be active, at the main actions unless another point is named."""
        self.state.active = self.state.decider = self.seat(faction)
        self.state.point = point
        self._check()
        return self

    def setting_up(self) -> Self:
        """Let the last seat place its citadel; the first seat is the start player."""
        self.state.placed = self.state.turn = 0
        return self.turn(self.line_up[-1], Point.CITADEL)

    def turn_begins(self, faction: Faction) -> Self:
        """Let the turn pass to the faction, from the main actions of the seat before it.

        That seat must have no battle left to fight; it draws its hand full.
        """
        before = self.line_up[self.seat(faction) - 1]
        self.turn(before)
        while self.active is before:
            self.play("pass")
        return self

    def combat_draws(self, attacker: object = None, defender: object = None) -> Self:
        """Fix the combat tiles drawn next: the values of one draw, or of several in their order.

        Values are in any order; a side that draws more gets further tiles at random.
        """
        for side, draws in enumerate((attacker, defender)):
            if draws is None:
                continue
            first = draws[0]  # type: ignore[index]
            wanted = [draws] if isinstance(first, int) else draws
            self.state.streams[COMBAT_STREAM + side] = _find_stream(wanted)
        return self

    # Playing

    @property
    def point(self) -> Point:
        """The point of play."""
        return Point(int(self.state.point))

    @property
    def decider(self) -> Faction:
        """The faction that must decide."""
        return self.line_up[self.game.decider]

    @property
    def active(self) -> Faction:
        """The active faction."""
        return self.line_up[int(self.state.active)]

    def legal(self, kind: str = "") -> list[str]:
        """The legal decisions by name, of one kind if it is named."""
        names = [str(decision) for decision in self.listed()]
        return [name for name in names if not kind or name.split()[0] == kind]

    def listed(self) -> list[Any]:
        """The legal decisions; a pass holds nothing that its name does not tell."""
        self.game.buffer[:] = STALE
        found = self.game.legal()
        assert all(x == y == 0 for kind, x, y in found if kind.id == "pass")
        return found

    def play(self, *decisions: str) -> Self:
        """Carry out decisions by name; every one must be legal."""
        for name in decisions:
            legal = {str(decision): decision for decision in self.listed()}
            assert name in legal, f"{name!r} is not legal: {sorted(legal)}"
            self.game.apply(legal[name])
            self.events += read_log(self.state)
            self._check()
        return self

    def move(self, start: int, units: str, *goals: str, pay: str) -> Self:
        """Play a move action of one column: `move(0, "cavalry leader", "5", pay="castle")`."""
        self.play(f"column {start}", *(f"select {unit}" for unit in units.split()))
        self.play(*(f"march {goal}" for goal in goals), "end_move")
        return self.play(*(f"pay {tile}" for tile in pay.split()))

    def fight(self, area: int, defender: Faction) -> Self:
        """Attack; nobody withdraws or swaps. The next decision is what the loser must choose."""
        self.play(f"attack {area} {self.seat(defender)}")
        while self.point in (Point.WITHDRAW, Point.SWAP):
            self.play("pass")
        return self

    def _check(self) -> None:
        faults = broken(self.game)
        assert not faults, faults

    # Looking

    def logged(self, event: Event) -> list[list[int]]:
        """The values of every log entry of one kind since the beginning."""
        return [values for kind, values in self.events if kind is event]

    def logged_names(self) -> list[str]:
        """The kinds of all log entries, in order."""
        return [kind.name.lower() for kind, _ in self.events]

    def force(self, faction: Faction, area: int) -> dict[str, int]:
        """The faction's units in an area."""
        return _named(self.state.units[self.seat(faction), area])

    def in_hand(self, faction: Faction) -> dict[str, int]:
        """The tiles in the faction's hand."""
        return _named(self.state.hand[self.seat(faction)])

    def in_discard(self, faction: Faction) -> dict[str, int]:
        """The tiles on the faction's discard pile."""
        return _named(self.state.discard[self.seat(faction)])

    def in_bag(self, faction: Faction) -> dict[str, int]:
        """The tiles in the faction's bag."""
        return _named(self.state.bag[self.seat(faction)])

    def supply(self) -> int:
        """How many undead are in the Necromancers' supply."""
        return int(self.state.undead_supply[self.seat(NECRO)])

    def own_villages(self, faction: Faction) -> dict[int, int]:
        """The faction's villages by area."""
        counts = self.state.villages[self.seat(faction)]
        return {int(area): int(counts[area]) for area in np.flatnonzero(counts)}

    def vp(self, faction: Faction, source: Source | None = None) -> int:
        """The faction's VP, in all or from one source."""
        seat = self.seat(faction)
        return self.game.scores[seat] if source is None else int(self.state.vp[seat, source])


def _named(counts) -> dict[str, int]:
    return {unit.id: int(counts[unit]) for unit in Unit if counts[unit]}


def _find_stream(draws) -> list[int]:
    """Return the words of a combat stream whose next draws are the values, in any order."""
    wanted = [sorted(draw) for draw in draws]
    for attempt in range(DRAW_ATTEMPTS):
        stream = Sfc32.keyed((attempt, 0, 0), 0)
        words = stream.words
        if all(_draw(stream, len(draw)) == draw for draw in wanted):
            return words
    raise AssertionError(f"no stream draws {draws}")


def _draw(stream: Sfc32, count: int) -> list[int]:
    bag = [2, 2, 3, 3, 4, 4, 5, 5]
    return sorted(bag.pop(stream.below(len(bag))) for _ in range(count))


def battle(
    attacker: Faction,
    defender: Faction,
    terrain: str,
    attacking: dict[str, int],
    defending: dict[str, int],
    around: str = "plains",
) -> Scenario:
    """A battle about to begin in area 0 between the hands-empty two; area 1 next to it is empty."""
    board = row_of(terrain, around)
    scene = Scenario(attacker, defender, board=board)
    for faction, force in ((attacker, attacking), (defender, defending)):
        counts = dict(force)
        if counts.pop("citadel", 0):
            scene.citadel(faction, 0)
        scene.units(faction, 0, **counts)
    return scene.turn(attacker)


__all__ = [
    "CHAOS",
    "CORSAIRS",
    "HIGH",
    "HILL",
    "LORDS",
    "LOW",
    "NECRO",
    "RIDERS",
    "Scenario",
    "battle",
    "row_of",
    "small_map",
]
