"""A report's folder and the results of a synthetic study; maps come without the game's engine."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.report import find
from bloodstones.report.make import make_report
from tests.synthetic import write_results

REPORT = Path(__file__).parents[2] / "reports" / "bloodstones_faction_balance"


class MapsOnly:
    """The part of a game that a report asks for."""

    def board_table(self, board, data=""):
        areas = load_map(board).areas
        return {
            "area": [area.id for area in areas],
            "terrain": [area.terrain.id for area in areas],
            "x": [area.x for area in areas],
            "y": [area.y for area in areas],
            "neighbours": [area.neighbours for area in areas],
        }


@pytest.fixture(scope="module")
def maps_without_engine():
    """Let reports read maps without loading the compiled engine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(find, "load_game", lambda game_id, where: MapsOnly())
        yield


def shipped_definition(place):
    """Return a new folder in a place, with the shipped definition and nothing else."""
    folder = place / "report"
    folder.mkdir()
    shutil.copy(REPORT / "report.toml", folder)
    shutil.copy(REPORT.parent / "strategies.toml", place)
    return folder


@pytest.fixture
def report_folder(tmp_path):
    """A folder with the shipped definition and nothing else."""
    return shipped_definition(tmp_path)


@pytest.fixture(scope="session")
def results_folder(tmp_path_factory):
    """Results of a synthetic study of 100 playthroughs a cell."""
    return write_results(tmp_path_factory.mktemp("results"), games=100)


@pytest.fixture(scope="session")
def built(results_folder, tmp_path_factory):
    """A folder with the whole shipped report."""
    folder = shipped_definition(tmp_path_factory.mktemp("built"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(find, "load_game", lambda game_id, where: MapsOnly())
        made = make_report(folder, results_folder)
    assert made == (folder / "report.pdf", folder / "report.html")
    return folder
