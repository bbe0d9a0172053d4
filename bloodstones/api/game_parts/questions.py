"""The questions about a game: found by name, each imported when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module

from bloodstones.core.questions.answer import Answer
from bloodstones.core.questions.function import as_function
from bloodstones.core.questions.question import Question
from bloodstones.games.registry import GameEntry, game_entry


def question_of(game: GameEntry, name: str) -> type[Question]:
    """Import and return a question of a game: its module has `_` for `-`, a group is a package."""
    place = name.replace("-", "_").replace(" ", ".")
    question: type[Question] = import_module(f"{game.home}.questions.{place}").QUESTION
    return question


def method_name(name: str) -> str:
    """Return what a question is called as a method of a game.

    >>> method_name("maps judge"), method_name("odds-page")
    ('maps_judge', 'odds_page')
    """
    return name.replace("-", "_").replace(" ", "_")


@cache
def methods_of(home: str, game_id: str) -> dict[str, str]:
    """Return the questions about a game by the names that they have as methods.

    Parameters
    ----------
    home
        The package of the game; part of the key of what is remembered.
    """
    return {method_name(name): name for name in game_entry(game_id).questions}


@cache
def question_method(home: str, game_id: str, method: str) -> Callable[..., Answer]:
    """Return the function that asks a question about a game; KeyError for an unknown one."""
    name = methods_of(home, game_id)[method]
    return as_function(question_of(game_entry(game_id), name))
