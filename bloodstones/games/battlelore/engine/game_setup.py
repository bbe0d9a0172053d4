"""A setup read into rules, factions and scenarios; every fault is reported at once."""

from __future__ import annotations

from dataclasses import dataclass

from bloodstones.core.contract.game import Setup
from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults, gathering, nearest, raise_together
from bloodstones.core.names import by_id
from bloodstones.games.battlelore.engine.rule_tables import RuleTables, pack
from bloodstones.games.battlelore.engine.state import NO_CARD, SEATS
from bloodstones.games.battlelore.rules.names import Faction, Indicator
from bloodstones.games.battlelore.rules.reading import load_ruleset
from bloodstones.games.battlelore.rules.register import DEFAULTS, Readings, read_options
from bloodstones.games.battlelore.rules.ruleset import Ruleset
from bloodstones.games.battlelore.rules.scenarios import BOARDS, CAMPAIGN, DRAWN, PAIRS


@dataclass(frozen=True, slots=True)
class GameSetup:
    """What a playthrough is played with.

    Attributes
    ----------
    factions
        By seat.
    fixed
        By seat its scenario, NO_CARD where it is drawn.
    """

    rules: Ruleset
    factions: tuple[Faction, ...]
    fixed: tuple[int, ...]
    campaign: bool
    readings: Readings

    @property
    def players(self) -> int:
        """How many play: two."""
        return SEATS

    def tables(self) -> RuleTables:
        """Return the packed rules."""
        return pack(self.rules, self.factions, self.fixed, self.campaign, self.readings)


def read_setup(setup: Setup) -> GameSetup:
    """Return what a setup describes.

    The board is `drawn` (or ""), `campaign`, or a pair of scenarios `a1+b2`: the first of Daqan,
    the second of Uthuk, whoever sits where.

    Raises
    ------
    InputError
        With every fault of factions, board, options and numbers.

    Examples
    --------
    >>> from bloodstones.core.contract.game import Seat
    >>> seats = (Seat("uthuk", "random"), Seat("daqan", "random"))
    >>> read_setup(Setup("a1+b2", seats)).fixed
    (2, 0)
    """
    errors: list[InputError] = []
    rules, readings = None, DEFAULTS
    with gathering(errors):
        rules = load_ruleset(setup.data, setup.overrides)
    with gathering(errors):
        readings = read_options(setup.options)
    faults = Faults()
    factions = _factions(setup, faults)
    board = setup.board or DRAWN
    if board not in BOARDS:
        faults.add("board", "a pair of scenarios, drawn or campaign", board, nearest(board, BOARDS))
    for name in setup.choices:
        faults.add("choices", "no choices in this game", name)
    with gathering(errors):
        faults.raise_if_any()
    raise_together(errors)
    assert rules is not None
    fixed: tuple[int, ...] = (NO_CARD,) * SEATS
    if board in PAIRS:
        pair = [by_id(Indicator)[name] for name in board.split("+")]
        fixed = tuple(int(pair[faction]) for faction in factions)
    return GameSetup(rules, factions, fixed, board == CAMPAIGN, readings)


def _factions(setup: Setup, faults: Faults) -> tuple[Faction, ...]:
    """Return the faction of each seat; two of the same are a fault (BL-SETUP-01)."""
    factions = by_id(Faction)
    if len(setup.seats) != SEATS:
        faults.add("seats", f"{SEATS} players", len(setup.seats))
    for place, seat in enumerate(setup.seats):
        if seat.role not in factions:
            faults.add(f"seat {place + 1}", "a faction", seat.role, nearest(seat.role, factions))
    roles = [seat.role for seat in setup.seats]
    if len(set(roles)) < len(roles):
        faults.note("seats", "two factions (BL-SETUP-01)", "one twice")
    return tuple(factions.get(role, Faction.DAQAN) for role in roles)
