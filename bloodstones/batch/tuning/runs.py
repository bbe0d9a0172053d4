"""The runs of a tuning: one for all its roles or one for each, where they start, what they keep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bloodstones.batch.tuning.equal_work import EqualWork
from bloodstones.batch.tuning.evolve import FINALISTS, Evolution, Space
from bloodstones.batch.tuning.field import TableRotation, make_tables
from bloodstones.batch.tuning.preset import ALL_ROLES, CROWDED, FACTIONS, PARAMETERS, PARTS
from bloodstones.batch.tuning.task import TuningTask
from bloodstones.core.contract.tunable import Tunable, TunableParameter, Weights
from bloodstones.core.errors import InputError, expected, near_matches

SHARED: Final = "all factions"  # names the run in the log


def make_runs(task: TuningTask, game: Tunable) -> list[Evolution]:
    """Return the runs of a task: one for all its roles, or one for each.

    Parameters
    ----------
    task
        What is tuned.
    game
        Whose strategy it is.

    Raises
    ------
    InputError
        The strategy has nothing to tune, a parameter to tune or to fix is unknown, a searching
        strategy is tuned by role or from a preset that it cannot have, the game cannot play it.
    """
    space, budget = _space(task, game), game.budget(task.strategy)
    base = _searching_start(task, game, budget) if budget else {}
    groups = {SHARED: task.factions} if task.shared else {each: (each,) for each in task.factions}
    runs = []
    for name, roles in groups.items():
        field = make_field(task, game, roles, task.against)
        start = started(task, game, roles[0], field.fewest_players)
        runs.append(Evolution(name, roles, space, start, field, task.effort, task.seed, base))
    return runs


def _space(task: TuningTask, game: Tunable) -> Space:
    """Return what is searched; InputError for unknown parameters, or where none is left."""
    declared, budget = game.parameters(task.strategy), game.budget(task.strategy)
    names = [each.name for each in declared]
    for option, listed in (("--parameters", task.parameters), ("--fix", task.fixed)):
        for name in listed:
            if name not in names:
                tip = near_matches(name, names) or f"known: {', '.join(names)}"
                if budget and name == budget.name:
                    tip = f"{name} follow from equal work; {tip}"
                raise expected(f"a parameter of {task.strategy} to tune", name, option, tip)
    wanted = [name for name in task.parameters or names if name not in task.fixed]
    if not wanted:
        raise InputError(f"expected a parameter to tune, got none left of {task.strategy} (--fix)")
    return Space(tuple(each for each in declared if each.name in wanted))


def _searching_start(task: TuningTask, game: Tunable, budget: TunableParameter) -> Weights:
    """Return the parameters of the preset that a searching strategy starts from, but the budget."""
    if not task.shared:
        wanted = "a scripted strategy, or one set of parameters for all roles"
        raise expected(wanted, f"{task.strategy} by role", "--shared")
    for part in PARTS:
        if task.start.get(part):
            wanted = "one table [parameters]: a searching strategy plays all roles alike"
            raise expected(wanted, f"[{part}]", "--start")
    declared = {each.name: each for each in (*game.parameters(task.strategy), budget)}
    start = dict(task.start.get(PARAMETERS, {}))
    for name, value in start.items():
        if name not in declared:
            tip = near_matches(name, declared) or f"known: {', '.join(declared)}"
            raise expected(f"a parameter of {task.strategy} to tune", name, "--start", tip)
        each = declared[name]
        if not each.low <= value <= each.high or (each.whole and value != int(value)):
            whole = "a whole number " if each.whole else ""
            wanted = f"{name}: {whole}from {each.low:g} to {each.high:g}"
            raise expected(wanted, value, "--start")
    return {name: value for name, value in start.items() if name != budget.name}


def started(task: TuningTask, game: Tunable, role: str, players: int) -> Weights:
    """Return the parameters at which the search starts: of the preset, else of the strategy.

    Parameters
    ----------
    task
        With the preset that it starts from, if there is one.
    game
        Whose strategy it is.
    role
        A faction or army.
    players
        At the smallest table; from `large_table` on those for larger tables count.
    """
    start = dict(game.weights(task.strategy, role, players))
    start |= task.start.get(PARAMETERS, {})
    start |= task.start.get(FACTIONS, {}).get(role, {})
    if players >= game.large_table:
        start |= task.start.get(CROWDED, {}).get(role, {})
    return start


def most_games(run: Evolution) -> int:
    """Return how many games the races of a run take when nobody drops out early."""
    effort = run.effort
    searched = effort.generations * effort.population * sum(run.stages(effort.games))
    if not effort.generations:
        return 0
    finalists = min(FINALISTS, effort.generations) + 2
    return searched + finalists * sum(run.stages(effort.final_games))


def make_field(
    task: TuningTask, game: Tunable, roles: Sequence[str], against: Sequence[str]
) -> TableRotation:
    """Return the tables at which some roles meet some strategies; InputError without any.

    Parameters
    ----------
    task
        Its strategy, players and setup.
    game
        That says which line-ups it takes.
    roles
        What the candidate plays.
    against
        Strategies of the others.
    """
    return TableRotation(make_tables(game, task.blank, task.strategy, roles, against, task.players))


def most_priced(run: Evolution) -> int:
    """Return how many candidates of a run get a budget at most: the start and the mean beside."""
    return run.effort.generations * run.effort.population + 2


def starts_of(runs: Sequence[Evolution], equal_work: EqualWork | None = None) -> dict[str, Weights]:
    """Return the parameters at which the runs start, by role.

    Parameters
    ----------
    runs
        Of a task.
    equal_work
        Gives starts their budgets; None where the strategy has none.
    """
    starts = {role: run.start for run in runs for role in run.roles}
    if equal_work is None:
        return starts
    (only,) = runs
    (start,) = equal_work.priced([only.weights(only.space.point(only.start))])
    return dict.fromkeys(starts, start.weights)


def kept_of(
    gain: Mapping[str, Any], starts: Mapping[str, Weights], task: TuningTask
) -> dict[str, Weights]:
    """Return the starts, by role, of roles without a significant gain; none of a shared search.

    Parameters
    ----------
    gain
        Role -> figures of `measure.Gain`; a gain is significant if its interval lies above 0.
    starts
        Role -> parameters that its search started from.
    task
        Says whether the roles shared their parameters.
    """
    candidates = {} if task.shared else starts
    return {role: start for role, start in candidates.items() if gain[role]["low"] <= 0}


def preset_parts(
    task: TuningTask,
    game: Tunable,
    runs: Sequence[Evolution],
    weights_by_role: Mapping[str, Weights],
) -> dict[str, dict[str, Weights]]:
    """Return the parameters of the preset: those of the start, with what was found in its place.

    What was found at larger tables only is for larger tables.

    Parameters
    ----------
    task
        With the preset that it starts from, if there is one.
    game
        Says from how many players on a table is large.
    runs
        Of the task.
    weights_by_role
        Role -> parameters that were found.

    Returns
    -------
    dict
        Part of a preset's file (`parameters`, `factions`, `crowded`) -> role -> parameters.
    """
    sizes = {
        role: run.field.fewest_players
        for run in runs
        for role in (weights_by_role if task.shared else run.roles)
    }
    if game.budget(task.strategy):
        return {PARAMETERS: {ALL_ROLES: next(iter(weights_by_role.values()))}}
    parts: dict[str, dict[str, Weights]] = {part: dict(task.start.get(part, {})) for part in PARTS}
    for role, weights in weights_by_role.items():
        part = CROWDED if sizes[role] >= game.large_table else FACTIONS
        parts[part][role] = {**started(task, game, role, sizes[role]), **weights}
    return parts
