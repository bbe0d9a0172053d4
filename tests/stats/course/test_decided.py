"""From when on the winner is known: counted by hand on three games."""

from __future__ import annotations

import pandas as pd
import pytest

from bloodstones.core.contract.columns import MOMENTS
from bloodstones.core.errors import InputError
from bloodstones.stats.course import MIXED, decided

QUARTER, HALF, LATE = MOMENTS


def rows() -> pd.DataFrame:
    """Three games of ten turns. In the last one the first seat comes from behind."""
    games = (
        # changes, since, then for each seat how far behind at three moments, and the winner
        (0, 2, ((0, 0, 0), (3, 5, 9)), 0),
        (2, 5, ((0, 0, 0), (0, 1, 2)), 0),
        (3, 9, ((1, 2, 3), (0, 0, 0)), 0),
    )
    lines = []
    for number, (changes, since, behind, winner) in enumerate(games):
        for seat, places in enumerate(behind):
            lines.append(
                {
                    "cell": "a",
                    "replicate": number,
                    "seat": seat,
                    "players": 2,
                    "map": "",
                    "faction": ("reds", "blues")[seat],
                    "strategy": "plain",
                    "win_credit": float(seat == winner),
                    "game_turns": 10,
                    "lead_changes": changes,
                    "lead_since": since,
                    **dict(zip(MOMENTS, places, strict=True)),
                }
            )
    return pd.DataFrame(lines)


def values(table: pd.DataFrame) -> dict[tuple[str, float], float]:
    """Measure and moment (0 for none) -> mean."""
    keys = zip(table["measure"], table["moment"].fillna(0), strict=True)
    return dict(zip(keys, table["mean"], strict=True))


def test_measures_are_those_counted_by_hand() -> None:
    found = values(decided(rows(), seed=1))
    assert found["lead_changes", 0] == pytest.approx(5 / 3)
    assert found["never_passes", 0] == pytest.approx(1 / 3)
    assert found["final_after", 0] == pytest.approx((0.2 + 0.5 + 0.9) / 3)
    assert [found["final", moment] for moment in (0.25, 0.5, 0.75)] == pytest.approx(
        [1 / 3, 2 / 3, 2 / 3]
    )
    assert found["leader_wins", 0.25] == pytest.approx(1 / 2), "two lead alone, one of them wins"
    assert found["leader_wins", 0.75] == pytest.approx(2 / 3)
    assert found["winner_behind", 0.5] == pytest.approx(1 / 3)


def test_games_that_record_no_standings_tell_when_the_lead_is_final() -> None:
    table = decided(rows().drop(columns=list(MOMENTS)), seed=1)
    assert set(table["measure"]) == {"lead_changes", "never_passes", "final_after", "final"}


def test_games_in_which_strategies_meet_stand_apart() -> None:
    table = rows()
    table.loc[5, "strategy"] = "other"
    found = decided(table, seed=1)
    assert found.groupby("strategy")["games"].max().to_dict() == {MIXED: 1, "plain": 2}


def test_results_without_leads_are_refused() -> None:
    with pytest.raises(InputError, match="no column lead_since"):
        decided(rows().drop(columns="lead_since"))
