"""Win rates of a balance study: before and after, by level, retuned, as searched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pandas as pd

from bloodstones.batch.balance.finished import text_of
from bloodstones.core.files.parsing import toml_of
from bloodstones.plots.before_after import draw_before_after
from bloodstones.plots.style import to_svg
from bloodstones.report.balance.findings import (
    DISTANCES_BY_LEVEL,
    RATES,
    RATES_BY_LEVEL,
    RETUNED,
    TRIED,
    Answer,
    BalanceFindings,
    PlayedBalance,
    distance_of,
    distance_of_rates,
    heading,
)
from bloodstones.report.balance.wording import answer_text, change_words, distance_text
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.language.phrases import capital, percent_text, players_text, title
from bloodstones.stats.balance import win_rates
from bloodstones.stats.inference.intervals import wilson_interval
from bloodstones.stats.inference.rounding import PERCENT, decimals_for
from bloodstones.stats.verdicts import Verdict

LEFT, RIGHT = "left", "right"
OUTSIDE: Final = "\u2009°"


def rate_table(findings: BalanceFindings, table: pd.DataFrame, caption: str) -> Table:
    """Return win rates with a column for each answer."""
    cells = {(row["arm"], row["players"], row["faction"]): row for _, row in table.iterrows()}
    places = max(decimals_for(half) for half in (table["high"] - table["low"]) / 2 * PERCENT)
    rows = []
    for size in sorted(table["players"].unique()):
        for faction in dict.fromkeys(table.loc[table["players"] == size, "faction"]):
            row_cells = [cells[answer.arm, size, faction] for answer in findings.answers]
            rows.append(
                (
                    f"{size} (fair {percent_text(1 / size)})",
                    title(str(faction)),
                    *(_rate(row, places) for row in row_cells),
                    f"{row_cells[0]['seats']:,}",
                )
            )
    header = (
        "players",
        "faction",
        *(heading(answer) for answer in findings.answers),
        "n",
    )
    align = (LEFT, LEFT, *(RIGHT for _ in header[2:]))
    return Table.grouped(caption, header, align, rows)


def _rate(row: Any, places: int) -> str:
    half = float(row["high"] - row["low"]) / 2 * PERCENT
    mark = OUTSIDE if row["verdict"] == Verdict.UNFAIR.value else ""
    return f"{row['rate'] * PERCENT:.{places}f} ± {half:.{places}f} %{mark}"


CHART: Final = "before_after"
CAPTION: Final = (
    "win rates of the factions as printed and under {}, over all levels of play, with 95 % "
    "intervals. Line: fair share. Shaded: within a fifth of it."
)
ALT: Final = "Dots with whiskers: win rates before and after, beside the fair share."
RECOMMENDED: Final = "the answer that is recommended"


def find(played: PlayedBalance) -> Tables:
    """Return the win rates by arm, players and faction, over all levels of play."""
    return {RATES: win_rates(played.rows, ["arm", "players", "faction"])}


def make(findings: BalanceFindings) -> Content:
    """Write the win rates of every faction over all levels of play."""
    caption = (
        "Win rates over all levels of play, with half of the 95 % interval (games are resampled, "
        f"so that levels that share their luck count once). {OUTSIDE.strip()}: the whole interval "
        "is more than a fifth of the fair share away from it."
    )
    blocks: list[Block] = [
        Paragraph(
            "All answers are played by the same line-ups with the same luck as the rules as "
            "printed, in games that no setting was chosen by."
        ),
        rate_table(findings, findings.table(RATES), caption),
        Picture(CHART, capital(CAPTION.format(RECOMMENDED)), ALT),
    ]
    sizes = sorted(set(map(int, findings.table(RATES)["players"])))
    pair = (findings.answers[0], findings.recommended)
    return blocks, {CHART: rates_chart(findings, sizes, pair)}


def rates_chart(
    findings: BalanceFindings, players: Sequence[int], answers: Sequence[Answer]
) -> str:
    """Draw the win rates of all factions as printed and under answers."""
    table = findings.table(RATES)[findings.table(RATES)["players"].isin(players)]
    shown = pd.concat(
        [table[table["arm"] == answer.arm].assign(side=side) for side, answer in enumerate(answers)]
    ).rename(columns={"faction": "line", "players": "panel"})
    labels: dict[object, str] = {name: title(str(name)) for name in shown["line"].unique()}
    panels: dict[object, str] = {
        number: players_text(int(number)) for number in shown["panel"].unique()
    }
    first, *others = answers
    # The findings say which changes these are; more than one would not go on a line of the key.
    short = len(others) > 1 or any(len(each.changes) > 1 for each in others)
    keys = (
        heading(first),
        *(heading(each) if short else answer_text(findings, each) for each in others),
    )
    return to_svg(draw_before_after(shown, labels, panels, keys))


RATES_SECTION: Final = Section("rates", "Who wins then", make, find)


def find_levels(played: PlayedBalance) -> Tables:
    """Return distances from the targets and win rates by arm and level of play."""
    return {
        DISTANCES_BY_LEVEL: played.distances(["arm", "level", "players"]),
        RATES_BY_LEVEL: win_rates(played.rows, ["arm", "level", "players", "faction"]),
    }


def make_levels(findings: BalanceFindings) -> Content:
    """Write the win rates at each level of play, one table a level."""
    levels = findings.levels
    if len(levels) <= 1:
        return [], {}
    blocks: list[Block] = [_level_distances(findings, levels)]
    for level in levels:
        table = findings.table(RATES_BY_LEVEL)[findings.table(RATES_BY_LEVEL)["level"] == level]
        caption = f"{findings.level(level)}: win rates with half of the 95 % Wilson interval."
        blocks.append(rate_table(findings, table, caption))
    return blocks, {}


def _level_distances(findings: BalanceFindings, levels: Sequence[str]) -> Table:
    """Return the distances from fair at each level and number of players."""
    rows = []
    for level in levels:
        distances = findings.table(DISTANCES_BY_LEVEL)[
            findings.table(DISTANCES_BY_LEVEL)["level"] == level
        ]
        for size in sorted(distances["players"].unique()):
            cells = (
                distance_text(
                    distance_of(
                        findings.table(DISTANCES_BY_LEVEL), answer, level=level, players=size
                    ),
                    interval=True,
                )
                for answer in findings.answers
            )
            rows.append((findings.level(level), str(size), *cells))
    caption = (
        f"Distance from {findings.aim} at each level of play and number of players (95 % interval)."
    )
    header = ("level", "players", *(heading(answer) for answer in findings.answers))
    align = (LEFT, LEFT, *(RIGHT for _ in findings.answers))
    return Table.grouped(caption, header, align, rows)


LEVELS: Final = Section("levels", "At each level of play", make_levels, find_levels)


def find_retuned(played: PlayedBalance) -> Tables:
    """Return the win rates of tuned strategies."""
    return {RETUNED: _intervals(played.search.retuned)}


def _intervals(retuned: pd.DataFrame) -> pd.DataFrame:
    """Return the win rates of tuned strategies with Wilson intervals."""
    if retuned.empty:
        return retuned
    ends = [
        wilson_interval(float(wins), int(seats))
        for wins, seats in zip(retuned["wins"], retuned["seats"], strict=True)
    ]
    return retuned.assign(low=[low for low, _ in ends], high=[high for _, high in ends])


def make_retuned(findings: BalanceFindings) -> Content:
    """Write the win rates under each answer before and after tuning."""
    table = findings.table(RETUNED)
    if table.empty:
        return [], {}
    table = findings.with_goals(table)
    tunings = findings.provenance["balance"]["retuned"]
    games = sum(each["games"] for each in tunings)
    strategy = title(toml_of(str(findings.provenance["study_file"]))["retune"]["strategy"])
    gained = sum(
        len([role for role in each["gains"] if role not in (*each["kept"], "all")])
        for each in tunings
    )
    tried = sum(len(each["gains"]) - 1 for each in tunings)
    changes = list(dict.fromkeys(table["change"]))
    aim = "fair" if findings.fair_alone else "the win rates wanted"
    named = {text_of(tuple(each.changes.items())): each for each in findings.answers}
    rows = []
    for (players, faction), group in table.groupby(["players", "faction"], sort=True):
        cells = []
        for change in changes:
            mine = group[group["change"] == change].set_index("tuned")
            cells.append(_before_after(mine.loc[False], mine.loc[True]))
        rows.append((str(players), title(str(faction)), *cells))
    for players, group in table.groupby("players", sort=True):
        lines = [
            [
                distance_of_rates(group[(group["change"] == change) & (group["tuned"] == tuned)])
                for tuned in (False, True)
            ]
            for change in changes
        ]
        cells = [f"{before * PERCENT:.0f} → {after * PERCENT:.0f} %" for before, after in lines]
        rows.append((str(players), f"distance from {aim}", *cells))
    least = int(table["seats"].min())
    caption = (
        "Win rates before and after every faction was tuned for the rules of the column; 95 % "
        f"intervals reach up to {_widest(table):.0f} points to either side ({least:,} fresh games "
        f"a figure or more). The last line is their distance from {aim}."
    )
    header = ("players", "faction", *(heading(named[change]) for change in changes))
    align = (LEFT, LEFT, *(RIGHT for _ in changes))
    each = "each answer" if len(changes) == len(findings.answers) else "the best answers"
    text = (
        f"For the rules as printed and for {each} every faction of {strategy} was tuned anew "
        f"against the rest in a short evolution strategy, {games:,} games in all; what gained "
        f"nothing on fresh games was left as it was ({tried - gained} of {tried} searches). "
        "So this tells what the first weeks with a new rule may bring, not the years after."
    )
    return [Paragraph(text), Table.grouped(caption, header, align, rows)], {}


def _widest(table: pd.DataFrame) -> float:
    return float((table["high"] - table["low"]).max()) / 2 * PERCENT


def _before_after(before: Any, after: Any) -> str:
    return f"{before['rate'] * PERCENT:.0f} → {after['rate'] * PERCENT:.0f} %"


RETUNED_SECTION: Final = Section(
    "retuned", "When players have learned the change", make_retuned, find_retuned
)


MOST_TRIED: Final = 24


def find_search(played: PlayedBalance) -> Tables:
    """Return the settings that were searched."""
    return {TRIED: played.search.tried}


def make_search(findings: BalanceFindings) -> Content:
    """Write the settings that came nearest."""
    table = findings.table(TRIED)
    best = table.assign(objective=table["smoothed"] + table["cost"]).sort_values(
        "objective", kind="stable"
    )
    final = set(table.loc[table["stage"] == "final", "change"])
    rows = [
        (
            change_words(findings, str(row["change"])) or "as printed",
            f"{row['distance'] * PERCENT:.0f} %",
            f"{row['smoothed'] * PERCENT:.0f} %",
            f"{row['cost'] * PERCENT:.1f} %",
            "yes" if row["change"] in final else "",
        )
        for _, row in best[best["stage"] != "final"].head(MOST_TRIED).iterrows()
    ]
    settings = table.loc[table["stage"] != "final", "change"].nunique()
    caption = (
        f"The {len(rows)} of {settings} settings that came nearest to {findings.aim} for their "
        "cost: distance as measured and by the surrogate, what the departure costs, and whether "
        "the setting was played again among the finalists."
    )
    header = ("change", "measured", "smoothed", "cost", "finalist")
    return [Table(caption, header, (LEFT, RIGHT, RIGHT, RIGHT, LEFT), tuple(rows))], {}


SEARCH: Final = Section("search", "What was searched", make_search, find_search)
