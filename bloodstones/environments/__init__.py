"""Games as environments for learners: PettingZoo, Gymnasium, OpenSpiel.

`env` returns a PettingZoo environment of any game, `vector_env` many playthroughs at once for
Gymnasium; the module `open_spiel` registers all games with OpenSpiel. A game declares what they
need in its module `environment`; `descriptions.describe` puts its actions and
observations in words.
Imports `core`, `kit` and `games`. Start with `game_table`, then `turns`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypedDict, Unpack

from bloodstones.core.arguments import spelled_out
from bloodstones.core.contract.game import Number
from bloodstones.core.extras import require_extra

if TYPE_CHECKING:
    from bloodstones.environments.turns import TurnEnv
    from bloodstones.environments.vector import GamesEnv

__all__ = ["env", "vector_env"]


class SetupOptions(TypedDict, total=False):
    """What every table may be asked to be, see `environments.game_table.TableSetup`."""

    players: int | None
    board: str | None
    roles: Sequence[str] | None
    options: Mapping[str, str] | None
    set: Mapping[str, Number] | None
    choices: Mapping[str, Number] | None
    data: str


class EnvOptions(SetupOptions, total=False):
    """What one playthrough may be asked to be, see `environments.turns.TurnEnv`."""

    strategies: Sequence[str] | None
    shaped: float
    render_mode: str | None


class VectorOptions(SetupOptions, total=False):
    """What many playthroughs may be asked to be, see `environments.vector.GamesEnv`."""

    opponents: str | Sequence[str]
    learner: int | str
    passes_by: bool
    shaped: float
    autoreset_mode: str


DEFAULTS: Final[dict[str, Any]] = {
    **dict.fromkeys(("players", "board", "roles", "strategies")),
    **dict.fromkeys(("options", "set", "choices")),
    "data": "",
}
VECTOR_DEFAULTS: Final[dict[str, Any]] = {
    "opponents": "random",
    "learner": "in_turn",
    "passes_by": False,
    "shaped": 0.0,
    "autoreset_mode": "SameStep",
    **{name: value for name, value in DEFAULTS.items() if name != "strategies"},
}


@spelled_out({"shaped": 0.0, "render_mode": None, **DEFAULTS})
def env(game: str, **setup: Unpack[EnvOptions]) -> TurnEnv:
    """Return a PettingZoo environment in which the seats decide in turn.

    Parameters
    ----------
    game
        Its id.
    **setup
        `shaped` and `render_mode` as in `environments.turns.TurnEnv`; players, board, roles,
        options, set, choices and data as in `environments.game_table.TableSetup`.

    Raises
    ------
    InputError
        If the setup is not possible, or a package of the extra `env` is missing.

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

    rest: dict[str, Any] = {**setup}
    shaped, render_mode = rest.pop("shaped", 0.0), rest.pop("render_mode", None)
    return TurnEnv(game, TableSetup(**rest), shaped, render_mode)


@spelled_out(VECTOR_DEFAULTS)
def vector_env(game: str, num_envs: int, **setup: Unpack[VectorOptions]) -> GamesEnv:
    """Return a Gymnasium vector environment that plays many playthroughs in one call.

    Parameters
    ----------
    game
        Its id.
    num_envs
        Number of playthroughs.
    **setup
        As in `environments.vector.GamesEnv`: opponents, learner, and the parameters of `env`.

    Raises
    ------
    InputError
        If the setup is not possible, or a package of the extra `env` is missing.
    """
    require_extra("env")
    from bloodstones.environments.vector import GamesEnv

    return GamesEnv(game, num_envs, **setup)
