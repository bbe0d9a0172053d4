"""The section on combat odds: what decides a battle, exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import pandas as pd

from bloodstones.core.errors import UnmodelledRuleError
from bloodstones.games.bloodstones.odds.fight import Tiles, win_table
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.plots.battle import draw_odds
from bloodstones.plots.style import to_svg
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.stats.inference.rounding import PERCENT, with_sign

COLUMNS = ("tiles", "attacker_tiles", "defender_tiles", "defender_wins_ties", "difference", "win")


def odds_table(overrides: Mapping[str, Any]) -> pd.DataFrame:
    """Return the attacker's exact win probability without swapped tiles.

    Parameters
    ----------
    overrides
        Rule numbers changed in the study; odds under changed rules are not modelled yet.

    Returns
    -------
    DataFrame
        `tiles` ("4 v 3": drawn by attacker and defender), both counts, whether the defender wins
        ties, `difference` of modifiers (attacker's less defender's), `win` (0 to 1).

    Raises
    ------
    UnmodelledRuleError
        If the study changed rule numbers.
    """
    if overrides:
        raise UnmodelledRuleError(
            f"expected a study of the rules as printed, got changes of {', '.join(overrides)} "
            "(section odds)",
            "leave `odds` out of the report's sections",
        )
    lines = [
        (f"{ours} v {theirs}", ours, theirs, ties, lead, float(win))
        for (ours, theirs, ties, lead), win in win_table().items()
    ]
    return pd.DataFrame(lines, columns=list(COLUMNS))


def tile_numbers() -> tuple[int, int, int]:
    """Return the tiles drawn with more units, with fewer, and those that count (BS-COMBAT-15).

    >>> tile_numbers()
    (4, 3, 3)
    """
    tiles = Tiles.of(load_ruleset())
    return tiles.more, tiles.fewer, tiles.counted


ID: Final = "odds"
PICTURE: Final = "combat_odds"  # the table's name too
LEFT, RIGHT = "left", "right"
WIDEST_LEAD: Final = 6
ODDS_LEADS: Final = (-4, -2, -1, 0, 1, 2, 4)


def find(played: PlayedStudy) -> Tables:
    """Return the combat odds under the rules of the study."""
    return {PICTURE: odds_table(played.study_file.get("rules", {}).get("overrides", {}))}


@dataclass(frozen=True)
class Combat(Finding):
    """Exact odds of a battle, by the tiles drawn and the difference of modifiers."""

    odds: pd.DataFrame

    @property
    def tiles(self) -> tuple[int, int, int]:
        """Tiles drawn with more units, with fewer, and those that count."""
        return tile_numbers()

    def win(self, attacker: int, defender: int, lead: int) -> float:
        """Return the attacker's win probability where ties are fought again."""
        table = self.odds[~self.odds["defender_wins_ties"]]
        at = (table["attacker_tiles"] == attacker) & (table["defender_tiles"] == defender)
        return float(table.loc[at & (table["difference"] == lead), "win"].iloc[0])

    def drawing(self) -> str:
        """Draw the odds."""
        table = self.odds[~self.odds["defender_wins_ties"]]
        return to_svg(draw_odds(table[table["difference"].abs() <= WIDEST_LEAD]))

    def table(self) -> Table:
        """Return the odds as a table."""
        return odds_cells(self.odds)


def combat_of(findings: StudyFindings) -> Combat:
    """Return the odds under the rules of the study."""
    return Combat(findings.named[PICTURE])


def odds_cells(odds: pd.DataFrame, leads: Sequence[int] = ODDS_LEADS) -> Table:
    """Return the exact odds at some differences of modifiers."""
    table = odds.set_index(["tiles", "defender_wins_ties", "difference"])["win"]
    rows = []
    for tiles in odds["tiles"].unique():
        for ties in (False, True):
            shown = (f"{table[tiles, ties, lead] * PERCENT:.1f} %" for lead in leads)
            rows.append((tiles, "defender" if ties else "re-fight", *shown))
    header = (
        "tiles",
        "a tie goes to",
        *(with_sign(lead) for lead in leads),
    )
    return Table.grouped("", header, (LEFT, LEFT, *(RIGHT for _ in leads)), rows)


COMBAT: Final = topic(ID, "What decides a battle", combat_of, find=find)
