"""Positions and counts of decision sequences: how they are reached, read and written.

`python -m tests.property.perft` counts anew with the engine and prints the file that is stored in
`tests/oracle/perft_positions.tsv`. A position is a deal and a number of random decisions; luck is
part of the position, so the numbers are fixed. A sequence that ends sooner counts once.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bloodstones.core.errors import RunError
from bloodstones.core.kernels.kernel import entry
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine import turn
from bloodstones.games.bloodstones.engine.decisions import MOST_DECISIONS
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import GameState, Point
from bloodstones.games.bloodstones.rules.names import Faction
from tests.property.second_engine import WIDE, Deal, choose, named, other

FILE = Path(__file__).parent.parent / "oracle" / "perft_positions.tsv"
HEADER = "board\tfactions\tseed\tdecisions\tpoint\tcounts of 1, 2, … decisions"

A_POINT = 16  # positions of each kind of decision
A_DEAL = 8
DEALS = 400
STRIDE = 9  # positions of one deal lie at least so many decisions apart
MOST_NODES = 20_000  # sequences that are gone through one by one
DEPTH = 8

# Boards and players of deals on the new maps, readings of deals by others.
LARGE = (
    *(("sundered_march", 6), ("sundered_march", 5), ("ember_coast", 5), ("ember_coast", 4)),
    *(("scarred_vale", 4), ("raven_coast", 3), ("twin_meres", 2)),
)
LARGE_SEED = 500
OTHER_READINGS = {
    "leader_carry=per_action": (Point.SELECT, Point.MARCHED),
    "retreat_ban=units": (Point.WITHDRAW, Point.RETREAT),
    "all_units_fight=False": (Point.KEEP_OUT,),
    "undead_recycle=discard": (Point.RAISE, Point.MAIN, Point.CASUALTY),
}
READINGS_SEED = 600


@dataclass(frozen=True)
class Stored:
    """One line of the file."""

    deal: Deal
    decisions: int
    point: str
    counts: tuple[int, ...]

    def line(self) -> str:
        deal = (self.deal.table(), ",".join(self.deal.factions), str(self.deal.seed))
        numbers = " ".join(str(count) for count in self.counts)
        return "\t".join((*deal, str(self.decisions), self.point, numbers))


def read(text: str) -> dict[Deal, list[Stored]]:
    """The stored positions by deal, in the order of play."""
    found: dict[Deal, list[Stored]] = {}
    for line in text.splitlines()[1:]:
        table, factions, seed, decisions, point, numbers = line.split("\t")
        deal = Deal.at(table, factions.split(","), int(seed))
        counts = tuple(int(count) for count in numbers.split())
        found.setdefault(deal, []).append(Stored(deal, int(decisions), point, counts))
    return found


def counts_of(game: Playthrough) -> tuple[int, ...]:
    """Numbers of sequences to growing depths, while few enough must be gone through."""
    stack = np.zeros(DEPTH, GameState.dtype())
    offers = np.zeros((DEPTH, MOST_DECISIONS), np.int32)
    counts: list[int] = []
    while len(counts) < DEPTH and (not counts or counts[-1] <= MOST_NODES):
        stack[0] = game.state
        counts.append(int(count_sequences(stack, game.tables, offers, len(counts) + 1)))
    return tuple(counts)


@entry
def count_sequences(stack: Array, t: RuleTables, offers: Array, depth: int) -> int:
    """Count the sequences of `depth` decisions from the state at the bottom of the stack.

    `offers`: one row of legal decisions for each level; the row of the level above is scratch.
    """
    left = np.zeros(depth, np.int64)
    left[0] = turn.legal_decisions(stack[0], t, offers[0])
    if depth == 1 or left[0] == 0:
        return int(max(1, left[0]))
    total = 0
    level = 0
    while level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        stack[level + 1] = stack[level]
        below = offers[level + 1]
        turn.apply(stack[level + 1], t, offers[level, left[level]], below)
        turn.settle_chance(stack[level + 1], t, below)
        found = turn.legal_decisions(stack[level + 1], t, below)
        if level + 2 == depth or found == 0:
            total += max(1, found)
        else:
            level += 1
            left[level] = found
    return total


def deals() -> Iterator[Deal]:
    """Deals of all player counts that the maps have room for, on all boards."""
    for number in range(DEALS):
        luck = random.Random(f"perft {number}")
        board = luck.choice(WIDE)
        players = luck.randint(2, 6 if board == "tyrants_lament" else 4)
        yield Deal(board, tuple(luck.sample(Faction.ids(), players)), number)


def variant_deals() -> Iterator[Deal]:
    """Deals with the Cutiecorn, by its default readings and by the others."""
    others = ("cutie_moves_alone", "cutie_casualty", "cutie_recycle", "cutie_retreat_marker")
    for number, options in enumerate(((), others), start=DEALS):
        factions = ("necromancers", "dragon_riders", "hill_folk")
        yield Deal("ring", factions, number, other("cutiecorn", *options))


def large_deals() -> Iterator[Deal]:
    """Deals of 5 and 6 players on the maps for them, and of fewer on the other new maps."""
    for number, (board, players) in enumerate(LARGE, start=LARGE_SEED):
        luck = random.Random(f"perft {number}")
        yield Deal(board, tuple(luck.sample(Faction.ids(), players)), number)


def readings_deals() -> Iterator[tuple[Deal, tuple[Point, ...]]]:
    """Deals by other readings, and where what may be decided changes."""
    for number, (name, points) in enumerate(OTHER_READINGS.items(), start=READINGS_SEED):
        for board in ("ring", "tyrants_lament"):
            luck = random.Random(f"perft {board} {number}")
            others = luck.sample([one for one in Faction.ids() if one != "necromancers"], 2)
            yield Deal(board, ("necromancers", *others), number, other(name)), points


def choose_positions(deal: Deal, have: Counter[str]) -> Iterator[Stored]:
    """Play a deal at random; stop at kinds of decisions of which there are not enough yet."""
    game, luck, decisions, last, taken = deal.engine(), deal.luck(), 0, -STRIDE, 0
    pick = random.Random(f"pick {deal}")
    while (names := named(game)) and taken < A_DEAL:
        point = Point(int(game.state.point)).name.lower()
        wanted = have[point] < A_POINT and decisions - last >= STRIDE and len(names) > 1
        if wanted and pick.random() * (1 + have[point]) < 1:
            have[point] += 1
            last, taken = decisions, taken + 1
            yield Stored(deal, decisions, point, counts_of(game))
        game.apply_code(names[choose(deal, luck, list(names))])
        decisions += 1


def apart_from(points: tuple[Point, ...]) -> Counter[str]:
    """Counts by which only positions at these points are still wanted."""
    return Counter({point.name.lower(): A_POINT for point in Point if point not in points})


def main() -> None:
    have: Counter[str] = Counter()
    found: list[Stored] = []
    wanted = [(deal, have) for deal in deals()]
    wanted += [(deal, Counter()) for deal in (*variant_deals(), *large_deals())]
    wanted += [(deal, apart_from(points)) for deal, points in readings_deals()]
    for deal, counts in wanted:
        with suppress(RunError):  # no site is left for a citadel
            found += choose_positions(deal, counts)
    sys.stdout.write("\n".join([HEADER, *(stored.line() for stored in found)]) + "\n")
    sys.stderr.write(f"{len(found)} positions: {dict(have)}\n")


if __name__ == "__main__":
    main()
