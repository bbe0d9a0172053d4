"""The rules register of the game: its clauses, examples, open points and options."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from bloodstones.core.rules.register import Form, read_register
from bloodstones.core.rules.rulebook import Item, Register
from bloodstones.games.wizard_kings.rules.names import Army
from bloodstones.games.wizard_kings.rules.reading import DATA

FOLDER: Final = DATA / "register"
FORM: Final = Form("WK", ("setup.toml", "units.toml", "map.toml", "combat.toml"), Army.ids())


def load_register(path: Path | None = None) -> Register:
    """Return the rules register of the folder `path`, or the shipped one (read once).

    >>> load_register().options["stalemate"].default
    'attacker_retreats'
    """
    return _shipped() if path is None else read_register(path, FORM)


def find_clauses(text: str) -> tuple[Item, ...]:
    """Return the items of the shipped register that hold every word of `text`.

    >>> [item.id for item in find_clauses("henge")]
    ['WK-WIZ-08']
    """
    return load_register().find_clauses(text)


@cache
def _shipped() -> Register:
    return read_register(FOLDER, FORM)
