"""`bloodstones odds-page`: write the odds page for the table."""

from __future__ import annotations

import json
from pathlib import Path

import click

from bloodstones.core.errors import InputError
from bloodstones.core.files import write_atomically
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
@click.option("--replace", is_flag=True, help="Write over an existing file.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(file: Path, settings: tuple[str, ...], replace: bool, as_json: bool) -> None:
    """Read the arguments, make the page, write it at once."""
    changes, rules = changed_rules(settings)
    _check_new(file, replace)
    from bloodstones.games.bloodstones.sections.odds_page import odds_page

    content = odds_page(rules, changes).encode()
    write_atomically(file, content)
    if as_json:
        click.echo(json.dumps({"page": str(file), "bytes": len(content), "overrides": changes}))
        return
    click.echo(f"{file} ({len(content):,} bytes): open it in any browser, no network needed.")
    if changes:
        click.echo(told_changes(changes))


def _check_new(file: Path, replace: bool) -> None:
    """Raise InputError unless `file` is new, or a file that may be replaced."""
    try:
        there, is_file = file.exists(), file.is_file()
    except OSError as error:
        raise InputError(f"expected a file, got {str(file)!r} ({error.strerror})") from error
    if there and not is_file:
        raise InputError(f"expected a file, got a folder or device ({file})")
    if there and not replace:
        raise InputError(
            f"expected a new file, got one that exists ({file})",
            "write over it with --replace, or choose another name",
        )
