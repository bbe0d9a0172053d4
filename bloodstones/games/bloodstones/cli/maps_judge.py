"""`bloodstones maps judge`: play games on a map and tell how fair it is; two maps in pairs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bloodstones.cli.terminal.options import replace_option
from bloodstones.cli.terminal.pictures import picture_format, write_picture
from bloodstones.cli.terminal.usage import REAL_NUMBER, WHOLE_NUMBER
from bloodstones.core.errors import InputError, expected
from bloodstones.core.extras import require_extra

if TYPE_CHECKING:
    import pandas as pd

    from bloodstones.batch.in_memory import Played
    from bloodstones.games.bloodstones.rules.ruleset import BoardMap
    from bloodstones.stats.judgement import MapJudgement

JSON_INDENT = 2
DIGITS = 15  # of numbers in JSON
GAMES = 2000
FEWEST_GAMES, MOST_GAMES = 120, 1_000_000
SEED = 1
BAND, MOST_BAND = 20.0, 100.0  # per cent of the fair share
LARGEST_SEED = 2**63 - 1
PERCENT = 100
MOST_MAPS = 2
STRATEGY = "warlord"
HELP = """Play games on a map and judge it: seats, factions, citadel areas, leads, battles.

MAP is the id of a shipped map or the path of a .toml file. Every set of factions sits in every
order round the table equally often; one strategy plays all seats. Half of the games are on the
map with its areas numbered backwards, as strategies break ties by number. With two maps both are
played with the same luck, and their differences are told in pairs.
"""
EPILOG = """\b
Examples:
  bloodstones maps judge raven_coast --players 3
  bloodstones maps judge my_map.toml --players 4 --games 5000 --picture battles.png
  bloodstones maps judge twin_meres raven_coast --players 2 --json
"""


@click.command("judge", help=HELP, epilog=EPILOG)
@click.argument("names", nargs=-1, metavar="MAP [MAP]")
@click.option("--players", type=WHOLE_NUMBER, required=True, metavar="N", help="Seats.")
@click.option(
    "--games",
    type=WHOLE_NUMBER,
    default=GAMES,
    show_default=True,
    metavar="N",
    help="At least so many, equally many of each line-up.",
)
@click.option("--strategy", default=STRATEGY, show_default=True, metavar="ID", help="Plays all.")
@click.option(
    "--band",
    type=REAL_NUMBER,
    default=BAND,
    show_default=True,
    metavar="X",
    help="Win rates within so many per cent of the fair share are fair.",
)
@click.option("--seed", type=WHOLE_NUMBER, default=SEED, show_default=True, metavar="N")
@click.option("--jobs", type=WHOLE_NUMBER, metavar="N", help="Workers; by default one a core.")
@click.option(
    "--picture",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Draw the battles on the first map; .svg, .png or .pdf.",
)
@replace_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def judge(
    names: tuple[str, ...],
    players: int,
    games: int,
    strategy: str,
    band: float,
    seed: int,
    jobs: int | None,
    picture: Path | None,
    replace: bool,
    as_json: bool,
) -> None:
    """Play, measure, print."""
    from bloodstones.games.bloodstones.maps.reading import load_map

    if not 1 <= len(names) <= MOST_MAPS or len(set(names)) < len(names):
        raise InputError(
            f"expected one map or two, got {', '.join(names) or 'nothing'} (MAP [MAP])",
            "bloodstones maps list",
        )
    if not FEWEST_GAMES <= games <= MOST_GAMES:
        raise expected(f"{FEWEST_GAMES} to {MOST_GAMES:_} games", games, "--games")
    if jobs is not None and jobs < 1:
        raise expected("at least 1 job", jobs, "--jobs")
    require_extra("study")
    if not 0 < band <= MOST_BAND:
        wanted = f"a band above 0 and up to {MOST_BAND:g} per cent of the fair share"
        raise expected(wanted, band, "--band")
    if not 0 <= seed <= LARGEST_SEED:
        raise expected(f"a seed from 0 to {LARGEST_SEED}", seed, "--seed")
    format_ = "" if picture is None else picture_format(picture, "--picture", replace=replace)
    boards = [load_map(name) for name in names]
    from bloodstones.batch.running.progress import on_terminal
    from bloodstones.core.contract.columns import Columns
    from bloodstones.games.bloodstones.cli.maps_games import play_boards
    from bloodstones.games.bloodstones.game import COLUMNS, MEASURES
    from bloodstones.stats.judgement import judge_map

    with on_terminal() as progress:
        played = play_boards(boards, players, games, strategy, seed, jobs=jobs, progress=progress)
    columns, measures = Columns(COLUMNS), Columns(MEASURES)
    found = [
        judge_map(each.rows, each.areas, columns, measures, band=band / PERCENT) for each in played
    ]
    if picture is not None:
        write_picture(_picture(boards[0], found[0]), picture, format_)
    told = [_as_object(*pair) for pair in zip(boards, found, strict=True)]
    differences = _differences(played)
    if as_json:
        click.echo(json.dumps({"maps": told, **differences}, indent=JSON_INDENT))
        return
    from bloodstones.games.bloodstones.cli.maps_judge_panel import show_differences, show_judgement

    for board, judgement, one in zip(boards, found, told, strict=True):
        show_judgement(board, judgement, one["sites"], strategy, band)
    if differences:
        show_differences(boards, differences)
    if picture is not None:
        click.echo(f"\n{picture}: battles on {boards[0].name}")


def _picture(board: BoardMap, judgement: MapJudgement) -> Any:
    from bloodstones.games.bloodstones.maps.tables import area_table
    from bloodstones.games.bloodstones.sections.board_style import LOOKS
    from bloodstones.plots.board import draw_map
    from bloodstones.plots.heat import Heat

    table = judgement.contested
    values = dict(zip(table["area"].tolist(), (table["battles"] * PERCENT).tolist(), strict=True))
    return draw_map(area_table(board), Heat(values, "battles in 100 games"), looks=LOOKS)


def _as_object(board: BoardMap, found: MapJudgement) -> dict[str, Any]:
    """Return a judgement for `--json`."""
    from bloodstones.games.bloodstones.maps.sites import site_qualities
    from bloodstones.games.bloodstones.rules.reading import load_ruleset

    return {
        "map": board.id,
        "players": found.players,
        "games": found.games,
        "seat_advantage": found.verdict.value,
        "unevenness": asdict(found.unevenness) | {"percent": found.unevenness.percent},
        "turn_orders": _lines(found.seats),
        "points": _lines(found.points),
        "factions": _lines(found.factions),
        "sites": [asdict(site) for site in site_qualities(board, load_ruleset())],
        "citadel_areas": _lines(found.places["citadel_area"]),
        "leads": _lines(found.leads),
        "areas": _lines(found.contested),
    }


def _differences(played: Sequence[Played]) -> dict[str, Any]:
    """Return the paired differences of two maps; nothing for one."""
    if len(played) < MOST_MAPS:
        return {}
    from bloodstones.core.contract.columns import Columns
    from bloodstones.core.contract.game import Role
    from bloodstones.games.bloodstones.game import COLUMNS
    from bloodstones.stats.map_pairs import map_differences
    from bloodstones.stats.unevenness import unevenness_difference

    one, other = (each.rows for each in played)
    summed = Columns(COLUMNS).labels(Role.CONTEST)
    return {
        "differences": _lines(map_differences(one, other, summed)),
        "unevenness_difference": asdict(unevenness_difference(one, other)),
    }


def _lines(table: pd.DataFrame) -> list[dict[str, Any]]:
    """Return a table as plain objects; what is not known is null."""
    told: list[dict[str, Any]] = json.loads(
        table.drop(columns="map", errors="ignore").to_json(
            orient="records", double_precision=DIGITS
        )
    )
    return told
