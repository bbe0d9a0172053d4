"""What the sections on factions, places and pairs share: the picture of rates, the joint tests."""

from __future__ import annotations

import pandas as pd

from bloodstones.plots.style import to_svg
from bloodstones.plots.win_rates import draw_win_rates
from bloodstones.report.language.groups import SEAT, TURN_ORDER
from bloodstones.report.language.wording import ordinal, players_text, title
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable


def joint_tests_of(findings: StudyFindings, what: str) -> pd.DataFrame:
    """Return the joint tests of the games that speak for factions and seats.

    Parameters
    ----------
    what
        The column that is compared.
    """
    table = findings.table(StudyTable.JOINT_TESTS)
    return table[(table["what"] == what) & (table["strategy"] == findings.strategy)]


def rates_picture(
    findings: StudyFindings, table: pd.DataFrame, row: str, name: str
) -> dict[str, str]:
    """Draw win rates by player count; `row` is the column that a line is of."""
    labels = {
        value: ordinal(value) if row in (TURN_ORDER, SEAT) else title(value)
        for value in table[row].unique()
    }
    panels = {value: players_text(value) for value in table["players"].unique()}
    figure = draw_win_rates(table, row, "players", findings.definition.band, labels, panels)
    return {name: to_svg(figure)}
