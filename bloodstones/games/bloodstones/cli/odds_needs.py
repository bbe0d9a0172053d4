"""The smallest force that wins often enough, as JSON and as a panel."""

from __future__ import annotations

from typing import Any

from rich.console import RenderableType
from rich.text import Text

from bloodstones.cli.terminal.tables import Table
from bloodstones.games.bloodstones.cli.odds_object import fraction
from bloodstones.games.bloodstones.cli.odds_panel import (
    STYLES,
    bar,
    faction_name,
    facts,
    percent,
    place,
    print_panel,
)
from bloodstones.games.bloodstones.odds.battle import Battle
from bloodstones.games.bloodstones.odds.needs import Choice, Counts, Needs, Supply, Tried
from bloodstones.games.bloodstones.rules.names import Role

MEASURE = "the sum of build costs, then the number of units added"
CELLS = 16
MOST_SHOWN = 5
INDENT = (0, 0, 0, 3)


def as_object(needs: Needs, supply: Supply, battle: Battle, role: Role) -> dict[str, Any]:
    """Return the answer as JSON."""
    return {
        "question": "needs",
        "side": role.id,
        "faction": supply.faction.id,
        "enemy": str(battle.force(Role(1 - role))),
        "terrain": battle.terrain.id,
        "measure": MEASURE,
        "choices": needs.choices,
        "needs": [
            {
                "wanted": float(need.wanted),
                "smallest": [_tried_object(one, role) for one in need.smallest],
            }
            for need in needs.answers
        ],
        "likeliest": None if needs.likeliest is None else _tried_object(needs.likeliest, role),
    }


def _tried_object(one: Tried, role: Role) -> dict[str, Any]:
    side = one.odds.attacker if role is Role.ATTACKER else one.odds.defender
    return {
        "force": {unit.id: count for unit, count in side.force.counts.items()},
        "nearby": {unit.id: count for unit, count in one.choice.nearby.items()},
        "built": {unit.id: count for unit, count in one.choice.built.items()},
        "cost": one.choice.cost,
        "units": one.choice.units,
        "discarded": list(one.choice.discarded),
        "hand": list(side.hand),
        "p": float(one.p),
        "p_fraction": fraction(one.p),
        "can_withdraw": one.odds.can_withdraw,
    }


def show(needs: Needs, supply: Supply, role: Role) -> None:
    """Print the answer."""
    terrain = (needs.likeliest or needs.answers[0].smallest[0]).odds.terrain

    def parts(cell: str) -> list[RenderableType]:
        rows = [("Small", MEASURE), ("Tried", f"out of {needs.choices:,} ways")]
        if supply.present:
            rows.insert(0, ("Present", _units(supply.present)))
        found: list[RenderableType] = [facts(rows)]
        for need in needs.answers:
            found += [Text(), Text(f" To win {percent(need.wanted)}", style="bold")]
            if need.smallest:
                found.append(_table(need.smallest[:MOST_SHOWN], role, cell))
            else:
                found.append(Text("   no choice wins so often"))
            hidden = len(need.smallest) - MOST_SHOWN
            if hidden > 0:
                found.append(Text(f"   and {hidden} more as small (--json)", style="dim"))
        if needs.likeliest is not None:
            found += [Text(), Text(" The likeliest of all", style="bold")]
            found.append(_table((needs.likeliest,), role, cell))
        return found

    print_panel(f"The smallest force: {faction_name(supply.faction)} {place(terrain)}", parts)


def _table(tried: tuple[Tried, ...], role: Role, cell: str) -> Table:
    table = Table(box=None, padding=INDENT, show_header=False)
    table.add_column()
    for _ in range(2):
        table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    for one in tried:
        table.add_row(
            _words(one.choice),
            f"cost {one.choice.cost}",
            Text(percent(one.p), "bold"),
            Text(bar(one.p, cell, CELLS), STYLES[role.id]),
        )
    return table


def _words(choice: Choice) -> str:
    """Return what is added, in words."""
    parts = []
    if choice.nearby:
        parts.append(_units(choice.nearby))
    if choice.built:
        parts.append(f"build {_units(choice.built)}")
    if choice.discarded:
        parts.append(f"discard {' '.join(map(str, choice.discarded))}")
    if choice.hand:
        parts.append(f"keep {' '.join(map(str, choice.hand))}")
    return "; ".join(parts) if choice.units else "; ".join(["nothing more", *parts])


def _units(counts: Counts) -> str:
    items = (unit.id + (f"*{n}" if n > 1 else "") for unit, n in counts.items())
    return ", ".join(items).replace("_", " ")
