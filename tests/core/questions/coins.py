"""A question of a tiny game: how often coins show heads."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any, ClassVar

from bloodstones.core.contract.game import Number
from bloodstones.core.faults import Faults
from bloodstones.core.questions.answer import (
    CHANCE,
    COUNT,
    EXACT_MEAN,
    SHARE,
    TEXT,
    Answer,
    Column,
    Data,
    Fact,
    Facts,
    Table,
)
from bloodstones.core.questions.parameters import FLAG, choice, param, ref, whole
from bloodstones.core.questions.question import Question, check

METALS = ("gold", "silver")
MOST = 12


class Coins(Question):
    """Chances of heads when coins are tossed.

    All coins are tossed at once.
    """

    name = "coins"
    examples = ({"coins": "3", "metal": "gold"}, {"coins": "2", "both": True})
    grammar: ClassVar[Mapping[str, str]] = {"heads": "the side with the king"}

    metal: str = param(
        choice("METAL", "a metal", lambda: METALS, grammar=lambda: {"METAL": METALS}),
        "What they are made of.",
        default="gold",
    )
    coins: int = param(whole(1, MOST), "Coins tossed.", option="--number")
    least: int = param(whole(0), "Heads hoped for.", default=1)
    both: bool = param(FLAG, "Show tails too.", default=False)

    @staticmethod
    def load(data: str, changes: Mapping[str, Number], where: str) -> Mapping[str, Number]:
        """Return the sides of a coin."""
        faults = Faults()
        for name in changes:
            if name != "sides":
                faults.add(where, "sides", name)
        faults.raise_if_any()
        return {"sides": 2, **changes}

    @check("coins", "least")
    def enough(self, faults: Faults) -> None:
        """Check that there are as many coins as heads hoped for."""
        if self.least > self.coins:
            faults.add(ref("least"), f"at most the {ref('coins')} {self.coins}", self.least)

    def solve(self) -> Answer:
        """Return the chances of each number of heads."""
        p = Fraction(1, int(self.rules["sides"]))
        n = self.coins
        chances = [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
        won = sum(chances[self.least :], Fraction(0))
        rows = [
            Fact("p_heads", f"{self.least} heads or more", won, CHANCE, "first"),
            Fact("mean", "On average", n * p, EXACT_MEAN),
        ]
        parts: list[Any] = [
            Facts(rows, bars=True),
            Data({"metal": self.metal}),
            Table(
                [Column("heads", "Heads", COUNT), Column("share", "Share", SHARE)],
                list(enumerate(chances)),
                title="By number",
                key="by_heads",
            ),
        ]
        if self.both:
            tails = [Fact("p_tails", "no heads", chances[0], CHANCE), Fact("", "metal", "x", TEXT)]
            parts.append(Facts(tails, "Tails", key="tails"))
        return Answer(f"{n} coins", parts, ["Coins are fair unless sides are changed."])
