"""A report's folder and the results of a synthetic study; maps come without the game's engine.

Pictures are made, but not laid out and drawn, see `sketches`; `drawn` asks for all of it.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.report.study import findings
from tests.report.sketches import in_full, sketched
from tests.synthetic import write_results

REPORT = Path(__file__).parents[2] / "reports" / "bloodstones_faction_balance"


class MapsOnly:
    """The part of a game that a report asks for."""

    columns, measures = GAME.columns, GAME.measures

    def board_table(self, board, data=""):
        areas = load_map(board).areas
        return {
            "area": [area.id for area in areas],
            "terrain": [area.terrain.id for area in areas],
            "x": [area.x for area in areas],
            "y": [area.y for area in areas],
            "neighbours": [area.neighbours for area in areas],
        }


@pytest.fixture(scope="module", autouse=True)
def _sketched():
    """Make reports fast."""
    with pytest.MonkeyPatch.context() as patch:
        sketched(patch)
        yield


@pytest.fixture
def drawn(monkeypatch):
    """Draw every picture and fill the pages."""
    in_full(monkeypatch)


@pytest.fixture(scope="module")
def maps_without_engine():
    """Let reports read maps without loading the compiled engine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(findings, "load_game", lambda game_id, where: MapsOnly())
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
def few_results(tmp_path_factory):
    """Results of a synthetic study of 5 playthroughs a cell."""
    return write_results(tmp_path_factory.mktemp("few"), games=5)
