"""A whole learning: its rounds by the workers, the values it leaves, how strong they are."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Unpack

import numpy as np

import bloodstones
from bloodstones.batch.learning.fit import HIDDEN, fit, gather, members_of
from bloodstones.batch.learning.response import CERTAIN, fit_looks, gained, gathered
from bloodstones.batch.learning.response import GAIN_DIGITS as DIGITS
from bloodstones.batch.learning.self_play_tables import (
    SearchedGames,
    SelfPlayTable,
    credits_of,
    looks_of,
    match,
    rounded,
    self_play,
    tables_of,
    unpacked,
)
from bloodstones.batch.learning.task import Lesson, lesson_mark
from bloodstones.batch.result_files.code import files_of, game_sources, rules_version
from bloodstones.batch.result_files.finish import replacing, write_json
from bloodstones.batch.result_files.folder import REPLACE, FinishedResult
from bloodstones.batch.result_files.store import Store
from bloodstones.batch.running.runner import Options, Running, RunTerms, run
from bloodstones.batch.running.workers import WorkerPool
from bloodstones.batch.sequential_cells import SequentialCells
from bloodstones.core.contract.game import Setup
from bloodstones.core.contract.learnable import Learnable, Observed
from bloodstones.core.errors import InputError, expected
from bloodstones.core.files.datafile import read_json
from bloodstones.core.kernels.layout import Array
from bloodstones.kit.players.strategy import LEARNED, Strategy
from bloodstones.kit.values.network import FIRST, SECOND
from bloodstones.kit.values.store import path_of, read_values, write_values

RESULT: Final = "learned.json"
EVEN: Final = 0.5
LEAST_GAIN: Final = 0.05  # win rate that the next round of a response must gain


def learn(
    lesson: Lesson, game: Learnable, folder: Path, **options: Unpack[Options]
) -> dict[str, Any]:
    """Learn values for tables of one size and return what was reached.

    Writes `round_K/players_N.npy` while it runs, then the last values that gained as
    `players_N.npy`, and `learned.json`. The result does not depend on the `options` (see
    `runner.Options`) nor on how often it was stopped.

    Parameters
    ----------
    lesson
        What is learned, and how long.
    game
        That can be learned.
    folder
        Of the result, made when absent.
    **options
        How it is run, see `runner.Options`.

    Raises
    ------
    InputError
        The game cannot play the lesson, or the folder has another learning.
    RunError
        It was stopped; what was played is kept in the store.
    """
    learning = LooksRun(lesson, game) if lesson.looks_of else LearningRun(lesson, game)
    return run(learning, game, folder, Running(**options))


@dataclass(frozen=True, slots=True)
class LearningReached:
    """What a learning reached.

    Attributes
    ----------
    rounds
        Of each round: the fit, and its matches.
    kept
        The round whose values are kept, from 1; 0: those that it all began with.
    response
        Of a best response: `start`, the match of the values that it began with (None without any),
        and its `gains` in the end, see `response.gains_of`.
    """

    rounds: list[dict[str, Any]]
    kept: int
    response: dict[str, Any] | None = None


@dataclass(frozen=True)
class LearningRun:
    """A learning as the runner takes it (see `runner.Runnable`)."""

    lesson: Lesson
    game: Learnable

    @cached_property
    def tables(self) -> list[SelfPlayTable]:
        """All tables that can be played."""
        return tables_of(self.lesson, self.game)

    @cached_property
    def terms(self) -> RunTerms:
        """What the runner has to know; InputError if the game cannot play the lesson."""
        lesson, effort = self.lesson, self.lesson.effort
        effort.check()
        self._check_learner()
        setups = self._setups()
        for setup in setups:
            self.game.check(setup)
        self._check_start()
        return RunTerms(
            seed=lesson.seed,
            mark=lesson_mark(lesson, self.game, setups),
            games=self._games_seen + self._matches * self._replicates * self._seats,
            writes=self._writes(effort.rounds),
            at_most=True,
            files=files_of(self.game, setups),
            keeps=True,
        )

    @cached_property
    def matched(self) -> list[SelfPlayTable]:
        """The tables of matches: all, or as many of them, drawn, as have a game for each seat."""
        room = max(1, self.lesson.effort.match_games // self.lesson.players)
        if len(self.tables) <= room:
            return self.tables
        drawn = np.random.default_rng(self.lesson.seed).choice(len(self.tables), room, False)
        return [self.tables[place] for place in sorted(drawn)]

    @property
    def _games_seen(self) -> int:
        """How many games it learns from at most."""
        effort = self.lesson.effort
        later = effort.rounds - (not self.lesson.start)
        return rounded(effort.games) + later * rounded(effort.more_games)

    @property
    def _features(self) -> tuple[str, ...]:
        """What the values read of each seat, by name."""
        return tuple(feature.name for feature in self.game.features)

    @property
    def _begun_with(self) -> Array:
        """The values that the lesson goes on from."""
        return read_values(self.lesson.start, self.lesson.players, self._features)

    @property
    def _seats(self) -> int:
        """Cells of a match."""
        return len(self.matched) * self.lesson.players

    def _setups(self) -> list[Setup]:
        lesson = self.lesson
        others = filter(None, (lesson.starter, lesson.against, lesson.looks_of))
        names = (*lesson.strategies, lesson.rival, *others)
        return [self.tables[0].seated([name] * lesson.players) for name in names]

    @property
    def _matches(self) -> int:
        """How many matches there are at most; that of a response's gains plays twice as much."""
        rounds = self.lesson.effort.rounds
        return rounds + bool(self.lesson.start) + 2 if self.lesson.against else 2 * rounds

    @property
    def _replicates(self) -> int:
        """How often each seat of each table is played in a match."""
        return -(-self.lesson.effort.match_games // self._seats)

    def _writes(self, rounds: int) -> tuple[str, ...]:
        """Return the names of the files of a learning of so many rounds."""
        values = path_of(Path(), self.lesson.players).name
        return (*(f"round_{number + 1}/" for number in range(rounds)), values, RESULT)

    def finished_result(self, folder: Path) -> FinishedResult | None:
        """Return the finished learning in a folder; InputError if something else is there."""
        if not (folder / RESULT).exists():
            return None
        result = read_json(folder / RESULT, "the result of a learning run")
        mark, rounds, lesson = (result.get(name) for name in ("mark", "rounds", "lesson"))
        if not (isinstance(mark, str) and isinstance(rounds, list) and isinstance(lesson, dict)):
            raise InputError(
                f"expected the result of a learning run, got another file ({folder / RESULT})",
                REPLACE,
            )
        same_size = lesson.get("players") == self.lesson.players
        files = self._writes(len(rounds)) if same_size else (RESULT,)
        games = result.get("games")
        return FinishedResult(mark, games if isinstance(games, int) else 0, files=files)

    def verified(self, folder: Path) -> dict[str, Any]:
        """Return the result."""
        return read_json(folder / RESULT, "the result of a learning run")

    def play(self, worker_pool: WorkerPool, folder: Path) -> LearningReached:
        """Play, fit and measure round for round; return what was reached."""
        cells_asked = SequentialCells(worker_pool)
        lesson, rounds, parts = self.lesson, [], []
        before, start = lesson.starter, self._start_of_response(cells_asked)
        best = start["win_rate"] if start else 1 / lesson.players
        values = self._begun_with if start else None
        parts += self._seen(worker_pool, cells_asked, 0, lesson.effort.games)
        for number in range(lesson.effort.rounds):
            if before:
                part = number + bool(lesson.start)
                parts += self._seen(
                    worker_pool, cells_asked, part, lesson.effort.more_games, before
                )
            worker_pool.progress.message("Fitting …")
            here = folder / f"round_{number + 1}"
            values, report = self._fitted(here, parts, lesson.seed + number, values)
            learner = self._learner(here)
            report["against_rival"] = self._measured(cells_asked, learner, lesson.rival, "rival")
            if before and not lesson.against:
                report["against_before"] = self._measured(
                    cells_asked, learner, before, f"round {number}"
                )
            rounds.append(report)
            worker_pool.progress.message(f"Round {number + 1}: {_line(report, lesson.rival)}")
            if self._gains_no_more(report, best):
                break
            before, best = learner, max(best, report["against_rival"]["win_rate"])
            values = values if start else None
        kept = kept_round(rounds, lesson.players, start)
        if not lesson.against:
            return LearningReached(rounds, kept)
        worker_pool.progress.message("Measuring what the response gains …")
        response = self._learner(folder / f"round_{kept}") if kept else lesson.starter
        gains = gained(cells_asked, self.matched, response, lesson.against, self._replicates)
        return LearningReached(rounds, kept, {"start": start, "gains": gains})

    def _fitted(
        self,
        folder: Path,
        parts: Sequence[tuple[Observed, int]],
        seed: int,
        start: Array | None,
    ) -> tuple[Array, dict[str, Any]]:
        """Fit values to what was seen so far and write them into a folder; see `fit.fit`."""
        effort = self.lesson.effort
        values, report = fit(gather(parts), seed, effort.epochs, start, effort.members)
        folder.mkdir(exist_ok=True)
        write_values(folder, self.lesson.players, values, self._features)
        return values, report

    def _gains_no_more(self, report: dict[str, Any], best: float) -> bool:
        """Whether a round is no better than the one before, a response than the best so far."""
        if "against_before" in report and not _gains(report, self.lesson.players):
            return True
        rate = report["against_rival"]["win_rate"]
        return bool(self.lesson.against) and rate - best < LEAST_GAIN

    def _check_learner(self) -> None:
        """Raise InputError unless the learner judges by values that can be learned."""
        finder_for = getattr(self.game, "finder_for", None)
        if finder_for is None:
            return
        learner = self.lesson.learner
        if LEARNED in learner:
            tip = "to continue from a trained evaluator, name it with --start DIR"
            raise expected("a strategy without a trained evaluator", learner, "LEARNER", tip)
        self._check_judgement(finder_for().find(learner, "LEARNER"))

    def _check_judgement(self, learner: Strategy) -> None:
        """Raise InputError unless the learner judges by what is learned here."""
        if not learner.values:
            raise expected("a strategy that uses a trained evaluator", learner.id, "LEARNER")

    def _check_start(self) -> None:
        """Raise InputError if a fit cannot go on from the values that a response begins with."""
        lesson = self.lesson
        if lesson.start and lesson.against:
            values = self._begun_with
            layers = int(values[FIRST]), int(values[SECOND])
            if layers != tuple(size * max(1, members_of(values)) for size in HIDDEN):
                raise expected(f"a network with layers of {HIDDEN} units", layers, "--start")

    def _start_of_response(self, cells_asked: SequentialCells) -> dict[str, Any] | None:
        """Return how the values that a response goes on from do; None if none does."""
        lesson = self.lesson
        if not lesson.against or not lesson.start:
            return None
        return self._measured(cells_asked, lesson.starter, lesson.rival, "rival")

    def _learner(self, folder: Path) -> str:
        """Return the strategy that plays by the values in a folder."""
        return f"{self.lesson.learner}{LEARNED}{folder.resolve()}"

    def _seen(
        self,
        worker_pool: WorkerPool,
        cells_asked: SequentialCells,
        part: int,
        games: int,
        learner: str = "",
    ) -> list[tuple[Observed, int]]:
        """Play what is learned from next; return what was seen, and by whom (`fit.gather`)."""
        cells = self_play(self.lesson, self.tables, part, learner)
        worker_pool.progress.message(f"Round {max(1, part)}: {games:,} games to learn from …")
        spans = [range(rounded(games) // len(cells))] * len(cells)
        return [
            (unpacked(rows), cell.learner)
            for cell, chunks in zip(cells, cells_asked.played(cells, spans), strict=True)
            for rows in chunks
        ]

    def _measured(
        self, cells_asked: SequentialCells, learner: str, other: str, purpose: str
    ) -> dict[str, Any]:
        """Return how often the learner wins in a match, with its interval."""
        cells = match(self.matched, learner, other, purpose)
        spans = [range(self._replicates)] * len(cells)
        stored = cells_asked.played(cells, spans)
        credit = np.concatenate([credits_of(rows) for chunks in stored for rows in chunks])
        rate = float(credit.mean())
        error = CERTAIN * float(credit.std(ddof=1)) / len(credit) ** EVEN
        return {
            "games": len(credit),
            "win_rate": round(rate, DIGITS),
            "low": round(max(0.0, rate - error), DIGITS),
            "high": round(min(1.0, rate + error), DIGITS),
        }

    def finish(
        self, folder: Path, store: Store, played: LearningReached, run: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Write the values and the result, which does not say how the learning was run."""
        lesson = self.lesson
        last = folder / f"round_{played.kept}" if played.kept else Path(lesson.start)
        values = path_of(last, lesson.players)
        result = {
            "mark": self.terms.mark,
            "lesson": lesson.to_json(),
            "features": list(self._features),
            "games": played.rounds[-1]["games"],
            "kept": played.kept,
            "rounds": played.rounds,
            "values_sha256": hashlib.sha256(values.read_bytes()).hexdigest(),
            "version": bloodstones.__version__,
            "rules_version": rules_version(self.game),
            "sources_sha256": game_sources(self.game),
        }
        if played.response is not None:
            result["response"] = played.response
        with replacing(folder, (path_of(folder, lesson.players).name, RESULT)) as (
            file,
            result_file,
        ):
            file.write_bytes(values.read_bytes())
            write_json(result_file, result, ascii_alone=True)
        return result


class LooksRun(LearningRun):
    """A learning of looks: one round, from the simulations of a strategy that has its values."""

    @property
    def _games_seen(self) -> int:
        return rounded(self.lesson.effort.games)

    @property
    def _matches(self) -> int:
        return 1

    def _check_judgement(self, learner: Strategy) -> None:
        lesson = self.lesson
        if lesson.start or lesson.against:
            raise expected("--looks-of without --start and --against", "several", "--looks-of")
        if not learner.looks:
            raise expected("a strategy with a pre-selection", learner.id, "LEARNER")

    def play(self, worker_pool: WorkerPool, folder: Path) -> LearningReached:
        """Play and let look, fit, measure; return what was reached."""
        lesson, asked = self.lesson, SequentialCells(worker_pool)
        seen = self_play(lesson, self.tables, 0, lesson.looks_of)
        cells = [SearchedGames(each.setup, each.label) for each in seen]
        games = rounded(lesson.effort.games) // len(cells)
        worker_pool.progress.message(f"{games * len(cells):,} games to learn from …")
        stored = asked.played(cells, [range(games)] * len(cells))
        parts = [looks_of(rows) for chunks in stored for rows in chunks]
        worker_pool.progress.message("Fitting …")
        fitted = fit_looks(gathered(parts), lesson.players, lesson.seed, lesson.effort.epochs)
        values, report = fitted[0], {"games": games * len(cells), **fitted[1]}
        here = folder / "round_1"
        here.mkdir(exist_ok=True)
        write_values(here, lesson.players, values, self._features, lesson.looks_of)
        report["against_rival"] = self._measured(asked, self._learner(here), lesson.rival, "rival")
        worker_pool.progress.message(f"Looks: {_line(report, lesson.rival)}")
        return LearningReached([report], 1)


def kept_round(
    rounds: Sequence[Mapping[str, Any]], players: int, start: Mapping[str, Any] | None = None
) -> int:
    """Return the round, from 1, whose values are kept; 0: those that it all began with.

    It is the last one whose values beat those before them; of rounds that were only measured
    against a rival, the one that won most, or the `start` if none won more than that.

    Parameters
    ----------
    rounds
        Reports of all rounds in their order, at least one.
    players
        At the tables: 1/players is an even win rate.
    start
        The match against the rival of the values that it all began with, None without any.

    Examples
    --------
    >>> kept_round([{}, {"against_before": {"low": 0.55}}, {"against_before": {"low": 0.49}}], 2)
    2
    """
    last = len(rounds)
    if "against_before" in rounds[-1]:
        return last if _gains(rounds[-1], players) else last - 1
    before = [-1.0] if start is None else [start["win_rate"]]
    rates = before + [each["against_rival"]["win_rate"] for each in rounds]
    return rates.index(max(rates))


def _gains(report: Mapping[str, Any], players: int) -> bool:
    """Whether the values of a round beat those before them."""
    return bool(report["against_before"]["low"] > 1 / players)


def _line(report: Mapping[str, Any], rival: str) -> str:
    """Return a round in a sentence."""
    won = report["against_rival"]
    text = f"wins {won['win_rate']:.1%} ({won['low']:.1%} to {won['high']:.1%}) against {rival}"
    if "against_before" in report:
        before = report["against_before"]
        text += f", {before['win_rate']:.1%} ({before['low']:.1%} to {before['high']:.1%}) against"
        text += " the round before"
    return text
