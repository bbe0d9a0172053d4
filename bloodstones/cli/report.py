"""`bloodstones report`: make the report of a finished study."""

from __future__ import annotations

import json
from pathlib import Path

import click

from bloodstones.cli.letters import telling_letters
from bloodstones.core.errors import expected
from bloodstones.core.extra import require_extra
from bloodstones.core.kinds import ADVICE, LADDER, kind_of


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--pdf", is_flag=True, help="Make report.pdf. Default: both documents.")
@click.option("--html", is_flag=True, help="Make report.html, one page with all in it.")
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
    help="Where the report goes. Default: beside its report.toml.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(
    folder: Path, pdf: bool, html: bool, results: Path | None, out: Path | None, as_json: bool
) -> None:
    """Make the report that DIR/report.toml defines, with tables and figures beside it."""
    require_extra("report")
    from bloodstones.cli.advice import advice_of
    from bloodstones.report.definition import FILE
    from bloodstones.report.ladder import make_ladder_report
    from bloodstones.report.make import DOCUMENTS, HTML, PDF, make_report

    asked = {PDF: pdf, HTML: html}
    wanted = [name for name, flag in asked.items() if flag] or DOCUMENTS
    kind = kind_of(folder / FILE)
    if kind == ADVICE and results is not None:
        told = "a report of advice without --results: no games are played"
        raise expected(told, str(results), "--results")
    with telling_letters():
        if kind == ADVICE:
            made = advice_of(folder / FILE).make_report(folder, wanted, out=out)
        elif kind == LADDER:
            made = make_ladder_report(folder, results, wanted, out=out)
        else:
            made = make_report(folder, results, wanted, out=out)
    sizes = {str(path): path.stat().st_size for path in made}
    if as_json:
        first = str(made[0])
        click.echo(json.dumps({"report": first, "bytes": sizes[first], "documents": sizes}))
        return
    listed = " and ".join(f"{path} ({size:,} bytes)" for path, size in sizes.items())
    click.echo(f"{listed}, with tables and figures beside.")
