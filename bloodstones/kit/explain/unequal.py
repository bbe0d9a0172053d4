"""How strong the strategies of a game are: the file `strengths.toml` beside its strategies.

It has `ladders`, the reports whose ratings it joins, each with the hash of its table, and one of
`tables` for each size of the table: `players`, `strengths` (log-strengths by strategy), and how
much of a difference is left as a game proceeds (`start`, `half_life`, `games`: see `unequal.Fade`).
A game without the file has no strengths: `explain` then speaks of equals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from bloodstones.core.files.parsing import toml_of
from bloodstones.core.kernels.layout import Array
from bloodstones.kit.explain.rollouts import Estimate

HALF: Final = 0.5  # that is left after a half-life


@dataclass(frozen=True, slots=True)
class Fade:
    """How much of a difference in strength is left as a game proceeds.

    Attributes
    ----------
    start
        The share as the game begins.
    half_life
        Turns of all seats after which half of that is left.
    games
        How many it was fitted on.
    """

    start: float
    half_life: float
    games: int

    def share(self, turn: float | Array) -> float | Array:
        """Return the share as a turn begins.

        >>> Fade(0.8, 10.0, 100).share(20)
        0.2
        """
        left: float | Array = self.start * HALF ** (turn / self.half_life)
        return left


EQUAL: Final = Fade(0.0, 1.0, 0)  # nothing of a difference counts


@dataclass(frozen=True, slots=True)
class Players:
    """How strong those at a table are.

    Attributes
    ----------
    strengths
        By seat, log-strengths; () for equals.
    fade
        How much of their differences is left.
    """

    strengths: tuple[float, ...] = ()
    fade: Fade = EQUAL

    @property
    def equal(self) -> bool:
        """Whether chances are those between equals."""
        return self.fade.start == 0 or len(set(self.strengths)) < len(("one", "other"))

    def leads(self, turn: int) -> Array:
        """Return what is added to the logarithms of the chances in a turn: float64 array."""
        strengths = np.array(self.strengths)
        leads: Array = (strengths - strengths.mean()) * self.fade.share(turn)
        return leads

    def credits(self, credits: Array, turn: int) -> Array:
        """Return win credits between equals as they count among these players.

        Their mean is the chance of winning; by the spread of one playout about it the error of the
        mean is known (that of a ratio of means, to the first order).

        Parameters
        ----------
        credits
            Win credits or chances by playout and seat.
        turn
            The turn of the position that was played on.

        Examples
        --------
        >>> pair = Players((np.log(3), 0.0), Fade(1.0, 10.0, 100))
        >>> credits = np.array([[1.0, 0.0], [0.0, 1.0]])
        >>> pair.credits(credits, 0).mean(axis=0).round(3).tolist()
        [0.75, 0.25]
        """
        if self.equal:
            return credits
        worths = np.exp(self.leads(turn))
        weighed = credits * worths
        weights = weighed.sum(axis=1, keepdims=True)
        chances = weighed.mean(axis=0) / weights.mean()
        counted: Array = chances + (weighed - chances * weights) / weights.mean()
        return counted

    def chance(self, estimate: Estimate, seat: int, chances: Array, turn: int) -> Estimate:
        """Return the chance of a seat from that between equals.

        The ends of its interval are shifted as it is: with more than two players the others'
        chances are taken in the ratio that they have.

        Parameters
        ----------
        estimate
            Between equals.
        chances
            Of all seats, between equals.

        Examples
        --------
        >>> pair = Players((np.log(3), 0.0), Fade(1.0, 10.0, 100))
        >>> found = pair.chance(Estimate(0.5, 0.25, 0.75, 100), 0, np.array([0.5, 0.5]), 0)
        >>> round(found.value, 3), round(found.low, 3), round(found.high, 3)
        (0.75, 0.5, 0.9)
        """
        if self.equal:
            return estimate
        worths = np.exp(self.leads(turn))
        others = np.delete(chances, seat)
        rest = np.delete(worths, seat)
        against = float(others @ rest / others.sum()) if others.sum() > 0 else float(rest.mean())
        odds = float(worths[seat]) / against

        def shifted(chance: float) -> float:
            return float(chance * odds / (chance * odds + (1.0 - chance)))

        value, low, high = map(shifted, (estimate.value, estimate.low, estimate.high))
        return Estimate(value, low, high, estimate.n)


FILE: Final = "strengths.toml"
HEAD: Final = """\
# Ladder ratings of strategies (log-strengths) by number of players, and the share of a difference
# in strength that remains as a game progresses. `bloodstones explain` reads this file.
# `make strengths` writes it from the ladders named here (with the first digits of the hashes of
# their tables) and from games between unequal players.
"""


@dataclass(frozen=True, slots=True)
class Ratings:
    """The strengths of strategies at tables of one size.

    Attributes
    ----------
    strengths
        Strategy -> log-strength.
    fade
        How much of a difference is left.
    ladders
        The reports that they come from.
    """

    strengths: Mapping[str, float]
    fade: Fade
    ladders: tuple[str, ...]


def read_ratings(folder: Path, players: int) -> Ratings | None:
    """Return the strengths at tables of so many players, None where there are none.

    Parameters
    ----------
    folder
        Of the game's strategies.
    """
    path = folder / FILE
    if not path.is_file():
        return None
    read: dict[str, Any] = toml_of(path.read_text(encoding="utf-8"))
    for table in read["tables"]:
        if table["players"] == players:
            fade = Fade(table["start"], table["half_life"], table["games"])
            return Ratings(table["strengths"], fade, tuple(read["ladders"]))
    return None


def ratings_text(
    ladders: Mapping[str, str], tables: Mapping[int, tuple[Mapping[str, float], Fade]]
) -> str:
    """Return the text of the file.

    Parameters
    ----------
    ladders
        Report -> the hash of its table.
    tables
        Players -> the strengths, and how they fade.
    """
    lines = [HEAD, "[ladders]"]
    lines += [f'{name} = "{mark}"' for name, mark in ladders.items()]
    for players, (strengths, fade) in tables.items():
        lines += ["", "[[tables]]", f"players = {players}", f"start = {fade.start:.3f}"]
        lines += [f"half_life = {fade.half_life:.1f}", f"games = {fade.games}"]
        lines += ["", "[tables.strengths]"]
        lines += [f"{name} = {strength}" for name, strength in strengths.items()]
    return "\n".join(lines) + "\n"
