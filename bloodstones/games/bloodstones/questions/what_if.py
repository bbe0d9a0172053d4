"""What one change would make of the odds of a battle."""

from __future__ import annotations

from typing import Any, Final

from bloodstones.core.questions.answer import (
    CHANCE,
    POINTS,
    YES_NO,
    Answer,
    Column,
    Data,
    Table,
)
from bloodstones.core.questions.parameters import param
from bloodstones.games.bloodstones.odds.battle import BattleOdds
from bloodstones.games.bloodstones.questions.battle import OfBattle
from bloodstones.games.bloodstones.questions.battle_answer import (
    ON_AVERAGE,
    battle_answer,
    faction_name,
    place,
    side_of,
)
from bloodstones.games.bloodstones.questions.parameters import SIDE
from bloodstones.games.bloodstones.rules.names import Role

PERCENT: Final = 100


def _shift(shift: float) -> str:
    return f"{PERCENT * float(shift):+.1f}" if shift else "0.0"


class WhatIf(OfBattle):
    """How one change affects the odds: a modifier, a tile, one unit more or less."""

    name = "what_if"
    asks = "how a modifier, a tile, or one unit more or less changes the odds"
    examples = (
        {
            "attacker": "dragon_riders: cavalry, lizardman*2, leader",
            "defender": "horse_lords: swordsman, shieldbearer",
            "terrain": "plains",
            "side": "defender",
        },
    )

    side: Role = param(SIDE, "Your side.", default=Role.ATTACKER)

    def solve(self) -> Answer:
        """Return what each change makes of the chance of the side that asks."""
        from bloodstones.games.bloodstones.odds.what_if import what_if

        battle, role = self.battle(), self.side
        odds = battle.odds
        now = side_of(odds, role)
        columns = [
            Column("change", "change", whole=True),
            Column("p", "wins", CHANCE, bar=True),
            Column("shift", "shift", POINTS.said(_shift)),
            Column("expected_vp", "VP", ON_AVERAGE),
            Column("can_withdraw", "withdrawal", YES_NO, changed=True),
        ]
        rows = [
            [each.label, each.p, each.shift, *_after(each.odds, role)]
            for each in what_if(battle, role)
        ]
        reference = ["as it is", now.win_probability, None, *_after(odds, role)]
        table = Table(columns, rows, key="changes", reference=reference)
        name = f"{faction_name(now.force.faction)} ({role.id})"
        return Answer(
            f"What if: {name} {place(odds.terrain)}",
            [
                Data({"question": self.name, "side": role.id}),
                table,
                Data({"battle": battle_answer(battle)}),
            ],
        )


def _after(odds: BattleOdds | None, role: Role) -> list[Any]:
    """Return the mean VP of a side, and whether the defender may withdraw."""
    if odds is None:
        return [None, None]
    return [side_of(odds, role).expected_vp, odds.can_withdraw]
