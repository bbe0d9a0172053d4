"""Records of playthroughs: read, verified, told, explained, played on from."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from bloodstones.api.explanations.explanation import (
    PLAYOUTS,
    check_playouts,
    explained,
    explanation,
)
from bloodstones.api.faults import python_faults
from bloodstones.api.game_parts.commands import GameCommands, need
from bloodstones.api.game_parts.facts import RecordFault, RecordInfo, outcome
from bloodstones.api.game_parts.record_files import game_of
from bloodstones.api.saving import save
from bloodstones.api.seats import check_seed
from bloodstones.core.arguments import name_of, path_of, whole_of
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import DamagedFileError, InputError
from bloodstones.core.faults import python_parameters
from bloodstones.core.files.own_data import own_folder
from bloodstones.core.questions.answer import COUNT, Answer, Column, Fact, Facts, Table
from bloodstones.core.questions.values import Rows
from bloodstones.kit.records.reading import text_of
from bloodstones.kit.table.people import HUMAN

if TYPE_CHECKING:
    from bloodstones.kit.explain.recorded_steps import Course

WHERE: Final = "record"
COLUMNS: Final = (
    *(Column("turn", "Turn", COUNT), Column("line", "Line", COUNT)),
    *(Column("event", "Event"), Column("text", "What happened")),
)

Folder = str | os.PathLike[str]
Progress = Callable[[int, int], None]


class OfGame(Protocol):
    """A game as records need it, see `games.Game`."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def commands(self) -> GameCommands:
        """What commands ask of it."""

    def resumed(self, setup: Setup, seed: int, course: Course, codes: Sequence[int]) -> Any:
        """Return a playthrough after these decisions and outcomes of a course, packed."""


class Record:
    """The record of a playthrough.

    Attributes
    ----------
    game
        What was played, a `Game`.
    text
        What is in its file: JSON Lines.
    name
        Its file, or what stands for it in errors.
    """

    def __init__(self, game: OfGame, text: str, name: str = WHERE) -> None:
        self.game = game
        self._commands: GameCommands = game.commands
        self._parts = need(self._commands, lambda each: each.records, "records", "load_record")
        self.text = text
        self.name = name
        self._record: Any = self._parts.parse(text, name)
        self._info: RecordInfo = self._parts.info(self._record)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who played, clockwise."""
        return self._info.seats

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores at the end, by seat."""
        return self._info.scores

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won."""
        return self._info.winners

    @property
    def end_reason(self) -> str:
        """Why it ended."""
        return self._info.end_reason

    @property
    def turns(self) -> int:
        """How many turns it lasted."""
        return self._info.turns

    def verify(self, data: Folder = "") -> RecordFault | None:
        """Return the first fault by the rules, None if the record is legal.

        Parameters
        ----------
        data
            The folder of data files that it was played with.

        Raises
        ------
        InputError
            If it was played with other rules or data files.
        """
        with python_parameters():
            return self._parts.verify(self._record, own_folder(path_of(data, "data="), "data="))

    def data(self) -> dict[str, Any]:
        """Return the record in words as JSON has it (`bloodstones replay --json`)."""
        return self._parts.as_object(self._record, None)

    def replay(self, turn: int | None = None) -> Rows:
        """Return what happened, line by line: turn, line of the file, event, words.

        Parameters
        ----------
        turn
            Only this turn; 0 is the setup.

        Raises
        ------
        InputError
            If the record has no such turn.
        """
        if turn is not None:
            turn = whole_of(turn, "turn=", "the number of a turn", 0)
        with python_faults():
            chapters = self._parts.as_object(self._record, turn)["chapters"]
        rows = [
            (chapter["turn"], line["line"], line["event"], line["text"])
            for chapter in chapters
            for line in chapter["lines"]
        ]
        return Rows(Table(COLUMNS, rows, f"Record {self.name}"))

    def course(self, board: str | None = None, data: Folder = "") -> Course:
        """Return the decisions and outcomes of chance behind the lines.

        Raises
        ------
        InputError
            If the record is not legal.
        """
        place = None if board is None else path_of(board, "board=", "a board")
        with python_parameters():
            folder = own_folder(path_of(data, "data="), "data=")
            return self._commands.follow(self._record, place, folder)

    def playthrough(
        self, until: int | None = None, *, board: str | None = None, data: Folder = ""
    ) -> Any:
        """Return the `Playthrough` after the lines of the record, to be looked at or played on.

        Strategies that are not known here become seats of people. Those that play on have the luck
        and the plans of a fresh start, so that they may go on otherwise than in the record.

        Parameters
        ----------
        until
            Only up to this line of the file; None: to the end.
        board
            Id or path of the board, if not a shipped one.
        data
            The folder of data files that it was played with.

        Raises
        ------
        InputError
            If the record is not legal.
        """
        if until is not None:
            until = whole_of(until, "until=", "the number of a line, from 1", 1)
        course = self.course(board, data)
        codes: list[int] = []
        for step in course.steps:
            last = max(map(course.number, step.lines), default=0)
            if until is not None and last > until:
                break
            codes += step.codes
        seats = tuple(self._known(seat, course.setup.data) for seat in course.setup.seats)
        seed = self._seed()
        return self.game.resumed(replace(course.setup, seats=seats), seed, course, codes)

    def _known(self, seat: Seat, data: str) -> Seat:
        """Return a seat; of people if its strategy is not known."""
        strategies = self._commands.strategies
        try:
            if strategies is not None:
                strategies.find(seat.strategy, "seats", data)
        except DamagedFileError:
            raise
        except InputError:
            return replace(seat, strategy=HUMAN)
        return seat

    def _seed(self) -> int:
        return int(self.data()["seed"] or 0)

    def explain(
        self,
        playouts: int = PLAYOUTS,
        strategy: str | None = None,
        seed: int = 1,
        *,
        strengths: str | Sequence[float | str] | None = None,
        board: str | None = None,
        data: Folder = "",
        progress: Callable[[int, int], None] | None = None,
    ) -> Answer:
        """Explain who led when, what turned the playthrough, what luck and decisions did.

        Parameters
        ----------
        playouts
            About how many in all: more of them, narrower intervals.
        strategy
            Who plays on, or who judges by learned values; None: the best of the game.
        seed
            What the luck of playouts is keyed by.
        strengths
            How strong those at the table are, by seat: a log worth as ladders rate it, or a rated
            strategy as strong as who sits there; `"equal"`: all alike. None: the strategies that
            sat there, as ladders rate them, and equals where one of them is not rated.
        board
            Id or path of the board, if not a shipped one.
        data
            The folder of data files that it was played with.
        progress
            Called with how many playouts are done, and how many there are in all; None: a bar in a
            terminal and in a notebook.

        Returns
        -------
        Answer
            `points`: by turn and seat the chance of winning with its interval, and the score.
            `luck`: what chance and its own decisions did to the chance of each seat.
            `turning_points`, `costly_decisions`: the moments that moved most.
        """
        check_playouts(playouts, "playouts=")
        check_seed(seed, "seed=")
        if strategy is not None:
            name_of(strategy, "strategy=", "a strategy")
        course = self.course(board, data)
        given = (strengths, "strengths=")
        with python_faults(), _heard(progress, playouts) as heard:
            told = explained(self._commands, course, strategy, playouts, seed, heard, given)
        return explanation(self._commands, course, told, Path(self.name).name, seed)

    def save(self, path: str | os.PathLike[str], *, replace: bool = False) -> Path:
        """Write it to a file, never by halves, and return its path.

        Raises
        ------
        InputError
            If the file exists and is not to be replaced, or cannot be written.
        """
        return save(path, self.text, replace=replace)

    def _summary(self) -> Answer:
        names = [":".join(filter(None, (seat.role, seat.strategy))) for seat in self.seats]
        facts = [
            Fact("", name, f"{score}", tone="strong" if seat in self.winners else "")
            for seat, (name, score) in enumerate(zip(names, self.scores, strict=True))
        ]
        end = f"after {self.turns} turns: {self.end_reason.replace('_', ' ')}"
        won = outcome([names[seat] for seat in self.winners])
        return Answer(f"{self._commands.title}: {won}, {end}", [Facts(facts)])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        seats = ", ".join(":".join(filter(None, (each.role, each.strategy))) for each in self.seats)
        scores = " : ".join(map(str, self.scores))
        return f"<Record {self.name} of {self.game.id}: {seats}; {scores} after {self.turns} turns>"

    def _repr_html_(self) -> str:
        """Return who played and how it ended as a notebook shows it."""
        return self._summary()._repr_html_()


@contextmanager
def _heard(progress: Progress | None, playouts: int) -> Iterator[Progress]:
    """Give what is told how many playouts are done: a bar, where nothing else is named."""
    if progress is not None:
        yield progress
        return
    from bloodstones.api.studies.workers import progress_shown

    with progress_shown() as bar:
        bar.start(0, playouts)
        yield lambda done, _: bar.update(done)


def read_record(path: str | os.PathLike[str]) -> tuple[str, str, str]:
    """Return the id of the game of a record in a file, its text, and the name of the file."""
    file = Path(path_of(path, "path=", "the path of a record"))
    return game_of(file), text_of(file), str(file)
