"""Readings of the rules that a setup chooses: options of a register, checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from bloodstones.core.faults import Faults, nearest
from bloodstones.core.rules.rulebook import RuleOption, Value


def choose_readings(
    options: Mapping[str, object], declared: Mapping[str, RuleOption], where: str
) -> Mapping[str, Value]:
    """Return the readings that differ from the default, typed, in the order of the register.

    Parameters
    ----------
    options
        Name -> value as written in a command (`"false"`, `"2"`) or typed (`False`, 2).
    declared
        The options of the register, by name.
    where
        The argument or table that they come from, for errors.

    Raises
    ------
    InputError
        With every fault: unknown names and values.
    """
    faults = Faults()
    chosen: dict[str, Value] = {}
    for name, value in options.items():
        if name not in declared:
            faults.add(where, "rule options", name, nearest(name, declared))
        elif (reading := _value(declared[name], value)) is None:
            faults.add(where, f"a value of {name}", value, nearest(value, declared[name].spellings))
        elif reading != declared[name].default:
            chosen[name] = reading
    faults.raise_if_any()
    return MappingProxyType({name: chosen[name] for name in declared if name in chosen})


def pack_readings(
    readings: Mapping[str, Value], declared: Mapping[str, RuleOption], names: Iterable[str]
) -> dict[str, int]:
    """Return options as kernels read them, the default where `readings` has none.

    True and false are 1 and 0, a number is itself. A name is its place among the option's values,
    the default 0; in an option of numbers it means no number (`none`), which is 0.

    Parameters
    ----------
    readings
        Option -> value, from `choose_readings`.
    declared
        All options by name.
    names
        Those that kernels read, in the order of their fields.
    """
    numbers = {}
    for name in names:
        option = declared[name]
        value = readings.get(name, option.default)
        if isinstance(value, str):
            numbers[name] = option.values.index(value) if isinstance(option.default, str) else 0
        else:
            numbers[name] = int(value)
    return numbers


def _value(option: RuleOption, value: object) -> Value | None:
    """Return the value of an option that is written or typed so, None if there is none."""
    for typed, spelling in zip(option.values, option.spellings, strict=True):
        if value == spelling or (type(value) is type(typed) and value == typed):
            return typed
    return None
