"""The report of games that people played: what it says, beside what, and what it leaves alone."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import bloodstones as bs
from bloodstones.cli import main
from bloodstones.core.errors import InputError, RunError
from bloodstones.report.compose import compose
from bloodstones.report.document.files import read_table
from bloodstones.report.league import simulation
from bloodstones.report.league.definition import draft_league, read_definition
from bloodstones.report.league.findings import (
    ADJUSTED,
    ROLES,
    SIMULATED,
    LeagueFindings,
    PlayedLeague,
)
from bloodstones.report.league.sections import LEAGUE_SECTIONS, Rates, roles_of
from bloodstones.report.make import KINDS, found_report, kept_report
from tests.docs.pages import ROOT
from tests.report.sketches import sketched
from tests.stats.league.lists import csv_of, league

REPORTS = ROOT / "reports"
ALL_SECTIONS = {"roles", "adjusted", "seats", "maps", "players", "more", "method"}


def words(report) -> str:
    """All that a report says."""
    blocks = [block for section in report.sections for block in section.blocks]
    said = [getattr(block, "text", "") + getattr(block, "caption", "") for block in blocks]
    front = (report.front.advice, report.front.doubt)
    return "\n".join([report.title, report.question, *report.answer, *front, *said])


def played(table: pd.DataFrame, game: str = "Duel", **options) -> PlayedLeague:
    found = bs.load_games(table, game).games_of
    return PlayedLeague(draft_league(found, "club"), found, "club.csv", **options)


def report_of(one: PlayedLeague):
    return found_report(KINDS["games"], one)


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    sketched(monkeypatch)


@pytest.fixture(scope="module")
def unfair():
    """A list in which one role wins nearly always."""
    table, _ = league(120, spread=0.1, seed=3)
    strong = table["faction"].eq("Blacks").groupby(table["game"]).transform("any")
    first = table["faction"].eq("Blacks") & (table["game"] % 8 > 0)
    ranks = table["rank"].where(~(strong & (table["game"] % 8 > 0)), table["rank"] + 1)
    return table.assign(
        rank=ranks.where(~first, 1), map=np.where(table["game"] % 2, "north", "south")
    )


@pytest.fixture(scope="module")
def made(unfair):
    """Its report, not composed."""
    return report_of(played(unfair))


@pytest.fixture
def reports(tmp_path):
    """A folder with two shipped reports."""
    folder = tmp_path / "reports"
    folder.mkdir()
    for name in ("bloodstones_faction_balance", "bloodstones_verdicts", "strategies.toml"):
        (folder / name).symlink_to(REPORTS / name)
    return folder


def test_an_unfair_role_is_named_with_its_rate_and_the_words_of_the_list(made):
    report = made.compose()
    assert report.title == "Is Duel fair when people play it?"
    assert report.question.startswith("Which factions do people win with")
    assert report.answer[0].startswith("No: people win ")
    assert "with the Blacks, where a quarter is fair." in report.answer[0]
    assert "If all players were alike, people would win " in " ".join(report.answer)
    assert {section.id for section in report.sections} == ALL_SECTIONS
    text = words(report)
    assert "games with human players" in text.lower()
    assert "<bound" not in text  # a method of a table instead of a value
    assert ("games with human players", "120") in report.facts


def test_a_list_of_players_alone_says_who_wins():
    table, _ = league(60, spread=1.2, seed=1)
    report = report_of(played(table[["game", "player", "rank"]])).compose()
    assert report.title == "Who wins Duel?"
    assert "is rated highest" in report.answer[0]
    assert {section.id for section in report.sections} == {"players", "method"}


def test_roles_that_win_alike_are_fair_on_average():
    rng = np.random.default_rng(1)
    lines = [(g, f"p{s}", "AB"[s], 1 + (s != g % 2)) for g in range(600) for s in range(2)]
    table = pd.DataFrame(lines, columns=["game", "player", "role", "rank"])
    table["player"] = rng.choice(list("abcdefgh"), len(table))
    table = table[~table.duplicated(["game", "player"], keep=False)]
    report = report_of(played(table)).compose()
    assert report.answer[0].startswith("Yes: every role stays within a fifth of its fair share")


def test_a_role_that_wins_at_one_table_and_loses_at_another_is_fair_only_on_average():
    lines = []
    for game in range(400):
        other = ("B", "C")[game % 2]
        first = ("A", other) if (game % 2 == 0) != (game % 10 < 2) else (other, "A")
        lines += [(game, role, rank + 1) for rank, role in enumerate(first)]
    table = pd.DataFrame(lines, columns=["game", "role", "rank"])
    rates = report_of(played(table)).findings.table(ROLES).set_index("faction")
    assert rates["verdict"]["A"] == "fair only on average"
    assert rates["verdict"][["B", "C"]].tolist() == ["unfair", "unfair"]


def test_a_claim_that_the_tables_refute_stops_the_report(made):
    findings = made.findings
    rates = roles_of(findings)
    assert rates is not None
    assert rates.claim("off_is_unfair")
    assert rates.claim("furthest")

    class Wrong(Rates):
        @property
        def furthest(self):
            return self.pooled.sort_values("rate").iloc[2]

    assert not Wrong(findings, findings.table(ROLES), "faction").claim("furthest")
    wrong = findings.table(ROLES).assign(low=0.2)
    refuted = LeagueFindings(
        findings.definition, findings.provenance, tables={**findings.tables, ROLES: wrong}
    )
    with pytest.raises(RunError, match=r"Rates\.off_is_unfair"):
        compose(refuted, LEAGUE_SECTIONS)


def test_people_are_compared_with_simulated_players_of_the_reports(reports):
    rng = np.random.default_rng(4)
    roles = list(bs.load_game("bloodstones").roles()["role"])
    lines = []
    for game in range(90):
        there = rng.permutation(roles)[:4]
        lines += [(game, f"p{rng.integers(9)}{s}", role, s + 1) for s, role in enumerate(there)]
    table = pd.DataFrame(lines, columns=["game", "player", "faction", "rank"])
    made = report_of(played(table, "bloodstones", reports=reports))
    beside = made.findings.table(SIMULATED)
    assert set(beside["faction"]) == set(roles)
    assert beside["players"].eq(4).all()
    for _, row in beside.iterrows():
        path = REPORTS / row["report"] / "tables" / "win_rates_by_strategy_and_faction.csv"
        shipped = read_table(path.read_bytes())
        same = shipped[(shipped["players"] == 4) & (shipped["faction"] == row["faction"])]
        assert row["simulated"] in set(same["rate"])
        assert row["difference"] == pytest.approx(row["rate"] - row["simulated"], abs=2e-6)
        assert row["difference_low"] < row["difference"] < row["difference_high"]
    report = made.compose()
    assert "largest difference from the strongest player type" in words(report)
    assert any("search wins" in line for line in report.answer)


def test_other_games_and_folders_without_reports_compare_nothing(tmp_path, unfair):
    assert played(unfair, reports=REPORTS).simulated().empty
    with pytest.raises(InputError, match=r"expected a folder with finished reports"):
        simulation.simulated_rates(tmp_path, "bloodstones", pd.DataFrame())


def test_the_command_writes_a_report_and_overwrites_nothing(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("club.csv").write_text(csv_of(), encoding="utf-8")
    assert main(["report", "--games", "club.csv", "--title", "Duel", "--out", "made"]) == 0
    assert "from 12 games with human players." in capsys.readouterr().out
    made = {path: path.read_bytes() for path in Path("made").rglob("*") if path.is_file()}
    assert {"report.pdf", "report.html", "provenance.json", "card.json"} <= {p.name for p in made}
    assert main(["report", "games", "club.csv", "--title", "Duel", "--out", "made", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 12
    assert {path: path.read_bytes() for path in made} == made
    Path("other.csv").write_text(csv_of(seed=2), encoding="utf-8")
    assert main(["report", "games", "other.csv", "--out", "made"]) == 2
    assert "expected only the report of the study 'other', got that of 'club'" in (
        capsys.readouterr().err
    )
    assert {path: path.read_bytes() for path in made} == made
    assert main(["report", "games", "other.csv", "--html", "--out", "made", "--replace"]) == 0
    assert not Path("made/report.pdf").exists()


@pytest.fixture
def empty(tmp_path, monkeypatch):
    """A new working folder."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("text", "options", "match"),
    [
        ("game,player\n1,a\n", [], "expected a column for the rank"),
        (csv_of(), ["--column", "role"], "expected WHAT=HEADING, such as role=Tribe, got 'role'"),
        (csv_of(), ["--column", "tribe=map"], "expected one of game, player"),
        (csv_of(), ["--band", "0"], "expected a percentage above 0 and up to 100, got 0.0"),
        (csv_of(), ["--game", "bloodstones"], "expected a role of Bloodstones, got "),
        (csv_of(), ["--game", "chess"], "expected a game, got 'chess' (--game)"),
        (csv_of(), ["--game", "bloodstones", "--title", "x"], "expected one of --game and --title"),
        (csv_of(), ["--reports", "none", "--title", "x" * 200], "expected a title of at most 100"),
    ],
)  # fmt: skip
def test_bad_input_ends_with_2_and_writes_nothing(
    text, options, match, tmp_path, capsys, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    Path("club.csv").write_text(text, encoding="utf-8")
    assert main(["report", "games", "club.csv", "--out", "made", *options]) == 2
    error = capsys.readouterr().err
    assert match in error
    assert "Traceback" not in error
    assert not Path("made").exists()


def test_a_missing_list_ends_with_2(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["report", "games", "none.csv"]) == 2
    assert "expected a CSV file with a heading for each column, got none" in capsys.readouterr().err


def test_the_report_is_made_again_from_its_tables_with_the_text_of_an_author(tmp_path, unfair):
    folder = tmp_path / "club"
    bs.load_games(unfair.rename(columns={"player": "Name"}), "Duel").report(folder)
    (folder / "report.toml").write_text(
        'kind = "games"\ntitle = "Is our Duel fair?"\nstudy = "games"\n\n'
        '[[notes]]\nsection = "roles"\ntext = "Mind the Blacks."\n',
        encoding="utf-8",
    )
    again = kept_report(folder).compose()
    assert again.title == "Is our Duel fair?"
    assert "Mind the Blacks." in words(again)
    assert again.answer[0].startswith("No: people win ")
    (folder / "report.toml").write_text('kind = "games"\nband = 500\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"report\.toml"):
        read_definition(folder, KINDS["games"].ids)


def test_a_league_measures_itself(unfair):
    found = bs.load_games(unfair, "Duel")
    assert found.win_rates()["role"].tolist() == sorted(set(unfair["faction"]))
    assert found.win_rates(("players", "seat"))["seat"].tolist() == [0, 1, 2, 3]
    assert found.adjusted().set_index("role")["verdict"]["Blacks"] == "unfair"
    assert {"player", "strength", "ahead"} <= set(found.ratings())
    assert {"game", "role", "player", "win_credit"} <= set(found.rows)
    assert not {"strategy", "faction", "cell", "_setup"} & set(found.rows)
    assert "120 games with human players, 12 people" in str(found)
    assert "Blacks" in found._repr_html_()
    with pytest.raises(InputError, match=r"expected a column of rows, got 'strategy' \(by=\)"):
        found.win_rates(["strategy"])
    with pytest.raises(InputError, match=r"Name it: columns=\{\"rank\": \"mood\"\}"):
        bs.load_games(unfair[["game", "player", "faction"]].assign(mood=1))


def test_the_tables_beside_a_report_keep_names_that_are_numbers(tmp_path):
    table, _ = league(20, seed=2)
    table["player"] = table["player"].str[1:]
    bs.load_games(table).report(tmp_path / "made")
    content = (tmp_path / "made" / "tables" / "ratings_of_players.csv").read_bytes()
    assert set(read_table(content)["player"]) == set(table["player"])
    assert ADJUSTED == "adjusted_rates"
