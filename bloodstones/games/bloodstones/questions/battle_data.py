"""The odds of a battle as JSON; the keys stay as they are once published."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from bloodstones.games.bloodstones.odds.battle import BattleOdds
from bloodstones.games.bloodstones.odds.ends import Losses, SideLosses
from bloodstones.games.bloodstones.odds.sides import Modifier, SideOdds

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.odds.swaps.solution import SwapSolution


def battle_data(odds: BattleOdds, losses: Losses) -> dict[str, Any]:
    """Return the odds of a battle, but for the chances to win, as JSON has them."""
    return {
        "terrain": odds.terrain.id,
        "attacker": _side_object(odds.attacker, losses.attacker),
        "defender": _side_object(odds.defender, losses.defender),
        "defender_wins_ties": odds.defender_wins_ties,
        "can_withdraw": odds.can_withdraw,
        "withdrawal": {
            "only_by_ship": odds.withdrawal.only_by_ship,
            "reason": odds.withdrawal.reason,
            "clause": odds.withdrawal.clause,
        },
    } | (_swaps_object(odds.solution) if odds.solution else {})


def _swaps_object(solution: SwapSolution) -> dict[str, Any]:
    return {
        "value": solution.value,
        "pip_value": solution.battle.pip_value,
        "swap_announced": solution.battle.swap_announced,
        "pips_spent": {
            "attacker": float(solution.outcome.attacker_pips),
            "defender": float(solution.outcome.defender_pips),
        },
        "strategy": {
            role: [advice._asdict() for advice in solution.words(role == "attacker")]
            for role in ("attacker", "defender")
        },
    }


def fraction(p: Fraction | float) -> str | None:
    """Return an exact chance as text, None for a float.

    >>> fraction(Fraction(1, 3)), fraction(0.5)
    ('1/3', None)
    """
    return str(p) if isinstance(p, Fraction) else None


def _side_object(side: SideOdds, losses: SideLosses) -> dict[str, Any]:
    return {
        "faction": side.force.faction.id,
        "units": side.units,
        "force": {unit.id: count for unit, count in side.force.counts.items()},
        "draws": side.draws,
        "modifier": side.modifier,
        "modifiers": [_modifier_object(line) for line in side.modifiers],
        "hand": list(side.hand),
        "swap": side.swap.value,
        "vp": side.vp,
        "expected_vp": float(side.expected_vp),
        "expected_losses": {
            "units": float(losses.units),
            "units_without_retreat": float(losses.units_cornered),
            "tiles": float(losses.tiles),
            "pips": float(losses.pips),
        },
    }


def _modifier_object(line: Modifier) -> dict[str, Any]:
    return {
        "source": line.source,
        "count": line.count,
        "each": line.each,
        "condition": line.condition,
    }
