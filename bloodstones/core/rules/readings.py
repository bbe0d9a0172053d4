"""Readings of the rules that a setup chooses: options of a register, checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from bloodstones.core.faults import Faults, nearest
from bloodstones.core.rules.rulebook import Option, Value


def choose_readings(
    options: Mapping[str, object], known: Mapping[str, Option], where: str
) -> Mapping[str, Value]:
    """Return the readings that differ from the default, typed, in the order of the register.

    Parameters
    ----------
    options
        Name -> value as written in a command (`"false"`, `"2"`) or typed (`False`, 2).
    known
        The options of the register, by name.
    where
        The argument or table that they come from, for errors.

    Raises
    ------
    InputError
        With every fault: unknown names and values.
    """
    faults = Faults()
    found: dict[str, Value] = {}
    for name, value in options.items():
        if name not in known:
            faults.add(where, "rule options", name, nearest(name, known))
        elif (reading := _value(known[name], value)) is None:
            faults.add(where, f"a value of {name}", value, nearest(value, known[name].spellings))
        elif reading != known[name].default:
            found[name] = reading
    faults.raise_if_any()
    return MappingProxyType({name: found[name] for name in known if name in found})


def pack_readings(
    readings: Mapping[str, Value], known: Mapping[str, Option], names: Iterable[str]
) -> dict[str, int]:
    """Return options as kernels read them, the default where `readings` has none.

    True and false are 1 and 0, a number is itself. A name is its place among the option's values,
    the default 0; in an option of numbers it stands for no number (`none`), which is 0.
    """
    numbers = {}
    for name in names:
        option = known[name]
        value = readings.get(name, option.default)
        if isinstance(value, str):
            numbers[name] = option.values.index(value) if isinstance(option.default, str) else 0
        else:
            numbers[name] = int(value)
    return numbers


def _value(option: Option, value: object) -> Value | None:
    """Return the value of an option that is written or typed so, None if there is none."""
    for known, spelling in zip(option.values, option.spellings, strict=True):
        if value == spelling or (type(value) is type(known) and value == known):
            return known
    return None
