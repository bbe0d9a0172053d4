"""What the front door and commands ask of a game beyond its contract: the class `GameCommands`.

They name no game: they ask the `GameCommands` of the one that is chosen. What is `None` or
empty here a game may bring; a command that needs it and gets nothing says which games have it
(`need`). One imports nothing heavy, since help texts and `rules` ask it as well: its methods
import what they need when they are called.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import cycle
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from bloodstones.api.game_parts.facts import EventInfo, LookupEntry, event_infos
from bloodstones.api.game_parts.parts import Bench, Played, Records, Strategies
from bloodstones.core.contract.game import Number, Seat, Setup
from bloodstones.core.errors import InputError, expected
from bloodstones.core.faults import gathering, nearest_tip, raise_together
from bloodstones.core.files.pairs import read_pairs
from bloodstones.core.text import columns, plural
from bloodstones.games.registry import (
    GAMES,
    GameEntry,
    check_game,
    default_game,
    find_part,
    game_entry,
    load_game,
    rule_numbers,
)

if TYPE_CHECKING:
    from bloodstones.core.contract.game import Game
    from bloodstones.core.rules.rule_numbers import RuleNumber
    from bloodstones.core.rules.rulebook import Register
    from bloodstones.kit.explain.recorded_steps import RecordedCourse
    from bloodstones.kit.table.voice import Voice

Part = TypeVar("Part")
Changes = tuple[dict[str, str], dict[str, Number]]

WHOLE_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}")
NOTHING: Final[Mapping[str, str]] = MappingProxyType({})
TRUTH: Final[Mapping[str, Number]] = {"true": True, "false": False}
MOST_LISTED: Final = 8  # boards in a help text
EXAMPLE_SEATS: Final = 2
RANDOM: Final = "random"


class GameCommands:
    """What commands ask of a game; this base class uses only the contract (`core.contract.game`).

    Attributes
    ----------
    id, title, commands, origin
        As the game declares them, and the package that brings it.
    role
        What a seat takes, in a word (a faction, an army); "" if seats differ in nothing.
    default_board, default_strategy
        Taken where none is named; "" if one must be. The package of the game names the board.
    choices
        What else can be chosen before it starts: name -> meaning (`--choice`).
    chosen
        An example of those that can be chosen whatever else is: name -> value.
    example_seats, example_clause
        Two seats as `--players` takes them, and the id of a clause; "" without an example.
    examples
        Command -> the examples at the end of its help.
    strategies, records
        By default those of the kit, for a game that brings what they need (`kit_records`,
        `kit_strategies`).
    of_kit
        Whether it brings that; None: the game is asked, which loads it.
        A part that not every game has.
    tunable
        Whether its strategies have parameters that `bloodstones tune` can change.
    chance
        Kind of chance -> what it is, in words; others are known by their names.
    pointless
        Command that has no point in it -> the kind of game that it needs, and what to use instead.
    bench_plans
        The strategies that are measured beside random players, seat by seat; none without.
    bench_roles, bench_players
        What the seats take then, the first of them at a smaller table; where seats take nothing,
        how many there are if nobody says.
    bench_board
        Where that is played; by default on `default_board`.

    Notes
    -----
    A game has its register and its numbers in the package `rules` (`register.load_register`,
    `numbers.load_numbers`), its table of events in `events.EVENTS` and its voice in `cli`
    (`voice.GameVoice`). What it has not is left out; its voice then is made from its events.
    """

    role: str = "role"
    default_board: str = ""
    default_strategy: str = ""
    choices: Mapping[str, str] = NOTHING
    chosen: Mapping[str, str] = NOTHING
    example_seats: str = ""
    example_clause: str = ""
    examples: Mapping[str, str] = NOTHING
    of_kit: bool | None = None
    tunable: bool = False
    chance: Mapping[str, str] = NOTHING
    pointless: Mapping[str, tuple[str, str]] = MappingProxyType({})
    bench_plans: tuple[str, ...] = ()
    bench_roles: tuple[str, ...] = ()
    bench_players: int = 0
    bench_board: str = ""

    def __init__(self, about: GameEntry) -> None:
        self.home = about.home
        self.id = about.id
        self.title = about.title
        self.commands = about.commands
        self.origin = about.origin
        self.default_board = self.default_board or about.default_board

    @property
    def game(self) -> Game:
        """The game itself, loaded now."""
        return load_game(self.id)

    @property
    def records(self) -> Records | None:
        """The records of the game, None if it has none."""
        from bloodstones.api.game_parts.records import KitRecords

        return KitRecords(self) if self._brings("records") else None

    @property
    def strategies(self) -> Strategies | None:
        """The strategies of the game, None if it does not list them."""
        from bloodstones.api.game_parts.strategies import KitStrategies

        return KitStrategies(self) if self._brings("finder_for") else None

    def _brings(self, what: str) -> bool:
        return hasattr(self.game, what) if self.of_kit is None else self.of_kit

    @property
    def seat_form(self) -> str:
        """The form of a seat in `--players`."""
        return f"{self.role.upper()}[:STRATEGY]" if self.takes_roles else "STRATEGY"

    @property
    def takes_roles(self) -> bool:
        """Whether seats take roles; a game may have none."""
        return bool(self.role and self.roles())

    def help_words(self) -> Mapping[str, str]:
        """Return the words of this game for each `{name}` in help texts."""
        option = "" if self.id == default_game() else f" --game {self.id}"
        return {
            "title": self.title,
            "seat": self.seat_form,
            "roles": columns(plural(self.role), self.roles()) if self.role else "",
            "boards": self._boards_listed(),
            "board": f" (default: {self.default_board})" if self.default_board else "",
            "strategies": columns("strategy", [f"an id from `bloodstones strategies{option}`"]),
            "numbers": columns("NAME=N", [f"a number from `bloodstones rules{option} numbers`"]),
            "readings": columns("NAME=VALUE", [f"a reading from `bloodstones rules{option}`"]),
            "choices": "\n".join(
                columns(name, meaning.split(" "), " ") for name, meaning in self._choices()
            ),
            "clauses": columns("ID", ["the id of a clause, an option or a section"]),
            "game": option,
            "example_seats": self._example_seats(),
            "clause": self.example_clause or "numbers",
            "strategy": self.default_strategy or RANDOM,
            "about_strategies": "",
            "bench": "",
            "players": "",
        }

    def _boards_listed(self) -> str:
        """Return the boards for help; many of them are listed by `bloodstones games ID`."""
        boards = self.boards()
        if len(boards) > MOST_LISTED:
            return columns(
                "map", [f"{boards[0]}, ...", f"(`bloodstones games {self.id}` lists all)"], " "
            )
        return columns("map", boards or ("the id of a map",))

    def _choices(self) -> Iterable[tuple[str, str]]:
        """Yield the choices and their meanings; those of a seat (`army.0`, ...) once."""
        seen: set[str] = set()
        for name, meaning in self.choices.items():
            stem, dot, number = name.partition(".")
            shown = f"{stem}.N" if dot and number.isdigit() else name
            if shown not in seen:
                seen.add(shown)
                yield shown, meaning

    def _example_seats(self) -> str:
        """Return two seats as `--players` takes them, for examples."""
        if self.example_seats:
            return self.example_seats
        names = self.roles()[:EXAMPLE_SEATS] if self.takes_roles else ("",) * EXAMPLE_SEATS
        return ",".join(f"{name}:{RANDOM}" if name else RANDOM for name in names)

    def players(self) -> range | None:
        """Return the numbers of players that the game takes, None if it does not declare them."""
        declared = getattr(self.game, "players", None)
        return declared if isinstance(declared, range) else None

    def roles(self) -> tuple[str, ...]:
        """Return the roles that seats take, in the order of the rules."""
        return self.game.roles_for(2) if self.role else ()

    def boards(self) -> tuple[str, ...]:
        """Return the ids of the boards that come with the game."""
        return self.game.boards()

    def _module(self, place: str) -> Any:
        """Return a module of the game, None if it does without."""
        return find_part(self.id, place)

    def register(self) -> Register | None:
        """Return the register of its rules, None without one."""
        module = self._module("rules.register")
        return None if module is None else cast("Register", module.load_register())

    def numbers(self, data: str = "") -> Sequence[RuleNumber]:
        """Return every number of the rules that a what-if can change; `data` as in `Setup`."""
        return rule_numbers(self.id, data)

    def lookup_entries(self) -> Sequence[LookupEntry]:
        """Return what `bloodstones rules` looks up beside the register: cards, units, …."""
        return ()

    def events(self) -> Sequence[EventInfo]:
        """Return the table of events of its records."""
        module = self._module("events")
        return () if module is None else event_infos(module.EVENTS)

    def bench_setups(self, players: int | None) -> Mapping[str, Setup]:
        """Return the setups that measure speed, by name; none for another number of players."""
        roles = self.bench_roles[:players] or ("",) * (players or self.bench_players)
        counts = self.players()
        if not self.bench_plans or players not in (None, len(roles)):
            return {}
        if counts is not None and len(roles) not in counts:
            return {}
        plans = [plan for _, plan in zip(roles, cycle(self.bench_plans), strict=False)]
        strategies = {"random": ("random",) * len(roles), "scripted": tuple(plans)}
        return {
            name: Setup(self.bench_board or self.default_board, tuple(map(Seat, roles, seats)))
            for name, seats in strategies.items()
        }

    @property
    def bench(self) -> Bench | None:
        """The benchmark of the game, None if it names no setups."""
        from bloodstones.api.game_parts.speed import SimulatedBench

        return SimulatedBench(self) if self.bench_setups(None) else None

    def read_changes(
        self, settings: Iterable[str], options: Iterable[str], data: str = ""
    ) -> Changes:
        """Return readings and rule numbers of arguments `NAME=VALUE`; InputError with every fault.

        What the names mean is checked with the setup as a whole; `data` is as in `Setup`.
        """
        errors: list[InputError] = []
        readings: dict[str, str] = {}
        numbers: dict[str, Number] = {}
        with gathering(errors):
            readings = read_pairs(options, "--option")
        with gathering(errors):
            numbers = {
                name: number_of(text) for name, text in read_pairs(settings, "--set").items()
            }
        raise_together(errors)
        return readings, numbers

    def check_changes(self, changes: Changes, data: str = "") -> Changes:
        """Return changes unchanged, once their numbers are known to be among `numbers`.

        Raises
        ------
        InputError
            With the meanings of the numbers that may be meant.
        """
        meanings = {number.name: number.meaning for number in self.numbers(data)}
        errors = [
            expected("a rule number", name, "--set", nearest_tip(name, meanings))
            for name in changes[1]
            if name not in meanings
        ]
        raise_together(errors)
        return changes

    def follow(self, record: Any, board: str | None, data: str = "") -> RecordedCourse:
        """Return the course of a record, to be replayed.

        Parameters
        ----------
        board
            The board that it was played on, None for the one that it names.
        data
            As in `Setup`.

        Raises
        ------
        InputError
            The record is not legal, or the game has none of the kit's.
        """
        from bloodstones.kit.explain.recorded_decisions import follow

        records = getattr(self.game, "records", None)
        if records is None:
            raise lacks(self.id, "records to follow", "bloodstones explain", ())
        course = follow(record, records, data)
        return course if board is None else course.on_board(board)

    def voice(self) -> Voice:
        """Return the voice of the game at a table with people; raise InputError if it has none.

        By default it is made from the table of events of its records.
        """
        from bloodstones.kit.table.voice import Voice

        module = self._module("cli.voice")
        kind: type[Voice] = Voice if module is None else module.GameVoice
        return kind(self._kit_records())

    def _kit_records(self) -> Any:
        """Return the records of the kit for the game; raise InputError if it has none."""
        records = getattr(self.game, "records", None)
        if records is None:
            others = [other.id for other in all_game_commands() if hasattr(other.game, "records")]
            raise lacks(self.id, "records to play by", "--players", others)
        return records

    def play(self, setup: Setup, seed: int) -> Played | None:
        """Play one game to be shown in the game's own way; None: it is shown by its columns.

        Its streams are keyed by the seed, the label `play` and replicate 0.
        """
        return None


def number_of(text: str) -> Number:
    """Return a value of an argument: a whole number, true or false, else the text.

    >>> number_of("-3"), number_of("true"), number_of("north")
    (-3, True, 'north')
    """
    return int(text) if WHOLE_NUMBER.fullmatch(text) else TRUTH.get(text, text)


@cache
def _made(game_id: str, path: str) -> GameCommands:
    """Return the commands of a game; `path`, its module, is part of the cache key."""
    about = game_entry(game_id)
    kind: type[GameCommands] = (
        import_module(f"{about.home}.{about.game_commands}").GAME_COMMANDS
        if about.game_commands
        else GameCommands
    )
    return kind(about)


def game_commands_of(game_id: str, where: str = "--game") -> GameCommands:
    """Return the commands of a game; raise InputError, with `where`, for an unknown game."""
    return _made(game_id, GAMES[check_game(game_id, where)])


def all_game_commands() -> tuple[GameCommands, ...]:
    """Return the commands of all games, in the order of the registry."""
    return tuple(game_commands_of(game_id) for game_id in GAMES)


def need(
    game_commands: GameCommands, part: Callable[[GameCommands], Part | None], what: str, where: str
) -> Part:
    """Return a part of a game, or raise InputError with the games that have it.

    Parameters
    ----------
    part
        Returns the part of a `GameCommands`, something false without it.
    what
        The part in words, for "a game with …".
    where
        The command or option that needs it.
    """
    needed_part = part(game_commands)
    if needed_part:
        return needed_part
    raise lacks(
        game_commands.id, what, where, [other.id for other in all_game_commands() if part(other)]
    )


def lacks(game_id: str, what: str, where: str, others: Sequence[str]) -> InputError:
    """Return the error for something that a game does not have but `others` do.

    >>> print(lacks("dice", "records", "bloodstones verify", ["bloodstones"]))
    expected a game with records, got 'dice' (bloodstones verify)
    Tip: games that have it: bloodstones
    """
    tip = f"games that have it: {', '.join(others)}" if others else "no game has it"
    return expected(f"a game with {what}", game_id, where, tip)
