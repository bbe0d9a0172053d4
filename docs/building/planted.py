"""What the pages of the rules say of planted faults, see `tests.mutants`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tests.mutants.table import EXPLAINED, SURVIVED, Count, Row


def faults_told(count: Count | None) -> Iterator[str]:
    """Yield the line of an entry that counts the faults planted in it, if there were any."""
    if count is None or not count.planted + count.around:
        return
    parts = []
    if count.planted:
        parts.append(f"{count.planted} planted, {count.killed} noticed by its tests")
        if count.elsewhere:
            parts.append(f"{count.elsewhere} by others only")
        if count.survived:
            parts.append(f"{count.survived} by none")
    if count.equivalent:
        parts.append(f"{count.equivalent} more make no difference")
    if count.around:
        parts.append(f"{count.around} in code around it noticed by its tests")
    yield f"*Planted faults:* {', '.join(parts)}"


def faults_of_game(rows: Sequence[Row], found: Iterable[Count]) -> str:
    """Return what is said of a game's planted faults at the head of its page."""
    if not rows:
        return ""
    alive = sum(row.killed_by == SURVIVED for row in rows)
    same = sum(row.killed_by == EXPLAINED for row in rows)
    own = sum(bool(row.credited) for row in rows)
    broken = [each for each in found if each.planted + each.around]
    held = sum(each.held for each in broken)
    return (
        f"{len(rows)} faults were planted in the code, one at a time: {own} were noticed by tests "
        f"that name the clause of the fault, {len(rows) - own - alive - same} only by others, "
        f"{alive} by none, and {same} make no difference. Of {len(broken)} clauses with such "
        f"faults, {held} have a test that noticed one. `make mutants` plants more.\n"
    )
