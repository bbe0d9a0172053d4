"""The odds page: the odds of any battle, in one file for the table."""

from __future__ import annotations

from functools import partial
from typing import Final

from bloodstones.core.questions.answer import Answer, Document
from bloodstones.core.questions.question import Output
from bloodstones.games.bloodstones.questions.parameters import OfBloodstones


class OddsPage(OfBloodstones):
    """Write the odds page: one HTML file to use while you play.

    The page works offline, on a phone or a desktop. Tap two forces, the terrain and the hand tiles
    that each side may swap in; the page shows the exact odds, the modifiers, ties, withdrawal and
    VP. The address contains the battle, so you can share or bookmark it. A side with a hand swaps
    greedily or never; for optimal swaps, use `bloodstones odds`.
    """

    name = "odds-page"
    examples = ({}, {"set": "dragon.modifier=3"})
    omits = ("data",)
    output = Output(
        "File to write.",
        "FILE.html",
        metavar="FILE.html",
        needed=True,
        key="page",
        example="odds.html",
    )

    def solve(self) -> Answer:
        """Return the page."""
        return Answer(
            "The odds page",
            [Document("open it in any browser; it works offline", partial(self.page))],
        )

    def page(self) -> str:
        """Return the text of the page, by the rules in force."""
        from bloodstones.games.bloodstones.sections.odds_page import odds_page

        return odds_page(self.rules, {name: int(value) for name, value in self.set.items()})


QUESTION: Final = OddsPage
