"""`bloodstones rerun`: play a result again from its provenance and compare the tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from bloodstones.api.studies.reruns import play_again
from bloodstones.cli.study import (
    backend_option,
    jobs_option,
    json_option,
    resume_option,
    scheduler_option,
)
from bloodstones.cli.terminal.options import code_option
from bloodstones.core.errors import RunError
from bloodstones.core.extras import require_extra
from bloodstones.core.processors import cores


@click.command()
@click.argument("provenance", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Keep the tables there; by default they are dropped.",
)
@click.option(
    "--data",
    default="",
    metavar="DIR",
    help="The folder with own data files, if the study had one; else seen from here.",
)
@jobs_option
@backend_option
@scheduler_option
@resume_option
@click.option("--replace", is_flag=True, help="Write over what is in the folder of --out.")
@code_option
@json_option
def command(
    provenance: Path,
    out: Path | None,
    data: str,
    jobs: int | None,
    as_json: bool,
    **how: Any,
) -> None:
    """Play the result that PROVENANCE tells of again, and compare the tables by their hashes."""
    require_extra("cluster" if how["backend"] == "dask" else "study")
    from bloodstones.batch.running.progress import on_terminal

    workers = cores() if jobs is None else jobs
    options = {"jobs": workers, **how}
    with on_terminal() as progress:
        again = play_again(provenance, out, data, progress, options)
    if as_json:
        click.echo(json.dumps(again.data(), indent=2))
    else:
        same = "the same tables" if again.same else "other tables"
        click.echo(f"{again.games:,} games played again: {same}")
        for name, (then, now) in again.hashes.items():
            click.echo(f"{name}: {then}" if then == now else f"{name}: {then} then, {now} now")
    if not again.same:
        raise RunError(
            f"expected the tables that were written then, got other ones ({provenance})",
            "install the versions that the provenance names",
        )
