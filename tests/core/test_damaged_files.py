"""A missing file may be done without; a damaged one is reported, whoever would go on without it."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import bloodstones
import bloodstones as bs
from bloodstones.core.errors import DamagedFileError, InputError
from bloodstones.core.faults import parts, raise_together
from bloodstones.core.files.datafile import read_json
from bloodstones.core.files.writing import read_bytes
from bloodstones.kit.players.presets import find_preset
from bloodstones.kit.values import store
from bloodstones.report.summary import fixes
from bloodstones.report.summary.shelf import FILE, PROVENANCE
from bloodstones.web.studies.shelf import Shelf

PACKAGE = Path(bloodstones.__file__).parent
# Blocks that read no file: what they catch cannot be a damaged one.
NO_FILE = {
    "stats/ratings/ladder.py": "fits ratings",
    "stats/ratings/mixture.py": "solves a matrix game",
    "report/ladder/meta_game.py": "solves a matrix game",
    "report/topics/luck.py": "computes shares of a frame",
    "batch/balance/finished.py": "parses the study in a provenance that was read",
    "batch/result_files/provenance_file.py": "parses the position in a provenance that was read",
    "batch/study/size.py": "asks a checked study for a number of games",
    "report/document/files.py": "what no report wrote is refused right after",
    "web/setup_form.py": "counts the players of a shipped board",
    "web/studies/checked_text.py": "compares names, and reports the board",
    "web/studies/draft.py": "counts the players of a shipped board",
    "kit/game.py": "the fault is reported with the other faults",
    "kit/testing/conformance.py": "the decision is refused, as it must be",
}


def swallowed() -> Iterator[tuple[str, int]]:
    """Handlers of every InputError that neither raise nor keep it, with none for damage before."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Try):
                continue
            seen: set[str] = set()
            for handler in node.handlers:
                names = {
                    each.id for each in ast.walk(handler.type or node) if isinstance(each, ast.Name)
                }
                raises = any(isinstance(each, ast.Raise) for each in ast.walk(handler))
                goes_on = "InputError" in names and handler.name is None and not raises
                if goes_on and "DamagedFileError" not in seen:
                    yield path.relative_to(PACKAGE).as_posix(), handler.lineno
                seen |= names


def test_who_goes_on_without_a_file_never_goes_on_with_a_damaged_one() -> None:
    found = list(swallowed())
    assert [each for each in found if each[0] not in NO_FILE] == []
    assert {path for path, _ in found} == set(NO_FILE), "the list of exceptions only shrinks"


@pytest.fixture
def flipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """One byte of the learned values for two players is another."""

    def read(path: Path, what: str, most: int, tip: str | None = None) -> bytes:
        content = bytearray(read_bytes(path, what, most, tip))
        if path.name == "players_2.npy":
            content[len(content) // 2] ^= 1
        return bytes(content)

    monkeypatch.setattr(store, "read_bytes", read)


@pytest.mark.usefixtures("flipped")
def test_a_hint_reports_damaged_values_and_no_weaker_engine_stands_in() -> None:
    play = bs.load_game("bloodstones").playthrough("dragon_riders:human", "horse_lords", seed=3)
    with pytest.raises(DamagedFileError, match=r"expected values with the hash in .*players_2"):
        play.advise()


def test_without_learned_values_a_weaker_engine_advises(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(path: Path, what: str, most: int, tip: str | None = None) -> bytes:
        return read_bytes(path.with_name("none.npy"), what, most, tip)

    monkeypatch.setattr(store, "read_bytes", none)
    play = bs.load_game("bloodstones").playthrough("dragon_riders:human", "horse_lords", seed=3)
    assert play.advise(worlds=2).strategy == "monte_carlo_64"


def test_the_hash_of_values_is_none_only_where_there_are_none(tmp_path: Path) -> None:
    assert store.hash_of(str(tmp_path), 2) == ""
    store.path_of(tmp_path, 2).mkdir()
    with pytest.raises(DamagedFileError, match="something that is no file"):
        store.hash_of(str(tmp_path), 2)


def test_a_file_that_is_there_is_damaged_and_one_that_is_not_is_missing(tmp_path: Path) -> None:
    there = tmp_path / "a.json"
    for text in ("{", "[]", "\x00"):
        there.write_text(text)
        with pytest.raises(DamagedFileError, match="expected a file"):
            read_json(there, "a file")
    with pytest.raises(DamagedFileError, match="at most 0 bytes"):
        read_bytes(there, "a file", 0)
    for path in (tmp_path / "none.json", tmp_path / ("x" * 5000), Path("a\0b")):
        for read in (lambda at: read_json(at, "a file"), lambda at: read_bytes(at, "a file", 9)):
            with pytest.raises(InputError, match="expected a file, got") as raised:
                read(path)
            assert not isinstance(raised.value, DamagedFileError)


def test_damage_among_several_faults_stays_damage() -> None:
    errors = [
        InputError("expected a map, got 'x'"),
        DamagedFileError("expected values, got others"),
    ]
    with pytest.raises(DamagedFileError, match="got 2") as raised:
        raise_together(errors)
    with pytest.raises(DamagedFileError, match="got 3"):
        raise_together([raised.value, InputError("expected 1, got 2")])
    assert [part.message for part in parts(raised.value)] == [each.message for each in errors]


def test_a_preset_with_faults_is_a_damaged_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("of = 'builder'\nparameters = 3\n")
    with pytest.raises(DamagedFileError, match=r"mine\.toml"):
        find_preset(str(path), "seats")


def test_a_damaged_report_on_the_shelf_is_reported(tmp_path: Path) -> None:
    assert fixes.tested_changes(tmp_path, "bloodstones") == ()
    report = tmp_path / "bloodstones_x"
    report.mkdir()
    (report / FILE).write_text('title = "A report"\n')
    (report / PROVENANCE).write_text(json.dumps({"game": "bloodstones"})[:-3])
    with pytest.raises(DamagedFileError, match="a provenance"):
        fixes.tested_changes(tmp_path, "bloodstones")
    shelf = Shelf(tmp_path)
    assert shelf.reports() == ()
    assert "a provenance" in shelf.fault
