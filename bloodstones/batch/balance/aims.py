"""The targets of a study as its figures need them: goals in their unit, duels, columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final, cast

import numpy as np

from bloodstones.batch.balance.targets import (
    COLUMN,
    DRAWS,
    FIRST_SEAT,
    LEAD_CHANGES,
    LENGTH,
    SKILL,
    Goal,
    Mean,
    Targets,
    goal_for,
)
from bloodstones.core.contract.game import Game
from bloodstones.core.faults import Faults, nearest

if TYPE_CHECKING:
    from bloodstones.batch.balance.definition import Balance

CREDIT: Final = "win_credit"
TURN_ORDER, TURNS, LEADS = "turn_order", "game_turns", "lead_changes"
TEXT: Final = "str"
SLACK: Final = 1e-9
AGAINST: Final = ">"  # in the level of a duel, which no level of a file has in its name


@dataclass(frozen=True)
class Aims:
    """The targets of a study.

    Attributes
    ----------
    targets
        As the file has them.
    duels
        Level of a duel, `stronger>weaker` -> the strategies of the stronger and the weaker player.
    """

    targets: Targets = field(default_factory=Targets)
    duels: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    @classmethod
    def of(cls, balance: Balance) -> Aims:
        """Return those of a study."""
        strategies = {name: mixes[0][0] for name, mixes in balance.skill}
        skill = balance.targets.skill
        return cls(
            balance.targets,
            {
                f"{strong}{AGAINST}{weak}": (strategies[strong], strategies[weak])
                for strong, weaker in (skill.wins if skill else {}).items()
                for weak in weaker
            },
        )

    @cached_property
    def columns(self) -> dict[str, str]:
        """Target -> the column that it is read from; those that are read from win credits aside."""
        named = {FIRST_SEAT: TURN_ORDER, LENGTH: TURNS, LEAD_CHANGES: LEADS}
        single = {name: column for name, column in named.items() if name in self.targets.every}
        return single | {COLUMN.format(name): name for name in self.targets.columns}

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """What is kept of a playthrough: the win credit, and the columns that targets read."""
        return tuple(dict.fromkeys((CREDIT, *self.columns.values())))

    @cached_property
    def shares(self) -> Mapping[str, float]:
        """What each target counts, 1 together."""
        weights = self.targets.weights
        return {name: weight / sum(weights.values()) for name, weight in weights.items()}

    def role_goals(self, roles: Sequence[str]) -> list[Goal]:
        """Return the win rates wanted of the seats of a line-up, in fair shares.

        Parameters
        ----------
        roles
            By seat. Those without a goal share evenly what those with one leave.
        """
        players, wanted = len(roles), self.targets.win_rate.roles
        named = [goal_for(wanted[role], players) if role in wanted else None for role in roles]
        taken = [float(np.mean(goal)) for goal in named if goal]
        if not taken:
            return [(1.0, 1.0)] * players
        left = (1 - sum(taken)) / max(1, players - len(taken))
        return [
            (low * players, high * players)
            for low, high in (goal or (left, left) for goal in named)
        ]

    def seat_goal(self, target: str, level: str, players: int) -> Goal | None:
        """Return the win rate wanted of the first seat, or of the stronger player, in fair shares.

        Parameters
        ----------
        target
            `FIRST_SEAT` or `SKILL`.
        level, players
            Of the table; the level of a duel.

        Returns
        -------
        tuple or None
            None where the file has no goal for so many players.
        """
        if target == FIRST_SEAT:
            first = self.targets.first_seat
            goals = first.goal if first else None
            if goals is None:
                return 1.0, 1.0
        else:
            assert self.targets.skill is not None
            strong, weak = level.split(AGAINST)
            goals = self.targets.skill.wins[strong][weak]
        goal = goal_for(goals, players)
        return None if goal is None else (goal[0] * players, goal[1] * players)

    def mean_goal(self, target: str, players: int) -> tuple[Goal, float] | None:
        """Return the goal for a mean or a share of games, and by how much it is multiplied.

        Parameters
        ----------
        target
            `DRAWS` in shares of all games; any other in shares of the goal itself.
        players
            At the table.

        Returns
        -------
        tuple or None
            None where the file has no goal for so many players.
        """
        goal = goal_for(cast(Mean, self.targets.every[target]).goal, players)
        if goal is None:
            return None
        times = 1.0 if target == DRAWS else 1 / float(np.mean(goal))
        return (goal[0] * times, goal[1] * times), times

    def check(
        self, game: Game, sizes: Sequence[int], roles: Sequence[Sequence[str]], file: str
    ) -> None:
        """Raise InputError with everything in the targets that the game has not.

        Parameters
        ----------
        game
            That declares the columns.
        sizes, roles
            Numbers of players, and line-ups, that are played.
        file
            Of the study, for faults.
        """
        faults = Faults()
        declared = {column.name: column.dtype for column in game.columns}
        for target, name in self.columns.items():
            where = f"{file}, targets.{target}"
            if declared.get(name, TEXT) == TEXT:
                numbers = [each for each, dtype in declared.items() if dtype != TEXT]
                what = f"a column of numbers that {game.id} declares"
                faults.add(where, what, name, nearest(name, numbers))
        seated = {role for lineup in roles for role in lineup}
        for role in self.targets.win_rate.roles:
            where = f"{file}, targets.win_rate.roles"
            if role not in seated:
                faults.add(where, "a role that takes part", role, nearest(role, sorted(seated)))
        for lineup in roles:
            if not self._adds_up(lineup):
                where = f"{file}, targets.win_rate.roles"
                faults.note(where, "rates that are 1 together", f"others for {' + '.join(lineup)}")
                break
        for target in self.targets.every:
            self._note_sizes(target, sizes, file, faults)
        faults.raise_if_any()

    def _adds_up(self, roles: Sequence[str]) -> bool:
        """Whether the win rates wanted of a line-up can be 1 together, between their ends."""
        goals = self.role_goals(roles)
        least, most = (sum(ends) / len(goals) for ends in zip(*goals, strict=True))
        whole = least - SLACK <= 1 <= most + SLACK
        return whole and all(low >= -SLACK for low, _ in goals)

    def _note_sizes(self, target: str, sizes: Sequence[int], file: str, faults: Faults) -> None:
        """Note a target that no table of the study has a goal for."""
        if target == SKILL:
            missing = [
                level
                for level in self.duels
                if all(self.seat_goal(SKILL, level, size) is None for size in sizes)
            ]
        elif target == FIRST_SEAT:
            missing = [""] * all(self.seat_goal(target, "", size) is None for size in sizes)
        elif target in self.columns or target == DRAWS:
            missing = [""] * all(self.mean_goal(target, size) is None for size in sizes)
        else:
            missing = []
        if missing:
            played = " or ".join(map(str, sizes))
            faults.note(f"{file}, targets.{target}", f"a goal for {played} players", "none")
