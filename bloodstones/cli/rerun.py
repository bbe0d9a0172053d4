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
from bloodstones.cli.terminal.layout import Command, RareOption
from bloodstones.cli.terminal.options import code_option, replace_folder_option
from bloodstones.core.errors import RunError
from bloodstones.core.extras import require_extra
from bloodstones.core.processors import cores

EPILOG = """\b
Examples:
  bloodstones rerun results/my_study/provenance.json
"""


@click.command(cls=Command, epilog=EPILOG)
@click.argument("provenance", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder to save the new tables in (default: they are not saved).",
)
@click.option(
    "--data",
    cls=RareOption,
    default="",
    metavar="DIR",
    help="Your folder of data files, if you moved it since the study was run.",
)
@jobs_option
@backend_option
@scheduler_option
@resume_option
@replace_folder_option
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
    """Repeat the study that the file PROVENANCE describes, and compare the resulting tables.

    The same versions give the same tables: the command compares their hashes.
    """
    require_extra("cluster" if how["backend"] == "dask" else "study")
    from bloodstones.batch.running.progress import on_terminal

    workers = cores() if jobs is None else jobs
    options = {"jobs": workers, **how}
    with on_terminal() as progress:
        again = play_again(provenance, out, data, progress, options)
    if as_json:
        click.echo(json.dumps(again.data(), indent=2))
    else:
        same = "the tables are the same" if again.same else "the tables differ"
        click.echo(f"Repeated {again.games:,} games: {same}.")
        for name, (then, now) in again.hashes.items():
            click.echo(f"{name}: {then}" if then == now else f"{name}: was {then}, now {now}")
    if not again.same:
        raise RunError(
            f"the tables differ from those of the original study ({provenance})",
            "install the versions that the provenance lists",
        )
