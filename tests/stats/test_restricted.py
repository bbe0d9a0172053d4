"""Restricted play: what a thing is worth is the win rate lost without it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from bloodstones.core.errors import InputError
from bloodstones.stats.restricted import worth_of

FACTIONS = ("dragon_riders", "hill_folk", "corsairs")


def studies(rng, lucks=200, worth=1.0):
    """Free games, and games in which one seat plays barred; only dragon riders lose by it."""
    players, rows = len(FACTIONS), []
    luck = rng.gumbel(size=(lucks, players))
    for barred in (None, *range(players)):
        lost = worth * (np.arange(players) == barred) * (np.arange(players) == 0)
        utility = luck - lost
        for seat, faction in enumerate(FACTIONS):
            strategy = "warlord_barred" if seat == barred else "warlord"
            rows.append(
                pd.DataFrame(
                    {
                        "cell": f"barred {barred}",
                        "replicate": np.arange(lucks),
                        "players": players,
                        "map": "m",
                        "seat": seat,
                        "faction": faction,
                        "strategy": strategy,
                        "win_credit": (utility.argmax(axis=1) == seat) * 1.0,
                    }
                )
            )
    return pd.concat(rows, ignore_index=True)


def test_only_the_faction_that_loses_by_it_has_a_worth():
    found = worth_of(studies(np.random.default_rng(1)), "warlord", "warlord_barred")
    table = found.set_index("faction")
    assert (table["pairs"] == 200).all()
    assert table.loc["dragon_riders", "low"] > 0
    assert table.loc["dragon_riders", "difference"] == pytest.approx(
        1 / 3 - np.exp(-1) / (2 + np.exp(-1)), abs=0.1
    )
    assert table.loc["hill_folk", "difference"] == 0
    assert table.loc["corsairs", "correlation"] == pytest.approx(1)


def test_other_games_do_not_count():
    rows = studies(np.random.default_rng(2), 50)
    noise = rows[rows["cell"] == "barred None"].assign(cell="x", strategy="builder")
    both = pd.concat([rows, noise], ignore_index=True)
    expected = worth_of(rows, "warlord", "warlord_barred")
    assert worth_of(both, "warlord", "warlord_barred").equals(expected)


def test_maps_that_share_their_luck_are_paired_each_with_itself():
    rows = studies(np.random.default_rng(4), 40)
    both = pd.concat([rows, rows.assign(map="n", cell=rows["cell"] + " n")], ignore_index=True)
    alone, together = (worth_of(each, "warlord", "warlord_barred") for each in (rows, both))
    assert (together["pairs"] == 40).all()
    assert together["difference"].tolist() == pytest.approx(alone["difference"].tolist())


def test_a_table_without_restricted_games_is_refused():
    rows = studies(np.random.default_rng(3), 5)
    with pytest.raises(InputError, match="with one seat builder, got 'builder'"):
        worth_of(rows, "warlord", "builder")
