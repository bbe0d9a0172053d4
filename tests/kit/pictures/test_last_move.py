"""What happened between two positions: moves, fights, areas whose pieces are others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bloodstones.kit.pictures.last_move import MOST_LIT, marks_between
from bloodstones.kit.pictures.scene import NOBODY, Area, Mark, MarkKind, Piece, Scene

AREAS = tuple(Area(n, (), (0.0, 0.0), "moor", called=f"{n}.x") for n in range(20))
KNIGHT = Piece("k", 3, "Kn", 1, called="knight 1")
BEFORE = Scene("toy", "", {}, AREAS, pieces=(KNIGHT, Piece("f", 5, "Fo", 0)))


@dataclass(frozen=True)
class Line:
    event: str
    keys: Mapping[str, Any] = field(default_factory=dict)


def after(*pieces: Piece) -> Scene:
    return Scene("toy", "", {}, AREAS, pieces=pieces)


def test_a_piece_that_stands_elsewhere_has_moved_and_its_areas_are_not_lit() -> None:
    moved = after(Piece("k", 4, "Kn", 1), BEFORE.pieces[1])
    assert marks_between(BEFORE, moved) == (Mark(MarkKind.MOVE, (3, 4), 1),)


def test_areas_are_lit_whose_pieces_are_new_gone_or_others() -> None:
    others = after(Piece("k", 3, "Kn", 1, badge="2"), Piece("n", 9, "Ne", 0))
    assert marks_between(BEFORE, others) == tuple(Mark(MarkKind.LIT, (n,)) for n in (3, 5, 9))
    assert marks_between(BEFORE, BEFORE) == ()


def test_where_very_much_changes_nothing_is_lit() -> None:
    for count in (MOST_LIT, MOST_LIT + 1):
        new = (Piece(f"n{n}", 10 + n, "Ne", 0) for n in range(count))
        marks = marks_between(BEFORE, after(*BEFORE.pieces, *new))
        assert len(marks) == (count if count == MOST_LIT else 0)


def test_fights_are_where_the_line_says_an_area_or_a_piece() -> None:
    fights = {"battle": "hex", "attack": "target"}
    lines = [
        Line("battle", {"seat": 1, "hex": "7.x"}),
        Line("attack", {"target": "knight 1"}),
        Line("attack", {"target": "nobody known"}),
        Line("draw", {"hex": "8.x"}),
    ]
    assert marks_between(BEFORE, BEFORE, lines, fights) == (
        Mark(MarkKind.FIGHT, (7,), 1),
        Mark(MarkKind.FIGHT, (3,), NOBODY),
    )
    marks = (Mark(MarkKind.MOVE, (1, 2), 0),)
    assert marks_between(BEFORE, BEFORE, moves=marks) == marks
