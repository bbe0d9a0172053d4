"""What happened at a table since a seat last decided: step by step, marked on the board.

The events that a seat may read are the only source. Marks are made of them as on a replay page, see
`pictures.last_move`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any, Final, Protocol

from bloodstones.kit.pictures.last_move import EventLine
from bloodstones.kit.pictures.scene import Mark, MarkKind, Scene
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.events import Line
from bloodstones.kit.table.session import Session

MOST_STEPS: Final = 60  # the last ones


class Drawer(Protocol):
    """How a game draws its positions, see `table.shared.Pictures`."""

    @property
    def scene(self) -> Callable[[Playthrough, int | None], Scene]:
        """`(play, seat) -> scene`."""

    @property
    def targets(self) -> Callable[[Playthrough, int], tuple[str, ...]]:
        """`(play, code) -> names` of what a decision names in a scene."""

    def marks_of(self, before: Scene, after: Scene, lines: Sequence[EventLine]) -> tuple[Mark, ...]:
        """Return what happened between two positions."""


@dataclass(frozen=True, slots=True)
class HappenedStep:
    """A step as a seat saw it.

    Attributes
    ----------
    text
        What the seat reads of it.
    faces
        The dice or tiles of a fight, in words.
    turn
        Turns of all seats that had begun.
    scene
        The position after it, with its marks.
    """

    text: tuple[str, ...]
    faces: tuple[str, ...]
    turn: int
    scene: Scene


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a playthrough between two decisions of a seat.

    Attributes
    ----------
    start, end
        After how many codes it begins and ends.
    new
        Whether the seat has not decided since.
    """

    start: int
    end: int
    new: bool


def last_stretch(session: Session, seat: int) -> Stretch | None:
    """Return what happened since the last decision of a seat, as far as it read anything of it.

    Where nothing happened since, it is the latest part before in which others did something; None
    without one.
    """
    ends = [*(mark.at for mark in session.marks if mark.seat == seat), len(session.codes)]
    starts = [session.taken_over, *(at + 1 for at in ends[:-1])]
    sources = session.sources[seat]
    for place in reversed(range(len(ends))):
        start, end, new = starts[place], ends[place], place == len(ends) - 1
        first = bisect_right(sources, start, key=itemgetter(0))
        heard = sources[first : bisect_right(sources, end, key=itemgetter(0))]
        if heard and (new or any(line.get("seat") not in (None, seat) for _, line in heard)):
            return Stretch(start, end, new)
    return None


def steps_of(
    session: Session, drawer: Drawer, seat: int, stretch: Stretch
) -> tuple[HappenedStep, ...]:
    """Return the last steps of a stretch, as a seat saw them.

    Parameters
    ----------
    session
        With the seat among its listeners.
    drawer
        How the game draws it.
    seat
        A person's.
    stretch
        Which part of the playthrough.
    """
    return tuple(_steps(session, drawer, seat, stretch.start, stretch.end))[-MOST_STEPS:]


def since_choice(session: Session, seat: int) -> int:
    """Return after how many codes the last decision of a seat was made."""
    own = (mark.at + 1 for mark in reversed(session.marks) if mark.seat == seat)
    return next(own, session.taken_over)


def _steps(
    session: Session, drawer: Drawer, seat: int, start: int, end: int
) -> Iterator[HappenedStep]:
    """Yield a step for each decision or outcome of which the seat read something.

    Those of a turn that follow each other and mark nothing on the board are one step.
    """
    heard: dict[int, list[tuple[str, Line]]] = {}
    told = zip(session.told[seat], session.sources[seat], strict=True)
    for sentence, (at, line) in told:
        if start < at <= end:
            heard.setdefault(at, []).append((sentence, line))
    play = session.start()
    for code in session.codes[:start]:
        play.apply_code(code)
    before = drawer.scene(play, seat)
    last: HappenedStep | None = None
    for at, code in enumerate(session.codes[start:end], start + 1):
        turn = int(play.state.turn)
        play.apply_code(code)
        if at not in heard:
            continue
        texts, lines = zip(*heard[at], strict=True)
        events = session.voice.events
        on_board = any(True for line in lines for _ in events[line["event"]].named(line))
        after = drawer.scene(play, seat) if on_board or not before.areas else before
        marks = drawer.marks_of(before, after, [SeenLine(line["event"], line) for line in lines])
        rolled = [events[line["event"]].faces_of(line, session.names) for line in lines]
        faces = tuple(face for each in rolled for face in each)
        step = HappenedStep(texts, faces, turn, replace(after, marks=marks))
        before = after
        unmarked = bool(after.areas) and not marks
        if last is not None and unmarked and not last.scene.marks and last.turn == turn:
            last = replace(step, text=last.text + step.text, faces=last.faces + faces)
            continue
        if last is not None:
            yield last
        last = step
    if last is not None:
        yield last


@dataclass(frozen=True, slots=True)
class SeenLine:
    """A line of a record as far as a seat may read it."""

    event: str
    keys: Mapping[str, Any]


def together(steps: Sequence[HappenedStep], seat: int) -> tuple[Mark, ...]:
    """Return the marks of several steps at once: what a piece moved in a turn is one arrow.

    Moves of the seat itself are left out.
    """
    marks: dict[Mark, None] = {}
    turns: dict[int, list[Mark]] = {}
    for step in steps:
        turns.setdefault(step.turn, []).extend(step.scene.marks)
    for found in turns.values():
        others = [mark for mark in found if mark.kind is not MarkKind.MOVE or mark.seat != seat]
        marks |= dict.fromkeys(_chained(others))
    return tuple(marks)


def _chained(marks: Iterable[Mark]) -> list[Mark]:
    """Return marks, moves that begin where one of the same seat just ended joined to it."""
    joined: list[Mark] = []
    for mark in marks:
        last = next((each for each in reversed(joined) if each.kind is MarkKind.MOVE), None)
        goes_on = (
            mark.kind is MarkKind.MOVE
            and last is not None
            and (last.seat, last.areas[-1]) == (mark.seat, mark.areas[0])
        )
        if goes_on and last is not None:
            joined[joined.index(last)] = replace(last, areas=(*last.areas, *mark.areas[1:]))
        else:
            joined.append(mark)
    return joined


def places_of(scene: Scene) -> Mapping[str, int]:
    """Return where what records name is on the board: an area, or the area of a piece."""
    found = {piece.called or piece.id: piece.area for piece in scene.pieces}
    return found | {area.called or str(area.id): area.id for area in scene.areas}


def areas_named(session: Session, lines: Iterable[Line], places: Mapping[str, int]) -> list[int]:
    """Return the areas that lines of the record name, each once, in their order."""
    events = session.voice.events
    named = (name for line in lines for name in events[line["event"]].named(line))
    return list(dict.fromkeys(places[name] for name in named if name in places))


def decision_marks(
    play: Playthrough, world: Playthrough, drawer: Drawer, code: int
) -> tuple[Mark, ...]:
    """Return what a decision would do as marks on the board that its seat sees.

    Parameters
    ----------
    play
        Where it is decided.
    world
        A playthrough that fits what the seat knows; it is not changed.
    drawer
        How the game draws it.
    code
        A legal decision, packed.
    """
    seat = play.decider
    after = world.copy()
    after.apply_code(code)
    before = drawer.scene(world, seat)
    marks = drawer.marks_of(before, drawer.scene(after, seat), ())
    if marks:
        return marks
    pieces = {f"piece-{piece.id}": piece.area for piece in before.pieces}
    areas = {f"area-{area.id}": area.id for area in before.areas}
    places = [
        (pieces | areas)[name] for name in drawer.targets(play, code) if name in pieces | areas
    ]
    ends = tuple(dict.fromkeys(places))
    if not ends:
        return ()
    return (Mark(MarkKind.MOVE if len(ends) > 1 else MarkKind.LIT, ends, seat),)
