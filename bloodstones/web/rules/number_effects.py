"""What a number of the rules changes in exact questions: the examples that games declare, twice.

A question that takes changed numbers is asked as its examples ask it, with the number as printed
and as it is set. What differs in the values of the two answers is what the number does there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

from bloodstones.api.game_parts.questions import question_of
from bloodstones.core.errors import InputError
from bloodstones.core.files.pairs import spelling
from bloodstones.core.files.parsing import toml_of
from bloodstones.core.html_tables import words
from bloodstones.core.questions.answer import Answer, Facts, Table
from bloodstones.core.questions.question import Question
from bloodstones.games.registry import game_entry
from bloodstones.stats.inference.rounding import PERCENT, show_difference

if TYPE_CHECKING:
    from bloodstones.report.summary.shelf import Shipped
    from bloodstones.web.studies.shelf import Shelf


WHAT_IFS: Final = "what_ifs"
STUDY_FILE: Final = "study_file"
MARGIN: Final = 0.05  # of Holm's p-value
KINDS: Final = ("options", "overrides")


@dataclass(frozen=True, slots=True)
class MeasuredEffect:
    """What a study found of one change alone.

    Attributes
    ----------
    name, value
        The reading or the number, and what it was set to.
    report
        Where it stands.
    players
        At tables of so many.
    role
        Whose win rate moves most.
    difference
        By how much, in percentage points with its interval.
    pairs
        Games on both sides.
    sure
        Whether it differs from nought, all changes of the study considered.
    """

    name: str
    value: str
    report: str
    players: int
    role: str
    difference: str
    pairs: int
    sure: bool


class MeasuredChanges:
    """What the reports of a shelf say of single changes.

    Parameters
    ----------
    shelf
        The reports.
    """

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self.of_game = lru_cache(self._of_game)

    def _of_game(self, game_id: str) -> Mapping[str, tuple[MeasuredEffect, ...]]:
        """Return what is known of the readings and numbers of a game, by their names."""
        found: dict[str, list[MeasuredEffect]] = {}
        for report in self._shelf.reports():
            if report.game == game_id:
                for each in _measured(report):
                    found.setdefault(each.name, []).append(each)
        return {name: tuple(several) for name, several in found.items()}


def _measured(report: Shipped) -> Iterator[MeasuredEffect]:
    """Yield what a report says of each arm that changes one thing."""
    table = report.table(WHAT_IFS)
    if not {"arm", "players", "faction", "difference"} <= set(table.columns):
        return
    study = toml_of(str(report.provenance.get(STUDY_FILE, "")))
    for name, arm in study.get("arms", {}).items():
        changed = _changed(arm)
        lines = table[table["arm"] == name]
        if len(changed) != 1 or lines.empty:
            continue
        ((what, value),) = changed.items()
        for players, several in lines.groupby("players"):
            line: Any = several.loc[several["difference"].abs().idxmax()]
            ends = (line["difference"], line["low"], line["high"])
            yield MeasuredEffect(
                what,
                spelling(value),
                report.id,
                int(str(players)),
                words(str(line["faction"])),
                show_difference(*(float(end) * PERCENT for end in ends)),
                int(line["pairs"]),
                bool(line.get("holm", 0.0) <= MARGIN),
            )


def _changed(arm: Any) -> dict[str, Any]:
    """Return what an arm changes, by name."""
    if not isinstance(arm, dict):
        return {}
    named = [arm[kind] for kind in KINDS if isinstance(arm.get(kind), dict)]
    if not named and all("." in name for name in arm):
        return arm
    return {name: value for each in named for name, value in each.items()}


SET: Final = "set"
MOST_ROWS: Final = 12  # of a table that are compared
MOST_KEPT: Final = 4096  # answers
FOLDER: Final = "data"


@dataclass(frozen=True, slots=True)
class ValueChange:
    """One value of an answer, before and after.

    Attributes
    ----------
    label
        What it is.
    printed, set
        By the rules as printed, and with the number as it is set; "" where there is no answer.
    """

    label: str
    printed: str
    set: str


@dataclass(frozen=True, slots=True)
class Effect:
    """What changes in one example of a question.

    Attributes
    ----------
    question, place
        The question, and where it is asked with the number as it is set.
    asked
        What is asked, in words.
    changes
        The values that differ.
    fault
        Why it has no answer with the number as it is set, "" if it has.
    """

    question: str
    place: str
    asked: str
    changes: tuple[ValueChange, ...]
    fault: str = ""


def effects(game_id: str, number: str, value: int) -> list[Effect]:
    """Return what a number changes in the examples of exact questions; none where nothing does.

    Parameters
    ----------
    game_id
        The game.
    number, value
        A number of its rules, and what it is set to.
    """
    found = []
    for name, index in _examples(game_id):
        printed = _answered(game_id, name, index, "", 0)
        changed = _answered(game_id, name, index, number, value)
        if isinstance(printed, str) or printed == changed:
            continue
        example = _question(game_id, name).examples[index]
        place = _place(game_id, name, example, f"{number}={value}")
        asked = ", ".join(f"{key.replace('_', ' ')} {text}" for key, text in example.items())
        if isinstance(changed, str):
            found.append(Effect(name, place, asked, (), changed))
        else:
            found.append(Effect(name, place, asked, tuple(_changes(printed, changed))))
    return found


def _examples(game_id: str) -> Iterator[tuple[str, int]]:
    """Yield the examples of the exact questions of a game that take numbers: name and place."""
    for name in game_entry(game_id).questions:
        question = _question(game_id, name)
        parameters = question.parameters()
        if question.output is not None or all(each.name != SET for each in parameters):
            continue
        if any(each.type.files and each.needed for each in parameters):
            continue
        for index in range(len(question.examples)):
            yield name, index


@cache
def _question(game_id: str, name: str) -> type[Question]:
    return question_of(game_entry(game_id), name)


@lru_cache(MOST_KEPT)
def _answered(
    game_id: str, name: str, index: int, number: str, value: int
) -> tuple[tuple[str, str], ...] | str:
    """Return the values of an answer with their labels, or why there is none."""
    question = _question(game_id, name)
    example: dict[str, Any] = dict(question.examples[index])
    if number:
        example[SET] = {number: value}
    try:
        return tuple(_values(question.ask(example).answer()))
    except InputError as error:
        return error.message


def _values(answer: Answer) -> Iterator[tuple[str, str]]:
    """Yield the values of an answer with what each is, in words."""
    for part in answer.parts:
        if isinstance(part, Facts):
            for fact in part.rows:
                if fact.label:
                    yield fact.label, fact.measure.words(fact.value)
        elif isinstance(part, Table):
            for place, row in enumerate(part.rows[:MOST_ROWS]):
                texts = [
                    each.measure.words(cell) for each, cell in zip(part.columns, row, strict=True)
                ]
                head = part.heads[place] if place < len(part.heads) else texts[0]
                for column, text in zip(part.columns, texts, strict=True):
                    if text != head:
                        yield f"{head}, {column.label}" if column.label else head, text


def _changes(
    printed: Sequence[tuple[str, str]], changed: Sequence[tuple[str, str]]
) -> Iterator[ValueChange]:
    before, after = dict(printed), dict(changed)
    for label in [*before, *(each for each in after if each not in before)]:
        if before.get(label) != after.get(label):
            yield ValueChange(label, before.get(label, ""), after.get(label, ""))


def _place(game_id: str, name: str, example: Mapping[str, Any], changed: str) -> str:
    """Return the address of a question with its parameters and a changed number."""
    from urllib.parse import urlencode

    texts = {
        key: "on" if value is True else "\n".join(value) if isinstance(value, tuple) else str(value)
        for key, value in example.items()
        if key != FOLDER
    }
    return f"/ask/{game_id}/{name.replace(' ', '/')}?{urlencode({**texts, SET: changed})}"
