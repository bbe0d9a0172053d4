"""A setup read into rules, factions and readings; every fault is reported at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from bloodstones.core.contract.game import Setup
from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults, gathering, nearest, raise_together
from bloodstones.games.battalia.engine.rule_tables import TURN_LIMIT, RuleTables, pack
from bloodstones.games.battalia.rules.names import Faction
from bloodstones.games.battalia.rules.reading import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    Ruleset,
    load_ruleset,
)
from bloodstones.games.battalia.rules.register import DEFAULTS, Readings, read_options
from bloodstones.kit.setups import note_table

PLAYERS: Final = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
NO_BOARD: Final = "no board where it follows from the players"
PICKING, CORNER = "factions", "first_corner"
CHOICES: Final = {PICKING: ("given", "picked"), CORNER: tuple(map(str, range(MOST_PLAYERS)))}


@dataclass(frozen=True, slots=True)
class GameSetup:
    """What a playthrough is played with.

    Attributes
    ----------
    factions
        By seat the id of the faction, "" where the seat picks one.
    first_corner
        The start corner that is listed first.
    turn_limit
        Turns (of all seats) after which the playthrough stops unfinished.
    """

    rules: Ruleset
    factions: Sequence[str]
    readings: Readings = field(default_factory=lambda: DEFAULTS)
    first_corner: int = 0
    turn_limit: int = TURN_LIMIT

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.factions)

    def tables(self) -> RuleTables:
        """Return the packed rules."""
        return pack(self.rules, self.factions, self.readings, self.first_corner, self.turn_limit)


def read_setup(setup: Setup) -> GameSetup:
    """Return what a setup describes.

    Seats without a role pick, as all do with the choice `factions = "picked"` (BA-SETUP-12).

    Raises
    ------
    InputError
        With every fault of options, rules, choices and factions.

    Examples
    --------
    >>> from bloodstones.core.contract.game import Seat
    >>> read_setup(Setup("", (Seat("ardei", "random"), Seat("", "random")))).factions
    ('ardei', '')
    """
    errors: list[InputError] = []
    rules, readings, faults = None, DEFAULTS, Faults()
    with gathering(errors):
        readings = read_options(setup.options)
    with gathering(errors):
        rules = load_ruleset(setup.data, setup.overrides)
    note_table(setup, faults, PLAYERS, Faction.ids(), "a faction", NO_BOARD)
    for name, value in setup.choices.items():
        if name not in CHOICES:
            faults.add("choices", "a choice of this game", name, nearest(name, CHOICES))
        elif str(value) not in CHOICES[name]:
            faults.add(f"choices.{name}", " or ".join(CHOICES[name]), str(value))
    with gathering(errors):
        faults.raise_if_any()
    raise_together(errors)
    assert rules is not None
    picked = setup.choices.get(PICKING) == CHOICES[PICKING][1]
    factions = tuple("" if picked else seat.role for seat in setup.seats)
    return GameSetup(rules, factions, readings, int(setup.choices.get(CORNER, 0)))
