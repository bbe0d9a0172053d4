"""Monte Carlo: every candidate is played on in the same worlds, the worse half drops out.

Sequential halving (Karnin, Koren and Somekh 2013) over candidates that share their worlds and luck:
differences are paired. The first candidate, which the roll-out policy itself would choose, stays in
to the end; another one is chosen only if its lead over it exceeds `LEAD` standard errors.
"""

from __future__ import annotations

import math

from bloodstones.core.kernel import kernel
from bloodstones.core.layout import Array
from bloodstones.games.bloodstones.strategies.search.copying import copy_state
from bloodstones.games.bloodstones.strategies.search.knobs import LEAD, SIMULATIONS, Bench
from bloodstones.games.bloodstones.strategies.search.rollouts import play_on, take
from bloodstones.games.bloodstones.strategies.search.worlds import deal_world
from bloodstones.games.bloodstones.tables import RuleTables


@kernel
def halve(states: Array, t: RuleTables, policies: Array, knobs: Array, b: Bench) -> int:
    """Return the best candidate of the bench for the decider of `states[0]`.

    `states`: the true state, a world and a simulation; the last two are written over.
    """
    alive = b.count
    for candidate in range(b.count):
        b.alive[candidate] = 1
        b.tries[candidate] = 0
        b.gain[candidate] = 0.0
        b.lead[candidate] = 0.0
        b.lead_squared[candidate] = 0.0
    left = int(knobs[SIMULATIONS])
    rounds = 1
    while 1 << rounds < alive:
        rounds += 1
    world = 0
    while rounds > 0 and left >= alive:
        for _ in range(max(1, left // (alive * rounds))):
            compare(states, t, policies, knobs, b, world)
            world += 1
            left -= alive
        rounds -= 1
        alive = drop_worse_half(b, alive)
    return leader(b, knobs[LEAD])


@kernel
def compare(
    states: Array, t: RuleTables, policies: Array, knobs: Array, b: Bench, number: int
) -> None:
    """Play the candidates still alive on in one world."""
    copy_state(states, 0, 1)
    seat = states[0].decider
    deal_world(states[1], t, b.key, number)
    base = 0.0
    for candidate in range(b.count):
        if not b.alive[candidate]:
            continue
        copy_state(states, 1, 2)
        s = states[2]
        take(s, t, b, candidate)
        play_on(s, t, policies, seat, b.proposer[candidate], knobs, b)
        b.simulations += 1
        gain = b.utility[seat]
        if candidate == 0:
            base = gain
        b.tries[candidate] += 1
        b.gain[candidate] += gain
        b.lead[candidate] += gain - base
        b.lead_squared[candidate] += (gain - base) * (gain - base)


@kernel
def drop_worse_half(b: Bench, alive: int) -> int:
    """Drop candidates with the lowest mean until half are left, never the first; return how many."""
    wanted = max(2, (alive + 1) // 2)
    while alive > wanted:
        worst = -1
        for candidate in range(1, b.count):
            if b.alive[candidate] and (worst < 0 or mean(b, candidate) < mean(b, worst)):
                worst = candidate
        b.alive[worst] = 0
        alive -= 1
    return alive


@kernel
def mean(b: Bench, candidate: int) -> float:
    """Return the mean utility of a candidate in the worlds it has seen."""
    return float(b.gain[candidate] / max(1, b.tries[candidate]))


@kernel
def leader(b: Bench, least: float) -> int:
    """Return the candidate with the highest mean among those that clearly beat the first."""
    best = 0
    for candidate in range(1, b.count):
        tries = b.tries[candidate]
        if not b.alive[candidate] or tries < 2:
            continue
        lead = b.lead[candidate] / tries
        variance = max(0.0, b.lead_squared[candidate] / tries - lead * lead)
        if lead <= least * math.sqrt(variance / (tries - 1)):
            continue
        if best == 0 or mean(b, candidate) > mean(b, best):
            best = candidate
    return best
