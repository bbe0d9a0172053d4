"""Setup: start player, hands, citadels, starting units (BS-SETUP)."""

from __future__ import annotations

from bloodstones.core.kernels.bits import least_of
from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below, open_streams
from bloodstones.games.bloodstones.engine import events, horde
from bloodstones.games.bloodstones.engine.cutiecorn import can_build_cutiecorn, settle_control
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.drawing import draw_up_to
from bloodstones.games.bloodstones.engine.horde import is_horde
from bloodstones.games.bloodstones.engine.pieces import (
    discard_from_hand,
    homes,
    put_unit,
    take_from_hand,
)
from bloodstones.games.bloodstones.engine.rule_tables import CLOSED, RuleTables
from bloodstones.games.bloodstones.engine.state import (
    NOBODY,
    NOWHERE,
    START_STREAM,
    UNITS,
    WORD_AREAS,
    GameState,
    Point,
    Source,
    Status,
)
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.rules.register import (
    SETUP_SHARED_SEA_FORBID,
    START_PLAYER_METHOD_DRAW_TWO,
)


@kernel
def legal_builds(s: GameState, t: RuleTables, out: Array, n: int) -> int:
    """Append the builds of hand tiles and the Cutiecorn's (BS-BUILD-01 to -08, BS-CUTIE-02).

    See BS-DRAGON-11.

    Return the count.
    """
    seat = s.active
    if is_horde(t, seat):
        return horde.legal_builds(s, t, out, n)
    units = horde.payable(s, t, seat)
    ships = units & 1 << Unit.SHIP
    land = units & ~(1 << Unit.SHIP)
    if can_build_cutiecorn(s, t, seat):
        land |= 1 << Unit.CUTIECORN  # the last of all
    if land == 0 and not ships:
        return n
    harbours = 0
    for word in range(t.words):
        areas = homes(s, seat, word)
        while areas:
            area = word * WORD_AREAS + least_of(areas)
            areas &= areas - 1
            harbours |= t.touching_seas[area]
            kinds = land
            while kinds:
                out[n] = encode(Kind.BUILD, least_of(kinds), area)
                kinds &= kinds - 1
                n += 1
    if ships:
        for sea in range(t.seas):
            if (harbours >> sea) & 1:
                out[n] = encode(Kind.BUILD, Unit.SHIP, t.sea_area[sea])
                n += 1
    return n


@kernel
def build(s: GameState, t: RuleTables, unit: int, area: int) -> None:
    """Place a unit; its cost is due next (BS-TILE-02, BS-BUILD-01)."""
    place(s, t, unit, area, Event.BUILD, Point.MAIN)


@kernel
def place(s: GameState, t: RuleTables, unit: int, area: int, code: int, after: int) -> None:
    """Place a hand tile or the Cutiecorn, which can act at once (BS-TILE-05, BS-TURN-07).

    `code` is the log entry, `after` the point once its cost is paid.
    """
    seat = s.active
    if unit == Unit.CUTIECORN:
        s.cutiecorn = 0
    else:
        take_from_hand(s, t, seat, unit)
    put_unit(s, seat, area, unit)
    s.units_built[seat] += 1
    s.due = t.cost[seat, unit]
    s.last_unit = 0
    s.after_cost = after
    events.open_event(s, code, seat)
    events.push(s, unit)
    events.push(s, area)
    events.close_event(s)
    settle_control(s, t, area)
    s.point = Point.BUILD_COST if s.due > 0 else after


@kernel
def legal_discards(s: GameState, out: Array) -> int:
    """Write the tiles that may be discarded next for a build, in the order of their types.

    Any tile counts as one, whatever it shows (BS-TILE-03); a tile is offered while enough tiles of
    its and later types remain.
    """
    seat = s.active
    n = 0
    behind = s.hand_size[seat]
    kinds = int(s.hand_kinds[seat])
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        if unit >= s.last_unit and behind >= s.due:
            out[n] = encode(Kind.DISCARD, unit, 0)
            n += 1
        behind -= s.hand[seat, unit]
    return n


@kernel
def discard_for_build(s: GameState, t: RuleTables, unit: int) -> None:
    """Discard one tile of the build cost."""
    discard_from_hand(s, t, s.active, unit)
    s.last_unit = unit
    s.due -= 1
    if s.due == 0:
        s.point = s.after_cost


@kernel
def prepare(s: GameState, t: RuleTables, key: Array) -> None:
    """Fill a zeroed state: streams, bags, pools (BS-SETUP-02 to -08); chance says who starts.

    See BS-SETUP-24, -25, BS-CUTIE-01.

    `key`: int64 array of 3 words, see `streams.game_key`.
    """
    open_streams(s.streams, key)
    s.finisher = NOBODY
    s.citadel[:] = NOWHERE
    s.home[:] = NOWHERE
    s.memory[:] = NOWHERE
    for seat in range(t.players):
        for unit in range(UNITS):
            s.bag[seat, unit] = t.tiles[seat, unit]
            s.bag_size[seat] += t.tiles[seat, unit]
        s.pool[seat] = t.pool[seat]
        s.undead_supply[seat] = t.undead[seat]
        s.vp[seat, Source.START] = t.starting_vp[seat]
    s.cutiecorn = t.cutiecorn
    s.point = Point.FIRST_SEAT


@kernel
def first_seat_outcomes(t: RuleTables, out: Array, weights: Array) -> int:
    """Write the seats that may start, all alike whatever the method (BS-SETUP-02, AMB-03)."""
    for seat in range(t.players):
        out[seat] = encode(Kind.FIRST_SEAT, seat, 0)
        weights[seat] = 1
    return int(t.players)


@kernel
def choose_first_seat(s: GameState, t: RuleTables, seat: int) -> None:
    """Let a seat start; the hands are dealt in turn order."""
    s.first_seat = seat
    draw_up_to(s, seat, t.starting_hand, Point.DEAL)


@kernel
def deal_on(s: GameState, t: RuleTables) -> None:
    """Deal the next starting hand, or go on to the setup of the map (BS-SETUP-06)."""
    seat = (s.drawer + 1) % t.players
    if seat == s.first_seat:
        s.drawer = 0
        s.point = Point.NEXT_SETUP
    else:
        draw_up_to(s, seat, t.starting_hand, Point.DEAL)


@kernel
def start_player(s: GameState, t: RuleTables) -> int:
    """Return the start player (BS-SETUP-02): any seat alike or the best two tiles (AMB-03)."""
    if t.start_player_method != START_PLAYER_METHOD_DRAW_TWO:
        return next_below(s.streams, START_STREAM, t.players)
    tied = (1 << t.players) - 1
    while tied & (tied - 1):  # two or more
        tied = best_drawers(s, t, tied)
    seat = 0
    while not (tied >> seat) & 1:
        seat += 1
    return seat


@kernel
def best_drawers(s: GameState, t: RuleTables, seats: int) -> int:
    """Let the seats draw two combat tiles each from one bag; return those with the best sum.

    Seats are bits of a mask. The tiles go back afterwards.
    """
    taken = 0
    left = t.combat_tiles
    most = 0
    best = 0
    for seat in range(t.players):
        if not (seats >> seat) & 1:
            continue
        total = 0
        for _ in range(2):
            skip = next_below(s.streams, START_STREAM, left)
            left -= 1
            place = 0
            while (taken >> place) & 1 or skip > 0:
                if not (taken >> place) & 1:
                    skip -= 1
                place += 1
            taken |= 1 << place
            total += t.combat_tile[place]
        if total > most:
            most = total
            best = 0
        if total == most:
            best |= 1 << seat
    return best


@kernel
def next_setup(s: GameState, t: RuleTables) -> None:
    """Let the next seat set up: in reverse turn order, the Horde last (BS-SETUP-09, -20)."""
    if s.placed == t.players:
        s.point = Point.NEXT_TURN
        return
    s.decider = seat_to_set_up(s, t)
    s.active = s.decider
    for area in range(t.areas):
        if citadel_site(s, t, area):
            s.point = Point.CITADEL
            return
    s.status = Status.NO_CITADEL_SITE
    s.point = Point.OVER


@kernel
def seat_to_set_up(s: GameState, t: RuleTables) -> int:
    """Return the seat that sets up after `s.placed` others (BS-CHAOS-02, BS-CUTIE-03)."""
    skip = s.placed
    for wanted in (1, 0):
        for step in range(t.players - 1, -1, -1):
            seat = (s.first_seat + step) % t.players
            if t.citadels[seat] != wanted:
                continue
            if skip == 0:
                return int(seat)
            skip -= 1
    return NOBODY  # pragma: no cover - asked only while a seat has yet to set up


@kernel
def citadel_site(s: GameState, t: RuleTables, area: int) -> bool:
    """Whether a citadel, or the Horde, may start in the area now (BS-SETUP-10 to -14, -21)."""
    if not t.citadel_terrain[t.terrain[area]]:
        return False
    for seat in range(t.players):
        other = s.citadel[seat]
        if other != NOWHERE and t.citadel_steps[area, other] < t.citadel_distance:
            return False
    return True


@kernel
def legal_citadels(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the legal citadel sites, or homes of a faction without one; return how many."""
    kind = Kind.CITADEL if t.citadels[s.decider] else Kind.HOME
    n = 0
    for area in range(t.areas):
        if citadel_site(s, t, area):
            out[n] = encode(kind, area, 0)
            n += 1
    return n


@kernel
def place_citadel(s: GameState, t: RuleTables, area: int) -> None:
    """Place the citadel and open the founding of units (BS-SETUP-09, -15)."""
    seat = s.decider
    put_unit(s, seat, area, Unit.CITADEL)
    s.citadel[seat] = area
    s.home[seat] = area
    s.points_left = t.founding_points
    events.tell_one(s, Event.CITADEL, seat, area)
    s.point = Point.FOUND


@kernel
def choose_home(s: GameState, t: RuleTables, area: int) -> None:
    """Choose the Chaos Horde's starting area and open the founding (BS-SETUP-20 to -22, AMB-08)."""
    s.home[s.decider] = area
    s.points_left = t.founding_points
    events.tell_one(s, Event.HOME, s.decider, area)
    s.point = Point.FOUND


@kernel
def legal_foundings(s: GameState, t: RuleTables, out: Array) -> int:
    """Write pass, and land units at home and ships next to it (BS-SETUP-15 to -19)."""
    seat = s.decider
    home = s.home[seat]
    out[0] = encode(Kind.PASS, 0, 0)
    n = 1
    for unit in range(UNITS):
        cost = t.cost[seat, unit]
        if s.hand[seat, unit] == 0 or cost == CLOSED or cost > s.points_left:
            continue
        if unit != Unit.SHIP:
            out[n] = encode(Kind.FOUND, unit, home)
            n += 1
            continue
        for sea in range(t.seas):
            if (t.touching_seas[home] >> sea) & 1 and may_share(s, t, seat, t.sea_area[sea]):
                out[n] = encode(Kind.FOUND, unit, t.sea_area[sea])
                n += 1
    if s.cutiecorn and t.cost[seat, Unit.CUTIECORN] <= s.points_left:  # BS-CUTIE-02
        out[n] = encode(Kind.FOUND, Unit.CUTIECORN, home)
        n += 1
    return n


@kernel
def may_share(s: GameState, t: RuleTables, seat: int, sea: int) -> bool:
    """Whether a starting ship may join whoever is in the sea area (BS-SETUP-19, AMB-06)."""
    return bool(
        t.setup_shared_sea != SETUP_SHARED_SEA_FORBID or s.total[sea] == s.force_size[seat, sea]
    )


@kernel
def found(s: GameState, t: RuleTables, unit: int, area: int) -> None:
    """Place a starting unit for its cost in founding points (BS-SETUP-15)."""
    seat = s.decider
    if unit == Unit.CUTIECORN:
        s.cutiecorn = 0
    else:
        take_from_hand(s, t, seat, unit)
    put_unit(s, seat, area, unit)
    s.points_left -= t.cost[seat, unit]
    events.open_event(s, Event.FOUND, seat)
    events.push(s, unit)
    events.push(s, area)
    events.close_event(s)
    settle_control(s, t, area)


@kernel
def end_founding(s: GameState, t: RuleTables) -> None:
    """Refill the hand and go on to the next seat (BS-SETUP-16, -23)."""
    s.points_left = 0
    s.placed += 1
    draw_up_to(s, s.decider, t.hand_limit[s.decider], Point.NEXT_SETUP)
