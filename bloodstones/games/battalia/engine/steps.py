"""The steps of a turn around the actions: oracle, cohort or mulligan, ambush, discard, draw."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battalia.engine import ambush_and_tents, board, cards, decks, ending
from bloodstones.games.battalia.engine import decks as items
from bloodstones.games.battalia.engine.decisions import Kind as Move
from bloodstones.games.battalia.engine.events import tell
from bloodstones.games.battalia.engine.rule_tables import COHORTS, FIRST_COHORT, RuleTables
from bloodstones.games.battalia.engine.state import (
    NOTHING,
    Ending,
    GameState,
    Point,
    Tally,
)
from bloodstones.games.battalia.events import Event
from bloodstones.games.battalia.rules.names import (
    ARTIFACTS,
    CARDS,
    DECKS,
    FACTIONS,
    FIRST_GREAT,
)
from bloodstones.games.battalia.rules.register import NEVER

SIX: Final = 6


@entry
def begin_turn(s: GameState, t: RuleTables) -> None:
    """Begin a turn: the oracle shows the lit and the paired kinds (BA-ORACLE-01, AMB-18)."""
    if s.turn >= t.turn_limit:
        ending.finish(s, t, Ending.TURN_LIMIT)
        return
    s.active = (s.first + s.turn) % t.players  # BA-TURN-04, AMB-04, AMB-39: whoever that is
    s.decider = s.active
    turns = s.turn if t.oracle_turn else s.turn // t.players
    s.offset = 0 if t.oracle_turn == NEVER else turns * t.step % ARTIFACTS
    s.lit = t.lit[s.offset]
    s.paired = t.paired[s.offset]
    s.turn += 1
    s.vain = 0
    s.surveyed = 0
    s.cohort = cohort_of(s, t, s.active)
    tell(s, Event.TURN, s.active, s.lit, s.turn)
    s.point = Point.STEP_ONE


@kernel
def draw_of(t: RuleTables, size: int) -> int:
    """Return how many cards a cohort of a size draws (BA-COHORT-03)."""
    return int(t.cohort_draw[min(size, COHORTS - 1)])


@kernel
def cohort_of(s: GameState, t: RuleTables, seat: int) -> int:
    """Return how many cards the cohorts of a hand draw, great artifacts put where they help most.

    See BA-COHORT-04, -06.

    See BA-COHORT-01 to BA-COHORT-05 and AMB-23.
    """
    sizes = s.work[0]
    for faction in range(FACTIONS):
        sizes[faction] = 0
    for card in range(DECKS * FACTIONS):
        sizes[card % FACTIONS] += s.hand[seat, card]
    great = 0
    for card in range(FIRST_GREAT, CARDS):
        great += s.hand[seat, card]
    return best_cohorts(t, sizes[:FACTIONS], great, SIX if t.cohort_hand else CARDS)


@kernel
def best_cohorts(t: RuleTables, sizes: Array, great: int, cards_left: int) -> int:
    """Return the most cards that cohorts of such sizes draw, with so many great artifacts.

    `sizes`: cards by faction; `cards_left`: how many cards may be counted in all.
    """
    best = 0
    for one in range(FACTIONS):
        for other in range(FACTIONS):
            for there in range(great + 1):
                first = sizes[one] + there
                first = min(first, cards_left)
                second = sizes[other] + great - there if other != one else 0
                second = min(second, cards_left - first)
                best = max(best, draw_of(t, first) + draw_of(t, second))
                # With six cards to pick, fewer of the first may leave room for the second.
                small = min(first, FIRST_COHORT)
                second = sizes[other] + great - there if other != one else 0
                second = min(second, cards_left - small)
                best = max(best, draw_of(t, small) + draw_of(t, second))
    return best


@kernel
def list_step_one(s: GameState, t: RuleTables, out: Array) -> int:
    """Write what the active seat may do first (BA-TURN-03, BA-COHORT-09)."""
    out[0] = encode(Move.GO_ON, 0, 0)
    n = 1
    if s.cohort > 0:
        out[n] = encode(Move.COHORT, 0, 0)
        n += 1
    if cards.size_of(s, s.decider) > 0:
        out[n] = encode(Move.MULLIGAN, 0, 0)
        n += 1
    if t.tent_timing:  # AMB-28
        n = ambush_and_tents.list_tented(s, out, n)
    return n


@kernel
def announce(s: GameState) -> None:
    """Announce the cohorts and draw (BA-COHORT-02, BA-COHORT-07)."""
    seat = s.active
    tell(s, Move.COHORT, seat, s.cohort, 0)
    s.tally[seat, Tally.COHORTS] += 1
    s.tally[seat, Tally.COHORT_CARDS] += s.cohort
    cards.draw_cards(s, seat, s.cohort, Point.STEP_TWO)


@kernel
def mulligan(s: GameState, t: RuleTables) -> None:
    """Discard the hand and draw a new one (BA-COHORT-08)."""
    seat = s.active
    tell(s, Move.MULLIGAN, seat, 0, 0)
    s.tally[seat, Tally.MULLIGANS] += 1
    cards.discard_hand(s, seat)
    cards.draw_cards(s, seat, t.hand_size, Point.STEP_TWO)


@kernel
def step_two(s: GameState) -> None:
    """Take back the ambushed cards (BA-TURN-05, BA-TURN-02, BA-COHORT-10, BA-AMBUSH-04)."""
    cards.lift_ambush(s, s.active)
    s.point = Point.NEXT_ACTION


@kernel
def next_action(s: GameState, t: RuleTables) -> None:
    """Ask for the next action, with open tops turned up before (AMB-40)."""
    s.decider = s.active
    s.act = NOTHING
    if t.pool_tops:
        deck = decks.unknown_top(s, t)
        if deck != NOTHING:
            decks.need_top(s, deck)
            return
    if not s.surveyed:
        board.survey(s, t)
    s.point = Point.ACTION


@kernel
def close_line(s: GameState, t: RuleTables) -> None:
    """The line of the active seat is over (BA-ACT-02)."""
    s.decider = s.active
    items.close_line(s, t)
    s.point = Point.NEXT_ACTION


@kernel
def end_turn(s: GameState, t: RuleTables) -> None:
    """Discard everything but ambushed and tented cards, then draw (BA-END-01, BA-END-02).

    See BA-TURN-04, BA-AMBUSH-04, BA-ART-16.
    """
    seat = s.active
    items.lapse_all(s, seat)
    cards.discard_played(s, seat)
    cards.discard_hand(s, seat)
    cards.draw_cards(s, seat, t.hand_size, Point.BEGIN_TURN)
