"""Random play through environments: this laboratory's, PettingZoo's own, and pgx, in turn.

`python -m tests.benchmarks.environment_peers SECONDS` prints decisions a second of processor time
as JSON, the best of several rounds; peers that are not installed are left out.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(name, "1")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")

import numpy as np  # noqa: E402

import bloodstones  # noqa: E402

ROUNDS = 3
NUMBER = 96
VECTORS = {
    "bloodstones": {"players": 2, "opponents": "self"},
    "bloodstones, a learner": {"players": 2, "opponents": "random"},
    "bellum_magica": {"players": 2, "opponents": "self"},
}
TURNS = ("bloodstones", "bellum_magica")
PGX = ("connect_four", "backgammon")
BATCH = 1024


def paced(step: Callable[[], int], seconds: float) -> float:
    """How many decisions a second of processor time, the best of several rounds."""
    best = 0.0
    for _ in range(ROUNDS):
        began, done = time.process_time(), 0
        while time.process_time() - began < seconds:
            done += step()
        best = max(best, done / (time.process_time() - began))
    return best


def vectorized(setup: dict[str, Any], game: str) -> Callable[[], int]:
    """Step many playthroughs, every one with a random action."""
    many = bloodstones.vector_env(game, NUMBER, **setup)
    many.reset(seed=1)

    def step() -> int:
        before = many.decisions
        for _ in range(20):
            many.step(many.random_actions())
        return int(many.decisions - before)

    return step


def in_turn(table: Any) -> Callable[[], int]:
    """Step one playthrough, as the benchmark of PettingZoo does."""
    table.reset(seed=1)

    def step() -> int:
        done = 0
        for agent in table.agent_iter(50):
            seen, _, over, cut, _ = table.last()
            if over or cut:
                table.reset()
                break
            mask = seen["action_mask"]
            table.step(random.choice(np.flatnonzero(mask).tolist()))
            done += 1
            del agent
        return done

    return step


def of_pgx(game: str) -> Callable[[], int]:
    """Step many games of pgx by its own random play, compiled for the processor."""
    import jax
    import pgx

    env: Any = pgx.make(game)
    start = jax.jit(jax.vmap(env.init))

    def act(state: Any, key: Any) -> Any:
        keys = jax.random.split(key, BATCH + 1)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(keys[0], logits, axis=-1)
        return jax.vmap(pgx_auto_reset(env))(state, action, keys[1:])

    run = jax.jit(act)
    state = start(jax.random.split(jax.random.PRNGKey(0), BATCH))
    state = run(state, jax.random.PRNGKey(1))
    jax.block_until_ready(state)
    told = {"state": state, "number": 2}

    def step() -> int:
        told["number"] += 1
        told["state"] = run(told["state"], jax.random.PRNGKey(told["number"]))
        jax.block_until_ready(told["state"].observation)
        return BATCH

    return step


def pgx_auto_reset(env: Any) -> Any:
    """The step of pgx that begins the next game where one has ended."""
    from pgx.experimental.wrappers import auto_reset

    return auto_reset(env.step, env.init)


def main(seconds: float, small: bool) -> dict[str, float]:
    """Measure everything; small: the smallest game and no peer."""
    told = {}
    for name, setup in VECTORS.items():
        if not small or name == "bellum_magica":
            told[f"vectorized {name}"] = paced(vectorized(setup, name.split(",")[0]), seconds)
    for game in TURNS[-1:] if small else TURNS:
        told[f"in turn {game}"] = paced(in_turn(bloodstones.env(game, players=2)), seconds)
    if small:
        return told
    if find_spec("pygame"):
        from pettingzoo.classic import connect_four_v3

        told["PettingZoo connect_four"] = paced(in_turn(connect_four_v3.env()), seconds)
    if find_spec("pgx"):
        for game in PGX:
            told[f"pgx {game}"] = paced(of_pgx(game), seconds)
    return told


if __name__ == "__main__":
    print(json.dumps(main(float(sys.argv[1]), "--small" in sys.argv)))
