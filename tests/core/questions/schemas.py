"""Whether a value keeps a JSON Schema, by the keywords that schemas of questions use."""

from __future__ import annotations

import re
from typing import Any

TYPES: dict[str, type | tuple[type, ...]] = {
    **{"object": dict, "array": list, "string": str, "boolean": bool},
    **{"integer": int, "number": (int, float)},
}
KNOWN = {
    *("$schema", "title", "description", "default", "examples"),
    *("type", "enum", "const", "pattern", "minimum", "maximum", "items"),
    *("properties", "required", "additionalProperties", "anyOf", "oneOf"),
}


def keeps(value: Any, schema: dict[str, Any]) -> bool:
    """Whether a value keeps a schema; a keyword that is not known here is an error."""
    assert set(schema) <= KNOWN, set(schema) - KNOWN
    return all(check(value, schema) for check in (_kind, _value, _object, _either))


def _kind(value: Any, schema: dict[str, Any]) -> bool:
    named = schema.get("type", [])
    kinds = [named] if isinstance(named, str) else named
    fits = [isinstance(value, TYPES[kind]) and _is_no_flag(value, kind) for kind in kinds]
    return not kinds or any(fits)


def _is_no_flag(value: Any, kind: str) -> bool:
    return kind == "boolean" or not isinstance(value, bool)


def _value(value: Any, schema: dict[str, Any]) -> bool:
    if "enum" in schema and value not in schema["enum"]:
        return False
    if "const" in schema and value != schema["const"]:
        return False
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        return False
    if isinstance(value, int | float):
        return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))
    return True


def _object(value: Any, schema: dict[str, Any]) -> bool:
    if isinstance(value, list):
        return all(keeps(each, schema.get("items", {})) for each in value)
    if not isinstance(value, dict):
        return True
    known, more = schema.get("properties", {}), schema.get("additionalProperties", {})
    for name, each in value.items():
        rule = known.get(name, more)
        if rule is False or not keeps(each, rule):
            return False
    return set(schema.get("required", ())) <= set(value)


def _either(value: Any, schema: dict[str, Any]) -> bool:
    some, only = schema.get("anyOf"), schema.get("oneOf")
    fits = some is None or any(keeps(value, each) for each in some)
    return fits and (only is None or sum(keeps(value, each) for each in only) == 1)
