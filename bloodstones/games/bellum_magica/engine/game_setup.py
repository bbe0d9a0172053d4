"""A setup read into rules, castle boards and readings; every fault is reported at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from bloodstones.core.contract.game import Setup
from bloodstones.core.errors import InputError, expected
from bloodstones.core.faults import Faults, gathering, raise_together
from bloodstones.games.bellum_magica.engine.rule_tables import RuleTables, pack
from bloodstones.games.bellum_magica.rules.reading import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    Ruleset,
    load_ruleset,
)
from bloodstones.games.bellum_magica.rules.register import DEFAULTS, Readings, read_options
from bloodstones.kit.setups import note_table

PLAYERS: Final = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)


@dataclass(frozen=True, slots=True)
class GameSetup:
    """What a playthrough is played with.

    Attributes
    ----------
    castles
        By seat the id of the castle board, "" to leave it to the rules.
    """

    rules: Ruleset
    castles: Sequence[str]
    readings: Readings = field(default_factory=lambda: DEFAULTS)

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.castles)

    def tables(self) -> RuleTables:
        """Return the packed rules."""
        return pack(self.rules, self.castles, self.readings)


def roles_in(rules: Ruleset) -> tuple[str, ...]:
    """Return the castle boards as setups and tables name them: their ids in lower case."""
    return tuple(castle.id.lower() for castle in rules.castles)


def read_setup(setup: Setup) -> GameSetup:
    """Return what a setup describes.

    Raises
    ------
    InputError
        With every fault of options, rules and castle boards.

    Examples
    --------
    >>> from bloodstones.core.contract.game import Seat
    >>> read_setup(Setup("", (Seat("c2", "random"), Seat("", "random")))).castles
    ('C2', '')
    """
    errors: list[InputError] = []
    rules, readings, faults = load_ruleset(), DEFAULTS, Faults()
    with gathering(errors):
        readings = read_options(setup.options)
    with gathering(errors):
        rules = load_ruleset(setup.data, setup.overrides)
    note_table(setup, faults, PLAYERS, roles_in(rules), "a castle board")
    with gathering(errors):
        faults.raise_if_any()
    if setup.choices:
        names = ", ".join(setup.choices)
        errors.append(expected("no choices: this game has none", names, "choices"))
    raise_together(errors)
    return GameSetup(rules, tuple(seat.role.upper() for seat in setup.seats), readings)
