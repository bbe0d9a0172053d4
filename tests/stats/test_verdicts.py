"""Verdicts: each is given at its stated error, and what is open says how many games would tell."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.stats.inference.intervals import wilson_interval
from bloodstones.stats.verdicts import (
    ROUGH,
    SOON,
    Verdict,
    fairness_verdict,
    games_to_tell,
    more_games,
)

STUDIES, GAMES = 2000, 2000
OPEN = (Verdict.BORDERLINE, Verdict.TOO_FEW)


@st.composite
def intervals(draw):
    low, high = sorted(draw(st.tuples(st.floats(0, 1), st.floats(0, 1))))
    fair = draw(st.sampled_from([1 / 2, 1 / 3, 1 / 4, 1 / 6]))
    return low, high, fair, draw(st.floats(0.01, 0.5))


@given(intervals())
def test_exactly_one_verdict_holds_and_means_what_it_says(case):
    low, high, fair, band = case
    width = band * fair
    inside = low >= fair - width and high <= fair + width
    outside = low > fair + width or high < fair - width
    verdict = fairness_verdict(low, high, fair, band)
    assert (verdict is Verdict.FAIR) == inside
    assert (verdict is Verdict.UNFAIR) == outside
    assert (verdict in OPEN) == (not inside and not outside)
    if verdict is Verdict.BORDERLINE:
        assert (high - low) / 2 <= ROUGH * width
        assert games_to_tell(100, low, high, fair, band) > SOON * 100


@given(intervals())
def test_a_wider_band_never_turns_fair_into_anything_else(case):
    low, high, fair, band = case
    if fairness_verdict(low, high, fair, band) is Verdict.FAIR:
        assert fairness_verdict(low, high, fair, min(1.0, 2 * band)) is Verdict.FAIR


def test_the_band_is_a_part_of_the_fair_share_whatever_the_players():
    """Half a point inside a fifth of the share is fair for two and for six."""
    for players in (2, 3, 4, 6):
        edge = 1.2 / players
        assert fairness_verdict(edge - 0.01, edge - 0.005, 1 / players) is Verdict.FAIR
        assert fairness_verdict(edge + 0.005, edge + 0.01, 1 / players) is Verdict.UNFAIR


@pytest.mark.parametrize("band", [0, -0.1, 1.1])
def test_a_band_out_of_range_is_refused(band):
    with pytest.raises(InputError, match="expected a band above 0 and up to 1 of the fair share"):
        fairness_verdict(0.4, 0.5, 0.5, band)


def verdicts_of(rate, fair, games=GAMES, studies=STUDIES):
    """Shares of verdicts over studies whose true rate is known."""
    wins = np.random.default_rng(8).binomial(games, rate, studies)
    each = {int(n): fairness_verdict(*wilson_interval(int(n), games), fair) for n in set(wins)}
    found = [each[int(n)] for n in wins]
    return {verdict: found.count(verdict) / studies for verdict in Verdict}


@pytest.mark.calibration
@pytest.mark.parametrize("fair", [1 / 2, 1 / 4])
def test_on_an_edge_either_claim_is_made_in_no_more_than_a_fortieth_of_studies(fair, calibration):
    """2.5 %, and 1 % for the chance of 2,000 studies."""
    found = verdicts_of(1.2 * fair, fair)
    method = f"a rate on the edge of the band around {100 * fair:.0f} %, {GAMES:,} games"
    for verdict in (Verdict.FAIR, Verdict.UNFAIR):
        figure = f"called {verdict.name.lower()}"
        calibration.hold(method, figure, found[verdict], 0, 0.035, STUDIES)
    assert found[Verdict.BORDERLINE] > 0.5


def test_what_is_fair_and_what_is_not_is_nearly_always_told_with_games_enough():
    assert verdicts_of(1 / 4, 1 / 4)[Verdict.FAIR] > 0.99
    assert verdicts_of(0.36, 1 / 4)[Verdict.UNFAIR] > 0.99
    assert verdicts_of(1 / 4, 1 / 4, games=100)[Verdict.TOO_FEW] > 0.9


def test_as_many_games_as_it_says_do_tell():
    low, high = wilson_interval(560, 1000)
    more = more_games(1000, low, high, 0.5)
    assert more == 0
    low, high = wilson_interval(570, 1000)
    more = more_games(1000, low, high, 0.5)
    again = wilson_interval(0.57 * (1000 + 1.1 * more), 1000 + 1.1 * more)
    assert fairness_verdict(low, high, 0.5) in OPEN
    assert fairness_verdict(*again, 0.5) is Verdict.FAIR
    assert more_games(1000, 0.58, 0.62, 0.5) == -1  # on the edge itself
