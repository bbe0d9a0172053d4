"""The form of a question in a browser: which fields are seen, what is sent, faults, colours."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from bloodstones.api.game_parts.questions import question_of
from bloodstones.core.errors import InputError
from bloodstones.core.questions import form as form_html
from bloodstones.core.questions import html
from bloodstones.core.questions.form import form_of, sent_to
from bloodstones.games.registry import game_entry

pytestmark = pytest.mark.browser


def page_of(game: str, name: str, file: Path, sent: dict[str, str] | None = None) -> Any:
    """Write a page with a form, and the answer or the fault of what was sent."""
    question = question_of(game_entry(game), name)
    fault, shown = None, ""
    if sent is not None:
        asked, given = sent_to(question, sent)
        try:
            shown = html.answer_html(asked.ask(given).answer(), pictures=False)
        except InputError as error:
            fault = error
    form = form_of(question, sent, fault)
    style = f"{html.STYLE}{form_html.STYLE}{form_html.form_style(form)}"
    body = f"{form_html.form_html(form)}{shown}"
    file.write_text(
        f"<!DOCTYPE html><html lang=en><meta charset=utf-8><title>x</title><style>{style}</style>"
        f"<link rel=icon href=data:,>{body}",
        encoding="utf-8",
    )
    return question


def test_only_the_fields_of_the_chosen_question_are_seen(watched_page: Any, tmp_path: Path) -> None:
    file = tmp_path / "draws.html"
    page_of("bloodstones", "draws", file)
    page, watch = watched_page(file)
    assert page.locator("[name=want]").is_visible()
    page.check("[name=ask][value=opening]")
    assert not page.locator("[name=want]").is_visible()
    assert page.locator("[name=faction]").is_visible()
    page.check("[name=ask][value=regroup]")
    assert page.locator("[name=spend]").is_visible()
    assert not page.locator("[name=by_turn]").is_visible()
    assert watch.faults == []


def test_a_form_sends_what_its_question_takes(watched_page: Any, tmp_path: Path) -> None:
    file = tmp_path / "draws.html"
    question = page_of("battalia", "draws", file)
    page, _ = watched_page(file)
    deck = page.locator("fieldset", has=page.locator("[name='deck.orsari.friman']"))
    for group, name, number in (("orsari", "friman", "3"), ("others", "supply", "5")):
        deck.locator("summary", has_text=group).click()
        page.locator(f"[name='deck.{group}.{name}']").fill(number)
    page.locator("[name=hand]").fill("6")
    page.locator("button").click()
    sent = dict(parse_qsl(urlsplit(page.url).query))
    asked, given = sent_to(question, sent)
    assert given["deck"] == "orsari: friman*3; supply*5"
    answer = asked.ask(given).answer()
    assert answer["p_cohort"] > 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_fault_is_at_its_field_and_an_answer_below(
    scheme: str, watched_page: Any, tmp_path: Path
) -> None:
    file = tmp_path / "odds.html"
    sent = {"deck": "orsari: friman*3; supply*5", "hand": "40"}
    page_of("battalia", "draws", file, sent)
    page, watch = watched_page(file, color_scheme=scheme)
    fault = page.locator("#hand-fault")
    assert "from 1 to" in fault.inner_text()
    assert page.locator("[name=hand]").get_attribute("aria-errormessage") == "hand-fault"
    page_of("battalia", "draws", file, {**sent, "hand": "6"})
    page, watch = watched_page(file, color_scheme=scheme)
    assert page.locator("section.answer .bar").first.bounding_box()["width"] > 50
    ink = page.locator("section.answer h3").evaluate("e => getComputedStyle(e).color")
    assert ink == {"light": "rgb(29, 29, 31)", "dark": "rgb(242, 242, 242)"}[scheme]
    assert watch.faults == []


@pytest.mark.parametrize("width", [360, 1200])
def test_a_form_fits_a_phone(width: int, watched_page: Any, tmp_path: Path) -> None:
    file = tmp_path / "odds.html"
    page_of("bloodstones", "odds", file)
    page, _ = watched_page(file, viewport={"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
