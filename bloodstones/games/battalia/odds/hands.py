"""Exact chances of a hand out of a known deck: cohorts and wanted cards.

A hand is a random set of cards of the draw pile; how many there are of each faction is
multivariate hypergeometric. Everything is a fraction over the number of hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final

from bloodstones.core.errors import expected
from bloodstones.core.questions.parameters import ref
from bloodstones.games.battalia.odds.decks import Deck
from bloodstones.games.battalia.rules.names import FACTIONS, FIRST_GREAT, SUPPLY
from bloodstones.games.battalia.rules.reading import Ruleset

SIZES: Final = (3, 4, 5, 6)
NAMES: Final = ("small", "middle", "big", "great")
MOST_HAND: Final = 20


@dataclass(frozen=True, slots=True)
class HandChances:
    """What a hand brings.

    Attributes
    ----------
    largest
        Size of the largest cohort, 3 to 6 (six or more), -> chance.
    drawn
        Expected number of extra cards for cohorts (BA-COHORT-03), always announced.
    wanted
        Chance of at least one of the wanted cards, None if none are wanted.
    """

    largest: dict[int, Fraction]
    drawn: Fraction
    wanted: Fraction | None

    def at_least(self, size: int) -> Fraction:
        """Return the chance of a cohort of that size or more."""
        return sum((p for each, p in self.largest.items() if each >= size), Fraction(0))


def splits_of(counts: Sequence[int], cards: int) -> int:
    """Return how many splits `splits` yields, without making them.

    Parameters
    ----------
    counts, cards
        As of `splits`.

    Examples
    --------
    >>> splits_of((2, 1), 2), splits_of([3] * 40, 6)
    (2, 8112260)
    """
    ways = [1] + [0] * cards
    for count in counts:
        ways = [sum(ways[max(0, size - count) : size + 1]) for size in range(cards + 1)]
    return ways[cards]


def splits(counts: Sequence[int], cards: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield how `cards` of a deck may fall on groups of such sizes, with the number of hands.

    Parameters
    ----------
    counts
        Cards of each group of the deck.
    cards
        Drawn.

    Yields
    ------
    split
        Cards drawn of each group.
    ways
        Hands with that split.

    Examples
    --------
    >>> dict(splits((2, 1), 2))
    {(1, 1): 2, (2, 0): 1}
    """
    if len(counts) == 1:
        if cards <= counts[0]:
            yield (cards,), comb(counts[0], cards)
        return
    for first in range(min(counts[0], cards) + 1):
        ways = comb(counts[0], first)
        for rest, others in splits(counts[1:], cards - first):
            yield (first, *rest), ways * others


def draws_of(rules: Ruleset, sizes: Sequence[int], greats: int) -> int:
    """Return the most cards that cohorts draw, great artifacts put where they help most.

    Parameters
    ----------
    rules
        The rules in force.
    sizes
        Cards of the hand by faction.
    greats
        Great artifacts in the hand, each a card of any faction.

    Examples
    --------
    >>> from bloodstones.games.battalia.rules.reading import load_ruleset
    >>> draws_of(load_ruleset(), (2, 3, 0, 0), 1), draws_of(load_ruleset(), (5, 0, 0, 0), 1)
    (2, 4)
    """
    table = [rules.numbers[f"cohort.{name}"] for name in NAMES]

    def draw(size: int) -> int:
        return table[min(size, SIZES[-1]) - SIZES[0]] if size >= SIZES[0] else 0

    if greats == 0:
        return sum(map(draw, sizes))
    raised = ([*sizes[:n], sizes[n] + 1, *sizes[n + 1 :]] for n in range(len(sizes)))
    return max(draws_of(rules, each, greats - 1) for each in raised)


def hand_chances(
    rules: Ruleset, deck: Deck, hand: int, wanted: frozenset[int] = frozenset()
) -> HandChances:
    """Return the chances of a hand of so many cards out of a deck.

    Parameters
    ----------
    rules
        The rules in force.
    deck
        Card -> how many.
    hand
        Cards drawn, 1 to `MOST_HAND`.
    wanted
        Cards of which one is enough; none: not asked.

    Raises
    ------
    InputError
        The hand is no number of cards that the deck could give.

    Examples
    --------
    >>> from bloodstones.games.battalia.rules.reading import load_ruleset
    >>> chances = hand_chances(load_ruleset(), {0: 3, 44: 1}, 3, frozenset({44}))
    >>> chances.largest[3], chances.drawn, chances.wanted
    (Fraction(1, 4), Fraction(1, 4), Fraction(3, 4))
    """
    total = sum(deck.values())
    most = min(total, MOST_HAND)
    if not 1 <= hand <= most:
        raise expected(f"a hand of 1 to {most} cards", hand, ref("hand"))
    counts = [
        sum(n for card, n in deck.items() if card < SUPPLY and card % FACTIONS == faction)
        for faction in range(FACTIONS)
    ]
    counts.append(sum(n for card, n in deck.items() if card >= FIRST_GREAT))
    hands = comb(total, hand)
    largest, drawn = dict.fromkeys(SIZES, 0), 0
    for split, ways in splits((*counts, deck.get(SUPPLY, 0)), hand):
        *factions, greats, _ = split
        size = min(max(factions) + greats, SIZES[-1])
        if size >= SIZES[0]:
            largest[size] += ways
        drawn += ways * draws_of(rules, factions, greats)
    others = total - sum(n for card, n in deck.items() if card in wanted)
    return HandChances(
        {size: Fraction(ways, hands) for size, ways in largest.items()},
        Fraction(drawn, hands),
        1 - Fraction(comb(others, hand), hands) if wanted else None,
    )
