"""Pictures of pages, drawn by the commands that the pages show."""

from __future__ import annotations

import contextlib
import io

from bloodstones.cli import main
from building.writing import Pages

# Name of the picture -> the command that draws it.
BATTLE = (
    *("odds", "--terrain", "plains"),
    *("--attacker", "dragon_riders: cavalry, lizardman*2, leader"),
    *("--defender", "horse_lords: swordsman, shieldbearer"),
)
DRAWN = {
    "raven_coast.svg": ("maps", "draw", "raven_coast", "--replace", "-o"),
    "battle.svg": (*BATTLE, "--replace", "--plot"),
}


def write(pages: Pages) -> None:
    """Draw the pictures that are not there yet."""
    for name, command in DRAWN.items():
        path = pages.place(f"pictures/{name}")
        if path.is_file():
            continue
        with contextlib.redirect_stdout(io.StringIO()):
            code = main([*command, str(path)])
        if code:
            raise RuntimeError(f"not drawn: {' '.join(command)}")
