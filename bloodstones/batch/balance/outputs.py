"""What a balance study leaves beside its fresh games: what was tried, answers, tunings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pyarrow as pa

from bloodstones.batch.balance import target_tables
from bloodstones.batch.balance.confirm import Confirmed
from bloodstones.batch.balance.definition import Balance
from bloodstones.batch.balance.finished import RATES, RETUNED, SCHEMAS, TRIED, text_of
from bloodstones.batch.balance.measured import Measured
from bloodstones.batch.balance.retuning import Retuning
from bloodstones.batch.balance.search import FINALIST, SearchResult, Tried
from bloodstones.batch.balance.settings import Kind, SearchedNumbers
from bloodstones.batch.balance.targets import WIN_RATE
from bloodstones.batch.result_files.parquet import writing
from bloodstones.batch.result_files.tidy_tables import TableHash

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
        File name -> lines. `setting` numbers the lines of `tried`; `shift` is the rate less that of
        the printed rules on the same luck.
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
    tables: dict[str, dict[str, Any]] = {kind.value: {} for kind in Kind}
    for knob in knobs.every:
        values: list[Any] = list(knob.values)
        if knob.kind is Kind.NUMBER:
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
    bases: dict[bool, Measured] = {}  # the printed rules come first, on either luck
    for place, each in enumerate(tried):
        base = bases.setdefault(each.stage == FINALIST, each.measured)
        shifts, _ = each.measured.shift(base)
        for line, shift in zip(_lines(each.measured), shifts, strict=False):  # win rates come first
            shift_of_rate = round(float(shift) / line["players"], DIGITS)
            lines.append({"setting": place, **line, "shift": shift_of_rate})
    return lines


def _lines(rates: Measured) -> list[dict[str, Any]]:
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
