"""Run a study: its plan in rounds, its tables and their provenance in the result folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Unpack

from bloodstones.batch.result_files.code import code_mark, files_of
from bloodstones.batch.result_files.finish import replacing, write_areas, write_json, write_rows
from bloodstones.batch.result_files.folder import REPLACE, FinishedResult
from bloodstones.batch.result_files.provenance import changes, provenance
from bloodstones.batch.result_files.result import (
    AREAS,
    PROVENANCE,
    RESULTS,
    read_provenance,
    verify_results,
)
from bloodstones.batch.result_files.store import Store
from bloodstones.batch.result_files.tally import has_credits
from bloodstones.batch.result_files.tidy_tables import CHOICES_COLUMN, STUDY_COLUMNS
from bloodstones.batch.running.rounds import Intervals, PlanReached, Rounds
from bloodstones.batch.running.runner import Options, Running, RunTerms, run
from bloodstones.batch.running.workers import WorkerPool
from bloodstones.batch.study.definition import StudyFile
from bloodstones.batch.study.plan import Cell, Plan, check_plan
from bloodstones.core.contract.game import Game
from bloodstones.core.errors import InputError

MINUTE: Final = 60


def run_study(
    file: StudyFile,
    plan: Plan,
    game: Game,
    folder: Path,
    *,
    intervals: Intervals | None = None,
    keeps: bool = False,
    **options: Unpack[Options],
) -> dict[str, Any]:
    """Run a study and return the provenance of its result.

    The result does not depend on the `options` (see `runner.Options`), nor on how often the run
    was stopped and resumed. With a time budget it has as many rounds of games as that allows.

    Parameters
    ----------
    intervals
        Receives the precision reached after each round; the rule for stopping of a plan with a
        wanted precision, which needs one.
    keeps
        Whether results in the folder go by `replace` alone, whatever they are of.

    Raises
    ------
    InputError
        The game cannot play the plan, or the folder cannot take the result.
    RunError
        The run failed or was stopped; what was played is kept in the store.
    """
    return run(StudyRun(file, plan, game, intervals, keeps), game, folder, Running(**options))


def fingerprint(plan: Plan, game: Game) -> str:
    """Return a hash of everything that chunks of one run must have in common."""
    return code_mark([plan.sha256], game, (cell.setup for cell in plan.cells))


@dataclass(frozen=True)
class StudyRun:
    """A study as the runner takes it (see `runner.Runnable`)."""

    file: StudyFile
    plan: Plan
    game: Game
    intervals: Intervals | None
    keeps: bool = False

    @cached_property
    def terms(self) -> RunTerms:
        """What the runner has to know; InputError if the game cannot play the plan."""
        check_plan(self.plan, self.game, self.file.name)
        wanted = self.plan.half_width is not None
        if wanted and (self.intervals is None or not has_credits(self.game)):
            where = f"{self.file.name}, half_width"
            raise InputError(f"expected replicates, got a target precision ({where})")
        minutes = self.file.study.budget_minutes
        return RunTerms(
            seed=self.plan.seed,
            mark=fingerprint(self.plan, self.game),
            games=self.plan.games,
            writes=(RESULTS, AREAS, PROVENANCE),
            at_most=wanted,
            keeps=self.keeps,
            files=files_of(self.game, (cell.setup for cell in self.plan.cells)),
            budget=None if minutes is None else minutes * MINUTE,
        )

    def finished_result(self, folder: Path) -> FinishedResult | None:
        """Return the earlier result of this study; InputError if that of another is there."""
        recorded = read_provenance(folder)
        if recorded is None:
            return None
        if recorded.get("study") != self.plan.study:
            raise InputError(
                f"expected results of the study {self.plan.study!r}, got {recorded.get('study')!r} "
                f"({folder})",
                REPLACE,
            )
        mark, games = str(recorded.get("fingerprint")), int(recorded.get("games", 0))
        return FinishedResult(mark, games, "" if mark == self.terms.mark else self._other(recorded))

    def _other(self, recorded: Mapping[str, Any]) -> str:
        """Return what an earlier result was made from and this study is not; "" of the same."""
        if recorded.get("seed") != self.plan.seed:
            return f"the seed {recorded.get('seed')}"
        if recorded.get("study_sha256") != self.file.sha256:
            return "other contents of the study file"
        now = ", ".join(changes(recorded, self.game, self.plan, self.file.study.data or ""))
        return f"another version ({now})" if now else ""

    def verified(self, folder: Path) -> dict[str, Any]:
        """Return the provenance; InputError if a table does not have its hash."""
        return verify_results(folder)

    def play(self, worker_pool: WorkerPool, folder: Path) -> PlanReached:
        """Play the rounds that are left."""
        figures = self.plan.figures if has_credits(self.game) else ()
        return Rounds(self.plan, worker_pool, figures, self.intervals).play()

    def finish(
        self, folder: Path, store: Store, played: PlanReached, run: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Write the tables and the provenance."""
        first = (*STUDY_COLUMNS, *([CHOICES_COLUMN] if self.plan.has_choices else []))
        columns = (*first, *self.game.columns)
        counted = played.replicates
        with replacing(folder, (RESULTS, AREAS, PROVENANCE)) as (rows, areas, last):
            hashes = {
                "table_hash": write_rows(rows, self.plan, columns, self._keys, store, counted),
                "areas_hash": write_areas(areas, self.plan, self.game, store, counted),
            }
            made = provenance(self.file, self.plan, self.game, played, self.terms.mark, run, hashes)
            write_json(last, made)
        return made

    def _keys(self, cell: Cell) -> dict[str, str]:
        """Return the study's own columns of a cell."""
        keys = {"arm": cell.arm, "level": cell.level}
        return {**keys, CHOICES_COLUMN.name: cell.choices} if self.plan.has_choices else keys
