"""Exact chances of a hand out of a known deck: cohorts and wanted cards.

A hand is a random set of cards of the draw pile; how many there are of each faction is
multivariate hypergeometric. Everything is a fraction over the number of hands.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final

from bloodstones.core.errors import expected
from bloodstones.core.faults import Faults, nearest
from bloodstones.core.questions.parameters import ref
from bloodstones.games.battalia.rules.names import (
    DECKS,
    FACTIONS,
    FIRST_GREAT,
    SUPPLY,
    Faction,
    Kind,
    card_ids,
)
from bloodstones.games.battalia.rules.reading import Ruleset

Deck = Mapping[int, int]
PART: Final = re.compile(r"(?P<name>[a-z_ ]+?)\s*(?:\*\s*(?P<number>[0-9]{1,3}))?")
KINDS: Final = tuple(kind.id for kind in Kind)[:DECKS]
FORM: Final = "FACTION: CARD*NUMBER, …; supply*NUMBER"


def read_deck(rules: Ruleset, text: str, where: str, faults: Faults) -> Deck:
    """Return cards by number and how many of each; every fault is collected.

    Parameters
    ----------
    rules
        The rules in force; they limit the copies of a card.
    text
        `FACTION: CARD*NUMBER, …; supply*NUMBER`.
    where
        The parameter, for faults.
    faults
        Collects what cannot be read.

    Returns
    -------
    mapping
        Number of the card -> how many.

    Examples
    --------
    >>> from bloodstones.games.battalia.rules.reading import load_ruleset
    >>> faults = Faults()
    >>> read_deck(load_ruleset(), "orsari: friman*3, chief; supply*5", "deck", faults)
    {0: 3, 4: 1, 44: 5}
    >>> read_deck(load_ruleset(), "orsari: frimen*3; lord", "deck", faults)
    {}
    >>> faults.sentences[0]
    "deck: expected a unit or an artifact, got 'frimen' (did you mean friman?)"
    """
    copies: Counter[int] = Counter()
    for section in filter(None, (part.strip() for part in text.lower().split(";"))):
        head, mark, rest = section.rpartition(":")
        faction = _faction(head.strip(), where, faults) if mark else None
        for part in filter(None, (part.strip() for part in rest.split(","))):
            match = PART.fullmatch(part)
            if match is None:
                faults.add(where, f"cards as {FORM}", part)
                continue
            card = _card(match["name"].strip().replace(" ", "_"), faction, mark, where, faults)
            if card is not None:
                copies[card] += int(match["number"] or 1)
    _check_copies(rules, copies, where, faults)
    return dict(copies)


def _faction(name: str, where: str, faults: Faults) -> Faction | None:
    if name in Faction.ids():
        return Faction[name.upper()]
    faults.add(where, "a faction", name, nearest(name, Faction.ids()))
    return None


def _card(name: str, faction: Faction | None, mark: str, where: str, faults: Faults) -> int | None:
    """Return a card by its name in a section, None with a fault collected."""
    if name in KINDS and faction is not None:
        return KINDS.index(name) * FACTIONS + faction
    if name in (*card_ids()[SUPPLY:],) and not mark:
        return card_ids().index(name)
    if mark:
        if faction is not None:
            faults.add(where, "a unit or an artifact", name, nearest(name, KINDS))
    elif name in KINDS:
        faults.add(where, "the faction of a card", name, f"{Faction(0).id}: {name}")
    else:
        faults.add(where, "a card", name, nearest(name, (*KINDS, *card_ids()[SUPPLY:])))
    return None


def _check_copies(rules: Ruleset, copies: Counter[int], where: str, faults: Faults) -> None:
    """Collect a fault for more copies of a card than there are."""
    names = card_ids()
    for card, number in copies.items():
        most = 1
        if card < SUPPLY:
            most = rules.numbers[f"{KINDS[card // FACTIONS]}.copies"]
        elif card == SUPPLY:
            most = rules.numbers["supply.cards"]
        if not 1 <= number <= most:
            faults.note(where, f"1 to {most} of {names[card]}", str(number))
    greats = [names[card] for card in copies if card >= FIRST_GREAT]
    if len(greats) > 1:
        faults.note(where, "one great artifact at most", ", ".join(greats))


def read_wanted(text: str, where: str, faults: Faults) -> frozenset[int]:
    """Return the cards that a wish names: kinds, factions, single cards; with commas any of them.

    Parameters
    ----------
    text
        Names between commas.
    where
        The parameter, for faults.
    faults
        Collects unknown names.

    Examples
    --------
    >>> sorted(read_wanted("weapon, orsari lord", "want", Faults()))
    [12, 20, 21, 22, 23]
    """
    wanted: set[int] = set()
    names = card_ids()
    words = (*KINDS, *Faction.ids(), *names)
    for part in filter(None, (part.strip() for part in text.lower().split(","))):
        name = part.replace(" ", "_")
        if name in KINDS:
            first = KINDS.index(name) * FACTIONS
            wanted.update(range(first, first + FACTIONS))
        elif name in Faction.ids():
            wanted.update(range(Faction[name.upper()], SUPPLY, FACTIONS))
        elif name in names:
            wanted.add(names.index(name))
        else:
            faults.add(where, "a card, a kind or a faction", part, nearest(name, words))
    if not wanted and not faults.sentences:
        faults.add(where, "wanted cards", text)
    return frozenset(wanted)


def joined(deck: Deck, more: Deck) -> Deck:
    """Return a deck with cards added."""
    return dict(Counter(deck) + Counter(more))


def thinned(deck: Deck, less: Deck, where: str, faults: Faults) -> Deck:
    """Return a deck without some of its cards.

    Parameters
    ----------
    deck
        Card -> how many; it stays as it is.
    less
        What is taken out.
    where
        The parameter, for faults.
    faults
        Collects cards that the deck has not.
    """
    names = card_ids()
    for card, number in less.items():
        if number > deck.get(card, 0):
            faults.note(
                where, f"cards of the deck: {names[card]}", f"{number} of {deck.get(card, 0)}"
            )
    return dict(Counter(deck) - Counter(less))


def names_of(deck: Deck) -> dict[str, int]:
    """Return a deck by the names of its cards."""
    names = card_ids()
    return {names[card]: number for card, number in sorted(deck.items())}


def written(deck: Deck) -> str:
    """Return a deck as a user writes it.

    >>> written({0: 3, 4: 1, 44: 5})
    'orsari: friman*3, chief; supply*5'
    """
    names, parts = card_ids(), list[str]()
    for faction in Faction:
        mine = [n for n in sorted(deck) if n < SUPPLY and n % FACTIONS == faction]
        if mine:
            cards = ", ".join(_counted(KINDS[n // FACTIONS], deck[n]) for n in mine)
            parts.append(f"{faction.id}: {cards}")
    parts += [_counted(names[n], deck[n]) for n in sorted(deck) if n >= SUPPLY]
    return "; ".join(parts)


def _counted(name: str, number: int) -> str:
    return name if number == 1 else f"{name}*{number}"


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
