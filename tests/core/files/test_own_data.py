"""A user's own data files in place of shipped ones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from bloodstones.core.errors import InputError
from bloodstones.core.files.datafile import Faults, read_csv, read_toml
from bloodstones.core.files.own_data import MOST_ENTRIES, DataSource, assumed_in, own_folder


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    folder = tmp_path / "shipped"
    (folder / "maps").mkdir(parents=True)
    (folder / "cards.csv").write_text("card,cost\nimp,1\n")
    (folder / "rules.toml").write_text("hand = 3\n")
    (folder / "maps" / "island.toml").write_text("areas = 2\n")
    return folder


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "own"
    (folder / "maps").mkdir(parents=True)
    (folder / "cards.csv").write_text("card,cost\nimp,2\n")
    (folder / "maps" / "island.toml").write_text("areas = 3\n")
    (folder / "readme.md").write_text("mine")
    return folder


def test_own_files_are_read_and_missing_ones_are_the_shipped_ones(shipped: Path, own: Path) -> None:
    source = DataSource.of(shipped, str(own))
    assert source.file("cards.csv") == own / "cards.csv"
    assert source.file("maps/island.toml") == own / "maps" / "island.toml"
    assert source.file("rules.toml") == shipped / "rules.toml"
    assert list(source.hashes) == ["cards.csv", "maps/island.toml"]
    assert all(len(mark) == 64 for mark in source.hashes.values())


def test_without_a_folder_all_files_are_the_shipped_ones(shipped: Path) -> None:
    source = DataSource.of(shipped)
    assert source.file("cards.csv") == shipped / "cards.csv"
    assert source.hashes == {}


def test_each_content_is_read_once(shipped: Path, own: Path) -> None:
    read: list[str] = []

    @lru_cache
    def cards(source: DataSource) -> str:
        read.append(source.user_folder)
        return source.file("cards.csv").read_text()

    first = cards(DataSource.of(shipped, str(own)))
    assert cards(DataSource.of(shipped, str(own))) is first
    (own / "cards.csv").write_text("card,cost\nimp,5\n")
    assert cards(DataSource.of(shipped, str(own))) != first
    assert len(read) == 2


def test_files_of_unknown_names_are_reported_at_once(shipped: Path, own: Path) -> None:
    (own / "card.csv").write_text("")
    (own / "maps" / "isle.toml").write_text("")
    with pytest.raises(InputError, match="got 2:") as caught:
        DataSource.of(shipped, str(own))
    assert "did you mean cards.csv?" in str(caught.value)
    assert "maps/isle.toml" in str(caught.value)


def test_a_folder_without_data_files_is_refused(shipped: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="expected a folder with data files of the game"):
        DataSource.of(shipped, str(tmp_path / "empty"))
    with pytest.raises(InputError, match=r"expected a folder of data files, got .*\(--data\)"):
        own_folder(str(tmp_path / "gone"), "--data")


def test_a_folder_is_not_walked_to_its_end(
    shipped: Path, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = 0

    def endless(folder: Path, form: str) -> Iterator[Path]:
        nonlocal seen
        while True:
            seen += 1
            yield folder / f"{seen}.txt"

    monkeypatch.setattr(Path, "rglob", endless)
    with pytest.raises(InputError, match=r"expected a folder of at most 10,000 files, got one of"):
        DataSource.of(shipped, str(own), ("cards.csv",))
    assert seen == MOST_ENTRIES + 1


def test_files_that_may_not_be_replaced_are_refused(shipped: Path, own: Path) -> None:
    with pytest.raises(InputError, match=r"cards\.csv.*known: maps/island\.toml, rules\.toml"):
        DataSource.of(shipped, str(own), ["rules.toml", "maps/island.toml"])


def test_marks_of_assumed_values_are_found_in_the_files_that_are_read(
    shipped: Path, own: Path
) -> None:
    (shipped / "rules.toml").write_text(
        "[hand]\nsize = 3\nassumed = true\n[bag]\nsize = 9\nassumed = ['size']\n"
        "[[cards]]\nid = 'imp'\ncost = 1\nassumed = true\n"
    )
    (own / "cards.csv").write_text("card,cost,confidence\nimp,2,printed\nelf,3,assumed\n")
    names = ("cards.csv", "rules.toml")
    marked = ("rules.toml: hand", "rules.toml: bag.size", "rules.toml: cards.imp")
    assert assumed_in(DataSource.of(shipped), names) == marked
    assert assumed_in(DataSource.of(shipped, str(own)), names) == ("cards.csv: elf", *marked)


def test_marks_are_no_unknown_keys_and_are_checked(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text("a = 1\nassumed = ['a']\n[t]\nb = 2\nassumed = ['c']\n[u]\nassumed = 3\n")
    faults = Faults()
    top = read_toml(path, faults)
    assert top is not None
    top.integer("a", low=0, high=9)
    table, other = top.table("t"), top.table("u")
    table.integer("b", low=0, high=9)
    for entry in (top, table, other):
        entry.finish()
    assert len(faults.sentences) == 2
    assert "expected keys in assumed, got 'c' (known: b)" in faults.sentences[0]
    assert "expected assumed as true, false or a list of keys, got 3" in faults.sentences[1]


def test_columns_of_marks_may_stand_beside_those_of_a_table(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("card,cost,assumed\nimp,1,true\n")
    faults = Faults()
    lines = read_csv(path, ("card", "cost"), faults)
    for line in lines or ():
        line.text("card")
        line.integer("cost", low=0, high=9)
        line.finish()
    assert faults.sentences == []
