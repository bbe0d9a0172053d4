"""Parameters of questions: the kinds of values, and how a question declares one."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import MISSING, dataclass, field
from functools import partial
from math import isfinite, nan
from pathlib import Path
from typing import Any, Final

from bloodstones.core.arguments import is_finite
from bloodstones.core.contract.game import Number
from bloodstones.core.errors import InputError, expected
from bloodstones.core.faults import Faults, nearest
from bloodstones.core.files.own_data import own_folder
from bloodstones.core.files.pairs import read_pairs
from bloodstones.core.questions.controls import Control, Shape, choice_of

KEY: Final = "parameter"  # of the metadata of a field
MARK: Final = re.compile("⟨([a-z_]*|…)⟩")
WHOLE_NUMBER: Final = re.compile(r"[+-]?[0-9][0-9_]{0,24}")
AT: Final = "@"  # before the path of a file that holds a text
NAME: Final = re.compile(r"(?<!⟨)\b[a-z]+(?:_[a-z]+)+\b(?!⟩)")  # of several words

Grammar = Mapping[str, str | Collection[str]]


def ref(name: str) -> str:
    """Return the mark of a parameter in a text; each renderer writes its own name there.

    >>> ref("least")
    '⟨least⟩'
    """
    return f"⟨{name}⟩"


QUESTION: Final = ref("")  # the mark of the question itself
EXAMPLE: Final = ref("…")  # of an example of it


def with_names(text: str, names: Mapping[str, str]) -> str:
    """Return a text with each mark replaced by the name that a renderer has for it.

    Parameters
    ----------
    text
        With marks, see `ref`.
    names
        Parameter -> its name for the reader; a mark without one stays.

    Examples
    --------
    >>> with_names("expected " + ref("hand"), {"hand": "--hand"})
    'expected --hand'
    """
    return MARK.sub(lambda mark: names.get(mark[1], mark[0]), text)


def renamed(error: InputError, names: Mapping[str, str]) -> InputError:
    """Return an error with the marks in its sentence and its tip replaced."""
    tip = None if error.tip is None else with_names(error.tip, names)
    return InputError(with_names(error.message, names), tip)


def places_marked(error: InputError, names: Iterable[str]) -> InputError:
    """Return an error with marks in place of the parameters that it names as Python does.

    It marks names that are alone in the brackets at the end, or joined by "and", and names of
    several words anywhere.

    Parameters
    ----------
    error
        As a function of `odds` raises it.
    names
        The parameters of the question.

    Examples
    --------
    >>> error = InputError("expected a spear, got 'x' (left_hand and army)", "set left_hand")
    >>> print(places_marked(error, ["left_hand", "army"]))
    expected a spear, got 'x' (⟨left_hand⟩ and ⟨army⟩)
    Tip: set ⟨left_hand⟩
    """
    parameters = frozenset(names)

    def marked(text: str) -> str:
        return NAME.sub(lambda name: ref(name[0]) if name[0] in parameters else name[0], text)

    head, bracket, place = error.message.rpartition(" (")
    if bracket and parameters.issuperset(place.removesuffix(")").split(" and ")):
        place = re.sub(r"\w+(?=\)| and )", lambda name: ref(name[0]), place)
    tip = None if error.tip is None else marked(error.tip)
    return InputError(f"{marked(head)}{bracket}{marked(place)}", tip)


def _no_grammar() -> Grammar:
    return {}


@dataclass(frozen=True, slots=True)
class Type:
    """A kind of values: how they are read, written and described.

    Attributes
    ----------
    metavar
        The placeholder of a value in help: FORCE.
    read
        `(text, where, rules) -> value`, where `where` names the parameter for an error; it raises
        `InputError`. A repeated type takes a tuple of texts.
    python
        How a Python function annotates it.
    is_a
        Whether a value is one already and needs no reading.
    write
        The text of a value.
    grammar
        Rows of the help: a name, and its meaning or the words that it represents. It is called when
        help is shown, since names come from data files.
    flag
        It is given or not, and takes no value.
    repeated
        It can be given several times.
    control
        What a form shows for it; called when a form is shown, as `grammar`.
    files
        Whether a text of it may be the path of a file or folder, which is read.
    """

    metavar: str
    read: Callable[[Any, str, Any], Any]
    python: str
    is_a: Callable[[Any], bool]
    write: Callable[[Any], str] = str
    grammar: Callable[[], Grammar] = _no_grammar
    flag: bool = False
    repeated: bool = False
    control: Callable[[], Control] = Control
    files: bool = False


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a question declares of a parameter, see `param`.

    Attributes
    ----------
    type, help, option, also, goes_with, first, label, rare
        As in `Parameter`; `option` is "" for the name with hyphens.
    """

    type: Type
    help: str
    option: str
    also: Collection[str]
    goes_with: str
    first: bool
    label: str = ""
    rare: bool = False


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a question.

    Attributes
    ----------
    name
        In Python.
    type, help
        Its kind, and its meaning in one line.
    default
        Its value where none is given, `MISSING` for a parameter that is needed.
    option, also
        In a command line: its name, and other names for it. A name without a leading hyphen is a
        positional value.
    goes_with
        The parameter without which it says nothing, "" for one that stands alone.
    first
        Whether it is read before the others: the rules depend on it.
    label
        In a form; "": its name in words.
    rare
        Whether help lists it under "More options".
    """

    name: str
    type: Type
    help: str
    default: Any
    option: str
    also: Collection[str] = ()
    goes_with: str = ""
    first: bool = False
    label: str = ""
    rare: bool = False

    @property
    def by_place(self) -> bool:
        """Whether it is positional in a command line."""
        return not self.option.startswith("-")

    @property
    def needed(self) -> bool:
        """Whether the question cannot be asked without it."""
        return self.default is MISSING

    def value(self, raw: Any, rules: Any) -> Any:
        """Return a value of the parameter, read from its text where it is one.

        Parameters
        ----------
        raw
            A value of its type, its default, or its text. A list represents a text with commas.
        rules
            The rules in force, for types that read by them.

        Raises
        ------
        InputError
            For a text that is no value; it names the parameter by its mark.
        """
        if isinstance(raw, list | tuple | dict | set | frozenset) and not raw:
            if self.needed:
                raise expected("at least one value", raw, ref(self.name))
            return self.default
        if raw is self.default or self.type.is_a(raw):
            return raw
        if self.type.repeated and isinstance(raw, list):
            raw = tuple(raw)
        if isinstance(raw, list | tuple) and not self.type.repeated:
            if tuple(raw) == self.default:
                return self.default
            raw = ",".join(self._text(each) for each in raw)
        is_text = isinstance(raw, str) or (self.type.repeated and isinstance(raw, tuple))
        return self.type.read(raw if is_text else self._text(raw), ref(self.name), rules)

    def _text(self, value: Any) -> str:
        """Return a value as a text; Python writes no number of more than some thousand digits."""
        try:
            return str(value)
        except Exception:
            raise expected("a value that can be written", value, ref(self.name)) from None


def param(
    type: Type,
    help: str,
    *,
    default: Any = MISSING,
    option: str = "",
    also: Collection[str] = (),
    goes_with: str = "",
    first: bool = False,
    **more: Any,
) -> Any:
    """Declare a parameter of a question: the value of a field, see `Parameter`.

    Parameters
    ----------
    option
        Its name in a command line, where that is not its name with hyphens.
    also
        Other names for it there.
    goes_with
        The parameter without which it has no effect: it is refused alone.
    **more
        `label` and `rare`, as in `Parameter`.
    """
    meaning = Meaning(type, help, option, also, goes_with, first, **more)
    if default is not MISSING and default.__class__.__hash__ is None:
        return field(default_factory=default.copy, metadata={KEY: meaning})
    return field(default=default, metadata={KEY: meaning})


def text_type(metavar: str, read: Callable[[str, str, Any], Any], **more: Any) -> Type:
    """Return the type of values that are texts already and are checked by `read`.

    Parameters
    ----------
    metavar
        The placeholder of a value in help.
    read
        `(text, where, rules) -> text`; it raises InputError for a text that is none.
    **more
        Other fields of `Type`.
    """
    return Type(metavar, read, "str", lambda value: False, **more)


def choice(metavar: str, what: str, names: Callable[[], Iterable[str]], **more: Any) -> Type:
    """Return the type of one of some names.

    Parameters
    ----------
    metavar
        The placeholder of a value in help.
    what
        What a value is, with its article, for errors.
    names
        `() -> names`, called when a value is read.
    **more
        Other fields of `Type`.

    Examples
    --------
    >>> side = choice("SIDE", "a side", lambda: ("red", "blue"))
    >>> side.read("red", "side", None)
    'red'
    >>> side.read("bleu", "side", None)
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: side: expected a side, got 'bleu' (did you mean blue?)
    """

    def read(text: str, where: str, _: Any) -> str:
        allowed = tuple(names())
        if text not in allowed:
            faults = Faults()
            faults.add(where, what, text, nearest(text, allowed))
            faults.raise_if_any()
        return text

    return text_type(metavar, read, **{"control": lambda: choice_of(names()), **more})


def whole(least: int = 0, most: int | None = None, metavar: str = "N", **more: Any) -> Type:
    """Return the type of whole numbers between two bounds.

    Parameters
    ----------
    least, most
        The bounds, both allowed; without `most` there is no upper one.
    metavar
        What the help shows for a value.
    more
        Other attributes of the type.

    Examples
    --------
    >>> whole(1, 6).read("+3", ref("hand"), None)
    3
    >>> whole(1, 6).read("many", ref("hand"), None)
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected a whole number from 1 to 6, got 'many' (⟨hand⟩)
    """
    span = f"of at least {least:_}" if most is None else f"from {least:_} to {most:_}"

    def fits(value: Any) -> bool:
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        return is_whole and least <= value and (most is None or value <= most)

    def read(text: str, where: str, _: Any) -> int:
        number = int(text) if WHOLE_NUMBER.fullmatch(text.strip()) else None
        if not fits(number):
            raise expected(f"a whole number {span}", text, where)
        assert number is not None
        return number

    control = partial(Control, Shape.NUMBER, least=least, most=most)
    return Type(metavar, read, "int", fits, **{"control": control, **more})


def real(metavar: str = "X", **more: Any) -> Type:
    """Return the type of numbers.

    >>> real().read("1.5", ref("share"), None)
    1.5
    >>> real().read("inf", ref("share"), None)
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected a number, got 'inf' (⟨share⟩)
    """

    def read(text: str, where: str, _: Any) -> float:
        try:
            number = float(text)
        except ValueError:
            number = nan
        if not isfinite(number):
            raise expected("a number", text, where)
        return number

    def fits(value: Any) -> bool:
        return isinstance(value, int | float) and not isinstance(value, bool) and is_finite(value)

    control = partial(Control, Shape.NUMBER, whole=False)
    return Type(metavar, read, "float", fits, **{"control": control, **more})


def _said(text: str, where: str, _: Any) -> bool:
    raise expected("True or False", text, where)


FLAG: Final = Type(
    "",
    _said,
    "bool",
    lambda value: isinstance(value, bool),
    flag=True,
    control=partial(Control, Shape.TOGGLE),
)


def pairs(metavar: str, numbers: bool = False) -> Type:
    """Return the type of values by name, written `NAME=VALUE` each.

    Parameters
    ----------
    numbers
        Whether a whole number becomes one.

    Examples
    --------
    >>> pairs("NAME=N", numbers=True).read(("b=8", "a=SSS"), ref("set"), None)
    {'b': 8, 'a': 'SSS'}
    """

    def read(texts: Any, where: str, _: Any) -> dict[str, Number]:
        items = (texts,) if isinstance(texts, str) else texts
        if not all(isinstance(each, str) for each in items):
            raise expected("a dict: name -> value", list(items), where)
        values = read_pairs(items, where, metavar.partition("=")[2])
        return {name: _number(text) if numbers else text for name, text in values.items()}

    kind = "Mapping[str, int | str]" if numbers else "Mapping[str, str]"
    control = partial(Control, Shape.PAIRS)
    return Type(
        *(metavar, read, kind, _is_table),
        repeated=True,
        control=control,
    )


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping) and all(isinstance(name, str) for name in value)


def table_from(key: type, value: type) -> Callable[[Any], bool]:
    """Return whether a value is a table of these, for `Type.is_a`.

    >>> is_a = table_from(str, int)
    >>> is_a({"a": 1}), is_a({1: 1}), is_a({"a": None})
    (True, False, False)
    """

    def is_a(given: Any) -> bool:
        return isinstance(given, Mapping) and all(
            isinstance(name, key) and isinstance(each, value) and not isinstance(each, bool)
            for name, each in given.items()
        )

    return is_a


def _number(text: str) -> Number:
    return int(text) if WHOLE_NUMBER.fullmatch(text) else text


def _folder(text: str, where: str, _: Any) -> str:
    return own_folder(text, where)


SETTINGS: Final = pairs("NAME=N", numbers=True)
READINGS: Final = pairs("NAME=VALUE")
FOLDER: Final = text_type("DIR", _folder, control=partial(Control, Shape.FOLDER), files=True)


def file_type(
    metavar: str, read: Callable[[str, str, Any], Any], python: str, kind: type, **more: Any
) -> Type:
    """Return the type of what files hold: a text is the path of a file, or a name of one.

    Parameters
    ----------
    read
        Returns what the file holds, see `Type`.
    python, kind
        Its annotation, and its class.
    """
    control = partial(Control, Shape.FILE)
    return Type(
        *(metavar, read, python, lambda value: isinstance(value, kind)),
        **{"control": control, "files": True, **more},
    )


def text_or_file(metavar: str, what: str, most: int) -> Type:
    """Return the type of texts that can be in a file: `@FILE` is replaced by its contents.

    Parameters
    ----------
    what
        What a file holds, in words.
    most
        Bytes that it may have.

    Examples
    --------
    >>> line = text_or_file("LINE", "a file with a line", 100)
    >>> line.read("a line", ref("line"), None)
    'a line'
    >>> line.read("@nowhere", ref("line"), None)
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected a file with a line, got none (nowhere)
    """

    def read(text: str, where: str, _: Any) -> str:
        if not text.startswith(AT):
            return text
        from bloodstones.core.files.writing import read_bytes

        path = Path(text.removeprefix(AT))
        try:
            return read_bytes(path, what, most).decode("utf-8-sig")
        except UnicodeDecodeError:
            raise InputError(f"expected {what}, got no UTF-8 ({path})") from None

    return text_type(metavar, read, files=True)
