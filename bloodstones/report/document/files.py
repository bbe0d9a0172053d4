"""Writing a report: the wanted documents, its card, and the files beside them."""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Final

from bloodstones.batch.result_files.folder import (
    REPLACE,
    make_folder,
    refuse_foreign,
    trial_folder,
)
from bloodstones.batch.result_files.provenance_file import read_provenance_file
from bloodstones.batch.result_files.result import PROVENANCE
from bloodstones.core.errors import InputError, unwritable
from bloodstones.core.files.parsing import json_of
from bloodstones.report.document.card import card_files
from bloodstones.report.document.hypertext import hypertext
from bloodstones.report.document.model import Report
from bloodstones.report.document.typeset import typeset
from bloodstones.stats.inference.rounding import MOST_DECIMALS
from bloodstones.stats.table import TEXT_COLUMNS

if TYPE_CHECKING:
    import pandas as pd


FILE: Final = "report.toml"  # the definition
STRATEGIES_FILE: Final = "strategies.toml"  # texts on strategies, beside the folders of reports
PDF: Final = "report.pdf"
HTML: Final = "report.html"
DOCUMENTS: Final = (PDF, HTML)
TABLES: Final = "tables"
CSV: Final = ".csv"
FIGURES: Final = "figures"
FLOATS: Final = f"%.{MOST_DECIMALS}f"
LIST: Final = "files.json"
FORMAT: Final = "bloodstones-report"
JSON_INDENT: Final = 2


def table_files(tables: Mapping[str, pd.DataFrame]) -> dict[str, bytes]:
    """Return tables as CSV files, by path inside the folder of a report; none without a line."""
    return {
        f"{TABLES}/{name}.csv": table.to_csv(
            index=False, float_format=FLOATS, lineterminator="\n"
        ).encode()
        for name, table in tables.items()
        if len(table)
    }


# Columns of texts that may be blank in every line, where nothing else tells a blank text from a
# figure that is missing.
TEXTS: Final = frozenset(
    {
        *TEXT_COLUMNS,
        *("answer", "change", "condition", "level", "most_faction", "most_strategy", "opponent"),
        *("opponents", "plan", "player", "role", "standard", "standard_plan", "target"),
    }
)
ALWAYS_TEXTS: Final = frozenset({*TEXT_COLUMNS, "player"})  # also where each is a number
FLAGS: Final = {"True": True, "False": False}


def tables_in(files: Mapping[str, bytes]) -> dict[str, pd.DataFrame]:
    """Return the tables among the files of a report, by name, as `table_files` wrote them.

    Parameters
    ----------
    files
        Contents by path inside the folder of the report.
    """
    return {
        PurePosixPath(path).stem: read_table(content)
        for path, content in files.items()
        if path.startswith(f"{TABLES}/") and path.endswith(CSV)
    }


def read_table(content: bytes) -> pd.DataFrame:
    """Return a table from its CSV file.

    Columns of yes and no are bools. Those of numbers are numbers, nan where a cell is empty. All
    others are texts, "" where a cell is empty.

    >>> read_table(b"strategy,rate,sure\\nbold,0.5,True\\n,,False\\n").to_dict("list")
    {'strategy': ['bold', ''], 'rate': [0.5, nan], 'sure': [True, False]}
    """
    import pandas as pd

    texts = pd.read_csv(io.BytesIO(content), dtype=str, keep_default_na=False)
    return pd.DataFrame({name: _typed(str(name), texts[name]) for name in texts})


def _typed(name: str, texts: pd.Series[str]) -> pd.Series[Any]:
    """Return a column of a CSV file as what it is."""
    import pandas as pd

    if name in ALWAYS_TEXTS:
        return texts.astype(object)
    if len(texts) and texts.isin(list(FLAGS)).all():
        return texts.map(FLAGS)
    blank = texts == ""
    numbers = pd.to_numeric(texts.mask(blank), errors="coerce")
    if (numbers.isna() & ~blank).any() or (blank.all() and name in TEXTS):
        return texts.astype(object)
    return numbers


def short_json(content: bytes) -> bytes:
    """Return a JSON object with a line for each of its keys, and no blanks inside of them.

    >>> short_json(b'{"seed": 1,  "arms": {"a": [1, 2]}}')
    b'{\\n"seed":1,\\n"arms":{"a":[1,2]}\\n}\\n'
    """
    short = partial(json.dumps, separators=(",", ":"), ensure_ascii=False)
    lines = (f"{short(key)}:{short(value)}" for key, value in json_of(content).items())
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def write_files(folder: Path, files: Mapping[str, bytes], *, replace: bool = False) -> None:
    """Write the files of a report into a folder, made when absent; remove those of an older one.

    Parameters
    ----------
    files
        Contents by path inside the folder. All are made elsewhere first, so that a report that
        fails leaves the old one as it was.
    replace
        Whether files that no report wrote may be written over.

    Raises
    ------
    InputError
        A file that no report wrote is in the way; nothing is changed.
    WriteError
        The folder cannot be made or written.
    """
    make_folder(folder)
    old = refuse_others(folder, files, replace)
    listing = {"format": FORMAT, "files": sorted(files)}
    made = {**files, LIST: f"{json.dumps(listing, indent=JSON_INDENT)}\n".encode()}
    try:
        _replace(folder, made)
        for path in old - set(files):
            _remove(folder / path)
    except OSError as error:
        raise unwritable("a report", error, folder) from None


@contextmanager
def report_folder(
    folder: Path, study: str, wanted: Collection[str], *, replace: bool = False
) -> Iterator[None]:
    """Make sure, before the report is made, that it may be written into a folder.

    Parameters
    ----------
    folder
        Where it goes.
    study
        The id of the study whose report goes there.
    wanted
        The documents that are going to be made.
    replace
        Whether the report of another study, and files that no report wrote, may be written over.

    Raises
    ------
    InputError
        The folder cannot be made or written, or has what is not to be replaced.
    """
    with trial_folder(folder):
        _refuse_other_study(folder, study, replace)
        documents = [name for name in DOCUMENTS if name in wanted]
        refuse_others(folder, (*documents, PROVENANCE), replace)
        yield


def refuse_others(folder: Path, paths: Collection[str], replace: bool) -> set[str]:
    """Return what the last report wrote; InputError where other files are in the way.

    Parameters
    ----------
    folder
        Of the report.
    paths
        What is going to be written, by path inside the folder.
    replace
        Whether other files may be written over.
    """
    try:
        old = listed_files(folder)
    except InputError:
        if not replace:
            raise
        old = set()
    refuse_foreign(folder, sorted(set(paths) - old), replace)
    refuse_foreign(folder, sorted(old & set(paths)), replace=True)
    return old


def _refuse_other_study(folder: Path, study: str, replace: bool) -> None:
    """Raise InputError where the report of another study is in the folder and is to stay."""
    try:
        there = read_provenance_file(folder / PROVENANCE)["study"]
    except InputError:
        return  # no provenance of a report: a file of another origin
    if there != study and not replace:
        raise InputError(
            f"expected only the report of the study {study!r}, got that of {there!r} ({folder})",
            REPLACE,
        )


def listed_files(folder: Path) -> set[str]:
    """Return the files that the report in a folder wrote, by path inside it.

    Raises
    ------
    InputError
        The list of them is damaged, or somebody else's file.
    """
    path = folder / LIST
    try:
        listing = json_of(path.read_bytes())
        if listing["format"] != FORMAT:
            raise ValueError("another format")
        return {
            name
            for name in listing["files"]
            if (folder / name).resolve().is_relative_to(folder.resolve())
        }
    except FileNotFoundError:
        return set()
    except (OSError, ValueError, TypeError, KeyError) as error:
        reason = str(error) or type(error).__name__
        raise InputError(
            f"expected the list of a report's files, got: {reason} ({path})", REPLACE
        ) from None


def _remove(path: Path) -> None:
    """Remove a file, and its folder with the last one in it."""
    path.unlink(missing_ok=True)
    if path.parent.is_dir() and not any(path.parent.iterdir()):
        path.parent.rmdir()


def _replace(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files next to their place, then move them there."""
    with tempfile.TemporaryDirectory(dir=folder, prefix=".report-") as name:
        made = Path(name)
        for path, content in files.items():
            (made / path).parent.mkdir(exist_ok=True)
            (made / path).write_bytes(content)
        for path in files:
            (folder / path).parent.mkdir(exist_ok=True)
            (made / path).replace(folder / path)


def write_report(
    folder: Path,
    report: Report,
    files: Mapping[str, bytes],
    wanted: Collection[str],
    *,
    replace: bool = False,
) -> tuple[Path, ...]:
    """Write the wanted documents of a report, its card and other files; return their paths.

    Parameters
    ----------
    wanted
        Which of `files.DOCUMENTS`; with `files.FIGURES` every picture becomes a file as well.
    files
        Contents of the files beside it: provenance and tables, by path inside the folder.
    replace
        As of `write_files`.

    Raises
    ------
    InputError
        A file of somebody else is in the way.
    WriteError
        If the files cannot be written.
    """
    made = {}
    if PDF in wanted:
        made[PDF] = typeset(report)
    if HTML in wanted:
        tables = sorted(name for name in files if name.startswith(f"{TABLES}/"))
        made[HTML] = hypertext(report, tables).encode()
    figures = report.pictures.items() if FIGURES in wanted else ()
    drawn = {f"{FIGURES}/{name}.svg": svg.encode() for name, svg in figures}
    write_files(folder, {**files, **card_files(report), **drawn, **made}, replace=replace)
    return tuple(folder / name for name in made)
