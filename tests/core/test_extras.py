"""The optional packages: the missing ones are named, and the lists are those of the package."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from bloodstones.core import extras
from bloodstones.core.errors import InputError

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


OF_STUDIES = [name for name, packages in sorted(extras.EXTRAS.items()) if "joblib" in packages]


@pytest.mark.parametrize("name", OF_STUDIES)
def test_missing_packages_are_named_with_the_remedy(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find(package: str) -> Any:
        return None if package in ("joblib", "pyarrow") else object()

    monkeypatch.setattr(extras, "find_spec", find)
    told = f"packages of the {name} extra, got none called joblib, pyarrow"
    with pytest.raises(InputError, match=told) as caught:
        extras.require_extra(name)
    assert caught.value.tip == f"pip install 'bloodstones[{name}]'"


@pytest.mark.parametrize("name", sorted(extras.EXTRAS))
def test_a_complete_environment_is_accepted(name: str) -> None:
    extras.require_extra(name)


def declared(name: str) -> set[str]:
    """The packages of an extra in pyproject.toml, those of its own extras included."""
    found: set[str] = set()
    for text in tomllib.loads(PROJECT.read_text())["project"]["optional-dependencies"][name]:
        inner = re.fullmatch(r"bloodstones\[(\w+)\]", text)
        package = re.match(r"[\w-]+", text)
        assert package
        found |= declared(inner[1]) if inner else {package[0]}
    return found


@pytest.mark.parametrize("name", sorted(extras.EXTRAS))
def test_the_packages_are_those_that_the_extra_installs(name: str) -> None:
    assert set(extras.EXTRAS[name]) == declared(name) - extras.USEFUL
