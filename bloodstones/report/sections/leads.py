"""The section on leads: how the lead changes hands, who wins from behind."""

from __future__ import annotations

from typing import Final

import pandas as pd

from bloodstones.core.contract.game import Role
from bloodstones.plots.shares import draw_shares
from bloodstones.plots.style import to_svg
from bloodstones.report.blocks.comebacks import comeback_blocks
from bloodstones.report.blocks.lead_cells import LEAD_HEADER, LEAD_WORDS, lead_cells, lead_places
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.language.wording import count, listing, players_text, tight, title
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, show_percent
from bloodstones.stats.leads import check_leads, comebacks, wins_from_behind
from bloodstones.stats.maps import lead_summary
from bloodstones.stats.table import Results

LEFT, RIGHT = "left", "right"
PICTURE = "wins_from_behind"


def find(findings: StudyFindings) -> Tables:
    """Return how leads change hands and who wins from behind; InputError without leads."""
    rows, seed = findings.rows, findings.definition.seed
    check_leads(rows, "section leads")
    return {
        StudyTable.LEADS: lead_summary(rows, seed=seed),
        StudyTable.BEHIND: wins_from_behind(rows, ["players", "faction"], seed=seed),
        StudyTable.COMEBACKS: comebacks(rows, ["players"], seed=seed),
    }


def make(findings: StudyFindings) -> Content:
    """Write how the lead changes hands at each player count, and which factions win from behind."""
    behind = findings.table(StudyTable.BEHIND)
    factions: dict[object, str] = {name: title(name) for name in sorted(set(behind["faction"]))}
    panels: dict[object, str] = {n: players_text(int(n)) for n in sorted(set(behind["players"]))}
    names = {"players": "panel", "faction": "row", "behind": "share"}
    ends = {"behind_low": "low", "behind_high": "high"}
    figure = draw_shares(
        behind.rename(columns={**names, **ends}),
        factions,
        panels,
        "share of its wins in which it led less than half of the turns",
    )
    blocks: list[Block] = [
        Paragraph(_intro(behind)),
        _passing_table(findings),
        Picture(
            PICTURE,
            "How often a win comes from behind, by faction and player count.",
            "Dots with whiskers: the share of each faction's wins in which it led less than half "
            "of the turns; the table below has the same numbers.",
        ),
        _behind_table(behind),
    ]
    more, pictures = comeback_blocks(findings.table(StudyTable.COMEBACKS))
    return [*blocks, *more], {PICTURE: to_svg(figure), **pictures}


def _intro(behind: pd.DataFrame) -> str:
    parts = []
    for players, group in behind.dropna().groupby("players"):
        row = group.iloc[int(group["behind"].to_numpy().argmax())]
        shown = show_percent(row["behind"], row["behind_low"], row["behind_high"])
        parts.append(
            f"with {count(int(str(players)), 'player')} the {title(row['faction'])}, "
            f"{shown[:-1]}, n = {row['wins']:,})"
        )
    return tight(
        "After each turn the seat leads that has the most victory points in sight: those scored "
        "and the captures that score at the end. A win from behind is one of a seat that led alone "
        "after less than half of the turns, so that a game in which many wins come from behind is "
        f"open for long. It is the largest share of their wins for {listing(parts)}; n counts wins."
    )


def _passing_table(findings: StudyFindings) -> Table:
    places = lead_places(findings.table(StudyTable.LEADS))
    rows = [
        (
            findings.definition.map_name(str(board)),
            str(players),
            f"{group['games'].iloc[0]:,}",
            *lead_cells(group, places),
        )
        for (board, players), group in findings.table(StudyTable.LEADS).groupby(
            ["map", "players"], sort=True
        )
    ]
    header = ("map", "players", "games", *LEAD_HEADER)
    align = (LEFT, LEFT, *(RIGHT for _ in header[2:]))
    return Table.grouped(LEAD_WORDS, header, align, rows)


def _behind_table(behind: pd.DataFrame) -> Table:
    rows = []
    led = common_decimals((behind["led_high"] - behind["led_low"]) / 2 * PERCENT)
    won = common_decimals((behind["behind_high"] - behind["behind_low"]) / 2 * PERCENT)
    for _, row in behind.iterrows():
        share = "–"
        if row["wins"]:
            share = show_percent(row["behind"], row["behind_low"], row["behind_high"], won)
        rows.append(
            (
                str(row["players"]),
                title(row["faction"]),
                f"{row['seats']:,}",
                show_percent(row["led"], row["led_low"], row["led_high"], led),
                f"{row['wins']:,}",
                share,
            )
        )
    header = ("players", "faction", "games", "turns led, 95 %", "wins", "won from behind, 95 %")
    caption = (
        "Turns that each faction led alone (bootstrap intervals), and the share of its wins that "
        "came from behind (Wilson intervals); shared wins count for each winner."
    )
    align = (LEFT, LEFT, *(RIGHT for _ in header[2:]))
    return Table.grouped(caption, header, align, rows)


def _counted(results: Results) -> bool:
    """Whether the game counts leads; InputError where a table is too old to have them."""
    if "lead_changes" not in results.columns.names(Role.COURSE):
        return False
    check_leads(results.rows, "section leads")
    return True


LEADS: Final = Section("leads", "Who leads, and who comes back", make, find, applies=_counted)
