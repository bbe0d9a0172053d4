"""What seats do, and why games end: shares counted by hand, over groups and games."""

from __future__ import annotations

import pandas as pd
import pytest

from bloodstones.stats.course import MIXED, endings, usage


def games(*lines: tuple[str, str, str, int, int, float]) -> pd.DataFrame:
    """Two seats a game: faction, strategy, end, forts and spies, win credit of each."""
    rows = []
    for number, (faction, strategy, end, forts, spies, credit) in enumerate(lines):
        rows.append(
            {
                "cell": "a",
                "replicate": number // 2,
                "seat": number % 2,
                "players": 2,
                "map": "field",
                "faction": faction,
                "strategy": strategy,
                "end_reason": end,
                "finished": end != "limit",
                "forts": forts,
                "spies": spies,
                "idle": 0,
                "win_credit": credit,
            }
        )
    return pd.DataFrame(rows)


ROWS = games(
    ("reds", "plain", "goal", 2, 0, 1.0),
    ("blues", "plain", "goal", 0, 0, 0.0),
    ("reds", "plain", "goal", 1, 3, 0.0),
    ("blues", "plain", "goal", 0, 0, 1.0),
    ("reds", "sharp", "limit", 0, 0, 0.5),
    ("blues", "sharp", "limit", 0, 0, 0.5),
    ("reds", "plain", "goal", 1, 0, 1.0),
    ("blues", "sharp", "goal", 1, 1, 0.0),
)


@pytest.fixture(scope="module")
def used() -> pd.DataFrame:
    return usage(ROWS, ["forts", "spies", "idle"]).set_index("thing")


def test_a_seat_that_does_a_thing_once_counts_once(used: pd.DataFrame) -> None:
    assert list(used["share"]) == [4 / 8, 2 / 8, 0]
    assert (used["low"] <= used["share"]).all()
    assert (used["share"] <= used["high"]).all()
    assert used.loc["idle", "high"] > 0, "that nobody did it in few games proves little"


def test_who_does_it_most_is_one_role_at_one_level(used: pd.DataFrame) -> None:
    whose = used.loc["forts", ["most", "most_players", "most_faction", "most_strategy"]]
    assert list(whose) == [1.0, 2, "reds", "plain"]
    assert used.loc["spies", "most"] == 1 / 2
    assert used.loc["idle", "most"] == 0


def test_winners_and_win_rates_are_of_those_who_do_it(used: pd.DataFrame) -> None:
    assert used.loc["forts", "winners"] == 2 / 5
    assert used.loc["forts", "with_it"] == 2 * (1 + 0 + 1 + 0) / 4
    assert used.loc["spies", "with_it"] == 0
    assert used.loc["spies", "without_it"] == 2 * 4 / 6
    assert pd.isna(used.loc["idle", "with_it"])


def test_games_are_counted_by_why_they_ended_and_who_played() -> None:
    table = endings(ROWS).set_index(["strategy", "end_reason"])
    assert table["games"].to_dict() == {
        (who, why): number
        for who, number in ((MIXED, 1), ("plain", 2), ("sharp", 1))
        for why in ("goal", "limit")
    }
    assert table.loc[("plain", "goal"), "share"] == 1
    assert table.loc[("sharp", "limit"), "ended"] == 1
    assert not table.loc[("sharp", "limit"), "finished"]
    assert table.loc[("sharp", "goal"), "finished"]
    assert table["ended"].sum() == len(ROWS) / 2
