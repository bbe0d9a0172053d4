"""Rule numbers changed by name: names, ranges, faults, and what they do in a game."""

from __future__ import annotations

import json
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bloodstones.cli import main
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.core.rules.rule_numbers import parse_settings
from bloodstones.games.bloodstones.engine.state import LOG, SEATS, Point, Source
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.odds.force import parse_force
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from bloodstones.games.bloodstones.rules.numbers import (
    changed_numbers,
    rule_numbers,
    with_overrides,
)
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from tests.games.bloodstones.records import parse_record, verify
from tests.games.bloodstones.scenario import LORDS, RIDERS, Scenario, battle, row_of
from tests.golden.make import play_and_record
from tests.soaks import some

RULES = load_ruleset()
NUMBERS = rule_numbers(RULES)
PRINTED_TILES = 36
# Numbers with a condition on others, which faults of their own report.
BOUND = ("tiles_more", "tiles_fewer", "tiles_counted")
FREE = sorted(name for name in NUMBERS if not name.endswith(".count") and name not in BOUND)


@st.composite
def changes(draw) -> dict[str, int]:
    names = draw(st.lists(st.sampled_from(FREE), min_size=1, max_size=12, unique=True))
    ends = st.sampled_from(("low", "high"))
    return {name: getattr(NUMBERS[name], draw(ends)) for name in names}


def test_every_number_is_within_its_own_range() -> None:
    for number in NUMBERS.values():
        assert number.values
        assert all(number.low <= value <= number.high for value in number.values), number.name


def test_the_names_cover_the_numbers_of_the_rules() -> None:
    for name in (
        *("dragon.modifier", "citadel.modifier", "siege_engine.modifier"),
        *("dragon_riders.dragon.count", "horse_lords.ship.pips", "hill_folk.castle.cost"),
        *("ship.cost", "blank.pips", "hand_limit", "horse_lords.hand_limit", "starting_vp"),
        *("corsairs.sea_battle_modifier", "corsairs.vp_per_victory", "villages", "min_players"),
        *("necromancers.undead", "vp_per_captured_village", "movement.forest", "regroups.2"),
        *("hill_folk.movement.mountains", "dragon.movement.sea", "ship.movement.sea"),
        *("village.cost.hills", "village.limit.plains", "starting_hand", "founding_points"),
        *("tiles_more", "tiles_fewer", "tiles_counted", "vp.village_at_regroup", "regroups.6"),
        *("vp.unit_beaten", "vp.captured_citadel", "undead_steps", "citadel_distance"),
    ):
        assert name in NUMBERS
    for name in ("blank.cost", "blank.modifier", "chaos_horde.villages", "hill_folk.undead"):
        assert name not in NUMBERS


def flat(rules) -> dict[tuple, int]:
    """Every number of the rules by its place."""
    return {path: read(rules, path) for number in NUMBERS.values() for path in number.paths}


def read(node, path) -> int:
    for key in path:
        node = getattr(node, key) if isinstance(key, str) else node[key]
    return node


@settings(max_examples=30)
@given(changes())
def test_changed_numbers_stand_in_the_rules_and_nowhere_else(overrides: dict[str, int]) -> None:
    wanted = flat(RULES)
    one_faction = {name for name in overrides if name.partition(".")[0] in Faction.ids()}
    for name in (*sorted(overrides.keys() - one_faction), *sorted(one_faction)):
        wanted |= dict.fromkeys(NUMBERS[name].paths, overrides[name])
    assert flat(with_overrides(RULES, overrides)) == wanted
    assert rule_numbers(RULES) == NUMBERS


def test_the_number_of_one_faction_wins_over_that_of_all_in_any_order() -> None:
    for names in (
        ("hand_limit", "horse_lords.hand_limit"),
        ("horse_lords.hand_limit", "hand_limit"),
    ):
        values = {"hand_limit": 5, "horse_lords.hand_limit": 9}
        rules = with_overrides(RULES, {name: values[name] for name in names})
        limits = {faction.id: kept.hand_limit for faction, kept in rules.factions.items()}
        assert limits.pop("horse_lords") == 9
        assert set(limits.values()) == {5}


def test_a_ship_pays_the_changed_number_at_sea() -> None:
    rules = with_overrides(RULES, {"ship.movement.sea": 3})
    assert rules.units[Unit.SHIP].movement == {Terrain.SEA: 3}
    scene = Scenario(RIDERS, LORDS, board=row_of("sea", "sea", "plains"), rules=rules)
    scene.units(RIDERS, 0, ship=1).hand(RIDERS, blank=1).turn(RIDERS)
    scene.play("column 0", "select ship", "march 1")
    assert scene.state.move_cost == 3


@pytest.mark.rule("BS-COMP-02")
def test_counts_change_in_pairs() -> None:
    rules = with_overrides(
        RULES, {"dragon_riders.dragon.count": 0, "dragon_riders.swordsman.count": 6}
    )
    tiles = rules.factions[RIDERS].tiles
    assert sum(tile.count for tile in tiles.values()) == PRINTED_TILES
    with pytest.raises(
        InputError, match=r"expected counts of 36 tiles of dragon_riders .*, got 34"
    ):
        with_overrides(RULES, {"dragon_riders.dragon.count": 0})
    with pytest.raises(InputError, match="expected a unit of dragon_riders, got 'dragon'"):
        parse_force("dragon_riders: dragon", "--attacker", rules)


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"dragn.modifier": 3}, "did you mean dragon.modifier"),
        ({"hand_limits": 3}, "did you mean hand_limit"),
        ({"xyz": 3}, "known, among others: .*hand_limit"),
        ({"cavalry.speed": 3}, "cavalry.cost"),
        ({"dragon.modifier": 10}, "expected dragon.modifier from -9 to 9, got 10"),
        ({"dragon.movement.sea": 0}, "expected dragon.movement.sea from 1 to 9, got 0"),
        ({"hand_limit": 0}, "expected hand_limit from 1 to 16, got 0"),
        ({"hand_limit": True}, "expected hand_limit from 1 to 16, got True"),
        ({"ship.pips": 6}, "expected ship.pips from 1 to 5, got 6"),
        ({"tiles_more": 2}, "expected tiles_fewer at most 2 .by tiles_more., got 3"),
        ({"tiles_fewer": 2}, "expected tiles_counted at most 2 .by tiles_fewer., got 3"),
        ({"tiles_more": 9}, "expected tiles_more from 1 to 8, got 9"),
    ],
)
def test_what_cannot_be_is_refused(overrides: dict[str, int], message: str) -> None:
    with pytest.raises(InputError, match=message):
        with_overrides(RULES, overrides)


def test_all_faults_are_reported_at_once() -> None:
    with pytest.raises(InputError, match=r"(?s)got 3:.*dragn.*hand_limit.*corsairs"):
        with_overrides(
            RULES, {"dragn.modifier": 1, "hand_limit": 99, "corsairs.axeman.count": 11}, "--set"
        )


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["dragon.modifier"], "expected NAME=WHOLE NUMBER, got 'dragon.modifier'"),
        (["=3"], "expected NAME=WHOLE NUMBER, got '=3'"),
        (["a=1.5"], "expected NAME=WHOLE NUMBER, got 'a=1.5'"),
        (["a=1", "a=2"], "expected a once, got 'a=2'"),
    ],
)
def test_a_setting_is_a_name_and_a_whole_number(texts: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_settings(texts)
    assert parse_settings(["a = -2", "b=+3"]) == {"a": -2, "b": 3}


def test_a_number_far_too_large_is_refused_with_its_range() -> None:
    settings = parse_settings(["dragon.modifier=99999999999"])
    with pytest.raises(
        InputError, match=r"expected dragon\.modifier from -9 to 9, got 99999999999"
    ):
        with_overrides(load_ruleset(), settings, "--set")


# In a game


def test_a_weaker_dragon_is_weaker_in_a_battle() -> None:
    scene = battle(RIDERS, LORDS, "plains", {"dragon": 1}, {"swordsman": 1})
    assert scene.game.tables.modifier[0, Unit.DRAGON, Terrain.PLAINS] == 4
    rules = with_overrides(RULES, {"dragon.modifier": -2})
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains"), rules=rules)
    assert scene.game.tables.modifier[0, Unit.DRAGON, Terrain.PLAINS] == -2


def test_many_villages_score_a_high_number_in_full() -> None:
    rules = with_overrides(RULES, {"vp.village_at_regroup": 50})
    scene = Scenario(RIDERS, LORDS, board=row_of(*["plains"] * 11), rules=rules)
    scene.villages(RIDERS, *(area for area in range(10) for _ in range(2)))
    scene.bag(RIDERS).turn(RIDERS, Point.SETTLE).play("pass")
    assert scene.vp(RIDERS, Source.VILLAGES) == 20 * 50


def test_more_combat_tiles_are_drawn_and_counted() -> None:
    rules = with_overrides(RULES, {"tiles_more": 8, "tiles_fewer": 7, "tiles_counted": 6})
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains"), rules=rules)
    scene.units(RIDERS, 0, swordsman=2, leader=1).units(LORDS, 0, swordsman=1).turn(RIDERS)
    scene.fight(0, LORDS)
    assert [len(values) - 1 for values in scene.logged(Event.COMBAT_DRAW)][:2] == [8, 7]
    assert len(scene.logged(Event.CLASH)[0]) == 2 + 2 * 6


def test_the_log_has_room_for_the_capture_of_every_village() -> None:
    most = NUMBERS["villages"].high * (SEATS - 1)
    assert 2 * most + SEATS * 3 <= LOG


ENDS = ("low", "high")
SEATS_OF_FOUR = tuple(
    Seat(faction.id, "random")
    for faction in (Faction.NECROMANCERS, Faction.CHAOS_HORDE, Faction.CORSAIRS, RIDERS)
)


@pytest.mark.parametrize(
    ("part", "end"),
    some(((part, ENDS[(part + more) % 2]) for part in range(6) for more in range(2)), 3),
)
def test_games_with_numbers_at_the_ends_of_their_ranges_play_and_verify(
    part: int, end: str
) -> None:
    names = [name for name in FREE[part::6] if "min_players" not in name]
    overrides = {name: getattr(NUMBERS[name], end) for name in names if name != "citadel_distance"}
    setup = Setup("tyrants_lament", SEATS_OF_FOUR, {"cutiecorn": True}, overrides)
    record = play_and_record(setup, 3)
    assert record.lines[0]["overrides"] == overrides
    assert verify(parse_record(record.text())) is None
    assert GAME.simulate(setup, 3, "play", range(1)).rows["score"] == record.lines[-1]["scores"]


def test_fewest_players_can_be_changed() -> None:
    two = SEATS_OF_FOUR[2:]
    with pytest.raises(InputError, match="expected at least 3 players with corsairs"):
        GAME.check(Setup("tyrants_lament", two))
    GAME.check(Setup("tyrants_lament", two, overrides={"corsairs.min_players": 2}))


def test_numbers_of_the_cutiecorn_are_for_the_variant() -> None:
    vp = {"cutiecorn.vp": 4}
    with pytest.raises(InputError, match=r"got 'cutiecorn\.vp' without the variant"):
        GAME.check(Setup("tyrants_lament", SEATS_OF_FOUR, overrides=vp))
    GAME.check(Setup("tyrants_lament", SEATS_OF_FOUR, {"cutiecorn": "true"}, vp))


# In odds


ODDS = ["odds", "--terrain", "plains", "--attacker", "dragon_riders: dragon"]
ODDS += ["--defender", "horse_lords: swordsman, shieldbearer"]


def test_odds_take_changed_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ODDS, "--set", "dragon.modifier=1", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["attacker"]["modifier"] == 1
    assert answer["overrides"] == {"dragon.modifier": 1}
    assert main([*ODDS, "--set", "dragon.modifier=1", "--set", "tiles_more=5"]) == 0
    assert "With changed rules: dragon.modifier = 1, tiles_more = 5" in capsys.readouterr().out


def test_odds_refuse_unknown_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ODDS, "--set", "dragon.modifer=1"]) == 2
    assert "did you mean dragon.modifier" in capsys.readouterr().err


@pytest.mark.parametrize("overrides", [{}, {"dragon.modifier": 3, "hand_limit": 5}])
def test_rules_reach_another_process_whole_and_still_cannot_be_written(
    overrides: dict[str, int],
) -> None:
    rules = with_overrides(load_ruleset(), overrides)
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        there = pool.submit(changed_numbers, load_ruleset(), rules).result()
    assert there == overrides
    twin = pickle.loads(pickle.dumps(rules))
    assert twin == rules
    with pytest.raises(TypeError, match="does not support item assignment"):
        twin.regroups[2] = 1  # type: ignore[index]
