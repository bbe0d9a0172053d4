"""A finished playthrough on a board: viewed, explained, queried and continued."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from threading import Lock
from typing import Any, Final

from bloodstones.api.advice import adviser_at
from bloodstones.api.explanations.explanation import explained, page_data
from bloodstones.api.explanations.strengths import among, rated
from bloodstones.api.game_parts.commands import game_commands_of, need
from bloodstones.api.game_parts.facts import RecordInfo, outcome
from bloodstones.api.game_parts.record_files import game_named
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError, expected
from bloodstones.games.registry import find_part
from bloodstones.kit.advice.advice import Advice
from bloodstones.kit.advice.chances import TimeLeft, world_of
from bloodstones.kit.explain.recorded_steps import Positions, RecordedCourse
from bloodstones.kit.pictures.scene import Mark, MarkKind, Scene
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.forms import SEATS, Names
from bloodstones.kit.table.happened import decision_marks
from bloodstones.kit.table.options import Option, options_of
from bloodstones.kit.table.people import STAND_IN, all_by
from bloodstones.kit.table.saved_session import FORMAT as UNFINISHED
from bloodstones.kit.table.session import Session
from bloodstones.kit.table.shared import HINT, Pictures, board_with, seated
from bloodstones.kit.table.variation import begin_with_course

PICTURES: Final = "pictures"  # the module of a game that draws
SEED: Final = 1  # of the luck of playouts, as `bloodstones explain` has it
Update = Callable[[int, int], None]
Arrow = tuple[int, int]  # from which area to which


class Analysis:
    """The record of a finished playthrough, checked by the rules.

    Parameters
    ----------
    text
        Of the record.
    name
        The name shown in errors and on pages.

    Attributes
    ----------
    course, positions
        What happened, and the position after each of it.
    info
        Who played, and how it ended.
    digest
        SHA-256 of the text.

    Raises
    ------
    InputError
        If it is no record of a finished playthrough, or breaks a rule.
    """

    def __init__(self, text: str, name: str) -> None:
        first = text.partition("\n")[0].encode()
        if first.strip() == b"{" and UNFINISHED in text[: len(UNFINISHED) * 2]:
            raise expected("the record of a finished game", "an unfinished game", name)
        self.name = name
        self.digest = sha256(text.encode()).hexdigest()
        self.commands = commands = game_commands_of(game_named(first, name))
        records = need(commands, lambda each: each.records, "records", name)
        record = records.parse(text, name)
        fault = records.verify(record)
        if fault is not None:
            where = f"{fault.clause}: " if fault.clause else ""
            got = f"one with a fault in line {fault.line}: {where}{fault.reason}"
            raise InputError(f"expected a legal record, got {got} ({name})")
        self.info: RecordInfo = records.info(record)
        self.course: RecordedCourse = commands.follow(record, None)
        self.voice = commands.voice()
        self.positions = Positions(self.course, self.voice.option)
        self.names: Names = self.voice.names(self.course.play, self.course.setup)
        self.pictures = Pictures.of(find_part(commands.id, PICTURES))
        self._asking = Lock()

    @property
    def setup(self) -> Setup:
        """What was played; a strategy that always can replaces those that played."""
        return all_by(self.course.setup, STAND_IN)

    @property
    def result(self) -> str:
        """Who won, in words."""
        names = self.course.seats
        scores = " : ".join(map(str, self.info.scores))
        won = outcome([names[seat] for seat in self.info.winners])
        reason = self.info.end_reason.replace("_", " ")
        return f"{won} ({scores}) after {self.info.turns} turns: {reason}"

    def check_place(self, place: int) -> int:
        """Return the number of a position; InputError unless there is such a one."""
        if 0 <= place < len(self.positions):
            return place
        raise expected(f"a position from 0 to {len(self.positions) - 1}", place, "position")

    def scores(self, place: int) -> Sequence[int]:
        """Return the scores at a position, by seat."""
        return self.positions.scores(place)

    def mover(self, play: Playthrough) -> int | None:
        """Return the seat that must decide at a position, None for chance and the end."""
        return None if play.over or play.is_chance else play.decider

    def page_parts(
        self, place: int, seat: int | None, code: int | None = None, arrows: Sequence[Arrow] = ()
    ) -> dict[str, str]:
        """Return a position for a page, see `board_with`; of a game without pictures nothing.

        Parameters
        ----------
        place
            The number of the position.
        seat
            Whose hand is shown; None: nobody's.
        code
            A decision there that is shown as well, packed; None for none.
        arrows
            From which area to which, that are drawn as well.
        """
        if self.pictures is None:
            return dict.fromkeys(("picture", "key", "cards"), "")
        return board_with(self._scene(self.pictures, place, seat, code, arrows))

    def _scene(
        self,
        pictures: Pictures,
        place: int,
        seat: int | None,
        code: int | None,
        arrows: Sequence[Arrow],
    ) -> Scene:
        play = self.positions.playthrough(place)
        scene = pictures.scene(play, seat)
        marks = [Mark(MarkKind.MOVE, arrow) for arrow in arrows]
        if code is not None:
            world = world_of(play, play.decider, SEED, HINT, 0)
            marks += decision_marks(play, world, pictures, code)
        marked = replace(scene, marks=(*scene.marks, *marks))
        return seated(marked, self.names[SEATS], self.scores(place))

    def board(self, place: int, seat: int) -> Sequence[str]:
        """Return what a seat sees at a position, in words."""
        return list(self.voice.board(self.positions.playthrough(place), seat, self.names))

    def options(self, place: int) -> tuple[Option, ...]:
        """Return what may be decided at a position; nothing where no seat decides."""
        play = self.positions.playthrough(place)
        return () if self.mover(play) is None else options_of(play, self.voice, self.names)

    def advise(self, place: int, time_left: TimeLeft) -> Advice:
        """Return what the strongest engine would do at a position, who sees what its seat sees.

        Raises
        ------
        InputError
            If no seat decides there.
        """
        play = self.positions.playthrough(place)
        seat = self.mover(play)
        if seat is None:
            raise expected("a position where a seat decides", "chance or the end", "position")
        with self._asking:
            counsel = adviser_at(self.commands, self.setup, play, seat, SEED)
            return counsel.advise(time_left=time_left)

    def explain(self, playouts: int, update: Update, strengths: str = "") -> dict[str, Any]:
        """Return the data of `bloodstones explain` for JSON, see `page_data`.

        Parameters
        ----------
        playouts
            About how many in all.
        update
            Called with how many were played, and how many there are in all.
        strengths
            Of those at the table, as `--strengths` takes them; "": as ladders rate them.
        """
        given = (strengths or None, "strengths")
        told = explained(self.commands, self.course, None, playouts, SEED, update, given)
        return page_data(self.commands, self.course, told, self.name, SEED)

    @property
    def rated(self) -> tuple[str, ...]:
        """The strategies whose strength is known at such a table, the strongest first."""
        return rated(self.commands, self.course.setup)

    def check_strengths(self, strengths: str) -> str:
        """Return strengths as `explain` takes them; InputError unless they are some."""
        among(self.commands, self.course.setup, strengths or None, "strengths")
        return strengths

    def variation(self, place: int, strategies: Sequence[str], seed: int) -> Session:
        """Return a table at a position, from which on others decide.

        Parameters
        ----------
        place
            The number of the position.
        strategies
            Who sits there from now on, by seat.
        seed
            What its luck is keyed by from there on.
        """
        setup = self.course.setup
        seats = zip(setup.seats, strategies, strict=True)
        seated = replace(setup, seats=tuple(Seat(seat.role, who) for seat, who in seats))
        session = Session(self.commands.game, self.commands.voice(), seated, seed)
        codes = self.positions.codes[: self.positions[place].codes]
        begin_with_course(session, self.course, codes)
        return session
