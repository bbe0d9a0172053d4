"""A report of any finished balance study, and its definition as a file to be edited."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from bloodstones.batch.result_files.provenance_file import BALANCE_FORMAT, read_provenance_file
from bloodstones.batch.result_files.result import PROVENANCE
from bloodstones.core.contract.study_files import PLAYER_TYPES
from bloodstones.core.files.datafile import BALANCE, Faults, read_toml
from bloodstones.report.contract.section import TEMPLATES, notes_of, templates_of
from bloodstones.report.document.files import FILE
from bloodstones.report.language.phrases import title
from bloodstones.stats.changes import LEAST
from bloodstones.stats.inference.rounding import PERCENT

OPTIONAL_KEYS: Final = ("baseline", "least", PLAYER_TYPES, "maps", "notes", "numbers", TEMPLATES)
HUNDRED: Final = 100.0


@dataclass(frozen=True, slots=True)
class Definition:
    """A report of a balance study.

    Attributes
    ----------
    numbers, levels, maps
        Names of numbers, player types and boards, by id; by default the id in words.
    notes
        Paragraphs by section.
    baseline
        What the games start from, in words, where that is not the printed game.
    least
        The least gain that is worth a change of the rules, a part of all games.
    templates
        The folder of the author's templates; None for none.
    """

    title: str
    study: str
    numbers: Mapping[str, str] = field(default_factory=dict)
    player_types: Mapping[str, str] = field(default_factory=dict)
    maps: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    baseline: str = ""
    least: float = LEAST
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
        top.choice("kind", {BALANCE: BALANCE})
        names = {key: top.table(key, optional=True) for key in ("numbers", PLAYER_TYPES, "maps")}
        definition = Definition(
            title=top.text("title"),
            study=top.text("study"),
            notes=notes_of(top, sections),
            templates=templates_of(top, folder),
            baseline=top.text("baseline") if "baseline" in top else "",
            least=(
                top.number("least", low=0.0, high=HUNDRED) / PERCENT if "least" in top else LEAST
            ),
            **{
                key: {name: table.text(name) for name in table.values}
                for key, table in names.items()
            },
        )
        top.finish(optional=OPTIONAL_KEYS)
    faults.raise_if_any()
    assert definition is not None  # without a top table there is a fault
    return definition


HEAD: Final = (
    "# The report of a balance study. `bloodstones report FOLDER` makes it from this file.\n\n"
)
MORE: Final = """
# The least gain that is worth a change of the rules, in points.
# least = 2

# What the games start from, where that is not the printed game.
# baseline = "custom armies"

# Names of numbers and of player types; by default their ids in words.
# [numbers]
# "hand_limit" = "hand limit of all"
# [player_types]
# best = "Best play"

# A paragraph of yours at the end of a section.
# [[notes]]
# section = "answers"
# text = "What I make of it."
"""


def draft_balance(source: Path) -> Definition:
    """Return a report of the balance study whose results are in a folder."""
    provenance: Mapping[str, Any] = read_provenance_file(source / PROVENANCE, BALANCE_FORMAT)
    study = str(provenance["study"])
    return Definition(title(study), study)


def balance_text(definition: Definition) -> str:
    """Return the TOML of a balance study's report, with what else it may say in comments."""
    pairs = {"kind": BALANCE, "title": definition.title, "study": definition.study}
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in pairs.items()]
    return "".join([HEAD, *lines, MORE])
