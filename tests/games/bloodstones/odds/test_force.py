"""Forces read from text: what is understood, and one sentence for each fault."""

from __future__ import annotations

import pytest

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.odds.force import (
    Force,
    check_terrain,
    parse_force,
    parse_terrain,
)
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset

RULES = load_ruleset()
OWNED = [
    (faction, tile.unit, tile.count)
    for faction, own in RULES.factions.items()
    for tile in own.tiles.values()
    if tile.unit is not Unit.BLANK
] + [(Faction.NECROMANCERS, Unit.UNDEAD, 4), (Faction.CORSAIRS, Unit.CITADEL, 1)]


@pytest.mark.parametrize(
    "text",
    [
        "dragon_riders: cavalry, lizardman*2, leader",
        "dragon_riders:cavalry,lizardman*2,leader",
        "  Dragon Riders :  leader , Lizardman * 2 ,CAVALRY ",
        "dragon-riders: lizardman, cavalry*1, lizardman, leader*01",
    ],
)
def test_spaces_capitals_hyphens_and_repeats_do_not_matter(text: str) -> None:
    force = parse_force(text, "--attacker")
    assert force.faction is Faction.DRAGON_RIDERS
    assert dict(force.counts) == {Unit.CAVALRY: 1, Unit.LIZARDMAN: 2, Unit.LEADER: 1}
    assert force.units == 4
    assert str(force) == "dragon_riders: cavalry, lizardman*2, leader"


def test_text_of_a_force_reads_back_as_the_same_force() -> None:
    force = Force(Faction.HILL_FOLK, {Unit.SIEGE_ENGINE: 2, Unit.GIANT: 1})
    again = parse_force(str(force), "here")
    assert again == force
    assert hash(again) == hash(force)


@pytest.mark.parametrize(
    ("text", "message", "tip"),
    [
        ("cavalry*2", "expected a force as 'FACTION: UNIT", "for example"),
        ("", "expected a force as 'FACTION: UNIT", "for example"),
        ("elves: cavalry", "expected a faction, got 'elves'", "known: dragon_riders"),
        ("horse_lord: cavalry", "expected a faction, got 'horse_lord'", "did you mean horse_lords"),
        (": cavalry", "expected a faction, got ''", "known"),
        ("horse_lords:", "expected at least one unit after 'horse_lords:', got ''", None),
        ("horse_lords:  ", "expected at least one unit after 'horse_lords:', got ''", None),
        ("horse_lords: cavalry,,leader", "expected a unit between the commas, got ''", "example"),
        ("horse_lords: cavalry,", "expected a unit between the commas, got ''", "example"),
        ("horse_lords: *2", "expected a unit between the commas, got '*2'", "example"),
        ("horse_lords: cavalery", "expected a unit, got 'cavalery'", "did you mean cavalry"),
        ("horse_lords: 2 cavalry", "expected UNIT or UNIT*COUNT, got '2 cavalry'", "cavalry*2"),
        ("horse_lords: xyz", "expected a unit, got 'xyz'", "known: skirmisher"),
        (
            "horse_lords: cavalry*0",
            "expected a count of at least 1 after 'cavalry*', got '0'",
            None,
        ),
        ("horse_lords: cavalry*-1", "expected a count of at least 1", None),
        ("horse_lords: cavalry*", "expected a count of at least 1", None),
        ("horse_lords: cavalry*two", "expected a count of at least 1", None),
        ("horse_lords: cavalry*1.5", "expected a count of at least 1", None),
        ("horse_lords: cavalry*2*2", "expected a count of at least 1", None),
        ("horse_lords: cavalry*٣", "expected a count of at least 1", None),
        ("horse_lords: cavalry*" + "9" * 5000, "expected a count of at most 4 digits", None),
        ("horse_lords: blank", "expected a unit that can be on the map, got 'blank'", "swapped"),
        ("necromancers: blank", "expected a unit that can be on the map, got 'blank'", "swapped"),
        ("horse_lords: giant", "expected a unit of horse_lords, got 'giant'", "its units: skirm"),
        ("horse_lords: undead", "expected a unit of horse_lords, got 'undead'", "its units"),
        ("chaos_horde: citadel", "expected a unit of chaos_horde, got 'citadel'", "its units"),
        ("corsairs: cavalry", "expected a unit of corsairs, got 'cavalry'", None),
        ("hill_folk: citadel*2", "expected at most 1 citadel of hill_folk, got 2", None),
        ("necromancers: undead*5", "expected at most 4 undead of necromancers, got 5", None),
        ("hill_folk: cutiecorn*2", "expected at most 1 cutiecorn of hill_folk, got 2", None),
        (
            "hill_folk: giant, raider, giant*2",
            "expected at most 2 giant of hill_folk, got 3",
            None,
        ),
    ],
)
def test_a_fault_is_one_sentence_that_says_where(text: str, message: str, tip: str | None) -> None:
    with pytest.raises(InputError) as caught:
        parse_force(text, "--attacker")
    assert caught.value.message.startswith(message)
    assert caught.value.message.endswith("(--attacker)")
    assert "\n" not in caught.value.message
    if tip is not None:
        assert caught.value.tip is not None
        assert tip in caught.value.tip


@pytest.mark.rule("BS-GEN-10", "BS-COMP-03", "BS-COMP-04", "BS-COMP-07")
@pytest.mark.parametrize(("faction", "unit", "count"), OWNED)
def test_a_faction_has_as_many_units_as_tiles_and_no_more(
    faction: Faction, unit: Unit, count: int
) -> None:
    text = f"{faction.id}: {unit.id}*{{}}"
    assert parse_force(text.format(count), "here").units == count
    with pytest.raises(InputError, match=f"expected at most {count} {unit.id} of {faction.id}"):
        parse_force(text.format(count + 1), "here")


@pytest.mark.parametrize("faction", Faction)
@pytest.mark.parametrize("unit", Unit)
def test_units_of_other_factions_are_refused(faction: Faction, unit: Unit) -> None:
    own = {unit for owner, unit, _ in OWNED if owner is faction} | {Unit.CUTIECORN}
    if faction is not Faction.CHAOS_HORDE:
        own.add(Unit.CITADEL)
    if unit in own:
        assert parse_force(f"{faction.id}: {unit.id}", "here").units == 1
    else:
        with pytest.raises(InputError, match=r"expected a unit (of|that can be on the map)"):
            parse_force(f"{faction.id}: {unit.id}", "here")


def stands(text: str, terrain: Terrain) -> bool:
    try:
        check_terrain(parse_force(text, "here"), terrain, "here", load_ruleset())
    except InputError as error:
        assert error.message.startswith(f"expected units that can be in {terrain.id}, got ")  # noqa: PT017
        return False
    return True


BUILDING_LAND = {Terrain.PLAINS, Terrain.FOREST, Terrain.HILLS}
ANY_LAND = BUILDING_LAND | {Terrain.DESERT}
MOUNTAINOUS = ANY_LAND | {Terrain.MOUNTAINS}


@pytest.mark.rule("BS-COMBAT-02", "BS-MOVE-13", "BS-SETUP-10", "BS-BUILD-08", "BS-UNDEAD-02")
@pytest.mark.rule("BS-BUILD-02", "BS-MOVE-11", "BS-VILLAGE-03")
@pytest.mark.parametrize(
    ("text", "terrains"),
    [
        ("horse_lords: cavalry", ANY_LAND),
        ("horse_lords: castle", BUILDING_LAND),
        ("hill_folk: castle", BUILDING_LAND),
        ("horse_lords: cutiecorn", ANY_LAND),
        ("hill_folk: cavalry", MOUNTAINOUS),
        ("hill_folk: giant", MOUNTAINOUS),
        ("necromancers: undead", MOUNTAINOUS),
        ("necromancers: necromancer", ANY_LAND),
        ("dragon_riders: dragon", set(Terrain)),
        ("dragon_riders: ship", {Terrain.SEA}),
        ("dragon_riders: citadel", BUILDING_LAND),
        ("hill_folk: citadel", BUILDING_LAND),
        ("dragon_riders: dragon, cavalry", ANY_LAND),
        ("dragon_riders: dragon, ship", {Terrain.SEA}),
        ("dragon_riders: ship, cavalry", set()),
    ],
)
def test_units_stand_only_on_their_terrains(text: str, terrains: set[Terrain]) -> None:
    assert {terrain for terrain in Terrain if stands(text, terrain)} == terrains


def test_the_tip_names_the_terrains_of_the_unit() -> None:
    force = parse_force("corsairs: ship", "here")
    with pytest.raises(InputError, match="Tip: ship of corsairs can be in: sea"):
        check_terrain(force, Terrain.HILLS, "--defender", load_ruleset())


@pytest.mark.parametrize("terrain", Terrain)
def test_each_terrain_is_known_by_its_id(terrain: Terrain) -> None:
    assert parse_terrain(f" {terrain.id.upper()} ", "--terrain") is terrain


@pytest.mark.parametrize(
    ("name", "terrain"),
    [("mountain", Terrain.MOUNTAINS), ("hill", Terrain.HILLS), ("plain", Terrain.PLAINS)],
)
def test_a_terrain_may_be_named_in_the_singular(name: str, terrain: Terrain) -> None:
    assert parse_terrain(name, "--terrain") is terrain


def test_an_unknown_terrain_lists_near_matches() -> None:
    with pytest.raises(
        InputError, match=r"expected a terrain, got 'forrest' \(--terrain\)\nTip: .*forest"
    ):
        parse_terrain("forrest", "--terrain")


def test_a_force_has_at_least_one_unit() -> None:
    with pytest.raises(InputError, match=r"expected at least one unit, got none \(hill_folk\)"):
        Force(Faction.HILL_FOLK, {})


@pytest.mark.parametrize("count", [0, -1, 1.0, True, "2"])
def test_a_count_is_a_whole_number_of_at_least_one(count: object) -> None:
    with pytest.raises(InputError, match="expected a count of giant of at least 1, got"):
        Force(Faction.HILL_FOLK, {Unit.GIANT: count})  # type: ignore[dict-item]
