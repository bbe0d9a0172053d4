"""The kind that a file tells of itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from bloodstones.cli import main
from bloodstones.core.files.datafile import LADDER, kind_of


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


@pytest.mark.parametrize(
    ("kind", "tip"),
    [("advice", "files of advice are no longer read"), ("lader", "a study of plain games has no")],
)
@pytest.mark.parametrize(
    "line", [["study", "run"], ["study", "plan"], ["report"]], ids=lambda line: " ".join(line)
)
def test_a_kind_that_is_not_read_is_one_sentence(
    line: list[str], kind: str, tip: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "report.toml"
    path.write_text(f'id = "a"\nkind = "{kind}"\nquestion = "Is it so?"\n', encoding="utf-8")
    asked = [*line, str(tmp_path if line == ["report"] else path)]
    assert main(asked) == 2
    told = capsys.readouterr().err
    kinds = 'kind = "balance", kind = "ladder", kind = "games" or no kind'
    assert told.startswith(f"Error: expected {kinds}, got '{kind}'")
    assert tip in told
    assert len(told.splitlines()) == 2
