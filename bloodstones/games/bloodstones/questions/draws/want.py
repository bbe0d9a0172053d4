"""Wanted tiles: held within some draws from the full bag, or when turns begin."""

from __future__ import annotations

from typing import Any, Final

from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults
from bloodstones.core.questions.answer import CHANCE, Answer, Fact, Facts
from bloodstones.core.questions.parameters import (
    EXAMPLE,
    FLAG,
    Type,
    param,
    ref,
    text_type,
    whole,
)
from bloodstones.core.questions.question import check
from bloodstones.games.bloodstones.draws.by_turn import (
    MOST_TURNS,
    chance_within,
    chances_by_turn,
)
from bloodstones.games.bloodstones.draws.opening import Aim
from bloodstones.games.bloodstones.draws.tiles import check_want, owned, parse_want
from bloodstones.games.bloodstones.questions.draws.common import (
    AIM,
    WORTH,
    OfDraws,
    Row,
    Spent,
    answer,
    chances,
    distribution,
)
from bloodstones.games.bloodstones.questions.draws.opening import Opening
from bloodstones.games.bloodstones.questions.draws.pips import Pips
from bloodstones.games.bloodstones.questions.draws.regroup import Regroup
from bloodstones.games.bloodstones.questions.parameters import units
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.rules.ruleset import Ruleset
from bloodstones.odds.bag import wanted_drawn


def _unread(text: str, where: str, _: object) -> str:
    return text  # what tiles there are depends on the faction


def _read_draws(text: str, where: str, rules: Ruleset) -> int:
    draws: int = whole(0, rules.tiles_per_faction).read(text, where, rules)
    return draws


TILES: Final = text_type(
    "TILES",
    _unread,
    grammar=lambda: {
        "TILES": "unit types, blank, or pips (5: any tile with 5 pips); dragon,leader means either",
        **units(),
    },
)
DRAWN: Final = Type("N", _read_draws, "int", lambda value: False, control=whole(0).control)


class Wanted(OfDraws):
    """Tiles that are hoped for."""

    want: str = param(TILES, "Tiles you want; you keep them once you draw them.")
    at_least: int = param(whole(1, metavar="K"), "Number of wanted tiles you need.", default=1)
    draws: int | None = param(DRAWN, "Number of tiles drawn from the full bag.", default=None)
    by_turn: int | None = param(
        whole(1, MOST_TURNS, "T"), "Turn by whose start you need the tiles in hand.", default=None
    )


class Draws(Spent, Wanted):
    """Exact chances of a faction's draws: wanted tiles, opening hands, pips and regroups.

    Each turn, tiles leave the hand in order of pips, lowest first. Blank tiles leave last, and
    wanted tiles stay. Discarded tiles return at a regroup.
    """

    name = "draws"
    asks = "wanted tiles: among the first draws from the full bag, or in hand by a turn"
    examples = (
        {"faction": "dragon_riders", "want": "dragon", "by_turn": "4", "spend": "5"},
        {"faction": "necromancers", "want": "5", "draws": "6", "at_least": "2"},
    )
    family = (Opening, Pips, Regroup)

    spend: int | None = param(
        whole(0, metavar="S"),
        "Number of tiles that leave the hand each turn.",
        default=None,
        goes_with="by_turn",
    )
    build: int = param(
        whole(0, metavar="B"),
        "Number of these tiles that become units and stay on the map.",
        default=0,
        goes_with="by_turn",
    )
    founding: Aim | None = param(
        AIM,
        "Aim when placing units from the starting hand.",
        default=None,
        goes_with="by_turn",
        rare=True,
    )
    worth: str = param(
        WORTH,
        "Worth of each unit when placing the starting hand.",
        default="",
        goes_with="by_turn",
        rare=True,
    )
    inland: bool = param(
        FLAG,
        "The citadel is not at the sea, so no ships are placed.",
        default=False,
        goes_with="by_turn",
        rare=True,
    )

    @check("faction", "want", "at_least")
    def has_what_is_wanted(self, _: Faults) -> None:
        """Check that the faction has so many of these tiles."""
        check_want(self.faction, self.wanted(), self.at_least, self.rules, ref("at_least"))

    @check("draws", "by_turn", "spend")
    def is_of_draws_or_turns(self, _: Faults) -> None:
        """Check that the tiles are drawn from the full bag, or turn by turn."""
        if (self.draws is None) == (self.by_turn is None):
            held = "neither" if self.draws is None else "both"
            wanted = f"one of {ref('draws')} and {ref('by_turn')}"
            raise InputError(f"expected {wanted}, got {held} ({ref('want')})", EXAMPLE)
        self.check_spend_is_said(self.by_turn or 0)

    def wanted(self) -> frozenset[Unit]:
        """Return the tiles that are wanted."""
        return parse_want(self.want, self.faction, self.rules, ref("want"))

    def solve(self) -> Answer:
        """Return the chances to hold the tiles."""
        return self._within(self.draws) if self.draws is not None else self._by_turn()

    def _within(self, draws: int) -> Answer:
        """Return what a number of draws from the full bag brings."""
        want, least, rules = self.wanted(), self.at_least, self.rules
        p = chance_within(self.faction, want, draws, least, rules)
        mine, size = owned(self.faction, want, rules), rules.tiles_per_faction
        row = Row(least, f"at least {least}", p)
        spread = wanted_drawn(mine, size - mine, draws)
        facts = [
            Fact("", "Wanted", f"{mine} of {size} tiles: {names(want)}"),
            Fact("", "Drawn", f"{draws} from the full bag"),
            Fact("p", "", p, CHANCE),
        ]
        return answer(
            "within_draws",
            f"{self.faction_name}: {names(want)} within {draws} draws",
            self._asked() | {"draws": draws},
            [
                Facts(facts),
                *chances("chance", f"At least {least} within {draws} draws", [row]),
                *distribution("held", "Tiles drawn", spread),
            ],
        )

    def _by_turn(self) -> Answer:
        """Return what is held when each turn begins."""
        turns, plan, want, least = self.by_turn or 0, self.plan(), self.wanted(), self.at_least
        exact = chances_by_turn(self.faction, want, turns, plan, least, self.rules)
        rows = [Row(number, f"turn {number}", p) for number, p in enumerate(exact, 1)]
        mine, size = owned(self.faction, want, self.rules), self.rules.tiles_per_faction
        facts = [
            Fact("", "Wanted", f"{mine} of {size} tiles: {names(want)}; kept once drawn"),
            *self.plan_facts(),
            Fact("p", "", exact[-1], CHANCE),
        ]
        title = f"At least {least} in hand when the turn begins"
        return answer(
            "by_turn",
            f"{self.faction_name}: {names(want)} by turn {turns}",
            self._asked() | {"by_turn": turns} | self.plan_data(),
            [Facts(facts), *chances("turns", title, rows)],
        )

    def _asked(self) -> dict[str, Any]:
        want = sorted(unit.id for unit in self.wanted())
        return {"faction": self.faction.id, "want": want, "at_least": self.at_least}


def names(units: frozenset[Unit]) -> str:
    """Return units by their names for people.

    >>> names(frozenset({Unit.SIEGE_ENGINE, Unit.BLANK}))
    'blank or siege engine'
    """
    return " or ".join(name.replace("_", " ") for name in sorted(unit.id for unit in units))


QUESTION: Final = Draws
