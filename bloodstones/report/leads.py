"""The section on leads: how the lead passes, who wins from behind."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from bloodstones.plots.shares import draw_shares
from bloodstones.plots.style import to_svg
from bloodstones.report.comebacks import comeback_blocks
from bloodstones.report.findings import Findings, LeadFindings
from bloodstones.report.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.wording import count, listing, players_text, tight, title
from bloodstones.stats.comeback import comebacks
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, show_percent
from bloodstones.stats.leads import check_leads, wins_from_behind
from bloodstones.stats.map_balance import LEAD_MEASURES, lead_summary

LEFT, RIGHT = "left", "right"
PICTURE = "wins_from_behind"
NUMBERS = ("lead_changes",)  # measures of leads that are no shares
LEAD_HEADER = (
    "lead\nchanges",
    "lead never\npasses",
    "game left after\nlast change",
    "turns led by\nthe winner",
    "won from\nbehind",
)
LEAD_WORDS = (
    "How the lead passes: the most victory points in sight, alone, after a turn. From behind: "
    "the winner led less than half of the turns. Means with 95 % bootstrap intervals."
)


def find_leads(rows: pd.DataFrame, seed: int) -> LeadFindings:
    """Return what the games tell about leads; InputError if their table has no leads."""
    check_leads(rows, "section leads")
    behind = wins_from_behind(rows, ["players", "faction"], seed=seed)
    return LeadFindings(
        lead_summary(rows, seed=seed), behind, comebacks(rows, ["players"], seed=seed)
    )


def lead_places(leads: pd.DataFrame) -> Mapping[str, int]:
    """Return the decimals that all lines of each measure may show."""
    half = (leads["high"] - leads["low"]) / 2
    return {
        str(measure): common_decimals(errors * (1 if measure in NUMBERS else PERCENT))
        for measure, errors in half.groupby(leads["measure"])
    }


def lead_cells(leads: pd.DataFrame, decimals: Mapping[str, int]) -> tuple[str, ...]:
    """Return the measures of leads of one map and player count, in the order of LEAD_HEADER.

    Parameters
    ----------
    decimals
        As of `lead_places` for all lines of the table.
    """
    measures = leads.set_index("measure")
    cells = []
    for measure in LEAD_MEASURES:
        mean, low, high = (float(measures[part][measure]) for part in ("mean", "low", "high"))
        places = decimals[measure]
        ends = f"{mean:.{places}f} ({low:.{places}f}–{high:.{places}f})"
        shown = ends if measure in NUMBERS else show_percent(mean, low, high, places)
        cells.append(shown.replace(" (", "\n("))
    return tuple(cells)


def leads(findings: Findings) -> Content:
    """How the lead passes at each player count, and which factions win from behind."""
    behind = findings.leads.behind
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
    more, pictures = comeback_blocks(findings.leads.comebacks)
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


def _passing_table(findings: Findings) -> Table:
    places = lead_places(findings.leads.passing)
    rows = [
        (
            findings.definition.map_name(str(board)),
            str(players),
            f"{group['games'].iloc[0]:,}",
            *lead_cells(group, places),
        )
        for (board, players), group in findings.leads.passing.groupby(["map", "players"], sort=True)
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
