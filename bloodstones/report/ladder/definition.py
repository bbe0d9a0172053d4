"""A report of any finished ladder, and its definition as a file to be edited."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bloodstones.batch.result_files.provenance_file import LADDER_FORMAT, read_provenance_file
from bloodstones.batch.result_files.result import PROVENANCE
from bloodstones.core.files.datafile import LADDER, Faults, read_toml
from bloodstones.core.files.parsing import toml_of
from bloodstones.report.contract.section import TEMPLATES, notes_of, templates_of
from bloodstones.report.document.files import FILE
from bloodstones.report.language.phrases import title
from bloodstones.report.language.terms import ALL, FACTION

FURTHER: Final = ("exploiter", "decided")  # sections that a report may name in `also`

LARGEST_SEED: Final = 2**31 - 1
OPTIONAL: Final = (
    *("also", "learned", "meta", "meta_by", "names", "notes"),
    *("presets", "probes", "standard", "typical", TEMPLATES),
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
    templates
        The folder of the author's templates; None for none.
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
    templates: Path | None = None


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
            templates=templates_of(top, folder),
            also=top.choices("also", {name: name for name in FURTHER}) if "also" in top else (),
            standard=top.text("standard") if "standard" in top else "",
        )
        if STANDARD_FOR in definition.also and not definition.standard:
            top.fault("standard", "the strategy that the others challenge in the section exploiter")
        top.finish(optional=OPTIONAL)
    faults.raise_if_any()
    assert definition is not None  # without a top table there is a fault
    return definition


def _paths(folder: Path, names: Sequence[str]) -> tuple[Path, ...]:
    """Return the files of these names in the report's folder."""
    return tuple(folder / str(name) for name in names)


RATED: Final = "ladder"  # what pools are called that are rated
SIZE: Final = re.compile(r"_[0-9]+$")
OPTIONAL_SECTIONS: Final = """
# The pool whose games are looked at for what games are like, and one of all pairs, from which the
# best strategies of each role are known.
# typical = "{typical}"
# meta = "meta"

# More sections: what beats one strategy of these games, when the winner is known.
# also = ["exploiter", "decided"]
# standard = "{standard}"

# Names of strategies; by default the id as a title.
# [names]
# warlord_tuned = "Warlord, tuned"

# A paragraph of yours at the end of a section.
# [[notes]]
# section = "ladder"
# text = "What I make of it."
"""


def draft_ladder(source: Path) -> Definition:
    """Return a report of the ladder whose results are in a folder."""
    provenance = read_provenance_file(source / PROVENANCE, LADDER_FORMAT)
    pools = toml_of(str(provenance["study_file"]))["pools"]
    return Definition(
        title=title(str(provenance["study"])),
        study=str(provenance["study"]),
        seed=0,
        ladder=_rated(pools),
        typical="",
        meta="",
        pooled=False,
        names={},
        presets=(),
        probes=(),
        learned=(),
        notes={},
        standard=_first(pools),
    )


def _rated(pools: Sequence[dict[str, Any]]) -> str:
    """Return the pools to rate: those called ladder, else the first in which all meet."""
    names = [str(pool["name"]) for pool in pools]
    if any(SIZE.sub("", name) == RATED for name in names):
        return RATED
    meeting = [str(pool["name"]) for pool in pools if "strategies" in pool]
    return SIZE.sub("", (meeting or names)[0])


def _first(pools: Sequence[dict[str, Any]]) -> str:
    """Return the strategy that the ladder names first."""
    named = [each for pool in pools for each in pool.get("strategies") or pool.get("pairs", ())]
    first = named[0] if named else ""
    return str(first if isinstance(first, str) else first[0])


def ladder_text(definition: Definition) -> str:
    """Return the TOML of a ladder's report, with what else it may say in comments."""
    pairs = {
        "kind": LADDER,
        "title": definition.title,
        "study": definition.study,
        "seed": definition.seed,
        "ladder": definition.ladder,
    }
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in pairs.items()]
    head = "# The report of a ladder. `bloodstones report FOLDER` makes it from this file.\n"
    pool = (
        "# `ladder`: the pools that are rated, of this name or with a number of players behind.\n"
    )
    further = OPTIONAL_SECTIONS.format(typical=definition.ladder, standard=definition.standard)
    return "".join([head, pool, "\n", *lines, further])
