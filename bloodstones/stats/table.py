"""The tidy table of a finished study: reading, checking, and what makes a game in it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bloodstones.core.contract.columns import Columns
from bloodstones.core.contract.game import Role
from bloodstones.core.errors import InputError, expected, near_matches
from bloodstones.core.faults import Faults

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

ROWS_FILE = "results.parquet"
AREAS_FILE = "areas.parquet"
PROVENANCE_FILE = "provenance.json"
STUDY_TIP = "run `bloodstones study STUDY.toml` first, or name its folder with --results"
BASE = "base"  # the arm without a change
GAME = ("cell", "replicate")
FINISHED = "finished"
TEXT_COLUMNS = ("cell", "map", "faction", "strategy", "end_reason")
NUMBER_COLUMNS = ("replicate", "players", "seat", "score", "rank", "win_credit")
FLAG_COLUMNS = (FINISHED,)
PLACE_IN_ORDER = "turn_order"  # not of every game
AREA_TEXT_COLUMNS = ("cell",)
AREA_NUMBER_COLUMNS = ("area",)
NOBODY = -1  # where a table has fewer seats than another
CREDIT_SLACK = 1e-6


@dataclass(frozen=True, slots=True)
class Results:
    """What a study left behind.

    Attributes
    ----------
    rows
        One row a seat a playthrough.
    areas
        Sums over the playthroughs of a cell, one row a cell and area.
    provenance
        Versions, study file, seed, hash of the table.
    columns, measures
        What the columns of `rows` and of `areas` are.
    """

    rows: pd.DataFrame
    areas: pd.DataFrame
    provenance: Mapping[str, Any]
    columns: Columns
    measures: Columns


def read_results(folder: Path) -> Results:
    """Read and check the results of a study.

    Raises
    ------
    InputError
        If a file is missing or unreadable or a table is not what it should be; all faults that
        were found are in the message, one a line.
    """
    from bloodstones.batch.result_files.provenance_file import read_provenance_file
    from bloodstones.batch.result_files.result import ResultColumns, columns_of_result
    from bloodstones.batch.result_files.tidy_tables import read_frame

    if not folder.is_dir():
        raise expected("a folder of results", str(folder), "--results", tip=STUDY_TIP)
    wanted = (ROWS_FILE, AREAS_FILE, PROVENANCE_FILE)
    absent = [name for name in wanted if not (folder / name).is_file()]
    if absent:
        raise expected(f"the files {', '.join(absent)}", "nothing", str(folder), tip=STUDY_TIP)
    faults = Faults()
    rows = _read(folder / ROWS_FILE, read_frame, "a Parquet table", faults)
    areas = _read(folder / AREAS_FILE, read_frame, "a Parquet table", faults)
    provenance = _read(folder / PROVENANCE_FILE, read_provenance_file, "a provenance", faults)
    declared = ResultColumns(Columns(()), Columns(()))
    if rows is not None and areas is not None and provenance is not None:
        declared = columns_of_result(
            str(provenance.get("game")), folder / ROWS_FILE, folder / AREAS_FILE
        )
    if rows is not None:
        rows = with_finished(rows, declared.stopped)
        note_table_faults(rows, declared.rows, str(folder / ROWS_FILE), faults)
    if areas is not None:
        where = str(folder / AREAS_FILE)
        numbers = (*AREA_NUMBER_COLUMNS, *(each.name for each in measures_of(declared.areas)))
        _note_column_faults(areas, {str: AREA_TEXT_COLUMNS, float: numbers}, where, faults)
    faults.raise_if_any()
    return Results(rows, areas, provenance, declared.rows, measures_of(declared.areas))


def with_finished(rows: pd.DataFrame, stopped: Collection[str]) -> pd.DataFrame:
    """Return a table of an older version with the column `finished`.

    Parameters
    ----------
    stopped
        End reasons of playthroughs that were stopped.
    """
    if FINISHED in rows or "end_reason" not in rows:
        return rows
    return rows.assign(finished=~rows["end_reason"].isin(list(stopped)))


def measures_of(areas: Columns) -> Columns:
    """Return the sums among the columns of a table of areas."""
    keys = (*AREA_TEXT_COLUMNS, *AREA_NUMBER_COLUMNS)
    return Columns(tuple(column for column in areas if column.name not in keys))


def note_table_faults(rows: pd.DataFrame, columns: Columns, where: str, faults: Faults) -> None:
    """Note every fault of a tidy table, one sentence each; none when it is sound.

    Parameters
    ----------
    rows
        One row a seat a playthrough.
    columns
        The columns that the game declares.
    where
        The file or table, for the faults.
    """
    before = len(faults.sentences)
    points = list(columns.names(Role.POINTS))
    order = [name for name in (PLACE_IN_ORDER,) if name in columns]
    numbers = (*NUMBER_COLUMNS, *order, *points, *columns.names(Role.ACTIVITY))
    kinds = {str: TEXT_COLUMNS, float: numbers, bool: FLAG_COLUMNS}
    _note_column_faults(rows, kinds, where, faults)
    if len(faults.sentences) > before:
        return
    if rows.empty:
        faults.note(where, "at least one playthrough", "none")
        return
    games = rows.groupby(list(GAME), sort=False)
    credit = games["win_credit"].transform("sum")
    checks = {
        "as many rows a playthrough as players": games["seat"].transform("size") == rows["players"],
        "each seat once in a playthrough": ~rows.duplicated([*GAME, "seat"]),
        "win credit that sums to 1 in a playthrough": (credit - 1).abs() < CREDIT_SLACK,
    }
    if order:
        checks["each place in turn order once in a playthrough"] = ~rows.duplicated(
            [*GAME, *order]
        ) & rows[PLACE_IN_ORDER].between(0, rows["players"] - 1)
    if points:
        sums = rows[points].sum(axis=1)
        checks["points by source that sum to the score"] = sums == rows["score"]
    for what, good in checks.items():
        if not good.all():
            first = rows.loc[~good].iloc[0]
            faults.note(
                where, what, f"otherwise in cell {first['cell']}, replicate {first['replicate']}"
            )


def game_labels(rows: pd.DataFrame) -> pd.Series[int]:
    """Return the number of the playthrough a row belongs to, 0, 1, 2, …

    Parameters
    ----------
    rows
        Tidy table: one row a seat a playthrough, with `cell` and `replicate`.

    Returns
    -------
    Series of int
        Shape (rows,), with the index of `rows`.
    """
    return rows.groupby(list(GAME), sort=True).ngroup()


def luck_labels(rows: pd.DataFrame) -> pd.Series[int]:
    """Return the number of the luck that a row was played with.

    Playthroughs of the same line-up and replicate draw the same tiles for any players, and in a
    study of several maps wherever they are played, so they depend on each other; an interval counts
    them once.

    Parameters
    ----------
    rows
        Tidy table: one row a seat a playthrough.

    Returns
    -------
    Series of int
        Shape (rows,), with the index of `rows`; numbers from 0.
    """
    import numpy as np
    import pandas as pd

    game = game_labels(rows).to_numpy()
    lineup = seated(rows, game, "faction")
    replicate = np.zeros(len(lineup), int)
    replicate[game] = rows["replicate"]
    games = pd.DataFrame({"lineup": lineup, "replicate": replicate})
    luck = games.groupby(["lineup", "replicate"]).ngroup().to_numpy()
    return pd.Series(luck[game], index=rows.index)


def seated(rows: pd.DataFrame, game: NDArray[np.integer[Any]], name: str) -> NDArray[np.object_]:
    """Return the values of a column in the order of seats, joined by "+", for every playthrough.

    Parameters
    ----------
    rows
        Tidy table: one row a seat a playthrough.
    game
        The number of each row's playthrough, shape (rows,), see `game_labels`.
    name
        A column of text.

    Returns
    -------
    ndarray of object
        Texts, shape (playthroughs,).
    """
    import numpy as np
    import pandas as pd

    order = np.lexsort((rows["seat"].to_numpy(), game))
    values, names = pd.factorize(rows[name].to_numpy()[order])
    sizes = np.bincount(game)
    first = np.cumsum(sizes) - sizes
    by_seat = np.full((len(sizes), sizes.max(initial=0)), NOBODY)
    by_seat[game[order], np.arange(len(rows)) - first[game[order]]] = values
    sets, place = np.unique(by_seat, axis=0, return_inverse=True)
    return np.array(["+".join(names[one[one != NOBODY]]) for one in sets], dtype=object)[place]


def base_rows(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the game as it is; all of a table without arms."""
    return rows if "arm" not in rows else rows[rows["arm"] == BASE]


def level_games(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of playthroughs in which one strategy played every seat."""
    return rows[_strategies_in_game(rows) == 1]


def mixed_games(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of playthroughs in which strategies met each other."""
    return rows[_strategies_in_game(rows) > 1]


def one_row_a_game(rows: pd.DataFrame) -> pd.DataFrame:
    """Return one row a playthrough, for what all its seats share (length, end reason)."""
    return rows.drop_duplicates(list(GAME))


def rounds(rows: pd.DataFrame) -> pd.Series[int]:
    """Return how many rounds each row's playthrough lasted: turns a player, the last one begun.

    Parameters
    ----------
    rows
        Tidy table with `game_turns` (turns of all players) and `players`.

    Returns
    -------
    Series of int
        Rounds, shape (rows,), with the index of `rows`.
    """
    return -(-rows["game_turns"] // rows["players"])


def _strategies_in_game(rows: pd.DataFrame) -> pd.Series[int]:
    return rows.groupby(list(GAME), sort=False)["strategy"].transform("nunique")


def _note_column_faults(
    table: pd.DataFrame, kinds: Mapping[type, Sequence[str]], where: str, faults: Faults
) -> None:
    """Note missing columns, columns of another kind, and gaps; `kinds`: kind -> names."""
    from pandas.api.types import is_bool_dtype, is_numeric_dtype

    words = {str: "texts", float: "numbers", bool: "yes or no"}
    for kind, names in kinds.items():
        for name in dict.fromkeys(names):
            if name not in table:
                tip = near_matches(name, map(str, table.columns))
                faults.note(where, f"the column {name}", "none", tip)
                continue
            column = table[name]
            present: type = float if is_numeric_dtype(column) else str
            present = bool if is_bool_dtype(column) else present
            if present is not kind:
                faults.note(where, f"{words[kind]} in column {name}", str(column.dtype))
            elif column.isna().any():
                faults.note(where, f"a value in each row of {name}", "a gap")


def _read(path: Path, reader: Callable[[Path], Any], what: str, faults: Faults) -> Any:
    try:
        return reader(path)
    except (OSError, ValueError, KeyError, InputError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        faults.note(str(path), what, f"a file that cannot be read: {reason}")
        return None
