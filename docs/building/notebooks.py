"""Notebooks made from pages: `python docs/building/notebooks.py` writes `docs/notebooks/`.

What a page shows as a Python session becomes cells, one up to each output; all else is text. Cells
have no output: whoever opens a notebook runs it.
"""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

DOCS = Path(__file__).parents[1]
NOTEBOOKS = DOCS / "notebooks"
PAGES = ("tutorials/ten_minutes.md", "tutorials/odds.md", "tutorials/agent.md")
SESSION = re.compile(r"^```pycon\n(.*?)^```\n", re.M | re.S)
DIRECTIVE = re.compile(r"^```\{(?:image|code-block)\}.*?^```\n", re.M | re.S)
ROLE = re.compile(r"\{doc\}`(?:[^`<]*<)?/?([^`>]+)>?`")
PROMPT, MORE = ">>> ", "... "
REFUSED = "Traceback (most recent call last):"
KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}


def notebook(page: Path) -> str:
    """Return a page as a notebook, in JSON."""
    text = page.read_text(encoding="utf-8")
    cells, at = [], 0
    for match in SESSION.finditer(text):
        cells += markdown(text[at : match.start()])
        cells += [new_code_cell(code) for code in inputs(match[1])]
        at = match.end()
    cells += markdown(text[at:])
    for number, cell in enumerate(cells):
        cell["id"] = f"{page.stem}-{number}"
    made = new_notebook(cells=cells, metadata=KERNEL)
    nbformat.validate(made)
    return nbformat.writes(made) + "\n"


def markdown(text: str) -> list[nbformat.NotebookNode]:
    """Return the cell of a text, none for an empty one; links of the site become names of pages."""
    plain = ROLE.sub(r"*\1*", DIRECTIVE.sub("", text)).strip()
    return [new_markdown_cell(plain)] if plain else []


def inputs(session: str) -> list[str]:
    """Return what is typed in a session: a cell up to each output.

    >>> inputs(">>> a = 1\\n>>> a\\n1\\n>>> a + 1\\n2\\n")
    ['a = 1\\na', 'a + 1']
    """
    cells: list[list[str]] = [[]]
    printed = False
    for line in session.splitlines():
        if line.startswith(PROMPT):
            if printed:
                cells.append([])
            printed = False
            cells[-1].append(line.removeprefix(PROMPT))
        elif line.startswith(MORE.rstrip()):
            cells[-1].append(line.removeprefix(MORE.rstrip()).removeprefix(" "))
        elif line == REFUSED:
            refused = cells[-1].pop()
            cells += [["try:", f"    {refused}", "except ValueError as error:", "    print(error)"]]
            cells.append([])
        else:
            printed = True
    return ["\n".join(lines) for lines in cells if lines]


def write() -> None:
    """Write the notebooks."""
    for page in PAGES:
        path = NOTEBOOKS / f"{Path(page).stem}.ipynb"
        path.write_text(notebook(DOCS / page), encoding="utf-8")


if __name__ == "__main__":
    write()
