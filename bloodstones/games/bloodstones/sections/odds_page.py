"""The odds page: one file of HTML that works out any battle at the table, without a network."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bloodstones import __version__
from bloodstones.games.bloodstones.odds.page import page_data
from bloodstones.games.bloodstones.rules.ruleset import Ruleset
from bloodstones.report.document.fill_template import fill_page

TEMPLATE = Path(__file__).with_name("odds_page.html")


def odds_page(rules: Ruleset, changes: Mapping[str, int] | None = None) -> str:
    """Return the page for the rules in force; the same rules give the same text.

    Parameters
    ----------
    rules
        The rules in force, with the changes.
    changes
        Rule numbers changed by name; the page shows them.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
    >>> page = odds_page(load_ruleset())
    >>> page.startswith("<!DOCTYPE html>"), "__DATA__" in page
    (True, False)
    """
    data = page_data(rules) | {"version": __version__, "changes": dict(changes or {})}
    return fill_page(TEMPLATE, data)
