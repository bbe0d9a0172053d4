"""The rules register of the game: its clauses, examples, open points and options."""

from __future__ import annotations

from functools import cache
from typing import Final

from bloodstones.core.rules.register import Form, read_register
from bloodstones.core.rules.rulebook import Register
from bloodstones.games.bellum_magica.rules.reading import DATA

FOLDER: Final = DATA / "register"
FORM: Final = Form("BM", ("setup.toml", "day.toml", "attack.toml", "recruiting.toml"))


@cache
def load_register() -> Register:
    """Return the shipped register.

    >>> register = load_register()
    >>> len(register.clauses), len(register.ambiguities), register.options["stall_days"].default
    (65, 30, 10)
    """
    return read_register(FOLDER, FORM)
