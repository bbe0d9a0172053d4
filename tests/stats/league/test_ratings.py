"""Ratings of players and adjusted rates of roles: planted strengths are found, intervals cover."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from bloodstones.stats.balance import win_rates
from bloodstones.stats.league.games import GameNames, read_league
from bloodstones.stats.league.ratings import Fitted, adjusted_rates, fitted, player_ratings
from bloodstones.stats.ratings.plackett_luce import finishing_orders, fit_orders
from tests.stats.league.lists import ROLES, STRENGTHS, league

LEAGUES = 12


def read(table: pd.DataFrame) -> tuple[pd.DataFrame, Fitted | None]:
    """The rows of a list, and its fit."""
    found = read_league(table.astype(str), GameNames(""), {}, "x")
    return found.rows, fitted(found.rows, found.effects)


def test_the_penalised_fit_is_the_mode_of_the_posterior() -> None:
    orders = finishing_orders([1, 2, 1, 2, 1, 2], [0, 0, 1, 1, 2, 2], [[1], [0]] * 3)
    fit = fit_orders(orders, penalty=np.array([[4.0]]))
    slope = float(fit.slopes[0])
    grid = np.linspace(-2, 2, 40_001)
    posterior = -3 * np.log1p(np.exp(-grid)) - 2 * grid**2
    assert slope == pytest.approx(grid[posterior.argmax()], abs=1e-3)
    chance = 1 / (1 + np.exp(-slope))
    assert float(fit.covariance[0, 0]) == pytest.approx(1 / (4 + 3 * chance * (1 - chance)))


def test_intervals_of_ratings_and_adjusted_rates_cover_in_simulated_leagues() -> None:
    """Where strong players take strong roles, the rates as played are off and adjusted ones not."""
    hits: dict[str, list[bool]] = {"as played": [], "adjusted": [], "players": []}
    for seed in range(LEAGUES):
        table, skill = league(80, spread=1, prefer=1, seed=seed)
        rows, fit = read(table)
        role = rows["faction"].map(dict(zip(ROLES, STRENGTHS, strict=True)))
        worth = np.exp(role)
        chance = worth / worth.groupby(rows["replicate"]).transform("sum")
        truth = chance.groupby(rows["faction"]).mean().to_numpy()
        for name, rates in (
            ("adjusted", adjusted_rates(rows, fit)),
            ("as played", win_rates(rows, ["faction"])),
        ):
            hits[name] += list((rates["low"] <= truth) & (truth <= rates["high"]))
        people = player_ratings(rows, fit)
        known = people["player"].str[1:].astype(int).map(dict(enumerate(skill)))
        hits["players"] += list((people["low"] <= known) & (known <= people["high"]))
    covered = {name: float(np.mean(each)) for name, each in hits.items()}
    assert covered["adjusted"] > 0.88
    assert covered["players"] > 0.85
    assert covered["as played"] < 0.8


def test_players_who_always_won_or_played_once_do_not_spoil_the_fit() -> None:
    lines = [
        (1, "ace", 1),
        (1, "bee", 2),
        (2, "ace", 1),
        (2, "bee", 2),
        (3, "ace", 1),
        (3, "new", 2),
    ]
    rows, fit = read(pd.DataFrame(lines, columns=["game", "player", "rank"]))
    table = player_ratings(rows, fit)
    assert table["player"].tolist() == ["ace", "bee"]  # `new` played once
    assert np.isfinite(table[["strength", "low", "high"]].to_numpy()).all()
    assert table["strength"].iloc[0] > 0


def test_without_players_or_results_there_is_nothing_to_rate() -> None:
    lines = [(1, "a", 1), (1, "b", 1), (2, "a", 1), (2, "b", 1)]
    rows, fit = read(pd.DataFrame(lines, columns=["game", "player", "rank"]))
    assert fit is None
    assert player_ratings(rows, None).empty
    assert adjusted_rates(rows, None).empty


def test_many_who_share_a_rank_before_the_last_are_not_ordered() -> None:
    lines = [
        (game, f"p{n}", 1 if n == game else 5 if n < 8 else 9)
        for game in range(3)
        for n in range(9)
    ]
    rows, fit = read(pd.DataFrame(lines, columns=["game", "player", "rank"]))
    assert len(player_ratings(rows, fit)) == 9


def test_the_order_of_the_lines_is_no_seat() -> None:
    """Lists are often sorted by the result."""
    table, skill = league(80, spread=1, seed=5)
    rows, fit = read(table[["game", "player", "rank"]])
    people = player_ratings(rows, fit).set_index("player")["strength"]
    known = pd.Series(skill, [f"p{number:02d}" for number in range(len(skill))])
    assert people.corr(known) > 0.85
    assert people.std() > 0.5
