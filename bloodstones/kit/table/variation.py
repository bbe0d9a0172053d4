"""A recorded playthrough that continues differently: a session that begins within its course."""

from __future__ import annotations

from collections.abc import Sequence

from bloodstones.core.errors import InputError, RunError
from bloodstones.kit.explain.recorded_steps import RecordedCourse
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.table.session import Session


def begin_with_course(session: Session, course: RecordedCourse, codes: Sequence[int]) -> None:
    """Bring a session to a position of a recorded playthrough.

    Parameters
    ----------
    session
        At its start, with the same setup and any players.
    course
        What was recorded.
    codes
        Its first decisions and outcomes, packed.

    Raises
    ------
    RunError
        If they cannot be carried out from the start of the setup.
    """
    play = session.play
    first = [] if _alike(play, course.play) else _outcome_before(play, course.play)
    try:
        session.begin_with([*first, *codes])
    except InputError as error:
        raise RunError("the record cannot be played from the start of its setup") from error


def _outcome_before(play: Playthrough, other: Playthrough) -> list[int]:
    """Return the outcome of chance that leads to another playthrough; none if no single one does.

    A record may tell in its header what chance did first.
    """
    for code in play.weighted_outcomes()[0].tolist() if play.is_chance else ():
        twin = play.copy()
        twin.apply_code(code)
        if _alike(twin, other):
            return [code]
    return []


def _alike(play: Playthrough, other: Playthrough) -> bool:
    """Whether two playthroughs are at the same position, whatever their luck and their logs."""
    states = [each.copy().state for each in (play, other)]
    for state in states:
        state.log_size = 0
        state.log[:] = 0
        state.streams[:] = 0
    first, second = map(play.engine.state.to_bytes, states)
    return first == second
