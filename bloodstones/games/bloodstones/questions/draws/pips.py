"""How many pips are in hand, at the start and when a turn begins."""

from __future__ import annotations

from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults
from bloodstones.core.questions.answer import Answer, Facts
from bloodstones.core.questions.parameters import param, ref, whole
from bloodstones.core.questions.question import check
from bloodstones.games.bloodstones.draws.by_turn import (
    MOST_TURNS,
    TooManyStatesError,
    pips_in_hand,
)
from bloodstones.games.bloodstones.draws.opening import Aim, Founding, opening
from bloodstones.games.bloodstones.questions.draws.common import (
    Spent,
    answer,
    distribution,
)
from bloodstones.odds.distribution import Distribution


class Pips(Spent):
    """The number of pips in hand: at the start of the game, and when a turn begins."""

    name = "pips"
    asks = "pips in hand, at the start and when a turn begins"
    examples = (
        {"faction": "horse_lords"},
        {"faction": "chaos_horde", "by_turn": "3", "spend": "3"},
    )

    by_turn: int = param(whole(1, MOST_TURNS, "T"), "Turn to look at, when it begins.", default=1)

    @check("by_turn", "spend")
    def turns_spend_tiles(self, _: Faults) -> None:
        """Check that the tiles spent per turn are given where a turn is played."""
        self.check_spend_is_said(self.by_turn)

    def solve(self) -> Answer:
        """Return the pips in hand."""
        turn = self.by_turn
        start = opening(self.faction, Founding(Aim.NONE), self.rules).pips
        parts = [
            *distribution("opening", "Pips in the starting hand", start),
            *distribution("pips", f"Pips in hand when turn {turn} begins", self._exact()),
        ]
        facts = [*self.plan_facts()]
        return answer(
            "pips",
            f"{self.faction_name}: pips in hand",
            {"faction": self.faction.id, "turn": turn, **self.plan_data()},
            [Facts(facts if turn > 1 else facts[:1]), *parts],
        )

    def _exact(self) -> Distribution:
        """Return the exact chances; InputError where they are too many to count."""
        try:
            return pips_in_hand(self.faction, self.by_turn, self.plan(), self.rules)
        except TooManyStatesError as error:
            tip = f"an earlier turn, or a smaller {ref('spend')}"
            raise InputError(error.message, tip) from error
