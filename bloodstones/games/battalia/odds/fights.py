"""Exact odds of a fight: known lines, and a hand that nobody knows out of a known deck.

Both sides go on with all they have: an attacker wins if its greatest strength is above the
defender's greatest (BA-FIGHT-06, BA-FIGHT-10). Cards of a tent lie open and may be taken up at
any time (BA-ART-17, BA-FIGHT-08): they are among what a side surely has. Ambushed cards that are
taken up are part of the unknown hand (BA-FIGHT-08). Cards count as they are: what amulets, titles
and scrolls make of them is not reckoned with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final, NamedTuple

from bloodstones.games.battalia.odds.decks import Deck
from bloodstones.games.battalia.odds.hands import splits
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
DOUBLED: Final = (Kind.WEAPON, Kind.HORSE)


class Worth(NamedTuple):
    """What a card is to a battle line: strength, whether it matches the heroes, opens a fight."""

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
        The artifact that the oracle lights, None for another than weapon and horse.
    """

    attacks: bool
    cards: Deck
    faction: Faction
    heroes: int
    wall: int = 0
    lit: Kind | None = None

    def worth(self, rules: Ruleset, card: int) -> Worth:
        """Return what a card is worth on this side."""
        if card >= FIRST_GREAT:
            great = Great(card - FIRST_GREAT).id
            column = "attack" if self.attacks else "defence"
            strength = rules.numbers[f"{great}.{column}"] if card in BLADES else 0
            return Worth(strength, True, False)
        if card == SUPPLY:
            return Worth(0, False, False)
        kind = Kind(card // FACTIONS)
        strength = 0
        if kind < RANKS or kind in DOUBLED:
            strength = rules.numbers[f"{kind.id}.strength"]
            strength *= 2 if kind == self.lit and kind in DOUBLED else 1
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


@dataclass(frozen=True, slots=True)
class FightOdds:
    """The odds of a fight: the attacker's chance, and how strong the unknown side can be."""

    attacker_wins: Fraction
    strengths: dict[int, Fraction]
    known: int


def strengths_of(rules: Ruleset, side: Side, deck: Deck, hand: int) -> dict[int, Fraction]:
    """Return the greatest strength of a side with a hand of so many cards out of a deck."""
    groups: Counter[Worth] = Counter()
    for card, number in deck.items():
        worth = side.worth(rules, card)
        # Cards of no strength are alike.
        groups[worth if worth.strength or worth.opens else Worth(0, False, False)] += number
    kinds = list(groups)
    known = [(side.worth(rules, card), number) for card, number in side.cards.items()]
    hands = comb(sum(deck.values()), hand)
    found: Counter[int] = Counter()
    for split, ways in splits([groups[kind] for kind in kinds], hand):
        found[side.total([*known, *zip(kinds, split, strict=True)])] += ways
    return {total: Fraction(ways, hands) for total, ways in sorted(found.items())}


def fight_odds(
    rules: Ruleset, attacker: Side, defender: Side, deck: Deck, hand: int, unknown: Side
) -> FightOdds:
    """Return the odds of a fight in which one side holds an unknown hand of a known deck.

    Parameters
    ----------
    unknown
        The side with that hand: `attacker` or `defender` itself.

    Examples
    --------
    A weapon and a lord of the hero's faction against a city of level 2 and one card of two:

    >>> from bloodstones.games.battalia.rules.reading import load_ruleset
    >>> attacker = Side(True, {20: 1, 12: 1}, Faction.ORSARI, 1)
    >>> defender = Side(False, {}, Faction.LAGORAI, 0, wall=2)
    >>> fight_odds(load_ruleset(), attacker, defender, {13: 1, 44: 1}, 1, defender).attacker_wins
    Fraction(1, 2)
    """
    strengths = strengths_of(rules, unknown, deck, hand)
    other = defender if unknown is attacker else attacker
    known = other.total((other.worth(rules, card), n) for card, n in other.cards.items())
    if unknown is attacker:
        won = sum((p for total, p in strengths.items() if total > known), Fraction(0))
    else:
        won = sum((p for total, p in strengths.items() if total < known), Fraction(0))
    return FightOdds(won, strengths, known)
