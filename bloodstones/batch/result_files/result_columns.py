"""The columns of a result: those of its files, or for older files those that the game declares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa

from bloodstones.batch.result_files.parquet import reading
from bloodstones.batch.result_files.tidy_tables import AREA_COLUMNS, STUDY_COLUMNS
from bloodstones.core.contract.columns import Columns, column_of
from bloodstones.core.contract.game import Column, Game
from bloodstones.core.errors import InputError
from bloodstones.games.registry import load_game

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
