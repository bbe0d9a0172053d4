"""The state machine: `start`, `legal_decisions` and `apply` are the only way to change a game.

Chance goes through the same door: `is_chance`, `chance_outcomes`, `draw_outcome`, `apply`.

Their arguments are those of `kit.kernels`; `kind`, `x` and `y` are the parts of a code, see
`core.kernels.decision_codes`.
"""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import encode, kind_of, x_of, y_of
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below, open_streams
from bloodstones.games.battlelore.engine import (
    attacking,
    decks,
    effects,
    moving,
    mustering,
    ordering,
    retreating,
    setup,
    sighting,
    upkeep,
)
from bloodstones.games.battlelore.engine import decks as lore
from bloodstones.games.battlelore.engine import moving as advancing
from bloodstones.games.battlelore.engine.decisions import Kind
from bloodstones.games.battlelore.engine.events import tell
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.state import (
    DICE_STREAM,
    FIRST_STREAM,
    NO_CARD,
    NOBODY,
    NOWHERE,
    SEATS,
    GameState,
    Mode,
    Point,
    Status,
)
from bloodstones.games.battlelore.events import Event
from bloodstones.games.battlelore.rules.compiled import place_value
from bloodstones.games.battlelore.rules.dice import FACES, RANK, SIZE, WAYS
from bloodstones.games.battlelore.rules.names import Window


@entry
def start(s: GameState, t: RuleTables, key: Array, out: Array) -> None:
    """Begin a playthrough in a zeroed state and go on to its first point.

    `key`: int64 array of 3 words (`streams.game_key`); `out`: int32 array of `MOST_DECISIONS`.
    """
    open_streams(s.streams, key)
    for seat in range(SEATS):
        for place in range(s.memory.shape[1]):
            s.memory[seat, place] = NOBODY
    s.last_winner = NOBODY
    setup.begin_battle(s, t)
    advance(s, t, out)


@entry
def is_chance(s: GameState) -> bool:
    """Return whether chance moves now."""
    return bool(s.point >= Point.DEAL_SCENARIO and s.point <= Point.ROLL)


@entry
def chance_outcomes(s: GameState, t: RuleTables, out: Array, weights: Array) -> int:
    """Write the outcomes of chance and their int64 weights; return how many."""
    if s.point == Point.ROLL:
        dice = attacking.dice_now(s)
        for number in range(SIZE[dice]):
            out[number] = encode(Kind.ROLLED, dice, number)
            weights[number] = WAYS[dice, number]
        return int(SIZE[dice])
    if s.point == Point.DEAL_FIRST:
        for seat in range(SEATS):
            out[seat] = encode(Kind.DEALT_FIRST, seat, 0)
            weights[seat] = 1
        return SEATS
    if s.point == Point.DEAL_SCENARIO:
        return setup.drawn_scenario(s, out, weights)
    if s.point == Point.DEAL_COMMAND or s.point == Point.DEAL_LORE:
        return decks.outcomes(s, out, weights)
    return 0


@entry
def draw_outcome(s: GameState, t: RuleTables) -> int:
    """Draw an outcome of the chance point from its keyed stream; nothing else changes."""
    if s.point == Point.ROLL:
        dice = attacking.dice_now(s)
        stream = DICE_STREAM + attacking.roller(s)
        code = 0
        for _ in range(dice):
            code += place_value(next_below(s.streams, stream, FACES))
        return encode(Kind.ROLLED, dice, RANK[dice, code])
    if s.point == Point.DEAL_FIRST:
        return encode(Kind.DEALT_FIRST, next_below(s.streams, FIRST_STREAM, SEATS), 0)
    if s.point == Point.DEAL_SCENARIO:
        left = decks.total(s.scenario_deck[s.drawer])
        number = next_below(s.streams, setup.scenario_stream(s), left)
        return encode(Kind.DEALT_SCENARIO, setup.nth_scenario(s, number), 0)
    return decks.drawn(s)


@entry
def legal_decisions(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the legal decisions of `s.decider` into `out`, in a fixed order; return how many.

    0 when chance moves or the playthrough is over. `out`: int32 array of `MOST_DECISIONS`.
    """
    point = s.point
    if point == Point.MARCH:
        return moving.legal_marches(s, t, out)
    if point == Point.STEP:
        return moving.legal_steps(s, t, out)
    if point == Point.ATTACK:
        return sighting.legal_attacks(s, t, out)
    if point == Point.AGAIN:
        return advancing.legal_again(s, t, out)
    if point == Point.ORDER:
        return ordering.legal_orders(s, t, out)
    if point == Point.COMMAND:
        return ordering.legal_commands(s, t, out)
    if point == Point.ORDER_STEP:
        return ordering.legal_order_step(s, t, out)
    if point == Point.WINDOW:
        return lore.legal_window(s, t, out)
    if point == Point.BARRIER:
        return lore.legal_barrier(s, t, out)
    if point == Point.TARGET:
        return effects.legal_targets(s, t, out)
    if point == Point.GAIN:
        return upkeep.legal_gains(out)
    if point == Point.DISCARD_LORE:
        return upkeep.legal_lore_discards(s, out)
    if point < Point.TENT:
        return legal_preparations(s, t, out)
    return legal_answers(s, t, out)


@kernel
def legal_preparations(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the legal decisions before the first turn."""
    point = s.point
    if point == Point.SCENARIO:
        return setup.legal_scenarios(s, out)
    if point == Point.FORD:
        return setup.legal_fords(s, t, out)
    if point == Point.MUSTER:
        return mustering.legal_takes(s, t, out)
    if point == Point.DEPLOY:
        return mustering.legal_lays(s, t, out)
    if point == Point.PUT_COMMAND:
        return decks.legal_hand(s, Kind.PUT, out)
    if point == Point.PUT_LORE:
        return decks.legal_lore_hand(s, Kind.PUT_LORE, out)
    return 0


@kernel
def legal_answers(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the legal decisions of points that ask for a yes or no, or for little more."""
    point = s.point
    if point == Point.KEEP:
        return attacking.legal_keeps(s, out)
    if point == Point.HEROIC:
        return attacking.legal_uses(s, t, out)
    if point == Point.DIRECTION:
        return retreating.legal_ways(s, t, out)
    if point == Point.PREVENT:
        for first in range(2):
            out[first] = encode(Kind.PREVENT, first, 0)
        return 2
    kind = -1
    if point == Point.TENT:
        kind = int(Kind.CAPTURE)
    elif point == Point.IMMOVABLE or point == Point.SUPPORT:
        kind = int(Kind.IGNORE)
    elif point == Point.COUNTER:
        kind = int(Kind.COUNTER)
    elif point == Point.ADVANCE:
        kind = int(Kind.ADVANCE)
    if kind < 0:
        return 0
    out[0] = encode(Kind.PASS, 0, 0)
    out[1] = encode(kind, 0, 0)
    return 2


@entry
def apply(s: GameState, t: RuleTables, code: int, out: Array) -> None:
    """Carry out a decision or an outcome and go on to the next point; the log has what happened.

    `out` is scratch. Legality is not checked here.
    """
    kind = kind_of(code)
    x = x_of(code)
    y = y_of(code)
    s.log_size = 0
    if kind == Kind.PASS:
        decline(s, t)
    elif kind >= Kind.DEALT_SCENARIO:
        apply_chance(s, t, kind, x, y)
    elif kind < Kind.CAPTURE:
        apply_preparation(s, t, kind, x, y)
    elif kind < Kind.GO:
        apply_card(s, t, kind, x, y)
    else:
        apply_unit(s, t, kind, x, y)
    advance(s, t, out)


@kernel
def apply_chance(s: GameState, t: RuleTables, kind: int, x: int, y: int) -> None:
    """Carry out an outcome."""
    if kind == Kind.ROLLED:
        attacking.rolled(s, t, x, y)
    elif kind == Kind.DEALT_COMMAND:
        decks.dealt_command(s, x)
    elif kind == Kind.DEALT_LORE:
        decks.dealt_lore(s, t, x)
    elif kind == Kind.DEALT_SCENARIO:
        setup.dealt_scenario(s, x)
    else:
        setup.begin_by_lot(s, x)


@kernel
def apply_preparation(s: GameState, t: RuleTables, kind: int, x: int, y: int) -> None:
    """Carry out a decision of setting up, or of cards put under a deck."""
    if kind == Kind.CHOOSE:
        setup.choose_scenario(s, x)
    elif kind == Kind.FORD:
        setup.lay_ford(s, x)
    elif kind == Kind.TAKE:
        mustering.take(s, x, y)
    elif kind == Kind.LAY:
        mustering.lay(s, x, y)
    elif kind == Kind.PUT:
        decks.put_command(s, int(s.decider), x)
        s.point = Point.NEXT_PUT if s.card == NO_CARD else Point.FORESIGHT
    else:
        decks.put_lore(s, t, int(s.decider), x)
        s.point = Point.NEXT_PUT


@kernel
def apply_card(s: GameState, t: RuleTables, kind: int, x: int, y: int) -> None:
    """Carry out a decision of the start of a turn, of orders or of lore cards."""
    if kind == Kind.CAPTURE:
        upkeep.capture(s, t)
    elif kind == Kind.COMMAND:
        ordering.command(s, t, x)
    elif kind == Kind.DISCARD:
        ordering.discard(s, x)
    elif kind == Kind.ORDER:
        ordering.order(s, t, x, y)
    elif kind == Kind.CURE:
        ordering.cure(s, t, x, y)
    elif kind == Kind.TARGET:
        effects.target(s, t, x, y)
    elif s.point == Point.BARRIER:
        lore.barrier(s, t, x)
    else:
        then = Point.AFTER_ORDERS if s.point == Point.ORDER_STEP else Point.NEXT_ASK
        lore.play(s, t, x, then)


@kernel
def apply_unit(s: GameState, t: RuleTables, kind: int, x: int, y: int) -> None:
    """Carry out a decision of moves, attacks or the lore step."""
    if kind == Kind.GO:
        moving.go(s, t, x, y)
    elif kind == Kind.STOP:
        moving.stop(s, t)
    elif kind == Kind.ATTACK:
        s.follow = NOBODY
        attacking.attack(s, t, x, y)
    elif kind == Kind.KEEP:
        attacking.keep(s, x)
    elif kind == Kind.REROLL:
        attacking.reroll(s)
    elif kind == Kind.USE:
        attacking.use(s, x)
    elif kind == Kind.WAY:
        retreating.choose_way(s, x)
    elif kind == Kind.IGNORE:
        ignore(s, t)
    elif kind == Kind.COUNTER:
        attacking.counter(s, t, int(s.counter_point))
    elif kind == Kind.ADVANCE:
        advancing.advance(s, t)
    elif kind == Kind.GAIN:
        upkeep.gain(s, t, x)
    elif kind == Kind.DISCARD_LORE:
        upkeep.discard_lore(s, t, x)
    elif kind == Kind.PREVENT:
        attacking.prevent(s, t, x)
    else:
        s.status = Status.BAD_DECISION


@kernel
def ignore(s: GameState, t: RuleTables) -> None:
    """Use Immovable, or support."""
    tell(s, Event.IGNORE, s.decider, int(s.target[s.level]), 0)
    if s.point == Point.IMMOVABLE:
        retreating.use_immovable(s, t)
        retreating.find_way(s, t)
    else:
        retreating.ignore_rest(s, t)


@kernel
def decline(s: GameState, t: RuleTables) -> None:
    """Carry out a pass, whatever it declines or ends here."""
    point = s.point
    tell(s, Event.DECLINE, s.decider, int(point), 0)
    if point == Point.MARCH:
        moving.marches_over(s)
    elif point == Point.ATTACK:
        s.point = Point.MOBILITY
    elif point == Point.AGAIN:
        advancing.no_more(s)
        s.point = Point.NEXT_ATTACK
    elif point == Point.ORDER:
        s.point = Point.AFTER_ORDERS
    elif point == Point.ORDER_STEP:
        s.point = Point.MOVES
    elif point == Point.COMMAND:
        s.point = Point.NEXT_ORDER
    elif point == Point.WINDOW:
        s.point = Point.NEXT_ASK
    elif point == Point.BARRIER:
        s.point = Point.EFFECT
    elif point == Point.COUNTER:
        s.point = s.counter_point
    elif point == Point.ADVANCE:
        s.point = Point.ATTACK_DONE
    elif point == Point.SUPPORT:
        s.point = Point.RETREAT_HEX
    elif point == Point.IMMOVABLE:
        retreating.find_way(s, t)
    elif point == Point.TENT:
        s.point = Point.AFTER_TENT
    else:
        s.status = Status.BAD_DECISION


@kernel
def advance(s: GameState, t: RuleTables, out: Array) -> None:
    """Let the rules act until a seat or chance must move, or the playthrough is over.

    See BL-TURN-01.
    """
    while s.status == Status.OK:
        if s.loser != NOBODY:
            upkeep.last_unit_lost(s, t)
        point = s.point
        if point < Point.NEXT_SETUP:
            return
        if point < Point.NEXT_TURN:
            prepare(s, t)
        elif point < Point.NEXT_ATTACK:
            go_on(s, t, out)
        elif point < Point.UPKEEP or point > Point.BATTLE_END:
            fight(s, t, out)
        else:
            keep_up(s, t)
    s.point = Point.OVER


@kernel
def prepare(s: GameState, t: RuleTables) -> None:
    """Act before the first turn."""
    point = s.point
    if point == Point.NEXT_SETUP:
        setup.next_setup(s, t)
    elif point == Point.NEXT_FORD:
        setup.next_ford(s, t)
    elif point == Point.NEXT_MUSTER:
        mustering.next_muster(s, t)
    elif point == Point.NEXT_DEPLOY:
        mustering.next_deploy(s, t)
    elif point == Point.NEXT_DEAL:
        decks.next_deal(s, t)
    else:
        decks.next_put(s, t)


@kernel
def go_on(s: GameState, t: RuleTables, out: Array) -> None:
    """Act between the start of a turn and its attacks."""
    point = s.point
    if point == Point.NEXT_STEP:
        moving.next_step(s, t, out)
    elif point == Point.NEXT_MARCH:
        moving.next_march(s, t, out)
    elif point == Point.NEXT_ASK:
        lore.next_ask(s, t, out)
    elif point == Point.NEXT_ORDER:
        ordering.next_order(s, t, out)
    elif point == Point.AFTER_ORDERS:
        ordering.after_orders(s, t, out)
    elif point == Point.MOVES:
        moving.begin_marches(s, Mode.MOVE)
        lore.open_window(s, Window.MOVE_START, Point.NEXT_MARCH)
    elif point == Point.AFTER_MOVES:
        lore.open_window(s, Window.MOVE_END, Point.ATTACK_START)
    elif point == Point.ATTACK_START:
        s.portal[:] = NOWHERE
        advancing.begin_attacks(s, t)
        lore.open_window(s, Window.ATTACK_START, Point.ONSLAUGHT)
    elif point == Point.ONSLAUGHT:
        s.point = Point.NEXT_ATTACK
        if s.march > 0:
            moving.begin_marches(s, Mode.ONSLAUGHT)
    elif point == Point.AFTER_ONSLAUGHT:
        lore.open_window(s, Window.ATTACK_START, Point.NEXT_ATTACK)
    elif point == Point.EFFECT:
        effects.effect(s, t)
    elif point == Point.NEXT_TARGET:
        effects.next_target(s, t, out)
    elif point == Point.NEXT_TURN:
        upkeep.next_turn(s, t)
    elif point == Point.AFTER_TENT:
        upkeep.after_tent(s, t)
    else:
        ordering.next_command(s, t)


@kernel
def fight(s: GameState, t: RuleTables, out: Array) -> None:
    """Act in the attack step."""
    point = s.point
    if point == Point.NEXT_ATTACK:
        advancing.next_attack(s, t, out)
    elif point == Point.BEFORE_ROLL:
        attacking.before_roll(s, t)
    elif point == Point.ATTACK_ROLL:
        attacking.attack_roll(s, t)
    elif point == Point.ROLLED:
        attacking.all_rolled(s, t)
    elif point == Point.RESOLVE:
        attacking.resolve(s, t)
    elif point == Point.DAMAGE:
        attacking.damage(s, t)
    elif point == Point.REMOVE_TARGET:
        attacking.remove_target(s, t)
    elif point == Point.ATTACKER_LOSS:
        attacking.attacker_loss(s, t)
    elif point == Point.FEROCITY:
        attacking.ferocity(s, t)
    elif point == Point.RETREAT:
        retreating.retreat(s, t)
    elif point == Point.RETREATING:
        retreating.retreating(s, t)
    elif point == Point.RETREAT_HEX:
        retreating.retreat_hex(s, t)
    elif point == Point.AFTER_RETREAT:
        retreating.after_retreat(s, t)
    elif point == Point.AFTER_LORE_CARD:
        retreating.after_terror(s)
    elif point == Point.NEXT_COUNTER:
        attacking.next_counter(s, t)
    elif point == Point.NEXT_ADVANCE:
        advancing.next_advance(s, t)
    elif point == Point.ATTACK_DONE:
        advancing.attack_done(s, t)
    elif point == Point.MOBILITY:
        moving.begin_marches(s, Mode.MOBILITY)
    else:
        effects.foresight(s, t)


@kernel
def keep_up(s: GameState, t: RuleTables) -> None:
    """Act in the upkeep."""
    point = s.point
    if point == Point.UPKEEP:
        upkeep.score(s, t)
    elif point == Point.DRAW_STEP:
        upkeep.draw_step(s)
    elif point == Point.LORE_STEP:
        upkeep.lore_step(s)
    else:
        upkeep.lore_drawn(s, t)
