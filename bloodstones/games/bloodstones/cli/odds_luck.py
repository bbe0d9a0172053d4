"""How lucky a fight was, as JSON and as a panel."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from bloodstones.cli.terminal.tables import Table
from bloodstones.games.bloodstones.cli.odds_object import as_object as odds_object
from bloodstones.games.bloodstones.cli.odds_panel import (
    STYLES,
    bar,
    faction_name,
    facts,
    percent,
    place,
    print_panel,
)
from bloodstones.games.bloodstones.odds.battle import Battle, BattleOdds
from bloodstones.games.bloodstones.odds.luck import Luck, Place, SideLuck
from bloodstones.games.bloodstones.rules.battle import ATTACKER_WINS, DEFENDER_WINS, FIGHT_AGAIN

CELLS = 10
OUTCOMES = {
    ATTACKER_WINS: "the attacker won",
    DEFENDER_WINS: "the defender won",
    FIGHT_AGAIN: "a tie, fought again",
}


def as_object(luck: Luck, battle: Battle) -> dict[str, Any]:
    """Return the answer as JSON."""
    return {
        "question": "luck",
        "attacker": _side_object(luck.attacker),
        "defender": _side_object(luck.defender),
        "margin": {"value": luck.margin, **_place_object(luck.margin_place)},
        "outcome": OUTCOMES[luck.outcome],
        "battle": odds_object(battle),
    }


def _side_object(side: SideLuck) -> dict[str, Any]:
    return {
        "drew": list(side.drew),
        "sum": side.total,
        "swapped": side.swapped or None,
        "strength": side.strength,
        **_place_object(side.place),
    }


def _place_object(found: Place) -> dict[str, Any]:
    return {
        "worse": float(found.worse),
        "level": float(found.level),
        "better": float(found.better),
        "percentile": float(found.percentile),
        "percentile_fraction": str(found.percentile),
    }


def show(luck: Luck, battle: Battle) -> None:
    """Print the answer."""
    odds = battle.odds

    def parts(cell: str) -> list[Table | Text]:
        before = f"before the draw the attacker won {percent(odds.p_attacker)}"
        told = f"{OUTCOMES[luck.outcome]} by strength {luck.attacker.strength} against "
        rows = [("Outcome", f"{told}{luck.defender.strength}; {before}")]
        for role, side in (("attacker", luck.attacker), ("defender", luck.defender)):
            if side.swapped:
                rows.append(("Swap", f"the {role} swapped a {side.swapped} in"))
        return [_places(luck, odds, cell), Text(), facts(rows)]

    print_panel(f"Luck of the fight {place(odds.terrain)}", parts)


def _places(luck: Luck, odds: BattleOdds, cell: str) -> Table:
    table = Table(box=None, padding=(0, 1), show_header=True)
    table.add_column("")
    for head in ("came", "worse", "level", "better", "percentile"):
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column("")
    rows = (
        ("attacker", odds.attacker.force.faction, luck.attacker),
        ("defender", odds.defender.force.faction, luck.defender),
    )
    for role, faction, side in rows:
        drew = " ".join(map(str, side.drew))
        label = Text(f"{faction_name(faction)} ({role})", STYLES[role])
        table.add_row(label, f"{drew} = {side.total}", *_cells(side.place, cell, STYLES[role]))
    style = STYLES["attacker"]
    margin = f"{luck.margin:+d}"
    table.add_row(Text("Attacker's margin", style), margin, *_cells(luck.margin_place, cell, style))
    return table


def _cells(found: Place, cell: str, style: str) -> list[Text | str]:
    shares: list[Text | str] = [percent(each) for each in found]
    shares.append(Text(percent(found.percentile), "bold"))
    return [*shares, Text(bar(found.percentile, cell, CELLS), style)]
