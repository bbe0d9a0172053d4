"""The topics of reports: none imports another's parts, and each has its own id and heading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

import pytest

from bloodstones.report.contract.section import all_game_sections
from bloodstones.report.make import KINDS
from tests.house import imports_in, longest_known, modules, place_of, tree_of

TOPICS = "bloodstones.report.topics."
# What a topic may take from another: each line is one figure or table that both speak of.
SHARED = {
    ("boards", "maps"),  # pictures side by side
    ("leads", "maps"),  # how the lead passes, on each map
    ("places", "on_maps"),  # what the first place wins on each map
    ("roles", "opponents"),  # rates at single line-ups
    ("arms", "what_ifs"),  # the tables of changed rules
    ("arms", "style_changes"),
    ("arms", "from_here"),  # the rows of games without roles, by seat
}


@cache
def graph() -> Mapping[str, frozenset[str]]:
    """Each topic -> the topics that it imports."""
    names = {".".join(("bloodstones", *place_of(path))): path for path in modules()}
    found = {}
    for name, path in names.items():
        if not name.startswith(TOPICS):
            continue
        targets = (
            longest_known(("bloodstones", *target), names)
            for target in imports_in(tree_of(path), place_of(path)[:-1])
        )
        own = {each.removeprefix(TOPICS) for each in targets if each.startswith(TOPICS)}
        found[name.removeprefix(TOPICS)] = frozenset(own)
    return found


def unshared(imports: Mapping[str, Iterable[str]]) -> list[str]:
    """The topics that import another of which no line of `SHARED` says so."""
    return [
        f"{name} imports {other}"
        for name, others in imports.items()
        for other in sorted(others)
        if (other, name) not in SHARED
    ]


def test_topics_share_no_more_than_is_listed() -> None:
    imports = graph()
    assert len(imports) > 20, "the topics are where this test looks for them"
    assert unshared(imports) == []
    used = {(other, name) for name, others in imports.items() for other in others}
    assert used >= SHARED, "a line that no topic needs goes"
    assert unshared({"places": {"luck"}}) == ["places imports luck"]


@pytest.mark.parametrize("kind", KINDS)
def test_ids_and_headings_of_sections_are_distinguished(kind: str | None) -> None:
    sections = [*KINDS[kind].sections, *(all_game_sections() if kind is None else ())]
    headings = [section.heading for section in sections]
    assert len(set(headings)) == len(headings)
    shared = {name for name, n in Counter(each.id for each in sections).items() if n > 1}
    assert shared <= {"meta"}, "which stands for one of two"
