"""`bloodstones report summary`: what all reports of a folder tell together, and their index."""

from __future__ import annotations

import json
from pathlib import Path

import click

from bloodstones.cli.terminal.missing_letters import telling_letters
from bloodstones.core.extras import require_extra


@click.command(short_help="Sum up all reports of a folder, with profiles and an index.")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path), default=Path("reports"))
@click.option("--replace", is_flag=True, help="Write over files that no report wrote.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def summary(folder: Path, replace: bool, as_json: bool) -> None:
    """Sum up all reports in the folders of DIR: two pages on what holds and what to change.

    Beside them come a profile of each faction, a glossary, the pages for the table and an index,
    `index.html`, that links everything. All figures come from the tables of the reports; no game
    is played. DIR is `reports` where none is named.
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
    click.echo(f"{made[0]} links {len(made) - 1} documents in {made[1].parent}.")
