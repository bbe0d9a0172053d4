"""A finished balance study: its files, their columns, and the check against the provenance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, cast

import pyarrow as pa

from bloodstones.batch.balance.definition import Balance
from bloodstones.batch.result_files.provenance_file import BALANCE_FORMAT, read_provenance_file
from bloodstones.batch.result_files.result import AREAS, PROVENANCE, RESULTS, verify_tables
from bloodstones.batch.study.definition import parse_study
from bloodstones.core.contract.game import Number
from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults
from bloodstones.core.files.pairs import spelling

Setting = tuple[tuple[str, Number], ...]  # what is changed, in the order of the file
TRIED: Final = "tried.parquet"
RATES: Final = "tried_rates.parquet"
RETUNED: Final = "retuned.parquet"
DUELS: Final = "duels.parquet"
TRIED_TARGETS: Final = "tried_targets.parquet"
FIGURES: Final = "target_figures.parquet"
DISTANCES: Final = "target_distances.parquet"
FRONT: Final = "front.parquet"
FILES: Final = (TRIED, RATES, RETUNED, TRIED_TARGETS, FIGURES, DISTANCES, FRONT)
CLAIMS: Final = "claims.json"
DISTANCE, GAIN = "distance", "gain"  # what a claim is of

RATE_FIELDS: Final = (
    ("level", pa.string()),
    ("players", pa.int8()),
    ("faction", pa.string()),
    ("seats", pa.int32()),
    ("wins", pa.float64()),
    ("rate", pa.float64()),
    ("error", pa.float64()),
)
FIGURE_FIELDS: Final = (
    ("target", pa.string()),
    ("level", pa.string()),
    ("players", pa.int8()),
    ("role", pa.string()),
    ("n", pa.int32()),
    ("value", pa.float64()),
    ("error", pa.float64()),
    ("goal_low", pa.float64()),
    ("goal_high", pa.float64()),
    ("gap", pa.float64()),
    ("share", pa.float64()),
)
SCHEMAS: Final = {
    TRIED: pa.schema(
        [
            ("setting", pa.int32()),
            ("stage", pa.string()),
            ("changes", pa.int8()),
            ("change", pa.string()),
            ("cost", pa.float64()),
            ("distance", pa.float64()),
            ("smoothed", pa.float64()),
        ]
    ),
    RATES: pa.schema([("setting", pa.int32()), *RATE_FIELDS, ("shift", pa.float64())]),
    RETUNED: pa.schema([("change", pa.string()), ("tuned", pa.bool_()), *RATE_FIELDS]),
    TRIED_TARGETS: pa.schema(
        [("setting", pa.int32()), *FIGURE_FIELDS, ("shift", pa.float64())],
    ),
    FIGURES: pa.schema([("arm", pa.string()), *FIGURE_FIELDS]),
    DISTANCES: pa.schema(
        [
            ("arm", pa.string()),
            ("by_level", pa.bool_()),
            ("level", pa.string()),
            ("players", pa.int8()),
            ("target", pa.string()),
            ("games", pa.int32()),
            ("distance", pa.float64()),
            ("low", pa.float64()),
            ("high", pa.float64()),
        ]
    ),
    FRONT: pa.schema(
        [
            ("change", pa.string()),
            ("changes", pa.int8()),
            ("size", pa.float64()),
            ("distance", pa.float64()),
            ("front", pa.bool_()),
        ]
    ),
}


def text_of(setting: Setting) -> str:
    """Return a setting as `--set` and the like take it.

    >>> text_of((("goal", 18), ("dice", 3))), text_of(())
    ('goal=18, dice=3', '')
    """
    return ", ".join(f"{name}={spelling(value)}" for name, value in setting)


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
    """Raise InputError if a provenance describes another search than its study file.

    Parameters
    ----------
    provenance
        Of a balance study, as it was read.
    path
        Of its file.
    """
    try:
        study = parse_study(provenance["study_file"], path, Path(), form=Balance, recorded=True)
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
