"""Ratings, duels and courses on tables with a known truth."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.sections.course import figures
from bloodstones.stats.ratings.ladder import course, duels, pool_rates, ratings
from tests.declared import SOURCES

GAMES = 600
STRENGTHS = {"weak": -1.0, "middle": 0.0, "strong": 1.0}


def table(strengths: dict[str, float], games: int = GAMES, seed: int = 1) -> pd.DataFrame:
    """Games of all strategies at one table, finishing by Plackett-Luce."""
    rng = np.random.default_rng(seed)
    names = list(strengths)
    lines = []
    for game in range(games):
        luck = rng.gumbel(size=len(names)) + np.array(list(strengths.values()))
        order = (-luck).argsort().argsort() + 1
        for seat, name in enumerate(names):
            lines.append(
                {
                    "cell": f"c{game % 2}",
                    "replicate": game // 2,
                    "pool": "all",
                    "players": len(names),
                    "map": "board",
                    "seat": seat,
                    "faction": f"f{seat}",
                    "strategy": name,
                    "rank": int(order[seat]),
                    "win_credit": float(order[seat] == 1),
                    "finished": True,
                    "end_reason": "regroups",
                    "game_turns": 30 + game % 3,
                    "battles_attacking": 2,
                    "withdrawals": 1,
                    "villages_built": 10,
                    "villages_lost": 1,
                    **dict.fromkeys(SOURCES, 1),
                }
            )
    return pd.DataFrame(lines)


def test_ratings_find_the_strengths_that_the_games_were_made_with() -> None:
    found = ratings(table(STRENGTHS)).set_index("strategy")
    for name, strength in STRENGTHS.items():
        row = found.loc[name]
        assert row["low"] < strength < row["high"]
        assert row["games"] == GAMES
    assert list(found.index) == ["strong", "middle", "weak"]


def test_leads_are_over_the_next_and_sure_where_they_are_large() -> None:
    made = {**STRENGTHS, "also_middle": 0.0, "hopeless": -60.0}
    found = ratings(table(made)).set_index("strategy")
    assert list(found.index[[0, 3, 4]]) == ["strong", "weak", "hopeless"]
    leads = found[:3]
    below = found["strength"].shift(-1)[:3]
    assert list(leads["lead"]) == pytest.approx(list(leads["strength"] - below))
    assert list(leads["sure"]) == [True, False, True]
    assert leads["lead_low"].iloc[1] < 0 < leads["lead_high"].iloc[1]
    for place, truth in ((0, 1.0), (1, 0.0), (2, 1.0)):
        assert leads["lead_low"].iloc[place] < truth < leads["lead_high"].iloc[place]
    assert (leads["holm"] >= leads["p_value"]).all()
    assert found["lead"][3:].isna().all()
    assert not found["sure"][3:].any()


def test_a_lead_varies_as_it_does_from_ladder_to_ladder() -> None:
    pair = {"middle": 0.0, "strong": 1.0, "weak": -1.0}
    found = [ratings(table(pair, 200, seed)).iloc[0] for seed in range(40)]
    spread = np.std([row["lead"] for row in found], ddof=1)
    halves = [(row["lead_high"] - row["lead_low"]) / 2 for row in found]
    assert np.mean(halves) / 1.96 == pytest.approx(spread, rel=0.35)


def test_a_strategy_that_always_finishes_last_is_below_all() -> None:
    found = ratings(table({**STRENGTHS, "hopeless": -60.0})).set_index("strategy")
    assert found["strength"]["hopeless"] == -np.inf
    assert found["strength"][["strong", "middle", "weak"]].between(-2, 2).all()
    assert list(found.index)[-1] == "hopeless"


def test_a_strategy_that_always_finishes_last_is_below_all_in_games_of_pairs() -> None:
    every = {**STRENGTHS, "worthless": -60.0}
    pairs = [
        table({one: every[one], other: every[other]}, 40, seed).assign(cell=f"{one}+{other}")
        for seed, (one, other) in enumerate(combinations(every, 2))
    ]
    rows = pd.concat(pairs, ignore_index=True)
    rows["replicate"] = rows.groupby(["cell", "strategy"]).cumcount()
    found = ratings(rows).set_index("strategy")
    assert found["strength"]["worthless"] == -np.inf
    rated = found.drop("worthless")
    assert rated["strength"].sum() == pytest.approx(0)
    assert (rated["low"] < rated["strength"]).all()
    assert (rated["strength"] < rated["high"]).all()


def test_a_strategy_that_shares_places_and_never_finishes_before_another_is_below_all() -> None:
    rows = table({"weak": -1.0, "strong": 1.0, "hopeless": -60.0})
    shared = rows["cell"].eq("c0") & rows["replicate"].lt(5) & rows["strategy"].eq("hopeless")
    assert shared.sum() == 5
    rows.loc[shared, "rank"] = 2
    found = ratings(rows).set_index("strategy")
    assert found["strength"]["hopeless"] == -np.inf
    assert found["strength"].drop("hopeless").between(-2, 2).all()


def test_strategies_that_never_met_are_not_rated_together() -> None:
    apart = table({"here": 0.0, "there": 1.0}, seed=2).assign(map="other")
    apart["cell"] = "d" + apart["cell"]
    with pytest.raises(InputError, match=r"ladder of 2 players.*'here, there; strong, weak'"):
        ratings(pd.concat([table({"weak": -1.0, "strong": 1.0}), apart], ignore_index=True))


def test_duels_count_the_games_of_a_pair_alone() -> None:
    rows = table({"strong": 1.0, "weak": 0.0})
    rows["players"] = 2
    found = duels(rows, [("strong", "weak"), ("weak", "strong")])
    assert found["rate"].sum() == pytest.approx(1.0)
    assert list(found["games"]) == [GAMES, GAMES]
    assert found["low"][0] < np.exp(1) / (1 + np.exp(1)) < found["high"][0]
    with pytest.raises(InputError, match="games of the pair, got 'none of strong and other'"):
        duels(rows, [("strong", "other")])


def test_rates_of_a_pool_are_sorted_by_strength() -> None:
    found = pool_rates(table(STRENGTHS))
    assert list(found["strategy"]) == ["strong", "middle", "weak"]
    assert found["rate"].sum() == pytest.approx(1.0)


def test_course_counts_withdrawals_among_attacks() -> None:
    found = course(table(STRENGTHS), list(SOURCES), figures).iloc[0]
    assert found["withdrawn"] == pytest.approx(0.5)
    assert found["battles"] == pytest.approx(6.0)
    assert found["turns"] == pytest.approx(31 / 3, abs=0.1)
    assert sum(found[source] for source in SOURCES) == pytest.approx(1.0)
