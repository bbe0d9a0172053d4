"""The section on the meta-game: mirrored games with a known best strategy for each faction."""

from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd
import pytest

from bloodstones.core.errors import InputError
from bloodstones.report.ladder.meta_game import find_meta_game, meta_game_from
from bloodstones.report.language.phrases import title
from bloodstones.stats.inference.rounding import PERCENT
from bloodstones.stats.ratings.faction_game import faction_payoffs, nash_of_roles

STRENGTH = {
    "corsairs": {"admiral": 1.5, "builder": 0.0, "raider": -1.0},
    "hill_folk": {"admiral": -1.0, "builder": 1.5, "raider": 0.0},
}
FACTIONS = tuple(STRENGTH)
DEALS = 120


@pytest.fixture(scope="module")
def rows():
    """Every strategy plays every deal against every other and itself."""
    lines = []
    luck = np.random.default_rng(1).logistic(size=DEALS)
    for seated in product(sorted(STRENGTH["corsairs"]), repeat=2):
        for deal in range(DEALS):
            ours, theirs = (STRENGTH[f][s] for f, s in zip(FACTIONS, seated, strict=True))
            won = ours - theirs + luck[deal] > 0
            for seat, (faction, strategy) in enumerate(zip(FACTIONS, seated, strict=True)):
                lines.append(
                    {
                        "cell": f"meta/{'+'.join(seated)}",
                        "replicate": deal,
                        "players": 2,
                        "map": "board",
                        "seat": seat,
                        "faction": faction,
                        "strategy": strategy,
                        "win_credit": float(won == (seat == 0)),
                    }
                )
    return pd.DataFrame(lines)


def by_hand(rows, faction):
    """What the faction wins under the first strategy against the second."""
    seat = FACTIONS.index(faction)
    found = {}
    for own, other in product(sorted(set(rows["strategy"])), repeat=2):
        seated = (own, other) if seat == 0 else (other, own)
        cell = rows[(rows["cell"] == f"meta/{'+'.join(seated)}") & (rows["seat"] == seat)]
        found[own, other] = cell["win_credit"].mean()
    return found


@pytest.mark.parametrize("faction", FACTIONS)
def test_payoffs_are_what_the_faction_wins_under_each_strategy_against_each(rows, faction):
    found = faction_payoffs(rows, faction)
    names = found.strategies
    expected = by_hand(rows, faction)
    for (i, own), (j, other) in product(enumerate(names), repeat=2):
        assert found.rate[i, j] == pytest.approx(expected[own, other])
        assert found.lucks[i, j] == DEALS
    some = rows[rows["cell"] != "meta/raider+raider"]
    with pytest.raises(InputError, match=f"2 lucks of {faction} by raider against raider, got 0"):
        faction_payoffs(some, faction)


def test_a_circle_is_mixed_and_what_is_beaten_everywhere_is_left_out():
    circle = np.array([[0, 1, -1, 1], [-1, 0, 1, 1], [1, -1, 0, 1], [-1, -1, -1, 0]]) / 4 + 0.5
    shares, loss = nash_of_roles(circle)
    assert shares == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=1e-6)
    assert loss == pytest.approx([0, 0, 0, 0.25], abs=1e-6)


def test_the_table_has_the_best_of_each_faction_and_what_the_others_lose(rows):
    table = find_meta_game(rows, seed=1)
    (at_table,) = meta_game_from(table, pd.DataFrame(), title).tables
    shown = at_table.table()
    assert at_table.drawing().startswith("<")
    best = {"corsairs": "admiral", "hill_folk": "builder"}
    faction = ""
    for name, strategy, deals, lost, mix in shown.rows:
        faction = name.lower().replace(" ", "_") or faction
        payoff = by_hand(rows, faction)
        (field,) = (chosen for other, chosen in best.items() if other != faction)
        value = payoff[best[faction], field] - payoff[strategy.lower(), field]
        assert deals == f"{3 * DEALS}"
        loss = lost.split(" (")[0]
        places = len(loss.partition(".")[2])
        assert abs(float(loss) - value * PERCENT) <= 0.5 * 10**-places + 1e-6
        assert mix.startswith("100 %" if value == 0 else "0 %")
    assert len(shown.rows) == 6


def test_without_games_of_the_pool_there_is_no_section(rows):
    assert meta_game_from(find_meta_game(rows[:0], seed=1), pd.DataFrame(), title) is None
