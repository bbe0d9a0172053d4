"""What an answer has under a name: facts, tables, further questions.

It knows the parts of an answer by the names of their classes, since `answer` uses it.
"""

from __future__ import annotations

from typing import Any

from bloodstones.core.faults import nearest
from bloodstones.core.questions.rows import Rows


def names_of(answer: Any) -> list[str]:
    """Return what attributes an answer has beside those of every answer."""
    asides = [part.name for part in answer.parts if type(part).__name__ == "Aside"]
    return [key for key in (*answer.data(), *asides, *answer.follow_ups) if key.isidentifier()]


def lacks(answer: Any, name: str) -> str:
    """Return a sentence that an answer has no such attribute, with the nearest it has."""
    names = [*names_of(answer), *(["plot"] if answer.pictures else [])]
    return f"an answer has no {name!r}; {nearest(name, names) if names else 'it has no values'}"


def fact_of(answer: Any, key: str) -> Any:
    """Return the fact of a key, None if it is none."""
    parts = (part for part in answer.parts if type(part).__name__ == "Facts" and not part.key)
    return next((row for part in parts for row in part.rows if row.key == key), None)


def value_of(answer: Any, key: str) -> Any:
    """Return what a key stands for: a fact exact, a table as rows, else what JSON has."""
    fact = fact_of(answer, key)
    if fact is not None:
        return fact.value
    for part in answer.parts:
        kind = type(part).__name__
        if kind == "Table" and part.key == key:
            return Rows(part)
        if kind == "Aside" and part.name == key:
            return Rows(part.table())
        if kind == "Facts" and part.key == key:
            return {row.key: row.value for row in part.rows if row.key}
        if kind == "Data" and key in part.values:
            return part.values[key]
    return answer.data()[key]
