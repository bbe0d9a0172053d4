"""The kind that a file tells of itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from bloodstones.core.files.file_kinds import LADDER, kind_of


@pytest.mark.parametrize(
    ("text", "kind"),
    [('kind = "ladder"', LADDER), ('id = "x"', None), ("kind = 3", None), ("kind = ", None)],
)
def test_the_kind_of_a_file_is_its_text_or_none(
    tmp_path: Path, text: str, kind: str | None
) -> None:
    path = tmp_path / "file.toml"
    path.write_text(text, encoding="utf-8")
    assert kind_of(path) == kind
    assert kind_of(tmp_path) is None
