"""What is impossible about whose turn it is and about the action or battle under way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from bloodstones.core.faults import Faults
from bloodstones.core.files.entry import Entry
from bloodstones.core.kernels.kernel import entry as compiled_entry
from bloodstones.games.bloodstones.engine import turn
from bloodstones.games.bloodstones.engine.battle import withdrawal_allowed
from bloodstones.games.bloodstones.engine.ending import finish
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import NOBODY, NOWHERE, Ending, GameState, Point
from bloodstones.games.bloodstones.record.position.action_faults import check_action
from bloodstones.games.bloodstones.record.position.battle_faults import (
    FULL_BATTLE,
    WHERE,
    check_battle,
    check_kept_out,
    check_swaps,
)
from bloodstones.games.bloodstones.record.position.fields import force_sizes
from bloodstones.games.bloodstones.record.position.notation import NONE
from bloodstones.games.bloodstones.record.position.pairs import check_pairs
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.register import FINAL_BATTLE_ROUNDS_SINGLE

SETUP: Final = frozenset({Point.CITADEL, Point.FOUND})
BATTLE: Final = FULL_BATTLE | {Point.RETREAT, Point.RAISE}
SETTLING: Final = frozenset({Point.SETTLE, Point.SETTLE_AREA, Point.RESETTLE})
FEWEST: Final = 2  # of these decisions, one of which is to do nothing
UNDEAD: Final = frozenset({Point.UNDEAD, Point.UNDEAD_STEP})
NOT_OF_THE_HORDE: Final = SETTLING | UNDEAD | {Point.RAID}


def check_play(game: Playthrough, head: Entry, faults: Faults) -> None:
    """Note everything impossible about the turn, the action and the battle under way."""
    point = Point(int(game.state.point))
    if not head.sound("point", "active", "decider", "first", "turn", "final", "limit"):
        return
    _check_turn(game, point, faults)
    _check_end(game, point, faults)
    _check_phase(game, point, faults)
    _check_contested(game, point, faults)
    if point in BATTLE and head.sound("battle"):
        check_battle(game, point, faults)
        if head.sound("kept_out", "last"):
            check_kept_out(game, point, faults)
    elif game.state.decider != game.state.active:
        faults.add(WHERE, f"the active seat to decide at {point.name.lower()}", _decider(game))
    if point is Point.SWAP and head.sound("battle", "drawn", "swapped", "swaps"):
        check_swaps(game, faults)
    check_action(game, point, head, faults)
    check_pairs(game, faults)


def _decider(game: Playthrough) -> str:
    return f"seat {int(game.state.decider)}"


def _check_turn(game: Playthrough, point: Point, faults: Faults) -> None:
    """Turns pass clockwise from the first seat (BS-TURN-01); setup is turn 0 (BS-SETUP-09)."""
    s, t = game.state, game.tables
    if s.turn > t.turn_limit:
        faults.add(WHERE, f"a turn up to the limit {int(t.turn_limit)}", int(s.turn))
    if point in SETUP:
        _check_setup(game, point, faults)
        return
    if s.turn == 0:
        faults.add(WHERE, "a turn from 1 after the setup", 0)
        return
    if s.finisher != NOBODY:
        active = (int(s.finisher) + int(s.final_steps)) % t.players
    else:
        active = (int(s.first_seat) + int(s.turn) - 1) % t.players
    certain = point is not Point.OVER and not s.eliminated.any()
    if certain and s.active != active:
        faults.add(WHERE, f"active={active}, whose turn it is", int(s.active))
    elif s.eliminated[s.active] and point is not Point.OVER:
        faults.note(WHERE, "a seat that is not eliminated to be active", f"seat {int(s.active)}")


def _check_setup(game: Playthrough, point: Point, faults: Faults) -> None:
    """Seats set up in reverse turn order, those without a citadel last (BS-SETUP-09, -20)."""
    s, t = game.state, game.tables
    if s.turn != 0:
        faults.add(WHERE, f"turn=0 at {point.name.lower()}", int(s.turn))
        return
    steps = range(t.players - 1, -1, -1)
    order = [(int(s.first_seat) + step) % t.players for step in steps]
    order.sort(key=lambda seat: int(t.citadels[seat] == 0))
    homes = [seat for seat in order if s.home[seat] != NOWHERE]
    begun = order.index(s.active) + (point is Point.FOUND)
    if homes != order[:begun]:
        wanted = ", ".join(map(str, order[:begun])) or NONE
        held = ", ".join(map(str, homes)) or NONE
        expected = f"a home of these seats before seat {int(s.active)} goes on: {wanted}"
        faults.note(WHERE, f"{expected} (BS-SETUP-09)", held)
    for seat in homes:
        if t.citadels[seat] and s.citadel[seat] == NOWHERE:
            faults.note(f"seat {seat}", "the citadel on the map during the setup", "none")


def _check_end(game: Playthrough, point: Point, faults: Faults) -> None:
    """The end condition and the final battles belong together (BS-END-01 to -04)."""
    if point in SETUP:
        return
    for broken, expected, got in _end_rules(game, point):
        if broken and got is None:
            faults.note(WHERE, expected, "none")
        elif broken:
            faults.add(WHERE, expected, got)


def _end_rules(game: Playthrough, point: Point) -> Iterator[tuple[bool, str, object]]:
    """Yield the rules of the end: whether one is broken, what it expects, what there is instead."""
    s, t = game.state, game.tables
    seats = range(t.players)
    regroups, finisher = [int(s.regroups[seat]) for seat in seats], int(s.finisher)
    met = all(regroups[seat] >= t.regroups or s.eliminated[seat] for seat in seats)
    final, over, name = finisher != NOBODY, point is Point.OVER, point.name.lower()
    ending = s.ending if over and not final else None
    free = not over and point not in BATTLE

    expected = f"{int(t.regroups)} regroups of every seat in the final battles (BS-END-01)"
    yield final and not met, expected, regroups
    yield met and not final, "final=SEAT:STEPS, as all have regrouped (BS-END-01)", None
    yield final and finisher not in seats, f"a seat from 0 to {t.players - 1} in final", finisher
    yield final and s.final_steps < 1, "at least 1 step of final battles", int(s.final_steps)
    expected = f"turn={int(t.turn_limit)} with ending=turn_limit"
    yield ending == Ending.TURN_LIMIT and s.turn != t.turn_limit, expected, int(s.turn)
    yield ending == Ending.REGROUPS, "final=SEAT:STEPS with ending=regroups", None
    yield free and final and point is not Point.FINAL, "final battles with this point", name
    yield free and not final and point is Point.FINAL, "final=SEAT:STEPS with this point", name


def _check_phase(game: Playthrough, point: Point, faults: Faults) -> None:
    """The phase is one of the faction's (BS-TURN-03, -04, BS-CHAOS-07, -13)."""
    s, t = game.state, game.tables
    faction = Faction(int(t.faction[s.active]))
    horde = faction is Faction.CHAOS_HORDE
    name = point.name.lower()
    if horde and point in NOT_OF_THE_HORDE:
        faults.add(WHERE, "a phase of chaos_horde (BS-TURN-03)", name)
    if point is Point.REENTER and not (horde and not force_sizes(s)[s.active].any()):
        faults.add(WHERE, "a Chaos Horde without units at reenter (BS-CHAOS-13)", faction.id)
    if point in UNDEAD and t.undead[s.active] == 0:
        faults.add(WHERE, "a faction with undead (BS-TURN-04)", faction.id)
    if s.raided and not horde:
        faults.add(WHERE, "raided=1 in a turn of chaos_horde only", faction.id)
    if horde and point is Point.RAID_VILLAGE and not s.raided:
        faults.note(WHERE, "raided=1 in a raid of chaos_horde", "raided=0")


def _check_contested(game: Playthrough, point: Point, faults: Faults) -> None:
    """Phase 3 and the game do not end while battles are left (BS-TURN-06, BS-END-06)."""
    s = game.state
    single = game.tables.final_battle_rounds == FINAL_BATTLE_ROUNDS_SINGLE  # AMB-38
    over = point is Point.OVER and s.ending == Ending.REGROUPS and not single
    if point not in SETTLING and not over:
        return
    seats = range(game.tables.players) if over else [int(s.active)]
    for seat in seats:
        sizes = force_sizes(s)[seat]
        areas = np.flatnonzero((sizes > 0) & (s.total > sizes)).tolist()
        if areas:
            where = ", ".join(map(str, areas))
            expected = f"no area contested by seat {seat} at {point.name.lower()}"
            faults.note(WHERE, expected, f"{where} (BS-TURN-06)")


@compiled_entry
def withdrawal_open(s: GameState, t: RuleTables) -> bool:
    """Whether the defender may withdraw, given a destination; sets `only_by_ship`."""
    return withdrawal_allowed(s, t)


@compiled_entry
def conclude(s: GameState, t: RuleTables) -> None:
    """Make the final captures and scores and rank the seats (BS-END-08 to -14)."""
    finish(s, t)


def conclude_position(game: Playthrough, faults: Faults) -> None:
    """Rank the seats of a finished game, or note that nothing is left to decide in another one."""
    s = game.state
    point = Point(int(s.point))
    if point is not Point.OVER:
        _check_choice(game, point, faults)
        return
    villages, vp = s.villages.copy(), s.vp.copy()
    conclude(s, game.tables)
    s.log_size = s.log_open = 0
    if not np.array_equal(villages, s.villages):
        faults.note(WHERE, "no village left where others have units (BS-END-08)", "some")
    elif not np.array_equal(vp, s.vp):
        rows = "; ".join("/".join(map(str, row)) for row in s.vp[: game.tables.players].tolist())
        faults.note(WHERE, f"final scores {rows} (BS-END-09)", "others")


def _check_choice(game: Playthrough, point: Point, faults: Faults) -> None:
    """Something can be decided; a withdrawal is allowed and leads somewhere (BS-COMBAT-14)."""
    s, name = game.state, point.name.lower()
    by_ship = int(s.only_by_ship)
    if point is Point.WITHDRAW:
        if not withdrawal_open(s, game.tables):
            faults.note(WHERE, "a defender who may withdraw (BS-COMBAT-07)", "none")
            return
        if s.only_by_ship != by_ship:
            faults.add(WHERE, f"by_ship={int(s.only_by_ship)} (BS-CORSAIR-04)", by_ship)
    count = turn.legal_decisions(s, game.tables, game.buffer)
    if count < (FEWEST if point in (Point.WITHDRAW, Point.RAISE) else 1):
        faults.note(WHERE, f"something to decide at {name}", "nothing")
