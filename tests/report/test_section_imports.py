"""The sections of reports: none imports another, and each has its own id and heading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache

import pytest

from bloodstones.report.contract.section import all_game_sections
from bloodstones.report.make import KINDS
from tests.house import imports_in, longest_known, modules, place_of, tree_of

ROOMS_OF_SECTIONS = ("sections", "ladder", "balance")
SHARED = {
    *("definition", "draft", "findings", "first_page", "gains", "gaps", "picture", "page"),
    *("rate_table", "sections", "target_figures", "wording"),
}


@cache
def graph() -> Mapping[str, frozenset[str]]:
    """Each module of reports -> those of reports that it imports."""
    names = {".".join(("bloodstones", *place_of(path))): path for path in modules()}
    found = {}
    for name, path in names.items():
        place = place_of(path)
        if place[:1] != ("report",):
            continue
        package = place if path.name == "__init__.py" else place[:-1]
        targets = (
            longest_known(("bloodstones", *target), names)
            for target in imports_in(tree_of(path), package)
        )
        own = {target for target in targets if target.startswith("bloodstones.report")}
        found[name] = frozenset(own - {name})
    return found


def test_no_section_imports_another() -> None:
    faults = []
    for name, targets in graph().items():
        _, _, room, module = (*name.split("."), "", "")[:4]
        if room not in ROOMS_OF_SECTIONS or not module or module in SHARED:
            continue
        same = {target.rpartition(".")[2] for target in targets if f".{room}." in target}
        faults += [f"{name} imports {other}" for other in same - SHARED]
    assert faults == []


@pytest.mark.parametrize("kind", KINDS)
def test_ids_and_headings_of_sections_are_distinguished(kind: str | None) -> None:
    sections = [*KINDS[kind].sections, *(all_game_sections() if kind is None else ())]
    headings = [section.heading for section in sections]
    assert len(set(headings)) == len(headings)
    shared = {name for name, n in Counter(each.id for each in sections).items() if n > 1}
    assert shared <= {"meta"}, "which stands for one of two"
