"""Win probabilities of a battle from its bare numbers: tiles drawn, modifiers, hands.

Each side draws from a full bag of its own (BS-COMBAT-05), may swap one tile (BS-COMBAT-19), adds
its best tiles (BS-COMBAT-24) and its modifiers. A tie that nobody wins is fought again with full
bags and without the tiles swapped in (BS-COMBAT-30, -31). All of it is counted, nothing sampled.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from bloodstones.core.errors import expected, near_matches
from bloodstones.games.bloodstones.rules.battle import DEFENDER_WINS, tie_outcome
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import Ruleset
from bloodstones.odds.absorbing import Round, settled, win_probability
from bloodstones.odds.bag import Bag, best_sum, sums
from bloodstones.odds.distribution import Comparison, Distribution

CACHED_FIGHTS = 65_536
NO_TILE = 0
SWAPPED = tuple(product((False, True), repeat=2))

Hand = tuple[int, ...]


class Swap(StrEnum):
    """How a side swaps a hand tile into its draw.

    Attributes
    ----------
    NEVER
        It keeps what it drew.
    GREEDY
        It swaps its best hand tile for the lowest tile drawn whenever that raises the sum that
        counts, whatever the enemy has. Corsairs, who decide after the enemy's reveal
        (BS-CORSAIR-09), make no use of it in this model.
    EQUILIBRIUM
        It plays best against an enemy who does so too, or best against the enemy's model.
    INFORMED
        Corsairs alone: as `EQUILIBRIUM`, seeing the enemy's sum first (BS-CORSAIR-09).
    """

    NEVER = "never"
    GREEDY = "greedy"
    EQUILIBRIUM = "equilibrium"
    INFORMED = "informed"

    @property
    def solved(self) -> bool:
        """Whether the model takes a solution of the battle, not a fixed habit."""
        return self in (Swap.EQUILIBRIUM, Swap.INFORMED)


def choose_swap(name: str | None, hand: Hand, where: str, faction: Faction | None = None) -> Swap:
    """Return the swap model called `name`; without a name, greedy with a hand, else never.

    Corsairs who play best are informed, and nobody else is (BS-CORSAIR-09).

    Raises
    ------
    InputError
        If no model is called so, or the faction cannot have it.

    Examples
    --------
    >>> choose_swap(None, (5, 3), "--attacker-swap"), choose_swap(None, (), "--attacker-swap")
    (<Swap.GREEDY: 'greedy'>, <Swap.NEVER: 'never'>)
    >>> choose_swap("equilibrium", (5,), "--attacker-swap", Faction.CORSAIRS)
    <Swap.INFORMED: 'informed'>
    """
    if name is None:
        return Swap.GREEDY if hand else Swap.NEVER
    if name not in list(Swap):
        tip = near_matches(name, list(Swap)) or f"known: {', '.join(Swap)}"
        raise expected("a swap model", name, where, tip)
    model = Swap(name)
    if faction is None or not model.solved:
        return model
    if faction is Faction.CORSAIRS:
        return Swap.INFORMED
    if model is Swap.INFORMED:
        tip = "only Corsairs see the enemy's sum first: equilibrium"
        raise expected("a swap model of any faction", name, where, tip)
    return model


class Tiles(NamedTuple):
    """The tile rules of a fight: the bag, the larger and smaller draw, how many tiles count."""

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


class Sums(NamedTuple):
    """A side's sums over one denominator, apart by whether it swapped."""

    kept: Distribution
    swapped: Distribution


@lru_cache(maxsize=CACHED_FIGHTS)
def side_sums(tiles: Tiles, draws: int, best: int = NO_TILE) -> Sums:
    """Return the sums of a side that draws `draws` tiles and would swap in a tile of `best` pips.

    With `NO_TILE` it never swaps. The two denominators sum to comb(size of the bag, draws).

    >>> tiles = Tiles((2, 2, 3, 3, 4, 4, 5, 5), 4, 3, 3)
    >>> kept, swapped = side_sums(tiles, 3, 5)
    >>> kept.denominator, swapped.denominator, max(swapped)
    (0, 56, 15)
    """
    outcomes: tuple[list[tuple[int, int]], list[tuple[int, int]]] = [], []
    for draw in Bag(tiles.bag).draws(draws):
        total, swapped = sum_with_swap(tiles, draw.tiles, best)
        outcomes[swapped].append((total, draw.ways))
    return Sums(*(sums(weighted) for weighted in outcomes))


def sum_with_swap(tiles: Tiles, draw: tuple[int, ...], best: int) -> tuple[int, bool]:
    """Return what a draw (ascending) counts and whether a tile of `best` pips was swapped in.

    >>> sum_with_swap(Tiles((2, 2, 3, 3, 4, 4, 5, 5), 4, 3, 3), (2, 2, 3, 4), 4)
    (11, True)
    """
    kept = best_sum(draw, tiles.counted)
    if best == NO_TILE:
        return kept, False
    swapped = best_sum((*draw[1:], best), tiles.counted)
    return (swapped, True) if swapped > kept else (kept, False)


@lru_cache(maxsize=CACHED_FIGHTS)
def attacker_wins(
    tiles: Tiles,
    attacker_draws: int,
    defender_draws: int,
    lead: int,
    defender_wins_ties: bool,
    attacker_hand: Hand = (),
    defender_hand: Hand = (),
) -> Fraction:
    """Return the attacker's win probability in a battle.

    Parameters
    ----------
    tiles
        The tile rules.
    attacker_draws, defender_draws
        Combat tiles drawn by each side.
    lead
        The attacker's modifiers less the defender's.
    defender_wins_ties
        A shieldbearer defends (BS-COMBAT-29).
    attacker_hand, defender_hand
        Pips of the hand tiles that the side swaps greedily, best first; empty if it never swaps.

    Raises
    ------
    InputError
        If no fight can end, as with a bag of equal tiles.

    Examples
    --------
    >>> attacker_wins(Tiles((2, 2, 3, 3, 4, 4, 5, 5), 4, 3, 3), 4, 3, 2, True)
    Fraction(219, 245)
    """

    if not attacker_hand and not defender_hand:
        own, enemy = side_sums(tiles, attacker_draws).kept, side_sums(tiles, defender_draws).kept
        won, lost, _ = _outcomes(own.compare(enemy, lead), defender_wins_ties)
        return settled(won, lost)

    def fight(hands: tuple[Hand, Hand]) -> Round[tuple[Hand, Hand]]:
        ours, theirs = hands
        bests = ours[0] if ours else NO_TILE, theirs[0] if theirs else NO_TILE
        one = fight_round(tiles, attacker_draws, defender_draws, lead, defender_wins_ties, *bests)
        left = ours, ours[1:], theirs, theirs[1:]
        again: dict[tuple[Hand, Hand], int] = {}
        for (own_swapped, enemy_swapped), weight in one.again.items():
            after = left[own_swapped], left[2 + enemy_swapped]
            again[after] = again.get(after, 0) + weight
        return Round(one.won, one.lost, again)

    known = _known(tiles, attacker_draws, defender_draws, lead, defender_wins_ties)
    return win_probability((attacker_hand, defender_hand), fight, known)


@lru_cache(maxsize=CACHED_FIGHTS)
def fight_round(
    tiles: Tiles,
    attacker_draws: int,
    defender_draws: int,
    lead: int,
    defender_wins_ties: bool,
    attacker_best: int = NO_TILE,
    defender_best: int = NO_TILE,
) -> Round[tuple[bool, bool]]:
    """Return what one fight gives; another one comes by (attacker swapped, defender swapped).

    Parameters as in `attacker_wins`, but of each hand only the best tile, `NO_TILE` without one.

    >>> tiles = Tiles((2, 2, 3, 3, 4, 4, 5, 5), 4, 3, 3)
    >>> fight_round(tiles, 3, 3, 0, False).again
    {(False, False): 528}
    """
    won = lost = 0
    again: dict[tuple[bool, bool], int] = {}
    own_sums = side_sums(tiles, attacker_draws, attacker_best)
    enemy_sums = side_sums(tiles, defender_draws, defender_best)
    for own_swapped, enemy_swapped in SWAPPED:
        own, enemy = own_sums[own_swapped], enemy_sums[enemy_swapped]
        if not own or not enemy:
            continue
        above, below, level = _outcomes(own.compare(enemy, lead), defender_wins_ties)
        won += above
        lost += below
        if level:
            again[own_swapped, enemy_swapped] = level
    return Round(won, lost, again)


def _outcomes(result: Comparison, defender_wins_ties: bool) -> tuple[int, int, int]:
    """Return the weights of a fight won, lost and fought again (BS-COMBAT-28 to -30)."""
    if tie_outcome(defender_wins_ties) == DEFENDER_WINS:
        return result.above, result.below + result.level, 0
    return result.above, result.below, result.level


@lru_cache(maxsize=CACHED_FIGHTS)
def _known(*numbers: object) -> dict[tuple[Hand, Hand], Fraction]:
    """Return the win probabilities found so far in battles of these numbers, by the hands."""
    return {}


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
        (own, other, ties, lead): attacker_wins(tiles, own, other, lead, ties)
        for own, other, ties, lead in product(draws, draws, (False, True), leads)
    }
