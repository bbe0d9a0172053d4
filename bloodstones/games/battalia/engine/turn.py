"""The state machine: `start`, `legal_decisions` and `apply` are the only way to change a game.

Their arguments are those of `kit.kernels`; `kind`, `x` and `y` are the parts of a code, see
`core.kernels.decision_codes`.
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import encode, kind_of, x_of, y_of
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below
from bloodstones.games.battalia.engine import (
    acting,
    ambush_and_tents,
    battle_lines,
    board,
    cards,
    cities,
    converting,
    decks,
    fighting,
    paying,
    resolving,
    setup,
    steps,
)
from bloodstones.games.battalia.engine.decisions import Kind
from bloodstones.games.battalia.engine.decisions import Kind as Move
from bloodstones.games.battalia.engine.events import tell
from bloodstones.games.battalia.engine.rule_tables import RuleTables
from bloodstones.games.battalia.engine.state import (
    DIE_STREAM,
    FIRST_STREAM,
    GameState,
    Point,
    Status,
)
from bloodstones.games.battalia.rules.names import CARDS

FACES: Final = 6


@kernel
def list_outcomes(s: GameState, t: RuleTables, out: Array, weights: Array) -> int:
    """Write the outcomes of the chance point and their weights; return how many."""
    point = s.point
    if point == Point.DRAW:
        return list_draws(s, out, weights)
    if point == Point.TOP:
        return decks.list_tops(s, out, weights)
    if point == Point.DIE:
        return list_numbers(Move.DIE, 1, FACES, out, weights)
    if point == Point.DEAL:
        return setup.list_deals(s, out, weights)
    if point == Point.START_CITY:
        return setup.list_terrains(s, t, Move.START_CITY, out, weights)
    if point == Point.NEUTRAL_CITY:
        return setup.list_terrains(s, t, Move.NEUTRAL_CITY, out, weights)
    if point == Point.FIRST:
        return list_numbers(Move.FIRST, 0, t.players, out, weights)
    if point == Point.LUCKY_SPOILS:
        n = resolving.list_spoils(s, Move.LUCKY_SPOIL, out)
        weights[:n] = 1
        return n
    return 0


@kernel
def list_numbers(kind: int, first: int, count: int, out: Array, weights: Array) -> int:
    """Write equally likely outcomes of a kind, numbered from `first`."""
    for number in range(count):
        out[number] = encode(kind, first + number, 0)
        weights[number] = 1
    return count


@kernel
def list_draws(s: GameState, out: Array, weights: Array) -> int:
    """Write which card may leave the draw pile."""
    n = 0
    for card in range(CARDS):
        if s.draw[s.draw_seat, card] > 0:
            out[n] = encode(Move.DRAW, card, 0)
            weights[n] = s.draw[s.draw_seat, card]
            n += 1
    return n


@kernel
def sample(s: GameState, t: RuleTables) -> int:
    """Return one outcome, drawn from the stream of its purpose."""
    point = s.point
    if point == Point.DRAW:
        return encode(Move.DRAW, cards.sample_draw(s), 0)
    if point == Point.TOP:
        return encode(Move.TOP, s.deck, decks.sample_top(s))
    if point == Point.DIE:
        return encode(Move.DIE, 1 + next_below(s.streams, DIE_STREAM, FACES), 0)
    if point == Point.DEAL:
        return encode(Move.DEAL, setup.sample_deal(s), s.draw_seat)
    if point == Point.FIRST:
        return encode(Move.FIRST, next_below(s.streams, FIRST_STREAM, t.players), 0)
    if point == Point.LUCKY_SPOILS:
        return encode(Move.LUCKY_SPOIL, resolving.sample_spoils(s), 0)
    kind = Move.START_CITY if point == Point.START_CITY else Move.NEUTRAL_CITY
    return encode(kind, setup.next_square(s, t), setup.sample_terrain(s, t))


@entry
def start(s: GameState, t: RuleTables, key: Array, out: Array) -> None:
    """Begin a playthrough in a zeroed state and go on to its first decision or chance point.

    `key`: int64 array of 3 words, see `streams.game_key`; `out`: int32 array of
    `decisions.MOST_DECISIONS`, used as scratch.
    """
    setup.lay_out(s, t, key)
    advance(s, t, out)


@entry
def is_chance(s: GameState) -> bool:
    """Whether chance moves now."""
    return bool(Point.CHANCE < s.point < Point.RULES)


@entry
def legal_decisions(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the legal decisions of `s.decider` into `out`, in a fixed order; return how many.

    0 when chance moves or the playthrough is over.
    """
    point = s.point
    if point == Point.ACTION:
        return acting.list_actions(s, t, out)
    if point == Point.PAY:
        return paying.list_sources(s, t, out)
    if point == Point.TARGET:
        return converting.list_targets(s, t, out)
    if point == Point.PLACE:
        return board.list_places(s, t, s.decider, s.act_y, out)
    if point == Point.BATTLE:
        return fighting.list_battle(s, t, out)
    if point == Point.RESPOND:
        return fighting.list_responses(s, t, out)
    if point == Point.STEP_ONE:
        return steps.list_step_one(s, t, out)
    return legal_choices(s, t, out)


@kernel
def legal_choices(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the decisions of the rarer points."""
    point = s.point
    if point == Point.HOLD:
        return ambush_and_tents.list_holds(s, out)
    if point == Point.LIMBO:
        return ambush_and_tents.list_hand(s, Kind.LIMBO, CARDS, out, 0)
    if point == Point.MORE:
        return ambush_and_tents.list_more(s, out)
    if point == Point.ROOM:
        return converting.list_room(s, out)
    if point == Point.HORN:
        return ambush_and_tents.list_calls(s, out)
    if point == Point.JOIN:
        return fighting.list_joins(s, t, out)
    if point == Point.AMBUSHED:
        return fighting.list_lifts(s, t, out)
    if point == Point.SPOILS:
        return resolving.list_spoils(s, Kind.SPOIL, out)
    if point == Point.FACTION:
        return setup.list_factions(s, t, out)
    if point == Point.START:
        return setup.list_starts(s, t, out)
    return 0


@entry
def chance_outcomes(s: GameState, t: RuleTables, out: Array, weights: Array) -> int:
    """Write the outcomes of the chance point and their int64 weights; return how many."""
    return list_outcomes(s, t, out, weights)


@entry
def draw_outcome(s: GameState, t: RuleTables) -> int:
    """Return one outcome of the chance point; nothing changes but the stream of its purpose."""
    return sample(s, t)


@entry
def apply(s: GameState, t: RuleTables, code: int, out: Array) -> None:
    """Carry out a decision or outcome and go on to the next decision or chance point, or the end.

    The log has what happened; legality is not checked here; `out` is scratch, as in `start`.
    """
    s.log_size = 0
    kind = int(kind_of(code))
    x = int(x_of(code))
    y = int(y_of(code))
    if kind >= Kind.START_CITY:
        apply_outcome(s, t, kind, x, y)
    elif s.point == Point.BATTLE or s.point == Point.RESPOND:
        apply_in_fight(s, t, kind, x, y)
    elif s.point == Point.ACTION:
        apply_action(s, t, kind, x, y)
    else:
        apply_choice(s, t, kind, x, y)
    advance(s, t, out)


@kernel
def apply_action(s: GameState, t: RuleTables, kind: int, x: int, y: int) -> None:
    """Carry out a decision of the action step."""
    if kind != Kind.FIGHT:
        s.vain = 0
    if kind == Kind.GO_ON:
        tell(s, Kind.GO_ON, s.decider, 0, 0)
        s.point = Point.END_TURN
    elif kind == Kind.USE:
        converting.use(s, t, x, y)
    elif kind == Kind.AMBUSH:
        ambush_and_tents.ambush(s, t, x)
    elif kind == Kind.TENT:
        ambush_and_tents.pitch(s, t, x)
    elif kind == Kind.FILL:
        ambush_and_tents.fill(s, t, x, y)
    elif kind == Kind.EMPTY:
        ambush_and_tents.empty(s, x)
    elif kind == Kind.HORN:
        ambush_and_tents.blow(s)
    elif kind == Kind.WINGS:
        acting.fly(s, x, y)
    elif kind == Kind.FIGHT:
        fighting.begin(s, t, x, y)
    else:
        acting.act(s, t, kind, x, y)


@kernel
def apply_in_fight(s: GameState, t: RuleTables, kind: int, x: int, y: int) -> None:
    """Carry out a decision of a battle turn."""
    if kind == Kind.PLAY:
        battle_lines.lay(s, t, x, y)
    elif kind == Kind.DONE:
        fighting.end_battle_turn(s)
    elif kind == Kind.PASS:
        fighting.give_up(s, t)
    elif kind == Kind.USE:
        converting.use(s, t, x, y)
    elif kind == Kind.EMPTY:
        ambush_and_tents.empty(s, x)
    elif kind == Kind.HORN:
        ambush_and_tents.blow(s)
    elif kind == Kind.SURRENDER:
        fighting.surrender(s, t)
    elif kind == Kind.RETREAT:
        fighting.retreat(s, t, x, y)
    elif kind == Kind.DEFEND:
        fighting.defend(s)
    else:
        s.status = Status.BAD_DECISION


@kernel
def apply_choice(s: GameState, t: RuleTables, kind: int, x: int, y: int) -> None:
    """Carry out a decision of any other point."""
    if kind == Kind.PAY:
        paying.pay(s, t, x, y)
    elif kind == Kind.TARGET:
        converting.convert(s, t, x, y)
    elif kind == Kind.PLACE:
        tell(s, Kind.PLACE, s.decider, x, y)
        cities.place(s, t, x, y)
    elif kind == Kind.HOLD:
        ambush_and_tents.hold(s, x)
    elif kind == Kind.LIMBO:
        ambush_and_tents.pay_limbo(s, x)
    elif kind == Kind.AMBUSH:
        ambush_and_tents.ambush(s, t, x)
    elif kind == Kind.ROOM:
        ambush_and_tents.room_made(s, t, x)
    elif kind == Kind.TAKE:
        ambush_and_tents.call(s, x)
    elif kind == Kind.STOP:
        ambush_and_tents.stop(s)
    elif kind == Kind.JOIN:
        fighting.join(s, x)
    elif kind == Kind.LIFT:
        fighting.lift(s, x)
    elif kind == Kind.SPOIL:
        resolving.take_spoils(s, Kind.SPOIL, x)
    else:
        apply_opening(s, t, kind, x)


@kernel
def apply_opening(s: GameState, t: RuleTables, kind: int, x: int) -> None:
    """Carry out a decision of the setup or of step 1."""
    if kind == Kind.GO_ON:
        tell(s, Kind.GO_ON, s.decider, 0, 0)
        s.point = Point.STEP_TWO
    elif kind == Kind.COHORT:
        steps.announce(s)
    elif kind == Kind.MULLIGAN:
        steps.mulligan(s, t)
    elif kind == Kind.EMPTY:
        ambush_and_tents.empty(s, x)
    elif kind == Kind.FACTION:
        setup.take_faction(s, x)
    elif kind == Kind.START:
        setup.take_start(s, x)
    else:
        s.status = Status.BAD_DECISION


@kernel
def apply_outcome(s: GameState, t: RuleTables, kind: int, x: int, y: int) -> None:
    """Carry out an outcome of chance."""
    if kind == Kind.DRAW:
        cards.draw_card(s, x)
    elif kind == Kind.TOP:
        tell(s, Kind.TOP, s.decider, x, y)
        s.top[x] = y
        s.point = Point.GOT_TOP
    elif kind == Kind.DIE:
        converting.roll(s, t, x)
    elif kind == Kind.DEAL:
        setup.deal(s, x, y)
    elif kind in (Kind.START_CITY, Kind.NEUTRAL_CITY):
        setup.lay_city(s, t, kind, x, y)
    elif kind == Kind.FIRST:
        setup.name_first(s, x)
    elif kind == Kind.LUCKY_SPOIL:
        resolving.take_spoils(s, Kind.LUCKY_SPOIL, x)
    else:
        s.status = Status.BAD_DECISION


@kernel
def advance(s: GameState, t: RuleTables, out: Array) -> None:
    """Let the rules act until a seat must decide, chance moves, or the playthrough is over."""
    while s.point >= Point.RULES and s.status == Status.OK:
        point = s.point
        if point == Point.NEXT_DRAW:
            cards.next_draw(s)
        elif point == Point.NEXT_PAY:
            if paying.next_pay(s, t, out):
                acting.carry_out(s, t)
        elif point == Point.CLOSE_LINE:
            steps.close_line(s, t)
        elif point == Point.NEXT_ACTION:
            steps.next_action(s, t)
        elif point == Point.GOT_TOP:
            acting.got_top(s, t)
        elif point == Point.NEXT_SIDE:
            fighting.next_side(s, t)
        elif point == Point.STEP_TWO:
            steps.step_two(s)
        elif point == Point.END_TURN:
            steps.end_turn(s, t)
        elif point == Point.BEGIN_TURN:
            steps.begin_turn(s, t)
        else:
            setup.next_setup(s, t)
    if s.status != Status.OK:
        s.point = Point.OVER
