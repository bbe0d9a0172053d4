"""The measured figures of the statistics page, from the table that `make calibration` writes."""

from __future__ import annotations

from bloodstones.stats.intervals import wilson_interval
from building.writing import Pages
from tests.calibration import REMARK, TABLE, Figure, read

HEAD = "| method | what is counted | measured | held to | simulated studies | in the tests |\n"
LINE = "|---|---|---|---|---|---|\n"


def percent(share: float) -> str:
    """Return a share in percent, to a hundredth.

    >>> percent(0.9495), percent(1)
    ('94.95', '100')
    """
    return f"{100 * share:.2f}".rstrip("0").rstrip(".")


def held_to(figure: Figure) -> str:
    """Return the bounds of a figure in words."""
    if figure.low == 0:
        return f"at most {percent(figure.high)} %"
    if figure.high == 1:
        return f"at least {percent(figure.low)} %"
    return f"{percent(figure.low)} to {percent(figure.high)} %"


def row_of(figure: Figure) -> str:
    """Return the row of a figure; its interval is Wilson's, of the simulated studies."""
    low, high = wilson_interval(figure.measured * figure.studies, figure.studies)
    measured = f"**{percent(figure.measured)} %** ({percent(low)} to {percent(high)})"
    told = (figure.method, figure.figure, measured, held_to(figure), f"{figure.studies:,}")
    return f"| {' | '.join(told)} | `{figure.test}` |\n"


def write(pages: Pages) -> None:
    """Write the table, and what it was made with."""
    made = TABLE.read_text(encoding="utf-8").partition("\n")[0].removeprefix(REMARK)
    rows = "".join(row_of(figure) for figure in read())
    pages.write("parts/calibration.txt", f"{HEAD}{LINE}{rows}\nThe table is {made}.\n")
