"""Cards, data and setup: BA-CARD, BA-SETUP and what is said of them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import numpy as np
import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.games.battalia.engine.cards import ANY_FACTION, NO_FACTION, faction_of_card
from bloodstones.games.battalia.engine.decisions import Decision
from bloodstones.games.battalia.engine.decisions import Kind as Move
from bloodstones.games.battalia.engine.game_setup import GameSetup, read_setup
from bloodstones.games.battalia.engine.playthrough import Playthrough
from bloodstones.games.battalia.engine.rule_tables import pack
from bloodstones.games.battalia.engine.state import NOTHING, Point, Square
from bloodstones.games.battalia.events import Event
from bloodstones.games.battalia.game import GAME
from bloodstones.games.battalia.rules.boards import square_name
from bloodstones.games.battalia.rules.names import (
    CARDS,
    CITY_BUILDS,
    FIRST_GREAT,
    SUPPLY,
    Build,
    Faction,
    Great,
    Kind,
    card_ids,
)
from bloodstones.games.battalia.rules.reading import load_ruleset
from bloodstones.games.battalia.rules.register import read_options
from tests.games.battalia.scene import Scene, card_of
from tests.kernels import plain


def set_up(players: int, seed: int = 0, **options: str) -> Playthrough:
    """A playthrough at the first turn, all of the setup random."""
    setup = GameSetup(load_ruleset(), [""] * players, read_options(options))
    game = Playthrough(setup, seed, scripted_chance=True)
    luck = Random(seed)
    while game.state.turn == 0:
        code = game.draw().pack() if game.is_chance else int(luck.choice(game.legal_codes()))
        game.apply_code(code)
    return game


@pytest.mark.rule("BA-CARD-01", "BA-CARD-02", "BA-CARD-03", "BA-CARD-04", "BA-CARD-05")
def test_the_cards_are_as_the_rules_count_them() -> None:
    t = pack(load_ruleset(), ["", ""])
    assert t.copies[: 4 * 4].sum() == 80
    assert t.copies[4 * 4 : SUPPLY].sum() == 84
    assert t.copies[SUPPLY] == 80
    assert t.copies[FIRST_GREAT:].tolist() == [1] * 5
    assert t.map_copies[:CITY_BUILDS].sum() == 28
    assert t.map_copies[CITY_BUILDS:].sum() == 48
    assert [Kind(kind).id for kind in range(4)] == ["friman", "chief", "priest", "lord"]
    assert Great.ids() == ("hammer", "sword", "shield", "wings", "horn")
    factions = {name.split("_")[0] for name in card_ids()[:SUPPLY]}
    assert factions == {"orsari", "lagorai", "ardei", "nembolari"}


@pytest.mark.rule("BA-CARD-01")
def test_a_card_is_of_its_faction_a_supply_of_none_and_a_great_artifact_of_any() -> None:
    for card, name in enumerate(card_ids()):
        mine = Faction.ids().index(name.split("_")[0]) if card < SUPPLY else NO_FACTION
        assert plain(faction_of_card)(card) == (mine if card < FIRST_GREAT else ANY_FACTION), name


@pytest.mark.rule("BA-CARD-08", "BA-CARD-09", "AMB-01")
def test_strengths() -> None:
    t = pack(load_ruleset(), ["", ""])
    strengths = {Kind(kind).id: int(t.attack[4 * kind]) for kind in range(11)}
    fighting = {"friman": 1, "chief": 2, "priest": 3, "lord": 4, "weapon": 1, "horse": 1}
    assert strengths == {**dict.fromkeys(strengths, 0), **fighting}
    assert t.attack[FIRST_GREAT:].tolist() == [0, 5, 1, 0, 0]
    assert t.defence[FIRST_GREAT:].tolist() == [0, 1, 5, 0, 0]


@pytest.mark.rule("BA-CARD-10", "BA-GAIN-01", "EX-05")
def test_a_unit_costs_its_rank_and_one_more() -> None:
    numbers = load_ruleset().numbers
    ranks = ("friman", "chief", "priest", "lord")
    assert [numbers[f"{rank}.supply"] for rank in ranks] == [2, 3, 4, 5]


@pytest.mark.rule("BA-CARD-11")
def test_what_the_pool_lacks_cannot_be_had() -> None:
    scene = Scene().hand("supply*3, o friman").city("3.3").go()
    assert "gain chief" in scene.legal()
    assert "road road_straight" in scene.legal()
    scene = Scene().hand("supply*3, o friman").city("3.3")
    scene.without("o chief, l chief, a chief, n chief")
    scene.s.map_left[Build.ROAD_STRAIGHT] = 0
    scene.go()
    assert "gain chief" not in scene.legal()
    assert "road road_straight" not in scene.legal()


@pytest.mark.rule("BA-SETUP-01", "BA-SETUP-02", "BA-SETUP-03", "AMB-21")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_cities_and_ruins_lie_on_their_squares(players: int) -> None:
    game = set_up(players)
    s, t = game.state, game.tables
    assert square_name(int(t.ruins)) == "4.4"
    assert s.what[t.ruins] == Square.RUINS
    assert t.ruins_level == 8
    starts, neutrals = t.starts[:players].tolist(), t.neutral[: int(t.neutrals)].tolist()
    for group in (starts, neutrals):
        assert all(s.build[q] == Build.CITY_CROSS for q in group)
        assert len({int(s.terrain[q]) for q in group}) == len(group)
    assert all(s.level[q] == 4 and s.owner[q] == NOTHING for q in neutrals)
    assert (s.what == Square.CITY).sum() == len(starts) + len(neutrals)
    corners = {4: {"1.1", "7.1", "7.7", "1.7"}, 3: {"1.1", "7.1", "1.7"}, 2: {"2.2", "6.6"}}
    assert {square_name(q) for q in starts} == corners[players]
    assert (s.what != Square.OFF).sum() == {2: 25, 3: 46, 4: 49}[players]


@pytest.mark.rule("BA-SETUP-02", "BA-SETUP-03", "AMB-21")
@pytest.mark.parametrize("players", [2, 4])
def test_lots_give_each_start_and_neutral_city_a_terrain_that_its_kind_lacks(players: int) -> None:
    game = Playthrough(GameSetup(load_ruleset(), [""] * players), 3, scripted_chance=True)
    laid: dict[Move, list[int]] = {Move.START_CITY: [], Move.NEUTRAL_CITY: []}
    while game.state.turn == 0:
        if not game.is_chance:
            game.apply(game.legal()[0])
            continue
        chances, drawn = dict(game.chance_outcomes()), game.draw()
        if drawn.kind in laid:
            before = laid[drawn.kind]
            left = sorted(set(range(4)) - set(before))
            assert sorted(each.y for each in chances) == left
            assert set(chances.values()) == {Fraction(1, len(left))}
            before.append(drawn.y)
        game.apply(drawn)
    assert len(laid[Move.START_CITY]) == players
    assert len(laid[Move.NEUTRAL_CITY]) == {2: 2, 4: 4}[players]


@pytest.mark.rule("AMB-02", "neutral_squares")
def test_neutral_cities_may_lie_in_the_middles_of_edges() -> None:
    beside = set_up(4).tables
    edges = set_up(4, neutral_squares="edge_middles").tables
    assert {square_name(int(q)) for q in beside.neutral} == {"4.3", "5.4", "4.5", "3.4"}
    assert {square_name(int(q)) for q in edges.neutral} == {"4.1", "7.4", "4.7", "1.4"}


@pytest.mark.rule("BA-SETUP-04", "BA-SETUP-06", "BA-SETUP-09", "BA-SETUP-10")
def test_the_pool_is_decks_by_kind_with_factions_mixed() -> None:
    game = set_up(4)
    s, t = game.state, game.tables
    units = s.pool[:16].reshape(4, 4).sum(axis=1).tolist()
    assert units == [32 - 12, 20 - 4, 16 - 4, 12]
    assert s.pool[16:SUPPLY].reshape(7, 4).sum(axis=1).tolist() == [12] * 7
    assert s.pool[SUPPLY] == 80 - 20
    assert s.pool[FIRST_GREAT:].tolist() == [1] * 5
    assert len(t.map_copies) == 9


@pytest.mark.rule("BA-SETUP-05", "BA-ORACLE-02", "BA-ORACLE-03", "EX-28")
def test_what_the_oracle_lights_and_pairs() -> None:
    t = pack(load_ruleset(), ["", ""])
    lit = [Kind(kind).id for kind in t.lit]
    paired = [[kind.id for kind in Kind if bits >> kind & 1] for bits in t.paired.tolist()]
    assert lit == ["tool", "weapon", "amulet", "title", "scroll", "tent", "horse"]
    assert paired == [
        [name] for name in ("tool", "scroll", "weapon", "tent", "amulet", "horse", "title")
    ]
    assert set_up(2).state.lit == Kind.TOOL


@pytest.mark.rule("BA-SETUP-07", "BA-SETUP-08", "BA-SETUP-15", "AMB-03", "BA-HERO-01")
def test_everyone_begins_with_ten_cards_and_two_heroes_in_stock() -> None:
    game = set_up(3, seed=5)
    s = game.state
    for seat in range(3):
        deck = s.draw[seat] + s.hand[seat]
        assert s.hand[seat].sum() == 6
        assert deck[:16].reshape(4, 4).sum(axis=1).tolist() == [3, 1, 1, 0]
        assert deck[SUPPLY] == 5
        assert s.hero[seat].tolist() == [NOTHING, NOTHING]
        start = s.start_square[seat]
        assert (s.owner[start], s.level[start]) == (seat, 1)


@pytest.mark.rule(
    "BA-SETUP-11", "BA-SETUP-12", "BA-SETUP-13", "BA-SETUP-14", "AMB-04", "BA-TURN-04"
)
@pytest.mark.parametrize("first", range(4))
def test_chance_names_the_first_player_who_picks_and_plays_first(first: int) -> None:
    game = Playthrough(GameSetup(load_ruleset(), [""] * 4), 3, scripted_chance=True)
    while game.state.point != Point.FIRST:
        game.apply(game.draw() if game.is_chance else game.legal()[0])
    chances = {outcome.x: chance for outcome, chance in game.chance_outcomes()}
    assert chances == {seat: Fraction(1, 4) for seat in range(4)}
    game.apply(Decision(Move.FIRST, first, 0))
    assert game.state.log[:5].tolist() == [Event.FIRST, 3, first, 0, 0]
    assert (int(game.state.first), game.decider) == (first, first)
    while game.state.turn == 0:
        game.apply(game.draw() if game.is_chance else game.legal()[0])
    assert int(game.state.active) == first


@pytest.mark.rule("BA-SETUP-12")
def test_seats_pick_their_factions_where_the_setup_says_so() -> None:
    seats = (Seat("ardei", "random"), Seat("lagorai", "random"))
    for choice, factions in (("given", ("ardei", "lagorai")), ("picked", ("", ""))):
        assert read_setup(Setup("", seats, choices={"factions": choice})).factions == factions


@pytest.mark.rule(
    "BA-SETUP-11", "BA-SETUP-12", "BA-SETUP-13", "BA-SETUP-14", "AMB-04", "BA-TURN-04"
)
def test_factions_are_picked_clockwise_and_start_cities_the_other_way() -> None:
    game = Playthrough(GameSetup(load_ruleset(), [""] * 4), 3, scripted_chance=True)
    order: dict[Point, list[int]] = {Point.FACTION: [], Point.START: []}
    while game.state.turn == 0:
        if not game.is_chance:
            order[Point(int(game.state.point))].append(game.decider)
        game.apply(game.draw() if game.is_chance else game.legal()[0])
    s, first = game.state, int(game.state.first)
    assert order[Point.FACTION] == [(first + n) % 4 for n in range(4)]
    assert order[Point.START] == order[Point.FACTION][::-1]
    assert sorted(s.faction.tolist()) == [0, 1, 2, 3]
    for seat in range(4):
        start = s.start_square[seat]
        assert (s.owner[start], s.level[start]) == (seat, 1)
        assert s.tokens[seat].tolist() == [0, 2, 3, 3, 5]
    assert s.active == first
    while s.turn == 1:
        game.apply(game.draw() if game.is_chance else game.legal()[0])
    assert s.active == (first + 1) % 4


def test_lots_name_the_first_player_evenly() -> None:
    found = np.zeros(4, int)
    for seed in range(60):
        found[int(set_up(4, seed).state.first)] += 1
    assert (found > 5).all()


def test_a_seat_with_a_role_picks_that_faction_alone() -> None:
    game = Playthrough(GameSetup(load_ruleset(), ["ardei", ""]), 1, scripted_chance=True)
    while game.state.point != Point.FACTION:
        game.apply(game.draw())
    picked = {}
    while game.state.point == Point.FACTION:
        seat = game.decider
        picked[seat] = [decision.x for decision in game.legal()]
        game.apply(game.legal()[0])
    assert picked[0] == [2]
    assert 2 not in picked[1]


@pytest.mark.rule("BA-CARD-06")
def test_great_artifacts_are_converted_by_nothing_and_lit_by_nothing() -> None:
    scene = Scene().hand("hammer, sword, o amulet, o scroll").lit("amulet").go()
    assert scene.legal("use") == [
        "use o amulet as amulet",
        "use hammer as amulet",
        "use o scroll as scroll",
        "use hammer as scroll",
    ]
    scene.play("use o amulet as amulet")
    assert scene.legal() == ["target o scroll"]


@pytest.mark.rule("BA-CARD-07", "AMB-17")
def test_nobody_gains_a_second_great_artifact() -> None:
    scene = Scene().hand("o weapon*2, o lord*3, l lord").hero("4.4").go()
    assert scene.legal("fight") == ["fight 4.4 card 1"]
    scene.play("fight 4.4 card 1", "play o weapon", "play o lord", "play o lord", "done")
    scene.play("spoil horn")
    assert ("spoil", (0, list(Great).index(Great.HORN), 0)) in scene.events
    assert scene.gained() == {"horn": 1}
    assert scene.s.pool[card_of("horn")] == 0, "there is one of each"
    assert scene.legal("fight") == []


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"cards.csv": "kind,copies\nfrimen,9\n"}, "did you mean friman"),
        ({"boards.toml": "[players_2]\nsquares = ['x']\n"}, "rows of 7"),
        ({"rules.toml": "version = '1'\n[hand]\nsize = 99\n"}, "size from 1 to 10"),
        ({"card.csv": ""}, "did you mean cards.csv"),
    ],
)
def test_faults_of_own_data_are_reported(
    tmp_path: Path, files: dict[str, str], message: str
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match=message):
        load_ruleset(str(tmp_path))


def test_own_cards_take_the_place_of_shipped_ones(tmp_path: Path) -> None:
    shipped = Path(load_ruleset.__code__.co_filename).parents[1] / "data" / "cards.csv"
    (tmp_path / "cards.csv").write_text(shipped.read_text().replace("lord,3", "lord,5"))
    assert load_ruleset(str(tmp_path)).numbers["lord.copies"] == 5
    assert GAME.assumed("")[0].startswith("rules.toml")
    assert "cards.csv" in GAME.data_hashes(str(tmp_path))


def test_every_fault_of_a_setup_is_reported_at_once() -> None:
    seats = (Seat("ardei", "bilder"), Seat("ardei", "random"), Seat("elves", "random"))
    setup = Setup("plains", seats, {"lit_jokers": "false"}, {"lord.copies": 99}, {"start": 1})
    with pytest.raises(InputError) as caught:
        GAME.check(setup)
    told = str(caught.value)
    for part in ("builder", "ardei again", "elves", "plains", "lit_joker", "copies from", "start"):
        assert part in told


def test_decks_that_cannot_be_dealt_are_refused() -> None:
    with pytest.raises(InputError, match="12 cards of friman"):
        load_ruleset(overrides={"friman.copies": 2})
    assert CARDS == 50
