"""Random play inside the kernels, with every invariant checked after every decision.

The kernel keeps its own count of what is on the map from the cells that change, and compares the
engine's counters, scores and phases with it. What it finds wrong is a bit of `Watch.faults`, one of
`Fault`. All kernels are in this file, since the cache of compiled code notices only its changes.
"""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import BYTE, KIND_SHIFT, X_SHIFT
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below
from bloodstones.games.bloodstones.engine import state, turn
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.events import Phase
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import (
    AREAS,
    SEATS,
    UNITS,
    GameState,
    Point,
    Source,
    Status,
)
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from bloodstones.games.bloodstones.rules.register import (
    CUTIE_RECYCLE_OUT_OF_GAME,
    UNDEAD_RECYCLE_DISCARD,
    UNDEAD_RECYCLE_OUT_OF_GAME,
)
from tests.property.watch import SOURCES, Watch, word_of

WORD, SHORTS = 8, 4  # int8 and int16 cells of a word
SEAT_WORDS = AREAS * UNITS // WORD
PILES_WORDS = 3 * SEATS * UNITS // WORD  # hands, bags and discard piles lie in a row

UNITS_AT, KNOWN_UNITS = word_of(GameState, "units"), word_of(Watch, "units")
SIZE_AT, KNOWN_SIZE = word_of(GameState, "force_size"), word_of(Watch, "size")
TOTAL_AT, KNOWN_TOTAL = word_of(GameState, "total"), word_of(Watch, "total")
VILLAGES_AT, KNOWN_VILLAGES = word_of(GameState, "villages"), word_of(Watch, "villages")
VILLAGE_TOTAL_AT = word_of(GameState, "village_total")
KNOWN_VILLAGE_TOTAL = word_of(Watch, "village_total")
HAND_AT, KNOWN_HAND = word_of(GameState, "hand"), word_of(Watch, "hand")
assert word_of(GameState, "discard") - HAND_AT == word_of(Watch, "discard") - KNOWN_HAND
MOST_DECISIONS_OF_A_GAME = 1_000_000


OFFER, TILES, PILES, PLACES = 1, 2, 4, 8
TERRAIN, VILLAGES, CAPTIVES, UNDEAD_FAULT = 16, 32, 64, 128
SEATS_FAULT, SCORE, PHASES, CONTESTED = 256, 512, 1024, 2048
HAND, DESERT_FAULT, REGROUPS, END = 4096, 8192, 16384, 32768
CUTIECORN_FAULT = 65536

SEA, PLAINS = int(Terrain.SEA), int(Terrain.PLAINS)
FOREST, HILLS = int(Terrain.FOREST), int(Terrain.HILLS)
MOUNTAINS, DESERT = int(Terrain.MOUNTAINS), int(Terrain.DESERT)
SHIP, CASTLE, CITADEL = int(Unit.SHIP), int(Unit.CASTLE), int(Unit.CITADEL)
DRAGON, UNDEAD = int(Unit.DRAGON), int(Unit.UNDEAD)
GOBLIN, LIZARDMAN = int(Unit.GOBLIN), int(Unit.LIZARDMAN)
BLANK, CUTIECORN = int(Unit.BLANK), int(Unit.CUTIECORN)
HILL_FOLK, HORDE = int(Faction.HILL_FOLK), int(Faction.CHAOS_HORDE)
NECROMANCERS, CORSAIRS = int(Faction.NECROMANCERS), int(Faction.CORSAIRS)

TURN_BEGUN = -1  # no phase yet


@entry
def play_watched(
    s: GameState, t: RuleTables, key: Array, out: Array, w: Watch, x: Array, y: Array
) -> int:
    """Play at random from a zeroed state and watch; return the number of decisions.

    `x`, `y`: the memory of the state and of the watch as words, int64 arrays.
    """
    turn.start(s, t, key, out)
    turn.settle_chance(s, t, out)
    begin(s, t, w, x, y)
    count = 0
    while s.point != Point.OVER:
        offered = turn.legal_decisions(s, t, out)
        if offered < 1 or count == MOST_DECISIONS_OF_A_GAME:
            w.faults |= OFFER
            w.at = count
            return count
        choice = out[next_below(s.streams, state.STRATEGY_STREAM + s.decider, offered)]
        before(s, t, w, choice)
        turn.apply(s, t, choice, out)
        turn.settle_chance(s, t, out)
        count += 1
        check(s, t, w, x, y)
        if w.faults:
            w.at = count
            return count
    if s.status == Status.OK:
        check_end(s, t, w)
        w.at = count
    return count


@entry
def check_now(s: GameState, t: RuleTables, w: Watch, x: Array, y: Array) -> None:
    """Take up a position that is under way, or look at it again."""
    if w.told[Event.TURN] == 0:
        for seat in range(t.players):
            for source in range(SOURCES):
                w.vp[seat, source] = s.vp[seat, source]
            w.regroups[seat] = s.regroups[seat]
        w.told[Event.TURN] = 1
    s.log_size = 0
    check(s, t, w, x, y)


@kernel
def begin(s: GameState, t: RuleTables, w: Watch, x: Array, y: Array) -> None:
    """Take up the position after the deal."""
    w.seat = state.NOBODY
    w.phase = TURN_BEGUN
    for seat in range(t.players):
        w.vp[seat, Source.START] = 10 if t.faction[seat] == HORDE else 0
        if s.hand_size[seat] != 9:
            w.faults |= HAND
    check(s, t, w, x, y)


@kernel
def before(s: GameState, t: RuleTables, w: Watch, choice: int) -> None:
    """Remember what the decision may change, and what it must not leave behind."""
    kind = choice >> KIND_SHIFT
    w.area = s.battle_area
    if kind == Kind.ATTACK:
        w.area = (choice >> X_SHIFT) & BYTE
    w.refilled = 0
    for seat in range(t.players):
        w.hand_before[seat] = s.hand_size[seat]
        w.kept_out[seat] = 0
        w.kept_cutiecorn[seat] = 0
    if s.point in (Point.KEEP_OUT, Point.SWAP):
        for side in range(state.SIDES):
            for unit in range(UNITS):
                w.kept_out[s.side_seat[side]] += s.kept_out[side, unit]
            w.kept_cutiecorn[s.side_seat[side]] = s.kept_out[side, CUTIECORN]
    if kind != Kind.PASS:
        return
    if s.point in (Point.FOUND, Point.FINAL):
        w.refilled |= 1 << s.decider
    if s.point in (Point.MAIN, Point.FINAL):
        for area in range(t.areas):
            if w.size[s.active, area] > 0 and w.total[area] > w.size[s.active, area]:
                w.faults |= CONTESTED


@entry
def check(s: GameState, t: RuleTables, w: Watch, x: Array, y: Array) -> None:
    """Check the position after a decision."""
    read_log(s, t, w)
    w.changed = 0
    for seat in range(t.players):
        update_units(s, t, w, seat, x, y)
        update_villages(s, t, w, seat, x, y)
    check_places(t, w, x, y)
    if tiles_changed(s, w, x, y):
        for seat in range(t.players):
            check_tiles(s, t, w, seat)
    for seat in range(t.players):
        check_sums(s, w, seat)
        check_pieces(s, t, w, seat)
        check_hand(s, t, w, seat)
        for source in range(SOURCES):
            captured = source in (Source.CAPTURED_VILLAGES, Source.CAPTURED_CITADELS)
            if not captured and s.vp[seat, source] != w.vp[seat, source]:
                w.faults |= SCORE
    check_standing(s, t, w)
    if s.cutiecorn or t.cutiecorn:
        check_cutiecorn(s, t, w)


# What the log tells


@kernel
def read_log(s: GameState, t: RuleTables, w: Watch) -> None:
    """Follow turns, phases and VP through the events of the last decision."""
    at = 0
    while at < s.log_size:
        code = s.log[at]
        seat = s.log[at + 2]
        w.told[code] += 1
        if code == Event.TURN:
            follow_turn(s, t, w, seat)
        elif code == Event.PHASE:
            follow_phase(t, w, seat, s.log[at + 3])
        elif code == Event.VICTORY:
            loser = s.log[at + 3]
            vp = (
                w.size[loser, w.area]
                - w.kept_out[loser]
                + (1 if t.faction[seat] == CORSAIRS else 0)
            )
            if w.units[loser, w.area, CUTIECORN] > w.kept_cutiecorn[loser]:
                vp += 3
            if vp != s.log[at + 4] or seat == loser:
                w.faults |= SCORE
            w.vp[seat, Source.BATTLES] += vp
        elif code == Event.REGROUP:
            follow_regroup(s, t, w, seat, s.log[at + 3])
        elif code == Event.ELIMINATED:
            follow_elimination(s, t, w, seat)
        at += 2 + s.log[at + 1]


@kernel
def follow_turn(s: GameState, t: RuleTables, w: Watch, seat: int) -> None:
    """Turns go clockwise from the start player; nobody ends a turn early (BS-TURN-01)."""
    expected = s.first_seat
    if w.turns > 0:
        expected = (w.seat + 1) % t.players
        while s.eliminated[expected] and w.told[Event.ELIMINATED] > 0:
            expected = (expected + 1) % t.players
    over = w.turns == 0 or w.phase == Phase.DRAW or s.eliminated[w.seat] > 0
    if seat != expected or not over:
        w.faults |= PHASES
    w.seat = seat
    w.turns += 1
    w.phase = TURN_BEGUN


@kernel
def follow_phase(t: RuleTables, w: Watch, seat: int, phase: int) -> None:
    """Phases come in their order, each faction's own (BS-TURN-02 to -04)."""
    expected = Phase.DRAW
    faction = t.faction[seat]
    if w.phase == TURN_BEGUN:
        expected = Phase.MAIN if faction == HORDE else Phase.RAID
    elif w.phase == Phase.RAID and faction == NECROMANCERS:
        expected = Phase.UNDEAD
    elif w.phase in (Phase.RAID, Phase.UNDEAD):
        expected = Phase.MAIN
    elif w.phase == Phase.MAIN and faction != HORDE:
        expected = Phase.SETTLE
    if phase != expected or seat != w.seat:
        w.faults |= PHASES
    w.phase = phase
    if phase == Phase.DRAW:
        w.refilled |= 1 << seat


@kernel
def needed_regroups(t: RuleTables) -> int:
    """BS-REGROUP-05."""
    return 3 if t.players == 2 else 2


@kernel
def follow_regroup(s: GameState, t: RuleTables, w: Watch, seat: int, number: int) -> None:
    """A regroup scores the villages on the map while it counts (BS-REGROUP-03, -06)."""
    w.regroups[seat] += 1
    if number != w.regroups[seat]:
        w.faults |= REGROUPS
    if number <= needed_regroups(t):
        w.vp[seat, Source.VILLAGES] += w.village_count[seat]


@kernel
def follow_elimination(s: GameState, t: RuleTables, w: Watch, seat: int) -> None:
    """Only a Horde without units on a full map leaves the game (BS-CHAOS-15)."""
    if t.faction[seat] != HORDE or not s.eliminated[seat]:
        w.faults |= SEATS_FAULT
    for area in range(t.areas):
        if w.size[seat, area] > 0 or w.total[area] + w.village_total[area] == 0:
            w.faults |= SEATS_FAULT


# What is on the map


@kernel
def differ(x: Array, y: Array, at: int, known: int, words: int) -> bool:
    """Whether two stretches of the words of the state and of the watch differ."""
    found = 0
    for word in range(words):
        found |= x[at + word] ^ y[known + word]
    return found != 0


@kernel
def may_stand(unit: int, terrain: int, faction: int) -> bool:
    """Whether a unit may stop there (BS-RETREAT-10, BS-SETUP-10, BS-BUILD-08)."""
    if unit == BLANK:
        return False
    if unit == CUTIECORN:  # won in battle where its new seat's riders may not go
        return terrain != SEA
    if unit == SHIP:
        return terrain == SEA
    if unit in (CASTLE, CITADEL):
        return terrain in (PLAINS, FOREST, HILLS)
    if unit == DRAGON:
        return True
    if terrain == MOUNTAINS:
        return faction == HILL_FOLK or unit == UNDEAD
    return terrain != SEA


@kernel
def update_units(s: GameState, t: RuleTables, w: Watch, seat: int, x: Array, y: Array) -> None:
    """Take up the units that came and went."""
    words = -(-t.areas * UNITS // WORD)
    skip = seat * SEAT_WORDS
    if not differ(x, y, UNITS_AT + skip, KNOWN_UNITS + skip, words):
        return
    w.changed |= 1 << seat
    for area in range(t.areas):
        if s.force_size[seat, area] == 0 and w.size[seat, area] == 0:
            continue
        for unit in range(UNITS):
            change = s.units[seat, area, unit] - w.units[seat, area, unit]
            if change == 0:
                continue
            w.units[seat, area, unit] += change
            w.size[seat, area] += change
            w.total[area] += change
            w.on_map[seat, unit] += change
            left = w.units[seat, area, unit]
            if left < 0:
                w.faults |= PLACES
            elif left > 0 and not may_stand(unit, t.terrain[area], t.faction[seat]):
                w.faults |= TERRAIN
    if differ(x, y, UNITS_AT + skip, KNOWN_UNITS + skip, words):  # units where none are counted
        w.faults |= PLACES
    held = 0
    for area in range(t.areas):
        if s.force_size[seat, area] > 0:
            if s.held[seat, held] != area:
                w.faults |= PLACES
            held += 1
        kinds = 0
        for unit in range(UNITS):
            kinds |= (s.units[seat, area, unit] > 0) << unit
        if s.kinds[seat, area] != kinds:
            w.faults |= PLACES
    if held != s.areas_held[seat]:
        w.faults |= PLACES


@kernel
def update_villages(s: GameState, t: RuleTables, w: Watch, seat: int, x: Array, y: Array) -> None:
    """Take up the villages that came and went (BS-VILLAGE-03 to -06)."""
    skip = seat * AREAS // WORD
    if not differ(x, y, VILLAGES_AT + skip, KNOWN_VILLAGES + skip, AREAS // WORD):
        return
    for area in range(t.areas):
        change = s.villages[seat, area] - w.villages[seat, area]
        if change == 0:
            continue
        w.villages[seat, area] += change
        w.village_total[area] += change
        w.village_count[seat] += change
        terrain = t.terrain[area]
        room = 0
        if terrain in (PLAINS, FOREST, HILLS):
            room = 2 if terrain == PLAINS else 1
        others = w.village_total[area] - w.villages[seat, area]
        if w.villages[seat, area] < 0 or w.village_total[area] > room:
            w.faults |= VILLAGES
        foreign = others > 0 or w.total[area] > w.size[seat, area]
        if change > 0 and (foreign or s.citadel[seat] == area):
            w.faults |= VILLAGES


@kernel
def check_places(t: RuleTables, w: Watch, x: Array, y: Array) -> None:
    """The engine's sums over areas are those of the units and villages."""
    if differ(x, y, SIZE_AT, KNOWN_SIZE, t.players * AREAS // SHORTS) or differ(
        x, y, TOTAL_AT, KNOWN_TOTAL, AREAS // SHORTS
    ):
        w.faults |= PLACES
    if differ(x, y, VILLAGE_TOTAL_AT, KNOWN_VILLAGE_TOTAL, AREAS // WORD):
        w.faults |= VILLAGES


@kernel
def tiles_changed(s: GameState, w: Watch, x: Array, y: Array) -> bool:
    """Whether any tile has moved, or may be in a swap."""
    if w.changed or s.point == Point.SWAP or s.point == Point.OVER:
        return True
    return differ(x, y, HAND_AT, KNOWN_HAND, PILES_WORDS)


@kernel
def check_tiles(s: GameState, t: RuleTables, w: Watch, seat: int) -> None:
    """The 36 tiles are in hand, bag, discard pile, on the map or swapped in (BS-COMP-02)."""
    w.sums[seat, :] = 0
    held = 0
    for unit in range(UNITS):
        hand, bag, discard = s.hand[seat, unit], s.bag[seat, unit], s.discard[seat, unit]
        if hand < 0 or bag < 0 or discard < 0:
            w.faults |= PILES
        w.hand[seat, unit], w.bag[seat, unit], w.discard[seat, unit] = hand, bag, discard
        w.sums[seat, 0] += hand
        w.sums[seat, 1] += bag
        w.sums[seat, 2] += discard
        w.sums[seat, 3] += hand * t.pips[seat, unit]
        if unit == UNDEAD and t.undead_recycle == UNDEAD_RECYCLE_DISCARD:
            continue
        count = hand + bag + discard
        if unit not in (CITADEL, UNDEAD, CUTIECORN):
            count += w.on_map[seat, unit]
        if s.point == Point.SWAP:
            for side in range(state.SIDES):
                if s.side_seat[side] == seat and s.swapped[side] == unit:
                    count += 1
        held += count
        if count != t.tiles[seat, unit]:
            w.faults |= TILES
    if held != 36:
        w.faults |= TILES


@kernel
def check_sums(s: GameState, w: Watch, seat: int) -> None:
    """The engine's sums over hand, bag and discard pile are those of the tiles."""
    if s.hand_size[seat] != w.sums[seat, 0] or s.bag_size[seat] != w.sums[seat, 1]:
        w.faults |= PILES
    if s.discard_size[seat] != w.sums[seat, 2] or s.hand_pips[seat] != w.sums[seat, 3]:
        w.faults |= PILES


@kernel
def check_pieces(s: GameState, t: RuleTables, w: Watch, seat: int) -> None:
    """20 villages, 4 undead, one citadel: each somewhere (BS-COMP-03, BS-COMP-04)."""
    horde = t.faction[seat] == HORDE
    if s.pool[seat] + w.village_count[seat] + s.villages_lost[seat] != (0 if horde else 20):
        w.faults |= VILLAGES
    if s.pool[seat] < 0 or s.village_count[seat] != w.village_count[seat]:
        w.faults |= VILLAGES
    undead = 4 if t.faction[seat] == NECROMANCERS else 0
    left = s.undead_supply[seat] + w.on_map[seat, UNDEAD]
    left += s.hand[seat, UNDEAD] + s.bag[seat, UNDEAD] + s.discard[seat, UNDEAD]
    gone = t.undead_recycle == UNDEAD_RECYCLE_OUT_OF_GAME and left < undead
    if s.undead_supply[seat] < 0 or (left != undead and not gone):
        w.faults |= UNDEAD_FAULT
    area = s.citadel[seat]
    standing = w.on_map[seat, CITADEL]
    if standing != (0 if area == state.NOWHERE else 1):
        w.faults |= CAPTIVES
    if standing == 1 and (w.units[seat, area, CITADEL] != 1 or w.villages[seat, area] != 0):
        w.faults |= CAPTIVES


@kernel
def check_cutiecorn(s: GameState, t: RuleTables, w: Watch) -> None:
    """One in all, with company where others are (BS-CUTIE-01, -06, -10, AMB-50)."""
    found = s.cutiecorn
    for seat in range(t.players):
        found += w.on_map[seat, CUTIECORN]
        if w.on_map[seat, CUTIECORN] == 0:
            continue
        for area in range(t.areas):
            alone = w.units[seat, area, CUTIECORN] > 0 and w.size[seat, area] == 1
            if alone and w.total[area] > 1:
                w.faults |= CUTIECORN_FAULT
    gone = found == 0 and t.cutie_recycle == CUTIE_RECYCLE_OUT_OF_GAME
    if found != t.cutiecorn and not gone:
        w.faults |= CUTIECORN_FAULT


# What has happened


@kernel
def check_hand(s: GameState, t: RuleTables, w: Watch, seat: int) -> None:
    """Who has just drawn holds the limit, or all tiles there are (BS-GEN-17 to -19)."""
    had, has = w.hand_before[seat], s.hand_size[seat]
    if not (w.refilled >> seat) & 1:
        if has > had and w.turns > 0:
            w.faults |= HAND
        return
    limit = 7 if t.faction[seat] == Faction.HORSE_LORDS else 6
    if has != max(had, limit) and (has > limit or s.bag_size[seat] + s.discard_size[seat] > 0):
        w.faults |= HAND
    if w.phase != Phase.DRAW or w.seat != seat:
        return
    for area in range(t.areas):
        if t.terrain[area] == DESERT and w.size[seat, area] > 0:
            proof = w.units[seat, area, GOBLIN] + w.units[seat, area, LIZARDMAN]
            proof += w.units[seat, area, DRAGON] + w.units[seat, area, UNDEAD]
            if w.size[seat, area] != proof:
                w.faults |= DESERT_FAULT


@kernel
def check_standing(s: GameState, t: RuleTables, w: Watch) -> None:
    """Seats, captives and status make sense."""
    taken = 0
    lost = 0
    fallen = 0
    for seat in range(t.players):
        taken += s.captured[seat]
        lost += s.villages_lost[seat]
        fallen -= s.citadels_taken[seat]
        if t.faction[seat] != HORDE and s.home[seat] >= 0 and s.citadel[seat] == state.NOWHERE:
            fallen += 1
        if s.regroups[seat] != w.regroups[seat]:
            w.faults |= REGROUPS
    if taken != lost or fallen != 0:
        w.faults |= CAPTIVES
    for seat in (s.decider, s.active):
        if not 0 <= seat < t.players or (s.eliminated[seat] and s.point != Point.OVER):
            w.faults |= SEATS_FAULT
    if s.point >= Point.NEXT_SETUP or s.status not in (Status.OK, Status.NO_CITADEL_SITE):
        w.faults |= OFFER


# The end


@kernel
def check_end(s: GameState, t: RuleTables, w: Watch) -> None:
    """The game ended as it should, with the scores and ranks of section 16."""
    if s.ending != 1:
        return  # the turn limit only stops it
    for seat in range(t.players):
        if not s.eliminated[seat] and s.regroups[seat] < needed_regroups(t):
            w.faults |= REGROUPS
        each = 2 if t.faction[seat] == HORDE else 1
        if s.vp[seat, Source.CAPTURED_VILLAGES] != each * s.captured[seat]:
            w.faults |= END
        if s.vp[seat, Source.CAPTURED_CITADELS] != 5 * s.citadels_taken[seat]:
            w.faults |= END
        for area in range(t.areas):
            if w.size[seat, area] == 0:
                continue
            if w.total[area] > w.size[seat, area]:
                w.faults |= CONTESTED
            if w.village_total[area] > w.villages[seat, area]:
                w.faults |= END
        better = 0
        for other in range(t.players):
            better += ranks_before(s, w, other, seat)
        if s.rank[seat] != better + 1:
            w.faults |= END


@kernel
def ranks_before(s: GameState, w: Watch, seat: int, other: int) -> bool:
    """Whether a seat ranks before another (BS-END-11 to -14, AMB-39)."""
    if s.eliminated[seat] != s.eliminated[other]:
        return s.eliminated[other] > 0
    vp = 0
    captures = 0
    for source in range(SOURCES):
        gap = s.vp[seat, source] - s.vp[other, source]
        vp += gap
        if source in (Source.CAPTURED_VILLAGES, Source.CAPTURED_CITADELS):
            captures += gap
    if vp != 0:
        return vp > 0
    villages = w.village_count[seat] - w.village_count[other]
    if villages != 0:
        return villages > 0
    return captures > 0
