"""Pages of shipped reports over rows of one's own."""

from __future__ import annotations

import shutil

import pandas as pd

from bloodstones.report.make import make_report
from tests.report.conftest import REPORT
from tests.report.test_numbers import Page
from tests.synthetic import results_tables, write_tables


def shipped_page(folder, rows, study):
    """Write rows as the results of a study; return the page of the report shipped for it."""
    areas = results_tables(seed=1, games=1)[1].groupby("area").head(1)
    every = pd.concat([areas.assign(cell=cell) for cell in rows["cell"].unique()])
    write_tables(folder, rows, every, study=study)
    report = folder / "report"
    report.mkdir()
    shutil.copy(REPORT.parent / study / "report.toml", report)
    shutil.copy(REPORT.parent / "strategies.toml", folder)
    (page,) = make_report(report, folder, ["report.html"])
    return Page(page.read_text(encoding="utf-8"))
