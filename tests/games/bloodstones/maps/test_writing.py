"""A written map is readable and gives the same map back."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bloodstones.games.bloodstones.maps.reading import list_maps, load_map, path_of, read_map
from bloodstones.games.bloodstones.maps.writing import map_text
from tests.games.bloodstones.maps.test_faults import squares


@pytest.mark.parametrize("name", list_maps())
def test_a_shipped_map_comes_back_from_its_text(name: str, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(map_text(load_map(name)), encoding="utf-8")
    assert read_map(path) == load_map(name)


@pytest.mark.parametrize("name", sorted(set(list_maps()) - {"tyrants_lament"}))
def test_the_files_of_made_maps_are_written_by_the_writer(name: str) -> None:
    assert path_of(name).read_text(encoding="utf-8") == map_text(load_map(name))


def test_outlines_share_their_corners_and_rivers_come_back(tmp_path: Path) -> None:
    board = replace(squares(), rivers=((6, 7), (7, 12)))
    path = tmp_path / "x.toml"
    path.write_text(map_text(board), encoding="utf-8")
    assert read_map(path) == board
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    assert len(data["corners"]) == 36
    assert data["rivers"] == [[6, 7], [7, 12]]


@settings(deadline=None, max_examples=40)
@given(
    name=st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1),
    points=st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=25, max_size=25),
)
def test_any_name_and_points_come_back(
    tmp_path_factory: pytest.TempPathFactory, name: str, points: list[tuple[float, float]]
) -> None:
    areas = tuple(
        replace(area, x=x, y=y) for area, (x, y) in zip(squares().areas, points, strict=True)
    )
    board = replace(squares(), name=name, areas=areas)
    path = tmp_path_factory.getbasetemp() / "x.toml"
    path.write_text(map_text(board), encoding="utf-8")
    assert read_map(path) == board
