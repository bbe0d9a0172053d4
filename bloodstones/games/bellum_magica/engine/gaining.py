"""What comes out of the supply: resources, bonus tokens, and chests drawn one by one."""

from __future__ import annotations

from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.bellum_magica.engine import events
from bloodstones.games.bellum_magica.engine.rule_tables import RuleTables
from bloodstones.games.bellum_magica.engine.state import (
    KINDS,
    NOTHING,
    GameState,
    Point,
    Source,
)
from bloodstones.games.bellum_magica.events import Event
from bloodstones.games.bellum_magica.rules.options import OTHER


@kernel
def take(s: GameState, seat: int, resource: int, wanted: int) -> int:
    """Give a seat resources as far as the supply goes; return how many (AMB-07, BM-GATHER-03)."""
    got = min(int(wanted), int(s.supply[resource]))
    s.supply[resource] -= got
    s.resources[seat, resource] += got
    return got


@kernel
def take_tokens(s: GameState, seat: int, token: int, wanted: int) -> int:
    """Give a seat bonus tokens as far as there are any; return how many (AMB-12)."""
    got = min(int(wanted), int(s.token_supply[token]))
    s.token_supply[token] -= got
    s.tokens[seat, token] += got
    return got


@kernel
def kind_for(s: GameState, t: RuleTables, kind: int, number: int) -> int:
    """Return the kind whose stack gives so many chests in place of `kind`, NOTHING if none does.

    It is the kind itself or, if AMB-07 says so, the next better one, else the next worse.
    """
    if s.stack_size[kind] >= number:
        return kind
    if t.chest_shortage == OTHER:
        for other in range(kind + 1, KINDS):
            if s.stack_size[other] >= number:
                return other
        for other in range(kind - 1, -1, -1):
            if s.stack_size[other] >= number:
                return other
    return NOTHING


@kernel
def gain(s: GameState, t: RuleTables) -> None:
    """Go to the next chest that is due, seat by seat from the captain; then the attacks go on."""
    for place in range(t.players):
        seat = (s.captain + place) % t.players
        for kind in range(KINDS):
            if s.due[seat, kind] > 0:
                first = kind_for(s, t, kind, 1)
                if first != NOTHING:
                    s.due[seat, kind] -= 1
                    s.gainer = seat
                    s.kind = first
                    s.point = Point.CHEST
                    return
                s.due[seat, kind] = 0
    s.scouting = 0
    s.point = Point.NEXT_ATTACK


@kernel
def count_chest(s: GameState, seat: int, source: int, value: int) -> None:
    """Count the value of a chest under its source."""
    s.points[seat, source] += value if source != Source.ROBBED else -value
    s.moves[seat, source] += 1


@kernel
def gain_chest(s: GameState, kind: int, value: int) -> None:
    """Put a drawn chest before the castle of the seat that gains it (BM-SCOUT-05).

    That seat knows it at once (AMB-23).
    """
    seat = s.gainer
    s.stack[kind, value] -= 1
    s.stack_size[kind] -= 1
    s.chests[seat, kind, value] += 1
    s.chest_count[seat, kind] += 1
    s.moved = 1
    count_chest(s, seat, Source.SCOUTS if s.scouting else Source.PLUNDER, value)
    events.open_event(s, Event.CHEST, seat)
    events.push(s, kind)
    events.push(s, value)
    events.push(s, s.scouting)
    events.close_event(s)
    s.point = Point.GAIN
