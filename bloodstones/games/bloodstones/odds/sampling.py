"""Battles fought at random with a compiled kernel: a check of the exact odds (Monte Carlo).

A fight picks one of all pairs of draws, each as likely as any other: without replacement, as both
sides draw from full bags. What the draws sum up to, who wins and what is spent come from the same
functions as the exact odds; the luck comes from a keyed stream like that of the engine.
"""

from __future__ import annotations

from itertools import combinations, product

import numpy as np

from bloodstones.core.errors import UnmodelledRuleError, expected
from bloodstones.core.kernels.kernel import entry
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import WORDS, game_key, next_below, open_streams
from bloodstones.games.bloodstones.odds.battle import Battle
from bloodstones.games.bloodstones.odds.fight import (
    Numbers,
    Tiles,
    attacker_wins,
    sum_with_swap,
)
from bloodstones.games.bloodstones.odds.hands import NO_HAND, NO_TILE, Hand
from bloodstones.games.bloodstones.rules.battle import ATTACKER_WINS, FIGHT_AGAIN, clash_outcome

MOST_SAMPLES = 1_000_000_000
SEED = 1
LABEL = "sampled battles"


# What a fight gives, as one number: the battle is lost, won, or goes on by a row of `steps`.
LOST = 0
WON = 1
ON_BY_FIRST_ROW = 2


@entry
def count_wins(stream: Array, key: Array, steps: Array, battles: int) -> int:
    """Fight a battle again and again; return how often the attacker won.

    Parameters
    ----------
    stream
        int64 array of shape (1, 4), opened with `key` (int64, 3 words).
    steps
        int16 array of shape (hands, pairs of draws): what each fight gives; the first one is by
        row 0.
    battles
        How many.
    """
    open_streams(stream, key)
    pairs = steps.shape[1]
    won = 0
    for _ in range(battles):
        step = steps[0, next_below(stream, 0, pairs)]
        while step >= ON_BY_FIRST_ROW:
            step = steps[step - ON_BY_FIRST_ROW, next_below(stream, 0, pairs)]
        won += int(step)
    return won


def sample_battle(battle: Battle, battles: int, seed: int = SEED) -> int:
    """Return how often the attacker wins a battle fought at random so many times.

    Parameters
    ----------
    battle
        What is fought.
    battles
        How often, 1 to `MOST_SAMPLES`.
    seed
        The same one gives the same luck.

    Raises
    ------
    UnmodelledRuleError
        If a side swaps in another way than never or greedily.
    InputError
        As `sample_wins`.
    """
    odds = battle.odds
    for side in (odds.attacker, odds.defender):
        if side.swap.solved:
            what = "sides that swap never or greedily"
            raise UnmodelledRuleError(f"expected {what}, got {side.swap.value!r} (samples)")
    hands = odds.attacker.greedy_hand, odds.defender.greedy_hand
    return sample_wins(odds.numbers, *hands, battles=battles, seed=seed)


def sample_wins(
    numbers: Numbers,
    attacker_hand: Hand = NO_HAND,
    defender_hand: Hand = NO_HAND,
    *,
    battles: int,
    seed: int = SEED,
) -> int:
    """Return how many of so many battles fought at random the attacker wins.

    Parameters
    ----------
    numbers, attacker_hand, defender_hand
        As in `fight.attacker_wins`.
    battles
        How often, 1 to `MOST_SAMPLES`.
    seed
        The same one gives the same luck.

    Raises
    ------
    InputError
        If the number of battles cannot be, or the battle cannot end.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
    >>> numbers = Numbers(Tiles.of(load_ruleset()), 4, 3, 2, True)
    >>> 850 < sample_wins(numbers, battles=1000, seed=1) < 950
    True
    """
    if not 1 <= battles <= MOST_SAMPLES:
        raise expected(f"1 to {MOST_SAMPLES:,} samples", battles, "samples")
    attacker_wins(numbers, attacker_hand, defender_hand)  # raises if it cannot end
    steps = _steps(numbers, attacker_hand, defender_hand)
    stream = np.zeros((1, WORDS), np.int64)
    return int(count_wins(stream, game_key(seed, LABEL, 0), steps, battles))


def _steps(numbers: Numbers, attacker_hand: Hand, defender_hand: Hand) -> Array:
    """Return what every fight gives, as `count_wins` takes it: a row for each two hands left."""
    ours = _results(numbers.tiles, numbers.attacker_draws, attacker_hand)
    theirs = _results(numbers.tiles, numbers.defender_draws, defender_hand)
    rows = []
    for our_spent, their_spent in product(range(len(ours)), range(len(theirs))):
        row = []
        for (own, swapped), (other, also) in product(ours[our_spent], theirs[their_spent]):
            outcome = clash_outcome(own + numbers.lead, other, numbers.defender_wins_ties)
            if outcome == FIGHT_AGAIN:
                after = (our_spent + swapped) * len(theirs) + their_spent + also
                row.append(ON_BY_FIRST_ROW + after)
            else:
                row.append(WON if outcome == ATTACKER_WINS else LOST)
        rows.append(row)
    return np.array(rows, np.int16)


def _results(tiles: Tiles, draws: int, hand: Hand) -> list[list[tuple[int, bool]]]:
    """Return sum and swap of every draw, once for each number of tiles spent before."""
    drawn = list(combinations(sorted(tiles.bag), draws))
    return [[sum_with_swap(tiles, draw, best) for draw in drawn] for best in (*hand, NO_TILE)]
