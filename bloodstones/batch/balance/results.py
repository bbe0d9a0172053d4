"""The files of a finished balance study: tables, provenance with answers and claims; a check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import pyarrow as pa

from bloodstones.batch.balance import target_tables
from bloodstones.batch.balance.claims import judged
from bloodstones.batch.balance.confirm import Confirmed, Fresh, arms_of
from bloodstones.batch.balance.definition import Balance, balance_of
from bloodstones.batch.balance.figures import SettingFigures
from bloodstones.batch.balance.finished import DUELS, FILES, RATES, RETUNED, SCHEMAS, TRIED, text_of
from bloodstones.batch.balance.retuning import Retuning
from bloodstones.batch.balance.search import FINALIST, SearchResult, Tried
from bloodstones.batch.balance.search import SearchResult as Searched
from bloodstones.batch.balance.settings import ChangeKind, SearchedNumbers
from bloodstones.batch.balance.targets import WIN_RATE
from bloodstones.batch.result_files.finish import replacing, write_areas, write_json, write_rows
from bloodstones.batch.result_files.provenance import provenance
from bloodstones.batch.result_files.provenance_file import BALANCE_FORMAT
from bloodstones.batch.result_files.result import AREAS, PROVENANCE, RESULTS
from bloodstones.batch.result_files.store import Store
from bloodstones.batch.result_files.tidy_tables import STUDY_COLUMNS, TableHash, writing
from bloodstones.batch.study.definition import StudyFile
from bloodstones.batch.study.plan import Cell
from bloodstones.core.contract.game import Game

DIGITS: Final = 6
Lines = Sequence[Mapping[str, Any]]


def balance_outputs(
    balance: Balance,
    knobs: SearchedNumbers,
    searched: SearchResult,
    confirmed: Confirmed,
    retunings: Sequence[Retuning],
) -> tuple[dict[str, Lines], dict[str, Any]]:
    """Return the tables by file name, and the summary for the provenance.

    Parameters
    ----------
    balance
        What was asked.
    knobs
        What could change.
    searched
        What the search tried and found.
    confirmed
        What the confirming games gave.
    retunings
        For the printed rules and each answer; () where nothing was tuned.

    Returns
    -------
    tables
        File name -> lines. `setting` numbers the lines of `tried`; `shift` is the rate minus that
        of the printed rules with the same random numbers.
    summary
        For the provenance.
    """
    tables: dict[str, Lines] = {
        TRIED: [
            _tried_line(place, each, smoothed)
            for place, (each, smoothed) in enumerate(
                zip(searched.tried, searched.smoothed, strict=True)
            )
        ],
        RATES: _rate_lines(searched.tried),
        RETUNED: [
            {"change": text_of(each.setting), "tuned": tuned, **line}
            for each in retunings
            for tuned, rates in ((False, each.before), (True, each.after))
            for line in _lines(rates)
        ],
        **target_tables.target_tables(knobs, searched, confirmed),
    }
    summary = {
        **_changeable(knobs),
        "targets": balance.targets.model_dump(mode="json"),
        "fair_alone": balance.targets.fair_alone,
        "cost": balance.cost.model_dump(),
        "search": balance.search.model_dump(),
        "answers": [dict(setting) for setting in searched.answers],
        "retuned": [_retuned(each) for each in retunings],
    }
    return tables, summary


def _changeable(knobs: SearchedNumbers) -> dict[str, dict[str, Any]]:
    """Return what could change, by kind and name: its printed value and those that were tried."""
    tables: dict[str, dict[str, Any]] = {kind.value: {} for kind in ChangeKind}
    for knob in knobs.every:
        values: list[Any] = list(knob.values)
        if knob.kind is ChangeKind.NUMBER:
            values = sorted((*values, knob.printed))
        tables[knob.kind.value][knob.name] = {"printed": knob.printed, "values": values}
    return tables


def write_table(path: Path, lines: Lines) -> str:
    """Write a table as Parquet and return its hash.

    Parameters
    ----------
    path
        Its name, without `.part`, says which table it is.
    lines
        With the columns of that table.
    """
    schema = SCHEMAS[path.name.removesuffix(".part")]
    table = pa.Table.from_pylist(list(map(dict, lines)), schema=schema)
    with writing(path, schema) as writer:
        writer.write_table(table)
    digest = TableHash()
    digest.update(table)
    return digest.hexdigest()


def _tried_line(place: int, each: Tried, smoothed: float) -> dict[str, Any]:
    return {
        "setting": place,
        "stage": each.stage,
        "changes": len(each.setting),
        "change": text_of(each.setting),
        "cost": round(each.cost, DIGITS),
        "distance": round(each.measured.distance, DIGITS),
        "smoothed": round(smoothed, DIGITS),
    }


def _rate_lines(tried: Sequence[Tried]) -> Lines:
    """Return the win rates of every setting, with what it shifts."""
    lines = []
    bases: dict[bool, SettingFigures] = {}  # the printed rules come first, on either luck
    for place, each in enumerate(tried):
        base = bases.setdefault(each.stage == FINALIST, each.measured)
        shifts, _ = each.measured.shift(base)
        for line, shift in zip(_lines(each.measured), shifts, strict=False):  # win rates come first
            shift_of_rate = round(float(shift) / line["players"], DIGITS)
            lines.append({"setting": place, **line, "shift": shift_of_rate})
    return lines


def _lines(rates: SettingFigures) -> list[dict[str, Any]]:
    """Return the win rates of all roles, one line each."""
    return [
        {
            "level": output.level,
            "players": output.players,
            "faction": output.role,
            "seats": len(values),
            "wins": float(values.sum()),
            "rate": round(float(rate), DIGITS),
            "error": round(float(variance) ** (1 / 2), DIGITS),
        }
        for output, values, rate, variance in zip(
            rates.outputs.every, rates.values, rates.rates, rates.variances, strict=True
        )
        if output.target == WIN_RATE
    ]


def _retuned(each: Retuning) -> dict[str, Any]:
    """Return what tuning for a setting gained."""
    return {
        "setting": dict(each.setting),
        "players": each.players,
        "games": each.games,
        "kept": list(each.kept),
        "gains": dict(each.gains),
    }


@dataclass(frozen=True, slots=True)
class BalanceQuestion:
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
class BalanceAnswer:
    """What a balance study found.

    Attributes
    ----------
    fresh
        The plans of the new games of every solution.
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
    folder: Path,
    store: Store,
    asked: BalanceQuestion,
    played: BalanceAnswer,
    run: Mapping[str, Any],
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
