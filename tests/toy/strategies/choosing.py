"""How scripts choose, what a Python strategy decides from, and what search deals anew."""

from __future__ import annotations

from random import Random

from bloodstones.core.kernels.decision_codes import x_of, y_of
from bloodstones.core.kernels.kernel import entry
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below
from bloodstones.kit.players.strategy import Family
from bloodstones.kit.search.worlds import deal_hands, open_world
from tests.toy.state import DECK_STREAM, STRATEGY_STREAM, Rules, State
from tests.toy.strategies.policy import Policy, Weight


@entry
def choose(s: State, t: Rules, p: Policy, out: Array, n: int) -> int:
    """Return which of the first `n` decisions a script takes: what would score most it dares."""
    if p.family[s.decider] == Family.RANDOM:
        return next_below(s.streams, STRATEGY_STREAM + s.decider, n)
    best, most = 0, 0
    for place in range(1, n):  # behind the first, which is to pass
        card = x_of(out[place])
        points = card * (t.hill if t.is_hill[y_of(out[place])] else 1)
        if card <= p.weight[s.decider, Weight.NERVE] and points > most:
            best, most = place, points
    return best


@entry
def deal_world(s: State, t: Rules, seat: int, key: Array, number: int) -> None:
    """Deal anew what a seat cannot see: the hands of others, out of these and the deck."""
    open_world(s, seat, key, number)
    deal_hands(s.streams, DECK_STREAM, s.deck, s.hand, seat)


def view_of(s: State, seat: int, memory: Array, luck: Random) -> tuple[Array, Array, Random]:
    """Return what a Python strategy decides from: its hand, whose the areas are, its luck."""
    return s.hand[seat].copy(), s.owner.copy(), luck
