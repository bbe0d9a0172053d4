"""The odds of a battle as a panel of at most 80 columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from bloodstones.cli.terminal.tables import Bar, Table
from bloodstones.games.bloodstones.odds.battle import Battle, BattleOdds
from bloodstones.games.bloodstones.odds.ends import Losses, SideLosses, expected_losses
from bloodstones.games.bloodstones.odds.hands import Swap
from bloodstones.games.bloodstones.odds.sides import Modifier, SideOdds
from bloodstones.games.bloodstones.rules.names import Faction, Terrain

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.odds.swaps.solution import SwapSolution

WIDTH = 80
BAR_CELLS = 30
LONG_FRACTION = 17
PERCENT = 100
SWAPS = {
    Swap.NEVER: "never swaps",
    Swap.GREEDY: "swaps greedily",
    Swap.EQUILIBRIUM: "swaps best",
    Swap.INFORMED: "swaps best, informed",
}
STYLES = {"attacker": "bold yellow", "defender": "bold cyan"}


def show(battle: Battle) -> None:
    """Print the odds on standard output: in colour on a terminal, else as plain text."""
    odds, losses = battle.odds, expected_losses(battle)
    print_panel(
        f"Battle {place(odds.terrain)}",
        lambda _: [_sides(odds, losses), Text(), _chances(odds), Text(), _notes(odds)],
    )


def print_panel(title: str, parts: Callable[[str], Sequence[RenderableType]]) -> None:
    """Print a panel of at most 80 columns.

    Parameters
    ----------
    title
        Its title.
    parts
        The character that bars are made of -> what is in the panel, from top to bottom.
    """
    console = Console(highlight=False)
    inside = Group(*parts("#" if console.options.ascii_only else "█"))
    framed = Panel(inside, title=f"[bold]{title}[/bold]", padding=(0, 1))
    console.print(framed, width=min(console.width, WIDTH))


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


def bar(p: Fraction | float, cell: str, cells: int = BAR_CELLS) -> str:
    """Return a chance as a bar; any chance above 0 shows.

    >>> bar(Fraction(1, 2), "#", 6), bar(0, "#"), bar(Fraction(1, 1000), "#")
    ('###', '', '#')
    """
    return cell * max(round(p * cells), 1 if p else 0)


def facts(rows: Sequence[tuple[str, str]]) -> Table:
    """Return labelled lines."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    for label, text in rows:
        table.add_row(f" {label}", text)
    return table


def _sides(odds: BattleOdds, losses: Losses) -> Table:
    table = Table(box=None, expand=True, padding=(0, 1), show_header=True)
    table.add_column("", style="dim", no_wrap=True)
    for role, side in (("attacker", odds.attacker), ("defender", odds.defender)):
        name = faction_name(side.force.faction)
        table.add_column(f"{name} ({role})", header_style=STYLES[role], ratio=1)
    sides = odds.attacker, odds.defender
    table.add_row("Units", *(str(side.units) for side in sides))
    table.add_row("Combat tiles", *(f"best {odds.tiles_counted} of {side.draws}" for side in sides))
    table.add_row("Hand", *(_hand_text(side) for side in sides))
    table.add_row("Modifiers", *(_modifier_lines(side.modifiers) for side in sides))
    table.add_row("Together", *(Text(f"{side.modifier:+d}", style="bold") for side in sides))
    table.add_row("VP if it wins", *(str(side.vp) for side in sides))
    table.add_row("VP on average", *(f"{float(side.expected_vp):.2f}" for side in sides))
    lost = losses.attacker, losses.defender
    table.add_row("Units lost", *(_units_lost(each) for each in lost))
    if any(side.hand for side in sides):
        table.add_row("Tiles spent", *(f"{float(each.tiles):.2f}" for each in lost))
    return table


def _chances(odds: BattleOdds) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="left")
    table.add_column(justify="right")
    table.add_column(justify="right")
    table.add_column()
    for role, side in (("attacker", odds.attacker), ("defender", odds.defender)):
        p = side.win_probability
        label = Text(f" {role.capitalize()} wins", style=STYLES[role])
        drawn = Bar(float(p), BAR_CELLS, STYLES[role])
        table.add_row(label, Text(percent(p), style="bold"), _short(p), drawn)
    return table


def _notes(odds: BattleOdds) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    shield = "the defender wins: a shieldbearer defends (BS-COMBAT-29)"
    ties = shield if odds.defender_wins_ties else "fought again with full bags (BS-COMBAT-30)"
    table.add_row(" Ties", ties)
    verdict = "yes, to a legal area" if odds.can_withdraw else "no"
    reason = f"{verdict}: {odds.withdrawal.reason} ({odds.withdrawal.clause})"
    table.add_row(" Withdrawal", reason)
    if odds.solution:
        _add_swaps(table, odds.solution)
    return table


def _add_swaps(table: Table, solution: SwapSolution) -> None:
    for role in STYLES:
        lines = [str(one) for one in solution.words(role == "attacker") if one.reached]
        label = Text(f" {role.capitalize()} swaps", style=STYLES[role])
        table.add_row(label, Text("\n".join(lines)))
    pips = " and ".join(f"{float(p):.2f}" for p in solution.outcome[1:])
    cost = f"a pip worth {solution.battle.pip_value:g}"
    table.add_row(" Value", f"{solution.value:.4f}; pips spent: {pips}, {cost}")


def percent(p: Fraction | float) -> str:
    """Return a chance in percent; only certainty is 100 % and only the impossible 0 %.

    >>> percent(Fraction(219, 245)), percent(Fraction(1)), percent(Fraction(99999, 100000))
    ('89.4 %', '100 %', '>99.9 %')
    """
    if p in (0, 1):
        return f"{PERCENT * int(p)} %"
    text = f"{float(p):.1%}".replace("%", " %")
    return {"100.0 %": ">99.9 %", "0.0 %": "<0.1 %"}.get(text, text)


def _units_lost(losses: SideLosses) -> str:
    return f"{float(losses.units):.2f} ({float(losses.units_cornered):.2f} if cornered)"


def _short(p: Fraction | float) -> str:
    return str(p) if isinstance(p, Fraction) and len(str(p)) <= LONG_FRACTION else ""


def _modifier_lines(lines: tuple[Modifier, ...]) -> Text:
    return Text("\n").join(_modifier_text(line) for line in lines)


def _modifier_text(line: Modifier) -> Text:
    source = line.source if line.count == 1 else f"{line.source}*{line.count}"
    condition = {"always": "", "sea": ""}.get(line.condition, f" ({line.condition})")
    text = f"{line.total:+d} {source.replace('_', ' ')}{condition.replace('_', ' ')}"
    return Text(text, style="" if line.total else "dim")


def _hand_text(side: SideOdds) -> str:
    if not side.hand:
        return "none"
    tiles = " ".join(str(pips) for pips in side.hand)
    return f"{tiles}, {SWAPS[side.swap]}"
