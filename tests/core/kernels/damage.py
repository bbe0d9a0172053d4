"""`python -m tests.core.kernels.damage` plays the toy game with a cache that it damages.

Each game is played in a process of its own with the cache of `BLOODSTONES_CACHE`: first with what
is there, then after each kind of damage. A line of JSON reports each.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from resource import RLIM_INFINITY, RLIMIT_FSIZE, setrlimit
from signal import SIG_IGN, SIGXFSZ, signal
from typing import Any

from bloodstones.core.kernels.kernel_cache import cache_root
from bloodstones.kit import warm_up
from tests.toy.game import GAME

DAMAGED = 2  # files at once
GARBAGE = 1000  # bytes

Damage = Callable[[random.Random, list[Path]], object]


def cut(luck: random.Random, files: list[Path]) -> None:
    """Leave the first half of each file."""
    for file in files:
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def empty(luck: random.Random, files: list[Path]) -> None:
    """Leave nothing of each file."""
    for file in files:
        file.write_bytes(b"")


def flip(luck: random.Random, files: list[Path]) -> None:
    """Turn one bit of each file."""
    for file in files:
        content = bytearray(file.read_bytes())
        content[luck.randrange(len(content))] ^= 1 << luck.randrange(8)
        file.write_bytes(content)


def scrawl(luck: random.Random, files: list[Path]) -> None:
    """Write something else into each file."""
    for file in files:
        file.write_bytes(luck.randbytes(GARBAGE))


def swap(luck: random.Random, files: list[Path]) -> None:
    """Put each file in the place of another one."""
    contents = [file.read_bytes() for file in files]
    for file, content in zip(files, (*contents[1:], contents[0]), strict=True):
        file.write_bytes(content)


def delete(luck: random.Random, files: list[Path]) -> None:
    """Remove the files."""
    for file in files:
        file.unlink()


def block(luck: random.Random, files: list[Path]) -> None:
    """Put a folder in the place of each file: it can neither be read nor replaced."""
    for file in files:
        file.unlink()
        file.mkdir()


DAMAGES: Mapping[str, Damage] = {
    each.__name__: each for each in (cut, empty, flip, scrawl, swap, delete, block)
}


def play() -> int:
    """Play the toy game in this process; return what its results come to."""
    GAME.warm_up()
    return hash(repr(GAME.simulate(warm_up.first_setup(GAME), 7, "damage", range(20))))


def start(*, full: bool = False) -> tuple[int, int]:
    """Play in a process of its own; return its number, and where its answer can be read.

    `full`: nothing that it writes to a file has room.
    """
    answer, told = os.pipe()
    child = os.fork()
    if child:
        os.close(told)
        return child, answer
    os.dup2(told, sys.stdout.fileno())
    os.dup2(told, sys.stderr.fileno())
    if full:
        signal(SIGXFSZ, SIG_IGN)
        setrlimit(RLIMIT_FSIZE, (0, RLIM_INFINITY))
    print(play(), flush=True)
    os._exit(0)


def end(child: int, answer: int) -> dict[str, Any]:
    """Return the answer of a process, and how it ended."""
    with os.fdopen(answer, encoding="utf-8") as pipe:
        said = pipe.read().splitlines()
    _, status = os.waitpid(child, 0)
    return {"said": said, "status": status}


def kept() -> dict[str, tuple[int, int]]:
    """Return the files of the cache, each with what changes when it is written anew."""
    files = (each for each in cache_root().rglob("*") if each.is_file())
    return {str(each): (each.stat().st_ino, each.stat().st_mtime_ns) for each in files}


def report(kind: str, damaged: list[Path], *, full: bool = False, processes: int = 1) -> None:
    """Play, and print what came of it.

    `processes`: so many at once.
    """
    before = kept()
    ended = [end(*each) for each in [start(full=full) for _ in range(processes)]]
    now = kept()
    changed = sorted(name for name in {*before, *now} if before.get(name) != now.get(name))
    told = {"kind": kind, "damaged": sorted(map(str, damaged)), "changed": changed}
    print(json.dumps({**told, "ended": ended}), flush=True)


def main() -> None:
    """Play with a cache that is new, damaged, full, used by two at once, and whole again."""
    warm_up.cores = lambda: 1  # nobody compiles beside
    luck = random.Random(1)
    report("new", [])
    files = sorted(each for each in cache_root().rglob("*") if each.is_file())
    for kind, damage in DAMAGES.items():
        damaged = luck.sample(files, DAMAGED)
        damage(luck, damaged)
        report(kind, damaged)
        if damage is block:
            for file in damaged:
                file.rmdir()
    report("full", damaged, full=True)
    report("two at once", damaged, processes=2)
    report("whole", [])


if __name__ == "__main__":
    main()
