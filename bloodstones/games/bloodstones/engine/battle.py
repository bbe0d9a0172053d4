"""Phase 3: battles, from the attack to the departure of the dragons (BS-COMBAT, BS-MOD)."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.bits import least_of
from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine import events
from bloodstones.games.bloodstones.engine.cutiecorn import pass_control, settle_control
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.fighters import (
    decider_side,
    fighters,
    fighters_with,
    fighting,
    kinds_there,
    open_fight,
)
from bloodstones.games.bloodstones.engine.pieces import (
    contested,
    count_trait,
    drop_tile,
    enemy_areas,
    lose_unit,
    take_from_hand,
)
from bloodstones.games.bloodstones.engine.retreat import (
    hand_over_survivor,
    legal_refuges,
    move_force,
)
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import (
    ATTACKER,
    DEFENDER,
    DRAWN,
    NOBODY,
    NOTHING,
    NOWHERE,
    SIDES,
    UNITS,
    WORD_AREAS,
    GameState,
    Point,
    Source,
)
from bloodstones.games.bloodstones.engine.undead import most_risen, raise_undead
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules import battle as battle_rules
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from bloodstones.games.bloodstones.rules.register import (
    ATTACKER_CASTLE_LOSS_EXTRA_CASUALTY,
    CORSAIR_REVEAL_ALL,
    CORSAIR_SEA_BONUS_PER_UNIT,
    SIEGE_BONUS_PER_FORTIFICATION,
    UNDEAD_SOURCES_CASUALTY_ONLY,
)

tiles_drawn = kernel(battle_rules.tiles_drawn)
may_withdraw = kernel(battle_rules.may_withdraw)
may_withdraw_by_ship = kernel(battle_rules.may_withdraw_by_ship)
notional_cavalry = kernel(battle_rules.notional_cavalry)
clash_outcome = kernel(battle_rules.clash_outcome)
victory_points = kernel(battle_rules.victory_points)
times_fortified = kernel(battle_rules.times_fortified)
sea_modifier = kernel(battle_rules.sea_modifier)
ATTACKER_WINS: Final = battle_rules.ATTACKER_WINS
FIGHT_AGAIN: Final = battle_rules.FIGHT_AGAIN


@kernel
def legal_attacks(s: GameState, t: RuleTables, out: Array, n: int) -> int:
    """Append the attacks of the active seat (BS-COMBAT-01, -03); return the count.

    No others fight in its turn (BS-RETREAT-05, AMB-52).
    """
    seat = s.active
    for word in range(t.words):
        areas = int(s.occupied[seat, word]) & enemy_areas(s, t, seat, word)
        while areas:
            area = word * WORD_AREAS + least_of(areas)
            areas &= areas - 1
            for other in range(t.players):
                if other != seat and s.force_size[other, area] > 0:
                    out[n] = encode(Kind.ATTACK, area, other)
                    n += 1
    return n


@kernel
def corsairs_land(s: GameState, t: RuleTables, seat: int, area: int) -> bool:
    """Whether Corsairs attack a land area next to one of their ships (BS-CORSAIR-06, AMB-23)."""
    if t.faction[seat] != Faction.CORSAIRS or t.terrain[area] == Terrain.SEA:
        return False
    for sea in range(t.seas):
        near = t.sea_area[sea]
        if not (t.touching_seas[area] >> sea) & 1 or s.units[seat, near, Unit.SHIP] == 0:
            continue
        if t.corsair_contested_ship_counts or not contested(s, seat, near):  # AMB-23
            return True
    return False


@kernel
def withdrawal_allowed(s: GameState, t: RuleTables) -> bool:
    """Whether the defender may withdraw, given a destination (BS-COMBAT-07 to -13).

    Sets `only_by_ship` when only the Corsairs' own rule permits it (BS-CORSAIR-03, -04).
    """
    area = s.battle_area
    attacker = s.side_seat[ATTACKER]
    defender = s.side_seat[DEFENDER]
    barred = count_trait(s, attacker, area, t.bars_withdrawal) > 0
    fortified = count_trait(s, defender, area, t.fortification) > 0
    at_sea = t.terrain[area] == Terrain.SEA
    riders = count_trait(s, attacker, area, t.mounted)
    riders += notional_cavalry(corsairs_land(s, t, attacker, area))
    s.only_by_ship = 0
    if may_withdraw(
        riders,
        count_trait(s, defender, area, t.mounted),
        barred,
        fortified,
        count_trait(s, defender, area, t.frees_withdrawal) > 0,
        at_sea,
    ):
        return True
    s.only_by_ship = 1
    held = fortified and not t.corsair_fort_withdraw  # AMB-22
    return may_withdraw_by_ship(t.faction[defender] == Faction.CORSAIRS, barred, held, at_sea)


@kernel
def attack(s: GameState, t: RuleTables, area: int, defender: int, out: Array) -> None:
    """Begin a battle; the defender decides next if withdrawal is open to it (BS-COMBAT-14).

    See BS-TURN-08, BS-COMBAT-06.
    """
    s.battle_area = area
    s.side_seat[ATTACKER] = s.active
    s.side_seat[DEFENDER] = defender
    s.battles[ATTACKER, s.active] += 1
    s.battles[DEFENDER, defender] += 1
    s.area_battles[area] += 1
    events.open_event(s, Event.BATTLE, s.active)
    events.push(s, defender)
    events.push(s, area)
    events.close_event(s)
    open_fight(s, t, ATTACKER)
    if not withdrawal_allowed(s, t):
        return
    if legal_refuges(s, t, defender, area, Kind.WITHDRAW, s.only_by_ship, out, 0) > 0:
        s.decider = defender
        s.point = Point.WITHDRAW


@kernel
def legal_withdrawals(s: GameState, t: RuleTables, out: Array) -> int:
    """Write pass (the defender stands) and the destinations of a withdrawal (BS-RETREAT-16)."""
    out[0] = encode(Kind.PASS, 0, 0)
    kind = Kind.WITHDRAW
    return legal_refuges(s, t, s.decider, s.battle_area, kind, s.only_by_ship, out, 1)


@kernel
def stand(s: GameState, t: RuleTables) -> None:
    """The defender stays and fights."""
    events.tell(s, Event.STAND, s.decider)
    open_fight(s, t, ATTACKER)


@kernel
def withdraw(s: GameState, t: RuleTables, goal: int, by_route: int) -> None:
    """The defender leaves; nobody scores (BS-COMBAT-07)."""
    seat = s.decider
    move_force(s, t, seat, s.battle_area, goal, by_route == 1, Event.WITHDRAW)
    s.withdrawals[seat] += 1
    leave_battle(s)


@kernel
def leave_battle(s: GameState) -> None:
    """Hand the game back to the active seat's actions."""
    s.kept_out[:] = 0
    s.battle_area = NOWHERE
    s.decider = s.active
    s.point = Point.FINAL if s.finisher != NOBODY else Point.MAIN


@kernel
def next_swap(s: GameState, t: RuleTables) -> None:
    """Let the next side decide on its swap (BS-COMBAT-19, -23): the attacker first (BS-CORSAIR-10).

    Against Corsairs the opponent swaps first and shows the tiles that count (BS-CORSAIR-09), never
    a fourth (AMB-45).
    """
    first = DEFENDER if t.swaps_last[s.side_seat[ATTACKER]] else ATTACKER
    while s.swaps_done < SIDES:
        side = first if s.swaps_done == 0 else 1 - first
        seat = s.side_seat[side]
        if s.swaps_done == 1 and t.swaps_last[seat]:
            events.open_event(s, Event.REVEAL, s.side_seat[1 - side])
            for place in range(DRAWN):
                shown = place >= DRAWN - t.tiles_counted
                if t.corsair_reveal == CORSAIR_REVEAL_ALL:  # AMB-19
                    shown = s.drawn[1 - side, place] > 0
                if shown:
                    events.push(s, s.drawn[1 - side, place])
            events.close_event(s)
        if s.hand_size[seat] > 0:
            s.decider = seat
            s.point = Point.SWAP
            return
        s.swaps_done += 1
    s.point = Point.CLASH


@kernel
def legal_swaps(s: GameState, t: RuleTables, out: Array) -> int:
    """Write pass and every combat tile value against every hand tile (BS-COMBAT-19 to -21).

    It may bring in less (AMB-44). A tile without pips (a discarded undead, AMB-27) has no value to
    put in.
    """
    seat = s.decider
    side = decider_side(s)
    held = int(s.hand_kinds[seat])
    out[0] = encode(Kind.PASS, 0, 0)
    n = 1
    last = 0
    for place in range(DRAWN):
        value = s.drawn[side, place]
        if value == last:
            continue
        last = value
        kinds = held
        while kinds:
            unit = least_of(kinds)
            kinds &= kinds - 1
            if t.pips[seat, unit] > 0:
                out[n] = encode(Kind.SWAP, value, unit)
                n += 1
    return n


@kernel
def swap(s: GameState, t: RuleTables, value: int, unit: int) -> None:
    """Put a hand tile in the place of a combat tile; it stays hidden until the clash."""
    put_in(s, t, s.decider, decider_side(s), value, unit)
    tell_swap(s, value, unit)


@kernel
def put_in(s: GameState, t: RuleTables, seat: int, side: int, value: int, unit: int) -> None:
    """Move a hand tile to where a combat tile of this value was."""
    take_from_hand(s, t, seat, unit)
    s.swapped[side] = unit
    pips = int(t.pips[seat, unit])
    place = 0
    while s.drawn[side, place] != value:
        place += 1
    while place > 0 and s.drawn[side, place - 1] > pips:
        s.drawn[side, place] = s.drawn[side, place - 1]
        place -= 1
    while place + 1 < DRAWN and s.drawn[side, place + 1] < pips:
        s.drawn[side, place] = s.drawn[side, place + 1]
        place += 1
    s.drawn[side, place] = pips


@kernel
def tell_swap(s: GameState, value: int, unit: int) -> None:
    """Log a swap or, with NOTHING twice, that the side keeps its tiles; the next side follows."""
    events.open_event(s, Event.SWAP, s.decider)
    events.push(s, value)
    events.push(s, unit)
    events.close_event(s)
    s.swaps_done += 1
    s.point = Point.NEXT_SWAP


@kernel
def side_modifier(s: GameState, t: RuleTables, side: int) -> int:
    """Return the modifiers of all units that fight on a side (section 11a, BS-COMBAT-27).

    See BS-COMBAT-26.
    """
    seat = s.side_seat[side]
    each = t.siege_bonus == SIEGE_BONUS_PER_FORTIFICATION
    sieges = int(times_fortified(fighters_with(s, 1 - side, t.fortification), each))
    terrain = t.terrain[s.battle_area]
    each = t.corsair_sea_bonus == CORSAIR_SEA_BONUS_PER_UNIT
    at_sea = terrain == Terrain.SEA
    total = int(sea_modifier(t.sea_battle_modifier[seat], fighters(s, side), at_sea, each))
    kinds = kinds_there(s, side)
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        count = fighting(s, side, unit)
        total += count * int(t.modifier[side, unit, terrain])
        total += count * int(t.siege[unit]) * sieges
    return total


@kernel
def counted_sum(s: GameState, t: RuleTables, side: int) -> int:
    """Return the sum of the highest tiles that count (BS-COMBAT-24, BS-COMBAT-25, AMB-45)."""
    total = 0
    for place in range(DRAWN - t.tiles_counted, DRAWN):
        total += s.drawn[side, place]
    return total


@kernel
def clash(s: GameState, t: RuleTables) -> None:
    """Compare strengths; discard swapped tiles; fight again or go on to the result (BS-COMBAT-26).

    See BS-COMBAT-32.
    """
    own = side_modifier(s, t, ATTACKER)
    other = side_modifier(s, t, DEFENDER)
    events.open_event(s, Event.CLASH, own)
    events.push(s, other)
    for side in range(SIDES):
        for place in range(DRAWN - t.tiles_counted, DRAWN):
            events.push(s, s.drawn[side, place])
    events.close_event(s)
    for side in range(SIDES):
        if s.swapped[side] != NOTHING:
            drop_tile(s, s.side_seat[side], s.swapped[side])  # BS-COMBAT-31
            s.swapped[side] = NOTHING
    outcome = clash_outcome(
        own + counted_sum(s, t, ATTACKER),
        other + counted_sum(s, t, DEFENDER),
        fighters_with(s, DEFENDER, t.wins_ties) > 0,
    )
    s.drawn[:] = 0
    if outcome == FIGHT_AGAIN:
        events.tell(s, Event.REFIGHT, s.active)
        s.point = Point.BATTLE_DRAW
        return
    s.loser_side = DEFENDER if outcome == ATTACKER_WINS else ATTACKER
    score_victory(s, t)


@kernel
def score_victory(s: GameState, t: RuleTables) -> None:
    """Score the battle (BS-COMBAT-33, -34) and remove castles and citadel (BS-COMBAT-36).

    See BS-NECRO-06, BS-CORSAIR-11.

    Points have no ceiling. A Cutiecorn of the loser that fought passes to the winner
    (BS-CUTIE-08, -09).
    """
    area = s.battle_area
    loser = s.side_seat[s.loser_side]
    winner = s.side_seat[1 - s.loser_side]
    s.beaten = fighters(s, s.loser_side)
    s.removed = 0
    vp = victory_points(s.beaten, t.vp_per_unit, int(t.vp_per_victory[winner]))
    taken = fighting(s, s.loser_side, Unit.CUTIECORN) > 0
    if taken:
        vp += t.cutiecorn_vp
    s.vp[winner, Source.BATTLES] += vp  # BS-COMBAT-33, BS-COMBAT-44, AMB-47
    s.battles_won[winner] += 1
    events.open_event(s, Event.VICTORY, winner)
    events.push(s, loser)
    events.push(s, vp)
    events.close_event(s)
    if taken and not t.cutie_casualty:  # AMB-49
        pass_control(s, t, loser, winner, area)
    s.decider = loser
    s.point = Point.CASUALTY
    forts = fighters_with(s, s.loser_side, t.fortification)
    if forts == 0:
        return
    extra = t.attacker_castle_loss == ATTACKER_CASTLE_LOSS_EXTRA_CASUALTY  # AMB-24
    if not (extra and s.loser_side == ATTACKER and s.force_size[loser, area] > forts):
        remove_casualties(s, t, NOTHING)


@kernel
def legal_casualties(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the unit types of which the loser may remove one (BS-COMBAT-35)."""
    n = 0
    kinds = kinds_there(s, s.loser_side)
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        if fighting(s, s.loser_side, unit) > 0 and not t.fortification[unit]:
            out[n] = encode(Kind.CASUALTY, unit, 0)
            n += 1
    return n


@kernel
def remove_casualties(s: GameState, t: RuleTables, chosen: int) -> None:
    """Remove the loser's castles and citadel (BS-COMBAT-36) and a unit that it chose, if any.

    The rest must retreat.
    """
    area = s.battle_area
    loser = s.decider
    winner = s.side_seat[1 - s.loser_side]
    citadel = s.units[loser, area, Unit.CITADEL] > 0
    events.open_event(s, Event.CASUALTY, loser)
    kinds = int(s.kinds[loser, area])
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        falls = int(s.units[loser, area, unit]) if t.fortification[unit] else 0
        for _ in range(1 if unit == chosen else falls):
            lose_unit(s, t, loser, area, unit)
            events.push(s, unit)
            s.removed += 1
    events.close_event(s)
    if citadel:  # BS-COMBAT-37
        s.citadels_taken[winner] += 1
        events.tell_one(s, Event.CAPTURE_CITADEL, winner, loser)
    s.point = Point.RETREAT


@kernel
def begin_retreat(s: GameState, t: RuleTables, out: Array) -> None:
    """End the battle if nobody is left to retreat or there is nowhere to go (BS-COMBAT-38).

    See BS-RETREAT-16.
    """
    loser = s.decider
    area = s.battle_area
    if fighting(s, s.loser_side, Unit.CUTIECORN) > 0:
        hand_over_survivor(s, t, out)
    if s.force_size[loser, area] == 0:
        s.point = Point.BATTLE_END
    elif legal_refuges(s, t, loser, area, Kind.RETREAT, 0, out, 0) == 0:
        lost = move_force(s, t, loser, area, NOWHERE, False, Event.RETREAT)
        feed_undead(s, t, lost)
        end_retreat(s)


@kernel
def retreat(s: GameState, t: RuleTables, goal: int, by_route: int) -> None:
    """The survivors of the duel's loser go to one area (BS-RETREAT-07, AMB-43)."""
    area = s.battle_area
    lost = move_force(s, t, s.decider, area, goal, by_route == 1, Event.RETREAT)
    feed_undead(s, t, lost)
    end_retreat(s)


@kernel
def end_retreat(s: GameState) -> None:
    """The loser is gone, or what it kept out of the fight stays."""
    s.kept_out[s.loser_side] = 0
    s.point = Point.BATTLE_END


@kernel
def feed_undead(s: GameState, t: RuleTables, lost: int) -> None:
    """Count the units lost in a retreat among the removed (BS-NECRO-05, AMB-26, BS-RETREAT-18)."""
    if t.undead_sources != UNDEAD_SOURCES_CASUALTY_ONLY:
        s.removed += lost


@kernel
def end_battle(s: GameState, t: RuleTables) -> None:
    """Dragons leave after a won attack, undead may rise (BS-COMBAT-40 to -42, BS-DRAGON-06).

    See BS-DRAGON-05.
    """
    area = s.battle_area
    winner = s.side_seat[1 - s.loser_side]
    if s.loser_side == DEFENDER:
        left = 0
        for unit in range(UNITS):
            if not t.leaves_after_victory[unit]:
                continue
            for _ in range(fighting(s, 1 - s.loser_side, unit)):
                lose_unit(s, t, winner, area, unit)
                s.units_lost[winner] -= 1  # spent, not lost
                left += 1
        if left > 0:
            events.tell_one(s, Event.DRAGONS_LEAVE, winner, left)
            settle_control(s, t, area)
    if most_risen(s, t, winner) > 0:
        s.decider = winner
        s.point = Point.RAISE
    else:
        leave_battle(s)


@kernel
def end_rising(s: GameState, count: int) -> None:
    """Place the undead and end the battle."""
    raise_undead(s, count)
    leave_battle(s)
