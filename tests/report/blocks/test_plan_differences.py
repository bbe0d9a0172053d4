"""In what plans differ: the numbers that games declare, side by side, in words and as a table."""

from __future__ import annotations

import pandas as pd
import pytest

from bloodstones.games.registry import GAMES, load_game
from bloodstones.kit.players.strategy import Family
from bloodstones.report.topics.exploiter import (
    CLEAR,
    MOST,
    PlanDifference,
    clear_differences,
    plan_differences,
    plan_words,
)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_tuned_plan_is_compared_with_the_one_that_it_was_tuned_from(game_id: str) -> None:
    finder = load_game(game_id, "test").finder_for("")
    shipped = finder.shipped()
    tuned = next(name for name in shipped if name.endswith("_tuned"))
    base = tuned.removesuffix("_tuned")
    roles = sorted(shipped[tuned].by_role)
    table = plan_differences(game_id, roles, 2, tuned, base).set_index("parameter")
    assert list(table.index.sort_values()) == sorted(finder.parameters(shipped[tuned]))
    assert table["apart"].abs().is_monotonic_decreasing
    weights = [shipped[tuned].weights_of(role, 2) for role in roles or [""]]
    for name, row in table.iterrows():
        mean = sum(each[name] for each in weights) / len(weights)
        assert row["value"] == pytest.approx(mean)
        assert row["standard_value"] == pytest.approx(shipped[base].weights_of("", 2)[name])
        assert row["apart"] == pytest.approx(
            (mean - row["standard_value"]) / (row["high"] - row["low"])
        )
    words = plan_words(game_id, [tuned, base])
    assert words[base] == shipped[base].title
    assert words[tuned] == f"{shipped[base].title}, with tuned numbers"


def test_a_search_and_a_script_have_no_numbers_in_common() -> None:
    game_id = next(iter(GAMES))
    shipped = load_game(game_id, "test").finder_for("").shipped()
    search = next(n for n, s in shipped.items() if s.family is Family.MONTE_CARLO)
    script = next(n for n, s in shipped.items() if s.family is Family.SCRIPTED)
    assert plan_differences(game_id, [], 2, search, script).empty
    assert plan_differences(game_id, [], 2, script, "gone_for_good").empty
    assert plan_words(game_id, ["gone_for_good"]) == {"gone_for_good": ""}


def plans(*apart: float) -> pd.DataFrame:
    """The differences of two plans with numbers called `a`, `b`, …"""
    lines = [
        {"meaning": f"worth of {name} (0: none)", "low": 0, "high": 2, "value": 1, "apart": each}
        for name, each in zip("abcdefghijkl", apart, strict=False)
    ]
    return pd.DataFrame(lines).assign(standard_value=1.0)


def test_small_differences_are_none() -> None:
    close = PlanDifference(plans(CLEAR / 2, -CLEAR / 2), ("Meek", "Bold"))
    assert not close.clear
    assert close.numbers().rows == ()


def test_numbers_that_are_less_are_named_apart_from_those_that_are_more() -> None:
    both = PlanDifference(plans(-0.5, 0.4), ("Meek", "Bold"))
    assert (both.higher, both.lower) == (["the worth of b"], ["the worth of a"])


def test_a_table_has_the_largest_differences() -> None:
    many = plans(*[0.9 - place / 20 for place in range(MOST + 2)])
    assert len(clear_differences(many)) == MOST
    table = PlanDifference(many, ("Very Meek", "Bold")).numbers()
    assert len(table.rows) == MOST
    assert table.header[2:4] == ("Very\nMeek", "Bold")
    assert table.rows[0][4] == "+90\u00a0%"
