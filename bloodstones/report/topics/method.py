"""The method, with its limits, and what is needed to play the same games again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import pandas as pd

from bloodstones.report.blocks.assumed_values import assumed_table, readable_values
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section, fits_all
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.language.phrases import least_to_most, listing
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


@dataclass(frozen=True)
class Orders:
    """Seating orders of the line-ups at a number of players: how many of them were played."""

    players: int
    played: int
    possible: int


@dataclass(frozen=True)
class Method(Finding):
    """How the games were played, and what they do not say.

    Attributes
    ----------
    findings
        The tables of the report.
    """

    findings: StudyFindings

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "all_orders_played": lambda f: all(one.played >= one.possible for one in f.orders),
        # Of every table with orders that were left out, one order alone was played.
        "no_interval_covers_others": lambda f: all(one.played == 1 for one in f.left_out),
    }

    @property
    def provenance(self) -> Mapping[str, Any]:
        """Of the results."""
        return self.findings.provenance

    @property
    def counts(self) -> Mapping[str, int]:
        """How many `games`, `cells` and `stopped` games."""
        line = self.findings.table(StudyTable.GAMES).iloc[0]
        return {name: int(line[name]) for name in ("games", "stopped", "cells")}

    @property
    def even(self) -> bool:
        """Whether all cells have as many games: a study may want other numbers of some types."""
        return not self.stopping and "games" not in self.findings.study_file

    @property
    def stopping(self) -> bool:
        """Whether the study played until its intervals were narrow enough."""
        return bool(self.provenance.get("stopping"))

    @property
    def band(self) -> float:
        """How far from its fair share a rate counts as fair, as a part of the share."""
        return self.findings.definition.band

    @property
    def verdicts(self) -> int:
        """How many verdicts the report has on roles and places."""
        return _verdicts(self.findings)

    @property
    def in_turn_order(self) -> bool:
        """Whether places are in turn order, and not round the table."""
        return self.findings.place == TURN_ORDER

    @property
    def maps(self) -> Sequence[str]:
        """The names of the maps that were played on."""
        return [self.findings.definition.map_name(name) for name in self.findings.played(BOARD)]

    @property
    def named_maps(self) -> Sequence[str]:
        """The names of the maps of the games that speak for the report."""
        table = self.findings.table(StudyTable.PLAYED)
        boards = table[(table["what"] == BOARD) & (table["speaking"] > 0)]
        return [self.findings.definition.map_name(str(name)) for name in boards["name"]]

    @property
    def most_named(self) -> int:
        """How many maps a sentence names."""
        return MOST_BOARDS

    @property
    def orders(self) -> Sequence[Orders]:
        """The seating orders, by number of players."""
        table = self.findings.table(StudyTable.ORDERS)
        return [
            Orders(int(row["players"]), int(row["played"]), int(row["possible"]))
            for _, row in table.iterrows()
        ]

    @property
    def left_out(self) -> Sequence[Orders]:
        """The tables at which some orders were not played."""
        return [one for one in self.orders if one.played < one.possible]

    @property
    def alone(self) -> Sequence[Orders]:
        """Those of them at which one order alone was played."""
        return [one for one in self.left_out if one.played == 1]

    @property
    def played(self) -> int:
        """How many orders were played, over all numbers of players."""
        return sum(one.played for one in self.orders)

    @property
    def possible(self) -> int:
        """How many orders there are."""
        return sum(one.possible for one in self.orders)

    @property
    def code(self) -> str:
        """The first letters of the hash of the code."""
        return str(self.provenance["sources_sha256"])[:SHORT]

    @property
    def assumed(self) -> Mapping[str, list[str]]:
        """What the data mark as assumed, by file."""
        return readable_values(self.provenance)


def method_of(findings: StudyFindings) -> Method:
    """Return how the games were played."""
    return Method(findings)


def _verdicts(findings: StudyFindings) -> int:
    names = (StudyTable.ON_MAPS, StudyTable.PLACES_ON_MAPS, StudyTable.OVER_MAPS)
    on_maps = sum(len(findings.table(name)) for name in names)
    if on_maps:
        return on_maps
    factions = len(findings.table(StudyTable.FACTIONS)) if findings.has_roles else 0
    return factions + len(findings.table(StudyTable.PLACES))


METHOD: Final = topic(
    "method", "Method and limits", method_of, find=find, applies=fits_all, published=True
)


@dataclass(frozen=True)
class Provenance(Finding):
    """What is needed to play the same games again.

    Attributes
    ----------
    provenance
        Of the results.
    """

    provenance: Mapping[str, Any]

    def origin_table(self) -> Table:
        """Return where the results come from as a table."""
        provenance = self.provenance
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
        return Table("", ("what", "value"), ("left", "left"), tuple(rows))

    @property
    def files(self) -> Mapping[str, str]:
        """The user's own data files and their hashes."""
        return self.provenance.get("data") or {}

    @property
    def assumed(self) -> Mapping[str, list[str]]:
        """What the data mark as assumed, by file."""
        return readable_values(self.provenance)

    def assumed_table(self) -> Table:
        """Return all of that as a table."""
        return assumed_table(self.provenance)


def provenance_of(findings: StudyFindings) -> Provenance:
    """Return what is needed to play the same games again."""
    return Provenance(findings.provenance)


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


PROVENANCE: Final[Section[StudyFindings, PlayedStudy]] = topic(
    "provenance", "Provenance", provenance_of, applies=fits_all
)
