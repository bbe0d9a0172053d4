"""Faults in Python's words: a parameter is `arms=`, as a file has a key and a command `--arms`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Final

from bloodstones.core.errors import BloodstonesError
from bloodstones.core.faults import ManyFaultsError
from bloodstones.kit.players.failure import StrategyError

# Options of commands that are true or false, and those whose parameter has another name.
FLAGS: Final = frozenset({"resume", "replace", "quick", "shared", "repeated"})
UPPER: Final = re.compile(r"\((FILE|DIR)\)")
OPTION: Final = re.compile(r"--([a-z][a-z-]*)(?: (?:DIR|FILE|N|NAME)\b)?")
COMMAND: Final = re.compile(r"\bbloodstones (rules|strategies)\b(?: ([A-Z][\w-]*))?")
LAST_PLACE: Final = re.compile(r"\((\w+)((?:[.,\[ ])[^()]*)?\)(?=$|\n| \()")
QUOTED: Final = re.compile(r"`(\w+)`")


@contextmanager
def python_faults(
    file: str = "",
    names: Collection[str] = (),
    renamed: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[None]:
    """Raise faults of the block in Python's words.

    Parameters
    ----------
    file
        What replaces the name of a file in its faults; it is left out.
    names
        The parameters, which are keys of the file.
    renamed
        Patterns of names of parameters -> the names used here.
    """
    try:
        yield
    except BloodstonesError as error:
        told = in_python(error, file, names, renamed)
        if isinstance(told, StrategyError):
            raise told from (told.cause or told.__cause__)
        raise told from None


def in_python(
    error: BloodstonesError,
    file: str = "",
    names: Collection[str] = (),
    renamed: Mapping[str, str] = MappingProxyType({}),
) -> BloodstonesError:
    """Return an error in Python's words, of the same class; that of a strategy as it is.

    Parameters
    ----------
    file, names, renamed
        As of `python_faults`.
    """

    def said(sentence: str) -> str:
        sentence = _words(sentence, file, names)
        for word, other in renamed.items():
            sentence = re.sub(word, other, sentence)
        return sentence

    if isinstance(error, StrategyError):
        return error
    if isinstance(error, ManyFaultsError):
        return type(error)([said(sentence) for sentence in error.sentences])
    return type(error)(said(error.message), None if error.tip is None else said(error.tip))


def _words(sentence: str, file: str, names: Collection[str]) -> str:
    """Return a sentence with its parameters named as Python does.

    >>> _words("x.toml, arms.far.rules: expected a known key, got 1", "x.toml", ["arms"])
    'arms= (far.rules): expected a known key, got 1'
    >>> _words("expected no map, got 'x' (map)", "", ["map"]), _words("use --resume", "", ())
    ("expected no map, got 'x' (map=)", 'use resume=True')
    """
    if file:
        sentence = re.sub(rf"^{re.escape(file)}, (?=cell )", "", sentence)
        place = re.match(rf"{re.escape(file)}(?:, (\w+)[.]?([^:]*))?: (?=expected)", sentence)
        if place is not None:
            name, path = place[1], place[2]
            inner = f" ({path})" if path else ""
            sentence = (f"{name}={inner}: " if name else "") + sentence[place.end() :]
        sentence = re.sub(rf"\((\w+) in {re.escape(file)}\)", r"(\1=)", sentence)
        sentence = re.sub(rf"\({re.escape(file)}, (?:--)?(\w+)\)", r"(\1=)", sentence)
    sentence = QUOTED.sub(lambda m: f"`{m[1]}=`" if m[1] in names else m[0], sentence)
    sentence = LAST_PLACE.sub(
        lambda m: f"({m[1]}={m[2] or ''})" if m[1] in names else m[0], sentence
    )
    sentence = UPPER.sub(lambda m: f"({m[1].lower()}=)", sentence)
    return OPTION.sub(_parameter, COMMAND.sub(_method, sentence))


def _method(command: re.Match[str]) -> str:
    """Return the call of a game that answers as a command that is named.

    >>> COMMAND.sub(_method, "bloodstones rules BS-COMBAT lists them; bloodstones strategies")
    'rules("BS-COMBAT") lists them; strategies()'
    """
    name = "" if command[2] is None else f'"{command[2]}"'
    return f"{command[1]}({name})"


def _parameter(option: re.Match[str]) -> str:
    name = option[1].replace("-", "_")
    return f"{name}=True" if name in FLAGS else f"{name}="
