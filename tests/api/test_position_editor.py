"""What an editor of positions shows of every game."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.api.position_editor import PositionEditor
from bloodstones.core.errors import InputError
from bloodstones.games.registry import GAMES
from tests.conformance.test_positions import lines

POSITION = (
    "tyrants_lament hill_folk,horse_lords turn=9 first=0 active=0 point=main"
    " | 0: citadel=1 units=1:giant;2:swordsman*2 hand=skirmisher*2 villages=2 regroups=1"
    " | 1: citadel=30 units=30:swordsman;2:cavalry hand=leader villages=31 regroups=1"
)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_position_of_every_game_is_shown_whole_and_can_be_changed(game_id: str) -> None:
    editor = PositionEditor.of(game_id)
    game: Any = editor.commands.game
    for text in lines(game_id)[::4]:
        line = editor.read(text)
        data = editor.data(line)
        json.dumps(data)
        assert data["faults"] == []
        assert data["options"]
        keys = {(field["key"], field["seat"]) for field in data["fields"]}
        rows = getattr(game.notation, "rows", ())
        derived = {row.name for row in rows if row.derived}
        said = {(key, None) for key in line.head}
        said |= {(key, seat) for seat, words in enumerate(line.seats) for key in words}
        assert {each for each in said if each[0] not in derived} <= keys
        again = editor.data(editor.with_values(line, data["values"]))
        assert again["text"] == data["text"]
        for piece in data["pieces"].values():
            field = data["fields"][piece["field"]]
            names = (*data["lists"][field["names"]], *data["lists"][field["inner"]], "")
            assert piece["name"] in names
        keys_of = [field["key"] for field in data["fields"]]
        assert all(field["key"] in keys_of for field in data["fields"])
        for key in (*editor.editor.main, *editor.editor.marks):
            assert key in keys_of


@pytest.mark.parametrize("game_id", GAMES)
def test_a_new_game_is_edited_from_its_set_up(game_id: str) -> None:
    editor = PositionEditor.of(game_id)
    setup = game_commands_of(game_id).bench_setups(None)["random"]
    assert editor.data(editor.set_up(setup, 3))["mover"] is not None


def test_faults_name_their_areas_and_fields_and_the_board_is_still_drawn() -> None:
    editor = PositionEditor.of("bloodstones")
    broken = POSITION.replace("1:giant", "0:giant").replace("hand=leader", "hand=?99")
    data = editor.data(editor.read(broken))
    assert data["drawn"]
    assert data["mover"] is None
    faults = {each["text"]: each for each in data["faults"]}
    (sea,) = (each for each in data["faults"] if each["area"] == 0)
    assert "giant" in sea["text"]
    hand = next(each for text, each in faults.items() if text.startswith("Horse Lords, hand"))
    assert data["fields"][hand["field"]]["key"] == "hand"
    assert data["fields"][hand["field"]]["seat"] == 1


@pytest.mark.parametrize(
    ("game_id", "found", "broken", "wanted"),
    [
        ("wizard_kings", r"hex=(?P<unit>\w+):(?P<area>[\d.]+)", r"\b{unit}\*\d", "{unit}*9"),
        ("battalia", r"build=(?P<area>[\d.]+):city_cross", r"{area}:city_cross", "{area}:road_tee"),
    ],
)
def test_faults_of_other_games_name_areas_as_positions_do(
    game_id: str, found: str, broken: str, wanted: str
) -> None:
    editor = PositionEditor.of(game_id)
    text = next(each for each in lines(game_id) if re.search(found, each))
    match = re.search(found, text)
    assert match is not None
    names = match.groupdict()
    changed = re.sub(broken.format(**names), wanted.format(**names), text, count=1)
    assert changed != text
    data = editor.data(editor.read(changed))
    assert names["area"] in [data["areas"].get(each["area"]) for each in data["faults"]]


@pytest.mark.parametrize(
    ("values", "said"), [([1], "values, got 1"), (["x"] * 500, "values, got 500")]
)
def test_values_that_are_not_of_the_editor_are_refused(values: list[object], said: str) -> None:
    editor = PositionEditor.of("bloodstones")
    with pytest.raises(InputError, match=said):
        editor.with_values(editor.read(POSITION), values)


def test_a_position_of_another_game_and_one_without_seats_are_refused() -> None:
    editor = PositionEditor.of("bloodstones")
    with pytest.raises(InputError, match="a position of bloodstones, got 'one of battalia'"):
        editor.read("battalia - -,- turn=1 | 0: | 1:")
    data = editor.data(editor.read(POSITION.partition(" | 1:")[0]))
    assert not data["drawn"]
    assert "seat 1" in data["faults"][0]["text"]
