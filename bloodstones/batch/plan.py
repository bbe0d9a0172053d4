"""The plan of a study: its cells, each a setup to be played a number of times."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bloodstones.core.errors import InputError, expected
from bloodstones.core.faults import parts, raise_together
from bloodstones.core.game import Game, Seat, Setup

if TYPE_CHECKING:
    from bloodstones.batch.definition import Lineups, Study


@dataclass(frozen=True, slots=True)
class Cell:
    """One combination of the study's factors.

    Attributes
    ----------
    id
        Readable and unique: map/line-up/strategies.
    label
        Keys the random streams. It names the map and the line-up only, so that arms which differ
        in strategies or rules share their luck (common random numbers).
    setup
        What is played.
    """

    id: str
    label: str
    setup: Setup


@dataclass(frozen=True, slots=True)
class Plan:
    """All cells of a study, in the order of the result table.

    Attributes
    ----------
    replicates
        Playthroughs of each cell.
    """

    study: str
    game: str
    seed: int
    quick: bool
    replicates: int
    cells: tuple[Cell, ...]

    @property
    def games(self) -> int:
        """Playthroughs of the whole study."""
        return len(self.cells) * self.replicates

    @property
    def sha256(self) -> str:
        """A hash of everything that determines the result table, apart from the code."""
        cells = [
            {
                "id": cell.id,
                "label": cell.label,
                "map": cell.setup.map,
                "seats": [[seat.faction, seat.strategy] for seat in cell.setup.seats],
                "options": dict(cell.setup.options),
                "overrides": dict(cell.setup.overrides),
            }
            for cell in self.cells
        ]
        parts = [self.study, self.game, self.seed, self.replicates, cells]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def make_plan(study: Study, *, quick: bool = False, replicates: int | None = None) -> Plan:
    """Return the plan of a study.

    Parameters
    ----------
    quick
        Take the replicates from the file's table `[quick]`.
    replicates
        Playthroughs of each cell instead of the file's, 1 or more.

    Raises
    ------
    InputError
        `quick` without such a table, a mix of more strategies than seats, replicates below 1.
    """
    if replicates is not None and replicates < 1:
        raise expected("at least 1", replicates, "--replicates")
    if quick and study.quick is None:
        raise InputError(
            "expected a table [quick] in the study file, got none (--quick)",
            "add [quick] with `replicates`, or give --replicates",
        )
    planned = study.quick.replicates if quick and study.quick else study.replicates
    cells = tuple(
        _cell(study, factions, strategies)
        for factions in lineups(study.lineups)
        for strategies in assignments(study.strategies, len(factions))
    )
    return Plan(study.id, study.game, study.seed, quick, replicates or planned, cells)


def lineups(table: Lineups) -> tuple[tuple[str, ...], ...]:
    """Return the line-ups of a study, each once: sets first, then the explicit ones."""
    base: list[tuple[str, ...]] = []
    for group in table.sets:
        base.extend(itertools.combinations(group.factions, group.players))
    base.extend(table.explicit)
    turned = (cyclic_shifts(lineup) if table.rotate_seats else (lineup,) for lineup in base)
    return tuple(dict.fromkeys(itertools.chain.from_iterable(turned)))


def cyclic_shifts(lineup: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return every cyclic shift of a line-up, the line-up itself first.

    >>> cyclic_shifts(("a", "b", "c"))
    (('a', 'b', 'c'), ('b', 'c', 'a'), ('c', 'a', 'b'))
    """
    return tuple((*lineup[i:], *lineup[:i]) for i in range(len(lineup)))


def assignments(mixes: Sequence[Sequence[str]], seats: int) -> tuple[tuple[str, ...], ...]:
    """Return the strategies of the seats for every arm, each assignment once.

    >>> assignments([("a",), ("a", "b")], 2)
    (('a', 'a'), ('a', 'b'), ('b', 'a'))
    """
    return tuple(dict.fromkeys(itertools.chain.from_iterable(_mix(mix, seats) for mix in mixes)))


def _mix(mix: Sequence[str], seats: int) -> Iterator[tuple[str, ...]]:
    """Every assignment of the strategies to the seats in which each of them plays."""
    wanted = set(mix)
    if len(wanted) > seats:
        raise InputError(
            f"expected at most {seats} strategies at a table of {seats}, "
            f"got {len(wanted)}: {', '.join(mix)} (strategies)",
            "study player counts with different mixes in different files",
        )
    for seated in itertools.product(mix, repeat=seats):
        if set(seated) == wanted:
            yield seated


def _cell(study: Study, factions: Sequence[str], strategies: Sequence[str]) -> Cell:
    """Return the cell of a line-up and an assignment of strategies."""
    label = f"{study.map}/{'+'.join(factions)}"
    arm = strategies[0] if len(set(strategies)) == 1 else "+".join(strategies)
    setup = Setup(
        map=study.map,
        seats=tuple(Seat(f, s) for f, s in zip(factions, strategies, strict=True)),
        options=dict(study.rules.options),
        overrides=dict(study.rules.overrides),
    )
    return Cell(f"{label}/{arm}", label, setup)


def check_plan(plan: Plan, game: Game, file: str) -> None:
    """Raise one InputError with everything in the study `file` that the game cannot play.

    What several cells have in common is told once, with the first of them.
    """
    found: dict[str, InputError] = {}
    for cell in plan.cells:
        try:
            game.check(cell.setup)
        except InputError as error:
            for part in parts(error):
                what = part.message.rpartition(" (")[0] or part.message
                told = type(part)(f"{file}, cell {cell.id}: {part.message}", part.tip)
                found.setdefault(what, told)
    raise_together(found.values())
