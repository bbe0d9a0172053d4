"""The odds of a battle as an answer: both sides, the chances, ties, withdrawal, swaps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from bloodstones.core.questions.answer import (
    CHANCE,
    COUNT,
    LINES,
    MEAN,
    SHARE,
    TEXT,
    Answer,
    Column,
    Data,
    Fact,
    Facts,
    Measure,
    Part,
    Table,
)
from bloodstones.games.bloodstones.odds.battle import Battle, BattleOdds
from bloodstones.games.bloodstones.odds.ends import Losses, SideLosses, expected_losses
from bloodstones.games.bloodstones.odds.hands import Swap
from bloodstones.games.bloodstones.odds.sides import Modifier, SideOdds
from bloodstones.games.bloodstones.rules.names import Faction, Role, Terrain

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.odds.swap_solution import SwapSolution


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


TONES: Final[Mapping[Role, str]] = {Role.ATTACKER: "first", Role.DEFENDER: "second"}
SWAPS: Final = {
    Swap.NEVER: "never swaps",
    Swap.GREEDY: "swaps greedily",
    Swap.EQUILIBRIUM: "swaps best",
    Swap.INFORMED: "swaps best, informed",
}
SHIELD: Final = "the defender wins: a shieldbearer defends (BS-COMBAT-29)"
FOUGHT_AGAIN: Final = "fought again with full bags (BS-COMBAT-30)"


def two_decimals(value: Fraction | float) -> str:
    """Return a mean in words.

    >>> two_decimals(Fraction(1, 3))
    '0.33'
    """
    return f"{float(value):.2f}"


def _signed(value: int) -> str:
    return f"{value:+d}"


ON_AVERAGE: Final[Measure] = MEAN.said(two_decimals)  # VP, units or tiles
SIGNED: Final[Measure] = COUNT.said(_signed)


def place(terrain: Terrain) -> str:
    """Return where a battle is, in words.

    >>> place(Terrain.SEA), place(Terrain.HILLS)
    ('at sea', 'in hills')
    """
    return "at sea" if terrain is Terrain.SEA else f"in {terrain.id}"


def faction_name(faction: Faction) -> str:
    """Return a faction's name for people.

    >>> faction_name(Faction.HILL_FOLK)
    'Hill Folk'
    """
    return faction.id.replace("_", " ").title()


def side_of(odds: BattleOdds, role: Role) -> SideOdds:
    """Return the odds of a side."""
    return odds.attacker if role is Role.ATTACKER else odds.defender


def battle_answer(battle: Battle) -> Answer:
    """Return the odds of a battle."""
    odds, losses = battle.odds, expected_losses(battle)
    chances = {"p_attacker": odds.p_attacker, "p_defender": odds.p_defender}
    parts: list[Part] = [
        Facts([Fact(key, "", p, SHARE) for key, p in chances.items()]),
        Data({f"{key}_fraction": fraction(p) for key, p in chances.items()}),
        Data(battle_data(odds, losses)),
        _sides(odds, losses),
        Facts([*_chances(odds)], bars=True),
        Facts([*_rules(odds), *_swaps(odds)]),
    ]
    return Answer(f"Battle {place(odds.terrain)}", parts)


def _sides(odds: BattleOdds, losses: Losses) -> Table:
    """Return both sides beside each other."""
    columns = [
        Column("", "Units", COUNT),
        Column("", "Combat tiles"),
        Column("", "Hand"),
        Column("", "Modifiers", LINES),
        Column("", "Total modifier", SIGNED, tone="strong"),
        Column("", "VP if it wins", COUNT),
        Column("", "VP on average", ON_AVERAGE),
        Column("", "Units lost"),
    ]
    sides = odds.attacker, odds.defender
    swapping = any(side.hand for side in sides)
    if swapping:
        columns.append(Column("", "Tiles spent", ON_AVERAGE))
    rows = []
    for side, lost in zip(sides, (losses.attacker, losses.defender), strict=True):
        row: list[Any] = [
            side.units,
            f"best {odds.tiles_counted} of {side.draws}",
            _hand(side),
            [*map(_modifier, side.modifiers)],
            side.modifier,
            side.vp,
            side.expected_vp,
            _units_lost(lost),
        ]
        rows.append([*row, lost.tiles] if swapping else row)
    heads = [f"{faction_name(side_of(odds, each).force.faction)} ({each.id})" for each in Role]
    return Table(columns, rows, heads=heads, tones=[*TONES.values()])


def _chances(odds: BattleOdds) -> Iterator[Fact]:
    for role, tone in TONES.items():
        p = side_of(odds, role).win_probability
        yield Fact("", f"{role.id.capitalize()} wins", p, CHANCE, tone)


def _rules(odds: BattleOdds) -> Iterator[Fact]:
    yield Fact("", "Ties", SHIELD if odds.defender_wins_ties else FOUGHT_AGAIN)
    verdict = "yes, to a legal area" if odds.can_withdraw else "no"
    reason = f"{verdict}: {odds.withdrawal.reason} ({odds.withdrawal.clause})"
    yield Fact("", "Withdrawal", reason)


def _swaps(odds: BattleOdds) -> Iterator[Fact]:
    """Yield how best play swaps, where swaps are solved."""
    solution = odds.solution
    if solution is None:
        return
    for role, tone in TONES.items():
        lines = [str(one) for one in solution.words(role is Role.ATTACKER) if one.reached]
        yield Fact("", f"{role.id.capitalize()} swaps", lines, LINES, tone)
    pips = " and ".join(two_decimals(p) for p in solution.outcome[1:])
    cost = f"worth of a pip {solution.battle.pip_value:g}"
    yield Fact("", "Value", f"{solution.value:.4f}; pips spent: {pips}, {cost}", TEXT)


def _units_lost(losses: SideLosses) -> str:
    return f"{two_decimals(losses.units)} ({two_decimals(losses.units_cornered)} if cornered)"


def _modifier(line: Modifier) -> str:
    source = line.source if line.count == 1 else f"{line.source}*{line.count}"
    condition = {"always": "", "sea": ""}.get(line.condition, f" ({line.condition})")
    return f"{line.total:+d} {source.replace('_', ' ')}{condition.replace('_', ' ')}"


def _hand(side: SideOdds) -> str:
    if not side.hand:
        return "none"
    tiles = " ".join(str(pips) for pips in side.hand)
    return f"{tiles}, {SWAPS[side.swap]}"
