"""The method, with its limits, and what is needed to play the same games again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pandas as pd

from bloodstones.report.blocks.assumed_values import assumed_limits, assumed_table
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section, fits_all
from bloodstones.report.document.model import Content, Paragraph, Table
from bloodstones.report.language.phrases import count, least_to_most, listing, of_share, points
from bloodstones.report.language.terms import TURN_ORDER
from bloodstones.report.study.findings import BOARD, STRATEGY, StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.setups import SETUP, possible_setups, with_setups
from bloodstones.stats.summary import cells_of, unfinished_games
from bloodstones.stats.table import one_row_a_game

MOST_BOARDS: Final = 6  # that are named
SHORT: Final = 8  # letters of a hash


def find(played: PlayedStudy) -> Tables:
    """Return the numbers of games, what was played, and how many orders of seats there were."""
    every, speaking = played.results.rows, played.rows
    games, stopped = unfinished_games(every)
    line = (games, stopped, cells_of(every), played.strategy or "", _games(speaking))
    names = ("games", "stopped", "cells", "strategy", "speaking")
    kinds = [
        (kind, str(name), _games(rows), _games(speaking[speaking[kind] == name]))
        for kind in (STRATEGY, BOARD)
        for name, rows in every.groupby(kind, sort=True)
        if name
    ]
    first = with_setups(speaking).drop_duplicates(SETUP)
    orders = [
        (int(str(players)), len(group), possible_setups(group))
        for players, group in first.groupby("players", sort=True)
    ]
    return {
        StudyTable.GAMES: pd.DataFrame([line], columns=list(names)),
        StudyTable.PLAYED: pd.DataFrame(kinds, columns=["what", "name", "games", "speaking"]),
        StudyTable.ORDERS: pd.DataFrame(orders, columns=["players", "played", "possible"]),
    }


def _games(rows: pd.DataFrame) -> int:
    return len(one_row_a_game(rows))


def make(findings: StudyFindings) -> Content:
    """Write the method, what it supports and what it does not."""
    definition, provenance = findings.definition, findings.provenance
    line = findings.table(StudyTable.GAMES).iloc[0]
    games, stopped, cells = (int(line[name]) for name in ("games", "stopped", "cells"))
    texts = (
        f"{games:,} games were played in {count(cells, 'cell')}, each {_of_cells(findings)} "
        "and the strategies of the seats"
        f"{', with equally many games' if _even(findings) else ''}. Cells "
        f"that differ only in strategies draw the same {findings.game.words.drawn}, so they are "
        "not counted as independent where a table joins them.",
        "A win counts 1, a win shared by k seats 1/k. Rates carry 95 % Wilson intervals with as "
        "many games as their variance is worth: boards, line-ups and rules are fixed, since all "
        "of them were played; the orders of a line-up round the table are a sample of the possible "
        "ones; games are luck. Means, and rates whose rows depend on each other, carry bootstrap "
        "intervals that resample whole games. Numbers show no decimal beyond their error.",
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
        f"{' on this map' if findings.played(BOARD) else ''}, not how people "
        "would, and nothing about how much fun a game is.",
    )
    sequential = (_stopping_text(provenance),) if provenance.get("stopping") else ()
    limits = (*texts, *sequential, *assumed_limits(provenance))
    return [Paragraph(text) for text in limits], {}


def _even(findings: StudyFindings) -> bool:
    """Whether all cells have as many games: a study may want other numbers of some levels."""
    return findings.provenance.get("stopping") is None and "games" not in findings.study_file


def _setting(findings: StudyFindings) -> str:
    """Say which boards, seating orders and code the figures are of."""
    table = findings.table(StudyTable.PLAYED)
    boards = table[(table["what"] == BOARD) & (table["speaking"] > 0)]
    names = [findings.definition.map_name(str(name)) for name in boards["name"]]
    shown = listing(names[:MOST_BOARDS])
    if len(names) > MOST_BOARDS:
        shown = f"{count(len(names), 'board')}"
    where = f"The boards are {shown}, as the data of the game have them. " if names else ""
    seated = findings.table(StudyTable.ORDERS)
    played, possible = int(seated["played"].sum()), int(seated["possible"].sum())
    orders = "all of them were played"
    if played < possible:
        orders = f"{played:,} of {possible:,} {'was' if played == 1 else 'were'} played, and "
        orders += _spanned(seated)
    return (
        f"{where}Of the orders in which these line-ups can sit round the table, {orders}. Rates "
        "of other boards, orders or code, in another report, may differ by more than the "
        "intervals tell; the code is that with the hash "
        f"{str(findings.provenance['sources_sha256'])[:SHORT]}."
    )


def _spanned(seated: pd.DataFrame) -> str:
    """Say whether intervals cover seating orders that were not played: one alone does not."""
    tables = {
        count(int(row["players"]), "player"): (int(row["played"]), int(row["possible"]))
        for _, row in seated.iterrows()
    }
    alone = [name for name, (played, possible) in tables.items() if played == 1 < possible]
    if len(alone) == sum(played < possible for played, possible in tables.values()):
        return "no interval spans the others"
    spanned = "intervals of pooled rates and differences are wider by what the others might give"
    return f"{spanned}, but not with {listing(alone)}" if alone else spanned


def _of_cells(findings: StudyFindings) -> str:
    """Return the factors of a cell, besides the strategies."""
    board = "a map, " if findings.played(BOARD) else ""
    seats = "a line-up of factions in seat order" if findings.has_roles else "its seats"
    return f"{board}{seats}"


def _verdicts(findings: StudyFindings) -> int:
    names = (StudyTable.ON_MAPS, StudyTable.PLACES_ON_MAPS, StudyTable.OVER_MAPS)
    on_maps = sum(len(findings.table(name)) for name in names)
    if on_maps:
        return on_maps
    factions = len(findings.table(StudyTable.FACTIONS)) if findings.has_roles else 0
    return factions + len(findings.table(StudyTable.PLACES))


def _judged(findings: StudyFindings) -> str:
    places = "turn orders" if findings.place == TURN_ORDER else "seats"
    return f"factions and {places}" if findings.has_roles else places


def _stopping_text(provenance: Mapping[str, Any]) -> str:
    """Return a sentence on how sequential stopping affects the intervals."""
    return (
        "The study played until its intervals were as narrow as "
        f"{points(provenance['half_width'])} "
        "either way, looking at them at planned numbers of games. It stopped for their width and "
        "for no other reason; the width says next to nothing about which way a rate errs, so the "
        "intervals keep their coverage however often one looked (Chow and Robbins 1965). Wilson "
        "intervals have the correction for continuity, half a game either way, that the looks had."
    )


METHOD: Final = Section("method", "Method and limits", make, find, applies=fits_all, published=True)


def make_provenance(findings: StudyFindings) -> Content:
    """Write what is needed to play the same games again."""
    provenance = findings.provenance
    rows = [
        ("Study", str(provenance["study"])),
        ("Question of the study", str(provenance["question"])),
        ("Games", _games_text(provenance)),
        ("Seed", str(provenance["seed"])),
        ("Quick run", "yes" if provenance["quick"] else "no"),
        ("Versions", listing([f"{name} {v}" for name, v in provenance["versions"].items()])),
        ("Version of the rules", str(provenance.get("rules_version"))),
        ("Table of results", str(provenance["table_hash"])),
        ("Table of areas", str(provenance["areas_hash"])),
        ("Study file", str(provenance["study_sha256"])),
        ("Code and data of the games", str(provenance["sources_sha256"])),
    ]
    text = (
        "The same study file and version give the same tables, whatever the machine and the number "
        "of workers, and the same tables give this document byte for byte. Hashes are SHA-256; "
        "that of a table is over its names, types and values."
    )
    table = Table("Provenance.", ("what", "value"), ("left", "left"), tuple(rows))
    return [Paragraph(text), table, *assumed_table(provenance)], {}


def _games_text(provenance: Mapping[str, Any]) -> str:
    """Return how many games were played, in how many cells, and the planned maximum."""
    cells = f"{provenance['cells']:,} cells"
    if provenance.get("stopping") is None or "most_games" not in provenance:
        played = (group["replicates"] for group in provenance.get("groups", ()))
        times = least_to_most([provenance["replicates"], *played])
        return f"{provenance['games']:,} ({cells} of {times})"
    return (
        f"{provenance['games']:,} of up to {provenance['most_games']:,} ({cells} of up to "
        f"{provenance['replicates']:,})"
    )


PROVENANCE: Final[Section[StudyFindings, PlayedStudy]] = Section(
    "provenance", "Provenance", make_provenance, applies=fits_all
)
