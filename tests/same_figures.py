"""Compare what two versions print, with the words masked: `python -m tests.same_figures COMMIT`.

A change of wording must not change figures, keys, options or exit codes. This program runs the same
commands in a checkout of COMMIT and in the working folder, and compares

- the exit code of each command;
- the keys and figures of its JSON: texts of several words are masked, names are not;
- the names of options and subcommands in its help;
- the columns and figures of the tables of all reports.

It lists each difference and exits with status 1 if there is any.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
PROGRAM: Final = "import sys; from bloodstones.cli import main; sys.exit(main(sys.argv[1:]))"
MASKED: Final = "…"
MOST_WORDS: Final = 2  # of a name; a longer text is a sentence
OPTION: Final = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
SUBCOMMAND: Final = re.compile(r"^  ([a-z][a-z-]*)  +\S", re.M)
FIGURE: Final = re.compile(r"[-+]?\d[\d.eE+-]*%?")
FORCES: Final = (
    *("--attacker", "dragon_riders: cavalry, lizardman*2, leader"),
    *("--defender", "horse_lords: swordsman, shieldbearer", "--terrain", "plains"),
)
ASKED: Final = tuple(
    (*words, "--json")
    for words in (
        ("odds", *FORCES),
        ("odds", *FORCES, "--what-if"),
        ("odds", *FORCES, "--spend", "--attacker-hand", "5,3"),
        ("odds", *FORCES, "--drew", "5,4,3,2", "--enemy-drew", "3,3,2"),
        ("odds", "--game", "wizard_kings", "--attacker", "ogre:3", "--defender", "ranger:3"),
        ("odds", "--game", "bellum_magica", "--castle", "C1", "--target", "F02", "--left", "G01"),
        ("odds", "--game", "battlelore", "--attacker", "viper_legion", "--target", "obscenes"),
        ("draws", "--faction", "dragon_riders", "--want", "5", "--draws", "6"),
        ("draws", "--game", "bellum_magica", "--want", "ogre", "--refills", "6"),
        ("draws", "--game", "battalia", "--deck", "orsari: friman*3; supply*5"),
        ("play", "--game", "bellum_magica", "--players", "c1:random,c2:farmer", "--seed", "7"),
        ("games",),
        *(("games", game) for game in ("bloodstones", "wizard_kings", "battlelore")),
        *(("rules", "--game", game) for game in ("bloodstones", "battalia")),
        ("rules", "numbers", "--game", "bellum_magica"),
        ("rules", "AMB-05", "--game", "wizard_kings"),
        *(("strategies", "--game", game) for game in ("bloodstones", "battlelore")),
        ("strategies", "show", "value", "--game", "battalia"),
        ("maps", "compare", "tyrants_lament", "twin_meres"),
        ("study", "games", "--within", "1", "--players", "4"),
        ("odds", "--attacker", "elves: archer", "--defender", "x", "--terrain", "plains"),
        ("verify", "no_such_file.jsonl"),
    )
)
HELPED: Final = (
    *(("odds", "--game", game) for game in ("bloodstones", "wizard_kings", "battalia")),
    *(("draws",), ("maps",), ("maps", "draw"), ("play",), ("explain",), ("replay",), ("verify",)),
    *(("study",), ("study", "match"), ("study", "plan"), ("study", "balance"), ("report",)),
    *(("learn",), ("tune",), ("position",), ("lab",), ("rules",), ("games",), ("rerun",)),
)


@dataclass(frozen=True)
class Printed:
    """What a command printed, and its exit code."""

    code: int
    out: str


def masked(value: Any) -> Any:
    """Return a value of JSON with its sentences masked; names, keys and figures stay.

    >>> masked({"p": 0.5, "id": "hill_folk", "why": "The rules say so.", "all": ["a b c", 3]})
    {'p': 0.5, 'id': 'hill_folk', 'why': '…', 'all': ['…', 3]}
    """
    if isinstance(value, dict):
        return {key: masked(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [masked(inner) for inner in value]
    return MASKED if isinstance(value, str) and len(value.split()) > MOST_WORDS else value


def figures_of(table: str) -> tuple[list[str], list[list[str]]]:
    """Return the columns of a table in CSV, and of each row the cells that are figures.

    >>> figures_of("role,rate\\nHill Folk,0.25\\n")
    (['role', 'rate'], [['0.25']])
    """
    head, *rows = [*csv.reader(io.StringIO(table))] or [[]]
    return head, [[cell for cell in row if FIGURE.fullmatch(cell)] for row in rows]


def names_of(text: str) -> list[str]:
    """Return the options and subcommands of a help, sorted.

    >>> names_of("Commands:\\n  plan    Show it.\\n\\nOptions:\\n  --jobs N  Cores, as --jobs 2.")
    ['--jobs', 'plan']
    """
    return sorted({*OPTION.findall(text), *SUBCOMMAND.findall(text)})


def run(root: Path, words: Sequence[str], folder: Path) -> Printed:
    """Run a command of a checkout in an empty folder, as plain Python."""
    env = os.environ | {"PYTHONPATH": str(root), "NUMBA_DISABLE_JIT": "1", "COLUMNS": "100"}
    args = [sys.executable, "-c", PROGRAM, *words]
    done = subprocess.run(args, cwd=folder, env=env, capture_output=True, text=True, check=False)
    return Printed(done.returncode, done.stdout)


def differences(before: Path, after: Path) -> Iterator[str]:
    """Yield each difference between two checkouts in a line."""
    with tempfile.TemporaryDirectory() as empty:
        for words in ASKED:
            old, new = (run(root, words, Path(empty)) for root in (before, after))
            name = " ".join(words)
            if old.code != new.code:
                yield f"{name}: exit code {old.code}, now {new.code}"
            elif (data := [*map(read, (old.out, new.out))])[0] != data[1]:
                yield f"{name}: {first_difference(*data)}"
        for words in HELPED:
            old, new = (run(root, (*words, "--help"), Path(empty)) for root in (before, after))
            gone = {*names_of(old.out)} ^ {*names_of(new.out)}
            if gone or old.code != new.code:
                yield f"{' '.join(words)} --help: {', '.join(sorted(gone)) or 'exit code'}"
    tables = {path.relative_to(root) for root in (before, after) for path in tables_of(root)}
    for table in sorted(tables):
        texts = [(root / table) for root in (before, after)]
        if not all(text.is_file() for text in texts):
            yield f"{table}: only in one of the two"
        elif len({repr(figures_of(text.read_text(encoding="utf-8"))) for text in texts}) > 1:
            yield f"{table}: other columns or figures"


def tables_of(root: Path) -> Iterator[Path]:
    """Yield the tables of all reports of a checkout."""
    yield from (root / "reports").glob("*/tables/*.csv")


def read(text: str) -> Any:
    """Return JSON with sentences masked; for no JSON, whether anything was printed."""
    return masked(json.loads(text)) if text.startswith(("{", "[")) else bool(text)


def first_difference(old: Any, new: Any, where: str = "") -> str:
    """Return the first place where two values of JSON differ.

    >>> first_difference({"a": [1, 2]}, {"a": [1, 3]})
    'a.1: 2, now 3'
    """
    if isinstance(old, dict) and isinstance(new, dict) and [*old] == [*new]:
        pairs = [(key, old[key], new[key]) for key in old]
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        pairs = [(at, *both) for at, both in enumerate(zip(old, new, strict=True))]
    else:
        return f"{where}: {_keys(old)}, now {_keys(new)}"
    return next(
        first_difference(one, other, f"{where}.{key}".lstrip("."))
        for key, one, other in pairs
        if one != other
    )


def _keys(value: Any) -> Any:
    return [*value] if isinstance(value, dict) else value


def main() -> int:
    """Compare a commit with the working folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("commit", help="the version to compare with, such as HEAD~3")
    commit = parser.parse_args().commit
    with tempfile.TemporaryDirectory() as folder:
        packed = Path(folder, "before.tar")
        git = ["git", "-C", str(ROOT), "archive", "--output", str(packed), commit]
        subprocess.run(git, check=True)
        with tarfile.open(packed) as archive:
            archive.extractall(Path(folder, "before"), filter="data")
        found = [*differences(Path(folder, "before"), ROOT)]
    print("\n".join(found))
    tables = len([*tables_of(ROOT)])
    count = f"{len(ASKED)} commands, {len(HELPED)} helps, {tables:,} tables"
    print(f"{count}: {len(found)} differences")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
