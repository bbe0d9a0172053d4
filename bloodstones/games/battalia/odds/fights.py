"""Exact odds of a fight: known lines, and a hand that nobody knows out of a known deck.

Both sides go on with all they have: an attacker wins if its greatest strength is above the
defender's greatest (BA-FIGHT-06, BA-FIGHT-10). A defender that cannot reach the attacker may not
fight back at all (BA-FIGHT-07): it surrenders, which loses as well. Retreats are left out. Cards of
a tent lie open and may be taken up at any time (BA-ART-17, BA-FIGHT-08): they are among what a side
surely has. Ambushed cards that are taken up are part of the unknown hand (BA-FIGHT-08).

Amulets, titles and scrolls are used for the best chance (BA-FIGHT-19). The side whose cards are
known makes the most of them against a hand it does not know; the other then knows what it has to
reach. The pool, where titles and scrolls search, is all cards but those named.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import Final

from bloodstones.games.battalia.odds.converting import dealt, kinds_among
from bloodstones.games.battalia.odds.decks import Deck, splits, splits_of
from bloodstones.games.battalia.odds.making import Making, PositionLimit, Side, is_chained, too_much
from bloodstones.games.battalia.rules.names import FACTIONS, RANKS, SUPPLY, Kind
from bloodstones.games.battalia.rules.reading import Ruleset

MOST_HANDS: Final = 10_000  # that differ, of the unknown side


@dataclass(frozen=True, slots=True)
class FightOdds:
    """The odds of a fight.

    Attributes
    ----------
    attacker_wins
        The attacker's chance.
    strengths
        How strong the unknown side is with its cards as they lie, without conversions.
    known
        How strong the known side is, without conversions.
    converted
        Whether amulets, titles or scrolls take part.
    """

    attacker_wins: Fraction
    strengths: dict[int, Fraction]
    known: int
    converted: bool


@dataclass(slots=True)
class _Hands:
    """The hands of the unknown side: equivalent cards are pooled."""

    rules: Ruleset
    side: Side
    deck: Deck
    hand: int
    pool: tuple[int, ...]
    work: PositionLimit
    reached: dict[int, Fraction] = field(default_factory=dict)
    every: list[tuple[dict[int, int], int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        kinds = kinds_among(self.deck) | kinds_among(self.side.cards)
        groups: Counter[int] = Counter()
        for card, number in self.deck.items():
            groups[alike(self.side, card, kinds)] += number
        of_seen: Counter[int] = Counter()
        for card, number in self.side.cards.items():
            of_seen[alike(self.side, card, kinds)] += number
        cards = list(groups)
        if splits_of([groups[card] for card in cards], self.hand) > MOST_HANDS:
            raise too_much("different hands", MOST_HANDS)
        for split, ways in splits([groups[card] for card in cards], self.hand):
            held = of_seen + Counter(dict(zip(cards, split, strict=True)))
            self.every.append((dict(held), ways))

    def lying(self) -> dict[int, Fraction]:
        """Return the greatest strength of a hand without conversions -> chance."""
        totals: Counter[int] = Counter()
        for held, ways in self.every:
            totals[self.strength(held)] += ways
        return {total: Fraction(ways, self.number) for total, ways in sorted(totals.items())}

    def strength(self, held: Deck) -> int:
        """Return the greatest strength of cards without conversions."""
        return self.side.total((self.side.worth(self.rules, card), n) for card, n in held.items())

    @property
    def number(self) -> int:
        """How many hands there are."""
        return comb(sum(self.deck.values()), self.hand)

    def fails(self, needed: int) -> Fraction:
        """Return the chance that the side cannot reach a strength, at its best."""
        if needed not in self.reached:
            rules, side = self.rules, self.side
            makings = [
                Making(rules, side, lambda total: Fraction(total >= needed), chains, self.work)
                for chains in (False, True)
            ]
            reached = Fraction(0)
            for held, ways in self.every:
                self.work.spend()
                cards = dealt(held, self.pool)
                reached += ways * makings[is_chained(cards, self.side.lit)].best(cards)
            self.reached[needed] = reached / self.number
        return 1 - self.reached[needed]


def alike(side: Side, card: int, kinds: frozenset[int]) -> int:
    """Return the representative of equivalent cards in a fight with such converting artifacts.

    Examples
    --------
    Without scrolls it only matters of artifacts whether they are of the heroes' faction; without
    titles it is the same with units, and without amulets nothing makes a strength out of a tent:

    >>> from bloodstones.games.battalia.rules.names import Faction
    >>> side = Side(True, {}, Faction.LAGORAI, 1)
    >>> [alike(side, Kind.TENT * FACTIONS + faction, frozenset()) for faction in range(4)]
    [44, 44, 44, 44]
    >>> [alike(side, faction, frozenset({Kind.AMULET})) for faction in range(4)]
    [0, 1, 0, 0]
    """
    if card >= SUPPLY or Kind.SCROLL in kinds:
        return card
    kind, faction = divmod(card, FACTIONS)
    if kind in (Kind.TOOL, Kind.TENT) and Kind.AMULET not in kinds:
        return SUPPLY
    if kind < RANKS and Kind.TITLE in kinds:
        return card
    return kind * FACTIONS + (faction if faction == side.faction else side.other)


def pool_of(rules: Ruleset, *elsewhere: Deck) -> tuple[int, ...]:
    """Return the cards in the decks of the pool when some are elsewhere."""
    gone: Counter[int] = Counter()
    for deck in elsewhere:
        gone.update(deck)
    copies = [rules.numbers[f"{Kind(card // FACTIONS).id}.copies"] for card in range(SUPPLY)]
    return tuple(max(0, copies[card] - gone[card]) for card in range(SUPPLY))


def fight_odds(
    rules: Ruleset,
    attacker: Side,
    defender: Side,
    deck: Deck,
    hand: int,
    unknown: Side,
    gone: Deck | None = None,
) -> FightOdds:
    """Return the odds of a fight in which one side holds an unknown hand of a known deck.

    Parameters
    ----------
    unknown
        The side with that hand: `attacker` or `defender` itself.
    gone
        Further cards that are not in the pool.

    Raises
    ------
    InputError
        There are too many hands or positions.

    Examples
    --------
    A weapon and a lord of the hero's faction against a city of level 2 and one card of two:

    >>> from bloodstones.games.battalia.rules.names import Faction
    >>> from bloodstones.games.battalia.rules.reading import load_ruleset
    >>> rules = load_ruleset()
    >>> attacker = Side(True, {20: 1, 12: 1}, Faction.ORSARI, 1)
    >>> defender = Side(False, {}, Faction.LAGORAI, 0, wall=2)
    >>> fight_odds(rules, attacker, defender, {13: 1, 44: 1}, 1, defender).attacker_wins
    Fraction(1, 2)

    With an amulet in hand besides, the lord is two or three, or the defence of 6 holds:

    >>> defender = Side(False, {24: 1, 12: 1}, Faction.LAGORAI, 0, wall=0)
    >>> fight_odds(rules, attacker, defender, {44: 1}, 1, defender).attacker_wins
    Fraction(2, 3)
    """
    pool = pool_of(rules, attacker.cards, defender.cards, deck, gone or {})
    hands = _Hands(rules, unknown, deck, hand, pool, PositionLimit())
    other = defender if unknown is attacker else attacker

    def holds(total: int) -> Fraction:
        """The chance of the known side with such a strength."""
        if unknown is attacker:
            return hands.fails(total + 1)
        return hands.fails(total) if total else Fraction(0)

    cards = dealt(other.cards, pool)
    making = Making(rules, other, holds, is_chained(cards, other.lit), hands.work)
    won = making.best(cards)
    return FightOdds(
        1 - won if unknown is attacker else won,
        hands.lying(),
        making.strength(cards),
        any(kinds_among(cards) for cards in (attacker.cards, defender.cards, deck)),
    )
