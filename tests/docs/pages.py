"""The pages of the documentation as things to be run: `python -m tests.docs.pages PAGE…`.

Every fenced block of a page has a kind. `console` holds commands, each with what it prints if
the page shows that; `pycon` holds doctests; a `{code-block}` with a caption is a file of that
name. They are run in the order of the page, in one working folder. `sh` holds what sets the
project up, which is run by make, not here.

Called as a program it puts what commands print into the pages, where it differs; `...` in a shown
output stands for anything.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bloodstones.cli import main

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
README = ROOT / "README.md"
BLOCK = re.compile(r"^(`{3,})([^\n`]*)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
COMMAND = "$ "
PROGRAM = "bloodstones "
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
FILE = "{code-block} "
CAPTION = re.compile(r"^:caption: *(\S+)\n\n?", re.MULTILINE)
SETS_UP = ("make ", "python3 -m ", ".venv/bin/", "source ")
# What a page includes or lays out: nothing of its own to run.
LAID_OUT = ("{image}", "{include}", "{literalinclude}", "{toctree}")


@dataclass(frozen=True)
class Block:
    """A fenced block: its kind, its text, and where the text begins in the page."""

    kind: str
    text: str
    at: int


@dataclass(frozen=True)
class Call:
    """A command, and what the page shows of its output ("" for nothing)."""

    command: str
    shown: str
    at: int

    @property
    def joined(self) -> str:
        """The command in one line."""
        return re.sub(r"\\\n\s*", "", self.command)


def pages() -> list[Path]:
    """Return all pages that a person wrote."""
    skipped = {DOCS / "generated", DOCS / "_build"}
    return [README, *(p for p in sorted(DOCS.rglob("*.md")) if not skipped.intersection(p.parents))]


def blocks_of(path: Path) -> list[Block]:
    """Return the fenced blocks of a page."""
    text = path.read_text(encoding="utf-8")
    return [Block(m[2].strip(), m[3], m.start(3)) for m in BLOCK.finditer(text)]


def calls_of(block: Block) -> Iterator[Call]:
    """Yield the commands of a block of the terminal."""
    starts = [m.start() for m in re.finditer(r"^\$ ", block.text, re.MULTILINE)]
    for start, end in zip(starts, [*starts[1:], len(block.text)], strict=True):
        lines = block.text[start:end].splitlines(keepends=True)
        size = 1
        while lines[size - 1].endswith("\\\n"):
            size += 1
        command = "".join(lines[:size])
        shown = "".join(lines[size:])
        yield Call(command.removeprefix(COMMAND).strip(), shown, block.at + start + len(command))


def agrees(shown: str, told: str) -> bool:
    """Whether a page shows what a command printed; `...` stands for anything."""
    return doctest.OutputChecker().check_output(shown.strip(), told.strip(), FLAGS)


@dataclass
class Run:
    """One page, run from its beginning to its end in the working folder.

    Attributes
    ----------
    small
        Makes the arguments of a command small; the command as it is by default.
    wrote
        Called with the name of a file once it is there.
    leave_out
        Commands that are run elsewhere.
    faults
        What the page says and what is not so.
    outputs
        What the shown commands print: (where in the page, shown, printed).
    """

    small: Callable[[str], list[str]] = field(
        default=lambda command: shlex.split(command.removeprefix(PROGRAM))
    )
    wrote: Callable[[str], None] = field(default=lambda name: None)
    leave_out: frozenset[str] = frozenset()
    faults: list[str] = field(default_factory=list)
    outputs: list[tuple[int, str, str]] = field(default_factory=list)
    names: dict[str, object] = field(default_factory=dict)

    def page(self, path: Path) -> None:
        """Run all blocks of a page."""
        for block in blocks_of(path):
            if block.kind == "console":
                for call in calls_of(block):
                    self.call(call)
            elif block.kind == "pycon":
                self.doctests(block, path)
            elif block.kind.startswith(FILE):
                self.file(block)
            elif block.kind == "sh":
                odd = [line for line in block.text.splitlines() if not line.startswith(SETS_UP)]
                self.faults += [f"not run by make: {line}" for line in odd]
            elif not block.kind.startswith(LAID_OUT):
                self.faults.append(f"a block of kind {block.kind!r} is never run")

    def call(self, call: Call) -> None:
        """Run a command as the page prints it."""
        if not call.joined.startswith(PROGRAM):
            self.faults.append(f"not run: {call.joined}")
        if not call.joined.startswith(PROGRAM) or call.joined in self.leave_out:
            return
        said, wrong = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(wrong):
            code = main(self.small(call.joined))
        if code:
            self.faults.append(f"{call.joined}\n{wrong.getvalue()}")
        elif call.shown:
            self.outputs.append((call.at, call.shown, said.getvalue()))
        if call.shown and not code and not agrees(call.shown, said.getvalue()):
            self.faults.append(f"{call.joined}\nshown:\n{call.shown}\nprinted:\n{said.getvalue()}")

    def doctests(self, block: Block, path: Path) -> None:
        """Run the examples of a block, in the names of the blocks before it."""
        test = doctest.DocTestParser().get_doctest(block.text, self.names, path.name, str(path), 0)
        said = io.StringIO()
        runner = doctest.DocTestRunner(optionflags=FLAGS)
        if runner.run(test, out=said.write, clear_globs=False).failed:
            self.faults.append(said.getvalue())
        self.names.update(test.globs)

    def file(self, block: Block) -> None:
        """Write the file that a block is."""
        caption = CAPTION.match(block.text)
        if caption is None:
            self.faults.append(f"a file without a name: {block.text[:40]!r}")
            return
        Path(caption[1]).write_text(block.text[caption.end() :], encoding="utf-8")
        self.wrote(caption[1])


def corrected(text: str, outputs: list[tuple[int, str, str]]) -> str:
    """Return a page with what its commands print in place of what it shows, where they differ."""
    for at, shown, told in reversed(outputs):
        if not agrees(shown, told):
            lines = [line.rstrip() for line in told.strip("\n").splitlines()]
            text = text[:at] + "\n".join(lines) + "\n" + text[at + len(shown) :]
    return text


def record(names: list[str], environment: Mapping[str, str]) -> None:
    """Put what commands print into pages."""
    os.environ.update(environment)
    sys.stdin = io.StringIO()
    for name in names:
        path, home = Path(name).resolve(), Path.cwd()
        with tempfile.TemporaryDirectory() as folder:
            run = Run()
            os.chdir(folder)
            run.page(path)
            os.chdir(home)
        path.write_text(corrected(path.read_text(encoding="utf-8"), run.outputs), encoding="utf-8")
        print("\n".join([name, *run.faults]))


if __name__ == "__main__":
    record(sys.argv[1:], {"COLUMNS": "80"})
