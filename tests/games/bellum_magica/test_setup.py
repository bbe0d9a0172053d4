"""Setup: castles, goblins, locations and creatures that lie open (BM-SETUP)."""

from __future__ import annotations

from collections import Counter

import pytest

from bloodstones.games.bellum_magica.engine.decisions import Decision, Kind
from bloodstones.games.bellum_magica.engine.events import entries
from bloodstones.games.bellum_magica.engine.game_setup import GameSetup
from bloodstones.games.bellum_magica.engine.playthrough import Playthrough
from bloodstones.games.bellum_magica.engine.state import BOXED, HELD, NOTHING, PLACED, Point
from bloodstones.games.bellum_magica.engine.view import visible
from bloodstones.games.bellum_magica.events import Event
from bloodstones.games.bellum_magica.rules.names import Place, Side
from bloodstones.games.bellum_magica.rules.reading import load_ruleset
from bloodstones.games.bellum_magica.rules.register import read_options

RULES = load_ruleset()


def begin(castles: list[str], seed: int = 1, **options: object) -> Playthrough:
    return Playthrough(
        GameSetup(RULES, castles, readings=read_options(options)), seed, scripted_chance=True
    )


def to(game: Playthrough, point: Point) -> Playthrough:
    """Go on with the first decision until the game stands at a point."""
    while game.state.point != point:
        if game.is_chance:
            game.apply(game.draw())
        else:
            game.apply(game.legal()[0])
    return game


@pytest.mark.rule("AMB-01", "first_captain")
def test_lots_decide_on_the_first_captain_unless_the_first_seat_is_one() -> None:
    drawn = begin(["C1", "C2", "C3"])
    assert drawn.outcomes() == {Decision(Kind.FIRST_CAPTAIN, seat): 1 for seat in range(3)}
    drawn.apply(Decision(Kind.FIRST_CAPTAIN, 2))
    assert drawn.state.captain == 2
    assert begin(["C1", "C2", "C3"], first_captain="first_seat").state.captain == 0


@pytest.mark.rule("BM-SETUP-01", "AMB-17", "castle_choice")
def test_boards_left_open_are_dealt_or_picked_in_turn() -> None:
    game = begin(["", "C2", ""], first_captain="first_seat")
    assert set(game.outcomes()) == {Decision(Kind.DEAL_CASTLE, x) for x in (0, 2, 3, 4)}
    game = begin(["", "C2", ""], first_captain="first_seat", castle_choice="turn_order")
    game.apply(Decision(Kind.CASTLE, 4))
    assert game.decider == 2
    assert Decision(Kind.CASTLE, 4) not in game.legal()
    game.apply(Decision(Kind.CASTLE, 0))
    assert game.state.castle[:3].tolist() == [4, 1, 0]


@pytest.mark.rule("BM-SETUP-02", "BM-SETUP-03", "EX-01")
@pytest.mark.parametrize("sides", [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_two_goblins_each_go_to_either_side(sides: tuple[int, int]) -> None:
    game = to(begin(["C1", "C2"]), Point.GOBLIN)
    goblins = game.state.where[: int(game.tables.goblins)]
    assert Counter(goblins.tolist()) == {BOXED: 6, HELD: 2, HELD + 1: 2}
    seat = game.decider
    for side in sides:
        game.apply(next(each for each in game.legal() if each.y == side))
    placed = game.state.where[: int(game.tables.goblins)].tolist()
    for side in Side:
        assert placed.count(PLACED + 2 * seat + side) == sides.count(side)


@pytest.mark.rule("AMB-18", "goblin_placement")
def test_goblins_are_seen_at_once_or_when_all_have_chosen() -> None:
    options = {"first_captain": "first_seat"}
    opened = to(begin(["C1", "C2"], **options), Point.GOBLIN)
    secret = to(begin(["C1", "C2"], **options, goblin_placement="secret"), Point.GOBLIN)
    views = []
    for game in (opened, secret):
        for side in (Side.LEFT, Side.RIGHT):
            twin = game.copy()
            for _ in range(2):
                twin.apply(twin.legal()[side])
            assert twin.decider == 1
            views.append(visible(twin.state, 1))
    assert views[0] != views[1]
    assert views[2] == views[3]
    before = secret.state.troop.copy()
    for _ in range(3):
        secret.apply(secret.legal()[0])
    assert (secret.state.troop == before).all()
    secret.apply(secret.legal()[0])
    assert (secret.state.troop != before).any()
    assert (secret.state.where[:10] < HELD).sum() == 6
    assert not secret.state.secret.any(), "nothing is left face down"


@pytest.mark.rule("BM-SETUP-02")
def test_every_goblin_that_is_dealt_is_told() -> None:
    game, told = begin(["C1", "C2"], first_captain="first_seat"), []
    while game.state.point != Point.GOBLIN:
        game.apply(game.draw() if game.is_chance else game.legal()[0])
        told += [values for event, values in entries(game.state) if event is Event.DEAL]
    held = game.state.where[: int(game.tables.goblins)]
    assert len(told) == 4
    assert all(held[card] == HELD + seat for seat, card in told)


@pytest.mark.rule("BM-SETUP-04", "BM-SETUP-07", "DX-10", "BM-COMP-01")
@pytest.mark.parametrize(("players", "stack"), [(2, 16), (3, 18), (4, 22), (5, 24)])
def test_locations_in_play_and_open(players: int, stack: int) -> None:
    game = to(begin([""] * players), Point.OPEN_LOCATION)
    assert game.state.left.sum() == stack
    to(game, Point.ROLL)
    assert game.state.left.sum() == stack - players
    assert (game.state.shown != NOTHING).sum() == players


@pytest.mark.rule("BM-SETUP-05", "BM-SETUP-06")
def test_farms_come_before_villages_before_towns_and_the_tavern_is_no_part_of_the_stack() -> None:
    game = to(begin(["", ""]), Point.OPEN_LOCATION)
    kinds = []
    for _ in range(16):
        outcomes = list(game.outcomes())
        kinds.append({int(game.tables.location_kind[each.x]) for each in outcomes})
        game.apply(game.draw())
        game.state.shown[:] = NOTHING
        game.state.point = Point.OPEN_LOCATION
    assert kinds == [{Place.FARM}] * 3 + [{Place.VILLAGE}] * 3 + [{Place.TOWN}] * 10
    assert RULES.locations[int(game.tables.locations)].kind is Place.TAVERN


@pytest.mark.rule("BM-SETUP-04")
def test_any_farm_may_be_one_of_those_in_play() -> None:
    game = to(begin(["", ""]), Point.OPEN_LOCATION)
    assert len(game.outcomes()) == 7
    assert set(game.outcomes().values()) == {1}


@pytest.mark.rule("BM-SETUP-08", "AMB-30")
def test_two_creatures_of_each_pile_are_on_offer() -> None:
    game = to(begin(["", ""]), Point.ROLL)
    assert [(row != NOTHING).sum() for row in game.state.offer] == [2, 2]
    assert game.state.pile_size.tolist() == [44, 18]


@pytest.mark.rule("BM-SETUP-09", "BM-SETUP-10", "BM-SETUP-11", "AMB-16")
def test_stacks_and_supplies_are_full_and_nobody_owns_anything() -> None:
    game = to(begin(["", "", ""]), Point.ROLL)
    s = game.state
    assert s.stack_size.tolist() == [20, 20, 10]
    assert s.supply.tolist() == [30, 20, 10]
    assert s.token_supply.tolist() == [20, 8, 17]
    assert not s.resources.any()
    assert not s.tokens.any()
    assert not s.chest_count.any()
