"""The section on restricted play: what a strategy loses without a unit, card or ability."""

from __future__ import annotations

from typing import Any, Final

import pandas as pd

from bloodstones.core.errors import expected
from bloodstones.plots.shares import draw_shares
from bloodstones.plots.style import to_svg
from bloodstones.report.blocks.rows import largest, smallest
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.game_report import Restriction, game_report_of
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.front.charts import DRAWN, effects_chart, sure_of
from bloodstones.report.front.part import Part
from bloodstones.report.language.phrases import (
    SURE,
    amount,
    are,
    capital,
    count,
    is_plural,
    number,
    players_text,
    rate,
    role,
    table_of,
    the,
    thing,
    tight,
    title,
)
from bloodstones.report.language.phrases import points_word as points
from bloodstones.report.language.terms import ALL, group_column, level_names
from bloodstones.report.language.verdicts import FAMILY_ERROR
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.report.topics.arms import spanning_text
from bloodstones.stats.inference.families import adjust_family
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, decimals_for, with_sign
from bloodstones.stats.restricted import worth_of
from bloodstones.stats.table import Results, base_rows

COLUMNS = (
    *("players", "faction", "thing", "strategy", "pairs", "base", "other", "difference"),
    *("low", "high", "p_value", "correlation", "unpaired", "setups", "interval"),
)


def find_worth(rows: pd.DataFrame, restriction: Restriction | None) -> pd.DataFrame:
    """Return what each faction loses without a thing, with p-values that share one error.

    Parameters
    ----------
    rows
        Tidy table of all games.
    restriction
        How the game calls restricted strategies; None without any.

    Returns
    -------
    DataFrame
        `COLUMNS`: the strategy is the free one, `base` and the rest as of
        `stats.restricted.worth_of`; and `holm`: the p-value after Holm's correction over all rows.
        What a faction has not, it cannot lose: it has no row.

    Raises
    ------
    InputError
        If no restricted strategy played, or not alone among free ones.
    """
    if restriction is None:
        raise expected("a game with restricted strategies", "another one", "section worth")
    mark = restriction.mark
    names = sorted(name for name in rows["strategy"].unique() if mark in name)
    if not names:
        raise expected(f"a strategy called …{mark}…", "none that played", "section worth")
    tables, column = [], group_column(rows)
    for name in names:
        free, _, thing = str(name).rpartition(mark)
        worth = worth_of(rows, free, str(name), ["players", column])
        worth = worth.rename(columns={column: "faction"})
        thing_names = [restriction.thing_of(thing, str(each)) for each in worth["faction"]]
        worth = worth.assign(thing=thing_names, strategy=free)
        tables.append(worth[worth["thing"] != ""])
    table = pd.concat(tables, ignore_index=True)[list(COLUMNS)]
    p_values = {
        f"{row['players']} players, {row['faction']} without {row['thing']}, {row['strategy']}": p
        for (_, row), p in zip(table.iterrows(), table["p_value"].fillna(1.0), strict=True)
    }
    family = adjust_family(p_values, "what factions lose without a thing", level=FAMILY_ERROR)
    return table.assign(holm=family["adjusted"].to_numpy())


def lines_of(table: pd.DataFrame, strategy: str | None) -> pd.DataFrame:
    """Return the lines that speak for a report: those of its strategy, all if that has none."""
    rows = table[table["strategy"] == strategy]
    return table if rows.empty else rows


NAMED: Final = 2


def worth(findings: StudyFindings) -> Part | None:
    """Return what things are worth: what was asked first, then the most and the least."""
    table = lines_of(findings.table(StudyTable.WORTH), findings.strategy)
    if table.empty:
        return None
    several = table["players"].nunique() > 1
    sure = sure_of(table)
    best = sure[sure["difference"] > 0].sort_values("difference", ascending=False, kind="stable")
    bad = sure[sure["difference"] < 0].sort_values("difference", kind="stable")
    asked = table[table["faction"] == findings.definition.about]
    lines = []
    if len(asked):
        answer = _asked(asked.iloc[0], several)
    elif len(best):
        answer = _most(best.iloc[0], several)
    else:
        answer = f"none of {amount(len(table), 'thing', 'things')} is worth anything that shows"
    rest = best if len(asked) else best.iloc[1:]
    rest = rest[rest["faction"] != findings.definition.about] if len(asked) else rest
    lines += [_most(row, several) for _, row in rest.head(NAMED).iterrows()]
    if len(bad):
        lines.append(_harm(bad.iloc[0], several))
    lines.append(counts_text(table, sure))
    lines += _apart(findings, table, several)
    order = table["difference"].abs().sort_values(ascending=False, kind="stable").index
    shown = table.loc[order].head(DRAWN).sort_values("difference", ascending=False, kind="stable")
    chart = effects_chart(
        shown,
        [_square_label(row, several) for _, row in shown.iterrows()],
        "Win rate lost without the thing: the largest",
        "difference",
        "win rate lost without it",
    )
    advice = advice_on(best, bad, several)
    doubt = "Players who make more of these things could change this."
    return Part(answer, tuple(lines), advice=advice, doubt=doubt, chart=chart)


def _of(row: pd.Series) -> str:
    """Return a thing with its owner."""
    name = str(row["thing"])
    return thing(name) if row["faction"] == ALL else thing(name, str(row["faction"]))


def _square_label(row: pd.Series, several: bool) -> str:
    """Return a thing, whose it is, and at which table, as a line of a picture."""
    whose = "" if row["faction"] == ALL else f"{title(str(row['faction']))}: "
    at = f" ({int(row['players'])} players)" if several else ""
    return f"{whose}{str(row['thing']).replace('_', ' ')}{at}"


def _seat(row: pd.Series) -> tuple[str, str]:
    """Return who goes without, and the verb."""
    if row["faction"] == ALL:
        return "a seat", "wins"
    return role(str(row["faction"])), "win"


def _it(row: pd.Series) -> str:
    return "them" if is_plural(str(row["thing"])) else "it"


def _most(row: pd.Series, several: bool) -> str:
    """Say what a thing is worth: the rates without and with it."""
    at = f"{table_of(int(row['players']))}, " if several else ""
    who, verb = _seat(row)
    name = str(row["thing"]).replace("_", " ")
    without, with_ = rate(float(row["base"])), rate(float(row["other"]))
    return f"{at}{who} {verb} {without} without {_named(name)} and {with_} with {_it(row)}"


def _named(name: str) -> str:
    """Return a thing after "without"."""
    return name if is_plural(name) else f"the {name}"


def _harm(row: pd.Series, several: bool) -> str:
    """Say that a seat wins more without a thing."""
    at = f" {table_of(int(row['players']))}" if several else ""
    who, verb = _seat(row)
    return (
        f"{_of(row)} {'do' if is_plural(str(row['thing'])) else 'does'} harm{at}: {who} {verb} "
        f"{rate(float(row['base']))} without {_it(row)} and {rate(float(row['other']))} with "
        f"{_it(row)}"
    )


def counts_text(table: pd.DataFrame, sure: pd.DataFrame) -> str:
    """Say how many things show no worth, and how much they can have at most."""
    rest = table.drop(sure.index)
    every = amount(len(table), "comparison", "comparisons")
    if rest.empty:
        return f"all of {every} show a worth"
    shows = "shows" if len(rest) == 1 else "show"
    return f"of {every}, {number(len(rest))} {shows} no clear worth"


def _apart(findings: StudyFindings, table: pd.DataFrame, several: bool) -> list[str]:
    """Name the thing that levels of play put furthest apart, where their intervals part."""
    every = findings.table(StudyTable.WORTH)
    keys = ["players", "faction", "thing"]
    found = []
    for _, row in table.iterrows():
        rows = every[(every[keys] == [row[key] for key in keys]).all(axis=1)]
        least, most = smallest(rows, rows["difference"]), largest(rows, rows["difference"])
        if most["low"] > least["high"]:
            found.append((float(most["difference"] - least["difference"]), row, least, most))
    if not found:
        return []
    _, row, least, most = max(found, key=lambda each: each[0])
    names = level_names(every["strategy"].astype(str), findings.definition.strategies)
    at = f" {table_of(int(row['players']))}" if several else ""
    return [
        f"play decides what {_of(row)} {are(str(row['thing']))} worth{at}: "
        f"{_value(most)} to {names[str(most['strategy'])]}, "
        f"{_value(least)} to {names[str(least['strategy'])]}"
    ]


def _value(row: pd.Series) -> str:
    sign = "minus " if row["difference"] < 0 and "less" not in points(row["difference"]) else ""
    return f"{sign}{points(float(row['difference']))}"


def _asked(row: pd.Series, several: bool) -> str:
    """Say what the thing that the report asks about is worth to its role."""
    owner = the(str(row["faction"]))
    name = str(row["thing"])
    at = f" {table_of(int(row['players']))}" if several else ""
    verb = "show" if is_plural(name) else "shows"
    sure = row["holm"] <= FAMILY_ERROR
    worth_ = f"{are(name)} worth {_value(row)}" if sure else f"{verb} no clear worth"
    return (
        f"{thing(name)} {worth_}: {owner} win "
        f"{rate(float(row['base']))} without {_it(row)} and {rate(float(row['other']))} with "
        f"{_it(row)}{at}"
    )


def advice_on(best: pd.DataFrame, bad: pd.DataFrame, several: bool) -> str:
    """Recommend what to mend, where something harms its owner, and what to price with care.

    What harms a role that wins more than its share is nothing to mend: it is to be left out.
    """
    parts = []
    if len(bad):
        row = bad.iloc[0]
        who, verb = _seat(row)
        strong = row["other"] > 1 / row["players"]
        at = f" {table_of(int(row['players']))}" if several else ""
        what = f"Play without {_of(row)}{at}" if strong else f"Make {_of(row)} cheaper or stronger"
        parts.append(
            f"{what}. When tested, {who} {verb} {rate(float(row['base']))} without {_it(row)} and "
            f"{rate(float(row['other']))} with {_it(row)}."
        )
    if len(best):
        row = best.iloc[0]
        who, verb = _seat(row)
        at = f" {table_of(int(row['players']))}" if several else ""
        parts.append(
            f"Price {_of(row)} with care. Without {_it(row)}, {who} {verb} "
            f"{rate(float(row['base']))}{at}."
        )
    if not parts:
        return "Change these things by taste: none moves a win rate that these games could show."
    return " ".join(map(capital, parts))


LEFT, RIGHT = "left", "right"
PICTURE = "worth"
MOST_DRAWN = 16  # lines of the picture; of more only the significant ones are drawn


def find(played: PlayedStudy) -> Tables:
    """Return what seats lose without a thing, over all base games."""
    rows = played.regrouped(played.base)
    return {StudyTable.WORTH: find_worth(rows, played.game.restriction)}


def make(findings: StudyFindings) -> Content:
    """Write what each faction loses, in a picture and a table."""
    names = findings.definition.strategies
    levels = [names[each].name for each in findings.table(StudyTable.WORTH)["strategy"]]
    table = findings.table(StudyTable.WORTH).assign(level=levels)
    several = table["level"].nunique() > 1
    shown = [(_label(row), _heading(row, several)) for _, row in table.iterrows()]
    table[["row", "panel"]] = shown
    pooled = findings.definition.by == ALL
    if pooled or len(table) > MOST_DRAWN:  # of many things what is worth most comes first
        most = table.groupby("row")["difference"].transform("mean")
        table = table.assign(_most=-most).sort_values(["players", "level", "_most"], kind="stable")
    elif several:
        table = table.sort_values(["players", "level"], kind="stable")
    drawn, beside = table, ""
    if len(table) > MOST_DRAWN and (table["holm"] <= FAMILY_ERROR).any():
        drawn = table[table["holm"] <= FAMILY_ERROR]
        beside = f" Only the {len(drawn)} told apart from nothing are drawn."
    panels: dict[object, str] = {name: str(name) for name in dict.fromkeys(drawn["panel"])}
    labels: dict[object, str] = {name: str(name) for name in dict.fromkeys(drawn["row"])}
    dots, unit = drawn.rename(columns={"difference": "share"}), "win rate lost without it"
    blocks: list[Block] = [
        Paragraph(_intro(table, pooled)),
        Picture(
            PICTURE,
            f"What each faction loses without the thing, with 95 % intervals.{beside}",
            "Dots with whiskers: the win rate that each faction loses; the table below has the "
            "same numbers.",
        ),
        _table(table, pooled),
        Paragraph(METHOD),
    ]
    return blocks, {PICTURE: to_svg(draw_shares(dots, labels, panels, unit, across=pooled))}


RESTRICTED = (
    "Restricted play: one seat plays the same strategy, but refuses the thing; all others play it "
    "as it is, on the same luck, and the seat's results are compared game by game with those of "
    "the same seat in games without a restriction. What the strategy makes of the thing, and no "
    "more, is in the difference: a strategy that makes little of it, or that plays badly around "
    "the gap, tells little of what people would lose. A difference below zero says that it plays "
    "better without."
)
METHOD = (
    f"{RESTRICTED} A star marks what stands after Holm's correction over all lines of the table "
    f"({FAMILY_ERROR * PERCENT:.0f} % chance of any false one)."
)


def _heading(row: Any, several: bool) -> str:
    """Say how many play and, of several strategies, which."""
    return players_text(int(row["players"])) + (f", {row['level']}" if several else "")


def _label(row: Any) -> str:
    return _thing(row) if row["faction"] == ALL else f"{title(row['faction'])} {_thing(row)}"


def _thing(row: Any) -> str:
    return f"without {row['thing'].replace('_', ' ')}"


def _intro(table: pd.DataFrame, pooled: bool) -> str:
    correlation = table["correlation"].median()
    sure = int((table["holm"] <= FAMILY_ERROR).sum())
    significant = (
        f"{count(len(table), 'comparison')} {count(sure, 'is', 'are')} told apart from nothing"
    )
    if pooled:
        return (
            "A thing is worth what a seat loses without it, whichever seat it is. "
            f"Of {significant}."
        )
    return tight(
        f"What makes a faction is worth what the faction loses without it. Of {significant}; "
        f"results with and without agree with a correlation of {correlation:.2f} (median), "
        "because both have the same luck."
    )


def _points(row: Any, name: str = "difference", places: int | None = None) -> str:
    if places is None:
        places = decimals_for((row["high"] - row["low"]) / 2 * PERCENT)
    return with_sign(row[name] * PERCENT, places)


def _ends(row: Any, places: int | None = None) -> str:
    return f"{_points(row, 'low', places)} to {_points(row, 'high', places)}"


def _table(table: pd.DataFrame, pooled: bool) -> Table:
    whose = 0 if pooled else 1  # columns that say whose loss it is
    sizes = int(table["players"].nunique() > 1)  # columns that say how many play
    levels = int(table["level"].nunique() > 1)  # columns that say who plays
    places = common_decimals((table["high"] - table["low"]) / 2 * PERCENT)
    rows = [
        (
            *(str(row["players"]),) * sizes,
            *(row["level"],) * levels,
            *(title(row["faction"]),) * whose,
            row["thing"].replace("_", " "),
            f"{_points(row, places=places)}{SURE if row['holm'] <= FAMILY_ERROR else ''}",
            _ends(row, places),
            f"{row['other'] * PERCENT:.0f} %",
            f"{row['base'] * PERCENT:.0f} %",
            f"{row['pairs']:,}",
        )
        for _, row in table.iterrows()
    ]
    numbers = ("worth", "95 % interval", "free", "barred", "pairs")
    kinds = (*("players",) * sizes, *("played by",) * levels, *("faction",) * whose)
    header = (*kinds, "without", *numbers)
    caption = (
        "Win rates of a seat with and without the thing, and the difference in percentage points, "
        f"on pairs of games with the same luck (paired t intervals{spanning_text(table)})."
    )
    align = (*(LEFT for _ in header[: -len(numbers)]), *(RIGHT for _ in numbers))
    if not (sizes or levels):
        return Table(caption, header, align, tuple(rows))
    return Table.grouped(caption, header, align, rows, named=sizes + levels)


def _restricted(results: Results) -> bool:
    """Whether restricted strategies played beside free ones."""
    restriction = game_report_of(str(results.provenance["game"])).restriction
    rows = base_rows(results.rows)
    if restriction is None or not any(restriction.mark in name for name in set(rows["strategy"])):
        return False
    return not find_worth(rows, restriction).empty


WORTH: Final = Section(
    "worth", "What a faction loses without", make, find, front=worth, applies=_restricted
)
