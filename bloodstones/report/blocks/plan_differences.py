"""In what the plan of a strategy differs from that of another one: words and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import pandas as pd

from bloodstones.core.errors import DamagedFileError, InputError
from bloodstones.games.registry import load_game
from bloodstones.report.document.model import Table
from bloodstones.report.language.levels import TUNED
from bloodstones.report.language.wording import listing, tight
from bloodstones.stats.inference.rounding import PERCENT, with_sign

if TYPE_CHECKING:
    from bloodstones.kit.players.finder import Finder
    from bloodstones.kit.players.strategy import Strategy

LEFT, RIGHT = "left", "right"
TUNED_ENDING: Final = f"_{TUNED}"
CLEAR: Final = 0.05  # of the range of a number; less is no difference of plans
MOST: Final = 8  # numbers that are shown
NAMED: Final = 3  # of these in a sentence, each way
COLUMNS: Final = (
    *("players", "strategy", "standard", "parameter", "meaning", "low", "high"),
    *("value", "standard_value", "apart"),
)


def plan_words(game_id: str, names: Iterable[str]) -> Mapping[str, str]:
    """Return what the plans of strategies are, in the words of their game; "" where it has none.

    A tuned strategy has the words of the one that it was tuned from, where that is shipped.
    """
    finder = _finder(game_id)
    words = {}
    for name in names:
        base = _found(finder, name.removesuffix(TUNED_ENDING))
        strategy = base or _found(finder, name)
        ending = ", with tuned numbers" if base and name.endswith(TUNED_ENDING) else ""
        words[name] = f"{strategy.title}{ending}" if strategy else ""
    return words


def plan_differences(
    game_id: str, roles: Sequence[str], players: int, strategy: str, standard: str
) -> pd.DataFrame:
    """Return the numbers of two plans side by side, those furthest apart first.

    Parameters
    ----------
    game_id
        Asked for the strategies.
    roles, players
        Of the table; numbers that a strategy has by role are averaged over the roles.
    strategy, standard
        Ids; strategies of one family can be compared, others cannot.

    Returns
    -------
    DataFrame
        `COLUMNS`: `apart` is `value` less `standard_value` as a share of the range. Empty where
        one of them has no numbers, or others.
    """
    finder = _finder(game_id)
    ours, theirs = (_found(finder, name) for name in (strategy, standard))
    if finder is None or ours is None or theirs is None or ours.family is not theirs.family:
        return pd.DataFrame(columns=list(COLUMNS))
    lines = []
    for name, one in finder.parameters(ours).items():
        values = [_mean(each, roles, players, name) for each in (ours, theirs)]
        if None in values:
            continue
        value, other = (float(each or 0) for each in values)
        apart = (value - other) / (one.high - one.low)
        key = (players, strategy, standard, name, one.meaning, one.low, one.high)
        lines.append((*key, value, other, apart))
    table = pd.DataFrame(lines, columns=list(COLUMNS))
    order = table["apart"].abs().sort_values(ascending=False, kind="stable").index
    return table.loc[order].reset_index(drop=True)


def _finder(game_id: str) -> Finder | None:
    game: Any = load_game(game_id, "game of the study")
    finder: Finder | None = game.finder_for("") if hasattr(game, "finder_for") else None
    return finder


def _found(finder: Finder | None, name: str) -> Strategy | None:
    """Return a strategy; None where it is not there any more."""
    try:
        return None if finder is None else finder.find(name, "strategy")
    except DamagedFileError:
        raise
    except InputError:
        return None


def _mean(strategy: Strategy, roles: Sequence[str], players: int, name: str) -> float | None:
    """Return a number of a strategy, the mean over roles; None where it has no such number."""
    weights = [strategy.weights_of(role, players) for role in roles or ("",)]
    if any(name not in each for each in weights):
        return None
    return sum(float(each[name]) for each in weights) / len(weights)


def clear_differences(table: pd.DataFrame) -> pd.DataFrame:
    """Return the lines of `plan_differences` that tell two plans apart, the largest first."""
    return table[table["apart"].abs() >= CLEAR].head(MOST)


def difference_words(table: pd.DataFrame, standard: str) -> str:
    """Return in a sentence or two which numbers are higher and which are lower.

    Parameters
    ----------
    table
        From `plan_differences`, of one pair; not empty.
    standard
        The name of the one that is compared with.

    Examples
    --------
    >>> table = pd.DataFrame({"meaning": ["worth of a road", "worth of a fort"],
    ...     "apart": [0.5, -0.25]})
    >>> difference_words(table, "Bold")
    'It sets more than Bold on the worth of a road. It sets less on the worth of a fort.'
    """
    clear = clear_differences(table)
    if clear.empty:
        return f"Its numbers are those of {standard}, or nearly so."
    parts = []
    for way, head in ((1, f"It sets more than {standard} on"), (-1, "It sets less on")):
        meanings = clear.loc[clear["apart"] * way > 0, "meaning"].head(NAMED)
        if len(meanings):
            parts.append(f"{head} {listing([_the(str(each)) for each in meanings])}.")
    if len(parts) == 1:
        parts[0] = parts[0].replace("It sets less on", f"It sets less than {standard} on")
    return " ".join(parts)


def _the(meaning: str) -> str:
    """Return the meaning of a number as a noun in a sentence, without what stands in brackets."""
    words = meaning.partition(" (")[0].partition(":")[0].partition(";")[0]
    return words if words.startswith(("how ", "whether ", "what ")) else f"the {words}"


def difference_table(table: pd.DataFrame, names: tuple[str, str]) -> Table:
    """Return the numbers in which two plans are clearly apart.

    Parameters
    ----------
    table
        From `plan_differences`, of one pair.
    names
        Of the strategy and of the one that it is compared with.
    """
    clear = clear_differences(table)
    rows = tuple(
        (
            str(row["meaning"]),
            f"{row['low']:g} to {row['high']:g}",
            f"{row['value']:.3g}",
            f"{row['standard_value']:.3g}",
            tight(f"{with_sign(float(row['apart']) * PERCENT)} %"),
        )
        for _, row in clear.iterrows()
    )
    caption = tight(
        f"The numbers in which the plan of {names[0]} is furthest from that of {names[1]}, and how "
        "far, in per cent of the range. A number that a plan has for each faction is averaged."
    )
    header = ("number", "range", names[0].replace(" ", "\n"), names[1].replace(" ", "\n"), "apart")
    return Table(caption, header, (LEFT, RIGHT, RIGHT, RIGHT, RIGHT), rows)
