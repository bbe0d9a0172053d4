"""How the shipped maps are chosen.

Run as `python -m bloodstones.games.bloodstones.cli.maps_shipped [ID…]`.

For each map the present one and candidates of the same kind are compared by games, in rounds of
successive halving (`halving.halve`). The winner is then measured beside the present map with fresh
seeds. The command prints a line of JSON a map; it changes no file.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import Any, Final

import click

from bloodstones.batch.running.progress import on_terminal
from bloodstones.cli import main
from bloodstones.core.errors import expected, near_matches
from bloodstones.games.bloodstones.maps.choosing import by_statistics, ranked
from bloodstones.games.bloodstones.maps.generate import generate_map
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.maps.recipe import Recipe, Symmetry
from bloodstones.games.bloodstones.questions.judging.fairest import fairest, measured_again

PROGRAM: Final = "python -m bloodstones.games.bloodstones.cli.maps_shipped"
SEEDS: Final = range(1, 41)  # of which those with the best figures are played
PLAYED: Final = 7  # candidates in the first round, beside the present map
GAMES: Final = 240  # of each in the first round
AGAIN: Final = 1200  # of the winner and of the present map at the end
LUCK: Final = 20_261
STRATEGY: Final = "warlord_tuned"
RECIPES: Final = {
    "twin_meres": Recipe(
        2,
        2,
        areas_per_player=24.0,
        seas=2,
        inland_seas=2,
        symmetry=Symmetry.ROTATIONAL,
        chokepoints=(0, 8),
    ),
    "raven_coast": Recipe(2, 3),
    "scarred_vale": Recipe(3, 4),
    "ember_coast": Recipe(4, 5),
    "sundered_march": Recipe(5, 6),
}


def choose(name: str) -> dict[str, Any]:
    """Return how the best candidate for a shipped map compares with it, as a JSON object."""
    present, recipe = load_map(name), RECIPES[name]
    best = ranked(recipe, SEEDS, by_statistics)[:PLAYED]
    seeds = [one.seed for one in best]
    boards = [present, *(generate_map(recipe, seed) for seed in seeds)]
    with on_terminal() as progress:
        chosen = fairest(boards, GAMES, STRATEGY, LUCK, progress=progress)
        # The present map may have won: then the best of the others is measured beside it.
        order = chosen.rounds[-1].ranked
        rival = next(place for place in (*order, *chosen.rounds[-2].ranked) if place)
        new, old, gap = measured_again(
            boards[rival], present, AGAIN, STRATEGY, LUCK, progress=progress
        )
    return {
        "map": name,
        "seeds": seeds,
        "rounds": [asdict(one) for one in chosen.rounds],
        "games": chosen.games,
        "winner": "present" if not order[0] else seeds[order[0] - 1],
        "rival": seeds[rival - 1],
        "rival_unevenness": asdict(new),
        "present_unevenness": asdict(old),
        "difference": asdict(gap),
    }


@click.command()
@click.argument("names", nargs=-1, metavar="[ID...]")
def command(names: tuple[str, ...]) -> None:
    """Choose the shipped maps anew, or those named, and print as JSON what speaks for each."""
    for name in names:
        if name not in RECIPES:
            tip = near_matches(name, RECIPES) or f"known: {', '.join(RECIPES)}"
            raise expected("a map that is selected by playing games", name, PROGRAM, tip)
    for name in names or RECIPES:
        click.echo(json.dumps(choose(name)))


if __name__ == "__main__":
    sys.exit(main(None, command, PROGRAM))
