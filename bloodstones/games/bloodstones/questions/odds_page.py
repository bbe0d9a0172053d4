"""The odds page: the odds of any battle, in one file for the table."""

from __future__ import annotations

from functools import partial
from typing import Final

from bloodstones.core.questions.answer import Answer, Document
from bloodstones.core.questions.output import Output
from bloodstones.games.bloodstones.questions.common import OfBloodstones


class OddsPage(OfBloodstones):
    """Write the odds page: one HTML file for the table.

    Open it on a phone or a desktop, without a network. Tap two forces together, the terrain and the
    hand tiles that each side is ready to swap in, and read the exact odds: who wins, what counts
    and why, ties, withdrawal, VP. The address keeps the battle, to be shared or bookmarked. A side
    with a hand swaps greedily or never, by choice; for best swaps ask `bloodstones odds`.
    """

    name = "odds-page"
    examples = ({}, {"set": "dragon.modifier=3"})
    omits = ("data",)
    output = Output(
        "Write it there.",
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
            [Document("open it in any browser, no network needed", partial(self.page))],
        )

    def page(self) -> str:
        """Return the text of the page, by the rules in force."""
        from bloodstones.games.bloodstones.sections.odds_page import odds_page

        return odds_page(self.rules, {name: int(value) for name, value in self.set.items()})


QUESTION: Final = OddsPage
