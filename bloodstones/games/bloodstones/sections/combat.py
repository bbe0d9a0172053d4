"""The section on combat odds: what decides a battle, exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pandas as pd

from bloodstones.core.errors import UnmodelledRuleError
from bloodstones.games.bloodstones.odds.fight import Tiles, win_table
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.plots.battle import draw_odds
from bloodstones.plots.style import to_svg
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.language.phrases import WORDS, percent_text
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


def make(findings: StudyFindings) -> Content:
    """Return a picture and a table of the odds."""
    tables = findings.named
    every = tables[PICTURE]
    table = every[~every["defender_wins_ties"]]
    shown = table[table["difference"].abs() <= WIDEST_LEAD]
    win = table.set_index(["tiles", "difference"])["win"]
    many, few, counted = tile_numbers()
    more = percent_text(float(win[f"{many} v {few}", 0]))
    one = percent_text(float(win[f"{few} v {few}", 1]))
    many_word, few_word, counted_word = WORDS[many], WORDS[few], WORDS[counted]
    blocks: list[Block] = [
        Paragraph(
            f"The side with more units draws {many_word} combat tiles, the other {few_word}, and "
            f"equal sides draw {few_word} each; the best {counted_word} count, and units add their "
            f"modifiers. With equal modifiers the larger draw lifts the attacker from "
            f"{percent_text(1 / 2)} to {more}; one point of modifier with {few_word} tiles each "
            f"lifts it to {one}. These are exact probabilities without swapped tiles, not "
            "simulations; a tie is fought again, unless a defending shieldbearer takes it."
        ),
        Picture(
            PICTURE,
            "The attacker's win probability by tiles drawn and difference of modifiers (ties are "
            "fought again).",
            "Curves rising from left to right: win probability of the attacker.",
        ),
        odds_cells(every),
    ]
    return blocks, {PICTURE: to_svg(draw_odds(shown))}


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
    caption = (
        "The attacker's exact win probability by tiles drawn (attacker v defender) and difference "
        "of modifiers. A shieldbearer among the defenders gives them ties."
    )
    return Table.grouped(caption, header, (LEFT, LEFT, *(RIGHT for _ in leads)), rows)


COMBAT: Final = Section(ID, "What decides a battle", make, find)
