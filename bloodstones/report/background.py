"""The sections around the findings: the map, the method with its limits, the provenance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from bloodstones.core.contract.game import Role
from bloodstones.plots.board import MAP_WIDTH, draw_map
from bloodstones.plots.heat import Heat
from bloodstones.plots.style import PAGE_WIDTH, to_svg
from bloodstones.report.assumed import assumed_limits, assumed_table
from bloodstones.report.boards import looks_of, side_by_side
from bloodstones.report.findings import ORDER, Findings
from bloodstones.report.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.own import Words
from bloodstones.report.wording import (
    capital,
    count,
    least_to_most,
    listing,
    of_share,
    percent_text,
    points,
)
from bloodstones.stats.inference.rounding import PERCENT
from bloodstones.stats.setups import SETUP, possible_setups, with_setups
from bloodstones.stats.summary import cells_of, unfinished_games

HALF_WIDTH = 0.485 * PAGE_WIDTH
TOP = 5
CIRCLES = (
    "The surface of a circle is the number in 100 games, over all games of the study on that map; "
    "large ones carry their area's number."
)
LAYERS = 2  # pictures of a map, side by side
MOST_BOARDS = 6  # that are named
SHORT = 8  # letters of a hash


def maps(findings: Findings) -> Content:
    """The map with its terrain, and where on it things happen."""
    blocks: list[Block] = []
    pictures: dict[str, str] = {}
    words = findings.own.words
    dashed = f" Dashed: {words.dashed}." if words.dashed else ""
    for name, areas in findings.maps.items():
        games = int(findings.areas.loc[findings.areas["map"] == name, "games"].iloc[0])
        board = f"map_{Path(name).stem}"
        blocks.append(Paragraph(_map_text(findings, name, areas)))
        drawn, svgs, texts = _layers(findings, name, board)
        if len(drawn) != 1:  # one picture with something on it shows the ground as well
            pictures[board] = to_svg(draw_map(areas, looks=looks_of(findings)), rounded=True)
            caption = (
                f"{findings.definition.map_name(name)}: areas with their numbers and "
                f"terrain.{dashed} {_outlines_text(areas, words)}"
            )
            blocks.append(Picture(board, caption, caption, MAP_WIDTH, board=True))
        if not drawn:
            continue
        pictures |= svgs
        if name == next(iter(findings.maps)):
            texts.append(CIRCLES)
        blocks.append(Paragraph(f"{' '.join(texts)} (n = {games:,} games)"))
        blocks += side_by_side(drawn)
    return blocks, pictures


def _layers(
    findings: Findings, name: str, board: str
) -> tuple[list[Picture], dict[str, str], list[str]]:
    """Draw where things happen on a map: what stands there, and what is contested."""
    measures = findings.results.measures
    rates = findings.areas[findings.areas["map"] == name].set_index("area")
    drawn, pictures, texts = [], {}, []
    shown = (*measures.of(Role.PLACE), *measures.of(Role.CONTEST))[:LAYERS]
    width = MAP_WIDTH if len(shown) == 1 else HALF_WIDTH
    for measure in shown:
        each = map(float, rates[measure.name] * PERCENT)
        values = dict(zip(map(int, rates.index), each, strict=True))
        label, caption = f"{measure.words} in 100 games", capital(measure.meaning)
        picture = f"{board}_{measure.name}"
        figure = draw_map(findings.maps[name], Heat(values, label), width, looks=looks_of(findings))
        pictures[picture] = to_svg(figure, rounded=True)
        named = f"{findings.definition.map_name(name)}. {caption}"
        drawn.append(Picture(picture, f"{named}: {label}.", f"{named}.", width, board=True))
        texts.append(_heat_text(values, measure.words))
    return drawn, pictures, texts


def _outlines_text(areas: Mapping[str, Sequence[Any]], words: Words) -> str:
    """Tell where the outlines are from, and what rivers and the like do."""
    if "outline" not in areas:
        return "The outlines are drawn from a point in each area and its borders."
    told = {"rivers": words.rivers, "waterfalls": words.waterfalls, "shoals": words.shoals}
    beside = [sentence for name, sentence in told.items() if name in areas and sentence]
    return " ".join(("The outlines are those of the map.", *beside))


def method(findings: Findings) -> Content:
    """How it was done, and what it does and does not say."""
    rows, definition = findings.results.rows, findings.definition
    told = findings.results.provenance
    games, stopped = unfinished_games(rows)
    texts = (
        f"{games:,} games were played in {count(cells_of(rows), 'cell')}, each {_of_cells(rows)} "
        "and the strategies of the seats"
        f"{', with equally many games' if told.get('stopping') is None else ''}. Cells "
        f"that differ only in strategies draw the same {findings.own.words.drawn}, so they are not "
        "counted as independent where a table joins them.",
        "A win counts 1, a win shared by k seats 1/k. Rates carry 95 % Wilson intervals; means, "
        "and rates whose rows depend on each other, carry bootstrap intervals that resample whole "
        "games. Numbers show no decimal beyond their error.",
        f"Fair is an equivalence test against a band of {of_share(definition.band)} either side: "
        "the whole 95 % interval must lie inside. The band is a choice, not a "
        "law: a narrower one calls more rates unfair. The joint test of a table comes first; each "
        f"verdict then stands alone, and among {count(_verdicts(findings), 'verdict')} on "
        f"{_judged(findings)} an occasional false one must be expected. Strategies are told as "
        "stronger or weaker, never as fair.",
        _setting(findings),
        f"The turn limit stopped {count(stopped, 'game')} of the study"
        + (". " if not stopped else "; such games count with the points scored so far. ")
        + "The study says how these strategies fare under these rules"
        f"{' on this map' if _on_boards(rows) else ''}, not how people "
        "would, and nothing about how much fun a game is.",
    )
    sequential = (_stopping_text(told),) if told.get("stopping") else ()
    limits = (*texts, *sequential, *assumed_limits(told))
    return [Paragraph(text) for text in limits], {}


def _setting(findings: Findings) -> str:
    """Say whose boards, which orders round the table and which code the figures are of."""
    rows, told = findings.rows, findings.results.provenance
    names = [findings.definition.map_name(name) for name in sorted(set(rows["map"]) - {""})]
    shown = listing(names[:MOST_BOARDS])
    if len(names) > MOST_BOARDS:
        shown = f"{count(len(names), 'board')}"
    boards = f"The boards are {shown}, as the data of the game have them. " if names else ""
    first = with_setups(rows).drop_duplicates(SETUP)
    played, possible = len(first), possible_setups(first)
    orders = "all of them were played"
    if played < possible:
        orders = f"{played:,} of {possible:,} {'was' if played == 1 else 'were'} played, and "
        orders += _spanned(first)
    return (
        f"{boards}Of the orders in which these line-ups can sit round the table, {orders}. Rates "
        "of other boards, orders or code, in another report, may differ by more than the "
        f"intervals tell; the code is that with the hash {str(told['sources_sha256'])[:SHORT]}."
    )


def _spanned(first: pd.DataFrame) -> str:
    """Say whether intervals span the orders that were not played: one alone tells of no other.

    Parameters
    ----------
    first
        A row a set-up, with the columns of `stats.setups.with_setups`.
    """
    tables = {
        count(int(str(players)), "player"): (len(own), possible_setups(own))
        for players, own in first.groupby("players", sort=True)
    }
    alone = [name for name, (played, possible) in tables.items() if played == 1 < possible]
    if len(alone) == sum(played < possible for played, possible in tables.values()):
        return "no interval spans the others"
    spanned = "intervals of pooled rates and differences span what the others might give"
    return f"{spanned}, but not with {listing(alone)}" if alone else spanned


def _on_boards(rows: pd.DataFrame) -> bool:
    return bool((rows["map"] != "").any())


def _of_cells(rows: pd.DataFrame) -> str:
    """Return what makes a cell, besides the strategies."""
    board = "a map, " if _on_boards(rows) else ""
    return f"{board}a line-up of factions in seat order" if _roles(rows) else f"{board}its seats"


def _roles(rows: pd.DataFrame) -> bool:
    return bool((rows["faction"] != "").any())


def _verdicts(findings: Findings) -> int:
    told = findings.on_maps
    on_maps = len(told.factions) + len(told.places) + len(told.overall)
    if on_maps:
        return on_maps
    factions = len(findings.factions) if _roles(findings.results.rows) else 0
    return factions + len(findings.seats)


def _judged(findings: Findings) -> str:
    places = "turn orders" if findings.place == ORDER else "seats"
    return f"factions and {places}" if _roles(findings.results.rows) else places


def provenance(findings: Findings) -> Content:
    """What is needed to make the same games again."""
    told = findings.results.provenance
    rows = [
        ("Study", str(told["study"])),
        ("Question of the study", str(told["question"])),
        ("Games", _games_text(told)),
        ("Seed", str(told["seed"])),
        ("Quick run", "yes" if told["quick"] else "no"),
        ("Versions", listing([f"{name} {v}" for name, v in told["versions"].items()])),
        ("Version of the rules", str(told.get("rules_version"))),
        ("Table of results", str(told["table_hash"])),
        ("Table of areas", str(told["areas_hash"])),
        ("Study file", str(told["study_sha256"])),
        ("Code and data of the games", str(told["sources_sha256"])),
    ]
    text = (
        "The same study file and version give the same tables, whatever the machine and the number "
        "of workers, and the same tables give this document byte for byte. Hashes are SHA-256; "
        "that of a table is over its names, types and values."
    )
    table = Table("Provenance.", ("what", "value"), ("left", "left"), tuple(rows))
    return [Paragraph(text), table, *assumed_table(told)], {}


def _games_text(told: Mapping[str, Any]) -> str:
    """Return how many games were played, in how many cells, and how many it could have been."""
    cells = f"{told['cells']:,} cells"
    if told.get("stopping") is None or "most_games" not in told:
        played = (group["replicates"] for group in told.get("groups", ()))
        times = least_to_most([told["replicates"], *played])
        return f"{told['games']:,} ({cells} of {times})"
    return (
        f"{told['games']:,} of up to {told['most_games']:,} ({cells} of up to "
        f"{told['replicates']:,})"
    )


def _stopping_text(told: Mapping[str, Any]) -> str:
    """Return what a wanted precision does to the intervals."""
    return (
        f"The study played until its intervals were as narrow as {points(told['half_width'])} "
        "either way, looking at them at planned numbers of games. It stopped for their width and "
        "for no other reason; the width says next to nothing about which way a rate errs, so the "
        "intervals keep their coverage however often one looked (Chow and Robbins 1965). Wilson "
        "intervals have the correction for continuity, half a game either way, that the looks had."
    )


def _map_text(findings: Findings, name: str, areas: Mapping[str, Sequence[Any]]) -> str:
    terrains = [str(terrain) for terrain in areas["terrain"]]
    kinds = sorted(set(terrains), key=lambda kind: (-terrains.count(kind), kind))
    parts = [f"{terrains.count(kind)} of {kind}" for kind in kinds]
    borders = sum(map(len, areas["neighbours"])) // 2
    board = f"{findings.definition.map_name(name)}, {len(terrains)} areas with {borders} borders"
    return f"The games are played on {board}: {listing(parts)}."


def _heat_text(values: Mapping[int, float], what: str) -> str:
    """Say how concentrated a measure is."""
    used = [area for area in sorted(values, key=lambda a: (-values[a], a)) if values[area] > 0]
    if not used:
        return f"There were no {what}."
    if len(used) <= TOP:
        return f"All {what} are in {count(len(used), 'area')}: {listing(list(map(str, used)))}."
    share = sum(values[area] for area in used[:TOP]) / sum(values.values())
    shown = listing([str(area) for area in used[:TOP]])
    return (
        f"Of all {what}, {percent_text(share)} are in areas {shown}, the rest in "
        f"{count(len(used) - TOP, 'other')}."
    )
