"""A form as HTML: labels, help, bounds, defaults, each fault at its field; it needs no script.

Which fields a question of a family takes is shown by `form_style`, by rules of `:has()`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from html import escape
from typing import Any, Final

from bloodstones.core.errors import InputError
from bloodstones.core.faults import parts
from bloodstones.core.questions.controls import Control, Counts, Shape, in_words
from bloodstones.core.questions.families import parameters_of
from bloodstones.core.questions.parameters import MARK, Parameter, renamed, with_names
from bloodstones.core.questions.question import Question

ASK: Final = "ask"  # the field that says which question of a family is asked
BETWEEN: Final = "."  # of the parts of the name of a count: parameter.group.thing
ON: Final = "on"  # what a browser sends for a box that is checked


@dataclass(frozen=True, slots=True)
class FormField:
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
        Its contents; of a choice the value chosen, of a toggle "on" or "".
    counts
        The contents of the parts with counts.
    default
        What it means when it is left empty, "" where there is nothing to say.
    needed
        Whether none of the questions can be asked without it.
    questions
        The questions that take it, by name.
    faults
        What is wrong with it.
    rare
        Whether few people need it.
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
    rare: bool = False

    @property
    def is_left(self) -> bool:
        """Whether it means what it means when it is left out."""
        return not self.faults and not self.counts and self.text in ("", self.default)


@dataclass(frozen=True, slots=True)
class QuestionForm:
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
    fields: tuple[FormField, ...]
    faults: tuple[str, ...] = ()


def form_of(
    question: type[Question],
    sent: Mapping[str, str] | None = None,
    error: InputError | None = None,
) -> QuestionForm:
    """Return the form of a question.

    Parameters
    ----------
    sent
        Its contents: field -> text as a browser sends it; without it the defaults do.
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
    return QuestionForm(
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

    A field that is left empty is not given, nor the default of one that goes with another. Fields
    of other questions of the family are ignored.

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
) -> FormField:
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
    return FormField(
        each.name,
        label_of(each),
        with_names(each.help, labels),
        control,
        text,
        counts,
        default,
        rare=each.rare,
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


TEXT_ROWS: Final = 2
NEW_LINE: Final = "\n"
STYLE: Final = """
.question .field{margin:.8rem 0;border:0;padding:0}
.question label,.question legend{font-weight:600;padding:0}
.question fieldset{border:1px solid var(--line);border-radius:.4rem;
 padding:.3rem .8rem;margin:.4rem 0}
.question fieldset label{display:inline-block;font-weight:400;margin-right:1rem;max-width:100%}
.question label:has([type=radio]){display:block}
.question :is(input,select,textarea,button){font:inherit;max-width:100%;box-sizing:border-box}
.question :is(input:not([type]),textarea){width:100%}
.question input[type=number]{width:6rem}
.question .help{color:var(--dim);margin:.1rem 0}
.question .fault{color:#b3261e;margin:.1rem 0;white-space:pre-line}
.question .fault a{color:inherit}
@media (prefers-color-scheme:dark){.question:not(.light) .fault{color:#ff8a80}}
""".strip()


def form_html(form: QuestionForm, action: str = "", button: str = "Ask") -> str:
    """Return a form as a fragment of HTML, all texts escaped.

    Parameters
    ----------
    action
        Where it is sent, by GET: the address of an answer can be kept and shared.
    """
    return "".join(_lines(form, action, button))


def form_style(form: QuestionForm) -> str:
    """Return the rules that hide the fields which the chosen question does not take."""
    rules = []
    for name in form.asks if len(form.asks) > 1 else ():
        chosen = f".question:has([name={ASK}][value={_quoted(name)}]:checked)"
        rules.append(f"{chosen} [data-asks]:not([data-asks~={_quoted(name)}]){{display:none}}")
    return "\n".join(rules)


def _quoted(text: str) -> str:
    """Return a text between the quotes of a style sheet or an attribute."""
    return f'"{escape(text)}"'


def _lines(form: QuestionForm, action: str, button: str) -> Iterator[str]:
    sent = f" action={_quoted(action)}" if action else ""
    yield f"<form class=question method=get{sent}>"
    if form.faults:
        yield f"<p class=fault role=alert>{escape(NEW_LINE.join(form.faults))}</p>"
    if len(form.asks) > 1:
        yield "<fieldset><legend>Question</legend>"
        for name, words in form.asks.items():
            checked = " checked" if name == form.asked else ""
            radio = f"<input type=radio name={ASK} value={_quoted(name)}{checked}>"
            yield f"<label>{radio} {escape(words)}</label>"
        yield "</fieldset>"
    for each in form.fields:
        if not each.rare:
            yield from _field_html(each)
    rare = [each for each in form.fields if each.rare]
    if rare:
        opened = "" if all(each.is_left for each in rare) else " open"
        asks = escape(" ".join({name: None for each in rare for name in each.questions}))
        yield f'<details class=rare data-asks="{asks}"{opened}><summary>More options</summary>'
        for each in rare:
            yield from _field_html(each)
        yield "</details>"
    yield f"<button>{escape(button)}</button></form>"


def _field_html(field: FormField) -> Iterator[str]:
    """Yield a field: label, control, help, faults."""
    asks = escape(" ".join(field.questions))
    name = escape(field.name)
    help_id = f"{name}-help"
    wrong = f" aria-invalid=true aria-errormessage={_quoted(f'{name}-fault')}"
    says = f" aria-describedby={_quoted(help_id)}{wrong if field.faults else ''}"
    shape = field.control.shape
    many = shape is Shape.COUNTS
    yield f'<{"fieldset" if many else "div"} class=field data-asks="{asks}">'
    if many:
        yield f"<legend>{escape(field.label)}</legend>"
        yield from _counts_html(field)
    elif shape is Shape.TOGGLE:
        checked = " checked" if field.text else ""
        yield f'<label><input type=checkbox name="{name}" value={ON}{checked}{says}> '
        yield f"{escape(field.label)}</label>"
    else:
        yield f'<label for="{name}">{escape(field.label)}</label><br>'
        yield from _control(field, f'id="{name}" name="{name}"{says}')
    meant = f" Left empty: {field.default}." if field.default and shape is not Shape.CHOICE else ""
    yield f'<p class=help id="{help_id}">{escape(field.help + meant)}</p>'
    if field.faults:
        faults = escape("\n".join(field.faults))
        yield f'<p class=fault id="{name}-fault" role=alert>{faults}</p>'
    yield "</fieldset>" if many else "</div>"


def _control(field: FormField, attributes: str) -> Iterator[str]:
    """Yield the control of a field that has one alone."""
    control = field.control
    needed = " required" if field.needed else ""
    if control.shape is Shape.CHOICE:
        yield f"<select {attributes}>"
        blank = [] if field.default else [""]
        options = {**dict.fromkeys(blank, ""), **control.options}
        if field.text and field.text not in options:
            options[field.text] = field.text
        for value, label in options.items():
            chosen = " selected" if value == field.text else ""
            yield f"<option value={_quoted(value)}{chosen}>{escape(label)}</option>"
        yield "</select>"
    elif control.shape is Shape.NUMBER:
        bounds = {"min": control.least, "max": control.most}
        limits = "".join(f" {end}={n}" for end, n in bounds.items() if n is not None)
        step = "1" if control.whole else "any"
        value = _quoted(field.text)
        yield f"<input type=number step={step}{limits} value={value} {attributes}{needed}>"
    elif control.shape in (Shape.PAIRS, Shape.LINES):
        yield f"<textarea rows={TEXT_ROWS} {attributes}{needed}>{escape(field.text)}</textarea>"
    else:
        yield f"<input value={_quoted(field.text)} {attributes}{needed}>"


def _counts_html(field: FormField) -> Iterator[str]:
    """Yield a number field for each item, by group, and a text field to type them instead."""
    for group, things in field.control.groups.items():
        held = field.counts.get(group, {})
        opened = " open" if held else ""
        yield f"<details{opened}><summary>{escape(in_words(group))}</summary>"
        for thing, most in things.items():
            name = escape(BETWEEN.join((field.name, group, thing)))
            value = held.get(thing) or ""
            control = f'<input type=number min=0 max={most} name="{name}" value="{value}">'
            yield f"<label>{escape(in_words(thing))} {control}</label>"
        yield "</details>"
    name = escape(field.name)
    yield f'<label>or as text <input name="{name}" value={_quoted(field.text)}></label>'
