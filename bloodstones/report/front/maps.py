"""The first page on maps judged by themselves: how even places and roles are on each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pandas as pd

from bloodstones.report.front.grids import Square, grid_chart
from bloodstones.report.front.part import Chart, Part
from bloodstones.report.language.phrases import amount, number, points, table_of, tables_of, within
from bloodstones.report.language.wording import capital, players_text
from bloodstones.report.study.findings import StudyFindings
from bloodstones.stats.inference.rounding import PERCENT
from bloodstones.stats.unevenness import as_percent
from bloodstones.stats.verdicts import Verdict

MAPS: Final = "maps"  # the section's table, and that of other levels
OTHERS: Final = "maps_at_other_levels"
PLACES: Final = "turn_orders"
ROLES: Final = "factions"


@dataclass(frozen=True, slots=True)
class Judged:
    """How uneven a map is at a number of players: typical distances from fair, in fair shares."""

    name: str
    players: int
    places: float
    roles: float
    fair_places: bool

    def points(self, kind: str) -> str:
        """Return a distance in points."""
        return points((self.places if kind == PLACES else self.roles) / self.players)


def maps(findings: StudyFindings) -> Part | None:
    """Return what games show about the maps; None where none is judged."""
    table = findings.table(MAPS)
    if table.empty:
        return None
    judged = [_judged(findings, row) for _, row in table.iterrows()]
    band = findings.definition.band
    fair = [one for one in judged if one.fair_places]
    even = [one for one in judged if one.roles <= band]
    total = amount(len(judged), "table", "tables")
    answer = (
        f"places in turn order are fair at {_none(len(fair))} of {total}; factions are "
        f"{_even(even, band)}"
    )
    best, worst = min(judged, key=_roles), max(judged, key=_roles)
    odd = max(judged, key=lambda one: one.places / one.players)
    lines = [
        f"factions are most even on {_at(best)}: {best.points(ROLES)} from fair",
        f"factions are least even on {_at(worst)}: {worst.points(ROLES)} from fair",
        f"places are least even on {_at(odd)}: {odd.points(PLACES)} from fair",
    ]
    lines += _other_levels(findings, table)
    return Part(
        answer,
        tuple(lines),
        advice=_advice(judged, band),
        doubt=_doubt(findings),
        chart=_chart(judged),
    )


def _judged(findings: StudyFindings, row: pd.Series) -> Judged:
    return Judged(
        findings.definition.map_name(str(row["map"])),
        int(row["players"]),
        as_percent(float(row[PLACES])) / PERCENT,
        as_percent(float(row[ROLES])) / PERCENT,
        row["seat_advantage"] == Verdict.FAIR.value,
    )


def _roles(one: Judged) -> float:
    """Return how far roles are from fair, in points as the texts say it."""
    return one.roles / one.players


def _none(size: int) -> str:
    return number(size) if size else "none"


def _even(even: Sequence[Judged], band: float) -> str:
    near = within(band).replace(" its ", " their ")
    return f"{near} at {_none(len(even))}"


def _at(one: Judged) -> str:
    return f"{one.name} {table_of(one.players)}"


def _other_levels(findings: StudyFindings, table: pd.DataFrame) -> list[str]:
    """Say at how many tables another level of play gives the same verdict on places."""
    others = findings.table(OTHERS)
    if others.empty:
        return []
    keys = ["map", "players"]
    joined = others.merge(table[[*keys, "seat_advantage"]], on=keys, suffixes=("", "_here"))
    lines = []
    for strategy, group in joined.groupby("strategy", sort=True):
        same = int((group["seat_advantage"] == group["seat_advantage_here"]).sum())
        level = findings.level_names.get(str(strategy), str(strategy))
        total = amount(len(group), "table", "tables")
        lines.append(f"by {level}, the verdict on places is the same at {_none(same)} of {total}")
    return lines


def _advice(judged: Sequence[Judged], band: float) -> str:
    """Recommend the most even map at each size that has an even one; warn of the others."""
    sizes = sorted({one.players for one in judged})
    best = {
        size: min(
            (one for one in judged if one.players == size),
            key=lambda one: max(one.roles, one.places),
        )
        for size in sizes
    }
    good = [one for one in best.values() if max(one.roles, one.places) <= band]
    bad = [one.players for one in best.values() if one not in good]
    texts = [
        f"{table_of(one.players)}, choose {one.name}: factions are {one.points(ROLES)} from fair "
        "there"
        for one in good
    ]
    if bad:
        nearest = min((best[size] for size in bad), key=_roles)
        where = tables_of(bad) if good else "at no size"
        no = "no map is even" if good else "is a map even"
        texts.append(f"{where}{',' if good else ''} {no}, so change a rule first")
        texts.append(f"nearest to it comes {_at(nearest)}: {nearest.points(ROLES)} from fair")
    return " ".join(f"{capital(text)}." for text in texts)


def _doubt(findings: StudyFindings) -> str:
    if findings.table(OTHERS).empty:
        return "The maps were judged at one level of play; another kind of play could change this."
    level = findings.level_names.get(str(findings.strategy), "one level of play")
    return f"The maps are judged by the games of {level}; stronger players could change this."


def _chart(judged: Sequence[Judged]) -> Chart:
    """Draw how far places and roles are from fair on each map, at each size."""
    squares: list[Square] = []
    columns: dict[object, str] = {}
    sizes = sorted({one.players for one in judged})
    for kind, label in ((PLACES, "places"), (ROLES, "factions")):
        for size in sizes:
            columns[f"{kind} {size}"] = f"{label}, {players_text(size)}"
            squares += [
                Square(
                    one.name,
                    f"{kind} {size}",
                    one.places if kind == PLACES else one.roles,
                    one.points(kind).replace("less than 1 point", "< 1").partition(" point")[0],
                )
                for one in judged
                if one.players == size
            ]
    lines: dict[object, str] = {name: name for name in sorted({one.name for one in judged})}
    caption = (
        "How far win rates typically are from the fair share on each map, in points: places in "
        "turn order, then factions. Deeper colour: further off."
    )
    alt = "A grid of maps by numbers of players: points from fair of places and of factions."
    return grid_chart(squares, lines, columns, caption, alt)
