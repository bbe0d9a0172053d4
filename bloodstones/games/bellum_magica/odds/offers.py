"""Which creatures turn up: exact chances of a pile that is refilled card by card."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bloodstones.core.errors import expected
from bloodstones.core.faults import Faults, nearest
from bloodstones.games.bellum_magica.rules.cards import Creature
from bloodstones.games.bellum_magica.rules.names import Deck, Icon, Token
from bloodstones.games.bellum_magica.rules.reading import Ruleset
from bloodstones.odds.hypergeometric import wanted_drawn


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile of creatures: those still in it that are wanted, and the others."""

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

        >>> from bloodstones.games.bellum_magica.rules.reading import load_ruleset
        >>> pile = read_pile(load_ruleset(), ["dragon"], (), Faults())
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


def read_pile(
    rules: Ruleset, words: Sequence[str], seen: Collection[str], faults: Faults, deck: str = ""
) -> Pile | None:
    """Return the pile that a question is about, or None with every fault noted.

    Parameters
    ----------
    words
        What is wanted, any of them: ids or names of creatures, bonus tokens, icons.
    seen
        Ids of cards that are no longer in the pile.
    deck
        The pile, where both have such creatures.
    """
    before = len(faults.sentences)
    hired = [card for card in rules.creatures if card.deck is not Deck.GOBLIN]
    names = {card.name.lower().replace(" ", "_") for card in hired}
    known = [*sorted(names), *Token.ids(), *Icon.ids(), *(card.id.lower() for card in hired)]
    for word in words:
        if not any(_shows(card, word) for card in hired):
            faults.add("--want", "a creature, a bonus token or an icon", word, nearest(word, known))
    ids = {card.id for card in hired}
    for name in seen:
        if name not in ids:
            faults.add(
                "--seen", "the id of an evil or most evil creature", name, nearest(name, ids)
            )
    piles = {card.deck for card in hired if any(_shows(card, word) for word in words)}
    if deck:
        chosen = {Deck.EVIL.id: Deck.EVIL, Deck.MOST_EVIL.id: Deck.MOST_EVIL}
        if deck not in chosen:
            faults.add("--pile", "a pile of creatures", deck, nearest(deck, chosen))
        else:
            piles = {chosen[deck]}
    elif len(piles) > 1:
        faults.note("--want", "creatures of one pile, or --pile", "some of both")
    if len(faults.sentences) > before:
        return None
    if not piles:
        raise expected("something wanted", "nothing", "--want")
    pile = piles.pop()
    left = [card for card in hired if card.deck is pile and card.id not in seen]
    wanted = tuple(card for card in left if any(_shows(card, word) for word in words))
    return Pile(pile, wanted, len(left) - len(wanted))
