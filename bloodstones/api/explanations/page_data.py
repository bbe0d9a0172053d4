"""The explanation of a playthrough as a page shows it: all that the terminal prints, as data."""

from __future__ import annotations

from typing import Any, Final

from bloodstones.api.explanations.explanation import explanation
from bloodstones.api.explanations.judge import Judge
from bloodstones.api.explanations.view import JOINED, NOT_APART, called, heading, strength
from bloodstones.api.game_parts.commands import GameCommands
from bloodstones.kit.explain.explained import Explained
from bloodstones.kit.explain.recorded_steps import WHOLE_TURN, Course

MORE: Final = "more playouts"


def page_data(
    commands: GameCommands, course: Course, told: tuple[Judge, Explained], name: str, seed: int
) -> dict[str, Any]:
    """Return an explanation as data for JSON.

    Parameters
    ----------
    commands, course, told, name, seed
        As of `explanation`.

    Returns
    -------
    dict
        What `bloodstones explain --json` prints, and the sentences of the terminal: `heading`;
        `strength`, how reliable it is; `called`, what makes a mistake; `unsure`, what figures
        marked so are; `joined`, why luck and decisions are not told apart, "" where they are.
    """
    judge, result = told
    data: dict[str, Any] = explanation(commands, course, told, name, seed).as_json()
    return data | {
        "heading": heading(result, course),
        "strength": strength(result, judge),
        "called": called() if result.costly else "",
        "unsure": NOT_APART.format(more=MORE),
        "joined": JOINED.format(more=MORE) if WHOLE_TURN in result.luck else "",
    }
