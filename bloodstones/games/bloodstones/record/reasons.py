"""Why a decision is not legal in a position: the clause and a reason in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, cast

from bloodstones.games.bloodstones.engine.decisions import BY_SHIP, WITH_CUTIECORN, Decision, Kind
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.rule_tables import CLOSED
from bloodstones.games.bloodstones.engine.state import ATTACKER, DEFENDER, NOWHERE, SIDES, Point
from bloodstones.games.bloodstones.record.position.pairs import pairs_by_area
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from bloodstones.kit import playthrough as kit

Reason = tuple[str, str]


def why_not(play: kit.Playthrough, decision: Decision) -> Reason:
    """Return clause and reason for a decision, or an outcome of chance, that is not legal now.

    Parameters
    ----------
    play
        Where the decision is due.
    decision
        Not among the legal ones.

    Returns
    -------
    tuple
        The id of the clause and a part of a sentence. The first reason that applies wins; without
        one the clause is that of the sequence of a turn (BS-TURN-05).
    """
    game = cast(Playthrough, play)
    explain = _EXPLAINED.get(decision.kind)
    reason = explain(game, decision) if explain else None
    return reason or ("BS-TURN-05", f"'{decision}' is not possible here")


def _holds(game: Playthrough, unit: int) -> bool:
    return bool(game.state.hand[game.decider, unit] > 0)


def _no_tile(game: Playthrough, unit: int, clause: str) -> Reason | None:
    if unit == Unit.CUTIECORN:
        return clause, "the Cutiecorn is no hand tile"
    if _holds(game, unit):
        return None
    return clause, f"seat {game.decider + 1} has no {Unit(unit).id} in hand"


def _no_piece(game: Playthrough, unit: int, cost: int) -> Reason | None:
    """The reason if nothing of the kind can be placed at all."""
    if unit == Unit.CUTIECORN and not game.tables.cutiecorn:
        return "BS-CUTIE-01", "the Cutiecorn is not in the game"
    if unit == Unit.CUTIECORN and not game.state.cutiecorn:
        return "BS-CUTIE-02", "the Cutiecorn is not beside the map"
    return ("BS-TILE-04", f"{Unit(unit).id} is no unit") if cost == CLOSED else None


def _is_horde(game: Playthrough) -> bool:
    return game.line_up[game.decider] is Faction.CHAOS_HORDE


def _terrain(game: Playthrough, area: int) -> Terrain:
    return game.board.areas[area].terrain


def _force(game: Playthrough, area: int) -> int:
    """Return how many units the decider has in an area."""
    return int(game.state.units[game.decider, area].sum())


def _others(game: Playthrough, area: int) -> bool:
    return bool(game.state.total[area] > _force(game, area))


def _pass(game: Playthrough, _: Decision) -> Reason | None:
    state, seat = game.state, game.decider
    shared = [a.id for a in game.board.areas if _force(game, a.id) and _others(game, a.id)]
    point = Point(int(state.point))
    if point is Point.MAIN:
        where = ", ".join(map(str, shared))
        return "BS-TURN-06", f"seat {seat + 1} cannot end phase 3 with contested areas: {where}"
    if point is Point.FINAL:
        return (
            "BS-END-04",
            f"seat {seat + 1} still has battles in areas {', '.join(map(str, shared))}",
        )
    if point is Point.RAID_VILLAGE:
        return "BS-RAID-02", "a raid takes at least one village"
    if point is Point.UNDEAD_STEP:
        return "BS-UNDEAD-01", "an undead that moves enters an area"
    if point is Point.SETTLE_AREA:
        return "BS-VILLAGE-01", "a tile builds at least one village"
    return None


def _citadel(game: Playthrough, decision: Decision) -> Reason | None:
    if (decision.kind is Kind.HOME) != _is_horde(game):
        return "BS-SETUP-09", "the Chaos Horde has a home line, every other faction a citadel line"
    terrain = _terrain(game, decision.x)
    if terrain not in game.rules.citadel_terrains:
        return "BS-SETUP-10", f"no citadel may be placed in {terrain.id} (area {decision.x})"
    return "BS-SETUP-11", f"area {decision.x} is too near another citadel"


def _why_not_found(game: Playthrough, decision: Decision) -> Reason | None:
    unit, area = decision.x, decision.y
    seat = game.decider
    cost = int(game.tables.cost[seat, unit])
    if missing := _no_piece(game, unit, cost):
        return missing
    if unit != Unit.CUTIECORN and (missing := _no_tile(game, unit, "BS-SETUP-15")):
        return missing
    if cost > game.state.points_left:
        left = int(game.state.points_left)
        return "BS-SETUP-15", f"{Unit(unit).id} costs {cost} points, {left} are left"
    if unit == Unit.SHIP:
        return "BS-SETUP-18", f"area {area} is no sea area next to the starting area"
    return "BS-SETUP-17", f"starting units go to the starting area, not to area {area}"


def _raid_tile(game: Playthrough, decision: Decision) -> Reason | None:
    if game.state.point == Point.MAIN and not _is_horde(game):
        return "BS-TURN-02", "villages are raided in phase 1"
    if game.state.raided and _is_horde(game):
        return "BS-CHAOS-07", "the Chaos Horde raids once a turn"
    if missing := _no_tile(game, decision.x, "BS-RAID-02"):
        return missing
    return (
        "BS-RAID-01",
        f"{Unit(decision.x).id} can take no village where seat {game.decider + 1} stands",
    )


def _raid_village(game: Playthrough, decision: Decision) -> Reason | None:
    state, area = game.state, decision.x
    if state.point != Point.RAID_VILLAGE:
        return "BS-RAID-02", "no tile pays for the raid"
    if _force(game, area) == 0:
        return "BS-RAID-01", f"seat {game.decider + 1} has no unit in area {area}"
    if decision.y == game.decider or state.villages[decision.y, area] == 0:
        return "BS-RAID-01", f"seat {decision.y + 1} has no village to be taken in area {area}"
    return "BS-RAID-03", f"the tile does not pay for a village in area {area}"


def _build(game: Playthrough, decision: Decision) -> Reason | None:
    unit, area = decision.x, decision.y
    seat = game.decider
    cost = int(game.tables.cost[seat, unit])
    if missing := _no_piece(game, unit, cost):
        return missing
    if unit != Unit.CUTIECORN and (missing := _no_tile(game, unit, "BS-BUILD-01")):
        return missing
    if game.state.hand_size[seat] < cost + (unit != Unit.CUTIECORN):
        return "BS-TILE-02", f"{Unit(unit).id} costs {cost} other tiles, the hand has fewer"
    if (unit == Unit.SHIP) != (_terrain(game, area) is Terrain.SEA):
        return "BS-BUILD-08", f"{Unit(unit).id} cannot be built in {_terrain(game, area).id}"
    if _is_horde(game):
        return "BS-CHAOS-03", f"the Chaos Horde cannot build a {Unit(unit).id} in area {area}"
    if unit == Unit.SHIP:
        return "BS-BUILD-03", f"area {area} is next to no village or citadel of seat {seat + 1}"
    return "BS-BUILD-02", f"seat {seat + 1} has no village or citadel in area {area}"


def _discard(game: Playthrough, decision: Decision) -> Reason | None:
    if game.state.point != Point.BUILD_COST:
        return "BS-TILE-02", "more tiles are discarded than the build costs"
    return _no_tile(game, decision.x, "BS-BUILD-01")


def _column(game: Playthrough, decision: Decision) -> Reason | None:
    seat, area = game.decider, decision.x
    if _force(game, area) == 0:
        return "BS-MOVE-01", f"seat {seat + 1} has no unit in area {area}"
    if _others(game, area):
        return "BS-MOVE-08", f"units cannot leave area {area}, which others share"
    return "BS-MOVE-02", f"no unit can leave area {area} for the pips left in hand"


def _select(game: Playthrough, decision: Decision) -> Reason | None:
    state, unit = game.state, decision.x
    seat, area = game.decider, int(state.column_area)
    present = int(state.units[seat, area, unit])
    if state.column[unit] >= present:
        return "BS-MOVE-01", f"seat {seat + 1} has {present} {Unit(unit).id} in area {area}"
    if not game.tables.walks[unit]:
        clause = "BS-MOVE-11" if game.tables.fortification[unit] else "BS-UNDEAD-07"
        return clause, f"{Unit(unit).id} cannot move"
    if state.column_size == 0 and not game.tables.sets_out[unit]:
        return "BS-CUTIE-05", f"no other unit goes with the Cutiecorn from area {area}"
    return "BS-MOVE-02", f"the group in area {area} has nowhere to go for the pips left in hand"


def _march(game: Playthrough, decision: Decision) -> Reason | None:
    state, goal = game.state, decision.x
    start = int(state.column_area)
    terrain = _terrain(game, goal)
    if state.point == Point.MARCHED and _others(game, start):
        return "BS-MOVE-07", f"units must stop in area {start}, where others are"
    for unit in Unit:
        if state.column[unit] and game.tables.movement[game.decider, terrain, unit] == CLOSED:
            return _closed(unit, terrain, goal)
    if decision.y:
        return "BS-MOVE-15", f"no ship route of the group leads from area {start} to {goal}"
    if goal not in game.board.areas[start].neighbours:
        return "BS-MOVE-01", f"areas {start} and {goal} are not next to each other"
    return "BS-MOVE-02", f"the tiles in hand do not pay for entering area {goal}"


def _closed(unit: Unit, terrain: Terrain, area: int) -> Reason:
    clause = {Terrain.SEA: "BS-MOVE-19", Terrain.MOUNTAINS: "BS-MOVE-13"}.get(terrain, "BS-MOVE-12")
    return clause, f"{unit.id} may not enter {terrain.id} (area {area})"


def _end_move(game: Playthrough, _: Decision) -> Reason | None:
    return "BS-MOVE-01", "a move takes at least one step"


def _pay(game: Playthrough, decision: Decision) -> Reason | None:
    if game.state.point == Point.PAY and (missing := _no_tile(game, decision.x, "BS-MOVE-04")):
        return missing
    if game.state.point == Point.PAY:
        return "BS-MOVE-02", "the tiles paid do not cover the cost of the move"
    return "BS-MOVE-05", f"{Unit(decision.x).id} could be left out of the payment"


def _attack(game: Playthrough, decision: Decision) -> Reason | None:
    area, other = decision.x, decision.y
    if _force(game, area) == 0:
        return "BS-COMBAT-01", f"seat {game.decider + 1} has no unit in area {area}"
    return "BS-COMBAT-01", f"seat {other + 1} is no enemy with units in area {area}"


def _leave(game: Playthrough, decision: Decision) -> Reason | None:
    state, goal, seat = game.state, decision.x, game.decider
    if (state.left_area[goal] >> seat) & 1:
        return "BS-RETREAT-15", f"seat {seat + 1} has left area {goal} this turn"
    if (goal, int(state.battle_area)) in pairs_by_area(state.left_units, seat):
        return "BS-RETREAT-15", f"a unit of the force has left area {goal} this turn"
    pieces = _force(game, goal) + state.villages[seat, goal]
    if not pieces and state.total[goal] + state.village_total[goal]:
        return "BS-RETREAT-03", f"area {goal} holds pieces of others only"
    if decision.y:
        return "BS-RETREAT-12", f"no ship route leads to area {goal}"
    if goal not in game.board.areas[int(state.battle_area)].neighbours:
        return "BS-RETREAT-02", f"area {goal} is not next to area {int(state.battle_area)}"
    return "BS-RETREAT-10", f"no unit may enter {_terrain(game, goal).id} (area {goal})"


def _swap(game: Playthrough, decision: Decision) -> Reason | None:
    state = game.state
    if missing := _no_tile(game, decision.y, "BS-COMBAT-21"):
        return missing
    for side in (ATTACKER, DEFENDER)[:SIDES]:
        if state.side_seat[side] == game.decider and decision.x not in state.drawn[side]:
            return "BS-COMBAT-19", f"seat {game.decider + 1} has drawn no {decision.x}"
    return None


def _casualty(game: Playthrough, decision: Decision) -> Reason | None:
    where = int(game.state.battle_area)
    if decision.x == Unit.CUTIECORN:
        return "BS-CUTIE-09", "the Cutiecorn passes to the winner"
    reason = f"seat {game.decider + 1} has no {Unit(decision.x).id} that fights in area {where}"
    return "BS-COMBAT-35", reason


def _keep_out(game: Playthrough, decision: Decision) -> Reason | None:
    state, unit, area = game.state, decision.x, int(game.state.battle_area)
    if game.tables.fortification[unit]:
        return "BS-COMBAT-04", f"{Unit(unit).id} always fights"
    side = ATTACKER if state.side_seat[ATTACKER] == game.decider else DEFENDER
    here = state.units[game.decider, area] - state.kept_out[side]
    if here[unit] > 0 and here.sum() - here[Unit.CUTIECORN] == 1:
        return "BS-COMBAT-04", f"a unit of seat {game.decider + 1} must fight in area {area}"
    return "BS-COMBAT-04", f"seat {game.decider + 1} has no further {Unit(unit).id} in area {area}"


def _settle_tile(game: Playthrough, decision: Decision) -> Reason | None:
    if missing := _no_tile(game, decision.x, "BS-VILLAGE-01"):
        return missing
    return "BS-VILLAGE-02", f"{Unit(decision.x).id} can build no village anywhere"


def _settle(game: Playthrough, decision: Decision) -> Reason | None:
    state, area, seat = game.state, decision.x, game.decider
    terrain = _terrain(game, area)
    if state.point == Point.RESETTLE:
        return "BS-WIPED-02", "the first village of a player without any is a resettle line"
    if terrain not in game.rules.village_cost:
        return "BS-VILLAGE-03", f"no village may be built in {terrain.id} (area {area})"
    if state.citadel[seat] == area:
        return "BS-VILLAGE-04", f"area {area} has the own citadel"
    if _others(game, area) or state.village_total[area] > state.villages[seat, area]:
        return "BS-VILLAGE-05", f"area {area} holds pieces of others"
    if state.villages[seat, area] >= game.rules.village_limit[terrain]:
        return "BS-VILLAGE-06", f"area {area} ({terrain.id}) holds no further village"
    if game.rules.village_cost[terrain] > state.pips_left:
        return "BS-VILLAGE-02", f"the tile does not pay for a village in area {area}"
    if state.pool[seat] == 0:
        return "BS-VILLAGE-15", f"seat {seat + 1} has no village left"
    return "BS-VILLAGE-11", f"area {area} is not next to villages, citadel or a chain of units"


def _resettle(game: Playthrough, decision: Decision) -> Reason | None:
    state, seat = game.state, game.decider
    if state.citadel[seat] != NOWHERE or state.village_count[seat]:
        return "BS-WIPED-01", f"seat {seat + 1} has a village or its citadel on the map"
    return "BS-WIPED-01", f"area {decision.x} is not empty, not fit for villages or too dear"


def _undead(game: Playthrough, decision: Decision) -> Reason | None:
    state, area = game.state, decision.x
    if state.units[game.decider, area, Unit.UNDEAD] == 0:
        return "BS-UNDEAD-01", f"seat {game.decider + 1} has no undead in area {area}"
    if _others(game, area):
        return "BS-UNDEAD-06", f"undead cannot leave area {area}, which others share"
    return "BS-UNDEAD-01", f"no undead that has not moved can leave area {area}"


def _undead_step(game: Playthrough, decision: Decision) -> Reason | None:
    start, goal = int(game.state.column_area), decision.x
    if game.state.point != Point.UNDEAD_STEP:
        return "BS-UNDEAD-01", f"the undead must stop in area {start}"
    if _terrain(game, goal) is Terrain.SEA:
        return "BS-UNDEAD-03", f"undead cannot enter area {goal}, which is sea"
    if decision.y & WITH_CUTIECORN and Decision(decision.kind, goal, decision.y & BY_SHIP) in (
        game.legal()
    ):
        return "BS-CUTIE-05", f"no Cutiecorn can go from area {start} to {goal}"
    if decision.y & BY_SHIP:
        return "BS-UNDEAD-03", f"no ship route leads from area {start} to {goal}"
    return "BS-UNDEAD-01", f"areas {start} and {goal} are not next to each other"


def _raise(game: Playthrough, decision: Decision) -> Reason | None:
    return "BS-NECRO-04", f"not as many as {decision.x} undead can rise"


def _reenter(game: Playthrough, decision: Decision) -> Reason | None:
    if missing := _no_tile(game, decision.x, "BS-CHAOS-13"):
        return missing
    where = f"{Unit(decision.x).id} in area {decision.y}"
    return "BS-CHAOS-14", f"the Chaos Horde cannot come back with a {where}"


def _tile(game: Playthrough, decision: Decision) -> Reason | None:
    tile, seat = Unit(decision.x).id, int(game.state.drawer)
    return "BS-GEN-10", f"the bag of seat {seat + 1} does not hold so many {tile}"


def _combat_tile(game: Playthrough, decision: Decision) -> Reason | None:
    return "BS-COMP-05", f"a combat bag does not hold so many tiles of value {decision.x}"


_EXPLAINED: Final[Mapping[Kind, Callable[[Playthrough, Decision], Reason | None]]] = {
    Kind.PASS: _pass,
    Kind.CITADEL: _citadel,
    Kind.HOME: _citadel,
    Kind.FOUND: _why_not_found,
    Kind.RAID_TILE: _raid_tile,
    Kind.RAID_VILLAGE: _raid_village,
    Kind.BUILD: _build,
    Kind.DISCARD: _discard,
    Kind.COLUMN: _column,
    Kind.SELECT: _select,
    Kind.MARCH: _march,
    Kind.END_MOVE: _end_move,
    Kind.PAY: _pay,
    Kind.ATTACK: _attack,
    Kind.WITHDRAW: _leave,
    Kind.RETREAT: _leave,
    Kind.SWAP: _swap,
    Kind.CASUALTY: _casualty,
    Kind.KEEP_OUT: _keep_out,
    Kind.SETTLE_TILE: _settle_tile,
    Kind.SETTLE: _settle,
    Kind.RESETTLE: _resettle,
    Kind.UNDEAD: _undead,
    Kind.UNDEAD_STEP: _undead_step,
    Kind.RAISE: _raise,
    Kind.REENTER: _reenter,
    Kind.TILE: _tile,
    Kind.COMBAT_TILE: _combat_tile,
}
