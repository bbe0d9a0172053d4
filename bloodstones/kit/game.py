"""A game of the laboratory, made from what it declares.

`GAME = Game(id="dare", engine=ENGINE, read=read, strategies=..., ...)`: the parts are data, kernels
and small functions (`kit.parts`, `kit.setups`, `kit.columns`); all that the laboratory asks of a
game (`core.contract`, `kit.records`) follows from them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from importlib import import_module
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bloodstones.core.contract.engine import Engine
from bloodstones.core.contract.game import Chunk, Column, Role, Setup
from bloodstones.core.contract.learnable import ActionEnds, Feature, Observed
from bloodstones.core.contract.tunable import TunableParameter, Weights
from bloodstones.core.errors import InputError, RunError, expected
from bloodstones.core.faults import gathering, raise_together
from bloodstones.core.files.own_data import DataSource, assumed_in
from bloodstones.core.kernels.streams import game_key
from bloodstones.kit import contests
from bloodstones.kit.batches import Luck, played_out
from bloodstones.kit.columns import STANDARD, PlayedGames, Rows, Source, Sums, with_sources
from bloodstones.kit.courses import course_columns
from bloodstones.kit.kernels import bind_game
from bloodstones.kit.observing import Observer
from bloodstones.kit.parts import Boards, Learning, Notation, Recording, RulesData, Strategies
from bloodstones.kit.players.failure import adding
from bloodstones.kit.players.finder import Finder
from bloodstones.kit.players.plans import FEATURES_FILE
from bloodstones.kit.players.presets import marks_of
from bloodstones.kit.players.seating import Deciders, Seating, policies_of, seat
from bloodstones.kit.players.strategy import Strategy
from bloodstones.kit.playthrough import GamePlaythrough, Playthrough
from bloodstones.kit.positions.begin import Begin
from bloodstones.kit.positions.editing import Editor, Field, form_fields
from bloodstones.kit.positions.form import Form, Value
from bloodstones.kit.positions.line import NONE, Line, read_line
from bloodstones.kit.positions.notation import setup_of, with_rules, written
from bloodstones.kit.records.games import GameRecords, records_of
from bloodstones.kit.setups import NO_BOARD, Reader, SetupKey, no_roles
from bloodstones.kit.values.network import read_features
from bloodstones.kit.warm_up import warm_up

Key = tuple[int, str, int]  # seed, label and replicate of a playthrough
Files = tuple[DataSource | None, Hashable]  # a user's data files; what a board's file holds

KEPT: Final = 512  # setups read and packed
KEPT_BYTES: Final = 1 << 26  # of packed rules, and of packed strategies
LEARNER: Final = "value"  # the strategy whose judgement is learned

COLUMNS: Final = (
    Column("players", "int8", "number of players", Role.KEY),
    Column("map", "str", "board (empty: this game has none)", Role.KEY),
    Column("seat", "int8", "seat in clockwise order, from 0", Role.KEY),
    Column("faction", "str", "role (empty: this game has none)", Role.KEY),
    Column("strategy", "str", "strategy id", Role.KEY),
    Column("score", "int32", "score at the end", Role.RESULT),
    Column("rank", "int8", "1 for the winners; ties share the better rank", Role.RESULT),
    Column(
        "win_credit",
        "float64",
        "1 for a sole winner, 1/k for each of k winners, else 0",
        Role.RESULT,
    ),
    Column("finished", "bool", "whether the game ended by the rules", Role.RESULT),
    Column("end_reason", "str", "why the game ended", Role.RESULT),
    Column("game_turns", "int16", "turns of all seats", Role.COURSE),
)


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """A game, as `core.contract` says what one must do.

    Attributes
    ----------
    id, title
        Its name in files and commands, and in words.
    home
        The module in which it is `GAME`; workers in other processes take it from there.
    players
        How many may play, on whatever board.
    engine
        Its state machine.
    kernels
        Its kernels beside those of the engine, by the names of `kit.kernels`; they are bound to its
        state when the game is made.
    read
        Reads a setup; InputError with every fault but those of strategies.
    strategies
        Who may decide.
    columns
        Of the tidy table, those with a meaning of the game's own with a source.
    version
        Of its rules, where no data file has it.
    data
        Its data files; None for a game that reads none.
    roles
        `(players, data) -> ids` of the roles open at a table of so many, in the order of the rules.
    boards_of
        Its boards; None for a game without boards to choose from.
    no_board
        What is expected in place of a board where there is none.
    environment
        The module that declares what learners see and do, "" without one.
    learning
        What values are learned from; None for a game without learned values.
    recording
        How its playthroughs are recorded; None for a game without records.
    unfinished
        The endings that are none by the rules.
    rounds
        Whether a turn of the state is one of every seat.
    course
        Where the columns of the course stand, see `kit.courses`.
    course_turns
        `(tables) -> turns` that a course has room for; None for a game that notes none.
    battle_streams
        The random streams that battles draw from.
    plays
        The game's own class of playthroughs; None: those of the kit.
    notation
        How its positions are written and read: what they say (`kit.positions.form`), or functions
        of the game's own; None for a game without a notation.
    stopped_by
        `(state, game_setup) -> error` for a state in which the engine could not continue; None: the
        name of its status.
    """

    id: str
    title: str
    home: str
    players: range
    engine: Engine
    kernels: Mapping[str, Callable[..., Any]]
    read: Reader
    strategies: Strategies
    columns: tuple[Column, ...] = COLUMNS
    version: str = ""
    data: RulesData | None = None
    roles: Callable[[int, str], tuple[str, ...]] = no_roles
    boards_of: Boards | None = None
    no_board: str = NO_BOARD
    environment: str = ""
    learning: Learning | None = None
    recording: Recording | None = None
    unfinished: tuple[int, ...] = ()
    rounds: bool = False
    course: Mapping[str, Source] = field(default_factory=course_columns)
    course_turns: Callable[[Any], int] | None = None
    battle_streams: range = range(0)
    plays: type[GamePlaythrough] | None = None
    notation: Form | Notation | None = None
    stopped_by: Callable[[Any, Any], RunError] | None = None

    def __post_init__(self) -> None:
        bind_game(self.engine, self.kernels)

    def __reduce__(self) -> tuple[Callable[[str], object], tuple[str]]:
        return _game_of, (self.home,)

    # What it says of itself.

    @property
    def rules_version(self) -> str:
        """Version of the shipped rules data."""
        return self.data.version() if self.data else self.version

    @property
    def data_hashes(self) -> Callable[[str], Mapping[str, str]]:
        """`(data) -> hashes` of the user's files that replace shipped ones, by name."""
        data = _declared(self.data, "data files")
        return lambda folder: data.source_of(folder).hashes

    @property
    def assumed(self) -> Callable[[str], tuple[str, ...]]:
        """`(data) -> places` of the data whose values no public source gives."""
        data = _declared(self.data, "data files")

        def assumed(folder: str) -> tuple[str, ...]:
            source = data.source_of(folder)
            return assumed_in(source, data.files(source))

        return assumed

    @property
    def stopped(self) -> tuple[str, ...]:
        """The end reasons of playthroughs that did not come to an end by the rules."""
        return tuple(self.engine.endings(ending).id for ending in self.unfinished)

    @property
    def deciders(self) -> Deciders:
        """What the kit asks to seat those who decide."""
        return Deciders(self.engine, self.strategies.policy, self.environment)

    # Roles and boards.

    @property
    def every_role(self) -> tuple[str, ...]:
        """The ids of all roles; () if nobody has one."""
        return self.roles(self.players[-1], "")

    def roles_for(self, players: int, data: str = "") -> tuple[str, ...]:
        """The roles open at a table of so many, in the order of the rules; () if nobody has one."""
        return self.roles(players, data)

    @property
    def measures(self) -> tuple[Column, ...]:
        """What is summed by area of a board."""
        return self.boards_of.measures if self.boards_of else ()

    def boards(self) -> tuple[str, ...]:
        """The ids of the boards that come with the game; () for a game without boards."""
        return self.boards_of.every() if self.boards_of else ()

    def players_on(self, board: str, data: str = "") -> range:
        """The numbers of players that a board takes; InputError if there is no such board."""
        if self.boards_of:
            return self.boards_of.players_on(board, data)
        if board:
            raise expected(self.no_board, board, "board")
        return self.players

    def board_table(self, board: str, data: str = "") -> Mapping[str, Sequence[Any]]:
        """The areas of a board as columns, see `core.contract.game.Game`; none without boards."""
        self.players_on(board, data)
        return self.boards_of.table(board, data) if self.boards_of else {}

    # Setups.

    def check(self, setup: Setup) -> None:
        """Raise InputError (UnmodelledRuleError) if this setup cannot be played.

        All its faults are reported at once.
        """
        errors: list[InputError] = []
        with gathering(errors):
            self.game_setup(setup)
        if setup.position and not errors:
            with gathering(errors):
                self._standing(setup)
        find = self._finder_or_shipped(setup.data).find_for
        for place, each in enumerate(setup.seats):
            with gathering(errors):
                find(len(setup.seats), each.strategy, f"seat {place + 1}")
        raise_together(errors)

    def game_setup(self, setup: Setup) -> Any:
        """Return what the game reads from a setup; InputError with every fault but strategies'."""
        try:
            files = self._files_of(setup)
        except InputError:  # `read` reports it with the other faults
            return self.read(setup)
        return self._read(SetupKey.of(setup), files)

    def tables_of(self, setup: Setup) -> Any:
        """Return the packed rules of a setup that can be played; shared, and only read."""
        return self._packed(SetupKey.of(setup), self._files_of(setup))

    def _files_of(self, setup: Setup) -> Files:
        """Return what the files hold that a setup names, beside their names."""
        source = self.data.source_of(setup.data) if self.data else None
        contents = self.boards_of.contents if self.boards_of else None
        return source, contents(setup.board, setup.data) if contents else None

    # What is made of a setup is kept by what it says and what its files hold.

    @cached_property
    def _read(self) -> Callable[[SetupKey, Files], Any]:
        return lru_cache(KEPT)(lambda key, files: self.read(key.setup()))

    @cached_property
    def _packed(self) -> Callable[[SetupKey, Files], Any]:
        return lru_cache(KEPT)(lambda key, files: self._read(key, files).tables())

    @cached_property
    def _policies(self) -> Callable[..., tuple[Any, Mapping[str, Any]]]:
        size = self.strategies.policy.dtype().itemsize
        return lru_cache(min(KEPT, KEPT_BYTES // size))(self._packed_strategies)

    # Strategies.

    def finder_for(self, data: str = "") -> Finder:
        """Return what finds strategies by their names; own data may have things to go without."""
        return self.strategies.finder_for(data)

    def _finder_or_shipped(self, data: str) -> Finder:
        """Return the strategies of a user's data if it is sound; others report its faults."""
        try:
            return self.finder_for(data)
        except InputError:
            return self.finder_for()

    def code_of(self, strategy: str) -> str:
        """Return a hash of the file of a strategy or preset, "" for one that is shipped."""
        return self.finder_for().code_of(strategy)

    def seat(self, setup: Setup) -> Seating:
        """Return the strategies of a setup, ready to decide; InputError if it cannot be played."""
        self.check(setup)
        tables, names = self.tables_of(setup), tuple(each.strategy for each in setup.seats)
        marks = marks_of(names, self.finder_for().shipped())
        policies = self._policies(SetupKey.of(setup), self._files_of(setup), names, marks)
        view_of = self.strategies.view_for(self.game_setup(setup), tables)
        return seat(self.deciders, view_of, self._strategies(setup), tables, policies)

    def _strategies(self, setup: Setup) -> list[Strategy]:
        """Return the strategies by seat, each as it plays the role there."""
        find, with_role = self.finder_for(setup.data).find, self.strategies.with_role
        return [with_role(find(each.strategy, "seats"), each.role) for each in setup.seats]

    def _packed_strategies(
        self, key: SetupKey, files: Files, names: tuple[str, ...], _: tuple[str, ...]
    ) -> tuple[Any, Mapping[str, Any]]:
        """Return the packed strategies, and what searching ones ask, see `policies_of`."""
        setup, game_setup = key.setup(names), self._read(key, files)

        def pack(strategies: Sequence[Strategy]) -> Any:
            return self.strategies.pack(game_setup, key.roles, strategies)

        return policies_of(pack, self.finder_for(setup.data).find, self._strategies(setup))

    # Playthroughs.

    def playthrough(
        self,
        setup: Setup,
        seed: int,
        label: str = "",
        replicate: int = 0,
        scripted_chance: bool = False,
    ) -> Any:
        """Return a playthrough of a setup, see `kit.playthrough.Playthrough`.

        Raises
        ------
        InputError
            If the setup cannot be played.
        """
        self.check(setup)
        if setup.position:
            return self._standing(setup, (seed, label, replicate), scripted_chance)
        return self._begun(setup, seed, label, replicate, scripted_chance)

    def _begun(
        self, setup: Setup, seed: int, label: str, replicate: int, scripted_chance: bool
    ) -> Any:
        """Return a new playthrough, whoever decides in it."""
        game_setup, tables = self.game_setup(setup), self.tables_of(setup)
        play: Any
        if self.plays is None:
            key = game_key(seed, label, replicate)
            play = Playthrough(self.engine, tables, game_setup.players, key, scripted_chance)
        else:
            play = self.plays(game_setup, seed, label, replicate, scripted_chance, tables)
        play.setup = setup
        play.notation = self.notation.write if isinstance(self.notation, Notation) else None
        return play

    # Positions.

    def line_of(self, play: Any) -> Line:
        """Return the position of a playthrough, where a seat must decide or all is over.

        Equal positions give equal lines.
        """
        part = _declared(self.notation, "notation of positions")
        if play.is_chance:
            raise expected("a position in which a seat decides", "chance to move", "position")
        if isinstance(part, Notation):
            line = read_line(part.write(play))
            line.game = self.id
            return line
        return written(part, self.id, play, self._values_of(play.setup))

    def _values_of(self, setup: Setup) -> Sequence[Value]:
        """Return all that a position of a setup says."""
        return self._said(SetupKey.of(setup), self._files_of(setup))

    @cached_property
    def _said(self) -> Callable[[SetupKey, Files], Sequence[Value]]:
        form: Any = self.notation
        return lru_cache(KEPT)(
            lambda key, files: form.values(self._packed(key, files), self._read(key, files))
        )

    @property
    def counted(self) -> frozenset[str]:
        """The keys of positions whose values are counts by name."""
        part: Form | Notation = _declared(self.notation, "notation of positions")
        return part.counted

    def position(
        self,
        position: str | Mapping[str, Any] | Line,
        board: str = "",
        data: str = "",
        luck: Key = (0, "", 0),
        scripted_chance: bool = False,
    ) -> Any:
        """Return a playthrough that stands at a position.

        Parameters
        ----------
        position
            A line of text or a table, see `kit.positions.line`.
        board
            The path of the file of the board that the position names; "" for the shipped one.
        data
            The user's folder of data files, "" without one.
        luck
            Seed, label and replicate that the random streams are keyed by.
        scripted_chance
            Whether it stops where chance moves, see `kit.playthrough.Playthrough`.

        Raises
        ------
        InputError
            With everything that is wrong in the position.
        """
        part = _declared(self.notation, "notation of positions")
        line = position if isinstance(position, Line) else read_line(position, (self.id,))
        if line.game not in ("", self.id):
            raise expected(f"a position of {self.id}", line.game, "position")
        if isinstance(part, Notation):
            return self._stood(part, line, board, data, luck, scripted_chance)
        setup = setup_of(line, data)
        play = self._begun(setup, *luck, scripted_chance)
        part.read(play, self._values_of(setup), line.head, line.seats)
        return play

    def draft(
        self, line: Line, board: str = "", data: str = ""
    ) -> tuple[Any | None, InputError | None]:
        """Return a playthrough as far as a position can be read, and what is wrong in it.

        An editor draws it; it cannot be played where something is wrong.

        Parameters
        ----------
        line, board, data
            As of `position`.

        Returns
        -------
        play, error
            None where there is no table to play at; None where nothing is wrong.
        """
        part = _declared(self.notation, "notation of positions")
        if isinstance(part, Notation):
            play, error = part.draft(replace(line, game="").text(), board, data)
            if play is not None and error is None:
                return self.position(line, board, data), None
            return play, error
        play = None
        try:
            setup = setup_of(line, data)
            play = self._begun(setup, 0, "", 0, False)
            part.read(play, self._values_of(setup), line.head, line.seats)
        except InputError as error:
            if play is not None:
                part.complete(play.state, play.tables)
            return play, error
        return play, None

    def fields_of(self, play: Any, editor: Editor) -> Sequence[Field]:
        """Return the fields of the positions of a playthrough, see `kit.positions.editing`."""
        if editor.fields is not None:
            return editor.fields(play)
        return form_fields(self._values_of(play.setup))

    def _standing(self, setup: Setup, luck: Key = (0, "", 0), scripted_chance: bool = False) -> Any:
        """Return a playthrough at the position of a setup, played by the rules of the setup."""
        if self.notation is None:
            raise expected("a game with positions", self.id, "position")
        line = read_line(setup.position, (self.id,))
        roles = [seat.role for seat in setup.seats]
        if line.roles != roles:
            wanted = f"the roles {', '.join(role or NONE for role in roles)}"
            raise expected(wanted, ", ".join(role or NONE for role in line.roles), "position")
        changed = self.notation.with_rules if isinstance(self.notation, Notation) else with_rules
        board = setup.board if setup.board != line.board else ""
        play = self.position(changed(line, setup), board, setup.data, luck, scripted_chance)
        if play.over:
            raise expected("a position in which a seat decides", "a finished game", "position")
        play.setup = setup
        return play

    def _stood(
        self,
        part: Notation,
        line: Line,
        board: str,
        data: str,
        luck: Key,
        scripted_chance: bool,
    ) -> Any:
        """Return a playthrough at a position that the game reads by itself."""
        play = part.read(replace(line, game="").text(), board, data, luck)
        play.setup = part.setup_of(line, board, data)
        play.scripted_chance = scripted_chance
        play.notation = part.write
        return play

    def simulate(self, setup: Setup, seed: int, label: str, replicates: range) -> Chunk:
        """Play the replicates; see `core.contract.game.Chunk` for what comes back."""
        seating = self.seat(setup)
        areas = self.boards_of.areas(seating.tables) if self.boards_of else 0
        rows, sums = Rows(self._row_sources), Sums(self._area_sources, areas)
        turns = self.course_turns(seating.tables) if self.course_turns else 0
        for played in self._played(seating, setup, (seed, label, replicates), turns):
            rows.add(played)
            sums.add(played)
        return Chunk(rows.columns, sums.areas)

    @cached_property
    def _row_sources(self) -> Mapping[str, Source]:
        return with_sources(self.columns, {**STANDARD, **self.course})

    @cached_property
    def _area_sources(self) -> Mapping[str, Source]:
        return with_sources(self.measures, {})

    def _played(self, seating: Seating, setup: Setup, luck: Luck, turns: int = 0) -> Any:
        """Yield playthroughs at their ends (`kit.columns.PlayedGames`), some at a time."""
        game_setup = self.game_setup(setup)

        def stopped(state: Any, replicate: int) -> RunError:
            if self.stopped_by:
                return self.stopped_by(state, game_setup)
            status = self.engine.statuses(int(state.status)).id
            return RunError(f"the engine stopped: {status} (replicate {replicate})")

        endings = tuple(self.engine.endings.ids())
        scale = len(setup.seats) if self.rounds else 1
        begin = Begin(self._standing(setup)) if setup.position else None
        batches = played_out(seating, luck, turns, stopped, begin)
        while True:
            with adding(game=self.id, setup=setup):
                batch = next(batches, None)
            if batch is None:
                return
            game = (setup, game_setup, seating.tables)
            yield PlayedGames(*game, *batch, endings, self.unfinished, scale)

    def warm_up(self) -> None:
        """Compile the kernels or load them from the cache; again it does nothing."""
        if not self._warm:
            warm_up(self)
            self._warm.append(True)

    @cached_property
    def _warm(self) -> list[bool]:
        return []

    # Records.

    @property
    def records(self) -> GameRecords:
        """How its records are written, read and checked."""
        return records_of(self, _declared(self.recording, "records"))

    # Tuning.

    @property
    def large_table(self) -> int:
        """Players from which on strategies have parameters of their own for larger tables."""
        return self.strategies.large_table

    def parameters(self, strategy: str) -> tuple[TunableParameter, ...]:
        """Return what tuning may change in a strategy; InputError for one without parameters."""
        return contests.parameters(self.finder_for(), strategy, self.strategies.not_tuned)

    def weights(self, strategy: str, role: str, players: int) -> Weights:
        """Return the parameters with which a strategy plays a role at a table of so many."""
        return contests.weights(self.finder_for(), strategy, role, players)

    def contest(
        self, setup: Setup, changed: Mapping[int, Weights], seed: int, label: str, replicates: range
    ) -> NDArray[np.float64]:
        """Return the win credits of a setup's playthroughs, see `core.contract.tunable.Tunable`."""
        names = self.finder_for().plans.weights
        table = contests.changed_seating(self.seat(setup), setup, changed, self.strategies, names)
        credits = [np.zeros((0, len(setup.seats)))]
        for played in self._played(table, setup, (seed, label, replicates)):
            credits.append(STANDARD["win_credit"](played))
        return np.concatenate(credits)

    def budget(self, strategy: str) -> TunableParameter | None:
        """Return the parameter that is a strategy's budget, None for one without."""
        return contests.budget(self.finder_for(), strategy)

    def count_work(
        self,
        setup: Setup,
        seat: int,
        weights: Weights,
        seed: int,
        label: str,
        replicates: range,
    ) -> NDArray[np.int64]:
        """Return the work of a search with other parameters, see `core.contract.tunable`."""
        table, beside = contests.watched_seating(self.seat(setup), seat, weights)
        done = [beside.work_done]
        for replicate in replicates:
            luck = (seed, label, range(replicate, replicate + 1))
            done += [beside.work_done for _ in self._played(table, setup, luck)]
        made = np.array(done, np.int64)
        return made[1:] - made[:-1]

    # Learning.

    @property
    def features(self) -> tuple[Feature, ...]:
        """What learned values read of each seat."""
        part = _declared(self.learning, "learned values")
        return read_features(self.finder_for().plans.folder / FEATURES_FILE, part.features)

    @property
    def teachers(self) -> tuple[str, ...]:
        """The scripted strategies whose games are learned from first; the last is the strongest."""
        teachers: tuple[str, ...] = _declared(self.learning, "learned values").teachers
        return teachers

    @cached_property
    def observer(self) -> Observer:
        """How its playthroughs are seen, see `kit.observing`."""
        part = _declared(self.learning, "learned values")
        knobs = dict(self.finder_for().find(LEARNER, "strategies").weights)
        return Observer(
            len(part.features), self._finished, knobs, part.random_one_in, part.search_random_one_in
        )

    def _finished(self, state: Any) -> bool:
        return int(state.ending) not in self.unfinished

    def observe(self, setup: Setup, seed: int, label: str, replicates: range) -> Observed:
        """Play the replicates to learn from them, see `core.contract.learnable`."""
        keys = (game_key(seed, label, replicate) for replicate in replicates)
        return self.observer.observe(self.seat(setup), len(setup.seats), keys)

    def look(self, setup: Setup, seed: int, label: str, replicates: range) -> ActionEnds:
        """Play the replicates and return what was seen, see `core.contract.learnable`."""
        keys = (game_key(seed, label, replicate) for replicate in replicates)
        return self.observer.look(self.seat(setup), len(setup.seats), keys)


def _declared(part: Any, what: str) -> Any:
    """Return a part of a game; AttributeError, as of what is not there, if it declares none."""
    if part is None:
        raise AttributeError(f"the game declares no {what}")
    return part


def _game_of(home: str) -> object:
    """Return the game of a module."""
    return import_module(home).GAME
