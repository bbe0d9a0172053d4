"""Loading rulesets: the shipped one, what-ifs from other folders, and every fault at once."""

import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from bloodstones.games.bloodstones.rules.reading import DATA, RULES_FILE, TILES_FILE, load_ruleset

RULES_TEXT = (DATA / RULES_FILE).read_text(encoding="utf-8")
TILES_TEXT = (DATA / TILES_FILE).read_text(encoding="utf-8")
NO_TOML_VALUE_HERE = "1979-05-27"  # a date is valid TOML and never what a rule asks for


def write(folder: Path, rules: str | bytes = RULES_TEXT, tiles: str | bytes = TILES_TEXT) -> Path:
    for name, content in ((RULES_FILE, rules), (TILES_FILE, tiles)):
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def faults(folder: Path) -> list[str]:
    """The faults that loading the folder tells, without the folder's own path."""
    with pytest.raises(InputError, match=r"rules\.toml|tiles\.csv") as caught:
        load_ruleset(folder)
    text = caught.value.message.replace(f"{folder}/", "")
    lines = [line.strip() for line in text.splitlines()]
    return lines if len(lines) == 1 else lines[1:]


def replaced(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, f"{old!r} must be there once"
    return text.replace(old, new)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rules")


def test_the_shipped_rules_are_read_once() -> None:
    assert load_ruleset() is load_ruleset()


def test_a_copy_of_the_shipped_folder_gives_equal_rules(tmp_path: Path) -> None:
    copy = shutil.copytree(DATA, tmp_path / "copy")
    assert load_ruleset(copy) == load_ruleset()
    assert load_ruleset(copy) is not load_ruleset()


def test_the_order_of_lines_and_columns_of_tiles_does_not_matter(tmp_path: Path) -> None:
    header, *lines = [",".join(reversed(line.split(","))) for line in TILES_TEXT.splitlines()]
    shuffled = "\n".join([header, *reversed(lines)]) + "\n"
    assert load_ruleset(write(tmp_path, tiles=shuffled)) == load_ruleset()


def test_a_what_if_folder_changes_the_rules(tmp_path: Path) -> None:
    rules = replaced(RULES_TEXT, "modifier = 4", "modifier = 3")
    tiles = replaced(TILES_TEXT, "hill_folk,giant,2,2,5", "hill_folk,giant,2,3,4")
    ruleset = load_ruleset(write(tmp_path, rules, tiles))
    assert ruleset.units[Unit.DRAGON].modifier == 3
    assert ruleset.factions[Faction.HILL_FOLK].tiles[Unit.GIANT].cost == 3
    assert ruleset.factions[Faction.HILL_FOLK].tiles[Unit.GIANT].pips == 4


def test_the_mappings_cannot_be_changed() -> None:
    rules = load_ruleset()
    hill_folk = rules.factions[Faction.HILL_FOLK]
    mappings = [
        rules.units,
        rules.factions,
        rules.village_cost,
        rules.village_limit,
        rules.regroups,
        hill_folk.tiles,
        hill_folk.movement,
        rules.units[Unit.DRAGON].movement,
    ]
    for mapping in mappings:
        with pytest.raises(TypeError, match="support item deletion"):
            del mapping[next(iter(mapping))]


def test_pickled_rules_come_back_whole() -> None:
    rules = pickle.loads(pickle.dumps(load_ruleset()))
    assert rules == load_ruleset()
    with pytest.raises(TypeError, match="does not support item assignment"):
        rules.regroups[2] = 9


def test_every_unit_type_has_rules_and_a_blank_tile_has_none() -> None:
    assert set(load_ruleset().units) == set(Unit) - {Unit.BLANK}


def test_loading_imports_no_heavy_library() -> None:
    code = (
        "import sys; from bloodstones.games.bloodstones.maps.reading import load_map;"
        "from bloodstones.games.bloodstones.rules.reading import load_ruleset;"
        "load_ruleset(); load_map('tyrants_lament');"
        "print(sorted({'numpy', 'pandas', 'pydantic', 'numba', 'click'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            "hill_folk,giant,2,2,5",
            "hill_folk,giant,2,2,7",
            "tiles.csv line 31: expected pips from 1 to 5, got '7'",
        ),
        (
            "hill_folk,giant,2,2,5",
            "hill_folk,giant,2,2,",
            "tiles.csv line 31: expected pips as a whole number from 1 to 5, got ''",
        ),
        (
            "hill_folk,giant,2,2,5",
            "hill_folk,giant,2,6,5",
            "tiles.csv line 31: expected cost from 0 to 5, got '6'",
        ),
        (
            "hill_folk,giant,2,2,5",
            "hill_folk,giant,2,,5",
            "tiles.csv line 31: expected cost as a whole number from 0 to 5, got ''",
        ),
        (
            "hill_folk,giant,2,2,5",
            "hill_folk,giant,0,2,5",
            "tiles.csv line 31: expected count from 1 to 64, got '0'",
        ),
        (
            "hill_folk,giant,2,2,5",
            "hill_folk,giant,3,2,5",
            "tiles.csv: expected 36 tiles of hill_folk, got 37",
        ),
        (
            "hill_folk,giant,2,2,5",
            "hill_folk,gaint,2,2,5",
            "tiles.csv line 31: expected a known unit, got 'gaint' (did you mean giant?)",
        ),
        (
            "hill_folk,giant,2,2,5",
            "hil_folk,giant,2,2,5",
            "tiles.csv line 31: expected a known faction, got 'hil_folk' (did you mean hill_folk?)",
        ),
        (
            "hill_folk,giant,2,2,5",
            "hill_folk,ship,2,2,5",
            "tiles.csv line 31: expected one line for each unit of hill_folk, got 'ship'",
        ),
        (
            "hill_folk,giant,2,2,5",
            "hill_folk,giant,2,2",
            "tiles.csv line 31: expected 5 cells, got 4",
        ),
        (
            "hill_folk,blank,2,,5",
            "hill_folk,blank,2,1,5",
            "tiles.csv line 32: expected an empty cost of a tile without a unit type, got '1'",
        ),
        (
            "faction,unit,count,cost,pips",
            "faction,unit,count,cost,pipps",
            "tiles.csv line 1: expected the column pips, got none",
        ),
        (
            "faction,unit,count,cost,pips",
            "faction,unit,count,cost,pipps",
            "tiles.csv line 1: expected known columns, got 'pipps' (did you mean pips?)",
        ),
    ],
)
def test_a_fault_of_the_tiles_is_reported_with_its_line(
    tmp_path: Path, old: str, new: str, fault: str
) -> None:
    assert fault in faults(write(tmp_path, tiles=replaced(TILES_TEXT, old, new)))


@pytest.mark.parametrize("unit", ["citadel", "undead", "cutiecorn"])
def test_pieces_apart_are_no_faction_tiles(tmp_path: Path, unit: str) -> None:
    tiles = replaced(TILES_TEXT, "hill_folk,giant,", f"hill_folk,{unit},")
    (fault,) = faults(write(tmp_path, tiles=tiles))
    assert fault.startswith(f"tiles.csv line 31: expected a known unit, got '{unit}'")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            "hand_limit = 7",
            "hand_limit = 99",
            "rules.toml [factions.horse_lords]: expected hand_limit from 1 to 16, got 99",
        ),
        (
            "hand_limit = 7",
            "hand_limt = 7",
            "rules.toml [factions.horse_lords]: expected known keys, got 'hand_limt' "
            "(did you mean hand_limit?)",
        ),
        (
            "hand_limit = 7",
            "hand_limit = 7.5",
            "rules.toml [factions.horse_lords]: expected hand_limit as a whole number "
            "from 1 to 16, got 7.5",
        ),
        (
            "[factions.horse_lords]",
            "[factions.horselords]",
            "rules.toml [factions]: expected the key horse_lords, got none",
        ),
        (
            "[factions.horse_lords]",
            "[factions.horselords]",
            "rules.toml [factions]: expected known keys, got 'horselords' "
            "(did you mean horse_lords?)",
        ),
        (
            'name = "Horse Lords"',
            "",
            "rules.toml [factions.horse_lords]: expected the key name, got none",
        ),
        (
            "[units.dragon]",
            "[units.blank]",
            "rules.toml [units]: expected the key dragon, got none",
        ),
        (
            'when = "forest"',
            'when = "forrest"',
            "rules.toml [units.skirmisher]: expected a known when, got 'forrest' "
            "(did you mean forest?)",
        ),
        (
            "wins_ties = true",
            "wins_ties = 1",
            "rules.toml [units.shieldbearer]: expected wins_ties as true or false, got 1",
        ),
        (
            "modifier = 4",
            "modifier = 10",
            "rules.toml [units.dragon]: expected modifier from -9 to 9, got 10",
        ),
        (
            "movement = { sea = 1 }",
            "movement = { sea = 1, plains = 1 }",
            "rules.toml [units] ship: expected movement on sea alone, got another",
        ),
        (
            "movement = { hills = 2, mountains = 3 }",
            "movement = { hills = 2, mountain = 3 }",
            "rules.toml [factions.hill_folk.movement]: expected known keys, got 'mountain' "
            "(did you mean mountains?)",
        ),
        (
            "movement = { hills = 2, mountains = 3 }",
            "movement = 2",
            "rules.toml [factions.hill_folk]: expected movement as a table, got 2",
        ),
        (
            "tiles_fewer = 3",
            "tiles_fewer = 5",
            "rules.toml [combat]: expected tiles_fewer at most 4 (by tiles_more), got 5",
        ),
        (
            "tiles_counted = 3",
            "tiles_counted = 4",
            "rules.toml [combat]: expected tiles_counted at most 3 (by tiles_fewer), got 4",
        ),
        (
            "tiles_more = 4",
            "tiles_more = 9",
            "rules.toml [combat]: expected tiles_more at most 8 (by tiles), got 9",
        ),
        (
            "tiles = [2, 2, 3, 3, 4, 4, 5, 5]",
            "tiles = [2, 2, 3, 3, 4, 4, 5, 0]",
            "rules.toml [combat]: expected whole numbers from 1 to 9 in tiles, got 0",
        ),
        (
            'citadel_terrains = ["plains", "forest", "hills"]',
            'citadel_terrains = ["plains", "forest", "hill"]',
            "rules.toml [setup]: expected known names in citadel_terrains, got 'hill' "
            "(did you mean hills?)",
        ),
        (
            'citadel_terrains = ["plains", "forest", "hills"]',
            'citadel_terrains = ["sea"]',
            "rules.toml [setup]: expected land terrains in citadel_terrains, got ['sea']",
        ),
        (
            "cost = { plains = 1, forest = 1, hills = 2 }",
            "cost = { plains = 1, forest = 1 }",
            "rules.toml [villages]: expected hills in both of cost and limit, "
            "got it in one of them",
        ),
        (
            "limit = { plains = 2, forest = 1, hills = 1 }",
            "limit = { plains = 2, forest = 1, hills = 0 }",
            "rules.toml [villages.limit]: expected hills from 1 to 9, got 0",
        ),
        ("4 = 2\n", "", "rules.toml [regroups]: expected the key 4, got none"),
        ('version = "1"', "version = 1", "rules.toml: expected version as text, got 1"),
        ("[cutiecorn]", "[unicorn]", "rules.toml: expected the key cutiecorn, got none"),
    ],
)
def test_a_fault_of_the_rules_is_reported_with_its_key(
    tmp_path: Path, old: str, new: str, fault: str
) -> None:
    assert fault in faults(write(tmp_path, replaced(RULES_TEXT, old, new)))


def test_villages_at_sea_are_refused(tmp_path: Path) -> None:
    rules = replaced(RULES_TEXT, "cost = { plains = 1,", "cost = { sea = 1, plains = 1,")
    rules = replaced(rules, "limit = { plains = 2,", "limit = { sea = 1, plains = 2,")
    (fault,) = faults(write(tmp_path, rules))
    assert fault == "rules.toml [villages]: expected land terrains, got 'sea'"


def test_all_faults_of_both_files_are_reported_at_once(tmp_path: Path) -> None:
    rules = replaced(RULES_TEXT, "hand_limit = 7", "hand_limit = 0")
    rules = replaced(rules, "modifier = 4", 'modifier = "4"')
    rules = replaced(rules, "tiles_per_faction = 36", "tiles_per_faction = 0")
    tiles = replaced(TILES_TEXT, "hill_folk,giant,2,2,5", "hill_folk,giant,2,2,7")
    tiles = replaced(tiles, "corsairs,ship,8,1,4", "corsair,ship,8,one,4")
    assert sorted(faults(write(tmp_path, rules, tiles))) == [
        "rules.toml [factions.horse_lords]: expected hand_limit from 1 to 16, got 0",
        "rules.toml [setup]: expected tiles_per_faction from 1 to 64, got 0",
        "rules.toml [units.dragon]: expected modifier as a whole number from -9 to 9, got '4'",
        "tiles.csv line 31: expected pips from 1 to 5, got '7'",
        "tiles.csv line 53: expected a known faction, got 'corsair' (did you mean corsairs?)",
        "tiles.csv line 53: expected cost as a whole number from 0 to 5, got 'one'",
    ]


def test_a_fault_that_follows_from_another_is_not_reported_too(tmp_path: Path) -> None:
    """A line left out for another fault would upset the faction's sum as well."""
    tiles = replaced(TILES_TEXT, "hill_folk,giant,2,2,5", "hill_folk,giant,two,2,5")
    assert len(faults(write(tmp_path, tiles=tiles))) == 1


@pytest.mark.parametrize("name", ["missing", "file.txt"])
def test_a_path_that_is_no_folder_is_bad_input(tmp_path: Path, name: str) -> None:
    (tmp_path / "file.txt").write_text("x", encoding="utf-8")
    messages = faults(tmp_path / name)
    assert len(messages) == 2
    assert all("expected a readable file, got N" in fault for fault in messages)


def broken_rules() -> st.SearchStrategy[str]:
    """The shipped rules with one key's value or name, or a table's name, made wrong."""
    lines = RULES_TEXT.splitlines()
    spots = [n for n, line in enumerate(lines) if line and not line.startswith("#")]

    def break_line(spot: int, rename: bool) -> str:
        line = lines[spot]
        if line.startswith("["):
            bad = line.replace("]", "x]")
        elif rename:
            bad = f"x{line}"
        else:
            bad = f"{line.partition('=')[0]}= {NO_TOML_VALUE_HERE}"
        return "\n".join([*lines[:spot], bad, *lines[spot + 1 :]])

    return st.builds(break_line, st.sampled_from(spots), st.booleans())


def broken_tiles() -> st.SearchStrategy[str]:
    """The shipped tiles with a line gone or doubled, or one cell made wrong."""
    lines = TILES_TEXT.splitlines()

    def break_cell(spot: int, cell: int, junk: str) -> str:
        cells = lines[spot].split(",")
        cells[cell] = junk
        return "\n".join([*lines[:spot], ",".join(cells), *lines[spot + 1 :]])

    spots = st.integers(0, len(lines) - 1)
    junk = st.sampled_from(["~", "-1", "1e1", "99", '"', "é", "ship ", "1,1"])
    gone = spots.map(lambda spot: "\n".join(lines[:spot] + lines[spot + 1 :]))
    doubled = spots.map(lambda spot: "\n".join(lines[: spot + 1] + lines[spot:]))
    return gone | doubled | st.builds(break_cell, spots, st.integers(0, 4), junk)


@settings(deadline=None)
@given(rules=broken_rules())
def test_a_broken_key_is_always_bad_input_that_names_the_file(folder: Path, rules: str) -> None:
    with pytest.raises(InputError, match=r"rules\.toml"):
        load_ruleset(write(folder, rules))


@settings(deadline=None)
@given(tiles=broken_tiles())
def test_a_broken_line_is_always_bad_input_that_names_the_file(folder: Path, tiles: str) -> None:
    with pytest.raises(InputError, match=r"tiles\.csv"):
        load_ruleset(write(folder, tiles=tiles))


def refusal(folder: Path) -> str | None:
    try:
        load_ruleset(folder)
    except InputError as error:
        return error.message
    return None


def corrupted(text: str) -> st.SearchStrategy[bytes]:
    """The text's bytes with a stretch replaced by others."""
    content = text.encode()

    def corrupt(start: int, length: int, junk: bytes) -> bytes:
        return content[:start] + junk + content[start + length :]

    return st.builds(
        corrupt, st.integers(0, len(content)), st.integers(0, 40), st.binary(max_size=6)
    )


@pytest.mark.parametrize(("name", "text"), [(RULES_FILE, RULES_TEXT), (TILES_FILE, TILES_TEXT)])
def test_corrupted_bytes_load_or_are_bad_input_that_names_the_file(
    folder: Path, name: str, text: str
) -> None:
    refused: list[bool] = []

    @settings(deadline=None)
    @given(content=corrupted(text))
    def load(content: bytes) -> None:
        write(folder)
        (folder / name).write_bytes(content)
        message = refusal(folder)
        assert message is None or name in message
        refused.append(message is not None)

    load()
    assert any(refused)


@pytest.mark.rule("BS-MOVE-11", "BS-MOVE-13")
def test_a_terrain_left_out_is_closed() -> None:
    rules = load_ruleset()
    assert Terrain.MOUNTAINS not in rules.factions[Faction.CORSAIRS].movement
    assert rules.units[Unit.CASTLE].movement == rules.units[Unit.CITADEL].movement == {}
    assert not rules.units[Unit.CASTLE].walks
    assert not rules.units[Unit.CITADEL].walks
    assert rules.units[Unit.CAVALRY].walks
