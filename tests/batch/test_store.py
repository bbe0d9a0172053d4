import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bloodstones.batch.store import Store, StoredChunk, remove_store
from bloodstones.core.errors import InputError, RunError

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
    with pytest.raises(InputError, match="the unfinished run of this very study, got one with"):
        Store(tmp_path / "s.sqlite", "other")


def test_store_in_use_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path, "mark"):
        code = (
            "import sys; from pathlib import Path; from bloodstones.batch.store import Store\n"
            "try: Store(Path(sys.argv[1]), 'mark')\n"
            "except Exception as error: print(type(error).__name__, error)"
        )
        done = subprocess.run(
            [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
        )
    assert "InputError expected a store that no other run uses" in done.stdout


@pytest.mark.parametrize("content", [b"not a database" * 99, b"SQLite format 3\0" + b"x" * 4096])
def test_damaged_store_is_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "s.sqlite"
    path.write_bytes(content)
    with pytest.raises(InputError, match="expected the store of a study, got a damaged file"):
        Store(path, "mark")


def test_database_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(InputError, match="got another database"):
        Store(path, "mark")
    with closing(sqlite3.connect(path)) as other:
        assert list(other.execute("SELECT name FROM sqlite_master")) == [("recipes",)]


def test_full_disk_keeps_what_was_stored(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path, "mark") as store:
        store.add([CHUNK], 1)
        store._connection.execute("PRAGMA max_page_count = 8")
        with pytest.raises(RunError, match=r"database or disk is full(.|\n)*go on with --resume"):
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
