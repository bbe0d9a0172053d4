"""Monte Carlo: every candidate is played on in the same worlds, the worse half drops out.

Sequential halving (Karnin, Koren and Somekh 2013) over candidates that share their worlds and luck:
differences are paired. The first candidate, which the roll-out policy itself would choose, stays in
to the end; another one is chosen only if its lead over it exceeds `LEAD` standard errors. Once only
two are left, the search ends as soon as they are `CERTAINTY` standard errors apart.

With `RETAINED` candidates are looked at before: each is carried out in one world, up to the end of
its action, a network evaluates it, and only the best are simulated.
"""

from __future__ import annotations

import math
from typing import Final

from bloodstones.core.kernels.kernel import kernel
from bloodstones.kit.search.search_parameters import (
    FEWEST_WORLDS,
    PRIOR_PAIRED_SPREAD,
    PRIOR_SPREAD,
    PRIOR_TRIES,
    Bench,
    Knob,
)

FEWEST: Final = 2  # candidates that are compared


@kernel
def begin_halving(b: Bench) -> None:
    """Let all candidates in, with nothing gained; each is looked at first if that drops some."""
    b.alive_count = b.count
    b.world = -1
    b.chosen = b.count
    for candidate in range(b.count):
        b.alive[candidate] = 1
    b.looking = int(0 < b.knobs[Knob.RETAINED] < b.count)
    begin_counting(b)


@kernel
def begin_counting(b: Bench) -> None:
    """Begin the rounds of simulations with the candidates still in."""
    b.left = int(b.knobs[Knob.SIMULATIONS])
    b.worlds = b.looking
    b.rounds = 1
    while 1 << b.rounds < b.alive_count:
        b.rounds += 1
    for candidate in range(b.count):
        b.tries[candidate] = 0
        b.gain[candidate] = 0.0
        b.gain_squared[candidate] = 0.0
        b.lead[candidate] = 0.0
        b.lead_squared[candidate] = 0.0


@kernel
def worlds_of_round(b: Bench) -> int:
    """Return in how many worlds the next round plays; 0 when the budget is spent."""
    if b.rounds == 0 or b.left < FEWEST:
        return 0
    drop_worst(b, int(min(b.alive_count, b.left)))
    worlds = max(1, b.left // (b.alive_count * b.rounds))
    b.left -= worlds * b.alive_count
    b.rounds -= 1
    return int(worlds)


@kernel
def to_next_candidate(b: Bench) -> bool:
    """Go to the next candidate still in (`b.chosen`); whether it is the first of a new world.

    When the budget is spent, `b.chosen` is past the candidates.
    """
    b.chosen += 1
    while b.chosen < b.count and not b.alive[b.chosen]:
        b.chosen += 1
    if b.chosen < b.count:
        return False
    if b.looking:
        if b.worlds > 0:
            b.worlds -= 1
            b.chosen = 0
            return True
        end_looks(b)
    b.worlds -= 1
    if b.world >= 0 and separated(b):
        return False
    if b.worlds <= 0:
        if b.world >= 0:
            drop_worse_half(b)
        b.worlds = worlds_of_round(b)
        if b.worlds == 0:
            return False
    b.world += 1
    b.chosen = 0
    return True


@kernel
def end_looks(b: Bench) -> None:
    """Drop all but the best of the candidates that were looked at, never the first."""
    drop_worst(b, max(FEWEST, int(b.knobs[Knob.RETAINED])))
    b.looking = 0
    begin_counting(b)


@kernel
def separated(b: Bench) -> bool:
    """Whether more worlds would hardly change which of the last two candidates is better.

    So it is, too, if every world so far has shown them alike.
    """
    if b.alive_count > FEWEST or b.knobs[Knob.CERTAINTY] == 0.0:
        return False
    last = b.count - 1
    while not b.alive[last]:
        last -= 1
    tries = b.tries[last]
    if tries < FEWEST_WORLDS:
        return False
    lead = b.lead[last] / tries
    bound = b.knobs[Knob.CERTAINTY] ** 2 * lead_variance(b, last, PRIOR_PAIRED_SPREAD) / tries
    return bool(b.lead_squared[last] == 0.0 or lead * lead > bound)


@kernel
def lead_variance(b: Bench, candidate: int, prior: float) -> float:
    """Return the variance of what a candidate gains on the first one in a world.

    `prior`: its spread as believed before any world is seen, worth `PRIOR_TRIES` of them.
    """
    tries = b.tries[candidate]
    lead = b.lead[candidate] / tries
    spread = max(0.0, b.lead_squared[candidate] - tries * lead * lead)
    return float((spread + PRIOR_TRIES * prior**2) / (tries + PRIOR_TRIES))


@kernel
def note_gain(b: Bench, gain: float) -> None:
    """Note what the chosen candidate gained, and against the first one in the same world."""
    if b.chosen == 0:
        b.base = gain
    lead = gain - b.base
    b.tries[b.chosen] += 1
    b.gain[b.chosen] += gain
    b.gain_squared[b.chosen] += gain * gain
    b.lead[b.chosen] += lead
    b.lead_squared[b.chosen] += lead * lead


@kernel
def drop_worse_half(b: Bench) -> None:
    """Drop the candidates with the lowest means until half are left, never the first."""
    drop_worst(b, max(FEWEST, (b.alive_count + 1) // 2))


@kernel
def drop_worst(b: Bench, wanted: int) -> None:
    """Drop the candidates with the lowest means until so many are left, never the first.

    Of equal ones the last goes first: candidates come in the order of who proposes them.
    """
    while b.alive_count > wanted:
        worst = -1
        for candidate in range(1, b.count):
            if b.alive[candidate] and (worst < 0 or b.gain[candidate] <= b.gain[worst]):
                worst = candidate
        b.alive[worst] = 0
        b.alive_count -= 1


@kernel
def leader(b: Bench) -> int:
    """Return the candidate with the highest mean among those that clearly beat the first."""
    best = 0
    most = -math.inf
    for candidate in range(1, b.count):
        tries = b.tries[candidate]
        if not b.alive[candidate] or tries == 0:
            continue
        lead = b.lead[candidate] / tries
        variance = lead_variance(b, candidate, PRIOR_SPREAD)
        if lead > most and lead > b.knobs[Knob.LEAD] * math.sqrt(variance / tries):
            best = candidate
            most = lead
    return best
