"""Whether a role is fair at nearly every table: the rule on counts, and its error rates."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from bloodstones.stats.inference.intervals import CONFIDENCE, normal_quantile, wilson_score
from bloodstones.stats.table_verdicts import Counts, Tables, table_verdicts, tables_verdict

FAIR, UNFAIR, OPEN = Tables.FAIR, Tables.UNFAIR, Tables.OPEN
BAND = 0.2


def line_ups(players: int, true: list[float], games: int, rng: np.random.Generator):
    """Line-ups of a role with known rates, played so often."""
    wins = rng.binomial(games, true)
    ends = [wilson_score(int(won), games, normal_quantile(CONFIDENCE)) for won in wins]
    return pd.DataFrame(
        {
            "players": players,
            "faction": "red",
            "opponents": [f"c{number}" for number in range(len(true))],
            "rate": wins / games,
            "low": [low for low, _ in ends],
            "high": [high for _, high in ends],
            "fair_share": 1 / players,
        }
    )


@pytest.mark.parametrize(
    ("counts", "verdict"),
    [
        ((3, 3, 0, 0), FAIR),
        ((3, 2, 0, 0), OPEN),  # one in three is not nearly every
        ((3, 0, 2, 2), UNFAIR),
        ((6, 5, 1, 1), OPEN),  # one false alarm of six is no rarity
        ((6, 3, 0, 3), OPEN),
        ((6, 0, 0, 6), UNFAIR),  # all rates outside, though none for certain
        ((10, 9, 1, 1), FAIR),  # one exception in ten
        ((10, 8, 2, 2), OPEN),
        ((10, 0, 10, 10), UNFAIR),
        ((10, 0, 2, 9), UNFAIR),
        ((10, 0, 0, 7), OPEN),
        ((20, 19, 1, 1), FAIR),
    ],
)
def test_a_claim_needs_more_line_ups_than_chance_gives(counts, verdict) -> None:
    assert tables_verdict(Counts(*counts)) is verdict


def test_a_role_that_is_fair_on_average_alone_is_told_with_its_range() -> None:
    rng = np.random.default_rng(4)
    table = line_ups(4, [0.07, 0.1, 0.12, 0.13, 0.14, 0.36, 0.37, 0.39, 0.42, 0.48], 668, rng)
    assert abs(table["rate"].mean() - 0.25) < 0.25 * BAND
    (row,) = table_verdicts(table).to_dict("records")
    assert row["tables"] == UNFAIR.value
    assert (row["line_ups"], row["outside"], row["off"]) == (10, 10, 10)
    assert (row["least_against"], row["most_against"]) == ("c0", "c9")
    assert row["least"] == table["rate"].min()
    assert row["most"] == table["rate"].max()


def test_one_line_up_says_nothing_and_an_order_of_rows_changes_nothing() -> None:
    rng = np.random.default_rng(5)
    table = line_ups(3, [0.3, 0.33, 0.35], 2000, rng)
    assert table_verdicts(table.iloc[:1]).empty
    turned = table_verdicts(table.iloc[::-1])
    pd.testing.assert_frame_equal(table_verdicts(table), turned)
    assert turned["tables"].tolist() == [FAIR.value]


def share_of(verdict: Tables, players: int, true: list[float], games: int, studies: int) -> float:
    """How often a verdict is given of a role with known rates."""
    wins = np.random.default_rng(57).binomial(games, true, size=(studies, len(true)))
    ends = [wilson_score(won, games, normal_quantile(CONFIDENCE)) for won in range(games + 1)]
    low, high = np.array(ends).T
    bottom, top = (1 - BAND) / players, (1 + BAND) / players
    rate = np.arange(games + 1) / games
    kinds = ((low >= bottom) & (high <= top), (low > top) | (high < bottom))
    off = abs(rate - 1 / players) > BAND / players
    counted = np.column_stack([kind[wins].sum(axis=1) for kind in (*kinds, off)])
    different, times = np.unique(counted, axis=0, return_counts=True)
    found = [tables_verdict(Counts(len(true), *map(int, row))) is verdict for row in different]
    return float(times[found].sum() / studies)


def edges(size: int, players: int) -> list[float]:
    """Rates on the edges of the band, by turns."""
    return [(1 + (-1) ** number * BAND) / players for number in range(size)]


SIZES = [(2, 3), (3, 6), (4, 10)]  # players and line-ups of a role in Bloodstones
each_size = pytest.mark.parametrize(("players", "size"), SIZES)


# What 668 games at each line-up find where all are fair, least and most.
FOUND = {2: (0.95, 1), 3: (0.5, 0.7), 4: (0.1, 0.25)}


@pytest.mark.calibration
@each_size
def test_how_often_the_rule_errs_and_what_it_finds(players, size, calibration) -> None:
    """The worst cases of both claims, and what each finds where it is true."""
    studies = 10_000
    method = f"fair at nearly every table, {players} players, {size} line-ups"
    fair = 1 / players
    worst = [*edges(size // 10 + 1, players), *[fair] * (size - size // 10 - 1)]
    apart = [fair * factor for factor in np.linspace(0.4, 1.6, size)]
    for name, verdict, true, low, high in (
        ("called fair, one line-up too many on an edge", FAIR, worst, 0, 0.05),
        ("called fair only on average, all on an edge", UNFAIR, edges(size, players), 0, 0.05),
        ("called fair only on average, rates 0.4 to 1.6", UNFAIR, apart, 0.95, 1),
    ):
        found = share_of(verdict, players, true, 668, studies)
        calibration.hold(f"{method}, 668 games each", name, found, low, high, studies)
    for games, bounds in ((668, FOUND[players]), (2000, (0.95, 1))):
        found = share_of(FAIR, players, [fair] * size, games, studies)
        where = f"{method}, {games:,} games each"
        calibration.hold(where, "called fair, all fair", found, *bounds, studies)
