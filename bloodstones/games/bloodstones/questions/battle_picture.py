"""The first fight of a battle as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bloodstones.core.questions.answer import percent
from bloodstones.games.bloodstones.odds.battle import Battle, BattleOdds
from bloodstones.games.bloodstones.odds.ends import first_fight
from bloodstones.games.bloodstones.questions.battle_answer import faction_name, place
from bloodstones.games.bloodstones.rules.battle import clash_outcome

if TYPE_CHECKING:
    from matplotlib.figure import Figure

OUTCOMES: Final = {1: "the attacker wins", 0: "fought again", -1: "the defender wins"}


def draw_first_fight(battle: Battle) -> Figure:
    """Return the picture: the strength of both sides, and by how much the attacker is ahead."""
    import pandas as pd

    from bloodstones.plots.battle import draw_battle

    odds, fight = battle.odds, first_fight(battle)
    strengths = [("attacker", strength, float(p)) for strength, p in fight.attacker.items()] + [
        ("defender", strength, float(p)) for strength, p in fight.defender.items()
    ]
    margins = [
        (margin, float(p), OUTCOMES[clash_outcome(margin, 0, odds.defender_wins_ties)])
        for margin, p in fight.margin.items()
    ]
    return draw_battle(
        pd.DataFrame(strengths, columns=["side", "strength", "p"]),
        pd.DataFrame(margins, columns=["margin", "p", "outcome"]),
        _title(odds),
    )


def _title(odds: BattleOdds) -> str:
    names = [faction_name(side.force.faction) for side in (odds.attacker, odds.defender)]
    wins = f"the attacker wins {percent(odds.p_attacker)}"
    return f"{names[0]} attack {names[1]} {place(odds.terrain)}: {wins}"
