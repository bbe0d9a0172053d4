"""Rule numbers changed by name, for what-ifs: `turns`, `ogre.hits`, `eldryn.pegasus.max`.

A name of a unit stands for it in every army that has it; with the army in front, for that one, and
this wins. Traits are numbers, too: `ogre.mountain = 0` takes the trait away.
"""

from __future__ import annotations

from collections.abc import Mapping

from bloodstones.core.contract.game import Number
from bloodstones.core.faults import Faults, nearest_tip
from bloodstones.core.names import by_id
from bloodstones.core.rules.number_rows import read_rows
from bloodstones.core.rules.rule_numbers import RuleNumber, numbers_at, with_numbers
from bloodstones.games.wizard_kings.rules.names import Trait
from bloodstones.games.wizard_kings.rules.reading import DATA, check_counts, load_ruleset
from bloodstones.games.wizard_kings.rules.ruleset import Ruleset


def load_numbers(data: str = "") -> Mapping[str, RuleNumber]:
    """Return every number of the rules that can be changed, by name; `data` as in `Setup`.

    >>> load_numbers()["castle.hits"].values
    (4,)
    """
    return rule_numbers(load_ruleset(data=data))


def rule_numbers(rules: Ruleset) -> Mapping[str, RuleNumber]:
    """Return every number of some rules that can be changed, by name."""
    return numbers_at(rules, read_rows(DATA), by_id(Trait))


def with_overrides(
    rules: Ruleset, overrides: Mapping[str, Number], where: str = "overrides"
) -> Ruleset:
    """Return the rules with numbers changed by name; InputError with every fault.

    Parameters
    ----------
    rules
        The rules to start from; they stay as they are.
    overrides
        Name -> value.
    where
        What the overrides come from, for errors.

    Examples
    --------
    >>> with_overrides(load_ruleset(), {"turns": 8}).turns
    8
    """
    if not overrides:
        return rules
    faults, numbers = Faults(), rule_numbers(rules)
    meanings = {name: number.meaning for name, number in numbers.items()}
    rules = with_numbers(
        rules, overrides, numbers, faults, where, tip=lambda name: nearest_tip(name, meanings)
    )
    check_counts(rules.units, rules.spells, where, faults)
    faults.raise_if_any()
    return rules
