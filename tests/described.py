"""The texts that users read and that are data, and the docstrings of the public reference.

Each is yielded as (where, text), so that tests can check the words of all of them. Run as a
program, it counts the words of the list of `tests.english` in each kind of text.
"""

from __future__ import annotations

import ast
import csv
import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import bloodstones
from bloodstones.games.registry import GAMES
from tests.english import faults

PACKAGE: Final = Path(bloodstones.__file__).parent
ROOT: Final = PACKAGE.parent
# Every TOML file of the package, of studies and of reports.
FOLDERS: Final = (
    *(("analysis", "*.toml"), ("bloodstones", "**/*.toml")),
    *(("reports", "*.toml"), ("reports", "*/report.toml")),
)
NAME: Final = re.compile(r"[\w./:@*+=-]*")  # one word: a name, not a sentence
COMMENT: Final = re.compile(r"^# ?(.*)$", re.MULTILINE)
# Names of parameters and attributes, and examples, are no sentences.
NO_SENTENCE: Final = re.compile(r"^[\w*, ]+\n(?= {4})|^Examples\n-+\n[\s\S]*", re.MULTILINE)
# Without compiled functions, the games' own modules, and topics, which are being rewritten.
LAYERS: Final = (
    *("api", "batch", "cli", "core", "environments", "kit", "plots", "report", "stats", "web"),
)
COMPILED: Final = ("core/kernels", "kit/kernels.py", "kit/search", "kit/environment/stepping.py")
UNFINISHED: Final = ("kit/pictures", "report/topics")

Documented = ast.Module | ast.ClassDef | ast.FunctionDef


def toml_texts() -> Iterator[tuple[str, str]]:
    """Yield the sentences and comments of study files, reports, readings, rules and strategies."""
    for folder, pattern in FOLDERS:
        for path in sorted((ROOT / folder).glob(pattern)):
            text, where = path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()
            yield from _sentences(tomllib.loads(text), where)
            yield f"{where} comments", " ".join(COMMENT.findall(text))


def _sentences(entry: Mapping[str, Any], where: str) -> Iterator[tuple[str, str]]:
    """Yield the texts of a table of a TOML file and of the tables and lists in it."""
    for key, value in entry.items():
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, dict):
                yield from _sentences(item, f"{where} {key}")
            elif isinstance(item, str) and not NAME.fullmatch(item):
                yield f"{where} {key}", item


def number_texts() -> Iterator[tuple[str, str]]:
    """Yield the meanings of the rule numbers."""
    for path in sorted(PACKAGE.glob("games/*/data/register/numbers.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                yield f"{path.relative_to(ROOT)} {row['name']}", row["meaning"]


def declared_texts() -> Iterator[tuple[str, str]]:
    """Yield the meanings of columns, measures and fields, and the words of events, by game."""
    for place in GAMES.values():
        home = place.rpartition(".")[0]
        columns = import_module(f"{home}.columns")
        for column in (*columns.COLUMNS, *getattr(columns, "MEASURES", ())):
            yield f"{home} column {column.name}", f"{column.meaning}; {column.label}"
        for field in import_module(f"{home}.fields").FIELDS.rows:
            yield f"{home} field {field.name}", field.meaning
        for event in import_module(f"{home}.events").EVENTS.values():
            masked = event.masked if isinstance(event.masked, str) else ""
            yield f"{home} event {event.name}", f"{event.words}; {masked}"


def docstrings() -> Iterator[tuple[str, str]]:
    """Yield the docstrings of public modules, classes and functions that the reference shows."""
    yield from _docstrings(PACKAGE / "__init__.py")
    for layer in LAYERS:
        for path in sorted((PACKAGE / layer).rglob("*.py")):
            if not path.relative_to(PACKAGE).as_posix().startswith((*COMPILED, *UNFINISHED)):
                yield from _docstrings(path)


def _docstrings(path: Path) -> Iterator[tuple[str, str]]:
    where = path.relative_to(ROOT).as_posix()
    for node in _public(ast.parse(path.read_text(encoding="utf-8"))):
        if text := ast.get_docstring(node):
            yield f"{where}:{getattr(node, 'lineno', 1)}", NO_SENTENCE.sub("", text)


def _public(node: ast.Module | ast.ClassDef) -> Iterator[Documented]:
    """Yield a module or class and what is public in it."""
    yield node
    for inner in node.body:
        if isinstance(inner, ast.ClassDef) and not inner.name.startswith("_"):
            yield from _public(inner)
        elif isinstance(inner, ast.FunctionDef) and not inner.name.startswith("_"):
            yield inner


KINDS: Final = {
    "data files": toml_texts,
    "rule numbers": number_texts,
    "columns, fields and events": declared_texts,
    "docstrings": docstrings,
}

if __name__ == "__main__":
    for kind, texts in KINDS.items():
        every = list(texts())
        found = [fault for _, text in every for fault in faults(text)]
        print(f"{kind}: {len(every):,} texts, {len(found):,} words of the list")
