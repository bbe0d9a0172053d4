"""The registers of rules beside the digests of the rulebooks, where those are at hand."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import bloodstones

PACKAGE = Path(bloodstones.__file__).parent
DIGESTS = PACKAGE.parents[1] / "shared" / "rules"
FILES = {
    "battalia": "battalia.md",
    "battlelore": "battlelore.md",
    "bellum_magica": "bellum-magia.md",
    "bloodstones": "bloodstones.md",
    "wizard_kings": "wizard-kings.md",
}
ENTRY = re.compile(r"^(?:- |\| )\*\*((?:[A-Z]{2}-)?[A-Z]+-\d+)\*\*", re.MULTILINE)
POINT = re.compile(r"^\| \*\*(AMB-\d+)\*\* \|(.*)\|\s*$", re.MULTILINE)
ID = re.compile(r"(?:[A-Z]{2}-)?[A-Z]+-\d+")
EXAMPLE = re.compile(
    r"^(?:[A-Z]{2}-EX|DX)-"
)  # an example of the digest: numbered as in the register

needs_digests = pytest.mark.skipif(
    not DIGESTS.is_dir(), reason="the digests of the rulebooks are not beside the checkout"
)


def entries(game: str) -> dict[str, Any]:
    """Return all that the register of a game lists."""
    found: dict[str, Any] = {}
    for file in (PACKAGE / "games" / game / "data" / "register").glob("*.toml"):
        found |= tomllib.loads(file.read_text(encoding="utf-8"))
    return found


def digest(game: str) -> str:
    return (DIGESTS / FILES[game]).read_text(encoding="utf-8")


def example(name: str) -> str:
    return EXAMPLE.sub("EX-", name)


@needs_digests
@pytest.mark.parametrize("game", FILES)
def test_the_register_has_the_clauses_readings_and_examples_of_the_digest(game: str) -> None:
    written = {example(name) for name in ENTRY.findall(digest(game))}
    listed = {example(name) for name in entries(game) if ID.fullmatch(name)}
    assert len(written) > 100
    assert (written - listed, listed - written) == (set(), set())


@needs_digests
@pytest.mark.parametrize("game", FILES)
def test_the_readings_that_can_be_chosen_are_those_of_the_digest(game: str) -> None:
    register = entries(game)
    options: dict[str, set[str]] = {}
    for name, entry in register.items():
        if "values" in entry and "ambiguity" in entry:
            options.setdefault(entry["ambiguity"], set()).add(name)
    points = POINT.findall(digest(game))
    wrong = {}
    for name, row in points:
        cells = [cell.strip() for cell in row.split("|")]
        chosen = {word for word in re.findall(r"`([a-z_]+)`", row) if word in register}
        if chosen != options.get(name, set()) or ("fixed" in cells and chosen):
            wrong[name] = chosen, options.get(name, set())
    assert wrong == {}
    assert {name for name, _ in points} <= set(register)


def test_a_point_without_an_entry_would_be_found() -> None:
    text = (
        "- **BS-TURN-01** Text.\n| **AMB-99** | Which? | This | fixed | So |\n- **BM-EX-07** Two."
    )
    assert [example(name) for name in ENTRY.findall(text)] == ["BS-TURN-01", "AMB-99", "EX-07"]
    assert [name for name, _ in POINT.findall(text)] == ["AMB-99"]
