"""The planted faults on the pages of the rules, see `tests.mutants`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tests.mutants.table import EXPLAINED, SURVIVED, UNDECIDED, Count, Row


def faults_told(count: Count | None, reason: str = "") -> Iterator[str]:
    """Yield the line of an entry that counts the faults planted in it, or says why there are none.

    Parameters
    ----------
    reason
        Why none can be planted; empty if they can.
    """
    if count is None or not count.planted + count.around:
        if reason:
            yield f"*Planted faults:* none. {reason}"
        return
    parts = []
    if count.planted:
        parts.append(f"{count.planted} planted, {count.killed} noticed by its tests")
        if count.elsewhere:
            parts.append(f"{count.elsewhere} by others only")
        if count.survived:
            parts.append(f"{count.survived} by none")
        if count.undecided:
            parts.append(f"{count.undecided} undecided")
    if count.equivalent:
        parts.append(f"{count.equivalent} more make no difference")
    if count.around:
        parts.append(f"{count.around} in code around it noticed by its tests")
    yield f"*Planted faults:* {', '.join(parts)}"


def faults_of_games(found: Mapping[str, tuple[Sequence[Row], Iterable[Count]]]) -> str:
    """Return the table of games by title: their planted faults, and the entries with faults."""
    lines = [_line(title, rows, of) for title, (rows, of) in found.items() if rows]
    if not lines:
        return ""
    return (
        "To test the tests, faults are planted in the code of the rules, one at a time. A clause "
        "or reading counts as covered if a test that names it noticed one of its faults. A fault "
        "that no test noticed is undecided if there was no time to run all tests that reach its "
        "line. Every clause and reading that a position can show has faults, or its entry says why "
        "it has none. Numbers and definitions are counted only if code checks them.\n\n"
        "| | faults | noticed by a test of the clause | by other tests | by none | undecided "
        "| no difference | clauses and readings played | with faults | covered | share covered |\n"
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n" + "\n".join(lines) + "\n"
    )


def _line(title: str, rows: Sequence[Row], found: Iterable[Count]) -> str:
    alive, undecided, same = (
        sum(row.killed_by == name for row in rows) for name in (SURVIVED, UNDECIDED, EXPLAINED)
    )
    own = sum(bool(row.credited) for row in rows)
    entries = list(found)
    broken = [each for each in entries if each.breakable]
    played = sum(each.played or each.breakable for each in entries)
    held = sum(each.held for each in broken)
    numbers = [len(rows), own, len(rows) - own - alive - undecided - same, alive, undecided, same]
    numbers += [played, len(broken), held]
    share = f"{held / len(broken):.0%}" if broken else ""
    return f"| {title} | {' | '.join(map(str, numbers))} | {share} |"
