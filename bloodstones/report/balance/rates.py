"""The section on who wins then: win rates of every faction under every answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pandas as pd

from bloodstones.plots.before_after import draw_before_after
from bloodstones.plots.style import to_svg
from bloodstones.report.balance.findings import RATES, Answer, BalanceFindings, heading
from bloodstones.report.balance.rate_table import OUTSIDE, rate_table
from bloodstones.report.balance.wording import answer_text
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture
from bloodstones.report.language.wording import capital, players_text, title
from bloodstones.stats.balance import win_rates

CHART: Final = "before_after"
CAPTION: Final = (
    "win rates of the factions as printed and under {}, over all levels of play, with 95 % "
    "intervals. Line: fair share. Shaded: within a fifth of it."
)
ALT: Final = "Dots with whiskers: win rates before and after, beside the fair share."
RECOMMENDED: Final = "the answer that is recommended"


def find(findings: BalanceFindings) -> Tables:
    """Return the win rates by arm, players and faction, over all levels of play."""
    return {RATES: win_rates(findings.rows, ["arm", "players", "faction"])}


def make(findings: BalanceFindings) -> Content:
    """Write the win rates of every faction over all levels of play."""
    caption = (
        "Win rates over all levels of play, with half of the 95 % interval (games are resampled, "
        f"so that levels that share their luck count once). {OUTSIDE.strip()}: the whole interval "
        "is more than a fifth of the fair share away from it."
    )
    blocks: list[Block] = [
        Paragraph(
            "All answers are played by the same line-ups with the same luck as the rules as "
            "printed, in games that no setting was chosen by."
        ),
        rate_table(findings, findings.table(RATES), caption),
        Picture(CHART, capital(CAPTION.format(RECOMMENDED)), ALT),
    ]
    sizes = sorted(set(map(int, findings.table(RATES)["players"])))
    pair = (findings.answers[0], findings.recommended)
    return blocks, {CHART: rates_chart(findings, sizes, pair)}


def rates_chart(
    findings: BalanceFindings, players: Sequence[int], answers: Sequence[Answer]
) -> str:
    """Draw the win rates of all factions as printed and under answers."""
    table = findings.table(RATES)[findings.table(RATES)["players"].isin(players)]
    shown = pd.concat(
        [table[table["arm"] == answer.arm].assign(side=side) for side, answer in enumerate(answers)]
    ).rename(columns={"faction": "line", "players": "panel"})
    labels: dict[object, str] = {name: title(str(name)) for name in shown["line"].unique()}
    panels: dict[object, str] = {
        number: players_text(int(number)) for number in shown["panel"].unique()
    }
    first, *others = answers
    # The findings say which changes these are; more than one would not go on a line of the key.
    short = len(others) > 1 or any(len(each.changes) > 1 for each in others)
    keys = (
        heading(first),
        *(heading(each) if short else answer_text(findings, each) for each in others),
    )
    return to_svg(draw_before_after(shown, labels, panels, keys))


RATES_SECTION: Final = Section("rates", "Who wins then", make, find)
