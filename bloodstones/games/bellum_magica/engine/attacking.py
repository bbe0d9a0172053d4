"""Step 4: attacks on locations, on the tavern, on castles, and thefts (BM-ATTACK)."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bellum_magica.engine import events, recruiting
from bloodstones.games.bellum_magica.engine.decisions import Kind
from bloodstones.games.bellum_magica.engine.rule_tables import RuleTables
from bloodstones.games.bellum_magica.engine.state import (
    DISCARDED,
    KINDS,
    NOTHING,
    VALUES,
    Ending,
    GameState,
    Point,
    Source,
)
from bloodstones.games.bellum_magica.events import Event
from bloodstones.games.bellum_magica.rules.compiled import beats
from bloodstones.games.bellum_magica.rules.names import Icon, Resource, Token
from bloodstones.games.bellum_magica.rules.register import NO_LIMIT, OTHER


@kernel
def note_theft(s: GameState, t: RuleTables, kind: int, value: int) -> None:
    """Bring everybody's knowledge up to date, before the chest moves."""
    robber = s.active
    victim = s.victim
    for seat in range(t.players):
        if seat == victim:
            s.known[seat, robber, kind, value] += 1
        elif seat == robber:
            if s.known[seat, victim, kind, value] > 0:
                s.known[seat, victim, kind, value] -= 1
        else:
            look_on(s, seat, robber, victim, kind)


@kernel
def look_on(s: GameState, seat: int, robber: int, victim: int, kind: int) -> None:
    """Update an onlooker's certain knowledge when a chest of a kind moves unseen."""
    certain = 0
    only = NOTHING
    kinds = 0
    for value in range(VALUES):
        count = s.known[seat, victim, kind, value]
        if count > 0:
            certain += count
            only = value
            kinds += 1
            s.known[seat, victim, kind, value] = count - 1
    if kinds == 1 and certain == s.chest_count[victim, kind]:
        s.known[seat, robber, kind, only] += 1


@kernel
def chests_of(s: GameState, seat: int) -> int:
    """Return how many chests a seat has."""
    number = 0
    for kind in range(KINDS):
        number += int(s.chest_count[seat, kind])
    return number


@kernel
def next_attack(s: GameState, t: RuleTables, out: Array) -> None:
    """Go to the next seat that can attack something; after all of them see if the game ends.

    All attacks of the day are made (AMB-26). See BM-DAY-02, BM-ATTACK-01.
    """
    while s.done < t.players:
        s.active = (s.captain + s.done) % t.players
        s.done += 1
        s.decider = s.active
        if legal_attacks(s, t, out) > 1:
            s.point = Point.ATTACK
            return
    end_attacks(s, t)


@kernel
def legal_attacks(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the pass and every target that the decider beats (BM-ATTACK-15, -01, AMB-04)."""
    seat = s.decider
    out[0] = encode(Kind.PASS, 0, 0)
    n = 1
    for slot in range(t.players):
        place = s.shown[slot]
        if place != NOTHING and can_plunder(s, t, seat, place):
            out[n] = encode(Kind.LOCATION, place, 0)
            n += 1
    if can_plunder(s, t, seat, t.locations):
        out[n] = encode(Kind.TAVERN, 0, 0)
        n += 1
    if s.troop[seat, s.row, Icon.THIEF] > 0:  # BM-ATTACK-10
        for other in range(t.players):
            if other != seat and can_raid(s, t, seat, other):
                out[n] = encode(Kind.RAID, other, 0)
                n += 1
    return n


@kernel
def can_plunder(s: GameState, t: RuleTables, seat: int, place: int) -> bool:
    """Whether a seat beats a location or the tavern, and it gives something if it has to.

    A thief is no sword (AMB-29). See BM-ATTACK-02.
    """
    troop = s.troop[seat, s.row]
    shields, magic_shields = t.shields[place], t.magic_shields[place]
    if not beats(troop[Icon.SWORD], troop[Icon.MAGIC_SWORD], shields, magic_shields):
        return False
    return bool(t.dry_attack != OTHER or yields(s, t, seat, place))


@kernel
def can_raid(s: GameState, t: RuleTables, seat: int, other: int) -> bool:
    """Whether a seat that has a thief beats a castle with something to steal (AMB-05)."""
    troop = s.troop[seat, s.row]
    shields, magic_shields = defence(s, t, other)
    if not beats(troop[Icon.SWORD], troop[Icon.MAGIC_SWORD], shields, magic_shields):
        return False
    return bool(t.attack_without_chests == OTHER or chests_of(s, other) > 0)


@kernel
def defence(s: GameState, t: RuleTables, seat: int) -> tuple[int, int]:
    """Return the shields and magic shields of a castle; a token is one (BM-ATTACK-09, AMB-10)."""
    castle = s.castle[seat]
    shields = int(t.castle_shields[castle]) + int(s.tokens[seat, Token.SHIELD])
    return shields, int(t.castle_magic[castle]) + int(s.tokens[seat, Token.MAGIC_SHIELD])


@kernel
def barrel_room(s: GameState, t: RuleTables, seat: int) -> int:
    """Return how many barrels a seat may still take (BM-ATTACK-08)."""
    return max(0, int(t.barrel_limit) - int(s.resources[seat, Resource.BARREL]))


@kernel
def yields(s: GameState, t: RuleTables, seat: int, place: int) -> bool:
    """Whether a location or the tavern gives a seat anything (AMB-22)."""
    loot = t.loot[place]
    for resource in (Resource.FOOD, Resource.GLYPH):
        if loot[resource] > 0 and s.supply[resource] > 0:
            return True
    barrels = min(int(loot[Resource.BARREL]), int(s.supply[Resource.BARREL]))
    if min(barrels, barrel_room(s, t, seat)) > 0:
        return True
    for kind in range(KINDS):
        if loot[KINDS + kind] > 0 and recruiting.kind_for(s, t, kind, 1) != NOTHING:
            return True
    return False


@kernel
def plunder(s: GameState, t: RuleTables, place: int, event: int) -> None:
    """Take the whole loot of a location or the tavern (BM-ATTACK-05, AMB-21)."""
    seat = s.active
    loot = t.loot[place]
    food = recruiting.take(s, seat, Resource.FOOD, loot[Resource.FOOD])
    glyphs = recruiting.take(s, seat, Resource.GLYPH, loot[Resource.GLYPH])
    wanted = min(int(loot[Resource.BARREL]), barrel_room(s, t, seat))
    barrels = recruiting.take(s, seat, Resource.BARREL, wanted)
    for kind in range(KINDS):
        s.due[seat, kind] = loot[KINDS + kind]
    events.open_event(s, event, seat)
    if event == Event.PLUNDER:
        events.push(s, place)
    events.push(s, food)
    events.push(s, glyphs)
    events.push(s, barrels)
    events.close_event(s)
    s.food_gained[seat] += food
    s.glyphs_gained[seat] += glyphs
    s.point = Point.GAIN


@kernel
def plunder_location(s: GameState, t: RuleTables, place: int) -> None:
    """Plunder a location and discard it (BM-ATTACK-06, BM-ATTACK-17)."""
    s.locations_taken[s.active] += 1
    s.location[place] = DISCARDED
    for slot in range(t.players):
        if s.shown[slot] == place:
            s.shown[slot] = NOTHING
    plunder(s, t, place, Event.PLUNDER)


@kernel
def plunder_tavern(s: GameState, t: RuleTables) -> None:
    """Plunder the tavern, which stays (BM-ATTACK-07, BM-ATTACK-17)."""
    s.tavern_visits[s.active] += 1
    plunder(s, t, t.locations, Event.TAVERN)


@kernel
def raid(s: GameState, t: RuleTables, victim: int) -> None:
    """Attack a castle: as many thefts as thieves, as far as there are chests (BM-ATTACK-11)."""
    s.victim = victim
    s.thieves = min(int(s.troop[s.active, s.row, Icon.THIEF]), chests_of(s, victim))
    s.castle_attacks[s.active] += 1
    events.tell_one(s, Event.RAID, s.active, victim)
    s.point = Point.STEAL if s.thieves > 0 else Point.NEXT_ATTACK


@kernel
def legal_thefts(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the kinds that can be named; stopping early is an option (AMB-20)."""
    n = 0
    named = 0
    for kind in range(KINDS):
        named += s.named[kind]
    if t.thief_use == OTHER and named > 0:
        out[0] = encode(Kind.PASS, 0, 0)
        n = 1
    for kind in range(KINDS):
        if s.chest_count[s.victim, kind] > s.named[kind]:
            out[n] = encode(Kind.STEAL, kind, 0)
            n += 1
    return n


@kernel
def name_kind(s: GameState, kind: int) -> None:
    """Name the kind of one theft; the chests move when all are named (AMB-20)."""
    s.named[kind] += 1
    s.thieves -= 1
    events.tell_one(s, Event.NAME, s.active, kind)
    if s.thieves == 0:
        s.point = Point.NEXT_STOLEN


@kernel
def next_stolen(s: GameState, t: RuleTables) -> None:
    """Go to the next named chest; after the last the robbed gains a shield.

    See BM-ATTACK-13, AMB-24.
    """
    for kind in range(KINDS):
        if s.named[kind] > 0:
            s.named[kind] -= 1
            s.kind = kind
            s.decider = s.victim if t.stolen_pick == OTHER else s.active
            s.point = Point.GIVE if t.stolen_pick == OTHER else Point.STOLEN
            return
    got = recruiting.take_tokens(s, s.victim, Token.SHIELD, t.robbed_shields)
    if got > 0:
        events.tell_one(s, Event.SHIELD, s.victim, got)
    s.point = Point.NEXT_ATTACK


@kernel
def move_chest(s: GameState, t: RuleTables, kind: int, value: int) -> None:
    """Put a stolen chest before the robber's castle (BM-ATTACK-12)."""
    note_theft(s, t, kind, value)
    s.chests[s.victim, kind, value] -= 1
    s.chest_count[s.victim, kind] -= 1
    s.chests[s.active, kind, value] += 1
    s.chest_count[s.active, kind] += 1
    recruiting.count_chest(s, s.victim, Source.ROBBED, value)
    recruiting.count_chest(s, s.active, Source.THEFT, value)
    s.moved = 1
    events.open_event(s, Event.STOLEN, s.active)
    events.push(s, s.victim)
    events.push(s, kind)
    events.push(s, value)
    events.close_event(s)
    s.point = Point.NEXT_STOLEN


@kernel
def end_attacks(s: GameState, t: RuleTables) -> None:
    """See if the game ends here (BM-ATTACK-14, BM-END-05, AMB-13, AMB-27), else recruit."""
    s.quiet = 0 if s.moved else s.quiet + 1
    for seat in range(t.players):
        s.passed[seat] = 0
        if chests_of(s, seat) >= t.end_chests:
            s.ending = Ending.CHESTS
    if s.ending == Ending.NONE:
        if t.stall_days != NO_LIMIT and s.quiet >= t.stall_days:
            s.ending = Ending.STALLED
        elif t.day_limit != NO_LIMIT and s.turn >= t.day_limit:
            s.ending = Ending.DAY_LIMIT
        elif s.turn >= t.turn_limit:
            s.ending = Ending.TURN_LIMIT
    s.done = 0
    s.point = Point.NEXT_RECRUIT if s.ending == Ending.NONE else Point.FINISH
