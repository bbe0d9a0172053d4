"""Data, columns, events and docstrings have no words that a plain one replaces: `tests.english`."""

from __future__ import annotations

import pytest

from tests.described import KINDS, NO_SENTENCE
from tests.english import faults, misspelled

LEAST = {"data files": 3_000, "rule numbers": 200, "columns, fields and events": 800}


@pytest.mark.parametrize("kind", KINDS)
def test_a_text_that_is_data_has_no_banned_word(kind: str) -> None:
    texts = list(KINDS[kind]())
    assert len(texts) > LEAST.get(kind, 2_000)
    found = [(where, each) for where, text in texts for each in (*faults(text), *misspelled(text))]
    assert found == []


def test_names_and_examples_in_a_docstring_are_no_sentences() -> None:
    text = (
        "Return it.\n\nParameters\n----------\ntold\n    As told.\n\nExamples\n--------\n>>> tell()"
    )
    assert faults(text)
    assert len(faults(NO_SENTENCE.sub("", text))) == 1  # "As told."
