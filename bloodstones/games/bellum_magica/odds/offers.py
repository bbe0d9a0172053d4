"""Which creatures turn up: exact chances of a pile that is refilled card by card."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from bloodstones.games.bellum_magica.rules.cards import Creature
from bloodstones.games.bellum_magica.rules.names import Deck, Icon, Token
from bloodstones.games.bellum_magica.rules.reading import Ruleset
from bloodstones.odds.bag import wanted_drawn

HIRED: Final = (Deck.EVIL, Deck.MOST_EVIL)


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile of creatures.

    Attributes
    ----------
    deck
        Which pile.
    wanted
        Cards still in it that are wanted.
    others
        How many others are still in it.
    """

    deck: Deck
    wanted: tuple[Creature, ...]
    others: int

    @property
    def size(self) -> int:
        """How many cards are in it."""
        return len(self.wanted) + self.others

    def chance(self, cards: int, least: int = 1) -> Fraction:
        """Return the chance of at least so many wanted ones among the next cards (BM-SETUP-08).

        An empty pile brings no more (AMB-14).

        Parameters
        ----------
        cards
            That turn up; of a smaller pile, all.
        least
            Wanted ones among them.

        Examples
        --------
        >>> from bloodstones.games.bellum_magica.rules.reading import load_ruleset
        >>> pile = pile_of(load_ruleset(), ["dragon"], (), Deck.MOST_EVIL)
        >>> pile.size, pile.chance(2)
        (20, Fraction(37, 190))
        """
        drawn = min(cards, self.size)
        return wanted_drawn(len(self.wanted), self.others, drawn).at_least(least)


def _shows(card: Creature, word: str) -> bool:
    """Whether a creature is, shows or brings what a word means."""
    if word in (card.id.lower(), card.name.lower().replace(" ", "_")):
        return True
    if card.bonus is not None and card.bonus.id == word:
        return True
    return word in Icon.ids() and any(row[Icon[word.upper()]] for row in card.rows)


def hired(rules: Ruleset) -> tuple[Creature, ...]:
    """Return the creatures that turn up to be hired."""
    return tuple(card for card in rules.creatures if card.deck in HIRED)


def showing_words(rules: Ruleset) -> list[str]:
    """Return all words for what can be wanted: names, bonus tokens, icons, ids."""
    cards = hired(rules)
    names = {card.name.lower().replace(" ", "_") for card in cards}
    words = [*sorted(names), *Token.ids(), *Icon.ids(), *(card.id.lower() for card in cards)]
    return [word for word in words if any(_shows(card, word) for card in cards)]


def piles_with(rules: Ruleset, words: Sequence[str]) -> set[Deck]:
    """Return the piles that have what any of some words means.

    Parameters
    ----------
    rules
        The rules in force.
    words
        Ids or names of creatures, bonus tokens, icons; any of them counts.
    """
    return {card.deck for card in hired(rules) if any(_shows(card, word) for word in words)}


def pile_of(rules: Ruleset, words: Sequence[str], seen: Collection[str], deck: Deck) -> Pile:
    """Return the cards left in a pile.

    Parameters
    ----------
    words
        What is wanted, any of them: ids or names of creatures, bonus tokens, icons.
    seen
        Ids of cards that are no longer in the pile.
    """
    left = [card for card in hired(rules) if card.deck is deck and card.id not in seen]
    wanted = tuple(card for card in left if any(_shows(card, word) for word in words))
    return Pile(deck, wanted, len(left) - len(wanted))
