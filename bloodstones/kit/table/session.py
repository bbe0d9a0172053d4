"""A playthrough with people at the table: who decides, what each has read, what is undone.

All that happens is the list of packed decisions and outcomes, in order. Undoing and resuming carry
out a part of that list again; what strategies noted and drew of their luck is put back from marks,
so that the same seed and the same choices always give the same playthrough.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from bloodstones.core.contract.game import Setup
from bloodstones.core.errors import InputError
from bloodstones.core.kernels.layout import Array
from bloodstones.kit.advice.chances import world_of
from bloodstones.kit.kernels import strategy_stream
from bloodstones.kit.players.failure import Failure, adding
from bloodstones.kit.players.python_strategy import PythonPlayer
from bloodstones.kit.players.seating import Seating
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.positions.line import Line as PositionLine
from bloodstones.kit.records.events import Line
from bloodstones.kit.records.forms import SEATS
from bloodstones.kit.table.options import Option, options_of
from bloodstones.kit.table.people import people_of, stood_in
from bloodstones.kit.table.voice import Voice

LABEL: Final = "play"
WORLDS: Final = 3  # that fit what a seat knew: a choice that shows the same in all uncovers nothing
UNCOVERED: Final = "Hidden information was revealed"
NOT_OF_THE_GAME: Final = ("log", "log_size", "log_open")
WIDEST: Final = {"i": np.int64, "u": np.uint64, "f": np.float64}  # numbers of a state


class CannotTakeBackError(InputError):
    """There is nothing to undo; says why.

    Parameters
    ----------
    message, tip
        As of `InputError`.
    anyway
        Whether it can be undone anyway.
    """

    def __init__(self, message: str, tip: str | None = None, *, anyway: bool = False) -> None:
        super().__init__(message, tip)
        self.anyway = anyway


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a person had to choose.

    Attributes
    ----------
    at
        How many decisions and outcomes there were before it.
    seat, turn
        Whose choice, and in which turn.
    streams, memory
        The luck and the notes of strategies then.
    """

    at: int
    seat: int
    turn: int
    streams: Array
    memory: Array


class Session:
    """A playthrough at a table with people; others are played by their strategies.

    Parameters
    ----------
    game
        With `playthrough`, `seat` and the parts of the kit, see `kit.records.games.Recorded`.
    voice
        How it speaks.
    setup, seed
        What is played, people as the strategy `human`.
    listeners
        The seats that read what happens; None: those of people.
    position
        Where it begins, see `kit.game.Game.position`; None: at the setup.

    Attributes
    ----------
    play
        The playthrough; it waits for a person, or is over.
    codes
        All that was decided and drawn.
    marks
        Where people chose, the last one last.
    recorder
        What records the playthrough.
    taken_over
        How many of the codes were taken from elsewhere to begin with, see `begin_with`.
    told
        All sentences that each seat has read since the current players began, by seat.
    sources
        Of each sentence of `told`: after how many codes it was said, and what of the line of the
        record the seat may read.
    """

    def __init__(
        self,
        game: Any,
        voice: Voice,
        setup: Setup,
        seed: int,
        listeners: Sequence[int] | None = None,
        position: PositionLine | None = None,
    ) -> None:
        self.game = game
        self.position = position
        self.voice = voice
        self.setup = setup
        self.seed = seed
        self.people = people_of(setup)
        self.listeners = self.people if listeners is None else tuple(listeners)
        self.seating: Seating = game.seat(stood_in(setup))
        self.codes: list[int] = []
        self.marks: list[Mark] = []
        self.taken_over = 0
        self._options: tuple[Option, ...] | None = None
        self._begin()

    def __getstate__(self) -> dict[str, Any]:
        """Return all but the seating, which holds the code of strategies."""
        return {name: value for name, value in self.__dict__.items() if name != "seating"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Seat the strategies again."""
        self.__dict__.update(state)
        self.seating = self.game.seat(stood_in(self.setup))

    def begin_with(self, codes: Sequence[int]) -> None:
        """Carry out decisions and outcomes of another playthrough: this one continues from there.

        The players here begin then, without plans and with new random numbers. None of it can be
        undone.

        Raises
        ------
        InputError
            If the rules do not allow one of them.
        """
        for code in codes:
            if self.play.over or not self.play.allows(code):
                raise InputError("expected decisions that the rules allow, got others")
            self._carry_out(int(code))
        self.taken_over = len(self.codes)
        self._hush()

    def begin_with_failure(self, failure: Failure) -> None:
        """Go to the decision at which a strategy failed, with its luck and notes.

        Raises
        ------
        InputError
            If the rules do not allow what was decided before, or it is of another game.
        """
        state = self.play.state
        streams, memory = np.array(state.streams), np.array(state.memory)
        for code in failure.codes:
            if self.play.over or not self.play.allows(code):
                raise InputError("expected decisions that the rules allow, got others (failure)")
            self._carry_out(code)
        self.taken_over = len(self.codes)
        for kept, now in ((failure.streams, streams), (failure.memory, memory)):
            if np.shape(kept) != now.shape:
                raise InputError(
                    "expected the random streams and notes of every seat, got others (failure)"
                )
        self.play.state.streams[:] = np.array(failure.streams, np.int64)
        self.play.state.memory[:] = np.array(failure.memory, np.int64)

    def _hush(self) -> None:
        """Forget what was told so far: nobody sat here then."""
        lists: tuple[list[Any], ...] = (*self.heard, *self.told, *self.sources)
        for kept in lists:
            kept.clear()

    def opening(self) -> Playthrough:
        """Return the playthrough where those who sit here begin: after what was taken over."""
        play = self.start()
        for code in self.codes[: self.taken_over]:
            play.apply_code(code)
        return play

    @property
    def played(self) -> list[int]:
        """All that was decided and drawn since the opening."""
        return self.codes[self.taken_over :]

    def start(self) -> Playthrough:
        """Return the playthrough as it begins; chance is scripted."""
        play: Playthrough
        if self.position is not None:
            board = self.setup.board if self.setup.board != self.position.board else ""
            luck = (self.seed, LABEL, 0)
            play = self.game.position(self.position, board, self.setup.data, luck, True)
            return play
        play = self.game.playthrough(stood_in(self.setup), self.seed, LABEL, scripted_chance=True)
        return play

    def _begin(self) -> None:
        """Set the playthrough up, up to the first decision."""
        self.play: Playthrough = self.start()
        self.codes = []
        self.heard: list[list[str]] = [[] for _ in self.setup.seats]
        self.told: list[list[str]] = [[] for _ in self.setup.seats]
        self.sources: list[list[tuple[int, Line]]] = [[] for _ in self.setup.seats]
        self.recorder = self.voice.recorder(self.play, self.setup, self.seed)
        self.names = self.voice.names(self.play, self.setup)
        self._lines_heard = 1  # nobody hears the header
        self._options = None
        self._hear()

    @property
    def over(self) -> bool:
        """Whether the playthrough has ended."""
        return self.play.over

    @property
    def seat(self) -> int:
        """The seat that must choose."""
        return self.play.decider

    def options(self) -> tuple[Option, ...]:
        """Return what the person who must choose may choose."""
        if self._options is None:
            self._options = options_of(self.play, self.voice, self.names)
        return self._options

    def go_on(self) -> None:
        """Let chance move and strategies decide until a person must choose or all is over."""
        while not self.play.over:
            if self.play.is_chance:
                self.let_chance_move()
            elif self.play.decider not in self.people:
                self.let_strategy_decide()
            elif len(codes := self.play.legal_codes()) > 1:
                return
            else:
                self._carry_out(int(codes[0]))

    def let_chance_move(self) -> None:
        """Let chance move until a seat must decide or all is over."""
        while self.play.is_chance:
            self._carry_out(int(self.play.draw().pack()))

    def let_strategy_decide(self) -> None:
        """Carry out what the strategy of the seat decides that must decide now."""
        count = self.play.engine.legal(self.play.state, self.play.tables, self.play.buffer)
        known = {"game": self.game.id, "setup": self.setup, "seed": self.seed}
        with adding(**known, codes=tuple(self.codes)):
            place = self.seating.index(self.play.state, self.play.buffer, count)
        self._carry_out(int(self.play.buffer[place]))

    def carry_out(self, codes: Sequence[int]) -> None:
        """Carry out packed decisions and outcomes of all seats and chance; they must be legal."""
        for code in codes:
            self._carry_out(int(code))

    def choose(self, code: int) -> None:
        """Carry out what a person chose, a legal decision; `go_on` does what follows."""
        self.marks.append(self.mark())
        self.heard[self.seat].clear()
        self._carry_out(code)

    def mark(self) -> Mark:
        """Return where the playthrough is."""
        state = self.play.state
        streams, memory = np.array(state.streams), np.array(state.memory)
        return Mark(len(self.codes), self.play.decider, int(state.turn), streams, memory)

    def _carry_out(self, code: int) -> None:
        self._options = None
        packed: Any = np.int32(code)  # as in the buffer: `apply` is compiled for one type
        self.recorder.apply(packed)
        self.codes.append(code)
        self._hear()

    def _hear(self) -> None:
        """Tell every person the lines that are new."""
        for line in self.recorder.lines[self._lines_heard :]:
            for seat in self.listeners:
                sentence = self.voice.tell(self.play, line, seat, self.names)
                if sentence:
                    self.heard[seat].append(sentence)
                    self.told[seat].append(sentence)
                    seen = self.voice.events[line["event"]].seen(self.play, line, seat)
                    self.sources[seat].append((len(self.codes), seen))
        self._lines_heard = len(self.recorder.lines)

    def listen(self, seat: int) -> Sequence[str]:
        """Return what a seat has not read yet, and mark it as read."""
        fresh, self.heard[seat] = self.heard[seat], []
        return fresh

    def take_back(self, anyway: bool = False, seat: int | None = None) -> None:
        """Take the last choice of a seat back.

        Parameters
        ----------
        anyway
            Also one after which chance moved or others decided, or one of an earlier turn; both
            come again as they came, as long as the same is chosen.
        seat
            Whose choice; None: of the seat that must choose now.

        Raises
        ------
        CannotTakeBackError
            There is none, another person has chosen since, or something was revealed since.
        """
        seat = self.seat if seat is None else seat
        mark = self.last_choice(seat)
        if not anyway and (cause := self._against(mark)):
            raise CannotTakeBackError(
                f"{cause} after your last choice, so you cannot undo it.",
                "`undo anyway` undoes it all the same; the random results stay the same",
                anyway=True,
            )
        self.marks.pop()
        self.carry_out_again(self.codes[: mark.at], mark)
        self.heard[seat].clear()

    def last_choice(self, seat: int) -> Mark:
        """Return the last choice of people if it is a seat's; CannotTakeBackError if it is not."""
        if not self.marks:
            raise CannotTakeBackError("There is no choice to undo.")
        mark = self.marks[-1]
        if mark.seat != seat:
            name = self.names[SEATS][mark.seat]
            raise CannotTakeBackError(f"{name} made the last choice. You can undo only your own.")
        return mark

    def _against(self, mark: Mark) -> str:
        """Return why a choice is not taken back without further ado, "" for nothing."""
        if mark.turn != int(self.play.state.turn):
            return "A new turn began"
        return self._revealed_since(mark)

    def _revealed_since(self, mark: Mark) -> str:
        """Return what happened since a mark that cannot be unseen, in words; "" for nothing."""
        twin = self.start()
        for code in self.codes[: mark.at]:
            twin.apply_code(code)
        worlds = [world_of(twin, mark.seat, self.seed, LABEL, number) for number in range(WORLDS)]
        for code in self.codes[mark.at :]:
            if twin.is_chance:
                return "Something was drawn or rolled"
            if twin.decider != mark.seat:
                return "Another player made a choice"
            for play in (twin, *worlds):
                if not play.allows(code):
                    return UNCOVERED
                play.apply_code(code)
        boards = {"\n".join(self.voice.board(w, mark.seat, self.names)) for w in (twin, *worlds)}
        return UNCOVERED if len(boards) > 1 else ""

    def carry_out_again(self, codes: Sequence[int], mark: Mark) -> None:
        """Start again and carry out a list of decisions and outcomes, up to a mark.

        Raises
        ------
        InputError
            If one of them cannot be carried out.
        """
        self._begin()
        for code in codes:
            if self.play.over or not self.play.allows(code):
                raise InputError("expected decisions that the rules allow, got others")
            if not self.play.is_chance and self.play.decider in self.people:
                self.heard[self.play.decider].clear()
            self._carry_out(int(code))
        self.play.state.streams[:] = mark.streams
        self.play.state.memory[:] = mark.memory

    def play_again(self, codes: Sequence[int], now: Mark, marks: Sequence[Mark]) -> None:
        """Start again and play a list of decisions and outcomes with the same deciders.

        Kernels index by the notes of strategies, so none of a file are taken: chance moves and
        strategies decide as they did, and the result must be the same. Only what was taken over is
        carried out, and what a strategy in Python did, which may decide otherwise: its luck and
        notes are put back.

        Parameters
        ----------
        now, marks
            The luck and notes of strategies in the end, and where people chose.

        Raises
        ------
        InputError
            If the result differs, or something is not allowed.
        """
        self._begin()
        self.marks = []
        for place, code in enumerate(codes):
            fits = not self.play.over and self.play.allows(code)
            if not fits or (place >= self.taken_over and code != self._again(code)):
                raise InputError("expected decisions that repeat, got others")
            self._carry_out(code)
            if place + 1 == self.taken_over:
                self._hush()
        marked = {mark.at: mark for mark in marks}
        for mark in self.marks:
            self._put_back(marked.get(mark.at, mark), mark.streams, mark.memory)
        self._put_back(now, self.play.state.streams, self.play.state.memory)

    def _again(self, code: int) -> int:
        """Return what chance or a strategy comes to now; `code` where people or Python decide."""
        if self.play.is_chance:
            return int(self.play.draw().pack())
        seat, buffer = self.seat, self.play.buffer
        count = self.play.engine.legal(self.play.state, self.play.tables, buffer)
        if seat in self.people:
            if count > 1:
                self.marks.append(self.mark())
                self.heard[seat].clear()
            return code
        if isinstance(self.seating.players[seat], PythonPlayer):
            return code
        return int(buffer[self.seating.index(self.play.state, buffer, count)])

    def _put_back(self, mark: Mark, streams: Array, memory: Array) -> None:
        """Put the luck and notes of strategies in Python back; InputError for other shapes."""
        if mark.streams.shape != streams.shape or mark.memory.shape != memory.shape:
            raise InputError("expected the random streams and notes of every seat, got others")
        for seat, player in enumerate(self.seating.players):
            if isinstance(player, PythonPlayer):
                stream = strategy_stream(self.play.state) + seat
                streams[stream] = mark.streams[stream]
                memory[seat] = mark.memory[seat]

    def digest(self) -> str:
        """Return a hash of the state: everything that the game continues with.

        It is the same however wide the numbers of the state are.
        """
        layout, state = self.play.engine.state, self.play.state
        scratch = {*NOT_OF_THE_GAME, *self.play.engine.scratch}
        digest = hashlib.sha256()
        for name in sorted(set(layout.fields()) - scratch):
            value = np.asarray(state[name] if isinstance(state, np.void) else getattr(state, name))
            digest.update(name.encode())
            digest.update(value.astype(WIDEST[value.dtype.kind]).tobytes())
        return digest.hexdigest()
