"""The state machine: `start`, `legal_decisions` and `apply` are the only way to change a game."""

from __future__ import annotations

from bloodstones.core.kernel import entry, kernel
from bloodstones.core.layout import Array
from bloodstones.games.bloodstones.engine import (
    battle,
    building,
    decisions,
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
from bloodstones.games.bloodstones.engine.ban import lift_bans
from bloodstones.games.bloodstones.engine.decisions import encode, kind_of, x_of, y_of
from bloodstones.games.bloodstones.engine.ending import TURN_LIMIT
from bloodstones.games.bloodstones.engine.state import (
    BAD_DECISION,
    BATTLE_DRAW,
    BATTLE_END,
    BUILD_COST_POINT,
    CASUALTY_POINT,
    CITADEL_POINT,
    CLASH,
    DRAW_PHASE,
    FINAL_POINT,
    FINISH,
    FOUND_POINT,
    KEEP_OUT_POINT,
    MAIN_POINT,
    MARCHED_POINT,
    NEXT_FINAL,
    NEXT_SETUP,
    NEXT_SWAP,
    NEXT_TURN,
    NOTHING,
    OK,
    OVER,
    PAY_POINT,
    RAID_POINT,
    RAID_VILLAGE_POINT,
    RAISE_POINT,
    REENTER_POINT,
    RESETTLE_POINT,
    RETREAT_POINT,
    SELECT_POINT,
    SETTLE_AREA_POINT,
    SETTLE_POINT,
    START_MAIN,
    START_SETTLE,
    START_UNDEAD,
    SWAP_POINT,
    UNDEAD_POINT,
    UNDEAD_STEP_POINT,
    WITHDRAW_POINT,
    GameState,
)
from bloodstones.games.bloodstones.engine.tables import RuleTables
from bloodstones.games.bloodstones.rules.options import WIPED_OUT_TIMING_TURN_START


@entry
def start(s: GameState, t: RuleTables, key: Array, out: Array) -> None:
    """Begin a playthrough in a zeroed state and go on to its first decision.

    Parameters
    ----------
    key
        int64 array of 3 words, see `streams.game_key`.
    out
        int32 array of `decisions.MOST_DECISIONS`, used as scratch.
    """
    founding.deal(s, t, key)
    advance(s, t, out)


@entry
def legal_decisions(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the legal decisions of `s.decider` into `out`, in a fixed order; return how many.

    0 only when the playthrough is over. `out`: int32 array of `decisions.MOST_DECISIONS`.
    """
    point = s.point
    if point == MAIN_POINT:
        return legal_actions(s, t, out)
    if point == SELECT_POINT:
        return movement.legal_selections(s, t, out)
    if point == MARCHED_POINT:
        return movement.legal_continuations(s, t, out)
    if point == PAY_POINT:
        return movement.legal_payments(s, t, out)
    if point == BUILD_COST_POINT:
        return building.legal_discards(s, out)
    if point == RAID_POINT:
        return raiding.legal_raid_tiles(s, t, out)
    if point == RAID_VILLAGE_POINT:
        return raiding.legal_raids(s, t, out)
    if point == SETTLE_POINT:
        return settling.legal_settle_tiles(s, t, out)
    if point == SETTLE_AREA_POINT:
        return settling.legal_settlements(s, t, out)
    if point == WITHDRAW_POINT:
        return battle.legal_withdrawals(s, t, out)
    if point == SWAP_POINT:
        return battle.legal_swaps(s, t, out)
    if point == CASUALTY_POINT:
        return battle.legal_casualties(s, t, out)
    if point == RETREAT_POINT:
        return retreat.legal_refuges(s, t, s.decider, s.battle_area, decisions.RETREAT, 0, out, 0)
    if point == RESETTLE_POINT:
        return settling.legal_resettlements(s, t, out)
    if point == FINAL_POINT:
        return legal_final_actions(s, t, out)
    if point == UNDEAD_POINT:
        return undead.legal_undead(s, t, out)
    if point == UNDEAD_STEP_POINT:
        return undead.legal_steps(s, t, out)
    if point == RAISE_POINT:
        return undead.legal_risings(s, t, out)
    if point == REENTER_POINT:
        return horde.legal_reentries(s, t, out)
    if point == KEEP_OUT_POINT:
        return fighters.legal_keep_outs(s, t, out)
    if point == CITADEL_POINT:
        return founding.legal_citadels(s, t, out)
    if point == FOUND_POINT:
        return founding.legal_foundings(s, t, out)
    return 0


@kernel
def legal_actions(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the main actions (BS-TURN-05); no pass while an own area is contested (BS-TURN-06)."""
    n = battle.legal_attacks(s, t, out, 0)
    if n == 0:
        out[0] = encode(decisions.PASS, 0, 0)
        n = 1
    if horde.is_horde(t, s.active) and not s.raided:  # BS-CHAOS-07
        n = raiding.append_raid_tiles(s, t, out, n)
    n = building.legal_builds(s, t, out, n)
    return movement.legal_columns(s, t, out, n)


@kernel
def legal_final_actions(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the final battles, or pass when none is left (BS-END-04)."""
    n = battle.legal_attacks(s, t, out, 0)
    if n == 0:
        out[0] = encode(decisions.PASS, 0, 0)
        n = 1
    return n


@entry
def apply(s: GameState, t: RuleTables, decision: int, out: Array) -> None:
    """Carry out a legal decision and go on to the next one; the log tells what happened.

    `out` is scratch, as in `start`. Legality is not checked here.
    """
    s.log_size = 0
    kind = kind_of(decision)
    x = x_of(decision)
    y = y_of(decision)
    if kind == decisions.PASS:
        end_decision(s, t)
    elif kind == decisions.BUILD:
        building.build(s, t, x, y)
    elif kind == decisions.DISCARD:
        building.discard_for_build(s, t, x)
    elif kind == decisions.COLUMN:
        movement.form_column(s, x)
    elif kind == decisions.SELECT:
        movement.select_unit(s, x)
    elif kind == decisions.MARCH:
        movement.march(s, t, x, y)
    elif kind == decisions.END_MOVE:
        movement.end_move(s, t)
    elif kind == decisions.PAY:
        movement.pay(s, t, x)
    elif kind == decisions.ATTACK:
        battle.attack(s, t, x, y, out)
    elif kind == decisions.WITHDRAW:
        battle.withdraw(s, t, x, y)
    elif kind == decisions.SWAP:
        battle.swap(s, t, x, y)
    elif kind == decisions.CASUALTY:
        battle.remove_casualties(s, t, x)
    elif kind == decisions.RETREAT:
        battle.retreat(s, t, x, y)
    elif kind == decisions.RAID_TILE:
        raiding.spend_raid_tile(s, t, x)
    elif kind == decisions.RAID_VILLAGE:
        raiding.raid_village(s, t, x, y)
    elif kind == decisions.SETTLE_TILE:
        settling.spend_settle_tile(s, t, x)
    elif kind == decisions.SETTLE:
        settling.settle(s, t, x, events.SETTLED)
    elif kind == decisions.RESETTLE:
        settling.settle(s, t, x, events.RESETTLED)
    elif kind == decisions.UNDEAD:
        undead.choose_undead(s, t, x)
    elif kind == decisions.UNDEAD_STEP:
        undead.step(s, t, x, y)
    elif kind == decisions.RAISE:
        battle.end_rising(s, x)
    elif kind == decisions.REENTER:
        building.place(s, t, x, y, events.REENTERED, START_MAIN)
    elif kind == decisions.KEEP_OUT:
        fighters.keep_out(s, x)
    elif kind == decisions.HOME:
        founding.choose_home(s, t, x)
    elif kind == decisions.CITADEL:
        founding.place_citadel(s, t, x)
    elif kind == decisions.FOUND:
        founding.found(s, t, x, y)
    else:
        s.status = BAD_DECISION
    advance(s, t, out)


@kernel
def end_decision(s: GameState, t: RuleTables) -> None:
    """Carry out a pass, whatever it ends here."""
    point = s.point
    if point == MAIN_POINT:
        s.point = DRAW_PHASE if horde.is_horde(t, s.active) else START_SETTLE  # BS-TURN-03
    elif point in (UNDEAD_POINT, REENTER_POINT):
        s.point = START_MAIN
    elif point == UNDEAD_STEP_POINT:
        s.point = UNDEAD_POINT
    elif point in (RAID_POINT, RAID_VILLAGE_POINT):
        raiding.end_raid(s)
    elif point in (SETTLE_POINT, SETTLE_AREA_POINT, RESETTLE_POINT):
        settling.end_settle(s)
    elif point == PAY_POINT:
        movement.end_payment(s)
    elif point == SWAP_POINT:
        battle.tell_swap(s, NOTHING, NOTHING)
    elif point == WITHDRAW_POINT:
        battle.stand(s, t)
    elif point == KEEP_OUT_POINT:
        fighters.end_keeping_out(s, t)
    elif point == FINAL_POINT:
        ending.end_final_turn(s, t)
    elif point == FOUND_POINT:
        founding.end_founding(s, t)
    else:
        s.status = BAD_DECISION


@kernel
def advance(s: GameState, t: RuleTables, out: Array) -> None:
    """Let the rules act until a seat must decide or the playthrough is over."""
    while s.status == OK:
        point = s.point
        if point == BATTLE_DRAW:
            battle.draw_combat_tiles(s, t)
        elif point == NEXT_SWAP:
            battle.next_swap(s, t)
        elif point == CLASH:
            battle.clash(s, t)
        elif point == BATTLE_END:
            battle.end_battle(s, t)
        elif point == RETREAT_POINT:
            battle.begin_retreat(s, t, out)
            if s.point == RETREAT_POINT:
                return
        elif point == START_UNDEAD:
            undead.start_undead(s, t)
        elif point == START_MAIN:
            start_main(s)
        elif point == START_SETTLE:
            settling.start_settle(s, t)
        elif point == DRAW_PHASE:
            draw_phase(s, t)
        elif point == NEXT_TURN:
            next_turn(s, t)
        elif point == NEXT_SETUP:
            founding.next_setup(s, t)
        elif point == NEXT_FINAL:
            ending.next_final(s, t)
        elif point == FINISH:
            ending.finish(s, t)
        else:
            return
    s.point = OVER


@kernel
def next_turn(s: GameState, t: RuleTables) -> None:
    """Pass the turn clockwise (BS-TURN-01); beyond the turn limit the playthrough stops."""
    if s.turn == t.turn_limit:
        s.ending = TURN_LIMIT
        s.point = FINISH
        return
    s.active = s.first_seat if s.turn == 0 else (s.active + 1) % t.players
    while s.eliminated[s.active]:
        s.active = (s.active + 1) % t.players
    s.decider = s.active
    s.turn += 1
    s.turns[s.active] += 1
    s.raided = 0
    lift_bans(s)
    events.tell(s, events.TURN, s.active)
    if horde.is_horde(t, s.active):
        start_horde(s, t)
    elif t.wiped_out_timing == WIPED_OUT_TIMING_TURN_START and settling.wiped_out(s, t, s.active):
        settling.start_again(s, t)
    else:
        raiding.start_raid(s)


@kernel
def start_horde(s: GameState, t: RuleTables) -> None:
    """Open the Chaos Horde's turn: phase 3 at once, unless it has to come back (BS-CHAOS-13)."""
    if horde.has_units(s, t, s.active):
        s.point = START_MAIN
    elif not horde.map_is_full(s, t):
        s.point = REENTER_POINT
    else:
        horde.eliminate(s, s.active)
        end_turn(s, t)


@kernel
def start_main(s: GameState) -> None:
    """Open phase 3."""
    events.tell_one(s, events.PHASE, s.active, events.PHASE_MAIN)
    s.point = MAIN_POINT


@kernel
def draw_phase(s: GameState, t: RuleTables) -> None:
    """Phase 5: deserts, then drawing (BS-DESERT, BS-REGROUP)."""
    seat = s.active
    events.tell_one(s, events.PHASE, seat, events.PHASE_DRAW)
    drawing.check_deserts(s, t, seat)
    drawing.draw_tiles(s, t, seat, t.hand_limit[seat])
    end_turn(s, t)


@kernel
def end_turn(s: GameState, t: RuleTables) -> None:
    """Go on with the next turn, or with the final battles (BS-END-01)."""
    if drawing.all_have_regrouped(s, t):
        ending.begin_final(s)
    else:
        s.point = NEXT_TURN
