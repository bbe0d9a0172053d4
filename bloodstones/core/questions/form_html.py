"""A form as HTML: labels, help, bounds, defaults, each fault at its field; it needs no script.

Which fields a question of a family takes is shown by `form_style`, by rules of `:has()`.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from bloodstones.core.questions.controls import Shape, in_words
from bloodstones.core.questions.form import ASK, BETWEEN, ON, Field, Form

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


def form_html(form: Form, action: str = "", button: str = "Ask") -> str:
    """Return a form as a fragment of HTML, all texts escaped.

    Parameters
    ----------
    action
        Where it is sent, by GET: the address of an answer can be kept and shared.
    """
    return "".join(_lines(form, action, button))


def form_style(form: Form) -> str:
    """Return the rules that hide the fields which the chosen question does not take."""
    rules = []
    for name in form.asks if len(form.asks) > 1 else ():
        chosen = f".question:has([name={ASK}][value={_quoted(name)}]:checked)"
        rules.append(f"{chosen} [data-asks]:not([data-asks~={_quoted(name)}]){{display:none}}")
    return "\n".join(rules)


def _quoted(text: str) -> str:
    """Return a text between the quotes of a style sheet or an attribute."""
    return f'"{escape(text)}"'


def _lines(form: Form, action: str, button: str) -> Iterator[str]:
    sent = f" action={_quoted(action)}" if action else ""
    yield f"<form class=question method=get{sent}>"
    if form.faults:
        yield f"<p class=fault role=alert>{escape(NEW_LINE.join(form.faults))}</p>"
    if len(form.asks) > 1:
        yield "<fieldset><legend>What is asked</legend>"
        for name, words in form.asks.items():
            checked = " checked" if name == form.asked else ""
            radio = f"<input type=radio name={ASK} value={_quoted(name)}{checked}>"
            yield f"<label>{radio} {escape(words)}</label>"
        yield "</fieldset>"
    for each in form.fields:
        yield from _field(each)
    yield f"<button>{escape(button)}</button></form>"


def _field(field: Field) -> Iterator[str]:
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
        yield from _counts(field)
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


def _control(field: Field, attributes: str) -> Iterator[str]:
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


def _counts(field: Field) -> Iterator[str]:
    """Yield a number for each thing, in their groups, and a line for whoever would rather write."""
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
