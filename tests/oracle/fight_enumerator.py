"""One fight after another, every physical draw of both bags one by one: how a battle ends.

Shares no code with the package. A side that holds tiles swaps its best one for the lowest drawn
whenever its best three then sum to more.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

BAG = (2, 2, 3, 3, 4, 4, 5, 5)

Hand = tuple[int, ...]
End = tuple[bool, Hand, Hand]  # attacker won, hands left


@cache
def drawn(count: int) -> tuple[Hand, ...]:
    """Every draw of so many of eight physical tiles."""
    return tuple(tuple(BAG[i] for i in chosen) for chosen in combinations(range(8), count))


def best_three(tiles: Hand) -> int:
    return max(sum(three) for three in combinations(tiles, 3))


def fought(draw: Hand, hand: Hand) -> tuple[int, Hand]:
    """The sum that counts, and the hand after a greedy swap."""
    plain = best_three(draw)
    if not hand:
        return plain, hand
    rest = list(draw)
    rest.remove(min(rest))
    with_swap = best_three((*rest, max(hand)))
    if with_swap <= plain:
        return plain, hand
    left = list(hand)
    left.remove(max(hand))
    return with_swap, tuple(left)


@cache
def ends(
    draws: tuple[int, int], lead: int, shield: bool, ours: Hand = (), theirs: Hand = ()
) -> dict[End, Fraction]:
    """Chance of each end of a battle; `lead`: the attacker's bonus less the defender's."""
    found: dict[End, Fraction] = {}
    ties: dict[tuple[Hand, Hand], int] = {}
    pairs = 0
    replies = [fought(draw, theirs) for draw in drawn(draws[1])]
    for draw in drawn(draws[0]):
        mine, left = fought(draw, ours)
        for other, other_left in replies:
            pairs += 1
            gap = mine + lead - other
            if gap == 0 and not shield:
                ties[left, other_left] = ties.get((left, other_left), 0) + 1
            else:
                end = (gap > 0, left, other_left)
                found[end] = found.get(end, Fraction()) + 1
    pairs -= ties.pop((ours, theirs), 0)
    found = {end: ways / pairs for end, ways in found.items()}
    for (left, other_left), ways in ties.items():
        for end, chance in ends(draws, lead, shield, left, other_left).items():
            found[end] = found.get(end, Fraction()) + Fraction(ways, pairs) * chance
    return found


def wins(found: dict[End, Fraction]) -> Fraction:
    """The attacker's chance."""
    return sum((chance for end, chance in found.items() if end[0]), Fraction())
