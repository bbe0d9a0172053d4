"""The report of a ladder: ratings, duels, what games look like, how exploitable the field is."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from bloodstones.batch.result_files.result import PROVENANCE
from bloodstones.batch.result_files.result_columns import declared
from bloodstones.core.contract.columns import Columns
from bloodstones.core.contract.game import Role
from bloodstones.core.errors import InputError, expected
from bloodstones.core.files.datafile import Faults, read_json, read_toml
from bloodstones.core.files.file_kinds import LADDER
from bloodstones.core.files.parsing import toml_of
from bloodstones.report.definition import FILE, notes_of
from bloodstones.report.files import refuse_other_study
from bloodstones.report.ladder_findings import LadderFindings
from bloodstones.report.ladder_sections import compose
from bloodstones.report.learned import find_learned
from bloodstones.report.make import DOCUMENTS, RESULTS_FOLDER, table_files, write_report
from bloodstones.report.own import own_of
from bloodstones.report.pairings import find_pairings
from bloodstones.report.terms import ALL, FACTION
from bloodstones.stats.ratings.faction_game import faction_game, faction_payoffs
from bloodstones.stats.ratings.ladder import course, duels, pool_rates, ratings
from bloodstones.stats.table import ROWS_FILE, STUDY_TIP, with_finished

LARGEST_SEED = 2**31 - 1
SECTIONS = (
    "ladder",
    "duels",
    "pools",
    "meta",
    "tuning",
    "course",
    "probe",
    "learned",
    "method",
)
OPTIONAL = ("learned", "meta", "meta_by", "names", "notes", "presets", "probes", "typical")
META_BY = {FACTION: FACTION, ALL: ALL}


@dataclass(frozen=True, slots=True)
class Definition:
    """A report of a ladder.

    Attributes
    ----------
    study
        Id of the ladder.
    ladder
        The pool whose games are rated; a number of players may follow its name: `ladder_2`.
    typical
        The same of the pool whose games are looked at for what games are like. Without it, the
        report has no such section.
    meta
        Name of a pool of all pairs, from which the best strategies of each faction are told; they
        are no duels. Without games of it in the results, the report has no such section.
    pooled
        Whether that pool tells which strategies are best whatever they play, and not for each
        faction by itself (`meta_by = "all"`).
    names
        Names of strategies; by default the id as a title.
    tunings
        Result files of tunings, kept in the report's folder: presets, then probes.
    learned
        Results of learnings, by their paths from the report's folder.
    notes
        Paragraphs by section.
    """

    title: str
    study: str
    seed: int
    ladder: str
    typical: str
    meta: str
    pooled: bool
    names: Mapping[str, str]
    presets: tuple[Path, ...]
    probes: tuple[Path, ...]
    learned: tuple[Path, ...]
    notes: Mapping[str, tuple[str, ...]]


def make_ladder_report(
    folder: Path,
    results: Path | None = None,
    wanted: Collection[str] = DOCUMENTS,
    *,
    out: Path | None = None,
    replace: bool = False,
) -> tuple[Path, ...]:
    """Make the report that `folder` defines and return the paths of its documents.

    Parameters
    ----------
    results
        Folder of the ladder's results; by default `results/<study id>`.
    wanted
        Which documents to make.
    out
        Where the report goes; by default into `folder`.
    replace
        Whether it may write over the report of another study there.

    Raises
    ------
    InputError
        With every fault of the definition, or without results.
    WriteError
        If the files cannot be written.
    """
    definition = read_definition(folder)
    source = results or RESULTS_FOLDER / definition.study
    return ladder_report_on(definition, source, out or folder, wanted, replace=replace)


def ladder_report_on(
    definition: Definition,
    source: Path,
    folder: Path,
    wanted: Collection[str],
    *,
    replace: bool = False,
) -> tuple[Path, ...]:
    """Make a report of the results of a ladder in the folder `source`; return its documents."""
    refuse_other_study(folder, definition.study, replace=replace)
    if not (source / PROVENANCE).is_file():
        raise expected("a folder of results", str(source), "--results", tip=STUDY_TIP)
    told = read_json(source / PROVENANCE, "a provenance")
    if told.get("study") != definition.study:
        raise expected(f"results of {definition.study}", told.get("study"), str(source))
    known = declared(str(told.get("game")), source / ROWS_FILE)
    rows = with_finished(pd.read_parquet(source / ROWS_FILE), known.stopped)
    findings = find(definition, rows, known.rows, told)
    files = {PROVENANCE: (source / PROVENANCE).read_bytes(), **table_files(findings.tables)}
    return write_report(folder, compose(findings), files, wanted)


def find(
    definition: Definition,
    rows: pd.DataFrame,
    columns: Columns,
    provenance: Mapping[str, Any],
) -> LadderFindings:
    """Compute all tables of the report; `columns` are those of `rows`."""
    brings = own_of(str(provenance.get("game")))
    told = brings.course
    ladder = toml_of(provenance["study_file"])
    rated = _pools(rows, definition.ladder)
    typical = _pools(rows, definition.typical) if definition.typical else rows.head(0)
    pools = [
        pool for pool in ladder["pools"] if "pairs" in pool and pool["name"] != definition.meta
    ]
    pairs = [(str(pair[0]), str(pair[1])) for pool in pools for pair in pool["pairs"]]
    paired = rows[rows["pool"].isin([pool["name"] for pool in pools])]
    chosen, none = rows[rows["pool"] == definition.meta], pd.DataFrame()
    meta, pairings = (
        find_pairings(chosen, definition.seed)
        if definition.pooled
        else (_meta(chosen, definition.seed), none)
    )
    return LadderFindings(
        title=definition.title,
        question=str(provenance["question"]),
        names=definition.names,
        notes=definition.notes,
        provenance=provenance,
        sources=columns.labels(Role.POINTS),
        own=brings,
        role=next((each.words for each in columns if each.name == FACTION), FACTION),
        ratings=ratings(rated, seed=definition.seed),
        rates=pool_rates(rows, seed=definition.seed),
        duels=duels(paired, pairs, seed=definition.seed),
        meta=meta,
        pairings=pairings,
        course=course(
            typical, columns.names(Role.POINTS), told.figures if told is not None else None
        ),
        openings=told.openings.find(typical) if told and told.openings else pd.DataFrame(),
        presets=_tunings(definition.presets),
        probes=_tunings(definition.probes),
        learned=find_learned(definition.learned),
        rated=frozenset(rated["pool"]),
        typical=definition.typical,
    )


def _pools(rows: pd.DataFrame, begin: str) -> pd.DataFrame:
    """Return the rows of the pool of this name, or of those with a number of players after it."""
    found = rows[rows["pool"].str.fullmatch(f"{re.escape(begin)}(_[0-9]+)?")]
    if found.empty:
        pools = ", ".join(sorted(set(rows["pool"])))
        raise expected(f"a pool among {pools}", begin, FILE)
    return found


def _meta(rows: pd.DataFrame, seed: int) -> pd.DataFrame:
    """Return how good each strategy is for each faction, by players.

    A faction that some strategy hardly played against some other is left out.
    """
    tables = []
    for players, group in rows.groupby("players", sort=True):
        for faction in sorted(group["faction"].unique()):
            try:
                payoffs = faction_payoffs(group, faction)
            except InputError:
                continue
            found = faction_game(payoffs, seed=seed)
            found.insert(0, "faction", faction)
            found.insert(0, "players", players)
            tables.append(found)
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame()


FEWEST = "fewest"  # players of a tuning that was not told how many


def _tunings(paths: Sequence[Path]) -> pd.DataFrame:
    """Return the gains by faction of tunings, one line each."""
    lines = []
    for path in paths:
        told = read_json(path, "the result of a tuning")
        for kind in ("gain", "duel"):
            for faction, gain in told[kind].items():
                task = told["task"]
                lines.append(
                    {
                        "preset": told["preset"],
                        "strategy": task["strategy"],
                        "against": ", ".join(task["against"]),
                        "players": ", ".join(map(str, task["players"])) or FEWEST,
                        "kind": kind,
                        "faction": faction,
                        **gain,
                    }
                )
    return pd.DataFrame(lines)


def read_definition(folder: Path) -> Definition:
    """Read `report.toml`; raises InputError with every fault of it."""
    faults = Faults()
    top = read_toml(folder / FILE, faults)
    definition = None
    if top is not None:
        top.choice("kind", {LADDER: LADDER})
        names = top.table("names", optional=True)
        definition = Definition(
            title=top.text("title"),
            study=top.text("study"),
            seed=top.integer("seed", low=0, high=LARGEST_SEED, default=0),
            ladder=top.text("ladder"),
            typical=top.text("typical") if "typical" in top else "",
            meta=top.text("meta") if "meta" in top else "",
            pooled="meta_by" in top and top.choice("meta_by", META_BY) == ALL,
            names={name: names.text(name) for name in names.values},
            presets=_paths(folder, top.values.get("presets", ())),
            probes=_paths(folder, top.values.get("probes", ())),
            learned=_paths(folder, top.values.get("learned", ())),
            notes=notes_of(top, SECTIONS),
        )
        top.finish(optional=OPTIONAL)
    faults.raise_if_any()
    assert definition is not None  # without a top table there is a fault
    return definition


def _paths(folder: Path, names: Sequence[str]) -> tuple[Path, ...]:
    """Return the files of these names in the report's folder."""
    return tuple(folder / str(name) for name in names)
