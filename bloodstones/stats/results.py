"""The results of a study for a notebook: one call gives frames whose columns are explained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bloodstones.batch.result_files.result import verify_results
from bloodstones.stats.balance import win_rates
from bloodstones.stats.inference.rounding import show_percent
from bloodstones.stats.table import AREAS_FILE, ROWS_FILE, level_games, read_results
from bloodstones.stats.verdicts import BAND

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table

MEANING = b"meaning"
FILES = {"rows": ROWS_FILE, "areas": AREAS_FILE}
FACTORS = ("map", "players", "level", "strategy", "arm", "faction")
ALWAYS = ("players", "strategy", "faction")
SUMMARY = ("games", "win rate (95 %)")


@dataclass(frozen=True)
class StudyResults:
    """What a study left behind, as pandas frames.

    It shows itself as the table of `summary` in a notebook and in rich.

    Attributes
    ----------
    rows
        One row a seat a playthrough.
    areas
        Sums over the playthroughs of a cell, one row a cell and area.
    columns
        What every column holds: `table` ("rows" or "areas"), `column`, `dtype`, `meaning`.
    provenance
        Study file, seed, versions, hashes: all that is needed to play it again.
    folder
        Where it was read from.
    """

    rows: pd.DataFrame = field(repr=False)
    areas: pd.DataFrame = field(repr=False)
    columns: pd.DataFrame = field(repr=False)
    provenance: Mapping[str, Any] = field(repr=False)
    folder: Path

    def win_rates(
        self, by: Sequence[str] = ("players", "faction"), *, band: float = BAND
    ) -> pd.DataFrame:
        """Return win rates with 95 % intervals and verdicts, see `balance.win_rates`.

        Only games in which one strategy plays every seat count; `by` without "arm" or "strategy"
        takes those of all arms and strategies together.

        Parameters
        ----------
        by
            Columns: a line for each combination of their values.
        band
            Half width of the band of fair rates, as a part of the fair share.
        """
        return self._rates(level_games(self.rows), by, band)

    def _rates(self, rows: pd.DataFrame, by: Sequence[str], band: float = BAND) -> pd.DataFrame:
        """Return win rates with intervals that hold however the study ended."""
        return win_rates(rows, by, band=band, stopping=self.provenance.get("stopping"))

    def summary(self) -> pd.DataFrame:
        """Return the win rate of each faction where one strategy plays every seat.

        The factors that differ, `games` and `win rate (95 %)`, rounded by its interval.
        """
        import pandas as pd

        games = level_games(self.rows)
        present = [name for name in FACTORS if name in games]
        factors = [name for name in present if name in ALWAYS or games[name].nunique() > 1]
        if games.empty:
            return pd.DataFrame(columns=[*factors, *SUMMARY])
        rates = self._rates(games, factors)
        shown = [
            show_percent(rate, low, high)
            for rate, low, high in rates[["rate", "low", "high"]].itertuples(index=False)
        ]
        return rates[[*factors, "games"]].assign(**{SUMMARY[1]: shown})

    @property
    def _heading(self) -> str:
        study = self.provenance
        return f"{study['question']} {study['games']:,} games, {study['cells']:,} cells."

    def _repr_html_(self) -> str:
        """Return the summary for a notebook."""
        table: str = self.summary().to_html(index=False, escape=True)
        name = escape(str(self.provenance["study"]))
        return f"<p><b>{name}</b>: {escape(self._heading)}</p>\n{table}"

    def __rich__(self) -> Table:
        """Return the summary for a terminal."""
        from rich import box
        from rich.table import Table

        summary = self.summary()
        table = Table(title=f"{self.provenance['study']}: {self._heading}", box=box.SIMPLE)
        for name in summary.columns:
            table.add_column(name, justify="right" if name in ("players", "games") else "left")
        for row in summary.itertuples(index=False):
            table.add_row(*(f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row))
        return table


def load_results(folder: str | PathLike[str]) -> StudyResults:
    """Return the results of a study from its folder, checked against their provenance.

    Parameters
    ----------
    folder
        Such as `results/bloodstones_faction_balance`, written by `bloodstones study`.

    Raises
    ------
    InputError
        A file is missing or damaged, or a table is not the one that was written.
    """
    place = Path(folder)
    read = read_results(place)
    verify_results(place)
    return StudyResults(read.rows, read.areas, _columns(place), read.provenance, place)


def _columns(folder: Path) -> pd.DataFrame:
    """Return the meanings of the columns of the files, from their schemas."""
    import pandas as pd
    import pyarrow.parquet as pq

    lines = [
        (table, column.name, str(column.type), (column.metadata or {}).get(MEANING, b"").decode())
        for table, file in FILES.items()
        for column in pq.read_schema(folder / file)
    ]
    return pd.DataFrame(lines, columns=["table", "column", "dtype", "meaning"])
