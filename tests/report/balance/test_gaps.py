"""Sentences on single figures of a balance study: the furthest from its goal, what is mended."""

from __future__ import annotations

import pandas as pd
import pytest

from bloodstones.report.balance.findings import FIGURES, answer_text
from bloodstones.report.balance.target_figures import furthest, moves
from bloodstones.report.language.phrases import rate

COLUMNS = ["arm", "target", "level", "players", "role", "value", "error", "goal_low", "goal_high"]
PRINTED = [
    ("base", "win_rate", "plain", 3, "reds", 0.6, 0.01, 1 / 3, 1 / 3),
    ("base", "win_rate", "plain", 3, "blues", 0.2, 0.01, 1 / 3, 1 / 3),
    ("base", "length", "plain", 3, "", 40.0, 0.1, 20, 26),
    ("base", "skill", "best>plain", 3, "", 0.9, 0.01, 0.6, 0.8),
]
CHANGED = [
    ("changes_1", "win_rate", "plain", 3, "reds", 0.4, 0.01, 1 / 3, 1 / 3),
    ("changes_1", "win_rate", "plain", 3, "blues", 0.1, 0.01, 1 / 3, 1 / 3),
    ("changes_1", "length", "plain", 3, "", 39.9, 0.1, 20, 26),
    ("changes_1", "skill", "best>plain", 3, "", 0.9, 0.01, 0.6, 0.8),
]


class Answer:
    def __init__(self, arm, changes):
        self.arm, self.changes = arm, changes


class Findings:
    """Figures of two settings, in the words of a report."""

    role = "role"
    columns = ()
    answers = (Answer("base", {}), Answer("changes_1", {"hand": -6, "banners": "last_held"}))

    def __init__(self, rows):
        table = pd.DataFrame(rows, columns=COLUMNS)
        scale = table["target"].map({"win_rate": 3.0, "length": 1 / 23, "skill": 1.0})
        over = (table["value"] - table["goal_high"]).clip(lower=0)
        under = (table["value"] - table["goal_low"]).clip(upper=0)
        self.figures = table.assign(gap=(over + under) * scale, share=0.25)

    def table(self, name):
        assert name == FIGURES
        return self.figures

    def player(self, name):
        return {"best": "tuned script", "plain": "beginner script"}[name]

    def number(self, name):
        return name

    def printed(self, name):
        return {"hand": 7, "banners": None}.get(name) or "never"


@pytest.fixture(scope="module")
def findings() -> Findings:
    return Findings([*PRINTED, *CHANGED])


def plain(text):
    return text.replace("\u00a0", " ")


def test_the_figure_that_is_furthest_off_is_named_with_the_end_that_it_is_beyond(findings) -> None:
    found = furthest(findings)
    assert (found.target, found.who, plain(found.before)) == ("win_rate", "reds", "60 %")
    assert (found.goal, found.end) == (rate(1 / 3), "the goal")
    assert found.at == " with the beginner script"


def test_a_figure_above_a_goal_with_two_ends_names_the_upper_one() -> None:
    found = furthest(Findings([PRINTED[2]]))
    assert (found.before, found.goal, found.end) == ("40", "26", "the most")
    found = furthest(Findings([PRINTED[3]]))
    assert (found.stronger, found.weaker, found.at) == ("tuned script", "beginner script", "")
    assert (plain(found.before), plain(found.goal), found.end) == ("90 %", "80 %", "the most")


def test_nothing_is_furthest_where_all_goals_are_met() -> None:
    assert furthest(Findings([("base", "length", "plain", 3, "", 22.0, 0.1, 20, 26)])) is None


def test_what_is_helped_and_what_is_harmed_most_are_named(findings) -> None:
    found = moves(findings, findings.answers[1])
    helped, harmed = found["helped"], found["harmed"]
    assert (helped.who, plain(helped.before), plain(helped.after)) == ("reds", "60 %", "40 %")
    assert (harmed.who, plain(harmed.before), plain(harmed.after)) == ("blues", "20 %", "10 %")


def test_what_chance_may_have_done_is_not_named(findings) -> None:
    loose = Findings([(*row[:6], 0.5, *row[7:]) for row in [*PRINTED, *CHANGED]])
    assert moves(loose, findings.answers[1]) == {}


def test_readings_are_quoted_and_numbers_are_not(findings) -> None:
    said = answer_text(findings, findings.answers[1])
    assert said == "hand −6 (not 7) and banners “last held” (not “never”)"
