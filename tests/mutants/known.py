"""Faults that once passed all tests, planted again by name: `python -m tests.mutants.known`.

`known.toml` says what each is, and which clauses' tests have to notice it: each clause by one of
its own. Here a fault is a change of a function's text, so that it may be any that a person makes.
"""

from __future__ import annotations

import argparse
import ast
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bloodstones.games.registry import GAMES
from tests.house import PACKAGE
from tests.mutants.planting import code_at, compiled, function_at
from tests.mutants.suite import ROOT, Test, collected, files_of, fork, in_order, run
from tests.mutants.ties import Source, read_source

FILE = Path(__file__).parent / "known.toml"
LONGEST = 20.0  # processor seconds of a test
OWN = "NUMBA_DISABLE_JIT"


@dataclass(frozen=True)
class Known:
    """A fault known by what it does.

    Attributes
    ----------
    clauses
        Each must notice it by its own tests.
    what
        What is played wrongly, in words.
    path, function, before, after
        Where it is, below the package, and the text that is changed there.
    """

    clauses: tuple[str, ...]
    what: str
    path: str
    function: str
    before: str
    after: str

    @property
    def game(self) -> str:
        """The game that it is about."""
        return Path(self.path).parts[1]

    @property
    def source(self) -> Source:
        """The module without the fault."""
        return read_source(PACKAGE / self.path)

    @property
    def faulty(self) -> Source:
        """The module with the fault.

        Raises
        ------
        LookupError
            If its text is not there once.
        """
        source = self.source
        node = source.functions[self.function]
        lines = source.text.splitlines(keepends=True)
        start, end = node.lineno - 1, node.end_lineno
        text = "".join(lines[start:end])
        if text.count(self.before) != 1:
            raise LookupError(f"{self.path} {self.function}: expected {self.before!r} once")
        changed = text.replace(self.before, self.after)
        whole = "".join([*lines[:start], changed, *lines[end:]])
        return Source(source.path, whole, ast.parse(whole))

    @contextmanager
    def planted(self) -> Iterator[None]:
        """Let the function be wrong."""
        function = function_at(self.source, self.function)
        assert function is not None
        kept = function.__code__
        function.__code__ = code_at(compiled(self.faulty), self.function, kept)
        try:
            yield
        finally:
            function.__code__ = kept


def read_known() -> list[Known]:
    """Return the known faults, in the order of the file."""
    entries = tomllib.loads(FILE.read_text(encoding="utf-8"))["fault"]
    return [Known(**{**each, "clauses": tuple(each["clauses"])}) for each in entries]


def passing(fault: Known, tests: Sequence[Test]) -> list[str]:
    """Return the clauses of which no test notices a fault. In a child."""
    found = []
    with fault.planted():
        for clause in fault.clauses:
            of_it = [test for test in tests if clause in test.rules]
            if not any(run(test, after, LONGEST).failed for test, after in in_order(of_it)):
                found.append(clause)
    return found


def files_with(game: str, clauses: Sequence[str]) -> list[str]:
    """Return the files of a game's tests that name one of these clauses."""
    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in files_of(game)}
    return [name for name, text in texts.items() if any(f'"{each}"' in text for each in clauses)]


def unnoticed(game: str, faults: Sequence[Known]) -> list[tuple[Known, list[str]]]:
    """Plant the faults of a game and return those that a clause lets pass, with these clauses."""
    found: list[tuple[Known, list[str]]] = []

    def job(tests: list[Test]) -> None:
        for fault in faults:
            child = fork(partial(passing, fault, tests), LONGEST * len(tests))
            while not child.read():
                pass
            if child.result:
                found.append((fault, child.result))

    clauses = [clause for fault in faults for clause in fault.clauses]
    if faults:
        collected(game, files_with(game, clauses), job)
    return found


def main(args: Sequence[str] | None = None) -> int:
    """Plant the known faults; 1 if a clause lets one pass."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.known", description=__doc__)
    parser.add_argument("--game", default="", help="one of: " + ", ".join(GAMES))
    wanted = parser.parse_args(args)
    if os.environ.get(OWN) != "1":  # before the compiler is imported
        command = [sys.executable, "-m", "tests.mutants.known", "--game", wanted.game]
        return subprocess.run(command, env={**os.environ, OWN: "1"}, check=False).returncode
    planted = [each for each in read_known() if wanted.game in ("", each.game)]
    passed = [
        each for game in GAMES for each in unnoticed(game, [f for f in planted if f.game == game])
    ]
    for fault, clauses in passed:
        print(f"not noticed by {', '.join(clauses)}: {fault.what} ({fault.path} {fault.function})")
    print(f"{len(planted)} planted, {len(planted) - len(passed)} noticed by each of their clauses")
    return 1 if passed else 0


if __name__ == "__main__":
    sys.exit(main())
