"""Balance studies: the search for the few changes that bring the game nearest to its targets."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from bloodstones.api.studies.searches import read_search
from bloodstones.batch.study.place import at, beside
from bloodstones.cli.terminal.missing_letters import tell_letters
from bloodstones.core.errors import expected
from bloodstones.core.extras import require_extra
from bloodstones.core.text import plural

if TYPE_CHECKING:
    from bloodstones.batch.balance.run import BalanceRun
    from bloodstones.batch.balance.settings import Stated
    from bloodstones.batch.study.definition import StudyFile
    from bloodstones.core.contract.game import Game

JSON_INDENT: Final = 2
RESULTS_FOLDER: Final = "results"
PERCENT: Final = 100
FAIR: Final = (
    "Distance from fair: the difference between win rates and the fair share, relative to that "
    "share (root mean square), after subtracting the part due to chance."
)
WANTED: Final = (
    "Distance from the targets: the difference between figures and their targets (weighted root "
    "mean square), after subtracting the part due to chance."
)


def run(
    file: Path,
    out: Path | None,
    as_json: bool,
    *,
    quick: bool = False,
    replicates: int | None = None,
    **options: Any,
) -> None:
    """Run a balance study and print its answers."""
    require_extra("learn")
    if options.get("backend") == "dask":
        require_extra("cluster")
    from bloodstones.batch.balance.run import run_balance
    from bloodstones.batch.running.progress import on_terminal

    refuse_replicates(file, replicates)
    here = Path.cwd()
    with beside(file) as seen:
        study, game, numbers, readings = _read(seen)
        folder = out or Path(RESULTS_FOLDER) / study.study.id
        with on_terminal() as progress:
            result = run_balance(
                study,
                game,
                numbers,
                at(here, folder),
                readings=readings,
                quick=quick,
                progress=progress,
                **options,
            )
    if as_json:
        click.echo(json.dumps(result, indent=JSON_INDENT))
    else:
        _show(result, folder)


def refuse_replicates(file: Path, replicates: int | None) -> None:
    """Raise InputError if replicates are asked for: a balance study has several numbers of them."""
    if replicates is not None:
        where = f"{file.name}, --replicates"
        raise expected("the replicates in the file of a balance study", replicates, where)


def show_plan(file: Path, as_json: bool, quick: bool, replicates: int | None) -> None:
    """Show how many games a balance study plays at most, and of what."""
    require_extra("learn")
    from bloodstones.batch.balance.run import balance_run

    refuse_replicates(file, replicates)
    with beside(file) as seen:
        study, game, numbers, readings = _read(seen)
        planned = balance_run(study, game, numbers, readings=readings, quick=quick)
        games = planned.terms.games
    output = _planned(planned, games)
    if as_json:
        click.echo(json.dumps(output, indent=JSON_INDENT))
        return
    kinds = {"numbers": "number", "options": "option", "starts": "start"}
    counts = {kind: output[kind] for kind in kinds if output[kind]}
    named = [
        f"{many} {kinds[kind] if many == 1 else plural(kinds[kind])}"
        for kind, many in counts.items()
    ]
    click.echo(f"{', '.join(named)}; {output['single_changes']} possible single changes")
    for changes, count in output["settings"].items():
        click.echo(f"{count:,} combinations of {changes} change{'s' * (int(changes) > 1)}")
    weights = [f"{name} {weight:g}" for name, weight in output["targets"].items()]
    click.echo(f"Targets and their weights: {', '.join(weights)}")
    click.echo(f"{len(output['cells'])} cells; {games:,} games at most")


def _planned(planned: BalanceRun, games: int) -> dict[str, Any]:
    knobs = planned.knobs
    from bloodstones.batch.balance.settings import ChangeKind

    most = planned.balance.most_changes
    return {
        "study": planned.balance.id,
        "question": planned.balance.question,
        **{kind.value: sum(each.kind is kind for each in knobs.every) for kind in ChangeKind},
        "targets": planned.balance.targets.weights,
        "single_changes": len(knobs.singles),
        "settings": {changes: knobs.count(changes) for changes in range(1, most + 1)},
        "cells": [cell.id for cell in planned.plan.cells],
        "games": games,
    }


def _read(
    path: Path,
) -> tuple[StudyFile, Game, Mapping[str, Stated], Mapping[str, Sequence[str]]]:
    """Read the file of a balance study, and tell of letters that no font has."""
    read = read_search(path)
    tell_letters(read[0].study.model_dump(mode="json"))
    return read


def _show(result: Mapping[str, Any], folder: Path) -> None:
    """Print how far from its targets the game is, as it is and under each answer."""
    from rich import box
    from rich.console import Console

    from bloodstones.api.studies.outcomes import Balanced
    from bloodstones.batch.balance.finished import CLAIMS
    from bloodstones.core.terminal.text_tables import TextTable

    fair = result["balance"]["fair_alone"]
    answers = {f"changes_{len(each)}": each for each in result["balance"]["answers"]}
    table = TextTable("changes", "player type", "players", box=box.SIMPLE)
    for name in ("games", f"distance from {'fair' if fair else 'the targets'} (95 %)"):
        table.add_column(name, justify="right")
    for line in Balanced(result, folder).to_pandas().to_dict("records"):
        changes = answers.get(line["arm"], {})
        words = ", ".join(f"{name}={value}" for name, value in changes.items()) or "as printed"
        ends = f"{line['low'] * PERCENT:.0f} to {line['high'] * PERCENT:.0f} %"
        table.add_row(
            words,
            str(line["level"]),
            str(line["players"]),
            f"{line['games']:,}",
            f"{line['distance'] * PERCENT:.0f} % ({ends})",
        )
    Console().print(table)
    click.echo(FAIR if fair else WANTED)
    held = [each["holds"] for each in result["balance"]["claims"]]
    click.echo(
        f"{held.count(True)} of {len(held)} claims about these games are confirmed: "
        f"{folder / CLAIMS}"
    )
    click.echo(f"{result['games']:,} games: {folder}")
