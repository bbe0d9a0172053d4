"""A setup read into rules, board, armies and teams; every fault is reported at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bloodstones.core.contract.game import Setup
from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults, gathering, nearest, raise_together
from bloodstones.games.wizard_kings.engine.rule_tables import RuleTables, pack
from bloodstones.games.wizard_kings.engine.state import SEATS
from bloodstones.games.wizard_kings.rules.boards import Board, check_board
from bloodstones.games.wizard_kings.rules.maps import maps
from bloodstones.games.wizard_kings.rules.names import Army
from bloodstones.games.wizard_kings.rules.numbers import with_overrides
from bloodstones.games.wizard_kings.rules.reading import load_ruleset
from bloodstones.games.wizard_kings.rules.register import DEFAULTS, Readings, read_options
from bloodstones.games.wizard_kings.rules.ruleset import (
    BUY,
    STANDARD,
    Block,
    Ruleset,
    check_army,
    read_blocks,
    standard_army,
)

FEWEST: Final = 2
NAMED: Final = ("owners", "army", "team")
ARMIES: Final = "armies"


@dataclass(frozen=True, slots=True)
class GameSetup:
    """What a playthrough is played with.

    Attributes
    ----------
    bought
        By seat its blocks, None for a seat that buys in play.
    teams
        By seat a number that allies share.
    """

    rules: Ruleset
    board: Board
    armies: tuple[Army, ...]
    bought: tuple[tuple[Block, ...] | None, ...]
    teams: tuple[int, ...]
    readings: Readings

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.armies)

    def tables(self) -> RuleTables:
        """Return the packed rules."""
        return pack(self.rules, self.board, self.armies, self.bought, self.teams, self.readings)


def read_setup(setup: Setup) -> GameSetup:
    """Return what a setup describes.

    `choices`: `owners` (`0,1`) seat of each map; `army.0` (`standard`, `buy` or blocks as
    `ranger:3*2, ...`) and `team.0` by seat; `armies` (`standard` or `buy`) for every seat without
    an army of its own.

    Raises
    ------
    InputError
        With every fault of board, armies, options and numbers.

    Examples
    --------
    >>> from bloodstones.core.contract.game import Seat
    >>> seats = (Seat("eldryn", "random"), Seat("jurak", "random"))
    >>> len(read_setup(Setup("westmarch+eastfen", seats)).board.cities)
    12
    """
    errors: list[InputError] = []
    rules, readings = _own_data(setup.data), DEFAULTS
    with gathering(errors):
        rules = with_overrides(rules, setup.overrides)
    with gathering(errors):
        readings = read_options(setup.options)
    faults = Faults()
    _check_choices(setup, faults)
    board = check_board(setup.board, len(setup.seats), setup.choices, faults, setup.data)
    armies = _armies(setup, readings, faults)
    bought = tuple(
        _army(setup, seat, army, rules, board, faults) for seat, army in enumerate(armies)
    )
    teams = _teams(setup, readings, faults)
    if board is not None:
        _check_goal(len(armies), board, rules, readings, faults)
    with gathering(errors):
        faults.raise_if_any()
    raise_together(errors)
    assert board is not None
    return GameSetup(rules, board, tuple(armies), bought, teams, readings)


def _own_data(data: str) -> Ruleset:
    """Return the rules; InputError with every fault of the files, those of maps too."""
    errors: list[InputError] = []
    rules: list[Ruleset] = []
    with gathering(errors):
        rules.append(load_ruleset(data=data))
    with gathering(errors):
        maps(data)
    raise_together(errors)
    return rules[0]


def _check_choices(setup: Setup, faults: Faults) -> None:
    choices = ["owners", ARMIES]
    choices += [f"{name}.{seat}" for name in NAMED[1:] for seat in range(len(setup.seats))]
    for name in setup.choices:
        if name not in choices:
            faults.add("choices", "known choices", name, nearest(name, choices))
    armies = setup.choices.get(ARMIES, STANDARD)
    if armies not in (STANDARD, BUY):
        faults.add(ARMIES, f"{STANDARD} or {BUY}", armies)


def _armies(setup: Setup, readings: Readings, faults: Faults) -> list[Army]:
    if not FEWEST <= len(setup.seats) <= SEATS:
        faults.add("seats", f"{FEWEST} to {SEATS} players", len(setup.seats))
    by_name = {army.id: army for army in Army}
    armies = []
    for place, seat in enumerate(setup.seats):
        if seat.role not in by_name:
            faults.add(f"seat {place + 1}", "an army", seat.role, nearest(seat.role, by_name))
        armies.append(by_name.get(seat.role, Army.ELDRYN))
    if readings.get("duplicate_armies") is False and len(set(armies)) < len(armies):  # AMB-23
        faults.note("seats", "each army once (duplicate_armies)", "one twice")
    return armies[:SEATS]


def _army(
    setup: Setup, seat: int, army: Army, rules: Ruleset, board: Board | None, faults: Faults
) -> tuple[Block, ...] | None:
    """Return the blocks of a seat, None if it buys them in play."""
    where = f"army.{seat}"
    text = str(setup.choices.get(where, setup.choices.get(ARMIES, STANDARD)))
    if text == BUY:
        return None
    before = len(faults.sentences)
    if text == STANDARD:
        blocks = standard_army(rules, army)
    else:
        blocks = read_blocks(text, rules.units_of(army), where, faults)
    if board is not None and len(faults.sentences) == before:
        cities = sum(city.home == seat for city in board.cities)
        check_army(blocks, rules, cities, where, faults)
    return blocks


def _teams(setup: Setup, readings: Readings, faults: Faults) -> tuple[int, ...]:
    teams: list[int] = []
    for seat in range(len(setup.seats)):
        team = setup.choices.get(f"team.{seat}", seat)
        if type(team) is not int or not 0 <= team < SEATS:
            faults.add(f"team.{seat}", f"a team from 0 to {SEATS - 1}", team)
            team = seat
        teams.append(int(team))
    if len(teams) > 1 and len(set(teams)) == 1:
        faults.note("teams", "two teams or more", "one")
    if readings.get("alliances") == "none" and len(set(teams)) < len(teams):
        faults.note("teams", "a team for each seat (alliances = none)", "allies")
    return tuple(teams)


def _check_goal(
    players: int, board: Board, rules: Ruleset, readings: Readings, faults: Faults
) -> None:
    """Collect a fault for a table for which the goal must be set (WK-WIN-02, AMB-19)."""
    is_set = readings.get("goal_gp", "auto") != "auto"
    if not is_set and (players > FEWEST or board.maps not in rules.goal):
        faults.note(
            "options",
            "goal_gp as a number",
            f"auto with {players} players on {board.maps} maps",
            "only two players on two or four maps have a goal of their own",
        )
