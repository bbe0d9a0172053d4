"""The best conversions of a side's cards in a fight by amulets, titles and scrolls.

Cards lie in hand or, once converted, on the table, with copies and perhaps a six upon them. The die
and a top card that nobody knows are chance. A scroll is not exchanged for itself: no line gains by
it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from bloodstones.games.battalia.rules.names import FACTIONS, FIRST_GREAT, RANKS, SUPPLY, Kind

CONVERTERS: Final = (Kind.AMULET, Kind.TITLE, Kind.SCROLL)
COPIES: Final = (1, 2, 3)  # faces of the die that tell a number of copies (BA-ART-07)
LOST: Final = 2  # faces that take the card away (BA-ART-09, BA-ART-10)
NOBODY: Final = -1
NO_BOTTOMS: Final[tuple[tuple[int, ...], ...]] = ((),) * RANKS


class Item(NamedTuple):
    """A converted card on the table; the second half of a lit artifact has no card.

    Attributes
    ----------
    kind
        A `Kind`: what it counts as.
    card
        The number of the card; `NOBODY` for the second half of a lit artifact.
    copies
        As how many cards it counts.
    joker
        Whether a six made it a joker (BA-FIGHT-19).
    """

    kind: int
    card: int
    copies: int = 1
    joker: bool = False


class Cards(NamedTuple):
    """What a side has at a moment of the fight, and what the pool has.

    Attributes
    ----------
    hand
        How many of each card.
    items
        What lies converted.
    pool
        Cards left in the decks of the pool, those put under them included.
    under
        By deck of units the factions put under it, the upper one first.
    """

    hand: tuple[tuple[int, int], ...]
    items: tuple[Item, ...]
    pool: tuple[int, ...]
    under: tuple[tuple[int, ...], ...] = NO_BOTTOMS

    def without(self, card: int) -> Cards:
        """Return a copy with one card of the hand less."""
        left = ((each, n - (each == card)) for each, n in self.hand)
        return self._replace(hand=tuple((each, n) for each, n in left if n))

    def lifted(self, item: Item) -> Cards:
        """Return a copy without an item."""
        place = self.items.index(item)
        return self._replace(items=self.items[:place] + self.items[place + 1 :])

    def laid(self, *items: Item) -> Cards:
        """Return a copy with items added; those without copies are removed."""
        every = [*self.items, *(item for item in items if item.copies)]
        return self._replace(items=tuple(sorted(every)))

    def pulled(self, deck: int, into: int, out: int) -> Cards:
        """Return a copy after a card of a deck is swapped for another, and the deck shuffled.

        Parameters
        ----------
        deck
            A `Kind`.
        into
            Faction of the card that goes into the deck, `NOBODY` for none.
        out
            Faction of the card that comes out.
        """
        pool = list(self.pool)
        if into != NOBODY:
            pool[deck * FACTIONS + into] += 1
        pool[deck * FACTIONS + out] -= 1
        under = self.under
        if deck < RANKS:
            under = (*under[:deck], (), *under[deck + 1 :])
        return self._replace(pool=tuple(pool), under=under)

    def put_under(self, card: int) -> Cards:
        """Return a copy with a unit put under its deck (BA-ART-12)."""
        deck, faction = divmod(card, FACTIONS)
        pool, under = list(self.pool), list(self.under)
        pool[card] += 1
        under[deck] = (*under[deck], faction)
        return self._replace(pool=tuple(pool), under=tuple(under))


Outcomes = list[tuple[int, Cards]]


def dealt(cards: Mapping[int, int], pool: tuple[int, ...]) -> Cards:
    """Return the cards of a side at the start of a fight.

    Parameters
    ----------
    cards
        Card -> how many.
    pool
        Cards left in the decks of the pool, by number of the card.
    """
    return Cards(tuple(sorted((card, n) for card, n in cards.items() if n)), (), pool)


def kinds_among(cards: Mapping[int, int]) -> frozenset[int]:
    """Return which converting artifacts are among cards.

    >>> sorted(kinds_among({Kind.AMULET * FACTIONS: 1, 0: 3, SUPPLY: 1}))
    [6]
    """
    return frozenset(CONVERTERS) & {card // FACTIONS for card, n in cards.items() if n}


def conversions(cards: Cards, lit: Kind | None, chains: bool = True) -> Iterator[Outcomes]:
    """Yield every conversion that can be made now: its outcomes and in how many ways they come.

    Parameters
    ----------
    cards
        Of the side.
    lit
        The artifact that the oracle lights.
    chains
        Whether amulets, titles and scrolls are converted, too.
    """
    for card, _ in cards.hand:
        if card < SUPPLY and card // FACTIONS in CONVERTERS:
            kind = Kind(card // FACTIONS)
            yield from _used(cards.without(card), kind, (), kind == lit, chains)
    for item in dict.fromkeys(cards.items):
        if item.kind in CONVERTERS and not item.joker:
            rest = (item._replace(copies=item.copies - 1),)
            doubles = item.kind == lit and item.card != NOBODY
            yield from _used(cards.lifted(item), Kind(item.kind), rest, doubles, chains)


def _used(
    cards: Cards, kind: Kind, rest: tuple[Item, ...], lit: bool, chains: bool
) -> Iterator[Outcomes]:
    """Yield what an artifact may do; `rest`: its further copies, which come back after it."""
    half = Item(kind, NOBODY)
    after = (*rest, half) if lit else rest
    for card, _ in cards.hand:
        if _fits(kind, card) and (chains or card // FACTIONS not in CONVERTERS):
            yield from _upon(cards.without(card), Item(card // FACTIONS, card), kind, after, lit)
    for item in dict.fromkeys(cards.items):
        if item.card != NOBODY and _fits(kind, item.card) and item.kind not in CONVERTERS:
            yield from _upon(cards.lifted(item), item, kind, after, lit)
    if kind == Kind.TITLE and lit:  # both halves raise one unit
        lots = [(cards.without(card), Item(card // FACTIONS, card)) for card, _ in cards.hand]
        lots += [(cards.lifted(item), item) for item in dict.fromkeys(cards.items)]
        for left, item in lots:
            if item.card != NOBODY and _fits(kind, item.card):
                yield from _raised(left, item, 2, rest)


def _fits(kind: Kind, card: int) -> bool:
    """Whether a card can be the object of an artifact (BA-ART-19)."""
    if kind == Kind.TITLE:
        return card < Kind.LORD * FACTIONS
    return card < SUPPLY or (kind == Kind.AMULET and card < FIRST_GREAT)


def _upon(
    cards: Cards, item: Item, kind: Kind, after: tuple[Item, ...], lit: bool
) -> Iterator[Outcomes]:
    """Yield the ways to convert one card, which is neither in hand nor on the table now."""
    if kind == Kind.AMULET:
        made: Outcomes = [(LOST, cards.laid(*after))]
        for number in COPIES:
            made.append((1, cards.laid(item._replace(copies=item.copies * number), *after)))
        made.append((1, cards.laid(item._replace(joker=True), *after)))
        yield made
    elif kind == Kind.SCROLL:
        deck, printed = divmod(item.card, FACTIONS)
        for faction in range(FACTIONS):
            if faction != printed and cards.pool[deck * FACTIONS + faction]:
                new = item._replace(card=deck * FACTIONS + faction)
                yield [(1, cards.pulled(deck, printed, faction).laid(new, *after))]
    else:
        yield from _raised(cards, item, 1, after)


def _raised(cards: Cards, item: Item, ranks: int, after: tuple[Item, ...]) -> Iterator[Outcomes]:
    """Yield what a title makes of a unit, if there is a card of that rank (BA-ART-20)."""
    deck, printed = divmod(item.card, FACTIONS)
    rank = deck + ranks
    if rank >= RANKS or not any(cards.pool[rank * FACTIONS : (rank + 1) * FACTIONS]):
        return
    free = cards.put_under(item.card)
    outcomes = {printed: 1} if free.pool[rank * FACTIONS + printed] else _tops(free, rank)
    yield [
        (
            number,
            free.pulled(rank, NOBODY, faction).laid(
                item._replace(kind=rank, card=rank * FACTIONS + faction), *after
            ),
        )
        for faction, number in outcomes.items()
    ]


def _tops(cards: Cards, deck: int) -> dict[int, int]:
    """Return which faction the top card of a deck may have, and in how many ways."""
    under = cards.under[deck]
    loose = {
        faction: cards.pool[deck * FACTIONS + faction] - under.count(faction)
        for faction in range(FACTIONS)
    }
    tops = {faction: number for faction, number in loose.items() if number}
    return tops or {under[0]: 1}


def uses_of(cards: Cards, lit: Kind | None) -> dict[Kind, int]:
    """Return how often each kind of converting artifact can be used as things are."""
    uses = dict.fromkeys(CONVERTERS, 0)
    for card, number in cards.hand:
        if card < SUPPLY and card // FACTIONS in CONVERTERS:
            kind = Kind(card // FACTIONS)
            uses[kind] += number * (2 if kind == lit else 1)
    for item in cards.items:
        if item.kind in CONVERTERS and not item.joker:
            double = item.kind == lit and item.card != NOBODY
            uses[Kind(item.kind)] += item.copies * (2 if double else 1)
    return uses


def as_uses(cards: Cards, uses: Mapping[Kind, int], lit: Kind | None) -> Cards:
    """Return cards with artifacts counted by their uses: none is put on another.

    A lit title stays as it is while it is whole: it can raise one unit by two ranks.
    """
    titles = sum(n for card, n in cards.hand if card // FACTIONS == Kind.TITLE == lit)
    left = {**uses, Kind.TITLE: uses[Kind.TITLE] - 2 * titles}
    hand = [(card, n) for card, n in cards.hand if card // FACTIONS not in CONVERTERS]
    items = [item for item in cards.items if item.card != NOBODY]
    items += [Item(kind, NOBODY, n) for kind, n in left.items() if n]
    if titles:
        hand.append((Kind.TITLE * FACTIONS, titles))
    return cards._replace(hand=tuple(sorted(hand)), items=tuple(sorted(items)))
