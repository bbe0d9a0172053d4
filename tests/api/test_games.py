"""Games: their tables are what commands print, their questions are methods."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

import bloodstones as bs
from bloodstones.api.game_parts.questions import methods_of
from bloodstones.cli import main
from bloodstones.games.registry import GAMES, all_entries

each_game = pytest.mark.parametrize("game_id", list(GAMES))


def printed(capsys: pytest.CaptureFixture[str], *args: str) -> Any:
    """What a command prints as JSON."""
    capsys.readouterr()
    assert main([*args, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    return json.loads(json.dumps(value))


def test_the_games_are_those_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, "games")["games"]
    rows = plain(list(bs.list_games()))
    assert len(rows) == len(told) == len(GAMES)
    for row, each in zip(rows, told, strict=True):
        assert {name: row[name] for name in ("id", "title", "roles", "boards", "clauses")} == {
            name: each[name] for name in ("id", "title", "roles", "boards", "clauses")
        }
        assert row["questions"] == list(each["commands"])
        assert row["players"].startswith(str(each["players"][0]))


@each_game
def test_strategies_are_those_of_the_command(
    game_id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = list(bs.load_game(game_id).strategies())
    told = printed(capsys, "strategies", "--game", game_id)
    names = ("id", "title", "family")
    assert [[row[name] for name in names] for row in rows] == [
        [each[name] for name in names] for each in told
    ]


@each_game
def test_a_strategy_is_that_of_the_command(
    game_id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game = bs.load_game(game_id)
    for name in (game.strategies()["id"][0], game.commands.default_strategy or "greedy"):
        told = printed(capsys, "strategies", name, "--game", game_id)
        strategy = game.strategy(name)
        assert plain(strategy.data()) == told
        frame = strategy.to_pandas()
        if told["ranges"]:
            assert frame["parameter"].tolist() == list(told["ranges"])
            assert told["title"] in repr(strategy)
    with pytest.raises(bs.InputError, match=r"expected a strategy, got 'nobody' \(name=\)"):
        game.strategy("nobody")
    with pytest.raises(bs.InputError, match=r"expected a strategy, got 3 \(name=\)"):
        game.strategy(3)  # type: ignore[arg-type]


@each_game
def test_numbers_are_those_of_the_command(game_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = bs.load_game(game_id)
    told = printed(capsys, "rules", "numbers", "--game", game_id)["numbers"]
    assert plain(list(game.numbers())) == told
    word = told[0]["meaning"].split()[0]
    some = printed(capsys, "rules", "numbers", word, "--game", game_id)["numbers"]
    assert plain(list(game.numbers(word))) == some
    assert len(some) <= len(told)


@each_game
def test_readings_and_sections_are_those_of_the_command(
    game_id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game = bs.load_game(game_id)
    told = printed(capsys, "rules", "--game", game_id)
    assert plain(list(game.rules())) == told["sections"]
    assert game.readings()["name"] == [each["name"] for each in told["options"]]
    section = told["sections"][0]["id"]
    clauses = printed(capsys, "rules", section, "--game", game_id)["clauses"]
    rows = game.rules(section)
    assert [(row["id"], row["text"]) for row in rows] == [
        (each["id"], each["text"]) for each in clauses
    ]


@each_game
def test_a_clause_comes_with_what_it_cites(
    game_id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game = bs.load_game(game_id)
    clause = game.commands.example_clause
    told = printed(capsys, "rules", clause, "--game", game_id)
    ids = game.rules(clause)["id"]
    cited = [*told["options"], *told["ambiguities"], *told["examples"]]
    assert ids == [clause, *(each.get("id") or each["name"] for each in cited)]


@each_game
def test_boards_and_roles_are_those_of_the_game(game_id: str) -> None:
    game = bs.load_game(game_id)
    assert tuple(game.boards()["id"]) == game.commands.boards()
    for players in game.commands.players():
        fitting = game.boards(players)
        assert all(row["min_players"] <= players <= row["max_players"] for row in fitting)
        assert tuple(game.roles(players)["role"]) == game.engine.roles_for(players)


def test_boards_are_those_of_the_maps_command(capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, "maps", "list")
    rows = bs.load_game("bloodstones").boards()
    assert [(row["id"], row["max_players"]) for row in rows] == [
        (each["id"], each["max_players"]) for each in told
    ]


@each_game
def test_every_question_is_a_method_that_tab_finds(game_id: str) -> None:
    game = bs.load_game(game_id)
    entry = next(each for each in all_entries() if each.id == game_id)
    methods = methods_of(entry.home, game_id)
    assert set(methods.values()) == set(entry.questions)
    assert set(methods) <= set(dir(game))
    assert game.questions()["question"] == list(methods)
    for name in methods:
        assert not hasattr(type(game), name), "a question hides behind a method of every game"
        assert "Parameters" in (getattr(game, name).__doc__ or "")


@each_game
def test_what_a_question_asks_is_told_whole(game_id: str) -> None:
    for row in bs.load_game(game_id).questions():
        assert row["asks"].endswith("."), row["asks"]
        assert "\n" not in row["asks"]


def test_a_tip_shows_numbers_as_python_has_them() -> None:
    game = bs.load_game("bloodstones")
    with pytest.raises(bs.InputError) as error:
        game.draws()
    call = (error.value.tip or "").removeprefix("draws")
    assert "by_turn=4" in call
    assert eval(f"game.draws{call}", {"game": game}).title.startswith("Dragon Riders")


@each_game
def test_a_game_is_what_it_prints(game_id: str) -> None:
    game = bs.load_game(game_id)
    assert eval(repr(game), {"Game": bs.Game}) == game
    assert pickle.loads(pickle.dumps(game)) == game
    assert hash(game) == hash(bs.Game(game_id))
    html = game._repr_html_()
    assert game.title in html
    assert "prefers-color-scheme:dark" in html


@pytest.mark.parametrize(
    ("method", "arguments", "words"),
    [
        ("numbers", ["vilage"], r"expected words of a number of the rules.*\(pattern=\)"),
        ("rules", ["BS-COMBT-10"], r"expected a clause.*got 'BS-COMBT-10' \(clause_or_text=\)"),
        ("rules", ["BS-COMBAT-999"], r"got 'BS-COMBAT-999'.*\nTip: rules\(\"BS-COMBAT\"\) lists"),
        ("rules", [3], r"expected text, got 3 \(clause_or_text=\)"),
        ("boards", [9], r"expected a number of players from 2 to 6, got 9 \(players=\)"),
        ("roles", [True], r"got True \(players=\)"),
    ],
)
def test_faults_name_their_parameter(method: str, arguments: list[Any], words: str) -> None:
    game = bs.load_game("bloodstones")
    with pytest.raises(bs.InputError, match=words):
        getattr(game, method)(*arguments)


def test_a_wrong_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(AttributeError, match="did you mean roles"):
        bs.load_game("bloodstones").rolls  # noqa: B018
    with pytest.raises(bs.InputError, match=r"expected the id of a game, got 3 \(game=\)"):
        bs.load_game(3)  # type: ignore[arg-type]
    game = bs.load_game("bloodstones")
    with pytest.raises(bs.InputError, match=r"\(terrain=\)"):
        game.odds("hill_folk: giant", "horse_lords: swordsman", terrain="swamp")


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (
            {"terrian": "plains"},
            r"^odds\(\) got an unexpected keyword argument 'terrian'; .*terrain",
        ),
        ({"at_citadel": True, "sed": 3}, r"odds\(\) got .* 'sed'; did you mean set\?$"),
    ],
)
def test_an_unknown_parameter_of_a_question_gets_near_matches(
    told: dict[str, Any], words: str
) -> None:
    odds = bs.load_game("bloodstones").odds
    with pytest.raises(TypeError, match=words):
        odds("hill_folk: giant", "horse_lords: swordsman", **told)
    with pytest.raises(
        TypeError, match=r"^odds\(\) got too many positional arguments; it takes att"
    ):
        odds("hill_folk: giant", "horse_lords: swordsman", "hills", "3")
    answer = odds("hill_folk: giant", "horse_lords: swordsman", "hills")
    with pytest.raises(TypeError, match=r"^what_if\(\) got .* 'sid'; did you mean side"):
        answer.what_if(sid="attacker")
    with pytest.raises(TypeError, match=r"^games_needed\(\) got .* 'gmaes'; did you mean games"):
        bs.games_needed(gmaes=3)  # type: ignore[call-arg]


def test_a_list_stands_for_a_text_with_commas() -> None:
    odds = bs.load_game("bloodstones").odds
    forces = "hill_folk: giant", "horse_lords: swordsman"

    def chance(hand: object) -> object:
        return odds(*forces, terrain="hills", attacker_hand=hand).p_attacker

    assert chance([3, 5]) == chance("5,3") == chance((5, 3)) != chance([])
    assert chance([]) == odds(*forces, terrain="hills").p_attacker
    with pytest.raises(bs.InputError, match=r"expected pips from 1 to 5, got 9 \(attacker_hand=\)"):
        chance([9])
    with pytest.raises(bs.InputError, match=r"expected a dict: name -> value, got \[1\] \(set=\)"):
        odds(*forces, terrain="hills", set=[1])


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda game: game.boards(data=3), r"expected a path, got 3 \(data=\)"),
        (
            lambda game: game.bench(seconds="x"),
            r"expected a number of seconds above 0, at most 3600, got 'x' \(seconds=\)",
        ),
        (lambda game: game.simulate(games=1, out=3), r"for each seat, got 'nothing' \(seats\)"),
        (lambda _: bs.simulate(3, "a"), r"expected a game or its id, got 3 \(game=\)"),
    ],
)
def test_what_is_of_another_type_names_its_parameter(ask: Any, words: str) -> None:
    with pytest.raises(bs.InputError, match=words):
        ask(bs.load_game("bloodstones"))


def test_a_tip_has_values_as_python_writes_them() -> None:
    with pytest.raises(bs.InputError, match=r"^missing spend= \(by_turn=\)\nTip: spend=5$"):
        bs.load_game("bloodstones").draws("dragon_riders", want="dragon", by_turn=4)
