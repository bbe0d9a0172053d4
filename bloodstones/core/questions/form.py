"""The form of a question: its fields, what stands in them, and each fault at its field.

A form asks one question of a family; its fields are those of all of them, and each says which
questions take it. `sent` reads what a browser sends back into parameters for `Question.ask`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from bloodstones.core.errors import InputError
from bloodstones.core.faults import parts
from bloodstones.core.questions.controls import Control, Counts, Shape
from bloodstones.core.questions.families import parameters_of
from bloodstones.core.questions.parameters import MARK, Parameter, renamed, with_names
from bloodstones.core.questions.question import Question

ASK: Final = "ask"  # the field that says which question of a family is asked
BETWEEN: Final = "."  # of the parts of the name of a count: parameter.group.thing
ON: Final = "on"  # what a browser sends for a box that is checked


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form.

    Attributes
    ----------
    name
        The parameter, and what a browser calls the field.
    label, help
        Its name for people, and its meaning.
    control
        How it is entered.
    text
        What stands in it; of a choice the value chosen, of a toggle "on" or "".
    counts
        What stands in the parts of counts.
    default
        What it means when it is left empty, "" where there is nothing to say.
    needed
        Whether none of the questions can be asked without it.
    questions
        The questions that take it, by name.
    faults
        What is wrong with it.
    """

    name: str
    label: str
    help: str
    control: Control
    text: str
    counts: Counts
    default: str
    needed: bool = False
    questions: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """The form of a question and its family.

    Attributes
    ----------
    name
        The question.
    asks
        The questions of the family by name, with what each asks in a few words; one or more.
    asked
        Which of them is chosen.
    fields
        From top to bottom.
    faults
        What is wrong with no field alone.
    """

    name: str
    asks: Mapping[str, str]
    asked: str
    fields: tuple[Field, ...]
    faults: tuple[str, ...] = ()


def form_of(
    question: type[Question],
    sent: Mapping[str, str] | None = None,
    error: InputError | None = None,
) -> Form:
    """Return the form of a question.

    Parameters
    ----------
    sent
        What stands in it: field -> text as a browser sends it; without it the defaults do.
    error
        What was wrong with that, parameters named by their marks. A fault stands at the field of
        its first mark.
    """
    members = {each.name: each for each in (question, *question.family)}
    asked = (sent or {}).get(ASK, question.name)
    labels = {each.name: label_of(each) for each in _fields(question)}
    labels |= {"": question.name, "…": question.name}
    faults = dict[str, list[str]]()
    for part in parts(error) if error else ():
        faults.setdefault(_place(part, labels), []).append(str(renamed(part, _Labels(labels))))
    takers: dict[str, list[str]] = {}
    needed = dict[str, int]()
    for name, member in members.items():
        for each in member.parameters():
            takers.setdefault(each.name, []).append(name)
            needed[each.name] = needed.get(each.name, 0) + each.needed
    fields = [
        replace(
            _field(each, sent, _Labels(labels)),
            needed=needed[each.name] == len(members),
            questions=tuple(takers[each.name]),
            faults=tuple(faults.pop(each.name, [])),
        )
        for each in _fields(question)
    ]
    return Form(
        question.name,
        {
            name: with_names(each.asks, _Labels(labels)) or each.name
            for name, each in members.items()
        },
        asked if asked in members else question.name,
        tuple(fields),
        tuple(text for each in faults.values() for text in each),
    )


def sent_to(question: type[Question], sent: Mapping[str, str]) -> tuple[type[Question], Any]:
    """Return the question that a form asks, and its parameters for `Question.ask`.

    A field that is left empty is not given, nor the default of one that goes with another. What
    stands in fields of other questions of the family does not count.

    Parameters
    ----------
    sent
        Field -> text, as a browser sends it.
    """
    members = {each.name: each for each in (question, *question.family)}
    asked = members.get(sent.get(ASK, ""), question)
    arguments: dict[str, Any] = {}
    for each in asked.parameters():
        value = _value(each, sent)
        empty = each.default if each.type.flag else "" if isinstance(value, str) else ()
        is_left = each.goes_with != "" and value == _default(each)
        if value != empty and not is_left:
            arguments[each.name] = value
    return asked, arguments


def label_of(parameter: Parameter) -> str:
    """Return the name of a parameter for people."""
    return parameter.label or parameter.name.replace("_", " ").capitalize()


class _Labels(dict[str, str]):
    """Labels of parameters; of another mark itself."""

    def __missing__(self, name: str) -> str:
        return name


def _fields(question: type[Question]) -> Iterator[Parameter]:
    """Yield the parameters of a family that are fields: not the flags that ask its questions."""
    flags = {each.name for each in question.family if not each.asked_by}
    for each in parameters_of(question):
        if each.name not in flags:
            yield each


def _place(fault: InputError, labels: Mapping[str, str]) -> str:
    """Return the field of a fault: that of its first mark, "" without any."""
    marks = MARK.finditer(f"{fault.message} {fault.tip or ''}")
    return next((mark[1] for mark in marks if mark[1] in labels), "")


def _field(
    each: Parameter,
    sent: Mapping[str, str] | None,
    labels: _Labels,
) -> Field:
    """Return a field with what stands in it, not yet said whose it is and what is wrong."""
    control = each.type.control()
    default = _default(each)
    text = default if control.shape in (Shape.CHOICE, Shape.NUMBER) else ""
    counts: Counts = {}
    if sent is not None:
        text = sent.get(each.name, "")
        counts = _counts(each.name, control, sent)
    elif each.default is True:
        text = ON
    elif control.shape is Shape.COUNTS and not each.needed and each.default is not None:
        counts = dict(control.counted(each.default))
    return Field(
        each.name,
        label_of(each),
        with_names(each.help, labels),
        control,
        text,
        counts,
        default,
    )


def _default(parameter: Parameter) -> str:
    """Return the text of a default, "" where there is nothing to say."""
    is_said = parameter.needed or parameter.default is None or parameter.type.repeated
    return "" if is_said or parameter.type.flag else parameter.type.write(parameter.default)


def _value(parameter: Parameter, sent: Mapping[str, str]) -> Any:
    """Return what a field holds: a text, texts, or whether it is checked."""
    shape = parameter.type.control().shape
    text = sent.get(parameter.name, "").strip()
    if shape is Shape.TOGGLE:
        return text != ""
    if shape is Shape.COUNTS and not text:
        control = parameter.type.control()
        counts = _counts(parameter.name, control, sent)
        return control.written(counts) if counts else ""
    if parameter.type.repeated:
        return tuple(filter(None, (line.strip() for line in text.splitlines())))
    return text


def _counts(name: str, control: Control, sent: Mapping[str, str]) -> Counts:
    """Return the counts above 0 of a field, from the fields of its parts."""
    counts: dict[str, dict[str, int]] = {}
    for group, things in control.groups.items():
        for thing in things:
            text = sent.get(BETWEEN.join((name, group, thing)), "").strip()
            if text.isdecimal() and int(text):
                counts.setdefault(group, {})[thing] = int(text)
    return counts
