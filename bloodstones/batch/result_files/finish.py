"""From a complete store to the files of a result, all at once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa

from bloodstones.batch.result_files.store import Store
from bloodstones.batch.result_files.tidy_tables import (
    AREA_COLUMNS,
    REPLICATE,
    TableHash,
    add_areas,
    array_of,
    as_written,
    decode_rows,
    schema,
    writing,
)
from bloodstones.batch.study.plan import Cell, Plan
from bloodstones.core.contract.game import Column, Game, Role
from bloodstones.core.errors import RunError, unwritable

ROW_GROUP: Final = 100_000
TEMPORARY: Final = ".part"
SUM_MEANING: Final = "sum over the playthroughs of the cell"
JSON_INDENT: Final = 2
ROOM: Final = "the games are saved; free some disk space and continue with --resume"

Replicates = Mapping[int, range]


@contextmanager
def replacing(folder: Path, names: Sequence[str]) -> Iterator[list[Path]]:
    """Give paths to write the files of a result to; in the end they take their places at once.

    The last file is the one that lists the others: the old one goes before the new ones come, and
    the new one comes last, so that a folder with it is always whole.

    Parameters
    ----------
    folder
        Of the result; it must exist.
    names
        Of the files. The last one describes the others: the old one is removed before the new files
        come, and the new one comes last, so that a folder with it is always whole.

    Yields
    ------
    list of Path
        Where to write them, in the order of the names.

    Raises
    ------
    WriteError
        The disk cannot be written; nothing of the folder is changed.
    """
    parts = [folder / (name + TEMPORARY) for name in names]
    try:
        yield parts
        (folder / names[-1]).unlink(missing_ok=True)
        for part in parts:
            part.replace(part.with_suffix(""))
    except OSError as error:
        raise unwritable("the results", error, folder, ROOM) from None
    finally:
        for part in parts:
            part.unlink(missing_ok=True)


def write_json(path: Path, data: Mapping[str, Any], *, ascii_alone: bool = False) -> None:
    """Write a provenance or another result as JSON.

    Parameters
    ----------
    path
        An old file is written over.
    data
        What JSON can hold.
    ascii_alone
        Whether other letters are written as escapes.
    """
    text = json.dumps(data, indent=JSON_INDENT, ensure_ascii=ascii_alone)
    path.write_text(f"{text}\n", encoding="utf-8")


def _measures(game: Game, names: Sequence[str]) -> list[Column]:
    """Return the columns of sums by area, as the game declares them if it does."""
    declared = {column.name: column for column in getattr(game, "measures", ())}
    return [declared.get(name, Column(name, "int64", SUM_MEANING, Role.ACTIVITY)) for name in names]


def write_rows(
    path: Path,
    plan: Plan,
    columns: Sequence[Column],
    keys: Callable[[Cell], Mapping[str, str]],
    store: Store,
    replicates: Replicates,
    first: int = 0,
) -> str:
    """Write the tidy table chunk by chunk and return its hash; memory holds a row group.

    What a store holds beyond the replicates that count is left out.

    Parameters
    ----------
    columns
        `cell`, `replicate`, the keys, then those of the game.
    keys
        The plan's own columns of a cell, beside `cell` and `replicate`.
    first
        The number in the store of the plan's first cell.

    Raises
    ------
    RunError
        The store is not complete.
    """
    digest = TableHash()
    held: list[pa.Table] = []
    kept = schema(columns)
    with writing(path, kept) as writer:
        for index, cell in enumerate(plan.cells):
            for table in _cell_tables(store, first + index, cell, keys(cell), replicates[index]):
                digest.update(table)
                with as_written():
                    held.append(table.cast(kept))
                if sum(map(len, held)) >= ROW_GROUP:
                    writer.write_table(pa.concat_tables(held), row_group_size=ROW_GROUP)
                    held = []
        if held:
            writer.write_table(pa.concat_tables(held), row_group_size=ROW_GROUP)
    return digest.hexdigest()


def _cell_tables(
    store: Store, index: int, cell: Cell, keys: Mapping[str, str], replicates: range
) -> Iterator[pa.Table]:
    """Yield the chunks of a cell as tables, in order; raise RunError where one is missing."""
    stop = replicates.start
    for chunk in store.chunks(index, replicates):
        if chunk.first != stop:
            raise RunError(f"expected replicate {stop}, got {chunk.first} (store, cell {cell.id})")
        stop = chunk.stop
        rows, wanted = decode_rows(chunk.rows), len(cell.setup.seats) * (stop - chunk.first)
        if len(rows) != wanted:
            raise RunError(f"expected {wanted} rows, got {len(rows)} (store, cell {cell.id})")
        yield _with_keys(rows, cell.id, keys, range(chunk.first, stop))
    if stop != replicates.stop:
        raise RunError(f"expected {replicates.stop} replicates, got {stop} (store, cell {cell.id})")


def _with_keys(rows: pa.Table, cell: str, keys: Mapping[str, str], replicates: range) -> pa.Table:
    """Return the rows of a chunk with the plan's own columns before them."""
    seats = len(rows) // len(replicates)
    texts = {"cell": cell, **keys}
    numbers = array_of(np.repeat(replicates, seats), REPLICATE, len(rows))
    cells, *others = (_repeated(name, text, len(rows)) for name, text in texts.items())
    return pa.Table.from_arrays(
        [cells, numbers, *others, *rows.columns],
        ["cell", REPLICATE.name, *keys, *rows.column_names],
    )


def _repeated(name: str, text: str, rows: int) -> pa.Array:
    """Return a column that has the same text in every row."""
    return pa.repeat(array_of([text], Column(name, "str", ""), 1)[0], rows)


def write_areas(
    path: Path, plan: Plan, game: Game, store: Store, replicates: Replicates, first: int = 0
) -> str:
    """Write the area sums of every cell with a board and return their hash.

    Parameters
    ----------
    first
        As in `write_rows`.
    """
    values: dict[str, list[Any]] = {column.name: [] for column in AREA_COLUMNS}
    measures: list[str] = []
    for index, cell in enumerate(plan.cells):
        if not cell.setup.board:
            continue
        total: dict[str, list[int]] = {}
        for chunk in store.chunks(first + index, replicates[index]):
            add_areas(total, chunk.areas)
        board = game.board_table(cell.setup.board, cell.setup.data)
        areas = [int(area) for area in board["area"]]
        measures = measures or list(total)
        if list(total) != measures or any(len(sums) != len(areas) for sums in total.values()):
            raise RunError(
                f"expected sums of {measures} for {len(areas)} areas, got other ones ({cell.id})"
            )
        values["cell"] += [cell.id] * len(areas)
        values["area"] += areas
        for name, sums in total.items():
            values.setdefault(name, []).extend(sums)
    columns = (*AREA_COLUMNS, *_measures(game, measures))
    rows, kept = len(values["area"]), schema(columns)
    arrays = [array_of(values[column.name], column, rows) for column in columns]
    table = pa.Table.from_arrays(arrays, schema=kept)
    with writing(path, kept) as writer:
        writer.write_table(table)
    digest = TableHash()
    digest.update(table)
    return digest.hexdigest()
