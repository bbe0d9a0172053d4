"""A report of any finished ladder, and its definition as a file to be edited."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from bloodstones.batch.result_files.provenance_file import LADDER_FORMAT, read_provenance_file
from bloodstones.batch.result_files.result import PROVENANCE
from bloodstones.core.files.file_kinds import LADDER
from bloodstones.core.files.parsing import toml_of
from bloodstones.report.ladder.definition import Definition
from bloodstones.report.language.wording import title

RATED: Final = "ladder"  # what pools are called that are rated
SIZE: Final = re.compile(r"_[0-9]+$")
OPTIONAL: Final = """
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
    further = OPTIONAL.format(typical=definition.ladder, standard=definition.standard)
    return "".join([head, pool, "\n", *lines, further])
