"""Every path that the pages for readers and contributors name is there."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted(path for path in (ROOT / "docs").rglob("*.md") if "_build" not in path.parts),
]
CODE = re.compile(r"`([^`\n]+)`")
PATH = re.compile(r"(?:\.\./)*[\w.<>*-]+(?:/[\w.<>*-]+)*/?")
PLACES = ("bloodstones", "tests", "docs", "analysis", "reports")
# What readers or commands make, by following a page.
MADE = re.compile(
    r"(?:lab|results|\.venv|\.cache|docs/_build|reports/my_question)(?:/|$)|data/isle\.csv$"
)
ANY = r"[^/]+"


@cache
def paths() -> str:
    """All paths of the repository, folders with a slash at their end, one a line."""
    found = [each.name for each in ROOT.iterdir() if each.is_file()]
    found += [f".ci/{each.name}" for each in (ROOT / ".ci").glob("*")]
    for place in PLACES:
        found.append(f"{place}/")
        for each in (ROOT / place).rglob("*"):
            path = each.relative_to(ROOT).as_posix()
            found.append(f"{path}/" if each.is_dir() else path)
    return "\n".join(found)


def named(page: Path) -> list[str]:
    """Return the paths that a page names: code with a slash, or a module or page by its name."""
    text = page.read_text(encoding="utf-8")
    whole = [code for code in CODE.findall(text) if PATH.fullmatch(code)]
    return [
        code
        for code in dict.fromkeys(whole)
        if ("/" in code and not code.startswith("//")) and not MADE.match(code)
    ]


def is_there(path: str) -> bool:
    """Return whether a path, or a folder, ends with this one; <words> and * stand for a name."""
    parts = re.split(r"(<\w+>|\*|GAME)", path.removesuffix("/"))
    wanted = "".join(ANY if n % 2 else re.escape(part) for n, part in enumerate(parts))
    return re.search(rf"^(?:.*/)?{wanted}/?$", paths(), re.MULTILINE) is not None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_path_that_a_page_names_is_there(page: Path) -> None:
    assert [path for path in named(page) if not is_there(path)] == []


def test_a_path_that_is_not_there_would_be_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("See `kit/hidden.py`, `games/<game>/fields.py` and `odds/nothing.py`.")
    assert [path for path in named(page) if not is_there(path)] == [
        "kit/hidden.py",
        "odds/nothing.py",
    ]
