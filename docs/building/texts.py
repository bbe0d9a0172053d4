"""How easy the documentation and the help are to read, as a page; the hardest text comes first."""

from __future__ import annotations

import click

from bloodstones.cli import COMMANDS, PROGRAM, load, of_games
from building.commands import helps
from building.readability import ROOT, measured_help, measured_prose, table_of, written
from building.writing import Pages

HEAD = """# Readability

For each text, the tables show the number of words and figures, the length of the longest sentence
in words, and Flesch's reading ease (60 to 70 is plain English). Code counts as a name. The page
{doc}`reports` has the same table for the first pages of the reports.

"""


def write(pages: Pages) -> None:
    """Write the page on readability."""
    prose = {
        path.relative_to(ROOT).as_posix(): measured_prose(path.read_text(encoding="utf-8"))
        for path in written()
    }
    top = click.Context(click.Group(PROGRAM), info_name=PROGRAM)
    common = [each for name in sorted(COMMANDS) for each in helps(name, load(name), top)]
    own = [
        (f"{path} ({game.title})", text)
        for name, games in sorted(of_games().items())
        for game in games
        for path, text in helps(name, load(name, game.id), top)
    ]
    said = {path: measured_help(text) for path, text in (*common, *own)}
    parts = [
        HEAD,
        "## Pages\n\n",
        table_of({name: one for name, one in prose.items() if one.words}, "page"),
        "\n\n## Help\n\n",
        table_of(said, "command"),
    ]
    pages.write("readability.md", "".join(parts) + "\n")
