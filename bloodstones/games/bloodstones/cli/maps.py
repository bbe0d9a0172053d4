"""`bloodstones maps`: list, show, draw, check, generate, compare and judge maps."""

from __future__ import annotations

import json
from dataclasses import replace as changed
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bloodstones.cli.terminal.options import replace_option
from bloodstones.cli.terminal.usage import REAL_NUMBER, WHOLE_NUMBER
from bloodstones.core.errors import InputError, expected, near_matches
from bloodstones.core.extras import require_extra
from bloodstones.core.files.writing import check_new, write_atomically
from bloodstones.games.bloodstones.cli.maps_draw import draw
from bloodstones.games.bloodstones.cli.maps_judge import FEWEST_GAMES, MOST_GAMES, STRATEGY, judge

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.maps.faults import Verdict
    from bloodstones.games.bloodstones.maps.making.recipe import Recipe
    from bloodstones.games.bloodstones.rules.ruleset import BoardMap

JSON_INDENT = 2
GOOD, FAULTY = 0, 2
MOST_SHOWN = 10  # faults of a map, and warnings
MOST_CANDIDATES = 1000
FEWEST_CANDIDATES, MOST_PLAYED = 2, 128  # with --fair
MAP_HELP = "MAP is the id of a shipped map or the path of a .toml file."


class NamedGroup(click.Group):
    """A group that answers an unknown command with its near matches."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve a command of the group."""
        name = args[0] if args else ""
        if args and name not in self.commands and not name.startswith("-"):
            tip = near_matches(name, self.commands) or f"known: {', '.join(sorted(self.commands))}"
            raise InputError(f"expected a command, got {name!r} (bloodstones maps COMMAND)", tip)
        return super().resolve_command(ctx, args)


@click.group(cls=NamedGroup)
def command() -> None:
    """List, show, draw, check, generate, compare and judge maps."""


command.add_command(draw)
command.add_command(judge)


map_argument = click.argument("name", metavar="MAP")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@command.command("list")
@json_option
def list_(as_json: bool) -> None:
    """List the shipped maps."""
    from bloodstones.games.bloodstones.maps.reading import list_maps, load_map

    boards = [load_map(name) for name in list_maps()]
    if as_json:
        _print([_head(board) for board in boards])
        return
    from bloodstones.games.bloodstones.cli.maps_panel import show_list

    show_list(boards)


@command.command(help=f"Show the figures and areas of a map. {MAP_HELP}")
@map_argument
@json_option
def show(name: str, as_json: bool) -> None:
    """Load, measure, print."""
    from bloodstones.games.bloodstones.maps.reading import load_map

    board = load_map(name)
    if as_json:
        _print(_head(board) | {"figures": _figures(board), "areas": _areas(board)})
        return
    from bloodstones.games.bloodstones.cli.maps_panel import show_map

    show_map(board, _figures(board))


@command.command(help=f"Show the figures of maps side by side. {MAP_HELP}")
@click.argument("names", nargs=-1, metavar="MAP MAP...")
@json_option
def compare(names: tuple[str, ...], as_json: bool) -> None:
    """Load, measure, print."""
    if len(names) <= 1:
        got = "nothing" if not names else repr(names[0])
        raise InputError(
            f"expected two maps or more, got {got} (MAP MAP...)", "bloodstones maps list"
        )
    from bloodstones.games.bloodstones.maps.reading import load_map

    boards = [load_map(name) for name in names]
    if as_json:
        _print([_head(board) | {"figures": _figures(board)} for board in boards])
        return
    from bloodstones.games.bloodstones.cli.maps_panel import show_comparison

    show_comparison(boards, [_figures(board) for board in boards])


@command.command(
    help=f"""Check maps: the first {MOST_SHOWN} faults and warnings of each at once. {MAP_HELP}

\b
exit code  0  no map has a fault; there may be warnings
           2  a map has faults
"""
)
@click.argument("names", nargs=-1, metavar="MAP...")
@json_option
def check(names: tuple[str, ...], as_json: bool) -> int:
    """Check every map, print, and tell by the exit code whether one has a fault."""
    if not names:
        raise InputError("expected MAP, got nothing (bloodstones maps check)", "name a file")
    from bloodstones.games.bloodstones.maps.faults import check_file
    from bloodstones.games.bloodstones.maps.reading import path_of
    from bloodstones.games.bloodstones.rules.reading import load_ruleset

    verdicts = [(name, check_file(path_of(name), load_ruleset(), name)) for name in names]
    if as_json:
        _print([_verdict(name, verdict) for name, verdict in verdicts])
    else:
        for name, verdict in verdicts:
            _tell(name, verdict)
    return FAULTY if any(verdict.faults for _, verdict in verdicts) else GOOD


def _verdict(name: str, verdict: Verdict) -> dict[str, Any]:
    kinds = {"faults": verdict.faults, "warnings": verdict.warnings}
    return {
        "map": name,
        "ok": not verdict.faults,
        **{kind: list(sentences[:MOST_SHOWN]) for kind, sentences in kinds.items()},
        **{f"more_{kind}": max(0, len(told) - MOST_SHOWN) for kind, told in kinds.items()},
    }


def _tell(name: str, verdict: Verdict) -> None:
    board = verdict.board
    what = "" if board is None else f"  {board.name}, {len(board.areas)} areas"
    click.echo(f"{'bad' if verdict.faults else 'ok '}  {name}{what}")
    for kind, sentences in (("fault", verdict.faults), ("warning", verdict.warnings)):
        for sentence in sentences[:MOST_SHOWN]:
            click.echo(f"     {kind}: {sentence}")
        if len(sentences) > MOST_SHOWN:
            click.echo(f"     and {len(sentences) - MOST_SHOWN:,} more {kind}s")


GENERATE_HELP = """Make a map from parameters and a seed; the same ones give the same file.

The defaults are like Map 1. Without --out the file is printed.

\b
RANGE    the player counts, such as 4 or 3-4
SHARES   of the land:
         plains=0.5,forest=0.3,hills=0.1,mountains=0.04,desert=0.06
         (only the proportions count; a terrain left out is not on the map)
"""
GENERATE_EPILOG = """\b
Examples:
  bloodstones maps generate --players 3-4 --seed 7 --out my_map.toml
  bloodstones maps generate --players 6 --symmetry rotational --seas 3 --candidates 20
  bloodstones maps generate --players 3 --symmetry rotational --turns 3 --seas 3
  bloodstones maps generate --players 2 --candidates 8 --fair 500 --out fair.toml
  bloodstones play --map my_map.toml --players dragon_riders,horse_lords,hill_folk
"""


@command.command(help=GENERATE_HELP, epilog=GENERATE_EPILOG)
@click.option("--players", required=True, metavar="RANGE", help="Player counts.")
@click.option("--seed", type=WHOLE_NUMBER, default=1, show_default=True, metavar="N")
@click.option("--areas-per-player", type=REAL_NUMBER, metavar="X", help="For the most players.")
@click.option("--sea-share", type=REAL_NUMBER, metavar="X", help="Sea areas among all areas.")
@click.option("--terrain", metavar="SHARES", help="Shares of the land.")
@click.option(
    "--seas", type=WHOLE_NUMBER, metavar="N", help="Parts of the sea apart from each other."
)
@click.option(
    "--inland-seas", type=WHOLE_NUMBER, metavar="N", help="How many of them reach no edge."
)
@click.option(
    "--islands", type=WHOLE_NUMBER, metavar="N", help="Most parts of the land beside the largest."
)
@click.option("--chokepoints", metavar="RANGE", help="Areas whose loss parts the land.")
@click.option("--rivers", type=WHOLE_NUMBER, metavar="N", help="Most rivers.")
@click.option("--height", type=REAL_NUMBER, metavar="X", help="Of the board, in board widths.")
@click.option("--symmetry", metavar="KIND", help="none, rotational or mirror.")
@click.option(
    "--turns",
    type=WHOLE_NUMBER,
    metavar="N",
    help="With rotational: the same after 1/N of a whole turn, 2 (if left out) to 6.",
)
@click.option(
    "--candidates",
    type=WHOLE_NUMBER,
    default=1,
    show_default=True,
    metavar="N",
    help="Make maps of this seed and the next ones, keep that with the best figures.",
)
@click.option(
    "--fair",
    "fair_games",
    type=WHOLE_NUMBER,
    metavar="GAMES",
    help="Keep the fairest instead: play so many games on each, twice as many on the better half, "
    "and so on.",
)
@click.option(
    "--strategy",
    metavar="ID",
    help=f"With --fair: plays all seats; {STRATEGY} if left out.",
)
@click.option("--name", metavar="TEXT", help="Name of the map; by default a drawn one.")
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Write it there.")
@replace_option
@json_option
def generate(
    players: str,
    seed: int,
    candidates: int,
    fair_games: int | None,
    strategy: str | None,
    name: str | None,
    out: Path | None,
    replace: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """Read the recipe, make the map, write, print."""
    from bloodstones.games.bloodstones.maps.reading import SUFFIX
    from bloodstones.games.bloodstones.maps.writing import map_text

    recipe = _recipe(players, given)
    if not 1 <= candidates <= MOST_CANDIDATES:
        raise expected(f"1 to {MOST_CANDIDATES} candidates", candidates, "--candidates")
    if out is not None and out.suffix != SUFFIX:
        raise expected(f"a file that ends in {SUFFIX}", str(out), "--out")
    if out is not None:
        check_new(out, "--out", replace=replace)
    if fair_games is None:
        if strategy is not None:
            raise expected("--strategy with --fair", "it alone", "options")
        board = _best(recipe, seed, candidates)
    else:
        board = _fairest(recipe, seed, candidates, fair_games, strategy or STRATEGY)
    if name is not None:
        board = _renamed(board, name)
    text = map_text(board)
    if out is not None:
        write_atomically(out, text.encode())
    if as_json:
        told = _head(board) | {"figures": _figures(board), "areas": _areas(board)}
        _print(told | {"file": None if out is None else str(out)})
    elif out is None:
        click.echo(text, nl=False)
    else:
        from bloodstones.games.bloodstones.cli.maps_panel import show_map

        show_map(board, _figures(board), areas=False)
        click.echo(f"\nWritten to {out}")


def _best(recipe: Recipe, seed: int, candidates: int) -> BoardMap:
    from bloodstones.games.bloodstones.maps.making.choosing import by_statistics, ranked
    from bloodstones.games.bloodstones.maps.making.generate import generate_map

    if candidates == 1:
        return generate_map(recipe, seed)
    return ranked(recipe, range(seed, seed + candidates), by_statistics)[0].board


def _fairest(recipe: Recipe, seed: int, candidates: int, games: int, strategy: str) -> BoardMap:
    """Return the fairest map by games; its origin tells how it was chosen."""
    if not FEWEST_CANDIDATES <= candidates <= MOST_PLAYED:
        raise expected(
            f"{FEWEST_CANDIDATES} to {MOST_PLAYED} candidates with --fair",
            candidates,
            "--candidates",
        )
    if not FEWEST_GAMES <= games <= MOST_GAMES:
        raise expected(f"{FEWEST_GAMES} to {MOST_GAMES:_} games", games, "--fair")
    require_extra("study")
    from bloodstones.batch.running.progress import on_terminal
    from bloodstones.games.bloodstones.cli.maps_fair import fairest
    from bloodstones.games.bloodstones.maps.making.generate import generate_map

    boards = [generate_map(recipe, each) for each in range(seed, seed + candidates)]
    with on_terminal() as progress:
        found = fairest(boards, games, strategy, seed, progress=progress)
    last = found.rounds[-1].games
    by = f"fairest of {candidates} in games of {strategy}, {last:,} each in the last round"
    return changed(found.board, origin=f"{found.board.origin}, {by}")


def _renamed(board: BoardMap, name: str) -> BoardMap:
    from bloodstones.games.bloodstones.maps.making.naming import id_of
    from bloodstones.games.bloodstones.maps.reading import is_id

    if not (name.isprintable() and is_id(id_of(name))):
        raise expected(
            "a name of letters, digits and blanks that begins with a letter", name, "--name"
        )
    return changed(board, id=id_of(name), name=name)


def _recipe(players: str, given: dict[str, Any]) -> Recipe:
    """Return the recipe of the options; those left out keep their defaults."""
    from bloodstones.games.bloodstones.maps.making.recipe import Recipe, Symmetry

    values = {key: value for key, value in given.items() if value is not None}
    if "terrain" in values:
        values["shares"] = read_shares(values.pop("terrain"))
    if "chokepoints" in values:
        values["chokepoints"] = read_range(values["chokepoints"], "--chokepoints")
    if "symmetry" in values:
        known = [kind.value for kind in Symmetry]
        if values["symmetry"] not in known:
            raise expected(f"one of {', '.join(known)}", values["symmetry"], "--symmetry")
        values["symmetry"] = Symmetry(values["symmetry"])
    fewest, most = read_range(players, "--players")
    return Recipe(fewest, most, **values)


def read_range(text: str, where: str) -> tuple[int, int]:
    """Return the ends of a range of whole numbers.

    >>> read_range("3-4", "--players"), read_range("4", "--players")
    ((3, 4), (4, 4))
    """
    fewest, dash, most = text.partition("-")
    ends = (fewest.strip(), (most if dash else fewest).strip())
    if not all(end.isascii() and end.isdigit() and len(end) <= len("999") for end in ends):
        raise expected("a whole number or a range such as 3-4", text, where)
    return int(ends[0]), int(ends[1])


def read_shares(text: str) -> dict[Any, float]:
    """Return the shares of the land by terrain.

    >>> {terrain.id: share for terrain, share in read_shares("plains=3, forest=1").items()}
    {'plains': 3.0, 'forest': 1.0}
    """
    from bloodstones.games.bloodstones.rules.names import Terrain

    shares: dict[Any, float] = {}
    for item in text.split(","):
        name, _, value = item.partition("=")
        terrain = Terrain.parse(name.strip(), "--terrain")
        if terrain in shares:
            raise expected(f"{terrain.id} once", text, "--terrain")
        try:
            shares[terrain] = float(value)
        except ValueError:
            raise expected("TERRAIN=SHARE for each terrain", item.strip(), "--terrain") from None
    return shares


def _print(told: Any) -> None:
    click.echo(json.dumps(told, indent=JSON_INDENT))


def _head(board: BoardMap) -> dict[str, Any]:
    return {
        "id": board.id,
        "name": board.name,
        "origin": board.origin,
        "min_players": board.min_players,
        "max_players": board.max_players,
    }


def _figures(board: BoardMap) -> dict[str, Any]:
    from dataclasses import asdict

    from bloodstones.games.bloodstones.maps.facts import map_facts
    from bloodstones.games.bloodstones.rules.reading import load_ruleset

    return asdict(map_facts(board, load_ruleset()))


def _areas(board: BoardMap) -> list[dict[str, Any]]:
    return [
        {
            "id": area.id,
            "name": area.name or None,
            "terrain": area.terrain.id,
            "x": area.x,
            "y": area.y,
            "neighbours": list(area.neighbours),
            "outline": [list(corner) for corner in area.outline] or None,
        }
        for area in board.areas
    ]
