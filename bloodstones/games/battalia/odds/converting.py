"""What amulets, titles and scrolls make of a side's cards in a fight, turned to best use.

Cards lie in hand or, once converted, on the table, with copies and perhaps a six upon them. Which
artifact is used on which card is chosen after every result (BA-ART-02, AMB-26); the die and a
top card that nobody knows are chance. All is exact: fractions by backward induction. A scroll is
not exchanged for itself: no line gains by it. Artifacts are put on artifacts where few of them are
in play (`MOST_CHAINED` uses), each once: lit amulets could go on without end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple

from bloodstones.core.errors import expected
from bloodstones.games.battalia.odds.lines import Side, Worth
from bloodstones.games.battalia.rules.names import FACTIONS, FIRST_GREAT, RANKS, SUPPLY, Kind
from bloodstones.games.battalia.rules.reading import Ruleset

CONVERTERS: Final = (Kind.AMULET, Kind.TITLE, Kind.SCROLL)
COPIES: Final = (1, 2, 3)  # faces of the die that tell a number of copies (BA-ART-07)
LOST: Final = 2  # faces that take the card away (BA-ART-09, BA-ART-10)
NOBODY: Final = -1
NO_BOTTOMS: Final[tuple[tuple[int, ...], ...]] = ((),) * RANKS
ALL_FACTIONS: Final = tuple(card % FACTIONS for card in range(SUPPLY))
MOST_CHAINED: Final = 2
MOST_POSITIONS: Final = 100_000


class Item(NamedTuple):
    """A converted card on the table; the second half of a lit artifact has no card."""

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
        """Return the same with one card of the hand less."""
        left = ((each, n - (each == card)) for each, n in self.hand)
        return self._replace(hand=tuple((each, n) for each, n in left if n))

    def lifted(self, item: Item) -> Cards:
        """Return the same without an item."""
        place = self.items.index(item)
        return self._replace(items=self.items[:place] + self.items[place + 1 :])

    def laid(self, *items: Item) -> Cards:
        """Return the same with items added; those without a copy are gone."""
        every = [*self.items, *(item for item in items if item.copies)]
        return self._replace(items=tuple(sorted(every)))

    def pulled(self, deck: int, into: int, out: int) -> Cards:
        """Return the same after a card of a deck has come in, another out, and a shuffle.

        `into`, `out`: factions, `NOBODY` for no card.
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
        """Return the same with a unit put under its deck (BA-ART-12)."""
        deck, faction = divmod(card, FACTIONS)
        pool, under = list(self.pool), list(self.under)
        pool[card] += 1
        under[deck] = (*under[deck], faction)
        return self._replace(pool=tuple(pool), under=tuple(under))


Outcomes = list[tuple[int, Cards]]


def dealt(cards: Mapping[int, int], pool: tuple[int, ...]) -> Cards:
    """Return the cards of a side at the start of a fight."""
    return Cards(tuple(sorted((card, n) for card, n in cards.items() if n)), (), pool)


def kinds_among(cards: Mapping[int, int]) -> frozenset[int]:
    """Return which converting artifacts are among cards.

    >>> sorted(kinds_among({Kind.AMULET * FACTIONS: 1, 0: 3, SUPPLY: 1}))
    [6]
    """
    return frozenset(CONVERTERS) & {card // FACTIONS for card, n in cards.items() if n}


def conversions(cards: Cards, lit: Kind | None, chains: bool = True) -> Iterator[Outcomes]:
    """Yield every conversion that can be made now: its outcomes and in how many ways they come.

    `chains`: whether amulets, titles and scrolls are converted, too.
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
        deck, own = divmod(item.card, FACTIONS)
        for faction in range(FACTIONS):
            if faction != own and cards.pool[deck * FACTIONS + faction]:
                new = item._replace(card=deck * FACTIONS + faction)
                yield [(1, cards.pulled(deck, own, faction).laid(new, *after))]
    else:
        yield from _raised(cards, item, 1, after)


def _raised(cards: Cards, item: Item, ranks: int, after: tuple[Item, ...]) -> Iterator[Outcomes]:
    """Yield what a title makes of a unit, if there is a card of that rank (BA-ART-20)."""
    deck, own = divmod(item.card, FACTIONS)
    rank = deck + ranks
    if rank >= RANKS or not any(cards.pool[rank * FACTIONS : (rank + 1) * FACTIONS]):
        return
    free = cards.put_under(item.card)
    found = {own: 1} if free.pool[rank * FACTIONS + own] else _tops(free, rank)
    yield [
        (
            number,
            free.pulled(rank, NOBODY, faction).laid(
                item._replace(kind=rank, card=rank * FACTIONS + faction), *after
            ),
        )
        for faction, number in found.items()
    ]


def _tops(cards: Cards, deck: int) -> dict[int, int]:
    """Return which faction the top card of a deck may have, and in how many ways."""
    under = cards.under[deck]
    loose = {
        faction: cards.pool[deck * FACTIONS + faction] - under.count(faction)
        for faction in range(FACTIONS)
    }
    found = {faction: number for faction, number in loose.items() if number}
    return found or {under[0]: 1}


@dataclass(slots=True)
class Making:
    """A side that makes the most of its cards.

    Attributes
    ----------
    gain
        Strength -> what it brings, from 0 to 1, never less for more of it.
    chains
        Whether amulets, titles and scrolls are converted, too.
    known
        Cards -> what their best use brings.
    """

    rules: Ruleset
    side: Side
    gain: Callable[[int], Fraction]
    chains: bool = True
    known: dict[Cards, Fraction] = field(default_factory=dict)
    worths: dict[tuple[int, bool], Worth] = field(default_factory=dict)

    def best(self, cards: Cards) -> Fraction:
        """Return what the best use of cards brings on average.

        Raises
        ------
        InputError
            There are too many positions.
        """
        found = self.known.get(cards)
        if found is not None:
            return found
        uses = uses_of(cards, self.side.lit)
        if not any(uses.values()):
            found = self.gain(self.strength(cards))
        else:
            alike = self.plain(cards, uses)
            found = self.known.get(alike)
            if found is None:
                found = self.known[alike] = self._best(alike, uses)
        if len(self.known) >= MOST_POSITIONS:
            what = f"a fight of at most {MOST_POSITIONS} positions"
            raise expected(what, "more", "odds", "fewer amulets, titles and scrolls ask less")
        self.known[cards] = found
        return found

    def plain(self, cards: Cards, uses: Mapping[Kind, int]) -> Cards:
        """Return cards that are as good, with differences left out that no further use makes."""
        amulets, titles, scrolls = (uses[kind] for kind in CONVERTERS)
        hand: Counter[int] = Counter()
        for card, number in cards.hand:
            hand[self.alike(card, titles, scrolls)] += number
        for card in [card for card in hand if self.is_blank(card)]:
            most = amulets if amulets == 1 else COPIES[-1] * amulets
            hand[card] = min(hand[card], most)
        items = [item._replace(card=self.alike(item.card, titles, scrolls)) for item in cards.items]
        told = tuple(sorted((card, number) for card, number in hand.items() if number))
        if titles and scrolls:
            return cards._replace(hand=told, items=tuple(sorted(items)))
        pool = cards.pool[: RANKS * FACTIONS] if titles else ()
        if scrolls:  # only cards of the heroes' faction are worth a search
            wanted = zip(cards.pool, ALL_FACTIONS, strict=True)
            pool = tuple(min(n, scrolls) if f == self.side.faction else 0 for n, f in wanted)
        return Cards(told, tuple(sorted(items)), pool, cards.under if titles else NO_BOTTOMS)

    def alike(self, card: int, titles: int, scrolls: int) -> int:
        """Return a card that does the same with so many titles and scrolls left."""
        if card == NOBODY or card >= SUPPLY or (titles and (scrolls or card < RANKS * FACTIONS)):
            return card
        kind, faction = divmod(card, FACTIONS)
        own = faction == self.side.faction
        if self.is_blank(card) and not scrolls:
            kind = Kind.TENT
        return kind * FACTIONS + (faction if own else self.side.other)

    def is_blank(self, card: int) -> bool:
        """Whether a card does nothing in a fight but lie under an amulet."""
        return card == SUPPLY or card // FACTIONS in (Kind.TOOL, Kind.TENT)

    def _best(self, cards: Cards, uses: Mapping[Kind, int]) -> Fraction:
        found, limit = self.gain(self.strength(cards)), self.limit(cards, uses)
        for outcomes in conversions(cards, self.side.lit, self.chains):
            if found == limit:
                break
            found = self._better(found, outcomes, limit)
        return found

    def _better(self, found: Fraction, outcomes: Outcomes, limit: Fraction) -> Fraction:
        """Return what a conversion brings if that is more than what is found, else that."""
        left = sum(n for n, _ in outcomes)
        needed, made = found * left, Fraction(0)
        every = left
        for n, after in outcomes:
            if made + left * limit <= needed:
                return found  # what is left cannot make it up
            made += n * self.best(after)
            left -= n
        return max(found, made / every)

    def limit(self, cards: Cards, uses: Mapping[Kind, int]) -> Fraction:
        """Return what the cards cannot better: all raised and loyal, the best of them trebled."""
        if uses[Kind.AMULET] > 1:
            return Fraction(1)
        lots = [(Item(card // FACTIONS, card), n) for card, n in cards.hand]
        lots += [(item, 1) for item in cards.items if item.card != NOBODY]
        total, most, copies = self.side.wall + self.side.heroes, 0, 1
        for item, number in lots:
            strength = self.worth(item.card, item.joker).strength
            total += strength * item.copies * number
            if item.card < FIRST_GREAT:
                copies = max(copies, item.copies)
                most = max(most, strength * item.copies)
        if uses[Kind.AMULET]:
            joker = max(most, copies * self.rules.numbers["fight.joker"])
            total += max(joker, (COPIES[-1] - 1) * most)
            copies *= COPIES[-1]
        ranks = [self.rules.numbers[f"{Kind(rank).id}.strength"] for rank in range(RANKS)]
        total += uses[Kind.TITLE] * copies * max(ranks) * len(COPIES)
        return self.gain(total)

    def strength(self, cards: Cards) -> int:
        """Return the greatest strength without a further conversion."""
        lots = [(self.worth(card, False), number) for card, number in cards.hand]
        for item in cards.items:
            if item.card != NOBODY:
                lots.append((self.worth(item.card, item.joker), item.copies))
        return self.side.total(lots)

    def worth(self, card: int, joker: bool) -> Worth:
        """Return what a card is worth to the side, as it is or under a six."""
        key = (card, joker)
        if key not in self.worths:
            self.worths[key] = self.side.worth(self.rules, card, joker)
        return self.worths[key]


def is_chained(cards: Cards, lit: Kind | None) -> bool:
    """Whether artifacts are put on artifacts: where few are in play."""
    return sum(uses_of(cards, lit).values()) <= MOST_CHAINED


def uses_of(cards: Cards, lit: Kind | None) -> Mapping[Kind, int]:
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
