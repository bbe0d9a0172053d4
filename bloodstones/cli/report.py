"""`bloodstones report`: make the report of a finished study, defined in a file or not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from bloodstones.api.results.html import Documents
from bloodstones.cli.reports.draft import init, is_results, make_draft
from bloodstones.cli.reports.games import games
from bloodstones.cli.reports.summary import summary
from bloodstones.cli.terminal.help_text import ByDefault
from bloodstones.cli.terminal.layout import Command
from bloodstones.cli.terminal.missing_letters import telling_letters
from bloodstones.cli.terminal.options import html_option, pdf_option, replace_folder_option
from bloodstones.core.errors import expected
from bloodstones.core.extras import require_extra
from bloodstones.kit.players.permission import without_code

GAMES = "--games"
INIT_TIP = "`bloodstones report init` writes a report.toml"
EPILOG = """\b
Examples:
  bloodstones report results/my_study
  bloodstones report init results/my_study
  bloodstones report reports/my_study --html
  bloodstones report --games league.csv --out league_report
  bloodstones report summary reports
"""


MAKE_EPILOG = """\b
Examples:
  bloodstones report make results/my_study
  bloodstones report make results/my_study --pdf --out my_report
"""


class MakeByDefault(ByDefault):
    """A group that takes anything but the name of a command as arguments of `make`."""

    default = "make"

    def with_command(self, args: Sequence[str]) -> list[str]:
        """Read `--games FILE` as the command `games FILE`, wherever it is."""
        if GAMES in args and args[0] not in self.commands:
            return ["games", *(word for word in args if word != GAMES)]
        return super().with_command(args)


@click.group(cls=MakeByDefault, epilog=EPILOG)
def command() -> None:
    """Write the report of a finished study (`bloodstones report DIR`), or of games that people
    played (`bloodstones report --games FILE.csv`).

    DIR contains the results of a study, or a report.toml. If you name no subcommand, `make` is
    used; it takes the options below. Reports never run the code of strategies.
    """
    click.get_current_context().with_resource(without_code("bloodstones report"))


command.add_command(init)
command.add_command(games)
command.add_command(summary)


@command.command(
    cls=Command, short_help="Write the report (the default subcommand).", epilog=MAKE_EPILOG
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@pdf_option
@html_option
@click.option("--figures", is_flag=True, help="Also write each figure as an SVG file.")
@click.option(
    "--results",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder of the study's results (default: results/<study id>).",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Output folder (default: the folder of report.toml, or DIR/report).",
)
@replace_folder_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
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
    """Write the report that DIR/report.toml defines, and its tables.

    If the results of the study are not there (--results, or results/<study id>), the report is
    written again from the tables in DIR. No game is needed for this: you can change the title, the
    texts or the order of the sections of a report that somebody else made.

    Without report.toml, DIR must contain the results of a study. The report then includes every
    section for which the study has data. `bloodstones report init` writes a report.toml that you
    can edit.
    """
    require_extra("report")
    from bloodstones.report.document.files import DOCUMENTS, FIGURES, HTML, PDF, TABLES
    from bloodstones.report.make import make_report, tables_source

    asked = {PDF: pdf, HTML: html}
    wanted = [name for name, flag in asked.items() if flag] or [*DOCUMENTS]
    wanted += [FIGURES] if figures else []
    drafted, again = is_results(folder), False
    if drafted and results is not None:
        raise expected("a folder with report.toml beside --results", str(folder), "DIR", INIT_TIP)
    made: Sequence[Path]
    with telling_letters():
        if drafted:
            made = make_draft(folder, out, wanted, replace=replace)
        else:
            again = tables_source(folder, results) == folder
            made = make_report(folder, results, wanted, out=out, replace=replace)
    documents = Documents(made)
    if as_json:
        click.echo(json.dumps(documents.data()))
        return
    listed = " and ".join(f"{path} ({size:,} bytes)" for path, size in documents.sizes.items())
    beside = "the tables and figures" if figures else "the tables"
    click.echo(f"Wrote {listed} and {beside}.")
    if again:
        click.echo(
            f"No results of the study were found: the figures are those of {folder / TABLES}."
        )
