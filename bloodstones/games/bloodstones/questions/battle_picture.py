"""The first fight of a battle as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bloodstones.core.questions.answer import CHANCE, COUNT, Column, Table, percent
from bloodstones.core.questions.values import Rows
from bloodstones.games.bloodstones.odds.battle import Battle, BattleOdds
from bloodstones.games.bloodstones.odds.ends import first_fight
from bloodstones.games.bloodstones.questions.battle_answer import faction_name, place
from bloodstones.games.bloodstones.rules.battle import clash_outcome

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


OUTCOMES: Final = {1: "the attacker wins", 0: "fought again", -1: "the defender wins"}
P: Final = Column("p", "Chance", CHANCE, bar=True)


def distribution(battle: Battle) -> Table:
    """Return by how much the attacker is stronger in the first fight, with the chances.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.odds.force import parse_force
    >>> from bloodstones.games.bloodstones.rules.names import Terrain
    >>> sides = [parse_force(f, "force") for f in ("hill_folk: giant", "horse_lords: swordsman")]
    >>> distribution(Battle(*sides, Terrain.HILLS)).rows[0]
    (-5, Fraction(1, 1960), 'the defender wins')
    """
    ties, fight = battle.odds.defender_wins_ties, first_fight(battle)
    rows = [
        (margin, p, OUTCOMES[clash_outcome(margin, 0, ties)]) for margin, p in fight.margin.items()
    ]
    columns = [Column("margin", "Attacker ahead by", COUNT), P, Column("outcome", "Outcome")]
    return Table(columns, rows, "First fight", "distribution")


def strengths(battle: Battle) -> Table:
    """Return the strengths of both sides in the first fight, with the chances."""
    fight = first_fight(battle)
    sides = {"attacker": fight.attacker, "defender": fight.defender}
    rows = [(side, strength, p) for side, each in sides.items() for strength, p in each.items()]
    columns = [Column("side", "Side"), Column("strength", "Strength", COUNT), P]
    return Table(columns, rows, "Strengths in the first fight", "strengths")


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
