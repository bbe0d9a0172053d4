"""Claims of strength with their controls: mirrors are fair, and random play is beaten."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import numpy as np
import pytest

import bloodstones as bs
from bloodstones.batch.ladder import match as matches
from bloodstones.batch.ladder.match import Match, MatchPart, play_match
from bloodstones.batch.ladder.random_tables import lineups_by_lot
from bloodstones.cli import main
from bloodstones.core.contract.game import Setup
from bloodstones.core.errors import InputError
from bloodstones.games import registry
from bloodstones.stats.ratings.matches import match_rate
from tests.toy.game import GAME as DARE

TABLES = 30


@pytest.fixture(autouse=True)
def dare(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, DARE.id, "tests.toy.game")


def of(first: str, others: str, players: int = 2) -> Match:
    return Match(first, others, players, DARE.boards()[0], TABLES, 2, 1)


def test_a_claim_stands_between_its_mirrors_and_random_play() -> None:
    found = play_match(of("bold", "meek"), DARE, True)
    assert [(each.part, each.first, each.others) for each in found] == [
        (MatchPart.CLAIM, "bold", "meek"),
        (MatchPart.MIRROR, "bold", "bold"),
        (MatchPart.MIRROR, "meek", "meek"),
        (MatchPart.SANITY, "bold", "random"),
        (MatchPart.SANITY, "meek", "random"),
    ]
    assert {each.credits.shape for each in found} == {(TABLES, 2 * 2)}
    mirrors = [match_rate(each.credits, 2) for each in found if each.part == MatchPart.MIRROR]
    assert all(mirror.holds_fair for mirror in mirrors)
    (alone,) = play_match(of("bold", "meek"), DARE, False)
    assert (alone.credits == found[0].credits).all()


def test_with_fewer_roles_than_seats_several_seats_take_one() -> None:
    game: Any = registry.load_tunable("wizard_kings", "game")
    empty = Setup("westmarch+eastfen+northspine", (), {"goal_gp": 20})
    drawn = lineups_by_lot(game, empty, "greedy", 3, 20, 1)
    assert {len(lineup) for lineup in drawn} == {3}
    assert {frozenset(lineup) for lineup in drawn} == {frozenset(game.every_role)}


def test_more_players_than_the_board_takes_are_refused() -> None:
    game = bs.load_game("wizard_kings")
    told = r"expected 2 players on westmarch\+eastfen, got 3 \(players=\)"
    with pytest.raises(InputError, match=told):
        game.match("greedy", "random", players=3, tables=2)


def test_it_is_played_by_the_readings_that_were_chosen(
    capsys: pytest.CaptureFixture[str],
) -> None:
    board, players, tables = "westmarch+eastfen+northspine", 3, 2
    game = bs.load_game("wizard_kings")
    with pytest.raises(InputError, match="goal_gp as a number, got auto with 3 players"):
        game.match("greedy", "random", board=board, players=players, tables=tables)
    near, far = (
        game.match(
            *("greedy", "random"),
            board=board,
            players=players,
            tables=tables,
            options={"goal_gp": goal},
        )
        for goal in ("10", "35")
    )
    assert near.data()["options"] == {"goal_gp": "10"}
    assert near.data()["parts"] != far.data()["parts"]
    table = [f"--map={board}", f"--players={players}", f"--tables={tables}", "--option=goal_gp=35"]
    assert (
        main(["study", "match", "greedy", "random", "--game=wizard_kings", *table, "--json"]) == 0
    )
    told = json.loads(capsys.readouterr().out)
    assert told["parts"] == far.data()["parts"]
    assert main(["study", "match", "greedy", "random", "--game=wizard_kings", *table]) == 0
    assert "Played with goal_gp = 35." in capsys.readouterr().out


def test_the_seat_goes_round_on_the_same_luck_and_a_mirror_has_luck_of_its_own() -> None:
    match = of("bold", "meek", 3)
    claim = list(matches._cells(match, DARE, MatchPart.CLAIM, "bold", "meek"))
    mirror = list(matches._cells(match, DARE, MatchPart.MIRROR, "bold", "bold"))
    assert set(Counter(cell.label for cell in claim).values()) == {3}
    assert len({cell.label for cell in claim}) == TABLES
    assert len({cell.label for cell in mirror}) == 3 * TABLES
    for place, cell in enumerate(claim):
        seated = [seat.strategy for seat in cell.setup.seats]
        assert seated.index("bold") == place % 3
        assert seated.count("meek") == 2


def test_a_mirror_that_is_none_is_found_out() -> None:
    """Were the seat of a mirror always the winner's, the control would say so."""
    fair = match_rate(np.tile([1.0, 0.0], (40, 1)), 2)
    assert fair.holds_fair
    assert not fair.above_fair
    luck = np.random.default_rng(2)
    biased = match_rate((luck.random((60, 4)) < 0.7).astype(float), 2)
    assert not biased.holds_fair
    assert biased.above_fair


def test_its_interval_holds_the_truth_though_games_of_a_table_share_their_luck() -> None:
    luck, held = np.random.default_rng(9), 0
    for _ in range(500):
        tables = luck.beta(6, 4, 40)  # how likely the seat wins at each table
        credits = (luck.random((40, 6)) < tables[:, np.newaxis]).astype(float)
        found = match_rate(credits, 2)
        held += found.low <= 0.6 <= found.high
    assert 0.92 < held / 500 < 0.98


def test_python_and_the_command_give_the_same_rows(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["study", "match", "bold", "random", "--game", "dare", "--tables", "20", "--controls"]
    assert main([*asked, "--json"]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    answer = bs.load_game("dare").match("bold", "random", tables=20, controls=True)
    assert answer.as_json() == told
    assert [row["part"] for row in told["parts"]] == [*("claim", "mirror", "mirror", "sanity")]
    assert told["holds"]
    assert told["seed"] == 1
    assert main(asked) == 0
    printed = capsys.readouterr().out
    for part in ("self-match", "against random", "20 random line-ups", "sources"):
        assert part in " ".join(printed.split())


def test_a_strategy_that_random_play_beats_fails_its_control(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(matches, "RANDOM", "bold")
    asked = ["study", "match", "random", "meek", "--game", "dare", "--tables", "20"]
    assert main([*asked, "--controls"]) == 1
    assert "no" in capsys.readouterr().out
    assert main(asked) == 0


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"tables": 1}, "expected a whole number from 2 to 100,000, got 1 (tables=)"),
        ({"replicates": 0}, "expected a whole number from 1 to 1,000,000, got 0 (replicates=)"),
        ({"players": 9}, "expected a number of players from 2 to 4, got 9 (players=)"),
        ({"seed": -1}, "seed="),
        ({"tables": 2.5}, "expected a whole number from 2 to 100,000, got 2.5 (tables=)"),
        ({"controls": "yes"}, "True or False, got 'yes' (controls=)"),
        ({"board": "nowhere"}, "nowhere"),
    ],
)
def test_what_cannot_be_played_is_refused(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as error:
        bs.load_game("dare").match("bold", "meek", **wrong)
    assert said in str(error.value)


def test_unknown_strategies_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", "match", "bolt", "meek", "--game", "dare"]) == 2
    assert "bolt" in capsys.readouterr().err
