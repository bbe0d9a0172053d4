"""What the commands of this game share, beside `bloodstones.cli.exact`."""

from __future__ import annotations

from collections.abc import Sequence

from bloodstones.cli import exact
from bloodstones.cli.exact import JSON_INDENT, chance, changes_told, json_option, percent, whole
from bloodstones.cli.options import data_option, set_option
from bloodstones.core.game import Number
from bloodstones.games.battalia.rules.reading import Ruleset, load_ruleset

__all__ = [
    "JSON_INDENT",
    "chance",
    "changed_rules",
    "changes_told",
    "data_option",
    "json_option",
    "percent",
    "set_option",
    "whole",
]


def changed_rules(settings: Sequence[str], data: str) -> tuple[dict[str, Number], Ruleset]:
    """Return the changes of `--set` and the rules with them."""
    return exact.changed_rules(load_ruleset, settings, data)
