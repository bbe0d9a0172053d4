"""The measured figures of the statistics page, from the table that `make calibration` writes."""

from __future__ import annotations

from bloodstones.stats.inference.intervals import wilson_interval
from building.writing import Pages
from tests.calibration import REMARK, TABLE, Figure, read

HEAD = "| method | what is counted | measured | allowed | studies |\n"
LINE = "|---|---|---|---|---:|\n"
TOGETHER = "\u00a0"  # keeps figures in one line


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
    share = f"**{percent(figure.measured)} %**".replace(" ", TOGETHER)
    ends = f"({percent(low)} to {percent(high)})".replace(" ", TOGETHER)
    bounds = held_to(figure).replace(" ", TOGETHER)
    cells = (figure.method, figure.figure, f"{share} {ends}", bounds, f"{figure.studies:,}")
    return f"| {' | '.join(cells)} |\n"


def write(pages: Pages) -> None:
    """Write the table, and the versions it was measured with."""
    made = TABLE.read_text(encoding="utf-8").partition("\n")[0].removeprefix(REMARK)
    rows = "".join(row_of(figure) for figure in read())
    tests = ", ".join(f"`{name}`" for name in sorted({figure.test for figure in read()}))
    note = f"The table is {made}. The simulations are in {tests} of `tests/stats`.\n"
    pages.write("parts/calibration.txt", f"{HEAD}{LINE}{rows}\n{note}")
