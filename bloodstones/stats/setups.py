"""Set-ups: how far results differ between orders round the table, and intervals that span it.

A study plays some of the ways to sit round a table. What holds for all of them is surer the more of
them were played, however many games each has. So the interval of a rate over several set-ups adds
to the chance within games what the set-ups differ by beyond chance (a random effect, by moments;
DerSimonian and Laird 1986), less the part of the possible orders that were played: where all were,
nothing is added.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial, prod
from typing import TYPE_CHECKING

from bloodstones.stats.inference.intervals import CONFIDENCE, normal_quantile, wilson_score

if TYPE_CHECKING:
    import pandas as pd

SETUP, ORDERS = "_setup", "_orders"
JOINED = "+"


@dataclass(frozen=True, slots=True)
class Spread:
    """How a rate differs between set-ups.

    Attributes
    ----------
    setups
        Set-ups that were played: boards, line-ups and orders round the table.
    played
        The part of the possible orders of these line-ups that were played, up to 1.
    variance
        Of the rate (or difference) over all set-ups, added to that of the games.
    """

    setups: int
    played: float
    variance: float


def with_setups(rows: pd.DataFrame, *, boards: bool = True) -> pd.DataFrame:
    """Return rows with the set-up of their cell and how many orders its line-up can sit in.

    Two orders that are turned into each other are one: who sits beside whom is the same. A cell
    whose factions are chosen in the game has no line-up of its own and is one of one.

    Parameters
    ----------
    rows
        All seats of their playthroughs.
    boards
        Whether the same order on another board is another set-up.
    """
    seats = rows.drop_duplicates(["cell", "seat", "faction"]).sort_values(["cell", "seat"])
    cells = seats.groupby("cell", sort=False)
    told = cells["players"].agg(["first", "size"])
    told["line"] = cells["faction"].agg(JOINED.join)
    told["board"] = cells["map"].first() if boards and "map" in seats else ""
    fixed = told["first"] == told["size"]
    lines = {line: line.split(JOINED) for line in told.loc[fixed, "line"].unique()}
    turned = {line: JOINED.join(_turned(names)) for line, names in lines.items()}
    ways = {line: _ways(names) for line, names in lines.items()}
    own = told["board"].astype(str) + "/" + told["line"].map(turned).fillna("")
    setup = own.where(fixed, told.index.to_series().astype(str))
    orders = told["line"].map(ways).where(fixed, 1).astype(int)
    return rows.assign(**{SETUP: rows["cell"].map(setup), ORDERS: rows["cell"].map(orders)})


def _turned(line: Sequence[str]) -> list[str]:
    """Return a line-up turned round the table so that it begins with its first name."""
    return min([*line[start:], *line[:start]] for start in range(len(line)))


def _ways(line: Sequence[str]) -> int:
    """Return how many orders round a table these factions have, those that are turned as one."""
    repeats = prod(factorial(number) for number in Counter(line).values())
    return max(1, factorial(len(line) - 1) // repeats)


def spread(group: pd.DataFrame, value: str = "win_credit") -> Spread:
    """Return how a value of a group differs between its set-ups, beyond chance.

    Parameters
    ----------
    group
        Rows with the value and the columns of `with_setups`, independent of each other.
    value
        Its column.
    """
    found = group.groupby(SETUP, sort=False)[value].agg(["mean", "var", "size"])
    possible = possible_setups(group)
    played = min(1.0, len(found) / possible)
    if len(found) == 1 or played == 1 or (found["size"] <= 1).any():
        return Spread(len(found), played, 0.0)
    chance = float((found["var"] / found["size"]).mean())
    between = max(0.0, float(found["mean"].var()) - chance)
    weights = found["size"] / found["size"].sum()
    return Spread(len(found), played, between * float((weights**2).sum()) * (1 - played))


def possible_setups(group: pd.DataFrame) -> int:
    """Return how many set-ups the line-ups of a group have: all orders of each, on its board.

    Parameters
    ----------
    group
        Rows with the columns of `with_setups`.
    """
    first = group.drop_duplicates(SETUP)
    found: dict[tuple[str, ...], int] = {}
    for setup, orders in zip(first[SETUP], first[ORDERS], strict=True):
        board, _, line = setup.rpartition("/")
        line_up = (board, *sorted(line.split(JOINED)))
        found[line_up] = max(found.get(line_up, 0), int(orders))
    return sum(found.values())


def spanning_interval(
    wins: float, games: int, told: Spread, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """Return the interval of a rate that spans set-ups: Wilson's with fewer effective games.

    The part of the set-ups has the quantile of Student for so few of them, that of the games the
    normal one.

    >>> spanning_interval(600, 1000, Spread(4, 0.5, 0.0)) == spanning_interval(
    ...     600, 1000, Spread(9, 1.0, 0.0)
    ... )
    True
    >>> [round(end, 2) for end in spanning_interval(600, 1000, Spread(8, 0.5, 0.001))]
    [0.52, 0.68]
    """
    from scipy.stats import t

    rate, z = wins / games, normal_quantile(confidence)
    within = max(rate * (1 - rate), 1 / games) / games
    few = float(t.ppf((1 + confidence) / 2, max(told.setups - 1, 1))) / z
    effective = games * within / (within + told.variance * few**2)
    return wilson_score(rate * effective, effective, z)
