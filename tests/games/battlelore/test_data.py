"""The files: what they hold, what is marked as assumed, and every fault of a user's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from bloodstones.core.errors import InputError
from bloodstones.games.battlelore.cli.game_commands import GAME_COMMANDS
from bloodstones.games.battlelore.game import GAME
from bloodstones.games.battlelore.rules.names import Faction
from bloodstones.games.battlelore.rules.reading import DATA, load_ruleset
from bloodstones.games.battlelore.rules.register import load_register
from bloodstones.games.registry import game_entry


@pytest.mark.rule("BL-BOARD-04", "BL-CARD-10", "BL-MUSTER-01")
def test_the_shipped_files_are_whole() -> None:
    rules = load_ruleset()
    assert sum(card.copies for card in rules.commands) == 40
    for faction in Faction:
        assert sum(card.copies for card in rules.lore_of(faction)) == 20
        assert sum(unit.units for unit in rules.units_of(faction)) == 17
        assert [each.indicator.id for each in rules.scenarios_of(faction)] == [
            *("a1", "b1", "b2", "c1", "c2", "d1", "d2")
        ]
    register = load_register()
    assert (len(register.clauses), len(register.options)) == (135, 40)


def test_assumed_values_are_marked() -> None:
    told = GAME.assumed("")
    assert "units.csv: uthuk obscenes elite melee" in told
    assert any(line.startswith("scenarios.csv: daqan a1") for line in told)


def own_file(folder: Path, name: str, *changes: tuple[str, str]) -> str:
    text = (DATA / name).read_text(encoding="utf-8")
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder)


def test_own_files_take_the_place_of_shipped_ones(tmp_path: Path) -> None:
    data = own_file(tmp_path, "lore.csv", ("daqan,battle_cry,2,3", "daqan,battle_cry,3,1"))
    assert load_ruleset(data).lore_of(Faction.DAQAN)[0].cost == 1
    assert set(GAME.data_hashes(data)) == {"lore.csv"}
    assert load_ruleset().lore_of(Faction.DAQAN)[0].cost == 3


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("units.csv", ("citadel_guard,infantry", "citadel_guard,infantri"), "infantry"),
        ("units.csv", ("pursue:1,true", "pursue:9,true"), "abilities"),
        ("units.csv", ("daqan,rune_golem,elite", "uthuk,rune_golem,elite"), "5 kinds of units"),
        ("units.csv", ("immovable:1 stun", "stun poison"), "one ability for heroic"),
        ("commands.csv", ("wedge,2", "wedge,12"), "copies from 0 to 9"),
        ("lore.csv", ("daqan,rally", "daqan,rallye"), "rally"),
        ("scenarios.csv", ("2.4:hill 2.8:hill", "2.14:hill 6.8:hill"), "hexes of the"),
        ("scenarios.csv", ("3.6:1 5.4:2", "3.6:0 5.4:2"), "1 to 9 points"),
        ("rules.toml", ("budget = 50", "budget = 500"), "budget from 10 to 120"),
    ],
)
def test_faults_of_own_files_are_reported(
    tmp_path: Path, name: str, change: tuple[str, str], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        load_ruleset(own_file(tmp_path, name, change))


def test_faults_of_several_files_are_reported_together(tmp_path: Path) -> None:
    own_file(tmp_path, "rules.toml", ("win_vp = 16", "win_vp = 0"))
    data = own_file(tmp_path, "lore.csv", ("daqan,rally", "daqan,rallye"))
    with pytest.raises(InputError) as found:
        load_ruleset(data, {"wedge.copies": 99, "wegde.copies": 1})
    for part in ("win_vp from 1 to 99", "rally", "copies from 0 to 9", "did you mean wedge.copies"):
        assert part in str(found.value)


def test_the_desk_tells_numbers_events_and_setups() -> None:
    game_commands = GAME_COMMANDS(game_entry("battlelore"))
    assert {"win_vp", "rally.cost"} <= {each.name for each in game_commands.numbers()}
    assert {"attack", "roll", "end"} <= {each.name for each in game_commands.events()}
    assert set(game_commands.bench_setups(None)) == {"random", "scripted"}
    assert game_commands.bench_setups(3) == {}
    assert game_commands.boards()[:2] == ("drawn", "campaign")
