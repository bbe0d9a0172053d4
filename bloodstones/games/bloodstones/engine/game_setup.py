"""A setup read into rules, map, factions and readings; all faults are reported together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from bloodstones.core.contract.game import Number, Setup
from bloodstones.core.errors import InputError, expected
from bloodstones.core.faults import gathering, raise_together
from bloodstones.core.files.own_data import DataSource
from bloodstones.games.bloodstones.engine.rule_tables import (
    DEFAULT_TURN_LIMIT,
    RuleTables,
    check_room,
    pack,
)
from bloodstones.games.bloodstones.engine.state import SEATS
from bloodstones.games.bloodstones.maps.finding import find_board
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.rules.numbers import with_overrides
from bloodstones.games.bloodstones.rules.reading import load_ruleset, source_of
from bloodstones.games.bloodstones.rules.register import DEFAULTS, Readings, read_options
from bloodstones.games.bloodstones.rules.ruleset import BoardMap, Ruleset

FEWEST_PLAYERS: Final = 2
TILE_NUMBERS: Final = ("cost", "pips")
CHANGED_KEPT: Final = 256  # sets of numbers


@dataclass(frozen=True, slots=True)
class GameSetup:
    """What a playthrough is played with.

    Attributes
    ----------
    line_up
        The factions by seat, clockwise.
    readings
        The rule options that differ from the default, from `options.read_options`.
    turn_limit
        Turns (of all seats) after which the playthrough stops unfinished.
    """

    rules: Ruleset
    board: BoardMap
    line_up: Sequence[Faction]
    readings: Readings = field(default_factory=lambda: DEFAULTS)
    turn_limit: int = DEFAULT_TURN_LIMIT

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.line_up)

    def tables(self) -> RuleTables:
        """Return the packed rules; InputError if the rules know no table of so many."""
        return pack(self.rules, self.board, self.line_up, self.turn_limit, self.readings)


def read_setup(setup: Setup) -> GameSetup:
    """Return what a setup describes.

    Raises
    ------
    InputError
        With every fault of its parts, else with that by which they do not fit each other.
    UnmodelledRuleError
        For a reading that the engine does not play.

    Examples
    --------
    >>> from bloodstones.core.contract.game import Seat
    >>> seats = (Seat("hill_folk", "random"), Seat("horse_lords", "random"))
    >>> read_setup(Setup("tyrants_lament", seats)).line_up
    (<Faction.HILL_FOLK: 2>, <Faction.HORSE_LORDS: 1>)
    """
    source_of(setup.data)
    errors: list[InputError] = []
    for read in (readings_of, rules_of, line_up):
        with gathering(errors):
            read(setup)
    with gathering(errors):
        find_board(setup.board, setup.data)
    raise_together(errors)
    rules, readings, factions = rules_of(setup), readings_of(setup), line_up(setup)
    board = find_board(setup.board, setup.data)
    check_line_up(factions, rules, board, readings)
    check_room(rules, len(factions), readings)
    return GameSetup(rules, board, factions, readings)


def line_up(setup: Setup) -> tuple[Faction, ...]:
    """Return the factions by seat.

    Raises
    ------
    InputError
        For an unknown or repeated faction.
    """
    factions = tuple(
        Faction.parse(seat.role, f"seat {place + 1}") for place, seat in enumerate(setup.seats)
    )
    twice = [faction.id for faction, count in Counter(factions).items() if count > 1]
    if twice:
        raise expected("different factions (BS-GEN-01)", twice[0], "seats")
    return factions


def readings_of(setup: Setup) -> Readings:
    """Return the rule options that differ from the default; InputError for an impossible one.

    Raises
    ------
    InputError
        For unknown names and values, for a custom tile table without numbers (AMB-02).
    UnmodelledRuleError
        For a reading that the engine does not play.
    """
    readings = read_options(setup.options)
    own_tiles = any(name.rpartition(".")[2] in TILE_NUMBERS for name in setup.overrides)
    if "tile_table" in readings and not own_tiles:
        wanted = "costs or pips among the overrides with tile_table custom"
        raise expected(wanted, ", ".join(setup.overrides) or "none", "overrides")
    return readings


def rules_of(setup: Setup) -> Ruleset:
    """Return the rules with the setup's numbers; InputError with every fault of their names.

    Numbers of the Cutiecorn need the variant.
    """
    for name in setup.overrides:
        if name.startswith(f"{Unit.CUTIECORN.id}.") and "cutiecorn" not in readings_of(setup):
            raise InputError(
                f"expected numbers of pieces in the game, got {name!r} without the variant "
                "(overrides)",
                tip="play with the option cutiecorn=true",
            )
    return changed_rules(source_of(setup.data), setup.overrides)


def changed_rules(source: DataSource, overrides: Mapping[str, Number]) -> Ruleset:
    """Return the rules of a source with numbers changed; each set of numbers is read once.

    Raises
    ------
    InputError
        With every fault of the numbers, see `with_overrides`.
    """
    # 1 and true are equal: their types tell them apart.
    return _changed(source, tuple((*each, type(each[1])) for each in overrides.items()))


@lru_cache(maxsize=CHANGED_KEPT)
def _changed(source: DataSource, overrides: tuple[tuple[str, Number, type], ...]) -> Ruleset:
    rules = load_ruleset(data=source)
    return with_overrides(rules, {name: value for name, value, _ in overrides})


def check_line_up(
    factions: Sequence[Faction], rules: Ruleset, board: BoardMap, readings: Readings = DEFAULTS
) -> None:
    """Raise InputError unless these factions can play on this map (BS-SETUP-01, -05).

    The option `faction_count_limits` can lift the counts of players of a faction (AMB-04).
    """
    players = len(factions)
    if not FEWEST_PLAYERS <= players <= SEATS:
        raise InputError(f"expected {FEWEST_PLAYERS} to {SEATS} players, got {players} (seats)")
    if not board.min_players <= players <= board.max_players:
        raise InputError(
            f"expected {board.min_players} to {board.max_players} players on map {board.id}, "
            f"got {players} (BS-SETUP-01)"
        )
    for faction in factions:
        least = rules.factions[faction].min_players
        if players < least and "faction_count_limits" not in readings:
            raise InputError(
                f"expected at least {least} players with {faction.id}, got {players} (BS-SETUP-05)"
            )
