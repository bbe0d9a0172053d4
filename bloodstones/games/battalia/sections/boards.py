"""The section with pictures of grown boards: cards as squares, their roads, cities and owners."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

import pandas as pd
from matplotlib.patches import Circle, Rectangle

from bloodstones.games.battalia.board_text import SIDES, read_board
from bloodstones.games.battalia.rules.boards import WIDTH
from bloodstones.plots.style import GREY, INK, PAGE_WIDTH, RULE, new_figure, styled, to_svg
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture
from bloodstones.report.language.phrases import listing, players_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
from bloodstones.report.study.findings import StudyFindings

TABLE: Final = "grown_boards"
# Seats: colour, and letter for those who do not see it.
SEATS: Final = (("#0072b2", "A"), ("#d55e00", "B"), ("#009e73", "C"), ("#cc79a7", "D"))
NEUTRAL: Final = "#d8d8d8"
GROUND: Final = "#f1ead8"
ROAD: Final = "#8a6d3b"
RUINS: Final = "#4b4b4b"
STEPS: Final = ((0.0, -0.5), (0.5, 0.0), (0.0, 0.5), (-0.5, 0.0))  # by bit of the exits
CITY_SIZE: Final = 0.56
HERO_SIZE: Final = 0.1
HERO_AT: Final = 0.36
ROAD_WIDTH: Final = 2.6
LEVEL_POINTS: Final = 7.5
HEADING: Final = 0.3
HALF: Final = 0.5
ABOVE, LETTERING, PEOPLE = 3, 4, 5  # above the roads, in this order


def find(findings: StudyFindings) -> Tables:
    """Return the squares of one board by number of players, of the last cell."""
    rows = findings.base
    written = rows[rows["final_board"] != ""]
    lines: list[dict[str, Any]] = []
    for players, group in written.groupby("players"):
        last = group[group["cell"] == group["cell"].iloc[-1]]
        game = last[last["replicate"] == last["replicate"].min()].sort_values("seat")
        facts = {
            "players": players,
            "turns": int(game["game_turns"].iloc[0]),
            "end": str(game["end_reason"].iloc[0]),
            "strategies": " ".join(game["strategy"]),
            "scores": " ".join(map(str, game["score"])),
        }
        lines += [{**facts, **asdict(each)} for each in read_board(game["final_board"].iloc[0])]
    return {TABLE: pd.DataFrame(lines)}


def make(findings: StudyFindings) -> Content:
    """Return the picture of the boards and what happened on them."""
    tables = findings.named("boards")
    table = tables[TABLE]
    games = []
    each: Any = table.groupby("players")
    for players, squares in each:
        scores = str(squares["scores"].iloc[0]).split()
        points = listing([f"{score} for {SEATS[n][1]}" for n, score in enumerate(scores)])
        plans = set(str(squares["strategies"].iloc[0]).split())
        by = f" of {listing(sorted(plans))}"
        turns = int(squares["turns"].iloc[0])
        games.append(f"{players_text(int(players))}{by}: {turns} turns, points {points}.")
    blocks: list[Block] = [
        Paragraph(
            "Each picture is a board at the end of one game, the first of its kind. "
            + " ".join(games)
        ),
        Picture(
            TABLE,
            "Boards at the end of a game. A square is a map card with its roads, a coloured "
            "house a city with its owner and level, grey ones are neutral; black are the "
            "ruins, hatched are squares on which nothing can be built, dots are heroes.",
            "Grids of square cards joined by roads, with cities coloured by their owners.",
            board=True,
        ),
    ]
    return blocks, {TABLE: to_svg(draw_boards(table))}


@styled
def draw_boards(table: pd.DataFrame) -> Figure:
    """Draw boards side by side.

    Parameters
    ----------
    table
        From `find`: `players`, and of each square `column`, `row`, `what`, `exits`, `owner`,
        `level`, `heroes`.
    """
    numbers = list(dict.fromkeys(table["players"]))
    side = PAGE_WIDTH / len(numbers)
    figure = new_figure(PAGE_WIDTH, side + HEADING)
    grid = figure.subplots(1, len(numbers), squeeze=False)
    for number, axes in zip(numbers, grid.ravel(), strict=True):
        for square in table[table["players"] == number].itertuples():
            _draw_square(axes, square)
        axes.set_title(players_text(int(number)))
        axes.set_xlim(-HALF, WIDTH - HALF)
        axes.set_ylim(WIDTH - HALF, -HALF)
        axes.set_aspect("equal")
        axes.axis("off")
    return figure


def _draw_square(axes: Axes, cell: Any) -> None:
    """Draw one square: ground, roads, what stands on them, heroes."""
    x, y = cell.column, cell.row
    empty, dead = cell.what == "e", cell.what == "d"
    fill = "none" if empty else GROUND
    hatch = "////" if dead else None
    ground = Rectangle(
        (x - HALF, y - HALF), 1, 1, facecolor=fill, edgecolor=RULE, linewidth=HALF, hatch=hatch
    )
    axes.add_patch(ground)
    for bit in range(SIDES):
        if cell.exits >> bit & 1:
            dx, dy = STEPS[bit]
            axes.plot([x, x + dx], [y, y + dy], color=ROAD, linewidth=ROAD_WIDTH, zorder=2)
    if cell.what in ("C", "R"):
        ruins = cell.what == "R"
        colour = RUINS if ruins else NEUTRAL if cell.owner < 0 else SEATS[cell.owner][0]
        corner = (x - CITY_SIZE / 2, y - CITY_SIZE / 2)
        house = Rectangle(
            corner,
            CITY_SIZE,
            CITY_SIZE,
            facecolor=colour,
            edgecolor=INK,
            linewidth=HALF,
            zorder=ABOVE,
        )
        axes.add_patch(house)
        letter = "" if cell.owner < 0 else SEATS[cell.owner][1]
        dark = ruins or cell.owner >= 0
        axes.text(
            *(x, y, f"{letter}{cell.level or ''}"),
            color="white" if dark else INK,
            fontsize=LEVEL_POINTS,
            ha="center",
            va="center",
            zorder=LETTERING,
        )
    for seat, (colour, _) in enumerate(SEATS):
        if cell.heroes >> seat & 1:
            dx, dy = (2 * (seat % 2) - 1) * HERO_AT, (2 * (seat // 2) - 1) * HERO_AT
            axes.add_patch(
                Circle((x + dx, y + dy), HERO_SIZE, facecolor=colour, edgecolor=GREY, zorder=PEOPLE)
            )


BOARDS: Final = Section("boards", "Grown boards", make, find)
