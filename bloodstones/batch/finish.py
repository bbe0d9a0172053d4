"""From a complete store to the result folder, all files at once."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from bloodstones.batch.definition import StudyFile
from bloodstones.batch.plan import Cell, Plan
from bloodstones.batch.playing import Played
from bloodstones.batch.provenance import provenance
from bloodstones.batch.result import AREAS, PROVENANCE, RESULTS
from bloodstones.batch.store import Store, remove_store
from bloodstones.batch.tables import (
    AREA_COLUMNS,
    COMPRESSION,
    STUDY_COLUMNS,
    TableHash,
    add_areas,
    decode_rows,
    schema,
)
from bloodstones.core.errors import RunError
from bloodstones.core.game import Column, Game, Role

ROW_GROUP = 100_000
TEMPORARY = ".part"
SUM_MEANING = "sum over the playthroughs of the cell"


def finish(
    folder: Path,
    file: StudyFile,
    plan: Plan,
    game: Game,
    store: Store,
    played: Played,
    run: dict[str, Any],
) -> dict[str, Any]:
    """Write the result of a complete store into its folder, remove the store, return provenance.

    What a store holds beyond the replicates that count (`played`) is left out.

    The files are written under other names first. The old provenance goes before the new tables
    come, and the new one comes last, so that a folder with a provenance is always whole.

    Raises
    ------
    RunError
        The store is not complete, or the disk cannot be written; the store is kept.
    """
    parts = [folder / (name + TEMPORARY) for name in (RESULTS, AREAS, PROVENANCE)]
    try:
        hashes = {
            "table_hash": _write_results(parts[0], plan, game, store, played),
            "areas_hash": _write_areas(parts[1], plan, game, store, played),
        }
        told = provenance(file, plan, game, played, run, hashes)
        text = json.dumps(told, indent=2, ensure_ascii=False) + "\n"
        parts[2].write_text(text, encoding="utf-8")
        (folder / PROVENANCE).unlink(missing_ok=True)
        for part in parts:
            part.replace(part.with_suffix(""))
    except OSError as error:
        raise RunError(
            f"expected to write the results, got: {error}",
            "the games are kept; make room on the disk and go on with --resume",
        ) from None
    finally:
        for part in parts:
            part.unlink(missing_ok=True)
    store.close()
    remove_store(store.path)
    return told


def _measures(game: Game, names: Sequence[str]) -> list[Column]:
    """Return the columns of sums by area, as the game declares them if it does."""
    known = {column.name: column for column in getattr(game, "measures", ())}
    return [known.get(name, Column(name, "int64", SUM_MEANING, Role.ACTIVITY)) for name in names]


@contextmanager
def _writer(path: Path, columns: Sequence[Column]) -> Iterator[pq.ParquetWriter]:
    """Open a Parquet file for tables with these columns."""
    with pq.ParquetWriter(path, schema(columns), compression=COMPRESSION) as writer:
        yield writer


def _write_results(path: Path, plan: Plan, game: Game, store: Store, played: Played) -> str:
    """Write the tidy table chunk by chunk and return its hash; memory holds a row group."""
    columns = (*STUDY_COLUMNS, *game.columns)
    digest = TableHash()
    held: list[pa.Table] = []
    with _writer(path, columns) as writer:
        for index, cell in enumerate(plan.cells):
            for table in _cell_tables(store, index, cell, played.replicates(index)):
                digest.update(table)
                held.append(table.cast(schema(columns)))
                if sum(map(len, held)) >= ROW_GROUP:
                    writer.write_table(pa.concat_tables(held), row_group_size=ROW_GROUP)
                    held = []
        if held:
            writer.write_table(pa.concat_tables(held), row_group_size=ROW_GROUP)
    return digest.hexdigest()


def _cell_tables(store: Store, index: int, cell: Cell, replicates: int) -> Iterator[pa.Table]:
    """Yield the chunks of a cell as tables, in order; raise RunError where one is missing."""
    stop = 0
    for chunk in store.chunks(index, range(replicates)):
        if chunk.first != stop:
            raise RunError(f"expected replicate {stop}, got {chunk.first} (store, cell {cell.id})")
        stop = chunk.stop
        yield _with_keys(decode_rows(chunk.rows), cell, chunk.first, stop)
    if stop != replicates:
        raise RunError(f"expected {replicates} replicates, got {stop} (store, cell {cell.id})")


def _with_keys(rows: pa.Table, cell: Cell, first: int, stop: int) -> pa.Table:
    """Return the rows of a chunk with the study's own columns before them."""
    seats = len(rows) // (stop - first)
    numbers = [number for number in range(first, stop) for _ in range(seats)]
    keys = {
        "cell": pa.repeat(pa.scalar(cell.id), len(rows)),
        "replicate": pa.array(numbers, pa.int32()),
        "arm": pa.repeat(pa.scalar(cell.arm), len(rows)),
        "level": pa.repeat(pa.scalar(cell.level), len(rows)),
    }
    return pa.table({**keys, **{name: rows.column(name) for name in rows.column_names}})


def _write_areas(path: Path, plan: Plan, game: Game, store: Store, played: Played) -> str:
    """Write the area sums of every cell and return their hash."""
    tables = []
    measures: list[str] = []
    for index, cell in enumerate(plan.cells):
        total: dict[str, list[int]] = {}
        for chunk in store.chunks(index, range(played.replicates(index))):
            add_areas(total, chunk.areas)
        areas = [int(area) for area in game.map_table(cell.setup.board)["area"]]
        measures = measures or list(total)
        if list(total) != measures or any(len(sums) != len(areas) for sums in total.values()):
            raise RunError(
                f"expected sums of {measures} for {len(areas)} areas, got other ones ({cell.id})"
            )
        keys = {"cell": [cell.id] * len(areas), "area": areas}
        tables.append(pa.table({**keys, **total}))
    columns = (*AREA_COLUMNS, *_measures(game, measures))
    table = pa.concat_tables(tables).cast(schema(columns))
    with _writer(path, columns) as writer:
        writer.write_table(table)
    digest = TableHash()
    digest.update(table)
    return digest.hexdigest()
