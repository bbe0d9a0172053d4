"""A record as a page, a film or a picture of the map: the data of the drawing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from bloodstones.core.errors import InputError, expected
from bloodstones.games.bloodstones.cli.replay_view import (
    areas_in_question,
    figures,
    no_turn,
    result,
)
from bloodstones.games.bloodstones.maps.area_tables import area_table, same_board
from bloodstones.games.bloodstones.maps.reading import list_maps, load_map
from bloodstones.games.bloodstones.record.chapters import IN_BATTLE, chapters
from bloodstones.games.bloodstones.record.header import Record
from bloodstones.games.bloodstones.record.pieces import moves_of_line, pieces_of_record
from bloodstones.games.bloodstones.record.sentences import RecordText, counted
from bloodstones.games.bloodstones.record.standing import Position
from bloodstones.games.bloodstones.rules.ruleset import BoardMap
from bloodstones.kit.records.reading import RecordLine

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SILENT: Final = ("phase",)
COLUMNS: Final = ("VP", "Regroups", "Hand", "Bag", "Discards", "Villages", "Units")


def board_of(record: Record, name: str | None) -> BoardMap:
    """Return the map of a record with its drawing coordinates, which a record does not hold.

    Parameters
    ----------
    record
        Its header has the areas.
    name
        Id or path of the map; None takes the shipped map that the record names.

    Raises
    ------
    InputError
        If there is no such map, or it is not the one that was played on.
    """
    recorded = record.header.board
    if name is None and recorded.id not in list_maps():
        raise InputError(
            f"expected a shipped map, got {recorded.id!r} ({record.name} line 1)",
            "name the file of the map with --map",
        )
    board = load_map(recorded.id if name is None else name)
    if not same_board(board, recorded):
        where = f"{record.name} line 1" if name is None else "--map"
        raise expected(f"the map of the record with {len(recorded.areas)} areas", board.id, where)
    return board


def page_of(record: Record, board: BoardMap, curve: Mapping[str, Any] | None = None) -> str:
    """Return the replay page of a record; for `curve` see `report.document.replay_page`."""
    from bloodstones.games.bloodstones.sections.board_style import BOARD_STYLE
    from bloodstones.plots.boards.labels import lay_out
    from bloodstones.report.document.replay_page import replay_page

    areas = area_table(board)
    words = RecordText(record.header)
    game: Mapping[str, Any] = {
        "title": f"{board.name}, seed {record.header.seed}",
        "result": result(record, words),
        "seats": words.seats,
        "strategies": [seat.strategy for seat in record.header.seats],
        "columns": COLUMNS,
        **({} if curve is None else {"curve": curve}),
    }
    return replay_page(areas, lay_out(areas), game, list(steps(record, board)), BOARD_STYLE)


def steps(record: Record, board: BoardMap) -> Iterator[dict[str, Any]]:
    """Yield every line of a record but those of phases, with the map and the hands after it.

    For the keys see `report.document.replay_page`.
    """
    words, position = RecordText(record.header), Position(record.header, record.name)
    for chapter in chapters(record, words):
        for line in chapter.lines:
            position.apply(line)
            if line.event in SILENT:
                continue
            yield {
                "line": line.number,
                "chapter": chapter.heading,
                "text": words.tell(line),
                "seat": line.keys.get("seat"),
                "pieces": pieces_of_record(position),
                "moves": moves_of_line(line, board),
                "focus": _focus(line, position),
                "figures": [list(figures(seat).values()) for seat in position.seats],
                "hands": [
                    counted([unit.id for unit in sorted(seat.hand) for _ in range(seat.hand[unit])])
                    for seat in position.seats
                ],
            }


def _focus(line: RecordLine, position: Position) -> list[int]:
    """Return the areas that a line is about; within a battle that of the battle."""
    if line.event in IN_BATTLE and position.battle is not None:
        return [position.battle.area]
    return areas_in_question([line])


def film_of(record: Record, board: BoardMap, pixels: int) -> tuple[bytes, int]:
    """Return a record as an animated picture (GIF), a frame a turn, and the number of frames."""
    from bloodstones.games.bloodstones.sections.board_style import BOARD_STYLE
    from bloodstones.plots.boards.film import Frame, film

    words, position = RecordText(record.header), Position(record.header, record.name)
    frames = []
    for chapter in chapters(record, words):
        moves: dict[str, list[Any]] = {}
        for line in chapter.lines:
            for name, values in moves_of_line(line, board).items():
                moves.setdefault(name, []).extend(values)
            position.apply(line)
        points = tuple(f"{figures(seat)['vp']} VP" for seat in position.seats)
        frames.append(Frame(chapter.heading, pieces_of_record(position), moves, points))
    return film(area_table(board), frames, words.seats, pixels, BOARD_STYLE), len(frames)


def picture_of(record: Record, board: BoardMap, turn: int) -> Figure:
    """Return the map with the pieces after a turn (0: the setup).

    Raises
    ------
    InputError
        If the record has no such turn.
    """
    from bloodstones.games.bloodstones.sections.board_style import BOARD_STYLE
    from bloodstones.plots.boards.board import draw_map
    from bloodstones.plots.boards.pieces import Scene

    words, position = RecordText(record.header), Position(record.header, record.name)
    for chapter in chapters(record, words):
        for line in chapter.lines:
            position.apply(line)
        if chapter.turn == turn:
            scene = Scene(pieces_of_record(position), seats=words.seats)
            return draw_map(area_table(board), style=BOARD_STYLE, scene=scene)
    raise no_turn(record, turn, "--png-at")
