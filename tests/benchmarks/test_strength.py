"""The table of strength over speed: who is in it, and what its lines say."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

import bloodstones as bs
from bloodstones.kit.explain.unequal import FILE, Fade, ratings_text
from bloodstones.kit.players.strategy import Family, Strategy
from tests.benchmarks import strength
from tests.benchmarks.strength import (
    Line,
    best_script,
    has_board,
    lines_of,
    searchers,
    sizes,
    text_of,
    wanted,
)

LINE = Line("dare", 3, "value_4", "bold", 402, 0.5, 0.45, 0.55, 1 / 3, 123.4, 41.7, "0123456789")


def strategy(name: str, family: Family, **told: Any) -> Strategy:
    return Strategy(name, "", family, told.pop("weights", {}), **told)


def test_searchers_judge_by_learned_values_for_themselves() -> None:
    search = {"simulations": 8.0, "opposed": -1.0}
    shipped = [
        strategy("bold", Family.SCRIPTED),
        strategy("sampled", Family.MONTE_CARLO, weights=search),
        strategy("value", Family.MONTE_CARLO, weights=search, values="here"),
        strategy("short", Family.MONTE_CARLO, weights=search, values="here"),
        strategy("allied", Family.MONTE_CARLO, weights=search | {"opposed": 2.0}, values="here"),
    ]
    named = [name for name, _ in searchers(shipped)]
    assert named == ["value_4", "value_16", "value_64", "short_8"]


def test_the_best_script_is_that_of_the_ladder_of_the_next_size_down(tmp_path: Path) -> None:
    fade = Fade(1.0, 1.0, 1)
    two = {"value_8": 9.0, "bold": 1.0, "shy": 0.5}
    four = {"value_8": 9.0, "bold": 0.5, "shy": 1.0}
    (tmp_path / FILE).write_text(ratings_text({}, {2: (two, fade), 4: (four, fade)}))
    shipped = [strategy("bold", Family.SCRIPTED), strategy("shy", Family.SCRIPTED)]
    assert [best_script(tmp_path, shipped, players) for players in (2, 3, 4, 5)] == [
        *("bold", "bold", "shy", "shy")
    ]
    by_role = [*shipped, strategy("best_tuned", Family.SCRIPTED)]
    assert best_script(tmp_path, by_role, 2) == "best_tuned"


def test_sizes_are_those_of_the_files_of_learned_values(tmp_path: Path) -> None:
    for name in ("players_4.npy", "players_2.npy", "players_2.json"):
        (tmp_path / name).write_text("")
    assert sizes(str(tmp_path)) == [2, 4]


def test_a_line_is_rounded_to_what_is_known() -> None:
    wins = "50 % (45–55 %), n = 402"
    assert LINE.cells == ("dare", "3", "`value_4`", "`bold`", wins, "33 %", "123", "42")


def test_speeds_have_two_digits_or_more() -> None:
    told = [strength.shown(rate) for rate in (0.137, 4.06, 99.4, 99.6, 1234.5)]
    assert told == ["0.14", "4.1", "99", "100", "1,234"]


def test_a_line_that_is_kept_is_not_measured_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = bs.load_game("battlelore")
    asked: list[tuple[str, str, int]] = []

    def measure(game: bs.Game, player: str, among: str, players: int, commit: str) -> Line:
        asked.append((player, among, players))
        return replace(LINE, game=game.id, player=player, among=among, players=players)

    monkeypatch.setattr(strength, "measured", measure)
    kept = replace(LINE, game=game.id, players=2, player="value_16")
    (tmp_path / "battlelore-2-value_16.json").write_text(json.dumps(asdict(kept)))
    lines = list(lines_of(game, tmp_path, "0123456789"))
    assert lines[1] == kept
    assert asked == [("value_4", "best_tuned", 2), ("value_64", "best_tuned", 2)]
    assert list(lines_of(game, tmp_path, "0123456789")) == lines
    assert len(asked) == 2


def test_tables_are_of_sizes_that_a_match_can_have() -> None:
    assert {players for players, *_ in wanted(bs.load_game("wizard_kings"))} == {2, 3, 4}
    assert not has_board(bs.load_game("wizard_kings"), 5)
    assert {players for players, *_ in wanted(bs.load_game("battalia"))} == {2, 3, 4}


def test_what_no_time_is_left_for_is_named_below_the_table(tmp_path: Path) -> None:
    kept = replace(LINE, game="battlelore", players=2, player="value_16")
    (tmp_path / "battlelore-2-value_16.json").write_text(json.dumps(asdict(kept)))
    lines = list(lines_of(bs.load_game("battlelore"), tmp_path, "0123456789", until=0.0))
    assert lines[1] == kept
    text = text_of(lines)
    assert f"| {' | '.join(kept.cells)} |" in text
    missing = "`value_4` of battlelore with 2 players, `value_64` of battlelore with 2 players"
    assert text.endswith(f"\nNot measured: {missing}.\n")
    assert "Not measured" not in text_of([kept])


def test_a_match_is_timed_and_its_rate_read() -> None:
    game = bs.load_game("battalia")
    row, speed = strength.timed(game, "greedy", "random", 2, 5)
    assert (row["games"], row["fair"]) == (6, 0.5)
    assert speed > 0
