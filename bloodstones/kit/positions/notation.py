"""Positions of a game, written and read: lines, and what they are played with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final
from urllib.parse import quote, unquote

from bloodstones.core.contract.game import Number, Seat, Setup
from bloodstones.core.faults import Faults
from bloodstones.kit.positions.form import Form, Value
from bloodstones.kit.positions.line import NUMBER, RULES, WHERE, Line

CHANGES: Final = ("options", "overrides", "choices")
PLAIN: Final = ":*,.+-/"


def written(form: Form, game_id: str, play: Any, values: Sequence[Value]) -> Line:
    """Return the position of a playthrough, where a seat must decide or all is over."""
    setup: Setup = play.setup
    line = Line(game_id, setup.board, [seat.role for seat in setup.seats])
    line.head, line.seats = form.write(play, values)
    return with_rules(line, setup)


def with_rules(line: Line, setup: Setup) -> Line:
    """Return a line with the changes of the rules of a setup in place of its own."""
    rules = {}
    for change in CHANGES:
        for name, value in getattr(setup, change).items():
            shown = str(value).lower() if isinstance(value, bool) else str(value)
            rules[f"{change}.{name}"] = quote(shown, safe=PLAIN)
    return replace(line, rules=rules)


def setup_of(line: Line, data: str = "") -> Setup:
    """Return what a position is played with, by nobody in particular.

    Raises
    ------
    InputError
        If there is not one seat for each role, or a change of the rules has an unknown form.
    """
    faults = Faults()
    if len(line.seats) != len(line.roles):
        faults.add(WHERE, f"{len(line.roles)} seats, one for each role", len(line.seats))
    changes: dict[str, dict[str, Any]] = {change: {} for change in CHANGES}
    for key, value in line.rules.items():
        change, _, name = key.partition(".")
        if change not in changes or not name:
            faults.add(RULES, "options.NAME, overrides.NAME or choices.NAME", key)
        else:
            changes[change][name] = _changed(unquote(value), change)
    faults.raise_if_any()
    seats = tuple(Seat(role, "") for role in line.roles)
    options, overrides, choices = (changes[change] for change in CHANGES)
    return Setup(line.board, seats, options, overrides, choices, data)


def _changed(text: str, change: str) -> Number:
    if change == "options":
        return text
    return {"true": True, "false": False}.get(text, int(text) if NUMBER.fullmatch(text) else text)
