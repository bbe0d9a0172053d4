"""The games that confirm or refute the answers: new random numbers, every player type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bloodstones.batch.balance.aims import AGAINST, Aims
from bloodstones.batch.balance.cells import fields_of_rows
from bloodstones.batch.balance.claims import Predicted, Sampled, lucks_of
from bloodstones.batch.balance.definition import Balance
from bloodstones.batch.balance.figures import Floats, Outputs, measured, outputs_of
from bloodstones.batch.balance.finished import Setting
from bloodstones.batch.balance.search import SearchResult
from bloodstones.batch.balance.settings import PRINTED, ChangeKind, SearchedNumbers
from bloodstones.batch.running.rounds import REPLICATES, PlanReached
from bloodstones.batch.sequential_cells import SequentialCells
from bloodstones.batch.study.definition import EVERY
from bloodstones.batch.study.factors import BASE, Arm
from bloodstones.batch.study.plan import Cell, Plan, make_plan
from bloodstones.core.contract.game import Game


def duels_of(balance: Balance, aims: Aims, game: Game, *, quick: bool = False) -> Plan | None:
    """Return the plan of the duels of a study, each pair of levels a level; None without any.

    Every line-up is played with the stronger player in each of its seats in turn.

    Parameters
    ----------
    balance
        Whose line-ups, boards and numbers of games hold; with its arms, if it has any.
    aims
        Of the study.
    game
        That is played.
    quick
        Whether the table `[quick]` of the file holds.
    """
    if not aims.duels:
        return None
    played: dict[str, Any] = {
        "levels": {name: ((weak, strong),) for name, (strong, weak) in aims.duels.items()},
        "strategies": None,
        "last_alone": True,
        "in_order": False,
    }
    if balance.games and EVERY not in balance.games:
        strong = {name: name.split(AGAINST)[0] for name in aims.duels}
        played["games"] = {name: balance.games[level] for name, level in strong.items()}
    duels = balance.model_copy(update=played)
    duels.__dict__.pop("every_arm", None)  # a copy keeps what was computed of its original
    return make_plan(duels, game, quick=quick)


def joined(plan: Plan, duels: Plan | None) -> Plan:
    """Return a plan with the duels behind its cells.

    Parameters
    ----------
    plan
        At its tables all play alike.
    duels
        None: the plan is left as it is.
    """
    if duels is None:
        return plan
    first = len(plan.cells)
    groups = tuple(
        replace(group, cells=tuple(first + cell for cell in group.cells)) for group in duels.groups
    )
    return replace(
        plan,
        cells=(*plan.cells, *duels.cells),
        groups=(*plan.groups, *groups),
        replicates=max(plan.replicates, duels.replicates),
    )


ARM: Final = "changes_{}"


def arm_of(setting: Setting) -> str:
    """Return the arm that plays a setting in the confirming games."""
    return ARM.format(len(setting)) if setting else BASE


def arms_of(balance: Balance, knobs: SearchedNumbers, answers: Sequence[Setting]) -> dict[str, Arm]:
    """Return the answers as arms of a study; what they choose before the game is not in these.

    Parameters
    ----------
    balance
        Whose rules they change.
    knobs
        What could be changed.
    answers
        The settings.
    """
    arms = {}
    for setting in answers:
        parts = knobs.parted(setting)
        # Not checked: an arm that changes nothing but a start has neither numbers nor readings.
        arms[arm_of(setting)] = Arm.model_construct(
            overrides={**balance.rules.overrides, **parts[ChangeKind.NUMBER]},
            options=dict(parts[ChangeKind.READING]),
            title=None,
            redraw=0,
        )
    return arms


@dataclass(frozen=True)
class Fresh:
    """The plans of the confirming games.

    Attributes
    ----------
    even
        Tables at which all play alike, with the answers as arms.
    duels
        Those of the target skill, if it is one.
    """

    even: Plan
    duels: Plan | None

    @classmethod
    def of(
        cls,
        balance: Balance,
        knobs: SearchedNumbers,
        answers: Sequence[Setting],
        game: Game,
        quick: bool,
    ) -> Fresh:
        """Return the plans for some answers."""
        study = balance.with_arms(arms_of(balance, knobs, answers))
        even = make_plan(study, game, quick=quick)
        duels = duels_of(study, Aims.of(balance), game, quick=quick)
        starts = {arm_of(each): knobs.parted(each)[ChangeKind.START] for each in answers}
        return cls(_started(even, starts), None if duels is None else _started(duels, starts))

    @property
    def games(self) -> int:
        """Playthroughs of both."""
        return self.even.games + (self.duels.games if self.duels else 0)

    @property
    def whole(self) -> Plan:
        """Both as one plan."""
        return joined(self.even, self.duels)

    def played(self, plan: Plan) -> PlanReached:
        """Return how one of the plans came to its end."""
        ends = tuple(group.rounds[-1] for group in plan.groups)
        return PlanReached(plan, ends, (None,) * len(plan.groups), REPLICATES)


def _started(plan: Plan, starts: Mapping[str, Mapping[str, Any]]) -> Plan:
    """Return a plan whose arms also choose what they change before the game."""
    return replace(plan, cells=tuple(_start(cell, starts.get(cell.arm, {})) for cell in plan.cells))


def _start(cell: Cell, start: Mapping[str, Any]) -> Cell:
    if not start:
        return cell
    setup = replace(cell.setup, choices={**cell.setup.choices, **start})
    return replace(cell, setup=setup)


@dataclass(frozen=True)
class Confirmed:
    """What the confirming games gave.

    Attributes
    ----------
    arms
        Arm -> its figures at every level.
    claimed
        The figures that claims are about: at the levels that were searched.
    games
        Playthroughs of each cell of an arm.
    """

    arms: Mapping[str, Sampled]
    claimed: Predicted
    games: Sequence[int]

    @property
    def outputs(self) -> Outputs:
        """The figures that are measured."""
        return next(iter(self.arms.values())).measured.outputs


@dataclass(frozen=True, slots=True)
class _Tables:
    """Cells of one setting with the fields of their playthroughs."""

    cells: Sequence[Cell]
    spans: Sequence[range]
    fields: Sequence[Floats]

    def at(self, levels: Sequence[str]) -> _Tables:
        """Return those at some levels."""
        kept = [place for place, cell in enumerate(self.cells) if cell.level in levels]
        return _Tables(
            [self.cells[place] for place in kept],
            [self.spans[place] for place in kept],
            [self.fields[place] for place in kept],
        )

    def sampled(self, aims: Aims) -> Sampled:
        """Return their figures."""
        outputs = outputs_of(self.cells, aims)
        lucks = lucks_of(outputs, self.cells, self.spans)
        return Sampled(measured(outputs, self.fields), lucks)


def confirm(
    fresh: Fresh,
    aims: Aims,
    answers: Sequence[Setting],
    levels: Sequence[str],
    cells_asked: SequentialCells,
) -> Confirmed:
    """Play the confirming games and return the figures of every answer.

    Parameters
    ----------
    fresh
        Their plans.
    aims
        The targets.
    answers
        The settings beside the printed rules.
    levels
        That were searched, those of duels among them.
    cells_asked
        Plays or looks up.
    """
    plan = fresh.whole
    spans = plan.every_replicate
    stored = cells_asked.played(plan.cells, spans)
    found = {}
    for setting in (PRINTED, *answers):
        mine = [place for place, cell in enumerate(plan.cells) if cell.arm == arm_of(setting)]
        found[setting] = _Tables(
            [plan.cells[place] for place in mine],
            [spans[place] for place in mine],
            [
                fields_of_rows(stored[place], len(plan.cells[place].setup.seats), aims.fields)
                for place in mine
            ],
        )
    return Confirmed(
        {arm_of(setting): each.sampled(aims) for setting, each in found.items()},
        Predicted({setting: each.at(levels).sampled(aims) for setting, each in found.items()}),
        [len(span) for span in found[PRINTED].spans],
    )


def finals(searched: SearchResult, plan: Plan, aims: Aims) -> Predicted:
    """Return the figures of the answers among the finalists, from which claims are made.

    Parameters
    ----------
    searched
        With the finalists.
    plan
        By which each of them was played.
    aims
        The targets.
    """
    outputs = outputs_of(plan.cells, aims)
    lucks = lucks_of(outputs, plan.cells, plan.every_replicate)
    return Predicted(
        {
            setting: Sampled(searched.finals[setting].measured, lucks)
            for setting in (PRINTED, *searched.answers)
        }
    )
