"""Exact win probabilities of many battles at once: NumPy arrays in, NumPy arrays out.

The table is packed from `fight.attacker_wins`, block by block: one block for each pair of
hands that was asked for, with every draw, tie rule and lead in it. Strategies, reports and scored
data frames read this table and nothing else.

Examples
--------
>>> odds_table([4, 3], [3, 3], [2, 0], [True, False])
array([0.89387755, 0.5       ])
>>> odds_table(4, 3, [-1, 0, 1], False, attacker_hand=[5, 4]).round(4)
array([0.8967, 0.9711, 0.9939])
>>> odds_table(4, 3, 2, True, exact=True).item()
Fraction(219, 245)
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bloodstones.core.errors import InputError, expected
from bloodstones.games.bloodstones.odds.fight import Numbers, Tiles, attacker_wins
from bloodstones.games.bloodstones.odds.hands import Hand
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import Ruleset
from bloodstones.games.bloodstones.rules.tiles import MAX_PIPS, MIN_PIPS

TABLES = 8  # rule sets whose tables are kept
ROOM = 16  # blocks of a new table
NO_HAND = 0  # code of a hand without a tile worth swapping in
UNPACKED = -1

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


class OddsTable:
    """Win probabilities packed by hands, draws, tie rule and lead.

    Blocks are added when a pair of hands is first asked for. Only tiles above the lowest one of
    the bag are worth swapping in, so hands that differ in others share a block.

    Parameters
    ----------
    tiles
        The tile rules.
    most_tiles
        Most tiles of a hand.

    Attributes
    ----------
    draws
        The numbers of tiles that a side may draw, ascending.
    most_lead
        The attacker surely wins with this lead and surely loses with its negative.
    """

    def __init__(self, tiles: Tiles, most_tiles: int) -> None:
        self.tiles = tiles
        self.most_tiles = most_tiles
        self.draws = tuple(sorted({tiles.fewer, tiles.more}))
        self.useful = tuple(range(max(MIN_PIPS, min(tiles.bag) + 1), MAX_PIPS + 1))
        low = sum(sorted(tiles.bag)[: tiles.counted])
        high = sum(sorted((*tiles.bag, MAX_PIPS))[-tiles.counted :])
        self.most_lead = high - low + 1
        self.shape = (len(self.draws), len(self.draws), 2, 2 * self.most_lead + 1)
        self._blocks: dict[tuple[int, int], int] = {}
        self._fractions: NDArray[Any] = np.empty((ROOM, *self.shape), object)
        self._chances: NDArray[np.float64] = np.empty((ROOM, *self.shape))

    @property
    def battles(self) -> int:
        """How many battles are packed so far."""
        return len(self._blocks) * int(self._chances[0].size)

    def codes(self, hands: Ints) -> Ints:
        """Return one code a hand from pips of shape (..., tiles), 0 for no tile."""
        codes = np.zeros(hands.shape[:-1], np.int64)
        for pips in self.useful:
            codes = codes * (self.most_tiles + 1) + (hands == pips).sum(axis=-1)
        return codes

    def blocks(self, attacker: Ints, defender: Ints) -> Ints:
        """Return the block of each pair of hand codes, packing those that are new.

        Parameters
        ----------
        attacker, defender
            Codes of hands from `codes`, of shapes that broadcast.

        Returns
        -------
        int64 array
            Of the same shape.
        """
        if not attacker.any() and not defender.any():
            return np.asarray(self._block(NO_HAND, NO_HAND))
        ours, our_place = np.unique(attacker, return_inverse=True)
        theirs, their_place = np.unique(defender, return_inverse=True)
        pairs = our_place * theirs.size + their_place
        met = np.zeros(ours.size * theirs.size, bool)
        met[pairs.ravel()] = True
        block = np.full(met.size, UNPACKED, np.int64)
        for pair in np.flatnonzero(met):
            our_code, their_code = ours[pair // theirs.size], theirs[pair % theirs.size]
            block[pair] = self._block(int(our_code), int(their_code))
        cells: Ints = block[pairs]
        return cells

    def at(self, place: tuple[Ints, ...], exact: bool) -> NDArray[Any]:
        """Return the entries at (block, attacker's draw, defender's, ties, lead), all by place.

        Parameters
        ----------
        place
            Arrays of indices into (block, attacker's draw, defender's draw, ties, lead).
        exact
            Fractions; else floats.
        """
        table = self._fractions if exact else self._chances
        return np.asarray(table[place])

    def _hand(self, code: int) -> Hand:
        """Return the tiles of a code, best first."""
        hand: list[int] = []
        for pips in reversed(self.useful):
            code, count = divmod(code, self.most_tiles + 1)
            hand += [pips] * count
        return tuple(hand)

    def _block(self, attacker: int, defender: int) -> int:
        """Return the block of two hand codes, packed now if it is new."""
        number = self._blocks.get((attacker, defender))
        if number is not None:
            return number
        number = len(self._blocks)
        if number == len(self._chances):
            self._fractions = np.concatenate([self._fractions, np.empty_like(self._fractions)])
            self._chances = np.concatenate([self._chances, np.empty_like(self._chances)])
        hands = self._hand(attacker), self._hand(defender)
        leads = range(-self.most_lead, self.most_lead + 1)
        exact = [
            attacker_wins(Numbers(self.tiles, own, other, lead, ties), *hands)
            for own, other, ties, lead in product(self.draws, self.draws, (False, True), leads)
        ]
        self._fractions[number].flat = exact
        self._chances[number].flat = [float(chance) for chance in exact]
        self._blocks[attacker, defender] = number
        return number


def odds_table(
    attacker_draws: ArrayLike,
    defender_draws: ArrayLike,
    lead: ArrayLike,
    defender_wins_ties: ArrayLike,
    *,
    attacker_hand: ArrayLike | None = None,
    defender_hand: ArrayLike | None = None,
    ruleset: Ruleset | None = None,
    exact: bool = False,
) -> NDArray[Any]:
    """Return the attacker's win probability in each of many battles.

    Parameters
    ----------
    attacker_draws, defender_draws
        Combat tiles drawn by each side, 3 or 4 by the shipped rules (BS-COMBAT-15).
    lead
        The attacker's modifiers less the defender's, any whole number.
    defender_wins_ties
        Whether a shieldbearer defends (BS-COMBAT-29), booleans or 0 and 1.
    attacker_hand, defender_hand
        Pips of the hand tiles that the side swaps greedily (see `hands.Swap`), whole numbers
        of shape (..., tiles) in any order, 0 for no tile; a side that never swaps has none.
    ruleset
        The rules in force; the shipped ones by default.
    exact
        Return `fractions.Fraction` in an array of objects instead.

    Returns
    -------
    ndarray
        Of the shape that the arguments broadcast to (the last axis of a hand left out): float64,
        each the nearest to the exact fraction, or the fractions themselves.

    Raises
    ------
    InputError
        If a value cannot be, with its row (place in the flat array, from 0) and its argument.
    """
    table = packed_table(ruleset)
    ours = _draw_places(attacker_draws, table, "attacker_draws")
    theirs = _draw_places(defender_draws, table, "defender_draws")
    leads = whole_numbers(lead, "lead")
    ties = whole_numbers(defender_wins_ties, "defender_wins_ties")
    _check(ties, (ties == 0) | (ties == 1), "True or False", "defender_wins_ties")
    our_codes = table.codes(_hands(attacker_hand, table, "attacker_hand"))
    their_codes = table.codes(_hands(defender_hand, table, "defender_hand"))
    try:
        our_codes, their_codes = np.broadcast_arrays(our_codes, their_codes)
        block = table.blocks(our_codes, their_codes)
        inside = np.clip(leads, -table.most_lead, table.most_lead) + table.most_lead
        place = np.broadcast_arrays(block, ours, theirs, ties, inside)
    except InputError:
        raise
    except ValueError:
        shapes = [part.shape for part in (ours, theirs, leads, ties, our_codes, their_codes)]
        raise expected("arguments of equal length", shapes, "odds_table") from None
    return table.at(tuple(place), exact)


def packed_table(ruleset: Ruleset | None = None) -> OddsTable:
    """Return the table of these rules, with all that was packed before."""
    rules = ruleset or load_ruleset()
    return _packed(Tiles.of(rules), rules.starting_hand)


@lru_cache(maxsize=TABLES)
def _packed(tiles: Tiles, most_tiles: int) -> OddsTable:
    return OddsTable(tiles, most_tiles)


def whole_numbers(values: ArrayLike, where: str) -> Ints:
    """Return values as int64, or raise InputError naming the first one that is no whole number.

    >>> whole_numbers([1.0, 2.5], "lead")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected a whole number, got 2.5 (lead, row 1)
    """
    try:
        array = np.asarray(values)
    except ValueError:
        raise InputError(
            f"expected one array of whole numbers, got a ragged list ({where})"
        ) from None
    if array.dtype.kind in "bi":
        return array.astype(np.int64, copy=False)
    if array.dtype.kind not in "uf":
        raise expected("whole numbers", str(array.dtype), where)
    limits = np.iinfo(np.int32)  # beyond any count, and exact as a float
    whole = (array >= limits.min) & (array <= limits.max) & (array == np.floor(array))
    _check(array, whole, "a whole number", where)
    return array.astype(np.int64)


def _draw_places(draws: ArrayLike, table: OddsTable, where: str) -> Ints:
    """Return the place of each number of tiles drawn among those that can be."""
    drawn = whole_numbers(draws, where)
    _check(drawn, np.isin(drawn, table.draws), f"{_either(table.draws)} tiles drawn", where)
    return np.searchsorted(table.draws, drawn)


def _hands(hands: ArrayLike | None, table: OddsTable, where: str) -> Ints:
    """Return checked pips of shape (..., tiles)."""
    if hands is None:
        return np.zeros(1, np.int64)
    pips = whole_numbers(hands, where)
    if pips.ndim == 0:
        raise expected("hands as rows of pips", hands, where)
    valid = (pips == 0) | ((pips >= MIN_PIPS) & (pips <= MAX_PIPS))
    what = f"pips from {MIN_PIPS} to {MAX_PIPS} (0 for no tile)"
    _check(pips, valid, what, where, row_size=pips.shape[-1])
    if pips.shape[-1] > table.most_tiles:
        sizes = (pips > 0).sum(axis=-1)
        _check(sizes, sizes <= table.most_tiles, f"at most {table.most_tiles} hand tiles", where)
    return pips


def _check(values: NDArray[Any], good: Bools, what: str, where: str, row_size: int = 1) -> None:
    """Raise InputError for the first bad value; a row has `row_size` values."""
    if not good.all():
        first = int(np.argmin(good))
        raise expected(what, values.flat[first].item(), f"{where}, row {first // row_size}")


def _either(numbers: Iterable[int]) -> str:
    return " or ".join(str(number) for number in numbers)
