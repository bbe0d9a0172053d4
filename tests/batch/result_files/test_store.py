import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bloodstones.batch.result_files.store import Store, StoredChunk, remove_store
from bloodstones.core.errors import InputError, WriteError

CHUNK = StoredChunk(0, 2, 4, b"rows", "{}")


def test_store_keeps_chunks_in_order(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path, "mark") as store:
        store.add([CHUNK], 1.5)
        store.add([StoredChunk(0, 0, 2, b"first", "{}")], 2.5)
    with Store(path, "mark") as store:
        assert [chunk.rows for chunk in store.chunks(0)] == [b"first", b"rows"]
        assert store.done() == {0: [range(0, 4)]}
        assert store.seconds == 2.5


def test_chunk_is_stored_once(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite", "mark") as store:
        store.add([CHUNK], 1)
        store.add([StoredChunk(0, 2, 4, b"again", "{}")], 1)
        assert [chunk.rows for chunk in store.chunks(0)] == [b"rows"]


def test_store_of_another_study_is_refused(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite", "mark"):
        pass
    with pytest.raises(InputError, match="the unfinished run of this plan, got one with"):
        Store(tmp_path / "s.sqlite", "other")


def test_store_in_use_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path, "mark"):
        code = (
            "import sys; from pathlib import Path; "
            "from bloodstones.batch.result_files.store import Store\n"
            "try: Store(Path(sys.argv[1]), 'mark')\n"
            "except Exception as error: print(type(error).__name__, error)"
        )
        done = subprocess.run(
            [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
        )
    assert "InputError expected a store that no other run uses" in done.stdout


@pytest.mark.parametrize("content", [b"not a database" * 99, b"SQLite format 3\0" + b"x" * 4096])
def test_damaged_store_is_reported(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "s.sqlite"
    path.write_bytes(content)
    with pytest.raises(InputError, match="expected the store of a run, got a damaged file"):
        Store(path, "mark")


def test_database_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(InputError, match="got another database"):
        Store(path, "mark")
    with closing(sqlite3.connect(path)) as other:
        assert list(other.execute("SELECT name FROM sqlite_master")) == [("recipes",)]


@pytest.mark.parametrize("form", ["database", "text"])
def test_a_file_of_something_else_is_never_removed(tmp_path: Path, form: str) -> None:
    path = tmp_path / "s.sqlite"
    if form == "text":
        path.write_text("my notes")
    else:
        with closing(sqlite3.connect(path)) as other:
            other.execute("CREATE TABLE meta (name TEXT)")
    content = path.read_bytes()
    with pytest.raises(InputError, match="expected the store of a run, got another file") as error:
        remove_store(path)
    assert path.read_bytes() == content
    assert error.value.tip is not None
    assert "--replace" not in error.value.tip


def test_full_disk_keeps_what_was_stored(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path, "mark") as store:
        store.add([CHUNK], 1)
        store._connection.execute("PRAGMA max_page_count = 8")
        with pytest.raises(
            WriteError, match=r"database or disk is full(.|\n)*continue with --resume"
        ):
            store.add([StoredChunk(1, 0, 2, b"x" * 100_000, "{}")], 2)
    with Store(path, "mark") as store:
        assert store.done() == {0: [range(2, 4)]}
        assert store.seconds == 1


def test_store_is_removed_with_its_side_files(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    store = Store(path, "mark")
    store.add([CHUNK], 1)
    assert len(list(tmp_path.iterdir())) > 1
    store.close()
    remove_store(path)
    assert list(tmp_path.iterdir()) == []


def fill(path: Path, chunks: int = 40) -> list[StoredChunk]:
    """Make a store with some chunks, closed."""
    luck = random.Random(1)
    stored = [
        StoredChunk(number % 4, 3 * (number // 4), 3 * (number // 4) + 3, luck.randbytes(400), "{}")
        for number in range(chunks)
    ]
    with Store(path, "mark") as store:
        store.add(stored, 1)
    return stored


def read_all(path: Path) -> list[StoredChunk]:
    with Store(path, "mark") as store:
        store.check()
        return [chunk for cell in store.done() for chunk in store.chunks(cell)]


@pytest.mark.parametrize("number", range(3))
def test_flipped_bits_and_cut_files_are_never_read_silently(tmp_path: Path, number: int) -> None:
    spoil_many(tmp_path, random.Random(number), 20)


@pytest.mark.soak
def test_a_thousand_damaged_stores_are_never_read_silently(tmp_path: Path) -> None:
    print(spoil_many(tmp_path, random.Random(99), 1000), "of 1000 damages told")


def spoil_many(folder: Path, luck: random.Random, times: int) -> int:
    """Damage a store in many ways: it is reported, or what is read is what was stored."""
    path = folder / "s.sqlite"
    stored = {(chunk.cell, chunk.first): chunk for chunk in fill(path)}
    sound = path.read_bytes()
    assert len(read_all(path)) == len(stored)
    told = 0
    for _ in range(times):
        for file in folder.glob("s.sqlite*"):
            file.unlink()
        path.write_bytes(spoiled(sound, luck))
        try:
            found = read_all(path)
        except InputError:
            told += 1
        else:
            assert all(stored[chunk.cell, chunk.first] == chunk for chunk in found)
    return told


def spoiled(sound: bytes, luck: random.Random) -> bytes:
    """Cut a file short, flip some of its bits or blank a page."""
    way = luck.choice(("cut", "flip", "blank"))
    if way == "cut":
        return sound[: luck.randrange(len(sound))]
    changed = bytearray(sound)
    if way == "blank":
        page = luck.randrange(len(sound) // 4096) * 4096
        changed[page : page + 4096] = bytes(4096)
        return bytes(changed)
    for _ in range(luck.randint(1, 8)):
        changed[luck.randrange(len(changed))] ^= 1 << luck.randrange(8)
    return bytes(changed)


def test_store_of_an_older_format_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    fill(path)
    with closing(sqlite3.connect(path)) as store:
        store.execute("UPDATE meta SET value = 'bloodstones-store 1' WHERE key = 'format'")
        store.commit()
    with pytest.raises(
        InputError, match=r"format 'bloodstones-store 2', got 'bloodstones-store 1'"
    ):
        Store(path, "mark")


def test_store_in_use_is_not_removed(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path, "mark") as store:
        store.add([CHUNK], 1)
        with pytest.raises(InputError, match="expected a store that no other run uses"):
            remove_store(path)
        assert store.done() == {0: [range(2, 4)]}


def test_task_is_stored_wholly_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path, "mark") as store:
        store.add([CHUNK], 1)
        store._connection.execute("PRAGMA max_page_count = 10")
        with pytest.raises(WriteError, match="full"):
            store.add(
                [StoredChunk(1, 0, 2, b"a", "{}"), StoredChunk(2, 0, 2, b"x" * 99_999, "{}")], 2
            )
    with Store(path, "mark") as store:
        assert store.done() == {0: [range(2, 4)]}


def test_only_new_chunks_are_returned(tmp_path: Path) -> None:
    other = StoredChunk(0, 4, 5, b"more", "{}")
    with Store(tmp_path / "s.sqlite", "mark") as store:
        assert store.add([CHUNK], 1) == [CHUNK]
        assert store.add([CHUNK, other], 1) == [other]
