"""In which turn each regroup comes."""

from __future__ import annotations

from bloodstones.core.questions.answer import Answer, Fact, Facts, Part
from bloodstones.core.questions.parameters import param, whole
from bloodstones.games.bloodstones.draws.by_turn import MOST_TURNS, NEVER, regroup_turns
from bloodstones.games.bloodstones.questions.draws.common import (
    Spent,
    answer,
    distribution,
)

ORDINALS = ("First", "Second", "Third")


class Regroup(Spent):
    """The turn of each regroup, as long as no unit on the map is lost."""

    name = "regroup"
    asks = "the turn of each regroup"
    examples = ({"faction": "corsairs", "spend": "4", "build": "1"},)

    spend: int = param(whole(1, metavar="S"), "Number of tiles that leave the hand each turn.")

    def solve(self) -> Answer:
        """Return the turns."""
        exact = regroup_turns(self.faction, self.plan(), self.rules)
        never = {NEVER: f"not within {MOST_TURNS}"}
        parts: list[Part] = []
        for place, turns in enumerate(exact):
            labels = {turn: f"turn {turn}" for turn in {*turns} - {NEVER}} | never
            nth = ORDINALS[place] if place < len(ORDINALS) else f"No. {place + 1}"
            has_mean = NEVER not in turns
            key, title = f"regroup_{place + 1}", f"{nth} regroup"
            parts += distribution(key, title, turns, labels, mean=has_mean)
        facts = [
            *self.plan_facts(),
            Fact("", "Supposed", "no unit on the map is lost"),
            Fact("", "Counts", "the turn whose draw phase needs a tile from an empty bag"),
        ]
        return answer(
            "regroup",
            f"{self.faction_name}: turns until a regroup",
            {"faction": self.faction.id, **self.plan_data()},
            [Facts(facts), *parts],
        )
