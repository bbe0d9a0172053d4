"""A user's own rules, tiles and maps in place of the shipped ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.maps.reading import load_map, path_of
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.rules.reading import DATA, load_ruleset

SEATS = (Seat("hill_folk", "random"), Seat("horse_lords", "random"))
SHIPPED = Setup("twin_meres", SEATS)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Tiles that differ in one cost, and a map with one area of another terrain."""
    lines = (DATA / "tiles.csv").read_text(encoding="utf-8")
    castle = load_ruleset().factions[Faction.HILL_FOLK].tiles[Unit.CASTLE]
    line = f"hill_folk,castle,{castle.count},{castle.cost},{castle.pips}"
    assert line in lines
    changed = f"hill_folk,castle,{castle.count},{castle.cost},{castle.pips - 1}"
    (tmp_path / "tiles.csv").write_text(lines.replace(line, changed), encoding="utf-8")
    (tmp_path / "maps").mkdir()
    board = path_of("twin_meres").read_text(encoding="utf-8").replace('"forest"', '"hills"', 1)
    (tmp_path / "maps" / "twin_meres.toml").write_text(board, encoding="utf-8")
    return tmp_path


def test_own_files_are_played_and_the_others_are_the_shipped_ones(own: Path) -> None:
    setup = replace(SHIPPED, data=str(own))
    mine, shipped = GAME.tables_of(setup), GAME.tables_of(SHIPPED)
    assert (mine.terrain != shipped.terrain).sum() == 1
    assert load_map("raven_coast", str(own)) == load_map("raven_coast")
    rules = load_ruleset(data=str(own))
    assert rules.factions[Faction.HILL_FOLK].tiles[Unit.CASTLE].pips == 3
    assert rules.units == load_ruleset().units
    assert sorted(GAME.data_hashes(str(own))) == ["maps/twin_meres.toml", "tiles.csv"]


def test_a_changed_own_file_is_read_anew(own: Path) -> None:
    setup = replace(SHIPPED, data=str(own))
    before = GAME.tables_of(setup).terrain.copy()
    (own / "maps" / "twin_meres.toml").write_bytes(path_of("twin_meres").read_bytes())
    assert (GAME.tables_of(setup).terrain != before).sum() == 1


def test_every_fault_of_own_data_is_reported_once(own: Path) -> None:
    (own / "tile.csv").write_text("")
    with pytest.raises(InputError, match=r"did you mean tiles\.csv") as caught:
        GAME.check(replace(SHIPPED, data=str(own)))
    assert str(caught.value).count("tile.csv") == 1
    (own / "tile.csv").unlink()
    text = (own / "tiles.csv").read_text(encoding="utf-8")
    (own / "tiles.csv").write_text(f"{text}elves,castle,1,1,9\n", encoding="utf-8")
    with pytest.raises(InputError, match="got 2:"):
        GAME.check(replace(SHIPPED, data=str(own)))


def test_shipped_data_has_nothing_assumed_and_own_marks_are_reported(own: Path) -> None:
    assert GAME.assumed("") == ()
    lines = (own / "tiles.csv").read_text(encoding="utf-8").splitlines()
    marked = [f"{lines[0]},assumed", f"{lines[1]},true", *(f"{line}," for line in lines[2:])]
    (own / "tiles.csv").write_text("\n".join(marked), encoding="utf-8")
    GAME.check(replace(SHIPPED, data=str(own)))
    assert GAME.assumed(str(own)) == (f"tiles.csv: {' '.join(lines[1].split(',')[:2])}",)
