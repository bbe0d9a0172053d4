"""The rules in clauses, which the numbers, the events and the kernels name."""

from __future__ import annotations

from typing import Final

from bloodstones.core.rules.register import RegisterLayout, read_register
from bloodstones.core.rules.rulebook import Register
from tests.toy.rules.numbers import DATA

FORM: Final = RegisterLayout("DA", ("clauses.toml",))


def load_register() -> Register:
    """Return the register of the rules."""
    return read_register(DATA / "register", FORM)
