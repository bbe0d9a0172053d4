"""What decided a recorded game: its course, playouts from its positions, luck and decisions."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bloodstones.api.explanations.judge import Judge
from bloodstones.api.explanations.view import curve_of
from bloodstones.api.game_parts.commands import GameCommands, game_commands_of
from bloodstones.cli import explain as explain_command
from bloodstones.cli import main
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.contract.learnable import Observed
from bloodstones.core.errors import InputError
from bloodstones.games import registry
from bloodstones.games.registry import load_game
from bloodstones.kit.explain.analysis import explain
from bloodstones.kit.explain.explained import Explained, Judgement, judgement_of
from bloodstones.kit.explain.learned import calibrate, judged
from bloodstones.kit.explain.recorded_steps import RecordedCourse, joined, take
from bloodstones.kit.explain.rollouts import Estimate, Playouts
from bloodstones.kit.players.adviser import Adviser
from bloodstones.kit.records.playing import play_and_record
from bloodstones.kit.table.session import Session
from bloodstones.kit.values.store import read_values
from tests.toy.game import GAME as DARE

MOST_TURNS = 1_000_000
EXPLAINED: dict[object, tuple[Judge, Explained]] = {}
RECORD = Path(__file__).parents[1] / "records" / "2p_seed07_dragon_riders_horse_lords.jsonl"
SETUPS = {
    "bloodstones": Setup(
        "twin_meres", (Seat("hill_folk", "raider"), Seat("horse_lords", "greedy"))
    ),
    "wizard_kings": Setup(
        "westmarch+eastfen", (Seat("eldryn", "expansion"), Seat("jurak", "hammer"))
    ),
    "bellum_magica": Setup("", (Seat("c1", "farmer"), Seat("c2", "greedy"))),
    "battalia": Setup("", (Seat("orsari", "builder"), Seat("lagorai", "greedy"))),
}


@pytest.fixture(autouse=True)
def dare(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, DARE.id, "tests.toy.game")


@pytest.fixture
def dared(tmp_path: Path) -> Path:
    """The record of a game of Dare."""
    path = tmp_path / "dare.jsonl"
    setup = Setup("", (Seat("", "bold"), Seat("", "random")))
    play_and_record(DARE, setup, 3).write(path)
    return path


def course_of(path: Path, game_id: str) -> Any:
    game_commands = game_commands_of(game_id)
    records = game_commands.records
    assert records is not None
    return game_commands.follow(records.load(path), None)


def playouts_seats(course: Any, strategy: str) -> tuple[Seat, ...]:
    return tuple(Seat(seat.role, strategy) for seat in course.setup.seats)


def playouts_of(course: Any, strategy: str, game: Any) -> Playouts:
    seats = playouts_seats(course, strategy)
    return Playouts(game.seat(replace(course.setup, seats=seats)), len(seats), 1)


@pytest.mark.parametrize("game_id", ["bloodstones", "dare"])
def test_a_course_ends_as_its_record_and_tells_every_line(game_id: str, dared: Path) -> None:
    path = RECORD if game_id == "bloodstones" else dared
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    course = course_of(path, game_id)
    taken = take(course)
    told = [place for step in course.steps for place in step.lines]
    assert sorted(told) == list(range(len(lines) - 1)) or sorted(told) == list(
        range(len(lines) - 2)
    )
    last = taken.states[-1]
    assert last.point == 0
    ends = lines[-1].get("ranks") or [1 if seat in lines[-1]["winners"] else 2 for seat in range(2)]
    assert [int(rank) for rank in last.rank[:2]] == ends
    turns = [moment.turn for moment in taken.moments]
    assert turns == sorted(turns)
    whole = joined(taken)
    assert len({moment.turn for moment in whole.moments}) == len(whole.moments)
    assert whole.states[-1] is last


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"rules_version": "0"}, "expected a record of rules version '1', got '0'"),
        ({"deck": 3}, "expected a legal record, got deck is not as the rules give it"),
    ],
)
def test_a_record_with_another_header_is_followed_no_more_than_it_is_legal(
    dared: Path, changed: dict[str, Any], told: str
) -> None:
    header, *rest = dared.read_text(encoding="utf-8").splitlines()
    dared.write_text("\n".join([json.dumps(json.loads(header) | changed), *rest]) + "\n")
    assert main(["verify", str(dared)]) != 0
    with pytest.raises(InputError, match=re.escape(told)):
        course_of(dared, "dare")


@pytest.mark.parametrize("game_id", SETUPS)
def test_kernels_play_on_as_python_does(game_id: str) -> None:
    game: Any = load_game(game_id)
    setup = SETUPS[game_id]
    play = game.playthrough(setup, 5)
    seating = game.seat(setup)
    playouts = Playouts(seating, 2, 1)
    fast = playouts.credits(play.state, range(2))
    ends = [playouts.played_until(playouts.begun(play.state, n), MOST_TURNS) for n in range(2)]
    assert fast.tolist() == [playouts.credit(end).tolist() for end in ends]
    assert fast.sum(axis=1).tolist() == [1.0, 1.0]


def test_luck_and_decisions_add_up_to_the_result(dared: Path) -> None:
    course = course_of(dared, "dare")
    found = explain(course, playouts_of(course, "bold", DARE), 4000)
    start, end = found.points[0].chances[0].value, found.points[-1].chances[0].value
    decided = found.decided[0].value - found.decided[1].value  # what one gains, the other loses
    assert start + found.luck[""][0].value + decided == pytest.approx(end)
    kinds = [found.luck[kind][0].value for kind in found.luck if kind]
    assert sum(kinds) == pytest.approx(found.luck[""][0].value)
    assert [point.turn for point in found.points] == sorted(point.turn for point in found.points)


def test_whoever_plays_as_the_playouts_loses_nothing_by_decisions(tmp_path: Path) -> None:
    path = tmp_path / "bold.jsonl"
    play_and_record(DARE, Setup("", (Seat("", "bold"), Seat("", "bold"))), 4).write(path)
    course = course_of(path, "dare")
    found = explain(course, playouts_of(course, "bold", DARE), 6000)
    assert not found.costly
    for estimate in found.decided:
        assert estimate.low <= 0 <= estimate.high


@pytest.mark.parametrize(
    ("low", "high", "called"),
    [
        (-0.10, 0.01, Judgement.NONE),
        (-0.30, -0.04, Judgement.NONE),
        (-0.09, -0.05, Judgement.INACCURACY),
        (-0.50, -0.099, Judgement.INACCURACY),
        (-0.14, -0.10, Judgement.MISTAKE),
        (-0.40, -0.15, Judgement.BLUNDER),
        (0.2, 0.3, Judgement.NONE),
    ],
)
def test_a_decision_is_called_by_what_it_surely_lost(
    low: float, high: float, called: Judgement
) -> None:
    assert judgement_of(Estimate((low + high) / 2, low, high, 100)) == called


def test_a_decision_that_gives_the_game_away_is_called_a_blunder(tmp_path: Path) -> None:
    path = tmp_path / "random.jsonl"
    play_and_record(DARE, Setup("", (Seat("", "random"), Seat("", "bold"))), 8).write(path)
    course = course_of(path, "dare")
    found = explain(course, playouts_of(course, "bold", DARE), 20_000)
    called = [swing.judgement for swing in found.costly]
    assert called[0] == Judgement.BLUNDER
    assert {swing.seat for swing in found.costly if swing.judgement} == {0}
    assert not any(swing.judgement for swing in found.turning if swing.moment.chance)
    playouts = playouts_of(course, "bold", DARE)
    listed = curve_of(found, course, Judge("bold", "", None, playouts))
    assert [each["called"] for each in listed["decisions"]] == [
        each.id if each else "" for each in called
    ]
    first = listed["decisions"][0]
    assert first["seat"] == 0
    assert first["line"] in [course.number(place) for place in found.costly[0].moment.lines]
    assert first["change"][2] <= -0.15
    assert first["text"]
    assert first["instead"]
    assert "inaccuracy from 5, mistake from 10, blunder from 15" in listed["called"]


def test_playouts_go_on_by_the_plans_that_a_strategy_has_there(tmp_path: Path) -> None:
    game_commands = game_commands_of("bloodstones")
    path = tmp_path / "champions.jsonl"
    setup = Setup("twin_meres", (Seat("hill_folk", "champion"), Seat("horse_lords", "champion")))
    session = Session(game_commands.game, game_commands.voice(), setup, 7)
    session.go_on()
    path.write_text(session.recorder.text(), encoding="utf-8")
    course = course_of(path, "bloodstones")
    game: Any = load_game("bloodstones")
    advisers = [Adviser(game.seat(setup), seat, course.play) for seat in range(2)]
    bare, advised = take(course), take(course, advisers)
    assert all((state.memory == bare.states[0].memory).all() for state in bare.states)
    last = advised.states[-1].memory[:2]
    played = session.play.state.memory[:2]
    assert (played != bare.states[0].memory[:2]).any(axis=1).all()
    assert (last == played).all()
    playouts = playouts_of(course, "champion", game)
    begun = playouts.begun(advised.states[-2], 1)
    assert (begun.memory == advised.states[-2].memory).all()


def test_the_same_seed_tells_the_same_and_progress_reaches_the_end(dared: Path) -> None:
    course = course_of(dared, "dare")
    seen: list[tuple[int, int]] = []
    first = explain(
        course, playouts_of(course, "bold", DARE), 1500, lambda *told: seen.append(told)
    )
    assert first == explain(course, playouts_of(course, "bold", DARE), 1500)
    assert all(done <= total == 1500 for done, total in seen)
    assert seen == sorted(seen)


def test_a_finished_position_is_worth_its_result(dared: Path) -> None:
    course = course_of(dared, "dare")
    last = take(course).states[-1]
    credits = playouts_of(course, "meek", DARE).credits(last, range(5))
    assert np.ptp(credits, axis=0).tolist() == [0.0, 0.0]


def test_too_few_playouts_and_strategies_that_search_are_refused(dared: Path) -> None:
    course = course_of(dared, "dare")
    with pytest.raises(InputError, match=r"expected at least [0-9,]+ playouts .*got 3"):
        explain(course, playouts_of(course, "bold", DARE), 3)
    with pytest.raises(InputError, match="expected a compiled strategy"):
        playouts_of(course, "monte_carlo", DARE)


def test_with_few_playouts_several_turns_are_one_moment(dared: Path) -> None:
    course = course_of(dared, "dare")
    apart, few = (
        explain(course, playouts_of(course, "bold", DARE), budget) for budget in (8_000, 300)
    )
    assert apart.span == 0
    assert apart.costly or apart.luck
    turns = len({moment.turn for moment in take(course).moments})
    assert few.span > 1
    assert len(few.points) <= 300 * 0.7 // 60 + 1 < turns
    assert few.points[0].turn == 0
    assert few.points[-1].chances == apart.points[-1].chances
    assert list(few.luck) == ["", "turn"]


def test_chances_by_values_are_calibrated_on_the_winners_of_other_games() -> None:
    luck = np.random.default_rng(5)
    values = luck.uniform(0.05, 0.95, (6000, 3))
    powers = (values / (1.0 - values)) ** 2.5
    true = powers / powers.sum(axis=1, keepdims=True)
    won = np.eye(3)[[luck.choice(3, p=each) for each in true]].astype(np.float32)
    games = np.arange(6000, dtype=np.int32)
    seen = Observed(np.zeros((6000, 3, 1), np.float32), games, games, won, won)
    found = calibrate(values, seen)
    assert found.sharpness == pytest.approx(2.5, abs=0.15)
    assert found.games == 6000
    assert found.error < 0.02
    assert np.abs(found.chances(values) - true).max() < 0.05
    assert found.chances(np.array([[1.0, 0.0, 0.0]])).sum() == pytest.approx(1.0)
    told_nothing = calibrate(np.full((6000, 3), 0.5), seen)
    assert told_nothing.chances(values[:1]).shape == (1, 3)


def test_learned_values_judge_the_end_of_the_turn() -> None:
    game: Any = load_game("bloodstones")
    setup = Setup("twin_meres", (Seat("hill_folk", "champion"), Seat("horse_lords", "champion")))
    strategy = game.finder_for().find("value", "test")
    judge = judged(game, setup, 1, read_values(strategy.values, 2, strategy.features), games=8)
    state = game.playthrough(setup, 5).state
    credits = judge.credits(state, range(3))
    assert credits.shape == (3, 2)
    assert credits.sum(axis=1) == pytest.approx([1.0, 1.0, 1.0])
    assert ((credits > 0) & (credits < 1)).all()
    assert (judge.credits(state, range(3)) == credits).all()


def test_a_record_that_is_not_legal_is_refused(dared: Path, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in dared.read_text(encoding="utf-8").splitlines()]
    place = next(k for k, line in enumerate(lines) if k and line["event"] == "roll")
    lines[place]["points"] = 99
    bad = tmp_path / "bad.jsonl"
    bad.write_text("\n".join(map(json.dumps, lines)) + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=f"expected a legal record.*line {place + 1}"):
        course_of(bad, "dare")
    text = RECORD.read_text(encoding="utf-8").replace('"vp":3', '"vp":4')
    bad.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="expected a legal record"):
        course_of(bad, "bloodstones")


@pytest.fixture
def analysed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands about the same record, at the same effort, share who judges and what is found."""
    explained_anew = explain_command._explained

    def explained(
        game_commands: GameCommands, course: RecordedCourse, *how: Any
    ) -> tuple[Judge, Explained]:
        key = game_commands.id, repr(course.setup), how
        if key not in EXPLAINED:
            EXPLAINED[key] = explained_anew(game_commands, course, *how)
        return EXPLAINED[key]

    monkeypatch.setattr(explain_command, "_explained", explained)


@pytest.mark.usefixtures("analysed_once")
@pytest.mark.parametrize("width", [60, 80])
def test_the_command_fits_the_terminal(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    assert main(["explain", str(RECORD), "--playouts", "700"]) == 0
    told = capsys.readouterr().out
    assert max(map(len, told.splitlines())) <= width
    for part in ("Won by", "Chance of winning", "Turning points", "Effect of luck"):
        assert part in told
    assert "playouts with champion in every seat" in " ".join(told.split())
    assert "learned values" in " ".join(told.split())
    assert "…" not in told


def test_costly_decisions_are_printed_with_what_they_are_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "random.jsonl"
    play_and_record(DARE, Setup("", (Seat("", "random"), Seat("", "bold"))), 8).write(path)
    monkeypatch.setenv("COLUMNS", "60")
    asked = ["explain", str(path), "--playouts", "20000", "--strategy", "bold"]
    assert main(asked) == 0
    told = capsys.readouterr().out
    assert max(map(len, told.splitlines())) <= 60
    costly = told.partition("Costliest decisions")[2].partition("Effect of luck")[0]
    assert re.search(r"Turn \d+, Seat 1: blunder, \d+ % ", costly)
    assert "bold would: " in costly
    assert "mistake from 10, blunder from 15 (the thresholds of lichess)" in " ".join(
        costly.split()
    )
    assert main([*asked, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["costly_decisions"]
    assert found[0]["judgement"] == "blunder"


def test_json_has_every_figure_with_its_interval(
    dared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", str(dared), "--playouts", "3000", "--strategy", "bold", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["game"] == "dare"
    assert told["strategy"] == "bold"
    for point in told["points"]:
        for chance in point["chances"]:
            assert 0 <= chance["low"] <= chance["value"] <= chance["high"] <= 1
            assert chance["n"] >= 1
    assert sum(chance["value"] for chance in told["points"][-1]["chances"]) == pytest.approx(1)
    assert set(told["luck"]) == {"all", "roll", "card"}


@pytest.mark.usefixtures("analysed_once")
def test_the_page_has_the_curve_and_nothing_is_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "game.html"
    asked = ["explain", str(RECORD), "--playouts", "700", "--html", str(page)]
    assert main(asked) == 0
    data = page.read_text(encoding="utf-8").partition('type="application/json">')[2]
    curve = json.JSONDecoder().raw_decode(data)[0]["curve"]
    assert len(curve["points"]) > 5
    assert all(len(point["chances"]) == 2 for point in curve["points"])
    assert curve["decisions"] == []  # so few playouts do not separate them
    assert main(asked) == 2
    assert "expected a new file" in capsys.readouterr().err


def test_a_game_without_pictures_is_told_before_it_is_played_on(
    tmp_path: Path,
    dared: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delattr("bloodstones.cli.explain._explained")
    monkeypatch.setattr("bloodstones.api.replays.find_part", lambda *_: None)
    assert main(["explain", str(dared), "--html", str(tmp_path / "d.html")]) == 2
    assert "a game that draws pictures" in capsys.readouterr().err
