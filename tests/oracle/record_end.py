"""The end of the game: final battles, captures, scores, winners (section 16)."""

from __future__ import annotations

from typing import Any

from tests.oracle.record_phase import DRAW, close_main
from tests.oracle.record_state import Check
from tests.oracle.record_supply import check_full
from tests.oracle.record_turn import begin, finish_turn
from tests.oracle.record_villages import capture

Event = dict[str, Any]


def on_final(check: Check, e: Event) -> None:
    """Start the final battles (BS-END-01 to -03)."""
    finish_turn(check)
    state = check.state
    if not state.end_condition():
        short = [
            s
            for s, own in enumerate(state.seats)
            if not own.eliminated and own.regroups < state.required_regroups()
        ]
        check.fault("BS-END-01", f"seats {short} have not regrouped enough")
    count = len(state.seats)
    ring = [(e["seat"] + i) % count for i in range(1, count + 1)]
    check.order = [seat for seat in ring if not check.own(seat).eliminated]
    check.stage, check.position, check.active = "final", -1, -1


def finish_step(check: Check) -> None:
    """Check the seat that resolved its battles last (BS-END-04)."""
    if check.active >= 0:
        close_main(check)
        check_full(check, check.active)
    check.active = -1


def on_final_turn(check: Check, e: Event) -> None:
    """Give a seat its battles, in turn order, round after round (BS-END-03 to -06)."""
    finish_step(check)
    seat = e["seat"]
    if check.own(seat).eliminated:
        return
    advance(check, seat)
    begin(check, seat)
    check.opening = False


def advance(check: Check, seat: int) -> None:
    """Go on in the order to `seat`, noting seats that may not be left out."""
    while True:
        check.position += 1
        if check.position == len(check.order):
            new_round(check)
        following = check.order[check.position]
        if following == seat:
            return
        owed(check, following)


def owed(check: Check, seat: int) -> None:
    """Note a seat left out that had to have its step in this round."""
    if check.round == 1 or check.state.contested(seat):
        check.fault("BS-END-04", f"seat {seat} has no final_turn line in round {check.round}")


def new_round(check: Check) -> None:
    """Start another round of final battles (BS-END-06)."""
    check.position, check.round = 0, check.round + 1
    if check.state.option("final_battle_rounds") == "single":
        check.fault("BS-END-06", "only one round of final battles is played")
    elif not check.state.any_contested():
        check.fault("BS-END-06", "another round although no area is contested")


def finish_final(check: Check) -> None:
    """Check that the final battles are over, before captures and end."""
    finish_step(check)
    for seat in check.order[check.position + 1 :]:
        owed(check, seat)
    areas = check.state.any_contested()
    if areas and check.state.option("final_battle_rounds") == "until_clear":
        check.fault("BS-END-06", f"areas {areas} are still contested")
    check.stage = "captures"


def on_final_capture(check: Check, e: Event) -> None:
    """Take villages for free (BS-END-08)."""
    if check.stage == "final":
        finish_final(check)
    capture(check, e["seat"], e["villages"], "BS-END-08")


def check_captures(check: Check) -> None:
    """Check that every village that can be captured has been."""
    for seat, own in enumerate(check.state.seats):
        for area in sorted(own.units):
            for owner, other in enumerate(check.state.seats):
                if owner != seat and own.units[area] and other.villages[area] > 0:
                    reason = f"seat {seat} captures the villages of seat {owner} in area {area}"
                    check.fault("BS-END-08", reason)


def captured_vp(check: Check, seat: int) -> int:
    """Return the VP of captured villages and citadels (BS-END-09)."""
    own, state = check.own(seat), check.state
    village = state.number(seat, "vp_per_captured_village")
    citadels = len(own.citadels) * state.numbers["vp.captured_citadel"]
    return own.captured.total() * village + citadels


def on_end(check: Check, e: Event) -> None:
    """Check scores, winners and the number of turns (BS-END-09 to -14)."""
    if e["turns"] != check.turn:
        check.fault("RECORD-TURN", f"{check.turn} turns were played, not {e['turns']}")
    if e["end_reason"] == "turn_limit":
        _stopped(check, e)
    else:
        _completed(check, e)
    check.stage = "ended"


def _stopped(check: Check, e: Event) -> None:
    """Check a safety stop: no final battles, scores are the VP so far."""
    if check.stage != "turns":
        check.fault("RECORD-END", f"a turn limit at the stage {check.stage}")
    elif check.phase == DRAW:
        finish_turn(check)
    if check.state.end_condition():
        check.fault("BS-END-01", "a turn limit although the end condition is met")
    scores = [own.vp for own in check.state.seats]
    if e["scores"] != scores:
        check.fault("RECORD-END", f"the VP so far are {scores}, not {e['scores']}")
    best = set(leaders(check, scores))
    if not set(e["winners"]) <= best or len(set(e["winners"])) < len(e["winners"]):
        check.fault("BS-END-11", f"winners {e['winners']} are not among {sorted(best)}")


def _completed(check: Check, e: Event) -> None:
    if check.stage == "turns":
        check.fault("BS-END-03", "no final battles before the end")
    elif check.stage == "final":
        finish_final(check)
    check_captures(check)
    state = check.state
    scores = [own.vp + captured_vp(check, seat) for seat, own in enumerate(state.seats)]
    wrong = len(e["scores"]) != len(scores)
    for seat, (told, score) in enumerate(zip(e["scores"], scores, strict=False)):
        out = check.own(seat).eliminated
        wrong = wrong or (told != score and not (out and told == check.own(seat).vp))
    if wrong:
        check.fault("BS-END-09", f"the scores are {scores}, not {e['scores']}")
    winners = break_ties(check, leaders(check, scores))
    if sorted(e["winners"]) != winners:
        check.fault("BS-END-11", f"the winners are {winners}, not {e['winners']}")


def leaders(check: Check, scores: list[int]) -> list[int]:
    """Return the seats with the most VP among those that can win (BS-END-11, AMB-39)."""
    ranks = check.state.option("eliminated_ranks")
    able = [s for s, own in enumerate(check.state.seats) if ranks or not own.eliminated]
    return [s for s in able if scores[s] == max(scores[t] for t in able)]


def break_ties(check: Check, tied: list[int]) -> list[int]:
    """Apply both tie-breaks (BS-END-12 to -14)."""
    villages = {seat: check.own(seat).villages.total() for seat in tied}
    tied = [seat for seat in tied if villages[seat] == max(villages.values())]
    spoils = {seat: captured_vp(check, seat) for seat in tied}
    return [seat for seat in tied if spoils[seat] == max(spoils.values())]


HANDLERS = {
    "final": on_final,
    "final_turn": on_final_turn,
    "final_capture": on_final_capture,
    "end": on_end,
}
