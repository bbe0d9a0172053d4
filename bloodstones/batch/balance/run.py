"""A whole balance study: the search, claims, the games that confirm them, tuning again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Unpack, cast

from bloodstones.batch.balance.aims import Aims
from bloodstones.batch.balance.claims import claims_of, register
from bloodstones.batch.balance.confirm import Fresh, confirm, duels_of, finals, joined
from bloodstones.batch.balance.definition import Balance, balance_of
from bloodstones.batch.balance.finished import CLAIMS, DUELS, FILES, Setting, verify_balance
from bloodstones.batch.balance.results import BalanceAnswer, BalanceQuestion, write_results
from bloodstones.batch.balance.retuning import Retuning, Tuner, most_played
from bloodstones.batch.balance.search import Search
from bloodstones.batch.balance.search import SearchResult as Searched
from bloodstones.batch.balance.settings import PRINTED, SearchedNumbers, Stated, searched_numbers
from bloodstones.batch.result_files.code import code_mark, files_of
from bloodstones.batch.result_files.folder import FinishedResult
from bloodstones.batch.result_files.provenance_file import BALANCE_FORMAT
from bloodstones.batch.result_files.result import AREAS, PROVENANCE, RESULTS, read_provenance
from bloodstones.batch.result_files.store import Store
from bloodstones.batch.running.runner import Options, Running, RunTerms, run
from bloodstones.batch.running.workers import WorkerPool
from bloodstones.batch.sequential_cells import SequentialCells
from bloodstones.batch.study.definition import StudyFile
from bloodstones.batch.study.plan import Plan, check_plan, make_plan
from bloodstones.batch.tuning.log import Log, log_mark
from bloodstones.core.contract.game import Game
from bloodstones.core.contract.tunable import Tunable
from bloodstones.core.errors import expected

LOG: Final = "log.jsonl"
BEST: Final = 3  # answers that strategies are tuned for
SEARCH_PACKAGES: Final = ("scikit-learn", "scipy", "numpy")
TUNE_PACKAGES: Final = ("cma",)
TUNED_BY: Final = ("parameters", "weights", "contest")
NO_READINGS: Final[Mapping[str, Sequence[str]]] = MappingProxyType({})
TASK_SECONDS: Final = 0.5  # a round of the search waits for the last task of the one before

Readings = Mapping[str, Sequence[str]]


def run_balance(
    file: StudyFile,
    game: Game,
    numbers: Mapping[str, Stated],
    folder: Path,
    *,
    readings: Readings = NO_READINGS,
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
    numbers, readings
        All numbers of the game's rules, and all options with their values, by name.
    quick
        Few games of everything, and no tuning.

    Raises
    ------
    InputError
        The game cannot play the study, or the folder has another result.
    RunError
        It was stopped; what was played is kept in the store.
    """
    planned = balance_run(file, game, numbers, readings=readings, quick=quick)
    return run(planned, game, folder, Running(**options))


def balance_run(
    file: StudyFile,
    game: Game,
    numbers: Mapping[str, Stated],
    *,
    readings: Readings = NO_READINGS,
    quick: bool = False,
) -> BalanceRun:
    """Return a balance study as the runner takes it; InputError with every fault of its changes.

    Parameters
    ----------
    file
        Of the study.
    game
        That it names.
    numbers
        All numbers of the game by name, as the rules in force state them.
    readings
        Options of the game by name, each with its values, the default first.
    quick
        Whether the table `[quick]` of the file holds.
    """
    balance = balance_of(file)
    knobs = searched_numbers(balance, numbers, file.name, readings)
    if quick and balance.quick is None:
        raise expected("a table [quick]", "none", f"{file.name}, --quick")
    if balance.retune is not None and not all(hasattr(game, name) for name in TUNED_BY):
        where = f"{file.name}, retune"
        raise expected("a game whose strategies have parameters", game.id, where)
    wanted = balance.quickened() if quick else balance
    planned = BalanceRun(replace(file, study=wanted), game, knobs, quick)
    lineups = [cell.lineup for cell in planned.plan.cells]
    sizes = sorted({len(lineup) for lineup in lineups})
    planned.aims.check(game, sizes, lineups, file.name)
    return planned


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
        What may change.
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
    def aims(self) -> Aims:
        """The targets."""
        return Aims.of(self.balance)

    @cached_property
    def duels(self) -> Plan | None:
        """The cells of the target skill under the printed rules, if it is one."""
        return duels_of(self.balance, self.aims, self.game, quick=self.quick)

    @cached_property
    def searched(self) -> tuple[Plan, Plan]:
        """What the search plays at a setting, and at a finalist."""
        studies = [self.balance.searched(final=final) for final in (False, True)]
        first, last = (
            joined(make_plan(study, self.game), duels_of(study, self.aims, self.game))
            for study in studies
        )
        return first, last

    @cached_property
    def terms(self) -> RunTerms:
        """What the runner has to know; InputError if the game cannot play the study."""
        whole = joined(self.plan, self.duels)
        check_plan(whole, self.game, self.file.name)
        setups = [cell.setup for cell in whole.cells]
        packages = [*SEARCH_PACKAGES, *(TUNE_PACKAGES if self.balance.retune else ())]
        asked = [self.plan.sha256, self.balance.model_dump_json(exclude={"data"})]
        return RunTerms(
            seed=self.plan.seed,
            mark=code_mark([*asked, *map(version, packages)], self.game, setups),
            games=self.most_games,
            writes=(
                *(RESULTS, AREAS, *FILES, CLAIMS, PROVENANCE),
                *((DUELS,) if self.duels else ()),
            ),
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
        fresh = joined(self.plan, self.duels).games * (1 + most)
        first, last = self.searched
        searching = settings * first.games + finals * last.games
        tuned = most_played(balance, self.plan.cells, cast(Tunable, self.game), self.knobs)
        return searching + fresh + tuned * (1 + min(most, BEST))

    def finished_result(self, folder: Path) -> FinishedResult | None:
        """Return the finished study in a folder; InputError if something else is there."""
        log_mark(folder / LOG)
        provenance = read_provenance(folder, BALANCE_FORMAT)
        return (
            None
            if provenance is None
            else FinishedResult(str(provenance["fingerprint"]), provenance["games"])
        )

    def verified(self, folder: Path) -> dict[str, Any]:
        """Return the provenance; InputError if a table does not have its hash."""
        return verify_balance(folder)

    def play(self, worker_pool: WorkerPool, folder: Path) -> BalanceAnswer:
        """Search, claim, play the answers on fresh luck, and tune for them."""
        cells_asked = SequentialCells(worker_pool)
        log = Log(
            folder / LOG, self.terms.mark, self.balance.model_dump(mode="json", exclude={"data"})
        )
        tell = worker_pool.progress.message
        search = Search(
            self.balance, self.knobs, *self.searched, self.game, cells_asked, log, tell
        ).run()
        fresh = Fresh.of(self.balance, self.knobs, search.answers, self.game, self.quick)
        claims, digest = self._claimed(search, fresh, folder, log)
        tell(f"{len(claims['claims'])} claims in {CLAIMS}")
        tell(f"The answers on fresh luck: {fresh.games:,} games …")
        first = cells_asked.asked
        levels = {cell.level for cell in self.searched[1].cells}
        confirmed = confirm(fresh, self.aims, search.answers, tuple(levels), cells_asked)
        retunings = self._retuned(search.best(BEST), cells_asked, log, worker_pool)
        told = claims, digest
        return BalanceAnswer(search, fresh, first, confirmed, told, retunings, worker_pool.games)

    def _claimed(
        self, search: Searched, fresh: Fresh, folder: Path, log: Log
    ) -> tuple[Mapping[str, Any], str]:
        """Register what is claimed of the fresh games, and return it with the hash of its file."""
        last = self.searched[1]
        levels = {cell.level for cell in last.cells}
        confirming = Fresh.of(self.balance, self.knobs, (), self.game, self.quick).whole
        games = sum(
            len(span)
            for cell, span in zip(confirming.cells, confirming.every_replicate, strict=True)
            if cell.level in levels
        )
        found = finals(search, last, self.aims)
        claims = claims_of(found, self.balance.id, last.games, games)
        digest = register(folder / CLAIMS, claims)
        log.add({"kind": "claims", "sha256": digest})
        return claims, digest

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
            self.balance,
            wanted,
            self.plan.cells,
            cast(Tunable, self.game),
            cells_asked,
            log,
            self.knobs,
        )

        def tell(text: str, games: int) -> None:
            worker_pool.progress.message(f"{text}, {games:,} games")

        return tuple(
            tuner.tuned(setting, players, tell)
            for players in wanted.players
            for setting in (PRINTED, *answers)
        )

    def finish(
        self, folder: Path, store: Store, played: BalanceAnswer, run: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Write the tables and the provenance with the answers."""
        asked = BalanceQuestion(self.file, self.game, self.knobs, self.terms.mark)
        return write_results(folder, store, asked, played, run)
