"""A strategy of one's own that fails: where it did, its cause, and the game up to that decision."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import bloodstones as bs
from bloodstones.cli import main
from bloodstones.kit.players.failure import StrategyError

CODE = '''"""Strategies that fail."""


class Late:
    """decides by luck; at its fifth decision it fails"""

    traits = {}

    def choose(self, view, legal):
        view.memory[0] += 1
        number = view.luck.randrange(len(legal))
        if view.memory[0] == 5:
            self.stumble(number)
        return legal[number]

    def stumble(self, number):
        raise LookupError(f"no road from {number}")


class Cheat:
    """decides what is not legal"""

    traits = {}

    def choose(self, view, legal):
        return "everything"
'''
LINE = 17  # of the raise
SEATS = {
    "bellum_magica": ("c1:{}", "c2:random"),
    "bloodstones": ("hill_folk:{}", "horse_lords:random"),
}
STUDY = """
id = "own"
question = "Does it win?"
game = "bellum_magica"
seed = 4
replicates = 3
strategies = [["late.py:Late", "random"]]
in_order = true
[lineups]
explicit = [["c1", "c2"]]
rotate_seats = false
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("late.py").write_text(CODE, encoding="utf-8")
    return tmp_path


def seats(game: str, name: str = "late.py:Late") -> list[str]:
    return [seat.format(name) for seat in SEATS[game]]


def failed(game: str, **more: Any) -> StrategyError:
    with pytest.raises(StrategyError, match="no road") as error:
        bs.load_game(game).simulate(*seats(game), games=2, seed=4, jobs=1, **more)
    return error.value


@pytest.mark.parametrize("game", SEATS)
def test_it_says_where_and_keeps_its_cause(game: str) -> None:
    error = failed(game)
    told = str(error)
    assert "the strategy late.py:Late failed: LookupError: no road from" in told
    assert f"late.py line {LINE}, seat 0, turn " in told
    assert ", seed 4, cell " in told
    assert ", replicate 0)" in told
    assert "game.replay_failure(error) goes to that decision" in told
    assert isinstance(error.__cause__, LookupError)
    assert isinstance(error, bs.RunError)


def test_two_threads_keep_the_cause() -> None:
    with pytest.raises(StrategyError, match="no road") as error:
        bs.load_game("bellum_magica").simulate(*seats("bellum_magica"), games=2, jobs=2)
    assert isinstance(error.value.__cause__, LookupError)


@pytest.mark.parametrize("game", SEATS)
def test_the_game_can_be_replayed_to_that_decision(game: str) -> None:
    error = failed(game)
    play = bs.load_game(game).replay_failure(error)
    assert (play.seat, play.turn) == (error.failure.seat, error.failure.turn)
    assert play.view(0).seat == 0
    assert len(play.legal()) > 0
    assert len(play._session.codes) == len(error.failure.codes) > 4
    with pytest.raises(StrategyError, match="no road") as again:
        play.step()
    assert again.value.failure.fault == error.failure.fault  # the same luck, the same memory


def test_a_run_leaves_the_game_beside_its_results() -> None:
    error = failed("bellum_magica", out="here")
    path = Path("here/failure.json")
    assert f"the game so far is in {path.resolve()}" in str(error)
    content = json.loads(path.read_text(encoding="utf-8"))
    assert content["line"] == LINE
    game = bs.load_game("bellum_magica")
    play = game.replay_failure(path)
    assert play.setup == game.replay_failure(error).setup
    assert play.view(0).text == game.replay_failure(error).view(0).text
    with pytest.raises(bs.InputError, match="expected a failure in a game of battalia"):
        bs.load_game("battalia").replay_failure(path)


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_a_study_says_it_and_keeps_it(backend: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("own.toml").write_text(STUDY, encoding="utf-8")
    assert main(["study", "own.toml", "--jobs", "1", "--backend", backend]) == 1
    told = " ".join(capsys.readouterr().err.split())
    assert f"late.py line {LINE}, seat 0, turn" in told
    assert ", seed 4, cell " in told
    (path,) = Path("results").glob("*/failure.json")
    play = bs.load_game("bellum_magica").replay_failure(path)
    with pytest.raises(StrategyError, match="no road"):
        play.step()


def test_a_played_game_is_kept_beside_its_record(capsys: pytest.CaptureFixture[str]) -> None:
    players = ",".join(seats("bellum_magica"))
    play = ["play", "--game", "bellum_magica", "--players", players, "--seed", "4"]
    assert main([*play, "--record", "own.jsonl"]) == 1
    assert "the game so far is in own.failure.json" in " ".join(capsys.readouterr().err.split())
    assert not Path("own.jsonl").exists()
    again = bs.load_game("bellum_magica").replay_failure(Path("own.failure.json"))
    with pytest.raises(StrategyError, match="no road"):
        again.step()


def test_a_playthrough_stays_at_the_decision() -> None:
    play = bs.load_game("bellum_magica").playthrough(*seats("bellum_magica"), seed=2)
    with pytest.raises(StrategyError, match=rf"late.py line {LINE}, seat 0, .*, seed 2\)") as error:
        play.finish()
    assert play.seat == 0
    assert not play.is_over
    other = bs.load_game("bellum_magica").replay_failure(error.value)
    assert other.view(0).text == play.view(0).text


def test_what_is_not_legal_says_where_as_well() -> None:
    play = bs.load_game("bellum_magica").playthrough(*seats("bellum_magica", "late.py:Cheat"))
    told = (
        r"expected a legal decision of late.py:Cheat, got 'everything' \(seat 0, turn \d+, seed 1\)"
    )
    with pytest.raises(StrategyError, match=told):
        play.finish()


def test_the_error_survives_pickle() -> None:
    error = failed("bellum_magica")
    twin = pickle.loads(pickle.dumps(error))
    assert (str(twin), twin.failure) == (str(error), error.failure)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"codes": [10**9]}, "expected decisions that the rules allow"),
        ({"codes": ["x"]}, "expected a file that says where a strategy failed"),
        ({"streams": [[1]]}, "expected the random streams and notes of every seat"),
        ({"setup": 3}, "expected a file that says where a strategy failed"),
        ({"more": 3}, "expected a file that says where a strategy failed"),
        ({"game": "battalia"}, "expected a failure in a game of bellum_magica, got 'battalia'"),
        ({"seat": "x"}, "expected a file that says where a strategy failed"),
    ],
)
def test_an_edited_file_is_refused(change: dict[str, Any], told: str) -> None:
    failed("bellum_magica", out="here")
    path = Path("here/failure.json")
    content = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**content, **change}), encoding="utf-8")
    with pytest.raises(bs.InputError, match=told):
        bs.load_game("bellum_magica").replay_failure(path)
