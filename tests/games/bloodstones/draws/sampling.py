"""The questions about draws answered by sampling, tile by tile: a check of the exact answers.

Each function returns how many samples had each outcome; the same seed gives the same counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

import numpy as np

from bloodstones.games.bloodstones.draws.by_turn import MOST_TURNS, NEVER, Plan
from bloodstones.games.bloodstones.draws.opening import (
    Founding,
    HandKind,
    best_founding,
    hand_kinds,
)
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.rules.ruleset import Ruleset
from bloodstones.odds.draw_cycle import Spending
from tests.odds.draw_sampling import (
    AWAY,
    HAND,
    Flags,
    Numbers,
    Places,
    counts_of,
    draw,
    full_bags,
    move_kinds,
    refill,
    spend,
)

CHUNK: Final = 20_000
NOTHING: Final[frozenset[Unit]] = frozenset()

Tally = Counter[int]


class Sampler:
    """Samples of one faction's draws.

    Parameters
    ----------
    faction, rules
        Whose tiles.
    samples
        How many.
    seed
        Seed of the random numbers.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
    >>> dice = Sampler(Faction.DRAGON_RIDERS, load_ruleset(), 100, seed=1)
    >>> sum(dice.within(frozenset({Unit.DRAGON}), 9).values())
    100
    """

    def __init__(self, faction: Faction, rules: Ruleset, samples: int, seed: int) -> None:
        self.faction = faction
        self.rules = rules
        self.samples = samples
        self.rng = np.random.default_rng(seed)

    def within(self, want: frozenset[Unit], draws: int) -> Tally:
        """Return how many wanted tiles are among `draws`."""
        tally = Tally()
        kinds = tuple(self._kinds(Founding(), want))
        wanted = np.array([kind.kind.wanted for kind in kinds])
        for places, columns in self._dealt(Founding(), want, draws):
            tally.update((counts_of(places, columns, HAND) @ wanted).tolist())
        return tally

    def by_turn(self, want: frozenset[Unit], turns: int, plan: Plan) -> tuple[Tally, ...]:
        """Return how many wanted tiles are in hand when turns 1, 2, … begin."""
        tallies = tuple(Tally() for _ in range(turns))
        wanted = np.array([kind.kind.wanted for kind in self._kinds(plan.founding, want)])
        for places, columns in self._dealt(plan.founding, want, self.rules.starting_hand):
            for number, _ in self._play(places, columns, plan, turns, want):
                tallies[number - 1].update((counts_of(places, columns, HAND) @ wanted).tolist())
        return tallies

    def pips(self, turn_number: int, plan: Plan) -> Tally:
        """Return the pips in hand when a turn begins."""
        tally = Tally()
        pips = np.array([kind.kind.pips for kind in self._kinds(plan.founding)])
        for places, columns in self._dealt(plan.founding, NOTHING, self.rules.starting_hand):
            for _ in self._play(places, columns, plan, turn_number):
                pass
            tally.update((counts_of(places, columns, HAND) @ pips).tolist())
        return tally

    def opening(self, founding: Founding) -> tuple[Tally, Tally]:
        """Return the points used and the units placed by the best founding."""
        points, units = Tally(), Tally()
        costs = np.array([max(0, kind.cost) for kind in self._kinds(founding)])
        for places, columns in self._dealt(founding, NOTHING, self.rules.starting_hand):
            self._place_founding(places, columns, founding)
            placed = counts_of(places, columns, AWAY)
            points.update((placed @ costs).tolist())
            units.update(placed.sum(axis=1).tolist())
        return points, units

    def regroups(self, plan: Plan) -> tuple[Tally, ...]:
        """Return the turn in which the first, second, … regroup comes; `NEVER` for none."""
        most = max(self.rules.regroups.values())
        tallies = tuple(Tally() for _ in range(most))
        for places, columns in self._dealt(plan.founding, NOTHING, self.rules.starting_hand):
            done = np.zeros(len(places), np.intp)
            for begun, again in self._play(places, columns, plan, MOST_TURNS + 1):
                done += again
                for place, tally in enumerate(tallies):
                    tally[begun - 1] += int((again & (done == place + 1)).sum())
                if done.min() >= most:
                    break
            for place, tally in enumerate(tallies):
                tally[NEVER] += int((done <= place).sum())
        return tuple(+tally for tally in tallies)

    def _kinds(self, founding: Founding, want: frozenset[Unit] = NOTHING) -> dict[HandKind, int]:
        return hand_kinds(self.faction, founding, self.rules, want)

    def _dealt(
        self, founding: Founding, want: frozenset[Unit], tiles: int
    ) -> Iterator[tuple[Places, Numbers]]:
        """Yield chunks of bags of which `tiles` are drawn, and the kinds of their columns."""
        counts = list(self._kinds(founding, want).values())
        columns = np.repeat(np.arange(len(counts)), counts)
        for begin in range(0, self.samples, CHUNK):
            size = min(CHUNK, self.samples - begin)
            places = full_bags(size, len(columns))
            draw(self.rng, places, np.full(size, tiles))
            yield places, columns

    def _place_founding(
        self,
        places: Places,
        columns: Numbers,
        founding: Founding,
        want: frozenset[Unit] = NOTHING,
    ) -> None:
        kinds = tuple(self._kinds(founding, want))
        points = self.rules.founding_points
        distinct, which = np.unique(counts_of(places, columns, HAND), axis=0, return_inverse=True)
        best = [
            best_founding(kinds, tuple(hand), founding.aim, points) for hand in distinct.tolist()
        ]
        move_kinds(places, columns, np.array(best)[which], AWAY)

    def _play(
        self,
        places: Places,
        columns: Numbers,
        plan: Plan,
        turns: int,
        want: frozenset[Unit] = NOTHING,
    ) -> Iterator[tuple[int, Flags]]:
        """Play on in place; yield each turn as it begins and which bags took discards back."""
        kinds = tuple(self._kinds(plan.founding, want))
        order = sorted(range(len(kinds)), key=lambda place: kinds[place].kind)
        spending = Spending(
            plan.spend,
            plan.build,
            tuple(place for place in order if not kinds[place].kind.wanted),
            frozenset(place for place in order if not kinds[place].kind.blank),
        )
        limit = self.rules.factions[self.faction].hand_limit
        self._place_founding(places, columns, plan.founding, want)
        yield 1, refill(self.rng, places, limit)
        for number in range(2, turns + 1):
            spend(places, columns, spending)
            yield number, refill(self.rng, places, limit)
