"""`make bench`: this version beside that of the last shipped table, batches beside kernels.

The other version is taken from git to a folder of its own, where its kernels are compiled once.
Both tell their figures by their own `bloodstones bench`, in processes of their own, in turn. Where
this one is more than 3 % slower, the status is 1 and no table is written.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from bloodstones.games.registry import GAMES
from tests.benchmarks.paired import LEAST, Measure, Rates, in_turn, ratios
from tests.benchmarks.speed_table import (
    CHANGED,
    ROOT,
    Line,
    commit_of,
    git,
    refused,
    ship,
    shipped_commit,
    text_of,
)

VERSIONS = ROOT / ".ci" / "cache" / "versions"
TABLE = ROOT / "results" / "speed.md"
A_SECOND = "_per_s"
PAIRS = 8
SECONDS = 1.0
LOOP = "kernel loop"


def checked_out(commit: str, folder: Path = VERSIONS, root: Path = ROOT) -> Path:
    """Return the folder with the files of a commit, made if it is not there."""
    place = folder / commit
    if not place.is_dir():
        with tarfile.open(fileobj=io.BytesIO(git("archive", commit, root=root))) as files:
            files.extractall(place, filter="data")
    return place


def speed_of(tree: Path, game: str, seconds: float) -> Measure:
    """Return what measures a game by the `bloodstones bench` of a version."""
    arguments = ("bench", "--game", game, "--seconds", str(seconds), "--json")

    def measure() -> Rates:
        told = printed(tree, "-m", "bloodstones", *arguments)
        return {
            name.removesuffix(A_SECOND).replace("_", " "): rate
            for name, rate in json.loads(told).items()
            if name.endswith(A_SECOND)
        }

    return measure


def printed(tree: Path, *arguments: str) -> str:
    """Return what Python prints that has the modules of a version."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout


def lines_of(game: str, commit: str, pairs: int, seconds: float) -> Iterator[Line]:
    """Yield the lines of a game: beside another version, and batches beside the kernel loop."""
    before, now = (speed_of(tree, game, seconds) for tree in (checked_out(commit), ROOT))
    for measured in ratios(list(in_turn(before, now, pairs))):
        yield Line(game, measured, commit)
    arguments = ("-m", "tests.benchmarks.batches", game, str(pairs), str(seconds))
    batches = json.loads(printed(ROOT, *arguments))
    for measured in ratios([(one, other) for one, other in batches]):
        yield Line(game, measured, LOOP)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, write; return 1 for a version that is slower."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    parser.add_argument("--to", default=shipped_commit() or "HEAD", help="commit of the other one")
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each figure of a side")
    parser.add_argument("--ship", action="store_true", help="put the table into the documentation")
    chosen = parser.parse_args(arguments)
    if chosen.pairs < LEAST:
        parser.error(f"expected at least {LEAST}, got {chosen.pairs} (--pairs)")
    try:
        commit, here = commit_of(chosen.to).rstrip(CHANGED), commit_of("HEAD")
    except subprocess.CalledProcessError:
        parser.error(f"expected a commit that git has, got {chosen.to} (--to)")
    if chosen.ship and here.endswith(CHANGED):
        parser.error(f"expected files as committed, got {here} (--ship)")
    lines = [
        line
        for game in chosen.games or GAMES
        for line in lines_of(game, commit, chosen.pairs, chosen.seconds)
    ]
    text = text_of(lines, here, chosen.pairs)
    print(text)
    slower = refused(lines, commit)
    for line in slower:
        print(f"slower than {commit}: {line.game}, {line.measured.figure}", file=sys.stderr)
    if slower:
        return 1
    TABLE.parent.mkdir(exist_ok=True)
    TABLE.write_text(text, encoding="utf-8")
    if chosen.ship:
        ship(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
