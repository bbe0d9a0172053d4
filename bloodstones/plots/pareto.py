"""The Pareto front of a search for balance: distance from the targets by size of the changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bloodstones.plots.style import GREY, INK, PAGE_WIDTH, RULE, new_figure, per_cent, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

HEIGHT: Final = 3.4
MARK_SIZE: Final = 4.5
TRIED_SIZE: Final = 3.0
ANSWER_SIZE: Final = 8.0
KEY_SIZE: Final = 8.5
HEADROOM: Final = 1.08
MARGIN: Final = 0.12  # of a range, before the printed rules and behind the largest change
KEY_COLUMNS: Final = 2
# By number of changes, from 0; muted colours (Tol 2021), each with a shape of its own.
LINES: Final = (
    ("#222222", "*"),
    ("#332288", "o"),
    ("#882255", "s"),
    ("#999933", "^"),
    ("#44aa99", "v"),
)
CHANGES: Final = ("as printed", "one change", "two changes", "three changes", "four changes")


@styled
def draw_pareto(settings: pd.DataFrame, answers: pd.DataFrame, distance: str) -> Figure:
    """Draw the settings of a search, those that no other beats, and the answers as confirmed.

    Parameters
    ----------
    settings
        One row a setting of the search: `changes`, `size` (in ranges), `distance` (estimated) and
        `front`, whether no other is nearer with as few and as small changes.
    answers
        One row a confirmed answer, the printed rules among them: `changes`, `size`, `distance`,
        `low`, `high` and `recommended`.
    distance
        What the distance is from, in words: the axis has it.
    """
    figure = new_figure(PAGE_WIDTH, HEIGHT)
    axes = figure.subplots()
    others = settings[~settings["front"]]
    axes.plot(
        *(others["size"], others["distance"]),
        linestyle="",
        marker=".",
        markersize=TRIED_SIZE,
        color=RULE,
        label="tried, beaten by another",
    )
    front = settings[settings["front"]]
    for changes, group in front.groupby("changes", sort=True):
        colour, marker = LINES[int(str(changes))]
        line = group.sort_values("size", kind="stable")
        axes.plot(
            *(line["size"], line["distance"]),
            color=colour,
            marker=marker,
            markersize=MARK_SIZE,
            linewidth=1,
            label=f"{CHANGES[int(str(changes))]}, on the front",
        )
    _draw_answers(axes, answers)
    axes.set_xlabel("size of the changes, in ranges")
    axes.set_ylabel(f"distance from {distance}")
    axes.yaxis.set_major_formatter(per_cent())
    highest = max(float(settings["distance"].max()), float(answers["high"].max()))
    axes.set_ylim(0, (highest or 1.0) * HEADROOM)
    widest = float(settings["size"].max())
    axes.set_xlim(-MARGIN, widest + MARGIN)
    figure.legend(loc="outside lower center", ncols=KEY_COLUMNS, fontsize=KEY_SIZE)
    return figure


def _draw_answers(axes: Axes, answers: pd.DataFrame) -> None:
    """Draw the confirmed answers as rings with whiskers; the recommended one is filled."""
    for recommended, group in answers.groupby("recommended", sort=True):
        axes.vlines(group["size"], group["low"], group["high"], color=GREY, linewidth=1)
        axes.plot(
            *(group["size"], group["distance"]),
            linestyle="",
            marker="D",
            markersize=ANSWER_SIZE,
            markerfacecolor=INK if recommended else "none",
            markeredgecolor=INK,
            label="recommended, confirmed" if recommended else "confirmed (95 % interval)",
        )
