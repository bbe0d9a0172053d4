"""`bloodstones odds-table`: a picture of the odds of all pairs of units."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click

from bloodstones.cli.terminal.options import data_option, replace_option
from bloodstones.cli.terminal.pictures import picture_format, write_picture

PERCENT: Final = 100
WIDE: Final = 1.6  # so that names of units stand beside each other
HELP: Final = """Draw the odds of all pairs of units of both factions, at full health.

A square tells how often the target is destroyed, in percent; the deeper the
blue, the more of its health is lost by expectation. Plain land, three hexes to
retreat, no support. FILE ends in .svg, .png or .pdf.
"""


@click.command("odds-table", help=HELP)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@data_option
@replace_option
def command(file: Path, data: str, replace: bool) -> None:
    """Compute the squares, draw and write them."""
    format_ = picture_format(file, "FILE", replace=replace)
    from bloodstones.plots.matrix import draw_matrix
    from bloodstones.plots.style import PAGE_WIDTH

    table, names = squares(data)
    figure = draw_matrix(table, names, names, width=WIDE * PAGE_WIDTH)
    write_picture(figure, file, format_)
    click.echo(f"{file}: {len(table)} pairs of units")


def squares(data: str = "") -> tuple[Any, dict[object, str]]:
    """Return the squares as `plots.matrix` takes them, and the names of units."""
    import pandas as pd

    from bloodstones.games.battlelore.odds.attack import Attack, fighter, summary
    from bloodstones.games.battlelore.rules.names import Terrain
    from bloodstones.games.battlelore.rules.reading import load_ruleset

    rows = []
    units = load_ruleset(data).units
    for one in units:
        for other in units:
            if one.faction == other.faction:
                continue
            pair = [fighter(unit, unit.health, Terrain.CLEAR) for unit in (one, other)]
            told = summary(Attack(pair[0], pair[1], adjacent=not pair[0].ranged))
            rows.append(
                {
                    "line": one.unit,
                    "column": other.unit,
                    "lean": float(told.expected_damage / other.health),
                    "text": f"{float(told.p_destroyed) * PERCENT:.1f}",
                    "sure": True,
                }
            )
    return pd.DataFrame(rows), {unit.unit: unit.unit.replace("_", " ") for unit in units}
