"""The odds of all pairs of units, as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

from bloodstones.core.contract.game import Number
from bloodstones.core.questions.answer import Answer, Data, Picture
from bloodstones.core.questions.question import Output, Question
from bloodstones.games.battlelore.odds.attack import Attack, fighter, summary
from bloodstones.games.battlelore.rules.names import Terrain
from bloodstones.games.battlelore.rules.reading import load_ruleset
from bloodstones.games.battlelore.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PERCENT: Final = 100
WIDE: Final = 1.6  # so that names of units stand beside each other


class OddsTable(Question):
    """Draw the odds of every attack between units of the two factions, at full health.

    Each square shows how often the target is destroyed, in percent. A deeper blue means a larger
    expected loss of health. All units are in plains, without support, and can retreat three hexes.
    """

    name = "odds-table"
    examples = ({},)
    omits = ("set",)
    pictures: ClassVar = {"pairs": "the odds of all pairs of units"}
    output = Output(
        "File to draw: .svg, .png or .pdf.", "FILE", needed=True, key="picture", example="odds.svg"
    )

    @staticmethod
    def load(data: str, changes: Mapping[str, Number], where: str) -> Ruleset:
        """Return the rules of a folder of data files."""
        return load_ruleset(data)

    def solve(self) -> Answer:
        """Return the odds of all pairs, and their picture."""
        pairs = self.pairs()
        picture = Picture("pairs", f"{len(pairs)} pairs of units", partial(self.figure, pairs))
        return Answer("All pairs of units", [Data({"pairs": pairs}), picture])

    def pairs(self) -> list[dict[str, Any]]:
        """Return the odds of each unit against each of the other faction, at full health."""
        lines = []
        units = self.rules.units
        for one in units:
            for other in units:
                if one.faction == other.faction:
                    continue
                pair = [fighter(unit, unit.health, Terrain.CLEAR) for unit in (one, other)]
                odds = summary(Attack(pair[0], pair[1], adjacent=not pair[0].ranged))
                lines.append(
                    {
                        "attacker": one.unit,
                        "target": other.unit,
                        "p_destroyed": float(odds.p_destroyed),
                        "health_lost": float(odds.expected_damage / other.health),
                    }
                )
        return lines

    def figure(self, pairs: list[dict[str, Any]]) -> Figure:
        """Draw a square for each pair."""
        import pandas as pd

        from bloodstones.plots.matrix import draw_matrix
        from bloodstones.plots.style import PAGE_WIDTH

        rows = [
            {
                "line": pair["attacker"],
                "column": pair["target"],
                "lean": pair["health_lost"],
                "text": f"{pair['p_destroyed'] * PERCENT:.1f}",
                "sure": True,
            }
            for pair in pairs
        ]
        names: dict[object, str] = {
            unit.unit: unit.unit.replace("_", " ") for unit in self.rules.units
        }
        return draw_matrix(pd.DataFrame(rows), names, names, width=WIDE * PAGE_WIDTH)


QUESTION: Final = OddsTable
