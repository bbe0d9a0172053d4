"""The hash of the sources that kernels are made of."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from bloodstones.core.sources import KERNEL_FOLDERS, PACKAGE, sources_digest


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    package = tmp_path / "bloodstones"
    for folder in KERNEL_FOLDERS:
        shutil.copytree(PACKAGE / folder, package / folder)
    return package


def add_a_line(path: Path) -> None:
    path.write_text(path.read_text() + "\n# another line\n")


def test_the_digest_depends_on_the_sources_alone_not_on_their_place(copy: Path) -> None:
    assert re.fullmatch("[0-9a-f]{16}", sources_digest())
    assert sources_digest(copy) == sources_digest()


@pytest.mark.parametrize(
    "module",
    [
        "core/streams.py",
        "games/bloodstones/engine/battle.py",
        "games/bloodstones/rules/battle.py",
        "games/bloodstones/rules/names.py",
        "games/bloodstones/strategies/campaign.py",
    ],
)
def test_a_change_of_a_kernel_or_of_what_it_imports_is_noticed(copy: Path, module: str) -> None:
    add_a_line(copy / module)
    assert sources_digest(copy) != sources_digest()


@pytest.mark.parametrize("module", ["games/bloodstones/record/verify.py", "games/registry.py"])
def test_a_change_elsewhere_keeps_the_compiled_kernels(copy: Path, module: str) -> None:
    add_a_line(copy / module)
    assert sources_digest(copy) == sources_digest()


def test_a_new_module_counts_once_a_kernel_imports_it(copy: Path) -> None:
    before = sources_digest(copy)
    (copy / "games" / "bloodstones" / "engine" / "weather.py").write_text("RAIN = 1\n")
    assert sources_digest(copy) == before
    routes = copy / "games" / "bloodstones" / "engine" / "routes.py"
    routes.write_text(
        routes.read_text()
        + "\nfrom bloodstones.games.bloodstones.engine import (\n    weather,\n)\n"
    )
    with_import = sources_digest(copy)
    add_a_line(copy / "games" / "bloodstones" / "engine" / "weather.py")
    assert sources_digest(copy) != with_import
