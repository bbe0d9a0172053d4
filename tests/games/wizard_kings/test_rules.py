"""The data, the register, overrides, options, maps and armies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.core.files.datafile import Faults
from bloodstones.games.wizard_kings.engine.game_setup import read_setup
from bloodstones.games.wizard_kings.game import GAME
from bloodstones.games.wizard_kings.rules.boards import build, check_board
from bloodstones.games.wizard_kings.rules.maps import CITY_GP, find_map, maps
from bloodstones.games.wizard_kings.rules.names import Army, Effect, Letter, Side, Terrain, Trait
from bloodstones.games.wizard_kings.rules.numbers import rule_numbers, with_overrides
from bloodstones.games.wizard_kings.rules.reading import DATA, check_counts, load_ruleset
from bloodstones.games.wizard_kings.rules.register import load_register, read_options
from bloodstones.games.wizard_kings.rules.ruleset import (
    Spell,
    UnitType,
    check_army,
    price,
    read_blocks,
    standard_army,
)
from tests.games.wizard_kings.plain import port

RULES = load_ruleset()
SEATS = (Seat("eldryn", "random"), Seat("jurak", "random"))
PRINTED = {  # move, letter, highest die, price: the two cards of the rulebook
    Army.ELDRYN: {
        "wicana": (2, Letter.FIRST, 0, 2),
        "ranger": (2, Letter.A, 2, 4),
        "pixie": (2, Letter.B, 1, 2),
        "treek": (1, Letter.C, 4, 3),
        "glader": (2, Letter.C, 1, 1),
        "castle": (0, Letter.C, 4, 2),
        "pegasus": (3, Letter.A, 1, 4),
        "unicorn": (3, Letter.B, 2, 4),
        "mermaid": (2, Letter.B, 2, 3),
    },
    Army.JURAK: {
        "shakla": (2, Letter.FIRST, 0, 2),
        "ogre": (2, Letter.B, 3, 4),
        "troll": (2, Letter.B, 2, 3),
        "orc": (2, Letter.C, 2, 2),
        "goblin": (2, Letter.C, 1, 1),
        "castle": (0, Letter.C, 4, 2),
        "pegasus": (3, Letter.A, 1, 4),
        "kraken": (2, Letter.B, 3, 4),
        "dragon": (3, Letter.A, 5, 8),
    },
}


@pytest.mark.rule("WK-UNIT-06", "WK-UNIT-07", "AMB-15")
@pytest.mark.parametrize("army", Army)
def test_units_have_the_figures_of_their_card(army: Army) -> None:
    found = {u.unit: (u.move, u.letter, u.hits, u.cost) for u in RULES.units_of(army)}
    assert found == PRINTED[army]


@pytest.mark.rule("WK-UNIT-01", "WK-UNIT-02", "WK-UNIT-08", "WK-UNIT-19", "AMB-14")
@pytest.mark.parametrize("army", Army)
def test_an_army_has_28_blocks_with_three_wizards_and_three_of_chaos(army: Army) -> None:
    units = RULES.units_of(army)
    assert sum(unit.blocks for unit in units) == 28
    wizards = [unit for unit in units if unit.has(Trait.WIZARD)]
    assert [unit.blocks for unit in wizards] == [3]
    assert wizards[0].unit == ("wicana", "shakla")[army]
    assert [unit.blocks for unit in units if unit.chaos] == [1, 1, 1]
    assert {unit.most for unit in units} == {2, 3, 4}


@pytest.mark.rule("AMB-13")
def test_what_is_assumed_reaches_provenance() -> None:
    told = GAME.assumed("")
    assert "units.csv: eldryn treek (max, traits, blocks)" in told
    assert "maps/eastfen.toml: everything" in told
    assert not any("ranger (traits" in each for each in told)


def test_traits_of_the_text_are_not_marked_as_assumed() -> None:
    known = {"wicana", "shakla", "pixie", "ranger", "castle", "kraken"}
    told = {unit.unit for unit in RULES.units if "traits" not in unit.assumed}
    assert told == known
    assert RULES.unit(Army.JURAK, "kraken").has(Trait.AQUATIC)
    assert RULES.unit(Army.ELDRYN, "pixie").has(Trait.FLYER)
    assert RULES.unit(Army.ELDRYN, "ranger").has(Trait.FOREST)


@pytest.mark.rule("WK-WIZ-03")
@pytest.mark.parametrize("army", Army)
def test_an_army_knows_three_two_and_one_spells_by_level(army: Army) -> None:
    assert [s.level for s in RULES.spells_of(army)].count(1) == 3
    assert sorted(s.level for s in RULES.spells_of(army)) == [1, 1, 1, 2, 2, 3]
    assert [s.spell for s in RULES.spells if s.effect == Effect.DISPEL] == ["dispel"]


@pytest.mark.rule("WK-SETUP-05", "EX-02", "EX-03")
@pytest.mark.parametrize(("army", "steps"), [(Army.ELDRYN, 50), (Army.JURAK, 52)])
def test_ready_armies_have_14_units_for_100_gp(army: Army, steps: int) -> None:
    blocks = standard_army(RULES, army)
    assert len(blocks) == 14
    assert sum(strength for _, strength in blocks) == steps
    assert price(blocks) == 100
    assert not any(unit.chaos for unit, _ in blocks)


@pytest.mark.rule("EX-01", "WK-SETUP-04")
@pytest.mark.parametrize(
    ("army", "unit", "strength", "gp"),
    [("eldryn", "wicana", 3, 6), ("eldryn", "ranger", 2, 8), ("jurak", "goblin", 4, 4)],
)
def test_a_block_costs_strength_times_price(army: str, unit: str, strength: int, gp: int) -> None:
    assert price([(RULES.unit(Army.parse(army, "test"), unit), strength)]) == gp


def folk(trait: Trait, hits: int) -> UnitType:
    name = "goblin.hits" if hits else ""
    changed = with_overrides(RULES, {name: hits, f"goblin.{trait.id}": 1})
    return changed.unit(Army.JURAK, "goblin")


@pytest.mark.rule("EX-15", "AMB-02", "AMB-12", "WK-UNIT-12", "WK-COMBAT-07")
@pytest.mark.parametrize(
    ("trait", "land"),
    [
        (Trait.FOREST, Terrain.FOREST),
        (Trait.DESERT, Terrain.DESERT),
        (Trait.AMPHIBIAN, Terrain.SWAMP),
    ],
)
def test_folk_hit_one_better_in_their_land_alone(trait: Trait, land: Terrain) -> None:
    for hits, better in ((2, 3), (3, 4), (6, 6)):
        unit = folk(trait, hits)
        assert {t: unit.rating_in(t) for t in Terrain} == {
            t: better if t == land else hits for t in Terrain
        }


@pytest.mark.rule("WK-WIN-04", "AMB-18")
def test_maps_are_worth_10_gp_in_cities_of_1_to_3() -> None:
    assert len(maps()) == 4
    for sheet in maps().values():
        assert sheet.assumed
        assert sum(city.value for city in sheet.cities) == CITY_GP
        assert {city.value for city in sheet.cities} == {1, 2, 3}


@pytest.mark.rule("WK-SETUP-01", "WK-SETUP-02")
def test_maps_join_side_by_side_and_stacked() -> None:
    row, stack = build("westmarch+eastfen", (0, 1)), build("westmarch/eastfen", (0, 1))
    last = row.number(10, 1)
    assert row.neighbours[last][0] == row.number(11, 1)
    assert row.sides[last][0] == Side.LAND
    assert stack.neighbours[stack.number(1, 8)][5] == stack.number(2, 9)
    assert {stack.home[stack.number(5, 8)], stack.home[stack.number(5, 9)]} == {0, 1}
    assert [len(board.cities) for board in (row, stack)] == [12, 12]


@pytest.mark.rule("WK-TERRAIN-11", "WK-TERRAIN-09")
def test_a_city_by_coast_or_river_is_a_port() -> None:
    board = build("northspine+westmarch", (0, 1))
    ports = {city.name for city in board.cities if port(board, city.hex)}
    assert ports == {"Ruan", "Ostwick", "Eastport", "Fenwick"}


def test_land_beside_sea_of_another_map_becomes_coast() -> None:
    alone, joined = build("eastfen", (0,)), build("westmarch+eastfen", (0, 1))
    assert not alone.coastal[alone.number(1, 6)]
    assert joined.coastal[joined.number(11, 6)]
    assert joined.sides[joined.number(11, 6)][3] == Side.SEA


def test_every_fault_of_a_map_is_reported_at_once(tmp_path: Path) -> None:
    (tmp_path / "maps").mkdir()
    shipped = (DATA / "maps/westmarch.toml").read_text()
    bad = shipped.replace('"4.3-5.3", ', '"4.3-9.9", ').replace("value = 3", "value = 2")
    (tmp_path / "maps" / "bad.toml").write_text(bad)
    with pytest.raises(InputError) as error:
        maps(str(tmp_path))
    assert "hexes as column.row in mountains" in str(error.value)
    assert "cities worth 10 GP, got 9" in str(error.value)


def board_faults(text: str, players: int, **choices: str) -> list[str]:
    faults = Faults()
    check_board(text, players, choices, faults)
    return faults.sentences


@pytest.mark.rule("WK-SETUP-01")
@pytest.mark.parametrize(
    ("text", "players", "expected"),
    [
        ("westmarch+eastfn", 2, "did you mean eastfen?"),
        ("westmarch+westmarch", 2, "the map westmarch once"),
        ("westmarch+eastfen/northspine", 3, "maps that join"),
        ("westmarch+eastfen", 3, "one or two maps a player"),
    ],
)
def test_boards_that_cannot_be_are_reported(text: str, players: int, expected: str) -> None:
    assert any(expected in sentence for sentence in board_faults(text, players))


@pytest.mark.rule("WK-SETUP-01")
def test_owners_of_maps_can_be_named() -> None:
    assert board_faults("westmarch+eastfen+northspine", 2, owners="0,1,0") == []
    assert board_faults("westmarch+eastfen+northspine", 2, owners="0,0,0") != []
    assert board_faults("westmarch+eastfen", 2, owners="0,2") != []


@pytest.mark.rule("WK-SETUP-03", "WK-SETUP-06")
def test_every_fault_of_an_army_is_reported_at_once() -> None:
    faults = Faults()
    blocks = read_blocks(
        "ogre:3*3, troll:3*4, orc:4*5, elf:2", RULES.units_of(Army.JURAK), "a", faults
    )
    check_army(blocks, RULES, 14, "a", faults)
    assert len(faults.sentences) == 3
    assert "at most 100 GP, got 112" in faults.sentences[1]
    assert "a unit for each of 14 cities" in faults.sentences[2]


@pytest.mark.rule("WK-SETUP-08", "WK-SETUP-04")
def test_a_castle_is_bought_at_any_strength() -> None:
    faults = Faults()
    found = read_blocks("castle:4, castle:1", RULES.units_of(Army.JURAK), "a", faults)
    assert [strength for _, strength in found] == [4, 1]
    assert faults.sentences == []


def test_overrides_change_one_army_or_all_and_tell_every_fault() -> None:
    changed = with_overrides(RULES, {"pegasus.max": 4, "eldryn.pegasus.max": 2})
    assert [u.most for u in changed.units if u.unit == "pegasus"] == [2, 4]
    with pytest.raises(InputError) as error:
        with_overrides(RULES, {"pegasos.max": 2, "turns": 0, "orc.blocks": 4})
    assert "did you mean pegasus.max" in str(error.value)
    assert "turns from 1 to 40" in str(error.value)
    assert set(rule_numbers(RULES)["pegasus.max"].values) == {3}
    with pytest.raises(InputError, match="28 blocks of jurak"):
        with_overrides(RULES, {"orc.blocks": 4})


@pytest.mark.rule("WK-UNIT-01", "WK-WIZ-03")
@pytest.mark.parametrize("army", list(Army), ids=str)
def test_every_army_has_its_blocks_kinds_and_spells(army: Army) -> None:
    def told(units: Sequence[UnitType], spells: Sequence[Spell]) -> list[str]:
        faults = Faults()
        check_counts(tuple(units), tuple(spells), "data", faults)
        return faults.sentences

    units, spells = RULES.units, RULES.spells
    assert told(units, spells) == []
    few = [spell for spell in spells if spell != RULES.spells_of(army)[0]]
    assert told(units, few) == [f"data: expected 6 spells of {army.id}, got 5"]
    first = RULES.units_of(army)[0]
    more = [replace(unit, blocks=unit.blocks + (unit is first)) for unit in units]
    assert told(more, spells) == [f"data: expected 28 blocks of {army.id}, got 29"]
    without = told([unit for unit in units if unit is not first], spells)
    assert [f"of {army.id}, got" in sentence for sentence in without] == [True, True]


def test_options_are_checked_together() -> None:
    with pytest.raises(InputError) as error:
        read_options({"stalmate": "x", "dispel": "maybe"})
    assert "did you mean stalemate?" in str(error.value)
    assert "a value of dispel" in str(error.value)


def test_the_register_holds_all_of_the_rules() -> None:
    register = load_register()
    sizes = [len(x) for x in (register.clauses, register.examples, register.ambiguities)]
    assert sizes == [107, 22, 54]
    assert len(register.options) == 31
    assert find_map("eastfen", "test").title == "Eastfen"


def test_own_maps_stand_in_place_of_shipped_ones_and_beside_them(tmp_path: Path) -> None:
    folder = tmp_path / "maps"
    folder.mkdir()
    text = (DATA / "maps/westmarch.toml").read_text()
    (folder / "island.toml").write_text(text.replace("Arlen", "Harbour"))
    data = str(tmp_path)
    board = Setup("island+eastfen", SEATS, data=data)
    assert "Harbour" in {city.name for city in read_setup(board).board.cities}
    GAME.check(board)
    assert GAME.players_on("island+eastfen", data) == range(2, 3)
    assert "maps/island.toml: everything" in GAME.assumed(data)
    assert list(GAME.data_hashes(data)) == ["maps/island.toml"]
    with pytest.raises(InputError, match="a map, got 'island'"):
        GAME.check(Setup("island+eastfen", SEATS))
    (folder / "eastfen.toml").write_text(text.replace("value = 3", "value = 4"))
    (folder / "island.toml").write_text(text.replace("CCFF", "CXFF").replace('"5.3"', '"15.3"'))
    (tmp_path / "rules.toml").write_text("turns = 99")
    with pytest.raises(InputError) as found:
        GAME.check(board)
    for part in (
        "eastfen.toml",
        "value from 1 to 3",
        "letters CFSDW",
        "henges, got '15.3'",
        "turns",
    ):
        assert part in str(found.value)
