"""The decisions behind the lines of a record.

A plan is a generator: it yields the decisions of an event, one at a time. The caller applies each
before it asks for the next, so a plan can look at the game in between. The plan of an event has the
name of the event; the table of events says at which points the event may stand. Start with
`decisions`, which the kit asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, cast

from bloodstones.games.bloodstones.engine import fighters
from bloodstones.games.bloodstones.engine.decisions import BY_SHIP, WITH_CUTIECORN, Decision, Kind
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.state import Point
from bloodstones.games.bloodstones.events import EVENTS
from bloodstones.games.bloodstones.rules.names import Terrain, Unit
from bloodstones.kit import playthrough as kit
from bloodstones.kit.records.events import named
from bloodstones.kit.records.faults import IllegalRecordError
from bloodstones.kit.records.following import Expected, legal_code, put_first
from bloodstones.kit.records.reading import RecordLine

Plan = Callable[[Playthrough, Sequence[RecordLine]], Iterator[Decision]]

PASS: Final = Decision(Kind.PASS)


def unit(name: str) -> Unit:
    """Return the unit of a name; the reader has checked that it is one."""
    return Unit[name.upper()]


def units(names: Sequence[str]) -> list[Unit]:
    """Return units in the order of their types."""
    return sorted(unit(name) for name in names)


def point_of(game: Playthrough) -> Point:
    """Return what must be decided now, or what chance does."""
    return Point(int(game.state.point))


def is_legal(game: Playthrough, decision: Decision) -> bool:
    """Whether a decision is legal now."""
    return legal_code(game, decision) is not None


def one(kind: Kind, *keys: str) -> Plan:
    """Return the plan of a line that is one decision with these keys as arguments."""

    def plan(_: Playthrough, lines: Sequence[RecordLine]) -> Iterator[Decision]:
        values = (lines[0][key] for key in keys)
        yield Decision(kind, *(unit(v) if isinstance(v, str) else v for v in values))

    return plan


def do_pass(_: Playthrough, __: Sequence[RecordLine]) -> Iterator[Decision]:
    """Pass: the plan where the next line is none of the decider's."""
    yield PASS


def _stop_if(game: Playthrough, point: Point) -> Iterator[Decision]:
    """Pass if the game stopped at this point and a pass is legal there."""
    if point_of(game) is point and is_legal(game, PASS):
        yield PASS


def raid(_: Playthrough, lines: Sequence[RecordLine]) -> Iterator[Decision]:
    """A raid: its tile, its villages, the end."""
    yield Decision(Kind.RAID_TILE, unit(lines[0]["paid"]))
    for village in lines[0]["villages"]:
        yield Decision(Kind.RAID_VILLAGE, village["area"], village["owner"])
    yield PASS


def build(_: Playthrough, lines: Sequence[RecordLine]) -> Iterator[Decision]:
    """A build: the unit, then the tiles discarded for it."""
    yield Decision(Kind.BUILD, unit(lines[0]["unit"]), lines[0]["area"])
    for tile in units(lines[0]["discarded"]):
        yield Decision(Kind.DISCARD, tile)


def move(game: Playthrough, lines: Sequence[RecordLine]) -> Iterator[Decision]:
    """A move: its steps, column by column, then the tiles that pay."""
    line = lines[0]
    for step in line["steps"]:
        if not _goes_on(game, step):
            yield Decision(Kind.COLUMN, step["from"])
            for name in sorted(step["units"], key=unit):
                for _ in range(step["units"][name]):
                    yield Decision(Kind.SELECT, unit(name))
        yield _journey(game, Kind.MARCH, line, step)
    yield Decision(Kind.END_MOVE)
    pips = game.tables.pips[line["seat"]]
    for tile in sorted(units(line["paid"]), key=lambda tile: (-pips[tile], tile)):
        yield Decision(Kind.PAY, tile)
    yield from _stop_if(game, Point.PAY)


def _goes_on(game: Playthrough, step: Mapping[str, Any]) -> bool:
    """Whether the step is taken by the very column that has just marched."""
    state = game.state
    if point_of(game) is not Point.MARCHED or state.column_area != step["from"]:
        return False
    counts = {Unit(u).id: int(n) for u, n in enumerate(state.column.tolist()) if n}
    return bool(counts == step["units"])


def leave(kind: Kind) -> Plan:
    """Return the plan of a withdrawal or a retreat."""

    def plan(game: Playthrough, lines: Sequence[RecordLine]) -> Iterator[Decision]:
        line = lines[0]
        state = game.state
        if line["from"] != state.battle_area:
            reason = f"the battle is in area {int(state.battle_area)}, not in {line['from']}"
            raise IllegalRecordError(line.number, "BS-RETREAT-02", reason)
        if line["to"] is None:
            refuges = ", ".join(str(decision.x) for decision in game.legal())
            raise IllegalRecordError(
                line.number,
                "BS-RETREAT-16",
                f"the force is lost although it could retreat to {refuges}",
            )
        yield _journey(game, kind, line, line.keys)

    return plan


def _journey(
    game: Playthrough, kind: Kind, line: RecordLine, step: Mapping[str, Any], more: int = 0
) -> Decision:
    """Return the decision to go from one area to another, over the ship route of the line if any.

    `more` is added to the second argument of the decision (a flag such as `WITH_CUTIECORN`).
    """
    direct = Decision(kind, step["to"], more)
    by_route = Decision(kind, step["to"], BY_SHIP + more)
    if not step["via"]:
        return direct
    broken = broken_route(game, line["seat"], step)
    if broken is not None:
        raise IllegalRecordError(line.number, *broken)
    return direct if is_legal(game, direct) and not is_legal(game, by_route) else by_route


def broken_route(game: Playthrough, seat: int, step: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return clause and reason if `via` is no chain of own ships from start to goal."""
    areas, state = game.board.areas, game.state
    via: list[int] = step["via"]
    for sea in via:
        if areas[sea].terrain is not Terrain.SEA or not state.units[seat, sea, Unit.SHIP]:
            return "BS-MOVE-15", f"seat {seat + 1} has no ship in area {sea} of the route"
        if state.total[sea] > state.units[seat, sea].sum():
            return "BS-MOVE-17", f"area {sea} of the route is contested"
    if via[0] != step["from"] and via[0] not in areas[step["from"]].neighbours:
        return "BS-MOVE-16", f"the route does not start next to area {step['from']}"
    for sea, after in zip(via, [*via[1:], step["to"]], strict=True):
        if after not in areas[sea].neighbours:
            return "BS-MOVE-16", f"area {after} of the route is not next to area {sea}"
    return None


def swap(_: Playthrough, lines: Sequence[RecordLine]) -> Iterator[Decision]:
    """A swap of a combat tile, or none."""
    out, put_in = lines[0]["out"], lines[0]["in"]
    if (out is None) != (put_in is None):
        reason = "a swap gives up one tile and puts in another, or neither"
        raise IllegalRecordError(lines[0].number, "BS-COMBAT-19", reason)
    yield PASS if out is None else Decision(Kind.SWAP, max(out, 0), unit(put_in))


def keep_out(_: Playthrough, lines: Sequence[RecordLine]) -> Iterator[Decision]:
    """The units kept out of a battle, the others fight."""
    for kept in units(lines[0]["units"]):
        yield Decision(Kind.KEEP_OUT, kept)
    yield PASS


def casualty(game: Playthrough, lines: Sequence[RecordLine]) -> Iterator[Decision]:
    """The unit that the loser removes."""
    forts = game.tables.fortification  # fall with an extra casualty (AMB-24)
    chosen = [unit(name) for name in lines[0]["units"] if not forts[unit(name)]]
    if len(chosen) != 1:
        reason = f"the loser removes one unit, not {len(chosen)}"
        raise IllegalRecordError(lines[0].number, "BS-COMBAT-35", reason)
    yield Decision(Kind.CASUALTY, chosen[0])


def undead_move(game: Playthrough, lines: Sequence[RecordLine]) -> Iterator[Decision]:
    """An undead and the areas that it enters."""
    line = lines[0]
    path, via = line["path"], list(line["via"])
    if len(path) == 0:
        raise IllegalRecordError(line.number, "BS-UNDEAD-01", "the path of the undead is empty")
    if not set(line["cutiecorn"]) <= set(range(1, len(path))):
        steps = ", ".join(map(str, line["cutiecorn"]))
        reason = f"the Cutiecorn comes along in steps {steps} of {len(path) - 1}"
        raise IllegalRecordError(line.number, "BS-CUTIE-05", reason)
    yield Decision(Kind.UNDEAD, path[0])
    for number, (start, goal) in enumerate(pairwise(path), start=1):
        rider = WITH_CUTIECORN if number in line["cutiecorn"] else 0
        direct = Decision(Kind.UNDEAD_STEP, goal, rider)
        if is_legal(game, direct) or not via:
            yield direct
            continue
        route = _links(game, via, goal)
        step = {"from": start, "to": goal, "via": route}
        yield _journey(game, Kind.UNDEAD_STEP, line, step, rider)
    if via:
        reason = f"the path needs no ship route over {', '.join(map(str, via))}"
        raise IllegalRecordError(line.number, "BS-UNDEAD-04", reason)
    if point_of(game) is Point.UNDEAD_STEP:
        yield PASS


def _links(game: Playthrough, via: list[int], goal: int) -> list[int]:
    """Take the links of one route out of `via`: up to the first sea area next to the goal."""
    route: list[int] = []
    while via:
        route.append(via.pop(0))
        if goal in game.board.areas[route[-1]].neighbours:
            break
    return route


def raise_undead(_: Playthrough, lines: Sequence[RecordLine]) -> Iterator[Decision]:
    """How many undead rise."""
    yield Decision(Kind.RAISE, lines[0]["count"])


def raise_none(_: Playthrough, __: Sequence[RecordLine]) -> Iterator[Decision]:
    """No undead rise: the plan where no line has any."""
    yield Decision(Kind.RAISE)


def reenter(_: Playthrough, lines: Sequence[RecordLine]) -> Iterator[Decision]:
    """A unit that comes back, then the tiles discarded for it."""
    yield Decision(Kind.REENTER, unit(lines[0]["unit"]), lines[0]["area"])
    for tile in units(lines[0]["discarded"]):
        yield Decision(Kind.DISCARD, tile)


def settle(game: Playthrough, lines: Sequence[RecordLine]) -> Iterator[Decision]:
    """A tile that pays for villages, then the villages."""
    yield Decision(Kind.SETTLE_TILE, unit(lines[0]["paid"]))
    yield from _villages(game, lines[0])


def resettle(game: Playthrough, lines: Sequence[RecordLine]) -> Iterator[Decision]:
    """The first village of a player without any, paid for by the next line, or free (AMB-33)."""
    if point_of(game) is Point.RESETTLE:
        yield Decision(Kind.RESETTLE, lines[0]["area"])
        return
    home, paying = lines[0], lines[1]
    if paying.event != "settle":
        reason = f"no settle line pays for the village, a {paying.event} follows"
        raise IllegalRecordError(home.number, "BS-WIPED-02", reason)
    yield Decision(Kind.SETTLE_TILE, unit(paying["paid"]))
    yield Decision(Kind.RESETTLE, home["area"])
    yield from _villages(game, paying)


def _villages(game: Playthrough, line: RecordLine) -> Iterator[Decision]:
    for area in line["areas"]:
        yield Decision(Kind.SETTLE, area)
    if point_of(game) is Point.SETTLE_AREA:
        yield PASS
    yield from _stop_if(game, Point.RESETTLE)


citadel: Final = one(Kind.CITADEL, "area")
home: Final = one(Kind.HOME, "area")
found: Final = one(Kind.FOUND, "unit", "area")
battle: Final = one(Kind.ATTACK, "area", "defender")
withdraw: Final = leave(Kind.WITHDRAW)
stand: Final = do_pass
retreat: Final = leave(Kind.RETREAT)

# What the decider does when the next line is none of these: it passes, or no undead rise.
OTHERWISE: Final[Mapping[Point, Plan]] = {Point.RAISE: raise_none}

# Points inside an action, and what is wrong with a line that ends there.
UNFINISHED: Final[Mapping[Point, tuple[str, str]]] = {
    Point.BUILD_COST: ("BS-BUILD-01", "too few tiles are discarded for the build"),
    Point.PAY: ("BS-MOVE-02", "the tiles paid do not cover the cost of the move"),
    Point.RESETTLE: ("BS-WIPED-02", "the first village of a player without any is a resettle line"),
}

# Points at which the seat must decide: the next line has to be one of the events of the point.
OBLIGED: Final = (
    Point.CITADEL,
    Point.WITHDRAW,
    Point.KEEP_OUT,
    Point.SWAP,
    Point.CASUALTY,
    Point.RETREAT,
)

# The plan of each event that may stand where a seat decides: point -> event -> plan.
PLANS: Final[Mapping[Point, Mapping[str, Plan]]] = {
    point: {
        event.name: globals()[event.name] for event in EVENTS.values() if point.id in event.points
    }
    for point in Point
}
CHANCE: Final = {Point.TILE: "draw", Point.COMBAT_TILE: "combat_draw"}


def decisions(play: kit.Playthrough, lines: list[RecordLine]) -> Iterator[Decision | Expected]:
    """Yield the decisions of the next lines of a record, see `kit.records.games.Recording`."""
    game = cast(Playthrough, play)
    return _drawn(game, lines) if game.is_chance else _decided(game, lines)


def _drawn(game: Playthrough, lines: list[RecordLine]) -> Iterator[Decision | Expected]:
    """The tiles that the next line names, one after another, out of their bag."""
    state, point = game.state, point_of(game)
    event, combat = CHANCE[point], point is Point.COMBAT_TILE
    if combat:
        side = fighters.drawing_side(state)
        seat, due = int(state.side_seat[side]), int(state.draws_due[side])
    else:
        seat = int(state.drawer)
        due = int(min(state.draw_goal - state.hand_size[seat], state.bag_size[seat]))
        if state.after_draw == Point.DEAL:  # the lines of the starting hands are in any order
            put_first(lines, event, seat)
            found = lines[0].event, lines[0].keys.get("seat")
            if found != (event, seat):
                reason = f"expected a draw line for every seat first, got {named(*found)}"
                raise IllegalRecordError(lines[0].number, "BS-SETUP-06", reason)
    yield Expected(event, seat)
    line = lines[0]
    if len(line["tiles"]) != due:
        what = "combat tiles" if combat else "tiles here"
        reason = f"seat {seat + 1} draws {due} {what}, not {len(line['tiles'])}"
        raise IllegalRecordError(line.number, EVENTS[event].clause, reason)
    for tile in line["tiles"]:
        yield Decision(Kind.COMBAT_TILE, tile) if combat else Decision(Kind.TILE, unit(tile))


def _decided(game: Playthrough, lines: list[RecordLine]) -> Iterator[Decision]:
    """The decisions of the next line, or a pass if it is none of the decider's."""
    _sort_undead(game, lines)
    line = lines[0]
    point, seat = point_of(game), game.decider
    plan = PLANS[point].get(line.event)
    if plan is None and point in OBLIGED:
        wanted = named(" or ".join(PLANS[point]), seat)
        reason = f"expected {wanted}, got {named(line.event, None)}"
        raise IllegalRecordError(line.number, EVENTS[next(iter(PLANS[point]))].clause, reason)
    if plan is None:
        plan = OTHERWISE.get(point, do_pass)
    elif line["seat"] != seat:
        reason = f"{named(line.event, line['seat'])} where seat {seat + 1} decides"
        raise IllegalRecordError(line.number, "BS-TURN-01", reason)
    yield from plan(game, lines[:2])
    if point_of(game) in UNFINISHED:
        raise IllegalRecordError(line.number, *UNFINISHED[point_of(game)])


def _sort_undead(game: Playthrough, lines: list[RecordLine]) -> None:
    """Undead move in any order; the engine wants the areas they leave in rising order.

    But not with a Cutiecorn, which one may bring to the next.
    """
    if point_of(game) is not Point.UNDEAD or game.tables.cutiecorn:
        return
    stop = 0
    while lines[stop].event == "undead_move":
        stop += 1
    lines[:stop] = sorted(lines[:stop], key=lambda line: line["path"][:1])
