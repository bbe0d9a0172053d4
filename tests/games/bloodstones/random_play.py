"""Random playthroughs on the shipped map and on a crowded one; the seed fixes everything.

`python -m tests.games.bloodstones.random_play SEED…` prints a digest of each seed's record.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Iterator
from itertools import permutations

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.games.bloodstones.engine.game_setup import GameSetup
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.register import read_options
from tests.games.bloodstones.records import Recorder
from tests.games.bloodstones.scenario import small_map

# A ring of twelve land areas around three seas, with mountains and deserts behind: many battles.
RING = "plains forest plains hills " * 3 + "sea sea sea desert mountains desert"
RING_BORDERS = " ".join(
    [f"{n}-{(n + 1) % 12}" for n in range(12)]
    + [f"{n}-{12 + n // 4}" for n in range(12)]
    + ["12-13 13-14 14-12", "15-1 15-2", "16-5 16-6", "17-9 17-10"]
)
MAPS = {"crowded": small_map(RING, RING_BORDERS), "tyrants_lament": load_map("tyrants_lament")}
BOARDS = tuple(MAPS)
FACTIONS = (Faction.DRAGON_RIDERS, Faction.HORSE_LORDS, Faction.HILL_FOLK)
LINE_UPS = (*permutations(FACTIONS, 2), *permutations(FACTIONS, 3))


def deal(
    line_up: tuple[Faction, ...],
    seed: int,
    board: str = "tyrants_lament",
    turn_limit: int = 600,
    **options: object,
) -> Playthrough:
    """A fresh playthrough; `options`: rule options."""
    return Playthrough(
        GameSetup(
            load_ruleset(),
            MAPS[board],
            line_up,
            readings=read_options(options),
            turn_limit=turn_limit,
        ),
        seed,
        "random play",
    )


def choices(seed: int) -> random.Random:
    """The luck of the random players."""
    return random.Random(f"random play {seed}")


def steps(game: Playthrough, luck: random.Random) -> Iterator[int]:
    """Play to the end; yield every decision before it is carried out."""
    while not game.over:
        code = luck.choice(game.legal_codes().tolist())
        yield code
        game.apply_code(code)


def recorded(
    line_up: tuple[Faction, ...],
    seed: int,
    board: str = "tyrants_lament",
    turn_limit: int = 600,
    **options: object,
) -> Recorder:
    """Play one playthrough at random and record it."""
    game = deal(line_up, seed, board, turn_limit, **options)
    seats = tuple(Seat(faction.id, "random") for faction in line_up)
    setup = Setup(MAPS[board].id, seats, {name: str(v).lower() for name, v in options.items()})
    recorder, luck = Recorder(game, setup), choices(seed)
    while not game.over:
        recorder.apply(luck.choice(game.legal_codes().tolist()))
    return recorder


def digest(seed: int) -> str:
    """A digest of the record of a seed; the seeds go round line-ups and boards."""
    text = recorded(LINE_UPS[seed % len(LINE_UPS)], seed, BOARDS[seed % len(BOARDS)]).text()
    return hashlib.sha256(text.encode()).hexdigest()


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        sys.stdout.write(f"{digest(int(argument))}\n")
