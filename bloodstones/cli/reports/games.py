"""`bloodstones report games`: the report of a list of games that people played."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from bloodstones.api.results.html import Documents
from bloodstones.cli.terminal.layout import Command
from bloodstones.cli.terminal.missing_letters import telling_letters
from bloodstones.cli.terminal.options import html_option, pdf_option, replace_folder_option
from bloodstones.cli.terminal.usage import REAL_NUMBER
from bloodstones.core.errors import expected
from bloodstones.core.extras import require_extra

PERCENT: Final = 100
BAND: Final = 20.0
EPILOG: Final = """\b
Examples:
  bloodstones report games league.csv --out league_report
  bloodstones report games league.csv --game bloodstones
  bloodstones report games league.csv --title Root --column role=Clan
  bloodstones report games league.csv --column game=season+round
"""


@click.command(
    cls=Command, short_help="Write the report of games that people played.", epilog=EPILOG
)
@click.argument("file", metavar="FILE.csv", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Output folder (default: the name of the file with _report).",
)
@click.option("--game", "game_id", metavar="ID", help="Game id, from `bloodstones games`.")
@click.option("--title", metavar="TEXT", help="Title of the game, if it has no id here.")
@click.option(
    "--column",
    "columns",
    metavar="WHAT=HEADING",
    multiple=True,
    help="Name the column that holds game, player, role, seat, rank, score, won, map, date or "
    "finished. Join columns that make a game with +.",
)
@pdf_option
@html_option
@click.option("--lowest-wins", is_flag=True, help="The lowest score wins.")
@click.option(
    "--band",
    type=REAL_NUMBER,
    default=BAND,
    show_default=True,
    metavar="N",
    help="How far from its fair share a win rate counts as fair, in percent of the share.",
)
@click.option(
    "--reports",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder of reports to compare people with simulated players (default: reports).",
)
@replace_folder_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def games(
    file: Path,
    out: Path | None,
    columns: Sequence[str],
    lowest_wins: bool,
    band: float,
    reports: Path | None,
    replace: bool,
    as_json: bool,
    **named: object,
) -> None:
    """Write the report of the games in FILE.csv, a list of results of people.

    The list has one row a seat: game, player, role, seat, and a rank, a score or whether the seat
    won. Or it has one row a game: "Player 1", "Faction 1", "Score 1", ... The report shows win
    rates by role, seat and map, with intervals and verdicts. It also adjusts roles for who played
    them, rates the players, and says what more games would show. With --game, it compares people
    with the simulated players of your reports.
    """
    require_extra("report")
    from bloodstones.api.results.league import league_documents, read_games
    from bloodstones.report.document.files import HTML, PDF

    game_id, title = named["game_id"], named["title"]
    if game_id and title:
        raise expected("one of --game and --title", "both", "--title")
    if not 0 < band <= PERCENT:
        raise expected("a percentage above 0 and up to 100", band, "--band")
    given = dict(map(_pair, columns))
    league = read_games(file, str(game_id or title or ""), columns=given, lowest_wins=lowest_wins)
    folder, asked = out or Path(f"{file.stem}_report"), {PDF: named["pdf"], HTML: named["html"]}
    wanted, part = [name for name, flag in asked.items() if flag], band / PERCENT
    with telling_letters():
        documents = Documents(
            league_documents(league, folder, reports, wanted=wanted, band=part, replace=replace)
        )
    left = league.left_out
    if as_json:
        more = {"games": league.games, "ignored": league.ignored}
        lines = left.drop(columns="lines").to_dict("records")
        click.echo(json.dumps({**documents.data(), **more, "left_out": lines}))
        return
    for reason, number, lines in left.itertuples(index=False):
        noun = "game" if number == 1 else "games"
        click.echo(f"Left out {number:,} {noun}: {reason} (from line {lines}).", err=True)
    if league.ignored:
        click.echo(f"Columns not used: {', '.join(league.ignored)}.", err=True)
    listed = " and ".join(f"{path} ({size:,} bytes)" for path, size in documents.sizes.items())
    click.echo(f"Wrote {listed} and the tables, from {league.games:,} games with human players.")


def _pair(text: str) -> tuple[str, str]:
    """Return what a column holds, and its heading."""
    what, sign, heading = text.partition("=")
    if not sign or not heading.strip():
        raise expected("WHAT=HEADING, such as role=Tribe", text, "--column")
    return what.strip().casefold(), heading.strip()
