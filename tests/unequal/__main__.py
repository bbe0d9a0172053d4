"""`python -m tests.unequal [GAME …]`: strengths of strategies from ladders, and how they fade."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path

import numpy as np
import pandas as pd

from bloodstones.batch.ladder.definition import Ladder, read_ladder
from bloodstones.games.registry import GAMES, load_game
from bloodstones.kit.explain.fading import SeenPositions, fitted
from bloodstones.kit.explain.unequal import FILE, Fade, ratings_text, read_ratings
from tests.unequal.figures import figures_of, gains, write
from tests.unequal.one_scale import joined
from tests.unequal.positions import ANALYSIS, seen

REPORTS = ANALYSIS.parent / "reports"
FORMAT = "bloodstones-ladder"
HASH = 12  # digits of a hash that tell tables from each other
TABLES = {2: 24, 3: 16, 4: 12, 5: 10, 6: 8}  # played, by size


def ladders_of(game_id: str) -> dict[str, str]:
    """Return the shipped ladders of a game with the hashes of their tables."""
    found = {}
    for path in sorted(REPORTS.glob("*/provenance.json")):
        read = json.loads(path.read_text(encoding="utf-8"))
        if read.get("format") == FORMAT and read.get("game") == game_id:
            found[path.parent.name] = read["table_hash"][:HASH]
    return found


def ladder_for(names: Iterable[str], players: int) -> Ladder:
    """Return the first of these ladders that has tables of so many."""
    for name in names:
        ladder = read_ladder(ANALYSIS / f"{name}.toml").ladder
        if any(players in pool.players for pool in ladder.pools):
            return ladder
    raise LookupError(players)


def positions_of(game_id: str, players: int, kept: Path | None) -> SeenPositions:
    """Return positions of games between unequal players, those that are kept if there are any."""
    path = None if kept is None else kept / f"{game_id}_{players}.npz"
    if path is not None and path.is_file():
        with np.load(path) as arrays:
            return SeenPositions(*(arrays[each.name] for each in fields(SeenPositions)))
    strengths = strengths_of(game_id)[players]
    ladder = ladder_for(ladders_of(game_id), players)
    found = seen(ladder, strengths, players, TABLES[players])
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez(path, **{each.name: getattr(found, each.name) for each in fields(SeenPositions)})
    return found


def strengths_of(game_id: str) -> dict[int, dict[str, float]]:
    """Return the strengths of a game's strategies by number of players."""
    places = [REPORTS / name / "tables" / "ratings.csv" for name in ladders_of(game_id)]
    return joined([pd.read_csv(path) for path in places])


def folder_of(game_id: str) -> Path:
    """Return the folder of a game's strategies."""
    folder: Path = load_game(game_id).finder_for().plans.folder  # type: ignore[attr-defined]
    return folder


def with_fades_kept(game_id: str) -> None:
    """Write the strengths of a game anew, with the fades of those sizes that it has: no games."""
    folder = folder_of(game_id)
    kept = {size: read_ratings(folder, size) for size in strengths_of(game_id)}
    tables = {
        size: (strengths_of(game_id)[size], ratings.fade)
        for size, ratings in kept.items()
        if ratings is not None
    }
    text = ratings_text(ladders_of(game_id), tables)
    (folder / FILE).write_text(text, encoding="utf-8")


def main() -> None:
    """Write the strengths of games and the figures of the documentation."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--positions", type=Path, help="keep them here, take those that are here")
    parser.add_argument(
        "--keep-fades", action="store_true", help="play nothing: new strengths, fades as they are"
    )
    parser.add_argument("--players", type=int, nargs="*", help="only tables of these sizes")
    told = parser.parse_args()
    for game_id in told.games:
        if told.keep_fades:
            with_fades_kept(game_id)
            continue
        tables: dict[int, tuple[dict[str, float], Fade]] = {}
        for players, strengths in strengths_of(game_id).items():
            if told.players and players not in told.players:
                continue
            found = positions_of(game_id, players, told.positions)
            rows = figures_of(game_id, players, found)
            write(rows)
            fade = fitted(found)
            if gains(rows):
                tables[players] = strengths, fade
            print(game_id, players, fade, "" if players in tables else "gains nothing", flush=True)
        text = ratings_text(ladders_of(game_id), tables)
        (folder_of(game_id) / FILE).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
