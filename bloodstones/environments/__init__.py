"""Games as environments for learners: PettingZoo, Gymnasium, OpenSpiel.

`env` returns a PettingZoo environment of any game, `vector_env` many playthroughs at once for
Gymnasium; the module `open_spiel` registers all games with OpenSpiel. A game declares what they
need in its module `environment`; `descriptions.describe` puts its actions and
observations in words.
Imports `core`, `kit` and `games`. Start with `game_table`, then `turns`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bloodstones.core.extras import require_extra

if TYPE_CHECKING:
    from bloodstones.environments.turns import TurnEnv
    from bloodstones.environments.vector import GamesEnv

__all__ = ["env", "vector_env"]


def env(game: str, *, shaped: float = 0.0, render_mode: str | None = None, **setup: Any) -> TurnEnv:
    """Return a game as a PettingZoo environment in which the seats decide in turn.

    Parameters
    ----------
    game
        Its id.
    shaped, render_mode
        See `environments.turns.TurnEnv`.
    **setup
        See `environments.game_table.TableSetup`: players, board, roles, options, overrides,
        choices, data.

    Raises
    ------
    InputError
        If the setup cannot be played, or a package of the extra `env` is missing.

    Examples
    --------
    >>> table = env("bellum_magica", players=2)
    >>> table.reset(seed=7)
    >>> seen, reward, termination, truncation, info = table.last()
    >>> table.agent_selection, sorted(seen), int(seen["action_mask"].sum())
    ('seat_0', ['action_mask', 'observation'], 2)
    """
    require_extra("env")
    from bloodstones.environments.game_table import TableSetup
    from bloodstones.environments.turns import TurnEnv

    return TurnEnv(game, TableSetup(**setup), shaped, render_mode)


def vector_env(game: str, num_envs: int, **setup: Any) -> GamesEnv:
    """Return many playthroughs of a game as a Gymnasium environment, stepped in one call.

    Parameters
    ----------
    game
        Its id.
    num_envs
        How many playthroughs.
    **setup
        See `environments.vector.GamesEnv`: opponents, learner and what `env` takes.

    Raises
    ------
    InputError
        If the setup cannot be played, or a package of the extra `env` is missing.
    """
    require_extra("env")
    from bloodstones.environments.vector import GamesEnv

    return GamesEnv(game, num_envs, **setup)
