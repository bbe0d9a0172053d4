"""Which hand tile to spend on which draw, as JSON and as a panel."""

from __future__ import annotations

from typing import Any

from rich.console import RenderableType
from rich.text import Text

from bloodstones.cli.terminal.tables import Table
from bloodstones.games.bloodstones.cli.odds_object import as_object as odds_object
from bloodstones.games.bloodstones.cli.odds_object import fraction
from bloodstones.games.bloodstones.cli.odds_panel import (
    PERCENT,
    STYLES,
    SWAPS,
    facts,
    percent,
    place,
    print_panel,
)
from bloodstones.games.bloodstones.odds.battle import Battle, BattleOdds
from bloodstones.games.bloodstones.odds.spending import Case, Choice, Spending
from bloodstones.games.bloodstones.rules.names import Role

MOST_TABLES = 2
SELDOM = 0.005


def as_object(advice: Spending, battle: Battle) -> dict[str, Any]:
    """Return the answer as JSON."""
    return {
        "question": "spend",
        "side": advice.role.id,
        "strategy": [line._asdict() for line in advice.words],
        "draws": [_case_object(case) for case in advice.cases],
        "battle": odds_object(battle),
    }


def _case_object(case: Case) -> dict[str, Any]:
    return {
        "seen": case.seen,
        "draws": [list(draw) for draw in case.draws],
        "sum": case.total,
        "lowest": case.lowest,
        "p": float(case.chance),
        "p_fraction": str(case.chance),
        "choices": [_choice_object(choice) for choice in case.choices],
    }


def _choice_object(choice: Choice) -> dict[str, Any]:
    return {
        "spend": choice.spent or None,
        "sum": choice.total,
        "p_win": float(choice.p),
        "p_win_fraction": fraction(choice.p),
        "worth": choice.worth,
        "share": choice.share,
    }


def show(advice: Spending, battle: Battle) -> None:
    """Print the answer."""
    odds = battle.odds

    def parts(_: str) -> list[RenderableType]:
        found: list[RenderableType] = [facts(_facts(advice, odds)), Text()]
        sights = list(dict.fromkeys(case.seen for case in advice.cases))
        if len(sights) > MOST_TABLES:
            told = f" {len(sights)} things that the enemy may show: all in --json"
            return [*found, Text(told, style="dim")]
        for seen in sights:
            if seen:
                found.append(Text(f" {seen[0].upper()}{seen[1:]}", style="bold"))
            found.append(_table([case for case in advice.cases if case.seen == seen], advice.role))
        return found

    print_panel(f"What the {advice.role.id} should spend {place(odds.terrain)}", parts)


def _facts(advice: Spending, odds: BattleOdds) -> list[tuple[str, str]]:
    attacks = advice.role is Role.ATTACKER
    mine, enemy = (odds.attacker, odds.defender) if attacks else (odds.defender, odds.attacker)
    rows = [("Hand", " ".join(map(str, mine.hand)))]
    rows += [("Advice", str(line)) for line in advice.words if line.reached]
    held = " ".join(map(str, enemy.hand)) or "none"
    rows.append(("Enemy", f"hand {held}, {SWAPS[enemy.swap]}"))
    assert odds.solution is not None
    worth = f"; a pip is worth {odds.solution.battle.pip_value:g}"
    rows.append(("Wins", f"{percent(mine.win_probability)} if played so{worth}"))
    return rows


def _table(cases: list[Case], role: Role) -> Table:
    """Return the chance to win by draw and choice; the advice is marked by its share."""
    spent = sorted({choice.spent for case in cases for choice in case.choices})
    table = Table(box=None, padding=(0, 1), show_header=True)
    table.add_column("draw", no_wrap=True)
    table.add_column("comes", justify="right", no_wrap=True)
    for pips in spent:
        table.add_column(f"spend {pips}" if pips else "keep", justify="right", no_wrap=True)
    table.add_column("do", style=STYLES[role.id])
    apart = all(len(case.draws) == 1 for case in cases)
    for case in cases:
        cells: list[Text | str] = []
        for pips in spent:
            several = [choice for choice in case.choices if choice.spent == pips]
            one = max(several, key=lambda choice: choice.p, default=None)
            style = "bold" if one is not None and one.share > SELDOM else ""
            cells.append(Text(percent(one.p), style) if one is not None else "-")
        tiles = " ".join(map(str, case.draws[0]))
        told = f"{tiles} = {case.total}" if apart else f"{case.total}, lowest {case.lowest}"
        table.add_row(told, percent(case.chance), *cells, _done(case))
    return table


def _done(case: Case) -> str:
    """Return what is done with a draw in words, in whole percent.

    >>> from fractions import Fraction
    >>> half = [Choice(pips, 9, 0.5, 0.5, 0.5) for pips in (0, 4)]
    >>> _done(Case("", ((2, 3, 4),), 9, 2, Fraction(1, 7), tuple(half)))
    'keep (50\\xa0%), spend 4 (50\\xa0%)'
    """
    words = []
    for choice in case.choices:
        share = round(choice.share * PERCENT)
        what = f"spend {choice.spent}" if choice.spent else "keep"
        if share:
            words.append(what if share == PERCENT else f"{what} ({share}\xa0%)")
    return ", ".join(words)
