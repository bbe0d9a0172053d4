"""What one change would make of the odds, as JSON and as a panel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from bloodstones.cli.terminal.tables import Table
from bloodstones.games.bloodstones.cli.odds_object import as_object as odds_object
from bloodstones.games.bloodstones.cli.odds_object import fraction
from bloodstones.games.bloodstones.cli.odds_panel import (
    PERCENT,
    STYLES,
    bar,
    faction_name,
    percent,
    place,
    print_panel,
)
from bloodstones.games.bloodstones.odds.battle import Battle, BattleOdds
from bloodstones.games.bloodstones.odds.what_if import Change
from bloodstones.games.bloodstones.rules.names import Role

CELLS = 8


def as_object(changes: Sequence[Change], battle: Battle, role: Role) -> dict[str, Any]:
    """Return the answer as JSON."""
    return {
        "question": "what_if",
        "side": role.id,
        "changes": [
            {
                "change": change.label,
                "p": float(change.p),
                "p_fraction": fraction(change.p),
                "shift": float(change.shift),
                "expected_vp": None if change.odds is None else _vp(change.odds, role),
                "can_withdraw": None if change.odds is None else change.odds.can_withdraw,
            }
            for change in changes
        ],
        "battle": odds_object(battle),
    }


def _vp(odds: BattleOdds, role: Role) -> float:
    side = odds.attacker if role is Role.ATTACKER else odds.defender
    return float(side.expected_vp)


def show(changes: Sequence[Change], battle: Battle, role: Role) -> None:
    """Print the answer."""
    odds = battle.odds
    side = odds.attacker if role is Role.ATTACKER else odds.defender

    def parts(cell: str) -> list[RenderableType]:
        table = Table(box=None, padding=(0, 1), show_header=True)
        table.add_column("change", no_wrap=True)
        for head in ("wins", "shift", "VP"):
            table.add_column(head, justify="right", no_wrap=True)
        table.add_column("withdrawal", no_wrap=True)
        table.add_column("")
        p = side.win_probability
        now = [percent(p), "", f"{float(side.expected_vp):.2f}", _withdraws(odds)]
        table.add_row(Text("as it is", "bold"), *now, Text(bar(p, cell, CELLS), STYLES[role.id]))
        for change in changes:
            table.add_row(*_row(change, odds, role), Text(bar(change.p, cell, CELLS), "dim"))
        return [table]

    name = faction_name(side.force.faction)
    print_panel(f"What if: {name} ({role.id}) {place(odds.terrain)}", parts)


def _row(change: Change, odds: BattleOdds, role: Role) -> list[str]:
    """Return the cells of a change; the withdrawal only where it differs from now."""
    vp = withdrawal = ""
    if change.odds is not None:
        vp = f"{_vp(change.odds, role):.2f}"
        if change.odds.can_withdraw is not odds.can_withdraw:
            withdrawal = _withdraws(change.odds)
    shift = f"{float(PERCENT * change.shift):+.1f}" if change.shift else "0.0"
    return [change.label, percent(change.p), shift, vp, withdrawal]


def _withdraws(odds: BattleOdds) -> str:
    return "yes" if odds.can_withdraw else "no"
