"""The files of a finished balance study: tables, provenance with answers and claims; a check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bloodstones.batch.balance.claims import judged
from bloodstones.batch.balance.confirm import Confirmed, Fresh, arms_of
from bloodstones.batch.balance.definition import balance_of
from bloodstones.batch.balance.finished import DUELS, FILES
from bloodstones.batch.balance.outputs import balance_outputs, write_table
from bloodstones.batch.balance.retuning import Retuning
from bloodstones.batch.balance.search import SearchResult as Searched
from bloodstones.batch.balance.settings import SearchedNumbers
from bloodstones.batch.result_files.finish import replacing, write_areas, write_json, write_rows
from bloodstones.batch.result_files.provenance import provenance
from bloodstones.batch.result_files.provenance_file import BALANCE_FORMAT
from bloodstones.batch.result_files.result import AREAS, PROVENANCE, RESULTS
from bloodstones.batch.result_files.store import Store
from bloodstones.batch.result_files.tidy_tables import STUDY_COLUMNS
from bloodstones.batch.study.definition import StudyFile
from bloodstones.batch.study.plan import Cell
from bloodstones.core.contract.game import Game


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
