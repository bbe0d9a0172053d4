"""Records from Python: verified, told, explained, played on from, saved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import bloodstones as bs
from bloodstones.cli import main
from bloodstones.games.registry import GAMES
from tests.api.line_ups import LINE_UPS

PLAYOUTS = 400
each_game = pytest.mark.parametrize("game_id", list(GAMES))


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A record of each game."""
    folder = tmp_path_factory.mktemp("records")
    return {
        game_id: bs.load_game(game_id)
        .playthrough(*seats, seed=3)
        .finish()
        .record()
        .save(folder / f"{game_id}.jsonl")
        for game_id, seats in LINE_UPS.items()
    }


def printed(capsys: pytest.CaptureFixture[str], *args: str) -> Any:
    capsys.readouterr()
    assert main([*args, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@each_game
def test_a_record_is_what_the_commands_say(
    game_id: str, records: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    record = bs.load_record(records[game_id])
    assert record.game == bs.load_game(game_id)
    assert record.verify() is None
    (told,) = printed(capsys, "verify", str(records[game_id]))["files"]
    assert told["ok"]
    assert (list(record.scores), list(record.winners)) == (told["scores"], told["winners"])
    assert (record.end_reason, record.turns) == (told["end_reason"], told["turns"])
    assert record.data() == printed(capsys, "replay", str(records[game_id]))
    lines = [line for part in record.data()["chapters"] for line in part["lines"]]
    assert record.replay()["text"] == [line["text"] for line in lines]
    assert set(record.replay(1)["turn"]) <= {1}
    assert len(repr(record)) < 250
    assert "prefers-color-scheme:dark" in record._repr_html_()


@each_game
def test_an_explanation_is_that_of_the_command(
    game_id: str, records: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    told = printed(capsys, "explain", str(records[game_id]), "--playouts", str(PLAYOUTS))
    answer = bs.load_record(records[game_id]).explain(PLAYOUTS)
    assert json.loads(json.dumps(answer.as_json())) == told
    points = answer.points
    assert len(points) == 2 * len(told["points"])
    assert sum(row["chance"] for row in points[-2:]) == pytest.approx(1)
    assert {row["what"] for row in answer.luck} >= {"all luck", "decisions"}
    assert len(answer.costly_decisions) == len(told["costly_decisions"])
    assert len(repr(answer).splitlines()) <= 24


@each_game
def test_a_record_is_played_on_from(game_id: str, records: dict[str, Path]) -> None:
    record = bs.load_record(records[game_id])
    end = record.playthrough()
    assert end.is_over
    assert (end.scores, end.winners) == (record.scores, record.winners)
    middle = record.replay()[len(record.replay()) // 2]["line"]
    play = record.playthrough(until=middle)
    assert not play.is_over
    assert 0 < len(play._session.codes) < len(end._session.codes)
    again = record.playthrough(until=middle).finish()
    assert play.finish().scores == again.scores


def test_a_seat_whose_strategy_is_not_known_is_a_person(
    records: dict[str, Path], tmp_path: Path
) -> None:
    file = tmp_path / "strange.jsonl"
    text = records["bloodstones"].read_text(encoding="utf-8")
    file.write_text(text.replace('"strategy":"builder"', '"strategy":"aunt_may"'))
    play = bs.load_record(file).playthrough(until=9)
    assert [seat.strategy for seat in play.seats] == ["warlord", "human"]


def test_a_record_with_a_fault_names_it(records: dict[str, Path], tmp_path: Path) -> None:
    lines = records["bloodstones"].read_text(encoding="utf-8").splitlines()
    place = next(n for n, line in enumerate(lines) if '"citadel"' in line and "area" in line)
    event = json.loads(lines[place])
    event["area"] = 1 if event["area"] != 1 else 2
    lines[place] = json.dumps(event)
    file = tmp_path / "wrong.jsonl"
    file.write_text("\n".join(lines) + "\n")
    record = bs.load_record(file)
    fault = record.verify()
    assert fault is not None
    assert fault.line > place
    with pytest.raises(bs.InputError, match="expected a legal record"):
        record.playthrough()


def test_what_is_no_record_is_refused(records: dict[str, Path], tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    file.write_text("hello\n")
    with pytest.raises(bs.InputError, match="expected a JSON object, got 'hello'"):
        bs.load_record(file)
    with pytest.raises(bs.InputError, match="No such file"):
        bs.load_record(tmp_path / "nowhere.jsonl")
    with pytest.raises(bs.InputError, match=r"expected the path of a record, got 3 \(path=\)"):
        bs.load_record(3)  # type: ignore[arg-type]
    record = bs.load_record(records["battalia"])
    with pytest.raises(bs.InputError, match=r"expected a turn from 0 .*got 999 \(turn=\)"):
        record.replay(999)
    with pytest.raises(bs.InputError, match=r"expected a strategy, got 'no' \(strategy=\)"):
        record.explain(strategy="no")
    with pytest.raises(bs.InputError, match=r"expected a strategy, got 3 \(strategy=\)"):
        record.explain(strategy=3)  # type: ignore[arg-type]
    with pytest.raises(bs.InputError, match=r"expected a path, got 3 \(data=\)"):
        record.verify(data=3)  # type: ignore[arg-type]
    with pytest.raises(bs.InputError, match=r"expected the number of a turn, got -1 \(turn=\)"):
        record.replay(-1)
    with pytest.raises(
        bs.InputError,
        match=r"expected a whole number of playouts of at least 1, got 0 \(playouts=\)",
    ):
        record.explain(0)


def test_a_file_is_written_over_only_if_that_is_wanted(
    records: dict[str, Path], tmp_path: Path
) -> None:
    record = bs.load_record(records["battalia"])
    file = record.save(tmp_path / "game.jsonl")
    assert file.read_text(encoding="utf-8") == record.text
    file.write_text("mine")
    with pytest.raises(bs.InputError, match=r"expected a new file.*\n?.*replace=True"):
        record.save(file)
    assert file.read_text() == "mine"
    record.save(file, replace=True)
    assert bs.load_record(file) == record
    with pytest.raises(bs.InputError, match="existing folder"):
        record.save(tmp_path / "none" / "game.jsonl")
