"""Reports without a definition, drafted from any results."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Final

import click

from bloodstones.cli.terminal.layout import Command
from bloodstones.cli.terminal.options import replace_option
from bloodstones.core.errors import expected
from bloodstones.core.files.writing import write_atomically
from bloodstones.stats.table import PROVENANCE_FILE, ROWS_FILE, STUDY_TIP

BESIDE: Final = "report"  # the folder of such a report, in that of the results
EPILOG: Final = """\b
Examples:
  bloodstones report init results/my_study
"""


def is_results(folder: Path) -> bool:
    """Whether a folder has the results of a study, and no definition of a report."""
    from bloodstones.report.document.files import FILE

    there = (folder / ROWS_FILE).is_file() and (folder / PROVENANCE_FILE).is_file()
    return there and not (folder / FILE).is_file()


def make_draft(
    source: Path, out: Path | None, wanted: Collection[str], *, replace: bool = False
) -> tuple[Path, ...]:
    """Make the report of results and return its documents; they go into `out`, or beside them."""
    from bloodstones.report.make import draft_report
    from bloodstones.report.study.strategy_titles import titles_of

    folder = out or source / BESIDE
    made, left_out = draft_report(source, folder, wanted, titles=titles_of, replace=replace)
    for name, reason in left_out.items():
        click.echo(f"Left out the section {name}: {reason}", err=True)
    return made


@click.command(cls=Command, short_help="Write a report.toml that you can edit.", epilog=EPILOG)
@click.argument("results", metavar="RESULTS", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder of the report (default: reports/<study id>).",
)
@replace_option
def init(results: Path, out: Path | None, replace: bool) -> None:
    """Write a report.toml that you can edit, for the results of a study in the folder RESULTS."""
    from bloodstones.core.extras import require_extra

    require_extra("report")
    from bloodstones.batch.result_files.folder import make_folder, refuse_foreign
    from bloodstones.report.document.files import FILE
    from bloodstones.report.make import draft_text
    from bloodstones.report.study.strategy_titles import titles_of

    if not is_results(results):
        raise expected("a folder of results", str(results), "RESULTS", STUDY_TIP)
    study, text = draft_text(results, titles=titles_of)
    folder = out or Path("reports") / study
    path = folder / FILE
    make_folder(folder)
    refuse_foreign(folder, (FILE,), replace)
    write_atomically(path, text.encode())
    option = "" if results == Path("results") / study else f" --results {results}"
    click.echo(f"Wrote {path}. Edit it, then run:\nbloodstones report {folder}{option}")
