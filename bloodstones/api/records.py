"""Records of playthroughs: read, verified, replayed, explained and continued."""

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
    from bloodstones.kit.explain.recorded_steps import RecordedCourse

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

    def resumed(self, setup: Setup, seed: int, course: RecordedCourse, codes: Sequence[int]) -> Any:
        """Return the playthrough after these packed decisions and chance outcomes."""


class Record:
    """The record of a playthrough.

    Attributes
    ----------
    game
        The `Game` that was played.
    text
        The contents of the file, as JSON Lines.
    name
        The name of the file, or the name used in errors.
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
        """The seats in clockwise order."""
        return self._info.seats

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores at the end, by seat."""
        return self._info.scores

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats."""
        return self._info.winners

    @property
    def end_reason(self) -> str:
        """Why it ended."""
        return self._info.end_reason

    @property
    def turns(self) -> int:
        """The number of turns."""
        return self._info.turns

    def verify(self, data: Folder = "") -> RecordFault | None:
        """Return the first violation of the rules; None if the record is legal.

        Parameters
        ----------
        data
            The folder of data files that it was played with.

        Raises
        ------
        InputError
            If the record was played with other rules or data files.
        """
        with python_parameters():
            return self._parts.verify(self._record, own_folder(path_of(data, "data="), "data="))

    def data(self) -> dict[str, Any]:
        """Return the record in words, as in `bloodstones replay --json`."""
        return self._parts.as_object(self._record, None)

    def replay(self, turn: int | None = None) -> Rows:
        """Return the events: turn, line of the file, event and words.

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

    def course(self, board: str | None = None, data: Folder = "") -> RecordedCourse:
        """Return the decisions and chance outcomes of the record.

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
        """Return the `Playthrough` after the lines of the record, to inspect or to continue.

        Seats with unknown strategies become human players. Strategies that continue start with new
        random streams and without earlier plans, so they may continue differently from the record.

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
        """Explain who was ahead, the turning points, and how much luck and decisions contributed.

        Parameters
        ----------
        playouts
            Total number of simulated playouts; more playouts give narrower intervals.
        strategy
            The strategy that plays the playouts, or that evaluates with learned values; None: the
            best one of the game.
        seed
            Random seed of the playouts.
        strengths
            How strong each player is, by seat: a log-strength as in ladders, or a rated strategy of
            the same strength; `"equal"`: all the same. None: the strategies that played, as ladders
            rate them, or equal if one of them is not rated.
        board
            Id or path of the board, if not a shipped one.
        data
            The folder of data files that it was played with.
        progress
            Called with the number of finished playouts and their total; None: a progress bar in a
            terminal or notebook.

        Returns
        -------
        Answer
            `points`: win probability with its interval, and score, by turn and seat. `luck`: how
            much chance and decisions changed each seat's win probability. `turning_points`,
            `costly_decisions`: the events with the largest changes.
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
        """Write the record to a file, completely or not at all, and return its path.

        Raises
        ------
        InputError
            If the file exists and must not be replaced, or cannot be written.
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
