"""One playthrough of a game: by strategies, by people, decision by decision or to its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final

from bloodstones.api.advice import WORLDS, Advice, advice_for
from bloodstones.api.at_hand import answers_at_hand, has_questions_at_hand, refusal
from bloodstones.api.explanations.explanation import PLAYOUTS
from bloodstones.api.explanations.judge import tuned_of
from bloodstones.api.faults import python_faults
from bloodstones.api.game_parts.commands import lacks
from bloodstones.api.game_parts.facts import outcome
from bloodstones.api.positions import with_positions
from bloodstones.api.records import OfGame, Record
from bloodstones.api.saving import Svg
from bloodstones.api.views import View, view_of
from bloodstones.core.arguments import name_of, whole_of
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import NEAR_MATCHES, DamagedFileError, InputError, expected
from bloodstones.core.questions.answer import COUNT, SHARE, Answer, Column, Fact, Facts, Table
from bloodstones.core.questions.values import Rows
from bloodstones.games.registry import find_part
from bloodstones.kit.explain.recorded_steps import RecordedCourse
from bloodstones.kit.explain.rollouts import Playouts, chance_of
from bloodstones.kit.players.failure import Failure
from bloodstones.kit.positions.line import Line
from bloodstones.kit.records.forms import SEATS
from bloodstones.kit.table.option_texts import joined
from bloodstones.kit.table.options import Option, matching
from bloodstones.kit.table.people import HUMAN, all_by, people_of
from bloodstones.kit.table.session import Session
from bloodstones.kit.table.shared import drawn
from bloodstones.kit.table.variation import begin_with_course

PICTURES: Final = "pictures"  # the module of a game that draws
LAST: Final = 8  # of what happened, in a notebook
MOST_WORLDS: Final = 100_000
POSITION_PLAYOUTS: Final = 1000


class Playthrough:
    """A playthrough, made by `Game.playthrough` or `Record.playthrough`.

    Chance moves automatically. A seat decides with its strategy (`step`, `finish`) or with `apply`;
    a seat with the strategy `human` decides only with `apply`.

    Parameters
    ----------
    game, setup, seed
        What is played.
    course, codes
        A recorded playthrough, and those of its packed decisions and chance outcomes that are
        played at the start.
    failure
        The failure of a strategy, to start at that decision.
    position
        Where it begins; None: at the setup.
    """

    def __init__(
        self,
        game: OfGame,
        setup: Setup,
        seed: int,
        course: RecordedCourse | None = None,
        codes: Sequence[int] = (),
        failure: Failure | None = None,
        position: Line | None = None,
    ) -> None:
        self.game = game
        self._commands = commands = game.commands
        self._session = Session(
            commands.game, commands.voice(), setup, seed, range(len(setup.seats)), position
        )
        self._told: list[list[str]] = [[] for _ in setup.seats]
        self._legal: tuple[Option, ...] | None = None
        if course is not None:
            begin_with_course(self._session, course, codes)
        if failure is not None:
            self._session.begin_with_failure(failure)
        self._settle()

    # Where it stands.

    @property
    def setup(self) -> Setup:
        """The board, the seats and the changes of the rules."""
        return self._session.setup

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in clockwise order."""
        return self.setup.seats

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the seats for display."""
        return tuple(self._session.names[SEATS])

    @property
    def seed(self) -> int:
        """The random seed."""
        return self._session.seed

    @property
    def is_over(self) -> bool:
        """Whether the playthrough has ended."""
        return self._session.over

    @property
    def seat(self) -> int | None:
        """The seat to move; None after the end."""
        return None if self.is_over else self._session.seat

    @property
    def turn(self) -> int:
        """The number of turns started, over all seats."""
        return int(self._session.play.state.turn)

    @property
    def scores(self) -> tuple[int, ...]:
        """The current scores, by seat."""
        return tuple(map(int, self._session.voice.scores(self._session.play)))

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats; empty before the end."""
        return self._session.play.winners

    @property
    def end_reason(self) -> str:
        """Why the playthrough ended; "" before the end."""
        return str(self._session.play.ending.id) if self.is_over else ""

    @property
    def notation(self) -> str:
        """The position as one line of text; `Game.position` reads it.

        It leaves out the random numbers that follow, and who plays.
        """
        return self._line().text()

    def position(self) -> dict[str, Any]:
        """Return the position as a table, by seat; `Game.position` reads it.

        Raises
        ------
        InputError
            If the game has no positions.
        """
        line = self._line()
        return line.table(self._commands.game.counted)  # type: ignore[attr-defined]

    def _line(self) -> Line:
        line: Line = with_positions(self._commands, "notation").line_of(self._session.play)
        return line

    def odds(self) -> list[Answer]:
        """Return the odds at hand: what the seat to move can ask about its position.

        Such are the battles that it could fight. The list is empty where there is nothing to ask.

        Raises
        ------
        InputError
            If the rules in force or the user's data have no odds, or the game has none at all.
        """
        if not has_questions_at_hand(self._commands.id):
            raise lacks(self._commands.id, "odds at hand", "odds", [])
        refused = refusal(self._session)
        if refused:
            raise InputError(refused)
        seat = self._session.seat
        return [] if self.is_over else [e.answer for e in answers_at_hand(self._session, seat)]

    def chances(
        self, playouts: int = POSITION_PLAYOUTS, strategy: str | None = None, seed: int = 1
    ) -> Rows:
        """Return the chances of winning from here, a row for each seat.

        One strategy plays on in every seat, many times to the end. It sees no hidden cards, but
        every playout has the cards of this position; an open hand is dealt once.

        Parameters
        ----------
        playouts
            How many times.
        strategy
            Who plays on: a scripted strategy; None: a tuned one of the game.
        seed
            What the luck of playouts is keyed by.

        Raises
        ------
        InputError
            If there is no such strategy, or it cannot play on.
        """
        number = whole_of(playouts, "playouts=", f"1 to {MOST_WORLDS:,}", 1, MOST_WORLDS)
        name = tuned_of(self._commands) if strategy is None else strategy
        name_of(name, "strategy=", "a strategy")
        game: Any = self._commands.game
        with python_faults(names=("strategy",)):
            player = Playouts(game.seat(all_by(self.setup, name)), len(self.seats), seed)
        state = game.engine.state.copy(self._session.play.state)
        credits = player.credits(state, range(number))
        found = [chance_of(credits[:, seat]) for seat in range(len(self.seats))]
        columns = [Column("player", "Player"), Column("chance", "Chance", SHARE, bar=True)]
        columns += [Column("low", "From", SHARE), Column("high", "To", SHARE)]
        columns += [Column("n", "n", COUNT)]
        rows = [
            (seat, each.value, each.low, each.high, each.n)
            for seat, each in zip(self.names, found, strict=True)
        ]
        return Rows(Table(columns, rows))

    def legal(self) -> list[Option]:
        """Return the legal decisions of the seat to move: number, words and code.

        Numbers start at 1. `apply` accepts a decision, its number, or its words.
        """
        if self.is_over:
            return []
        if self._legal is None:
            self._legal = self._session.options()
        return list(self._legal)

    def view(self, seat: int) -> View:
        """Return what a seat sees.

        Raises
        ------
        InputError
            If there is no such seat.
        """
        return view_of(self._commands.id, self._session, self._checked(seat))

    def events(self, seat: int | None = None) -> list[str]:
        """Return what has happened so far in words, as a seat may see it.

        Parameters
        ----------
        seat
            The seat that reads it; None: the only human player, otherwise the first seat.
        """
        people = self._session.people
        heard = (people[0] if len(people) == 1 else 0) if seat is None else self._checked(seat)
        return joined(self._told[heard], self.names)

    # Playing.

    def apply(self, decision: Option | int | str) -> Playthrough:
        """Play a decision for the seat to move, and return the playthrough.

        Parameters
        ----------
        decision
            A decision of `legal()`, its number (from 1), or its words; the beginnings of some words
            are enough.

        Raises
        ------
        InputError
            If the decision is not legal or not unique, or the playthrough is over.
        """
        self._need_going_on("apply")
        self._session.choose(self._meant(decision).code)
        self._settle()
        return self

    def step(self) -> Playthrough:
        """Let the strategy of the seat to move make one decision, and return the playthrough.

        Raises
        ------
        InputError
            If a human player is to move, or the playthrough is over.
        """
        self._need_going_on("step")
        self._need_strategy("step")
        self._session.let_strategy_decide()
        self._settle()
        return self

    def finish(self) -> Playthrough:
        """Play to the end, and return the playthrough.

        Raises
        ------
        InputError
            If a human player is to move; everything before that has been played.
        """
        while not self.is_over:
            self._need_strategy("finish")
            self.step()
        return self

    def advise(self, strategy: str | None = None, *, worlds: int = WORLDS) -> Advice:
        """Return what a strategy would do for the seat to move, with win probabilities.

        The strategy knows only what the seat knows: the probabilities come from worlds that fit the
        seat's view.

        Parameters
        ----------
        strategy
            The strategy that advises; None: the strongest engine of the game.
        worlds
            Largest number of worlds for playouts, if the strategy does not search.

        Raises
        ------
        InputError
            If there is no such strategy, or the playthrough is over.
        """
        self._need_going_on("advise")
        wanted = f"1 to {MOST_WORLDS:,} worlds"
        worlds = whole_of(worlds, "worlds=", wanted, 1, MOST_WORLDS)
        if strategy is not None:
            name_of(strategy, "strategy=", "a strategy")
        with python_faults(names=("strategy",)):
            return advice_for(self._commands, self._session, self.legal(), strategy, worlds)

    # What is kept of it.

    def record(self) -> Record:
        """Return the record.

        Raises
        ------
        InputError
            If the playthrough is not over, or did not begin with the setup.
        """
        if self._session.position is not None:
            raise expected("a playthrough from the setup", "one from a position", "record")
        if not self.is_over:
            raise expected("a finished playthrough", "an unfinished one", "record", "finish()")
        return Record(self.game, self._session.recorder.text())

    def explain(
        self,
        playouts: int = PLAYOUTS,
        strategy: str | None = None,
        seed: int = 1,
        *,
        strengths: str | Sequence[float | str] | None = None,
    ) -> Answer:
        """Explain a finished playthrough, see `Record.explain`."""
        board, data = self.setup.board or None, self.setup.data
        return self.record().explain(
            playouts, strategy, seed, strengths=strengths, board=board, data=data
        )

    def picture(self, seat: int | None = None) -> Svg:
        """Return a picture of the board with its pieces and the cards of a seat, as SVG.

        Parameters
        ----------
        seat
            The seat whose view is shown; None: the first human player, or, without human players,
            everything on the board.

        Raises
        ------
        InputError
            If the game draws no pictures, there is no such seat, or a package for drawing is
            missing.
        """
        drawing = find_part(self._commands.id, PICTURES)
        if drawing is None:
            tip = "view(seat).text says in words what a seat sees"
            raise expected("a game that draws pictures", self._commands.id, "picture", tip)
        viewer = self._viewer if seat is None else self._checked(seat)
        return Svg(drawn(self._session, drawing.scene, viewer))

    @property
    def _viewer(self) -> int | None:
        """The seat of the first person at the table, None without people."""
        return next(iter(people_of(self.setup)), None)

    # Inside.

    def _settle(self) -> None:
        """Let chance move, and take down what everybody heard."""
        self._legal = None
        self._session.let_chance_move()
        for seat, told in enumerate(self._told):
            told.extend(self._session.listen(seat))

    def _meant(self, decision: Option | int | str) -> Option:
        """Return the legal decision that is meant."""
        options = self.legal()
        if isinstance(decision, Option):
            found = [each for each in options if each.code == decision.code]
        elif isinstance(decision, str):
            matches, sure = matching(options, decision)
            found = list(matches) if sure else []
            if matches and not sure:
                near = "; ".join(each.words for each in matches[:NEAR_MATCHES])
                raise expected("words of one decision", decision, "decision=", f"such as {near}")
        else:
            span = f"1 to {len(options)}" if len(options) > 1 else "1"
            wanted = f"one of legal(), its words, or its number: {span}"
            number = whole_of(decision, "decision=", wanted, 1, len(options))
            found = [each for each in options if each.number == number]
        if not found:
            shown = decision.words if isinstance(decision, Option) else decision
            tip = f"legal() lists all {len(options)}, such as {options[0].words!r}"
            raise expected("a legal decision", shown, "decision=", tip)
        return found[0]

    def _checked(self, seat: object) -> int:
        last = len(self.seats) - 1
        return whole_of(seat, "seat=", f"a seat from 0 to {last}", 0, last)

    def _need_going_on(self, where: str) -> None:
        if self.is_over:
            raise expected("an unfinished playthrough", "a finished one", where)

    def _need_strategy(self, where: str) -> None:
        if self._session.seat in self._session.people:
            name = self.names[self._session.seat]
            raise expected(
                f"a strategy for {name}", HUMAN, where, "apply(decision) decides; legal() lists all"
            )

    # How it shows itself.

    def _standing(self) -> str:
        """Return where it stands, in words."""
        if self.is_over:
            won = outcome([self.names[seat] for seat in self.winners])
            return f"{won} after {self.turn} turns: {self.end_reason.replace('_', ' ')}"
        return f"turn {self.turn}, {self.names[self._session.seat]} to move"

    def __repr__(self) -> str:
        seats = ", ".join(":".join(filter(None, (each.role, each.strategy))) for each in self.seats)
        board = f" on {self.setup.board}" if self.setup.board else ""
        head = f"Playthrough of {self._commands.id}{board}, seed {self.seed}"
        scores = " : ".join(map(str, self.scores))
        return f"<{head}: {seats}; {self._standing()}; scores {scores}>"

    def _repr_html_(self) -> str:
        """Return the board, who is to move, and what happened last, as a notebook shows it."""
        return "".join(self._html())

    def _html(self) -> Iterator[str]:
        named: Mapping[int, str] = dict(enumerate(self.names))
        facts: list[Fact] = [
            Fact("", named[seat], self.seats[seat].strategy) for seat in range(len(self.seats))
        ]
        title = f"{self._commands.title}, seed {self.seed}: {self._standing()}"
        yield Answer(title, [Facts(facts)], self.events()[-LAST:])._repr_html_()
        try:
            yield f"<div style='max-width:46rem'>{self.picture().text}</div>"
        except DamagedFileError:
            raise
        except InputError:
            yield f"<pre>{escape(self.view(self._viewer or 0).text)}</pre>"
