"""Pictures of results: each returns matplotlib axes, or a figure where there are several.

A picture with a panel for every number of players is one panel with `players=`, and that is drawn
on `ax=` if axes are given.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isinf
from typing import TYPE_CHECKING, Any, Final

from bloodstones.core.arguments import whole_of
from bloodstones.core.contract.game import Role
from bloodstones.core.errors import expected
from bloodstones.core.extras import require_extra
from bloodstones.core.html_tables import words
from bloodstones.stats.inference.rounding import PERCENT, with_sign
from bloodstones.stats.verdicts import BAND, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from bloodstones.api.results.measures import Measures

EVEN: Final = 0.5  # two roles of equal strength
UNEVEN: Final = 0.25  # so far from even a square has its deepest colour
FULL: Final = 0.1  # a difference of ten percentage points has the deepest colour
HALFWAY: Final = 0.5
SURE: Final = (Verdict.FAIR.value, Verdict.UNFAIR.value)
PLAYERS: Final = "players"
TIP: Final = "choose one with players=, or leave out ax="


@dataclass(frozen=True, slots=True)
class ResultPlots:
    """The pictures that can be made of results.

    Attributes
    ----------
    results
        What is drawn.
    """

    results: Measures

    def __repr__(self) -> str:
        names = [name for name in dir(self) if not name.startswith("_") and name != "results"]
        return f"<pictures: {', '.join(names)}>"

    def win_rates(
        self, ax: Axes | None = None, *, players: int | None = None, band: float = BAND
    ) -> Axes | Figure:
        """Draw the win rate of every role with its interval, beside the fair share and its band.

        Parameters
        ----------
        ax
            Where to draw a single panel.
        players
            Tables of this size alone.
        band
            As of `Results.win_rates`.

        Raises
        ------
        InputError
            There are several panels for `ax`, or no games with so many players.
        """
        from bloodstones.plots.style import new_axes
        from bloodstones.plots.win_rates import draw_win_rates, panel_height, win_rates_on

        require_extra("report")
        table = _of_size(self.results.win_rates(band=band), players)
        who = _who(table)
        labels = _labels(table[who])
        sizes = _sizes(table)
        if _several(sizes, ax):
            return draw_win_rates(table, who, PLAYERS, band, labels, _headings(sizes))
        if ax is None:
            from bloodstones.plots.style import PAGE_WIDTH

            ax = new_axes(PAGE_WIDTH, panel_height(len(table)))
        return win_rates_on(ax, table.reset_index(drop=True), who, band, labels)

    def figure(self) -> Figure:
        """Draw the win rates as a figure of its own, whatever shows it: a panel a table size."""
        from bloodstones.plots.win_rates import draw_win_rates

        require_extra("report")
        table = self.results.win_rates()
        who, headings = _who(table), _headings(_sizes(table))
        return draw_win_rates(table, who, PLAYERS, BAND, _labels(table[who]), headings)

    def match_ups(self, ax: Axes | None = None, *, players: int | None = None) -> Axes:
        """Draw how often the role of a line finishes ahead of that of a column, in per cent.

        Parameters
        ----------
        ax
            Where to draw.
        players
            Tables of this size; needed if there are several.
        """
        import pandas as pd

        require_extra("report")
        table = _one_size(self.results.match_ups(), players)
        squares = pd.DataFrame(
            {
                "line": table["faction"],
                "column": table["opponent"],
                "lean": (table["rate"] - EVEN) / UNEVEN,
                "text": [f"{rate * PERCENT:.0f}" for rate in table["rate"]],
                "sure": table["verdict"].isin(SURE),
            }
        )
        names = _labels(sorted(set(table["faction"])))
        return _matrix(ax, squares, names, names)

    def what_ifs(self, ax: Axes | None = None, *, players: int | None = None) -> Axes:
        """Draw what every arm changes in the win rate of every role, in percentage points.

        Bordered: no significant difference.

        Parameters
        ----------
        ax
            Where to draw.
        players
            Tables of this size; needed if there are several.
        """
        import pandas as pd

        from bloodstones.api.results.measures import ALIKE

        require_extra("report")
        table = _one_size(self.results.what_ifs(), players)
        who = _who(table)
        squares = pd.DataFrame(
            {
                "line": table["arm"],
                "column": table[who],
                "lean": table["difference"] / FULL,
                "text": [with_sign(change * PERCENT, 1) for change in table["difference"]],
                "sure": table["verdict"] != ALIKE,
            }
        )
        arms = {name: words(str(name)) for name in dict.fromkeys(table["arm"])}
        return _matrix(ax, squares, arms, _labels(sorted(set(table[who]))))

    def points(self, ax: Axes | None = None, *, players: int | None = None) -> Axes:
        """Draw where the points of every role come from: stacked bars, means of a game.

        Parameters
        ----------
        ax
            Where to draw.
        players
            Tables of this size; needed if there are several.
        """
        from bloodstones.plots.points import FRAME, ROW_HEIGHT, points_on
        from bloodstones.plots.style import PAGE_WIDTH, new_axes

        require_extra("report")
        table = _one_size(self.results.points(), players)
        columns = self.results.tables.columns
        sources = {
            source: name
            for source, name in columns.labels(Role.POINTS).items()
            if table[source].abs().sum() > 0
        }
        if not sources:
            raise expected("results with points", "none", "points")
        who = _who(table)
        totals = dict(zip(table[who], table["score"].map("{:.1f}".format), strict=True))
        _check_axes(ax)
        ax = ax or new_axes(PAGE_WIDTH, len(table) * ROW_HEIGHT + FRAME)
        colours = columns.colours(Role.POINTS)
        return points_on(ax, table, who, _labels(table[who]), sources, colours, totals, "points")

    def lengths(self, ax: Axes | None = None, *, players: int | None = None) -> Axes | Figure:
        """Draw how many rounds games last: a histogram, dotted at the median.

        Parameters
        ----------
        ax
            Where to draw a single panel.
        players
            Tables of this size alone.
        """
        from bloodstones.plots.lengths import FOOT, PANEL_HEIGHT, draw_lengths, lengths_on
        from bloodstones.plots.style import PAGE_WIDTH, new_axes

        require_extra("report")
        table = _of_size(self.results.rounds(), players)
        sizes = _sizes(table)
        if _several(sizes, ax):
            return draw_lengths(table, PLAYERS, "rounds", _headings(sizes), "rounds")
        ax = ax or new_axes(PAGE_WIDTH, 2 * PANEL_HEIGHT + FOOT)
        return lengths_on(ax, table["rounds"].to_numpy(), "rounds")

    def comebacks(self, ax: Axes | None = None, *, players: int | None = None) -> Axes | Figure:
        """Draw how often a seat still wins from so many points behind halfway.

        Parameters
        ----------
        ax
            Where to draw a single panel.
        players
            Tables of this size alone.
        """
        from bloodstones.plots.shares import FOOT, PANEL_HEADING, ROW_HEIGHT, draw_shares, shares_on
        from bloodstones.plots.style import PAGE_WIDTH, new_axes

        require_extra("report")
        table = _of_size(self.results.comebacks(), players)
        table = table[table["moment"] == HALFWAY]
        ends = sorted(set(zip(table["behind"], table["below"], strict=True)))
        labels: dict[object, str] = {low: _behind(low, high) for low, high in ends}
        drawn = table.rename(columns={PLAYERS: "panel", "behind": "row", "rate": "share"})
        sizes, unit = _sizes(table), "win rate"
        if _several(sizes, ax):
            return draw_shares(drawn, labels, _headings(sizes), unit)
        ax = ax or new_axes(PAGE_WIDTH, len(labels) * ROW_HEIGHT + PANEL_HEADING + FOOT)
        return shares_on(ax, drawn, labels, unit)


def _who(table: pd.DataFrame) -> str:
    """Return the column of those who win: roles, or strategies in a game without roles."""
    return "faction" if "faction" in table else "strategy"


def _sizes(table: pd.DataFrame) -> list[int]:
    """Return the numbers of players in a table, ascending."""
    return sorted({int(size) for size in table[PLAYERS]})


def _of_size(table: pd.DataFrame, players: int | None) -> pd.DataFrame:
    """Return the lines of tables of a size, all without one."""
    sizes = _sizes(table)
    if players is not None:
        known = ", ".join(map(str, sizes))
        tip = f"there are: {known}"
        players = whole_of(players, "players=", f"a size of the tables ({known})")
        if players not in sizes:
            raise expected("a size of the tables", players, "players=", tip)
    return table if players is None else table[table[PLAYERS] == players]


def _one_size(table: pd.DataFrame, players: int | None) -> pd.DataFrame:
    """Return the lines of tables of the one size; InputError if there are several."""
    chosen = _of_size(table, players)
    sizes = _sizes(chosen)
    if len(sizes) > 1:
        raise expected("one size of the tables", sizes, "players=", "such as players=2")
    return chosen.reset_index(drop=True)


def _several(sizes: list[int], ax: Axes | None) -> bool:
    """Whether there are several panels; InputError if they are to go on one pair of axes."""
    _check_axes(ax)
    if len(sizes) > 1 and ax is not None:
        raise expected("one panel", f"{len(sizes)}, for {sizes} players", "ax=", TIP)
    return len(sizes) > 1


def _check_axes(ax: object) -> None:
    """Raise InputError unless it is a pair of axes or None."""
    from matplotlib.axes import Axes

    if ax is not None and not isinstance(ax, Axes):
        raise expected("matplotlib axes", ax, "ax=")


def _labels(names: Iterable[Any]) -> dict[object, str]:
    """Return what to write for the ids of roles; seats of games without roles have none."""
    return {name: words(str(name)).title() or "all seats" for name in names}


def _headings(sizes: Iterable[int]) -> Mapping[object, str]:
    return {size: f"{size} players" for size in sizes}


def _behind(low: float, high: float) -> str:
    """Return a class of points behind in words."""
    if not low:
        return "leads"
    return f"{low:.0f} or more behind" if isinf(high) else f"{low:.0f}–{high - 1:.0f} behind"


def _matrix(
    ax: Axes | None,
    squares: pd.DataFrame,
    lines: Mapping[object, str],
    columns: Mapping[object, str],
) -> Axes:
    """Draw a grid of squares on the axes, or on those of a figure of its own."""
    from bloodstones.plots.matrix import HEADING, LINE_HEIGHT, MATRIX_WIDTH, matrix_on
    from bloodstones.plots.style import new_axes

    _check_axes(ax)
    ax = ax or new_axes(MATRIX_WIDTH, len(lines) * LINE_HEIGHT + HEADING)
    return matrix_on(ax, squares, lines, columns)
