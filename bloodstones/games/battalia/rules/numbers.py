"""Every number of the rules that a what-if can change: of rules.toml and of cards."""

from __future__ import annotations

from collections.abc import Mapping

from bloodstones.core.rules.rule_numbers import RuleNumber, numbers_in_files
from bloodstones.games.battalia.rules.reading import load_ruleset, source_of


def load_numbers(data: str = "") -> Mapping[str, RuleNumber]:
    """Return every number by name; `data` as in `Setup`.

    Raises
    ------
    InputError
        With every fault of the files.

    Examples
    --------
    >>> load_numbers()["road_tee.friman"].meaning
    'friman cost of road tee'
    """
    load_ruleset(data)  # raises with every fault
    return numbers_in_files(source_of(data))
