"""One side of a fight: what cards are worth to its battle line, and the strongest line of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from bloodstones.games.battalia.odds.decks import Deck
from bloodstones.games.battalia.rules.lines import fights, is_doubled
from bloodstones.games.battalia.rules.names import (
    FACTIONS,
    FIRST_GREAT,
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
