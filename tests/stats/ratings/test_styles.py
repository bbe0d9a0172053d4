"""Which style suits a role: planted differences by role, line-ups that not all played."""

from __future__ import annotations

import numpy as np
import pandas as pd

from bloodstones.stats.ratings.styles import ALONE, FEWEST_SEATS, MET, role_styles

GAMES = 400
# How often the reds win against the blues where both seats play so.
REDS = {"bold": 0.7, "meek": 0.4, "calm": 0.69}


def games(styles=REDS, roles=("reds", "blues"), games=GAMES, mixed=()) -> pd.DataFrame:
    """Games of two, one strategy at both seats; `mixed`: the strategies by seat."""
    luck = np.random.default_rng(3)
    rows = []
    for style, chance in styles.items():
        cell = f"{'+'.join(roles)}/{style}"
        for replicate in range(games):
            first_wins = luck.random() < chance
            for seat, role in enumerate(roles):
                rows.append(
                    {
                        "cell": cell,
                        "replicate": replicate,
                        "seat": seat,
                        "players": 2,
                        "map": "",
                        "faction": role,
                        "strategy": mixed[seat] if mixed else style,
                        "win_credit": float(first_wins == (seat == 0)),
                        "finished": True,
                    }
                )
    return pd.DataFrame(rows)


def test_the_styles_that_may_be_best_suit_a_role() -> None:
    table = role_styles(games(), seed=1)
    assert set(table["how"]) == {ALONE}
    suits = table[table["suits"]].groupby("faction")["strategy"].agg(set).to_dict()
    assert suits == {"reds": {"bold", "calm"}, "blues": {"meek"}}
    reds = table[table["faction"] == "reds"].set_index("strategy")
    best = reds["rate"].idxmax()
    assert reds["behind"][best] == 0
    assert reds["behind"]["meek"] == reds["rate"][best] - reds["rate"]["meek"]
    assert 0 < reds["behind_low"]["meek"] < reds["behind"]["meek"] < reds["behind_high"]["meek"]
    assert set(table["seats"]) == {GAMES}


def test_styles_are_compared_on_the_line_ups_that_all_played() -> None:
    """One style played an easy opponent as well, which would make it look better."""
    easy = games({"meek": 1.0}, ("reds", "greens"))
    table = role_styles(pd.concat([games(), easy], ignore_index=True), seed=1)
    assert "greens" not in set(table["faction"])
    pd.testing.assert_frame_equal(table, role_styles(games(), seed=1))


def test_where_strategies_meet_the_better_one_suits() -> None:
    first = games({"one": 0.8}, mixed=("bold", "meek"))
    other = games({"two": 0.3}, mixed=("meek", "bold")).assign(cell="turned")
    table = role_styles(pd.concat([first, other], ignore_index=True), seed=1)
    assert set(table["how"]) == {MET}
    assert set(table.loc[table["suits"], "strategy"]) == {"bold"}
    assert len(table) == 4


def test_one_style_is_not_compared() -> None:
    assert role_styles(games({"bold": 0.5}), seed=1).empty


def test_strategies_that_met_other_opponents_are_not_compared() -> None:
    """One of three met nobody but a weak one, which would make it look best."""
    parts = [
        games({"one": 0.5}, mixed=("bold", "calm")),
        games({"two": 1.0}, mixed=("lucky", "weak")).assign(cell="easy"),
    ]
    assert role_styles(pd.concat(parts, ignore_index=True), seed=1).empty


def test_few_seats_are_not_compared() -> None:
    assert role_styles(games(games=FEWEST_SEATS - 1), seed=1).empty
    assert len(role_styles(games(games=FEWEST_SEATS), seed=1)) == 6
