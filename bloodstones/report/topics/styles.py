"""Styles of play: which strategy wins most with each role."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pandas as pd

from bloodstones.plots.matrix import draw_matrix
from bloodstones.plots.style import PAGE_WIDTH, to_svg
from bloodstones.report.blocks.rows import largest, smallest
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.language.phrases import (
    capital,
    count,
    listing,
    players_text,
    rate_text,
    the,
    tight,
    title,
)
from bloodstones.report.study.findings import StudyFindings, has_roles
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, show_percent
from bloodstones.stats.ratings.styles import ALONE, MET, SEVERAL, role_styles
from bloodstones.stats.table import Results, base_rows, level_games

LEFT, RIGHT = "left", "right"
SECTION: Final = "styles"
HEADING: Final = "Which style of play each faction suits"
LINE_HEIGHT: Final = 0.32
SPELLED: Final = {ALONE: "all_seats", MET: "met"}  # in names of pictures
NOBODY: Final = "–"
ALIKE: Final = "no faction suits any of these styles better than another for certain."
MEANS: Final = {
    ALONE: (
        "Where one strategy plays all seats, no faction is played better than another. A faction "
        "suits a style if it wins most where all play so. Styles are compared on the same line-ups."
    ),
    MET: (
        "Where all strategies meet at one table, a faction suits the one that wins most with it. "
        "A strong strategy wins more with every faction."
    ),
}


def style_blocks(table: pd.DataFrame, name: Callable[[str], str]) -> Content:
    """Return the blocks and pictures of the section.

    Parameters
    ----------
    table
        From `stats.ratings.styles.role_styles`, not empty.
    name
        Of a strategy.
    """
    blocks: list[Block] = []
    pictures: dict[str, str] = {}
    for how, lines in table.groupby("how", sort=True):
        groups = [(int(str(size)), group) for size, group in lines.groupby("players", sort=True)]
        say = _apart if how == ALONE else _best_by
        words = [f"With {count(size, 'player')}, {say(group, name)}" for size, group in groups]
        blocks += [Paragraph(MEANS[str(how)]), *(Paragraph(tight(text)) for text in words)]
        for size, group in groups:
            picture = f"styles_{SPELLED[str(how)]}_{size}_players"
            pictures[picture] = _figure(group, name)
            blocks.append(
                Picture(
                    picture,
                    f"{players_text(size).capitalize()}, {how}: win rate of each faction by "
                    "strategy, in per cent; the deeper the colour, the further from the fair "
                    "share. Bordered: it may be the style that suits the faction best.",
                    "A grid of squares, a line for each strategy and a column for each faction.",
                )
            )
        blocks.append(_table(lines, name, str(how)))
    return blocks, pictures


def disagreeing(group: pd.DataFrame) -> list[str]:
    """Return the roles for which strategies differ for certain, the largest difference first."""
    apart = group[~group["suits"].astype(bool)].groupby("faction")["behind"].max()
    return [str(role) for role in apart.sort_values(ascending=False, kind="stable").index]


def _apart(group: pd.DataFrame, name: Callable[[str], str]) -> str:
    """Say for which roles strategies differ, and for whom most."""
    roles, apart = sorted(set(group["faction"])), disagreeing(group)
    if not apart:
        return ALIKE
    rows = group[group["faction"] == apart[0]]
    best, worst = largest(rows, rows["rate"]), smallest(rows, rows["rate"])
    many = "every faction" if len(apart) == len(roles) else f"{len(apart)} of {len(roles)} factions"
    return (
        f"styles differ for {many}. They differ most for {the(apart[0])}, which "
        f"wins {rate_text(best)} by {name(str(best['strategy']))} and {rate_text(worst)} by "
        f"{name(str(worst['strategy']))}."
    )


def _best_by(group: pd.DataFrame, name: Callable[[str], str]) -> str:
    """Say which strategy wins most with each role for which they differ for certain."""
    best: dict[str, list[str]] = {}
    apart = disagreeing(group)
    if not apart:
        return ALIKE
    for role in sorted(apart):
        rows = group[group["faction"] == role]
        strategy = str(largest(rows, rows["rate"])["strategy"])
        best.setdefault(name(strategy), []).append(the(role))
    if len(best) == 1 and len(apart) == group["faction"].nunique():
        return f"{next(iter(best))} wins most with every faction."
    parts = [f"{who} with {listing(roles)}" for who, roles in best.items()]
    return f"the most wins go to {'; to '.join(parts)}."


def _figure(group: pd.DataFrame, name: Callable[[str], str]) -> str:
    order = group.groupby("strategy")["behind"].mean().sort_values(kind="stable").index
    lines: dict[object, str] = {each: name(str(each)) for each in order}
    columns: dict[object, str] = {each: title(each) for each in sorted(set(group["faction"]))}
    fair = group["fair_share"]
    squares = pd.DataFrame(
        {
            "line": group["strategy"],
            "column": group["faction"],
            "lean": ((group["rate"] - fair) / fair).clip(-1, 1),
            "text": [f"{rate * PERCENT:.0f}" for rate in group["rate"]],
            "sure": ~group["suits"].astype(bool),
        }
    )
    return to_svg(draw_matrix(squares, lines, columns, width=PAGE_WIDTH, height=LINE_HEIGHT))


def _table(table: pd.DataFrame, name: Callable[[str], str], how: str) -> Table:
    """Return for each role the styles that may be its best, and the one that suits it least."""
    places = common_decimals((table["high"] - table["low"]) / 2 * PERCENT)
    rows = []
    groups: Any = table.groupby(["players", "faction"], sort=True)
    for (players, faction), group in groups:
        ranked = group.sort_values("rate", ascending=False, kind="stable")
        best, worst = ranked.iloc[0], ranked.iloc[-1]
        suits = [name(str(each)) for each in ranked.loc[ranked["suits"].astype(bool), "strategy"]]
        cells = (suits[0], _rate(best, places), f"{best['seats']:,}", listing(suits[1:]) or NOBODY)
        least = [name(str(worst["strategy"])), _rate(worst, places), f"{worst['seats']:,}"]
        if worst["suits"]:
            least = [NOBODY for _ in least]
        key = (str(players), title(str(faction)))
        rows.append((*key, *cells, *(least if how == ALONE else ())))
    header: tuple[str, ...] = ("players", "faction", "best by", "wins, 95 %", "seats", "or by")
    align: tuple[str, ...] = (LEFT, LEFT, LEFT, RIGHT, RIGHT, LEFT)
    caption = f"{capital(how)}: which wins most with each faction, and which others may be as good"
    if how == ALONE:
        header += ("least by", "wins, 95 %", "seats")
        align += (LEFT, RIGHT, RIGHT)
        caption += ", and which wins least where it is worse for certain"
    caption += "; 95 % for all comparisons of a number of players together."
    return Table.grouped(caption, header, align, rows)


def _rate(row: Any, places: int) -> str:
    return show_percent(row["rate"], row["low"], row["high"], places)


def find(played: PlayedStudy) -> Tables:
    """Return the win rate of each role by strategy; an empty table without two to compare."""
    table = role_styles(
        played.base,
        seed=played.definition.seed,
        stopping=played.provenance.get("stopping"),
    )
    return {StudyTable.STYLES: table if table["faction"].nunique() > 1 else table.iloc[:0]}


def make(findings: StudyFindings) -> Content:
    """Write which style of play each role suits; nothing where no styles can be compared."""
    table = findings.table(StudyTable.STYLES)
    return ([], {}) if table.empty else style_blocks(table, findings.names.__getitem__)


def _several(results: Results) -> bool:
    """Whether two strategies play all seats, each on the same line-ups of several roles."""
    level = level_games(base_rows(results.rows))
    if not has_roles(results) or level["strategy"].nunique() < SEVERAL:
        return False
    return bool(role_styles(level)["faction"].nunique() > 1)


STYLES: Final = Section(SECTION, HEADING, make, find, applies=_several)
