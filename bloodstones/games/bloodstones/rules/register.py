"""The rules register of the game: its clauses, examples, open points and options."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from bloodstones.core.rules.register import Form, read_register
from bloodstones.core.rules.rulebook import Item, Register
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


def load_register(path: Path | None = None) -> Register:
    """Return the rules register of the folder `path`, or the shipped one (read once).

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
    return _shipped() if path is None else read_register(path, FORM)


def find_clauses(text: str) -> tuple[Item, ...]:
    """Return the items of the shipped register that hold every word of `text`.

    >>> [item.id for item in find_clauses("giant combat tiles")]
    ['BS-COMBAT-17', 'BS-HILL-05', 'DX-08', 'DX-09']
    """
    return load_register().find_clauses(text)


@cache
def _shipped() -> Register:
    return read_register(FOLDER, FORM)
