"""The section on the meta-game: the equilibrium mix of strategies for each faction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pandas as pd

from bloodstones.core.errors import InputError
from bloodstones.plots.matrix import draw_matrix
from bloodstones.plots.style import PAGE_WIDTH, to_svg
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.ladder.findings import META_GAME, PAIRINGS, LadderFindings
from bloodstones.report.ladder.first_page import mix_share
from bloodstones.report.language.wording import count, listing, players_text, tight, title
from bloodstones.stats.inference.rounding import PERCENT, common_decimals
from bloodstones.stats.ratings.faction_game import faction_game, faction_payoffs

LEFT, RIGHT = "left", "right"
FULL = 0.25  # a loss of 25 percentage points has the deepest colour
LINE_HEIGHT = 0.32
SLACK = 1e-9  # of an equilibrium: a strategy in it loses nothing
METHOD = (
    "Every strategy met every other and itself at the same tables, in turns in the seats. For each "
    "faction its win rate under one strategy against another is a payoff, and choosing a strategy "
    "is a game: the faction's player against a field that chooses one too. The Nash average is the "
    "mix of largest entropy that loses least to any field; what a strategy loses is its distance "
    "from the best against the field of that equilibrium, in percentage points of the faction's "
    "win rate, so that weak strategies nobody would choose count for nothing. Alpha-rank is the "
    "share of time in which a population that learns in both roles plays the strategy; it differs "
    "from the mix where strategies beat each other in a circle. With more than two players the "
    "two strategies take turns round the table. Intervals draw the win rates anew within their "
    "errors."
)


def meta_blocks(
    table: pd.DataFrame, name: Callable[[str], str]
) -> tuple[list[Block], dict[str, str]]:
    """Return the blocks and pictures of the section; nothing without games.

    Parameters
    ----------
    table
        Columns of `stats.ratings.faction_game.faction_game` after `players` and `faction`.
    name
        Of a strategy.
    """
    if table.empty:
        return [], {}
    blocks: list[Block] = [Paragraph(_intro(table, name))]
    pictures = {}
    for players, group in table.groupby("players", sort=True):
        picture = f"meta_game_{players}_players"
        ranked = group.groupby("strategy")["loss"].mean().sort_values(kind="stable")
        strategies: dict[object, str] = {each: name(str(each)) for each in ranked.index}
        factions: dict[object, str] = {each: title(each) for each in sorted(set(group["faction"]))}
        pictures[picture] = to_svg(
            draw_matrix(_squares(group), strategies, factions, width=PAGE_WIDTH, height=LINE_HEIGHT)
        )
        heading = players_text(int(str(players))).capitalize()
        blocks += [
            Picture(
                picture,
                f"{heading}: percentage points that each strategy loses to the best mix for the "
                "faction. Bordered: it may be as good as the best.",
                "A grid of squares, one for each strategy and faction, with the loss in figures; "
                "the table below has the same numbers.",
            ),
            _table(group, name, heading),
        ]
    return [*blocks, Paragraph(METHOD)], pictures


def _intro(table: pd.DataFrame, name: Callable[[str], str]) -> str:
    parts = []
    for (players, faction), group in table.groupby(["players", "faction"], sort=True):
        best = group[group["nash"] == group["nash"].max()].iloc[0]
        shown = mix_share(best, "nash")
        who = name(best["strategy"])
        parts.append(
            f"{title(str(faction))} with {count(int(str(players)), 'player')} by {who} ({shown})"
        )
    return tight(
        "A strategy that is good for one faction need not be good for another. The largest part of "
        f"the best mix of strategies has, of {listing(parts)}: the share of the mix, with its "
        "95 % interval. Factions that some pair of strategies hardly played are left out."
    )


def _places(group: pd.DataFrame) -> int:
    """Return the decimals that all losses of a group may show, in percentage points."""
    return common_decimals((group["loss_high"] - group["loss_low"]) / 2 * PERCENT)


def _squares(group: pd.DataFrame) -> pd.DataFrame:
    places = _places(group)
    return pd.DataFrame(
        {
            "line": group["strategy"],
            "column": group["faction"],
            "lean": -group["loss"] / FULL,
            "text": [f"{loss * PERCENT:.{places}f}" for loss in group["loss"]],
            "sure": group["loss_low"] > SLACK,
        }
    )


def _table(group: pd.DataFrame, name: Callable[[str], str], heading: str) -> Table:
    rows = []
    places = _places(group)
    for faction, lines in group.groupby("faction", sort=True):
        ranked = lines.sort_values("loss", kind="stable")
        for _, row in ranked.iterrows():
            names = ("loss", "loss_low", "loss_high")
            loss, *ends = (f"{row[name_] * PERCENT:.{places}f}" for name_ in names)
            rows.append(
                (
                    title(str(faction)),
                    name(row["strategy"]),
                    f"{row['lucks']:,}",
                    f"{loss} ({'–'.join(ends)})",
                    mix_share(row, "nash"),
                    mix_share(row, "alpha_rank"),
                )
            )
    return Table.grouped(
        f"{heading}: points lost to the best mix, share of that mix (Nash average) and alpha-rank, "
        "with 95 % intervals; deals are those in which the strategy played the faction.",
        ("faction", "strategy", "deals", "lost to the best", "share of the mix", "alpha-rank"),
        (LEFT, LEFT, RIGHT, RIGHT, RIGHT, RIGHT),
        rows,
    )


def find_meta_game(rows: pd.DataFrame, seed: int) -> pd.DataFrame:
    """Return how good each strategy is for each faction, by players.

    A faction that some strategy hardly played against some other is left out.
    """
    tables = []
    for players, group in rows.groupby("players", sort=True):
        for faction in sorted(group["faction"].unique()):
            try:
                payoffs = faction_payoffs(group, faction)
            except InputError:
                continue
            mix = faction_game(payoffs, seed=seed)
            mix.insert(0, "faction", faction)
            mix.insert(0, "players", players)
            tables.append(mix)
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame()


def find(findings: LadderFindings) -> Tables:
    """Return how good each strategy is for each faction, where the report asks by faction."""
    if findings.definition.pooled:
        return {}
    return {META_GAME: find_meta_game(findings.chosen, findings.seed)}


def make(findings: LadderFindings) -> Content:
    """Write the best mix of strategies for each faction; nothing where the report asks for all."""
    if findings.definition.pooled and not findings.table(PAIRINGS).empty:
        return [], {}
    return meta_blocks(findings.table(META_GAME), findings.name)


META_GAME_SECTION: Final = Section("meta", "Which strategy for which faction", make, find)
