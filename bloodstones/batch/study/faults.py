"""What pydantic finds wrong with a study file, as standard sentences with key paths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from bloodstones.core.faults import Faults, nearest


class Figure(StrEnum):
    """The figures of a study: each is a win rate, `arms` a difference of two.

    `factions` are the roles of a game, whatever the game calls them.
    """

    FACTIONS = "factions"
    SEATS = "seats"
    STRATEGIES = "strategies"
    ARMS = "arms"


M = TypeVar("M", bound=BaseModel)

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


@dataclass(frozen=True, slots=True)
class OneOf:
    """Keys of a file of which it may have one.

    Attributes
    ----------
    names
        The keys, two or more.
    needed
        Whether the file must have one of them.
    """

    names: tuple[str, ...]
    needed: bool = True

    @property
    def schema(self) -> dict[str, Any]:
        """The rule as JSON Schema."""
        if self.needed:
            return {"oneOf": [{"required": [name]} for name in self.names]}
        return {"not": {"required": list(self.names)}}

    def check(self, table: Mapping[str, Any], file: str, faults: Faults) -> None:
        """Note that a table has none of the keys, or several.

        Parameters
        ----------
        table
            The top table of the file.
        file
            Its name, for the faults.
        faults
            Where faults are noted.

        Examples
        --------
        >>> faults = Faults()
        >>> OneOf(("map", "maps")).check({"map": 1, "maps": 2}, "study.toml", faults)
        >>> faults.sentences
        ['study.toml: expected `map` or `maps`, got both']
        """
        present = sum(name in table for name in self.names)
        if present == 1 or (present == 0 and not self.needed):
            return
        *others, last = (f"`{name}`" for name in self.names)
        count = {0: "none", 2: "both"}.get(present, "all")
        faults.note(file, f"{', '.join(others)} or {last}", count)


def validated(form: type[M], table: Mapping[str, Any], file: str, faults: Faults) -> M | None:
    """Return the model that a table makes; None with every fault of the table noted.

    Parameters
    ----------
    form
        The model.
    table
        What TOML holds.
    file
        Its name, for the faults.
    faults
        Where faults are noted.
    """
    try:
        return form.model_validate(table)
    except ValidationError as error:
        for fault in error.errors(include_url=False):
            note_fault(fault, form, file, faults)
    return None


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
        fields = {each.alias or name: each for name, each in model.model_fields.items()}
        if part in fields:  # not the name of an entry, such as that of an arm
            inner = _model_in(fields[str(part)].annotation)
            model = model if inner is None else inner
    return tuple(each.alias or name for name, each in model.model_fields.items())


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """Return the first model inside an annotation such as `tuple[Model, ...]`."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    inner = (_model_in(part) for part in getattr(annotation, "__args__", ()))
    return next((model for model in inner if model is not None), None)
