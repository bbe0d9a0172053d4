"""`bloodstones study`: run a study file in parallel, show its plan, or the schema of such files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bloodstones.api.studies.plan import check_pace, make_study_plan, study_plan
from bloodstones.batch.study.place import at, beside
from bloodstones.cli.questions import QuestionCommand
from bloodstones.cli.studies import balance_search, init, match
from bloodstones.cli.terminal.help_text import ByDefault
from bloodstones.cli.terminal.layout import Command, RareOption
from bloodstones.cli.terminal.missing_letters import tell_letters
from bloodstones.cli.terminal.options import code_option, replace_folder_option
from bloodstones.cli.terminal.usage import REAL_NUMBER, WHOLE_NUMBER
from bloodstones.core.extras import require_extra
from bloodstones.core.files.datafile import BALANCE, LADDER, known_kind
from bloodstones.core.processors import cores
from bloodstones.games.registry import default_game
from bloodstones.kit.players.permission import without_code
from bloodstones.stats.inference.planning import GamesNeeded

if TYPE_CHECKING:
    from bloodstones.batch.running.runner import Options
    from bloodstones.batch.study.definition import StudyFile
    from bloodstones.batch.study.plan import Plan
    from bloodstones.core.contract.game import Game
    from bloodstones.stats.inference.precision import Precision

RESULTS_FOLDER = "results"


class RunByDefault(ByDefault):
    """A group that takes anything but the name of a command as arguments of `run`."""

    default = "run"


def _examples(*lines: str) -> str:
    """Return the examples at the end of a help text."""
    return "\n".join(["\b", "Examples:", *(f"  bloodstones study {line}" for line in lines)])


@click.group(
    cls=RunByDefault,
    epilog=_examples("init my_study", "plan my_study.toml", "my_study.toml --quick"),
)
def command() -> None:
    """Run a study, which plays many games and analyses them: `bloodstones study FILE`.

    If you name no subcommand, `run` is used; it takes the options below.
    """


command.add_command(QuestionCommand(GamesNeeded, default_game()))
command.add_command(init.command)
command.add_command(match.command)
file_argument = click.argument("file", type=click.Path(path_type=Path))
quick_option = click.option(
    "--quick", is_flag=True, help="Play only the few games that [quick] in FILE sets."
)
replicates_option = click.option(
    "--replicates",
    type=WHOLE_NUMBER,
    metavar="N",
    cls=RareOption,
    help="Number of games per cell (default: the number in FILE).",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
out_option = click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Output folder (default: results/<study id>).",
)
resume_option = click.option(
    "--resume", is_flag=True, help="Continue the unfinished run in the output folder."
)
jobs_option = click.option(
    "--jobs",
    type=WHOLE_NUMBER,
    metavar="N",
    help="Number of parallel workers (default: one per core).",
)
backend_option = click.option(
    "--backend",
    cls=RareOption,
    default="threading",
    metavar="NAME",
    help="How workers run: threading, loky (processes, for strategies in Python) or dask (a "
    "cluster) (default: threading).",
)
scheduler_option = click.option(
    "--scheduler",
    cls=RareOption,
    metavar="ADDRESS",
    help="Address of the dask scheduler, such as tcp://host:8786.",
)


@command.command(
    cls=Command,
    short_help="Run the study (the default subcommand).",
    epilog=_examples("run my_study.toml --quick", "run my_study.toml --resume"),
)
@file_argument
@jobs_option
@quick_option
@out_option
@backend_option
@scheduler_option
@replicates_option
@resume_option
@replace_folder_option
@code_option
@json_option
def run(
    file: Path,
    jobs: int | None,
    quick: bool,
    out: Path | None,
    backend: str,
    scheduler: str | None,
    replicates: int | None,
    resume: bool,
    replace: bool,
    as_json: bool,
) -> None:
    """Play all games of the study FILE and write the tables of results."""
    kind = known_kind(file)
    jobs = cores() if jobs is None else jobs
    if backend == "dask":
        require_extra("cluster")
    how: Options = {
        "jobs": jobs,
        "backend": backend,
        "scheduler": scheduler,
        "resume": resume,
        "replace": replace,
    }
    if kind == LADDER:
        from bloodstones.cli.studies import ladder

        ladder.refuse_replicates(file, replicates)
        ladder.run(file, out, as_json, quick=quick, **how)
        return
    if kind == BALANCE:
        balance_search.run(file, out, as_json, quick=quick, replicates=replicates, **how)
        return
    here = Path.cwd()
    with beside(file) as seen:
        study, plan, game, rule = _read(seen, quick, replicates)
        tell_letters(study.study.model_dump(mode="json"))
        from bloodstones.batch.running.progress import on_terminal
        from bloodstones.batch.study.run import run_study

        folder = out or Path(RESULTS_FOLDER) / plan.study
        with on_terminal() as progress:
            how["progress"] = progress
            result = run_study(study, plan, game, at(here, folder), intervals=rule, **how)
    from bloodstones.cli.studies.summary import show_summary

    show_summary(result, folder, as_json)


@command.command(
    cls=Command,
    short_help="Search for rule changes that balance the game.",
    epilog=_examples("balance my_balance.toml --quick"),
)
@file_argument
@jobs_option
@quick_option
@out_option
@backend_option
@scheduler_option
@resume_option
@replace_folder_option
@code_option
@json_option
def balance(file: Path, jobs: int | None, out: Path | None, as_json: bool, **how: Any) -> None:
    """Search for the smallest rule changes that bring the game close to your targets.

    FILE is a study with `kind = "balance"` that lists what may change. The default target is that
    all roles win equally often. The result is the best single change, the best pair and so on,
    each tested on new games.
    """
    balance_search.run(file, out, as_json, jobs=cores() if jobs is None else jobs, **how)


@command.command(
    cls=Command,
    short_help="Show the games, time and precision of a study before you run it.",
    epilog=_examples("plan my_study.toml", "plan my_study.toml --no-measure"),
)
@file_argument
@quick_option
@replicates_option
@jobs_option
@click.option(
    "--games-per-second",
    type=REAL_NUMBER,
    metavar="X",
    help="Speed of one core in games per second (default: measured).",
)
@click.option(
    "--no-measure", is_flag=True, help="Skip measuring the speed; the plan then shows no time."
)
@json_option
def plan(
    file: Path,
    quick: bool,
    replicates: int | None,
    jobs: int | None,
    games_per_second: float | None,
    no_measure: bool,
    as_json: bool,
) -> None:
    """Show how many games the study FILE plays, how long it takes and how precise it is.

    Run it before you start a long study. The command never runs the code of strategies.
    """
    click.get_current_context().with_resource(without_code("bloodstones study plan"))
    kind = known_kind(file)
    check_pace(games_per_second, jobs)
    if kind == LADDER:
        require_extra("study")
        from bloodstones.cli.studies import ladder, ladder_plan

        workers = cores() if jobs is None else jobs

        ladder.refuse_replicates(file, replicates)
        with beside(file) as seen:
            ladder_plan.show(
                seen,
                as_json,
                quick=quick,
                jobs=workers,
                games_per_second=games_per_second,
                measure=not no_measure,
            )
        return
    if kind == BALANCE:
        balance_search.show_plan(file, as_json, quick, replicates)
        return
    require_extra("study")
    from bloodstones.batch.study.definition import read_study
    from bloodstones.cli.studies.plan import show_plan

    with beside(file) as seen:
        planned = study_plan(
            read_study(seen),
            quick=quick,
            replicates=replicates,
            games_per_second=games_per_second,
            jobs=jobs,
            measure=not no_measure,
            note=lambda text: click.echo(text, err=True),
        )
    if as_json:
        click.echo(json.dumps(planned.data(), indent=2))
    else:
        show_plan(planned)


@command.command(
    cls=Command,
    short_help="Print the JSON Schema of study files.",
    epilog=_examples("schema > study.schema.json"),
)
def schema() -> None:
    """Print the JSON Schema of study files. Editors use it to complete and check them."""
    require_extra("study")
    from bloodstones.batch.study.definition import study_schema

    click.echo(json.dumps(study_schema(), indent=2))


def _read(
    file: Path, quick: bool, replicates: int | None
) -> tuple[StudyFile, Plan, Game, Precision]:
    """Read a study file and make its plan, with the game and the rule for stopping."""
    require_extra("study")
    from bloodstones.batch.study.definition import read_study

    study = read_study(file)
    plan, game, rule = make_study_plan(study, quick, replicates)
    return study, plan, game, rule
