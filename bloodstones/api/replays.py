"""A recorded playthrough on its board: a page to step through, an animation, a picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bloodstones.api.game_parts.commands import GameCommands, need
from bloodstones.api.game_parts.facts import outcome
from bloodstones.core.errors import InputError, expected
from bloodstones.core.svg import Svg
from bloodstones.games.registry import find_part
from bloodstones.kit.explain.recorded_steps import Positions, RecordedCourse
from bloodstones.kit.pictures.scene import Mark, MarkKind, Row, Scene
from bloodstones.kit.pictures.svg import FILE, to_layers, to_svg
from bloodstones.kit.table.shared import Pictures

PICTURES: Final = "pictures"  # the module of a game that draws
SETUP: Final = "Setup"
TURN: Final = "turn"  # the event, where a game's records do not say which one begins a turn


def check_pictures(commands: GameCommands, where: str) -> Pictures:
    """Return how a game draws its positions; InputError, with `where`, if it does not."""
    pictures = Pictures.of(find_part(commands.id, PICTURES))
    if pictures is None:
        tip = f"bloodstones replay describes a record of {commands.id} in words"
        raise expected("a game that draws pictures", commands.id, where, tip)
    return pictures


@dataclass(frozen=True, slots=True)
class Step:
    """A position of a recorded playthrough, and what led to it.

    Attributes
    ----------
    line
        The number of the last line of the record before it.
    turn
        Turns of all seats that have begun.
    heading
        What the turn is called.
    texts
        What happened, in sentences.
    seat
        Who did it; None for nobody.
    scene
        What lies open, with what happened last.
    hands
        By seat, the cards that it alone sees.
    scores
        By seat.
    """

    line: int
    turn: int
    heading: str
    texts: tuple[str, ...]
    seat: int | None
    scene: Scene
    hands: tuple[tuple[Row, ...], ...]
    scores: tuple[int, ...]


class Replay:
    """A record that is shown step by step.

    Parameters
    ----------
    commands
        Of its game.
    record
        As the game's part for records reads it.
    board
        The board that it was played on; None: the one that it names.
    data
        The folder of data files that it was played with.
    course
        What happened, where that is known already.

    Raises
    ------
    InputError
        If the game draws no pictures, or the record is not legal.
    """

    def __init__(
        self,
        commands: GameCommands,
        record: Any,
        board: str | None = None,
        data: str = "",
        course: RecordedCourse | None = None,
    ) -> None:
        self.pictures = check_pictures(commands, "replay")
        self.commands = commands
        self.record = record
        self.course = commands.follow(record, board, data) if course is None else course
        self.voice = commands.voice()
        self.names: Sequence[str] = self.course.seats
        self.steps: Sequence[Step] = tuple(self._steps())

    @property
    def title(self) -> str:
        """The game, its board and its seed."""
        setup, header = self.course.setup, self.record.header
        board = f" on {setup.board}" if setup.board else ""
        return f"{self.commands.title}{board}, seed {header.seed}"

    @property
    def result(self) -> str:
        """Who won with which scores, and why it ended."""
        info = need(self.commands, lambda each: each.records, "records", "replay").info(self.record)
        won = outcome([self.names[seat] for seat in info.winners])
        scores = " : ".join(map(str, info.scores))
        return f"{won} ({scores}) after {info.turns} turns: {info.end_reason.replace('_', ' ')}"

    def _steps(self) -> Iterator[Step]:
        """Yield the positions with what led to them."""
        positions = Positions(self.course, self.voice.option)
        lines = self.record.lines
        read, heading, turn = 0, SETUP, 0
        before: Scene | None = None
        for place in range(len(positions)):
            position = positions[place]
            play = positions.playthrough(place)
            end = read
            while end < len(lines) and lines[end].number <= position.line:
                end += 1
            new, read = lines[read:end], end
            if int(play.state.turn) != turn:
                turn = int(play.state.turn)
                heading = self._heading(turn, new)
            scene = self.pictures.scene(play, None)
            marks = () if before is None else self.pictures.marks_of(before, scene, new)
            before = scene
            yield Step(
                position.line,
                turn,
                heading,
                position.text,
                position.seat if position.seat >= 0 else None,
                replace(scene, marks=marks),
                tuple(self.pictures.hand(play, seat) for seat in range(play.seats)),
                positions.scores(place),
            )

    def _heading(self, turn: int, lines: Sequence[Any]) -> str:
        """Return what a turn is called: its number, and whose it is where a line says so."""
        records = getattr(self.commands.game, "records", None)
        begins = getattr(records, "turns", "") or TURN
        seats = [line.keys.get("seat") for line in lines if line.event == begins]
        whose = [self.names[seat] for seat in seats if seat is not None]
        return "  ".join([f"Turn {turn}", *whose[-1:]])

    def turn_ends(self) -> dict[int, Step]:
        """Return the last position of each turn, with the moves and fights of all of it."""
        ends: dict[int, Step] = {}
        marks: dict[int, dict[Mark, None]] = {}
        for step in self.steps:
            seen = marks.setdefault(step.turn, {})
            seen |= {mark: None for mark in step.scene.marks if mark.kind is not MarkKind.LIT}
            ends[step.turn] = replace(step, scene=replace(step.scene, marks=tuple(seen)))
        return ends

    def picture(self, turn: int, where: str = "turn=") -> Svg:
        """Return the board after a turn (0: the setup).

        Raises
        ------
        InputError
            If the record has no such turn.
        """
        ends = self.turn_ends()
        if turn not in ends:
            wanted = f"a turn from 0 (setup) to {max(ends)}"
            raise InputError(f"expected {wanted}, got {turn} ({where})")
        scene = replace(self._captioned(ends[turn]), marks=())
        return Svg(to_svg(scene, frame=FILE))

    def animation(self, pixels: int) -> tuple[bytes, int]:
        """Return an animated picture (GIF) with a frame for each turn, and how many there are.

        Parameters
        ----------
        pixels
            Its width.
        """
        from bloodstones.plots.boards import of_one_height, to_gif

        scenes = [self._captioned(step) for step in self.turn_ends().values()]
        key = {sign: words for scene in scenes for sign, words in scene.key.items()}
        layers = [to_layers(replace(scene, key=key), frame=FILE) for scene in scenes]
        under, over = (of_one_height(each) for each in zip(*layers, strict=True))
        return to_gif(list(zip(under, over, strict=True)), pixels), len(layers)

    def _captioned(self, step: Step) -> Scene:
        seats = [f"{name}: {score}" for name, score in zip(self.names, step.scores, strict=False)]
        return replace(step.scene, heading=step.heading, seats=seats)

    def page(self, curve: Mapping[str, Any] | None = None) -> str:
        """Return the page to step through the record, perhaps with a curve of chances."""
        from bloodstones.report.document.replay_page import replay_page

        game: Mapping[str, Any] = {
            "game": self.commands.title,
            "title": self.title,
            "result": self.result,
            "seats": list(self.names),
            "strategies": [seat.strategy for seat in self.course.setup.seats],
            **({} if curve is None else {"curve": curve}),
        }
        return replay_page(game, self.steps)
