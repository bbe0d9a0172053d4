"""`bloodstones report`: make the report of a finished study."""

from __future__ import annotations

import json
from pathlib import Path

import click

from bloodstones.core.errors import expected
from bloodstones.core.extra import require_extra


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--results",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder of the study's results. Default: results/<study id>.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(folder: Path, results: Path | None, as_json: bool) -> None:
    """Make the report that DIR/report.toml defines: report.pdf, tables and figures in DIR."""
    require_extra("report")
    from bloodstones.report.advice import is_advice, make_advice_report
    from bloodstones.report.ladder import is_ladder, make_ladder_report
    from bloodstones.report.make import make_report

    if is_advice(folder):
        if results is not None:
            told = "a report of advice without --results: no games are played"
            raise expected(told, str(results), "--results")
        pdf = make_advice_report(folder)
    elif is_ladder(folder):
        pdf = make_ladder_report(folder, results)
    else:
        pdf = make_report(folder, results)
    size = pdf.stat().st_size
    if as_json:
        click.echo(json.dumps({"report": str(pdf), "bytes": size}))
    else:
        click.echo(f"{pdf} ({size:,} bytes), with tables and figures beside it.")
