"""Questions of one family: which one is asked by the parameters that are given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from inspect import cleandoc
from typing import Any, Final

from bloodstones.core.errors import InputError
from bloodstones.core.questions.parameters import FLAG, QUESTION, Parameter, ref
from bloodstones.core.questions.question import FILE, Question

PLAIN: Final = "the plain question"


def asked_by(question: type[Question]) -> Sequence[str]:
    """Return the parameters that ask a question of a family: its own, or its name as a flag."""
    return question.asked_by or (question.name,)


def parameters_of(question: type[Question]) -> tuple[Parameter, ...]:
    """Return the parameters of a question and of its family, each once, in the order of help.

    A parameter that several questions have is declared by the first of them. A question of the
    family that no parameter asks for has a flag of its name.
    """
    by_name = {each.name: each for each in question.parameters()}
    for member in question.family:
        if not member.asked_by:
            option = f"--{member.name.replace('_', '-')}"
            says = cleandoc(member.__doc__ or "").splitlines()[0]
            by_name[member.name] = Parameter(member.name, FLAG, says, False, option)
        for each in member.parameters():
            by_name.setdefault(each.name, each)
    return tuple(sorted(by_name.values(), key=lambda each: each.first))


def pick(
    question: type[Question], arguments: Mapping[str, Any]
) -> tuple[type[Question], dict[str, Any]]:
    """Return the question that is asked, and the parameters given for it.

    Parameters
    ----------
    question
        The plain question of the family: asked where nothing asks another one.
    arguments
        Parameter -> value, those of all questions of the family, and perhaps `FILE`.

    Raises
    ------
    InputError
        If several questions are asked, or a parameter is given that the one asked lacks.
    """
    asked = [each for each in question.family if any(name in arguments for name in asked_by(each))]
    if len(asked) > 1:
        asker = " and ".join(ref(_first(each, arguments)) for each in asked)
        raise InputError(f"expected one question at a time, got {asker} ({QUESTION})")
    picked = asked[0] if asked else question
    fitting = set(_fitting(picked))
    for name in arguments:
        if name not in fitting:
            asker = ref(_first(picked, arguments)) if asked else _plain(question)
            others = [*_with(question, name)]
            raise InputError(
                f"expected options that go with {asker}, got {ref(name)} ({QUESTION})",
                f"{ref(name)} goes with {' or '.join(others)}" if others else None,
            )
    flags = {each.name for each in asked if not each.asked_by}
    return picked, {name: value for name, value in arguments.items() if name not in flags}


def own_parameters(question: type[Question]) -> list[Parameter]:
    """Return the needed parameters of a question that no other of its family has."""
    others = {each.name for member in question.family for each in member.parameters()}
    return [each for each in question.parameters() if each.needed and each.name not in others]


def _plain(question: type[Question]) -> str:
    """Return what asks the plain question of a family: a parameter of its own, or nothing."""
    needed = own_parameters(question)
    return ref(needed[0].name) if question.family and needed else PLAIN


def _fitting(question: type[Question]) -> Iterator[str]:
    """Yield the names that can be given with a question."""
    yield from asked_by(question)
    yield from (each.name for each in question.parameters())
    if question.file_of() is not None:
        yield FILE


def _first(question: type[Question], arguments: Mapping[str, Any]) -> str:
    return next(name for name in asked_by(question) if name in arguments)


def _with(question: type[Question], name: str) -> Iterator[str]:
    """Yield what asks the questions of a family with which a parameter goes."""
    if name in _fitting(question):
        yield _plain(question)
    yield from (ref(asked_by(each)[0]) for each in question.family if name in _fitting(each))
