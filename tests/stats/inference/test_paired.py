"""What-ifs with shared luck: difference, correlation, games saved, false alarms."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy.stats import ttest_rel
from statsmodels.stats.contingency_tables import mcnemar as mcnemar_of_table

from bloodstones.core.errors import InputError
from bloodstones.stats.arms import what_if
from bloodstones.stats.inference.intervals import wilson_interval
from bloodstones.stats.inference.paired import mcnemar, paired_difference
from bloodstones.stats.table import luck_labels
from tests.synthetic import results_tables

# Level of a test, and the bounds of how often it is undercut where nothing is to be found.
LEVELS = ((0.01, 0.005, 0.015), (0.05, 0.035, 0.06), (0.1, 0.085, 0.115))


def arms(rng, pairs, rate=0.25, lift=0.0, alike=0.7):
    """Wins of two arms; with chance `alike` a pair has one luck for both."""
    luck = rng.random(pairs)
    other = np.where(rng.random(pairs) < alike, luck, rng.random(pairs))
    return (luck < rate).astype(float), (other < rate + lift).astype(float)


def test_difference_equals_the_paired_t_test():
    base, other = arms(np.random.default_rng(1), 300, lift=0.05)
    found = paired_difference(base, other)
    theirs = ttest_rel(other, base)
    interval = theirs.confidence_interval(0.95)
    assert found.p_value == pytest.approx(theirs.pvalue)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))
    assert found.correlation == pytest.approx(np.corrcoef(base, other)[0, 1])


def test_games_saved_follow_from_the_correlation():
    found = paired_difference(*arms(np.random.default_rng(2), 50_000))
    assert found.correlation == pytest.approx(0.7, abs=0.02)
    assert found.independent_pairs == pytest.approx(found.pairs / (1 - 0.7), rel=0.05)
    assert found.saved == pytest.approx(2 * (found.independent_pairs - found.pairs))


def test_a_rule_that_changes_nothing_says_so_without_error():
    same = paired_difference([0, 1, 1], [0, 1, 1])
    assert (same.difference, same.low, same.high, same.p_value) == (0, 0, 0, 1)
    assert same.correlation == pytest.approx(1)
    assert same.independent_pairs == np.inf
    always = paired_difference([0, 1, 1], [1, 2, 2])
    assert (always.difference, always.p_value) == (1, 0)
    assert paired_difference([1, 1], [1, 1]).independent_pairs == 2


def test_wins_that_always_differ_alike_leave_room_for_pairs_that_do_not():
    never = paired_difference(np.zeros(400), np.full(400, 0.25), bounds=(-1, 1))
    assert never.low < never.difference == 0.25 < never.high
    assert never.high - never.low == pytest.approx(2 * wilson_interval(0, 400)[1])
    base, other = arms(np.random.default_rng(4), 400)
    assert paired_difference(base, other, bounds=(-1, 1)) == paired_difference(base, other)


def test_a_seat_that_never_wins_without_a_thing_has_an_interval():
    rows = study_with_arms()
    rows["win_credit"] = 1 / rows["players"]
    found = what_if(rows, value="win_credit")
    assert (found["low"] < found["difference"]).all()
    assert (found["difference"] < found["high"]).all()


@pytest.mark.parametrize(
    ("base", "other", "message"),
    [
        ([1.0], [1.0], "expected at least 2 pairs"),
        ([1.0, 2.0], [1.0], "with one value per arm"),
        ([1.0, float("nan")], [1.0, 2.0], "expected finite values"),
    ],
)
def test_arms_that_are_no_pairs_are_refused(base, other, message):
    with pytest.raises(InputError, match=message):
        paired_difference(base, other)


def test_mcnemar_equals_statsmodels():
    base, other = arms(np.random.default_rng(3), 200, lift=0.08)
    table = [[((base == a) & (other == b)).sum() for b in (0, 1)] for a in (0, 1)]
    assert mcnemar(base, other).p_value == pytest.approx(mcnemar_of_table(table).pvalue)
    assert mcnemar([1, 0], [1, 0]).p_value == 1
    with pytest.raises(InputError, match="expected as many outcomes of 0 or 1"):
        mcnemar([0.5, 1], [1, 1])


def study_with_arms(games=60):
    base = results_tables(seed=8, games=games)[0].assign(arm="base")
    other = base.assign(arm="bold_dragons", cell="bold/" + base["cell"])
    other["score"] += 3 * (other["faction"] == "dragon_riders")
    return pd.concat([base, other], ignore_index=True)


def test_arms_of_a_study_are_paired_by_luck_and_group():
    rows = study_with_arms()
    table = what_if(rows, value="score").set_index("faction")
    assert table["difference"].to_dict() == {"dragon_riders": 3, "hill_folk": 0, "horse_lords": 0}
    assert (table["unpaired"] == 0).all()
    assert set(table["arm"]) == {"bold_dragons"}
    hill = rows["faction"] == "hill_folk"
    assert table.loc["hill_folk", "pairs"] == luck_labels(rows)[hill].nunique()


def test_arms_played_on_several_maps_are_paired_map_by_map_and_luck_counts_once():
    one = study_with_arms()
    other = one.assign(map="elsewhere", cell="elsewhere/" + one["cell"])
    other["score"] += 2 * (other["arm"] != "base")
    rows = pd.concat([one, other], ignore_index=True)
    told = what_if(rows, value="score").set_index("faction")
    assert told["difference"].to_dict() == {"dragon_riders": 4, "hill_folk": 1, "horse_lords": 1}
    alone = what_if(one, value="score").set_index("faction")
    assert told["pairs"].to_dict() == alone["pairs"].to_dict()


def test_rows_without_a_partner_are_counted():
    rows = study_with_arms()
    short = rows[(rows["arm"] == "base") | (rows["replicate"] < 50)]
    table = what_if(short, ["players", "faction"], value="score")
    assert (table["unpaired"] > 0).all()
    full = what_if(rows, ["players", "faction"], value="score")
    assert (table["pairs"] < full["pairs"]).all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda rows: (rows, {"by": ["colour"]}), "expected a column of the table, got 'colour'"),
        (lambda rows: (rows, {"base": "none"}), "expected the arm none"),
        (
            lambda rows: (
                pd.concat([rows, rows.assign(cell="x" + rows["cell"])], ignore_index=True),
                {},
            ),
            "expected each line-up once with each random stream and arm",
        ),
    ],
)
def test_studies_without_pairs_are_refused(change, message):
    rows, options = change(study_with_arms(5))
    with pytest.raises(InputError, match=message):
        what_if(rows, **options)


def coverage(repeats, pairs, lift, seed):
    """Coverage of the interval, and the p-values."""
    rng, held, told = np.random.default_rng(seed), 0, []
    for _ in range(repeats):
        found = paired_difference(*arms(rng, pairs, lift=lift))
        held += found.low <= lift <= found.high
        told.append(found.p_value)
    return held / repeats, np.array(told)


def test_interval_holds_the_planted_difference():
    held, _ = coverage(300, 400, 0.03, seed=4)
    assert held >= 0.91


@pytest.mark.calibration
@pytest.mark.statistical
@pytest.mark.parametrize("lift", [0.0, 0.03])
def test_interval_holds_the_planted_difference_10000_times(lift, calibration):
    """Without a difference the p-values are uniform: each level has as many below it."""
    studies = 10_000
    held, told = coverage(studies, 400, lift, seed=5)
    method = f"paired difference of {100 * lift:.0f} points, 400 games"
    calibration.hold(method, "coverage", held, 0.945, 0.965, studies)
    for level, low, high in LEVELS if not lift else ():
        alarms = np.mean(told < level)
        calibration.hold(method, f"p below {100 * level:.0f} %", alarms, low, high, studies)


@pytest.mark.calibration
@pytest.mark.statistical
def test_mcnemar_never_has_more_false_alarms_than_it_says(calibration):
    rng = np.random.default_rng(6)
    studies = 10_000
    alarms = sum(mcnemar(*arms(rng, 400)).p_value < 0.05 for _ in range(studies)) / studies
    most = round(0.05 + 2 * 0.0022, 4)
    calibration.hold("McNemar, exact, 400 games", "p below 5 %", alarms, 0.02, most, studies)
