"""The definition of a ladder's report: which pools are rated, and which further analyses it has."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bloodstones.core.files.datafile import Faults, read_toml
from bloodstones.core.files.file_kinds import LADDER
from bloodstones.report.contract.notes import notes_of
from bloodstones.report.document.files import FILE
from bloodstones.report.language.groups import ALL, FACTION

FURTHER: Final = ("exploiter", "decided")  # sections that a report may name in `also`

LARGEST_SEED: Final = 2**31 - 1
OPTIONAL: Final = (
    *("also", "learned", "meta", "meta_by", "names", "notes"),
    *("presets", "probes", "standard", "typical"),
)
STANDARD_FOR: Final = "exploiter"  # the section that needs a standard
META_BY: Final = {FACTION: FACTION, ALL: ALL}


@dataclass(frozen=True, slots=True)
class Definition:
    """A report of a ladder.

    Attributes
    ----------
    study
        Id of the ladder.
    ladder
        The pool whose games are rated; a number of players may follow its name: `ladder_2`.
    typical
        The same of the pool whose games are looked at for what games are like. Without it, the
        report has no such section.
    meta
        Name of a pool of all pairs, from which the best strategies of each faction are taken; they
        are no duels. Without games of it in the results, the report has no such section.
    pooled
        Whether that pool tells which strategies are best whatever they play, and not for each
        faction by itself (`meta_by = "all"`).
    names
        Names of strategies; by default the id as a title.
    tunings
        Result files of tunings, kept in the report's folder: presets, then probes.
    learned
        Results of learnings, by their paths from the report's folder.
    notes
        Paragraphs by section.
    also
        Ids of sections that a ladder's report has only where it names them (`FURTHER`).
    standard
        The strategy that others challenge in the section `exploiter`.
    """

    title: str
    study: str
    seed: int
    ladder: str
    typical: str
    meta: str
    pooled: bool
    names: Mapping[str, str]
    presets: tuple[Path, ...]
    probes: tuple[Path, ...]
    learned: tuple[Path, ...]
    notes: Mapping[str, tuple[str, ...]]
    also: tuple[str, ...] = ()
    standard: str = ""


def read_definition(folder: Path, sections: Collection[str]) -> Definition:
    """Read `report.toml`; raises InputError with every fault of it.

    Parameters
    ----------
    sections
        Ids of those that the report can have.
    """
    faults = Faults()
    top = read_toml(folder / FILE, faults)
    definition = None
    if top is not None:
        top.choice("kind", {LADDER: LADDER})
        names = top.table("names", optional=True)
        definition = Definition(
            title=top.text("title"),
            study=top.text("study"),
            seed=top.integer("seed", low=0, high=LARGEST_SEED, default=0),
            ladder=top.text("ladder"),
            typical=top.text("typical") if "typical" in top else "",
            meta=top.text("meta") if "meta" in top else "",
            pooled="meta_by" in top and top.choice("meta_by", META_BY) == ALL,
            names={name: names.text(name) for name in names.values},
            presets=_paths(folder, top.values.get("presets", ())),
            probes=_paths(folder, top.values.get("probes", ())),
            learned=_paths(folder, top.values.get("learned", ())),
            notes=notes_of(top, sections),
            also=top.choices("also", {name: name for name in FURTHER}) if "also" in top else (),
            standard=top.text("standard") if "standard" in top else "",
        )
        if STANDARD_FOR in definition.also and not definition.standard:
            top.fault("standard", "the strategy that others challenge in the section exploiter")
        top.finish(optional=OPTIONAL)
    faults.raise_if_any()
    assert definition is not None  # without a top table there is a fault
    return definition


def _paths(folder: Path, names: Sequence[str]) -> tuple[Path, ...]:
    """Return the files of these names in the report's folder."""
    return tuple(folder / str(name) for name in names)
