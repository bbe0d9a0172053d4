"""What a balance report calls changes, levels of play and sizes of tables."""

from __future__ import annotations

from typing import Any

from bloodstones.batch.balance.aims import AGAINST
from bloodstones.report.balance.findings import Answer, BalanceFindings
from bloodstones.report.language.phrases import WORDS, listing, tight
from bloodstones.stats.inference.rounding import PERCENT


def answer_text(findings: BalanceFindings, answer: Answer) -> str:
    """Return the changes of an answer in words."""
    if not answer.changes:
        return "as printed"
    return listing(
        [
            f"{findings.number(name)} {_value(value)} (not {_value(findings.printed(name))})"
            for name, value in answer.changes.items()
        ]
    )


def _value(value: Any) -> str:
    """Return a value of a number, or in quotes that of a reading or a start.

    >>> _value(-2), _value("3"), _value("last_held")
    ('−2', '3', '“last held”')
    """
    text = str(value).replace("-", "−")
    return text if text.strip("−").isdigit() else f"“{str(value).replace('_', ' ')}”"


def change_words(findings: BalanceFindings, change: str) -> str:
    """Return a setting in words, "" for the printed rules."""
    changes = dict(part.split("=", 1) for part in change.split(", ")) if change else {}
    numbers = findings.provenance["balance"]["numbers"]
    given = {name: int(each) if name in numbers else each for name, each in changes.items()}
    answer = Answer("", given)
    return answer_text(findings, answer) if changes else ""


def sizes_text(findings: BalanceFindings) -> str:
    """Return the numbers of players that were left out, in words."""
    return listing([WORDS[size] for size in findings.sizes_left_out])


def level_label(findings: BalanceFindings, level: str) -> str:
    """Return what a level of play, or a pair of levels that meet, is called."""
    names = [findings.level(name) for name in level.split(AGAINST)]
    return " against ".join(names) if level else ""


def share_text(share: float) -> str:
    """Return a share of the fair share in per cent."""
    return tight(f"{share * PERCENT:g} %")


def distance_text(row: Any, *, interval: bool = False) -> str:
    """Return a distance from fair in per cent of the fair share, perhaps with its interval."""
    text = f"{row['distance'] * PERCENT:.0f} %"
    if interval:
        text += f" ({row['low'] * PERCENT:.0f}–{row['high'] * PERCENT:.0f} %)"
    return text
