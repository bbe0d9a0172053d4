"""What holds in every position of every playthrough, found by random play."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.engine.events import Phase, read_log
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.state import SCRATCH, Ending, GameState, Point
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules.names import Unit
from tests.games.bloodstones import naive_rules as naive
from tests.games.bloodstones.invariants import broken, field
from tests.games.bloodstones.random_play import (
    BOARDS,
    LINE_UPS,
    choices,
    deal,
    recorded,
    steps,
)

line_ups = st.sampled_from(LINE_UPS)
boards = st.sampled_from(BOARDS)
seeds = st.integers(min_value=0, max_value=2**32)

FACTS = {name: kind for name, (kind, _) in GameState.fields().items() if name not in SCRATCH}
ALWAYS_PASSED = {Point.RAID_VILLAGE, Point.SETTLE_AREA}


def facts(game: Playthrough) -> bytes:
    """Everything that the state says about the game, without scratch."""
    return b"".join(
        np.asarray(field(game.state, name), dtype).tobytes() for name, dtype in FACTS.items()
    )


@pytest.mark.rule("BS-COMP-02", "BS-COMP-03", "BS-GEN-08", "BS-GEN-10", "BS-VILLAGE-06")
@given(line_ups, boards, seeds)
@settings(max_examples=4)
def test_the_position_stays_sound_after_every_decision(line_up, board, seed) -> None:
    game = deal(line_up, seed, board)
    for _ in steps(game, choices(seed)):
        assert broken(game) == []
    assert broken(game) == []
    assert game.over


@pytest.mark.parametrize("line_up", LINE_UPS)
def test_every_playthrough_ends_by_regroups_with_winners_of_the_highest_score(line_up) -> None:
    game = deal(line_up, 5)
    for _ in steps(game, choices(5)):
        pass
    assert game.ending is Ending.REGROUPS
    assert (game.state.regroups[: len(line_up)] >= game.tables.regroups).all()
    assert max(game.scores) in {game.scores[seat] for seat in game.winners}
    assert game.legal() == []


@given(line_ups, boards, seeds)
@settings(max_examples=4)
def test_offered_decisions_are_distinct_and_each_can_be_carried_out(line_up, board, seed) -> None:
    game, luck = deal(line_up, seed, board), choices(seed)
    for number, _ in enumerate(steps(game, luck)):
        codes = game.legal_codes().tolist()
        assert len(set(codes)) == len(codes) > 0
        decisions = game.legal()
        assert [decision.pack() for decision in decisions] == codes
        if number % 25:
            continue
        for code in codes:
            twin = game.copy()
            twin.apply_code(code)
            assert broken(twin) == [], Decision.unpack(code)


@given(line_ups, boards, seeds)
@settings(max_examples=4)
def test_asking_for_the_legal_decisions_changes_nothing(line_up, board, seed) -> None:
    game = deal(line_up, seed, board)
    for _ in steps(game, choices(seed)):
        before = facts(game)
        first, second = game.legal_codes().tolist(), game.legal_codes().tolist()
        assert first == second
        assert facts(game) == before


@pytest.mark.rule("BS-TURN-02", "BS-TURN-06", "BS-TURN-01", "BS-END-02")
@given(line_ups, boards, seeds)
@settings(max_examples=6)
def test_phases_follow_in_order_and_leave_nothing_contested(line_up, board, seed) -> None:
    game = deal(line_up, seed, board)
    told: list[tuple[Event, list[int]]] = []
    for _ in steps(game, choices(seed)):
        told += read_log(game.state)
        if game.state.point == Point.SETTLE:
            own = field(game.state, "force_size")[game.state.active]
            assert not ((own > 0) & (game.state.total > own)).any()
    told += read_log(game.state)
    turns = [values[0] for event, values in told if event is Event.TURN]
    assert turns == [(turns[0] + n) % len(line_up) for n in range(len(turns))]
    order = [Phase.RAID, Phase.MAIN, Phase.SETTLE, Phase.DRAW]
    assert [values[1] for event, values in told if event is Event.PHASE] == order * len(turns)
    assert [event for event, _ in told].count(Event.FINAL) == 1


@given(line_ups, boards, seeds)
@settings(max_examples=3)
def test_the_same_seed_gives_the_same_record_and_another_seed_another(line_up, board, seed) -> None:
    text = recorded(line_up, seed, board).text()
    assert recorded(line_up, seed, board).text() == text
    assert recorded(line_up, seed + 1, board).text() != text


@given(line_ups, boards, seeds, st.integers(min_value=0, max_value=400))
@settings(max_examples=6)
def test_a_copy_plays_on_alone_and_just_as_the_original(line_up, board, seed, when) -> None:
    game, luck = deal(line_up, seed, board), choices(seed)
    for number, _ in enumerate(steps(game, luck)):
        if number == when:
            break
    twin, before = game.copy(), facts(game)
    fate = random.Random(seed)
    twin_luck = random.Random(seed)
    for _ in steps(twin, twin_luck):
        pass
    assert facts(game) == before
    for _ in steps(game, fate):
        pass
    assert facts(game) == facts(twin)


@given(line_ups, boards, seeds, st.data())
@settings(max_examples=6)
def test_an_illegal_decision_is_refused_and_nothing_changes(line_up, board, seed, data) -> None:
    game, luck = deal(line_up, seed, board), choices(seed)
    numbers = st.integers(0, len(Unit) - 1)
    wanted = st.builds(Decision, st.sampled_from(Kind), numbers, numbers)
    for number, _ in enumerate(steps(game, luck)):
        if number % 60:
            continue
        decision = data.draw(wanted)
        if decision in game.legal():
            continue
        before = facts(game)
        with pytest.raises(InputError, match=r"^expected a legal decision, got '.+' \(turn \d+"):
            game.apply(decision)
        assert facts(game) == before


NAIVE = {
    Point.MAIN: naive.main,
    Point.RAID: naive.raid_tiles,
    Point.RAID_VILLAGE: naive.raids,
    Point.SETTLE: naive.settle_tiles,
    Point.SETTLE_AREA: naive.settlements,
    Point.RESETTLE: naive.resettlements,
    Point.RETREAT: lambda p: naive.refuges(p, "retreat"),
    Point.WITHDRAW: lambda p: {"pass"} | naive.refuges(p, "withdraw"),
}


@pytest.mark.rule(
    "BS-BUILD-02",
    "BS-BUILD-03",
    "BS-COMBAT-01",
    "BS-MOVE-02",
    "BS-MOVE-15",
    "BS-MOVE-16",
    "BS-MOVE-17",
    "BS-MOVE-18",
    "BS-RAID-01",
    "BS-RAID-03",
    "BS-RETREAT-02",
    "BS-RETREAT-03",
    "BS-RETREAT-10",
    "BS-RETREAT-12",
    "BS-VILLAGE-11",
    "BS-WIPED-01",
)
@given(line_ups, boards, seeds)
@settings(max_examples=6)
def test_the_engine_offers_exactly_what_the_clauses_allow(line_up, board, seed) -> None:
    game = deal(line_up, seed, board)
    for _ in steps(game, choices(seed)):
        point = Point(int(game.state.point))
        if point in NAIVE:
            expected = NAIVE[point](naive.Position(game))
            if point in ALWAYS_PASSED and game.state.picked:
                expected = expected | {"pass"}
            assert {str(decision) for decision in game.legal()} == expected


@pytest.mark.rule("BS-COMBAT-08", "BS-COMBAT-09", "BS-COMBAT-10", "BS-COMBAT-11", "BS-COMBAT-14")
@given(line_ups, boards, seeds)
@settings(max_examples=6)
def test_the_defender_is_asked_to_withdraw_exactly_when_it_may(line_up, board, seed) -> None:
    game = deal(line_up, seed, board)
    for code in steps(game, choices(seed)):
        decision = Decision.unpack(code)
        if decision.kind is not Kind.ATTACK:
            continue
        twin = game.copy()
        twin.state.battle_area = decision.x
        twin.state.side_seat[:] = (game.decider, decision.y)
        twin.state.decider = decision.y
        position = naive.Position(twin)
        allowed = naive.may_withdraw(position) and naive.refuges(position, "withdraw")
        twin = game.copy()
        twin.apply_code(code)
        assert (twin.state.point == Point.WITHDRAW) == bool(allowed)


@pytest.mark.rule("BS-MOVE-02", "BS-MOVE-07", "BS-MOVE-12", "BS-MOVE-13", "BS-MOVE-27")
@given(line_ups, boards, seeds)
@settings(max_examples=6)
def test_a_single_unit_is_offered_every_step_it_can_pay(line_up, board, seed) -> None:
    game = deal(line_up, seed, board)
    for code in steps(game, choices(seed)):
        decision = Decision.unpack(code)
        fresh = game.state.point == Point.SELECT and game.state.column_size == 0
        if not fresh or game.state.move_cost:
            continue
        start, unit = int(game.state.column_area), Unit(decision.x)
        position = naive.Position(game)
        pips = int(game.state.hand_pips[game.decider])
        steps_open = {name for name, cost in naive.marches(position, start, unit) if cost <= pips}
        twin = game.copy()
        twin.apply_code(code)
        assert {str(d) for d in twin.legal() if d.kind is Kind.MARCH} == steps_open
