"""Setup: castles, goblins, and the open cards of the first day (BM-SETUP)."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import open_streams
from bloodstones.games.bellum_magica.engine import events
from bloodstones.games.bellum_magica.engine.decisions import Kind
from bloodstones.games.bellum_magica.engine.rule_tables import RuleTables
from bloodstones.games.bellum_magica.engine.state import (
    BOXED,
    HELD,
    IN_PILE,
    KINDS,
    MEMORY,
    NOTHING,
    PILES,
    PLACED,
    SEATS,
    VALUES,
    GameState,
    Point,
)
from bloodstones.games.bellum_magica.events import Event
from bloodstones.games.bellum_magica.rules.cards import ICONS, ROWS
from bloodstones.games.bellum_magica.rules.names import Side
from bloodstones.games.bellum_magica.rules.register import OTHER

CASTLES: Final = 0
DEALING: Final = 1
PLACING: Final = 2


@kernel
def lay_out(s: GameState, t: RuleTables, key: Array) -> None:
    """Fill supplies, stacks and piles of a zeroed state, and name the first captain (AMB-01).

    Nobody has a starting stock (AMB-16). See BM-SETUP-09, -10, -11.
    """
    open_streams(s.streams, key)
    for seat in range(SEATS):
        s.castle[seat] = NOTHING
        s.shown[seat] = NOTHING
        for place in range(MEMORY):
            s.memory[seat, place] = NOTHING
    for kind in range(KINDS):
        s.supply[kind] = t.supply[kind]
        s.token_supply[kind] = t.token_supply[kind]
        s.left[kind] = t.in_play[kind]
        for value in range(VALUES):
            s.stack[kind, value] = t.chests[kind, value]
            s.stack_size[kind] += t.chests[kind, value]
    for card in range(t.creatures):
        s.where[card] = IN_PILE
    s.pile_size[0] = t.most_evil_first - t.goblins
    s.pile_size[1] = t.creatures - t.most_evil_first
    for pile in range(PILES):
        for slot in range(s.offer.shape[1]):
            s.offer[pile, slot] = NOTHING
    s.card = NOTHING
    s.row = NOTHING
    s.point = Point.FIRST_CAPTAIN
    if t.first_captain == OTHER:
        name_captain(s, t, 0)


@kernel
def name_captain(s: GameState, t: RuleTables, seat: int) -> None:
    """Make a seat the first captain and hand out the boards that the setup names (BM-SETUP-01)."""
    s.captain = seat
    s.first_captain = seat
    events.tell(s, Event.CAPTAIN, seat)
    for number in range(t.players):
        if t.seat_castle[number] != NOTHING:
            take_castle(s, t, number, t.seat_castle[number])
    s.stage = CASTLES
    s.point = Point.NEXT_SETUP


@kernel
def take_castle(s: GameState, t: RuleTables, seat: int, castle: int) -> None:
    """Give a castle board to a seat."""
    s.castle[seat] = castle
    for row in range(ROWS):
        for icon in range(ICONS):
            s.troop[seat, row, icon] += t.castle_rows[castle, row, icon]
    events.tell_one(s, Event.CASTLE, seat, castle)


@kernel
def is_free(s: GameState, t: RuleTables, castle: int) -> bool:
    """Whether a castle board is free."""
    for seat in range(t.players):
        if s.castle[seat] == castle:
            return False
    return True


@kernel
def free_castles(s: GameState, t: RuleTables, kind: int, out: Array) -> int:
    """Write the free castle boards, as decisions or outcomes of a kind (BM-SETUP-01)."""
    n = 0
    for castle in range(t.castles):
        if is_free(s, t, castle):
            out[n] = encode(kind, castle, 0)
            n += 1
    return n


@kernel
def next_setup(s: GameState, t: RuleTables) -> None:
    """Go on with the setup: castles, goblins dealt, goblins placed, open cards."""
    if s.stage == CASTLES:
        for place in range(t.players):
            seat = (s.captain + place) % t.players
            if s.castle[seat] == NOTHING:
                s.decider = seat
                s.gainer = seat
                s.point = Point.CASTLE if t.castle_choice == OTHER else Point.DEAL_CASTLE  # AMB-17
                return
        s.stage = DEALING
        s.done = 0
    if s.stage == DEALING:
        if s.done < t.players * t.dealt_goblins:
            s.gainer = (s.captain + s.done // t.dealt_goblins) % t.players
            s.done += 1
            s.point = Point.DEAL_GOBLIN
            return
        box_goblins(s, t)
        s.stage = PLACING
        s.done = 0
    if s.done < t.players * t.dealt_goblins:
        s.decider = (s.captain + s.done // t.dealt_goblins) % t.players
        s.point = Point.GOBLIN
        return
    reveal(s, t)
    s.point = Point.REFILL


@kernel
def box_goblins(s: GameState, t: RuleTables) -> None:
    """Remove the goblins without an owner from the game (BM-SETUP-02)."""
    for card in range(t.goblins):
        if s.where[card] == IN_PILE:
            s.where[card] = BOXED


@kernel
def deal_goblin(s: GameState, card: int) -> None:
    """Deal a goblin to the next seat (BM-SETUP-02)."""
    s.where[card] = HELD + s.gainer
    events.tell_one(s, Event.DEAL, s.gainer, card)
    s.point = Point.NEXT_SETUP


@kernel
def goblin_in_hand(s: GameState, t: RuleTables, seat: int, skipped: int) -> int:
    """Return the goblin of lowest number that a seat holds, but for the first `skipped`."""
    for card in range(t.goblins):
        if s.where[card] == HELD + seat:
            if skipped == 0:
                return card
            skipped -= 1
    return NOTHING


@kernel
def goblin_due(s: GameState, t: RuleTables) -> int:
    """Return the goblin that the decider has to place."""
    chosen = s.done % t.dealt_goblins if t.goblin_placement == OTHER else 0
    return goblin_in_hand(s, t, s.decider, chosen)


@kernel
def legal_goblins(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the two sides for the goblin that is due (BM-SETUP-03)."""
    card = goblin_due(s, t)
    out[0] = encode(Kind.GOBLIN, card, Side.LEFT)
    out[1] = encode(Kind.GOBLIN, card, Side.RIGHT)
    return 2


@kernel
def choose_goblin(s: GameState, t: RuleTables, card: int, side: int) -> None:
    """Place a goblin, or store its side until all have chosen (AMB-18)."""
    if t.goblin_placement == OTHER:
        s.secret[s.decider, s.done % t.dealt_goblins] = side + 1
    else:
        put_under(s, t, s.decider, card, side)
    events.tell_two(s, Event.GOBLIN, s.decider, card, side)
    s.done += 1
    s.point = Point.NEXT_SETUP


@kernel
def reveal(s: GameState, t: RuleTables) -> None:
    """Show the goblins that were placed in secret."""
    for place in range(t.players):
        seat = (s.captain + place) % t.players
        for number in range(t.dealt_goblins):
            if s.secret[seat, number] > 0:
                card = goblin_in_hand(s, t, seat, 0)
                side = s.secret[seat, number] - 1
                put_under(s, t, seat, card, side)
                s.secret[seat, number] = 0


@kernel
def put_under(s: GameState, t: RuleTables, seat: int, card: int, side: int) -> None:
    """Slide a creature under a side of the castle: only its icons there count (BM-RECRUIT-05)."""
    s.where[card] = PLACED + 2 * seat + side
    for row in range(ROWS):
        for icon in range(ICONS):
            s.troop[seat, row, icon] += t.icons[card, side, row, icon]
