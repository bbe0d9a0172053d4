"""The questions at hand at a table, asked: the exact odds of the battle that is being decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.api.game_parts.questions import question_of
from bloodstones.core.errors import DamagedFileError, InputError
from bloodstones.core.files.pairs import spelling
from bloodstones.core.questions.answer import Answer, Facts
from bloodstones.core.questions.form import sent_to
from bloodstones.games.registry import find_part, game_entry
from bloodstones.kit.table.at_hand import AtHand
from bloodstones.kit.table.session import Session

MODULE: Final = "questions.at_hand"
SET: Final = "set"
OPTION: Final = "option"
MOST: Final = 6


@dataclass(frozen=True, slots=True)
class Answered:
    """A question at hand with the facts of its answer.

    Attributes
    ----------
    asked, sent
        The question, and what its form would send.
    answer
        Without tables and pictures.
    """

    asked: AtHand
    sent: Mapping[str, str]
    answer: Answer


def has_questions_at_hand(game_id: str) -> bool:
    """Whether a game says what can be asked about a position at its table."""
    return find_part(game_id, MODULE) is not None


def answers_at_hand(session: Session, seat: int) -> Sequence[Answered]:
    """Return the answers to what a seat can ask about the position, by what it knows.

    None for who does not decide, for a game that declares no such questions, for what its odds do
    not cover, under readings that they do not take, and with a user's own data files.
    """
    if refusal(session):
        return ()
    found = (_answered(session, each) for each in _asked(session, seat)[:MOST])
    return [each for each in found if each is not None]


def refused_at_hand(session: Session, seat: int) -> str:
    """Return why questions at hand are not answered, as a sentence; "" where they are, or none is.

    Parameters
    ----------
    session, seat
        As of `answers_at_hand`.
    """
    why = refusal(session)
    return why if why and _asked(session, seat) else ""


def refusal(session: Session) -> str:
    """Return why a table has no odds at hand as a whole, as a sentence; "" for one that has."""
    if session.setup.data:
        return "No odds here: they use only the data that comes with the game."
    changed = [
        name
        for name, value in session.setup.options.items()
        if value != _usual(session.game.id, name)
    ]
    untaken = sorted(set(changed) - getattr(_part(session), "READINGS", frozenset()))
    if untaken:
        return f"No odds here: they do not take the reading of {', '.join(untaken)}."
    return ""


def _usual(game_id: str, name: str) -> str:
    """Return the usual value of a reading as it is written."""
    register = game_commands_of(game_id).register()
    return "" if register is None else spelling(register.options[name].values[0])


def _part(session: Session) -> Any:
    return find_part(session.game.id, MODULE)


def _asked(session: Session, seat: int) -> Sequence[AtHand]:
    """Return what the seat that decides can ask of a game that says so, while it goes on."""
    part, play = _part(session), session.play
    if part is None or session.over or play.is_chance or play.decider != seat:
        return ()
    asked: Sequence[AtHand] = part.questions(play, seat)
    return asked


def _answered(session: Session, asked: AtHand) -> Answered | None:
    """Return a question with its answer, None where the question does not know a force."""
    setup = session.setup
    changes = {SET: setup.overrides, OPTION: setup.options}
    lines = {
        name: "\n".join(f"{key}={spelling(value)}" for key, value in values.items())
        for name, values in changes.items()
        if values
    }
    sent = {**asked.arguments, **lines}
    question = question_of(game_entry(session.game.id), asked.question)
    try:
        chosen, arguments = sent_to(question, sent)
        whole = chosen.ask(arguments).answer()
    except DamagedFileError:
        raise
    except InputError:
        return None
    return Answered(asked, sent, _facts(asked, whole))


def _facts(asked: AtHand, whole: Answer) -> Answer:
    """Return the facts of an answer that apply to the position, and what they leave out."""
    facts = [part for part in whole.parts if isinstance(part, Facts) and part.rows]
    notes = (*whole.notes, asked.beside) if asked.beside else whole.notes
    return Answer(asked.words, [part for part in facts if part.key not in asked.hidden], notes)
