"""What can be asked about the position at a table: the questions that are at hand.

A game says so in the module `at_hand` of its room `questions`: a function `questions(play, seat)`
that returns a sequence of `AtHand`, made from what the seat knows and nothing else. `api.at_hand`
calls it where that seat decides and answers. `READINGS` there names the readings of the rules that
the questions take (`option`); under other changed ones nothing is answered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AtHand:
    """A question about a position.

    Attributes
    ----------
    words
        What it is about, such as the battle that would be fought.
    question
        Its name among the questions of the game.
    arguments
        Parameter -> text, as a form sends it; changed rule numbers and readings are added to it.
    code
        The decision that it is about, packed; None: it is about the position.
    beside
        What the answer does not reckon with, as a sentence; "" for nothing.
    hidden
        Keys of the parts of the answer that do not apply here.
    """

    words: str
    question: str
    arguments: Mapping[str, str]
    code: int | None = None
    beside: str = ""
    hidden: frozenset[str] = frozenset()
