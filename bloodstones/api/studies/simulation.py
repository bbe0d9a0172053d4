"""Games of one setup, many times: a study of a single cell."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any, Final, TypedDict, Unpack

from bloodstones.api.faults import python_faults
from bloodstones.api.seats import read_seats
from bloodstones.api.studies.study import Study
from bloodstones.core.arguments import spelled_out, whole_of
from bloodstones.core.contract.game import Number, Seat

if TYPE_CHECKING:
    from bloodstones.api.results.results import Results

ID: Final = "simulation"
QUESTION: Final = "How often does each seat win?"


class Simulated(TypedDict, total=False):
    """The parameters of a simulation besides its seats.

    Attributes
    ----------
    games
        Number of playthroughs, at least 1.
    seed
        Random seed.
    board
        Id or file of the board; by default the game's default board.
    choices, options, set, data
        Choices made before the game starts, readings of the rules, changed rule numbers, and a
        folder with your own data files.
    jobs, out, resume, replace, backend
        As in `Study.run`.
    """

    games: int
    seed: int
    board: str | None
    choices: Mapping[str, Number] | None
    options: Mapping[str, str] | None
    set: Mapping[str, Number] | None
    data: str | PathLike[str] | None
    jobs: int | None
    out: str | PathLike[str] | None
    resume: bool
    replace: bool
    backend: str


DEFAULTS: Final[Simulated] = {
    "games": 1000,
    "seed": 1,
    "board": None,
    "choices": None,
    "options": None,
    "set": None,
    "data": None,
    "jobs": None,
    "out": None,
    "resume": False,
    "replace": False,
    "backend": "threading",
}
# Parameters of a study, and what they are here.
NAMES: Final = {
    r"^cell \S+: ": "",
    r"\boverrides: (?=expected)": "set=: ",
    r"\boptions: (?=expected)": "options=: ",
    r"\blineups=": "seats",
    r"\(lineups\)": "(seats)",
    r"\bstrategies=": "seats",
    r"\brules= \(overrides\.?": "set= (",
    r"\brules= \(options\.?": "options= (",
    r"`map=` or `maps=`": "`board=`",
    r"\bmap=": "board=",
    r"\breplicates=": "games=",
}
RUNNING: Final = ("jobs", "out", "resume", "replace", "backend")


@spelled_out(DEFAULTS)
def simulate(game: str, *seats: str | Seat, **settings: Unpack[Simulated]) -> Results:
    """Play a setup many times and return the results.

    Parameters
    ----------
    game
        Id of the game.
    seats
        Seats in clockwise order, each `"role:strategy"`; in a game without roles, only the
        strategy.
    **settings
        See `Simulated`.

    Raises
    ------
    InputError
        The game does not support this setup.
    RunError
        The run failed or was stopped with Ctrl-C; finished games are kept for `resume=True`.
    """
    how: dict[str, Any] = {**DEFAULTS, **settings}
    with python_faults(renamed=NAMES):
        setup = read_seats(
            game,
            seats,
            board=how["board"],
            choices=how["choices"],
            options=how["options"],
            set=how["set"],
            data="" if how["data"] is None else how["data"],
        )
    read = setup.seats
    roles, strategies = [seat.role for seat in read], [seat.strategy for seat in read]
    rules = {"options": how["options"] or {}, "overrides": how["set"] or {}}
    with python_faults(renamed=NAMES):
        study = Study(
            id=ID,
            question=QUESTION,
            game=game,
            seed=how["seed"],
            map=setup.board or None,
            strategies=[strategies if len(set(strategies)) > 1 else strategies[:1]],
            in_order=True if len(set(strategies)) > 1 else None,
            replicates=_games(how["games"]),
            lineups=_lineup(roles),
            rules=rules if any(rules.values()) else None,
            choices=dict(how["choices"]) if how["choices"] else None,
            data=None if how["data"] is None else str(how["data"]),
        )
        return study.run(**{name: how[name] for name in RUNNING})


def _games(games: Any) -> int:
    """Return a number of playthroughs; InputError unless it is one."""
    return whole_of(games, "games=", "a whole number of games of at least 1", 1)


def _lineup(roles: list[str]) -> dict[str, Any]:
    """Return the one line-up of these roles; seats without roles are counted."""
    if any(roles):
        return {"explicit": [roles], "rotate_seats": False}
    return {"players": len(roles), "rotate_seats": False}
