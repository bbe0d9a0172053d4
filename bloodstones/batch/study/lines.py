"""The lines of a study: each one number that it measures, as a weighted sum of win credits.

A replicate of a line-up has the same random numbers in every cell of a group, for any players and
rules, so it gives one value to a line: the mean over what the line covers there, or a difference of
two arms. Values of different replicates or line-ups are independent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bloodstones.batch.study.factors import BASE
from bloodstones.batch.study.faults import Figure
from bloodstones.batch.study.plan import MeasuredTogether, Plan

Place = tuple[int, int]
Weights = Mapping[Place, float]


@dataclass(frozen=True, slots=True)
class StudyNumber:
    """One number of a study.

    Attributes
    ----------
    of
        The role, seat (from 0) or strategy whose win rate it is.
    arm
        The arm; for the figure `arms`, the one that is compared with `base`.
    weights
        By line-up (label): the weight of the win credit of (cell, seat).
    """

    figure: Figure
    group: MeasuredTogether
    arm: str
    of: str
    weights: Mapping[str, Weights]

    @property
    def cells(self) -> int:
        """Cells that it is taken from."""
        return len({cell for part in self.weights.values() for cell, _ in part})


def lines_of(plan: Plan, group: MeasuredTogether, figures: Sequence[Figure]) -> list[StudyNumber]:
    """Return the lines of the figures in a group of cells."""
    makers = {
        Figure.FACTIONS: _roles,
        Figure.SEATS: _seats,
        Figure.STRATEGIES: _strategies,
        Figure.ARMS: _differences,
    }
    return [line for figure in figures for line in makers[figure](plan, group)]


def _by_label(plan: Plan, group: MeasuredTogether, arm: str) -> dict[str, list[int]]:
    """Return the cells of an arm by line-up."""
    by_label: dict[str, list[int]] = {}
    for index in group.cells:
        if plan.cells[index].arm == arm:
            by_label.setdefault(plan.cells[index].label, []).append(index)
    return by_label


def _arms(plan: Plan, group: MeasuredTogether) -> list[str]:
    """Return the arms in the order of the file, `base` first."""
    return list(dict.fromkeys(plan.cells[index].arm for index in group.cells))


def _even(places: Sequence[Place], total: float = 1.0) -> dict[Place, float]:
    """Return equal weights."""
    return {place: total / len(places) for place in places}


def _role_weights(plan: Plan, group: MeasuredTogether, arm: str) -> dict[str, dict[str, Weights]]:
    """Return the weights of each role's win rate by line-up; of each seat's without roles.

    Several seats with the same role count alike.
    """
    weights: dict[str, dict[str, Weights]] = {}
    for label, cells in _by_label(plan, group, arm).items():
        lineup = plan.cells[cells[0]].lineup
        subjects = lineup if any(lineup) else tuple(map(str, range(len(lineup))))
        for subject in dict.fromkeys(subjects):
            seats = [seat for seat, each in enumerate(subjects) if each == subject]
            places = [(cell, seat) for cell in cells for seat in seats]
            weights.setdefault(subject, {})[label] = _even(places)
    return weights


def _roles(plan: Plan, group: MeasuredTogether) -> Iterator[StudyNumber]:
    for arm in _arms(plan, group):
        for role, weights in sorted(_role_weights(plan, group, arm).items()):
            yield StudyNumber(Figure.FACTIONS, group, arm, role, weights)


def _seats(plan: Plan, group: MeasuredTogether) -> Iterator[StudyNumber]:
    for arm in _arms(plan, group):
        labels = _by_label(plan, group, arm)
        for seat in range(group.players):
            weights = {
                label: _even([(cell, seat) for cell in cells]) for label, cells in labels.items()
            }
            yield StudyNumber(Figure.SEATS, group, arm, str(seat), weights)


def _strategies(plan: Plan, group: MeasuredTogether) -> Iterator[StudyNumber]:
    if len(group.mix) == 1:
        return
    for arm in _arms(plan, group):
        labels = _by_label(plan, group, arm)
        for strategy in group.mix:
            weights = {
                label: _even(
                    [
                        (cell, number)
                        for cell in cells
                        for number, seat in enumerate(plan.cells[cell].setup.seats)
                        if seat.strategy == strategy
                    ]
                )
                for label, cells in labels.items()
            }
            yield StudyNumber(Figure.STRATEGIES, group, arm, strategy, weights)


def _differences(plan: Plan, group: MeasuredTogether) -> Iterator[StudyNumber]:
    base = _role_weights(plan, group, BASE)
    for arm in _arms(plan, group):
        if arm == BASE:
            continue
        for role, weights in sorted(_role_weights(plan, group, arm).items()):
            both = {
                label: {**part, **{place: -share for place, share in base[role][label].items()}}
                for label, part in weights.items()
            }
            yield StudyNumber(Figure.ARMS, group, arm, role, both)
