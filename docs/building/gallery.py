"""The gallery: a picture of each kind that `bloodstones.plots` draws, from the shipped reports."""

from __future__ import annotations

import ast
from pathlib import Path

import bloodstones
from bloodstones.games.registry import GAMES
from building.pictures import REPORTS, take
from building.reports import game_of, shipped
from building.writing import Pages, plain

PLOTS = Path(bloodstones.__file__).parent / "plots"
# Module -> what its pictures are called in reports, or how pages draw one.
PICTURES = {
    "win_rates": "win_rates_by_faction.svg",
    "matrix": "match_ups_*.svg",
    "shares": "worth.svg",
    "before_after": "before_after*.svg",
    "doses": "dose*.svg",
    "standing": "standing*.svg",
    "points": "points_*.svg",
    "lengths": "game_lengths.svg",
    "ladder": "ladder.svg",
    "learned": "calibration.svg",
    "sensitivity": "rule_sensitivity.svg",
    "odds": "combat_odds.svg",
    "advice": "advice.svg",
    "heat": "map_*_battles.svg",
}
DRAWN = {
    "battle": ("battle.svg", "bloodstones odds … --plot battle.svg"),
    "board": ("raven_coast.svg", "bloodstones maps draw raven_coast -o raven_coast.svg"),
}


def purpose(module: str) -> str:
    """Return what a module says of itself, its first sentence."""
    tree = ast.parse((PLOTS / f"{module}.py").read_text(encoding="utf-8"))
    return (ast.get_docstring(tree) or "").partition("\n")[0]


def shown(module: str, picture: str, source: str) -> str:
    """Return the entry of a picture."""
    api = f"{{py:mod}}`bloodstones.plots.{module}`"
    told = plain(purpose(module))
    title = module.replace("_", " ").capitalize()
    return f"## {title}\n\n{told} {source} {api}\n\n![{told}]({picture})\n"


def write(pages: Pages) -> None:
    """Write the gallery; a kind of which no report has a picture is left out."""
    parts = [
        "# Gallery\n\nEvery picture is drawn from a table, by a function that knows the table's "
        "columns and no game: the same figure serves all games, and a data frame of one's own. "
        "Reports write each as SVG beside its CSV.\n"
    ]
    ids = list(GAMES)
    names = sorted((name for name, _ in shipped()), key=lambda name: ids.index(game_of(name)))
    for module, pattern in PICTURES.items():
        found = [
            (name, path)
            for name in names
            for path in sorted((REPORTS / name / "figures").glob(pattern))
        ]
        if not found:
            continue
        name, path = found[0]
        source = f'From <a href="../reports/{name}/report.html">{name}</a>.'
        parts.append(shown(module, take(pages, path), source))
    for module, (picture, command) in DRAWN.items():
        parts.append(shown(module, f"pictures/{picture}", f"By `{command}`."))
    pages.write("gallery.md", "\n".join(parts))
