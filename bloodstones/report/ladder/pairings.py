"""The section on which strategy beats which over all factions: Nash average and alpha-rank."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pandas as pd

from bloodstones.plots.matrix import MATRIX_WIDTH, draw_matrix
from bloodstones.plots.style import to_svg
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.ladder.findings import META_GAME, PAIRINGS, LadderFindings
from bloodstones.report.ladder.first_page import mix_share, pairing_answer
from bloodstones.report.language.wording import players_text
from bloodstones.stats.inference.intervals import normal_quantile
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, with_sign
from bloodstones.stats.ratings.meta_game import meta_game, payoff_table

LEFT, RIGHT = "left", "right"
FULL: Final = 0.3  # 30 percentage points between two seats have the deepest colour
CONFIDENCE: Final = 0.95
METHOD: Final = (
    "Every strategy met every other at the same tables, in turns in the seats. The payoff of a "
    "pair is the win rate of a seat of the one less that of a seat of the other, in percentage "
    "points; what the seats are given falls on both alike. The Nash average is the mix of largest "
    "entropy that nobody beats on average; what a strategy loses is its payoff against that mix, "
    "so that weak strategies nobody would choose count for nothing. Alpha-rank is the share of "
    "time in which a population that learns plays the strategy; it differs from the mix where "
    "strategies beat each other in a circle. With more than two players the two strategies take "
    "turns round the table. Intervals draw the payoffs anew within their errors."
)


def find_pairings(rows: pd.DataFrame, seed: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return Nash averages and payoffs of games in which strategies meet in pairs, by players.

    Returns
    -------
    tuple of DataFrame
        `players` with the columns of `stats.ratings.meta_game.meta_game`; and `players`,
        `strategy`, `opponent`, `games`, `payoff`, `low`, `high` (95 %, normal, of independent
        lucks).

    Raises
    ------
    InputError
        If some pair hardly met.
    """
    tables, lines = [], []
    half = normal_quantile(CONFIDENCE)
    for players, group in rows.groupby("players", sort=True):
        payoffs = payoff_table(group)
        mix = meta_game(payoffs, seed=seed)
        mix.insert(0, "players", players)
        tables.append(mix)
        for i, strategy in enumerate(payoffs.strategies):
            for j, other in enumerate(payoffs.strategies):
                if i != j:
                    mean, error = float(payoffs.mean[i, j]), half * float(payoffs.error[i, j])
                    games = int(payoffs.games[i, j])
                    lines.append(
                        (players, strategy, other, games, mean, mean - error, mean + error)
                    )
    names = ["players", "strategy", "opponent", "games", "payoff", "low", "high"]
    every = pd.concat(tables, ignore_index=True) if tables else pd.DataFrame()
    return every, pd.DataFrame(lines, columns=names)


def pairing_blocks(
    table: pd.DataFrame, pairs: pd.DataFrame, name: Callable[[str], str]
) -> tuple[list[Block], dict[str, str]]:
    """Return the blocks and pictures of the section.

    Parameters
    ----------
    table, pairs
        From `find_pairings`.
    name
        Of a strategy.
    """
    blocks: list[Block] = [Paragraph(_intro(table, name))]
    pictures = {}
    for players, group in table.groupby("players", sort=True):
        picture = f"pairings_{players}_players"
        ranked = group.sort_values("skill", ascending=False, kind="stable")["strategy"]
        named: dict[object, str] = {each: name(str(each)) for each in ranked}
        met = pairs[pairs["players"] == players]
        pictures[picture] = to_svg(draw_matrix(_squares(met), named, named))
        heading = players_text(int(str(players))).capitalize()
        games = f"{met['games'].min():,}" if len(met) else "0"
        blocks += [
            Picture(
                picture,
                f"{heading}: win rate of a seat of the strategy of the line less that of one of "
                f"the column, in percentage points; at least {games} games a pair. Bordered: not "
                "told apart from even.",
                "A grid of squares, one for each pair of strategies, with the difference in "
                "figures.",
                MATRIX_WIDTH,
            ),
            _table(group, name, heading),
        ]
    return [*blocks, Paragraph(METHOD)], pictures


def _intro(table: pd.DataFrame, name: Callable[[str], str]) -> str:
    answer = pairing_answer(table, name) or (
        "These games do not settle which mix nobody beats on average: the intervals of its shares "
        "are too wide."
    )
    return (
        f"Which strategy one would choose depends on which the others choose. {answer} In "
        "brackets: the 95 % interval of a share of the mix."
    )


def _squares(pairs: pd.DataFrame) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "line": pairs["strategy"],
            "column": pairs["opponent"],
            "lean": pairs["payoff"] / FULL,
            "text": [with_sign(value * PERCENT) for value in pairs["payoff"]],
            "sure": (pairs["low"] > 0) | (pairs["high"] < 0),
        }
    )


def _table(group: pd.DataFrame, name: Callable[[str], str], heading: str) -> Table:
    rows = []
    places = common_decimals((group["skill_high"] - group["skill_low"]) / 2 * PERCENT)
    for _, row in group.sort_values("skill", ascending=False, kind="stable").iterrows():
        shown = [
            f"{-row[each] * PERCENT:.{places}f}" for each in ("skill", "skill_high", "skill_low")
        ]
        rows.append(
            (
                name(row["strategy"]),
                f"{row['games']:,}",
                f"{shown[0]} ({shown[1]}–{shown[2]})".replace("-0", "0"),
                mix_share(row, "nash"),
                mix_share(row, "alpha_rank"),
            )
        )
    return Table(
        f"{heading}: points lost to the best mix, share of that mix (Nash average) and alpha-rank, "
        "with 95 % intervals; games are those with any other strategy.",
        ("strategy", "games", "lost to the best mix", "share of the mix", "alpha-rank"),
        (LEFT, RIGHT, RIGHT, RIGHT, RIGHT),
        tuple(rows),
    )


def find(findings: LadderFindings) -> Tables:
    """Return which strategy beats which over all factions, where the report asks for it."""
    if not findings.definition.pooled:
        return {}
    meta, pairs = find_pairings(findings.chosen, findings.seed)
    return {META_GAME: meta, PAIRINGS: pairs}


def make(findings: LadderFindings) -> Content:
    """Write which strategy beats which; nothing without such games."""
    pairs = findings.table(PAIRINGS)
    if pairs.empty:
        return [], {}
    return pairing_blocks(findings.table(META_GAME), pairs, findings.name)


PAIRINGS_SECTION: Final = Section("meta", "Which strategy beats which", make, find)
