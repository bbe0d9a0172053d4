"""A report of any finished balance study, and its definition as a file to be edited."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from bloodstones.batch.result_files.provenance_file import BALANCE_FORMAT, read_provenance_file
from bloodstones.batch.result_files.result import PROVENANCE
from bloodstones.core.files.file_kinds import BALANCE
from bloodstones.report.balance.definition import Definition
from bloodstones.report.language.wording import title

HEAD: Final = (
    "# The report of a balance study. `bloodstones report FOLDER` makes it from this file.\n\n"
)
MORE: Final = """
# Names of numbers and of levels of play; by default their ids in words.
# [numbers]
# "hand_limit" = "hand limit of all"
# [levels]
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
