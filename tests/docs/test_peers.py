"""The lines that other libraries take are run, as far as these are installed."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from tests.docs.pages import ROOT

LINES = ROOT / "docs" / "examples" / "peers"
NEEDS = {
    "icepool_lines": "icepool",
    "catanatron_lines": "catanatron",
    "open_spiel_lines": "pyspiel",
}
RESULTS = {
    "bloodstones_lines": ("odds", "change", "spread", "one", "rates", "rows", "differences"),
    "icepool_lines": ("odds", "change", "spread"),
    "catanatron_lines": ("rate",),
    "open_spiel_lines": ("rate",),
}


@pytest.mark.parametrize("name", RESULTS)
def test_the_lines_of_a_library_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name in NEEDS:
        pytest.importorskip(NEEDS[name], reason="the library is not installed")
    monkeypatch.chdir(tmp_path)
    space = runpy.run_path(str(LINES / f"{name}.py"))
    assert all(space[each] is not None for each in RESULTS[name])


def test_every_file_of_lines_is_run() -> None:
    assert {path.stem for path in LINES.glob("*.py")} == set(RESULTS)
