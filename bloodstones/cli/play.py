"""`bloodstones play`: one game by strategies, shown and recorded."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bloodstones.core.errors import InputError, expected
from bloodstones.core.faults import gathering, raise_together
from bloodstones.core.game import Seat, Setup
from bloodstones.core.pairs import read_pairs
from bloodstones.games.bloodstones.cli.changes import changed_rules, reading_option, set_option
from bloodstones.games.bloodstones.rules.options import read_options

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.record.reading import Record

JSON_INDENT = 2
DEFAULT_MAP = "tyrants_lament"
DEFAULT_STRATEGY = "warlord"
DEFAULT_SEED = "1"
LARGEST_SEED = 2**63 - 1
EXAMPLE = "dragon_riders:warlord,horse_lords:builder"
VP_SOURCES = ("start", "battles", "villages", "captured_villages", "captured_citadels")
FIGURES = (
    "citadel_area",
    "villages",
    "villages_built",
    "villages_lost",
    "villages_captured",
    "citadels_captured",
    "battles_attacking",
    "battles_defending",
    "battles_won",
    "withdrawals",
    "units_built",
    "units_lost",
    "regroups",
    "turns",
)

HELP = """Play one game by strategies, show it and, if wanted, keep its record.

\b
SEATS      FACTION[:STRATEGY],FACTION[:STRATEGY],...   clockwise
factions   dragon_riders  horse_lords  hill_folk  necromancers
           chaos_horde (4 players)  corsairs (3 players)
strategy   an id from `bloodstones strategies` (default warlord), a searching one
           with its budget (monte_carlo_256), or your own: settler.py:Settler
map        the id of a shipped map, or the path of a .toml file
NAME=N     a changed number of the rules: dragon.modifier=3, hand_limit=6
NAME=VALUE a chosen reading, listed by `bloodstones rules`: overpay=free

The same seed gives the same game: the random streams are keyed by the seed,
the label 'play' and replicate 0.
"""
EPILOG = """\b
Examples:
  bloodstones play --players dragon_riders,horse_lords --seed 7
  bloodstones play --players hill_folk:builder,corsairs:warlord,necromancers:random \\
      --seed 3 --record game.jsonl --json
  bloodstones play --players dragon_riders,horse_lords \\
      --set dragon.modifier=3 --option overpay=free
"""


@click.command(help=HELP, epilog=EPILOG)
@click.option("--map", "map_id", default=DEFAULT_MAP, show_default=True, metavar="MAP")
@click.option("--players", metavar="SEATS", help="Who plays, clockwise.")
@click.option(
    "--seed", default=DEFAULT_SEED, show_default=True, metavar="N", help="Which game it is."
)
@click.option(
    "--record", type=click.Path(path_type=Path), metavar="FILE", help="Write the record there."
)
@set_option
@reading_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    map_id: str,
    players: str | None,
    seed: str,
    record: Path | None,
    settings: tuple[str, ...],
    options: tuple[str, ...],
    as_json: bool,
) -> None:
    """Read the arguments, play, write, print."""
    number = read_seed(seed)
    if record is not None:
        check_target(record)
    setup = Setup(map_id, read_seats(players), *read_changes(settings, options))
    from bloodstones.games.bloodstones.game import GAME

    GAME.check(setup)
    from bloodstones.cli.compiling import prepare_kernels, told_if_slow
    from bloodstones.games.bloodstones.record.reading import parse_record
    from bloodstones.games.bloodstones.record.recorded_play import LABEL, play_and_record

    prepare_kernels()
    with told_if_slow():
        GAME.seat(setup).warm_up()
    played = play_and_record(setup, number)
    rows = GAME.simulate(setup, number, LABEL, range(1)).rows
    text = played.text()
    if record is not None:
        played.write(record)
    told = as_object(parse_record(text), rows, record)
    if as_json:
        click.echo(json.dumps(told, indent=JSON_INDENT))
    else:
        from bloodstones.games.bloodstones.cli.play_summary import show

        show(parse_record(text), told)


def as_object(played: Record, rows: Any, record: Path | None) -> dict[str, Any]:
    """Return the JSON object that the command prints; `rows` is the tidy table of the game."""
    seats = []
    for seat in range(len(played.header.seats)):
        seats.append(
            {
                "seat": seat,
                "faction": rows["faction"][seat],
                "strategy": rows["strategy"][seat],
                "turn_order": rows["turn_order"][seat],
                "score": rows["score"][seat],
                "rank": rows["rank"][seat],
                "win_credit": rows["win_credit"][seat],
                "vp": {source: rows[f"vp_{source}"][seat] for source in VP_SOURCES},
                **{figure: rows[figure][seat] for figure in FIGURES},
            }
        )
    return {
        "map": played.header.board.id,
        "seed": played.header.seed,
        "first_seat": played.header.first_seat,
        "options": dict(played.header.options),
        "overrides": dict(played.header.overrides),
        "seats": seats,
        "winners": played.end["winners"],
        "end_reason": played.end["end_reason"],
        "turns": played.end["turns"],
        "record": None if record is None else str(record),
    }


def read_seats(text: str | None) -> tuple[Seat, ...]:
    """Return the seats named in `--players`.

    >>> read_seats("hill_folk, horse_lords:builder")[0]
    Seat(role='hill_folk', strategy='warlord')
    """
    if text is None:
        raise InputError(
            "expected --players, got nothing (bloodstones play)", f"--players {EXAMPLE}"
        )
    seats = []
    for item in text.split(","):
        parts = [part.strip() for part in item.split(":", 1)]
        if not all(parts):
            raise expected("FACTION[:STRATEGY] for each seat", item, "--players", EXAMPLE)
        seats.append(Seat(parts[0], parts[1] if len(parts) > 1 else DEFAULT_STRATEGY))
    return tuple(seats)


def read_changes(
    settings: Sequence[str], options: Sequence[str]
) -> tuple[dict[str, str], dict[str, int]]:
    """Return the readings and the rule numbers that are changed.

    Raises
    ------
    InputError
        With every fault.

    Examples
    --------
    >>> read_changes(["dragon.modifier=3"], ["overpay=free"])
    ({'overpay': 'free'}, {'dragon.modifier': 3})
    """
    errors: list[InputError] = []
    readings: dict[str, str] = {}
    numbers: dict[str, int] = {}
    with gathering(errors):
        readings = read_pairs(options, "--option")
        read_options(readings, "--option")
    with gathering(errors):
        numbers, _ = changed_rules(settings)
    raise_together(errors)
    return readings, numbers


def read_seed(text: str) -> int:
    """Return the seed; InputError unless it is a whole number that fits."""
    digits = len(str(LARGEST_SEED))
    if not (text.isascii() and text.isdigit() and len(text) <= digits):
        raise expected(f"a whole number from 0 to {LARGEST_SEED}", text, "--seed")
    if int(text) > LARGEST_SEED:
        raise expected(f"a whole number from 0 to {LARGEST_SEED}", text, "--seed")
    return int(text)


def check_target(path: Path) -> None:
    """Raise InputError unless a record can be written to `path`."""
    try:
        there, is_file, folder = path.exists(), path.is_file(), path.parent.is_dir()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError(f"expected a file, got {str(path)!r} ({reason})") from error
    if there and not is_file:
        raise expected("a file", str(path), "--record")
    if not folder:
        raise expected("a file in an existing folder", str(path), "--record")
