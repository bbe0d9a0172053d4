"""The readings of the rules that a setup chooses: options of the register, checked and packed.

Kernels read each option from a field of `RuleTables` under its own name: true and false as 1 and 0,
a named value as its place among the option's values, the default 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from bloodstones.core.rules.readings import choose_readings, pack_readings
from bloodstones.core.rules.register import RegisterLayout, read_register
from bloodstones.core.rules.rulebook import Register, Value
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
FORM: Final = RegisterLayout("BS", CLAUSE_FILES, Faction.ids())


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


Readings = Mapping[str, Value]
DEFAULTS: Final[Readings] = MappingProxyType({})

# Named values as kernels compare them: their places in the register.
START_PLAYER_METHOD_DRAW_TWO: Final = 1
SETUP_SHARED_SEA_FORBID: Final = 1
OVERPAY_LAST_RESORT: Final = 0
OVERPAY_FREE: Final = 2
LEADER_CARRY_PER_ACTION: Final = 1
MOVE_POOLING_PER_GROUP: Final = 1
UNDEAD_SEA_STEPS_EACH_AREA: Final = 1
CORSAIR_REVEAL_ALL: Final = 1
SIEGE_BONUS_PER_FORTIFICATION: Final = 1
CORSAIR_SEA_BONUS_PER_UNIT: Final = 1
ATTACKER_CASTLE_LOSS_EXTRA_CASUALTY: Final = 1
UNDEAD_SOURCES_CASUALTY_ONLY: Final = 1
UNDEAD_RECYCLE_SUPPLY: Final = 0
UNDEAD_RECYCLE_OUT_OF_GAME: Final = 1
UNDEAD_RECYCLE_DISCARD: Final = 2
PARTIAL_RETREAT_LAST_RESORT: Final = 1
RETREAT_BAN_UNITS: Final = 1
REGROUP_TRIGGER_ON_EMPTY: Final = 1
WIPED_OUT_TIMING_TURN_START: Final = 1
WIPED_OUT_COST_FREE: Final = 1
FINAL_BATTLE_ROUNDS_SINGLE: Final = 1
CHAOS_REENTRY_FORCED: Final = 1
CUTIE_RECYCLE_OUT_OF_GAME: Final = 1


def read_options(options: Mapping[str, object], where: str = "options") -> Readings:
    """Return the readings that differ from the default, typed, in the order of the register.

    Parameters
    ----------
    options
        Name -> value as written in a command (`"false"`, `"2"`) or typed (`False`, 2).
    where
        The argument or table that they come from, for errors.

    Raises
    ------
    InputError
        With every fault: unknown names and values.

    Examples
    --------
    >>> dict(read_options({"overpay": "free", "chain_any_terrain": "true"}))
    {'overpay': 'free'}
    >>> read_options({"overpai": "free"})
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: options: expected rule options, got 'overpai' (did you mean
    overpay?)
    """
    if not options:
        return DEFAULTS
    return choose_readings(options, load_register().options, where)


def packed(readings: Readings, names: Iterable[str]) -> dict[str, int]:
    """Return the options as kernels read them, the default where `readings` has none.

    >>> packed({"undead_recycle": "out_of_game"}, ["undead_recycle", "chain_any_terrain"])
    {'undead_recycle': 1, 'chain_any_terrain': 1}
    """
    return pack_readings(readings, load_register().options, names)
