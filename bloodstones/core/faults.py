"""Faults of a setup in Python's words: a map is `board=`, changed numbers are `set=`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches
from reprlib import Repr
from typing import Final

from bloodstones.core.errors import NEAR_MATCHES, DamagedFileError, InputError, near_matches

MOST_KNOWN = 12
SHOWN = Repr()
SHOWN.maxstring = SHOWN.maxother = SHOWN.maxlong = 60


@dataclass(frozen=True, slots=True)
class Faults:
    """The faults found so far, one sentence each.

    Examples
    --------
    >>> faults = Faults()
    >>> faults.add("tiles.csv line 12", "pips from 1 to 5", "7")
    >>> faults.raise_if_any()
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: tiles.csv line 12: expected pips from 1 to 5, got '7'
    """

    sentences: list[str] = field(default_factory=list)

    def add(self, where: str, expected: str, got: object, tip: str | None = None) -> None:
        """Note one fault: the file with its line or key, what was expected, what was there.

        Parameters
        ----------
        where
            The file with its line or key.
        expected
            What should be there.
        got
            The value; it is shown as Python writes it, shortened.
        tip
            In brackets behind the sentence.
        """
        try:
            shown = SHOWN.repr(got)
        except ValueError:  # Python writes no whole number of more than some thousand digits
            shown = "a number too long to show"
        self.note(where, expected, shown, tip)

    def note(self, where: str, expected: str, got: str, tip: str | None = None) -> None:
        """Note one fault, with what was there described in words instead of a value.

        Parameters
        ----------
        where
            The file with its line or key.
        expected
            What should be there.
        got
            What is there, in words.
        tip
            In brackets behind the sentence.
        """
        sentence = f"{where}: expected {expected}, got {got}"
        self.sentences.append(sentence if tip is None else f"{sentence} ({tip})")

    def add_error(self, error: InputError) -> None:
        """Note the sentences of an error, its tips in brackets."""
        self.sentences.extend(_in_brackets(part) for part in parts(error))

    def raise_if_any(self, kind: type[InputError] = InputError) -> None:
        """Raise one InputError that lists every fault, or return if there is none.

        Parameters
        ----------
        kind
            Of the error: `DamagedFileError` where the faults are those of a file that exists.
        """
        raise_together([kind(sentence) for sentence in self.sentences])


class ManyFaultsError(InputError):
    """Several faults in one error, one sentence each."""

    def __init__(self, sentences: Sequence[str]) -> None:
        self.sentences = tuple(sentences)
        lines = "\n".join(f"  {sentence}" for sentence in sentences)
        super().__init__(f"expected data without faults, got {len(sentences)}:\n{lines}")


class ManyDamagesError(ManyFaultsError, DamagedFileError):
    """Several faults in one error, at least one of them a damaged file."""


@contextmanager
def gathering(errors: list[InputError]) -> Iterator[None]:
    """Put an InputError of the block into `errors`, for `raise_together`."""
    try:
        yield
    except InputError as error:
        errors.append(error)


def parts(error: InputError) -> Sequence[InputError]:
    """Return the faults of an error, one error each."""
    if isinstance(error, ManyFaultsError):
        kind = DamagedFileError if isinstance(error, DamagedFileError) else InputError
        return [kind(sentence) for sentence in error.sentences]
    return [error]


def raise_together(errors: Iterable[InputError]) -> None:
    """Raise one error with every fault of `errors`, or return without any.

    A single one stays as it is; with several faults, tips are in brackets.

    Examples
    --------
    >>> raise_together([InputError("expected a map, got 'x'"), InputError("expected 1, got 2")])
    Traceback (most recent call last):
    bloodstones.core.faults.ManyFaultsError: expected data without faults, got 2:
      expected a map, got 'x'
      expected 1, got 2
    """
    found = list(errors)
    faults = [part for error in found for part in parts(error)]
    if len(faults) == 1:
        raise faults[0]
    if faults:
        damaged = any(isinstance(error, DamagedFileError) for error in found)
        kind = ManyDamagesError if damaged else ManyFaultsError
        raise kind([_in_brackets(part) for part in faults])


def _in_brackets(error: InputError) -> str:
    """Return the sentence of an error with its tip in brackets."""
    return f"{error.message} ({error.tip})" if error.tip else error.message


def nearest_tip(value: object, meanings: Mapping[str, str]) -> str:
    """Return a tip with the known names nearest to `value` and what they mean, or some of all.

    Parameters
    ----------
    meanings
        Name -> what it means, "" where there is no description.

    Examples
    --------
    >>> nearest_tip("archr", {"archer": "units that shoot", "wagon": "carts"})
    'did you mean archer: units that shoot?'
    >>> nearest_tip(3, {"archer": "units that shoot"})
    'known: archer'
    """
    text = value if isinstance(value, str) else ""
    close = get_close_matches(text, list(meanings), n=NEAR_MATCHES)
    if not close:
        close = [name for name in meanings if text and text in name.split(".")][:NEAR_MATCHES]
    if not close:
        shown = sorted(meanings)[:MOST_KNOWN]
        more = f" and {len(meanings) - len(shown)} more" if len(meanings) > len(shown) else ""
        return f"known: {', '.join(shown)}{more}"
    listed = "; ".join(f"{name}: {meanings[name]}" if meanings[name] else name for name in close)
    return f"did you mean {listed}?"


def nearest(value: object, names: Collection[str]) -> str:
    """Return a tip with the known names nearest to `value`, or all of them.

    Parameters
    ----------
    value
        That is not known; what is no text is near to nothing.
    names
        Those that are.

    Examples
    --------
    >>> nearest("archr", ["archer", "wagon"])
    'did you mean archer?'
    >>> nearest(3, ["archer", "wagon"])
    'known: archer, wagon'
    """
    close = near_matches(value, names) if isinstance(value, str) else None
    return close or f"known: {', '.join(sorted(names))}"


# Places of faults in a setup -> the parameters of Python that they are.
PARAMETERS: Final = {
    **dict.fromkeys(("map", "board"), "board="),
    **dict.fromkeys(("overrides", "set"), "set="),
    **{name: f"{name}=" for name in ("options", "choices", "data")},
}
BEFORE: Final = re.compile(rf"^({'|'.join(PARAMETERS)})(?=: expected)", re.MULTILINE)
BEHIND: Final = re.compile(rf"\(({'|'.join(PARAMETERS)})\)(?=$|\n| \()")


@contextmanager
def python_parameters() -> Iterator[None]:
    """Raise faults of a setup in the block with the parameters named as Python does.

    Examples
    --------
    >>> with python_parameters():
    ...     raise InputError("expected a map, got 'x' (map)")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected a map, got 'x' (board=)
    """
    try:
        yield
    except ManyFaultsError as error:
        raise ManyFaultsError([_named(each) for each in error.sentences]) from None
    except InputError as error:
        raise type(error)(_named(error.message), error.tip) from None


def _named(sentence: str) -> str:
    named = BEFORE.sub(lambda place: PARAMETERS[place[1]], sentence)
    return BEHIND.sub(lambda place: f"({PARAMETERS[place[1]]})", named)
