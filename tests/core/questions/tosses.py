"""A family of questions about coins: how often heads, a row of them, how many coins it takes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, log
from typing import TYPE_CHECKING, ClassVar

from bloodstones.core.contract.game import Number
from bloodstones.core.questions.answer import CHANCE, COUNT, Answer, Fact, Facts, Picture
from bloodstones.core.questions.parameters import FLAG, param, ref, whole
from bloodstones.core.questions.question import Question

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_COINS = 12
PERCENT = 100


class OfTosses(Question):
    """A question about coins."""

    coins: int = param(whole(1, MOST_COINS), "Coins tossed.")

    @staticmethod
    def load(data: str, changes: Mapping[str, Number], where: str) -> Mapping[str, Number]:
        """Return the rules, of which there are none to change."""
        return changes


class Row(OfTosses):
    """The chance that all coins show the same."""

    name = "row"
    asks = "all heads, or all tails"
    examples: ClassVar = ({"coins": "2"},)

    tails: bool = param(FLAG, "Tails count too.", default=False)

    def solve(self) -> Answer:
        """Return the chance."""
        p = Fraction(1 + self.tails, 2**self.coins)
        return Answer("A row", [Facts([Fact("p_row", "All alike", p, CHANCE)])])


class Needs(Question):
    """The number of coins with which heads come often enough."""

    name = "needs"
    asks = f"how many coins it takes; {ref('but')} counts those that are there"
    asked_by = ("often", "but")
    examples: ClassVar = ({"often": "90"},)

    often: int = param(whole(1, PERCENT - 1, "PERCENT"), "How often heads should come.")
    but: int = param(whole(0), "Coins that are there.", default=0)

    load = OfTosses.load

    def solve(self) -> Answer:
        """Return the number."""
        needed = ceil(-log(1 - self.often / PERCENT, 2)) - self.but
        return Answer("Coins needed", [Facts([Fact("coins", "Coins", needed, COUNT)])])


def draw() -> Figure:
    """Return a picture of a coin."""
    from bloodstones.plots.style import new_figure

    figure = new_figure(1, 1)
    figure.subplots().plot([0, 1], [0, 1])
    return figure


class Tosses(OfTosses):
    """The chance of heads when coins are tossed."""

    name = "tosses"
    asks = "how often heads come"
    examples: ClassVar = ({"coins": "3"},)
    family = (Row, Needs)
    pictures: ClassVar = {"coin": "a coin"}

    times: int = param(whole(1), "Tosses of them.", default=1, also=("--tosses",))
    seed: int = param(whole(0), "Luck, with ⟨times⟩.", default=1, goes_with="times")

    def solve(self) -> Answer:
        """Return the chance."""
        p = 1 - Fraction(1, 2 ** (self.coins * self.times))
        return Answer(
            "Tosses",
            [Facts([Fact("p_heads", "Heads", p, CHANCE)]), Picture("coin", "a coin", draw)],
        )
