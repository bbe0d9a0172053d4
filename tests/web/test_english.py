"""The texts of the lab, of the terminal table and of explanations use no word of the "not" list.

Texts are collected from the sources: text nodes and labels of templates, string literals of scripts
and of Python (docstrings are not shown to users).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

import bloodstones
from tests import english

HOME = Path(bloodstones.__file__).parent
WEB = HOME / "web"
PYTHON = ("web", "kit/table", "cli/table", "kit/explain", "kit/advice", "api/explanations")
LABELS = {"aria-label", "title", "alt", "placeholder", "data-does", "content"}
SILENT = {"style", "script"}
SPACE = "\N{MIDDLE DOT}"  # in the place of what is filled in
JINJA = re.compile(r"\{%.*?%\}|\{#.*?#\}", re.S)
FILLED = re.compile(r"\{\{(.*?)\}\}", re.S)
QUOTED = re.compile(r'"([^"]*)"')
# A comment, a regular expression after what cannot end a value, or a literal with its escapes.
JAVASCRIPT = re.compile(
    r"""//[^\n]*|/\*.*?\*/|(?<=[(,=:])\s*/(?:\\.|[^/\n])+/"""
    r"""|"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|`((?:\\.|[^`\\])*)`""",
    re.S,
)
# Words that the lab had beside those of `tests.english`.
NOT = (
    r"stands?|stood",
    r"persons?",
    r"holds?",
    r"who else|who sits",
    r"(?:take|takes|taken|took)(?: \w+)? back",
    r"told apart",
    r"houses?|rooms?|shelf|shelves|doors?|crew",
    r"seat 0",
)
WORDS = re.compile(rf"\b(?:{'|'.join(NOT)})\b", re.I)


class Texts(HTMLParser):
    """Collects what a page shows or reads out."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside = [tag] if tag in SILENT else []
        self.found += [text for name, text in attrs if name in LABELS and text]

    def handle_endtag(self, tag: str) -> None:
        self.inside = []

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.found.append(data)


def of_template(text: str) -> Iterator[str]:
    """Yield the texts of a template, and the literals in what is filled in."""
    for expression in FILLED.findall(text) + JINJA.findall(text):
        yield from (each for each in QUOTED.findall(expression) if is_text(each))
    parser = Texts()
    parser.feed(FILLED.sub(SPACE, JINJA.sub("", text)))
    yield from (" ".join(each.split()) for each in parser.found if each.strip())


def of_script(text: str) -> Iterator[str]:
    """Yield the literals of a script that are texts."""
    for match in JAVASCRIPT.finditer(text):
        literal = next((each for each in match.groups() if each is not None), "")
        for nested in re.findall(r"\$\{(.*?)\}", literal):
            yield from (each for each in QUOTED.findall(nested) if is_text(each))
        plain = re.sub(r"\$\{.*?\}", SPACE, literal)
        if is_text(plain):
            yield plain


def of_python(text: str) -> Iterator[str]:
    """Yield the literals of a module that are texts, its docstrings left out."""
    tree = ast.parse(text)
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        literal = node.value if isinstance(node, ast.Constant) and id(node) not in said else None
        if isinstance(literal, str) and is_text(literal):
            yield literal


def is_text(literal: str) -> bool:
    """Whether a literal is shown, not the name of something: it has a blank or a capital."""
    return bool(re.search(r"[A-Za-z]{2,}", literal)) and (" " in literal or literal[0].isupper())


def texts() -> Iterator[tuple[str, str]]:
    """Yield file and text of all that people read."""
    python = [path for part in PYTHON for path in (HOME / part).rglob("*.py")]
    for paths, found in (
        (sorted((WEB / "templates").glob("*.html")), of_template),
        (sorted((WEB / "static").glob("*.js")), of_script),
        ([*sorted(python), HOME / "cli" / "explain.py"], of_python),
    ):
        for path in paths:
            for text in found(path.read_text(encoding="utf-8")):
                yield path.relative_to(HOME).as_posix(), text


def faults(text: str) -> list[str]:
    """Return the words of a text that it should not use."""
    return [*english.faults(text), *english.misspelled(text), *WORDS.findall(text)]


def test_no_text_uses_a_word_of_the_list() -> None:
    assert [(file, text) for file, text in texts() if faults(text)] == []


@pytest.mark.parametrize(
    ("found", "source", "said"),
    [
        (of_template, '<h1 title="Take it">{{ a }} is {% if b %}under way{% endif %}</h1>', "way"),
        (of_template, '<p>{{ "no room left" if a }}</p>', "no room"),
        (of_template, '<button aria-label="Take back">x</button>', "Take back"),
        (of_script, 'a.textContent = "Goes on"; // told', "Goes on"),
        (of_script, "b = `${n} games under way`", "under way"),
        (of_script, 'b = `${n > 1 ? "whoever asks" : ""}`', "whoever"),
        (of_python, 'def f():\n    """It stands."""\n    return f"{1} is told"', "is told"),
    ],
)
def test_the_texts_of_a_source_are_found(found: object, source: str, said: str) -> None:
    assert callable(found)
    bad = [each for each in found(source) if faults(each)]
    assert len(bad) == 1, bad
    assert said in bad[0]


def test_enough_texts_are_collected() -> None:
    """The labels of three pages, and hundreds of others."""
    every = {text for _, text in texts()}
    assert {"In progress", "Precision so far", "Undo", "Waiting for \N{MIDDLE DOT}."} <= every
    assert len(every) > 600
