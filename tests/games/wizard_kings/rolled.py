"""Battles fought at random as owners choose by the solution: a check of the exact odds."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import accumulate

import numpy as np

from bloodstones.games.wizard_kings.odds.battle import ATTACKER, Strengths, strength_of
from bloodstones.games.wizard_kings.odds.ends import Ends, _Walk
from bloodstones.games.wizard_kings.odds.solution import PASS, Deed, Rest, Solution


def roll(solution: Solution, battles: int, seed: int) -> int:
    """Return how many of so many battles fought at random the attacker wins, as solved.

    Parameters
    ----------
    solution
        How owners choose.
    battles
        How many are fought.
    seed
        Of NumPy's generator.
    """
    rng = np.random.default_rng(seed)
    roller = _Roller(_Walk(solution, Ends(solution.battle)))
    return sum(roller.fight(rng) for _ in range(battles))


@dataclass(slots=True)
class _Roller:
    """Battles fought at random; what a turn makes of some strengths is worked out once."""

    walk: _Walk
    endings: dict[tuple[Strengths, Rest], tuple[list[tuple[Strengths, Rest]], list[float]]] = field(
        default_factory=dict
    )

    def fight(self, rng: np.random.Generator) -> bool:
        """Return whether the attacker wins a battle."""
        battle = self.walk.solution.battle
        s, rest, quiet = battle.start, battle.order[battle.done :], battle.done == 0
        while battle.over(s) is None:
            if not rest:
                if quiet:
                    return False  # AMB-35: the attackers leave
                rest, quiet = battle.order, True
            quiet = quiet and not self.acts(s, rest)
            endings, shares_below = self.after(s, rest)
            place = bisect_right(shares_below, rng.random() * shares_below[-1])
            s, rest = endings[min(place, len(endings) - 1)]
        return battle.over(s) == ATTACKER

    def acts(self, s: Strengths, rest: Rest) -> bool:
        """Return whether the unit whose turn it is fires, casts or leaves."""
        battle, unit = self.walk.solution.battle, rest[0]
        if not strength_of(s, unit):
            return False
        deed = self.walk.solution.deeds.get((s, rest), Deed(PASS))
        hits = battle.fighters[unit].hits
        return battle.leaves(s, unit) or hits > 0 or deed.kind != PASS

    def after(self, s: Strengths, rest: Rest) -> tuple[list[tuple[Strengths, Rest]], list[float]]:
        """Return what a turn may lead to, and the chances summed up."""
        if (s, rest) not in self.endings:
            found: dict[tuple[Strengths, Rest], float] = defaultdict(float)
            for then, share in self.walk.turn(s, rest, 1.0):
                found[then] += share
            self.endings[s, rest] = list(found), list(accumulate(found.values()))
        return self.endings[s, rest]
