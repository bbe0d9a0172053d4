"""The balance laboratory for board war games: exact odds, complete games, batch studies.

`load_results(FOLDER)` gives the results of a study as pandas frames; `env(GAME)` and
`vector_env(GAME, N)` give a game as an environment for learners; `open_spiel` registers all games
with OpenSpiel.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from bloodstones.api.results import load_results
    from bloodstones.environments import env, open_spiel, vector_env

__all__ = ["__version__", "env", "load_results", "open_spiel", "vector_env"]
__version__ = "0.1.0"

HOMES: Final = {
    "load_results": "bloodstones.api.results",
    "env": "bloodstones.environments",
    "vector_env": "bloodstones.environments",
}
STUDIED: Final = frozenset({"load_results"})  # needs the packages of studies


def __getattr__(name: str) -> Any:
    """Import what is heavy when it is asked for."""
    if name == "open_spiel":
        return import_module("bloodstones.environments.open_spiel")
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name in STUDIED:
        from bloodstones.core.extras import require_extra

        require_extra("study")
    return getattr(import_module(HOMES[name]), name)
