"""The games that the laboratory can play, by id; each is imported only when asked for.

`GAMES` is the only list of games; other packages add to it by entry points, see `listed`. A game
lives in a package with a module `game` that holds the
object `GAME` (or, if it is small, in one module alone). The package says, without importing more:

- `TITLE`: its name in words;
- `DEFAULT_BOARD`: the board that is meant where none is named; without it one must be named, if
  the game has boards;
- `COMMANDS`: name -> help line of the commands of its own; `draw-cards` is the object `command` of
  the module `cli.draw_cards` of the package, if it is no question;
- `QUESTIONS`: which of them are questions (`core.questions`): the command is made from the object
  `QUESTION` of the module of that name in the package `questions`; "maps list" is one below the
  command `maps`, in the package `questions.maps`, whose `LINES` has the first line of each;
- `GAME_COMMANDS`: the module in the package, such as `cli.game_commands`, whose object
  `GAME_COMMANDS` answers the commands that every game has (see `api.game_parts.commands`);
  without it they get what follows from the contract of a game alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Final, cast

from bloodstones import __version__
from bloodstones.core.contract.game import Game
from bloodstones.core.contract.learnable import Learnable
from bloodstones.core.contract.tunable import Tunable
from bloodstones.core.errors import InputError, expected, near_matches
from bloodstones.games.listed import MODULE, ListedGames

if TYPE_CHECKING:
    from bloodstones.core.rules.rule_numbers import RuleNumber

SHIPPED: Final = {
    "bloodstones": "bloodstones.games.bloodstones.game",
    "wizard_kings": "bloodstones.games.wizard_kings.game",
    "bellum_magica": "bloodstones.games.bellum_magica.game",
    "battlelore": "bloodstones.games.battlelore.game",
    "battalia": "bloodstones.games.battalia.game",
}
GAMES: Final = ListedGames(SHIPPED)
THIS_PACKAGE: Final = f"bloodstones {__version__}"
TUNED_BY: Final = ("parameters", "weights", "contest")
LEARNED_BY: Final = ("features", "teachers", "observe")


@dataclass(frozen=True, slots=True)
class GameEntry:
    """What a game says about itself before it is loaded.

    Attributes
    ----------
    id, title
        Its name in files and commands, and in words.
    commands
        Name -> help line of its own commands.
    home
        The dotted name of its package, or of its only module.
    game_commands
        The module in the package that answers commands, "" without one.
    questions
        What can be asked, by name; the commands of these names are made from them.
    origin
        Name and version of the package that brings it.
    default_board
        The board that is meant where none is named; "" if one must be.
    """

    id: str
    title: str
    commands: Mapping[str, str]
    home: str
    game_commands: str
    questions: tuple[str, ...] = ()
    default_board: str = ""
    origin: str = ""


def default_game() -> str:
    """Return the id of the game that is meant where none is named: the first one."""
    return GAMES.at_hand()[0]


def check_game(game_id: str, where: str = "game") -> str:
    """Return the id of a game, or raise InputError; `where` names the argument or key.

    >>> check_game("bloodstone", "--game")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected a game, got 'bloodstone' (--game)
    Tip: did you mean bloodstones?
    """
    if not isinstance(game_id, str):
        raise expected("the id of a game", game_id, where)
    if game_id not in GAMES:
        for name, fault in GAMES.faults().items():
            if name.split()[0] == game_id:
                raise InputError(f"expected a game, got {name}: {fault} ({where})")
        tip = near_matches(game_id, GAMES) or f"known: {', '.join(GAMES)}"
        raise expected("a game", game_id, where, tip)
    return game_id


def module_of(game_id: str, place: str) -> str:
    """Return the dotted name of a module of a game.

    >>> module_of("bloodstones", "game")
    'bloodstones.games.bloodstones.game'
    """
    return f"{GAMES[game_id].rpartition('.')[0]}.{place}"


def game_entry(game_id: str, where: str = "game") -> GameEntry:
    """Return what a game says about itself; InputError for an unknown one.

    >>> game_entry("bloodstones").commands["odds"]
    'Exact odds of a battle.'
    """
    home = GAMES[check_game(game_id, where)].removesuffix(MODULE)
    package = import_module(home)
    title = game_id.replace("_", " ").capitalize()
    return GameEntry(
        game_id,
        getattr(package, "TITLE", title),
        getattr(package, "COMMANDS", {}),
        home,
        getattr(package, "GAME_COMMANDS", ""),
        getattr(package, "QUESTIONS", ()),
        getattr(package, "DEFAULT_BOARD", ""),
        GAMES.origins.get(game_id, THIS_PACKAGE if game_id in SHIPPED else ""),
    )


def entries_at_hand() -> tuple[GameEntry, ...]:
    """Return what games say about themselves, but for those of packages not yet looked for."""
    return tuple(game_entry(game_id) for game_id in GAMES.at_hand())


def all_entries() -> tuple[GameEntry, ...]:
    """Return what every game says about itself, in the order of the list."""
    return tuple(game_entry(game_id) for game_id in GAMES)


def find_part(game_id: str, place: str) -> ModuleType | None:
    """Return a module of a game, None if the game does without.

    >>> find_part("bloodstones", "nowhere.at_all") is None
    True
    """
    name = module_of(game_id, place)
    try:
        found = find_spec(name)
    except ModuleNotFoundError:
        return None
    return None if found is None else import_module(name)


def rule_numbers(game_id: str, data: str = "") -> tuple[RuleNumber, ...]:
    """Return every number of a game's rules that a what-if can change; () of one without.

    Parameters
    ----------
    data
        A folder with a user's own data files, "" for the shipped ones alone.

    Examples
    --------
    >>> next(iter(rule_numbers("bloodstones"))).name
    'starting_hand'
    """
    module = find_part(game_id, "rules.numbers")
    return () if module is None else tuple(module.load_numbers(data).values())


def load_tunable(game_id: str, where: str = "game") -> Tunable:
    """Return the game called `game_id`, whose strategies have parameters.

    Raises
    ------
    InputError
        If there is no such game, or nothing in it can be tuned.
    """
    game = load_game(game_id, where)
    if not all(hasattr(game, name) for name in TUNED_BY):
        raise expected("a game whose strategies have parameters", game_id, where)
    return cast(Tunable, game)


def load_learnable(game_id: str, where: str = "game") -> Learnable:
    """Return the game called `game_id`, whose positions can be evaluated with learned values.

    Raises
    ------
    InputError
        If there is no such game, or it declares no features.
    """
    game = load_game(game_id, where)
    if not all(hasattr(game, name) for name in LEARNED_BY):
        raise expected("a game that declares features of its positions", game_id, where)
    return cast(Learnable, game)


def load_game(game_id: str, where: str = "game") -> Game:
    """Return the game called `game_id`; `where` names the argument or key for the error."""
    home = GAMES[check_game(game_id, where)]
    game: Game | None = getattr(import_module(home), "GAME", None)
    if game is None:
        raise expected(f"a game in {home}.GAME", "none", where)
    return game
