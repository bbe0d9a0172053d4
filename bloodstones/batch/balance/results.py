"""The files of a finished balance study: tables, provenance with answers and claims; a check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from bloodstones.batch.balance.claims import judged
from bloodstones.batch.balance.confirm import Confirmed, Fresh, arms_of
from bloodstones.batch.balance.definition import Balance, balance_of
from bloodstones.batch.balance.outputs import DUELS, FILES, balance_outputs, write_table
from bloodstones.batch.balance.retuning import Retuning
from bloodstones.batch.balance.search import SearchResult as Searched
from bloodstones.batch.balance.settings import SearchedNumbers
from bloodstones.batch.result_files.finish import replacing, write_areas, write_json, write_rows
from bloodstones.batch.result_files.provenance import provenance
from bloodstones.batch.result_files.provenance_file import BALANCE_FORMAT, read_provenance_file
from bloodstones.batch.result_files.result import AREAS, PROVENANCE, RESULTS, verify_tables
from bloodstones.batch.result_files.store import Store
from bloodstones.batch.result_files.tidy_tables import STUDY_COLUMNS
from bloodstones.batch.study.definition import StudyFile, parse_study
from bloodstones.batch.study.plan import Cell
from bloodstones.core.contract.game import Game
from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked of a balance study.

    Attributes
    ----------
    file
        With `[quick]` already applied.
    game
        That was played.
    knobs
        What could change.
    mark
        Fingerprint of plan and code.
    """

    file: StudyFile
    game: Game
    knobs: SearchedNumbers
    mark: str


@dataclass(frozen=True, slots=True)
class Answered:
    """What a balance study found.

    Attributes
    ----------
    fresh
        The plans of the fresh games of every answer.
    first
        The number in the store of their first cell.
    confirmed
        What they gave.
    claims
        What was claimed of them before, and the hash of its file.
    games
        Of the whole run.
    """

    searched: Searched
    fresh: Fresh
    first: int
    confirmed: Confirmed
    claims: tuple[Mapping[str, Any], str]
    retunings: tuple[Retuning, ...]
    games: int


def write_results(
    folder: Path, store: Store, asked: Asked, played: Answered, run: Mapping[str, Any]
) -> dict[str, Any]:
    """Write the tables and the provenance, all at once, and return the provenance.

    Parameters
    ----------
    folder
        Of the result.
    store
        With all games.
    asked, played
        What was asked, and what was found.
    run
        How it was run: seconds, jobs, backend.
    """
    balance = balance_of(asked.file)
    plan, duels = played.fresh.even, played.fresh.duels
    fresh = played.fresh.played(plan)
    columns = (*STUDY_COLUMNS, *asked.game.columns)
    tables, summary = balance_outputs(
        balance, asked.knobs, played.searched, played.confirmed, played.retunings
    )
    claims, digest = played.claims
    summary["claims"] = judged(claims["claims"], played.confirmed.claimed)
    summary["claims_sha256"] = digest
    counted = fresh.replicates
    names = (RESULTS, AREAS, *FILES, *((DUELS,) if duels else ()), PROVENANCE)
    with replacing(folder, names) as paths:
        rows, areas, *others, last = paths
        hashes = {
            "table_hash": write_rows(rows, plan, columns, _keys, store, counted, played.first),
            "areas_hash": write_areas(areas, plan, asked.game, store, counted, played.first),
        }
        more = {
            name: write_table(path, tables[name])
            for name, path in zip(FILES, others[: len(FILES)], strict=True)
        }
        if duels:
            behind, kept = played.first + len(plan.cells), played.fresh.played(duels).replicates
            more[DUELS] = write_rows(others[-1], duels, columns, _keys, store, kept, behind)
        study = balance.with_arms(arms_of(balance, asked.knobs, played.searched.answers))
        made = provenance(
            replace(asked.file, study=study),
            plan,
            asked.game,
            fresh,
            asked.mark,
            run,
            hashes,
        )
        made |= {"format": BALANCE_FORMAT, "games": played.games, "fresh_games": played.fresh.games}
        made |= {"tables": more, "balance": summary}
        write_json(last, made)
    return made


def _keys(cell: Cell) -> dict[str, str]:
    """Return the study's own columns of a cell."""
    return {"arm": cell.arm, "level": cell.level}


def verify_balance(folder: Path) -> dict[str, Any]:
    """Compare the tables of a finished balance study with its provenance and return that.

    Raises
    ------
    InputError
        A table is not the one that was written.
    """
    provenance = read_provenance_file(folder / PROVENANCE, BALANCE_FORMAT)
    hashes = {RESULTS: provenance["table_hash"], AREAS: provenance["areas_hash"]}
    verify_tables(folder, provenance, {**hashes, **provenance["tables"]})
    check_search(provenance, folder / PROVENANCE)
    return provenance


def check_search(provenance: Mapping[str, Any], path: Path) -> None:
    """Raise InputError where a provenance tells of another search than its study file.

    Parameters
    ----------
    provenance
        Of a balance study, as it was read.
    path
        Of its file.
    """
    try:
        study = parse_study(provenance["study_file"], path, Path(), form=Balance)
    except InputError:  # a file as an older version writes it
        return
    balance = cast(Balance, study)
    told, found = balance.quickened() if provenance["quick"] else balance, provenance["balance"]
    faults = Faults()
    for key, wanted in (
        ("fair_alone", told.targets.fair_alone),
        ("cost", told.cost.model_dump()),
        ("search", told.search.model_dump(mode="json")),
        ("targets", told.targets.model_dump(mode="json")),
    ):
        if key in found and found[key] != wanted:
            faults.add(f"{path}, balance.{key}", f"{wanted} as in study_file", found[key])
    for kind, name, values in _tried(told, found):
        if found[kind][name]["values"] != values:
            where = f"{path}, balance.{kind}.{name}"
            faults.add(where, f"the values {values} as in study_file", found[kind][name])
    faults.raise_if_any()


def _tried(balance: Balance, found: Mapping[str, Any]) -> Iterator[tuple[str, str, list[Any]]]:
    """Yield what could change in a study, by kind and name, with its values beside the printed."""
    for name, tried in balance.numbers.items():
        printed = found["numbers"][name]["printed"]
        inside = type(printed) is int and tried.low <= printed <= tried.high
        yield "numbers", name, sorted({*tried.values, printed}) if inside else list(tried.values)
    for name, readings in balance.options.items():
        yield "options", name, [each for each in readings if each != _printed(found, name)]
    for name, starts in balance.starts.items():
        fixed = balance.choices.get(name, (None,))[0]
        values = [each for each in starts if fixed is None or each != fixed]
        yield "starts", name, values if found["starts"][name]["printed"] == fixed else []


def _printed(found: Mapping[str, Any], option: str) -> Any:
    return found["options"][option]["printed"]
