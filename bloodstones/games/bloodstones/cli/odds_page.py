"""`bloodstones odds-page`: write the odds page for the table."""

from __future__ import annotations

import json
from pathlib import Path

import click

from bloodstones.cli.terminal.options import replace_option
from bloodstones.core.files.writing import check_new, write_atomically
from bloodstones.games.bloodstones.cli.changes import changed_rules, set_option, told_changes

HELP = """Write the odds page: one HTML file for the table.

Open it on a phone or a desktop, without a network. Tap two forces together, the terrain and the
hand tiles that each side is ready to swap in, and read the exact odds: who wins, what counts and
why, ties, withdrawal, VP. The address keeps the battle, to be shared or bookmarked. A side with
a hand swaps greedily or never, by choice; for best swaps ask `bloodstones odds`.
"""
EPILOG = """\b
Examples:
  bloodstones odds-page odds.html
  bloodstones odds-page odds.html --replace
  bloodstones odds-page weak_dragons.html --set dragon.modifier=3
"""


@click.command(help=HELP, epilog=EPILOG)
@click.argument("file", metavar="FILE.html", type=click.Path(path_type=Path))
@set_option
@replace_option
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(file: Path, settings: tuple[str, ...], replace: bool, as_json: bool) -> None:
    """Read the arguments, make the page, write it at once."""
    changes, rules = changed_rules(settings)
    check_new(file, "FILE.html", replace=replace)
    from bloodstones.games.bloodstones.sections.odds_page import odds_page

    content = odds_page(rules, changes).encode()
    write_atomically(file, content)
    if as_json:
        click.echo(json.dumps({"page": str(file), "bytes": len(content), "overrides": changes}))
        return
    click.echo(f"{file} ({len(content):,} bytes): open it in any browser, no network needed.")
    if changes:
        click.echo(told_changes(changes))
