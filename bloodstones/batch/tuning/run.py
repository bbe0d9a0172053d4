"""A whole tuning: its runs by the workers, what it gained, the preset it leaves."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, Unpack

import bloodstones
from bloodstones.batch.result_files.code import code_mark, files_of, game_sources, rules_version
from bloodstones.batch.result_files.finish import replacing, write_json
from bloodstones.batch.result_files.folder import REPLACE, FinishedResult
from bloodstones.batch.result_files.provenance import rules_data_facts
from bloodstones.batch.result_files.store import Store
from bloodstones.batch.running.runner import Options, Running, RunTerms, run
from bloodstones.batch.running.workers import WorkerPool
from bloodstones.batch.sequential_cells import SequentialCells
from bloodstones.batch.tuning.contests import Contests
from bloodstones.batch.tuning.equal_work import EqualWork, most_probes
from bloodstones.batch.tuning.evolve import Evolution, evolve
from bloodstones.batch.tuning.field import TableRotation
from bloodstones.batch.tuning.log import Log, log_mark
from bloodstones.batch.tuning.measure import ALL, measure, measured_rounds
from bloodstones.batch.tuning.preset import preset_text
from bloodstones.batch.tuning.runs import (
    kept_of,
    make_field,
    make_runs,
    most_games,
    most_priced,
    preset_parts,
    starts_of,
)
from bloodstones.batch.tuning.task import SEARCH_PACKAGES, TuningTask
from bloodstones.core.contract.game import Game, Setup
from bloodstones.core.contract.tunable import Tunable, Weights
from bloodstones.core.errors import InputError, expected
from bloodstones.core.files.datafile import read_json
from bloodstones.core.files.own_data import require_data

LOG: Final = "log.jsonl"
RESULT: Final = "result.json"
MEASURES: Final = {"gain": "tuning/measured", "duel": "tuning/duel"}
NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,63}")  # of a preset, and so of its file
TASK_SECONDS: Final = 0.1  # the next stage of a race waits for the last task of the one before


def tune(
    task: TuningTask, game: Tunable, folder: Path, name: str, **options: Unpack[Options]
) -> dict[str, Any]:
    """Tune a strategy and return what was found.

    Writes `log.jsonl` while it runs, then `result.json` and the preset `<name>.toml`. The result
    does not depend on the `options` (see `runner.Options`) nor on how often it was stopped.

    Parameters
    ----------
    folder
        Where the files go, made when absent.
    name
        Id of the preset.

    Raises
    ------
    InputError
        The game cannot play the task, or the folder has another tuning.
    RunError
        It was stopped; what was played is kept in the store.
    """
    return run(TuningRun(task, game, name), game, folder, Running(**options))


@dataclass(frozen=True, slots=True)
class Tuned:
    """What the runs of a tuning found.

    Attributes
    ----------
    weights
        Parameters by role.
    kept
        Roles without a significant gain, which keep the weights that they started with.
    measured
        Gains by kind and role.
    games
        Playthroughs of all races.
    work
        Of a searching strategy: its work as a share of that before; else 1.
    """

    weights: Mapping[str, Weights]
    kept: tuple[str, ...]
    measured: Mapping[str, Mapping[str, Any]]
    games: int
    work: float = 1.0


@dataclass(frozen=True)
class TuningRun:
    """A tuning as the runner takes it (see `runner.Runnable`).

    Attributes
    ----------
    task
        What is tuned.
    game
        Whose strategy it is.
    name
        Of the preset.
    """

    task: TuningTask
    game: Tunable
    name: str

    @cached_property
    def runs(self) -> list[Evolution]:
        """The runs of the evolution strategy."""
        self.task.effort.check()
        if not NAME.fullmatch(self.name):
            raise expected(
                "a name of lowercase letters, digits and _ that begins with a letter",
                self.name,
                "--preset",
            )
        return make_runs(self.task, self.game)

    @cached_property
    def fields(self) -> dict[str, TableRotation]:
        """The tables at which gains are measured, by kind."""
        task = self.task
        return {
            "gain": make_field(task, self.game, task.factions, task.against),
            "duel": make_field(task, self.game, task.factions, (task.strategy,)),
        }

    @cached_property
    def terms(self) -> RunTerms:
        """What the runner has to know; InputError if the game cannot play the task."""
        if self.task.data:
            require_data(self.game, "--data")
        fields = [*(each.field for each in self.runs), *self.fields.values()]
        setups = [table.setup for field in fields for table in field.tables]
        measured = sum(
            2 * self._rounds(field) * len(field.tables) for field in self.fields.values()
        )
        return RunTerms(
            seed=self.task.seed,
            mark=task_fingerprint(self.task, self.game, setups),
            games=sum(map(most_games, self.runs)) + measured + self._probes(),
            writes=(f"{self.name}.toml", RESULT),
            at_most=True,
            files=files_of(self.game, setups),
            keeps=True,
            traces=(LOG,),
            task_seconds=TASK_SECONDS,
        )

    def _probes(self) -> int:
        """Return how many playthroughs it takes at most to count the work of candidates."""
        if self.game.budget(self.task.strategy) is None:
            return 0
        return sum(most_probes(most_priced(each)) for each in self.runs)

    def _equal_work(self, cells_asked: SequentialCells) -> EqualWork | None:
        """Return what gives candidates their budgets; None where the strategy has none.

        Raises
        ------
        InputError
            A preset to go on from does more work than the strategy even with the least budget.
        """
        task, budget = self.task, self.game.budget(self.task.strategy)
        if budget is None:
            return None
        (only,) = self.runs
        plain = self.game.weights(task.strategy, task.factions[0], only.field.fewest_players)
        equal_work = EqualWork(budget, plain[budget.name], only.field, cells_asked)
        (start,) = equal_work.priced([only.weights(only.space.point(only.start))])
        if start.dear:
            wanted = f"a start that does no more work than {task.strategy}"
            got = f"{start.share:g} times as much with {budget.low:g} {budget.name}"
            raise expected(wanted, got, "--start")
        return equal_work

    def _rounds(self, field: TableRotation) -> int:
        """Return how often the tables of a field are played to measure."""
        return measured_rounds(field, self.task.effort.measured_games)

    def finished_result(self, folder: Path) -> FinishedResult | None:
        """Return the finished tuning in a folder; InputError if something else is there."""
        mark = log_mark(folder / LOG)
        if not (folder / RESULT).exists():
            return None
        result = read_json(folder / RESULT, "the result of a tuning run")
        if not isinstance(result.get("games"), int) or "provenance" not in result:
            raise InputError(
                f"expected the result of a tuning run, got another file ({folder / RESULT})",
                REPLACE,
            )
        same = result.get("preset") == self.name
        files = (f"{result.get('preset')}.toml", RESULT)
        return FinishedResult(mark if same else "", result["games"], files=files)

    def verified(self, folder: Path) -> dict[str, Any]:
        """Return the result."""
        return read_json(folder / RESULT, "the result of a tuning run")

    def play(self, worker_pool: WorkerPool, folder: Path) -> Tuned:
        """Run the races and measure what they gained; the log gets every step."""
        task, cells_asked = self.task, SequentialCells(worker_pool)
        contests, equal_work = Contests(cells_asked), self._equal_work(cells_asked)
        log = Log(folder / LOG, self.terms.mark, task.to_json())

        def tell(text: str, games: int) -> None:
            worker_pool.progress.message(f"{text}, {games:,} games")

        weights_by_role: dict[str, Weights] = {}
        for each in self.runs:
            candidate = evolve(each, log, contests, tell, equal_work)
            shared = next(iter(candidate.values()))
            everybody = self.game.every_role or ("",)
            weights_by_role |= dict.fromkeys(everybody, shared) if task.shared else candidate
        starts = starts_of(self.runs, equal_work) if task.start else {}
        gain = self._measured("gain", starts, weights_by_role, log, worker_pool, contests)
        kept = kept_of(gain, starts, task)
        weights_by_role |= kept
        duel = self._measured("duel", {}, weights_by_role, log, worker_pool, contests)
        raced = sum(line.get("games", 0) for line in log.lines)
        measured, work = {"gain": gain, "duel": duel}, 1.0
        if equal_work:
            work = equal_work.priced([next(iter(weights_by_role.values()))])[0].share
        return Tuned(weights_by_role, tuple(kept), measured, raced, work)

    def _measured(
        self,
        kind: str,
        start: Mapping[str, Weights],
        candidate: Mapping[str, Weights],
        log: Log,
        worker_pool: WorkerPool,
        contests: Contests,
    ) -> dict[str, Any]:
        """Return the gains by role, from fresh games."""
        worker_pool.progress.message(f"Measuring with new games ({kind}) …")
        field = self.fields[kind]
        gains = measure(field, start, candidate, MEASURES[kind], self._rounds(field), contests)
        line = {"kind": kind, "by": {role: each.to_json() for role, each in gains.items()}}
        by: dict[str, Any] = log.add(line)["by"]
        return by

    def finish(
        self, folder: Path, store: Store, played: Tuned, run: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Write the preset and the result, which does not say how the tuning was run."""
        task, made = self.task, self._made(played)
        result = {
            "preset": self.name,
            "task": task.to_json(),
            "games": played.games,
            "kept": list(played.kept),
            "weights": {role: dict(weights) for role, weights in played.weights.items()},
            **({"work": played.work} if self.game.budget(task.strategy) else {}),
            **played.measured,
            "provenance": made,
        }
        before = {"start": task.start["provenance"]} if "provenance" in task.start else {}
        gains = {kind: _gains_data(by, task) for kind, by in played.measured.items()}
        text = preset_text(
            self.name,
            task.strategy,
            f"{task.strategy} tuned against {', '.join(task.against)}",
            preset_parts(task, self.game, self.runs, played.weights),
            {**made, **gains, **before},
        )
        with replacing(folder, (f"{self.name}.toml", RESULT)) as (preset, last):
            preset.write_text(text, encoding="utf-8")
            write_json(last, result, ascii_alone=True)
        return result

    def _made(self, played: Tuned) -> dict[str, Any]:
        """Return where the preset comes from."""
        task = self.task
        data = rules_data_facts(self.game, task.data)
        assumed = data.pop("assumed")
        return {
            "strategy": task.strategy,
            "seed": task.seed,
            "generations": task.effort.generations,
            "population": task.effort.population,
            "games": played.games,
            "map": task.map,
            "against": list(task.against),
            "players": list(task.players),
            "shared": task.shared,
            "kept": list(played.kept),
            **({"work": played.work} if self.game.budget(task.strategy) else {}),
            "version": bloodstones.__version__,
            "rules_version": rules_version(self.game),
            "sources_sha256": game_sources(self.game),
            **({"assumed_lines": len(assumed)} if assumed else {}),
            **{name: value for name, value in data.items() if value},
            "effort": asdict(task.effort),
        }


def _gains_data(by: Mapping[str, Any], task: TuningTask) -> dict[str, Any]:
    """Return gains as the provenance has them: over all roles, then by role."""
    apart = {role: each for role, each in by.items() if role != ALL}
    return {**by[ALL], **({} if task.shared else {"by_faction": apart})}


def task_fingerprint(task: TuningTask, game: Game, setups: Iterable[Setup]) -> str:
    """Return a hash of the task, of its tables and of the code and rules that play it.

    Parameters
    ----------
    task
        What is tuned.
    game
        Whose sources and rules count.
    setups
        All that are played.
    """
    text = json.dumps(task.to_json(), sort_keys=True)
    return code_mark([text, *(version(name) for name in SEARCH_PACKAGES)], game, setups)
