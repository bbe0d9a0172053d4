"""`bloodstones study`: run a study file in parallel, or show its plan."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bloodstones.cli.usage import WHOLE_NUMBER

if TYPE_CHECKING:
    from bloodstones.batch.definition import StudyFile
    from bloodstones.batch.plan import Plan

RESULTS_FOLDER = "results"


class RunByDefault(click.Group):
    """A group that takes anything but the name of a command as arguments of `run`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `run` before the arguments unless they name a command or ask for help."""
        if not args or args[0] not in (*self.commands, *ctx.help_option_names):
            args = ["run", *args]
        return super().parse_args(ctx, args)


@click.group(cls=RunByDefault)
def command() -> None:
    """Run a study file in parallel: `bloodstones study FILE`."""


file_argument = click.argument("file", type=click.Path(path_type=Path))
quick_option = click.option(
    "--quick", is_flag=True, help="Take the few replicates of the file's [quick]."
)
replicates_option = click.option(
    "--replicates",
    type=WHOLE_NUMBER,
    metavar="N",
    help="Playthroughs of each cell, instead of the file's.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")


def _cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@command.command()
@file_argument
@click.option("--jobs", type=WHOLE_NUMBER, metavar="N", help="Workers; by default one a core.")
@quick_option
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="DIR", help="Default: results/<study id>."
)
@click.option(
    "--backend",
    default="threading",
    show_default=True,
    metavar="NAME",
    help="threading, or loky (processes) for games that hold the interpreter lock.",
)
@replicates_option
@click.option("--resume", is_flag=True, help="Go on with the unfinished run in the folder, if any.")
@click.option(
    "--replace", is_flag=True, help="Drop an unfinished run or a larger result in the folder."
)
@json_option
def run(
    file: Path,
    jobs: int | None,
    quick: bool,
    out: Path | None,
    backend: str,
    replicates: int | None,
    resume: bool,
    replace: bool,
    as_json: bool,
) -> None:
    """Play all games of FILE and write its tables; an advice file is answered at once."""
    from bloodstones.cli import study_advice

    if study_advice.is_advice(file):
        study_advice.refuse_games(file, quick, out, replicates, resume, replace)
        study_advice.answer(file, as_json)
        return
    from bloodstones.cli import study_ladder

    if study_ladder.is_ladder(file):
        study_ladder.refuse_replicates(file, replicates)
        study_ladder.run(
            file,
            out,
            as_json,
            quick=quick,
            jobs=_cores() if jobs is None else jobs,
            backend=backend,
            resume=resume,
            replace=replace,
        )
        return
    study, plan = _read(file, quick, replicates)
    from bloodstones.batch.progress import on_terminal
    from bloodstones.batch.run import run_study
    from bloodstones.games.registry import load_game

    game = load_game(plan.game, f"game in {file.name}")
    folder = out or Path(RESULTS_FOLDER) / plan.study
    with on_terminal() as progress:
        told = run_study(
            study,
            plan,
            game,
            folder,
            jobs=_cores() if jobs is None else jobs,
            backend=backend,
            resume=resume,
            replace=replace,
            progress=progress,
        )
    from bloodstones.cli.study_summary import as_dict, show_summary, win_rates

    rates = win_rates(folder)
    if as_json:
        click.echo(json.dumps(as_dict(told, folder, rates), indent=2))
    else:
        show_summary(told, folder, rates)


@command.command()
@file_argument
@quick_option
@replicates_option
@json_option
def plan(file: Path, quick: bool, replicates: int | None, as_json: bool) -> None:
    """Show what FILE would play and the precision it buys."""
    study, planned = _read(file, quick, replicates)
    from bloodstones.batch.plan import check_plan
    from bloodstones.games.registry import load_game

    check_plan(planned, load_game(planned.game, f"game in {file.name}"), study.name)
    from bloodstones.cli.study_summary import precision, show_plan

    lines = precision(planned)
    if not as_json:
        show_plan(planned, lines)
        return
    told = {
        "study": planned.study,
        "question": study.study.question,
        "cells": [cell.id for cell in planned.cells],
        "replicates": planned.replicates,
        "games": planned.games,
        "precision": lines,
    }
    click.echo(json.dumps(told, indent=2))


def _read(file: Path, quick: bool, replicates: int | None) -> tuple[StudyFile, Plan]:
    """Read a study file and make its plan."""
    from bloodstones.cli.study_advice import is_advice, refuse_games
    from bloodstones.core.extra import require_extra

    if is_advice(file):
        refuse_games(file, "plan")

    require_extra("study")
    from bloodstones.batch.definition import read_study
    from bloodstones.batch.plan import make_plan

    study = read_study(file)
    return study, make_plan(study.study, quick=quick, replicates=replicates)
