"""What the founding points buy from the starting hand."""

from __future__ import annotations

from bloodstones.core.questions.answer import CHANCE, Answer, Fact, Facts
from bloodstones.games.bloodstones.draws import opening as openings
from bloodstones.games.bloodstones.draws.opening import Aim
from bloodstones.games.bloodstones.questions.draws.common import (
    Founded,
    answer,
    distribution,
)


class Opening(Founded):
    """The units that the founding points can place from a starting hand."""

    name = "opening"
    asks = "the units that the founding points can place from the starting hand"
    examples = ({"faction": "hill_folk", "worth": "giant=6,castle=4"},)

    def solve(self) -> Answer:
        """Return the points used and the units placed, by the best founding of each hand."""
        how = self.founded()
        opened = openings.opening(self.faction, how, self.rules)
        title = f"Founding points used, of {opened.budget}"
        parts = [
            *distribution("points", title, opened.points),
            *distribution("units", "Units placed", opened.units),
        ]
        if how.aim is Aim.WORTH:
            parts += distribution("worth", "Worth of the units placed", opened.worth)
        pips, left = float(opened.pips.mean()), float(opened.pips_left.mean())
        facts = [
            Fact("", "Hand", f"{self.rules.starting_hand} tiles, {pips:.2f} pips"),
            Fact("", "Founding", self.founding_words()),
            Fact("", "Left", f"{left:.2f} pips in hand before the refill"),
            Fact("p", "", opened.points.at_least(opened.budget), CHANCE),
        ]
        return answer(
            "opening",
            f"{self.faction_name}: the opening hand",
            {"faction": self.faction.id, **self.founding_data()}
            | {"mean_pips": pips, "mean_pips_left": left},
            [Facts(facts), *parts],
        )
