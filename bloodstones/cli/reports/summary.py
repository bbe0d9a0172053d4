"""`bloodstones report summary`: a summary of all reports of a folder, with an index."""

from __future__ import annotations

import json
from pathlib import Path

import click

from bloodstones.cli.terminal.layout import Command
from bloodstones.cli.terminal.missing_letters import telling_letters
from bloodstones.cli.terminal.options import replace_folder_option
from bloodstones.core.extras import require_extra

EPILOG = """\b
Examples:
  bloodstones report summary reports
"""


@click.command(
    cls=Command, short_help="Summarize all reports of a folder, with an index.", epilog=EPILOG
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path), default=Path("reports"))
@replace_folder_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def summary(folder: Path, replace: bool, as_json: bool) -> None:
    """Summarize all reports in the subfolders of DIR (default: reports) in two pages.

    For each game, the command also writes a decision list, a profile of each faction, and a page
    on what is broken. It adds a glossary, pages to use while playing, and index.html, which links
    everything. All figures come from the tables of the reports; no games are run.
    """
    require_extra("report")
    from bloodstones.report.make import kept_report
    from bloodstones.report.summary.make import make_summary

    with telling_letters():
        made = make_summary(folder, kept_report, replace=replace)
    sizes = {str(path): path.stat().st_size for path in made}
    if as_json:
        click.echo(json.dumps({"index": str(made[0]), "documents": sizes}))
        return
    click.echo(f"Wrote {made[0]}, which links {len(made) - 1} documents in {made[1].parent}.")
