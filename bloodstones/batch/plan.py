"""The plan of a study: its cells, each a setup to be played a number of times."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, Protocol

from bloodstones.batch.factors import BASE
from bloodstones.batch.lineups import assignments, boards_and_lineups
from bloodstones.core.errors import InputError, expected
from bloodstones.core.faults import parts, raise_together
from bloodstones.core.game import Game, Seat, Setup

if TYPE_CHECKING:
    from bloodstones.batch.definition import Study
    from bloodstones.batch.factors import Arm

MOST_ROUNDS: Final = 10
LEAST_IN_ROUND: Final = 50
MAPS: Final = "maps"  # in labels, instead of one of several


@dataclass(frozen=True, slots=True)
class Cell:
    """One combination of the study's factors.

    Attributes
    ----------
    id
        Readable and unique: map/line-up/strategies, and the arm unless it is `base`.
    label
        Keys the random streams. It names the map and the line-up only, so that cells which differ
        in strategies or rules share their luck (common random numbers). Where the file lists
        `maps` it leaves out the map, so that the maps share their luck too.
    setup
        What is played.
    arm
        Name of the arm of the what-if.
    level
        Level of skill; empty without levels.
    """

    id: str
    label: str
    setup: Setup
    arm: str = BASE
    level: str = ""

    @property
    def lineup(self) -> tuple[str, ...]:
        """The factions by seat."""
        return tuple(seat.role for seat in self.setup.seats)

    @property
    def mix(self) -> tuple[str, ...]:
        """The strategies that play, in alphabetical order."""
        return tuple(sorted({seat.strategy for seat in self.setup.seats}))


@dataclass(frozen=True, slots=True)
class Group:
    """Cells that are measured together: one map, player count and mix of strategies; all arms.

    Attributes
    ----------
    cells
        Their positions in the plan.
    rounds
        Replicates played by the end of each round, ascending. A study with a wanted precision
        looks at the figures after each and ends a group that has it.
    """

    map: str
    players: int
    level: str
    mix: tuple[str, ...]
    cells: tuple[int, ...]
    rounds: tuple[int, ...]


class Stopping(Protocol):
    """When a study with a wanted precision ends; `stats` has such rules."""

    @property
    def told(self) -> dict[str, object]:
        """The rule in words and numbers, for the provenance and as part of the plan's hash."""

    def rounds(self, per_replicate: int, players: int, most: int | None) -> tuple[int, ...]:
        """Replicates at each look, ascending, none above `most`.

        `per_replicate` is the number of independent values that one replicate adds to the figure
        that gets fewest.
        """

    def half_width(self, look: int, values: int, mean: float, variance: float) -> float:
        """Half of the interval of a mean at a look (from 0), allowing for all looks."""


@dataclass(frozen=True)
class Plan:
    """All cells of a study, in the order of the result table.

    Attributes
    ----------
    replicates
        Playthroughs of each cell; with a wanted precision, at most so many of any.
    groups
        Every cell is in one.
    half_width
        The precision wanted; None when all replicates are played in any case.
    stopping
        The rule that goes with it, as it is told.
    left_out
        Line-ups of so many players that a map does not take, by map and players.
    """

    study: str
    game: str
    seed: int
    quick: bool
    replicates: int
    cells: tuple[Cell, ...]
    groups: tuple[Group, ...]
    half_width: float | None = None
    stopping: Mapping[str, object] | None = None
    left_out: Mapping[tuple[str, int], int] | None = None

    @property
    def games(self) -> int:
        """Playthroughs of the whole study, at most."""
        return sum(len(group.cells) * group.rounds[-1] for group in self.groups)

    @cached_property
    def sha256(self) -> str:
        """A hash of everything that determines the result table, apart from the code."""
        cells = [
            {
                "id": cell.id,
                "label": cell.label,
                "map": cell.setup.board,
                "arm": cell.arm,
                "level": cell.level,
                "seats": [[seat.role, seat.strategy] for seat in cell.setup.seats],
                "options": dict(cell.setup.options),
                "overrides": dict(cell.setup.overrides),
            }
            for cell in self.cells
        ]
        rounds = [[group.cells, group.rounds] for group in self.groups]
        parts = [self.study, self.game, self.seed, cells, rounds, self.half_width, self.stopping]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def make_plan(
    study: Study,
    game: Game | None = None,
    *,
    quick: bool = False,
    replicates: int | None = None,
    stopping: Stopping | None = None,
) -> Plan:
    """Return the plan of a study.

    Parameters
    ----------
    game
        Needed for sets of all factions of the game, and for several maps.
    quick
        Take the replicates from the file's table `[quick]`.
    replicates
        Playthroughs of each cell instead of the file's, 1 or more.
    stopping
        The rule for a study with a wanted precision; it needs one unless replicates are given.

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
    fixed = study.quick.replicates if quick and study.quick else study.replicates
    fixed = replicates or fixed
    if fixed is None and stopping is None:
        raise InputError("expected replicates or a rule for stopping, got neither (half_width)")
    tables, left_out = boards_and_lineups(study, game)
    arms: dict[str, Arm | None] = {BASE: None, **study.every_arm}
    cells = tuple(
        _cell(study, board, factions, strategies, level, arm)
        for board, factions in tables
        for level, mixes in study.skill
        for strategies in assignments(mixes, len(factions), study.last_alone)
        for arm in arms.items()
    )
    rule = stopping if fixed is None else None
    groups = _groups(cells, fixed, rule, study.most_replicates)
    return Plan(
        study=study.id,
        game=study.game,
        seed=study.seed,
        quick=quick,
        replicates=max(group.rounds[-1] for group in groups),
        cells=cells,
        groups=groups,
        half_width=None if rule is None else study.half_width,
        stopping=None if rule is None else rule.told,
        left_out=left_out,
    )


def even_rounds(replicates: int) -> tuple[int, ...]:
    """Return rounds of about equal size: a run that is stopped has played its cells evenly.

    >>> even_rounds(120), even_rounds(7)
    ((60, 120), (7,))
    """
    count = max(1, min(MOST_ROUNDS, replicates // LEAST_IN_ROUND))
    return tuple(replicates * (i + 1) // count for i in range(count))


def _groups(
    cells: Sequence[Cell], fixed: int | None, rule: Stopping | None, most: int | None
) -> tuple[Group, ...]:
    """Return the groups of cells, in the order of their first cells."""
    members: dict[tuple[str, int, str, tuple[str, ...]], list[int]] = {}
    for index, cell in enumerate(cells):
        key = (cell.setup.board, len(cell.setup.seats), cell.level, cell.mix)
        members.setdefault(key, []).append(index)
    groups = []
    for (board, players, level, mix), indices in members.items():
        if rule is None:
            rounds = even_rounds(fixed or 0)
        else:
            rounds = rule.rounds(_fewest_values([cells[i] for i in indices]), players, most)
        groups.append(Group(board, players, level, mix, tuple(indices), rounds))
    return tuple(groups)


def _fewest_values(cells: Sequence[Cell]) -> int:
    """Return how many line-ups the faction plays in that plays in the fewest of them."""
    lineups = {cell.label: cell.lineup for cell in cells}.values()
    factions = {faction for lineup in lineups for faction in lineup}
    return min(sum(faction in lineup for lineup in lineups) for faction in factions)


def _cell(
    study: Study,
    board: str,
    factions: Sequence[str],
    strategies: Sequence[str],
    level: str,
    named_arm: tuple[str, Arm | None],
) -> Cell:
    """Return the cell of a map, a line-up, an assignment of strategies and an arm."""
    name, arm = named_arm
    lineup = "+".join(factions)
    ident = f"{board}/{lineup}"
    label = f"{MAPS}/{lineup}" if study.maps else ident
    played = strategies[0] if len(set(strategies)) == 1 else "+".join(strategies)
    setup = Setup(
        board=board,
        seats=tuple(Seat(f, s) for f, s in zip(factions, strategies, strict=True)),
        options={**study.rules.options, **(arm.options if arm else {})},
        overrides={**study.rules.overrides, **(arm.overrides if arm else {})},
    )
    ident = f"{ident}/{played}" if arm is None else f"{ident}/{played}/{name}"
    return Cell(ident, label, setup, name, level)


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
