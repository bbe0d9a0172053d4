"""A Python function made from a question: signature, docstring, and faults in Python's words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import Parameter as Argument
from inspect import Signature, cleandoc
from typing import Any, Final

from bloodstones.core.errors import InputError
from bloodstones.core.questions.answer import Answer
from bloodstones.core.questions.parameters import Parameter, renamed
from bloodstones.core.questions.question import Question

INDENT: Final = "    "


def as_function(question: type[Question]) -> Callable[..., Answer]:
    """Return the function that asks a question: needed parameters first, others by keyword.

    Its faults name parameters as `hand=`. A text stands for any value, as in a command.
    """
    parameters = question.parameters()
    names = {each.name: f"{each.name}=" for each in parameters}
    names |= {"": question.name, "…": call(question)}

    def ask(*args: Any, **given: Any) -> Answer:
        bound = signature.bind_partial(*args, **given).arguments
        try:
            return question.ask(bound).answer()
        except InputError as error:
            raise renamed(error, names) from None

    signature = Signature(
        [_argument(each) for each in parameters], return_annotation=Answer.__name__
    )
    ask.__signature__ = signature  # type: ignore[attr-defined]
    ask.__name__ = ask.__qualname__ = question.name
    ask.__module__ = question.__module__
    ask.__doc__ = "\n".join(_docstring(question))
    return ask


def _argument(parameter: Parameter) -> Argument:
    kind = Argument.POSITIONAL_OR_KEYWORD if parameter.needed else Argument.KEYWORD_ONLY
    default = Argument.empty if parameter.needed else parameter.default
    return Argument(parameter.name, kind, default=default, annotation=annotation(parameter))


def annotation(parameter: Parameter) -> str:
    """Return the type of a parameter in a signature; a text does for most."""
    kind = parameter.type.python
    return kind if parameter.type.flag or kind == "str" else f"{kind} | str"


def call(question: type[Question], number: int = 0) -> str:
    """Return an example of a question as a call in Python."""
    given = question.examples[number] if question.examples else {}
    return f"{question.name}({', '.join(f'{name}={value!r}' for name, value in given.items())})"


def _docstring(question: type[Question]) -> Iterator[str]:
    """Yield the lines of a docstring in numpydoc style."""
    yield cleandoc(question.__doc__ or "")
    yield from ("", "Parameters", "----------")
    for each in question.parameters():
        yield f"{each.name} : {annotation(each)}"
        yield f"{INDENT}{each.help}"
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
