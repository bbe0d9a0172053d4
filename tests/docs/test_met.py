"""What the rules pages say of random play."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from tests.met import Meeting

PATH = Path(__file__).parents[2] / "docs" / "building" / "met.py"


def test_the_page_lists_what_was_met_and_names_what_was_not() -> None:
    spec = spec_from_file_location("met", PATH)
    assert spec is not None
    assert spec.loader is not None
    met = module_from_spec(spec)
    spec.loader.exec_module(met)
    found = [
        Meeting("go", "tests/a.py::test_play", "raids", 3, 2),
        Meeting("go", "tests/a.py::test_play", "fights", 5, 0),
        Meeting("go", "tests/a.py::test_play", "raid_cost=free", 0, 0),
    ]
    lines = met.met_of_games(found, {"go": "A game"}).splitlines()
    assert "| A game | raids | 3 | 2 |" in lines
    assert "| A game | fights | 5 |  |" in lines
    assert "Counted by `test_play`." in lines
    assert lines[-1] == "- A game: `raid_cost=free`"
    assert "Not met" not in met.met_of_games(found[:2], {"go": "A game"})
