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
    per_cell = cells["players"].agg(["first", "size"])
    per_cell["line"] = cells["faction"].agg(JOINED.join)
    per_cell["board"] = cells["map"].first() if boards and "map" in seats else ""
    fixed = per_cell["first"] == per_cell["size"]
    lines = {line: line.split(JOINED) for line in per_cell.loc[fixed, "line"].unique()}
    turned = {line: JOINED.join(_turned(names)) for line, names in lines.items()}
    ways = {line: _ways(names) for line, names in lines.items()}
    of_line_up = per_cell["board"].astype(str) + "/" + per_cell["line"].map(turned).fillna("")
    setup = of_line_up.where(fixed, per_cell.index.to_series().astype(str))
    orders = per_cell["line"].map(ways).where(fixed, 1).astype(int)
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
    per_setup = group.groupby(SETUP, sort=False)[value].agg(["mean", "var", "size"])
    possible = possible_setups(group)
    played = min(1.0, len(per_setup) / possible)
    if len(per_setup) == 1 or played == 1 or (per_setup["size"] <= 1).any():
        return Spread(len(per_setup), played, 0.0)
    chance = float((per_setup["var"] / per_setup["size"]).mean())
    between = max(0.0, float(per_setup["mean"].var()) - chance)
    weights = per_setup["size"] / per_setup["size"].sum()
    return Spread(len(per_setup), played, between * float((weights**2).sum()) * (1 - played))


def possible_setups(group: pd.DataFrame) -> int:
    """Return how many set-ups the line-ups of a group have: all orders of each, on its board.

    Parameters
    ----------
    group
        Rows with the columns of `with_setups`.
    """
    first = group.drop_duplicates(SETUP)
    orders_of: dict[tuple[str, ...], int] = {}
    for setup, orders in zip(first[SETUP], first[ORDERS], strict=True):
        board, _, line = setup.rpartition("/")
        line_up = (board, *sorted(line.split(JOINED)))
        orders_of[line_up] = max(orders_of.get(line_up, 0), int(orders))
    return sum(orders_of.values())


def spanning_interval(
    wins: float, games: int, setups: Spread, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """Return the interval of a rate that spans set-ups: Wilson's with fewer effective games.

    The part of the set-ups has the quantile of Student for so few of them, that of the games the
    normal one.

    Parameters
    ----------
    wins
        Win credit, 0 to `games`.
    games
        Games played.
    setups
        How the rate differs between set-ups, see `spread`.
    confidence
        Coverage, above 0 and below 1.

    Examples
    --------
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
    few = float(t.ppf((1 + confidence) / 2, max(setups.setups - 1, 1))) / z
    effective = games * within / (within + setups.variance * few**2)
    return wilson_score(rate * effective, effective, z)
