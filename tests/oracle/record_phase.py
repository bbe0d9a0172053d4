"""The phases of a turn: which one is under way, and leaving phase 3 (section 6)."""

from __future__ import annotations

from tests.oracle import record_rules as rules
from tests.oracle.record_state import Check

MAIN, DRAW = rules.PHASES.index("main"), rules.PHASES.index("draw")


def need(check: Check, name: str) -> None:
    """Check that the phase of an event is under way; open it when its line is missing."""
    index = rules.PHASES.index(name)
    if check.phase > index:
        check.fault("BS-TURN-02", f"an event of phase {name} in phase {rules.PHASES[check.phase]}")
    elif check.phase < index:
        check.fault("RECORD-PHASE", f"no phase line for {name}")
        enter(check, index)


def enter(check: Check, index: int) -> None:
    """Go on to a phase; leaving phase 3 needs all own areas uncontested (BS-TURN-06)."""
    if index > MAIN:
        close_main(check)
    check.phase = index


def close_main(check: Check) -> None:
    """Check that the active seat leaves no contested area (BS-TURN-06)."""
    if not check.main_closed:
        for area in check.state.contested(check.active):
            clause = "BS-END-04" if check.stage == "final" else "BS-TURN-06"
            check.fault(clause, f"the step ends with area {area} contested")
    check.main_closed = True
