"""What to do: the change that brings a table nearest to fair, from games that tested it.

It comes from this report or from one beside it. A change counts only where it brings a table much
nearer to fair beyond its error, where it does not overshoot by more than it mends, and with the
numbers alone that can act at that table.
"""

from __future__ import annotations

from typing import Final

from bloodstones.report.contract.findings import Findings
from bloodstones.report.contract.tested import PLACES, ROLES, TestedChange
from bloodstones.report.language.phrases import capital, from_to, quoted, role, table_of
from bloodstones.report.language.phrases import points_word as points
from bloodstones.report.language.verdicts import Claim
from bloodstones.stats.verdicts import BAND

NONE: Final = "No change of the rules was tested for this table. Test one before you change a rule."
UNMENDED: Final = "No change that was tested brings this table nearer to fair."

Counsel = tuple[str, tuple[tuple[str, str], ...]]


def counsel(findings: Findings, of: str, target: Claim | None) -> Counsel:
    """Return what to do about roles or places at a table, and the report that it rests on.

    Parameters
    ----------
    of
        `ROLES` or `PLACES`.
    target
        Who is furthest off, at which table; None where nobody is off at every level.
    """
    if target is None:
        return "", ()
    every = [one for one in findings.tested if one.of == of]
    sound = [one for one in every if one.mending.sound]
    here = [one for one in sound if one.players == target.players]
    if here:
        return _recommended(here[0], findings, str(target.key[0]))
    if of == PLACES:
        return "", ()
    tried = any(one.players == target.players for one in every)
    if not sound:
        return (UNMENDED if tried else NONE), ()
    text, links = _recommended(sound[0], findings)
    size = table_of(target.players)
    none = f"No tested change mends the table {size}." if tried else f"None was tested {size}."
    return f"{none} {text}", links


def _recommended(change: TestedChange, findings: Findings, who: str = "") -> Counsel:
    """Return a change with what it did in the games that tested it."""
    here = change.study == findings.cover.provenance.get("study")
    links = () if here else ((change.title, change.address),)
    return capital(effect_text(change, who)), links


def effect_text(change: TestedChange, named: str = "") -> str:
    """Return a change with its effect in sentences, as its games showed it.

    Parameters
    ----------
    named
        The role whose rates are named; by default the one that is moved most.
    """
    fair = 1 / change.players
    name = named if named in change.rates else change.furthest
    who = role(name, change.role) if change.of == ROLES else f"the {name.lower()}"
    verb = "goes" if change.of == PLACES else "go"
    before, after = (points(far * fair) for far in (change.mending.before, change.mending.after))
    left = "" if change.mending.after <= BAND else " The table is still not fair then."
    return (
        f"try {quoted(change.words)} {table_of(change.players)}. When tested, {who} {verb} "
        f"{from_to(*change.rates[name])}. The average distance from fair falls from "
        f"{before.partition(' ')[0]} to {after}.{left}"
    )
