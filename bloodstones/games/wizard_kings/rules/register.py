"""The rules register of the game: its clauses, examples, open points and options."""

from __future__ import annotations

from functools import cache
from typing import Final

from bloodstones.core.rules.register import Form, read_register
from bloodstones.core.rules.rulebook import Register
from bloodstones.games.wizard_kings.rules.names import Army
from bloodstones.games.wizard_kings.rules.reading import DATA

FOLDER: Final = DATA / "register"
FORM: Final = Form("WK", ("setup.toml", "units.toml", "map.toml", "combat.toml"), Army.ids())


@cache
def load_register() -> Register:
    """Return the shipped register.

    >>> load_register().options["stalemate"].default
    'attacker_retreats'
    """
    return read_register(FOLDER, FORM)
