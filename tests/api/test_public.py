"""The names of `bloodstones`: what there is, what it takes, what importing it costs."""

from __future__ import annotations

import subprocess
import sys

import pytest

import bloodstones as bs
from tests.api import public

HEAVY = ("numpy", "numba", "pandas", "matplotlib", "scipy", "rich", "click", "gymnasium")
IMPORTED = f"""
import sys
import bloodstones
names = dir(bloodstones)
print([name for name in {HEAVY} if name in sys.modules], len(sys.modules))
"""
MOST_MODULES = 120  # of Python and of the package, after `import bloodstones`


def test_the_public_surface_is_the_one_that_is_written_down() -> None:
    """If this is meant, run `python -m tests.api.public` and say it in the CHANGELOG."""
    assert public.surface() == public.FILE.read_text(encoding="utf-8")


def test_all_names_are_there_and_no_others_are_shown() -> None:
    assert set(dir(bs)) == set(bs.__all__) == {*bs.PUBLIC, *bs.MODULES, "__version__"}
    assert all(getattr(bs, name) is not None for name in bs.__all__)
    with pytest.raises(AttributeError, match="no attribute 'load_gmae'"):
        bs.load_gmae  # noqa: B018


def test_importing_it_imports_nothing_heavy() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IMPORTED], capture_output=True, text=True, check=True
    )
    heavy, _, count = done.stdout.rpartition(" ")
    assert heavy == "[]"
    assert int(count) < MOST_MODULES


def test_errors_are_those_of_python_too() -> None:
    with pytest.raises(ValueError, match=r"expected a game, got 'blodstones' \(game=\)") as error:
        bs.load_game("blodstones")
    assert isinstance(error.value, bs.InputError)
    assert isinstance(error.value, bs.BloodstonesError)
    assert "did you mean bloodstones?" in str(error.value)
    assert not issubclass(bs.RunError, ValueError)


def test_help_is_a_tour_of_one_screen() -> None:
    lines = (bs.__doc__ or "").splitlines()
    assert len(lines) <= 45
    assert sum(line.startswith(">>> ") for line in lines) >= 6
