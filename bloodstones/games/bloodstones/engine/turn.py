"""The state machine: `start`, `legal_decisions` and `apply` are the only way to change a game.

The game stops where a seat must decide and where chance moves (`is_chance`). Chance is a player
without choice: `chance_outcomes` lists the outcomes with their weights, `draw_outcome` draws one
from the keyed streams, and `apply` carries an outcome out, whoever chose it.

Their arguments are those of `kit.kernels`; `kind`, `x` and `y` are the parts of a code, see
`core.kernels.decision_codes`.
"""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import encode, kind_of, x_of, y_of
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine import (
    battle,
    drawing,
    ending,
    events,
    fighters,
    founding,
    horde,
    movement,
    raiding,
    retreat,
    settling,
    undead,
)
from bloodstones.games.bloodstones.engine import fighters as combat_tiles
from bloodstones.games.bloodstones.engine import founding as building
from bloodstones.games.bloodstones.engine import settling as last_resort
from bloodstones.games.bloodstones.engine.ban import lift_bans
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.events import Phase
from bloodstones.games.bloodstones.engine.pieces import next_tile
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import (
    BAG_STREAM,
    COMBAT_STREAM,
    NOTHING,
    Ending,
    GameState,
    Point,
    Status,
)
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules.register import WIPED_OUT_TIMING_TURN_START


@entry
def start(s: GameState, t: RuleTables, key: Array, out: Array) -> None:
    """Begin a playthrough in a zeroed state: chance says who starts.

    Parameters
    ----------
    key
        int64 array of 3 words, see `streams.game_key`.
    out
        int32 array of `decisions.MOST_DECISIONS`, used as scratch.
    """
    founding.prepare(s, t, key)
    advance(s, t, out)


@entry
def is_chance(s: GameState) -> bool:
    """Whether chance moves now."""
    return bool(s.point >= Point.FIRST_SEAT)


@entry
def chance_outcomes(s: GameState, t: RuleTables, out: Array, weights: Array) -> int:
    """Write the outcomes that chance may have now and their weights; return how many.

    Parameters
    ----------
    out
        As in `legal_decisions`.
    weights
        int64 array as long: the probability of an outcome is its weight among all.
    """
    if s.point == Point.TILE:
        return drawing.tile_outcomes(s, out, weights)
    if s.point == Point.COMBAT_TILE:
        return combat_tiles.combat_tile_outcomes(s, t, out, weights)
    if s.point == Point.FIRST_SEAT:
        return founding.first_seat_outcomes(t, out, weights)
    return 0


@entry
def draw_outcome(s: GameState, t: RuleTables) -> int:
    """Return what chance does now, drawn from the keyed stream for it; nothing else changes."""
    if s.point == Point.TILE:
        return encode(Kind.TILE, next_tile(s, s.drawer, BAG_STREAM + s.drawer), 0)
    if s.point == Point.COMBAT_TILE:
        side = combat_tiles.drawing_side(s)
        value = combat_tiles.next_combat_tile(s, t, side, COMBAT_STREAM + side)
        return encode(Kind.COMBAT_TILE, value, 0)
    return encode(Kind.FIRST_SEAT, founding.start_player(s, t), 0)


@entry
def settle_chance(s: GameState, t: RuleTables, out: Array) -> None:
    """Let chance move, from the streams, until a seat must decide or the playthrough is over."""
    while is_chance(s):
        apply(s, t, draw_outcome(s, t), out)


@entry
def legal_decisions(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the legal decisions of `s.decider` into `out`, in a fixed order; return how many.

    0 when chance moves and when the playthrough is over. `out`: int32 array of
    `decisions.MOST_DECISIONS`.
    """
    point = s.point
    if point == Point.MAIN:
        return legal_actions(s, t, out)
    if point == Point.SELECT:
        return movement.legal_selections(s, t, out)
    if point == Point.MARCHED:
        return movement.legal_continuations(s, t, out)
    if point == Point.PAY:
        return movement.legal_payments(s, t, out)
    if point == Point.BUILD_COST:
        return building.legal_discards(s, out)
    if point == Point.RAID:
        n = raiding.legal_raid_tiles(s, t, out)
        return n if n > 1 else last_resort.add_tiles(s, t, Kind.RAID_TILE, out, n)
    if point == Point.RAID_VILLAGE:
        return last_resort.pass_at_least(s, t, out, raiding.legal_raids(s, t, out))
    if point == Point.SETTLE:
        n = settling.legal_settle_tiles(s, t, out)
        return n if n > 1 or s.restarting else last_resort.add_tiles(s, t, Kind.SETTLE_TILE, out, n)
    if point == Point.SETTLE_AREA:
        return last_resort.pass_at_least(s, t, out, settling.legal_settlements(s, t, out))
    if point == Point.WITHDRAW:
        return battle.legal_withdrawals(s, t, out)
    if point == Point.SWAP:
        return battle.legal_swaps(s, t, out)
    if point == Point.CASUALTY:
        return battle.legal_casualties(s, t, out)
    if point == Point.RETREAT:
        return retreat.legal_refuges(s, t, s.decider, s.battle_area, Kind.RETREAT, 0, out, 0)
    if point == Point.RESETTLE:
        return last_resort.pass_at_least(s, t, out, settling.legal_resettlements(s, t, out))
    if point == Point.FINAL:
        return legal_final_actions(s, t, out)
    if point == Point.UNDEAD:
        return undead.legal_undead(s, t, out)
    if point == Point.UNDEAD_STEP:
        return undead.legal_steps(s, t, out)
    if point == Point.RAISE:
        return undead.legal_risings(s, t, out)
    if point == Point.REENTER:
        return horde.legal_reentries(s, t, out)
    if point == Point.KEEP_OUT:
        return fighters.legal_keep_outs(s, t, out)
    if point == Point.CITADEL:
        return founding.legal_citadels(s, t, out)
    if point == Point.FOUND:
        return founding.legal_foundings(s, t, out)
    return 0


@kernel
def legal_actions(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the main actions (BS-TURN-05); no pass while an own area is contested (BS-TURN-06).

    None takes an own piece back (BS-GEN-11). See BS-TILE-06, BS-COMBAT-45.
    """
    n = battle.legal_attacks(s, t, out, 0)
    if n == 0:
        out[0] = encode(Kind.PASS, 0, 0)
        n = 1
    raids = horde.is_horde(t, s.active) and not s.raided  # BS-CHAOS-07
    if raids:
        n = raiding.append_raid_tiles(s, t, out, n)
    n = building.legal_builds(s, t, out, n)
    n = movement.legal_columns(s, t, out, n)
    if raids and (n == 1 or t.cutie_moves_alone):
        return last_resort.add_tiles(s, t, Kind.RAID_TILE, out, n)
    return n


@kernel
def legal_final_actions(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the final battles, or pass when none is left (BS-END-04)."""
    n = battle.legal_attacks(s, t, out, 0)
    if n == 0:
        out[0] = encode(Kind.PASS, 0, 0)
        n = 1
    return n


@entry
def apply(s: GameState, t: RuleTables, decision: int, out: Array) -> None:
    """Carry out a legal decision or a chance outcome, go on to the next stop, and log the events.

    A decision empties the log first; a chance outcome appends to it. Legality is not checked here.

    Parameters
    ----------
    s, t
        The state, which is written, and the packed rules.
    decision
        Packed, see `decisions.Decision`.
    out
        Scratch, as in `start`.
    """
    kind = kind_of(decision)
    if kind < Kind.FIRST_SEAT:
        s.log_size = 0
    x = x_of(decision)
    y = y_of(decision)
    if kind == Kind.TILE:
        drawing.draw_tile(s, t, x)
    elif kind == Kind.COMBAT_TILE:
        combat_tiles.draw_combat_tile(s, x)
    elif kind == Kind.FIRST_SEAT:
        founding.choose_first_seat(s, t, x)
    elif kind == Kind.PASS:
        end_decision(s, t)
    elif kind == Kind.BUILD:
        building.build(s, t, x, y)
    elif kind == Kind.DISCARD:
        building.discard_for_build(s, t, x)
    elif kind == Kind.COLUMN:
        movement.form_column(s, x)
    elif kind == Kind.SELECT:
        movement.select_unit(s, x)
    elif kind == Kind.MARCH:
        movement.march(s, t, x, y)
    elif kind == Kind.END_MOVE:
        movement.end_move(s, t)
    elif kind == Kind.PAY:
        movement.pay(s, t, x)
    elif kind == Kind.ATTACK:
        battle.attack(s, t, x, y, out)
    elif kind == Kind.WITHDRAW:
        battle.withdraw(s, t, x, y)
    elif kind == Kind.SWAP:
        battle.swap(s, t, x, y)
    elif kind == Kind.CASUALTY:
        battle.remove_casualties(s, t, x)
    elif kind == Kind.RETREAT:
        battle.retreat(s, t, x, y)
    elif kind == Kind.RAID_TILE:
        raiding.spend_raid_tile(s, t, x)
    elif kind == Kind.RAID_VILLAGE:
        raiding.raid_village(s, t, x, y)
    elif kind == Kind.SETTLE_TILE:
        settling.spend_settle_tile(s, t, x)
    elif kind == Kind.SETTLE:
        settling.settle(s, t, x, Event.SETTLE)
    elif kind == Kind.RESETTLE:
        settling.settle(s, t, x, Event.RESETTLE)
    elif kind == Kind.UNDEAD:
        undead.choose_undead(s, t, x)
    elif kind == Kind.UNDEAD_STEP:
        undead.step(s, t, x, y)
    elif kind == Kind.RAISE:
        battle.end_rising(s, x)
    elif kind == Kind.REENTER:
        building.place(s, t, x, y, Event.REENTER, Point.START_MAIN)
    elif kind == Kind.KEEP_OUT:
        fighters.keep_out(s, x)
    elif kind == Kind.HOME:
        founding.choose_home(s, t, x)
    elif kind == Kind.CITADEL:
        founding.place_citadel(s, t, x)
    elif kind == Kind.FOUND:
        founding.found(s, t, x, y)
    else:
        s.status = Status.BAD_DECISION
    advance(s, t, out)


@kernel
def end_decision(s: GameState, t: RuleTables) -> None:
    """Carry out a pass, whatever it ends here."""
    point = s.point
    if point == Point.MAIN:
        s.point = (
            Point.DRAW_PHASE if horde.is_horde(t, s.active) else Point.START_SETTLE
        )  # BS-TURN-03
    elif point in (Point.UNDEAD, Point.REENTER):
        s.point = Point.START_MAIN
    elif point == Point.UNDEAD_STEP:
        s.point = Point.UNDEAD
    elif point in (Point.RAID, Point.RAID_VILLAGE):
        raiding.end_raid(s)
    elif point in (Point.SETTLE, Point.SETTLE_AREA, Point.RESETTLE):
        settling.end_settle(s)
    elif point == Point.PAY:
        movement.end_payment(s)
    elif point == Point.SWAP:
        battle.tell_swap(s, NOTHING, NOTHING)
    elif point == Point.WITHDRAW:
        battle.stand(s, t)
    elif point == Point.KEEP_OUT:
        fighters.end_keeping_out(s, t)
    elif point == Point.FINAL:
        ending.end_final_turn(s, t)
    elif point == Point.FOUND:
        founding.end_founding(s, t)
    else:
        s.status = Status.BAD_DECISION


@kernel
def advance(s: GameState, t: RuleTables, out: Array) -> None:
    """Let the rules act until a seat must decide, chance moves or the playthrough is over.

    See BS-TURN-02.
    """
    while s.status == Status.OK:
        point = s.point
        if point == Point.BATTLE_DRAW:
            combat_tiles.begin_fight(s, t)
        elif point == Point.NEXT_SWAP:
            battle.next_swap(s, t)
        elif point == Point.CLASH:
            battle.clash(s, t)
        elif point == Point.BATTLE_END:
            battle.end_battle(s, t)
        elif point == Point.RETREAT:
            battle.begin_retreat(s, t, out)
            if s.point == Point.RETREAT:
                return
        elif point == Point.START_UNDEAD:
            undead.start_undead(s, t)
        elif point == Point.START_MAIN:
            start_main(s)
        elif point == Point.START_SETTLE:
            settling.start_settle(s, t)
        elif point == Point.REFILL:
            drawing.refill(s, t)
        elif point == Point.DRAW_PHASE:
            draw_phase(s, t)
        elif point == Point.END_TURN:
            end_turn(s, t)
        elif point == Point.DEAL:
            founding.deal_on(s, t)
        elif point == Point.NEXT_TURN:
            next_turn(s, t)
        elif point == Point.NEXT_SETUP:
            founding.next_setup(s, t)
        elif point == Point.NEXT_FINAL:
            ending.next_final(s, t)
        elif point == Point.FINISH:
            ending.finish(s, t)
        else:
            return
    s.point = Point.OVER


@kernel
def next_turn(s: GameState, t: RuleTables) -> None:
    """Pass the turn clockwise (BS-TURN-01); beyond the turn limit the playthrough stops."""
    if s.turn == t.turn_limit:
        s.ending = Ending.TURN_LIMIT
        s.point = Point.FINISH
        return
    s.active = s.first_seat if s.turn == 0 else (s.active + 1) % t.players
    while s.eliminated[s.active]:
        s.active = (s.active + 1) % t.players
    s.decider = s.active
    s.turn += 1
    s.turns[s.active] += 1
    s.raided = 0
    lift_bans(s)
    events.tell(s, Event.TURN, s.active)
    if horde.is_horde(t, s.active):  # BS-WIPED-04
        start_horde(s, t)
    elif t.wiped_out_timing == WIPED_OUT_TIMING_TURN_START and settling.wiped_out(s, t, s.active):
        settling.start_again(s, t)
    else:
        raiding.start_raid(s)


@kernel
def start_horde(s: GameState, t: RuleTables) -> None:
    """Open the Chaos Horde's turn: phase 3 at once, unless it has to come back (BS-CHAOS-13)."""
    if horde.has_units(s, t, s.active):
        s.point = Point.START_MAIN
    elif not horde.map_is_full(s, t):
        s.point = Point.REENTER
    else:
        horde.eliminate(s, s.active)
        end_turn(s, t)


@kernel
def start_main(s: GameState) -> None:
    """Open phase 3."""
    events.tell_one(s, Event.PHASE, s.active, Phase.MAIN)
    s.point = Point.MAIN


@kernel
def draw_phase(s: GameState, t: RuleTables) -> None:
    """Phase 5: deserts, then drawing (BS-DESERT, BS-REGROUP, BS-GEN-18, BS-DESERT-03)."""
    seat = s.active
    events.tell_one(s, Event.PHASE, seat, Phase.DRAW)
    drawing.check_deserts(s, t, seat)
    drawing.draw_up_to(s, seat, t.hand_limit[seat], Point.END_TURN)


@kernel
def end_turn(s: GameState, t: RuleTables) -> None:
    """Go on with the next turn, or with the final battles (BS-END-01)."""
    if drawing.all_have_regrouped(s, t):  # BS-END-01, AMB-37: the round is not finished
        ending.begin_final(s)
    else:
        s.point = Point.NEXT_TURN
