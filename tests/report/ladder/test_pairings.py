"""Who beats whom among strategies: a planted circle and a weak one, found and told."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from bloodstones.core.errors import InputError
from bloodstones.report.ladder.definition import read_definition
from bloodstones.report.ladder.meta_game import find_pairings, meta_game_from
from bloodstones.report.language.phrases import title

BEATS = {("rock", "scissors"): 0.8, ("scissors", "paper"): 0.8, ("paper", "rock"): 0.8}
GAMES = 200


def meetings() -> pd.DataFrame:
    """Games of two in which each beats the next in a circle, and everybody beats `weak`."""
    names = ("rock", "paper", "scissors", "weak")
    parts = []
    luck = np.random.default_rng(1)
    for number, first in enumerate(names):
        for second in names[number + 1 :]:
            chance = BEATS.get((first, second), 1 - BEATS.get((second, first), 0.2))
            chance = 0.9 if second == "weak" else chance
            won = luck.random(GAMES) < chance
            for name, credit, seat in ((first, won, 0), (second, ~won, 1)):
                parts.append(
                    pd.DataFrame(
                        {
                            "cell": f"{first}+{second}",
                            "replicate": range(GAMES),
                            "seat": seat,
                            "players": 2,
                            "map": "",
                            "faction": "",
                            "strategy": name,
                            "win_credit": credit.astype(float),
                        }
                    )
                )
    return pd.concat(parts, ignore_index=True)


def test_the_mix_has_the_circle_and_not_the_weak() -> None:
    table, pairs = find_pairings(meetings(), seed=1)
    mix = table.set_index("strategy")["nash"]
    assert mix["weak"] == pytest.approx(0, abs=1e-6)
    assert mix.drop("weak").to_numpy() == pytest.approx(np.full(3, 1 / 3), abs=0.1)
    own = pairs.set_index(["strategy", "opponent"])
    assert own["payoff"]["rock", "paper"] == -own["payoff"]["paper", "rock"]
    assert own["payoff"]["rock", "weak"] == pytest.approx(0.8, abs=0.1)
    assert (own["low"] < own["payoff"]).all()
    meta = meta_game_from(table, pairs, title)
    lines = meta.tables[0].pairs_table().rows
    assert lines[-1][0] == "Weak"
    assert lines[-1][3].startswith("0\u00a0%") or lines[-1][3].startswith("0 %")
    assert meta.claim("any_settled")
    assert {str(row["strategy"]) for row in meta.settled[0].used} == {"rock", "paper", "scissors"}


def test_a_mix_that_the_games_leave_open_is_no_finding() -> None:
    settled, pairs = find_pairings(meetings(), seed=1)
    open_ = settled.assign(players=3, nash_low=0.0, nash_high=1.0)
    assert not meta_game_from(open_, pairs, title).claim("any_settled")
    both = meta_game_from(pd.concat([settled, open_], ignore_index=True), pairs, title)
    assert [one.players for one in both.settled] == [2]
    assert [one.players for one in both.open] == [3]


def test_a_definition_says_whether_the_pool_is_shown_by_faction(tmp_path: Path) -> None:
    text = 'kind = "ladder"\ntitle = "t"\nstudy = "s"\nladder = "l"\n'
    (tmp_path / "report.toml").write_text(text, encoding="utf-8")
    assert not read_definition(tmp_path, ()).pooled
    (tmp_path / "report.toml").write_text(text + 'meta_by = "all"\n', encoding="utf-8")
    assert read_definition(tmp_path, ()).pooled
    (tmp_path / "report.toml").write_text(text + 'meta_by = "map"\n', encoding="utf-8")
    with pytest.raises(InputError, match="meta_by"):
        read_definition(tmp_path, ())
