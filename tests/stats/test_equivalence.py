"""Claims of fairness: the p-value agrees with the verdict, and is seldom wrong."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.stats.balance import Verdict, fairness_verdict
from bloodstones.stats.equivalence import equivalence_p_value


@given(st.floats(0.3, 0.7), st.floats(1e-4, 0.1))
def test_the_p_value_of_fairness_agrees_with_the_verdict_of_its_interval(rate, error):
    low, high = rate - 1.959964 * error, rate + 1.959964 * error
    fair = fairness_verdict(low, high, 0.5) is Verdict.FAIR
    p_value = equivalence_p_value(rate, error, 0.5)
    assert fair == (p_value <= 0.025) or p_value == pytest.approx(0.025)


def test_the_p_value_of_fairness_without_error_is_certain():
    assert equivalence_p_value(0.52, 0, 0.5) == 0
    assert equivalence_p_value(0.57, 0, 0.5) == 1
    with pytest.raises(InputError, match="expected a standard error of at least 0, got -1"):
        equivalence_p_value(0.5, -1, 0.5)


@pytest.mark.statistical
def test_a_rate_on_the_edge_is_called_fair_in_at_most_a_twentieth_of_10000_studies():
    rates = np.random.default_rng(1).binomial(2000, 0.55, 10_000) / 2000
    errors = np.sqrt(rates * (1 - rates) / 2000)
    found = [equivalence_p_value(*case, 0.5) <= 0.05 for case in zip(rates, errors, strict=True)]
    assert 0.04 <= np.mean(found) <= 0.06
