"""The odds page as a file: whole in itself, small, the same from the same rules."""

from __future__ import annotations

import json
import re

from bloodstones import __version__
from bloodstones.games.bloodstones.odds.page import page_data
from bloodstones.games.bloodstones.rules.numbers import with_overrides
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.sections.odds_page import TEMPLATE, odds_page
from bloodstones.report.document.fill_template import PLACEHOLDER

RULES = load_ruleset()
PAGE = odds_page(RULES)
MOST_BYTES = 200_000
ELSEWHERE = re.compile(r"https?:|//[\w.-]+\.\w|\bsrc=|@import|url\(|\bfetch\(|XMLHttpRequest")


def embedded(page: str) -> dict[str, object]:
    match = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert match
    data = json.loads(match[1])
    assert isinstance(data, dict)
    return data


def test_the_data_is_that_of_the_rules() -> None:
    data = json.loads(json.dumps(page_data(RULES)))
    assert embedded(PAGE) == {**data, "version": __version__, "changes": {}}


def test_it_names_nothing_outside_itself() -> None:
    assert ELSEWHERE.findall(PAGE) == []
    assert re.findall(r'href="([^"]*)"', PAGE) == ["data:,"]


def test_it_is_small_and_the_same_each_time() -> None:
    assert len(PAGE.encode()) < MOST_BYTES
    assert odds_page(RULES) == PAGE


def test_the_template_has_one_place_for_the_data() -> None:
    assert TEMPLATE.read_text(encoding="utf-8").count(PLACEHOLDER) == 1


def test_changed_numbers_are_reported() -> None:
    changes = {"dragon.modifier": 3}
    data = embedded(odds_page(with_overrides(RULES, changes), changes))
    assert data["changes"] == changes
    assert data["units"] != embedded(PAGE)["units"]


def test_no_text_ends_the_data_early() -> None:
    page = odds_page(RULES, {"</script><b>": 1})
    assert embedded(page)["changes"] == {"</script><b>": 1}
