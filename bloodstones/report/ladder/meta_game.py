"""The meta-game of a ladder: which strategy beats which, overall and by faction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pandas as pd

from bloodstones.core.errors import InputError
from bloodstones.plots.matrix import MATRIX_WIDTH, draw_matrix
from bloodstones.plots.style import PAGE_WIDTH, to_svg
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.ladder.findings import META_GAME, PAIRINGS, LadderFindings, PlayedLadder
from bloodstones.report.ladder.first_page import mix_share, pairing_answer
from bloodstones.report.language.phrases import count, listing, players_text, tight, title
from bloodstones.stats.inference.intervals import normal_quantile
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, with_sign
from bloodstones.stats.ratings.faction_game import faction_game, faction_payoffs
from bloodstones.stats.ratings.meta_game import meta_game, payoff_table

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
    "win rate, so that weak strategies nobody would choose count for nothing. With more than two "
    "players the two strategies take turns round the table. Intervals draw the win rates anew "
    "within their errors."
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
                )
            )
    return Table.grouped(
        f"{heading}: points lost to the best mix and share of that mix (Nash average), "
        "with 95 % intervals; deals are those in which the strategy played the faction.",
        ("faction", "strategy", "deals", "lost to the best", "share of the mix"),
        (LEFT, LEFT, RIGHT, RIGHT, RIGHT),
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


def find(played: PlayedLadder) -> Tables:
    """Return how good each strategy is for each faction, where the report asks by faction."""
    if played.definition.pooled:
        return {}
    return {META_GAME: find_meta_game(played.chosen, played.seed)}


def make(findings: LadderFindings) -> Content:
    """Write the best mix of strategies for each faction; nothing where the report asks for all."""
    if findings.definition.pooled and not findings.table(PAIRINGS).empty:
        return [], {}
    return meta_blocks(findings.table(META_GAME), findings.name)


META_GAME_SECTION: Final = Section("meta", "Which strategy for which faction", make, find)


PAIRINGS_FULL: Final = 0.3  # 30 percentage points between two seats have the deepest colour
CONFIDENCE: Final = 0.95
PAIRINGS_METHOD: Final = (
    "Every strategy met every other at the same tables, in turns in the seats. The payoff of a "
    "pair is the win rate of a seat of the one less that of a seat of the other, in percentage "
    "points; what the seats are given falls on both alike. The Nash average is the mix of largest "
    "entropy that nobody beats on average; what a strategy loses is its payoff against that mix, "
    "so that weak strategies nobody would choose count for nothing. With more than two players "
    "the two strategies take turns round the table. Intervals draw the payoffs anew within their "
    "errors."
)


def find_pairings(rows: pd.DataFrame, seed: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return Nash averages and payoffs of games between pairs of strategies, by number of players.

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
    blocks: list[Block] = [Paragraph(_pairings_intro(table, name))]
    pictures = {}
    for players, group in table.groupby("players", sort=True):
        picture = f"pairings_{players}_players"
        ranked = group.sort_values("skill", ascending=False, kind="stable")["strategy"]
        named: dict[object, str] = {each: name(str(each)) for each in ranked}
        met = pairs[pairs["players"] == players]
        pictures[picture] = to_svg(draw_matrix(_pairing_squares(met), named, named))
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
            _pairing_table(group, name, heading),
        ]
    return [*blocks, Paragraph(PAIRINGS_METHOD)], pictures


def _pairings_intro(table: pd.DataFrame, name: Callable[[str], str]) -> str:
    answer = pairing_answer(table, name) or (
        "These games do not settle which mix nobody beats on average: the intervals of its shares "
        "are too wide."
    )
    return (
        f"Which strategy one would choose depends on which the others choose. {answer} In "
        "brackets: the 95 % interval of a share of the mix."
    )


def _pairing_squares(pairs: pd.DataFrame) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "line": pairs["strategy"],
            "column": pairs["opponent"],
            "lean": pairs["payoff"] / PAIRINGS_FULL,
            "text": [with_sign(value * PERCENT) for value in pairs["payoff"]],
            "sure": (pairs["low"] > 0) | (pairs["high"] < 0),
        }
    )


def _pairing_table(group: pd.DataFrame, name: Callable[[str], str], heading: str) -> Table:
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
            )
        )
    return Table(
        f"{heading}: points lost to the best mix and share of that mix (Nash average), "
        "with 95 % intervals; games are those with any other strategy.",
        ("strategy", "games", "lost to the best mix", "share of the mix"),
        (LEFT, RIGHT, RIGHT, RIGHT),
        tuple(rows),
    )


def find_pairing_tables(played: PlayedLadder) -> Tables:
    """Return which strategy beats which over all factions, where the report asks for it."""
    if not played.definition.pooled:
        return {}
    meta, pairs = find_pairings(played.chosen, played.seed)
    return {META_GAME: meta, PAIRINGS: pairs}


def make_pairings(findings: LadderFindings) -> Content:
    """Write which strategy beats which; nothing without such games."""
    pairs = findings.table(PAIRINGS)
    if pairs.empty:
        return [], {}
    return pairing_blocks(findings.table(META_GAME), pairs, findings.name)


PAIRINGS_SECTION: Final = Section(
    "meta", "Which strategy beats which", make_pairings, find_pairing_tables
)
