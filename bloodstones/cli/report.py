"""`bloodstones report`: make the report of a finished study, defined in a file or not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from bloodstones.api.results.documents import Documents
from bloodstones.cli.reports.draft import init, is_results, make_draft
from bloodstones.cli.reports.summary import summary
from bloodstones.cli.terminal.default_command import ByDefault
from bloodstones.cli.terminal.missing_letters import telling_letters
from bloodstones.core.errors import expected
from bloodstones.core.extras import require_extra
from bloodstones.kit.players.permission import without_code

INIT_TIP = "bloodstones report init writes one"
EPILOG = """\b
Examples:
  bloodstones report results/my_study
  bloodstones report init results/my_study
  bloodstones report reports/my_study --html
  bloodstones report summary reports
"""


class MakeByDefault(ByDefault):
    """A group that takes anything but the name of a command as arguments of `make`."""

    default = "make"


@click.group(cls=MakeByDefault, epilog=EPILOG)
def command() -> None:
    """Make the report of a finished study: `bloodstones report DIR`.

    DIR is a folder with a report.toml, or the results of any study. The options are those of the
    command make, which is meant where none is named. No code that it names runs.
    """
    click.get_current_context().with_resource(without_code("bloodstones report"))


command.add_command(init)
command.add_command(summary)


@command.command(short_help="Make the report; meant where none is named.")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--pdf", is_flag=True, help="Make report.pdf. Default: both documents.")
@click.option("--html", is_flag=True, help="Make report.html, one page with all in it.")
@click.option("--figures", is_flag=True, help="Write each picture of the pages as SVG as well.")
@click.option(
    "--results",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder of the study's results. Default: results/<study id>.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where the report goes. Default: beside its report.toml, else the folder report in DIR.",
)
@click.option("--replace", is_flag=True, help="Write over another report or other files.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def make(
    folder: Path,
    pdf: bool,
    html: bool,
    figures: bool,
    results: Path | None,
    out: Path | None,
    replace: bool,
    as_json: bool,
) -> None:
    """Make the report that DIR/report.toml defines, with its tables beside it.

    Without that file, DIR is the results of a study; the sections are those that its columns and
    factors have something to tell for. `bloodstones report init` writes them down to be edited.
    """
    require_extra("report")
    from bloodstones.report.document.files import DOCUMENTS, FIGURES, HTML, PDF
    from bloodstones.report.make import make_report

    asked = {PDF: pdf, HTML: html}
    wanted = [name for name, flag in asked.items() if flag] or [*DOCUMENTS]
    wanted += [FIGURES] if figures else []
    drafted = is_results(folder)
    if drafted and results is not None:
        raise expected("a folder with report.toml beside --results", str(folder), "DIR", INIT_TIP)
    made: Sequence[Path]
    with telling_letters():
        if drafted:
            made = make_draft(folder, out, wanted, replace=replace)
        else:
            made = make_report(folder, results, wanted, out=out, replace=replace)
    documents = Documents(made)
    if as_json:
        click.echo(json.dumps(documents.data()))
        return
    listed = " and ".join(f"{path} ({size:,} bytes)" for path, size in documents.sizes.items())
    beside = "its tables and figures" if figures else "its tables"
    click.echo(f"{listed}, with {beside} beside.")
