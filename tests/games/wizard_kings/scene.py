"""Positions of two or more seats, set up and played by names, for tests of single rules."""

from __future__ import annotations

from typing import Any

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.games.wizard_kings.engine.decisions import Decision, Kind
from bloodstones.games.wizard_kings.engine.game_setup import read_setup
from bloodstones.games.wizard_kings.engine.playthrough import Playthrough
from bloodstones.games.wizard_kings.engine.state import ALL, Point

BOARD = "westmarch+eastfen"
ELVES, ORCS, THIRD, FOURTH = range(4)
ARMIES = ("eldryn", "jurak", "jurak", "eldryn")
STALE = -1  # what fills the list of decisions before it is written: nothing of it may be left


class Scene:
    """A position at the start of a turn, in which `put` places units and `begin` starts moving.

    `options` are rule options; `seats` how many play; `teams` the team of each seat; `data` a
    folder with maps of one's own. Hexes are (column, row) from 1, as in the map files.
    """

    def __init__(
        self,
        board: str = BOARD,
        seats: int = 2,
        teams: dict[int, int] | None = None,
        overrides: dict[str, int] | None = None,
        data: str = "",
        **options: Any,
    ) -> None:
        if seats > 2:
            board = (
                "westmarch+eastfen/northspine+southreach" if seats == 4 else f"{board}+northspine"
            )
            options.setdefault("goal_gp", 28)
        choices = {f"team.{seat}": team for seat, team in (teams or {}).items()}
        setup = Setup(
            board,
            tuple(Seat(army, "random") for army in ARMIES[:seats]),
            {name: str(value).lower() for name, value in options.items()},
            overrides or {},
            choices,
            data,
        )
        self.game = Playthrough(read_setup(setup), 1, scripted_chance=True)
        while self.game.state.point != Point.ROLL_INITIATIVE:
            self.game.apply_code(int(self.game.legal_codes()[0]))
        self.s: Any = self.game.state
        self.t: Any = self.game.tables
        self.board = self.game.game_setup.board
        self.rules = self.game.game_setup.rules
        self.s.hex[:] = -1
        self.s.strength[:] = 0
        self.s.count[:] = 0
        self.s.wizards[:] = 0

    def at(self, place: tuple[int, int]) -> int:
        """The number of a hex."""
        return self.board.number(*place)

    def put(self, name: str, place: tuple[int, int], strength: int = 0, seat: int = -1) -> int:
        """Put a unit of a seat (by its army's) on the map at full or given strength."""
        for block in range(ALL):
            kind = self.rules.units[self.t.kind[block]]
            owner = block // 28
            wanted = (
                owner == seat
                if seat >= 0
                else kind.army == ARMIES.index(ARMIES[owner]) and owner < 2
            )
            if kind.unit == name and wanted and self.s.hex[block] == -1:
                h = self.at(place)
                self.s.hex[block] = h
                self.s.strength[block] = strength or kind.most
                self.s.count[h, owner] += 1
                self.s.wizards[h, owner] += self.t.wizard[self.t.kind[block]]
                return block
        raise AssertionError(name)

    def settle(self) -> None:
        """Let units hold what they stand on, as after a control check."""
        for h in range(self.t.hexes):
            owners = [b // 28 for b in range(ALL) if self.s.hex[b] == h]
            homes = [c.home for c in self.board.cities if c.hex == h]
            self.s.control[h] = owners[0] if owners else homes[0] if homes else -1

    def begin(self, first: int = ELVES) -> Scene:
        """Start the movement phase with a seat as Player 1."""
        self.settle()
        seats = int(self.t.players)
        for seat in range(seats):
            if self.game.is_chance:
                self.do("rolled_initiative", self.game.decider, 12 if seat == first else 2 + seat)
        return self

    def codes(self) -> set[tuple[str, int, int]]:
        """What is legal, or may happen, as (kind, x, y)."""
        if self.game.is_chance:
            found = [outcome for outcome, _ in self.game.chance_outcomes()]
        else:
            self.game.buffer[:] = STALE
            found = self.game.legal()
        return {(d.kind.id, d.x, d.y) for d in found}

    def can(self, kind: str, x: int = 0, y: int = 0) -> bool:
        """Whether something is legal now."""
        return (kind, x, y) in self.codes()

    def do(self, kind: str, x: int = 0, y: int = 0) -> Scene:
        """Carry out a decision or an outcome; it has to be legal."""
        self.game.apply(Decision(Kind[kind.upper()], x, y))
        return self

    def direction(self, block: int, place: tuple[int, int]) -> int:
        """The direction from a unit to a neighbouring hex."""
        row = [int(n) for n in self.t.neighbour[self.s.hex[block]]]
        return row.index(self.at(place))

    def may_walk(self, block: int, *places: tuple[int, int]) -> bool:
        """Whether a unit may pick up and walk so and rest there; the scene stays as it was."""
        twin = self.twin()
        if not twin.can("pick", block):
            return False
        twin.do("pick", block)
        for place in places:
            if twin.s.point != Point.STEP or twin.at(place) not in twin.s_neighbours(block):
                return False
            if not twin.can("go", twin.direction(block, place)):
                return False
            twin.do("go", twin.direction(block, place))
        return bool(twin.s.point != Point.STEP or twin.can("stop"))

    def s_neighbours(self, block: int) -> list[int]:
        """The hexes next to a unit."""
        return [int(n) for n in self.t.neighbour[self.s.hex[block]]]

    def walk(self, block: int, *places: tuple[int, int]) -> Scene:
        """Move a unit over hexes and stop."""
        self.do("pick", block)
        for place in places:
            self.do("go", self.direction(block, place))
        if self.s.point == Point.STEP and self.s.mover == block:
            self.do("stop")
        return self

    def go(self, block: int, *places: tuple[int, int]) -> Scene:
        """Take steps of a unit already under way and stop."""
        for place in places:
            self.do("go", self.direction(block, place))
        if self.s.point == Point.STEP and self.s.mover == block:
            self.do("stop")
        return self

    def twin(self) -> Scene:
        """An independent copy."""
        other = object.__new__(Scene)
        other.__dict__.update(self.__dict__)
        other.game = self.game.copy()
        other.s = other.game.state
        return other

    def end_moves(self) -> Scene:
        """Pass until nobody moves; who must name held units names the last ones."""
        while self.s.point in (Point.MOVE, Point.PIN):
            self.do(*(max(self.codes()) if self.s.point == Point.PIN else ("pass",)))
        return self

    def hits(self, number: int) -> Scene:
        """Let a throw hit so often."""
        return self.do("rolled_hits", number)

    def die(self, number: int) -> Scene:
        """Let a die show a number."""
        return self.do("rolled_die", number)

    def where(self, block: int) -> tuple[int, int] | None:
        """Column and row of a unit, None off the map."""
        h = int(self.s.hex[block])
        return None if h < 0 else (h % self.board.width + 1, h // self.board.width + 1)

    def to_build(self) -> Scene:
        """Pass all that is left until somebody builds."""
        self.end_moves()
        while self.s.point != Point.BUILD:
            self.do("pass")
        return self

    def to_turn_end(self) -> Scene:
        """Pass until the next turn's initiative."""
        self.to_build()
        while self.s.point == Point.BUILD:
            self.do("pass")
        return self

    def seats_acting(self) -> list[str]:
        """The names of the units that may act now."""
        blocks = sorted({x for kind, x, _ in self.codes() if kind in ("fire", "cast", "rest")})
        return [self.rules.units[self.t.kind[b]].unit for b in blocks]
