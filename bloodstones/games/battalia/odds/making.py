"""A side of a fight that makes the most of its amulets, titles and scrolls.

Which artifact is used on which card is chosen after every result (BA-ART-02, AMB-26). All is exact:
fractions by backward induction. Artifacts are put on artifacts where few of them are in play
(`MOST_CHAINED` uses), each once: lit amulets could go on without end. Where none is put on another,
they are distinguished by how often they can be used, which makes far fewer positions.

All sides of one question share a `PositionLimit`: a question of too many positions is refused after
about a second, wherever it is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple

from bloodstones.core.errors import InputError, expected
from bloodstones.games.battalia.odds.converting import (
    CONVERTERS,
    COPIES,
    NO_BOTTOMS,
    NOBODY,
    Cards,
    Item,
    Outcomes,
    as_uses,
    conversions,
    uses_of,
)
from bloodstones.games.battalia.odds.decks import Deck
from bloodstones.games.battalia.rules.lines import fights, is_doubled
from bloodstones.games.battalia.rules.names import (
    FACTIONS,
    FIRST_GREAT,
    RANKS,
    SUPPLY,
    Faction,
    Great,
    Kind,
)
from bloodstones.games.battalia.rules.reading import Ruleset

BLADES: Final = (FIRST_GREAT + Great.SWORD, FIRST_GREAT + Great.SHIELD)


class Worth(NamedTuple):
    """What a card is to a battle line.

    Attributes
    ----------
    strength
        It adds.
    matches
        Whether it is of the heroes' faction.
    opens
        Whether an attacker may begin with it.
    """

    strength: int
    matches: bool
    opens: bool


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a fight.

    Attributes
    ----------
    attacks
        Whether it is the attacker, who needs a weapon first.
    cards
        What it surely has: its line and known cards.
    faction
        Of its heroes.
    heroes
        How many take part.
    wall
        What a city adds.
    lit
        The artifact that the oracle lights, None for another than those that matter in a fight.
    """

    attacks: bool
    cards: Deck
    faction: Faction
    heroes: int
    wall: int = 0
    lit: Kind | None = None

    @property
    def other(self) -> Faction:
        """A faction that is not that of its heroes."""
        return Faction(0 if self.faction else 1)

    def worth(self, rules: Ruleset, card: int, joker: bool = False) -> Worth:
        """Return what a card is worth on this side, as it is or under a six (BA-FIGHT-19).

        Parameters
        ----------
        rules
            The rules in force.
        card
            Its number.
        joker
            Whether a six made it a joker (BA-FIGHT-19).
        """
        if card >= FIRST_GREAT:
            great = Great(card - FIRST_GREAT).id
            column = "attack" if self.attacks else "defence"
            strength = rules.numbers[f"{great}.{column}"] if card in BLADES else 0
            return Worth(strength, True, False)
        if card == SUPPLY:
            return Worth(rules.numbers["fight.joker"] if joker else 0, False, False)
        kind = Kind(card // FACTIONS)
        strength = 0
        if joker:
            strength = rules.numbers["fight.joker"]
        elif fights(kind):
            strength = rules.numbers[f"{kind.id}.strength"]
            strength *= 2 if is_doubled(kind, self.lit) else 1
        return Worth(strength, card % FACTIONS == self.faction, kind == Kind.WEAPON)

    def total(self, worths: Iterable[tuple[Worth, int]]) -> int:
        """Return the greatest strength with such cards; an attacker without a weapon has none."""
        lot = [(worth, number) for worth, number in worths if number]
        if self.attacks and not any(worth.opens for worth, _ in lot):
            return 0
        every = sum(worth.strength * number for worth, number in lot)
        matching = sum(worth.strength * number for worth, number in lot if worth.matches)
        opened = not self.attacks or any(worth.opens and worth.matches for worth, _ in lot)
        loyal = matching + self.heroes if matching and opened else 0
        return self.wall + max(every, loyal)


ALL_FACTIONS: Final = tuple(card % FACTIONS for card in range(SUPPLY))
UNITS: Final = RANKS * FACTIONS
NO_OTHERS: Final = (0,) * (FACTIONS - 1)
MOST_CHAINED: Final = 2
MOST_POSITIONS: Final = 12_000  # of a question, about a second


@dataclass(slots=True)
class PositionLimit:
    """How many more positions of a question may be looked at.

    Attributes
    ----------
    left
        Positions, of all sides together.
    """

    left: int = field(default_factory=lambda: MOST_POSITIONS)

    def spend(self) -> None:
        """Count a position.

        Raises
        ------
        InputError
            There are too many.
        """
        self.left -= 1
        if self.left < 0:
            raise too_much("positions", MOST_POSITIONS)


def too_much(what: str, most: int) -> InputError:
    """Return the error for a fight with too many possibilities."""
    tip = "name fewer amulets, titles and scrolls, or fewer different cards"
    return expected(f"a fight of at most {most:,} {what}", "more", "odds", tip)


@dataclass(slots=True)
class Making:
    """A side that makes the most of its cards.

    Attributes
    ----------
    gain
        Strength -> what it brings, from 0 to 1, never less for more of it.
    chains
        Whether amulets, titles and scrolls are converted, too.
    work
        Limits the positions of all sides together.
    chances
        Cards -> what their best use brings.
    first
        Of cards that do the same, the one that stands for them.
    """

    rules: Ruleset
    side: Side
    gain: Callable[[int], Fraction]
    chains: bool = True
    work: PositionLimit = field(default_factory=PositionLimit)
    chances: dict[Cards, Fraction] = field(default_factory=dict)
    first: dict[tuple[bool, bool, int, Worth, Worth], int] = field(default_factory=dict)
    worths: dict[tuple[int, bool], Worth] = field(default_factory=dict)

    def best(self, cards: Cards) -> Fraction:
        """Return what the best use of cards brings on average.

        Raises
        ------
        InputError
            There are too many positions.
        """
        uses = uses_of(cards, self.side.lit)
        if not (self.chains or self.side.heroes):
            uses[Kind.SCROLL] = 0  # no faction matters
        if not any(uses.values()) or not self.may_fight(cards):
            return self.gain(self.strength(cards))
        alike = self.plain(cards, uses)
        chance = self.chances.get(alike)
        if chance is None:
            self.work.spend()
            chance = self.chances[alike] = self._best(alike, uses)
        return chance

    def plain(self, cards: Cards, uses: Mapping[Kind, int]) -> Cards:
        """Return cards that are as good, with differences left out that no further use makes."""
        amulets, titles, scrolls = (uses[kind] for kind in CONVERTERS)
        if not self.chains:
            cards = as_uses(cards, uses, self.side.lit)
        hand: Counter[int] = Counter()
        for card, number in cards.hand:
            hand[self.alike(card, titles, scrolls)] += number
        items = []
        for item in cards.items:
            card = self.alike(item.card, titles, scrolls, item.joker)
            if self.chains or card == NOBODY or item.joker or item.copies > 1:
                kind = item.kind if self.chains or card == NOBODY else card // FACTIONS
                items.append(item._replace(kind=kind, card=card))
            else:
                hand[card] += 1  # one that lies converted does what one in hand does
        for card in [card for card in hand if self.is_blank(card)]:
            most = COPIES[-1] * amulets if self.chains and amulets > 1 else amulets
            hand[card] = min(hand[card], most)
        numbers = tuple(sorted((card, number) for card, number in hand.items() if number))
        return Cards(numbers, tuple(sorted(items)), *self.searched(cards, titles, scrolls))

    def searched(
        self, cards: Cards, titles: int, scrolls: int
    ) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
        """Return the relevant part of the pool and of the cards under its decks."""
        pool, under = cards.pool, cards.under if titles else NO_BOTTOMS
        if scrolls:  # only cards of the heroes' faction are worth a search
            wanted = zip(pool, ALL_FACTIONS, strict=True)
            pool = tuple(min(n, scrolls) if f == self.side.faction else 0 for n, f in wanted)
        if not titles:
            return pool if scrolls else (), under
        units = cards.pool[:UNITS]
        if not (self.side.heroes or self.chains):  # only whether a deck is empty
            decks = (units[deck : deck + FACTIONS] for deck in range(0, UNITS, FACTIONS))
            units = tuple(n for deck in decks for n in (min(sum(deck), titles), *NO_OTHERS))
            under = NO_BOTTOMS
        return units + (pool[UNITS:] if scrolls else ()), under

    def alike(self, card: int, titles: int, scrolls: int, joker: bool = False) -> int:
        """Return the representative of equivalent cards with this many titles and scrolls left."""
        if card == NOBODY or card >= FIRST_GREAT or (card == SUPPLY and scrolls):
            return card
        kind, faction = divmod(card, FACTIONS)
        if titles and kind < RANKS:
            return card if self.side.heroes or self.chains else kind * FACTIONS
        if scrolls:
            return kind * FACTIONS + (faction if faction == self.side.faction else self.side.other)
        lying, six = self.worth(card, joker), self.worth(card, True)
        if not self.side.heroes:
            lying, six = lying._replace(matches=False), six._replace(matches=False)
        kind = kind if kind in CONVERTERS else NOBODY
        return self.first.setdefault((titles > 0, joker, kind, lying, six), card)

    def is_blank(self, card: int) -> bool:
        """Whether a card is of no use in a fight except under an amulet."""
        return card == SUPPLY or card // FACTIONS in (Kind.TOOL, Kind.TENT)

    def may_fight(self, cards: Cards) -> bool:
        """Whether there is a weapon if one is needed; nothing makes one of another card."""
        if not self.side.attacks:
            return True
        lot = [card for card, _ in cards.hand]
        lot += [item.card for item in cards.items if item.card != NOBODY]
        return any(self.worth(card, False).opens for card in lot)

    def _best(self, cards: Cards, uses: Mapping[Kind, int]) -> Fraction:
        chance, limit = self.gain(self.strength(cards)), self.limit(cards, uses)
        for outcomes in conversions(cards, self.side.lit, self.chains):
            if chance == limit:
                break
            chance = self._better(chance, outcomes, limit)
        return chance

    def _better(self, best: Fraction, outcomes: Outcomes, limit: Fraction) -> Fraction:
        """Return the chance with a conversion if it is more than the best so far, else the best."""
        left = sum(n for n, _ in outcomes)
        needed, made = best * left, Fraction(0)
        every = left
        for n, after in outcomes:
            if made + left * limit <= needed:
                return best  # what is left cannot make it up
            made += n * self.best(after)
            left -= n
        return max(best, made / every)

    def limit(self, cards: Cards, uses: Mapping[Kind, int]) -> Fraction:
        """Return what the cards cannot better: all raised and loyal, the best of them trebled.

        With several amulets the best that all of them can do is to multiply one card.
        """
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
            times = COPIES[-1] ** uses[Kind.AMULET]
            total += max(times // COPIES[-1] * joker, (times - 1) * most)
            copies *= times
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
