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
from bloodstones.games.bloodstones.battle_rules import DEFENDER_WINS, tie_outcome
from bloodstones.games.bloodstones.names import Faction
from bloodstones.games.bloodstones.rulesdata import load_ruleset
from bloodstones.games.bloodstones.ruleset import Ruleset
from bloodstones.odds.absorbing import Round, win_probability
from bloodstones.odds.bag import Bag, best_sum, sums
from bloodstones.odds.distribution import Distribution

CACHED_FIGHTS = 65_536
NO_TILE = 0

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
    kept: list[tuple[int, int]] = []
    swapped: list[tuple[int, int]] = []
    for draw in Bag(tiles.bag).draws(draws):
        own = best_sum(draw.tiles, tiles.counted)
        with_swap = best_sum((*draw.tiles[1:], best), tiles.counted) if best else own
        if with_swap > own:
            swapped.append((with_swap, draw.ways))
        else:
            kept.append((own, draw.ways))
    return Sums(sums(kept), sums(swapped))


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

    def fight(hands: tuple[Hand, Hand]) -> Round[tuple[Hand, Hand]]:
        ours, theirs = hands
        won = lost = 0
        again: dict[tuple[Hand, Hand], int] = {}
        own_sums = side_sums(tiles, attacker_draws, ours[0] if ours else NO_TILE)
        enemy_sums = side_sums(tiles, defender_draws, theirs[0] if theirs else NO_TILE)
        for (own, left), (enemy, enemy_left) in product(
            zip(own_sums, (ours, ours[1:]), strict=True),
            zip(enemy_sums, (theirs, theirs[1:]), strict=True),
        ):
            result = own.compare(enemy, lead)
            won += result.above
            lost += result.below
            if tie_outcome(defender_wins_ties) == DEFENDER_WINS:
                lost += result.level
            else:
                again[left, enemy_left] = again.get((left, enemy_left), 0) + result.level
        return Round(won, lost, again)

    return win_probability((attacker_hand, defender_hand), fight)


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
