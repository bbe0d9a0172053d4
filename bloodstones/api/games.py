"""The games of the laboratory: what each has, and the questions about it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Unpack

from bloodstones.api import game_tables
from bloodstones.api.faults import python_faults
from bloodstones.api.game_parts.commands import GameCommands, all_game_commands, game_commands_of
from bloodstones.api.game_parts.questions import methods_of, question_method
from bloodstones.api.game_parts.summaries import Summary, summary
from bloodstones.api.playthroughs import Playthrough
from bloodstones.api.positions import game_of, line_at
from bloodstones.api.records import Record, read_record
from bloodstones.api.seats import DEFAULT_SEED, Numbers, Readings, check_seed, read_seats
from bloodstones.api.studies.matches import DEFAULTS as MATCH
from bloodstones.api.studies.matches import Matched, match
from bloodstones.api.studies.searches import LEARNING, TUNING, learn, tune
from bloodstones.api.studies.simulation import DEFAULTS, simulate
from bloodstones.core.arguments import name_of, path_of, real_of, spelled_out, switch_of, whole_of
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import expected
from bloodstones.core.faults import nearest, python_parameters
from bloodstones.core.files.own_data import own_folder, require_data
from bloodstones.core.questions.answer import LIST, Answer, Fact, Facts
from bloodstones.core.questions.values import Rows
from bloodstones.core.text import plural, span
from bloodstones.kit.explain.recorded_steps import RecordedCourse
from bloodstones.kit.players.failure import StrategyError, read_failure
from bloodstones.kit.positions.files import read_position
from bloodstones.kit.table.people import stood_in

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bloodstones.api.arrays import DrawnHands, Sample
    from bloodstones.api.results.results import Results
    from bloodstones.api.speed import Speed
    from bloodstones.api.studies.outcomes import Learned, Tuned
    from bloodstones.api.studies.searches import Learning, Tuning
    from bloodstones.api.studies.simulation import Simulated

Folder = str | os.PathLike[str]
WHERE: Final = "game="
MOST_SECONDS: Final = 3600  # of a measurement
MOST_SEATS: Final = 64  # at the table of a game that does not say how many


def list_games() -> Rows:
    """Return the games, one row each: players, roles, boards, clauses, questions.

    Examples
    --------
    >>> games = list_games()
    >>> games[0]["id"], games[0]["players"]
    ('bloodstones', '2 to 6')
    """
    return game_tables.games_table(summary(each) for each in all_game_commands())


def load_record(path: Folder) -> Record:
    """Return the record of a playthrough in a file.

    Raises
    ------
    InputError
        If the file cannot be read, or is not a record of a known game.
    """
    game, text, name = read_record(path)
    return Record(Game(game), text, name)


def load_position(
    path: Folder,
    *strategies: str,
    game: str | None = None,
    board: Folder | None = None,
    seed: int = DEFAULT_SEED,
    data: Folder = "",
) -> Playthrough:
    """Return a playthrough that begins at the position in a file.

    Parameters
    ----------
    path
        A file with a line of text, or a table as TOML (`.toml`) or JSON (`.json`).
    strategies, board, seed, data
        As of `Game.position`.
    game
        Id of the game; None: the one that the position names.

    Raises
    ------
    InputError
        If the file cannot be read, or with everything that is wrong in the position.
    """
    found = read_position(path_of(path, "path=", "a file"), "path=")
    id_ = game_of(found, game, "path=")
    return Game(id_).position(found, *strategies, board=board, seed=seed, data=data)


class Game:
    """A game.

    Every question about the game is a method: `game.questions()` lists them, and `help(game.NAME)`
    describes one.

    Parameters
    ----------
    id
        Its name, see `list_games`.

    Raises
    ------
    InputError
        If there is no such game.

    Examples
    --------
    >>> game = Game("bloodstones")
    >>> game.title, len(game.boards(players=2))
    ('Bloodstones', 3)
    >>> odds = game.odds("hill_folk: giant", "horse_lords: swordsman", terrain="hills")
    >>> odds.p_attacker
    Fraction(1549, 1757)
    """

    def __init__(self, id: str) -> None:
        if not isinstance(id, str):
            raise expected("the id of a game", id, WHERE)
        self.commands: GameCommands = game_commands_of(id, WHERE)

    @property
    def id(self) -> str:
        """The name of the game in files and commands."""
        return self.commands.id

    @property
    def title(self) -> str:
        """The title of the game."""
        return self.commands.title

    @property
    def engine(self) -> Any:
        """The `bloodstones.kit.game.Game` object that plays the game."""
        return self.commands.game

    def roles(self, players: int | None = None, *, data: Folder = "") -> Rows:
        """Return the roles that seats can take, and the numbers of players for each.

        Parameters
        ----------
        players
            Only roles for this number of players.
        data
            A folder of data files that replace shipped ones.
        """
        self._check_players(players)
        return game_tables.roles_table(self.commands, players, self._folder(data))

    def boards(self, players: int | None = None, *, data: Folder = "") -> Rows:
        """Return the boards that come with the game; empty for a game without boards.

        Parameters
        ----------
        players
            Only boards for this number of players.
        data
            A folder of data files that replace shipped ones.
        """
        self._check_players(players)
        return game_tables.boards_table(self.commands, players, self._folder(data))

    def strategies(self, *, data: Folder = "") -> Rows:
        """Return the strategies that come with the game."""
        return game_tables.strategies_table(self.commands, self._folder(data))

    def strategy(self, name: str, *, data: Folder = "") -> Answer:
        """Return a description of a strategy and its parameters, as `bloodstones strategies NAME`
        shows them.

        Parameters
        ----------
        name
            As in a seat: a shipped strategy, with a budget if it has one, or your own strategy.
        data
            A folder of data files that replace shipped ones.

        Raises
        ------
        InputError
            If there is no such strategy.
        """
        checked = name_of(name, "name=", "a strategy")
        return game_tables.strategy_answer(self.commands, checked, self._folder(data))

    def numbers(self, pattern: str = "", *, data: Folder = "") -> Rows:
        """Return the rule numbers that `set=` can change.

        Parameters
        ----------
        pattern
            Words that must all occur in the name, the meaning or the clause of a number.
        data
            A folder of data files that replace shipped ones.

        Raises
        ------
        InputError
            If no number matches.
        """
        words = self._text(pattern, "pattern=")
        return game_tables.numbers_table(self.commands, words, self._folder(data))

    def readings(self) -> Rows:
        """Return the readings that `options=` can choose; the first value is the default.

        Readings are rules that the rulebook leaves open, and its variants.
        """
        return game_tables.readings_table(self.commands)

    def rules(self, clause_or_text: str = "") -> Rows:
        """Return the sections of the rules, or the rules that match an id or words.

        Parameters
        ----------
        clause_or_text
            The id of a clause, section, ambiguity or example, the name of a reading or of a unit or
            card, or words that must all occur in a clause.

        Raises
        ------
        InputError
            If nothing in the rules matches.
        """
        wanted = self._text(clause_or_text, "clause_or_text=")
        with python_faults():
            return game_tables.rules_table(self.commands, wanted)

    def bench(
        self, players: int | None = None, *, seconds: float | None = None, where: bool = False
    ) -> Speed:
        """Measure how fast the game is on one core of this machine, as `bloodstones bench` does.

        Parameters
        ----------
        players
            Number of players; None: the largest number that can be measured.
        seconds
            Seconds for each figure; None: about one.
        where
            Whether to measure the time of each kind of decision as well.

        Raises
        ------
        InputError
            The game does not support this measurement.
        """
        from bloodstones.api.speed import bench_of, measured_speed

        self._check_players(players)
        wanted = f"a number of seconds above 0, at most {MOST_SECONDS}"
        if seconds is not None and not 0 < real_of(seconds, "seconds=", wanted) <= MOST_SECONDS:
            raise expected(wanted, seconds, "seconds=")
        switch_of(where, "where=")
        with python_faults():
            bench = bench_of(self.commands, "bench()")
            return measured_speed(bench, players, seconds, shares=where)

    def playthrough(
        self,
        *seats: str | Seat,
        board: Folder | None = None,
        seed: int = DEFAULT_SEED,
        choices: Numbers | None = None,
        options: Readings | None = None,
        set: Numbers | None = None,
        data: Folder = "",
    ) -> Playthrough:
        """Start a playthrough; the same seed and decisions always give the same playthrough.

        Parameters
        ----------
        seats
            Seats in clockwise order, each `"role:strategy"`; in a game without roles, only the
            strategy. A seat with the strategy `human` is played with `Playthrough.apply`.
        board
            Id or file of the board; None: the game's board for this number of players.
        seed
            Random seed, as `--seed` of `bloodstones play`.
        choices, options, set
            Choices made before the game starts, readings of the rules, and changed rule numbers;
            each is a dict: name -> value.
        data
            A folder of data files that replace shipped ones.

        Raises
        ------
        InputError
            With every fault, each named by its parameter.
        """
        setup = read_seats(
            self,
            seats,
            board=board,
            choices=choices,
            options=options,
            set=set,
            data=data,
            people=True,
        )
        return Playthrough(self, setup, check_seed(seed, "seed="))

    def position(
        self,
        position: str | Mapping[str, Any],
        *strategies: str,
        board: Folder | None = None,
        seed: int = DEFAULT_SEED,
        data: Folder = "",
    ) -> Playthrough:
        """Begin a playthrough at a position.

        Parameters
        ----------
        position
            A line of text (`Playthrough.notation`) or a table (`Playthrough.position`). `?5` for a
            hand deals five cards at random from where they can be.
        strategies
            By seat; one for all seats, or none for a tuned one of the game. `human` decides by
            `Playthrough.apply` alone.
        board
            File of the board, if it is your own; None: the one that the position names.
        seed
            What the luck that follows is keyed by.
        data
            A folder of data files that replace shipped ones.

        Raises
        ------
        InputError
            With everything that is wrong in the position.

        Examples
        --------
        >>> game = Game("bloodstones")
        >>> play = game.playthrough("hill_folk:warlord", "horse_lords:raider")
        >>> again = game.position(play.notation)
        >>> again.notation == play.notation
        True
        """
        folder = self._folder(data)
        place = "" if board is None else path_of(board, "board=", "a board")
        line = line_at(self.commands, position, place, folder, strategies)
        return Playthrough(self, line.setup, check_seed(seed, "seed="), position=line.line)

    def resumed(
        self, setup: Setup, seed: int, course: RecordedCourse, codes: Sequence[int]
    ) -> Playthrough:
        """Return the playthrough after these packed decisions and chance outcomes."""
        return Playthrough(self, setup, seed, course, codes)

    def replay_failure(self, failure: Folder | StrategyError) -> Playthrough:
        """Return the playthrough at the decision where your own strategy failed.

        The seat to move has the same random stream and notes as then, so `step()` calls the
        strategy with the same view again.

        Parameters
        ----------
        failure
            The error of a run, or the path of the file `failure.json` in its results folder.

        Raises
        ------
        InputError
            The failure is not from this game, or the rules do not allow the earlier decisions.
        """
        if isinstance(failure, StrategyError):
            found = failure.failure
        else:
            found = read_failure(Path(path_of(failure, "failure=", "an error of a strategy")))
        if found.game != self.id or found.setup is None:
            got = found.game or "one of no game"
            raise expected(f"a failure in a game of {self.id}", got, "failure=")
        with python_parameters():
            self.engine.check(stood_in(found.setup))
        return Playthrough(self, found.setup, found.seed or 0, failure=found)

    @spelled_out(DEFAULTS)
    def simulate(self, *seats: str | Seat, **settings: Unpack[Simulated]) -> Results:
        """Play a setup many times and return the results, see `bloodstones.simulate`."""
        return simulate(self.id, *seats, **settings)

    @spelled_out(TUNING)
    def tune(self, strategy: str, **settings: Unpack[Tuning]) -> Tuned:
        """Tune the parameters of a strategy, see `bloodstones.tune`."""
        return tune(self.id, strategy, **settings)

    @spelled_out(LEARNING)
    def learn(self, **settings: Unpack[Learning]) -> Learned:
        """Train a position evaluator by self-play, see `bloodstones.learn`."""
        return learn(self.id, **settings)

    @spelled_out(MATCH)
    def match(self, strategy: str, others: str, **settings: Unpack[Matched]) -> Answer:
        """Play one seat with a strategy against another strategy, and return its win rate.

        Parameters
        ----------
        strategy, others
            The strategy of the one seat, and the strategy of all other seats.
        **settings
            See `Matched`.

        Raises
        ------
        InputError
            If the game cannot play the match.

        Returns
        -------
        Answer
            `answer["parts"]`: one row per part with the win rate, its 95 % interval and whether it
            passes.
        """
        with python_faults():
            return match(self.commands, strategy, others, **settings)

    def odds_array(self, *values: Any, **named: Any) -> NDArray[Any]:
        """Return exact win probabilities of many battles; arguments broadcast as in NumPy.

        Parameters
        ----------
        *values, **named
            The arguments of the game's odds table, in its order; each is a number or an array.

        Returns
        -------
        float64 array of the broadcast shape, values from 0 to 1.

        Raises
        ------
        InputError
            If the game has no odds table, or a value is out of range.
        """
        from bloodstones.api.arrays import odds_array

        return odds_array(self.id, *values, **named)

    def sample_battles(self, *forces: Any, n: int, seed: int = 1, **named: Any) -> Sample:
        """Simulate battles and return how often the attacker wins.

        Parameters
        ----------
        *forces, **named
            The battle, as `odds` takes it.
        n, seed
            Number of battles, 1 to 1,000,000,000, and the random seed, a whole number of at least
            0.

        Raises
        ------
        InputError
            If the game has no battles to sample, or the battle is not possible.
        """
        from bloodstones.api.arrays import sample_battles

        return sample_battles(self.id, *forces, n=n, seed=seed, **named)

    def sample_draws(self, role: str, *, n: int, seed: int = 1, **named: Any) -> DrawnHands:
        """Return random hands that a role draws from all its tiles, as counts of shape (n, units).

        Parameters
        ----------
        role
            Its id.
        n, seed
            Number of hands, 1 to 100,000,000, and the random seed, a whole number of at least 0.
        **named
            Other arguments of the game, such as `tiles=5` for the hand size.

        Raises
        ------
        InputError
            If the game has no draws, or there is no such role.
        """
        from bloodstones.api.arrays import sample_draws

        return sample_draws(self.id, role, n=n, seed=seed, **named)

    def questions(self) -> Rows:
        """Return the questions about the game; each is a method."""
        return game_tables.questions_table(self.commands)

    def _text(self, text: object, where: str) -> str:
        if not isinstance(text, str):
            raise expected("text", text, where)
        return text

    def _folder(self, data: Folder) -> str:
        folder = own_folder(path_of(data, "data="), "data=")
        if folder:
            require_data(self.engine, "data=")
        return folder

    def _check_players(self, players: object) -> None:
        if players is None:
            return
        counts = self.commands.players()
        between = "" if counts is None else f" from {span(counts)}"
        what = f"a number of players{between}"
        number = whole_of(players, "players=", what, 1, MOST_SEATS)
        if counts is not None and number not in counts:
            raise expected(what, players, "players=")

    def __getattr__(self, name: str) -> Callable[..., Answer]:
        """Return the function that asks a question about the game."""
        if name.startswith("_"):
            raise AttributeError(f"a game has no {name!r}", name=name, obj=self)
        methods = methods_of(self.commands.home, self.id)
        if name not in methods:
            tip = nearest(name, [each for each in dir(self) if not each.startswith("_")])
            raise AttributeError(f"{self.id} has no {name!r}; {tip}", name=name, obj=self)
        return question_method(self.commands.home, self.id, name)

    def __dir__(self) -> Iterable[str]:
        names = {*object.__dir__(self), *methods_of(self.commands.home, self.id)}
        return sorted(names - {"commands", "resumed"})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and other.id == self.id

    def __hash__(self) -> int:
        return hash((Game, self.id))

    def __reduce__(self) -> tuple[type[Game], tuple[str]]:
        return Game, (self.id,)

    def __repr__(self) -> str:
        return f"Game({self.id!r})"

    def _repr_html_(self) -> str:
        """Return what the game is and has as a notebook shows it."""
        found: Summary = summary(self.commands)
        counts = None if found.players is None else range(found.players[0], found.players[1] + 1)
        facts = [
            Fact("", "Id", self.id),
            Fact("", "Players", span(counts)),
            Fact("", plural(self.commands.role or "role").capitalize(), found.roles, LIST),
            Fact("", "Boards", found.boards, LIST),
            Fact("", "Clauses", f"{found.executable} executable, {found.clauses} in all"),
            Fact("", "Questions", tuple(methods_of(self.commands.home, self.id)), LIST),
        ]
        return Answer(self.title, [Facts(facts)])._repr_html_()
