"""Write the golden records anew: `python -m tests.golden.make`.

They change only when the rules, a strategy or the format changes; the commit says why.
"""

from __future__ import annotations

from pathlib import Path

from bloodstones.core.files import write_atomically
from bloodstones.core.game import Seat, Setup
from bloodstones.games.bloodstones.recorded_play import play_and_record

FOLDER = Path(__file__).parent
MAP = "tyrants_lament"
RIDERS, LORDS, HILL = "dragon_riders", "horse_lords", "hill_folk"
NECRO, CHAOS, CORSAIRS = "necromancers", "chaos_horde", "corsairs"
RANDOM, BUILDER, WARLORD = "random", "builder", "warlord"

# Factions clockwise, the strategies of the first, second, … seat in turn, seed.
CASES = (
    ((RIDERS, LORDS), (WARLORD, BUILDER), 7),
    ((RIDERS, HILL), (RANDOM,), 1),
    ((LORDS, HILL), (BUILDER,), 2),
    ((HILL, RIDERS), (WARLORD,), 3),
    ((LORDS, RIDERS), (RANDOM, WARLORD), 4),
    ((HILL, LORDS), (BUILDER, RANDOM), 5),
    ((NECRO, RIDERS), (WARLORD,), 6),
    ((HILL, NECRO), (RANDOM, WARLORD), 8),
    ((RIDERS, LORDS, HILL), (WARLORD,), 9),
    ((HILL, RIDERS, LORDS), (RANDOM,), 10),
    ((LORDS, HILL, RIDERS), (BUILDER,), 11),
    ((RIDERS, HILL, LORDS), (WARLORD, BUILDER, RANDOM), 12),
    ((LORDS, RIDERS, HILL), (RANDOM, WARLORD, BUILDER), 13),
    ((CORSAIRS, RIDERS, LORDS), (WARLORD,), 14),
    ((NECRO, CORSAIRS, HILL), (RANDOM, WARLORD, WARLORD), 15),
    ((LORDS, NECRO, CORSAIRS), (BUILDER, WARLORD, RANDOM), 16),
    ((RIDERS, LORDS, HILL, NECRO), (WARLORD,), 17),
    ((CHAOS, LORDS, RIDERS, HILL), (WARLORD,), 18),
    ((HILL, CHAOS, CORSAIRS, NECRO), (WARLORD, BUILDER), 19),
    ((CORSAIRS, RIDERS, CHAOS, LORDS), (RANDOM,), 20),
    ((NECRO, HILL, CORSAIRS, RIDERS), (RANDOM, WARLORD), 21),
    ((LORDS, CHAOS, NECRO, CORSAIRS), (BUILDER, WARLORD, RANDOM), 22),
    ((RIDERS, CORSAIRS, CHAOS, NECRO), (BUILDER,), 23),
    ((CHAOS, NECRO, HILL, LORDS), (RANDOM, WARLORD), 24),
)


def setups() -> dict[str, tuple[Setup, int]]:
    """Return setup and seed of every golden record by its file name."""
    found = {}
    for factions, strategies, seed in CASES:
        seats = tuple(
            Seat(faction, strategies[place % len(strategies)])
            for place, faction in enumerate(factions)
        )
        name = f"{len(factions)}p_seed{seed:02d}_{'_'.join(factions)}.jsonl"
        found[name] = Setup(MAP, seats), seed
    return found


def play(name: str) -> str:
    """Play the game of a golden record and return its text."""
    setup, seed = setups()[name]
    return play_and_record(setup, seed).text()


def make() -> None:
    """Write all of them; records that are no case any more go away."""
    for path in FOLDER.glob("*.jsonl"):
        if path.name not in setups():
            path.unlink()
    for name in setups():
        write_atomically(FOLDER / name, play(name).encode())


if __name__ == "__main__":
    make()
