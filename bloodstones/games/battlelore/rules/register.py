"""The rules register of the game: its clauses, examples, open points and options."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from bloodstones.core.rules.register import Form, read_register
from bloodstones.core.rules.rulebook import Register
from bloodstones.games.battlelore.rules.names import Faction

FOLDER: Final = Path(__file__).parents[1] / "data" / "register"
FORM: Final = Form(
    "BL",
    ("setup.toml", "turn.toml", "fight.toml", "terrain.toml", "cards.toml"),
    Faction.ids(),
)


@cache
def load_register() -> Register:
    """Return the shipped register.

    >>> load_register().options["forest_dice"].default
    'cap'
    """
    return read_register(FOLDER, FORM)
