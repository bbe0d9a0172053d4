"""The results of games: one tidy frame, and methods that answer with frames, pictures, a report.

`simulate`, `Study.run` and `load_results` return them.
"""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bloodstones.api.faults import python_faults
from bloodstones.api.frames import in_wide
from bloodstones.api.results.html import Documents, picture_html, section, table_html
from bloodstones.api.results.measures import Measures
from bloodstones.api.results.plots import ResultPlots
from bloodstones.core.arguments import path_of, switch_of
from bloodstones.core.errors import expected, unwritable
from bloodstones.core.extras import require_extra
from bloodstones.stats.table import read_results

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd
    from rich.table import Table

    from bloodstones.batch.result_files.rerun import Again
    from bloodstones.stats.table import Results as Tables

ROWS, AREAS = "rows", "areas"
CALLER: Final = 3  # of a method that draws a report up, for its warnings
PDF, HTML = ".pdf", ".html"
# What the parameter is called in faults of other rooms.
FOLDER: Final = {r"\b(?:results|out)=": "folder="}


@dataclass(frozen=True, repr=False)
class Results(Measures):
    """The results of games, as pandas data frames.

    Notebooks and rich display them as a table of win rates. For the statistics, see `Measures`.

    Attributes
    ----------
    tables
        The tables and their provenance, as `stats` reads them.
    folder
        The folder that they were read from; None if they are only in memory.
    files
        The contents of the files by name, for results in memory.
    """

    tables: Tables
    folder: Path | None = None
    files: Mapping[str, bytes] = field(default_factory=dict)

    @cached_property
    @in_wide
    def rows(self) -> pd.DataFrame:
        """One row a seat a playthrough; texts are categories, numbers have 64 bits.

        `columns` has the narrower types that the files have.
        """
        rows = self.tables.rows
        texts = [name for name in rows if not hasattr(rows[name].dtype, "itemsize")]
        texts += [name for name in rows if rows[name].dtype == object and name not in texts]
        return rows.astype(dict.fromkeys(texts, "category"))

    @property
    @in_wide
    def areas(self) -> pd.DataFrame:
        """Sums over the playthroughs of a cell, one row per cell and area, if there is a board."""
        return self.tables.areas

    @property
    def provenance(self) -> Mapping[str, Any]:
        """Study, seed, versions and hashes: everything needed to play the games again."""
        return self.tables.provenance

    @property
    def table_hash(self) -> str:
        """The hash of the rows, which depends only on the study, seed and rules."""
        return str(self.provenance["table_hash"])

    @property
    def games(self) -> int:
        """The number of playthroughs."""
        return int(self.provenance["games"])

    @cached_property
    @in_wide
    def columns(self) -> pd.DataFrame:
        """What every column holds: `table` (rows or areas), `column`, `dtype`, `meaning`."""
        import pandas as pd

        from bloodstones.batch.result_files.tidy_tables import AREA_COLUMNS

        declared = {each.name: each for each in self.tables.columns}
        keys = {each.name: each for each in AREA_COLUMNS}
        summed = {each.name: each for each in self.tables.measures}
        lines = [
            (table, name, column.dtype, column.meaning)
            for table, frame, known in (
                (ROWS, self.tables.rows, declared),
                (AREAS, self.tables.areas, {**keys, **summed}),
            )
            for name in map(str, frame.columns)
            if (column := known.get(name)) is not None
        ]
        return pd.DataFrame(lines, columns=["table", "column", "dtype", "meaning"])

    @property
    def plot(self) -> ResultPlots:
        """Pictures of these results, such as `results.plot.win_rates()`."""
        return ResultPlots(self)

    @in_wide
    def to_pandas(self) -> pd.DataFrame:
        """Return the rows."""
        return self.rows

    def data(self) -> dict[str, Any]:
        """Return the output of `bloodstones study --json`, without the paths of files."""
        from bloodstones.api.results.summary import summary_data

        with self._in_folder() as folder:
            shown = summary_data(self.provenance, folder)
        return shown if self.folder is not None else {**shown, "files": []}

    def save(self, folder: str | PathLike[str], *, replace: bool = False) -> Results:
        """Write the results into a folder, and return the results in that folder.

        Parameters
        ----------
        folder
            The folder; created if it does not exist.
        replace
            Whether to overwrite results in the folder.

        Raises
        ------
        InputError
            The folder already has results, or cannot be written.
        """
        from bloodstones.batch.result_files.finish import replacing
        from bloodstones.batch.result_files.folder import make_folder, refuse_foreign

        place = Path(path_of(folder, "folder=", "the path of a folder"))
        switch_of(replace, "replace=")
        contents = self._contents()
        with python_faults(renamed=FOLDER):
            make_folder(place)
            refuse_foreign(place, contents, replace)
            with replacing(place, tuple(contents)) as paths:
                for path, content in zip(paths, contents.values(), strict=True):
                    path.write_bytes(content)
        return load_results(place)

    def rerun(
        self,
        *,
        jobs: int | None = None,
        out: str | PathLike[str] | None = None,
        data: str = "",
        backend: str = "threading",
        resume: bool = False,
        replace: bool = False,
    ) -> Again:
        """Play the games again from the provenance, as `bloodstones rerun` does.

        Parameters
        ----------
        jobs, backend, resume, replace
            As in `Study.run`.
        out
            Folder for the new tables; None: they are not kept.
        data
            Your folder of data files, if the study used one and it has moved.

        Returns
        -------
        Again
            `same`: whether all tables are the same. `hashes`: table -> its old and new SHA-256.
        """
        from bloodstones.api.studies.reruns import play_again
        from bloodstones.api.studies.workers import How, progress_shown

        options = How(jobs, out, resume, replace, backend).options()
        data = path_of(data, "data=", "a folder of data files")
        place = None if out is None else Path(out)
        with self._in_folder() as folder, python_faults(), progress_shown() as progress:
            return play_again(folder, place, data, progress, options)

    def report(
        self, file: str | PathLike[str] = "report.pdf", *, replace: bool = False
    ) -> Documents:
        """Write the report of these results, as `bloodstones report` does, and return its paths.

        Parameters
        ----------
        file
            A name that ends in `.pdf` or `.html` for one document. Any other name is a folder for
            both documents and the tables.
        replace
            Whether to overwrite the report of another study in the folder.

        Raises
        ------
        InputError
            The results have nothing to report, or a package is missing.
        WriteError
            The files cannot be written.
        """
        require_extra("report")
        place = Path(path_of(file, "file=", "the path of a file or folder"))
        switch_of(replace, "replace=")
        if place.suffix not in (PDF, HTML):
            return self._draft(place, None, replace)
        if not place.parent.is_dir():
            raise expected("a file in an existing folder", str(file), "file=")
        with tempfile.TemporaryDirectory() as made:
            (document,) = self._draft(Path(made) / "report", place.suffix, True)
            try:
                place.write_bytes(document.read_bytes())
            except OSError as error:
                raise unwritable("the report", error, "file=") from None
        return Documents([place])

    def _draft(self, out: Path, suffix: str | None, replace: bool) -> Documents:
        """Make the report in a folder; sections that it cannot have are told by a warning."""
        from bloodstones.report.document.files import DOCUMENTS
        from bloodstones.report.make import draft_report
        from bloodstones.report.study.strategy_titles import titles_of

        wanted = [name for name in DOCUMENTS if suffix is None or name.endswith(suffix)]
        with self._in_folder() as folder, python_faults():
            paths, left_out = draft_report(folder, out, wanted, titles=titles_of, replace=replace)
        for name, reason in left_out.items():
            warnings.warn(f"without the section {name}: {reason}", stacklevel=CALLER)
        return Documents(paths)

    @contextmanager
    def _in_folder(self) -> Iterator[Path]:
        """Give the folder of the results: of those in memory one that goes with the block."""
        if self.folder is not None:
            yield self.folder
            return
        with tempfile.TemporaryDirectory() as place:
            for name, content in self.files.items():
                (Path(place) / name).write_bytes(content)
            yield Path(place)

    def _contents(self) -> dict[str, bytes]:
        from bloodstones.batch.result_files.result import AREAS, PROVENANCE, RESULTS

        with self._in_folder() as folder:
            return {name: (folder / name).read_bytes() for name in (RESULTS, AREAS, PROVENANCE)}

    @property
    def _heading(self) -> str:
        study = self.provenance
        return f"{study['question']} {study['games']:,} games, {study['cells']:,} cells."

    def __repr__(self) -> str:
        if self.folder is not None:
            return f"load_results({str(self.folder)!r})"
        study = self.provenance["study"]
        return f"<Results {study!r}: {self.games:,} games, {len(self.tables.rows):,} rows>"

    def __str__(self) -> str:
        study = self.provenance["study"]
        return f"{study}: {self._heading}\n{self.summary().to_string(index=False)}"

    def _repr_html_(self) -> str:
        """Return a summary for a notebook: a table of win rates, and their picture."""
        summary = self.summary()
        rows = [[_shown(cell) for cell in row] for row in summary.itertuples(index=False)]
        parts = [table_html(list(map(str, summary.columns)), rows)]
        if not summary.empty and not _missing("matplotlib"):
            parts.append(picture_html(self.plot.figure(), "win rates with intervals"))
        return section(str(self.provenance["study"]), self._heading, parts)

    def __rich__(self) -> Table:
        """Return the summary for a terminal."""
        from rich import box
        from rich.table import Table

        summary = self.summary()
        table = Table(title=f"{self.provenance['study']}: {self._heading}", box=box.SIMPLE)
        for name in summary.columns:
            table.add_column(name, justify="right" if name in ("players", "games") else "left")
        for row in summary.itertuples(index=False):
            table.add_row(*map(_shown, row))
        return table


def load_results(folder: str | PathLike[str]) -> Results:
    """Return the results in a folder, checked against their provenance.

    Parameters
    ----------
    folder
        A folder such as `results/bloodstones_faction_balance`, written by `bloodstones study` or
        `Study.run(out=…)`.

    Raises
    ------
    InputError
        A file is missing or damaged, or a table has been changed.
    """
    require_extra("study")
    from bloodstones.batch.result_files.result import read_provenance, verify_results

    place = Path(path_of(folder, "folder=", "the path of a folder of results"))
    with python_faults(renamed=FOLDER):
        read_provenance(place)  # of a later version, tables may be others
        tables = read_results(place)
        verify_results(place)
    return Results(tables, place)


def results_in_memory(folder: Path) -> Results:
    """Return the results in a folder so that they need it no more."""
    from bloodstones.batch.result_files.result import AREAS, PROVENANCE, RESULTS

    files = {name: (folder / name).read_bytes() for name in (RESULTS, AREAS, PROVENANCE)}
    return Results(load_results(folder).tables, None, files)


def _shown(cell: object) -> str:
    """Return a cell of a summary."""
    return f"{cell:,}" if isinstance(cell, int) else str(cell)


def _missing(package: str) -> bool:
    from importlib.util import find_spec

    return find_spec(package) is None
