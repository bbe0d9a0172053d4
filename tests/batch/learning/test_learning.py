"""A whole learning: what it finds, that it stops, that it goes on after a stop alike."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bloodstones.batch.learning.response import gains_of
from bloodstones.batch.learning.run import LEAST_GAIN, RESULT, kept_round, learn
from bloodstones.batch.learning.self_play_tables import SelfPlayTable, self_play, tables_of
from bloodstones.batch.learning.task import LearningEffort, Lesson
from bloodstones.batch.running.progress import Silent
from bloodstones.core.contract.game import Setup
from bloodstones.core.errors import InputError, RunError, expected
from bloodstones.kit.players.searchers import values_of
from bloodstones.kit.values import network
from bloodstones.kit.values.network import expect
from bloodstones.kit.values.store import is_of_looks, path_of, read_values, write_values
from tests.batch.learning.guessing import EDGE, TURNS, Guessing

EFFORT = LearningEffort(rounds=3, games=576, more_games=192, match_games=200, epochs=4)
LEAST_AUC = 0.8
LEAST_R2 = 0.8
FEATURES = tuple(feature.name for feature in Guessing.features)


def lesson(players: int = 2, effort: LearningEffort = EFFORT) -> Lesson:
    return Lesson("guessing", players, ("",), "value_4", ("simple",), "simple", 5, effort)


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("learned")
    return folder, learn(lesson(), Guessing(), folder)


def test_values_tell_winners_of_held_out_games(learned: tuple[Path, dict[str, Any]]) -> None:
    first = learned[1]["rounds"][0]
    assert first["auc"] > LEAST_AUC
    assert first["positions"] == EFFORT.games * TURNS
    assert sum(each["n"] for each in first["calibration"]) == first["n"]
    assert 1 <= first["passes"] <= EFFORT.epochs
    low, *_, high = first["calibration"]
    assert low["reached"] < high["reached"]


def test_learning_stops_when_a_match_gains_nothing_and_keeps_the_values_before(
    learned: tuple[Path, dict[str, Any]],
) -> None:
    folder, told = learned
    assert len(told["rounds"]) == 2 < EFFORT.rounds
    assert told["rounds"][1]["against_before"]["low"] <= 0.5
    assert told["kept"] == 1
    kept = np.load(path_of(folder, 2))
    assert np.array_equal(kept, np.load(path_of(folder / "round_1", 2)))
    assert not np.array_equal(kept, np.load(path_of(folder / "round_2", 2)))


def test_later_rounds_keep_what_was_seen_before(learned: tuple[Path, dict[str, Any]]) -> None:
    first, second = learned[1]["rounds"]
    assert second["games"] == first["games"] + EFFORT.more_games


class Interrupted(Silent):
    """Stops the run once so many games are stored."""

    def update(self, games: int, note: str = "") -> None:
        if games > EFFORT.games + 150:
            raise KeyboardInterrupt


def test_a_stopped_learning_goes_on_to_the_same_values(
    learned: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    with pytest.raises(RunError, match="stopped after"):
        learn(lesson(), Guessing(), tmp_path, chunk_games=10, progress=Interrupted())
    assert not (tmp_path / RESULT).exists()
    told = learn(lesson(), Guessing(), tmp_path, resume=True)
    assert told == learned[1]
    assert np.array_equal(np.load(path_of(tmp_path, 2)), np.load(path_of(learned[0], 2)))


def test_another_lesson_in_the_folder_is_refused(learned: tuple[Path, dict[str, Any]]) -> None:
    with pytest.raises(InputError):
        learn(lesson(3), Guessing(), learned[0])
    assert json.loads((learned[0] / RESULT).read_text())["lesson"]["players"] == 2


def test_too_many_players_are_refused_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="2 to 4 players"):
        learn(lesson(7), Guessing(), tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["rounds", "games", "match_games", "epochs"])
def test_an_effort_below_one_is_refused(name: str, tmp_path: Path) -> None:
    option = f"--{name.replace('_', '-')}"
    with pytest.raises(InputError, match=option):
        learn(lesson(effort=LearningEffort(**{name: 0})), Guessing(), tmp_path / "out")


def test_later_self_play_seats_the_learner_and_the_teachers() -> None:
    task = lesson(3)
    tables = tables_of(task, Guessing())
    cells = self_play(task, tables, 1, "value_4@before")
    seated = [[seat.strategy for seat in cell.setup.seats] for cell in cells]
    assert {"value_4@before"} in [set(names) for names in seated]
    assert any("simple" in names for names in seated)
    assert {name for names in seated for name in names} == {"value_4@before", "simple"}


def test_every_choice_is_played_on_every_board_with_luck_of_its_own() -> None:
    chosen = ({"deck": "own"}, {"deck": "ready"})
    plain, both = (
        tables_of(replace(lesson(), choices=each), Guessing()) for each in (({},), chosen)
    )
    assert len(both) == 2 * len(plain)
    cells = self_play(replace(lesson(), choices=chosen), both, 0, "")
    assert {cell.setup.choices["deck"] for cell in cells} == {"own", "ready"}
    assert len({table.name for table in both}) == len(both)
    assert json.dumps(replace(lesson(), choices=chosen).to_json()["choices"]) == json.dumps(chosen)


def test_a_learning_goes_on_from_values(
    learned: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    task = replace(lesson(effort=replace(EFFORT, rounds=1)), start=str(learned[0]))
    told = learn(task, Guessing(), tmp_path)
    (only,) = told["rounds"]
    assert only["games"] == EFFORT.games + EFFORT.more_games
    assert "against_before" in only
    assert told["lesson"]["start"] == values_of(task.starter) != ""
    assert str(learned[0]) not in (tmp_path / RESULT).read_text()
    kept = path_of(tmp_path / "round_1" if told["kept"] else learned[0], 2)
    assert np.array_equal(np.load(path_of(tmp_path, 2)), np.load(kept))


def test_values_that_gain_nothing_leave_those_that_it_began_with() -> None:
    nothing, something = ({"against_before": {"low": low}} for low in (0.4, 0.6))
    assert kept_round([nothing], 2) == 0
    assert kept_round([something], 2) == 1


def test_a_response_meets_the_other_strategy_alone() -> None:
    task = replace(lesson(3), against="fixed")
    tables = tables_of(task, Guessing())
    for number, learner in ((0, ""), (1, "value_4@before")):
        for cell in self_play(task, tables, number, learner):
            names = [seat.strategy for seat in cell.setup.seats]
            assert names.count("fixed") == task.players - 1
            assert names.count(learner or "simple") == 1


def test_a_response_keeps_the_round_that_wins_most(tmp_path: Path) -> None:
    task = replace(lesson(), against="simple")
    told = learn(task, Guessing(), tmp_path)
    rates = [each["against_rival"]["win_rate"] for each in told["rounds"]]
    assert rates[told["kept"] - 1] == max(rates)
    assert told["response"]["start"] is None


def test_a_response_is_learned_until_a_round_gains_little(tmp_path: Path) -> None:
    told = learn(replace(lesson(), against="simple"), Guessing(), tmp_path)
    first, last = (each["against_rival"]["win_rate"] for each in told["rounds"])
    assert len(told["rounds"]) < EFFORT.rounds
    assert first - 1 / 2 > LEAST_GAIN > last - first


def test_a_response_tells_what_it_gains_in_the_same_seats(tmp_path: Path) -> None:
    told = learn(replace(lesson(), against="simple"), Guessing(), tmp_path)
    (every,) = told["response"]["gains"]
    assert every["role"] == ""
    assert every["games"] == EFFORT.match_games
    assert every["fixed"] == 1 / 2
    assert every["gain"] == pytest.approx(every["win_rate"] - every["fixed"], abs=1e-4)
    assert every["low"] < EDGE / (1 + EDGE) - 1 / 2 < every["high"]


def test_a_response_goes_on_from_values_and_falls_back_on_them(
    learned: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    effort = replace(EFFORT, games=192, epochs=1)
    task = replace(lesson(effort=effort), start=str(learned[0]), against="simple")
    told = learn(task, Guessing(), tmp_path)
    assert len(told["rounds"]) == 1  # the learner wins alike with any values
    assert told["rounds"][0]["auc"] > LEAST_AUC  # so little is enough only for values that know
    assert told["response"]["start"]["win_rate"] > 1 / 2
    best = told["rounds"][0]["against_rival"]["win_rate"]
    assert told["kept"] == int(best > told["response"]["start"]["win_rate"])


def test_a_response_refuses_values_of_other_layers(tmp_path: Path) -> None:
    values = np.zeros(network.size_of(2, 8, 4), np.float32)
    values[: network.HEAD] = (2, 2, 8, 4)
    write_values(tmp_path, 2, values, FEATURES)
    task = replace(lesson(), start=str(tmp_path), against="simple")
    with pytest.raises(InputError, match=r"layers of \(48, 24\) units, got \(8, 4\)"):
        learn(task, Guessing(), tmp_path / "out")


def test_gains_are_shown_by_role_on_the_same_luck() -> None:
    tables = [SelfPlayTable("", ("elf", "orc")), SelfPlayTable("", ("orc", "elf"))]
    luck = np.array([[[1.0, 0.0], [0.0, 1.0]], [[0.0, 1.0], [1.0, 0.0]]])
    better = luck.copy()
    better[:, 1] = [[1.0, 1.0], [1.0, 1.0]]  # in the second replicate both seats win
    every, elf, orc = gains_of(tables, luck, better)
    assert [each["role"] for each in (every, elf, orc)] == ["", "elf", "orc"]
    assert (every["games"], elf["games"]) == (8, 4)
    assert (elf["fixed"], elf["win_rate"], elf["gain"]) == (0.5, 1.0, 0.5)
    assert orc["gain"] == 0.0
    assert every["gain"] == pytest.approx((elf["gain"] + orc["gain"]) / 2)
    assert (orc["low"], orc["high"]) == (0.0, 0.0)


class Armies(Guessing):
    """The same with two armies, of which a third seat has one again, and a reading."""

    def roles_for(self, players: int, data: str = "") -> tuple[str, ...]:
        return ("elf", "orc")

    def check(self, setup: Setup) -> None:
        if setup.options.get("goal") != "15":
            raise expected("a goal", "none", "options")


def test_more_seats_than_roles_have_some_twice() -> None:
    task = replace(lesson(3), options=({"goal": "15"}, {"goal": "18"}))
    tables = tables_of(task, Armies())
    assert len({table.line_up for table in tables}) == len(tables) == 2**3 - 2
    assert all(set(table.line_up) == {"elf", "orc"} for table in tables)
    assert tables[0].name == "elf+elf+orc/goal=15"
    assert tables[0].seated(["simple"] * 3).options == {"goal": "15"}


def test_values_are_read_back_as_they_were_written(learned: tuple[Path, dict[str, Any]]) -> None:
    values = read_values(str(learned[0]), 2, FEATURES)
    assert values.dtype == np.float32
    assert values[0] == 2


def looking() -> Lesson:
    return replace(lesson(), learner="focus_4", looks_of="value_4")


def test_looks_are_learned_from_simulations_in_one_round(tmp_path: Path) -> None:
    told = learn(looking(), Guessing(), tmp_path)
    (only,) = told["rounds"]
    assert only["games"] == EFFORT.games
    assert only["r2"] > LEAST_R2
    assert 1 <= only["passes"] <= EFFORT.epochs
    assert told["kept"] == 1
    assert is_of_looks(tmp_path)
    assert is_of_looks(tmp_path / "round_1")
    values = read_values(str(tmp_path), 2, FEATURES)
    low, high = expect(values, np.array([[0.9, 0.1, 0, 0, 0, 0], [0.1, 0.9, 0, 0, 0, 0]]))
    assert low < 0.25 < 0.75 < high


def test_values_are_no_looks(learned: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    assert not is_of_looks(learned[0])
    assert not is_of_looks(tmp_path)


def test_looks_of_nobody_who_searches_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected 1,000 looks and more"):
        learn(replace(looking(), looks_of="simple"), Guessing(), tmp_path)
    assert not (tmp_path / RESULT).exists()
