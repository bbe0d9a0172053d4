"""The plan of a study: its cells, each a setup to be played a number of times."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING, Final, Protocol

from bloodstones.batch.result_files.tidy_tables import encode_areas, encode_rows
from bloodstones.batch.study.factors import BASE, MOST
from bloodstones.batch.study.faults import Figure
from bloodstones.batch.study.lineups import assignments, boards_and_lineups, table_name
from bloodstones.batch.study.size import refuse_size
from bloodstones.core.contract.game import Game, Number, Seat, Setup
from bloodstones.core.errors import InputError, expected
from bloodstones.core.faults import parts, raise_together
from bloodstones.core.files.own_data import require_data
from bloodstones.core.files.pairs import spelling
from bloodstones.core.kernels.streams import redrawn

if TYPE_CHECKING:
    from bloodstones.batch.study.definition import Study
    from bloodstones.batch.study.factors import Arm

MOST_ROUNDS: Final = 10
LEAST_IN_ROUND: Final = 50
LEAST_GAMES: Final = 500  # of a group in a round, where the file says how many games it plays
MAPS: Final = "maps"  # in labels, instead of one of several boards


@dataclass(frozen=True, slots=True)
class Cell:
    """One combination of the study's factors.

    Attributes
    ----------
    id
        Readable and unique: board/line-up/strategies, then the choices that are a factor and the
        arm unless it is `base`.
    label
        Keys the random streams. It names the board and the line-up only, so that cells which
        differ in strategies, choices or rules share their luck (common random numbers). Where the
        file lists several boards it leaves out the board, so that they share their luck too.
    setup
        What is played.
    arm
        Name of the arm of the what-if.
    level
        Level of skill; empty without levels.
    choices
        The choices that are a factor, as text; empty without such.
    redraw
        How often the random numbers of battles were redrawn; 0 for those that the arms share.
    """

    id: str
    label: str
    setup: Setup
    arm: str = BASE
    level: str = ""
    choices: str = ""
    redraw: int = 0

    @property
    def lineup(self) -> tuple[str, ...]:
        """The roles by seat."""
        return tuple(seat.role for seat in self.setup.seats)

    def luck(self, game: Game) -> str:
        """Return what keys the random streams of the game: the label, or that with a redraw."""
        return redrawn(self.label, battle_streams(game), self.redraw) if self.redraw else self.label

    @property
    def mix(self) -> tuple[str, ...]:
        """The strategies that play, in alphabetical order."""
        return tuple(sorted({seat.strategy for seat in self.setup.seats}))

    def played(self, game: Game, seed: int, replicates: range) -> tuple[bytes, str]:
        """Play some replicates and return their rows and area sums as the store keeps them."""
        chunk = game.simulate(self.setup, seed, self.luck(game), replicates)
        rows = encode_rows(chunk, game.columns, len(replicates) * len(self.setup.seats))
        return rows, encode_areas(chunk.areas)


def battle_streams(game: Game) -> range:
    """Return the random streams of a game that battles draw from; none of one that names none."""
    streams: range = getattr(game, "battle_streams", range(0))
    return streams


@dataclass(frozen=True, slots=True)
class MeasuredTogether:
    """Cells that are measured together: one board, player count, mix of strategies; all arms.

    Attributes
    ----------
    cells
        Their positions in the plan.
    rounds
        Replicates played by the end of each round, ascending. A study with a wanted precision
        looks at the figures after each and ends a group that has it.
    choices
        The choices that are a factor, as text.
    first
        The first replicate.
    """

    board: str
    players: int
    level: str
    mix: tuple[str, ...]
    cells: tuple[int, ...]
    rounds: tuple[int, ...]
    choices: str = ""
    first: int = 0

    @property
    def games(self) -> int:
        """Playthroughs of all its cells, at most."""
        return len(self.cells) * (self.rounds[-1] - self.first)


class Stopping(Protocol):
    """When a study with a wanted precision ends; `stats` has such rules."""

    @property
    def to_json(self) -> dict[str, object]:
        """The rule in words and numbers, for the provenance and as part of the plan's hash."""

    def rounds(self, per_replicate: int, players: int, most: int | None) -> tuple[int, ...]:
        """Replicates at each look, ascending, none above `most`.

        `per_replicate` is the number of independent values that one replicate adds to the figure
        that gets fewest.
        """

    def half_width(self, look: int, values: int, mean: float, variance: float) -> float:
        """Half of the interval of a mean at an interim analysis (from 0), corrected for all."""


@dataclass(frozen=True)
class Plan:
    """All cells of a study or ladder, in the order of the result table.

    Attributes
    ----------
    replicates
        Playthroughs of each cell; with a wanted precision, at most so many of any.
    groups
        Every cell is in one.
    half_width
        The precision wanted; None when all replicates are played in any case.
    stopping
        The rule that goes with it, in words.
    left_out
        Line-ups of so many players that a board does not take, by board and players.
    figures
        What is measured.
    """

    study: str
    game: str
    seed: int
    quick: bool
    replicates: int
    cells: tuple[Cell, ...]
    groups: tuple[MeasuredTogether, ...]
    half_width: float | None = None
    stopping: Mapping[str, object] | None = None
    left_out: Mapping[tuple[str, int], int] | None = None
    figures: tuple[Figure, ...] = ()

    @property
    def games(self) -> int:
        """Playthroughs of the whole plan, at most."""
        return sum(group.games for group in self.groups)

    @property
    def every_replicate(self) -> list[range]:
        """By cell, the replicates of the whole plan."""
        ends = {
            cell: range(each.first, each.rounds[-1]) for each in self.groups for cell in each.cells
        }
        return [ends[cell] for cell in range(len(self.cells))]

    @property
    def has_choices(self) -> bool:
        """Whether choices are a factor."""
        return any(cell.choices for cell in self.cells)

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
                **({"redraw": cell.redraw} if cell.redraw else {}),
                **({"choices": dict(cell.setup.choices)} if cell.setup.choices else {}),
                **({"position": cell.setup.position} if cell.setup.position else {}),
            }
            for cell in self.cells
        ]
        rounds = [
            [group.cells, group.rounds, *([group.first] if group.first else [])]
            for group in self.groups
        ]
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
        Needed for sets of all roles of the game, and for several boards.
    quick
        Take the replicates from the file's table `[quick]`.
    replicates
        Playthroughs of each cell instead of the file's, 1 or more.
    stopping
        The rule for a study with a wanted precision; it needs one unless replicates are given.

    Raises
    ------
    InputError
        `quick` without such a table, a mix of more strategies than seats, replicates below 1, own
        data for a game that reads none, more cells than `size.MOST_CELLS`.
    """
    fixed = _fixed_replicates(study, quick, replicates)
    rule = stopping if fixed is None and study.games is None else None
    if fixed is None and study.games is None and rule is None:
        raise InputError("expected replicates or a stopping rule, got neither (half_width)")
    if study.data and game is not None:
        require_data(game, "data")
    refuse_size(study, game)
    tables, left_out = boards_and_lineups(study, game)
    begun = _begun(study, game)
    arms: dict[str, Arm | None] = {BASE: None, **study.every_arm}
    cells = tuple(
        _cell(study, board, tuple(map(Seat, roles, strategies)), level, choices, arm, begun)
        for board, roles in tables
        for level, mixes in study.skill
        if study.games_of(level, len(roles)) != 0
        for strategies in assignments(mixes, len(roles), study.last_alone, study.in_order)
        for choices in study.every_choice
        for arm in arms.items()
    )
    groups = _groups(study, cells, fixed, rule)
    return Plan(
        study=study.id,
        game=study.game,
        seed=study.seed,
        quick=quick,
        replicates=max(group.rounds[-1] for group in groups),
        cells=cells,
        groups=groups,
        half_width=None if rule is None else study.half_width,
        stopping=None if rule is None else rule.to_json,
        left_out=left_out,
        figures=study.figures or _usual_figures(cells, bool(study.arms)),
    )


def _begun(study: Study, game: Game | None) -> Setup | None:
    """Return what the position of a study is played with; None of a study without one."""
    if study.position is None:
        return None
    read = getattr(game, "position", None)
    if read is None or getattr(game, "notation", None) is None:
        raise expected("a game with positions", study.game, "start")
    errors: list[InputError] = []
    try:
        setup: Setup = read(study.position, study.map or "", study.data or "").setup
    except InputError as error:
        errors = [type(part)(f"start, {part.message}", part.tip) for part in parts(error)]
    raise_together(errors)
    return setup


def _usual_figures(cells: Sequence[Cell], arms: bool) -> tuple[Figure, ...]:
    """Return what is measured unless the file says it: roles, seats where nobody has one."""
    roles = any(role for cell in cells for role in cell.lineup)
    usual = Figure.FACTIONS if roles else Figure.SEATS
    return (usual, Figure.ARMS) if arms else (usual,)


def _fixed_replicates(study: Study, quick: bool, replicates: int | None) -> int | None:
    """Return the playthroughs of each cell, None if they follow from games or a precision."""
    if replicates is not None and replicates < 1:
        raise expected("at least 1", replicates, "--replicates")
    if replicates is not None and replicates > MOST:
        raise expected(f"at most {MOST:_}", replicates, "--replicates")
    if quick and study.quick is None:
        raise InputError(
            "expected a table [quick] in the study file, got none (--quick)",
            "add [quick] with `replicates`, or give --replicates",
        )
    fixed = study.quick.replicates if quick and study.quick else study.replicates
    return replicates or fixed


def even_rounds(replicates: int, least: int = LEAST_IN_ROUND) -> tuple[int, ...]:
    """Return rounds of about equal size: a run that is stopped has played its cells evenly.

    Parameters
    ----------
    least
        Replicates of a round, at least.

    >>> even_rounds(120), even_rounds(7), even_rounds(7, 3)
    ((60, 120), (7,), (3, 7))
    """
    count = max(1, min(MOST_ROUNDS, replicates // least))
    return tuple(replicates * (i + 1) // count for i in range(count))


def _groups(
    study: Study, cells: Sequence[Cell], fixed: int | None, rule: Stopping | None
) -> tuple[MeasuredTogether, ...]:
    """Return the groups of cells, in the order of their first cells."""
    members: dict[tuple[str, int, str, tuple[str, ...], str], list[int]] = {}
    for index, cell in enumerate(cells):
        key = (cell.setup.board, len(cell.setup.seats), cell.level, cell.mix, cell.choices)
        members.setdefault(key, []).append(index)
    groups = []
    for (board, players, level, mix, choices), indices in members.items():
        cells_of_group = [cells[index] for index in indices]
        games = study.games_of(level, players)
        if rule is not None:
            rounds = rule.rounds(_fewest_values(cells_of_group), players, study.most_replicates)
        elif fixed is None and games is not None:
            rounds = even_rounds(
                _replicates(games, cells_of_group), _replicates(LEAST_GAMES, cells_of_group)
            )
        else:
            rounds = even_rounds(fixed or 0)
        groups.append(MeasuredTogether(board, players, level, mix, tuple(indices), rounds, choices))
    return tuple(groups)


def _replicates(games: int, cells: Sequence[Cell]) -> int:
    """Return the playthroughs of each cell of a group that wants so many games of each arm."""
    return ceil(games / sum(cell.arm == BASE for cell in cells))


def _fewest_values(cells: Sequence[Cell]) -> int:
    """Return how many line-ups the role plays in that plays in the fewest of them."""
    lineups = {cell.label: cell.lineup for cell in cells}.values()
    roles = {role for lineup in lineups for role in lineup}
    return min(sum(role in lineup for lineup in lineups) for role in roles)


def _cell(
    study: Study,
    board: str,
    seats: tuple[Seat, ...],
    level: str,
    choices: Mapping[str, Number],
    named_arm: tuple[str, Arm | None],
    begun: Setup | None,
) -> Cell:
    """Return the cell of a board, who sits there, choices and an arm."""
    name, arm = named_arm
    at = begun or Setup(board, seats)
    roles = tuple(seat.role for seat in seats)
    strategies = [seat.strategy for seat in seats]
    played = strategies[0] if len(set(strategies)) == 1 else "+".join(strategies)
    setup = Setup(
        board=board,
        seats=seats,
        options={**at.options, **study.rules.options, **(arm.options if arm else {})},
        overrides={**at.overrides, **study.rules.overrides, **(arm.overrides if arm else {})},
        choices=at.choices if begun else choices,
        data=study.data or "",
        position=study.position.text() if study.position else "",
    )
    table = table_name(board, roles)
    chosen = ",".join(f"{key}={spelling(choices[key])}" for key in study.choice_factors)
    ident = "/".join([table, played, *([chosen] if chosen else []), *([name] if arm else [])])
    label = table_name(MAPS, roles) if study.maps else table
    return Cell(ident, label, setup, name, level, chosen, arm.redraw if arm else 0)


def check_plan(plan: Plan, game: Game, file: str) -> None:
    """Raise one InputError with everything in the study `file` that the game cannot play.

    A fault that several cells share is reported once, with the first of them.
    """
    errors: dict[str, InputError] = {}
    if any(cell.redraw for cell in plan.cells) and not battle_streams(game):
        raise expected(
            "a game with a separate random stream for battles", game.id, f"{file}, redraw"
        )
    for cell in plan.cells:
        try:
            game.check(cell.setup)
        except InputError as error:
            for part in parts(error):
                what = part.message.rpartition(" (")[0] or part.message
                fault = type(part)(f"{file}, cell {cell.id}: {part.message}", part.tip)
                errors.setdefault(what, fault)
    raise_together(errors.values())
