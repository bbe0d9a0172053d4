"""A game's action space and observations in words, as tables of Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bloodstones.environments.game_table import GameTable, TableSetup, table_of
from bloodstones.kit.environment.actions import Values


def describe(game: str, **setup: Any) -> str:
    """Return what is done and seen at a table of a game.

    Parameters
    ----------
    game
        Its id.
    **setup
        See `game_table.TableSetup`.

    Examples
    --------
    >>> text = describe("bellum_magica", players=2)
    >>> print(chr(10).join(text.splitlines()[:8]))
    618 actions, 391 numbers seen
    <BLANKLINE>
    | actions | kind | x | y |
    |---|---|---|---|
    | 0 | pass |  |  |
    | 1-5 | castle | castle 0-4 |  |
    | 6-157 | goblin | card 0-75 | side 0-1 |
    | 158 | spell |  |  |
    """
    table = table_of(game, TableSetup(**setup))
    head = f"{table.actions.size} actions, {table.observations.size} numbers seen"
    return "\n\n".join((head, _actions(table), _fields(table)))


def _actions(table: GameTable) -> str:
    """Return the groups of actions."""
    lines = []
    for group in table.actions.groups:
        first = table.actions.first[group.kind.id]
        span = _span(range(first, first + group.size))
        lines.append((span, group.kind.id, _values(group.x), _values(group.y)))
    return _markdown(("actions", "kind", "x", "y"), lines)


def _fields(table: GameTable) -> str:
    """Return the parts of an observation."""
    lines = [
        (
            _span(range(part.start, part.start + part.size)),
            part.name,
            " x ".join(f"{axis} {size}" for axis, size in zip(part.axes, part.shape, strict=True)),
            part.meaning,
        )
        for part in table.observations.parts
    ]
    return _markdown(("places", "part", "axes", "meaning"), lines)


def _values(values: Values) -> str:
    """Return what an argument takes.

    >>> _values(Values("source", (0, 1, 2, 64, 255)))
    'source 0-2, 64, 255'
    """
    if not values.name:
        return ""
    spans: list[list[int]] = []
    for value in values.numbers:
        if spans and spans[-1][-1] == value - 1:
            spans[-1].append(value)
        else:
            spans.append([value])
    return f"{values.name} {', '.join(_span(span) for span in spans)}"


def _span(numbers: Sequence[int]) -> str:
    """Return numbers that follow each other."""
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"


def _markdown(heads: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Return a table of Markdown."""
    rule = "|" + "---|" * len(heads)
    rows = ["| " + " | ".join(line) + " |" for line in (heads, *lines)]
    return "\n".join((rows[0], rule, *rows[1:]))
