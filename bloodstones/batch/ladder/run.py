"""Run a ladder: its tables as a plan of one round, their rows in the result folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Unpack

import bloodstones
from bloodstones.batch.ladder.definition import LadderFile, verify_ladder
from bloodstones.batch.ladder.random_tables import LadderTable, draw_tables
from bloodstones.batch.result_files.code import code_mark, files_of, game_sources, rules_version
from bloodstones.batch.result_files.finish import replacing, write_json, write_rows
from bloodstones.batch.result_files.folder import FinishedResult
from bloodstones.batch.result_files.provenance import rules_data_facts
from bloodstones.batch.result_files.provenance_file import (
    LADDER_FORMAT,
    VERSIONS,
)
from bloodstones.batch.result_files.result import PROVENANCE, RESULTS, read_provenance
from bloodstones.batch.result_files.store import Store
from bloodstones.batch.running.rounds import PlanReached, Rounds
from bloodstones.batch.running.runner import Options, Running, RunTerms, run
from bloodstones.batch.running.workers import WorkerPool
from bloodstones.batch.study.plan import Cell, MeasuredTogether, Plan
from bloodstones.core.contract.game import Column, Game, Role
from bloodstones.core.contract.tunable import Tunable

ROWS: Final = RESULTS
MARK: Final = "fingerprint"
KEYS: Final = (
    Column("cell", "str", "pool, strategies, number of players, table and seating order", Role.KEY),
    Column("replicate", "int32", "number of the random stream", Role.KEY),
    Column("pool", "str", "which strategies play each other", Role.KEY),
)


def run_ladder(
    file: LadderFile,
    game: Tunable,
    folder: Path,
    *,
    quick: bool = False,
    **options: Unpack[Options],
) -> dict[str, Any]:
    """Play all tables of a ladder and return the provenance of the result.

    The result does not depend on the `options` (see `runner.Options`), nor on how often the run
    was stopped.

    Parameters
    ----------
    quick
        Take the number of tables from the file's table `[quick]`.

    Raises
    ------
    InputError
        The game cannot play the ladder, or the folder has another one.
    RunError
        It was stopped; what was played is kept in the store.
    """
    tables = draw_tables(file.ladder, game, quick=quick)
    return run(LadderRun(file, tables, game, quick), game, folder, Running(**options))


def ladder_plan(file: LadderFile, tables: Sequence[LadderTable], quick: bool) -> Plan:
    """Return the plan of a ladder: a group of cells for each table, a cell for each seating.

    Parameters
    ----------
    file
        Its id, game and seed.
    tables
        From `draw_tables`.
    quick
        Noted in the plan; the tables are small already.
    """
    cells: list[Cell] = []
    groups: list[MeasuredTogether] = []
    for table in tables:
        first = len(cells)
        cells += [Cell(each.cell, table.label, each.setup) for each in table.seatings]
        setup = table.seatings[0].setup
        groups.append(
            MeasuredTogether(
                board=setup.board,
                players=len(setup.seats),
                level="",
                mix=table.group,
                cells=tuple(range(first, len(cells))),
                rounds=(table.replicates.stop,),
                first=table.replicates.start,
            )
        )
    return Plan(
        study=file.ladder.id,
        game=file.ladder.game,
        seed=file.ladder.seed,
        quick=quick,
        replicates=max(len(table.replicates) for table in tables),
        cells=tuple(cells),
        groups=tuple(groups),
    )


@dataclass(frozen=True)
class LadderRun:
    """A ladder as the runner takes it (see `runner.Runnable`)."""

    file: LadderFile
    tables: Sequence[LadderTable]
    game: Game
    quick: bool

    @cached_property
    def plan(self) -> Plan:
        """The plan."""
        return ladder_plan(self.file, self.tables, self.quick)

    @cached_property
    def terms(self) -> RunTerms:
        """What the runner has to know."""
        setups = [cell.setup for cell in self.plan.cells]
        return RunTerms(
            seed=self.plan.seed,
            mark=code_mark([self.file.sha256, self.plan.sha256], self.game, setups),
            games=self.plan.games,
            writes=(ROWS, PROVENANCE),
            files=files_of(self.game, setups),
            keeps=True,
        )

    def finished_result(self, folder: Path) -> FinishedResult | None:
        """Return the finished ladder in a folder; InputError if something else is there."""
        provenance = read_provenance(folder, LADDER_FORMAT)
        return (
            None
            if provenance is None
            else FinishedResult(str(provenance.get(MARK)), int(provenance["games"]))
        )

    def verified(self, folder: Path) -> dict[str, Any]:
        """Return the provenance; InputError if the table does not have its hash."""
        return verify_ladder(folder)

    def play(self, worker_pool: WorkerPool, folder: Path) -> PlanReached:
        """Play the tables that are left."""
        return Rounds(self.plan, worker_pool).play()

    def finish(
        self, folder: Path, store: Store, played: PlanReached, run: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Write the table and the provenance, which does not say how the ladder was run."""
        pools = {
            seating.cell: {"pool": table.pool}
            for table in self.tables
            for seating in table.seatings
        }
        columns = (*KEYS, *self.game.columns)
        with replacing(folder, (ROWS, PROVENANCE)) as (rows, last):
            digest = write_rows(
                rows, self.plan, columns, lambda cell: pools[cell.id], store, played.replicates
            )
            made = self._provenance(digest)
            write_json(last, made)
        return {**made, "run": dict(run)}

    def _provenance(self, table_hash: str) -> dict[str, Any]:
        """Return the provenance."""
        ladder = self.file.ladder
        return {
            "format": LADDER_FORMAT,
            "version": VERSIONS[LADDER_FORMAT],
            "study": ladder.id,
            "question": ladder.question,
            "game": ladder.game,
            "rules_version": rules_version(self.game),
            "maps": dict(ladder.maps),
            "choices": dict(ladder.choices),
            **rules_data_facts(self.game, ladder.data or ""),
            "seed": ladder.seed,
            "quick": self.quick,
            "tables": len(self.tables),
            "games": self.plan.games,
            "table_hash": table_hash,
            MARK: self.terms.mark,
            "sources_sha256": game_sources(self.game),
            "versions": {"bloodstones": bloodstones.__version__},
            "study_sha256": self.file.sha256,
            "study_file": self.file.text,
        }
