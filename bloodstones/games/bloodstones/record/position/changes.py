"""The rules that a position is played by, as its last section: `rules: NAME=VALUE …`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults
from bloodstones.core.files.pairs import read_pairs, spelling
from bloodstones.core.rules.rule_numbers import WHOLE_NUMBER
from bloodstones.core.rules.rulebook import Value
from bloodstones.games.bloodstones.rules.numbers import changed_numbers, with_overrides
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.register import Readings, load_register, read_options
from bloodstones.games.bloodstones.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.engine.playthrough import Playthrough

TITLE: Final = "rules:"
WHERE: Final = "position, rules"


def format_changes(game: Playthrough) -> list[str]:
    """Return the section of a playthrough's changed rules, nothing under the shipped ones."""
    shipped = load_ruleset()
    changes: dict[str, Value] = dict(game.readings)
    if game.rules is not shipped:
        changes |= changed_numbers(shipped, game.rules)
    words = [f"{name}={spelling(value)}" for name, value in changes.items()]
    return [" ".join([TITLE, *words])] if words else []


def take_changes(
    sections: list[list[str]], rules: Ruleset, readings: Readings, faults: Faults
) -> tuple[Ruleset, Readings]:
    """Take the section of changed rules off a position; return the rules in force with it.

    Parameters
    ----------
    sections
        The words between the bars; the section loses its place there.
    rules, readings
        What the section changes.
    """
    if sections[-1][:1] != [TITLE]:
        return rules, readings
    words = sections.pop()[1:]
    try:
        return _changed(words, rules, readings)
    except InputError as error:
        faults.add_error(error)
        return rules, readings


def _changed(words: Sequence[str], rules: Ruleset, readings: Readings) -> tuple[Ruleset, Readings]:
    values = read_pairs(words, WHERE)
    registered = load_register().options
    numbers: dict[str, int] = {}
    options: dict[str, str] = {}
    for name, value in values.items():
        if name not in registered and WHOLE_NUMBER.fullmatch(value):
            numbers[name] = int(value)
        else:
            options[name] = value
    chosen: Mapping[str, Value] = {**readings, **read_options(options, WHERE)}
    return with_overrides(rules, numbers, WHERE), chosen
