"""A game as a PettingZoo environment: agents are the seats, each decides when it is its turn.

Chance is not an agent: the environment draws it from the keyed random streams of the playthrough,
so the same seed replays the same game. An observation is a dict of two arrays. `observation` is the
flat view of the seat (`fields` names its parts, `named` returns them by name and shape).
`action_mask` is 1 for each legal action, and all 0 for a seat that does not decide now.
"""

from __future__ import annotations

from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from bloodstones.core.arguments import real_of
from bloodstones.core.errors import expected
from bloodstones.core.kernels.layout import Array
from bloodstones.environments.game_table import TableSetup, table_of
from bloodstones.environments.spaces import (
    MOST_SEED,
    action_of,
    check_flat,
    observation_space,
    seed_of,
)
from bloodstones.kit.environment.observations import Part
from bloodstones.kit.playthrough import Playthrough

ANSI: Final = "ansi"
VERSION: Final = 1  # raised when actions or observations change their meaning


class TurnEnv(AECEnv):  # type: ignore[misc]
    """A game as a PettingZoo environment.

    Parameters
    ----------
    game
        Its id.
    setup
        Board, players, roles and rules; by default as the game declares.
    shaped
        Reward for each point that a seat gains, as soon as the seat knows of it; the game declares
        its points (`table.declared.scored`). With 0, the only reward is the win credit at the end:
        1/k for each of k winners, 0 for the others.
    render_mode
        "ansi": `render` returns the position as text.

    Examples
    --------
    >>> table = TurnEnv("bellum_magica", TableSetup(players=2))
    >>> table.possible_agents, int(table.action_space("seat_0").n)
    (['seat_0', 'seat_1'], 618)
    >>> [part.name for part in table.fields[:3]]
    ['point', 'turn', 'row']
    """

    metadata: dict[str, Any] = {"render_modes": [ANSI], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        setup: TableSetup | None = None,
        shaped: float = 0.0,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, ANSI):
            raise expected(f"{ANSI} or nothing", render_mode, "render_mode=")
        self.table = table_of(game, setup)
        self.metadata = {**self.metadata, "name": f"{game}_v{VERSION}"}
        self.actions = self.table.actions
        self.shaped = real_of(shaped, "shaped=")
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        space = observation_space(self.table)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(self.actions.size) for agent in self.possible_agents
        }
        self.agents: list[str] = []
        self._luck: np.random.Generator | None = None
        self._game: Playthrough | None = None

    @property
    def fields(self) -> tuple[Part, ...]:
        """The named parts of an observation."""
        return self.table.observations.parts

    @property
    def game(self) -> Playthrough:
        """The current playthrough.

        Raises
        ------
        InputError
            Before the first `reset`.
        """
        self._need_begun("environment")
        assert self._game is not None
        return self._game

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return the observation and reward of the selected agent, and whether its game is over.

        Raises
        ------
        InputError
            Before the first `reset`, and once no agent is left.
        """
        self._need_agents("last")
        told: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return told

    def _need_agents(self, where: str) -> None:
        """Raise InputError before the first `reset`, and once no agent is left."""
        self._need_begun(where)
        if not self.agents:
            tip = "reset() begins the next one"
            raise expected("an unfinished playthrough", "one that is over", where, tip)

    def _need_begun(self, where: str) -> None:
        """Raise InputError before the first `reset`, and after `close`."""
        if self._game is None:
            raise expected("a call to reset first", "none", where)

    def named(self, observation: Array) -> dict[str, Array]:
        """Return the parts of a flat observation by name and in their shapes."""
        return self.table.observations.named(check_flat(observation, self.table.observations.size))

    def observation_space(self, agent: str) -> Any:
        """Return the space of what an agent sees; the same object at every call."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> Any:
        """Return the space of what an agent does; the same object at every call."""
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: Any) -> str:
        """Return the name of an agent; InputError unless it is one."""
        if isinstance(agent, str) and agent in self._seats:
            return agent
        raise expected("an agent", agent, "agent=", f"known: {', '.join(self._seats)}")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a playthrough; the same seed begins the same one, and the same ones after it.

        Parameters
        ----------
        seed
            A whole number of at least 0, which keys this playthrough and those after it; None:
            continue from the last seed, or begin at random.
        options
            Unused; PettingZoo's signature.
        """
        if seed is not None or self._luck is None:
            self._luck, _ = seeding.np_random(None if seed is None else seed_of(seed))
        self._game = self.table.playthrough(int(self._luck.integers(MOST_SEED)), 0)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._points = [self._points_of(seat) for seat in range(self.table.players)]
        self._select()

    def observe(self, agent: str) -> dict[str, Array]:
        """Return what an agent sees now, and which of its actions are legal."""
        seat = self._seats[self._known(agent)]
        mask = np.zeros(self.actions.size, np.int8)
        if not self.game.over and seat == self.game.decider:
            mask[self.table.legal(self.game)] = 1
        return {"observation": self.table.observe(self.game.state, seat), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Carry out an action of the agent selected.

        Once the playthrough is over, each agent takes its last reward and then steps with None,
        as PettingZoo has it; the agents that are left are in `agents`.

        Raises
        ------
        InputError
            If it is not legal, or nothing has begun, or all is over; the playthrough stays as it
            was.
        """
        self._need_agents("step")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                tip = "step(None) takes its leave; reset() begins the next playthrough"
                raise expected("no action after the end of the game", action, agent, tip)
            self._was_dead_step(action)
            return
        number = action_of(action)
        if number not in self.table.legal(self.game):
            shown = self.actions.describe(number) if 0 <= number < self.actions.size else action
            raise expected("a legal action, see action_mask", shown, agent)
        self._cumulative_rewards[agent] = 0.0
        self.game.apply_code(self.actions.code(self._seats[agent], number))
        self._reward()
        if self.game.over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        """Give the turn to who decides."""
        self.agent_selection = self.possible_agents[self.game.decider]

    def _points_of(self, seat: int) -> int:
        """Return the points of a seat, 0 where they are not rewarded."""
        return self.table.points(self.game.state, seat) if self.shaped else 0

    def _reward(self) -> None:
        """Set the rewards of the last action for all agents."""
        returns = self.game.returns()
        for seat, agent in enumerate(self.possible_agents):
            points = self._points_of(seat)
            gained = self.shaped * (points - self._points[seat])
            self.rewards[agent] = returns[seat] + gained
            self._points[seat] = points

    def render(self) -> str | None:
        """Return the position in words; None without a render mode."""
        if self.render_mode is None:
            return None
        if self.game.over:
            return f"turn {int(self.game.state.turn)}: over, {self.game.ending.id}"
        choices = len(self.game.legal_codes())
        return f"turn {int(self.game.state.turn)}: {self.agent_selection} has {choices} choices"

    def close(self) -> None:
        """Let go of the playthrough."""
        self._game = None
