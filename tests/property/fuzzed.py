"""Reads edited files in a process of its own, which may crash: `python -m tests.property.fuzzed`.

Arguments: a folder to work in, the numbers of the cases as JSON, and whether games are played with
what is accepted. It prints a JSON line as a case begins and one as it ends.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import sqlite3
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import closing, redirect_stderr, redirect_stdout
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from bloodstones.batch.result_files.store import StoredChunk
from bloodstones.batch.study.run import StudyRun
from bloodstones.cli import main
from bloodstones.games import registry
from bloodstones.kit.saving import HASH, content_hash
from bloodstones.kit.values.store import path_of
from tests.fuzzer import edited, flip, put, restore
from tests.property.test_command_line import DATA, READERS, WRITTEN
from tests.toy.game import GAME as DARE

STORE = "store/running.sqlite"
SECONDS = 120  # that a case may take
VALUES = "bellum_magica"
PLAYS = (("study", "run"), ("study", "balance"))  # too long for a case
STUDY = f"""
id = "dares"
question = "Who dares?"
game = "{DARE.id}"
map = "isle"
seed = 3
replicates = 4
strategies = [["bold", "random"]]
[lineups]
sets = [{{ players = 2 }}]
"""
SEATS = {
    "bloodstones": "dragon_riders:random,horse_lords:random",
    "wizard_kings": "eldryn:random,jurak:random",
    "bellum_magica": "c1:random,c2:random",
    "battlelore": "daqan:random,uthuk:random",
    "battalia": "orsari:random,lagorai:random",
}
READ_BY: dict[str, tuple[tuple[str, ...], ...]] = {
    "mine/players_2.npy": (
        ("play", "--game", VALUES, "--players", "c1:value_1@mine,c2:random", "--seed", "2"),
    ),
    "mine/players_2.json": (
        ("play", "--game", VALUES, "--players", "c1:value_1@mine,c2:random", "--seed", "2"),
    ),
    "kept.jsonl": (("play", "--resume", "kept.jsonl"),),
    "dare.jsonl": (
        ("verify", "dare.jsonl"),
        ("replay", "dare.jsonl", "--json"),
        ("explain", "dare.jsonl", "--playouts", "2", "--json"),
    ),
    STORE: (("study", "dares.toml", "--out", "store", "--resume", "--jobs", "1"),),
    "done/results.parquet": (("report", "summary", "done"), ("report", "init", "done", "--out=r")),
    "done/provenance.json": (
        ("rerun", "done", "--jobs", "1", "--no-code"),
        ("report", "init", "done", "--out=r"),
    ),
}


def everything() -> list[str]:
    """The names of all files that are edited, those of binary kinds more often."""
    text = [name for name in READERS if name not in (*DATA, "provenance.json")]
    binary = ["mine/players_2.npy"] * 6 + ["mine/players_2.json"] * 2
    saved = ["kept.jsonl"] * 3 + ["dare.jsonl"] * 2 + [STORE] * 2
    done = ["done/results.parquet"] * 2 + ["done/provenance.json"]
    return [*binary, *saved, *done, *text, *text, *sorted(DATA)]


def set_up(folder: Path) -> None:
    """Fill a folder with a sound file of each kind, and go there."""
    registry.GAMES[DARE.id] = "tests.toy.game"  # type: ignore[index]
    for game in registry.GAMES:
        (folder / game).mkdir()
    for name, content in WRITTEN.items():
        (folder / name).write_bytes(content)
    os.chdir(folder)
    finder: Any = registry.load_game(VALUES)
    shipped = Path(finder.finder_for().find("value", "fuzzed").values)
    Path("mine").mkdir()
    for ending in (".npy", ".json"):
        shutil.copy(path_of(shipped, 2).with_suffix(ending), "mine")
    Path("dares.toml").write_text(STUDY)
    Path("with_preset.toml").write_text(WRITTEN["study.toml"].decode().replace("random", "preset"))
    run(["study", "dares.toml", "--out", "done", "--jobs", "1"])
    keep, StudyRun.finish = StudyRun.finish, stop  # type: ignore[assignment, method-assign]
    run(["study", "dares.toml", "--out", "store", "--jobs", "1"])
    StudyRun.finish = keep  # type: ignore[method-assign]
    seats = ("--game", DARE.id, "--players")
    run(["play", *seats, "bold,random", "--record", "dare.jsonl"])
    run(["play", *seats, "human,bold", "--record", "kept.jsonl"], "1\n1\nquit\n")


def stop(*_: object) -> None:
    raise KeyboardInterrupt


class TooLongError(BaseException):
    """A case took too long; nothing that is tried catches this."""


def too_long(*_: object) -> None:
    raise TooLongError


def run(args: Sequence[str], typed: str = "") -> int:
    """Run a command line and return its exit code; what it raises is for who calls."""
    err = io.StringIO()
    sys.stdin = io.StringIO(typed)
    with redirect_stdout(io.StringIO()), redirect_stderr(err):
        code = main([*args])
    if "Traceback" in err.getvalue() or (code == 2 and not says(err.getvalue())):
        raise AssertionError(f"no sentence: {err.getvalue()!r}")
    return code


def says(told: str) -> bool:
    """Whether a fault was told in a sentence; `maps check` lists faults in one of its own."""
    return "expected" in told or "Usage" in told or told == "" or "fault" in told


def stored_anew(path: Path, others: list[bytes], luck: Random) -> str:
    """Edit the games in a store, with the hash that it keeps of them."""
    with closing(sqlite3.connect(path)) as connection, connection:
        (*parts, _) = connection.execute("SELECT * FROM chunks ORDER BY cell, first").fetchone()
        chunk = StoredChunk(*parts)
        if luck.random() < 0.8:
            way = luck.choice((edited, flip))  # flips alone leave most of the form as it is
            chunk = replace(chunk, rows=way(chunk.rows, others, luck))
        else:
            areas = edited(chunk.areas.encode(), others, luck).decode(errors="replace")
            chunk = replace(chunk, areas=areas)
        connection.execute(
            "UPDATE chunks SET rows = ?, areas = ?, digest = ? WHERE cell = ? AND first = ?",
            (chunk.rows, chunk.areas, chunk.digest, chunk.cell, chunk.first),
        )
    return "stored anew"


def signed(name: str, luck: Random) -> None:
    """Write the hash anew that a file ends with or another tells, as who edits it on purpose."""
    path = Path(name)
    if not path.is_file() or luck.random() < 0.3:
        return
    if name == "kept.jsonl":
        try:
            data = json.loads(path.read_bytes())
            data[HASH] = content_hash(data)
            path.write_text(json.dumps(data))
        except (ValueError, TypeError, RecursionError):
            return
    if name == "mine/players_2.npy":
        beside = path.with_suffix(".json")
        data = json.loads(beside.read_bytes())
        data["values_sha256"] = sha256(path.read_bytes()).hexdigest()
        beside.write_text(json.dumps(data))


def readers(name: str, plays: bool) -> list[tuple[str, ...]]:
    """The command lines that read a file; with `plays`, also those that play with it."""
    if name in READ_BY:
        return list(READ_BY[name])
    found = [each for each in READERS[name] if each[:2] not in PLAYS and each[0] != "tune"]
    if name in DATA:
        game = name.split("/")[0]
        own = ("play", "--game", game, "--data", game, "--players", SEATS[game])
        return [*found, own] if plays else found
    found = [(*each, "." if name == "report.toml" else name) for each in found]
    if name == "preset.toml":
        return [("strategies", "show", "preset.toml")]
    if name == "map.toml" and plays:
        seats = "hill_folk:random,horse_lords:random"
        found.append(("play", "--map", "./map.toml", "--players", seats))
    return [(*each, "--games-per-second", "9") if "plan" in each else each for each in found]


def case(number: int, sound: dict[str, bytes], plays: bool) -> dict[str, Any]:
    """Edit a file and let every reader of it read it; return how that went."""
    luck = Random(number)
    names = everything()
    name = names[number % len(names)]
    beside = {each: Path(each).read_bytes() for each in ("mine/players_2.json",)}
    if name == STORE and luck.random() < 0.5:
        what = stored_anew(Path(name), list(sound.values()), luck)
    else:
        what = put(Path(name), sound[name], list(sound.values()), luck)
    if what == "edited":
        signed(name, luck)
    codes, bad = [], ""
    for reader in readers(name, plays):
        signal.alarm(SECONDS)
        try:
            codes.append(run(reader))
        except BaseException:
            bad = f"{reader}: {traceback.format_exc()[-1500:]}"
        finally:
            signal.alarm(0)
    restore(Path(name), sound[name])
    for each, content in beside.items():
        if each != name:
            Path(each).write_bytes(content)
    return {"case": number, "name": name, "what": what, "codes": codes, "bad": bad}


def main_loop(folder: str, numbers: Sequence[int], plays: bool) -> None:
    """Go through cases, telling of each."""
    tell: Callable[[object], None] = lambda line: print(json.dumps(line), flush=True)  # noqa: E731
    signal.signal(signal.SIGALRM, too_long)
    set_up(Path(folder))
    for game in SEATS if plays else ():  # what is compiled first would take a case too long
        run(["play", "--game", game, "--players", SEATS[game]])
    sound = {name: Path(name).read_bytes() for name in set(everything())}
    store = {path: path.read_bytes() for path in Path("store").iterdir()}
    for number in numbers:
        names = everything()
        tell({"begun": number, "name": names[number % len(names)]})
        tell(case(number, sound, plays))
        shutil.rmtree("r", ignore_errors=True)
        shutil.rmtree("store")
        Path("store").mkdir()
        for path, content in store.items():
            path.write_bytes(content)


if __name__ == "__main__":
    main_loop(sys.argv[1], json.loads(sys.argv[2]), json.loads(sys.argv[3]))
