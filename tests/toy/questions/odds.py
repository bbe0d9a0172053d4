"""How likely a card is to claim an area, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from bloodstones.core.contract.game import Number
from bloodstones.core.questions.answer import (
    CHANCE,
    EXACT_MEAN,
    Answer,
    Fact,
    Facts,
)
from bloodstones.core.questions.parameters import FLAG, param, whole
from bloodstones.core.questions.question import Question
from tests.toy.rules.numbers import HIGHEST_CARD, ROWS, SIDES

MOST_ROLLS: Final = 20


class Odds(Question):
    """Exact chances to claim an area with a card.

    Each turn a card of this value is played, until the die shows it or more.
    """

    name = "odds"
    omits = ("data",)
    examples = ({"card": "3", "hill": True}, {"card": "4", "rolls": "2", "set": "hill=3"})

    card: int = param(whole(1, HIGHEST_CARD), "Value of the card.")
    hill: bool = param(FLAG, "The area is a hill.", default=False)
    rolls: int = param(whole(1, MOST_ROLLS), "Turns in which one is played.", default=1)

    @staticmethod
    def load(data: str, changes: Mapping[str, Number], where: str) -> Mapping[str, int]:
        """Return the numbers in force."""
        return ROWS.in_force(changes, where)

    def solve(self) -> Answer:
        """Return the chance that one of the rolls shows the card or more (DA-CLAIM-02)."""
        claimed = 1 - Fraction(self.card - 1, SIDES) ** self.rolls
        points = claimed * self.card * (self.rules["hill"] if self.hill else 1)
        chances = [
            Fact("p_success", "Claimed", claimed, CHANCE, "first"),
            Fact("", "Not claimed", 1 - claimed, CHANCE, "second"),
        ]
        means = [Fact("points", "Points on average", points, EXACT_MEAN)]
        title = f"A {self.card} for a {'hill' if self.hill else 'field'}"
        return Answer(title, [Facts(chances, bars=True), Facts(means)])


QUESTION: Final = Odds
