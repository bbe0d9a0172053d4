"""The data: what the rules count, what is assumed, and every fault of own files at once."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from bloodstones.core.errors import InputError
from bloodstones.games.bellum_magica.game import GAME
from bloodstones.games.bellum_magica.rules.names import Chest, Deck, Icon, Place, Token
from bloodstones.games.bellum_magica.rules.reading import DATA, Ruleset, load_ruleset
from bloodstones.games.bellum_magica.rules.register import load_register, read_options

RULES = load_ruleset()


@pytest.mark.rule("BM-COMP-01", "BM-COMP-02", "BM-COMP-03", "BM-COMP-04")
def test_boards_cards_and_chests_are_as_many_as_the_rules_say() -> None:
    assert len(RULES.castles) == 5
    kinds = Counter(location.kind for location in RULES.locations)
    assert kinds == {Place.TAVERN: 1, Place.FARM: 7, Place.VILLAGE: 7, Place.TOWN: 10}
    decks = Counter(creature.deck for creature in RULES.creatures)
    assert decks == {Deck.GOBLIN: 10, Deck.EVIL: 46, Deck.MOST_EVIL: 20}
    counts = {kind: sum(values.values()) for kind, values in RULES.chests.items()}
    assert counts == {Chest.WOOD: 20, Chest.METAL: 20, Chest.GOLD: 10}


@pytest.mark.rule("BM-COMP-05", "BM-COMP-06", "BM-RECRUIT-02", "BM-RECRUIT-03", "BM-SETUP-04")
def test_numbers_of_the_rules() -> None:
    numbers = RULES.numbers
    assert [numbers[f"supply.{token.id}"] for token in Token] == [20, 8, 17]
    assert [numbers[f"supply.{name}"] for name in ("food", "glyph", "barrel")] == [30, 20, 10]
    assert [numbers[f"price.{name}"] for name in ("evil_food", "most_evil_glyph")] == [2, 1]
    assert numbers["price.most_evil_food"] == 4
    assert numbers["price.most_evil_glyphs_alone"] == 3
    assert RULES.in_play == {2: (3, 3, 10), 3: (4, 4, 10), 4: (6, 6, 10), 5: (7, 7, 10)}


@pytest.mark.rule("BM-COMP-07", "BM-COMP-08", "BM-COMP-09", "BM-COMP-10", "AMB-03")
def test_cards_have_six_rows_and_say_that_they_are_assumed() -> None:
    for card in (*RULES.castles, *RULES.creatures):
        assert len(card.rows) == 6
    assert RULES.assumed == 5 + 76 + 25
    assert not any(row[Icon.MAGIC_SWORD] for castle in RULES.castles for row in castle.rows)
    assert any(creature.bonus for creature in RULES.creatures)
    assert RULES.creatures[-1].rows[0] == (0, 0, 1, 1, 1, 0)


def test_every_entry_of_the_register_has_its_place() -> None:
    register = load_register()
    assert len(register.clauses) == 65
    assert len(register.examples) == 21
    assert len(register.ambiguities) == 30


def own(folder: Path, **changes: tuple[str, str]) -> Path:
    """A copy of the data with one text of each named file replaced."""
    for path in DATA.iterdir():
        if path.is_file():
            shutil.copy(path, folder)
    for name, (old, new) in changes.items():
        path = next(folder.glob(f"{name}.*"))
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))
    return folder


def test_own_files_of_the_same_form_are_read(tmp_path: Path) -> None:
    rules = load_ruleset(str(own(tmp_path, castles=("Bone Keep,2", "Bone Keep,7"))))
    assert rules.castles[0].shields == 7


@pytest.mark.rule("BM-COMP-10")
def test_every_fault_of_own_files_is_reported_at_once(tmp_path: Path) -> None:
    folder = own(
        tmp_path,
        castles=("F,S,.,S,S,S,S", "F,M,.,S,S,S,S"),
        creatures=("goblin,G01,Goblin,F", "goblin,G02,Goblin,Z"),
        locations=("farm,F01,2,0", "farm,F01,-1,0"),
        chests=("wood,1,6", "wool,1,6"),
        rules=("end_chests = 10", 'end_chests = "ten"'),
    )
    with pytest.raises(InputError) as caught:
        load_ruleset(str(folder))
    told = str(caught.value)
    for words in (
        "magic swords on creatures only",
        "L1 as up to 4 letters of F, G, T",
        "ids without repeats",
        "shields from 0 to 20",
        "a known kind, got 'wool'",
        "end_chests as a whole number",
    ):
        assert words in told


@pytest.mark.rule("BM-COMP-01", "BM-COMP-02", "BM-COMP-03", "BM-COMP-04")
def test_too_few_cards_are_a_fault(tmp_path: Path) -> None:
    assert len(load_ruleset(str(own(tmp_path))).castles) == 5
    folder = own(tmp_path, chests=("gold,6,3", "gold,6,2"), rules=("5 = [7,", "5 = [8,"))
    with pytest.raises(InputError, match=re.escape("expected 10 of gold, got 9")) as caught:
        load_ruleset(str(folder))
    assert "at most 7 of farm in play" in str(caught.value)


def test_a_folder_may_replace_some_files_and_has_no_others(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a folder with data files of the game"):
        load_ruleset(str(tmp_path))
    own(tmp_path, castles=("Bone Keep,2", "Bone Keep,7"))
    for path in tmp_path.iterdir():
        if path.name != "castles.csv":
            path.unlink()
    assert load_ruleset(str(tmp_path)).castles[0].shields == 7
    assert list(GAME.data_hashes(str(tmp_path))) == ["castles.csv"]
    (tmp_path / "cards.csv").write_text("")
    with pytest.raises(InputError, match="files with the names that the game uses"):
        load_ruleset(str(tmp_path))


def test_assumed_lines_are_shown() -> None:
    assumed = GAME.assumed("")
    assert len(assumed) == 5 + 76 + 25 + 9
    assert "locations.csv: town W05" in assumed


def test_overrides_obey_the_limits_of_the_files() -> None:
    changed = load_ruleset(
        overrides={"E07.R1": "SSS", "wood.1": 5, "wood.2": 9, "play.end_chests": 8}
    )
    assert changed.numbers["play.end_chests"] == 8
    assert changed.chests[Chest.WOOD] == {1: 5, 2: 9, 3: 6}
    with pytest.raises(InputError) as caught:
        load_ruleset(
            overrides={"E07.R1": "SSZ", "play.end_chests": 0, "E77.R1": "S"}, where="--set"
        )
    told = str(caught.value)
    assert "R1 as up to 4 letters" in told
    assert "end_chests from 1 to 50" in told
    assert "names of rule numbers or cells, got 'E77.R1' (did you mean" in told


def test_unknown_options_and_values_are_reported_together() -> None:
    with pytest.raises(InputError) as caught:
        read_options({"day_limit": "77", "stolen_pik": "victim"})
    assert "a value of day_limit" in str(caught.value)
    assert "did you mean stolen_pick?" in str(caught.value)


def icons(rules: Ruleset, icon: Icon) -> int:
    return sum(row[icon] for card in rules.creatures for row in card.rows)


@pytest.mark.rule("AMB-03")
@pytest.mark.parametrize(("name", "icon"), [("swords", Icon.SWORD), ("treasure", Icon.TREASURE)])
@pytest.mark.parametrize("percent", [-50, -7, 0, 13, 50])
def test_a_shift_of_icons_changes_so_many_and_no_other(name: str, icon: Icon, percent: int) -> None:
    changed = load_ruleset(overrides={f"shift.{name}": percent})
    wanted = icons(RULES, icon) + round(percent * icons(RULES, icon) / 100)
    assert icons(changed, icon) == wanted
    for other in Icon:
        if other is not icon:
            assert icons(changed, other) == icons(RULES, other)


@pytest.mark.rule("AMB-03")
def test_a_shift_of_numbers_changes_every_line_of_its_kind() -> None:
    changed = load_ruleset(overrides={"shift.town_shields": 1, "shift.gold_value": -2})
    for before, after in zip(RULES.locations, changed.locations, strict=True):
        assert after.shields - before.shields == (before.kind is Place.TOWN)
    assert dict(changed.chests[Chest.GOLD]) == {4: 3, 5: 4, 6: 3}
    assert changed.chests[Chest.WOOD] == RULES.chests[Chest.WOOD]
    castles = load_ruleset(overrides={"shift.castle_shields": 1})
    assert castles.locations == RULES.locations, "they have shields in another file"


def test_faulty_shifts_are_reported_together() -> None:
    with pytest.raises(InputError) as caught:
        load_ruleset(overrides={"shift.swords": 80, "shift.gold_value": "x", "shift.sword": 1})
    told = str(caught.value)
    assert "shift.swords from -50 to 50, got 80" in told
    assert "shift.gold_value as a whole number, got 'x'" in told
    assert "did you mean shift.swords" in told
