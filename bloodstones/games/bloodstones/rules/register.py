"""The rules register of the game: its clauses, examples, open points and options."""

from __future__ import annotations

from functools import cache
from typing import Final

from bloodstones.core.rules.register import Form, read_register
from bloodstones.core.rules.rulebook import Register
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.reading import DATA

FOLDER: Final = DATA / "register"
CLAUSE_FILES: Final = (
    "general.toml",
    "setup.toml",
    "turn.toml",
    "movement.toml",
    "battle.toml",
    "villages.toml",
    "factions.toml",
    "cutiecorn.toml",
)
FORM: Final = Form("BS", CLAUSE_FILES, Faction.ids())


@cache
def load_register() -> Register:
    """Return the shipped register.

    Raises
    ------
    InputError
        With every fault of all files: file, entry and what was expected.

    Examples
    --------
    >>> register = load_register()
    >>> register.clauses["BS-DESERT-02"].text
    'The desert strikes the seat at turn alone; others face it in their own turn.'
    >>> register.options["overpay"].default
    'last_resort'
    """
    return read_register(FOLDER, FORM)
