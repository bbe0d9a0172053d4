"""The best mix of plans as one more level of play: between two sides, and at larger tables."""

from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd
import pytest

from bloodstones.stats.ratings.mixture import MIXTURE, mixture_rates

# What the first to move wins by a row's plan against a column's: each side mixes half and half.
CIRCLE = {("a", "a"): 0.8, ("a", "b"): 0.4, ("b", "a"): 0.3, ("b", "b"): 0.7}
VALUE = 0.55


def two(games: int, chances: dict[tuple[str, str], float], seed: int = 3) -> pd.DataFrame:
    """Games of two places, each pair of plans as often; the second wins what the first does not."""
    rng = np.random.default_rng(seed)
    lines = []
    for (first, second), chance in chances.items():
        for replicate, won in enumerate(rng.random(games) < chance):
            cell = f"red+blue/{first}+{second}"
            both = ((0, first, float(won)), (1, second, 1.0 - won))
            lines += [
                (cell, replicate, 2, "", place, place, ("red", "blue")[place], plan, credit, True)
                for place, plan, credit in both
            ]
    return tidy(lines)


def tidy(lines: list[tuple[object, ...]]) -> pd.DataFrame:
    names = ("cell", "replicate", "players", "map", "seat", "turn_order", "faction", "strategy")
    return pd.DataFrame(lines, columns=[*names, "win_credit", "finished"])


def test_two_sides_get_the_value_of_their_game_and_a_mix_each() -> None:
    found = mixture_rates(two(4000, CIRCLE), ["a", "b"], "turn_order")
    rates = found.rates.set_index("turn_order")
    assert rates.loc[0, "rate"] == pytest.approx(VALUE, abs=0.02)
    assert rates["rate"].sum() == pytest.approx(1)
    assert set(rates["strategy"]) == {MIXTURE}
    assert (rates["low"] < rates["rate"]).all()
    assert (rates["rate"] < rates["high"]).all()
    shares = found.mixes.pivot(index="turn_order", columns="strategy", values="share")
    assert shares.loc[0].to_dict() == pytest.approx({"a": 0.5, "b": 0.5}, abs=0.05)
    assert shares.loc[1].to_dict() == pytest.approx({"a": 0.375, "b": 0.625}, abs=0.05)
    assert (found.mixes["covered"] == 1).all()


def test_games_that_share_their_luck_are_no_single_game_each() -> None:
    """Each luck on twenty boards that a coin decides: its mean is known better than a game."""
    boards = [two(60, CIRCLE, seed).assign(map=f"board_{seed}") for seed in range(20)]
    many = pd.concat([each.assign(cell=each["map"] + "/" + each["cell"]) for each in boards])
    one, all_of_them = (mixture_rates(each, ["a", "b"], "faction") for each in (boards[0], many))
    widths = [float((each.rates["high"] - each.rates["low"]).max()) for each in (one, all_of_them)]
    assert widths[1] < widths[0] / 2


def test_other_strategies_do_not_count() -> None:
    games = two(300, CIRCLE)
    others = two(50, {("a", "c"): 1.0, ("c", "c"): 1.0, ("c", "a"): 1.0})
    found = mixture_rates(pd.concat([games, others]), ["a", "b"], "turn_order")
    pd.testing.assert_frame_equal(found.rates, mixture_rates(games, ["a", "b"], "turn_order").rates)


def test_plans_that_did_not_all_meet_have_no_mix() -> None:
    games = two(50, {("a", "a"): 0.5, ("b", "b"): 0.5})
    found = mixture_rates(games, ["a", "b"], "turn_order")
    assert found.rates.empty
    assert found.mixes.empty
    assert {"players", "strategy", "turn_order", "verdict"} <= set(found.rates)


def three(games: int, strong: str) -> pd.DataFrame:
    """Games of three seats: a seat of the strong plan weighs twice, the first seat twice again."""
    rng = np.random.default_rng(5)
    lines = []
    for plans in product("ab", repeat=3):
        weights = np.array([1.0 + (plan == strong) for plan in plans]) * (2, 1, 1)
        winners = rng.choice(3, size=games, p=weights / weights.sum())
        for replicate, winner in enumerate(winners):
            lines += [
                (f"3p/{'+'.join(plans)}", replicate, 3, "", seat, seat, "", plan, credit, True)
                for seat, (plan, credit) in enumerate(
                    zip(plans, (np.arange(3) == winner).astype(float), strict=True)
                )
            ]
    return tidy(lines)


@pytest.mark.parametrize("strong", ["a", "b"])
def test_at_larger_tables_all_draw_from_one_mix(strong: str) -> None:
    found = mixture_rates(three(3000, strong), ["a", "b"], "turn_order")
    shares = found.mixes[found.mixes["strategy"] == strong]["share"]
    assert shares.to_numpy() == pytest.approx(1)
    assert found.rates["rate"].to_numpy() == pytest.approx([0.5, 0.25, 0.25], abs=0.03)
    assert (found.rates["high"] - found.rates["low"] < 0.06).all()


def test_alike_plans_are_mixed_and_their_rates_averaged() -> None:
    found = mixture_rates(three(3000, "neither"), ["a", "b"], "turn_order")
    assert found.rates["rate"].to_numpy() == pytest.approx([0.5, 0.25, 0.25], abs=0.02)
    assert found.mixes.groupby("turn_order")["share"].sum().to_numpy() == pytest.approx(1)


@pytest.mark.statistical
def test_intervals_of_a_mix_hold_the_value() -> None:
    """100 studies of 4 x 200 games."""
    held = 0
    for seed in range(100):
        games = two(200, CIRCLE, seed + 1000)  # other luck than that of the interval
        found = mixture_rates(games, ["a", "b"], "turn_order", seed=seed)
        low, high = found.rates.loc[0, ["low", "high"]]
        held += low <= VALUE <= high
    assert 0.89 <= held / 100 <= 1
