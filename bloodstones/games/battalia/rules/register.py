"""The rules register of the game: its clauses, examples, open points and options."""

from __future__ import annotations

from functools import cache
from typing import Final

from bloodstones.core.rules.register import Form, read_register
from bloodstones.core.rules.rulebook import Register
from bloodstones.games.battalia.rules.reading import DATA

FOLDER: Final = DATA / "register"
FORM: Final = Form("BA", ("cards.toml", "turn.toml", "artifacts.toml", "fights.toml"))


@cache
def load_register() -> Register:
    """Return the shipped register.

    >>> register = load_register()
    >>> len(register.clauses), len(register.ambiguities), len(register.options)
    (157, 42, 35)
    """
    return read_register(FOLDER, FORM)
