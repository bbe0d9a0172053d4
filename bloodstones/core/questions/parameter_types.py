"""Kinds of parameters that are a span of whole numbers: `3-4`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, Final

from bloodstones.core.errors import expected
from bloodstones.core.names import Name
from bloodstones.core.questions.controls import Control, Shape, choice_of
from bloodstones.core.questions.parameters import Type

PERCENT: Final = 100
MOST_DIGITS: Final = 9  # of a percentage


def lowered(text: str) -> str:
    """Return a name as files have it, however people wrote it.

    >>> lowered(" Left-Hand"), lowered("left hand")
    ('left_hand', 'left_hand')
    """
    return text.strip().lower().replace(" ", "_").replace("-", "_")


def member(metavar: str, names: type[Name], **more: Any) -> Type:
    """Return the type of the members of an enumeration of names.

    Parameters
    ----------
    metavar
        The placeholder of a value in help.
    names
        The enumeration; its ids are read in any case, with blanks or hyphens for underscores.
    **more
        Other fields of `Type`.

    Examples
    --------
    >>> from bloodstones.core.questions.parameters import ref
    >>> class Side(Name):
    ...     LEFT = 0
    ...     RIGHT = 1
    >>> member("SIDE", Side).read("Right", ref("side"), None)
    <Side.RIGHT: 1>
    >>> member("SIDE", Side).read("up", ref("side"), None)
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected a side, got 'up' (⟨side⟩)
    Tip: known: left, right
    """

    def read(text: str, where: str, _: Any) -> Name:
        return names.parse(lowered(text), where)

    def is_a(value: Any) -> bool:
        return isinstance(value, names)

    control = {"control": lambda: choice_of(names.ids())}
    return Type(metavar, read, names.__name__, is_a, lambda value: value.id, **{**control, **more})


def several(each: Type) -> Type:
    """Return the type of values that can be given several times, as a tuple of them.

    >>> from bloodstones.core.questions.parameters import ref, whole
    >>> several(whole(1, 6)).read(("3", 4), ref("dice"), None)
    (3, 4)
    """

    def read(texts: Any, where: str, rules: Any) -> tuple[Any, ...]:
        items: Iterable[Any] = (texts,) if isinstance(texts, str) else texts
        return tuple(one if each.is_a(one) else each.read(str(one), where, rules) for one in items)

    def is_a(value: Any) -> bool:
        return isinstance(value, tuple) and all(map(each.is_a, value))

    kind = f"tuple[{each.python}, ...]"
    control = partial(Control, Shape.LINES)
    return replace(each, read=read, python=kind, is_a=is_a, repeated=True, control=control)


def digits(
    metavar: str, what: str, check: Callable[[list[int], str, Any], Any], **more: Any
) -> Type:
    """Return the type of short lists of digits, such as the pips of tiles: `5,3`.

    Parameters
    ----------
    what
        What is expected, in words.
    check
        `(numbers, where, rules) -> value`; it raises InputError for those that cannot be.

    Examples
    --------
    >>> from bloodstones.core.questions.parameters import ref
    >>> hand = digits("PIPS", "pips like 5,3", lambda numbers, where, rules: tuple(numbers))
    >>> hand.read("5, 3", ref("hand"), None)
    (5, 3)
    >>> hand.read("5;3", ref("hand"), None)
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected pips like 5,3, got '5;3' (⟨hand⟩)
    """

    def read(text: str, where: str, rules: Any) -> Any:
        tiles = [item.strip() for item in text.split(",")]
        if not all(tile.isascii() and tile.isdigit() and len(tile) == 1 for tile in tiles):
            raise expected(what, text, where)
        return check([int(tile) for tile in tiles], where, rules)

    def write(value: Iterable[int]) -> str:
        return ",".join(map(str, value))

    return Type(metavar, read, "Sequence[int]", _are_whole, write, **more)


def _are_whole(value: Any) -> bool:
    return isinstance(value, tuple) and all(type(one) is int for one in value)


def _read_shares(text: str, where: str, _: Any) -> tuple[Fraction, ...]:
    """Return percentages such as `80,92.5` as shares.

    >>> _read_shares("80, 92.5 %", "wins", None)
    (Fraction(4, 5), Fraction(37, 40))
    """
    shares = []
    for item in text.split(","):
        number = item.strip().removesuffix("%").strip()
        whole, _, part = number.partition(".")
        if not (number.isascii() and (whole + part).isdigit() and len(number) <= MOST_DIGITS):
            raise expected("percentages like 80,90,95", text, where)
        share = Fraction(number) / PERCENT
        if not 0 < share <= 1:
            raise expected("percentages above 0 and at most 100", text, where)
        shares.append(share)
    return tuple(shares)


def _are_shares(value: Any) -> bool:
    return isinstance(value, tuple) and all(
        isinstance(one, Fraction) and 0 < one <= 1 for one in value
    )


def _written_shares(value: Iterable[Fraction]) -> str:
    return ",".join(f"{float(PERCENT * share):g}" for share in value)


SHARES: Final = Type(
    *("PERCENT,...", _read_shares, "tuple[Fraction, ...]", _are_shares, _written_shares)
)


FORM: Final = re.compile(r"\s*([0-9]{1,9})\s*(?:-\s*([0-9]{1,9})\s*)?")

Span = tuple[int, int]


def span(least: int, most: int, what: str, **more: Any) -> Type:
    """Return the type of spans of whole numbers, their ends among them.

    Parameters
    ----------
    what
        What is counted, in words.

    Examples
    --------
    >>> players = span(1, 6, "player counts")
    >>> players.read("3-4", "players", None), players.read("4", "players", None)
    ((3, 4), (4, 4))
    >>> players.read("4-3", "players", None)
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected player counts from 1 to 6 such as 2-6, got '4-3' \
(players)
    """

    def read(text: str, where: str, _: Any) -> Span:
        match = FORM.fullmatch(text)
        ends = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if not least <= ends[0] <= ends[1] <= most:
            example = f"{least + 1}-{most}" if most > least + 1 else f"{least}-{most}"
            raise expected(f"{what} from {least} to {most} such as {example}", text, where)
        return ends

    def fits(value: Any) -> bool:
        is_pair = isinstance(value, tuple) and tuple(map(type, value)) == (int, int)
        return is_pair and least <= value[0] <= value[1] <= most

    return Type("RANGE", read, "tuple[int, int]", fits, written, **more)


def written(value: Span) -> str:
    """Return a span as it is written.

    >>> written((3, 4)), written((4, 4))
    ('3-4', '4')
    """
    least, most = value
    return str(least) if least == most else f"{least}-{most}"
