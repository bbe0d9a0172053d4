"""A whole balance study: the search, the answers on fresh games, strategies tuned for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, Unpack, cast

from bloodstones.batch.balance.definition import Balance, balance_of
from bloodstones.batch.balance.outputs import FILES, balance_outputs, write_table
from bloodstones.batch.balance.retuning import Retuning, Tuner, most_played
from bloodstones.batch.balance.search import Search
from bloodstones.batch.balance.search import SearchResult as Searched
from bloodstones.batch.balance.settings import (
    PRINTED,
    SearchedNumbers,
    Setting,
    Stated,
    searched_numbers,
)
from bloodstones.batch.result_files.code import code_mark, files_of
from bloodstones.batch.result_files.finish import replacing, write_areas, write_json, write_rows
from bloodstones.batch.result_files.folder import FinishedResult, refuse_foreign
from bloodstones.batch.result_files.provenance import provenance
from bloodstones.batch.result_files.result import (
    AREAS,
    PROVENANCE,
    RESULTS,
    file_hash,
    provenance_in,
)
from bloodstones.batch.result_files.store import Store
from bloodstones.batch.result_files.tidy_tables import STUDY_COLUMNS
from bloodstones.batch.running.rounds import REPLICATES, Played
from bloodstones.batch.running.runner import Options, Running, Terms, run
from bloodstones.batch.running.workers import WorkerPool
from bloodstones.batch.sequential_cells import SequentialCells
from bloodstones.batch.study.definition import StudyFile
from bloodstones.batch.study.factors import BASE, Arm
from bloodstones.batch.study.plan import Cell, Plan, check_plan, make_plan
from bloodstones.batch.tuning.log import Log
from bloodstones.core.contract.game import Game
from bloodstones.core.contract.tunable import Tunable
from bloodstones.core.errors import InputError, expected
from bloodstones.core.files.datafile import read_json

LOG: Final = "log.jsonl"
FORMAT: Final = "bloodstones-balance"
WHAT: Final = "balance study"
ARM: Final = "changes_{}"
SEARCH_PACKAGES: Final = ("scikit-learn", "scipy", "numpy")
TUNE_PACKAGES: Final = ("cma",)
TUNED_BY: Final = ("parameters", "weights", "contest")
TASK_SECONDS: Final = 0.5  # a round of the search waits for the last task of the one before


def run_balance(
    file: StudyFile,
    game: Game,
    numbers: Mapping[str, Stated],
    folder: Path,
    *,
    quick: bool = False,
    **options: Unpack[Options],
) -> dict[str, Any]:
    """Run a balance study and return the provenance of its result, with the answers.

    The result does not depend on the `options` (see `runner.Options`), nor on how often the run
    was stopped.

    Parameters
    ----------
    file
        Of a `Balance`.
    numbers
        All numbers of the game's rules by name.
    quick
        Few games of everything, and no tuning.

    Raises
    ------
    InputError
        The game cannot play the study, or the folder has another result.
    RunError
        It was stopped; what was played is kept in the store.
    """
    return run(balance_run(file, game, numbers, quick=quick), game, folder, Running(**options))


def balance_run(
    file: StudyFile, game: Game, numbers: Mapping[str, Stated], *, quick: bool = False
) -> BalanceRun:
    """Return a balance study as the runner takes it; InputError with every fault of its numbers.

    Parameters
    ----------
    file
        Of the study.
    game
        That it names.
    numbers
        All numbers of the game by name, as the rules in force state them.
    quick
        Whether the table `[quick]` of the file holds.
    """
    balance = balance_of(file)
    knobs = searched_numbers(balance, numbers, file.name)
    if quick and balance.quick is None:
        raise expected("a table [quick]", "none", f"{file.name}, --quick")
    if balance.retune is not None and not all(hasattr(game, name) for name in TUNED_BY):
        where = f"{file.name}, retune"
        raise expected("a game whose strategies have parameters", game.id, where)
    wanted = balance.quickened() if quick else balance
    return BalanceRun(replace(file, study=wanted), game, knobs, quick)


@dataclass(frozen=True, slots=True)
class Answered:
    """What a balance study found.

    Attributes
    ----------
    played
        The fresh games of every answer.
    first
        The number in the store of their first cell.
    games
        Of the whole run.
    """

    searched: Searched
    played: Played
    first: int
    retunings: tuple[Retuning, ...]
    games: int


@dataclass(frozen=True)
class BalanceRun:
    """A balance study as the runner takes it (see `runner.Runnable`).

    Attributes
    ----------
    file
        With `[quick]` already applied.
    game
        That is played.
    knobs
        The numbers that may change.
    quick
        Whether `[quick]` holds.
    """

    file: StudyFile
    game: Game
    knobs: SearchedNumbers
    quick: bool

    @property
    def balance(self) -> Balance:
        """What is asked."""
        return balance_of(self.file)

    @cached_property
    def plan(self) -> Plan:
        """The cells under the printed rules."""
        return make_plan(self.balance, self.game, quick=self.quick)

    @cached_property
    def searched(self) -> tuple[Plan, Plan]:
        """What the search plays at a setting, and at a finalist."""
        first, last = (
            make_plan(self.balance.searched(final=final), self.game) for final in (False, True)
        )
        return first, last

    @cached_property
    def terms(self) -> Terms:
        """What the runner has to know; InputError if the game cannot play the study."""
        check_plan(self.plan, self.game, self.file.name)
        setups = [cell.setup for cell in self.plan.cells]
        packages = [*SEARCH_PACKAGES, *(TUNE_PACKAGES if self.balance.retune else ())]
        asked = [self.plan.sha256, self.balance.model_dump_json(exclude={"data"})]
        return Terms(
            seed=self.plan.seed,
            mark=code_mark([*asked, *map(version, packages)], self.game, setups),
            games=self.most_games,
            at_most=True,
            files=files_of(self.game, setups),
            keeps=True,
            traces=(LOG,),
            task_seconds=TASK_SECONDS,
        )

    @property
    def most_games(self) -> int:
        """Playthroughs of the whole study, at most."""
        balance, search = self.balance, self.balance.search
        most = balance.most_changes
        settings = 1 + len(self.knobs.singles) + search.rounds * (most - 1)
        finals = 1 + search.finalists * most
        fresh = self.plan.games * (1 + most)
        first, last = self.searched
        searching = settings * first.games + finals * last.games
        tuned = most_played(balance, self.plan.cells, cast(Tunable, self.game))
        return searching + fresh + tuned * (1 + most)

    def finished_result(self, folder: Path) -> FinishedResult | None:
        """Return the finished study in a folder; InputError if something else is there."""
        provenance = provenance_in(folder / PROVENANCE, FORMAT, WHAT)
        if provenance is None:
            refuse_foreign(folder, (RESULTS, AREAS, *FILES), f"a {WHAT}")
        return (
            None
            if provenance is None
            else FinishedResult(str(provenance["fingerprint"]), provenance["games"])
        )

    def verified(self, folder: Path) -> dict[str, Any]:
        """Return the provenance; InputError if a table does not have its hash."""
        return verify_balance(folder)

    def play(self, worker_pool: WorkerPool, folder: Path) -> Answered:
        """Search, play the answers on fresh luck, and tune for them."""
        cells_asked = SequentialCells(worker_pool)
        log = Log(
            folder / LOG, self.terms.mark, self.balance.model_dump(mode="json", exclude={"data"})
        )
        tell = worker_pool.progress.message
        search = Search(
            self.balance, self.knobs, *self.searched, self.game, cells_asked, log, tell
        ).run()
        plan = self.fresh(search.answers)
        tell(f"The answers on fresh luck: {plan.games:,} games …")
        first = cells_asked.asked
        cells_asked.played(plan.cells, plan.every_replicate)
        ends = tuple(group.rounds[-1] for group in plan.groups)
        played = Played(plan, ends, (None,) * len(plan.groups), REPLICATES)
        retunings = self._retuned(search.answers, cells_asked, log, worker_pool)
        return Answered(search, played, first, retunings, worker_pool.games)

    def _retuned(
        self,
        answers: Sequence[Setting],
        cells_asked: SequentialCells,
        log: Log,
        worker_pool: WorkerPool,
    ) -> tuple[Retuning, ...]:
        """Tune for the printed rules and for each answer, if the study wants it."""
        wanted = self.balance.retune
        if wanted is None:
            return ()
        tuner = Tuner(
            self.balance, wanted, self.plan.cells, cast(Tunable, self.game), cells_asked, log
        )

        def tell(text: str, games: int) -> None:
            worker_pool.progress.message(f"{text}, {games:,} games")

        return tuple(
            tuner.tuned(setting, players, tell)
            for players in wanted.players
            for setting in (PRINTED, *answers)
        )

    def fresh(self, answers: Sequence[Setting]) -> Plan:
        """Return the plan of the fresh games: the answers as arms of an ordinary study."""
        arms = {ARM.format(len(setting)): Arm(overrides=dict(setting)) for setting in answers}
        return make_plan(self.balance.with_arms(arms), self.game, quick=self.quick)

    def finish(
        self, folder: Path, store: Store, played: Answered, run: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Write the tables and the provenance with the answers."""
        fresh, plan = played.played, played.played.plan
        columns = (*STUDY_COLUMNS, *self.game.columns)
        tables, summary = balance_outputs(
            self.balance, self.knobs, played.searched, played.retunings
        )
        counted = fresh.replicates
        with replacing(folder, (RESULTS, AREAS, *FILES, PROVENANCE)) as paths:
            rows, areas, *others, last = paths
            hashes = {
                "table_hash": write_rows(rows, plan, columns, _keys, store, counted, played.first),
                "areas_hash": write_areas(areas, plan, self.game, store, counted, played.first),
            }
            more = {
                name: write_table(path, tables[name])
                for name, path in zip(FILES, others, strict=True)
            }
            study = self.balance.with_arms(plan_arms(plan))
            made = provenance(
                replace(self.file, study=study),
                plan,
                self.game,
                fresh,
                self.terms.mark,
                run,
                hashes,
            )
            made |= {"format": FORMAT, "games": played.games, "fresh_games": fresh.games}
            made |= {"tables": more, "balance": summary}
            write_json(last, made)
        return made


def plan_arms(plan: Plan) -> dict[str, Arm]:
    """Return the arms of a plan of answers, by name."""
    return {
        cell.arm: Arm(overrides=dict(cell.setup.overrides))
        for cell in plan.cells
        if cell.arm != BASE
    }


def _keys(cell: Cell) -> dict[str, str]:
    """Return the study's own columns of a cell."""
    return {"arm": cell.arm, "level": cell.level}


def verify_balance(folder: Path) -> dict[str, Any]:
    """Compare the tables of a finished balance study with its provenance and return that.

    Raises
    ------
    InputError
        A table is not the one that was written.
    """
    provenance = read_json(folder / PROVENANCE, "a provenance")
    hashes = {RESULTS: provenance.get("table_hash"), AREAS: provenance.get("areas_hash")}
    for name, digest in {**hashes, **provenance.get("tables", {})}.items():
        if file_hash(folder / name) != digest:
            raise InputError(
                f"expected the table that {PROVENANCE} names, got another one ({folder / name})",
                "start again with --replace",
            )
    return dict(provenance)
