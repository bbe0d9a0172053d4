"""Luck shares: planted variances are found again."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from bloodstones.core.errors import InputError
from bloodstones.stats.luck import battle_shares, crossed_results, luck_shares, variance_shares

SEATS = np.array([-0.3, 0.0, 0.3])
SKILLS = np.array([-0.8, 0.2, 0.6])
DRAWS, NOISE = 0.7, 1.0


def design(rng, lucks=80):
    """One result for each luck, seat and strategy, with planted effects."""
    luck, seat, skill = np.meshgrid(np.arange(lucks), [0, 1, 2], [0, 1, 2], indexing="ij")
    value = DRAWS * rng.normal(size=lucks)[luck] + SEATS[seat] + SKILLS[skill]
    value = value + NOISE * rng.normal(size=value.shape)
    columns = {
        "luck": luck.ravel(),
        "turn_order": seat.ravel(),
        "strategy": np.array(["a", "b", "c"])[skill.ravel()],
        "win_credit": value.ravel(),
    }
    return pd.DataFrame(columns)


def truth():
    parts = np.array([DRAWS**2, SEATS.var(), SKILLS.var(), NOISE**2])
    return parts / parts.sum()


def test_planted_shares_are_found():
    found = variance_shares(design(np.random.default_rng(1), 600), resamples=100)
    assert found["factor"].tolist() == ["luck", "turn_order", "strategy", "residual"]
    assert found["share"].to_numpy() == pytest.approx(truth(), abs=0.03)
    assert found["share"].sum() == pytest.approx(1)
    assert found["levels"].tolist() == [600, 3, 3, 5400]


def test_variances_equal_those_of_mean_squares_by_hand():
    table = pd.DataFrame({"luck": [0, 0, 1, 1, 2, 2], "strategy": [0, 1] * 3})
    table["win_credit"] = [1.0, 2.0, 4.0, 6.0, 5.0, 9.0]
    found = variance_shares(table, ["luck", "strategy"], resamples=10).set_index("factor")
    grand = table["win_credit"].mean()
    lucks = table.groupby("luck")["win_credit"].mean()
    skills = table.groupby("strategy")["win_credit"].mean()
    fitted = lucks[table["luck"]].to_numpy() + skills[table["strategy"]].to_numpy() - grand
    rest = ((table["win_credit"] - fitted) ** 2).sum() / 2
    assert found.loc["residual", "variance"] == pytest.approx(rest)
    assert found.loc["luck", "variance"] == pytest.approx(lucks.var() - rest / 2)
    assert found.loc["strategy", "variance"] == pytest.approx((skills.var() - rest / 3) / 2)


def test_nothing_varies_when_all_results_are_equal():
    found = variance_shares(design(np.random.default_rng(2), 5).assign(win_credit=1.0))
    assert (found["share"] == 0).all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t.drop(columns="luck"), "expected a column of the table, got 'luck'"),
        (lambda t: t.assign(strategy="a"), "expected at least 2 levels of strategy"),
        (lambda t: t.iloc[1:], "expected each luck equally often"),
        (
            lambda t: t.assign(strategy=t["strategy"].sort_values().to_numpy()),
            "expected each strategy equally often with each luck",
        ),
        (lambda t: t[(t["turn_order"] == 0) & (t["strategy"] == "a")], "at least 2 levels"),
        (
            lambda t: pd.DataFrame(
                {"luck": [0, 0, 1, 1], "turn_order": [0, 1, 0, 1], "strategy": [0, 1, 1, 0]}
            ).assign(win_credit=1.0),
            "expected more results than effects",
        ),
    ],
)
def test_designs_without_balance_are_refused(change, message):
    with pytest.raises(InputError, match=message):
        variance_shares(change(design(np.random.default_rng(3), 4)))


@pytest.mark.statistical
def test_luck_shares_are_right_on_average_and_their_intervals_hold():
    """1,000 studies of 80 lucks, 9 games each, 200 resamples."""
    rng, held, shares = np.random.default_rng(4), np.zeros(4), []
    for trial in range(1000):
        found = variance_shares(design(rng), seed=trial, resamples=200)
        shares.append(found["share"])
        held += (found["low"] <= truth()) & (truth() <= found["high"])
    assert np.mean(shares, axis=0) == pytest.approx(truth(), abs=0.01)
    assert 0.92 <= (held / 1000).mean() <= 0.97


FACTIONS = np.array([-0.5, 0.0, 0.5])
STARTS = np.array([0.2, -0.2])


def played(rng, lucks):
    """Two players, two strategies crossed on each luck; the first seat's results have effects."""
    faction, start = rng.integers(0, 3, lucks), rng.integers(0, 2, lucks)
    draws = DRAWS * rng.normal(size=lucks) + FACTIONS[faction] + STARTS[start]
    parts = []
    for own in (0, 1):
        for other in (0, 1):
            result = draws + 0.6 * own - 0.4 * other + rng.normal(size=lucks)
            for seat in (0, 1):
                columns = {
                    "cell": f"{own}{other}/" + pd.Series(faction).astype(str),
                    "replicate": np.arange(lucks),
                    "players": 2,
                    "map": "board",
                    "seat": seat,
                    "turn_order": (start + seat) % 2,
                    "faction": pd.Series(faction).astype(str) if seat == 0 else "other",
                    "strategy": "ab"[other if seat else own],
                    "win_credit": -result if seat else result,
                }
                parts.append(pd.DataFrame(columns))
    return pd.concat(parts, ignore_index=True)


def test_draws_seat_faction_and_strategies_are_distinguished():
    rows = played(np.random.default_rng(5), 3000)
    found = luck_shares(rows, resamples=100)
    table = found.set_index("factor")
    assert (table[["players", "lucks", "games"]] == [2, 3000, 12000]).all(axis=None)
    parts = np.array([DRAWS**2, 0.3**2, 0.2**2, 0.2**2, 1 / 6, 1.0])
    names = ["luck", "own", "others", "turn_order", "faction", "residual"]
    assert table.index.tolist() == names
    assert table["share"].to_numpy() == pytest.approx(parts / parts.sum(), abs=0.03)
    assert ((table["low"] <= table["share"]) & (table["share"] <= table["high"])).all()


def test_lucks_that_lack_a_playthrough_are_left_out():
    rows = played(np.random.default_rng(6), 40)
    some = rows[~(rows["cell"].str.startswith("11") & (rows["replicate"] < 5))]
    assert crossed_results(some)["luck"].nunique() == 35
    assert luck_shares(rows[rows["replicate"] < 20]).empty
    assert luck_shares(rows[rows["cell"].str.startswith("00")]).empty


def test_a_column_that_varies_within_a_luck_is_not_fixed():
    table = design(np.random.default_rng(3), 4)
    with pytest.raises(
        InputError, match="expected one turn_order for each random stream, got 'several'"
    ):
        variance_shares(table, ["luck", "strategy"], fixed=["turn_order"])


@pytest.mark.statistical
def test_shares_of_what_the_luck_fixes_are_covered():
    """200 studies of 300 lucks, 200 resamples."""
    parts = np.array([DRAWS**2, 0.3**2, 0.2**2, 0.2**2, 1 / 6, 1.0])
    rng, held = np.random.default_rng(9), np.zeros(6)
    for trial in range(200):
        found = luck_shares(played(rng, 300), seed=trial, resamples=200)
        held += (found["low"] <= parts / parts.sum()) & (parts / parts.sum() <= found["high"])
    assert 0.92 <= (held / 200).mean() <= 0.98


def battle_rows(deal, battle, deals=400, redraws=3, seed=6):
    """Two-player games: who wins goes by the deal, the battles and nothing else."""
    rng = np.random.default_rng(seed)
    lot = deal * rng.normal(size=(deals, 1)) + battle * rng.normal(size=(deals, redraws))
    first = (lot > 0).astype(float)
    replicate, again = np.indices(first.shape)
    parts = [
        pd.DataFrame(
            {
                "cell": [f"cell {number}" for number in again.ravel()],
                "replicate": replicate.ravel(),
                "map": "m",
                "players": 2,
                "seat": seat,
                "faction": f"faction {seat}",
                "strategy": "s",
                "win_credit": (first if seat == 0 else 1 - first).ravel(),
            }
        )
        for seat in (0, 1)
    ]
    return pd.concat(parts, ignore_index=True)


def test_battles_make_all_none_or_what_was_planted():
    (all_of_it,) = battle_shares(battle_rows(0, 1), resamples=40)["share"]
    (none,) = battle_shares(battle_rows(1, 0), resamples=40)["share"]
    assert all_of_it > 0.9
    assert none == 0
    half = battle_shares(battle_rows(1, 1), resamples=100).iloc[0]
    # Two games of a deal agree with probability 2/3, so that 2/3 of the variance is within deals.
    assert half["low"] < 2 / 3 < half["high"]
    assert (half["lucks"], half["games"]) == (400, 1200)


def test_deals_that_were_played_once_tell_nothing():
    rows = battle_rows(1, 1, redraws=1)
    assert battle_shares(rows).empty
