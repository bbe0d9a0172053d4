"""Sensitivity to rule numbers: Ishigami's function, and noise that is not taken for effects."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.core.errors import InputError
from bloodstones.core.rules.sensitivity_designs import VariedNumber, morris_design, sobol_design
from bloodstones.stats.sensitivity import morris_effects, sobol_shares

ANGLES = [VariedNumber(name, -np.pi, np.pi, whole=False) for name in ("x1", "x2", "x3")]
FIRST, TOTAL = np.array([0.3139, 0.4424, 0.0]), np.array([0.5576, 0.4424, 0.2437])
RULES = [VariedNumber("strong", 0, 10), VariedNumber("weak", 0, 10), VariedNumber("idle", 0, 10)]


def ishigami(settings):
    x1, x2, x3 = settings.to_numpy().T
    return np.sin(x1) + 7 * np.sin(x2) ** 2 + 0.1 * x3**4 * np.sin(x1)


def in_batches(values, noise=0.0, batches=2, rng=None):
    spread = noise * rng.normal(size=(len(values), batches)) if noise else np.zeros((1, batches))
    return values[:, None] + spread


def rule_outcome(settings):
    return 0.03 * settings["strong"].to_numpy() + 0.01 * settings["weak"].to_numpy()


def test_sobol_recovers_ishigami():
    """True shares: Sobol and Levitan (1999) with a = 7, b = 0.1."""
    design = sobol_design(ANGLES, 1024, seed=1)
    found = sobol_shares(design, in_batches(ishigami(design.settings)), seed=1)
    assert found["first"].to_numpy() == pytest.approx(FIRST, abs=0.03)
    assert found["total"].to_numpy() == pytest.approx(TOTAL, abs=0.03)
    assert (found["noise"] == 0).all()


def test_sobol_recovers_ishigami_through_noise():
    design = sobol_design(ANGLES, 1024, seed=2)
    outcomes = in_batches(ishigami(design.settings), 3.0, 4, np.random.default_rng(2))
    found = sobol_shares(design, outcomes, seed=1)
    assert found["noise"].iloc[0] == pytest.approx(9 / 4 / (9 / 4 + 13.84), abs=0.02)
    assert found["total"].to_numpy() == pytest.approx(TOTAL, abs=0.06)
    assert found["first"].to_numpy() == pytest.approx(FIRST, abs=0.08)


def test_morris_orders_the_rules_and_leaves_the_idle_one_in_the_noise():
    design = morris_design(RULES, 60, seed=3)
    outcomes = in_batches(rule_outcome(design.settings), 0.01, 4, np.random.default_rng(3))
    found = morris_effects(design, outcomes, seed=1).set_index("knob")
    assert list(found.sort_values("effect").index) == ["idle", "weak", "strong"]
    assert found["above_noise"].to_dict() == {"strong": True, "weak": True, "idle": False}
    assert found.loc["idle", "effect"] == pytest.approx(found.loc["idle", "noise"], rel=0.3)
    assert found.loc["strong", "direction"] > 0


def test_pure_noise_explains_nothing():
    design = sobol_design(RULES, 64, seed=4)
    rng = np.random.default_rng(4)
    found = sobol_shares(design, rng.normal(size=(len(design.unit), 3)), seed=1)
    assert not found["above_noise"].any()
    same = sobol_shares(design, np.ones((len(design.unit), 2)), seed=1)
    assert (same["total"] == 0).all()
    assert (same["total_high"] == 1).all()


def test_whole_numbers_are_all_tried_about_as_often():
    settings = sobol_design(
        [VariedNumber("hand", 4, 7), VariedNumber("cost", 1, 3)], 256, seed=5
    ).settings
    counts = settings["hand"].value_counts(normalize=True)
    assert sorted(counts.index) == [4, 5, 6, 7]
    assert counts.to_numpy() == pytest.approx(0.25, abs=0.02)
    levels = morris_design(
        [VariedNumber("hand", 4, 7), VariedNumber("cost", 1, 3)], 30, seed=5
    ).settings
    assert set(levels["hand"]) == {4, 5, 6, 7}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: morris_design(RULES[:1], seed=1), "expected at least 2 knobs"),
        (lambda: sobol_design([RULES[0]] * 2, seed=1), "with different names"),
        (lambda: sobol_design(RULES, 100, seed=1), "expected a power of 2, got 100"),
        (
            lambda: sobol_design([RULES[0], VariedNumber("x", 3, 3)], seed=1),
            r"a low end below .*x\)",
        ),
        (lambda: morris_design(RULES, 1, seed=1), "expected at least 2 base runs"),
        (
            lambda: sobol_shares(sobol_design(RULES, 8, seed=1), np.ones((40, 1)), seed=1),
            "expected outcomes of 40 runs in two batches or more",
        ),
        (
            lambda: morris_effects(
                morris_design(RULES, 2, seed=1), np.full((8, 2), np.nan), seed=1
            ),
            "expected finite outcomes",
        ),
    ],
)
def test_designs_without_sense_are_refused(call, message):
    with pytest.raises(InputError, match=message):
        call()


@pytest.mark.statistical
def test_an_idle_rule_is_seldom_taken_for_one_that_matters():
    """1,000 studies by either method."""
    rng = np.random.default_rng(6)
    morris, sobol = morris_design(RULES, 20, seed=6), sobol_design(RULES, 64, seed=6)
    alarms = np.zeros(2)
    for trial in range(1000):
        one = in_batches(rule_outcome(morris.settings), 0.05, 3, rng)
        other = in_batches(rule_outcome(sobol.settings), 0.05, 3, rng)
        alarms[0] += morris_effects(morris, one, seed=trial)["above_noise"].iloc[2]
        alarms[1] += sobol_shares(sobol, other, seed=trial)["above_noise"].iloc[2]
    assert (alarms / 1000 <= 0.05).all()


@pytest.mark.statistical
def test_intervals_of_ishigami_hold_the_truth_on_average():
    """200 scrambled designs of 512 base runs.

    SALib's intervals are for random designs: mostly too wide for scrambled ones, but too narrow for
    the first-order share of x3, which is 0 beside a large total one (84 % measured).
    """
    held = np.zeros((2, 3))
    for trial in range(200):
        design = sobol_design(ANGLES, 512, seed=trial)
        found = sobol_shares(design, in_batches(ishigami(design.settings)), seed=trial)
        for row, (name, truth) in enumerate((("first", FIRST), ("total", TOTAL))):
            low, high = found[f"{name}_low"].to_numpy(), found[f"{name}_high"].to_numpy()
            held[row] += (low <= truth) & (truth <= high)
    assert (held / 200).mean() >= 0.93
    assert (held / 200).min() >= 0.78
