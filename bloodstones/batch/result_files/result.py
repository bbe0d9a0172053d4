"""The columns of a result: those of its files, or for older files those that the game declares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from bloodstones.batch.result_files.provenance_file import STUDY_FORMAT, read_provenance_file
from bloodstones.batch.result_files.tidy_tables import (
    AREA_COLUMNS,
    STUDY_COLUMNS,
    TableHash,
    reading,
)
from bloodstones.batch.study.factors import BASE
from bloodstones.core.contract.columns import Columns, column_of
from bloodstones.core.contract.game import Column, Game
from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults
from bloodstones.games.registry import load_game

RESULTS = "results.parquet"
AREAS = "areas.parquet"
PROVENANCE = "provenance.json"
STORE = "running.sqlite"
COMPARED = ("players", "level", "map", "arm")  # columns that a provenance tells of
HASHES = {RESULTS: "table_hash", AREAS: "areas_hash"}


def read_provenance(folder: Path, form: str = STUDY_FORMAT) -> dict[str, Any] | None:
    """Return the provenance of a result folder; None without one.

    Parameters
    ----------
    folder
        Of the result.
    form
        The format that it must have, see `provenance_file`.

    Raises
    ------
    InputError
        There is one, but of another format, or with faults.
    """
    path = folder / PROVENANCE
    return read_provenance_file(path, form) if path.exists() else None


def file_hash(path: Path) -> str:
    """Return the hash of the table in a Parquet file (see `TableHash`); memory holds a row group.

    Raises
    ------
    InputError
        The file is missing or not a Parquet table.
    """
    digest = TableHash()
    with reading(path) as file:
        for group in range(file.num_row_groups):
            digest.update(file.read_row_group(group))
    return digest.hexdigest()


def verify_results(folder: Path) -> dict[str, Any]:
    """Compare the tables of a finished study with its provenance and return the provenance.

    Raises
    ------
    InputError
        There is no finished study, or a table is not the one that was written.
    """
    provenance = read_provenance(folder)
    if provenance is None:
        raise InputError(
            f"expected the results of a study, got no {PROVENANCE} ({folder})",
            "make them with `bloodstones study FILE`",
        )
    verify_tables(folder, provenance, {name: provenance[key] for name, key in HASHES.items()})
    return provenance


def verify_tables(folder: Path, provenance: Mapping[str, Any], hashes: Mapping[str, str]) -> None:
    """Compare tables with the provenance beside them.

    Parameters
    ----------
    folder
        Of the tables.
    provenance
        What `read_provenance` returned.
    hashes
        Name of a table -> the hash that it must have.

    Raises
    ------
    InputError
        A table is not the one that was written, or the provenance describes other games.
    """
    for name, digest in hashes.items():
        if file_hash(folder / name) != digest:
            raise InputError(
                f"expected the table that {PROVENANCE} names, got another one ({folder / name})",
                "remove the folder and run the study again, or start again with --replace",
            )
    faults = Faults()
    for key, wanted, got in _contradictions(folder / RESULTS, provenance):
        faults.add(f"{folder / PROVENANCE}, {key}", f"{wanted} as {RESULTS} has", got)
    faults.raise_if_any()


def _contradictions(
    path: Path, provenance: Mapping[str, Any]
) -> Iterator[tuple[str, object, object]]:
    """Yield what a provenance tells of a table of games that is not so: key, wanted, got."""
    found: dict[str, set[Any]] = {}
    sizes: Counter[int] = Counter()  # rows by number of players
    with reading(path) as file:
        rows, names = file.metadata.num_rows, file.schema_arrow.names
        for group in range(file.num_row_groups):
            part = file.read_row_group(group, [name for name in COMPARED if name in names])
            for name in part.column_names:
                found.setdefault(name, set()).update(part[name].unique().to_pylist())
            if "players" in part.column_names:
                counts = part["players"].value_counts().to_pylist()
                sizes.update({each["values"]: each["counts"] for each in counts})
    groups = provenance.get("groups")
    if groups is not None:
        recorded = sum(each["cells"] * each["replicates"] * each["players"] for each in groups)
        if recorded != rows:
            yield "groups", f"cells and replicates for {rows} rows", f"those for {recorded}"
        of_groups: Counter[int] = Counter()
        for each in groups:
            size = each["players"]
            of_groups[size] += each["cells"] * each["replicates"] * size
        if sizes and sizes != of_groups:
            yield "groups", f"rows by players {dict(sizes)}", dict(of_groups)
        for name in ("level", "map"):
            told = {each[name] for each in groups}
            if name in found and found[name] != told:
                yield "groups", f"{name} {sorted(found[name])}", sorted(told)
    elif sizes and sum(count // size for size, count in sizes.items()) != provenance["games"]:
        counted = sum(count // size for size, count in sizes.items())
        yield "games", counted, provenance["games"]
    if "arm" in found and "arms" in provenance:
        arms = {BASE, *provenance["arms"]}
        if found["arm"] != arms:
            yield "arms", sorted(found["arm"] - {BASE}), sorted(provenance["arms"])


FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class ResultColumns:
    """The columns of a result.

    Attributes
    ----------
    rows
        Of the tidy table.
    areas
        Of the sums by area.
    stopped
        End reasons of playthroughs that were stopped, for a table without the column `finished`.
    """

    rows: Columns
    areas: Columns
    stopped: tuple[str, ...] = ()


def columns_of_result(game_id: str, rows: Path, areas: Path | None = None) -> ResultColumns:
    """Return what the columns of a result are.

    Parameters
    ----------
    game_id
        Asked where files do not say, as those of older versions.
    rows, areas
        The Parquet files of the tidy table and of the sums by area, if there are any.

    Raises
    ------
    InputError
        The files do not say and there is no such game, or they have what no study writes.
    """
    columns = _columns_in(rows)
    summed = Columns(()) if areas is None else _columns_in(areas)
    if columns is not None and summed is not None and FINISHED in columns:
        return ResultColumns(columns, summed)
    return declared_by(load_game(game_id, "game of the study"))


def declared_by(game: Game) -> ResultColumns:
    """Return the columns of results of a game, as it declares them."""
    measures: Sequence[Column] = getattr(game, "measures", ())
    return ResultColumns(
        Columns((*STUDY_COLUMNS, *game.columns)),
        Columns((*AREA_COLUMNS, *measures)),
        tuple(getattr(game, "stopped", ())),
    )


def _columns_in(path: Path) -> Columns | None:
    """Return the columns of a Parquet file; None where one lacks its metadata."""
    field: pa.Field
    columns = []
    with reading(path) as table:
        fields = tuple(table.schema_arrow)
    for field in fields:
        try:
            metadata = {key.decode(): text.decode() for key, text in (field.metadata or {}).items()}
            if "role" not in metadata:
                return None
            text = pa.types.is_string(field.type)
            dtype = "str" if text else np.dtype(field.type.to_pandas_dtype()).name
            columns.append(column_of(field.name, dtype, metadata))
        except (ValueError, LookupError, TypeError, NotImplementedError):
            what = f"a column {field.name!r} as studies describe it"
            raise InputError(f"expected {what}, got something else ({path})") from None
    return Columns(tuple(columns))
