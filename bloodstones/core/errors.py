"""Errors that a user can cause, each one clear sentence with an optional remedy.

The exit codes of every command, and their meanings:

- 0: done.
- 1: a run that was well begun failed (`RunError`): a strategy that fails in a game, a stop by the
  keyboard, other tables than then, a record that breaks a rule.
- 2: what was given is at fault (`InputError`): the command line, a file that is read, or a place
  that cannot be written (`WriteError`), whether that shows before or after a game was played.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import ClassVar, Final

NEAR_MATCHES = 3
LONGEST_SHOWN: Final = 200  # letters of a value, or of any word, in a sentence
LONG_WORD: Final = re.compile(rf"\S{{{LONGEST_SHOWN + 1},}}")
EXIT_RUN_FAILED: Final = 1
EXIT_BAD_INPUT: Final = 2


def shortened(text: str) -> str:
    """Return a text without its middle, if it is too long for a sentence.

    >>> shortened("elves"), len(shortened("e" * 5000))
    ('elves', 200)
    """
    if len(text) <= LONGEST_SHOWN:
        return text
    half = LONGEST_SHOWN // 2
    return f"{text[:half]}…{text[1 - half :]}"


def shown(value: object) -> str:
    """Return a value as Python writes it, shortened; its class where it cannot be written.

    >>> shown("elves"), shown(10**5000)
    ("'elves'", 'an int that cannot be shown')
    """
    try:
        return shortened(repr(value))
    except Exception:  # a number of thousands of digits; a class that fails to show itself
        name = type(value).__name__
        return f"{'an' if name[0] in 'aeiou' else 'a'} {name} that cannot be shown"


def concise(sentence: str) -> str:
    """Return a sentence with its very long words shortened.

    >>> len(concise(f"got '{'e' * 5000}' (--map)"))
    212
    """
    return LONG_WORD.sub(lambda word: shortened(word[0]), sentence)


class BloodstonesError(Exception):
    """Base class of all errors that the library raises on purpose.

    Parameters
    ----------
    message
        One sentence: what was expected, what was given, and where. Very long words are shortened.
    tip
        What to do about it, shown on a separate line.

    Examples
    --------
    >>> str(BloodstonesError("expected a map, got 'x' (--map)", tip="bloodstones maps list"))
    "expected a map, got 'x' (--map)\\nTip: bloodstones maps list"
    """

    exit_code: ClassVar[int] = EXIT_RUN_FAILED

    def __init__(self, message: str, tip: str | None = None) -> None:
        self.message = concise(message)
        super().__init__(self.message)
        self.tip = tip

    def __str__(self) -> str:
        return self.message if self.tip is None else f"{self.message}\nTip: {self.tip}"


class InputError(BloodstonesError, ValueError):
    """Bad input: a user's mistake in an argument or a file (exit code 2)."""

    exit_code = EXIT_BAD_INPUT


class DamagedFileError(InputError):
    """A file exists but fails its check: it is cut, altered, unreadable or of another kind.

    Code that does without a missing file catches `InputError` and continues. It never does without
    a damaged one: it lets this error pass, so that the user learns of the damage.
    """


class WriteError(InputError):
    """What is to be written cannot be: no room, no right, no such folder (exit code 2)."""


class UnmodelledRuleError(InputError):
    """A rule of the game that the laboratory does not model yet; nothing is simplified silently."""


class RunError(BloodstonesError):
    """A run that failed although its input was good (exit code 1).

    Parameters
    ----------
    message, tip
        As in `BloodstonesError`.
    clause
        The clause of the rules that stops a playthrough; "" if there is none.
    """

    def __init__(self, message: str, tip: str | None = None, clause: str = "") -> None:
        super().__init__(message, tip)
        self.clause = clause


def expected(what: str, got: object, where: str, tip: str | None = None) -> InputError:
    """Return the standard error sentence: expected <what>, got <value> (<where>).

    Parameters
    ----------
    what
        What should have been there, with its article.
    got
        The value that was there.
    where
        The argument, option, key or file that it comes from.
    tip
        What to do about it, if there is a remedy.

    Examples
    --------
    >>> raise expected("a faction", "elves", "--attacker")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected a faction, got 'elves' (--attacker)
    """
    return InputError(f"expected {what}, got {shown(got)} ({where})", tip)


def unwritable(
    what: str, error: OSError | str, place: object, tip: str | None = None
) -> WriteError:
    """Return the error for something that cannot be written.

    Parameters
    ----------
    what
        What it is, in words: "a file", "the results".
    place
        Where it should go.

    Examples
    --------
    >>> str(unwritable("a file", OSError(28, "No space left on device"), "game.jsonl"))
    "expected a file that can be written, got 'No space left on device' (game.jsonl)"
    """
    reason = error if isinstance(error, str) else error.strerror or type(error).__name__
    return WriteError(f"expected {what} that can be written, got {reason!r} ({place})", tip)


def near_matches(name: str, names: Iterable[str]) -> str | None:
    """Return a tip that lists the known names nearest to `name`, or None without any.

    Parameters
    ----------
    name
        That is not known.
    names
        Those that are; at most `NEAR_MATCHES` of them are listed.

    Examples
    --------
    >>> near_matches("archr", ["archer", "wagon", "tower"])
    'did you mean archer?'
    """
    close = difflib.get_close_matches(name, list(names), n=NEAR_MATCHES)
    return f"did you mean {', '.join(close)}?" if close else None
