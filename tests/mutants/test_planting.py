"""A planted fault is seen by all who imported the function, and is gone afterwards."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house import PACKAGE
from tests.mutants.planting import Fault, faults_in, function_at
from tests.mutants.ties import Source, read_source

MADE = '''
from functools import cache


def size(n: int) -> int:
    """Return it (unchanged)."""
    return n + 1


@cache
def kept(n: int) -> bool:
    return n > 2


class Thing:
    @property
    def doubled(self) -> int:
        return size(1) * 2
'''


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Source]:
    path = tmp_path / "bloodstones_planted_made.py"
    path.write_text(MADE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    made = read_source(path)
    monkeypatch.setattr(Source, "name", property(lambda self: self.path.name))
    monkeypatch.setattr(Source, "module", property(lambda self: self.path.stem))
    yield made
    sys.modules.pop(path.stem, None)


def faults(source: Source, name: str) -> dict[str, Fault]:
    return {fault.after: fault for fault in faults_in(source, name)}


def test_who_imported_the_function_meets_the_fault_until_it_is_taken_back(source: Source) -> None:
    module = __import__(source.module)
    imported = module.size
    fault = faults(source, "size")["n - 1"]
    with fault.planted():
        assert imported(5) == 4
        assert module.Thing().doubled == 0
    assert imported(5) == 6
    assert module.Thing().doubled == 4


def test_functions_in_wrappers_and_classes_are_reached(source: Source) -> None:
    module = __import__(source.module)
    with faults(source, "kept")["n >= 2"].planted():
        assert module.kept(2)
    with faults(source, "Thing.doubled")["size(1) + 2"].planted():
        assert module.Thing().doubled == 4
    assert module.kept(0) is False


def test_what_is_no_function_of_the_module_has_no_faults(source: Source) -> None:
    assert function_at(source, "cache") is None
    assert list(faults_in(source, "unknown")) == []


def test_an_id_outlives_new_lines_and_words_but_not_a_change(source: Source) -> None:
    before = {fault.id for fault in faults_in(source, "size")}
    said = MADE.replace("(unchanged)", "in other words").replace(
        "\n\n\ndef size", "\n\n\n\n\ndef size"
    )
    source.path.write_text(said, encoding="utf-8")
    sys.modules.pop(source.module)
    assert {fault.id for fault in faults_in(read_source(source.path), "size")} == before
    source.path.write_text(said.replace("n + 1", "n + 2"), encoding="utf-8")
    sys.modules.pop(source.module)
    assert before.isdisjoint(fault.id for fault in faults_in(read_source(source.path), "size"))


def test_real_functions_are_found_by_their_names() -> None:
    paths = sorted((PACKAGE / "games").glob("*/engine/turn.py"))
    assert len(paths) > 2
    for path in paths:
        source = read_source(path)
        assert source.functions
        for name in source.functions:
            assert function_at(source, name) is not None, (path, name)


def test_ids_are_the_same_with_every_python(source: Source) -> None:
    found = {fault.after: fault.id for fault in faults_in(source, "size")}
    assert found["n - 1"] == "dcf38c4c36"
