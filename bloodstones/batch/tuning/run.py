"""A whole tuning: a run for each faction or one for all, what it gained, the preset it leaves."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import bloodstones
from bloodstones.batch.progress import Progress, Silent
from bloodstones.batch.provenance import rules_version, sources_sha256
from bloodstones.batch.tuning.evolve import FINALISTS, Run, evolve
from bloodstones.batch.tuning.field import Field, make_tables
from bloodstones.batch.tuning.log import Log
from bloodstones.batch.tuning.measure import ALL, measure, measured_rounds
from bloodstones.batch.tuning.preset import CROWDED, FACTIONS, PARTS, preset_text
from bloodstones.batch.tuning.space import Space
from bloodstones.batch.tuning.task import Task, task_fingerprint
from bloodstones.core.errors import InputError, RunError, expected, near_matches
from bloodstones.core.files import write_atomically
from bloodstones.core.tunable import Tunable, Weights

LOG = "log.jsonl"
RESULT = "result.json"
JSON_INDENT = 2
SHARED = "all factions"
MEASURES = {"gain": "tuning/measured", "duel": "tuning/duel"}


def tune(
    task: Task,
    game: Tunable,
    folder: Path,
    name: str,
    *,
    jobs: int = 1,
    resume: bool = False,
    replace: bool = False,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Tune a strategy and return what was found.

    Writes `log.jsonl` while it runs, then `result.json` and the preset `<name>.toml`. What comes
    out does not depend on `jobs` nor on how often it was stopped and resumed.

    Parameters
    ----------
    folder
        Where the files go, made when absent.
    name
        Id of the preset.
    resume
        Go on with the log in the folder, if there is one.
    replace
        Drop what is in the folder.

    Raises
    ------
    InputError
        The game cannot play the task, or the folder has another tuning.
    RunError
        It was stopped; the log is kept.
    """
    if jobs < 1:
        raise expected("at least 1 job", jobs, "--jobs")
    told = progress or Silent()
    task.effort.check()
    runs = make_runs(task, game)
    duel = _field(task, game, task.factions, (task.strategy,))
    field = _field(task, game, task.factions, task.against)
    log = _open_log(task, game, folder, resume=resume, replace=replace)
    told.message("Preparing the game (the first time, its rules are compiled) …")
    game.warm_up()
    counter = _Counter(told, sum(map(most_games, runs)))
    found: dict[str, Weights] = {}
    try:
        for run in runs:
            candidate = run.candidate(evolve(run, log, jobs, counter.tell))
            shared = next(iter(candidate.values()))
            found |= dict.fromkeys(game.every_faction, shared) if task.shared else candidate
        starts = _starts(runs) if task.start else {}
        measured = {"gain": _measured("gain", field, starts, found, task, log, jobs, told)}
        kept = _kept(measured["gain"], starts, task)
        found |= kept
        measured["duel"] = _measured("duel", duel, {}, found, task, log, jobs, told)
    except KeyboardInterrupt:
        raise RunError("stopped; what was raced is kept", "go on with --resume") from None
    parts = preset_parts(task, game, runs, found)
    return _write(task, game, folder, name, log, found, tuple(kept), parts, measured)


def make_runs(task: Task, game: Tunable) -> list[Run]:
    """Return the runs of a task: one for all its factions, or one for each.

    Raises
    ------
    InputError
        The strategy has nothing to tune, a parameter to fix is unknown, the game cannot play it.
    """
    declared = game.parameters(task.strategy)
    names = [each.name for each in declared]
    for name in task.fixed:
        if name not in names:
            tip = near_matches(name, names) or f"known: {', '.join(names)}"
            raise expected(f"a parameter of {task.strategy}", name, "--fix", tip)
    space = Space(tuple(each for each in declared if each.name not in task.fixed))
    if not space.parameters:
        raise InputError(f"expected a parameter to tune, got none left of {task.strategy} (--fix)")
    groups = {SHARED: task.factions} if task.shared else {each: (each,) for each in task.factions}
    runs = []
    for name, factions in groups.items():
        field = _field(task, game, factions, task.against)
        start = started(task, game, factions[0], field.fewest_players)
        runs.append(Run(name, factions, space, start, field, task.effort, task.seed))
    return runs


def started(task: Task, game: Tunable, faction: str, players: int) -> Weights:
    """Return the parameters at which the search starts: of the preset, else of the strategy."""
    start = dict(game.weights(task.strategy, faction, players))
    start |= task.start.get(FACTIONS, {}).get(faction, {})
    if players >= game.crowd:
        start |= task.start.get(CROWDED, {}).get(faction, {})
    return start


def _starts(runs: Sequence[Run]) -> dict[str, Weights]:
    """Return the parameters at which the runs start, by faction."""
    return {faction: run.start for run in runs for faction in run.factions}


def _kept(gain: Mapping[str, Any], starts: Mapping[str, Weights], task: Task) -> dict[str, Weights]:
    """Return the starts, by faction, over which no gain could be told; none of a shared search."""
    told = {} if task.shared else starts
    return {faction: start for faction, start in told.items() if gain[faction]["low"] <= 0}


def most_games(run: Run) -> int:
    """Return how many games the races of a run take when nobody drops out early."""
    effort = run.effort
    searched = effort.generations * effort.population * sum(run.stages(effort.games))
    if not effort.generations:
        return 0
    finalists = min(FINALISTS, effort.generations) + 2
    return searched + finalists * sum(run.stages(effort.final_games))


def _field(task: Task, game: Tunable, factions: tuple[str, ...], against: tuple[str, ...]) -> Field:
    tables = make_tables(
        game, task.map, task.strategy, factions, against, task.players, task.options
    )
    return Field(game, tables, task.seed)


def _open_log(task: Task, game: Tunable, folder: Path, *, resume: bool, replace: bool) -> Log:
    """Open the log of a folder that may take it."""
    path = folder / LOG
    if path.exists() and not (resume or replace):
        raise InputError(
            f"expected a folder without a tuning, got one with {LOG} ({folder})",
            "go on with --resume, start again with --replace, or choose another with --out DIR",
        )
    folder.mkdir(parents=True, exist_ok=True)
    if replace:
        for name in (LOG, RESULT):
            (folder / name).unlink(missing_ok=True)
    return Log(path, task_fingerprint(task, game), task.told())


class _Counter:
    """Tells the games of races, of as many as there can be."""

    def __init__(self, progress: Progress, total: int) -> None:
        self.progress = progress
        self.games = 0
        progress.start(0, total, at_most=True)

    def tell(self, text: str, games: int) -> None:
        """Tell one more race."""
        self.games += games
        self.progress.message(f"{text}, {games:,} games")
        self.progress.update(self.games)


def _measured(
    kind: str,
    field: Field,
    start: Mapping[str, Weights],
    candidate: Mapping[str, Weights],
    task: Task,
    log: Log,
    jobs: int,
    progress: Progress,
) -> dict[str, Any]:
    """Return the gains by faction, from the log or from fresh games."""
    known = log.find(kind=kind)
    if known is None:
        progress.message(f"Measuring on fresh games ({kind}) …")
        rounds = measured_rounds(field, task.effort.measured_games)
        gains = measure(field, start, candidate, MEASURES[kind], rounds, jobs)
        known = log.add({"kind": kind, "by": {key: each.told() for key, each in gains.items()}})
    by: dict[str, Any] = known["by"]
    return by


def preset_parts(
    task: Task, game: Tunable, runs: Sequence[Run], found: Mapping[str, Weights]
) -> dict[str, dict[str, Weights]]:
    """Return the parameters of the preset: those of the start, with what was found in its place.

    What was found at larger tables only is for larger tables.
    """
    sizes = {
        faction: run.field.fewest_players
        for run in runs
        for faction in (found if task.shared else run.factions)
    }
    parts: dict[str, dict[str, Weights]] = {part: dict(task.start.get(part, {})) for part in PARTS}
    for faction, weights in found.items():
        part = CROWDED if sizes[faction] >= game.crowd else FACTIONS
        parts[part][faction] = {**started(task, game, faction, sizes[faction]), **weights}
    return parts


def _told(by: Mapping[str, Any], task: Task) -> dict[str, Any]:
    """Return gains as the provenance has them: over all factions, then by faction."""
    apart = {faction: each for faction, each in by.items() if faction != ALL}
    return {**by[ALL], **({} if task.shared else {"by_faction": apart})}


def _write(
    task: Task,
    game: Tunable,
    folder: Path,
    name: str,
    log: Log,
    found: Mapping[str, Weights],
    kept: Sequence[str],
    parts: Mapping[str, Mapping[str, Weights]],
    measured: Mapping[str, Mapping[str, Any]],
) -> dict[str, Any]:
    """Write the result and the preset; return the result."""
    raced = sum(line.get("games", 0) for line in log.lines)
    made = {
        "strategy": task.strategy,
        "seed": task.seed,
        "generations": task.effort.generations,
        "population": task.effort.population,
        "games": raced,
        "map": task.map,
        "against": list(task.against),
        "players": list(task.players),
        "shared": task.shared,
        "kept": list(kept),
        "version": bloodstones.__version__,
        "rules_version": rules_version(game),
        "sources_sha256": sources_sha256(),
    }
    result = {
        "preset": name,
        "task": task.told(),
        "games": raced,
        "kept": list(kept),
        "weights": {faction: dict(weights) for faction, weights in found.items()},
        **measured,
        "provenance": made,
    }
    before = {"start": task.start["provenance"]} if "provenance" in task.start else {}
    gains = {kind: _told(by, task) for kind, by in measured.items()}
    text = preset_text(
        name,
        task.strategy,
        f"{task.strategy} tuned against {', '.join(task.against)}",
        parts,
        {**made, **gains, **before},
    )
    write_atomically(folder / f"{name}.toml", text.encode())
    write_atomically(folder / RESULT, f"{json.dumps(result, indent=JSON_INDENT)}\n".encode())
    return result
