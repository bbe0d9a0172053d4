"""The JSON Schema of a question's parameters (draft 2020-12)."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import cleandoc
from typing import Any, Final

from bloodstones.core.questions.controls import Control, Shape
from bloodstones.core.questions.families import asked_by
from bloodstones.core.questions.parameters import Parameter, with_names
from bloodstones.core.questions.question import Question

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
JSON: Final = (str, int, float, bool)
NUMBER: Final = "^[+-]?[0-9._]+$"  # as text


def schema_of(question: type[Question]) -> dict[str, Any]:
    """Return the schema of an object of parameters as `Question.ask` takes it.

    It says what form values have: a text that has the form may still name a unit that there is not.
    """
    properties = {each.name: _property(each) for each in question.parameters()}
    needed = [each.name for each in question.parameters() if each.needed]
    schema: dict[str, Any] = {
        "$schema": DIALECT,
        "title": question.name,
        "description": cleandoc(question.__doc__ or ""),
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }
    if needed:
        schema["required"] = needed
    if question.examples:
        schema["examples"] = [dict(each) for each in question.examples]
    return schema


def family_schema(question: type[Question]) -> dict[str, Any]:
    """Return the schema of an object of parameters that asks one question of a family.

    A question that no parameter asks for is asked by its name with the value true.
    """
    if not question.family:
        return schema_of(question)
    members = [_member(each, each is not question) for each in (question, *question.family)]
    return {
        "$schema": DIALECT,
        "title": question.name,
        "description": cleandoc(question.__doc__ or ""),
        "oneOf": members,
    }


def _member(question: type[Question], asked: bool) -> dict[str, Any]:
    """Return the schema of a question of a family, with what asks it."""
    schema = schema_of(question)
    del schema["$schema"]
    if not asked:
        return schema
    names = asked_by(question)
    if not question.asked_by:
        flag = {"const": True, "description": question.asks}
        schema["properties"] = {question.name: flag, **schema["properties"]}
        schema["examples"] = [{question.name: True, **each} for each in question.examples]
    if len(names) == 1:
        schema["required"] = [*dict.fromkeys([*schema.get("required", ()), *names])]
    else:
        schema["anyOf"] = [{"required": [name]} for name in names]
    return schema


def _property(parameter: Parameter) -> dict[str, Any]:
    """Return the schema of a parameter: its form, meaning and default."""
    names = _Own()
    schema = _form(parameter) | {"description": with_names(parameter.help, names)}
    default = parameter.default
    if not parameter.needed and default is not None:
        schema["default"] = _value(parameter, default)
    return schema


class _Own(dict[str, str]):
    """Marks written as the names of their parameters."""

    def __missing__(self, name: str) -> str:
        return name


def _value(parameter: Parameter, value: Any) -> Any:
    """Return a value as JSON has it: as it is where it can be, else its text."""
    if isinstance(value, Mapping) and not value:
        return {} if parameter.type.control().shape is Shape.PAIRS else ""
    return value if isinstance(value, JSON) else parameter.type.write(value)


def _form(parameter: Parameter) -> dict[str, Any]:
    """Return what a value of a parameter may be."""
    control = parameter.type.control()
    if control.shape is Shape.NUMBER:
        return {"anyOf": [_number(control), {"type": "string", "pattern": NUMBER}]}
    if control.shape is Shape.TOGGLE:
        return {"type": "boolean"}
    if control.shape is Shape.CHOICE:
        return {"enum": list(control.options)}
    if control.shape is Shape.PAIRS:
        value = {"type": ["string", "integer"]}
        return {"anyOf": [{"type": "object", "additionalProperties": value}, *_texts()]}
    if control.shape is Shape.LINES:
        return {"anyOf": _texts()}
    return _text()


def _texts() -> list[dict[str, Any]]:
    return [{"type": "array", "items": _text()}, _text()]


def _text() -> dict[str, Any]:
    return {"type": "string"}


def _number(control: Control) -> dict[str, Any]:
    bounds = {"minimum": control.least, "maximum": control.most}
    limits = {name: value for name, value in bounds.items() if value is not None}
    return {"type": "integer" if control.whole else "number", **limits}
