"""What pydantic finds wrong with a study file, as sentences of the house with key paths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from bloodstones.core.faults import Faults, nearest

WHAT = {
    "bool_type": "true or false",
    "dict_type": "a table",
    "finite_number": "a finite number",
    "float_type": "a number",
    "int_from_float": "an integer",
    "int_type": "an integer",
    "model_type": "a table",
    "string_type": "a string",
    "tuple_type": "a list",
}
LIMITS = {
    "greater_than": "a number above {gt}",
    "less_than": "a number below {lt}",
    "greater_than_equal": "a number of at least {ge}",
    "less_than_equal": "a number of at most {le}",
    "string_too_short": "a text",
    "too_short": "a list that is not empty",
    "string_pattern_mismatch": "an id of lower-case letters, digits and underscores",
}
PYDANTIC_PREFIX = "Input should be "
KEY_ITSELF = "[key]"


def key_path(location: Sequence[str | int]) -> str:
    """Return a place in a TOML file as one writes it.

    >>> key_path(("lineups", "sets", 0, "players"))
    'lineups.sets[0].players'
    """
    text = ""
    for part in location:
        if part == KEY_ITSELF:
            continue
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def note_fault(fault: ErrorDetails, model: type[BaseModel], file: str, faults: Faults) -> None:
    """Note a fault that pydantic found; an unknown key gets its near matches."""
    location = fault["loc"]
    where = f"{file}, {key_path(location)}" if location else file
    if fault["type"] == "missing":
        faults.note(where, "a value", "none")
    elif fault["type"] == "extra_forbidden":
        *table, name = location
        faults.add(where, "a known key", name, nearest(name, _keys(model, table)))
    else:
        faults.add(where, _wanted(fault), fault["input"])


def _wanted(fault: ErrorDetails) -> str:
    """Return what the faulty place should hold."""
    if fault["type"] in WHAT:
        return WHAT[fault["type"]]
    if fault["type"] in LIMITS:
        return LIMITS[fault["type"]].format(**fault.get("ctx", {}))
    return fault["msg"].removeprefix(PYDANTIC_PREFIX)


def _keys(model: type[BaseModel], location: Sequence[str | int]) -> tuple[str, ...]:
    """Return the keys that the table at `location` may have."""
    for part in location:
        if part in model.model_fields:  # not the name of an entry, such as that of an arm
            found = _model_in(model.model_fields[str(part)].annotation)
            model = model if found is None else found
    return tuple(model.model_fields)


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """Return the first model inside an annotation such as `tuple[Model, ...]`."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    inner = (_model_in(part) for part in getattr(annotation, "__args__", ()))
    return next((model for model in inner if model is not None), None)
