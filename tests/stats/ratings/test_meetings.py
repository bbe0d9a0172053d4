"""Who beats whom where exactly two meet: planted rates, uneven pairs, errors that are shared."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from bloodstones.stats.ratings.meetings import FEWEST_SEATS, exploiters, meetings, pair_games

# How often the first of a pair wins: `thief` exploits `plain`, and `guard` answers `thief`.
PLANTED = {
    ("guard", "plain"): 0.45,
    ("guard", "thief"): 0.9,
    ("plain", "thief"): 0.2,
}
GAMES = 200


def duels(chances=PLANTED, games=GAMES, *, mirrored=True) -> pd.DataFrame:
    """Games of two: each pair in both seats with both roles, or always in the same ones."""
    luck = np.random.default_rng(7)
    rows = []
    for pair, chance in chances.items():
        for replicate in range(games):
            first_wins = luck.random() < chance
            turned = mirrored and replicate % 2
            for seat, place in enumerate((1, 0) if turned else (0, 1)):
                rows.append(
                    {
                        "cell": f"{'+'.join(pair)}/{turned}",
                        "replicate": replicate,
                        "seat": seat,
                        "players": 2,
                        "map": "",
                        "faction": ("reds", "blues")[seat],
                        "strategy": pair[place],
                        "win_credit": float(first_wins == (place == 0)),
                        "finished": True,
                    }
                )
    return pd.DataFrame(rows)


def test_a_planted_exploiter_and_its_answer_are_found() -> None:
    table = meetings(duels(), seed=1)
    assert len(table) == 2 * len(list(combinations(("guard", "plain", "thief"), 2)))
    assert table["even"].all()
    found = exploiters(table, "plain").set_index("strategy")
    assert list(found.index) == ["thief", "guard"], "the best first"
    assert found["rate"]["thief"] == pytest.approx(0.8, abs=0.1)
    assert found["seats"]["thief"] == GAMES
    assert found["verdict"].to_dict() == {"thief": "stronger", "guard": "not told apart"}
    assert found["answer"]["thief"] == "guard"
    assert found["answers"]["thief"]
    assert found["answer_rate"]["thief"] == pytest.approx(0.9, abs=0.1)
    assert found["answer"]["guard"] == "thief"
    assert not found["answers"]["guard"]


def test_rates_of_a_pair_sum_to_one() -> None:
    table = meetings(duels(), seed=1).set_index(["strategy", "opponent"])
    assert table["rate"]["thief", "plain"] + table["rate"]["plain", "thief"] == pytest.approx(1)


def test_a_pair_that_sat_in_other_roles_is_no_exploit() -> None:
    table = meetings(duels(mirrored=False), seed=1)
    assert not table["even"].any()
    assert exploiters(table, "plain").empty


def test_few_seats_say_nothing() -> None:
    few = meetings(duels(games=FEWEST_SEATS - 2), seed=1)
    assert exploiters(few, "plain").empty
    enough = meetings(duels(games=FEWEST_SEATS), seed=1)
    assert len(exploiters(enough, "plain")) == 2


def test_many_challengers_share_their_error() -> None:
    close = {(f"plan_{number:02}", "standard"): 0.5 for number in range(24)}
    table = meetings(duels(close), seed=1)
    alone = table[table["opponent"] == "standard"]
    assert (alone["low"] > alone["fair_share"]).any(), "one of 24 is above by chance"
    assert "stronger" not in set(exploiters(table, "standard")["verdict"])


def test_tables_of_one_and_of_three_strategies_are_no_meetings() -> None:
    rows = duels(games=10)
    assert len(pair_games(rows)) == len(rows)
    assert pair_games(rows.assign(strategy="plain")).empty
    three = rows.assign(seat=rows["seat"] + 10, strategy="third", win_credit=0.0)
    assert pair_games(pd.concat([rows, three])).empty
    assert meetings(rows.assign(strategy="plain")).empty
