"""Every sentence of a report is in a template or in a text that is declared as data."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

import bloodstones
from bloodstones.report.document.model import Pair, Paragraph, Picture, Report, Table
from bloodstones.report.language.phrases import ORDINALS, title
from bloodstones.report.language.phrases import WORDS as COUNTS
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.table import read_results
from tests.report.conftest import REPORT
from tests.report.findings import composed, definition_in, found

PACKAGE = Path(bloodstones.__file__).parent
WORDS = 4  # so many in a row are no name, and no heading of a column
# Texts in Python that are no sentences of a report: what a draft of `report.toml` explains, faults.
FILES = {"study/definition.py", "balance/definition.py", "ladder/definition.py"}
FAULTS = {"expected", "fault", "InputError", "RunError"}
ENDS = re.compile(r"[.!?](\s|$)|; ")

# Of the modules.


def sentences(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The strings of a module that read as a sentence, with their lines."""
    passed = set()
    for node in ast.walk(tree):
        called = node.func if isinstance(node, ast.Call) else None
        name = getattr(called, "attr", getattr(called, "id", ""))
        if isinstance(node, ast.Raise) or name in FAULTS:
            passed |= {id(part) for part in ast.walk(node)}
        if isinstance(node, ast.Expr):
            passed.add(id(node.value))  # a docstring
    for node in ast.walk(tree):
        if id(node) in passed:
            continue
        if isinstance(node, ast.JoinedStr):
            passed |= {id(part) for part in node.values}
            parts = (part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
            text = "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        else:
            continue
        plain = [word for word in text.split() if word.strip(".,:;?!()“”").isalpha()]
        if len(plain) >= WORDS and ENDS.search(text) and not text.endswith("?"):
            yield node.lineno, text


def test_no_module_of_reports_has_a_sentence() -> None:
    faults = [
        f"{path.relative_to(PACKAGE)}:{line}: {text}"
        for path in sorted((PACKAGE / "report").rglob("*.py"))
        if "/".join(path.parts[-2:]) not in FILES and "document" not in path.parts
        for line, text in sentences(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert faults == []
    assert list(sentences(ast.parse('text = f"The {name} wins {rate} of the games."')))


# Of a report.


@cache
def template_words() -> frozenset[tuple[str, ...]]:
    """Each three words in a row of a template; what is filled in parts them."""
    found: set[tuple[str, ...]] = set()
    for path in PACKAGE.rglob("*.jinja"):
        text = path.read_text(encoding="utf-8")
        for part in re.split(r"\{\{|\}\}|\{%|%\}|\{#.*?#\}", text, flags=re.DOTALL):
            found |= set(threes(words(part)))
    return frozenset(found)


def words(text: str) -> list[str]:
    """The words of a text, in small letters; a figure is none."""
    return re.findall(r"[a-z][a-z'-]*", text.lower().replace("\u00a0", " "))


def threes(run: list[str]) -> Iterable[tuple[str, ...]]:
    """Each three words in a row."""
    return zip(run, run[1:], run[2:], strict=False)


def strange(
    text: str, declared: frozenset[tuple[str, ...]], names: frozenset[str] = frozenset()
) -> list[str]:
    """Runs of words of a text that neither a template nor a declared text has.

    A figure, a number in words and a name part runs, as what is filled into a template does.
    """
    known = template_words() | declared
    runs: list[list[str]] = [[]]
    filled = "|".join(map(re.escape, sorted(names | {*COUNTS, *ORDINALS}, key=len, reverse=True)))
    for clause in re.split(rf"[\d%()“”–.:;]+|\b(?:{filled})\b", text, flags=re.IGNORECASE):
        every = words(clause)
        held = {
            place + step
            for place, three in enumerate(threes(every))
            if three in known
            for step in range(3)
        }
        for place, word in enumerate(every):
            if place in held:
                runs.append([])
            else:
                runs[-1].append(word)
        runs.append([])
    return [" ".join(run) for run in runs if len(run) > WORDS]


def spoken(report: Report) -> Iterator[str]:
    """What a report says, beside its tables and pictures."""
    yield from (*report.answer, report.front.advice, report.front.doubt)
    for section in report.sections:
        for block in section.blocks:
            if isinstance(block, Paragraph):
                yield block.text
            elif isinstance(block, Table | Picture):
                yield block.caption
            elif isinstance(block, Pair):
                yield from (picture.caption for picture in block.pictures)


@pytest.mark.usefixtures("maps_without_engine")
def test_each_run_of_words_is_in_a_template_or_a_declared_text(few_results: Path) -> None:
    findings = found(definition_in(REPORT), read_results(few_results))
    definition, game = findings.definition, findings.game.words
    texts = [
        *(f"{one.name} {one.does}. It {one.lacks}" for one in definition.strategies.values()),
        *(note for notes in definition.notes.values() for note in notes),
        *(column.words for column in findings.columns),
        *(f"{one.words} {one.meaning}" for one in findings.measures),
        *(str(getattr(game, name)) for name in game.__slots__),
        *(f"{one} {other}" for one, other in game.terms.items()),
    ]
    declared = frozenset(three for text in texts for three in threes(words(text)))
    report = composed(findings)
    said = list(spoken(report))
    assert len(said) > 40
    factions = findings.table(StudyTable.FACTIONS)["faction"]
    maps = map(definition.map_name, findings.boards)
    names = frozenset([*findings.names.values(), *map(title, factions), *maps])
    assert sorted({run for text in said for run in strange(text, declared, names)}) == []
    python = "Nobody who sits anywhere else would ever hear of this at a table with 3 players."
    assert strange(python, declared, names)


def test_a_template_that_captions_a_picture_of_the_first_page_describes_it() -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.jinja")}
    drawn = {name for name, text in texts.items() if "{% block chart %}" in text}
    assert len(drawn) > 10
    assert {name for name in drawn if "{% block chart_alt %}" not in texts[name]} == set()
