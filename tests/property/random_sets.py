"""Random play of every set of factions, watched by the invariant kernel.

`python -m tests.property.random_sets GAMES [FIRST_REPLICATE]` plays so many games in all and prints
what they came to.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations

from bloodstones.core.kernels.streams import game_key
from bloodstones.games.bloodstones.engine.playthrough import decision_buffer
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables, pack
from bloodstones.games.bloodstones.engine.state import Ending, Status
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.register import read_options
from tests.property.invariant_kernel import play_watched
from tests.property.second_engine import BOARDS, NEW_MAPS, Options
from tests.property.watch import Fault, fresh

LABEL = "random sets"
SEED = 7
ORDERS = 6  # seatings of a set that are played in turn
TOLD = (
    Event.BATTLE,
    Event.KEEP_OUT,
    Event.CUTIECORN,
    Event.RAISE_UNDEAD,
    Event.REENTER,
    Event.ELIMINATED,
)
TURN_LIMIT = 100_000  # so far off that reaching it means a game without an end

FACTION_SETS = tuple(chosen for players in range(2, 7) for chosen in combinations(Faction, players))


def takes(board: str, factions: tuple[Faction, ...]) -> bool:
    """Whether the map is made for so many players."""
    return BOARDS[board].min_players <= len(factions) <= BOARDS[board].max_players


# Every set on the printed map, and on each of the others that takes it.
SHARES = (
    *(("tyrants_lament", chosen) for chosen in FACTION_SETS),
    *((board, chosen) for board in NEW_MAPS for chosen in FACTION_SETS if takes(board, chosen)),
)


@cache
def tables(
    board: str, factions: tuple[Faction, ...], order: int, options: Options = ()
) -> RuleTables:
    """The packed rules of one seating; player ranges of maps and factions are not looked at."""
    seatings = list(permutations(factions))
    line_up = seatings[order * len(seatings) // ORDERS % len(seatings)]
    readings = read_options(dict(options))
    return pack(load_ruleset(), BOARDS[board], line_up, TURN_LIMIT, readings)


def play(
    board: str, factions: tuple[Faction, ...], replicates: range, options: Options = ()
) -> Counter[str]:
    """Play the replicates; return tallies; a fault comes with what reproduces it."""
    tally: Counter[str] = Counter()
    out = decision_buffer()
    names = ",".join(faction.id for faction in factions)
    for replicate in replicates:
        order = replicate % ORDERS
        packed = tables(board, factions, order, options)
        s, w, x, y = fresh()
        decisions = play_watched(s, packed, game_key(SEED, LABEL, replicate), out, w, x, y)
        assert not w.faults, (
            f"{Fault(int(w.faults))!r} after {int(w.at)} decisions of replicate {replicate}, "
            f"{names} (seating {order}) on {board} with {options}"
        )
        tally["games"] += 1
        tally["decisions"] += int(decisions)
        if s.status == Status.NO_CITADEL_SITE:
            tally["no citadel site"] += 1
            continue
        assert s.ending == Ending.REGROUPS, f"no end: replicate {replicate}, {names} on {board}"
        tally["turns"] += int(s.turn)
        for event in TOLD:
            tally[event.name.lower()] += int(w.told[event])
        tally["longest"] = max(tally["longest"], int(s.turn))
    return tally


def add(total: Counter[str], tally: Counter[str]) -> None:
    """Add tallies; the longest game is a maximum."""
    longest = max(total["longest"], tally["longest"])
    total.update(tally)
    total["longest"] = longest


def shares(games: int, first: int = 0) -> Iterator[Counter[str]]:
    """Spread a number of games over all sets of factions and the maps that take them."""
    each, more = divmod(games, len(SHARES))
    for place, (board, factions) in enumerate(SHARES):
        number = each + (place < more)
        yield play(board, factions, range(first, first + number))


def main() -> None:
    games = int(sys.argv[1])
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    total: Counter[str] = Counter()
    for tally in shares(games, first):
        add(total, tally)
    sys.stdout.write("".join(f"{name}: {count}\n" for name, count in total.items()))


if __name__ == "__main__":
    main()
