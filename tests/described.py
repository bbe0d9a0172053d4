"""The texts that users read and that are data, and the docstrings of what is public.

Each is yielded as (where, text), so that tests can check the words of all of them.
"""

from __future__ import annotations

import ast
import csv
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import bloodstones
from bloodstones.games.registry import GAMES, game_entry

PACKAGE: Final = Path(bloodstones.__file__).parent
ROOT: Final = PACKAGE.parent
# Keys of TOML files whose values are sentences for users.
SENTENCES: Final = ("meaning", "title", "question", "reading", "why", "reason", "text")
COMMENT: Final = re.compile(r"^# ?(.*)$", re.MULTILINE)
REFERENCE: Final = ("api", "core", "kit", "environments", "batch", "stats", "plots", "games")


def strings(entry: Mapping[str, Any], where: str) -> Iterator[tuple[str, str]]:
    """Yield the sentences of a table of a TOML file and of the tables in it."""
    for key, value in entry.items():
        if isinstance(value, dict):
            yield from strings(value, f"{where} {key}")
        elif key in SENTENCES and isinstance(value, str):
            yield f"{where} {key}", value


def toml_texts() -> Iterator[tuple[str, str]]:
    """Yield the sentences and the comments of study files, readings and strategies."""
    for folder in ("analysis", "bloodstones/games", "reports"):
        pattern = "*/report.toml" if folder == "reports" else "**/*.toml"
        for path in sorted((ROOT / folder).glob(pattern)):
            text, where = path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()
            yield from strings(tomllib.loads(text), where)
            yield f"{where} comments", " ".join(COMMENT.findall(text))


def number_texts() -> Iterator[tuple[str, str]]:
    """Yield the meanings of the numbers of the rules."""
    for path in sorted(PACKAGE.glob("games/*/data/register/numbers.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                yield f"{path.relative_to(ROOT)} {row['name']}", row["meaning"]


def declared_texts() -> Iterator[tuple[str, str]]:
    """Yield the meanings of columns and measures and the sentences of events of all games."""
    for name in GAMES:
        game = game_entry(name).load()
        for column in (*game.columns, *game.area_measures):
            yield f"{name} column {column.name}", f"{column.meaning}; {column.label}"
        for event in game.recording.events.values():
            yield f"{name} event {event.name}", f"{event.sentence}; {event.masked}"


def docstrings() -> Iterator[tuple[str, str]]:
    """Yield the docstrings of public modules, classes and functions that the reference shows."""
    for layer in REFERENCE:
        for path in sorted((PACKAGE / layer).rglob("*.py")):
            yield from _docstrings(path)
    yield from _docstrings(PACKAGE / "__init__.py")


def _docstrings(path: Path) -> Iterator[tuple[str, str]]:
    where = path.relative_to(ROOT).as_posix()
    for node in _public(ast.parse(path.read_text(encoding="utf-8"))):
        if text := ast.get_docstring(node):
            yield f"{where}:{getattr(node, 'lineno', 1)}", text


def _public(node: ast.Module | ast.ClassDef) -> Iterator[Any]:
    yield node
    for inner in node.body:
        if isinstance(inner, ast.ClassDef | ast.FunctionDef) and not inner.name.startswith("_"):
            if isinstance(inner, ast.ClassDef):
                yield from _public(inner)
            else:
                yield inner
