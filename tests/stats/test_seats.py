"""The seat effect: found when planted, absent otherwise."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from bloodstones.core.errors import InputError
from bloodstones.stats.seats import _equal_rates, seat_effects
from tests.synthetic import results_tables


def games(rng, count, players=4, edge=0.0):
    """Games in which the start player's log worth is `edge`."""
    utility = rng.gumbel(size=(count, players)) + edge * (np.arange(players) == 0)
    first = rng.integers(0, players, count)
    seat = (np.arange(players) + first[:, None]) % players
    return pd.DataFrame(
        {
            "cell": "c",
            "replicate": np.repeat(np.arange(count), players),
            "players": players,
            "map": "m",
            "seat": seat.ravel(),
            "turn_order": np.tile(np.arange(players), count),
            "faction": np.array(list("abcdef"))[seat.ravel()],
            "win_credit": (utility == utility.max(axis=1, keepdims=True)).ravel() * 1.0,
        }
    )


def test_a_planted_edge_of_the_start_player_is_found():
    (found,) = seat_effects(games(np.random.default_rng(1), 1000, edge=0.5))
    table = found.table.set_index("turn_order")
    assert found.players == 4
    assert found.p_value < 0.001
    assert table.loc[0, "low"] > 0.25
    assert table["rate"].sum() == pytest.approx(1)
    assert found.spread == pytest.approx(table["rate"].max() - table["rate"].min())


def test_each_number_of_players_is_told_by_itself():
    rows, _ = results_tables(seed=11, games=60)
    found = seat_effects(rows)
    assert [effect.players for effect in found] == [2, 3]
    assert [len(effect.table) for effect in found] == [2, 3]


def test_a_seat_that_always_wins_is_certain():
    rows = games(np.random.default_rng(2), 20)
    rows["win_credit"] = (rows["turn_order"] == 0) * 1.0
    assert seat_effects(rows)[0].p_value == 0
    rows["win_credit"] = 0.25
    assert seat_effects(rows)[0].p_value == 1


def test_too_few_games_are_refused():
    with pytest.raises(InputError, match="expected more than 5 games, each place filled in all"):
        seat_effects(games(np.random.default_rng(3), 5))


def false_alarms(repeats, count, seed):
    rng = np.random.default_rng(seed)
    tables = (games(rng, count) for _ in range(repeats))
    return np.mean([_equal_rates(rows.assign(_luck=rows["replicate"])) < 0.05 for rows in tables])


@pytest.mark.statistical
def test_false_alarms_of_the_seat_effect_10000_times():
    assert 0.04 <= false_alarms(10_000, 200, seed=4) <= 0.06
