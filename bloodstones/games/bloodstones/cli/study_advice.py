"""Advice files: exact numbers for each hint, without any game played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.sections.advice import (
    FAILS,
    HOLDS,
    HOLDS_IN_PART,
    Advice,
    Hint,
    measure_advice,
)

JSON_INDENT = 2
STYLES = {HOLDS: "bold green", HOLDS_IN_PART: "bold yellow", FAILS: "bold red"}


def refuse_games(path: Path, *asked: object) -> None:
    """Raise InputError if anything is asked that only a study of games has."""
    if any(each is not None and each is not False for each in asked):
        sentence = "expected --json alone with advice, got options for games, of which it has none"
        raise InputError(f"{sentence} ({path.name})", f"bloodstones study {path.name}")


def answer(path: Path, as_json: bool) -> None:
    """Print the answers to an advice file."""
    advice = measure_advice(path)
    if as_json:
        click.echo(json.dumps(as_object(advice), indent=JSON_INDENT))
        return
    show(advice)


def as_object(advice: Advice) -> dict[str, Any]:
    """Return the answers as JSON."""
    return {
        "study": advice.id,
        "question": advice.question,
        "hints": [_hint_object(hint) for hint in advice.hints],
    }


def _hint_object(hint: Hint) -> dict[str, Any]:
    return {
        "id": hint.id,
        "says": hint.says,
        "verdict": hint.verdict,
        "conditions": [
            {"number": each.number, "condition": each.words, "true": each.holds}
            for each in hint.conditions
        ],
        "numbers": [
            {"label": label, "value": float(measure.value), "unit": measure.unit}
            for label, measure in hint.numbers.items()
        ],
        "things": list(hint.things),
        "factions": list(hint.factions),
    }


def show(advice: Advice) -> None:
    """Print the answers as a panel of at most 80 columns."""
    from rich.text import Text

    from bloodstones.core.terminal.answers import print_panel
    from bloodstones.core.terminal.text_tables import Table

    parts: list[Table | Text] = [Text(f" {advice.question}")]
    for hint in advice.hints:
        parts += [Text(), Text(f" {hint.says} It ").append(hint.verdict, STYLES[hint.verdict])]
        decides = {condition.number: condition for condition in hint.conditions}
        table = Table.grid(padding=(0, 2))
        table.add_column()
        table.add_column(justify="right", no_wrap=True)
        table.add_column(style="dim")
        for label, measure in hint.numbers.items():
            condition = decides.get(label)
            condition_text = ""
            if condition is not None:
                condition_text = f"{'yes' if condition.holds else 'no'}: {condition.words}"
            table.add_row(f"    {label}", measure.text, condition_text)
        parts.append(table)
    print_panel(f"Advice measured: {advice.id}", parts)
