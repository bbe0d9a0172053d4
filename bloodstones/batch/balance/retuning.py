"""Strategies tuned for changed rules: a short search for each, and new games before and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bloodstones.batch.balance.cells import RetunedLineUp, credits_of
from bloodstones.batch.balance.definition import Balance, Retune
from bloodstones.batch.balance.figures import SettingFigures, measured, outputs_of
from bloodstones.batch.balance.finished import Setting, text_of
from bloodstones.batch.balance.settings import PRINTED, SearchedNumbers
from bloodstones.batch.sequential_cells import SequentialCells
from bloodstones.batch.study.plan import Cell
from bloodstones.batch.tuning.contests import Contests
from bloodstones.batch.tuning.evolve import evolve
from bloodstones.batch.tuning.log import Log
from bloodstones.batch.tuning.measure import measure, measured_rounds
from bloodstones.batch.tuning.runs import kept_of, make_field, make_runs, most_games, starts_of
from bloodstones.batch.tuning.task import TuningTask
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.contract.tunable import Tunable, Weights

MEASURED: Final = "balance/tuned"
FRESH: Final = "balance/retuned"


@dataclass(frozen=True, slots=True)
class TuningLineups:
    """The line-ups of one size at which a strategy is tuned, with their boards.

    Attributes
    ----------
    setups
        Everybody plays the strategy.
    labels
        Of the luck.
    """

    setups: tuple[Setup, ...]
    labels: tuple[str, ...]

    @property
    def roles(self) -> tuple[str, ...]:
        """Who sits at them, each once."""
        return tuple(dict.fromkeys(seat.role for setup in self.setups for seat in setup.seats))


@dataclass(frozen=True, slots=True)
class Retuning:
    """How a setting fares before and after its strategies were tuned for it.

    Attributes
    ----------
    gains
        By role, what tuning gained (`tuning.measure.Gain`); what gained nothing was left as it was.
    before, after
        Win rates with the same random numbers.
    """

    setting: Setting
    players: int
    gains: Mapping[str, Mapping[str, Any]]
    kept: tuple[str, ...]
    games: int
    before: SettingFigures
    after: SettingFigures


def tables_of(cells: Sequence[Cell], strategy: str, players: int) -> TuningLineups:
    """Return the line-ups of so many players in cells, each once, played by a strategy.

    Parameters
    ----------
    cells
        Of a study; cells with other numbers of players are passed over.
    strategy
        Sits in every seat.
    players
        At the tables.
    """
    setups: dict[str, Setup] = {}
    for cell in cells:
        if len(cell.setup.seats) == players:
            seats = tuple(Seat(seat.role, strategy) for seat in cell.setup.seats)
            setups.setdefault(cell.label, replace(cell.setup, seats=seats))
    return TuningLineups(tuple(setups.values()), tuple(setups))


def task_of(
    balance: Balance,
    wanted: Retune,
    tables: TuningLineups,
    setting: Setting,
    knobs: SearchedNumbers,
) -> TuningTask:
    """Return what is tuned for a setting: every role at tables of one size.

    Parameters
    ----------
    balance
        What is asked: the game and the seed.
    wanted
        The strategy that is tuned and the effort.
    tables
        Of one size, at least one.
    setting, knobs
        What is changed when it is tuned, `PRINTED` for the printed rules; what may be changed.
    """
    setup = knobs.changed(tables.setups[0], setting)
    return TuningTask(
        game=balance.game,
        map=setup.board,
        strategy=wanted.strategy,
        factions=tables.roles,
        against=(wanted.strategy,),
        seed=balance.seed,
        players=(len(setup.seats),),
        options=dict(setup.options),
        effort=wanted.effort,
        choices=dict(setup.choices),
        data=setup.data,
        overrides=dict(setup.overrides),
    )


def most_played(
    balance: Balance, cells: Sequence[Cell], game: Tunable, knobs: SearchedNumbers
) -> int:
    """Return how many games tuning for one setting takes at most, with the fresh ones.

    Parameters
    ----------
    balance
        What is asked; without `retune` the answer is 0.
    cells
        Of the study under the printed rules.
    game
        Whose strategies are tuned.
    knobs
        What may be changed.

    Raises
    ------
    InputError
        The strategy cannot be tuned at these tables.
    """
    wanted, total = balance.retune, 0
    for players in wanted.players if wanted else ():
        assert wanted is not None
        tables = tables_of(cells, wanted.strategy, players)
        task = task_of(balance, wanted, tables, PRINTED, knobs)
        task.effort.check()
        total += sum(most_games(run) for run in make_runs(task, game))
        field = make_field(task, game, task.factions, task.against)
        total += 2 * measured_rounds(field, wanted.measured_games) * len(field.tables)
        total += 2 * wanted.replicates * len(tables.setups)
    return total


@dataclass(frozen=True)
class Tuner:
    """Tunes for settings, one after the other.

    Attributes
    ----------
    balance, wanted
        What is asked of the study, and of its tuning.
    cells
        Of the study under the printed rules.
    game
        Whose strategies are tuned.
    cells_asked
        Plays or looks up.
    log
        Of the whole run; every race adds a line.
    knobs
        What may be changed.
    """

    balance: Balance
    wanted: Retune
    cells: Sequence[Cell]
    game: Tunable
    cells_asked: SequentialCells
    log: Log
    knobs: SearchedNumbers

    def tuned(self, setting: Setting, players: int, tell: Any) -> Retuning:
        """Tune for a setting, and return what it did to the win rates.

        Parameters
        ----------
        setting
            `PRINTED` for the printed rules.
        players
            Size of the tables.
        tell
            Called with a line of progress and the games that a race took.
        """
        self.log.add({"kind": "retune", "setting": text_of(setting), "players": players})
        tables = tables_of(self.cells, self.wanted.strategy, players)
        task = task_of(self.balance, self.wanted, tables, setting, self.knobs)
        contests, game = Contests(self.cells_asked), self.game
        runs, before = make_runs(task, game), len(self.log.lines)
        weights_by_role: dict[str, Weights] = {}
        for run in runs:
            weights_by_role |= evolve(run, self.log, contests, tell)
        starts = starts_of(runs)
        field = make_field(task, game, task.factions, task.against)
        rounds = measured_rounds(field, self.wanted.measured_games)
        gains = measure(field, starts, weights_by_role, MEASURED, rounds, contests)
        gains_data = {role: gain.to_json() for role, gain in gains.items()}
        kept = kept_of(gains_data, starts, task)
        weights_by_role |= kept
        games = sum(line.get("games", 0) for line in self.log.lines[before:])
        fresh = (self._fresh(tables, setting, weights) for weights in ({}, weights_by_role))
        return Retuning(setting, players, gains_data, tuple(kept), games, *fresh)

    def _fresh(
        self, tables: TuningLineups, setting: Setting, weights: Mapping[str, Weights]
    ) -> SettingFigures:
        """Return the win rates of fresh games in which every role has its own parameters."""
        cells = []
        for setup, label in zip(tables.setups, tables.labels, strict=True):
            seats = {
                place: weights[seat.role]
                for place, seat in enumerate(setup.seats)
                if seat.role in weights
            }
            changed = self.knobs.changed(setup, setting)
            cells.append(RetunedLineUp(changed, f"{FRESH}/{label}", seats))
        stored = self.cells_asked.played(cells, [range(self.wanted.replicates)] * len(cells))
        credits = [
            credits_of(chunks, len(cell.setup.seats))
            for cell, chunks in zip(cells, stored, strict=True)
        ]
        plain = [Cell(cell.label, cell.label, cell.setup) for cell in cells]
        return measured(outputs_of(plain), credits)
