"""The sheets of glyphs: complete, and readable by every renderer."""

from __future__ import annotations

from importlib import import_module
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import pytest

import bloodstones.kit.pictures
from bloodstones.games.registry import all_entries, module_of
from bloodstones.kit.pictures.glyphs import SHEET, glyphs_for, read_glyphs

SVG = "{http://www.w3.org/2000/svg}"
SHARED = Path(bloodstones.kit.pictures.__file__).with_name(SHEET)
OWN = [
    path
    for game in all_entries()
    if (path := Path(str(files(game.home).joinpath(SHEET)))).is_file()
]
BOX = "-10 -10 20 20"
DRAWN = {"path", "circle", "ellipse"}
MOST_BYTES = 60_000  # of a sheet


@pytest.mark.parametrize("path", [SHARED, *OWN], ids=lambda path: path.parent.name)
def test_a_sheet_has_symbols_of_one_box_that_need_nothing_else(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    assert len(text) < MOST_BYTES
    assert {symbol.tag for symbol in root} == {f"{SVG}symbol"}
    ids = [symbol.attrib["id"] for symbol in root]
    assert len(set(ids)) == len(ids) == len(read_glyphs(path)) > 0
    for symbol in root:
        assert symbol.get("viewBox") == BOX, symbol.attrib
        parts = list(symbol)
        assert parts, symbol.attrib
        assert {part.tag.removeprefix(SVG) for part in parts} <= DRAWN
        assert not any(name.endswith("href") or "url(" in value
                       for part in parts for name, value in part.attrib.items())  # fmt: skip


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.parent.name)
def test_the_sheet_of_a_game_adds_to_the_shared_one(path: Path) -> None:
    own, shared = read_glyphs(path), read_glyphs(SHARED)
    assert not own.keys() & shared.keys()
    assert glyphs_for(str(path.with_name("board_looks.py"))) == {**shared, **own}


def test_an_outline_is_no_part_of_the_drawing(tmp_path: Path) -> None:
    sheet = tmp_path / SHEET
    sheet.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg">'
        f'<symbol id="hut" viewBox="{BOX}" data-lowered="2">'
        '<path class="outline" d="M0-9L9 9H-9Z"/><circle r="2" fill="#fff"/></symbol></svg>'
    )
    hut = glyphs_for(str(tmp_path / "board_looks.py"))["hut"]
    assert (hut.outline, hut.drawing, hut.lowered) == (
        "M0-9L9 9H-9Z", '<circle r="2" fill="#fff"/>', 0.2,
    )  # fmt: skip


def test_a_game_without_a_sheet_has_the_shared_glyphs(tmp_path: Path) -> None:
    assert glyphs_for(str(tmp_path / "board_looks.py")) == read_glyphs(SHARED)


def named_by(game_id: str, *tables: str) -> dict[str, str]:
    """What a game names, with its glyphs."""
    module = import_module(module_of(game_id, "board_looks"))
    return {
        getattr(name, "id", name): sign
        for table in tables
        for name, sign in getattr(module, table).items()
    }


def test_every_unit_building_and_card_of_the_games_has_a_glyph_of_its_own() -> None:
    from bloodstones.games.battalia.rules.names import Great
    from bloodstones.games.battalia.rules.names import Kind as Card
    from bloodstones.games.battlelore.rules.names import Lore
    from bloodstones.games.battlelore.rules.reading import load_ruleset as battlelore
    from bloodstones.games.bellum_magica.pictures import CREATURES, KEY
    from bloodstones.games.bellum_magica.rules.reading import load_ruleset as bellum_magica
    from bloodstones.games.bloodstones.rules.names import Unit
    from bloodstones.games.wizard_kings.rules.reading import load_ruleset as wizard_kings

    assert set(named_by("bloodstones", "SIGNS")) == set(Unit.ids())
    assert set(named_by("battalia", "CARD_SIGNS")) >= {*Card.ids(), *Great.ids()}
    rules = battlelore()
    units = named_by("battlelore", "UNITS")
    assert set(units) >= {unit.unit for unit in rules.units}
    assert set(named_by("battlelore", "COMMANDS")) == {card.card for card in rules.commands}
    assert set(named_by("battlelore", "LORE")) == set(Lore.ids())
    creatures = bellum_magica().creatures
    assert set(CREATURES) == {card.name for card in creatures}
    assert len(set(CREATURES.values())) == len(CREATURES)
    glyphs = glyphs_for(str(SHARED.parent / "cards.py")).keys()
    blocks = named_by("wizard_kings", "SIGNS")
    assert {blocks.get(unit.unit, unit.unit) for unit in wizard_kings().units} <= glyphs
    assert {*CREATURES.values(), *(sign for sign in KEY if sign != "glyph")} <= glyphs
    for game_id, tables in {"bloodstones": ("SIGNS",), "battlelore": ("UNITS",)}.items():
        signs = named_by(game_id, *tables)
        assert len(set(signs.values())) == len(signs), game_id
        board = import_module(module_of(game_id, "board_looks")).BOARD
        assert set(signs.values()) <= set(board.glyphs)


@pytest.mark.parametrize("game_id", ["battlelore", "bloodstones", "wizard_kings"])
def test_every_terrain_of_a_board_has_a_texture_of_its_own(game_id: str) -> None:
    module = import_module(module_of(game_id, "board_looks"))
    names = import_module(module_of(game_id, "rules.names"))
    looks = [module.LOOKS[terrain] for terrain in names.Terrain.ids()]
    textures = [look.strewn or look.tile for look in looks]
    assert "" not in textures
    assert len(set(textures)) == len(textures)
    assert set(textures) <= set(module.BOARD.glyphs)
