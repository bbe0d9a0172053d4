"""Battles in bulk: new ones against icepool and dyce, the packed table, and Monte Carlo.

The ratios that the laboratory promises are held; they are taken in one run, in processor time.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest

from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.odds.fight import Numbers, Tiles, attacker_wins
from bloodstones.games.bloodstones.odds.frame import score_battles
from bloodstones.games.bloodstones.odds.sampling import sample_wins
from bloodstones.games.bloodstones.odds.table import odds_table
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from tests.benchmarks.conftest import Figures, needs, promised, python, sized, times

TILES = Tiles.of(load_ruleset())
BATTLES = sized(1_000_000, 1000)
ROWS = sized(1_000_000, 20)
ROUNDS = sized(7, 1)
SEED = 20261128
PEER_ROUNDS = sized((), ("1",))
TIMES_A_PEER = 20
TIMES_A_PEER_FROM_NOTHING = 3
TIMES_NUMPY = 4
BATTLES_A_SECOND = 1_000_000
SIGMAS = 4.5
BATTLE = (4, 3, 2)  # draws and lead of the Monte Carlo comparison
CASES = (True, False)  # whether the defender wins ties


def best_seconds(*works: Callable[[], object]) -> list[float]:
    """The least processor time of each, taken in turn, the first round not timed."""
    best = [float("inf")] * len(works)
    for round_ in range(ROUNDS + 1):
        for place, work in enumerate(works):
            began = time.process_time()
            work()
            if round_:
                best[place] = min(best[place], time.process_time() - began)
    return best


def test_a_battle_against_icepool_and_dyce(figures: Figures) -> None:
    needs("icepool", "dyce")
    data = json.loads(python("-W", "ignore", "-m", "tests.benchmarks.peers", *PEER_ROUNDS)[0])
    micro = {name: seconds * 1e6 for name, seconds in data.items()}
    fastest = min("icepool", "dyce", key=lambda name: micro[name])
    prepared = min("icepool_prepared", "dyce_prepared", key=lambda name: micro[name])
    figures.add("icepool, a battle from its tiles", micro["icepool"], "µs")
    figures.add("dyce, a battle from its tiles", micro["dyce"], "µs")
    for name, what in (
        ("ours", "a new battle, sums of the bags known"),
        ("ours_from_nothing", "a battle from its tiles, nothing known"),
        ("ours_again", "a battle asked before"),
    ):
        ratio = f"1/{times(micro[fastest], micro[name])} of {fastest}"
        figures.add(what, micro[name], "µs", ratio)
    for name in ("icepool_prepared", "dyce_prepared"):
        figures.add(f"{name.replace('_', ', ')} sums", micro[name], "µs")
    ratio = f"1/{times(micro[prepared], micro['ours'])} of {prepared.replace('_', ', ')} sums"
    figures.add("a new battle again, against prepared sums", micro["ours"], "µs", ratio)
    promised(micro[fastest] >= TIMES_A_PEER * micro["ours"])
    promised(micro[fastest] >= TIMES_A_PEER_FROM_NOTHING * micro["ours_from_nothing"])


def test_table_lookups(figures: Figures) -> None:
    rng = np.random.default_rng(SEED)
    bare = (
        rng.integers(3, 5, BATTLES),
        rng.integers(3, 5, BATTLES),
        rng.integers(-9, 10, BATTLES),
        rng.random(BATTLES) < 0.5,
    )
    hands = {f"{side}_hand": rng.integers(0, 6, (BATTLES, 2)) for side in ("attacker", "defender")}
    without, fractions, with_hands = best_seconds(
        lambda: odds_table(*bare),
        lambda: odds_table(*bare, exact=True),
        lambda: odds_table(*bare, **hands),
    )
    for what, seconds in (
        ("table, battles without hands", without),
        ("table, the same as fractions", fractions),
        ("table, hands of up to two tiles", with_hands),
    ):
        figures.add(what, BATTLES / seconds, "/s")
        promised(BATTLES / seconds >= BATTLES_A_SECOND)


def test_a_million_rows(figures: Figures) -> None:
    pandas = pytest.importorskip("pandas")
    rng = np.random.default_rng(SEED)
    tiles = load_ruleset().factions[Faction.DRAGON_RIDERS].tiles.values()
    pips = np.array(sorted({0, *(tile.pips for tile in tiles if tile.pips)}))
    frame = pandas.DataFrame(
        {
            "terrain": np.array(["plains", "forest", "hills"])[rng.integers(0, 3, ROWS)],
            "attacker_faction": "dragon_riders",
            "attacker_lizardman": rng.integers(1, 4, ROWS),
            "attacker_cavalry": rng.integers(0, 3, ROWS),
            "attacker_dragon": rng.integers(0, 2, ROWS),
            "attacker_hand_1": rng.choice(pips, ROWS),
            "defender_faction": "horse_lords",
            "defender_swordsman": rng.integers(1, 4, ROWS),
            "defender_shieldbearer": rng.integers(0, 3, ROWS),
            "defender_castle": rng.integers(0, 2, ROWS),
        }
    )
    pairs = len(frame.drop(columns="attacker_hand_1").drop_duplicates())
    (seconds,) = best_seconds(lambda: score_battles(frame))
    figures.add("data frame of a million battles", seconds, "s", f"{pairs} pairs of forces")


class Sampler:
    """Battles without hands in NumPy: each side draws rows of the list of its draws.

    With `summed` the best tiles of every row are added up once before; else row by row drawn.
    """

    def __init__(self, own: int, other: int, lead: int, ties: bool, summed: bool) -> None:
        self.rng = np.random.default_rng(SEED)
        self.rows = [
            np.array(list(combinations(sorted(TILES.bag), drawn)))[:, -TILES.counted :]
            for drawn in (own, other)
        ]
        self.sums = [rows.sum(axis=1) for rows in self.rows]
        self.lead, self.ties, self.summed = lead, ties, summed

    def draw(self, side: int, battles: int) -> Array:
        """The sums of so many draws."""
        rows = self.rng.integers(0, len(self.rows[side]), battles)
        return self.sums[side][rows] if self.summed else self.rows[side][rows].sum(axis=1)

    def wins(self, battles: int) -> int:
        """How many of so many battles the attacker wins; ties are fought again."""
        won = 0
        while battles:
            gap = self.draw(0, battles) + self.lead - self.draw(1, battles)
            won += int(np.count_nonzero(gap > 0))
            battles = 0 if self.ties else int(np.count_nonzero(gap == 0))
        return won


@pytest.mark.parametrize("ties", CASES)
def test_monte_carlo_against_numpy(figures: Figures, ties: bool) -> None:
    rows = Sampler(*BATTLE, ties, summed=False)
    sums = Sampler(*BATTLE, ties, summed=True)
    seconds = best_seconds(
        lambda: sample_wins(Numbers(TILES, *BATTLE, ties), battles=BATTLES),
        lambda: rows.wins(BATTLES),
        lambda: sums.wins(BATTLES),
    )
    p = attacker_wins(Numbers(TILES, *BATTLE, ties))
    spread = math.sqrt(p * (1 - p) / BATTLES)
    for sampler in (rows, sums):
        assert abs(sampler.wins(BATTLES) / BATTLES - p) < SIGMAS * spread
    told = "ties lost" if ties else "ties fought again"
    for name, passed in zip(("kernel", "NumPy, rows", "NumPy, sums of rows"), seconds, strict=True):
        ratio = "" if name == "kernel" else f"kernel {times(passed, seconds[0])} times as fast"
        figures.add(f"Monte Carlo, {told}, {name}", BATTLES / passed, "/s", ratio)
    promised(seconds[1] >= TIMES_NUMPY * seconds[0])
