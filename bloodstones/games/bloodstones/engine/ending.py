"""Final battles, final captures and the winner (BS-END)."""

from __future__ import annotations

from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.bloodstones.engine import events
from bloodstones.games.bloodstones.engine.ban import lift_bans
from bloodstones.games.bloodstones.engine.drawing import draw_up_to
from bloodstones.games.bloodstones.engine.pieces import capture_village, enemy_areas
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import Ending, GameState, Point, Source
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules.register import FINAL_BATTLE_ROUNDS_SINGLE


@kernel
def begin_final(s: GameState) -> None:
    """The active seat has met the end condition (BS-END-02)."""
    s.finisher = s.active
    s.final_steps = 0
    s.ending = Ending.REGROUPS
    events.tell(s, Event.FINAL, s.active)
    s.point = Point.NEXT_FINAL


@kernel
def has_contested(s: GameState, t: RuleTables, seat: int) -> bool:
    """Whether the seat shares any area with other players' units."""
    for word in range(t.words):
        if int(s.occupied[seat, word]) & enemy_areas(s, t, seat, word):
            return True
    return False


@kernel
def next_final(s: GameState, t: RuleTables) -> None:
    """Let the next seat fight its remaining battles (BS-END-03 to -06).

    In the first round every seat has its step (AMB-40); later rounds go on, with the seats that
    have battles, until no area is contested (AMB-38).
    """
    for _ in range(t.players):
        if t.final_battle_rounds == FINAL_BATTLE_ROUNDS_SINGLE and s.final_steps >= t.players:
            break
        seat = (s.finisher + 1 + s.final_steps) % t.players
        first_round = s.final_steps < t.players and not s.eliminated[seat]
        s.final_steps += 1
        if first_round or has_contested(s, t, seat):
            if s.final_steps > t.turn_limit:
                s.ending = Ending.TURN_LIMIT
                break
            s.active = seat
            s.decider = seat
            lift_bans(s)  # each step counts as a turn (AMB-29)
            events.tell(s, Event.FINAL_TURN, seat)
            s.point = Point.FINAL
            return
    s.point = Point.FINISH


@kernel
def end_final_turn(s: GameState, t: RuleTables) -> None:
    """Refill the hand; nothing is scored any more (BS-END-04, -07)."""
    draw_up_to(s, s.active, t.hand_limit[s.active], Point.NEXT_FINAL)


@kernel
def capture_all(s: GameState, t: RuleTables, seat: int) -> None:
    """Capture every enemy village in areas with the seat's units (BS-END-08)."""
    villages = 0
    for area in range(t.areas):
        if s.force_size[seat, area] > 0:
            villages += s.village_total[area] - s.villages[seat, area]
    if villages == 0:
        return
    events.open_event(s, Event.FINAL_CAPTURE, seat)
    for area in range(t.areas):
        if s.force_size[seat, area] == 0:
            continue
        for owner in range(t.players):
            if owner == seat:
                continue
            for _ in range(s.villages[owner, area]):
                capture_village(s, seat, area, owner)
                events.push(s, area)
                events.push(s, owner)
    events.close_event(s)


@kernel
def final_score(s: GameState, seat: int) -> int:
    """Return the VP of a seat from all sources (BS-GEN-08)."""
    return int(s.vp[seat, :].sum())


@kernel
def finish(s: GameState, t: RuleTables) -> None:
    """Captures, final scores and winners (BS-END-08 to -14, BS-GEN-08, BS-RAID-08, BS-CHAOS-09).

    A turn limit ends the game without last captures; prizes taken before count.
    """
    if s.ending == Ending.REGROUPS:
        for seat in range(t.players):
            capture_all(s, t, seat)
    for seat in range(t.players):
        each = int(t.vp_per_captured_village[seat])
        s.vp[seat, Source.CAPTURED_VILLAGES] = int(s.captured[seat]) * each
        s.vp[seat, Source.CAPTURED_CITADELS] = int(s.citadels_taken[seat]) * int(t.vp_per_citadel)
    for seat in range(t.players):
        s.rank[seat] = 1
        for other in range(t.players):
            if standing(s, t, other, seat) > 0:
                s.rank[seat] += 1
    s.point = Point.OVER


@kernel
def standing(s: GameState, t: RuleTables, seat: int, other: int) -> int:
    """Return a positive number if `seat` ranks before `other`, 0 if they share (BS-END-11 to -14).

    See BS-GEN-07.

    Most VP, then most own villages on the map, then most VP from captures. An eliminated seat ranks
    behind all others unless it ranks like them (AMB-39).
    """
    if s.eliminated[seat] != s.eliminated[other] and not t.eliminated_ranks:
        return int(s.eliminated[other]) - int(s.eliminated[seat])
    gap = final_score(s, seat) - final_score(s, other)
    if gap != 0:
        return gap
    gap = int(s.village_count[seat]) - int(s.village_count[other])
    if gap != 0:
        return gap
    own = s.vp[seat, Source.CAPTURED_VILLAGES] + s.vp[seat, Source.CAPTURED_CITADELS]
    return int(own - s.vp[other, Source.CAPTURED_VILLAGES] - s.vp[other, Source.CAPTURED_CITADELS])
