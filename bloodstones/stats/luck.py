"""How much of a result is luck: variance split into draws, seat, strategies and the rest.

The design: the same draws (a fixed random stream) are played repeatedly by each strategy in each
seat. What the draws fix is luck of the draw; what the strategies fix is skill; what is left is how
they fall together, with the luck of everything that is not fixed.

Analysis of variance by mean squares (S. R. Searle, G. Casella, C. E. McCulloch, Variance
Components, 1992, chapter 4), with the design of J. Goodman et al., "Seeding for Success" (2025,
arXiv 2503.02686): seeds x agents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bloodstones.core.errors import expected
from bloodstones.stats.inference.intervals import CONFIDENCE, normal_quantile
from bloodstones.stats.table import game_labels, luck_labels

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

RESIDUAL = "residual"
RESAMPLES = 1000
FEWEST_LEVELS = 2
FEWEST_LUCKS = 30  # fewer say next to nothing about shares of a variance
CROSSED = 4  # playthroughs of a luck: two strategies of the seat, two of the others
LUCK, OWN, OTHERS = "luck", "own", "others"
BATTLES = "battles"
FIXED = ("turn_order", "faction")


def variance_shares(
    table: pd.DataFrame,
    factors: Sequence[str] = ("luck", "turn_order", "strategy"),
    *,
    fixed: Sequence[str] = (),
    value: str = "win_credit",
    confidence: float = CONFIDENCE,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> pd.DataFrame:
    """Return the share of the variance of a result that each factor explains.

    Parameters
    ----------
    table
        One row a result of **one** seat a playthrough (all seats of a playthrough share one win, so
        that their mean cannot vary): columns of `factors` and `value`. The first factor is the
        luck; the design is balanced: every combination of levels of two factors equally often.
    factors
        Columns; levels of the first are drawn from many, those of the others are all there are.
    fixed
        Columns that the first factor fixes; their shares are taken out of its own.
    value
        What varies.
    confidence, seed, resamples
        Of the intervals: percentiles over levels of the first factor drawn with replacement.

    Returns
    -------
    DataFrame
        One row a factor, one a column of `fixed`, one for `residual`: `factor`, `levels`,
        `variance`, `share` (of the sum), `low`, `high`. An estimate below 0 counts as 0.

    Raises
    ------
    InputError
        For a missing column, a factor of one level, no balance, or nothing left for the residual.
    """
    import numpy as np
    import pandas as pd

    normal_quantile(confidence)
    codes, within = _codes(table, factors), _codes(table, fixed)
    levels = codes.max(axis=1) + 1
    _check_balance(factors, codes, levels)
    values = _column(table, value).to_numpy(dtype=np.float64)
    parts = _Table(values, codes, _fixed(within, codes[0], fixed))
    variance = _components(parts, levels)
    drawn = [_shares(_components(part, levels)) for part in _resampled(parts, seed, resamples)]
    tail = (1 - confidence) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail], axis=0)
    columns = {
        "factor": [*factors, *fixed, RESIDUAL],
        "levels": [*levels.tolist(), *(int(code.max()) + 1 for code in within), len(table)],
        "variance": variance,
        "share": _shares(variance),
        "low": low,
        "high": high,
    }
    return pd.DataFrame(columns)


def crossed_results(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the results of the first seat of two strategies crossed with common random numbers.

    Those are four playthroughs of one luck and map: the seat plays either strategy, and all others
    together play either. In a study that has each of two strategies in every seat, and both of
    them mixed, all lucks are of this kind; other playthroughs are left out.

    Parameters
    ----------
    rows
        Tidy table.

    Returns
    -------
    DataFrame
        One row a playthrough: `players`, `first`, `second` (the strategies in alphabetical order),
        `luck`, `own`, `others`, `turn_order`, `faction` (the same for all of a luck), `win_credit`.
    """
    import pandas as pd

    table = rows.assign(_game=game_labels(rows), _luck=luck_labels(rows))
    mine = table[table["seat"] == 0].set_index("_game")
    others = table[table["seat"] > 0].groupby("_game")["strategy"].agg(["first", "nunique"])
    mine = mine.assign(own=mine["strategy"]).join(others.rename(columns={"first": OTHERS}))
    mine = mine[mine["nunique"] == 1]
    mine = mine.assign(luck=mine.groupby(["map", "_luck"]).ngroup())
    strategies = mine[[OWN, OTHERS]].drop_duplicates().itertuples(index=False)
    parts = []
    for first, second in sorted(
        {(min(names), max(names)) for names in strategies if len(set(names)) > 1}
    ):
        pair = mine[mine[OWN].isin([first, second]) & mine[OTHERS].isin([first, second])]
        whole = pair.groupby("luck")[OWN].transform("size") == CROSSED
        parts.append(pair[whole].assign(first=first, second=second))
    names = ["players", "first", "second", LUCK, OWN, OTHERS, *FIXED, "win_credit"]
    return pd.concat(parts)[names].reset_index(drop=True) if parts else pd.DataFrame(columns=names)


def luck_shares(rows: pd.DataFrame, *, seed: int = 0, resamples: int = RESAMPLES) -> pd.DataFrame:
    """Return what makes one seat's results differ: draws, seat, faction, strategies.

    Parameters
    ----------
    rows
        Tidy table, see `crossed_results` for the playthroughs that count.

    Returns
    -------
    DataFrame
        `players`, `first`, `second` (the two strategies), `lucks`, `games`, and of
        `variance_shares`: `factor` (`luck`: the draws; `own`, `others`: who plays the seat, and
        the other seats; `turn_order`; `faction`; `residual`: how these fall together, and all
        later luck that decisions change), `share`, `low`, `high`. Empty without such playthroughs.
    """
    import pandas as pd

    names = ["players", "first", "second"]
    lines: list[tuple[object, ...]] = []
    for key, group in crossed_results(rows).groupby(names, sort=True):
        lucks = int(group[LUCK].nunique())
        if lucks < FEWEST_LUCKS:
            continue
        shares = variance_shares(
            group, (LUCK, OWN, OTHERS), fixed=FIXED, seed=seed, resamples=resamples
        )
        parts = shares[["factor", "share", "low", "high"]].itertuples(index=False)
        lines += [(*key, lucks, len(group), *part) for part in parts]
    columns = [*names, "lucks", "games", "factor", "share", "low", "high"]
    return pd.DataFrame(lines, columns=columns)


@dataclass(frozen=True, slots=True)
class _Table:
    """Results with the codes of the factors, (factors, rows), and of `fixed`, (fixed, lucks)."""

    values: Floats
    codes: Ints
    fixed: Ints


def _column(table: pd.DataFrame, name: str) -> pd.Series:
    if name not in table:
        raise expected("a column of the table", name, "factors")
    return table[name]


def _codes(table: pd.DataFrame, names: Sequence[str]) -> Ints:
    """Return the numbers of the levels of some columns, shape (columns, rows)."""
    import numpy as np

    codes = [np.unique(_column(table, name), return_inverse=True)[1] for name in names]
    return np.array(codes, dtype=np.int64).reshape(len(names), len(table))


def _fixed(within: Ints, luck: Ints, names: Sequence[str]) -> Ints:
    """Return the level of each column that the luck fixes, by luck."""
    import numpy as np

    fixed = np.zeros((len(within), int(luck.max()) + 1), dtype=np.int64)
    for place, (code, name) in enumerate(zip(within, names, strict=True)):
        fixed[place, luck] = code
        if (fixed[place, luck] != code).any():
            raise expected(f"one {name} for each random stream", "several", "fixed")
    return fixed


def _resampled(table: _Table, seed: int, resamples: int) -> Iterator[_Table]:
    """Yield tables whose levels of the first factor were drawn anew."""
    import numpy as np

    rng = np.random.default_rng(seed)
    lucks = table.fixed.shape[1]
    rows_of = np.argsort(table.codes[0], kind="stable").reshape(lucks, -1)
    luck = np.repeat(np.arange(lucks), rows_of.shape[1])
    for _ in range(resamples):
        drawn = rng.integers(0, lucks, lucks)
        rows = rows_of[drawn].ravel()
        codes = np.vstack([luck, table.codes[1:, rows]])
        yield _Table(table.values[rows], codes, table.fixed[:, drawn])


def _check_balance(factors: Sequence[str], codes: Ints, levels: Ints) -> None:
    """Raise InputError unless each pair of levels of two factors occurs equally often."""
    import numpy as np

    for name, count in zip(factors, levels, strict=True):
        if count < FEWEST_LEVELS:
            raise expected(f"at least {FEWEST_LEVELS} levels of {name}", int(count), "factors")
    for i in range(len(factors)):
        sizes = np.bincount(codes[i])
        for j in range(i):
            cells = np.bincount(codes[i] * levels[j] + codes[j], minlength=levels[i] * levels[j])
            if (cells != cells[0]).any():
                raise expected(
                    f"each {factors[i]} equally often with each {factors[j]}",
                    f"{cells.min()} to {cells.max()} times",
                    "design",
                )
        if (sizes != sizes[0]).any():
            raise expected(f"each {factors[i]} equally often", sizes.tolist(), "design")
    if codes.shape[1] <= (levels - 1).sum() + 1:
        raise expected("more results than effects", codes.shape[1], "design")


def _components(table: _Table, levels: Ints) -> Floats:
    """Return the variance of each factor, of what the luck fixes, and last that of the residual.

    None is below 0.
    """
    import numpy as np

    values, count = table.values, len(table.values)
    mean = values.mean()
    left = float(((values - mean) ** 2).sum())
    squares = []
    for code, size in zip(table.codes, levels, strict=True):
        effect = np.bincount(code, weights=values) * size / count - mean
        squares.append(float((effect**2).sum()) * count / size)
        left -= squares[-1]
    residual = max(left, 0.0) / (count - 1 - (levels - 1).sum())
    components = []
    for index, (square, size) in enumerate(zip(squares, levels, strict=True)):
        drawn = (square / (size - 1) - residual) * size / count
        components.append(max(drawn if index == 0 else drawn * (size - 1) / size, 0.0))
    lucks = np.bincount(table.codes[0], weights=values) * levels[0] / count
    parts = [_between(lucks, code) for code in table.fixed]
    components[0] = max(components[0] - sum(parts), 0.0)
    return np.array([*components, *parts, residual])


def _between(means: Floats, code: Ints) -> float:
    """Return the variance of the true means of the levels of a code, none below 0.

    One-way analysis of variance of the means of the lucks, which may be unevenly many a level.
    """
    import numpy as np

    sizes = np.bincount(code)
    level_means = np.bincount(code, weights=means) / np.maximum(sizes, 1)
    between = float((sizes * (level_means - means.mean()) ** 2).sum())
    degrees = int((sizes > 0).sum()) - 1
    inside = float(((means - level_means[code]) ** 2).sum()) / max(len(means) - degrees - 1, 1)
    return max((between - degrees * inside) / len(means), 0.0)


def _shares(variance: Floats) -> Floats:
    """Return parts of the sum; all 0 when nothing varies."""
    import numpy as np

    total = variance.sum()
    return variance / total if total > 0 else np.zeros_like(variance)


def battle_shares(
    rows: pd.DataFrame, *, confidence: float = CONFIDENCE, seed: int = 0, resamples: int = RESAMPLES
) -> pd.DataFrame:
    """Return what part of a seat's results the luck of battles makes, all else as it is.

    Each deal is played several times by the same strategies, with new random numbers for battles
    and nothing else. What differs between these games is the luck of battles, with all that it
    brings about; what they share is the deal's, with seats and factions (one-way analysis of
    variance with random deals).

    Parameters
    ----------
    rows
        Tidy table of playthroughs of one strategy each, those of all redraws together.

    Returns
    -------
    DataFrame
        `players`, `strategy`, `lucks` (deals), `games`, `factor` (`battles`), `share` of the
        variance of a seat's results, `low`, `high` (percentiles over deals drawn with replacement).
        Deals that were played once are left out; empty without others.
    """
    import numpy as np
    import pandas as pd

    lines = []
    labelled = rows.assign(_luck=luck_labels(rows))
    for (players, strategy), group in labelled.groupby(["players", "strategy"], sort=True):
        seats = group.groupby(["map", "_luck", "seat"])["win_credit"].agg(["mean", "var", "size"])
        seats = seats[seats["size"] > 1]
        if seats.empty:
            continue
        deals, deal = np.unique(seats.index.get_level_values(1), return_inverse=True)
        if len(deals) < FEWEST_LUCKS:
            continue
        games = int(seats["size"].groupby(deal).first().sum())
        share = _battle_share(seats)
        rng, at = (
            np.random.default_rng(seed),
            [np.flatnonzero(deal == n) for n in range(len(deals))],
        )
        drawn = [
            _battle_share(seats.iloc[np.concatenate([at[n] for n in chosen])])
            for chosen in rng.integers(0, len(deals), (resamples, len(deals)))
        ]
        tail = (1 - confidence) / 2
        low, high = (float(end) for end in np.quantile(drawn, [tail, 1 - tail]))
        lines.append((players, strategy, len(deals), games, BATTLES, share, low, high))
    names = ["players", "strategy", "lucks", "games", "factor", "share", "low", "high"]
    return pd.DataFrame(lines, columns=names)


def _battle_share(seats: pd.DataFrame) -> float:
    """Return the part of the variance within the games of a deal, from means, variances, sizes."""
    sizes = seats["size"].to_numpy(float)
    within = float((seats["var"] * (sizes - 1)).sum() / (sizes - 1).sum())
    between = float(seats["mean"].var()) - within / float(sizes.mean())
    total = within + max(between, 0.0)
    return within / total if total > 0 else 0.0
