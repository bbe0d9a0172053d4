"""Step 5: creatures are bought, refilled and placed (BM-RECRUIT)."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bellum_magica.engine import events, gaining
from bloodstones.games.bellum_magica.engine.decisions import Kind, Price
from bloodstones.games.bellum_magica.engine.rule_tables import RuleTables
from bloodstones.games.bellum_magica.engine.setup import put_under
from bloodstones.games.bellum_magica.engine.state import HELD, NOTHING, GameState, Point
from bloodstones.games.bellum_magica.events import Event
from bloodstones.games.bellum_magica.rules.names import Resource, Side
from bloodstones.games.bellum_magica.rules.options import OTHER


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
    got = gaining.take_tokens(s, seat, t.bonus[card], 1) if t.bonus[card] != NOTHING else 0
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
