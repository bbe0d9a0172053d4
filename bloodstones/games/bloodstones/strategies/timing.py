"""When a regroup is wanted, what a tile is worth until then, and whether the end is near."""

from __future__ import annotations

from typing import NamedTuple

from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.bloodstones.engine.horde import is_horde
from bloodstones.games.bloodstones.engine.pieces import most_pips
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import NOBODY, GameState
from bloodstones.games.bloodstones.strategies.estimates import enemy_villages, scorings_left, wish
from bloodstones.games.bloodstones.strategies.policy import CROWD, Policy
from bloodstones.games.bloodstones.strategies.weights import Weight

LEAST_BURN = 0.01  # VP of a tile spent, so that any use of it will do
MANY_TURNS = 30
LATER = 1  # tile of phase 4 that is spent after the main actions


class Timing(NamedTuple):
    """What time it is for a seat."""

    burning: bool  # tiles are spent for the sake of a regroup, see `burns`
    closing: bool  # the game may end before its next turn, see `end_is_near`


@kernel
def timing_of(s: GameState, t: RuleTables, p: Policy, seat: int) -> Timing:
    """Return what time it is for a seat."""
    return Timing(burns(s, t, p, seat), end_is_near(s, t, p, seat))


@kernel
def tiles_to_regroup(s: GameState, t: RuleTables, seat: int) -> int:
    """Return how many more tiles must go this turn for a regroup at its end; 0 or less: none."""
    missing = int(t.hand_limit[seat]) - int(s.hand_size[seat])
    return int(s.bag_size[seat]) - missing + 1


@kernel
def others_done(s: GameState, t: RuleTables, seat: int, within_a_turn: bool) -> bool:
    """Whether all others have made their regroups, or might before the seat's next turn."""
    for other in range(t.players):
        if other == seat or s.eliminated[other]:
            continue
        left = scorings_left(s, t, other)
        if left > 1 or (left == 1 and not within_a_turn):
            return False
        if left == 1 and s.bag_size[other] >= t.hand_limit[other]:
            return False
    return True


@kernel
def prospects(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the VP that the seat would have if the game ended now."""
    worth = 0
    for source in range(s.vp.shape[-1]):
        worth += int(s.vp[seat, source])
    held = int(s.captured[seat])
    for place in range(s.areas_held[seat]):
        held += enemy_villages(s, seat, int(s.held[seat, place]))
    worth += held * int(t.vp_per_captured_village[seat])
    return worth + int(s.citadels_taken[seat]) * int(t.vp_per_citadel)


@kernel
def leads(s: GameState, t: RuleTables, p: Policy, seat: int) -> bool:
    """Whether the seat would be far enough ahead if its regroup ended the game now."""
    own = prospects(s, t, seat) + int(s.village_count[seat]) * int(t.vp_per_village)
    for other in range(t.players):
        if other != seat and own - prospects(s, t, other) < wish(p, t, seat, Weight.END_LEAD):
            return False
    return True


@kernel
def rival_ahead(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the other seat that stands best, with its villages still to score; NOBODY of two."""
    rival = NOBODY
    if t.players >= CROWD:
        most = 0
        for other in range(t.players):
            if other == seat or s.eliminated[other]:
                continue
            coming = int(s.village_count[other]) * int(t.vp_per_village)
            worth = prospects(s, t, other) + coming * scorings_left(s, t, other)
            if rival == NOBODY or worth > most:
                most = worth
                rival = other
    return rival


@kernel
def wants_regroup(s: GameState, t: RuleTables, p: Policy, seat: int) -> bool:
    """Whether a regroup is sought: villages stand, or patience has run out; not to end behind."""
    left = scorings_left(s, t, seat)
    if left == 0:
        return False
    if s.turns[seat] > wish(p, t, seat, Weight.PATIENCE):
        return True
    if not is_horde(t, seat):
        settled = s.pool[seat] == 0 or s.village_count[seat] >= wish(p, t, seat, Weight.VILLAGES)
        if not settled:
            return False
    return not (left == 1 and others_done(s, t, seat, False) and not leads(s, t, p, seat))


@kernel
def burns(s: GameState, t: RuleTables, p: Policy, seat: int) -> bool:
    """Whether tiles are spent for the sake of a regroup: until this turn's last one is certain."""
    if not wants_regroup(s, t, p, seat):
        return False
    return scorings_left(s, t, seat) > 1 or tiles_to_regroup(s, t, seat) > 0


@kernel
def end_is_near(s: GameState, t: RuleTables, p: Policy, seat: int) -> bool:
    """Whether the game may well end before the seat's next turn."""
    left = scorings_left(s, t, seat)
    if left > 1 or not others_done(s, t, seat, True):
        return False
    if left == 0:
        return True
    spendable = int(s.hand_size[seat])
    return tiles_to_regroup(s, t, seat) <= spendable and wants_regroup(s, t, p, seat)


@kernel
def tiles_price(
    s: GameState, t: RuleTables, p: Policy, seat: int, used: float, burning: bool
) -> float:
    """Return what it costs to spend so many tiles now: less than 0 while a regroup is sought."""
    if burning:
        return -(wish(p, t, seat, Weight.BURN) + LEAST_BURN) * used
    price = wish(p, t, seat, Weight.TILE) * used
    missing = wish(p, t, seat, Weight.VILLAGES) - int(s.village_count[seat])
    if scorings_left(s, t, seat) > 0 and missing > 0.0 and not is_horde(t, seat):
        before = tiles_to_regroup(s, t, seat) - LATER
        if before > 0 and used >= before:
            price += wish(p, t, seat, Weight.EARLY) * missing
    return price


@kernel
def settles(s: GameState, t: RuleTables, seat: int) -> bool:
    """Whether the seat still builds villages that will score; not when the game drags on."""
    return bool(s.pool[seat] > 0 and scorings_left(s, t, seat) > 0 and not drags_on(s, seat))


@kernel
def drags_on(s: GameState, seat: int) -> bool:
    """Whether the seat has had so many turns that any use of tiles is right for a regroup."""
    return bool(s.turns[seat] > MANY_TURNS)


@kernel
def villages_lost_by(s: GameState, t: RuleTables, seat: int, unit: int, used: int) -> int:
    """Return how many villages less phase 4 can build if a unit is built with `used` tiles."""
    if not settles(s, t, seat):
        return 0
    kinds = int(s.hand_kinds[seat])
    before = most_pips(t, seat, kinds)
    after = 0
    if s.hand_size[seat] > used:
        if s.hand[seat, unit] == 1:
            kinds &= ~(1 << unit)
        after = most_pips(t, seat, kinds)
    return max(0, min(before, int(s.pool[seat])) - after)


@kernel
def spare_pips(s: GameState, t: RuleTables, p: Policy, seat: int, closing: bool) -> int:
    """Return the pips that marches may spend: all but those for villages, raids and swaps."""
    kept = 0
    raids = is_horde(t, seat) and not s.raided
    if raids or settles(s, t, seat):
        kept = most_pips(t, seat, int(s.hand_kinds[seat]))
    if not closing:
        kept = max(kept, int(wish(p, t, seat, Weight.HOLD)))
    return int(s.hand_pips[seat]) - kept
