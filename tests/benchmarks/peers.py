"""Exact odds of battles without hands: here, by icepool and by dyce, taken in turn in one process.

`python -m tests.benchmarks.peers [ROUNDS]` prints processor seconds a battle as JSON, the best of
several rounds. Everybody must find the same fractions.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import dyce
import icepool

from bloodstones.games.bloodstones.odds import fight as fight_odds
from bloodstones.games.bloodstones.odds.fight import Numbers, attacker_wins
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.odds import distribution

TILES = fight_odds.Tiles.of(load_ruleset())
BATTLES = list(product(TILES[1:3], TILES[1:3], range(-3, 4), (False, True)))
ROUNDS = 15
PATIENT_ROUNDS = 3  # for what takes long
LONG = 0.2  # seconds a round
SHORTEST = 0.02  # seconds a round; nobody pays for the processor's caches that another left cold


def forget(*, all_sums: bool = False) -> None:
    """Empty the caches of battles; with `all_sums` those of the two bags, too."""
    for battles in (fight_odds.attacker_wins, fight_odds.fight_results):
        battles.cache_clear()
    if all_sums:
        for bags in (fight_odds.side_sums, fight_odds._margins, distribution._margins):
            bags.cache_clear()


def ours() -> list[Fraction]:
    """The sums of the two bags are known; the battles are new."""
    forget()
    return [attacker_wins(Numbers(TILES, *battle)) for battle in BATTLES]


def ours_from_nothing() -> list[Fraction]:
    """Every battle begins with the tiles of the bags."""
    chances = []
    for battle in BATTLES:
        forget(all_sums=True)
        chances.append(attacker_wins(Numbers(TILES, *battle)))
    return chances


def ours_again() -> list[Fraction]:
    """The battles were asked for before."""
    return [attacker_wins(Numbers(TILES, *battle)) for battle in BATTLES]


def settled(won: int, lost: int, tied: int, ties: bool) -> Fraction:
    """The win probability from the three weights of one fight."""
    return Fraction(won, won + lost + (tied if ties else 0))


def icepool_sum(drawn: int) -> icepool.Die[int]:
    """The best tiles of a draw."""
    return icepool.Deck(TILES.bag).deal(drawn).highest(TILES.counted).sum()


def by_icepool(sums: Callable[[int], icepool.Die[int]]) -> list[Fraction]:
    """By icepool, from a function for the sums of a draw."""
    chances = []
    for own, other, lead, ties in BATTLES:
        difference = sums(own) + lead - sums(other)
        won, lost = difference.quantity(">", 0), difference.quantity("<", 0)
        chances.append(settled(won, lost, difference.quantity("==", 0), ties))
    return chances


def dyce_sum(drawn: int) -> dyce.H[int]:
    """The best tiles of a draw."""
    return dyce.H(sum(sorted(tiles)[-TILES.counted :]) for tiles in combinations(TILES.bag, drawn))


def by_dyce(sums: Callable[[int], dyce.H[int]]) -> list[Fraction]:
    """By dyce, from a function for the sums of a draw."""
    chances = []
    for own, other, lead, ties in BATTLES:
        first, second = sums(own) + lead, sums(other)
        won = dict(first.gt(second).items()).get(True, 0)
        if ties:
            chances.append(Fraction(won, first.total * second.total))
        else:
            chances.append(Fraction(won, won + dict(first.lt(second).items()).get(True, 0)))
    return chances


CONTENDERS: dict[str, Callable[[], Sequence[Fraction]]] = {
    "ours": ours,
    "ours_again": ours_again,  # after `ours`, which leaves its battles in the cache
    "ours_from_nothing": ours_from_nothing,
    "icepool": lambda: by_icepool(icepool_sum),
    "icepool_prepared": lambda: by_icepool(cache(icepool_sum)),
    "dyce": lambda: by_dyce(dyce_sum),
    "dyce_prepared": lambda: by_dyce(cache(dyce_sum)),
}


def seconds_of(contender: Callable[[], Sequence[Fraction]]) -> float:
    """Processor seconds that all battles take once, on average over a round."""
    began, passes, passed = time.process_time(), 0, 0.0
    while passed < SHORTEST:
        contender()
        passes += 1
        passed = time.process_time() - began
    return passed / passes


def seconds_a_battle(rounds: int = ROUNDS) -> dict[str, float]:
    """The best processor time of each, after one round that is checked and not timed."""
    wanted = ours()
    best: dict[str, float] = {}
    for name, contender in CONTENDERS.items():
        assert list(contender()) == wanted, name
    for round_ in range(rounds):
        for name, contender in CONTENDERS.items():
            if round_ >= PATIENT_ROUNDS and best[name] * len(BATTLES) > LONG:
                continue
            passed = seconds_of(contender) / len(BATTLES)
            best[name] = min(best.get(name, passed), passed)
    return best


if __name__ == "__main__":
    print(json.dumps(seconds_a_battle(*map(int, sys.argv[1:]))))
