"""When the winner of a game is known: the words, picture and table of that section."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import pandas as pd

from bloodstones.core.contract.course_moments import MOMENTS
from bloodstones.plots.shares import draw_shares
from bloodstones.plots.style import to_svg
from bloodstones.report.document.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.language.wording import (
    count,
    percent_text,
    players_text,
    tight,
)
from bloodstones.stats.course import AT_MOMENTS, LEADS, MIXED
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, show_percent

LEFT, RIGHT = "left", "right"
SECTION: Final = "decided"
HEADING: Final = "When the winner is known"
PICTURE: Final = "winner_known"
SEVERAL: Final = "several strategies"
ABSENT: Final = "–"
HALFWAY: Final = 1 / 2
FINAL, LEADER_WINS, BEHIND = AT_MOMENTS
KNOWN: Final = 0.9  # a leader who wins so often is the winner to all who watch
SHORT: Final[Mapping[float, str]] = dict(zip(MOMENTS.values(), ("¼", "½", "¾"), strict=True))
WORDS: Final[Mapping[float, str]] = dict(
    zip(MOMENTS.values(), ("a quarter", "half", "three quarters"), strict=True)
)
METHOD: Final = (
    "The lead is the most points in sight, alone, after a turn. It is final once it passes to "
    "nobody else. A winner is behind where another seat has more points at that moment."
)
CAPTION: Final = (
    "When the lead is final, by players and by the strategy at all seats, and after a quarter (¼), "
    "half (½) and three quarters (¾) of the turns: games whose lead is final, wins of a seat that "
    "leads alone, games whose winner is behind. Means with 95 % bootstrap intervals."
)


def decided_blocks(
    table: pd.DataFrame, speaking: str, name: Callable[[str], str], games: str = "games"
) -> Content:
    """Return the blocks and the picture of the section.

    Parameters
    ----------
    table
        From `stats.course.decided`.
    speaking
        The strategy whose games the words and the picture are of; `MIXED` for those in which
        several met.
    name
        Of a strategy.
    games
        Which games these are.
    """
    spoken = table[table["strategy"] == speaking]
    if spoken.empty:
        spoken = table[table["strategy"] == table["strategy"].iloc[0]]
    sizes = sorted(set(spoken["players"]))
    words = [_at_table(spoken[spoken["players"] == size], int(size)) for size in sizes]
    blocks: list[Block] = [
        Paragraph(f"{METHOD} What follows is of {games.removesuffix(',')}."),
        *(Paragraph(text) for text in words),
        Picture(
            PICTURE,
            "How often the lead is final, and how often who leads alone wins, after a quarter, "
            "half and three quarters of the turns.",
            "Dots with whiskers: shares of games by moment; the table below has the same numbers.",
        ),
        _table(table, name),
    ]
    return blocks, {PICTURE: _figure(spoken, sizes)}


def _value(table: pd.DataFrame, measure: str, moment: float | None = None) -> Any:
    """Return the line of a measure; None where the results do not have it."""
    rows = table[table["measure"] == measure]
    if moment is not None:
        rows = rows[rows["moment"] == moment]
    return rows.iloc[0] if len(rows) else None


def _shown(row: Any, places: int | None = None) -> str:
    return show_percent(row["mean"], row["low"], row["high"], places)


def _at_table(table: pd.DataFrame, players: int) -> str:
    """Say when the winner is known with one number of players."""
    changes, never, after = (_value(table, name) for name in LEADS)
    size = count(players, "player")
    text = (
        f"With {size}, the lead changes {changes['mean']:.1f} times a game "
        f"(n = {changes['games']:,}), in {percent_text(never['mean'])} of the games never. "
        f"On average it is final after {percent_text(after['mean'])} of the turns."
    )
    leads = {moment: _value(table, LEADER_WINS, moment) for moment in MOMENTS.values()}
    held = {moment: row for moment, row in leads.items() if row is not None}
    if not held:
        return tight(text)
    known = [moment for moment, row in held.items() if row["mean"] >= KNOWN]
    for moment, row in held.items():
        text += f" A seat that leads alone after {WORDS[moment]} of the turns wins {_shown(row)}."
    if known:
        text += f" The winner is all but known after {WORDS[known[0]]} of the turns."
    behind = _value(table, BEHIND, HALFWAY)
    if behind is not None:
        text += f" The winner is behind halfway in {_shown(behind)} of the games."
    return tight(text)


def _figure(spoken: pd.DataFrame, sizes: list[Any]) -> str:
    lines = spoken[spoken["measure"].isin([FINAL, LEADER_WINS])]
    shares = lines.assign(
        row=lines["measure"] + lines["moment"].astype(str),
        panel=lines["players"],
        share=lines["mean"],
    )
    what = {FINAL: "lead is final", LEADER_WINS: "who leads wins"}
    labels: dict[object, str] = {
        f"{measure}{moment}": f"{words}, {short}"
        for measure, words in what.items()
        for moment, short in SHORT.items()
        if ((lines["measure"] == measure) & (lines["moment"] == moment)).any()
    }
    panels: dict[object, str] = {size: players_text(int(size)) for size in sizes}
    return to_svg(draw_shares(shares, labels, panels, "share of the games"))


def _table(table: pd.DataFrame, name: Callable[[str], str]) -> Table:
    shares = table[table["measure"] != LEADS[0]]
    places = common_decimals((shares["high"] - shares["low"]) / 2 * PERCENT)
    timed = [measure for measure in AT_MOMENTS if (table["measure"] == measure).any()]
    rows = []
    groups: Any = table.groupby(["players", "strategy"], sort=True)
    for (players, strategy), group in groups:
        changes = _value(group, LEADS[0])
        who = SEVERAL if strategy == MIXED else name(str(strategy))
        first = (str(players), who, f"{changes['games']:,}", f"{changes['mean']:.1f}")
        cells = [_percents([_value(group, measure)], places) for measure in LEADS[1:]]
        for measure in timed:
            at_moments = [_value(group, measure, moment) for moment in MOMENTS.values()]
            cells.append(_percents(at_moments, places))
        rows.append((*first, *cells))
    heads = {
        FINAL: "lead final\n¼, ½, ¾",
        LEADER_WINS: "leader wins\n¼, ½, ¾",
        BEHIND: "winner behind\n¼, ½, ¾",
    }
    header = (
        *("players", "strategy", "games", "lead\nchanges", "never\npasses", "final\nafter"),
        *(heads[measure] for measure in timed),
    )
    align = (LEFT, LEFT, *(RIGHT for _ in header[2:]))
    return Table.grouped(CAPTION, header, align, rows)


def _percents(lines: list[Any], places: int) -> str:
    """Return means in per cent; one alone with its interval."""
    if len(lines) == 1:
        return _shown(lines[0], places).replace(" (", "\n(")
    cells = [ABSENT if row is None else f"{row['mean'] * PERCENT:.{places}f}" for row in lines]
    return tight(f"{', '.join(cells)} %")
