"""What goes beyond Numba's public interface is one module, and games are the same without it."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bloodstones.core.kernels import kernel
from bloodstones.core.kernels.kernel import JIT, PLAIN
from bloodstones.core.kernels.sources import PACKAGE
from tests.core.kernels import one_game

ROOT = PACKAGE.parent
MOST_LINES = 400
INTERNALS = "core/kernels/numba_internals.py"
# What Numba documents of its core, for extensions and for settings.
DOCUMENTED = {
    "core/kernels/numba_types.py": {"numba.core.cgutils", "numba.core.typing.templates"},
    "core/kernels/kernel.py": {"numba.core.config"},
    "core/kernels/plain_numba.py": {"numba.core.config", "numba.core.errors.NumbaWarning"},
    "cli/terminal/compiling.py": {"numba.core.event"},
}


def imports_of_core(path: Path) -> Iterator[str]:
    """Yield what a module imports of Numba's core, and of Numba's private names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("numba."):
            if node.module != "numba.extending":
                yield from (f"{node.module}.{each.name}" for each in node.names)
        elif isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name.startswith("numba."))


def test_one_module_uses_the_internals_of_numba() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix(): used
        for path in sorted(PACKAGE.rglob("*.py"))
        if "numba" in path.read_text(encoding="utf-8") and (used := set(imports_of_core(path)))
    }
    assert found == DOCUMENTED
    text = (PACKAGE / INTERNALS).read_text(encoding="utf-8")
    assert "numba.core" in text
    assert text.count("\n") <= MOST_LINES


def played(**settings: str) -> tuple[list[str], str]:
    """Return what a process prints that plays the toy game, and what it says."""
    ended = subprocess.run(
        [sys.executable, "-m", one_game.__name__],
        cwd=ROOT,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not ended.returncode, ended.stderr
    return ended.stdout.splitlines(), ended.stderr


@pytest.mark.skipif(not JIT, reason="about compiled functions")
def test_a_game_is_the_same_by_the_public_interface_of_numba_alone() -> None:
    (compiler, *results), said = played(**{PLAIN: "1"})
    assert compiler.endswith(".plain_numba")
    assert results == one_game.results()
    assert not said


@pytest.mark.skipif(not JIT, reason="about compiled functions")
@pytest.mark.parametrize("unknown", ["version", "names"])
def test_an_unknown_numba_is_used_by_its_public_interface(
    unknown: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(PLAIN, raising=False)
    if unknown == "version":
        monkeypatch.setattr(kernel.numba, "__version__", "0.70.1")
        reason = "this version of bloodstones supports Numba 0.68 to 0.69"
    else:

        def import_module(name: str) -> object:
            if name.endswith("numba_internals"):
                raise AttributeError(
                    "module 'numba.core.codegen' has no attribute 'JITCodeLibrary'"
                )
            return name

        monkeypatch.setattr(kernel, "import_module", import_module)
        reason = "module 'numba.core.codegen' has no attribute 'JITCodeLibrary'"
    chosen = kernel._compiler()
    assert str(getattr(chosen, "__name__", chosen)).endswith(".plain_numba")
    assert reason in capsys.readouterr().err
