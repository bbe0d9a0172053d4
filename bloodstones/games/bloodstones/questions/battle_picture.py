"""The first fight of a battle as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bloodstones.core.questions.answer import percent
from bloodstones.core.questions.rows import Rows
from bloodstones.games.bloodstones.odds.battle import Battle, BattleOdds
from bloodstones.games.bloodstones.questions.battle_answer import faction_name, place
from bloodstones.games.bloodstones.questions.first_fight import distribution, strengths

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def draw_first_fight(battle: Battle) -> Figure:
    """Return the picture: the strength of both sides, and by how much the attacker is ahead."""
    from bloodstones.plots.battle import draw_battle

    return draw_battle(
        Rows(strengths(battle)).to_pandas(),
        Rows(distribution(battle)).to_pandas(),
        _title(battle.odds),
    )


def draw_margins(battle: Battle, axes: Axes) -> None:
    """Draw by how much the attacker is ahead on given axes."""
    from bloodstones.plots.battle import margins_on

    margins_on(axes, Rows(distribution(battle)).to_pandas())


def _title(odds: BattleOdds) -> str:
    names = [faction_name(side.force.faction) for side in (odds.attacker, odds.defender)]
    wins = f"the attacker wins {percent(odds.p_attacker)}"
    return f"{names[0]} attack {names[1]} {place(odds.terrain)}: {wins}"
