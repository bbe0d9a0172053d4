"""The section on who wins on which map, by each strategy that played all seats, and from where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import pandas as pd

from bloodstones.plots.style import to_svg
from bloodstones.plots.win_rates import draw_win_rates
from bloodstones.report.blocks.map_grid import SIGNS, draw_grid, is_grid, verdict_table
from bloodstones.report.blocks.rate_table import Keys, rate_table
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture
from bloodstones.report.front import on_maps as front
from bloodstones.report.language.wording import (
    of_share,
    ordinal,
    players_text,
    rate_text,
    title,
)
from bloodstones.report.study.definition import Definition
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.balance import PAIR

NAME: Final = "on_maps"
Rates = Callable[[pd.DataFrame, Sequence[str]], pd.DataFrame]


def find(findings: StudyFindings) -> Tables:
    """Return win rates by map for each strategy; see `find_on_maps`."""
    return find_on_maps(findings.level, findings.place, findings.rates, findings.level_strategies)


def find_on_maps(level: pd.DataFrame, place: str, rates: Rates, order: Sequence[str]) -> Tables:
    """Return win rates by map for each strategy that plays all seats.

    Of two factions that only meet each other, the first is listed: the other has the rest.

    Parameters
    ----------
    level
        Rows of the games in which one strategy played all seats.
    place
        The column that tells the place of a seat.
    rates
        Rows and columns -> win rates by those columns.
    order
        The strategies as the study names them, from plain to skilled.
    """
    factions = rates(level, ["players", "strategy", "map", "faction"])
    overall = rates(level, ["players", "strategy", "faction"])
    places = rates(_begun_by_all(level, place), ["players", "strategy", "map", place])
    first = places[places[place] == 0].drop(columns=place)
    parts = {
        StudyTable.ON_MAPS: _one_side(factions),
        StudyTable.PLACES_ON_MAPS: first,
        StudyTable.OVER_MAPS: _one_side(overall),
    }
    return {name: _ascending(part, order) for name, part in parts.items()}


def _begun_by_all(level: pd.DataFrame, place: str) -> pd.DataFrame:
    """Return the games on boards where no faction always has the first place.

    Elsewhere the effects of place and faction are confounded.
    """
    begun = level[level[place] == 0].groupby("map")["faction"].nunique()
    shared = level[level["map"].map(begun) > min(1, begun.max() - 1)]
    return shared if level["faction"].nunique() > 1 else level


def _one_side(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of one faction where two factions meet only each other."""
    names = sorted(table["faction"].unique())
    if len(names) > PAIR or (table["players"] > PAIR).any():
        return table
    shown: pd.DataFrame = table[table["faction"] == names[0]]
    return shown


def _ascending(table: pd.DataFrame, order: Sequence[str]) -> pd.DataFrame:
    """Return a table with its strategies in an order, unnamed ones first."""
    places = {name: place for place, name in enumerate(order)}
    ranks = table["strategy"].map(lambda name: places.get(name, -1))
    by = [name for name in ("map", "faction") if name in table]
    ranked = table.assign(_rank=ranks).sort_values(["players", "_rank", *by], kind="stable")
    return ranked.drop(columns="_rank").reset_index(drop=True)


def make(findings: StudyFindings) -> Content:
    """Win rates on each map by each strategy: picture, tables, and what the place is worth."""
    definition = findings.definition
    factions = findings.table(StudyTable.ON_MAPS)
    first = findings.table(StudyTable.PLACES_ON_MAPS)
    blocks: list[Block] = [Paragraph(_intro(factions, first, definition))]
    pictures: dict[str, str] = {}
    squared = is_grid(factions["map"]) and factions["faction"].nunique() == 1
    for players, group in factions.groupby("players"):
        number = int(str(players))
        if squared:
            blocks += _squares(group, number, definition, pictures)
            continue
        name = f"{NAME}_{number}_players"
        pictures[name] = _picture(group, definition)
        heading = players_text(number).capitalize()
        caption = (
            f"{heading}: win rates of {_whose(group)} by map and strategy with 95 % intervals. "
            f"Line: fair share. Shaded: within {of_share(definition.band)}."
        )
        alt = "Dots with whiskers: win rate on each map by strategy; the table has the numbers."
        blocks.append(Picture(name, caption, alt))
    keys = _keys(definition)
    several = factions["faction"].nunique() > 1
    faction: Keys = {"faction": ("faction", title)} if several else {}
    caption = f"Win rates of {_whose(factions)} on each map."
    if squared:
        names = findings.names
        caption = f"Verdicts on the win rates of {_whose(factions)} on all maps."
        blocks.append(verdict_table(factions, names, definition.map_name, caption))
    else:
        blocks.append(rate_table(factions, {**keys, **faction}, caption))
    words = (
        f"Win rates of the {ordinal(0)} seat on each map, whatever the faction: what the place "
        "where it begins is worth."
    )
    blocks.append(rate_table(first, keys, words))
    return blocks, pictures


def _squares(
    group: pd.DataFrame, players: int, definition: Definition, pictures: dict[str, str]
) -> list[Block]:
    """Draw the boards of each strategy as a square, whose pictures are added to those given."""
    blocks: list[Block] = []
    for strategy in dict.fromkeys(group["strategy"]):
        name = f"{NAME}_{players}_players_{strategy}"
        of_strategy = group[group["strategy"] == strategy]
        pictures[name] = draw_grid(of_strategy)
        least = int(of_strategy["games"].min())
        caption = (
            f"{definition.strategies[strategy].name} on both sides: how often {_whose(group)} win, "
            f"in percent, {least:,} games a square; the first part of a map by lines, the second "
            f"by columns. {SIGNS}."
        )
        alt = "A square of squares with the win rate on each map; the table of files has them all."
        blocks.append(Picture(name, caption, alt))
    return blocks


def _keys(definition: Definition) -> Keys:
    return {
        "players": ("players", str),
        "strategy": ("strategy", lambda name: definition.strategies[name].name),
        "map": ("map", definition.map_name),
    }


def _whose(table: pd.DataFrame) -> str:
    names = sorted(table["faction"].unique())
    return f"the {title(names[0])}" if len(names) == 1 else "the factions"


def _intro(factions: pd.DataFrame, first: pd.DataFrame, definition: Definition) -> str:
    least, most = (first.loc[first["rate"].agg(which)] for which in ("idxmin", "idxmax"))
    alone = ""
    if factions["faction"].nunique() == 1:
        alone = (
            f" Only two factions played, so only the {title(factions['faction'].iloc[0])} "
            "are shown; the rate of the other is the rest."
        )
    return (
        "Every row is of games in which one strategy played all seats; the factions changed places "
        f"so that each began from each equally often.{alone} The first seat wins from "
        f"{rate_text(least)} ({_where(least, definition)}) to {rate_text(most)} "
        f"({_where(most, definition)})."
    )


def _picture(group: pd.DataFrame, definition: Definition) -> str:
    several = group["faction"].nunique() > 1
    strategies = list(dict.fromkeys(group["strategy"]))
    lines = [
        definition.map_name(row["map"]) + (f", {title(row['faction'])}" if several else "")
        for _, row in group.iterrows()
    ]
    table = group.assign(line=lines, panel=group["strategy"].map(strategies.index))
    names = (definition.strategies[name].name for name in strategies)
    panels: dict[object, str] = dict(enumerate(names))
    labels: dict[object, str] = {line: line for line in lines}
    return to_svg(draw_win_rates(table, "line", "panel", definition.band, labels, panels))


def _where(row: pd.Series, definition: Definition) -> str:
    return f"{definition.map_name(row['map'])}, {definition.strategies[row['strategy']].name}"


ON_MAPS: Final = Section("on_maps", "Who wins on which map", make, find, front=front.on_maps)
