"""What tiles without a unit type are worth to their faction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bloodstones.core.questions.answer import (
    PERCENT,
    TEXT,
    Answer,
    Column,
    Data,
    Fact,
    Facts,
    Table,
    percent,
)
from bloodstones.games.bloodstones.questions.draws.common import (
    RIGHT,
    OfDraws,
    answer,
    distribution,
)

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.draws.blanks import Measure

COLUMNS: Final = (
    Column("", "", TEXT),
    *(Column("", head, RIGHT) for head in ("with blanks", "without", "shift")),
)


class Blanks(OfDraws):
    """The value of tiles without a unit type: all measures with and without them."""

    name = "blanks"
    asks = "the value of tiles without a unit type"
    examples = ({"faction": "corsairs"},)

    def solve(self) -> Answer:
        """Return the measures."""
        from bloodstones.games.bloodstones.draws.blanks import worth_of_blanks

        worth = worth_of_blanks(self.faction, self.rules)
        limit = self.rules.factions[self.faction].hand_limit
        facts = [
            Fact("", "Blank", f"{worth.count} of {self.rules.tiles_per_faction} tiles"),
            Fact("", "Full hand", f"{limit} tiles from the full bag"),
            Fact(
                "",
                "Battle",
                "no modifiers, equal numbers, own hand swapped greedily, enemy without one",
            ),
        ]
        measures = {each.name: _data(each) for each in worth.measures}
        return answer(
            "blanks",
            f"{self.faction_name}: tiles without a unit type",
            {"faction": self.faction.id, "blanks": worth.count},
            [
                Facts(facts),
                *distribution("held", "Blank tiles in a full hand", worth.held),
                Data({"measures": measures}),
                Table(COLUMNS, [_line(each) for each in worth.measures]),
            ],
        )


def _data(measure: Measure) -> dict[str, float]:
    return {
        "with_blanks": float(measure.with_blanks),
        "without": float(measure.without),
        "shift": float(measure.shift),
    }


def _line(measure: Measure) -> list[str]:
    """Return a measure as people see it."""
    pair = (measure.with_blanks, measure.without)
    numbers = [percent(n) if measure.chance else f"{float(n):.2f}" for n in pair]
    shift = f"{float(measure.shift):+.2f}"
    if measure.chance:
        shift = f"{float(PERCENT * measure.shift):+.1f} points"
    return [measure.name.replace("_", " "), *numbers, shift]
