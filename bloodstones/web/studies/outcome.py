"""What came of a run, for its page: tables that sort, pictures, the report.

The process of a run writes them once (`run_process`), so that the lab itself reads files.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any, Final, cast

from bloodstones.api.results.results import load_results
from bloodstones.core.errors import DamagedFileError, InputError
from bloodstones.core.extras import has_extra
from bloodstones.core.files.writing import write_atomically
from bloodstones.core.html_tables import words
from bloodstones.stats.inference.rounding import PERCENT, show, show_difference, show_percent
from bloodstones.web.studies.run_files import OUTCOME, PICTURES, RunFiles

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from bloodstones.api.results.results import Results

MOST_ROWS: Final = 500
RATE, DIFFERENCE, MEAN = "rate", "difference", "mean"
Said = Callable[[float, float, float], str]
SAID: Final[Mapping[str, Said]] = {
    RATE: show_percent,
    DIFFERENCE: show_difference,
    MEAN: show,
}
INTERVAL: Final = "(95 %)"


@dataclass(frozen=True, slots=True)
class Shown:
    """A table of results as a page shows it.

    Attributes
    ----------
    title, method
        Its heading, and the method of the results that makes it.
    columns
        Those that are shown, by their names there, with headings.
    figure
        The column with an interval, and how it is written.
    """

    title: str
    method: str
    columns: Mapping[str, str]
    figure: tuple[str, str]


ROLE: Final = {"players": "Players", "faction": "Role"}
TABLES: Final = (
    Shown(
        "Win rates",
        "win_rates",
        {**ROLE, "games": "Games", "rate": "Win rate", "verdict": "Verdict"},
        ("rate", RATE),
    ),
    Shown(
        "Effect of each arm",
        "what_ifs",
        {**ROLE, "arm": "Arm", "pairs": "Pairs", "difference": "Points", "verdict": "Verdict"},
        ("difference", DIFFERENCE),
    ),
    Shown(
        "Strategies against each other",
        "strategies",
        {
            "players": "Players",
            "strategy": "Strategy",
            "games": "Games",
            "rate": "Win rate",
            "verdict": "Verdict",
        },
        ("rate", RATE),
    ),
    Shown(
        "Head to head",
        "match_ups",
        {**ROLE, "opponent": "Finishes ahead of", "games": "Games", "rate": "Rate"},
        ("rate", RATE),
    ),
    Shown("Points", "points", {**ROLE, "games": "Games", "score": "Mean score"}, ("score", MEAN)),
    Shown(
        "Length",
        "lengths",
        {
            "players": "Players",
            "games": "Games",
            "turns": "Mean turns",
            "short": "Short",
            "median": "Median rounds",
            "long": "Long",
        },
        ("turns", MEAN),
    ),
)
# Pictures of results, and whether each is of one number of players.
DRAWN: Final = {
    "win_rates": False,
    "what_ifs": True,
    "match_ups": True,
    "points": True,
    "lengths": False,
}


def write_outcome(run: RunFiles) -> None:
    """Write the tables and the pictures of finished results; pictures need the extra `report`."""
    results = load_results(run.results)
    tables = [made for each in TABLES if (made := _table(results, each)) is not None]
    said = {"question": results.provenance["question"], "games": results.games, "tables": tables}
    folder = run.folder / PICTURES
    folder.mkdir(exist_ok=True)
    for name, svg in _pictures(results):
        write_atomically(folder / f"{name}.svg", svg.encode())
    write_atomically(run.folder / OUTCOME, json.dumps(said, allow_nan=False).encode())


def write_report(run: RunFiles) -> str:
    """Write the report of finished results; return why there is none, "" if there is."""
    try:
        load_results(run.results).report(run.report.parent)
    except InputError as error:
        return str(error)
    return ""


def _table(results: Results, shown: Shown) -> dict[str, Any] | None:
    """Return a table as data for JSON; None where results have nothing for it."""
    try:
        make: Callable[[], pd.DataFrame] = getattr(results, shown.method)
        frame = make()
    except DamagedFileError:
        raise
    except InputError:
        return None
    columns = [name for name in shown.columns if name in frame]
    name, kind = shown.figure
    if frame.empty or name not in columns:
        return None
    heads = [
        f"{shown.columns[each]} {INTERVAL}" if each == name else shown.columns[each]
        for each in columns
    ]
    rows = [
        [_figure(row, kind, name) if each == name else _cell(row[each]) for each in columns]
        for row in frame.head(MOST_ROWS).to_dict("records")
    ]
    return {"title": shown.title, "heads": heads, "rows": rows, "more": len(frame) - len(rows)}


def _figure(row: Mapping[Any, Any], kind: str, name: str) -> list[Any]:
    """Return a figure with its interval as text, and what it is sorted by."""
    scale = PERCENT if kind == DIFFERENCE else 1
    value, low, high = (float(row[each]) * scale for each in (name, "low", "high"))
    if not (isfinite(value) and isfinite(low) and isfinite(high)):
        return ["", None]
    return [SAID[kind](value, low, high), value]


def _cell(value: Any) -> list[Any]:
    """Return a cell as text, and what it is sorted by."""
    if isinstance(value, str):
        return [words(value), value]
    number = float(value)
    if not isfinite(number):
        return ["", None]
    return [f"{number:,.0f}" if number.is_integer() else f"{number:.1f}", number]


def _pictures(results: Results) -> Iterator[tuple[str, str]]:
    """Yield names and texts of pictures; those that results cannot have are left out."""
    if not has_extra("report"):
        return
    from bloodstones.plots.style import to_svg

    sizes: Sequence[int] = sorted({int(size) for size in results.rows["players"]})
    for name, by_size in DRAWN.items():
        draw: Callable[..., Axes | Figure] = getattr(results.plot, name)
        for size in sizes if by_size else (None,):
            try:
                drawn = draw() if size is None else draw(players=size)
            except DamagedFileError:
                raise
            except InputError:
                continue
            suffix = f"_{size}_players" if len(sizes) > 1 and size is not None else ""
            yield f"{name}{suffix}", to_svg(_figure_of(drawn))


def _figure_of(drawn: Axes | Figure) -> Figure:
    """Return the figure of axes, or a figure as it is."""
    return cast("Figure", getattr(drawn, "figure", None) or drawn)
