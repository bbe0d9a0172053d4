"""Many playthroughs of a game as one Gymnasium environment, stepped by kernels in one call.

One learner plays against shipped strategies, or decides for every seat. When a playthrough ends,
the next one starts in the same step (`AutoresetMode.SAME_STEP`): `infos["final_obs"]` has the
learner's last observation, and `infos["final_info"]` the seat that decided and the result of every
seat. With `AutoresetMode.NEXT_STEP`, the next one starts in the next step, as Gymnasium's
observation wrappers expect.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from bloodstones.core.arguments import names_of, real_of, switch_of, whole_of
from bloodstones.core.errors import InputError, RunError, expected
from bloodstones.core.kernels.kernel import JIT
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import WORDS, game_key, open_one
from bloodstones.environments.game_table import PART, RANDOM, TableSetup, table_of
from bloodstones.environments.memory import zeros_together
from bloodstones.environments.spaces import MOST_SEED, check_flat, observation_space, seed_of
from bloodstones.kit.environment.observations import DTYPE, Part, views_of
from bloodstones.kit.environment.stepping import (
    EVERY_SEAT,
    FINE,
    STOPPED,
    Place,
    Room,
    Terms,
    choose_by_lot,
    step_all,
)

MOST_ENVS: Final = 1_000_000
WHOLE: Final = "iu"  # kinds of whole numbers in NumPy
SELF_PLAY: Final = "self"
IN_TURN: Final = "in_turn"
APART: Final = 16  # rows whose length is a power of two push each other out of the caches
NO_ACTIONS: Final = np.zeros(0, np.int64)


# What a step writes in the memory of a room, and the attributes that are in it.
WRITTEN: Final = (
    "states",
    "places",
    "observations",
    "last",
    "masks",
    "listed",
    "streams",
    "rewards",
)
SHARED: Final = ("_room", "_play", "_handed", "_seat", "_count", "_ended", "_credit", "_never")
KEPT: Final = "written"

Seeds = int | np.integer[Any] | Sequence[int | None] | Array | None


class GamesEnv(VectorEnv):  # type: ignore[misc]
    """Many playthroughs of one setup.

    Parameters
    ----------
    game
        Its id.
    num_envs
        Number of playthroughs.
    opponents
        The compiled strategy of all other seats, or one for each seat (the entry for the learner's
        seat is ignored). "self": the learner decides for every seat, and each step asks the seat
        that decides next.
    learner
        Seat of the learner; "in_turn": the seat moves on by one in each following playthrough.
    passes_by
        Whether decisions without an alternative are played automatically.
    shaped
        Reward for each point that the deciding seat gains, given when the seat decides again; with
        0, the only reward is the win credit at the end.
    autoreset_mode
        "SameStep" or "NextStep", as in Gymnasium's own vector environments. With "NextStep", the
        step that ends a playthrough returns its last observation, without a legal action; the next
        step starts the next playthrough and ignores the action.
    **setup
        As in `game_table.TableSetup`: players, board, roles, options, set, choices, data.

    Raises
    ------
    InputError
        If the setup is not possible, or a strategy is not compiled.

    Notes
    -----
    Observations are dicts of `observation` and `action_mask`, as in `turns.TurnEnv`. Every step
    overwrites observations, rewards and infos: copy the arrays that you keep.

    Examples
    --------
    >>> games = GamesEnv("bellum_magica", 2, players=2)
    >>> int(games.single_action_space.n), games.num_envs
    (618, 2)
    """

    metadata: dict[str, Any] = {  # noqa: RUF012, as in Gymnasium
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": [],
    }

    def __init__(
        self,
        game: str,
        num_envs: int,
        opponents: str | Sequence[str] = RANDOM,
        learner: int | str = IN_TURN,
        passes_by: bool = False,
        shaped: float = 0.0,
        autoreset_mode: str | AutoresetMode = "SameStep",
        **setup: Any,
    ) -> None:
        mode = _mode_of(autoreset_mode)
        self._next_step = mode is AutoresetMode.NEXT_STEP
        self.metadata = {**type(self).metadata, "autoreset_mode": mode}
        if not JIT:
            raise InputError("expected compiled kernels, got NUMBA_DISABLE_JIT (environment)")
        wanted = f"1 to {MOST_ENVS:,} playthroughs"
        num_envs = whole_of(num_envs, "num_envs=", wanted, 1, MOST_ENVS)
        own = isinstance(opponents, str) and opponents == SELF_PLAY
        named = RANDOM if own else opponents
        first = table_of(game, TableSetup(**setup))
        if isinstance(named, str):
            strategies = (named,) * first.players
        else:
            strategies = names_of(named, "opponents=", "a strategy, or one for each seat")
            if len(strategies) != first.players:
                raise expected(f"{first.players} strategies", len(strategies), "opponents=")
        self.table = table_of(game, TableSetup(strategies=strategies, **setup))
        self._refuse_slow(strategies)
        self.actions, self.num_envs = self.table.actions, num_envs
        self._terms = self._terms_of(own, learner, switch_of(passes_by, "passes_by="), shaped)
        self.single_observation_space = observation_space(self.table)
        self.single_action_space = gymnasium.spaces.Discrete(self.actions.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._allot(num_envs)

    def _refuse_slow(self, strategies: Sequence[str]) -> None:
        """Raise InputError if strategies are not played by kernels."""
        if not self.table.seating.compiled:
            raise expected(
                "opponents that are compiled strategies", ", ".join(strategies), "opponents="
            )

    def _terms_of(self, own: bool, learner: int | str, passes_by: bool, shaped: float) -> Any:
        """Return the terms of all playthroughs."""
        terms: Any = Terms.new()
        terms.players, terms.computed = self.table.players, self.table.observations.computed
        terms.passes_by, terms.shaped = passes_by, real_of(shaped, "shaped=")
        turns = isinstance(learner, str) and learner == IN_TURN
        wanted = f"a seat of {self.table.players} or {IN_TURN}"
        seat = 0 if turns else whole_of(learner, "learner=", wanted, 0, self.table.players - 1)
        terms.turns = int(turns and not own)
        terms.learner = EVERY_SEAT if own else seat
        return terms

    def _allot(self, number: int) -> None:
        """Make room for the states and all that a step returns."""
        seating, space = self.table.seating, self.actions
        engine = seating.deciders.engine
        seen = (number, self.table.observations.size), DTYPE
        states, places, observations, last, masks, listed = zeros_together(
            ((number,), engine.state.dtype()),
            ((number,), Place.dtype()),
            seen,
            seen,
            ((number, space.size), np.int8),
            ((number, engine.most_decisions + APART), np.int32),
        )
        self._room = Room(
            states=states,
            views=views_of(states),
            terms=self._terms,
            places=places,
            space=(space.kinds, space.places, space.codes),
            plan=self.table.observations.plan,
            streams=np.zeros((number, WORDS), np.int64),
            observations=observations,
            last=last,
            masks=masks,
            listed=listed,
            rewards=np.zeros(number),
            out=np.zeros(engine.most_decisions, np.int32),
        )
        # Looked up once: each of these takes as long as the kernels do for a decision.
        self._play = step_all
        self._handed = seating.tables, seating.policy, tuple(self._room)
        self._seat, self._count, self._ended = places["seat"], places["count"], places["ended"]
        self._credit = places["credit"][:, : self.table.players]
        self._never = np.zeros(number, np.bool_)
        self._decided = np.zeros(number, np.int64)  # who decided last
        self._waiting = np.zeros(number, np.bool_)  # which begin in the next step
        self._begun = False

    def __getstate__(self) -> dict[str, Any]:
        """Return what the playthroughs are, without the memory that their arrays share."""
        state = {name: value for name, value in self.__dict__.items() if name not in SHARED}
        return state | {KEPT: [_bytes(getattr(self._room, name)) for name in WRITTEN]}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Put the playthroughs into memory of their own."""
        state = state.copy()
        contents, begun = state.pop(KEPT), state.pop("_begun")
        decided, waiting = state.pop("_decided"), state.pop("_waiting")
        self.__dict__.update(state)
        self._allot(self.num_envs)
        for name, content in zip(WRITTEN, contents, strict=True):
            _bytes(getattr(self._room, name))[:] = content
        self._decided[:], self._waiting[:], self._begun = decided, waiting, begun

    @property
    def fields(self) -> tuple[Part, ...]:
        """The named parts of an observation."""
        return self.table.observations.parts

    def named(self, observations: Array) -> dict[str, Array]:
        """Return the parts of flat observations by name, shapes behind the axis of playthroughs."""
        return self.table.observations.named(check_flat(observations, self.table.observations.size))

    @property
    def seats(self) -> Array:
        """Who decides in each playthrough: int64 array."""
        return self._seat

    @property
    def decisions(self) -> int:
        """How many decisions all seats have made in all playthroughs."""
        return int(self._room.places["decisions"].sum())

    def legal(self) -> tuple[Array, Array]:
        """Return the legal actions and how many there are: arrays by playthrough.

        The first has more columns than there are legal actions; what stands behind them is stale.
        """
        return self._room.listed, self._count

    def random_actions(self) -> Array:
        """Return a legal action for each playthrough, drawn uniformly: int64 array."""
        chosen = np.empty(self.num_envs, np.int64)
        lots = self.np_random.random(self.num_envs)
        choose_by_lot(lots, self._room.places, self._room.listed, chosen)
        return chosen

    def reset(
        self, *, seed: Seeds = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Array], dict[str, Any]]:
        """Begin all playthroughs; the same seed begins the same ones, and the same after them.

        Parameters
        ----------
        seed
            A whole number of at least 0, which keys these playthroughs and those after them, each
            in its own way; or a list with one for each playthrough, which then begins alike at any
            place. None, alone or in the list: continue from the last seed.
        options
            Unused; Gymnasium's signature.

        Returns
        -------
        observations
            See `step`.
        infos
            `seat`: the seat that decides, by playthrough.
        """
        seeds = self._seeds(seed)
        if seed is not None and seeds is None:
            self.np_random, _ = seeding.np_random(seed_of(seed))
        drawn = int(self.np_random.integers(MOST_SEED))
        for place in range(self.num_envs):
            own = None if seeds is None else seeds[place]
            key = game_key(drawn, PART, place) if own is None else _key_of(own)
            open_one(self._room.streams, place, key)
        self._step(NO_ACTIONS)
        self._begun = True
        self._waiting[:] = False
        return self._observations(), {"seat": self._seat}

    def step(self, actions: Array) -> tuple[dict[str, Array], Array, Array, Array, dict[str, Any]]:
        """Carry out an action in every playthrough.

        Raises
        ------
        InputError
            If one is not legal, or nothing has begun; all playthroughs stay as they were.
        RunError
            If the engine stops.
        """
        if not self._begun:
            raise expected("a call to reset first", "none", "step")
        numbers = self._numbers(actions)
        if self._next_step and self._waiting.any():
            self._step_but_waiting(numbers)
        else:
            self._step(numbers)
        ended = self._ended != 0
        infos: dict[str, Any] = {"seat": self._seat}
        if self._next_step:
            self._waiting[:] = ended
        if np.count_nonzero(ended):
            infos["credit"] = self._credit
            infos["_credit"] = ended
            if self._next_step:
                infos["seat"] = np.where(ended, self._decided, self._seat)
                return self._last(ended), self._room.rewards, ended, self._never, infos
            infos["final_obs"] = self._final(ended)
            infos["_final_obs"] = ended
            infos["final_info"] = {
                "seat": np.where(ended, self._decided, 0),
                "_seat": ended,
                "credit": np.where(ended[:, np.newaxis], self._credit, 0.0),
                "_credit": ended,
            }
            infos["_final_info"] = ended
        return self._observations(), self._room.rewards, ended, self._never, infos

    def _step_but_waiting(self, numbers: Array) -> None:
        """Carry out actions where a playthrough goes on; the others stand at their beginning."""
        waiting = self._waiting
        written = [getattr(self._room, name) for name in WRITTEN]
        kept = [array[waiting] for array in written]
        self._step(np.where(waiting, self._room.listed[:, 0], numbers))
        for array, rows in zip(written, kept, strict=True):
            array[waiting] = rows
        self._ended[waiting] = 0
        self._room.rewards[waiting] = 0.0

    def _last(self, ended: Array) -> dict[str, Array]:
        """Return what is seen, and what was seen last of the playthroughs that have ended."""
        seen, masks = self._room.observations.copy(), self._room.masks.copy()
        seen[ended], masks[ended] = self._room.last[ended], 0
        return {"observation": seen, "action_mask": masks}

    def _numbers(self, actions: Any) -> Array:
        """Return actions as int64; InputError unless there is a whole number for each place."""
        try:
            numbers = np.asarray(actions)
        except ValueError:  # lists of several lengths
            raise expected(f"{self.num_envs} actions", actions, "actions") from None
        if numbers.shape != (self.num_envs,):
            raise expected(f"{self.num_envs} actions", numbers.shape, "actions")
        if numbers.dtype.kind not in WHOLE:
            raise expected("actions that are whole numbers", numbers.dtype.name, "actions")
        return numbers.astype(np.int64, copy=False)

    def _seeds(self, seed: Seeds) -> list[int | None] | None:
        """Return a seed for each playthrough, None where one is for all."""
        if isinstance(seed, np.ndarray):
            seed = seed.tolist()
        if not isinstance(seed, list | tuple):
            return None
        if len(seed) != self.num_envs:
            raise expected(f"{self.num_envs} seeds, or one", len(seed), "seed=")
        return [None if each is None else seed_of(each) for each in seed]

    def _observations(self) -> dict[str, Array]:
        return {"observation": self._room.observations, "action_mask": self._room.masks}

    def _final(self, ended: Array) -> Array:
        """Return what was seen last of the playthroughs that have ended, None for the others."""
        last = np.full(self.num_envs, None, object)
        none = np.zeros(self.actions.size, np.int8)
        for place in np.flatnonzero(ended).tolist():
            last[place] = {"observation": self._room.last[place].copy(), "action_mask": none}
        return last

    def _step(self, actions: Array) -> None:
        """Carry out actions, or begin all playthroughs with none."""
        self._decided[:] = self._seat
        wrong = self._play(*self._handed, actions)
        if wrong == FINE:
            return
        if wrong <= STOPPED:
            raise RunError(f"the engine stopped (playthrough {STOPPED - wrong})")
        number = int(actions[wrong])
        shown = self.actions.describe(number) if 0 <= number < self.actions.size else number
        raise expected("a legal action, see action_mask", shown, f"playthrough {wrong}")


def _mode_of(mode: Any) -> AutoresetMode:
    """Return when the next playthrough begins; InputError for what is no such mode."""
    modes = {each.value: each for each in (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP)}
    found = mode if isinstance(mode, AutoresetMode) else modes.get(str(mode))
    if found not in modes.values():
        raise expected(" or ".join(modes), mode, "autoreset_mode=")
    return found


def _bytes(array: Array) -> Array:
    """Return the bytes of an array in one piece, as an array of them that shares its memory."""
    return array.reshape(-1).view(np.uint8)


def _key_of(seed: int) -> Array:
    """Return what the streams of a playthrough with a seed of its own are keyed by."""
    drawn = int(seeding.np_random(seed)[0].integers(MOST_SEED))
    return game_key(drawn, PART, 0)
