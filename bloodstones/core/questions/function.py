"""A Python function made from a question: signature, docstring, and faults in Python's words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from inspect import Parameter as Argument
from inspect import Signature, cleandoc
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

from bloodstones.core.arguments import refuse_unknown
from bloodstones.core.errors import InputError
from bloodstones.core.questions.answer import Answer, Part, Picture
from bloodstones.core.questions.families import parameters_of
from bloodstones.core.questions.parameters import Parameter, renamed, with_names
from bloodstones.core.questions.question import Question

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from bloodstones.core.svg import Svg

INDENT: Final = "    "
DEEPER: Final = INDENT * 2
LINE: Final = 88
NUMBERS: Final = ("int", "float")  # types whose texts Python reads as values
AS_OPTION: Final = re.compile(r"\b(\w+=) (\d)")  # a value that stands as behind an option


def as_function(question: type[Question]) -> Callable[..., Answer]:
    """Return the function that asks a question: needed parameters first, others by keyword.

    Its faults name parameters as `hand=`. A text represents any value, as in a command. The other
    questions of a family are attributes of the function, and of the answer: there they ask about
    the same thing, and take the arguments that the question did not have.
    """
    takes = _signature(question)
    name = function_name(question)

    def ask(*args: Any, **named: Any) -> Answer:
        return _answered(question, _bound(name, takes, args, named))

    ask.__signature__ = takes  # type: ignore[attr-defined]
    ask.__name__ = ask.__qualname__ = name
    ask.__module__ = question.__module__
    ask.__doc__ = "\n".join(_docstring(question))
    for member in question.family:
        further = as_function(member)
        further.__qualname__ = f"{ask.__qualname__}.{member.name}"
        setattr(ask, member.name, further)
    return ask


def function_name(question: type[Question]) -> str:
    """Return what a question is called as a function of Python: `maps_judge` for "maps judge"."""
    return question.function or question.name.replace("-", "_").replace(" ", "_")


def functions_of(
    package: str, names: Iterable[str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a module with the questions of a package as functions.

    Each is made when it is first used.

    Parameters
    ----------
    package
        The package that has a module for each question.
    names
        The questions, as in `QUESTIONS` of a game.
    """
    modules = {name.replace("-", "_").replace(" ", "_"): name for name in names}

    @cache
    def found(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"no question is called {name!r}", name=name)
        place = modules[name].replace("-", "_").replace(" ", ".")
        return as_function(import_module(f"{package}.{place}").QUESTION)

    return found, lambda: sorted(modules)


def _answered(question: type[Question], arguments: Mapping[str, Any]) -> Answer:
    """Return the answer to a question, with the further questions of its family."""
    names = {name: f"{name}=" for name in _names(question)}
    names |= {"": function_name(question), "…": call(question)}
    try:
        answer = question.ask(arguments).answer()
    except InputError as error:
        fault = renamed(error, names)
        if fault.tip is not None:
            fault.tip = AS_OPTION.sub(r"\1\2", fault.tip)
        raise fault from None
    return replace(
        answer,
        parts=[_drawn_again(part, question, arguments) for part in answer.parts],
        follow_ups={each.name: Further(each, arguments) for each in question.family},
    )


def _drawn_again(part: Part, question: type[Question], arguments: Mapping[str, Any]) -> Part:
    """Return a part; a picture as one that can be pickled."""
    if not isinstance(part, Picture):
        return part
    again = DrawAgain(question, arguments, part.name, part)
    return replace(part, draw=again, draw_on=again.on if part.draw_on else None)


@dataclass(slots=True)
class DrawAgain:
    """Draws a picture of an answer; from a pickle it asks the question again to draw it.

    Attributes
    ----------
    question, arguments
        What was asked.
    name
        Of the picture.
    picture
        It; None where it was pickled.
    """

    question: type[Question]
    arguments: Mapping[str, Any]
    name: str
    picture: Picture | None

    def __reduce__(self) -> tuple[Any, ...]:
        """Leave the picture out, which holds functions."""
        return type(self), (self.question, dict(self.arguments), self.name, None)

    def _picture(self) -> Picture:
        if self.picture is None:
            self.picture = self.question.ask(self.arguments).answer().pictures[self.name]
        return self.picture

    def __call__(self) -> Figure | Svg:
        """Return the figure or the drawing."""
        return self._picture().draw()

    def on(self, ax: Axes) -> None:
        """Draw it on axes."""
        draw_on = self._picture().draw_on
        assert draw_on is not None  # it had one before it was pickled
        draw_on(ax)


def _names(question: type[Question]) -> set[str]:
    """Return the names of the parameters of a question and of its family."""
    return {each.name for each in parameters_of(question)}


class Further:
    """The function that asks a question about what was given `before`.

    Parameters
    ----------
    question
        The class.
    before
        Parameter -> value.
    """

    def __init__(self, question: type[Question], before: Mapping[str, Any]) -> None:
        self.question, self.before = question, before
        self.__name__ = self.__qualname__ = question.name
        self.__doc__ = question.__doc__

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what it asks."""
        return type(self), (self.question, dict(self.before))

    def __call__(self, **named: Any) -> Answer:
        """Return the answer."""
        takes = _signature(self.question)
        accepted = takes.parameters
        shared = {name: value for name, value in self.before.items() if name in accepted}
        bound = _bound(self.question.name, takes, (), {**shared, **named})
        return _answered(self.question, bound)


def _bound(
    name: str, takes: Signature, args: tuple[Any, ...], named: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Return arguments by parameter; TypeError, as of any function, where there is none for one."""
    refuse_unknown(name, named, takes.parameters)
    try:
        return takes.bind_partial(*args, **named).arguments
    except TypeError as error:
        raise TypeError(f"{name}() got {error}; it takes {', '.join(takes.parameters)}") from None


def _signature(question: type[Question]) -> Signature:
    arguments = [_argument(each) for each in question.parameters()]
    return Signature(arguments, return_annotation=Answer.__name__)


def _argument(parameter: Parameter) -> Argument:
    kind = Argument.POSITIONAL_OR_KEYWORD if parameter.needed else Argument.KEYWORD_ONLY
    default = Argument.empty if parameter.needed else parameter.default
    return Argument(parameter.name, kind, default=default, annotation=annotation(parameter))


def annotation(parameter: Parameter) -> str:
    """Return the type of a parameter in a signature; a text does for most."""
    kind = parameter.type.python
    hint = kind if parameter.type.flag or kind == "str" else f"{kind} | str"
    return f"{hint} | None" if parameter.default is None else hint


def call(question: type[Question], number: int = 0) -> str:
    """Return an example of a question as a call in Python.

    Parameters
    ----------
    question
        The class.
    number
        Of its example, from 0.
    """
    arguments = question.examples[number] if question.examples else {}
    numbers = {each.name for each in question.parameters() if each.type.python in NUMBERS}
    said = ", ".join(
        f"{name}={value if name in numbers else repr(value)}" for name, value in arguments.items()
    )
    return f"{function_name(question)}({said})"


def _docstring(question: type[Question]) -> Iterator[str]:
    """Yield the lines of a docstring in numpydoc style."""
    names = {name: name for name in _names(question)}
    yield cleandoc(question.__doc__ or "")
    yield from ("", "Parameters", "----------")
    for each in question.parameters():
        yield f"{each.name} : {annotation(each)}"
        yield f"{INDENT}{with_names(each.help, names)}"
    yield from _returns(question)
    rows = {**question.grammar}
    for each in question.parameters():
        for name, words in each.type.grammar().items():
            rows[name] = words if isinstance(words, str) else ", ".join(words)
    if rows:
        yield from ("", "Notes", "-----")
        yield from (f"{name}: {words}" for name, words in rows.items())
    if question.examples:
        yield from ("", "Examples", "--------")
        yield from (f">>> answer = {call(question, n)}" for n in range(len(question.examples)))


def _returns(question: type[Question]) -> Iterator[str]:
    """Yield the lines on the answer: its tables in Python alone, pictures, further questions."""
    names = {name: f"`{name}=`" for name in _names(question)}
    rows = {f"`{name}`": words for name, words in question.asides.items()}
    rows |= {f"`plot.{name}()`": words for name, words in question.pictures.items()}
    rows |= {f"`{each.name}(...)`": with_names(each.asks, names) for each in question.family}
    yield from ("", "Returns", "-------", Answer.__name__)
    yield f"{INDENT}Facts and tables are its attributes, by their keys in `data()`."
    for name, words in rows.items():
        yield from wrap(f"{name}: {words}", LINE, initial_indent=INDENT, subsequent_indent=DEEPER)
