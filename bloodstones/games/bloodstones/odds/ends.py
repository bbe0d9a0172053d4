"""How a battle ends: who wins, and which hand tiles both sides have left, with exact chances.

Re-fights are in it: a tile swapped into a tie is gone in the next fight (BS-COMBAT-31), and one
swapped into the last fight is gone after it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from bloodstones.games.bloodstones.odds.battle import BattleOdds
from bloodstones.games.bloodstones.odds.fight import (
    CACHED_FIGHTS,
    NO_TILE,
    Hand,
    Swap,
    Tiles,
    side_sums,
)

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.odds.swaps.fight import Hands
    from bloodstones.games.bloodstones.odds.swaps.options import Floats, Ints
    from bloodstones.games.bloodstones.odds.swaps.play import Play
    from bloodstones.games.bloodstones.odds.swaps.solution import SwapSolution

Number = Fraction | float


class End(NamedTuple):
    """The winner of a battle and the hands after it, best tile first."""

    attacker_won: bool
    attacker_hand: Hand
    defender_hand: Hand


Ends = Mapping[End, Number]


def battle_ends(odds: BattleOdds, tiles: Tiles) -> Ends:
    """Return every end of a battle and its chance: exact fractions unless a side mixes.

    Parameters
    ----------
    odds
        The battle.
    tiles
        The tile rules in force.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.odds.battle import battle_odds
    >>> from bloodstones.games.bloodstones.odds.force import parse_force
    >>> from bloodstones.games.bloodstones.rules.names import Terrain
    >>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
    >>> sides = [parse_force(f, "force") for f in ("hill_folk: giant", "horse_lords: swordsman")]
    >>> odds = battle_odds(*sides, Terrain.HILLS, attacker_hand=(3,))
    >>> ends = battle_ends(odds, Tiles.of(load_ruleset()))
    >>> sum(chance for end, chance in ends.items() if end.attacker_won) == odds.p_attacker
    True
    >>> round(float(ends[End(True, (3,), ())]), 4)
    0.7285
    """
    sides = odds.attacker, odds.defender
    if odds.solved:
        assert odds.solution is not None
        return _solved_ends(odds.solution)
    usable = [side.hand if side.swap is Swap.GREEDY else () for side in sides]
    kept = [() if side.swap is Swap.GREEDY else side.hand for side in sides]
    ends = _greedy_ends(
        tiles,
        odds.attacker.draws,
        odds.defender.draws,
        odds.attacker.modifier - odds.defender.modifier,
        odds.defender_wins_ties,
        usable[0],
        usable[1],
    )
    return {
        End(won, (*ours, *kept[0]), (*theirs, *kept[1])): chance
        for (won, ours, theirs), chance in ends.items()
    }


@lru_cache(maxsize=CACHED_FIGHTS)
def _greedy_ends(
    tiles: Tiles,
    attacker_draws: int,
    defender_draws: int,
    lead: int,
    defender_wins_ties: bool,
    attacker_hand: Hand,
    defender_hand: Hand,
) -> Mapping[End, Fraction]:
    """Return the ends of a battle in which both sides swap their best tile when it helps."""
    ways: dict[End, int] = {}
    again: dict[Hands, int] = {}
    everything = 0
    own = side_sums(tiles, attacker_draws, attacker_hand[0] if attacker_hand else NO_TILE)
    enemy = side_sums(tiles, defender_draws, defender_hand[0] if defender_hand else NO_TILE)
    for (ours, left), (theirs, enemy_left) in product(
        zip(own, (attacker_hand, attacker_hand[1:]), strict=True),
        zip(enemy, (defender_hand, defender_hand[1:]), strict=True),
    ):
        result = ours.compare(theirs, lead)
        lost = result.below + (result.level if defender_wins_ties else 0)
        level = 0 if defender_wins_ties else result.level
        for won, weight in ((True, result.above), (False, lost)):
            end = End(won, left, enemy_left)
            ways[end] = ways.get(end, 0) + weight
        again[left, enemy_left] = again.get((left, enemy_left), 0) + level
        everything += result.above + lost + level
    ending = everything - again.pop((attacker_hand, defender_hand), 0)
    chances = {end: Fraction(n, ending) for end, n in ways.items() if n}
    for (left, enemy_left), weight in again.items():
        if weight:
            later = _greedy_ends(
                tiles, attacker_draws, defender_draws, lead, False, left, enemy_left
            )
            for end, chance in later.items():
                chances[end] = chances.get(end, Fraction()) + Fraction(weight, ending) * chance
    return chances


def _solved_ends(solution: SwapSolution) -> Ends:
    """Return the ends of a battle in which at least one side swaps by its solution."""
    reached: dict[Hands, Number] = {solution.hands: Fraction(1)}
    chances: dict[End, Number] = {}
    while reached:
        hands = max(reached, key=lambda pair: len(pair[0]) + len(pair[1]))
        chance = reached.pop(hands)
        ends, again = _play_ends(solution.play(hands))
        for end, share in ends.items():
            chances[end] = chances.get(end, Fraction()) + chance * share
        for left, share in again.items():
            reached[left] = reached.get(left, Fraction()) + chance * share
    return chances


def _play_ends(play: Play) -> tuple[dict[End, Number], dict[Hands, Number]]:
    """Return the ends of one fight and the hands of the next one, both with their chances.

    Repetitions of the same fight are counted in.
    """
    import numpy as np

    from bloodstones.games.bloodstones.odds.swaps.fight import without

    fight = play.fight
    weights: Ints | Floats = play.joint
    if play.pure:
        weights = (play.joint > 0) * np.outer(fight.attacker.ways, fight.defender.ways)
    total = weights[~fight.repeated].sum().item()
    ending: Number = Fraction(total) if play.pure else total
    ends: dict[End, Number] = {}
    again: dict[Hands, Number] = {}
    for row, column in zip(*np.nonzero((weights > 0) & ~fight.repeated), strict=True):
        left = (
            without(fight.hands[0], int(fight.attacker.spent[row])),
            without(fight.hands[1], int(fight.defender.spent[column])),
        )
        share = weights[row, column].item() / ending
        if fight.tied[row, column]:
            again[left] = again.get(left, Fraction()) + share
        else:
            end = End(bool(fight.won[row, column]), *left)
            ends[end] = ends.get(end, Fraction()) + share
    return ends, again
