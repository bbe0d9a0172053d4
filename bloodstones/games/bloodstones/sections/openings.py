"""The section on beginnings: from which sites a faction wins, and after which first regroups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, Final

import pandas as pd

from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.language.phrases import tight, title
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.stats.inference.rounding import PERCENT, with_sign

ID: Final = "beginnings"
SITES: Final = "sites_by_faction"
OPENINGS: Final = "openings_by_faction"
GAME: Final = ["cell", "replicate"]
ALIKE: Final = ["players", "strategy", "faction"]
PLACE: Final = "citadel_area"
REGROUPED, BUILT = "first_regroup_turns", "first_regroup_built"
FEWEST: Final = 40  # seats of a site or an opening that is shown
ERROR: Final = 0.05
SHOWN: Final = 2  # sites of each kind in the table
LEFT, RIGHT = "left", "right"
# Whether the first regroup is early, whether many villages are built by then -> its name.
KINDS: Final[Mapping[tuple[bool, bool], str]] = {
    (True, True): "regroups early, with many villages built",
    (True, False): "regroups early, with few villages built",
    (False, True): "regroups late, with many villages built",
    (False, False): "regroups late, with few villages built",
}


def find(played: PlayedStudy) -> Tables:
    """Return the tables of `count_openings`, over all base games."""
    return count_openings(played.base)


def count_openings(rows: pd.DataFrame) -> Mapping[str, pd.DataFrame]:
    """Return how much more than elsewhere each faction wins from a site and after an opening.

    Only games in which one strategy plays all seats count. An edge is the win rate less that of the
    same faction under the same strategy at tables of as many players; its interval holds for all
    sites, or all openings, of the faction together (Bonferroni).
    """
    alike = rows.groupby(GAME)["strategy"].transform("nunique") == 1
    chosen = rows[alike & (rows[PLACE] >= 0)]
    chosen = chosen.assign(
        above=chosen["win_credit"] - chosen.groupby(ALIKE)["win_credit"].transform("mean")
    )
    sites = _edges(chosen.rename(columns={PLACE: "place"}), ["map", "players", "faction", "place"])
    return {SITES: sites, OPENINGS: _openings(chosen)}


def _openings(chosen: pd.DataFrame) -> pd.DataFrame:
    """Return the edges of openings; none where the results do not tell first regroups."""
    if not {REGROUPED, BUILT} <= set(chosen):
        return pd.DataFrame()
    met = chosen[chosen[REGROUPED] > 0]
    groups = met.groupby(ALIKE)
    early = met[REGROUPED] <= groups[REGROUPED].transform("median")
    many = met[BUILT] >= groups[BUILT].transform("median")
    names = [KINDS[pair] for pair in zip(early, many, strict=True)]
    return _edges(met.assign(opening=names), ["players", "faction", "opening"])


def _edges(rows: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    """Return `keys`, `seats`, `edge`, `low` and `high`, of groups of enough seats."""
    edges = rows.groupby(keys, sort=True)["above"].agg(["size", "mean", "std"]).reset_index()
    edges = edges.rename(columns={"size": "seats", "mean": "edge"})
    edges = edges[edges["seats"] >= FEWEST].reset_index(drop=True)
    comparisons = edges.groupby(keys[:-1])["seats"].transform("size")
    width = [NormalDist().inv_cdf(1 - ERROR / (2 * number)) for number in comparisons]
    half = edges["std"] / edges["seats"] ** (1 / 2) * width
    edges = edges.assign(low=edges["edge"] - half, high=edges["edge"] + half)
    return edges.drop(columns="std")


@dataclass(frozen=True)
class Beginnings(Finding):
    """From which sites a faction wins, and after which first regroups."""

    sites: pd.DataFrame
    openings: pd.DataFrame

    @property
    def certain(self) -> int:
        """How many sites differ from the mean of their faction by more than their interval."""
        return int(((self.sites["low"] > 0) | (self.sites["high"] < 0)).sum())

    def site_table(self) -> Table:
        """Return the best and worst sites of each faction."""
        return _site_table(self.sites)

    def opening_table(self) -> Table:
        """Return what goes with each kind of first regroup."""
        return _opening_table(self.openings)


def beginnings_of(findings: StudyFindings) -> Beginnings:
    """Return what sites and first regroups go with."""
    tables = findings.named
    return Beginnings(tables[SITES], tables[OPENINGS])


def _site_table(sites: pd.DataFrame) -> Table:
    rows = []
    groups: Any = sites.groupby(["players", "faction"], sort=True)
    for (players, faction), group in groups:
        ranked = group.sort_values("edge", ascending=False, kind="stable")
        best, worst = ranked.head(SHOWN), ranked.tail(SHOWN)[::-1]
        rows.append((str(players), title(faction), _edge_texts(best), _edge_texts(worst)))
    header = ("players", "faction", "best sites", "worst sites")
    return Table.grouped("", header, (LEFT, LEFT, LEFT, LEFT), rows)


def _edge_texts(group: pd.DataFrame) -> str:
    return tight(
        "; ".join(
            f"{row['place']}: {_signed(row['edge'])}{'*' if row['low'] * row['high'] > 0 else ''} "
            f"(n = {row['seats']:,})"
            for _, row in group.iterrows()
        )
    )


def _opening_table(openings: pd.DataFrame) -> Table:
    kinds = [name for name in KINDS.values() if name in set(openings["opening"])]
    rows = []
    groups: Any = openings.groupby(["players", "faction"], sort=True)
    for (players, faction), group in groups:
        cells = {row["opening"]: _cell(row) for _, row in group.iterrows()}
        rows.append((str(players), title(faction), *(cells.get(kind, "–") for kind in kinds)))
    header = ("players", "faction", *(kind.replace(", with ", ",\n") for kind in kinds))
    return Table.grouped("", header, (LEFT, LEFT, *(RIGHT for _ in kinds)), rows)


def _cell(row: Any) -> str:
    half = float(row["high"] - row["low"]) / 2 * PERCENT
    return f"{_signed(row['edge'])} ± {max(1, round(half))}"


def _signed(share: float) -> str:
    return with_sign(share * PERCENT)


BEGINNINGS: Final = topic(ID, "Sites and first regroups", beginnings_of, find=find)
