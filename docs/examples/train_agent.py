"""Train a small agent in the smallest game and see where it stands on the ladder.

    python docs/examples/train_agent.py --out results/agent

The game is Bellum Magica for two, played in kernels by `bloodstones.vector_env`; the agent is a
network with one hidden layer in plain NumPy, taught by proximal policy optimization (Schulman et
al. 2017) against `greedy`. Written to the folder: `agent.py` and `agent.npz`, a strategy
that plays wherever one is named, `curve.json`, and `ladder.svg` with the rates of the
project's own ladder. It takes some minutes on two cores.

    bloodstones play --game bellum_magica --players c1:results/agent/agent.py:Agent,c2:greedy
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from agent import Network, actable

import bloodstones

GAME = "bellum_magica"
PLAYERS = 2
AGENT = Path(__file__).parent / "agent.py"


@dataclass(frozen=True)
class Plan:
    """How long and how fast it learns."""

    iterations: int = 200
    playthroughs: int = 128
    steps: int = 64
    hidden: int = 96
    rate: float = 1.5e-3
    epochs: int = 3
    batch: int = 1024
    clip: float = 0.2
    entropy: float = 0.01
    trace: float = 0.95  # how far a reward is traced back (lambda of Schulman et al. 2016)
    shaped: float = 0.02  # what a point more is worth, beside the win at the end


class Trainer:
    """An agent that learns against a strategy of the catalogue.

    Parameters
    ----------
    plan, seed
        How it learns, and from which luck.
    opponent
        Whom it plays.
    """

    def __init__(self, plan: Plan, seed: int, opponent: str = "greedy") -> None:
        self.plan = plan
        self.luck = np.random.default_rng(seed)
        self.games = bloodstones.vector_env(
            GAME,
            plan.playthroughs,
            opponents=opponent,
            players=PLAYERS,
            passes_by=True,
            shaped=plan.shaped,
        )
        self.seen, _ = self.games.reset(seed=seed)
        size, actions = self.games.table.observations.size, self.games.actions.size
        self.network = Network.fresh(size, plan.hidden, actions, self.luck)
        self.moments = [np.zeros_like(weights) for weights in self.network.weights]
        self.squares = [np.zeros_like(weights) for weights in self.network.weights]
        self.updates = 0
        self.won: list[float] = []

    def measure_inputs(self, steps: int = 100) -> None:
        """Learn the scale of the observations from random play."""
        rows = []
        for _ in range(steps):
            rows.append(actable(self.seen["observation"]))
            self.seen, *_ = self.games.step(self.games.random_actions())
        seen = np.concatenate(rows)
        self.network.scale(seen.mean(axis=0), seen.std(axis=0))

    def improve(self, share: float) -> float:
        """Play some steps and learn from them; return the share of playthroughs won.

        `share`: of the learning rate, which falls as it goes on.
        """
        self.won = []
        rows, masks, actions, chances, values, rewards, ends = self._play()
        last = self.network.forward(self.network.inputs(self.seen["observation"]))[2]
        gains = self._advantages(rewards, values, ends, last)
        targets = gains + values
        flat = [each.reshape(-1, *each.shape[2:]) for each in (rows, masks, actions, chances)]
        gains, targets = gains.ravel(), targets.ravel()
        gains = (gains - gains.mean()) / (gains.std() + 1e-8)
        for _ in range(self.plan.epochs):
            order = self.luck.permutation(len(gains))
            for at in range(0, len(order), self.plan.batch):
                some = order[at : at + self.plan.batch]
                self._learn(*(each[some] for each in flat), gains[some], targets[some], share)
        return float(np.mean(self.won)) if self.won else 0.0

    def _play(self) -> tuple[np.ndarray, ...]:
        """Play some steps in every playthrough."""
        kept_rows: list[list[np.ndarray]] = [[] for _ in range(7)]
        for _ in range(self.plan.steps):
            row = self.network.inputs(self.seen["observation"])
            mask = self.seen["action_mask"].astype(bool)
            _, odds, value = self.network.forward(row, mask)
            totals = odds.cumsum(axis=1)
            drawn = self.luck.random((len(row), 1)) * totals[:, -1:]
            action = np.minimum((totals <= drawn).sum(axis=1), odds.shape[1] - 1)
            chance = odds[np.arange(len(row)), action]
            self.seen, reward, ended, _, infos = self.games.step(action)
            if ended.any():
                credit, seats = infos["credit"][ended], self._learners(ended)
                self.won += credit[np.arange(len(credit)), seats].tolist()
            given = (row, mask, action, chance, value, reward.copy(), ended)
            for kept, each in zip(kept_rows, given, strict=True):
                kept.append(each)
        return tuple(np.array(each) for each in kept_rows)

    def _learners(self, ended: np.ndarray) -> np.ndarray:
        """Return the seats that the agent had in playthroughs that have just ended."""
        return (self.games.seats[ended] - 1) % PLAYERS

    def _advantages(
        self, rewards: np.ndarray, values: np.ndarray, ends: np.ndarray, last: np.ndarray
    ) -> np.ndarray:
        """Return how much better each step went than expected."""
        gains, gain, after = np.zeros_like(values), np.zeros_like(last), last
        for step in reversed(range(len(rewards))):
            goes_on = ~ends[step]
            error = rewards[step] + goes_on * after - values[step]
            gain = error + self.plan.trace * goes_on * gain
            gains[step], after = gain, values[step]
        return gains

    def _learn(
        self,
        rows: np.ndarray,
        masks: np.ndarray,
        actions: np.ndarray,
        before: np.ndarray,
        gains: np.ndarray,
        targets: np.ndarray,
        share: float,
    ) -> None:
        """Take one step down the gradient."""
        number = len(rows)
        hidden, odds, value = self.network.forward(rows, masks)
        place = np.arange(number)
        ratio = odds[place, actions] / before
        clipped = ((ratio > 1 + self.plan.clip) & (gains > 0)) | (
            (ratio < 1 - self.plan.clip) & (gains < 0)
        )
        push = np.where(clipped, 0.0, ratio * gains)[:, np.newaxis]
        chosen = np.zeros_like(odds)
        chosen[place, actions] = 1
        logs = np.log(np.maximum(odds, 1e-12))
        spread = -(odds * logs).sum(axis=1, keepdims=True)
        by_logit = -push * (chosen - odds) + self.plan.entropy * odds * (logs + spread)
        by_value = value - targets
        slopes = self.network.backward(rows, hidden, by_logit / number, by_value / number)
        self._descend(slopes, share)

    def _descend(self, slopes: list[np.ndarray], share: float) -> None:
        """Go down by Adam (Kingma and Ba 2015), the whole step no longer than 0.5."""
        self.updates += 1
        length = np.sqrt(sum(float((slope**2).sum()) for slope in slopes))
        for number, weights in enumerate(self.network.weights):
            slope = slopes[number] * min(1.0, 0.5 / (length + 1e-8))
            self.moments[number] += 0.1 * (slope - self.moments[number])
            self.squares[number] += 0.001 * (slope**2 - self.squares[number])
            moment = self.moments[number] / (1 - 0.9**self.updates)
            square = self.squares[number] / (1 - 0.999**self.updates)
            weights -= self.plan.rate * share * moment / (np.sqrt(square) + 1e-8)


def train(plan: Plan, seed: int, minutes: float = 60.0) -> tuple[Network, list[float]]:
    """Return an agent and the shares of playthroughs that it won while it learned."""
    trainer = Trainer(plan, seed)
    trainer.measure_inputs()
    curve, began = [], time.monotonic()
    for iteration in range(plan.iterations):
        curve.append(trainer.improve(max(0.05, 1 - iteration / plan.iterations)))
        if iteration % 10 == 9:
            spent = time.monotonic() - began
            won = np.mean(curve[-10:])
            print(f"{iteration + 1}: won {won:.3f} after {spent:.0f} s", flush=True)
            if spent > 60 * minutes:
                break
    return trainer.network, curve


def save(network: Network, folder: Path) -> str:
    """Write the agent as a strategy; return its name.

    The code holds the hash of the weights: a study that notes the hash of the code notes both.
    """
    folder.mkdir(parents=True, exist_ok=True)
    network.save(folder / "agent.npz")
    digest = hashlib.sha256((folder / "agent.npz").read_bytes()).hexdigest()
    code = AGENT.read_text(encoding="utf-8").replace('WEIGHTS = ""', f'WEIGHTS = "{digest}"')
    (folder / "agent.py").write_text(code, encoding="utf-8")
    return f"{folder / 'agent.py'}:Agent"


def play_command(name: str) -> str:
    """Return the command that plays a saved agent."""
    return f"bloodstones play --game {GAME} --players c1:{name},c2:greedy"


def main() -> None:
    """Train, save, rate and plot."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("results/agent"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--iterations", type=int, default=Plan.iterations)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--tables", type=int, default=100)
    given = parser.parse_args()
    network, curve = train(Plan(iterations=given.iterations), given.seed, given.minutes)
    name = save(network, given.out)
    print(f"saved as {name}; it plays with: {play_command(name)}")
    (given.out / "curve.json").write_text(json.dumps(curve), encoding="utf-8")
    from standing import climb

    for other, rate in climb(given.out, given.tables).items():
        print(f"won {rate:.3f} against {other}")


if __name__ == "__main__":
    main()
