"""The report of a balance study: what to change, what it would do, what it would cost."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import pandas as pd

from bloodstones.batch.balance.outputs import RATES, RETUNED, TRIED
from bloodstones.batch.balance.run import verify_balance
from bloodstones.batch.result_files.result import PROVENANCE
from bloodstones.batch.result_files.result_columns import declared
from bloodstones.core.errors import expected
from bloodstones.report.balance_definition import Definition, read_definition
from bloodstones.report.balance_findings import BalanceFindings, find
from bloodstones.report.balance_sections import compose
from bloodstones.report.files import refuse_other_study
from bloodstones.report.make import DOCUMENTS, RESULTS_FOLDER, table_files, write_report
from bloodstones.stats.table import ROWS_FILE, STUDY_TIP, with_finished


def make_balance_report(
    folder: Path,
    results: Path | None = None,
    wanted: Collection[str] = DOCUMENTS,
    *,
    out: Path | None = None,
    replace: bool = False,
) -> tuple[Path, ...]:
    """Make the report that `folder` defines and return the paths of its documents.

    Parameters
    ----------
    results
        Folder of the study's results; by default `results/<study id>`.
    wanted
        Which documents to make.
    out
        Where the report goes; by default into `folder`.
    replace
        Whether it may write over the report of another study there.

    Raises
    ------
    InputError
        With every fault of the definition, or without results.
    WriteError
        If the files cannot be written.
    """
    definition = read_definition(folder)
    source = results or RESULTS_FOLDER / definition.study
    return balance_report_on(definition, source, out or folder, wanted, replace=replace)


def balance_report_on(
    definition: Definition,
    source: Path,
    folder: Path,
    wanted: Collection[str],
    *,
    replace: bool = False,
) -> tuple[Path, ...]:
    """Make a report of the results of a balance study in `source`; return its documents."""
    refuse_other_study(folder, definition.study, replace=replace)
    findings = findings_of(definition, source)
    files = {PROVENANCE: (source / PROVENANCE).read_bytes(), **table_files(findings.tables)}
    return write_report(folder, compose(findings), files, wanted)


def findings_of(definition: Definition, source: Path) -> BalanceFindings:
    """Read the results of a balance study and compute all tables of its report.

    Raises
    ------
    InputError
        There are none, or those of another study.
    """
    if not (source / PROVENANCE).is_file():
        raise expected("a folder of results", str(source), "--results", tip=STUDY_TIP)
    told = verify_balance(source)
    if told.get("study") != definition.study:
        raise expected(f"results of {definition.study}", told.get("study"), str(source))
    known = declared(str(told.get("game")), source / ROWS_FILE)
    rows = with_finished(pd.read_parquet(source / ROWS_FILE), known.stopped)
    tables = tuple(pd.read_parquet(source / name) for name in (TRIED, RATES, RETUNED))
    return find(definition, rows, known.rows, told, tables)
