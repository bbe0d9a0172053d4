"""Which unit is which, where a reading of the rules asks for it: AMB-12 and AMB-29, once more.

Units of one type in one place cannot be told apart, so both classes fix by rule which of them go.
Both oracles, the second generator and the record reader, keep one of each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

# The order of the types, which fixes the one order in which tiles and units are named.
TYPES = (
    *("skirmisher", "swordsman", "axeman", "shieldbearer", "cavalry", "lizardman", "goblin"),
    *("raider", "horde", "siege_engine", "leader", "ship", "castle", "dragon", "giant"),
    *("necromancer", "blank", "citadel", "undead", "cutiecorn"),
)

Pair = tuple[int, str, int]  # the leader's area, its companion's type and area


class Rides:
    """The pairs of leader and companion of one move action (leader_carry per_action)."""

    def __init__(self, pairs: Iterable[Pair] = ()) -> None:
        self.pairs = list(pairs)

    def copy(self) -> Rides:
        return Rides(self.pairs)

    def riders(
        self,
        start: int,
        column: Mapping[str, int],
        force: Counter[str],
        price: Callable[[str], int],
    ) -> tuple[list[str], list[str]]:
        """Return who rides with its own leader, and who joins a leader without companion."""
        leaders = column.get("leader", 0)
        idle = force["leader"] - sum(at == start for at, _, _ in self.pairs)
        by_price = sorted(TYPES, key=price, reverse=True)
        old: list[str] = []
        new: list[str] = []

        def has_seat(unit: str) -> bool:
            """One leader walks; a unit rides once."""
            riding = [*old, *new].count(unit)
            return riding < column.get(unit, 0) - (unit == "leader")

        for unit in by_price:
            for _ in range(self.pairs.count((start, unit, start))):
                if has_seat(unit) and len(old) < leaders:
                    old.append(unit)
        for unit in by_price:
            for _ in range(force[unit] - self.companions(unit, start)):
                free = min(leaders - len(old), idle) - len(new)
                if has_seat(unit) and free > 0 and price(unit) > 0:
                    new.append(unit)
        return old, new

    def companions(self, unit: str, area: int) -> int:
        return sum((u, at) == (unit, area) for _, u, at in self.pairs)

    def go(
        self,
        start: int,
        goal: int,
        column: Mapping[str, int],
        force: Counter[str],
        price: Callable[[str], int],
    ) -> None:
        """Take the column from `start` (where `force` stands) to `goal`."""
        old, new = self.riders(start, column, force, price)
        idle = force["leader"] - sum(at == start for at, _, _ in self.pairs)
        loose = {unit: force[unit] - self.companions(unit, start) for unit in column}
        for unit in old:
            self.pairs.remove((start, unit, start))
        for unit, count in column.items():
            leaving = count - old.count(unit) - loose[unit]
            mine = [pair for pair in self.pairs if pair[1:] == (unit, start)]
            mine.sort(key=lambda pair: (pair[0] == start, pair[0]))
            for leader, _, _ in mine[: max(0, leaving)]:
                self.pairs.remove((leader, unit, start))
                self.pairs.append((leader, unit, goal))
        leaving = column.get("leader", 0) - len(old) - idle
        mine = [pair for pair in self.pairs if pair[0] == start]
        mine.sort(key=lambda pair: (pair[2] == start, pair[2], TYPES.index(pair[1])))
        for _, unit, area in mine[: max(0, leaving)]:
            self.pairs.remove((start, unit, area))
            self.pairs.append((goal, unit, area))
        self.pairs += [(goal, unit, goal) for unit in (*old, *new)]


class Bans:
    """The units that may not flee back (retreat_ban units): seat, area left, type, area -> number.

    An area is closed to a force with such a unit, as only terrain splits a force.
    """

    def __init__(self, counts: Mapping[tuple[int, int, str, int], int] | None = None) -> None:
        self.counts = Counter(counts or {})

    def copy(self) -> Bans:
        return Bans(self.counts)

    def bars(self, seat: int, area: int, goal: int) -> bool:
        return any((s, left, at) == (seat, goal, area) for s, left, _, at in +self.counts)

    def flee(self, seat: int, area: int, goal: int, units: Mapping[str, int]) -> None:
        """Whole types of the force in `area` go to `goal`; those left behind have been lost."""
        for unit, number in units.items():
            again = self.counts[seat, area, unit, area]  # left it before and came back
            self.walk(seat, area, goal, unit, number, number)
            self.counts[seat, area, unit, goal] += number - again

    def walk(self, seat: int, area: int, goal: int, unit: str, number: int, present: int) -> None:
        """So many of those present go on; first those who may go anywhere."""
        for s, left, u, at in list(self.counts):
            if (s, u, at) == (seat, unit, area):
                barred = self.counts[s, left, u, at]
                taken = max(0, number - (present - barred))
                self.counts[s, left, u, at] -= taken
                self.counts[s, left, u, goal] += taken
        self.counts = +self.counts

    def lose(self, seat: int, area: int, unit: str) -> None:
        """One of the type is lost: for each area one that had left it, if there is any."""
        for s, left, u, at in list(self.counts):
            if (s, u, at) == (seat, unit, area):
                self.counts[s, left, u, at] -= 1
        self.counts = +self.counts
