"""The notebooks are those of their pages, and run from their first cell to the last."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import nbformat
import pytest

from tests.docs.pages import ROOT
from tests.report.sketches import sketched


def maker() -> ModuleType:
    """The module that makes notebooks, apart from its package, which needs Sphinx."""
    spec = spec_from_file_location("notebooks", ROOT / "docs" / "building" / "notebooks.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MADE = maker()
PAGES, NOTEBOOKS = MADE.PAGES, MADE.NOTEBOOKS


@pytest.mark.parametrize("page", PAGES)
def test_a_notebook_is_made_from_its_page_and_runs(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it differs: `python docs/building/notebooks.py`."""
    path = NOTEBOOKS / f"{Path(page).stem}.ipynb"
    assert path.read_text(encoding="utf-8") == MADE.notebook(MADE.DOCS / page)
    monkeypatch.chdir(tmp_path)
    sketched(monkeypatch)
    cells = nbformat.read(path, as_version=4).cells
    code = [cell.source for cell in cells if cell.cell_type == "code"]
    assert code
    space: dict[str, object] = {"__name__": "__main__"}
    for source in code:
        exec(compile(source, path.name, "exec"), space)


def test_there_is_a_notebook_for_each_page_and_no_other() -> None:
    assert {path.stem for path in NOTEBOOKS.glob("*.ipynb")} == {Path(page).stem for page in PAGES}
