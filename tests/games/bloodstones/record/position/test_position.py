"""The notation of positions: written, read, refused."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.state import SCRATCH, Ending, GameState, Point, Status
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.record.position.notation import (
    ACTION_KEYS,
    KEY_FIELDS,
)
from bloodstones.games.bloodstones.record.position.reader import parse_position
from bloodstones.games.bloodstones.record.position.writer import format_position
from bloodstones.games.bloodstones.rules.names import Faction
from tests.games.bloodstones.held_fields import COUNTERS, NOT_HELD, held_fields
from tests.games.bloodstones.invariants import field
from tests.games.bloodstones.position_lines import (
    ALL_LINES,
    BOARD,
    LINES,
    NAMES,
    OPTION_LINES,
    WIDE,
    WIDE_LINES,
)
from tests.games.bloodstones.random_play import MAPS, choices, deal
from tests.games.bloodstones.scenario import HILL, LORDS, RIDERS, Scenario, row_of
from tests.games.bloodstones.strategies.contract import seating_of

NECROMANCERS, CORSAIRS, HORDE = Faction.NECROMANCERS, Faction.CORSAIRS, Faction.CHAOS_HORDE
LINE_UPS = (
    (HILL, NECROMANCERS),
    (LORDS, RIDERS),
    (CORSAIRS, RIDERS, NECROMANCERS),
    (HORDE, LORDS, CORSAIRS, NECROMANCERS),
    (HILL, NECROMANCERS, CORSAIRS, HORDE),
)
TABLES = [(line_up, "tyrants_lament") for line_up in LINE_UPS]
TABLES += [(line_up, "crowded") for line_up in LINE_UPS[:3]]
TWIN_LIFE = 40  # decisions that a playthrough read from a position is followed


def differing(one: Playthrough, other: Playthrough) -> list[str]:
    """The fields of a position that differ."""
    held = held_fields(one.state)
    assert held == held_fields(other.state)
    return [
        name
        for name in held
        if not np.array_equal(field(one.state, name), field(other.state, name))
    ]


def read_again(game: Playthrough) -> Playthrough:
    """A playthrough read from the position of another one, with its luck."""
    twin = parse_position(format_position(game), board=game.board)
    twin.state.streams[:] = game.state.streams
    return twin


def walk(game: Playthrough, seed: int) -> Iterator[int]:
    """Play at random to the end; give every decision before it is carried out."""
    luck = choices(seed)
    while not game.over:
        code = luck.choice(game.legal_codes().tolist())
        yield code
        game.apply_code(code)


@settings(max_examples=5)
@given(
    table=st.sampled_from(TABLES),
    turn_limit=st.sampled_from([3, 6]),
    seed=st.integers(0, 10**6),
)
def test_every_position_of_a_playthrough_is_read_as_it_was_written(
    table: tuple[tuple[Faction, ...], str], turn_limit: int, seed: int
) -> None:
    line_up, board = table
    game = deal(line_up, seed, board, turn_limit)
    for _ in walk(game, seed):
        twin = read_again(game)
        assert differing(game, twin) == []
        assert twin.legal_codes().tolist() == game.legal_codes().tolist()
        assert format_position(twin) == format_position(game)
    twin = read_again(game)
    assert differing(game, twin) == []
    assert (twin.winners, twin.scores) == (game.winners, game.scores)


@pytest.mark.parametrize("board", sorted(MAPS))
@pytest.mark.parametrize("line_up", LINE_UPS[:3], ids=lambda seats: seats[0].id)
def test_a_position_read_goes_on_like_the_one_written(
    line_up: tuple[Faction, ...], board: str
) -> None:
    game = deal(line_up, 5, board, 30)
    age, twin = 0, read_again(game)
    for code in walk(game, 5):
        if age == TWIN_LIFE:
            age, twin = 0, read_again(game)
        assert differing(game, twin) == []
        assert np.array_equal(game.state.streams, twin.state.streams)
        twin.apply_code(code)
        age += 1
    assert (twin.over, twin.winners, twin.scores) == (True, game.winners, game.scores)


def test_whole_games_of_four_with_the_horde_are_read_as_well() -> None:
    game = deal(LINE_UPS[3], 2, turn_limit=40)
    for number, _ in enumerate(walk(game, 2)):
        if number % 7 == 0:
            assert differing(game, read_again(game)) == []
    assert game.ending is Ending.TURN_LIMIT


def test_strategies_look_at_nothing_that_a_position_leaves_out() -> None:
    line_up = LINE_UPS[2]
    seating = seating_of(line_up, ("warlord", "warlord", "warlord"))
    game = deal(line_up, 8, turn_limit=9)
    for _ in range(10**4):
        if game.over:
            break
        codes = game.legal_codes()
        twin = read_again(game)
        twin.state.memory[:] = game.state.memory
        chosen = [seating.index(one.state, codes.copy(), len(codes)) for one in (game, twin)]
        assert chosen[0] == chosen[1], format_position(game)
        game.apply_code(int(codes[chosen[0]]))
    assert game.over


@pytest.mark.parametrize(("board", "line"), ALL_LINES, ids=NAMES)
def test_a_line_by_hand_is_written_as_it_was_read(board, line: str) -> None:
    game = parse_position(line, board=board)
    assert format_position(game) == line
    assert game.over or game.legal()
    assert game.state.status == Status.OK
    twin = read_again(game)
    assert differing(game, twin) == []


def test_the_lines_by_hand_have_every_point() -> None:
    lines = [*(line for _, line in ALL_LINES), *OPTION_LINES.values()]
    points = {line.split("point=")[1].split()[0] for line in lines}
    assert points == {point.name.lower() for point in Point if point < Point.NEXT_SETUP}


@pytest.mark.parametrize(("board", "line"), ALL_LINES, ids=NAMES)
def test_play_goes_on_from_a_line_by_hand(board, line: str) -> None:
    game = parse_position(line, board=board, seed=4)
    luck = choices(4)
    for _ in range(30):
        if game.over:
            break
        game.apply_code(luck.choice(game.legal_codes().tolist()))
        assert differing(game, read_again(game)) == []


def test_every_field_is_held_left_out_or_of_an_action() -> None:
    action = {name for fields in KEY_FIELDS.values() for name in fields}
    apart = {"beaten", "raided", "left_area", "rides", "loser_side", *SCRATCH, *NOT_HELD, *action}
    game = parse_position(LINES["main"], board=BOARD)
    always = set(held_fields(game.state)) - {"raided", "left_area", "move_cost"}
    assert always | apart == set(GameState.fields())
    assert not always & apart
    assert set(COUNTERS) < set(NOT_HELD)
    assert {key for keys in ACTION_KEYS.values() for key in keys} == set(KEY_FIELDS)


def test_what_is_left_of_earlier_actions_does_not_show() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains", "plains", "plains"))
    scene.citadel(RIDERS, 0).citadel(LORDS, 3).units(RIDERS, 0, cavalry=1)
    scene.hand(RIDERS, skirmisher=1).turn(RIDERS)
    line = format_position(scene.game)
    state = scene.state
    state.column_area = state.due = state.battle_area = state.removed = state.pips_left = 3
    state.column[1] = state.drawn[0, 0] = state.swapped[0] = state.undead_ready[2] = 2
    assert format_position(scene.game) == line


def test_luck_is_keyed_by_seed_label_and_replicate() -> None:
    line = LINES["main"]
    streams = [
        parse_position(line, board=BOARD, **key).state.streams.tolist()
        for key in ({}, {"seed": 1}, {"label": "a"}, {"replicate": 1}, {"seed": 1})
    ]
    assert streams[1] == streams[4]
    assert len({str(words) for words in streams}) == 4


def test_positions_read_share_nothing() -> None:
    one, other = (parse_position(LINES["main"], board=BOARD) for _ in range(2))
    one.apply_code(one.legal_codes()[0])
    assert format_position(other) == LINES["main"]


def test_what_follows_may_be_left_out_and_blanks_do_not_matter() -> None:
    text = """tyrants_lament hill_folk,necromancers  turn=1 first=0 active=0 point=main
        | 0: citadel=1 units=1:giant hand=leader
        | 1: citadel=30 units=30:undead*3"""
    game = parse_position(text)
    assert format_position(game).endswith(
        "| 0: citadel=1 units=1:giant hand=leader pool=20 vp=0/0/0/0/0 regroups=0 "
        "| 1: citadel=30 units=30:undead*3 hand=- pool=20 vp=0/0/0/0/0 regroups=0"
    )
    assert game.state.bag_size.tolist() == [34, 36, 0, 0, 0, 0]
    assert game.state.undead_supply.tolist() == [0, 1, 0, 0, 0, 0]


def test_the_horde_begins_with_its_victory_points() -> None:
    line = WIDE_LINES["reenter"].replace("vp=10/0/0/0/0 ", "")
    assert parse_position(line, board=WIDE).scores == (10, 0, 0, 0)


def test_the_game_reads_the_positions_that_it_writes() -> None:
    game = deal((Faction.HILL_FOLK, Faction.HORSE_LORDS), 3)
    line = format_position(game)
    assert GAME.position(line).legal() == game.legal()
    with pytest.raises(InputError, match=r"position: expected a faction, got 'hil_folk'"):
        GAME.position(line.replace("hill_folk", "hil_folk"))
    with pytest.raises(InputError, match=r"expected a map or the path"):
        GAME.position(line, board="nowhere")


def test_a_map_that_is_not_shipped_must_be_given() -> None:
    with pytest.raises(InputError, match=r"expected a map or the path .*, got 'small'"):
        parse_position(LINES["main"])
