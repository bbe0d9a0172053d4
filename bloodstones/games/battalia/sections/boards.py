"""The section with pictures of grown boards: cards as squares, their roads, cities and owners."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

import pandas as pd

from bloodstones.games.battalia.board_looks import (
    CITY,
    GLYPHS,
    HERO,
    LETTERING,
    LOOKS,
    MOST_LEVEL,
    PIECE,
    ROOM,
    square,
    ways,
    window_of,
)
from bloodstones.games.battalia.board_text import read_board
from bloodstones.games.battalia.rules.boards import WIDTH
from bloodstones.kit.pictures.scene import Piece, Scene
from bloodstones.plots.boards import HALF_WIDTH, board_svg
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Block, Picture
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.topics.boards import side_by_side

TABLE: Final = "grown_boards"
LOOK_OF: Final = {"e": "empty", "r": "road", "C": "road", "R": "ruins", "d": "dead"}
LETTERS: Final = "ABCD"  # of seats


def find(played: PlayedStudy) -> Tables:
    """Return the squares of one board by number of players, of the last cell."""
    rows = played.base
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


@dataclass(frozen=True)
class Grown(Finding):
    """The board at the end of one game, by number of players."""

    boards: pd.DataFrame

    @property
    def games(self) -> list[dict[str, Any]]:
        """What is said of each game: players, plans, turns, points by seat."""
        return [
            {
                "players": int(str(players)),
                "plans": sorted(set(str(squares["strategies"].iloc[0]).split())),
                "turns": int(squares["turns"].iloc[0]),
                "points": list(zip(LETTERS, str(squares["scores"].iloc[0]).split(), strict=False)),
            }
            for players, squares in self.boards.groupby("players")
        ]

    def pictures(self, caption: Callable[..., str], alt: Callable[..., str]) -> list[Block]:
        """Return the pictures side by side; the template says what they show."""
        return list(
            side_by_side(
                [
                    Picture(
                        f"{TABLE}_{game['players']}",
                        caption(game["players"]).strip(),
                        alt(game["players"]).strip(),
                        HALF_WIDTH,
                        board=True,
                    )
                    for game in self.games
                ]
            )
        )

    def drawn(self) -> dict[str, str]:
        """Return the pictures by name."""
        return {
            f"{TABLE}_{players}": board_svg(grown_board(squares), HALF_WIDTH)
            for players, squares in self.boards.groupby("players")
        }


def grown_of(findings: StudyFindings) -> Grown:
    """Return the boards at the end of games."""
    return Grown(findings.named[TABLE])


def grown_board(squares: pd.DataFrame) -> Scene:
    """Return a board as a scene.

    Parameters
    ----------
    squares
        From `find`, those of one board: `column`, `row`, `what`, `exits`, `owner`, `level`,
        `heroes`, `strategies`.
    """
    cells: list[Any] = list(squares.itertuples())
    window = window_of([_number(cell) for cell in cells])
    seats = str(squares["strategies"].iloc[0]).split()
    return Scene(
        "battalia",
        "A board of Battalia at the end of a game",
        LOOKS,
        [square(_number(cell), window, LOOK_OF[cell.what]) for cell in cells],
        [
            line
            for cell in cells
            if cell.what != "d"
            for line in ways(_number(cell), window, int(cell.exits))
        ],
        [piece for cell in cells for piece in _pieces(cell)],
        seats=[f"{letter}: {seat}" for letter, seat in zip(LETTERS, seats, strict=False)],
        height=window.height,
        size=PIECE / window.columns / 2,
        room=ROOM / window.columns,
        lettering=LETTERING,
        glyphs=GLYPHS,
    )


def _number(cell: Any) -> int:
    return int(cell.row) * WIDTH + int(cell.column)


def _pieces(cell: Any) -> Iterator[Piece]:
    """Yield the heroes of a square, and its city."""
    q = _number(cell)
    for seat in range(len(LETTERS)):
        if int(cell.heroes) >> seat & 1:
            yield Piece(f"hero-{seat}-{q}", q, "H", seat, glyph=HERO)
    if cell.what == "C" and cell.level:
        yield Piece(
            f"city-{q}",
            q,
            "",
            int(cell.owner),
            place=True,
            glyph=CITY,
            steps=int(cell.level),
            most=MOST_LEVEL,
        )


BOARDS: Final = topic("boards", "Grown boards", grown_of, find=find)
