"""What commands write on terminals that know few letters: stand-ins, and no `?` for a letter."""

from __future__ import annotations

import ast
import io
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

import bloodstones
from bloodstones.cli import COMMANDS, main, of_games
from bloodstones.core.terminal.fallbacks import make_readable, stand_in
from bloodstones.core.terminal.text_tables import TextTable
from bloodstones.games.registry import all_entries
from tests.cli.test_help import leaves

ENCODINGS = ("ascii", "cp437", "cp1252")
PACKAGE = Path(bloodstones.__file__).parent
ROOT = PACKAGE.parent
RECORDS = ROOT / "tests" / "golden"
RECORD = str(next(RECORDS.glob("2p_seed01*.jsonl")))
PLAYERS = "dragon_riders:warlord,horse_lords:builder"
QUESTIONS = {name for game in all_entries() for name in game.questions}
NOT_SAID = set("龍□𐀀\ud7ff\ue000\U0010ffff\ufffd")  # of tests of letters, never shown
FEWEST_EXAMPLES = 8  # of questions
# Commands with the arguments of a short call, by name; those that only write files or need a study
# that was run show their help.
CALLS: dict[str, list[list[str]]] = {
    "explain": [[RECORD, "--playouts", "40"]],
    "games": [[]],
    "play": [["--players", PLAYERS, "--seed", "3"]],
    "replay": [[RECORD], [RECORD, "--turn", "3"]],
    "rules": [[], ["BS-COMBAT"], ["--options"], ["--numbers"], ["AMB-58"]],
    "strategies": [[], ["warlord"]],
    "study": [
        ["plan", str(ROOT / "analysis" / "bloodstones_first_seat.toml")],
        ["init", "--help"],
    ],
    "verify": [[RECORD]],
}


def calls() -> Iterator[list[str]]:
    """Yield what is run: each command, a question of each game, the help of all."""
    for name, each in CALLS.items():
        yield from ([name, *args] for args in each)
    for game in all_entries():
        yield from ([name, "--game", game.id] for name in ("strategies", "rules"))
    for name in COMMANDS:
        yield from ([*leaf, "--help"] for leaf in leaves(name, "bloodstones"))
    for name, having in of_games().items():
        for game in having:
            yield from ([*leaf, "--game", game.id, "--help"] for leaf in leaves(name, game.id))


def asked(text: str) -> Iterator[list[str]]:
    """Yield the examples of a question that its help shows; a picture or a page is not written."""
    _, _, examples = text.partition("Examples:\n")
    for line in examples.replace("\\\n", " ").splitlines():
        args = shlex.split(line)[1:]
        if args and not set(args) & {"--plot", "--out", "--what-if"}:
            yield args


def written(args: Sequence[str], encoding: str) -> str:
    """What a command writes to a terminal of an encoding, both streams."""
    kept = io.BytesIO()
    stream = io.TextIOWrapper(kept, encoding=encoding, newline="\n")
    make_readable(stream)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", "80")
        patch.setattr(sys, "stdout", stream)
        patch.setattr(sys, "stderr", stream)
        main([*args])
        stream.flush()
    return kept.getvalue().decode(encoding)


@cache
def in_full(args: tuple[str, ...]) -> str:
    """What a command writes to a terminal that has every letter."""
    return written(args, "utf-8")


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_command_can_be_read_at_every_encoding(
    encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # examples of questions write pictures and pages
    lost = {}
    todo = list(calls())
    for args in todo:
        text = written(args, encoding)
        plain = in_full(tuple(args))
        if not text.strip() or text.count("?") != plain.count("?"):
            lost[" ".join(args)] = [line for line in text.splitlines() if "?" in line][:3]
        if args[-1] == "--help" and args[0] in QUESTIONS:
            todo += list(asked(plain))[:1]
    assert lost == {}
    assert len(todo) >= len(list(calls())) + FEWEST_EXAMPLES


@pytest.mark.parametrize("encoding", ["ascii", "cp437"])
def test_a_command_takes_the_encoding_of_its_terminal(encoding: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bloodstones", "explain", "--help"],
        check=True,
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    assert "--strengths A,B,..." in done.stdout.decode(encoding)


def test_every_letter_that_the_package_says_has_a_stand_in() -> None:
    said = {
        letter
        for file in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for letter in node.value
        if not letter.isascii()
    }
    assert len(said) > 20
    lost = {letter for letter in said if "?" in stand_in(letter) or not stand_in(letter)}
    assert lost <= NOT_SAID


def test_columns_are_straight_where_a_stand_in_is_longer() -> None:
    table = TextTable(box=None)
    table.add_column("chance")
    table.add_column("games")
    table.add_row("20 % ±9", "one")
    table.add_row(Text("30 %", "bold"), "two")
    table.add_row(Text.assemble("40 % ", ("±", "red"), "10"), "six")
    kept = io.BytesIO()
    stream = io.TextIOWrapper(kept, encoding="ascii", newline="\n")
    make_readable(stream)
    Console(file=stream, width=40).print(table)
    stream.flush()
    lines = kept.getvalue().decode("ascii").splitlines()
    places = {
        line.find(word) for line, word in zip(lines, ("games", "one", "two", "six"), strict=True)
    }
    assert len(places) == 1
    assert "40 % +-10" in lines[-1]
