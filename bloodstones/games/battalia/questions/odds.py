"""A fight against an unknown hand of a known deck, exactly."""

from __future__ import annotations

from typing import Final

from bloodstones.core.faults import Faults
from bloodstones.core.names import by_id
from bloodstones.core.questions.answer import CHANCE, Answer, Data, Fact, Facts
from bloodstones.core.questions.parameters import choice, param, ref, whole
from bloodstones.core.questions.question import check
from bloodstones.games.battalia.odds.decks import MOST_HAND, Deck
from bloodstones.games.battalia.odds.fights import FightOdds, fight_odds
from bloodstones.games.battalia.odds.making import Side
from bloodstones.games.battalia.questions.common import CARDS, FACTION, OfBattalia
from bloodstones.games.battalia.rules.names import RANKS, Faction, Kind

MOST_LEVEL: Final = 40
MOST_HEROES: Final = 2
SIDES: Final = ("defender", "attacker")
ARTIFACTS: Final = {name: kind for name, kind in by_id(Kind).items() if RANKS <= kind < Kind.SUPPLY}
SIDE: Final = choice("SIDE", "a side", lambda: SIDES, grammar=lambda: {"SIDE": SIDES})
ARTIFACT: Final = choice(
    "ARTIFACT", "an artifact", lambda: ARTIFACTS, grammar=lambda: {"ARTIFACT": tuple(ARTIFACTS)}
)


class Odds(OfBattalia):
    """Exact odds of a fight: known cards against an unknown hand from a known deck.

    Both sides use everything they have. A defender that cannot reach the attacker may not fight
    back, and loses. List tented cards among the known cards; ambushed cards are part of the unknown
    hand. Both sides use amulets, titles and scrolls for the best chance: the known side first, then
    the other side, which knows the strength it must reach. Titles and scrolls search the cards that
    no option names. An artifact is used on another one only if a side has at most two to use.
    """

    name = "odds"
    examples = (
        {
            "attack": "orsari: weapon, lord",
            "hero": "orsari",
            "level": "2",
            "deck": "lagorai: friman*3, chief; supply*5",
            "hand": "5",
        },
    )

    deck: Deck = param(CARDS, "Cards that the unknown hand is drawn from.")
    hero: str = param(FACTION, "Faction of the attacker's heroes.")
    attack: Deck = param(CARDS, "Known cards of the attacker.", default={})
    defence: Deck = param(CARDS, "Known cards of the defender.", default={})
    hand: int = param(whole(1, MOST_HAND), "Number of cards in the unknown hand.", default=6)
    unknown: str = param(SIDE, "Side with the unknown hand.", default=SIDES[0])
    heroes: int = param(
        whole(1, MOST_HEROES), "Number of the attacker's heroes in the fight.", default=1
    )
    other: str | None = param(FACTION, "Faction of the defender's heroes.", default=None)
    others: int = param(
        whole(0, MOST_HEROES), "Number of the defender's heroes in the fight.", default=0
    )
    level: int = param(whole(0, MOST_LEVEL), "Level of the city; 8 means the ruins.", default=0)
    lit: str | None = param(ARTIFACT, "Artifact that the oracle lights.", default=None, rare=True)
    gone: Deck = param(CARDS, "More cards that are no longer in the pool.", default={}, rare=True)

    @check("deck", "hand")
    def hand_is_in_the_deck(self, faults: Faults) -> None:
        """Check that the deck has as many cards as the hand."""
        cards = sum(self.deck.values())
        if self.hand > cards:
            faults.add(ref("hand"), f"at most the {cards} cards of the deck", self.hand)

    def solve(self) -> Answer:
        """Return the attacker's chance, and how strong the unknown hand is."""
        odds = self.fight()
        is_defender = self.unknown == SIDES[0]
        side, enemy = self.unknown, SIDES[is_defender]
        before = ", before amulets, titles and scrolls" if odds.converted else ""
        strengths = odds.strengths.items()
        return Answer(
            f"A fight with an unknown hand of {self.hand} of {sum(self.deck.values())} cards",
            [
                Facts(
                    [
                        Fact("p_success", "The attacker wins", odds.attacker_wins, CHANCE, "first"),
                        Fact("", "The defender wins", 1 - odds.attacker_wins, CHANCE, "second"),
                    ],
                    bars=True,
                ),
                Data(
                    {
                        "unknown": side,
                        "known_strength": odds.known,
                        "converted": odds.converted,
                        "strengths": {str(total): float(p) for total, p in strengths},
                        "strengths_fraction": {str(total): str(p) for total, p in strengths},
                    }
                ),
                Facts(
                    [Fact("", f"strength {total}", p, CHANCE) for total, p in strengths],
                    f"The {side} has, against {odds.known} of the {enemy}{before}",
                    bars=True,
                ),
            ],
        )

    def fight(self) -> FightOdds:
        """Return the odds of the fight."""
        factions = by_id(Faction)
        lit = None if self.lit is None else ARTIFACTS[self.lit]
        attacker = Side(True, self.attack, factions[self.hero], self.heroes, lit=lit)
        theirs = factions[self.other or self.hero]  # without heroes it matters to nobody
        defender = Side(False, self.defence, theirs, self.others, self.level, lit)
        unknown = defender if self.unknown == SIDES[0] else attacker
        return fight_odds(self.rules, attacker, defender, self.deck, self.hand, unknown, self.gone)


QUESTION: Final = Odds
