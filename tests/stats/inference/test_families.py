"""Families of tests: adjusted p-values by hand, and error rates by simulation."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import false_discovery_control, norm

from bloodstones.core.errors import InputError
from bloodstones.stats.inference.families import adjust_family

P_VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=7)


def family(values, **options):
    return adjust_family({f"claim {i}": p for i, p in enumerate(values)}, "claims", **options)


def closed(values):
    """Holm's adjusted p-values as closed testing defines them: Bonferroni in every subset."""
    subsets = [
        subset
        for size in range(1, len(values) + 1)
        for subset in combinations(range(len(values)), size)
    ]
    return [
        max(
            min(1, len(subset) * min(values[at] for at in subset))
            for subset in subsets
            if number in subset
        )
        for number in range(len(values))
    ]


@settings(max_examples=15, deadline=None)
@given(P_VALUES)
def test_adjusted_p_values_are_those_of_closed_testing_and_of_scipy(values):
    for method, theirs in (("holm", closed), ("benjamini-hochberg", false_discovery_control)):
        found = family(values, method=method)
        assert found["adjusted"].to_numpy() == pytest.approx(theirs(values))
        assert (found["tests"] == len(values)).all()
        assert (found["family"] == "claims").all()


def test_a_claim_holds_when_its_adjusted_p_value_is_small():
    found = family([0.001, 0.02, 0.9])
    assert found["holds"].tolist() == (found["adjusted"] <= 0.05).tolist() == [True, True, False]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: family([0.1], method="hope"), "expected one of holm, benjamini-hochberg"),
        (lambda: family([0.1], level=0), "expected a level between 0 and 1"),
        (lambda: family([]), "expected a family with a name and at least one test"),
        (lambda: adjust_family({"a": 0.5}, " "), "expected a family with a name"),
        (lambda: family([1.2]), r"expected a p-value between 0 and 1, got 1\.2 \(claim 0\)"),
    ],
)
def test_families_without_sense_are_refused(call, message):
    with pytest.raises(InputError, match=message):
        call()


def false_claims(repeats, seed):
    """Share of families of nothing with a claim (Holm), and of claims that are false (BH).

    15 tests with some luck in common; in the second family five of them are of something.
    """
    rng = np.random.default_rng(seed)
    shift = np.r_[np.full(5, 3.0), np.zeros(10)]
    any_false, shares = 0, []
    for _ in range(repeats):
        z = 0.3 * rng.normal() + np.sqrt(1 - 0.09) * rng.normal(size=15)
        any_false += family(2 * norm.sf(np.abs(z)))["holds"].any()
        found = family(2 * norm.sf(np.abs(z + shift)), method="benjamini-hochberg")["holds"]
        shares.append(found[5:].sum() / max(found.sum(), 1))
    return any_false / repeats, np.mean(shares)


@pytest.mark.calibration
@pytest.mark.statistical
def test_false_claims_of_families_10000_times(calibration):
    studies = 10_000
    holm, hochberg = false_claims(studies, seed=1)
    calibration.hold("Holm, 15 tests of nothing", "any claim", holm, 0.035, 0.055, studies)
    method = "Benjamini-Hochberg, 5 of 15 true"
    calibration.hold(method, "false among the claims, mean", hochberg, 0, 0.05, studies)
