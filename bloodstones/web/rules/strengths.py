"""Strength over speed: ratings of shipped ladders, and the time of a decision on this machine."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from statistics import fmean
from threading import Lock
from typing import TYPE_CHECKING, Final

from bloodstones import __version__
from bloodstones.api.loading import load_game
from bloodstones.core.errors import InputError
from bloodstones.core.files.parsing import json_of
from bloodstones.core.files.writing import write_atomically
from bloodstones.web.setup_form import form_of

if TYPE_CHECKING:
    from bloodstones.report.summary.shelf import Shipped
    from bloodstones.web.studies.shelf import Shelf

RATINGS: Final = "ratings"
FOLDER: Final = "speeds"
SECONDS: Final = 0.5  # of decisions of one strategy
FEWEST: Final = 3  # decisions that are timed
MOST: Final = 200
WARM: Final = 2  # decisions before the clock starts
THOUSAND: Final = 1000  # milliseconds of a second
SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a strategy is in one ladder.

    Attributes
    ----------
    strategy, name
        Its id, and its name in the report.
    strength, low, high
        The logarithm of its odds against others there, with a 95 % interval; a difference of 1 is
        2.7 to 1. None for one that won no game.
    games
        That it played.
    """

    strategy: str
    name: str
    strength: float | None
    low: float | None
    high: float | None
    games: int


@dataclass(frozen=True, slots=True)
class RatingTable:
    """Ratings at one number of players.

    Attributes
    ----------
    report, title, players
        The report, its title, and how many sat at a table.
    ratings
        The strongest first.
    """

    report: str
    title: str
    players: int
    ratings: tuple[Rating, ...]


def ladders(shelf: Shelf, game_id: str) -> list[RatingTable]:
    """Return the ladders of a game on a shelf, those of few players first."""
    found = [
        ladder for report in shelf.reports() if report.game == game_id for ladder in _of(report)
    ]
    return sorted(found, key=lambda each: (each.players, each.report))


def _of(report: Shipped) -> list[RatingTable]:
    table = report.table(RATINGS)
    if not {"players", "strategy", "strength", "low", "high", "games"} <= set(table.columns):
        return []
    found = []
    for players, group in table.groupby("players"):
        rows = group.sort_values("strength", ascending=False).to_dict("records")
        ratings = tuple(
            Rating(
                str(row["strategy"]),
                report.name(str(row["strategy"])),
                _finite(row["strength"]),
                _finite(row["low"]),
                _finite(row["high"]),
                int(row["games"]),
            )
            for row in rows
        )
        found.append(RatingTable(report.id, report.title, int(str(players)), ratings))
    return found


def _finite(value: float) -> float | None:
    return float(value) if isfinite(value) else None


class Speeds:
    """The time of a decision of each strategy, measured when somebody asks and kept.

    Parameters
    ----------
    folder
        Of the lab.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER
        self._lock = Lock()

    def kept(self, game_id: str) -> Mapping[str, float]:
        """Return what was measured by this version: strategy -> milliseconds."""
        try:
            kept = json_of((self._folder / f"{game_id}.json").read_bytes())
        except (FileNotFoundError, ValueError):
            return {}
        if not isinstance(kept, dict) or kept.get("version") != __version__:
            return {}
        return {name: float(each) for name, each in kept["milliseconds"].items()}

    def measure(self, game_id: str, strategies: Sequence[str]) -> Mapping[str, float]:
        """Measure strategies of a game, and return their milliseconds; unknown ones are left out.

        Each plays every seat of the usual table; a searching one thinks as long as its number says.

        Raises
        ------
        InputError
            Somebody else measures just now.
        """
        if not self._lock.acquire(blocking=False):
            raise InputError(
                "Another measurement is in progress, and only one runs at a time (speed)"
            )
        try:
            found: dict[str, float] = {}
            for strategy in strategies:
                with suppress(InputError):
                    found[strategy] = _milliseconds(game_id, strategy)
            self._folder.mkdir(exist_ok=True)
            content = {"version": __version__, "milliseconds": found}
            write_atomically(self._folder / f"{game_id}.json", json.dumps(content).encode())
            return found
        finally:
            self._lock.release()


def _milliseconds(game_id: str, strategy: str) -> float:
    """Return the mean time of a decision of a strategy that sits in every seat."""
    form = form_of(game_id, {})
    seats = [f"{role}:{strategy}" if role else strategy for role, _ in form.seats]
    play = load_game(game_id).playthrough(*seats, board=form.board or None, seed=SEED)
    times: list[float] = []
    began = time.perf_counter()
    for number in range(MOST):
        if play.is_over or (len(times) >= FEWEST and time.perf_counter() - began > SECONDS):
            break
        start = time.perf_counter()
        play.step()
        if number >= WARM:
            times.append(time.perf_counter() - start)
        else:
            began = time.perf_counter()
    return fmean(times) * THOUSAND if times else 0.0
