"""A hint is what the strategy plays when it sits in the seat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.strategies import marching
from bloodstones.games.registry import load_game
from bloodstones.kit.advice.advice import Counsel
from bloodstones.kit.players.adviser import Adviser
from bloodstones.kit.players.strategy import SEARCHING
from bloodstones.kit.search.worlds import FORGOTTEN
from bloodstones.kit.table.people import all_by
from bloodstones.kit.table.session import Session
from tests.kit.advice.games import TABLES, TUNED, Position, positions, table_of
from tests.python_players import as_strategy

COUNTS = {"tuned": 220, "value_8": 60}


def adviser_of(game_id: str, strategy: str, position: Position) -> Adviser:
    """The strategy behind the first seat of a table where another one was to sit."""
    game: Any = load_game(game_id)
    return Adviser(game.seat(table_of(game_id, strategy)), 0, position.start)


@pytest.mark.parametrize("level", COUNTS)
@pytest.mark.parametrize("game_id", TABLES)
def test_the_hint_is_what_the_strategy_plays_with_the_same_luck(game_id: str, level: str) -> None:
    check_hints(game_id, TUNED[game_id] if level == "tuned" else level, COUNTS[level])


def test_so_it_is_where_only_the_beginning_of_an_action_is_searched() -> None:
    check_hints("bloodstones", "focus_8", COUNTS["value_8"])


def check_hints(game_id: str, strategy: str, count: int) -> None:
    """Follow so many recorded positions and compare each hint with what was played."""
    adviser: Adviser | None = None
    other, counted = [], 0
    for position in positions(game_id, strategy, count):
        if (
            adviser is None
            or not position.codes
            or position.codes[: len(adviser.codes)] != (adviser.codes)
        ):
            adviser = adviser_of(game_id, strategy, position)
        adviser.follow(position.codes)
        counted += 1
        if adviser.opinion().code != position.played:
            other.append(position)
    assert counted == count
    assert not other


@pytest.mark.parametrize("strategy", ["champion", "ismcts_16", "random"])
def test_what_was_taken_back_leaves_nothing_behind(strategy: str) -> None:
    *_, position = positions("bloodstones", strategy, 12)
    adviser = adviser_of("bloodstones", strategy, position)
    adviser.follow(position.codes)
    adviser.take(adviser.opinion().code)
    adviser.follow(position.codes[: len(position.codes) // 2])
    adviser.follow(position.codes)
    assert adviser.opinion().code == position.played


def test_a_person_who_follows_the_hints_plays_the_game_of_the_strategy() -> None:
    game_commands = game_commands_of("bloodstones")
    game: Any = game_commands.game
    seats = table_of("bloodstones", "value_8").seats
    alone = Session(game, game_commands.voice(), Setup("twin_meres", seats), 5)
    alone.go_on()
    with_person = Setup("twin_meres", (Seat(seats[0].role, "human"), seats[1]))
    session = Session(game, game_commands.voice(), with_person, 5)
    adviser = Adviser(game.seat(table_of("bloodstones", "value_8")), 0, session.start())
    session.go_on()
    while not session.over:
        adviser.follow(session.codes)
        session.choose(adviser.opinion().code)
        session.go_on()
    assert session.codes == alone.codes
    assert session.recorder.lines[1:] == alone.recorder.lines[1:]


def test_in_the_record_of_its_game_a_script_would_do_what_it_did(tmp_path: Path) -> None:
    """All but a few: a record tells neither luck nor which of two ways led to the same lines."""
    game_commands = game_commands_of("bloodstones")
    game: Any = game_commands.game
    records = game_commands.records
    assert records is not None
    path = tmp_path / "game.jsonl"
    session = Session(game, game_commands.voice(), table_of("bloodstones", "warlord_tuned"), 3)
    session.go_on()
    path.write_text(session.recorder.text(), encoding="utf-8")
    course = game_commands.follow(records.load(path), None)
    decided = other = 0
    for seat, each in enumerate(course.setup.seats):
        adviser = Adviser(game.seat(all_by(course.setup, each.strategy)), seat, course.play)
        for code in (code for step in course.steps for code in step.codes):
            if adviser.decides:
                other += adviser.opinion().code != code
                decided += 1
            adviser.take(code)
    assert decided > 200
    assert other <= decided // 100


def choices_to_march(strategy: str, count: int) -> list[tuple[Adviser, list[int]]]:
    """Advisers at choices of a main action, each with the marches that may begin there."""
    game: Any = load_game("bloodstones")
    found = []
    for position in positions("bloodstones", strategy, count):
        adviser = adviser_of("bloodstones", strategy, position)
        adviser.follow(position.codes)
        unpack, legal = game.engine.unpack, adviser.play.legal_codes()
        marches = [int(code) for code in legal if unpack(int(code)).kind == Kind.COLUMN]
        if adviser.opinion().anew and marches:
            found.append((adviser, marches))
    return found


def test_who_takes_another_march_that_was_considered_is_led_by_its_plan() -> None:
    led = 0
    for adviser, marches in choices_to_march("value_8", 60):
        opinion, units = adviser.opinion(), len(adviser.play.state.column)
        for code in marches:
            plans = [each for each in opinion.candidates if each.code == code]
            if code == opinion.code or not plans:
                continue
            plan = max(plans, key=lambda each: each.worth).plan
            planned = np.flatnonzero(plan[marching.PLAN :][:units] > 0).tolist()
            adviser.take(code)
            assert not adviser.opinion().lost
            selected = adviser.play.engine.unpack(adviser.opinion().code)
            assert selected.kind == Kind.SELECT
            assert selected.x in planned or not planned
            led += bool(planned)
            break
    assert led > 2


def test_a_plan_for_something_else_is_forgotten_until_the_next_action() -> None:
    left = 0
    for adviser, marches in choices_to_march("champion", 60):
        code = next((code for code in marches if code != adviser.opinion().code), None)
        if code is None:
            continue
        adviser.take(code)
        opinion = adviser.opinion()
        assert opinion.lost
        assert set(opinion.memory_after(opinion.code).tolist()) == {FORGOTTEN}
        while adviser.decides and not adviser.opinion().anew:
            adviser.take(adviser.opinion().code)
        if adviser.decides:
            assert not adviser.opinion().lost
        left += 1
    assert left > 0


@as_strategy
def counting(view: Any, legal: Any) -> Any:
    """Takes one decision after the other, as its notes say."""
    view.memory[0] = max(0, view.memory[0]) + 1
    return legal[int(view.memory[0]) % len(legal)]


def test_a_strategy_in_python_keeps_its_notes_whatever_the_seat_does() -> None:
    name = f"{__name__}:counting"
    for position in positions("bellum_magica", name, 20):
        adviser = adviser_of("bellum_magica", name, position)
        adviser.follow(position.codes)
        assert adviser.opinion().code == position.played
    other = next(int(code) for code in adviser.play.legal_codes() if code != adviser.opinion().code)
    before = adviser.opinion().after[0]
    adviser.take(other)
    while not adviser.decides:
        play = adviser.play
        code = play.draw().pack() if play.is_chance else play.legal_codes()[0]
        adviser.take(int(code))
    assert adviser.opinion().after[0] == before + (len(adviser.play.legal_codes()) > 1)
    advice = Counsel(
        load_game("bellum_magica"), table_of("bellum_magica", name), name, 0, position.start
    )
    advice.follow(position.codes)
    found = advice.advise()
    assert (found.code, found.chances) == (position.played, ())
    assert found.reasons == (f"{name} follows fixed rules and compares no chances.",)


def test_searching_strategies_tell_what_they_considered_and_others_nothing() -> None:
    game: Any = load_game("bloodstones")
    for strategy in ("champion", "value_8", "ismcts_16"):
        searches = game.finder_for().find(strategy, "test").family in SEARCHING
        for position in positions("bloodstones", strategy, 10):
            adviser = adviser_of("bloodstones", strategy, position)
            adviser.follow(position.codes)
            opinion = adviser.opinion()
            assert bool(opinion.candidates) == (searches and opinion.anew)
            if opinion.candidates:
                chosen = [each.code for each in opinion.candidates if each.chosen]
                assert chosen == [opinion.code]
            for each in opinion.candidates:
                assert each.tries == 0 or 0.0 <= each.worth <= 1.0
            assert sum(each.tries for each in opinion.candidates) == opinion.simulations
