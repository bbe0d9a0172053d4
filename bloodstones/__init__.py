"""The balance laboratory for board war games: exact odds, complete games, batch studies.

>>> import bloodstones as bs
>>> bs.list_games()["id"]
['bloodstones', 'wizard_kings', 'bellum_magica', 'battlelore', 'battalia']
>>> game = bs.load_game("bloodstones")

A game lists what it offers as tables: `roles()`, `boards()`, `strategies()`, `numbers(words)`,
`readings()`, `rules(clause_or_text)`, `questions()`. Every question is a method:

>>> odds = game.odds("hill_folk: giant", "horse_lords: swordsman", terrain="hills")
>>> odds.p_attacker, round(float(odds.p_attacker), 3)
(Fraction(1549, 1757), 0.882)
>>> len(odds.distribution), odds.what_if().title
(14, 'What if: Hill Folk (attacker) in hills')

Strategies, human players (`human`) or both play a playthrough:

>>> play = game.playthrough("dragon_riders:warlord", "horse_lords:builder", seed=7)
>>> play.step().seat, play.finish().scores
(1, (50, 85))

Its other methods are `legal()`, `apply(decision)`, `view(seat)`, `advise()`, `picture()`,
`record()` and `explain()`; `load_record(FILE)` reads a saved record. Notebooks display answers,
tables and playthroughs, and each has `to_pandas()`.

`load_results(FOLDER)` returns the results of a study as pandas data frames;
`load_games(FILE)` does so for a list of games that people played. `env(GAME)` and
`vector_env(GAME, N)` return a game as an environment for learning agents; `open_spiel` registers
all games with OpenSpiel. Bad input raises `InputError`; a failed run raises `RunError`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from bloodstones.api.advice import Advice
    from bloodstones.api.games import Game, list_games, load_position, load_record
    from bloodstones.api.loading import load_game
    from bloodstones.api.playthroughs import Playthrough
    from bloodstones.api.records import Record
    from bloodstones.api.results.league import League, load_games
    from bloodstones.api.results.results import Results, load_results
    from bloodstones.api.studies.plan import games_needed
    from bloodstones.api.studies.searches import balance, ladder, learn, tune
    from bloodstones.api.studies.simulation import simulate
    from bloodstones.api.studies.study import Study, load_study
    from bloodstones.core.errors import BloodstonesError, InputError, RunError
    from bloodstones.core.questions.answer import Answer
    from bloodstones.core.questions.values import Rows
    from bloodstones.environments import env, open_spiel, vector_env

__version__ = "0.2.0"

# Each public name and the module that has it, imported when the name is first used.
PUBLIC: Final = {
    "Advice": "bloodstones.api.advice",
    "Answer": "bloodstones.core.questions.answer",
    "BloodstonesError": "bloodstones.core.errors",
    "Game": "bloodstones.api.games",
    "InputError": "bloodstones.core.errors",
    "League": "bloodstones.api.results.league",
    "Playthrough": "bloodstones.api.playthroughs",
    "Record": "bloodstones.api.records",
    "Results": "bloodstones.api.results.results",
    "Rows": "bloodstones.core.questions.values",
    "RunError": "bloodstones.core.errors",
    "Study": "bloodstones.api.studies.study",
    "balance": "bloodstones.api.studies.searches",
    "env": "bloodstones.environments",
    "games_needed": "bloodstones.api.studies.plan",
    "ladder": "bloodstones.api.studies.searches",
    "learn": "bloodstones.api.studies.searches",
    "list_games": "bloodstones.api.games",
    "load_game": "bloodstones.api.loading",
    "load_games": "bloodstones.api.results.league",
    "load_position": "bloodstones.api.games",
    "load_record": "bloodstones.api.games",
    "load_results": "bloodstones.api.results.results",
    "load_study": "bloodstones.api.studies.study",
    "simulate": "bloodstones.api.studies.simulation",
    "tune": "bloodstones.api.studies.searches",
    "vector_env": "bloodstones.environments",
}
# Those that are modules themselves.
MODULES: Final = {"open_spiel": "bloodstones.environments.open_spiel"}
# Those that need the packages of an extra.
EXTRAS: Final = {
    "League": "study",
    "Results": "study",
    "Study": "study",
    "balance": "study",
    "ladder": "study",
    "learn": "learn",
    "load_games": "study",
    "load_results": "study",
    "load_study": "study",
    "simulate": "study",
    "tune": "tune",
}

__all__ = [
    "Advice",
    "Answer",
    "BloodstonesError",
    "Game",
    "InputError",
    "League",
    "Playthrough",
    "Record",
    "Results",
    "Rows",
    "RunError",
    "Study",
    "__version__",
    "balance",
    "env",
    "games_needed",
    "ladder",
    "learn",
    "list_games",
    "load_game",
    "load_games",
    "load_position",
    "load_record",
    "load_results",
    "load_study",
    "open_spiel",
    "simulate",
    "tune",
    "vector_env",
]


def __getattr__(name: str) -> Any:
    """Import what is asked for."""
    if name in MODULES:
        return import_module(MODULES[name])
    if name not in PUBLIC:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message, name=name, obj=import_module(__name__))
    if name in EXTRAS:
        from bloodstones.core.extras import require_extra

        require_extra(EXTRAS[name])
    value = globals()[name] = getattr(import_module(PUBLIC[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
