"""The Pareto front as a picture: distance against the size of changes."""

from __future__ import annotations

from typing import Final

import pandas as pd

from bloodstones.plots.pareto import draw_pareto
from bloodstones.plots.style import to_svg
from bloodstones.report.balance.findings import DISTANCES, FRONT, BalanceFindings, distance_of

CAPTION: Final = (
    "Distance from {aim} against the size of the changes, in ranges of the numbers: settings of "
    "the search by the surrogate, a line for each number of changes on the front; diamonds: the "
    "answers in the confirming games, with 95 % intervals, the recommended one filled."
)
ALT: Final = (
    "Dots fall from the printed rules on the left to larger changes on the right; diamonds with "
    "whiskers are the confirmed answers."
)


def pareto_picture(findings: BalanceFindings) -> str:
    """Draw the front with the confirmed answers."""
    best = findings.recommended.arm
    lines = []
    for answer in findings.answers:
        row = distance_of(findings.table(DISTANCES), answer)
        lines.append(
            {
                "changes": len(answer.changes),
                "size": findings.size(answer),
                **{name: float(row[name]) for name in ("distance", "low", "high")},
                "recommended": answer.arm == best,
            }
        )
    return to_svg(draw_pareto(findings.table(FRONT), pd.DataFrame(lines), findings.aim))
