"""Making a report: read everything, compute, typeset, then write all files at once."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

import pandas as pd

from bloodstones.batch.result_files.result import PROVENANCE, verify_results
from bloodstones.report.compose import compose
from bloodstones.report.definition import Definition, read_definition
from bloodstones.report.files import refuse_other_study, write_files
from bloodstones.report.find import find
from bloodstones.report.hypertext import hypertext
from bloodstones.report.model import Report
from bloodstones.report.typeset import typeset
from bloodstones.stats.table import Results, read_results

RESULTS_FOLDER = Path("results")
PDF = "report.pdf"
HTML = "report.html"
DOCUMENTS = (PDF, HTML)
TABLES = "tables"
FIGURES = "figures"
FLOATS = "%.6f"


def make_report(
    folder: Path,
    results: Path | None = None,
    wanted: Collection[str] = DOCUMENTS,
    *,
    out: Path | None = None,
    replace: bool = False,
) -> tuple[Path, ...]:
    """Make the report that `folder` defines and return the paths of its documents.

    Writes the documents, `tables/*.csv`, `figures/*.svg` and `provenance.json` into the folder. All
    are made elsewhere first, so a report that fails leaves the old one as it was.

    Parameters
    ----------
    folder
        Holds `report.toml`.
    results
        Folder of the results of the study; by default `results/<study id>`.
    wanted
        Which of `DOCUMENTS` to make; an older one that is not made anew is removed.
    out
        Where the report goes; by default into `folder`.
    replace
        Whether it may write over the report of another study there.

    Raises
    ------
    InputError
        With every fault of the definition or of the results.
    WriteError
        If the files cannot be written.
    """
    definition = read_definition(folder)
    source = results or RESULTS_FOLDER / definition.study
    place = out or folder
    return report_on(definition, read_verified(source), source, place, wanted, replace=replace)


def read_verified(source: Path) -> Results:
    """Return the results of a study, checked against their provenance; InputError with faults."""
    read = read_results(source)
    verify_results(source)
    return read


def report_on(
    definition: Definition,
    results: Results,
    source: Path,
    folder: Path,
    wanted: Collection[str],
    *,
    replace: bool = False,
) -> tuple[Path, ...]:
    """Make a report of results, which lie in the folder `source`, and return its documents."""
    refuse_other_study(folder, definition.study, replace=replace)
    findings = find(definition, results)
    report = compose(findings)
    files = {PROVENANCE: (source / PROVENANCE).read_bytes(), **table_files(findings.tables)}
    return write_report(folder, report, files, wanted)


def table_files(tables: Mapping[str, pd.DataFrame]) -> dict[str, bytes]:
    """Return tables as CSV files, by path inside the folder of a report; none without a line."""
    return {
        f"{TABLES}/{name}.csv": table.to_csv(
            index=False, float_format=FLOATS, lineterminator="\n"
        ).encode()
        for name, table in tables.items()
        if len(table)
    }


def write_report(
    folder: Path, report: Report, files: Mapping[str, bytes], wanted: Collection[str]
) -> tuple[Path, ...]:
    """Write the wanted documents of a report, its figures and other files; return their paths.

    Parameters
    ----------
    files
        Contents of what stands beside: provenance and tables, by path inside the folder.

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
    figures = {f"{FIGURES}/{name}.svg": svg.encode() for name, svg in report.pictures.items()}
    write_files(folder, {**files, **figures, **made})
    return tuple(folder / name for name in made)
