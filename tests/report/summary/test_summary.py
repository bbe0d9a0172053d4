"""The summary of all reports: figures that the tables hold, links that lead somewhere."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from PIL import Image

from bloodstones.core.errors import InputError, RunError
from bloodstones.report.contract.tested import ROLES, decisive
from bloodstones.report.document.card import Card, card_files
from bloodstones.report.document.model import Front, Picture, Report, Table
from bloodstones.report.document.typeset import (
    MOST_BLANK,
    PAPER,
    fullest,
    half_blank,
    lay_out,
    pages_of,
)
from bloodstones.report.language.confidence import Confidence
from bloodstones.report.summary.decisions import LEAST, Decisions, decisions
from bloodstones.report.summary.findings import SummaryFindings
from bloodstones.report.summary.fixes import all_tested, recipes
from bloodstones.report.summary.make import TablePage, general_terms, index_page, main_first, used
from bloodstones.report.summary.overview import Overview, overview
from bloodstones.report.summary.plans import Every, boards, profile_tables, worth
from bloodstones.report.summary.profiles import EVERY, Profile, profiles
from bloodstones.report.summary.shelf import read_shelf
from bloodstones.report.summary.standing import Holds, findings, seat_set_ups, set_ups
from bloodstones.report.summary.versions import Versions, read_versions, versions_file
from bloodstones.stats.verdicts import BAND

REPORTS = Path(__file__).parents[3] / "reports"
PAGES = 2
HORDE = "chaos_horde"
MARGIN = 22 / 210  # of the width of a page, a little less than the template's
CHART = Picture("chart", "Rates.", "Dots.")
ANSWERED = Report(
    "Fair?",
    "Is it?",
    ("Yes & no.", "Never shown."),
    (),
    (),
    {"chart": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'},
    Front(chart=CHART),
)
PARTED = re.compile(r"\b[a-z]+_[a-z_]+\b")


@pytest.fixture(scope="module")
def shelf():
    return read_shelf(REPORTS)


TYPES = ("beginner script", "tuned script", "quick search")


def rates(*ends, fair=0.25, who="reds", kinds=TYPES, games=1000):
    """Set-ups of one role, each of an own level, from their intervals."""
    lines = [
        {
            "game": "bloodstones",
            "baseline": "",
            "report": "one",
            "level": f"level {n}",
            "kind": kinds[n % len(kinds)],
            "players": 4,
            "who": who,
            "games": games,
            "rate": (low + high) / 2,
            "low": low,
            "high": high,
            "fair_share": fair,
        }
        for n, (low, high) in enumerate(ends)
    ]
    return pd.DataFrame(lines)


@pytest.mark.parametrize(
    ("ends", "holds", "confidence"),
    [
        ([(0.31, 0.33), (0.4, 0.5), (0.35, 0.4)], Holds.ABOVE, Confidence.HIGH),
        ([(0.26, 0.28), (0.4, 0.5), (0.35, 0.4)], Holds.ABOVE, Confidence.MEDIUM),
        ([(0.1, 0.12)], Holds.BELOW, Confidence.LOW),
        ([(0.24, 0.26), (0.22, 0.24), (0.25, 0.29)], Holds.EVEN, Confidence.HIGH),
        ([(0.1, 0.12), (0.4, 0.5)], Holds.DEPENDS, Confidence.MEDIUM),
        ([(0.1, 0.6), (0.4, 0.5)], Holds.OPEN, Confidence.MEDIUM),
    ],
)
def test_what_holds_is_true_in_every_set_up(ends, holds, confidence):
    (one,) = findings(rates(*ends))
    assert (one.holds, one.levels) == (holds, len(ends))
    assert one.confidence is confidence


SURE = [(0.31, 0.33), (0.4, 0.5), (0.35, 0.4)]  # all beyond the band


@pytest.mark.parametrize(
    ("how", "types"),
    [
        ({"kinds": ("tuned script",)}, 1),  # three tuned scripts are one player type
        ({"kinds": ("beginner script", "plain script", "tuned script")}, 3),  # none looks ahead
        ({"games": 400}, 3),
    ],
)
def test_several_strategies_of_a_type_or_few_games_give_no_high_confidence(how, types):
    (one,) = findings(rates(*SURE, **how))
    assert one.holds is Holds.ABOVE
    assert one.levels == types
    assert one.confidence is (Confidence.LOW if types == 1 else Confidence.MEDIUM)
    (sure,) = findings(rates(*SURE))
    assert sure.confidence is Confidence.HIGH


def test_what_is_said_of_shipped_reports_is_in_their_tables(shelf):
    table = set_ups(shelf)
    for one in findings(table):
        own = table[(table["game"] == one.game) & (table["who"] == one.who)]
        own = own[(own["players"] == one.players) & (own["baseline"] == one.baseline)]
        assert one.lowest == own["rate"].min()
        assert one.games == own["games"].sum()
        if one.holds is Holds.ABOVE:
            assert (own["low"] > own["fair_share"]).all()
        if one.beyond:
            assert ((own["rate"] / own["fair_share"] - 1).abs() > BAND).all()


def test_games_of_players_with_other_aims_are_not_counted(shelf):
    one = next(each for each in shelf if each.id == "bloodstones_verdicts")
    apart = replace(one, apart=True)
    for found in (set_ups, seat_set_ups):
        assert not found([one]).empty
        assert found([apart]).empty


def test_a_test_tells_how_far_from_fair_its_rates_are(shelf):
    checked = 0
    for fix in all_tested(shelf):
        (one,) = (each for each in shelf if each.id == fix.report)
        name = "what_ifs_by_strategy" if fix.of == "roles" else "what_if_seats"
        arms = [arm for arm, words in one.arms().items() if words == fix.words]
        table = one.table(name)
        if table.empty:  # of a search, see below, or of one strategy
            continue
        own = table[table["arm"].isin(arms) & (table["players"] == fix.players)]
        own = own[own["strategy"] == fix.strategy] if "strategy" in own else own
        off = sum(abs(rate - 1 / fix.players) for rate in own["other"]) / len(own)
        assert fix.mending.after == pytest.approx(off)
        checked += 1
    assert checked


def mended():
    """The provenance of a search that found one change."""
    file = 'id = "mended"\nquestion = "Fair?"\ngame = "bloodstones"\nseed = 1\n'
    file += '[numbers]\n"vp.town" = [1, 2]\n'
    change = {"vp.town": 2}
    arm = {"options": {}, "overrides": change, "title": None, "redraw": 0}
    search = {"replicates": 1, "rounds": 1, "changes": 1, "levels": None, "finalists": 1}
    balance = {
        "numbers": {"vp.town": {"printed": 1, "values": [1, 2]}},
        "cost": {"change": 0.0, "range": 0.0},
        "search": {**search, "final_replicates": 1},
        "answers": [change],
        "retuned": [],
    }
    hashes = ("table_hash", "areas_hash", "fingerprint", "plan_sha256", "sources_sha256")
    return {
        **{"format": "bloodstones-balance", "version": 1, "study": "mended", "question": "Fair?"},
        **{"game": "bloodstones", "rules_version": "1", "map": None, "seed": 1, "quick": False},
        **{"replicates": 3, "cells": 2, "games": 9, "fresh_games": 6, "tables": {}},
        **dict.fromkeys(hashes, "c0" * 32),
        **{"versions": {"bloodstones": "0.1.0"}, "arms": {"changes_1": arm}, "balance": balance},
        "run": {"seconds": 1.0, "jobs": 1, "backend": "threading"},
        "study_sha256": sha256(file.encode()).hexdigest(),
        "study_file": file,
    }


def test_the_answer_of_a_search_is_a_test_with_each_player_type(tmp_path):
    folder = tmp_path / "bloodstones_mended"
    (folder / "tables").mkdir(parents=True)
    numbers = '[numbers]\n"vp.town" = "points of a town"\n'
    (folder / "report.toml").write_text(f'title = "Mended"\n{numbers}', encoding="utf-8")
    (folder / "provenance.json").write_text(json.dumps(mended()), encoding="utf-8")
    rows = [("base", "reds", 0.8), ("base", "blues", 0.2)]
    rows += [("changes_1", "reds", 0.55), ("changes_1", "blues", 0.45)]
    lines = [
        {"arm": arm, "level": "best", "players": 2, "faction": who, "games": 900, "rate": rate,
         "low": rate - 0.03, "high": rate + 0.03}
        for arm, who, rate in rows
    ]  # fmt: skip
    pd.DataFrame(lines).to_csv(folder / "tables" / "win_rates_by_level.csv", index=False)
    shelf = read_shelf(tmp_path)
    (fix,) = all_tested(shelf)
    assert (fix.words, fix.pairs, fix.furthest) == ("points of a town 2", 900, "reds")
    assert (fix.mending.before, fix.mending.after) == pytest.approx((0.3, 0.05))
    assert fix.mending.within == pytest.approx(0.03 * 2**0.5)
    assert recipes(all_tested(shelf)) == (fix,)


def test_a_table_has_one_recommended_change(shelf):
    (table,) = (
        block
        for section in overview(SummaryFindings(shelf)).sections
        if section.id == "change"
        for block in section.blocks
    )
    tables = [row[:2] for row in table.rows]
    assert tables
    assert len(set(tables)) == len(tables)
    assert "%" not in " ".join(row[3] for row in table.rows)


def test_no_page_of_the_longest_profiles_is_blank_and_no_table_reaches_the_margin(shelf, tmp_path):
    report = profiles(shelf, "bloodstones")
    main = lay_out(report, tmp_path)
    pages = pages_of(main, fullest(main, brief=True))
    assert half_blank(pages[:-1]) == []
    for page in pages:
        grey = np.asarray(Image.open(io.BytesIO(page)).convert("L"))
        inked = np.flatnonzero((grey < PAPER).any(axis=0)) / grey.shape[1]
        assert inked.max() <= 1 - MARGIN
        assert inked.min() >= MARGIN


@pytest.mark.usefixtures("drawn")
def test_the_summary_has_two_pages_and_names_in_words(shelf, tmp_path):
    report = overview(SummaryFindings(shelf))
    main = lay_out(report, tmp_path)
    pages = pages_of(main, fullest(main, brief=True))
    assert len(pages) <= PAGES
    assert half_blank(pages[:-1], MOST_BLANK) == []
    for section in report.sections:
        for block in section.blocks:
            cells = [x for row in block.rows for x in row] if isinstance(block, Table) else []
            assert not [cell for cell in cells if PARTED.search(cell)]


def test_every_role_of_a_game_has_a_profile(shelf):
    roles = set(set_ups([one for one in shelf if one.game == "bloodstones"])["who"])
    report = profiles(shelf, "bloodstones")
    assert {section.id for section in report.sections} - {EVERY} == roles
    assert set(report.pictures)


def signed(text):
    return float(text.partition(" ±")[0].replace("−", "-"))


def test_a_profile_tells_on_which_boards_a_role_wins_at_every_level(shelf):
    own = [one for one in shelf if one.game == "battlelore"]
    (one,) = (each for each in own if each.id == "battlelore_balance")
    told = boards(own, "daqan")
    table = one.table("win_rates_on_maps")
    each = (
        table[table["faction"] == "daqan"]
        .groupby("map")
        .agg({"low": "min", "high": "max", "rate": ["min", "max"]})
    )
    best = each[each["low", "min"] > 0.5]["rate", "min"].idxmax()
    below = each[each["high", "max"] < 0.5]["rate", "max"]
    worst = f"{one.name(below.idxmin())} (" if len(below) else "none"
    ((players, fair, good, bad),) = told.table.rows
    assert (players, fair.replace("\u00a0", " ")) == ("2", "50 %")
    assert good.startswith(f"{one.name(best)} ({100 * each.loc[best, ('rate', 'min')]:.0f}")
    assert bad.startswith(worst)
    assert boards(own, "nobody") is None
    ((_, _, other, least),) = boards(own, "uthuk").table.rows  # the rest of the other's rates
    assert other.startswith(worst)
    assert least.startswith(f"{one.name(best)} (")


def test_a_profile_tells_what_a_role_wins_by_the_most_first(shelf):
    own = [one for one in shelf if one.game == "wizard_kings"]
    told = worth(own, "jurak").table()
    table = own[[one.id for one in own].index("wizard_kings_worth")].table("worth")
    sure = table[(table["faction"] == "jurak") & (table["holm"] <= 0.05)]
    assert told.rows[0][0] == sure.loc[sure["difference"].idxmax(), "thing"].replace("_", " ")
    values = [signed(row[1]) for row in told.rows]
    assert values == sorted(values, reverse=True)
    assert len(told.rows) == min(len(sure), 8)


def test_a_single_thing_that_a_role_wins_by_is_shown_in_a_sentence(shelf):
    own = [one for one in shelf if one.game == "bloodstones"]
    told = worth(own, "corsairs")
    assert told.single
    rows = [
        row
        for one in own
        for _, row in one.table("worth").iterrows()
        if row["faction"] == "corsairs" and row["strategy"] == one.strategy and row["holm"] <= 0.05
    ]
    assert len(rows) > 1  # of several reports on one thing that with most pairs is told
    row = max(rows, key=lambda each: each["pairs"])
    report = profiles(shelf, "bloodstones")
    (section,) = (one for one in report.sections if one.id == "corsairs")
    text = " ".join(block.text for block in section.blocks if block.kind == "paragraph")
    assert f"without its {row['thing']} a player loses {row['difference'] * 100:.0f}" in text
    assert f"n = {row['pairs']:,} pairs" in text


def test_what_all_roles_share_is_shown_once(shelf):
    own = [one for one in shelf if one.game == "battalia"]
    every = Every(own)
    plans, lost = every.mix, every.lost.table()
    assert every.rated is None
    (one,) = (each for each in own if each.id == "battalia_plans")
    met = one.table("pairings")
    number = 0
    for players, plan, _, beaten, _ in plans.rows:
        number = int(players or number)
        mine = met[(met["players"] == number) & (met["strategy"].map(one.name) == plan)]
        below = mine[mine["high"] < 0]
        if below.empty:
            assert beaten == "none of them"
        else:
            worst = below.loc[below["payoff"].idxmin()]
            assert beaten.startswith(f"{one.name(worst['opponent'])} (by ")
    assert lost.rows[0][1:] != ("–", "–")
    report = profiles(shelf, "battalia")
    assert report.sections[-1].id == EVERY
    alone = Every([each for each in shelf if each.id == "battalia_balance"])
    assert (alone.mix, alone.rated, alone.lost) == (None, None, None)


def test_a_ladder_without_a_mix_tells_who_is_rated_above(shelf):
    own = [one for one in shelf if one.game == "wizard_kings"]
    plans = Every(own).rated
    assert plans.rows[0][3] == "none of them"
    assert plans.rows[1][3] == plans.rows[0][1]
    by_role = Every([one for one in shelf if one.game == "battlelore"])
    assert (by_role.mix, by_role.rated, by_role.lost) == (None, None, None)


def test_a_game_says_which_of_its_tables_a_profile_shows(shelf):
    own = [one for one in shelf if one.game == "battlelore"]
    (army,) = profile_tables(own, "battlelore", "uthuk")
    worths = [row[-2] for row in army.rows if row[-2] != "–"]
    assert [signed(each) for each in worths] == sorted(map(signed, worths), reverse=True)
    assert {len(row) for row in army.rows} == {len(army.header)}
    assert profile_tables(own, "battlelore", "nobody") == []


def test_the_index_links_what_there_is(shelf):
    odds = [TablePage("Toy", "odds", "odds.html", "")]
    page = index_page(shelf, {"summary": "All"}, Card(), odds)
    links = Links(page).found
    assert {"summary/summary.html", "summary/summary.pdf"} <= links
    assert "summary/odds.html" not in links  # of a game without reports
    own = {link for link in links if not link.startswith("summary/")}
    assert all((REPORTS / link).is_file() for link in own)
    tables = {
        path.relative_to(REPORTS).as_posix()
        for one in shelf
        for path in (one.folder / "tables").glob("*.csv")
    }
    assert {link for link in own if link.endswith(".csv")} == tables


def test_the_card_of_a_report_has_its_answer_picture_and_date(shelf, tmp_path):
    for name, content in card_files(ANSWERED).items():
        (tmp_path / name).write_bytes(content)
    provenance = {"games": 1234, "run": {"date": "2026-11-27"}}
    one = replace(shelf[0], id="fair", folder=tmp_path, provenance=provenance)
    page = index_page([one], {"summary": "All"}, Card("All is fair."), [])
    for told in ("Yes &amp; no.", "All is fair.", "1,234 games", "2026-11-27"):
        assert told in page
    assert '<img src="fair/picture.svg" alt="Dots."' in page
    assert "Never shown." not in page


def test_a_report_without_a_card_is_listed_by_its_question(shelf, tmp_path):
    one = replace(shelf[0], folder=tmp_path, question="Is it fair?", provenance={})
    page = index_page([one], {"summary": "All"}, Card(), [])
    assert "Is it fair?" in page
    assert "<img" not in page


def test_terms_that_no_report_says_are_left_out():
    assert list(used(general_terms(), "Wilson and Holm, and nothing more.")) == ["Holm", "Wilson"]


def test_a_folder_without_reports_is_refused(tmp_path):
    with pytest.raises(InputError, match="expected a folder with finished reports"):
        read_shelf(tmp_path)


class Links(HTMLParser):
    """The addresses that a page links."""

    def __init__(self, text):
        super().__init__()
        self.found = set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag == "a":
            self.found.add(dict(attrs)["href"])


def test_a_level_says_what_all_its_games_chose_before_they_began(shelf):
    rates = set_ups(shelf)
    kings = rates[rates["game"] == "wizard_kings"]
    bought = kings["report"] != "wizard_kings_balance"
    assert bought.any()
    assert not bought.all()
    assert kings.loc[bought, "level"].str.contains("armies: buy", regex=False).all()
    assert not kings.loc[~bought, "level"].str.contains("armies", regex=False).any()
    others = rates.loc[rates["game"] == "battalia", "level"]
    assert not others.str.contains("corner", regex=False).any()  # of which several were played


def test_the_first_page_of_the_summary_shows_every_rate(shelf):
    report = overview(SummaryFindings(shelf))
    assert report.front.chart.name in report.pictures
    assert not any(isinstance(block, Picture) for block in report.sections[0].blocks)


@pytest.fixture(scope="module")
def every(shelf):
    return SummaryFindings(shelf)


@pytest.mark.parametrize("game", ["bloodstones", "battalia", "bellum_magica"])
def test_a_decision_list_is_one_page_and_the_largest_effects_come_first(every, game, tmp_path):
    report = decisions(every, game)
    main = lay_out(report, tmp_path)
    assert len(pages_of(main, fullest(main, brief=True))) == 1
    found = Decisions(every, game).decisions
    for one, other in pairwise(found):
        assert one.action is not other.action or one.size >= other.size
    assert all(one.size >= LEAST for one in found)
    for _, address in report.front.links:
        assert (REPORTS / "summary" / address).resolve().is_file()


def test_a_decision_list_names_the_best_change_of_each_number_of_players(every):
    table = Decisions(every, "bloodstones").table()
    changed = {fix.players: fix for fix in reversed(every.recipes) if fix.game == "bloodstones"}
    shown = {row[1]: row[2] for row in table.rows}
    for players, fix in changed.items():
        assert shown[f"“{fix.words}”"] == f"{players} players"


def test_a_decision_list_names_roles_that_are_unfair_with_most_player_types_alone(every):
    made = Decisions(every, "bloodstones")
    listed = {(one.what.partition(",")[0], one.players) for one in made.decisions}
    changed = {fix.players for fix in made.changes if fix.of == ROLES}
    rates = every.rates[(every.rates["game"] == "bloodstones") & (every.rates["who"] == HORDE)]
    for players, rows in rates.groupby("players"):
        above = (rows["low"] > rows["fair_share"]).groupby(rows["kind"]).mean() > 0.5
        assert above.mean() > 0.5
        assert players in changed or ("Chaos Horde", players) in listed


def test_of_two_armies_that_share_all_wins_a_decision_list_names_one(every):
    made = Decisions(every, "wizard_kings").of("WATCH")
    assert sum("depends on the players" in one.what for one in made) == 1


def test_a_better_change_that_is_passed_over_stops_the_decision_list(every):
    class Deceived(Decisions):
        """A list that takes the worst change for the best."""

        @property
        def changes(self):
            """The worst change at each table."""
            ranked = sorted(decisive(self.tested), key=lambda fix: -fix.mending.gain)
            return list({(fix.players, fix.of, fix.baseline): fix for fix in ranked}.values())

    assert Decisions(every, "bloodstones").sure("best_changes") == ""
    with pytest.raises(RunError, match="best_changes"):
        Deceived(every, "bloodstones").sure("best_changes")


def test_a_role_that_is_nearer_to_fair_is_not_called_the_furthest(every):
    class Deceived(Overview):
        """A summary that takes the role nearest to fair for the furthest."""

        @property
        def furthest(self):
            """The nearest."""
            return min(self.unfair, key=lambda one: one.distance)

    assert Overview(every).sure("furthest") == ""
    with pytest.raises(RunError, match="furthest"):
        Deceived(every).sure("furthest")


def test_the_report_on_who_wins_comes_first_on_the_index(shelf):
    for game in {one.game for one in shelf}:
        first = main_first([one for one in shelf if one.game == game])[0]
        assert first.asks_who_wins
        assert first.id.endswith("_balance")


def test_the_index_can_be_filtered_by_game(shelf):
    page = index_page(shelf, {"summary": "All", "battalia_profiles": "Roles"}, Card(), [])
    for game in {one.game for one in shelf}:
        assert f'id="only-{game}"' in page
        assert f'<section class="of-game" data-game="{game}"' in page
    before, _, after = page.partition('data-game="battalia"')
    assert "battalia_profiles.html" in after
    assert "battalia_profiles.html" not in before
    assert 'class="filter"' not in index_page(shelf[:1], {"summary": "All"}, Card(), [])


def test_the_index_names_what_changed_since_the_last_version(shelf, tmp_path):
    one, two, three, four = shelf[:4]
    told = {
        each.id: {"answer": each.card.answer, "games": each.provenance["table_hash"]}
        for each in (two, three, four)
    }
    told[two.id] |= {"games": "other"}
    told[three.id] |= {"answer": "It was fair."}
    versions = Versions("0.0.1", told)
    assert [(change.report.id, change.what) for change in versions.changes(shelf[:4])] == [
        (one.id, "new"),
        (two.id, "games"),
        (three.id, "answer"),
    ]
    page = index_page(shelf[:4], {"summary": "All"}, Card(), [], (), versions)
    assert "Changed since version 0.0.1" in page
    assert "Before: It was fair." in page
    for name, content in versions_file(shelf, versions).items():
        (tmp_path / name).write_bytes(content)
    assert read_versions(tmp_path) == versions  # of this version: what was before stays so
    (file,) = tmp_path.iterdir()
    older = json.loads(file.read_text(encoding="utf-8")) | {"version": "0.0.2"}
    file.write_text(json.dumps(older), encoding="utf-8")
    assert read_versions(tmp_path).before == "0.0.2"  # of another one: that is the last now
    assert read_versions(tmp_path).changes(shelf) == []
    assert read_versions(tmp_path / "nowhere").changes(shelf) == []


def test_a_profile_that_its_tables_refute_is_not_made(shelf):
    findings = SummaryFindings([one for one in shelf if one.game == "bloodstones"])
    profile = Profile(findings, "bloodstones", "horse_lords")
    assert any(one.holds is Holds.ABOVE for one in profile.standings)
    assert profile.claim("holds_everywhere")
    findings.rates.loc[findings.rates["who"] == "horse_lords", "rate"] = 0.01  # roles are kept
    with pytest.raises(RunError, match=r"Profile\.holds_everywhere"):
        profile.sure("holds_everywhere")
