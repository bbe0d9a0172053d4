"""The questions at hand at a table, asked: the exact odds of the battle that is being decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bloodstones.api.game_parts.questions import question_of
from bloodstones.core.errors import InputError
from bloodstones.core.questions.answer import Answer, Facts
from bloodstones.core.questions.form import sent_to
from bloodstones.games.registry import find_part, game_entry
from bloodstones.kit.table.at_hand import AtHand
from bloodstones.kit.table.session import Session

MODULE: Final = "questions.at_hand"
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

    None for a game that declares no such questions, for what its odds do not cover, and with
    a user's own data files.
    """
    part = find_part(session.game.id, MODULE)
    if part is None or session.over or session.play.is_chance or session.setup.data:
        return ()
    answered = []
    for asked in part.questions(session.play, seat)[:MOST]:
        numbers = session.setup.overrides.items()
        changed = "\n".join(f"{name}={value}" for name, value in numbers)
        sent = {**asked.arguments, **({"set": changed} if changed else {})}
        question = question_of(game_entry(session.game.id), asked.question)
        try:
            chosen, arguments = sent_to(question, sent)
            whole = chosen.ask(arguments).answer()
        except InputError:
            continue  # a force that the odds do not know
        answered.append(Answered(asked, sent, _facts(asked, whole)))
    return answered


def _facts(asked: AtHand, whole: Answer) -> Answer:
    """Return the facts of an answer that apply to the position, and what they leave out."""
    facts = [part for part in whole.parts if isinstance(part, Facts) and part.rows]
    notes = (*whole.notes, asked.beside) if asked.beside else whole.notes
    return Answer(asked.words, [part for part in facts if part.key not in asked.hidden], notes)
