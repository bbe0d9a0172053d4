"""Scenario cards, the first player, terrain, fords, muster and deployment, hands, the campaign."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.games.battlelore.engine.state import DECOY, TENT_CARD, Point
from bloodstones.games.battlelore.engine.view import view
from bloodstones.games.battlelore.game import GAME
from bloodstones.games.battlelore.rules.board import HEXES, NOWHERE, hex_of, name, seat_hex
from bloodstones.games.battlelore.rules.names import Terrain
from bloodstones.games.battlelore.rules.reading import DATA, load_ruleset
from bloodstones.kit.decision import Decision
from bloodstones.kit.playthrough import Playthrough
from tests.games.battlelore.scene import DAQAN, UTHUK, Scene, first_turn, setup


def begin(board: str = "a1+b1", **options: Any) -> Playthrough:
    return GAME.playthrough(setup(board, **options), 1, scripted_chance=True)


def until(game: Playthrough, *points: str) -> Playthrough:
    """Take the last legal decision until a point is reached."""
    while Point(int(game.state.point)).id not in points:
        if game.is_chance:
            game.apply(game.draw())
        else:
            game.apply_code(int(game.legal_codes()[-1]))
    return game


def do(game: Playthrough, kind: str, x: int = 0, y: int = 0) -> None:
    from bloodstones.games.battlelore.engine.decisions import Kind

    game.apply(Decision(Kind.parse(kind, "test"), x, y))


def kinds(game: Playthrough) -> set[tuple[str, int, int]]:
    return {(d.kind.id, d.x, d.y) for d in game.legal()}


@pytest.mark.rule("BL-SETUP-01")
def test_two_players_take_different_factions() -> None:
    with pytest.raises(InputError) as found:
        GAME.check(setup("a1+a9", ("daqan", "daqan"), {"win_pv": 3}, forest_dice="many"))
    for part in ("two factions", "a1+a9", "win_pv", "forest_dice"):
        assert part in str(found.value)
    with pytest.raises(InputError, match="2 players"):
        GAME.check(setup("drawn", ("daqan",)))  # type: ignore[arg-type]


@pytest.mark.rule("AMB-48")
def test_a_seat_sees_of_the_others_cards_how_many_they_are_and_all_of_its_own() -> None:
    scene = Scene().command_card(DAQAN, "wedge").command_card(UTHUK, "patrol_left")
    scene.command_card(UTHUK, "patrol_left").card(UTHUK, "demon_hide")
    s = scene.s
    s.command_under[:3], s.under_owner[:3], s.command_unders = (4, 5, 6), (UTHUK, DAQAN, UTHUK), 3
    s.laid[UTHUK, 7], s.laid[DAQAN, 9] = 2, 3
    for seat, other in ((DAQAN, UTHUK), (UTHUK, DAQAN)):
        seen = view(s, seat)
        assert seen.private["command_hand"] == s.command_hand[seat].tolist()
        own = [
            card if owner == seat else None
            for card, owner in zip((4, 5, 6), (1, 0, 1), strict=True)
        ]
        assert seen.private["command_under"] == own
        assert seen.others["commands"] == s.command_hand[other].sum() == (2 if other else 1)
        assert seen.others["lore_cards"] == s.lore_hand[other].sum() == (1 if other else 0)
        assert seen.others["scenario"] == s.scenario[other]
        assert seen.others["places"] is None
        assert seen.table["lore"] == s.lore.tolist()
        assert not {"command_hand", "lore_hand", "army", "laid"} & set(seen.table)
    s.shown = 1
    places = [place for place, lies in enumerate(view(s, DAQAN, True).others["places"]) if lies]
    assert places == [7]
    assert view(s, DAQAN).others["places"] is None
    s.shown = 0
    assert view(s, DAQAN).others["scenario"] is None


@pytest.mark.rule("BL-SETUP-02", "BL-SETUP-03", "AMB-48")
def test_three_scenario_cards_are_drawn_and_one_is_kept() -> None:
    game = begin("drawn")
    assert len(game.chance_outcomes()) == 7
    until(game, "scenario")
    assert [int(n) for n in game.state.scenario_hand.sum(axis=1)] == [3, 3]
    assert len(game.legal()) == 3
    assert game.decider == 0
    kept = game.legal()[1].x
    do(game, "choose", kept)
    assert game.state.shown == 0, "both are shown at once"
    do(game, "choose", game.legal()[0].x)
    assert game.state.shown == 1
    assert game.state.scenario[0] == kept


@pytest.mark.rule("BL-SETUP-02")
def test_every_card_of_a_shuffled_deck_may_come_first() -> None:
    game = until(begin(), "deal_command")
    copies = {place: card.copies for place, card in enumerate(load_ruleset().commands)}
    assert {
        outcome.x: chance * sum(copies.values()) for outcome, chance in game.chance_outcomes()
    } == copies
    lore = until(game, "deal_lore")
    assert {outcome.x: chance for outcome, chance in lore.chance_outcomes()} == {
        place: Fraction(1, 10) for place in range(10)
    }


@pytest.mark.rule("BL-SETUP-02")
def test_decks_are_shuffled_anew_in_every_game_and_each_player_has_a_deck_of_its_own() -> None:
    dealt: dict[str, set[tuple[int, ...]]] = {"scenario": set(), "command": set(), "lore": set()}
    apart = 0
    for seed in range(8):
        game = GAME.playthrough(setup("drawn"), seed)
        hands = [tuple(hand) for hand in game.state.scenario_hand.tolist()]
        dealt["scenario"].add(hands[0])
        apart += hands[0] != hands[1]
        while game.state.point != Point.PUT_COMMAND:
            game.apply_code(int(game.legal_codes()[0]))
        dealt["command"].add(tuple(game.state.command_hand[0].tolist()))
        dealt["lore"].add(tuple(game.state.lore_hand[0].tolist()))
        apart += game.state.lore_hand[0].tolist() != game.state.lore_hand[1].tolist()
    assert all(len(hands) > 3 for hands in dealt.values())
    assert apart > 8


@pytest.mark.rule("BL-SETUP-04", "EX-09", "BL-SETUP-10")
def test_the_earlier_card_goes_first() -> None:
    order = ["a1", "b1", "b2", "c1", "c2", "d1", "d2"]
    for one, other in pairwise(order):
        assert until(begin(f"{one}+{other}"), "muster", "ford").state.first == DAQAN
        assert until(begin(f"{other}+{one}"), "muster", "ford").state.first == UTHUK
    game = first_turn(begin("b1+c1"))
    assert (game.state.active, game.decider) == (DAQAN, DAQAN)


@pytest.mark.rule("BL-SETUP-04", "AMB-02", "equal_initiative")
def test_equal_cards_leave_it_to_chance() -> None:
    game = begin("b1+b1")
    assert [outcome.x for outcome, _ in game.chance_outcomes()] == [0, 1]
    assert begin("b1+b1", equal_initiative="first_seat").state.first == 0


@pytest.mark.rule("BL-SETUP-05", "BL-BOARD-09", "BL-BOARD-12")
@pytest.mark.parametrize("seats", [("daqan", "uthuk"), ("uthuk", "daqan")])
def test_terrain_and_banners_lie_in_their_owners_half(seats: tuple[str, str]) -> None:
    game = until(begin("c2+a1", seats=seats), "muster")
    rules = load_ruleset()
    cards = {f.id: rules.scenarios_of(f) for f in {u.faction for u in rules.units}}
    for seat, faction in enumerate(seats):
        scenario = cards[faction][4 if faction == "daqan" else 0]
        for h, land in scenario.terrain.items():
            assert game.state.terrain[seat_hex(seat, h)] == land
        for h, points in scenario.banners.items():
            assert game.state.banner[seat_hex(seat, h)] == points
    assert sum(int(x) != 0 for x in game.state.terrain) == 8


@pytest.mark.rule("BL-SETUP-05", "AMB-01")
def test_no_two_cards_of_both_sides_lie_on_one_hex() -> None:
    rules = load_ruleset()
    used = [set(), set()]  # type: list[set[int]]
    for seat, faction in enumerate({u.faction: 0 for u in rules.units}):
        for each in rules.scenarios_of(faction):
            used[seat] |= {seat_hex(seat, h) for h in (*each.terrain, *each.banners)}
    assert used[0].isdisjoint(used[1])


def with_rivers(folder: Path, daqan: str, uthuk: str) -> str:
    """A folder of own data whose A1 cards have these hexes of terrain."""
    text = (DATA / "scenarios.csv").read_text(encoding="utf-8")
    text = text.replace("2.4:hill 2.8:hill 4.3:forest 4.9:forest,3.6:1 5.4:2", f"{daqan},3.6:1")
    text = text.replace("2.4:forest 2.8:forest 4.3:hill 4.9:hill,3.6:1 5.4:2", f"{uthuk},3.6:1")
    (folder / "scenarios.csv").write_text(text, encoding="utf-8")
    return str(folder)


LONG = "1.4:river 2.4:river 3.4:river 4.4:river 5.4:river"
# Daqan's river, Uthuk's with the board's rows 6 to 9, lakes where rivers join, lakes of all rivers.
RIVERS = [
    ("one river from edge to edge", LONG, "4.8:river 3.9:river 2.8:river 1.9:river", "", ""),
    ("one that ends before the edge", LONG, "4.8:river 3.9:river 2.8:river", "8.4", "8.4"),
    ("a bridge at the end", LONG, "4.8:river 3.9:river 2.8:bridge", "", ""),
    ("two that do not meet", LONG[:-10], "3.9:river 2.8:river 1.9:river", "", "4.4 7.4"),
]


@pytest.mark.rule("BL-SETUP-06", "AMB-54", "dead_ends", "BL-SETUP-07")
@pytest.mark.parametrize("case", RIVERS, ids=lambda case: case[0])
def test_rivers_that_meet_are_one_and_their_dead_ends_are_lakes(
    case: tuple[str, ...], tmp_path: Path
) -> None:
    _, daqan, uthuk, joined, of_all = case
    data = with_rivers(tmp_path, daqan, uthuk)
    seats = (Seat("daqan", "random"), Seat("uthuk", "random"))
    for option, lakes in (("joined", joined.split()), ("all", of_all.split())):
        given = Setup("a1+a1", seats, {"dead_ends": option}, data=data)
        game = until(GAME.playthrough(given, 1, scripted_chance=True), "ford")
        assert [name(h) for h in range(HEXES) if game.state.terrain[h] == Terrain.LAKE] == lakes
        assert not {hex_of(lake) for lake in lakes} & {x for _, x, _ in kinds(game)}, "no fords"
    told = GAME.board_table("a1+a1", data)
    assert [name(h) for h in told["area"] if told["terrain"][h] == "lake"] == joined.split()


@pytest.mark.rule("BL-SETUP-07", "AMB-23", "BL-TERRAIN-08")
def test_each_player_with_a_river_makes_a_ford_the_first_one_first() -> None:
    game = until(begin("b2+b2", equal_initiative="first_seat"), "ford")
    assert game.decider == 0
    assert len(game.legal()) == 10
    assert ("ford", hex_of("3.4"), 0) not in kinds(game), "a bridge"
    do(game, "ford", hex_of("3.5"))
    assert game.decider == 1
    do(game, "ford", hex_of("7.5"))
    assert game.state.terrain[hex_of("3.5")] == Terrain.FORD
    assert Point(int(game.state.point)).id == "muster"
    assert Point(int(until(begin("a1+b2"), "ford", "muster").state.point)).id == "ford"


@pytest.mark.rule("BL-SETUP-08", "BL-MUSTER-01", "BL-MUSTER-02", "BL-MUSTER-03", "AMB-17")
def test_armies_of_eighteen_cards_within_the_points() -> None:
    game = until(begin(), "muster")
    for tent, limit in ((0, 50), (1, 55)):
        twin = game.copy()
        do(twin, "take", TENT_CARD, tent)
        for kind in range(5):
            do(twin, "take", kind, max(y for _, x, y in kinds(twin) if x == kind))
        army = [int(n) for n in twin.state.army[0][:5]]
        cost = sum(n * price for n, price in zip(army, (4, 4, 5, 7, 12), strict=True))
        assert limit - 4 <= cost <= limit
    small = game.copy()
    do(small, "take", TENT_CARD, 0)
    while small.decider == 0 and small.state.mustered[0] < 6:
        do(small, "take", int(small.state.mustered[0]) - 1, min(y for _, _, y in kinds(small)))
    assert small.state.army[0][:5].sum() == 7, "eleven decoys are all there are"


@pytest.mark.rule("BL-MUSTER-02", "BL-CARD-10")
def test_a_scenario_may_make_guards_cheaper() -> None:
    game = until(begin("c2+d1"), "muster")
    do(game, "take", TENT_CARD, 0)
    do(game, "take", 0, 5)
    do(game, "take", 1, 5)
    do(game, "take", 2, 3)
    assert kinds(game) == {("take", 3, 0)}, "20 + 15 + 15 points"


@pytest.mark.rule("BL-MUSTER-04", "BL-MUSTER-05", "BL-MUSTER-06", "BL-MUSTER-09")
def test_cards_lie_in_the_rows_of_the_scenario_and_behind_the_tent() -> None:
    game = until(begin("d1+d2"), "muster")
    do(game, "take", TENT_CARD, 1)
    for kind, count in enumerate((5, 5, 3, 0, 0)):
        do(game, "take", kind, count)
    until(game, "deploy")
    places = {y for _, x, y in kinds(game) if x == TENT_CARD}
    assert hex_of("2.5") not in places, "a building"
    assert hex_of("4.1") not in places, "beyond the rows"
    assert hex_of("1.1") not in places, "thirteen units and the tent in twelve hexes"
    do(game, "lay", TENT_CARD, hex_of("2.1"))
    while game.legal()[0].x != DECOY:
        units = {y for _, _, y in kinds(game)}
        assert all(int(game.tables.row[0, h]) <= 2 for h in units)
        do(game, "lay", game.legal()[0].x, min(units))
    assert any(int(game.tables.row[0, y]) == 3 for _, _, y in kinds(game))


@pytest.mark.rule("BL-MUSTER-09", "AMB-25", "deploy_impassable")
def test_cards_lie_on_water_only_by_option_or_with_wings() -> None:
    river = hex_of("3.1")
    for option in ("forbid", "allow"):
        game = until(begin("b2+d2", deploy_impassable=option), "muster")
        do(game, "take", TENT_CARD, 0)
        for kind, count in enumerate((5, 2, 0, 0, 1)):
            do(game, "take", kind, count)
        until(game, "deploy")
        seen: dict[int, bool] = {}
        while game.decider == 0 and Point(int(game.state.point)).id == "deploy":
            kind = game.legal()[0].x
            seen.setdefault(kind, ("lay", kind, river) in kinds(game))
            game.apply(game.legal()[0])
        assert seen == {
            0: option == "allow",
            1: option == "allow",
            4: True,
            DECOY: option == "allow",
        }


@pytest.mark.rule("BL-MUSTER-07", "BL-BOARD-05", "BL-SETUP-11")
def test_the_cards_are_turned_over_together() -> None:
    game = until(begin(), "deploy")
    assert game.state.units.sum() == 0
    armies = game.state.army.copy()
    until(game, "put_command")
    assert [int(n) for n in game.state.units] == [int(row[:5].sum()) for row in armies]
    placed = [u for u in range(34) if game.state.hex[u] >= 0]
    assert all(game.state.figures[u] == game.tables.health[game.tables.kind[u]] for u in placed)
    for seat in range(2):
        if armies[seat, TENT_CARD]:
            assert game.state.terrain[game.state.tent[seat]] == Terrain.TENT


@pytest.mark.rule("BL-MUSTER-08", "EX-10", "AMB-21", "unspent_base")
@pytest.mark.parametrize(
    ("counts", "tent", "lore", "other"),
    [
        ((5, 3, 3, 0, 0), 0, 3, 3),  # 47
        ((5, 2, 3, 0, 0), 0, 5, 5),  # 43
        ((5, 5, 0, 0, 1), 1, 3, 0),  # 52
    ],
)
def test_unspent_points_become_lore(
    counts: tuple[int, ...], tent: int, lore: int, other: int
) -> None:
    for option, gained in (("limit", lore), ("fifty", other)):
        game = until(begin(unspent_base=option), "muster")
        do(game, "take", TENT_CARD, tent)
        for kind, count in enumerate(counts):
            do(game, "take", kind, count)
        until(game, "put_command")
        assert game.state.lore[DAQAN] == gained


@pytest.mark.rule("AMB-24", "deploy_order")
def test_cards_are_laid_at_once_or_by_turns() -> None:
    game = until(begin(deploy_order="alternate"), "deploy")
    deciders, cards = [], []
    while Point(int(game.state.point)).id == "deploy":
        deciders.append(game.decider)
        cards.append(len({d.x for d in game.legal()}))
        game.apply_code(int(game.legal_codes()[len(game.legal()) // 2]))
    assert deciders == [0, 1] * 18
    assert cards[0] > 2, "any card may be the next"
    for option in ("simultaneous", "first_player"):
        game = until(begin(deploy_order=option), "deploy")
        deciders = []
        while Point(int(game.state.point)).id == "deploy":
            deciders.append(game.decider)
            game.apply_code(int(game.legal_codes()[0]))
        assert deciders == [0] * 18 + [1] * 18


@pytest.mark.rule("BL-SETUP-09", "BL-SETUP-11", "AMB-49")
def test_hands_are_dealt_and_cards_go_under_the_decks() -> None:
    game = until(begin(), "put_command")
    s = game.state
    assert [int(n) for n in s.command_hand.sum(axis=1)] == [6, 6]
    assert [int(n) for n in s.lore_hand.sum(axis=1)] == [3, 3]
    put = []
    while s.turn == 0:
        decision = game.legal()[-1]
        put.append((game.decider, decision.kind.id, decision.x))
        game.apply(decision)
    assert [(seat, kind) for seat, kind, _ in put] == [
        (seat, kind) for seat in (0, 1) for kind in ("put", "put", "put_lore")
    ]
    assert s.command_under[:4].tolist() == [x for _, kind, x in put if kind == "put"]
    assert [int(n) for n in s.command_hand.sum(axis=1)] == [4, 4]
    assert [int(n) for n in s.lore_hand.sum(axis=1)] == [2, 2]
    assert s.vp.sum() == 0
    assert s.command_deck.sum() == 40 - 12


@pytest.mark.rule("BL-SETUP-09", "BL-TURN-07", "AMB-12", "empty_deck")
def test_cards_under_the_deck_are_drawn_last_and_then_the_discards() -> None:
    for option in ("reshuffle", "no_draw"):
        game = first_turn(begin(empty_deck=option))
        s = game.state
        s.command_deck[:] = 0
        s.command_discard[3] = 2
        under = s.command_under[:4].tolist()
        drawn: list[list[int]] = []
        while len(drawn) < 5 and s.turn < 12:
            if Point(int(s.point)).id == "deal_command":
                drawn.append([d.x for d, _ in game.chance_outcomes()])
            if game.is_chance:
                game.apply(game.draw())
            else:
                game.apply_code(int(game.legal_codes()[0]))
        assert drawn[:4] == [[card] for card in under]
        assert len(drawn) == (5 if option == "reshuffle" else 4)


def test_boards_are_shown_as_tables() -> None:
    table = GAME.board_table("b2+c1")
    assert {len(values) for values in table.values()} == {HEXES}
    assert table["terrain"][hex_of("3.1")] == "river"
    assert table["terrain"][seat_hex(1, hex_of("4.4"))] == "hill"
    assert "3.4 (1)" in table["name"]
    assert set(GAME.board_table("drawn")["terrain"]) == {"clear"}
    with pytest.raises(InputError, match="pair of scenarios"):
        GAME.board_table("z9")
    assert len(GAME.boards()) == 51


def finish(game: Playthrough, winner: int, points: tuple[int, int]) -> None:
    """End the battle under way: the points are those, the loser's units go."""
    s = game.state
    first_turn(game)
    for seat in range(2):
        s.vp[seat] = points[seat]
    s.loser = 1 - winner
    game.apply_code(int(game.legal_codes()[0]))


@pytest.mark.rule(
    *("BL-CAMPAIGN-01", "BL-CAMPAIGN-02", "BL-CAMPAIGN-03", "BL-CAMPAIGN-06", "EX-08")
)
def test_the_winner_of_a_battle_picks_the_next_scenario() -> None:
    game = begin("campaign", equal_initiative="first_seat")
    assert Point(int(game.state.point)).id == "deal_first", "by lot in any case"
    assert game.state.scenario.tolist() == [0, 0]
    finish(game, UTHUK, (12, 7))
    s = game.state
    assert [int(n) for n in s.noted_vp] == [12, 7]
    assert (int(s.battle), game.decider) == (1, UTHUK)
    assert kinds(game) == {("choose", 1, 0), ("choose", 2, 0)}
    assert s.scenario_hand[UTHUK].tolist() == [0, 1, 1, *[0] * (s.scenario_hand.shape[1] - 3)]
    assert s.scenario[DAQAN] == 1
    do(game, "choose", 2)
    assert s.first == DAQAN
    assert [int(n) for n in (s.vp.sum(), s.lore.sum(), s.units.sum())] == [0, 0, 0]
    assert s.command_hand.sum() == 0


@pytest.mark.rule("BL-CAMPAIGN-06", "BL-SETUP-11")
def test_nothing_of_a_battle_is_left_on_the_table_for_the_next() -> None:
    game = begin("campaign")
    s = first_turn(game).state
    marks = ("poison", "stun", "given", "ordered", "pursued", "extra_dice")
    for mark in marks:
        getattr(s, mark)[:] = 1
    s.portal[:] = 3, 4
    s.level = s.terror = s.killed = 1
    finish(game, UTHUK, (12, 7))
    assert s.battle == 1
    for mark in marks:
        assert not getattr(s, mark).any(), mark
    assert (s.portal == NOWHERE).all()
    assert (s.level, s.terror, s.killed) == (0, 0, 0)


@pytest.mark.rule("BL-CAMPAIGN-04", "BL-CAMPAIGN-05", "BL-CAMPAIGN-02", "BL-CAMPAIGN-06")
@pytest.mark.parametrize(
    ("battles", "sums", "winner"),
    [
        ([(0, 16, 0), (0, 16, 0), (1, 0, 20), (1, 3, 13)], (35, 35), UTHUK),
        ([(0, 16, 0), (0, 16, 0), (0, 16, 0), (1, 0, 16)], (48, 17), DAQAN),
        ([(1, 0, 16), (1, 0, 16), (1, 2, 1), (0, 29, 0)], (32, 33), UTHUK),
    ],
)
def test_all_points_and_battles_of_the_last_winner_count(
    battles: list[tuple[int, int, int]], sums: tuple[int, int], winner: int
) -> None:
    game = begin("campaign")
    for won, *points in battles:
        finish(game, won, (points[0], points[1]))
        while not game.over and Point(int(game.state.point)).id == "scenario":
            game.apply(game.legal()[0])
    assert game.over
    assert tuple(int(n) for n in game.state.noted_vp) == sums
    assert game.winners == (winner,)
    assert game.ending.id == "campaign_sum"
