"""What the commands of this game share, beside `bloodstones.cli.exact`."""

from __future__ import annotations

from collections.abc import Sequence

from bloodstones.cli import exact
from bloodstones.core.game import Number
from bloodstones.games.battalia.rules.reading import Ruleset, load_ruleset


def changed_rules(settings: Sequence[str], data: str) -> tuple[dict[str, Number], Ruleset]:
    """Return the changes of `--set` and the rules with them."""
    return exact.changed_rules(load_ruleset, settings, data)
