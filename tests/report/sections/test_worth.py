"""The section on restricted play: each difference worked out a second time, pair by pair."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from statistics import fmean, stdev

import numpy as np
import pandas as pd
import pytest
from scipy.stats import t

from bloodstones.core.errors import InputError, RunError
from bloodstones.report.contract.game_report import Restriction
from bloodstones.report.study.table_names import StudyTable
from bloodstones.report.topics import worth as section
from bloodstones.report.topics.worth import find_worth
from bloodstones.stats.table import read_results
from tests.report.findings import changed, definition_in, found
from tests.report.pages import shipped_page
from tests.report.test_numbers import close
from tests.synthetic import _cell_rows

pytestmark = pytest.mark.usefixtures("maps_without_engine")

FACTIONS = ("dragon_riders", "horse_lords", "hill_folk")
THINGS = {"Dragon Riders": "dragon", "Horse Lords": "cavalry", "Hill Folk": "giant"}
# Who plays, and how well: free seats and one that goes without.
LEVELS = {"glance_8": ("warlord", "builder"), "warlord_tuned": ("builder", "warlord")}
NAMES = {"Quick search, 8 simulations": "glance_8", "Warlord, tuned": "warlord_tuned"}
FREE, END = "glance_8", "_without_specialty"  # the first page is hers
GAMES = 250


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The page and the rows of a study in which one seat at a time is restricted."""
    folder = tmp_path_factory.mktemp("worth")
    parts = []
    for (free, skill), lone in product(LEVELS.items(), (None, 0, 1, 2)):
        names = [free + END if seat == lone else free for seat in range(3)]
        cell = f"tyrants_lament/{'+'.join(FACTIONS)}/{'+'.join(names)}"
        skills = tuple(skill[seat == lone] for seat in range(3))
        rows = _cell_rows(np.random.default_rng(3), cell, GAMES, FACTIONS, skills)
        parts.append(rows.assign(strategy=np.tile(names, GAMES)))
    rows = pd.concat(parts, ignore_index=True)
    return shipped_page(folder, rows, "bloodstones_restricted_play"), rows, folder


def number(text):
    return text.replace("−", "-").replace("+", "").strip("\u2009 *%")


def told_lines(page):
    """The head and the lines of the table, each with who plays."""
    head, *lines = next(t for name, t in page.tables.items() if name.startswith("Win rates of a"))
    players = np.repeat([line[0] for line in lines if line[0]], len(FACTIONS))
    return head, [[who, *line[1:]] for who, line in zip(players, lines, strict=True)]


def spoken_lines(page):
    """The lines of who speaks on the first page, without who that is."""
    return [line[1:] for line in told_lines(page)[1] if NAMES[line[0]] == FREE]


def test_every_worth_is_the_mean_of_paired_differences(made):
    page, rows, _ = made
    head, lines = told_lines(page)
    assert head[:3] == ["player type", "faction", "thing"]
    assert head[3:] == ["worth", "95 % interval", "with", "without", "pairs"]
    assert {line[1]: line[2] for line in lines} == THINGS
    p_values, starred = [], []
    for who, faction, _, worth, ends, free, barred, pairs in lines:
        own = rows[rows["faction"] == faction.lower().replace(" ", "_")]
        level = own[own["cell"].str.endswith("/" + "+".join([NAMES[who]] * 3))]
        lone = own[own["strategy"] == NAMES[who] + END]
        with_it = level.sort_values("replicate")["win_credit"].tolist()
        without = lone.sort_values("replicate")["win_credit"].tolist()
        apart = [a - b for a, b in zip(with_it, without, strict=True)]
        assert pairs == f"{GAMES:,}"
        assert close(number(free), 100 * fmean(with_it))
        assert close(number(barred), 100 * fmean(without))
        assert close(number(worth), 100 * fmean(apart))
        half = t.ppf(0.975, GAMES - 1) * stdev(apart) / GAMES**0.5
        low, high = (number(end) for end in ends.split(" to "))
        assert close(low, 100 * (fmean(apart) - half))
        assert close(high, 100 * (fmean(apart) + half))
        p_values.append(2 * t.sf(abs(fmean(apart)) * GAMES**0.5 / stdev(apart), GAMES - 1))
        starred.append(worth.endswith("*"))
    order = np.argsort(p_values)
    adjusted = np.maximum.accumulate(np.arange(len(lines), 0, -1) * np.array(p_values)[order])
    assert [bool(value <= 0.05) for value in adjusted] == [starred[place] for place in order]
    assert any(starred)


def test_the_answer_begins_with_what_the_title_asks_about(made):
    page, rows, _ = made
    own = rows[rows["faction"] == "dragon_riders"]
    level = own[own["cell"].str.endswith("/" + "+".join([FREE] * 3))]
    shown = f"{level['win_credit'].mean() * 100:.0f} % with it"
    (answer,) = [
        text for text in page.paragraphs if text.startswith("The Dragon Riders' dragon is worth ")
    ]
    assert shown in answer.replace("\u00a0", " ")


def test_findings_name_what_is_worth_most_of_the_rest(made):
    page, _, _ = made
    lines = [line for line in spoken_lines(page) if line[0] != "Dragon Riders"]
    most = max(lines, key=lambda line: float(number(line[2])))
    free, barred = (round(float(number(most[place]))) for place in (4, 5))
    told = [text.replace("\u00a0", " ") for text in page.paragraphs]
    assert any(f"win {barred} % without" in text and f"{free} % with" in text for text in told)


def test_the_advice_is_what_to_price_with_care_and_what_was_measured(made):
    page, _, _ = made
    lines = spoken_lines(page)
    most = max(lines, key=lambda line: float(number(line[2])))
    (advice,) = [text for text in page.paragraphs if text.startswith("Price ")]
    assert most[1] in advice
    assert f"{float(number(most[5])):.0f} %" in advice.replace("\u00a0", " ")


def test_a_thing_that_one_level_wants_and_another_does_not_is_said_to_depend_on_play(made):
    page, _, _ = made
    (text,) = [text for text in page.paragraphs if text.startswith("Player types differ most on ")]
    assert text.startswith("Player types differ most on the Dragon Riders' dragon: ")
    worth = {line[0]: float(number(line[3])) for line in told_lines(page)[1] if line[2] == "dragon"}
    quick, tuned = (worth[name] for name in NAMES)
    assert quick > 0 > tuned
    said = f"{quick:.0f} points with quick search, minus {-tuned:.0f} points with a tuned script."
    assert text.replace("\u00a0", " ").endswith(said)


def test_one_order_that_stands_for_two_is_shown(made):
    page, _, _ = made
    (text,) = [text for text in page.paragraphs if "seating orders" in text and "Of two" in text]
    assert (
        "Of two possible seating orders of these line-ups, one was played. "
        "No interval covers the other orders."
    ) in text


def test_games_without_a_restricted_strategy_are_refused(made):
    _, rows, folder = made
    results = replace(read_results(folder), rows=rows[rows["cell"].str.endswith(f"+{FREE}")])
    some = results.rows[results.rows.groupby("cell")["strategy"].transform("nunique") == 1]
    with pytest.raises(InputError, match="expected a strategy called …_without_…"):
        found(definition_in(folder / "report"), replace(results, rows=some))


def test_a_faction_has_no_line_for_what_it_has_not(made):
    _, rows, _ = made
    first = FACTIONS[0]
    lacking = Restriction("_without_", lambda thing, who: "" if who == first else thing)
    found = find_worth(rows, lacking)
    assert set(found["faction"]) == set(FACTIONS[1:])
    assert len(found) == 2 * len(LEVELS)


@pytest.mark.parametrize(
    ("rate", "size", "mended"),
    [(0.4, 0.1, True), (0.6, 0.1, False), (0.4, 0.01, False)],
    ids=["weak owner", "strong owner", "too small to matter"],
)
def test_what_harms_is_mended_only_where_it_matters_and_never_for_a_strong_role(
    made, rate, size, mended
):
    _, _, folder = made
    findings = found(definition_in(folder / "report"), read_results(folder))
    line = {"thing": "wings", "faction": "hill_folk", "players": 2, "pairs": 900, "other": rate}
    line |= {"base": rate + size, "difference": -size, "holm": 0.0, "strategy": FREE}
    line |= {"low": -size - 0.002, "high": -size + 0.002, "correlation": 0.5, "interval": "t"}
    advice = section.WORTH.front(changed(findings, {StudyTable.WORTH: pd.DataFrame([line])})).advice
    assert advice.startswith("Make the Hill Folk's wings cheaper or stronger.") == mended
    assert "Play without" not in advice


def test_a_worth_that_the_table_refutes_stops_the_build(made):
    _, _, folder = made
    findings = found(definition_in(folder / "report"), read_results(folder))
    finding = section.finding_of(findings)
    assert finding.claim("most")
    wrong = section.Worth(findings, finding.every)
    vars(wrong)["table"] = wrong.table.assign(holm=0.0)
    least = wrong.best.sort_values("difference")
    assert len(least) > 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(section.Worth, "best", property(lambda _: least))
        with pytest.raises(RunError, match=r"expected a true claim, .*most"):
            wrong.sure("most")


def test_only_panels_with_a_significant_difference_are_drawn(made, monkeypatch):
    _, rows, folder = made
    monkeypatch.setattr(section, "MOST_DRAWN", 2)
    findings = found(definition_in(folder / "report"), replace(read_results(folder), rows=rows))
    table = findings.table(StudyTable.WORTH)
    told = (table["faction"] == FACTIONS[0]) & (table["strategy"] == FREE)
    clear = changed(findings, {StudyTable.WORTH: table.assign(holm=1.0 - told)})
    _, pictures = section.WORTH.make(clear)
    (svg,) = pictures.values()
    assert "Quick search, 8 simulations" in svg
    assert "Warlord, tuned" not in svg
