"""Strategies in Python: a class that decides from a view.

`choose(view, legal)` gets the game's view and the legal decisions and returns one of them. The
class is named `module:Name` or `path/to/file.py:Name` wherever a strategy is named, and is made
once, without arguments. It declares `traits`, a table as in strategies.toml that may be empty: a
name that happens to be code, such as `os:system`, is no strategy and is not called. With `observes
= True` it gets, in place of the view, the flat observation of the game's environment
(`kit.environment.spaces.ObservedView`). What it wants to remember goes into `view.memory`, its luck
comes from `view.luck`: so copies of a playthrough continue alike, and the same seed gives the same
game.

Its module runs when it is loaded, `permission` allowing.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, Final

import numpy as np

from bloodstones.core.errors import InputError, expected
from bloodstones.core.files.writing import is_file
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.sources import PACKAGE, outside_sources
from bloodstones.core.kernels.streams import WORD_BITS, draw_word
from bloodstones.kit.players.failure import Failure, StrategyError, place_of
from bloodstones.kit.players.permission import ask_to_run
from bloodstones.kit.players.strategy import Cost, Family, Strategy, Traits, read_traits

MARK: Final = ":"
FILE_ENDING: Final = ".py"
TRAITS: Final = Traits(cost=Cost.PYTHON, origin="local")


Choose = Callable[[Any, Sequence[Any]], Any]
ViewOf = Callable[[Any, int, Array, random.Random], Any]


@dataclass(frozen=True, slots=True)
class PythonStrategy:
    """A loaded strategy: its data, the function that decides, and whether it observes.

    Attributes
    ----------
    strategy
        What finders and reports see of it.
    choose
        `(view, legal) -> decision`.
    observes
        Whether it decides from an observation (`spaces.ObservedView`), not from the game's own
        view.
    """

    strategy: Strategy
    choose: Choose
    observes: bool = False


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What a Python strategy decides from in a game that has no more for it than its view.

    Attributes
    ----------
    view
        What the seat may see, in the form of the game.
    memory
        What the seat noted before: int64 array, its own to write to.
    luck
        Random numbers from the seat's own stream.
    """

    view: Any
    memory: Array
    luck: random.Random


def player_view_of(view: Callable[[Any, int], Any]) -> ViewOf:
    """Return what a Python strategy decides from where `(state, seat)` gives the view."""
    return lambda s, seat, memory, luck: PlayerView(view(s, seat), memory, luck)


@dataclass(frozen=True, slots=True)
class PythonPlayer:
    """A Python strategy at a table.

    Attributes
    ----------
    name, choose
        What it is called, and the function that decides.
    view_of
        `(s, seat, memory, luck) -> view`: what the seat decides from; nothing in the view is shared
        with the state. `memory` is what the seat noted before, its own to write to: int64 array;
        `luck` gives random numbers from the seat's own stream.
    unpack
        A code as a decision.
    strategy_stream
        The stream of the first seat's strategy.
    """

    name: str
    choose: Choose
    view_of: ViewOf
    unpack: Callable[[int], Any]
    strategy_stream: int

    def index(self, s: Any, legal: Array, n: int) -> int:
        """Return the index of its choice among the first `n` decisions of `legal`.

        Parameters
        ----------
        s
            The state; of it only the decider's stream and row of `memory` change.
        legal
            Decisions: int32 array.
        n
            How many of `legal` count, at least 1.

        Raises
        ------
        StrategyError
            If the strategy fails or returns something else than a legal decision.
        """
        seat = int(s.decider)
        stream = self.strategy_stream + seat
        luck = np.array(s.streams[stream])
        word = draw_word(s.streams, stream) << WORD_BITS | draw_word(s.streams, stream)
        memory = s.memory[seat].copy()
        view = self.view_of(s, seat, memory, random.Random(word))
        options = [self.unpack(code) for code in legal[:n].tolist()]
        try:
            chosen = self.choose(view, tuple(options))
            place = options.index(chosen) if chosen in options else -1
            shown = "" if place >= 0 else repr(chosen)
        except (KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException as error:
            fault = f"the strategy {self.name} failed: {_in_words(error)}"
            failed = self._failed(fault, s, luck, place_of(error, _file_of(self.choose)))
            failed.cause = error
            raise failed from error
        if place < 0:
            fault = f"expected a legal decision of {self.name}, got {shown}"
            raise self._failed(fault, s, luck, ("", 0))
        s.memory[seat, :] = memory
        return place

    def _failed(self, fault: str, s: Any, luck: Array, place: tuple[str, int]) -> StrategyError:
        """Return the error for a decision, with the luck and notes that it began with."""
        seat, streams = int(s.decider), np.array(s.streams)
        streams[self.strategy_stream + seat] = luck
        memory = np.array(s.memory)
        return StrategyError(
            Failure(
                fault,
                *place,
                seat=seat,
                turn=int(s.turn),
                streams=streams.tolist(),
                memory=memory.tolist(),
            )
        )


def _file_of(choose: Choose) -> str:
    """Return the file of the code that decides, "" for code without one."""
    code = getattr(inspect.unwrap(choose), "__code__", None)
    return "" if code is None else str(code.co_filename)


@contextmanager
def _its_own_faults(name: str, when: str) -> Iterator[None]:
    """Turn what the code of a strategy raises, `sys.exit` too, into an error that names it.

    Only a stop from the keyboard goes through.
    """
    try:
        yield
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:
        file, line = place_of(error, "")
        fault = f"the strategy {name} failed {when}: {_in_words(error)}"
        raise StrategyError(Failure(fault, file, line), cause=error) from error


def _in_words(error: BaseException) -> str:
    """Return what was raised in words, whatever it is.

    >>> _in_words(SystemExit(3)), _in_words(ValueError("no"))
    ('SystemExit: 3', 'ValueError: no')
    """
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:  # its own words fail as well
        return type(error).__name__


def load_strategy(name: str, where: str) -> PythonStrategy:
    """Return the Python strategy `module:Name` or `path/to/file.py:Name`.

    Parameters
    ----------
    name
        As above; the file or module is run.
    where
        The parameter or place that names it, for errors.

    Raises
    ------
    InputError
        If code may not run here; if it cannot be imported, or is no class with `traits` and
        `choose`.
    """
    ask_to_run(name, where)
    return _loaded(name, where)


@cache
def _loaded(name: str, where: str) -> PythonStrategy:
    place, _, attribute = name.rpartition(MARK)
    module = _module(place, where)
    item = getattr(module, attribute, None)
    if item is None:
        raise expected(f"an object named {attribute!r} in {place}", "nothing", where)
    traits = getattr(item, "traits", None)
    if not (inspect.isclass(item) and isinstance(traits, Mapping)):
        tip = "traits = {} in the class says that it is a strategy"
        raise expected("a class that declares its `traits`", name, where, tip)
    checked_traits = read_traits(traits, f"{where} {name}.traits", TRAITS)
    choose = _chooser(item, name, where)
    title = (inspect.getdoc(item) or name).splitlines()[0]
    strategy = Strategy(name, title, Family.PYTHON, MappingProxyType({}), checked_traits)
    return PythonStrategy(strategy, choose, bool(getattr(item, "observes", False)))


def code_of(name: str) -> str:
    """Return a hash of the code of a Python strategy, "" for another strategy.

    >>> code_of("warlord")
    ''
    """
    if MARK not in name:
        return ""
    texts = sorted((path.name.encode(), path.read_bytes()) for path in files_of(name))
    return hashlib.sha256(b"\0".join(part for text in texts for part in text)).hexdigest()


def files_of(name: str) -> tuple[Path, ...]:
    """Return the file of a Python strategy, and those beside it that it imports."""
    choose = load_strategy(name, "strategy").choose
    module = sys.modules.get(str(getattr(choose, "__module__", "")))
    file = getattr(module, "__file__", None)  # none of what comes with Python itself
    if module is None or file is None:
        return ()
    sources = outside_sources(Path(file), module.__name__)
    return tuple(path for path in sources if not path.is_relative_to(PACKAGE))


def _module(place: str, where: str) -> ModuleType:
    """Import a module by its name, the working folder included, or by the path of its file."""
    try:
        if place.endswith(FILE_ENDING):
            return _module_of_file(Path(place), where)
        if "" not in sys.path and str(Path.cwd()) not in sys.path:
            sys.path.append(str(Path.cwd()))
        return importlib.import_module(place)
    except (InputError, KeyboardInterrupt):
        raise
    except BaseException as error:  # sys.exit, too
        fault = _in_words(error)
        raise InputError(f"expected Python code in {place!r}, got {fault} ({where})") from error


def _module_of_file(path: Path, where: str) -> ModuleType:
    if not is_file(path):
        raise expected("a Python file", str(path), where)
    digest = hashlib.sha256(str(path.resolve()).encode()).hexdigest()
    spec = importlib.util.spec_from_file_location(f"strategy_{digest}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    return module


def _needs_arguments(strategy: type) -> bool:
    """Whether a class cannot be made without arguments."""
    try:
        inspect.signature(strategy).bind()
    except TypeError:
        return True
    except ValueError:  # it has no signature
        return False
    return False


def _chooser(strategy: type, name: str, where: str) -> Choose:
    """Return the method that decides."""
    if _needs_arguments(strategy):
        raise expected("a class that can be created without arguments", name, where)
    with _its_own_faults(name, "when it was created"):
        choose = getattr(strategy(), "choose", None)
    if not callable(choose):
        raise expected("a class with a method choose(view, legal)", name, where)
    chosen: Choose = choose
    return chosen
