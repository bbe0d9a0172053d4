"""The terms that reports use, with what they mean; only those that some report says."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import unescape
from pathlib import Path
from typing import Final

from bloodstones.core.files.parsing import toml_of
from bloodstones.report.contract.game_report import game_report_of
from bloodstones.report.document.files import HTML
from bloodstones.report.document.model import Report, Section, Table
from bloodstones.report.language.levels import KINDS
from bloodstones.report.language.wording import capital
from bloodstones.report.summary.phrases import game_title
from bloodstones.report.summary.shelf import Shipped

FILE: Final = Path(__file__).with_name("glossary.toml")
TAG: Final = re.compile(r"<style>.*?</style>|<[^>]*>|data:[^\"]*", re.DOTALL)
LEFT: Final = "left"


def glossary(shelf: Sequence[Shipped]) -> Report:
    """Return the terms of all reports: those of statistics first, then those of each game."""
    said = {one.id: _words_of(one) for one in shelf}
    every = " ".join(said.values())
    sections = [_section("terms", "Terms of all reports", general_terms(), every)]
    for game in dict.fromkeys(one.game for one in shelf):
        texts = " ".join(said[one.id] for one in shelf if one.game == game)
        section = _section(game, game_title(game), game_report_of(game).glossary, texts)
        if section.blocks:
            sections.append(section)
    return Report(
        "Glossary",
        "What do the words of the reports mean?",
        (),
        (("reports", str(len(shelf))),),
        tuple(sections),
        {},
        brief=True,
    )


def general_terms() -> Mapping[str, str]:
    """Return the terms that reports of every game use."""
    terms: Mapping[str, str] = toml_of(FILE.read_text(encoding="utf-8"))["terms"]
    levels = {kind: f"A computer player: it {does}." for kind, does in KINDS.items()}
    return {**levels, **terms}


def used(terms: Mapping[str, str], text: str) -> dict[str, str]:
    """Return the terms that a text says, in the order of the alphabet.

    >>> used({"band": "…", "cell": "…"}, "Bands of five points.")
    {'band': '…'}
    """
    said = text.lower()
    return {
        term: terms[term]
        for term in sorted(terms, key=str.lower)
        if re.search(rf"\b{re.escape(term.lower())}", said)
    }


def _section(name: str, heading: str, terms: Mapping[str, str], text: str) -> Section:
    rows = tuple((capital(term), means) for term, means in used(terms, text).items())
    table = Table(f"{heading}.", ("term", "what it means"), (LEFT, LEFT), rows)
    return Section(name, heading, (table,) if rows else ())


def _words_of(one: Shipped) -> str:
    """Return the text of a report's page."""
    path = one.folder / HTML
    return unescape(TAG.sub(" ", path.read_text(encoding="utf-8"))) if path.is_file() else ""
