"""Strategies in Python: a function or a class that decides from a view.

`choose(view, legal)` gets a `SeatView` and the legal decisions and returns one of them. It is named
`module:Name` or `path/to/file.py:Name` wherever a strategy is named: a function of that name, or a
class with a method `choose` that is made once, without arguments. A class may declare `traits`, a
table as in strategies.toml. What a strategy wants to remember goes into `view.memory`, its luck
comes from `view.luck`: so copies of a playthrough go on alike, and the same seed gives the same
game.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, Final

from bloodstones.core.errors import InputError, RunError, expected
from bloodstones.core.layout import Array
from bloodstones.core.streams import WORD_BITS, draw_word
from bloodstones.games.bloodstones.engine.decisions import Decision
from bloodstones.games.bloodstones.engine.state import STRATEGY_STREAM, GameState
from bloodstones.games.bloodstones.engine.tables import RuleTables
from bloodstones.games.bloodstones.engine.view import View, visible
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.ruleset import BoardMap, Ruleset
from bloodstones.games.bloodstones.strategies.policy import Family, Strategy
from bloodstones.games.bloodstones.strategies.traits import Cost, Traits, read_traits

MARK: Final = ":"
FILE_ENDING: Final = ".py"
TRAITS: Final = Traits(cost=Cost.PYTHON, origin="local")


@dataclass(frozen=True, eq=False)
class SeatView(View):
    """What a Python strategy decides from: its view, and what everybody knows beforehand.

    Attributes
    ----------
    rules, board, line_up
        The rules in force, the map, the factions by seat.
    memory
        What the seat noted before: int64 array, zeros at first, its own to write to.
    luck
        Random numbers from the seat's own stream.
    """

    rules: Ruleset
    board: BoardMap
    line_up: tuple[Faction, ...]
    memory: Array
    luck: random.Random


Choose = Callable[[SeatView, Sequence[Decision]], Decision]


@dataclass(frozen=True, slots=True)
class PythonStrategy:
    """A loaded strategy: its data and the function that decides."""

    strategy: Strategy
    choose: Choose


@dataclass(frozen=True, slots=True)
class PythonPlayer:
    """A Python strategy at a table."""

    name: str
    choose: Choose
    rules: Ruleset
    board: BoardMap
    line_up: tuple[Faction, ...]
    tables: RuleTables

    def index(self, s: GameState, legal: Array, n: int) -> int:
        """Return the index of its choice among the first `n` decisions of `legal`.

        Raises
        ------
        RunError
            If the strategy fails or returns something else than a legal decision.
        """
        seat = int(s.decider)
        view = self.view(s, seat)
        options = [Decision.unpack(code) for code in legal[:n].tolist()]
        try:
            chosen = self.choose(view, tuple(options))
        except Exception as error:
            told = f"{type(error).__name__}: {error}"
            raise RunError(
                f"the strategy {self.name} failed: {told} (turn {int(s.turn)})"
            ) from error
        if chosen not in options:
            raise RunError(f"expected a legal decision of {self.name}, got {chosen!r}")
        s.memory[seat, :] = view.memory
        return options.index(chosen)

    def view(self, s: GameState, seat: int) -> SeatView:
        """Return what the seat decides from; uses up some of its own luck."""
        seen = visible(s, self.tables, seat)
        stream = STRATEGY_STREAM + seat
        word = draw_word(s.streams, stream) << WORD_BITS | draw_word(s.streams, stream)
        return SeatView(
            **{field.name: getattr(seen, field.name) for field in fields(View)},
            rules=self.rules,
            board=self.board,
            line_up=self.line_up,
            memory=s.memory[seat].copy(),
            luck=random.Random(word),
        )


@cache
def load_strategy(name: str, where: str) -> PythonStrategy:
    """Return the Python strategy `module:Name` or `path/to/file.py:Name`.

    Raises
    ------
    InputError
        If it cannot be imported, or is neither a function nor a class with `choose`.
    """
    place, _, attribute = name.rpartition(MARK)
    module = _module(place, where)
    found = getattr(module, attribute, None)
    if found is None:
        raise expected(f"something called {attribute!r} in {place}", "nothing", where)
    choose = _chooser(found, name, where)
    told = read_traits(getattr(found, "traits", {}), f"{where} {name}.traits", TRAITS)
    title = (inspect.getdoc(found) or name).splitlines()[0]
    strategy = Strategy(name, title, Family.PYTHON, MappingProxyType({}), told)
    return PythonStrategy(strategy, choose)


def code_of(name: str) -> str:
    """Return a hash of the file that holds a Python strategy, "" for another strategy.

    >>> code_of("warlord")
    ''
    """
    if MARK not in name:
        return ""
    module = sys.modules[load_strategy(name, "strategy").choose.__module__]
    return hashlib.sha256(Path(str(module.__file__)).read_bytes()).hexdigest()


def _module(place: str, where: str) -> ModuleType:
    """Import a module by its name, the working folder included, or by the path of its file."""
    try:
        if place.endswith(FILE_ENDING):
            return _module_of_file(Path(place), where)
        if "" not in sys.path and str(Path.cwd()) not in sys.path:
            sys.path.append(str(Path.cwd()))
        return importlib.import_module(place)
    except InputError:
        raise
    except Exception as error:
        told = f"{type(error).__name__}: {error}"
        raise InputError(f"expected Python code in {place!r}, got {told} ({where})") from error


def _module_of_file(path: Path, where: str) -> ModuleType:
    if not path.is_file():
        raise expected("a Python file", str(path), where)
    digest = hashlib.sha256(str(path.resolve()).encode()).hexdigest()
    spec = importlib.util.spec_from_file_location(f"strategy_{digest}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    return module


def _chooser(found: Any, name: str, where: str) -> Choose:
    """Return the function that decides."""
    choose: Any = found
    if inspect.isclass(found):
        try:
            choose = getattr(found(), "choose", None)
        except TypeError as error:
            wanted = "a class that is made without arguments"
            raise expected(wanted, f"{name} ({error})", where) from error
    if not callable(choose):
        raise expected("a function or a class with a method choose(view, legal)", name, where)
    chosen: Choose = choose
    return chosen
