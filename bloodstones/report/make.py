"""Making a report: read everything, compute, typeset, then write all files at once."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from bloodstones.batch.result import PROVENANCE, verify_results
from bloodstones.core.errors import RunError
from bloodstones.report.compose import compose
from bloodstones.report.definition import read_definition
from bloodstones.report.findings import Findings, find
from bloodstones.report.model import Report
from bloodstones.report.typeset import typeset
from bloodstones.stats.table import read_results

RESULTS_FOLDER = Path("results")
PDF = "report.pdf"
TABLES = "tables"
FIGURES = "figures"
FLOATS = "%.6f"


def make_report(folder: Path, results: Path | None = None) -> Path:
    """Make the report that `folder` defines and return the path of its PDF.

    Writes `report.pdf`, `tables/*.csv`, `figures/*.svg` and `provenance.json` into the folder. All
    are made elsewhere first, so a report that fails leaves the old one as it was.

    Parameters
    ----------
    folder
        Holds `report.toml`.
    results
        Folder of the results of the study; by default `results/<study id>`.

    Raises
    ------
    InputError
        With every fault of the definition or of the results.
    RunError
        If the files cannot be written.
    """
    definition = read_definition(folder)
    source = results or RESULTS_FOLDER / definition.study
    read = read_results(source)
    verify_results(source)
    findings = find(definition, read)
    report = compose(findings)
    files = _files(findings, report, typeset(report), source)
    try:
        write_files(folder, files)
    except OSError as error:
        raise RunError(f"expected to write the report, got: {error} ({folder})") from None
    return folder / PDF


def _files(findings: Findings, report: Report, pdf: bytes, results: Path) -> Mapping[str, bytes]:
    """Return the contents of every file of the report by its path inside the folder."""
    files = {PDF: pdf, PROVENANCE: (results / PROVENANCE).read_bytes()}
    for name, table in findings.tables.items():
        text = table.to_csv(index=False, float_format=FLOATS, lineterminator="\n")
        files[f"{TABLES}/{name}.csv"] = text.encode()
    for name, svg in report.pictures.items():
        files[f"{FIGURES}/{name}.svg"] = svg.encode()
    return files


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write all files next to their place, then move them there; drop those of older reports."""
    with tempfile.TemporaryDirectory(dir=folder, prefix=".report-") as name:
        made = Path(name)
        for path, content in files.items():
            (made / path).parent.mkdir(exist_ok=True)
            (made / path).write_bytes(content)
        for part in (TABLES, FIGURES):
            old = made / f"old-{part}"
            if (folder / part).exists():
                (folder / part).replace(old)
            if (made / part).exists():
                (made / part).replace(folder / part)
            shutil.rmtree(old, ignore_errors=True)
        for path in (PROVENANCE, PDF):
            (made / path).replace(folder / path)
