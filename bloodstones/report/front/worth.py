"""The first page on what things are worth: what was asked, the most, the least."""

from __future__ import annotations

from typing import Final

import pandas as pd

from bloodstones.report.blocks.rows import largest, smallest
from bloodstones.report.blocks.worth_lines import lines_of
from bloodstones.report.front.effects import DRAWN, effects_chart, sure_of
from bloodstones.report.front.part import Part
from bloodstones.report.language.groups import ALL
from bloodstones.report.language.levels import level_names
from bloodstones.report.language.phrases import (
    amount,
    are,
    is_plural,
    number,
    points,
    rate,
    role,
    table_of,
    thing,
)
from bloodstones.report.language.verdicts import FAMILY_ERROR
from bloodstones.report.language.wording import capital, the, title
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable

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
        [_label(row, several) for _, row in shown.iterrows()],
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


def _label(row: pd.Series, several: bool) -> str:
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
