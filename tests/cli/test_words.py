"""No text of the command line has the words that users stumble over (`tests.english`)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import bloodstones
from tests.english import faults, misspelled, sentences

PACKAGE = Path(bloodstones.__file__).parent
FOLDERS = (
    *("api", "batch", "cli", "core"),
    *("kit/advice", "kit/players", "kit/records", "kit/table"),
    *("games/*/questions", "games/*/cli"),
)


def modules() -> Iterator[Path]:
    for folder in FOLDERS:
        for place in sorted(PACKAGE.glob(folder)):
            yield from sorted(place.rglob("*.py"))


def test_messages_tables_and_descriptions_have_no_banned_words() -> None:
    texts = [(path, line, text) for path in modules() for line, text in sentences(path)]
    assert len(texts) > 1_000
    found = [
        f"{path.relative_to(PACKAGE)}:{line}: {fault}"
        for path, line, text in texts
        for fault in (*faults(text), *misspelled(text))
    ]
    assert found == []


def test_a_banned_word_is_found() -> None:
    assert faults("Whoever\nplays") == ["'Whoever' in 'Whoever plays': the player who"]
    assert faults("glance_8, `maps judge`, holding, mirrorless, the outlook") == []
