"""Battles as bare numbers: tiles drawn, modifiers, hands; and their ends if swaps are greedy.

Each side draws from a full bag of its own (BS-COMBAT-05), may swap one tile (BS-COMBAT-19), adds
its best tiles (BS-COMBAT-24) and its modifiers. A tie that nobody wins is fought again with full
bags and without the tiles swapped in (BS-COMBAT-30, -31). Every draw is counted, none is sampled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple, TypeVar

from bloodstones.games.bloodstones.odds.hands import NO_HAND, NO_TILE, Hand, Hands
from bloodstones.games.bloodstones.rules.battle import (
    ATTACKER_WINS,
    DEFENDER_WINS,
    FIGHT_AGAIN,
    clash_outcome,
)
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import Ruleset
from bloodstones.odds.absorbing import Number, Round, chain_ends, settled
from bloodstones.odds.bag import Bag, best_sum, sums
from bloodstones.odds.distribution import Distribution, Margins

CACHED_FIGHTS = 65_536
NOTHING: Final = Distribution({})

Label = TypeVar("Label")


class Tiles(NamedTuple):
    """The tile rules of a fight.

    Attributes
    ----------
    bag
        Values of the combat tiles.
    more, fewer
        How many tiles the larger and the smaller draw have (BS-COMBAT-15).
    counted
        How many of the tiles drawn count, the highest.
    """

    bag: tuple[int, ...]
    more: int
    fewer: int
    counted: int

    @classmethod
    def of(cls, rules: Ruleset) -> Tiles:
        """Return those of the rules in force."""
        return cls(rules.combat_tiles, rules.tiles_more, rules.tiles_fewer, rules.tiles_counted)

    @property
    def spread(self) -> int:
        """The largest difference between two sums without a swap."""
        ordered = sorted(self.bag)
        return sum(ordered[-self.counted :]) - sum(ordered[: self.counted])


class Numbers(NamedTuple):
    """The numbers that decide a battle, independent of forces and terrain.

    Attributes
    ----------
    tiles
        The tile rules.
    attacker_draws, defender_draws
        Combat tiles drawn by each side.
    lead
        The attacker's modifiers less the defender's.
    defender_wins_ties
        A shieldbearer defends (BS-COMBAT-29).
    """

    tiles: Tiles
    attacker_draws: int
    defender_draws: int
    lead: int
    defender_wins_ties: bool


class End(NamedTuple):
    """The winner of a battle and the hands after it, best tile first."""

    attacker_won: bool
    attacker_hand: Hand
    defender_hand: Hand


Ends = Mapping[End, Number]


class Sums(NamedTuple):
    """Ways of a side to reach each sum.

    Attributes
    ----------
    kept, swapped
        Sum -> ways, without and with a swap.
    """

    kept: Distribution
    swapped: Distribution


class Result(NamedTuple):
    """Weights of one fight in which each side swapped or did not.

    Attributes
    ----------
    attacker_swapped, defender_swapped
        Whether the side swapped a tile in.
    won, lost, again
        Weights of the attacker's victory, of its defeat and of a tie that is fought again.
    """

    attacker_swapped: bool
    defender_swapped: bool
    won: int
    lost: int
    again: int


@lru_cache(maxsize=CACHED_FIGHTS)
def side_sums(tiles: Tiles, draws: int, best: int = NO_TILE) -> Sums:
    """Return the sums of a side that draws `draws` tiles and would swap in a tile of `best` pips.

    Parameters
    ----------
    tiles
        The tile rules.
    draws
        Combat tiles drawn.
    best
        Pips of the best hand tile; `NO_TILE`: the side never swaps.

    Returns
    -------
    Sums
        The two denominators sum to comb(size of the bag, draws).

    Examples
    --------
    >>> tiles = Tiles((2, 2, 3, 3, 4, 4, 5, 5), 4, 3, 3)
    >>> kept, swapped = side_sums(tiles, 3, 5)
    >>> kept.denominator, swapped.denominator, max(swapped)
    (0, 56, 15)
    """
    if best == NO_TILE:
        return Sums(Bag(tiles.bag).best_sum(draws, tiles.counted), NOTHING)
    outcomes: tuple[list[tuple[int, int]], list[tuple[int, int]]] = [], []
    for draw in Bag(tiles.bag).draws(draws):
        total, swapped = sum_with_swap(tiles, draw.tiles, best)
        outcomes[swapped].append((total, draw.ways))
    return Sums(*(sums(weighted) for weighted in outcomes))


def sum_with_swap(tiles: Tiles, draw: tuple[int, ...], best: int) -> tuple[int, bool]:
    """Return what a draw counts and whether a tile was swapped in.

    Parameters
    ----------
    tiles
        The tile rules.
    draw
        Values, ascending. The tile goes in for the lowest one, if that raises the sum.
    best
        Pips of the best hand tile, `NO_TILE` without one.
    """
    kept = best_sum(draw, tiles.counted)
    if best == NO_TILE:
        return kept, False
    swapped = best_sum((*draw[1:], best), tiles.counted)
    return (swapped, True) if swapped > kept else (kept, False)


@lru_cache(maxsize=CACHED_FIGHTS)
def attacker_wins(
    numbers: Numbers, attacker_hand: Hand = NO_HAND, defender_hand: Hand = NO_HAND
) -> Fraction:
    """Return the attacker's win probability in a battle.

    Parameters
    ----------
    numbers
        What the battle comes to.
    attacker_hand, defender_hand
        Pips of the hand tiles that the side swaps greedily, best first; empty if it never swaps.

    Raises
    ------
    InputError
        If no fight can end, as with a bag of equal tiles.

    Examples
    --------
    >>> attacker_wins(Numbers(Tiles((2, 2, 3, 3, 4, 4, 5, 5), 4, 3, 3), 4, 3, 2, True))
    Fraction(219, 245)
    """
    if not attacker_hand and not defender_hand:
        tiles, own, enemy, lead, ties = numbers
        won, lost, _ = _outcomes(_margins(tiles, own, enemy).weights(lead), ties)
        return settled(won, lost)
    hands = attacker_hand, defender_hand
    return Fraction(_chain(numbers, hands, lambda won, left: won).get(True, 0))


@lru_cache(maxsize=CACHED_FIGHTS)
def habit_ends(numbers: Numbers, attacker_hand: Hand, defender_hand: Hand) -> Ends:
    """Return every end of a battle of sides that swap greedily or never, and its exact chance.

    Parameters
    ----------
    numbers, attacker_hand, defender_hand
        As in `attacker_wins`.
    """
    return _chain(numbers, (attacker_hand, defender_hand), lambda won, left: End(won, *left))


def _chain(
    numbers: Numbers, hands: Hands, label: Callable[[bool, Hands], Label]
) -> dict[Label, Number]:
    """Return the probabilities of the ends of a battle, grouped by label.

    `label`: whether the attacker won, and the hands left -> its label.
    """

    def fight(held: Hands, _: Number) -> Round[Hands, Label]:
        bests = (hand[0] if hand else NO_TILE for hand in held)
        ends: dict[Label, int] = {}
        again: dict[Hands, int] = {}
        for result in fight_results(numbers, *bests):
            left = held[0][result.attacker_swapped :], held[1][result.defender_swapped :]
            for won, weight in ((True, result.won), (False, result.lost)):
                if weight:
                    end = label(won, left)
                    ends[end] = ends.get(end, 0) + weight
            again[left] = again.get(left, 0) + result.again
        return Round(ends, again)

    return chain_ends(hands, fight, tiles_held)


def tiles_held(hands: Hands) -> int:
    """Return how many tiles both sides hold.

    >>> tiles_held(((5, 3), (4,)))
    3
    """
    return len(hands[0]) + len(hands[1])


@lru_cache(maxsize=CACHED_FIGHTS)
def fight_results(
    numbers: Numbers, attacker_best: int = NO_TILE, defender_best: int = NO_TILE
) -> tuple[Result, ...]:
    """Return the outcomes of one fight, split by who swapped.

    Parameters
    ----------
    numbers
        What the battle comes to.
    attacker_best, defender_best
        Pips of the best tile of each hand, `NO_TILE` without one.

    Returns
    -------
    tuple of Result
        One for each pair of swaps that can happen; the weights of all share one denominator.

    Examples
    --------
    >>> fight_results(Numbers(Tiles((2, 2, 3, 3, 4, 4, 5, 5), 4, 3, 3), 3, 3, 0, False))
    (Result(attacker_swapped=False, defender_swapped=False, won=1304, lost=1304, again=528),)
    """
    own = side_sums(numbers.tiles, numbers.attacker_draws, attacker_best)
    enemy = side_sums(numbers.tiles, numbers.defender_draws, defender_best)
    results = []
    for ours, theirs in product((False, True), repeat=2):
        if own[ours] and enemy[theirs]:
            weights = own[ours].compare(enemy[theirs], numbers.lead)
            results.append(Result(ours, theirs, *_outcomes(weights, numbers.defender_wins_ties)))
    return tuple(results)


@lru_cache(maxsize=CACHED_FIGHTS)
def _margins(tiles: Tiles, attacker_draws: int, defender_draws: int) -> Margins:
    """Return the margins of two sums without swaps."""
    own, enemy = (side_sums(tiles, draws).kept for draws in (attacker_draws, defender_draws))
    return own.margins(enemy)


def _outcomes(weights: tuple[int, int, int], defender_wins_ties: bool) -> tuple[int, int, int]:
    """Return the weights of a fight won, lost and fought again (BS-COMBAT-28 to -30)."""
    found = {ATTACKER_WINS: 0, DEFENDER_WINS: 0, FIGHT_AGAIN: 0}
    for margin, weight in zip((1, 0, -1), weights, strict=True):
        found[clash_outcome(margin, 0, defender_wins_ties)] += weight
    return found[ATTACKER_WINS], found[DEFENDER_WINS], found[FIGHT_AGAIN]


def win_table(ruleset: Ruleset | None = None) -> dict[tuple[int, int, bool, int], Fraction]:
    """Return the attacker's win probability without swaps for all bare numbers of a battle.

    Keys are (attacker's draws, defender's draws, defender wins ties, lead), where `lead` runs from
    -(spread + 1) to spread + 1: the attacker surely loses at the lowest and surely wins at the
    highest, so a lead beyond them is looked up at the nearest end.

    >>> table = win_table()
    >>> table[4, 3, True, 2], min(table.values()), max(table.values()), len(table)
    (Fraction(219, 245), Fraction(0, 1), Fraction(1, 1), 136)
    """
    tiles = Tiles.of(ruleset or load_ruleset())
    leads = range(-tiles.spread - 1, tiles.spread + 1 + 1)
    draws = sorted({tiles.fewer, tiles.more})
    return {
        (own, other, ties, lead): attacker_wins(Numbers(tiles, own, other, lead, ties))
        for own, other, ties, lead in product(draws, draws, (False, True), leads)
    }
