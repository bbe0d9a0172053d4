"""Step 5: creatures are bought, refilled and placed (BM-RECRUIT)."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bellum_magica.engine import events
from bloodstones.games.bellum_magica.engine.decisions import Kind, Price
from bloodstones.games.bellum_magica.engine.rule_tables import RuleTables
from bloodstones.games.bellum_magica.engine.setup import put_under
from bloodstones.games.bellum_magica.engine.state import (
    HELD,
    KINDS,
    NOTHING,
    GameState,
    Point,
    Source,
)
from bloodstones.games.bellum_magica.events import Event
from bloodstones.games.bellum_magica.rules.names import Resource, Side
from bloodstones.games.bellum_magica.rules.register import OTHER


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


@kernel
def next_recruit(s: GameState, t: RuleTables, out: Array) -> None:
    """Go to the next seat that can buy something and has not passed (AMB-09)."""
    for step in range(t.players):
        place = s.done + step
        if place >= t.players and t.recruit_order != OTHER:
            break
        seat = (s.captain + place) % t.players
        s.decider = seat
        if s.passed[seat] == 0 and legal_purchases(s, t, out) > 1:
            s.active = seat
            s.done = (place + 1) % t.players if t.recruit_order == OTHER else place
            s.point = Point.RECRUIT
            return
    s.point = Point.END_DAY


@kernel
def legal_purchases(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the pass and what the decider can pay (BM-RECRUIT-01 to -03)."""
    food = s.resources[s.decider, Resource.FOOD]
    glyphs = s.resources[s.decider, Resource.GLYPH]
    out[0] = encode(Kind.PASS, 0, 0)
    n = 1
    for slot in range(t.face_up):
        card = s.offer[0, slot]
        if card != NOTHING and food >= t.evil_food:
            out[n] = encode(Kind.RECRUIT, card, Price.FOOD)
            n += 1
    for slot in range(t.face_up):
        card = s.offer[1, slot]
        if card == NOTHING:
            continue
        if glyphs >= t.most_evil_glyph and food >= t.most_evil_food:
            out[n] = encode(Kind.RECRUIT, card, Price.GLYPH_AND_FOOD)
            n += 1
        if glyphs >= t.most_evil_glyphs_alone:
            out[n] = encode(Kind.RECRUIT, card, Price.GLYPHS)
            n += 1
    return n


@kernel
def pay(s: GameState, resource: int, number: int) -> None:
    """Let the decider return resources to the supply (BM-RECRUIT-04)."""
    s.resources[s.decider, resource] -= number
    s.supply[resource] += number


@kernel
def recruit(s: GameState, t: RuleTables, card: int, price: int) -> None:
    """Buy a creature, take its token (BM-RECRUIT-06), and refill before it is placed."""
    seat = s.decider
    if price == Price.FOOD:
        pay(s, Resource.FOOD, t.evil_food)
    elif price == Price.GLYPH_AND_FOOD:
        pay(s, Resource.GLYPH, t.most_evil_glyph)
        pay(s, Resource.FOOD, t.most_evil_food)
    else:
        pay(s, Resource.GLYPH, t.most_evil_glyphs_alone)
    pile = 1 if card >= t.most_evil_first else 0
    for slot in range(t.face_up):
        if s.offer[pile, slot] == card:
            s.offer[pile, slot] = NOTHING
    s.where[card] = HELD + seat
    s.card = card
    s.recruited[seat, pile] += 1
    got = take_tokens(s, seat, t.bonus[card], 1) if t.bonus[card] != NOTHING else 0
    events.open_event(s, Event.RECRUIT, seat)
    events.push(s, card)
    events.push(s, price)
    events.push(s, got)
    events.close_event(s)
    s.kind = pile
    s.point = Point.OPEN_CREATURE if s.pile_size[pile] > 0 else Point.PLACE  # AMB-14


@kernel
def legal_places(s: GameState, out: Array) -> int:
    """Write the two sides for the creature just bought (BM-RECRUIT-05)."""
    out[0] = encode(Kind.PLACE, s.card, Side.LEFT)
    out[1] = encode(Kind.PLACE, s.card, Side.RIGHT)
    return 2


@kernel
def place(s: GameState, t: RuleTables, card: int, side: int) -> None:
    """Slide the creature just bought under the castle, where it stays (BM-RECRUIT-05, AMB-08)."""
    put_under(s, t, s.decider, card, side)
    if side == Side.LEFT:
        s.recruited_left[s.decider] += 1
    events.tell_two(s, Event.PLACE, s.decider, card, side)
    s.card = NOTHING
    s.point = Point.NEXT_RECRUIT


@kernel
def stop(s: GameState) -> None:
    """Buy no more today."""
    s.passed[s.decider] = 1
    events.tell(s, Event.DONE, s.decider)
    s.point = Point.NEXT_RECRUIT
