"""One recommended change for each table, chosen over the tests of all reports."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bloodstones.core.errors import RunError
from bloodstones.report.contract import tested as changes
from bloodstones.report.contract.tested import ROLES, at_table, decisive, recipe
from bloodstones.report.contract.topic import block_of
from bloodstones.report.front import tested as front
from bloodstones.report.make import kept_report
from bloodstones.report.summary.fixes import all_tested
from bloodstones.report.summary.shelf import read_shelf
from bloodstones.stats.changes import Mending
from tests.report.conftest import REPORT

FAIR = 0.25
TUNED = "tuned script"
ROOT = REPORT.parent
RECOMMENDS = re.compile(r"Use “([^”]+)” with (two|three|four|five|six) players")
SIZES = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


def change_of(words: str, after: float, kind: str, **fields: object) -> changes.TestedChange:
    """A change that moves two roles of a table of four, which are 10 points from fair."""
    gain = 0.1 - after
    mending = Mending(0.1, after, 0.01, max(gain, 0), 0.0, 0.0, max(gain, 0), max(-gain, 0), FAIR)
    made = changes.TestedChange(
        game="race", baseline="", where="", report="one", study="one", title="One",
        address="../one", players=4, of=ROLES, words=words,
        change=frozenset({(words, "1")}), role="faction",
        kind=kind, strategy="bold", order=0, mending=mending, furthest="reds",
        rates={"reds": (0.35, 0.25 + after), "blues": (0.15, 0.25 - after)}, pairs=900,
    )  # fmt: skip
    return replace(made, **fields)  # type: ignore[arg-type]


def advice(*every: changes.TestedChange, least: float = 0.02) -> str:
    return block_of(front.TEMPLATE, front.Tested(every, 4, ROLES, least), "advice").replace(
        "\u00a0", " "
    )


def test_the_strongest_player_type_decides() -> None:
    strong = change_of("hand 6", 0.06, "quick search")
    weak = change_of("start 0", 0.01, TUNED)
    assert recipe([strong, weak], 4) == strong
    assert recipe([replace(strong, mending=change_of("x", 0.1, TUNED).mending), weak], 4) == weak


def test_a_change_that_helps_weaker_players_alone_is_not_recommended() -> None:
    both = (change_of("hand 6", 0.01, TUNED), change_of("hand 6", 0.11, "quick search"))
    assert recipe(both, 4) is None
    assert advice(*both) == (
        "No tested change brings this table closer to fair by 2 points or more with the strongest "
        "player type that tested it. “hand 6” helps only with the tuned script."
    )


def test_every_strategy_of_the_strongest_type_must_gain() -> None:
    plain, skilled = (
        change_of("hand 6", 0.11, TUNED),
        change_of("hand 6", 0.01, TUNED, strategy="best", order=1),
    )
    assert decisive([plain, skilled]) == (plain,)
    assert recipe([plain, skilled], 4) is None
    assert recipe([replace(plain, mending=skilled.mending), skilled], 4) == skilled


def test_fewer_changes_come_first_where_more_gain_no_more_for_certain() -> None:
    few = change_of("hand 6", 0.03, TUNED)
    many = change_of(
        "three numbers", 0.025, TUNED, change=frozenset({("a", "1"), ("b", "1"), ("c", "1")})
    )
    assert recipe([few, many], 4) == few
    surely = replace(many, mending=change_of("", 0.01, TUNED).mending)
    assert recipe([few, surely], 4) == surely


@pytest.mark.parametrize(
    "mending",
    [
        Mending(0.1, 0.09, 0.001, 0.04, 0.0, 0.0, 0.02, 0.0, FAIR),  # smaller than what matters
        Mending(0.1, 0.06, 0.05, 0.16, 0.0, 0.0, 0.08, 0.0, FAIR),  # within the error
        Mending(0.1, 0.06, 0.01, 0.16, 0.06, 0.06, 0.08, 0.0, FAIR),  # swings to the other side
        Mending(0.1, 0.06, 0.01, 0.26, 0.0, 0.0, 0.08, 0.1, FAIR),  # harms more than it helps
    ],
    ids=["small", "uncertain", "too far", "side effect"],
)
def test_a_change_is_not_recommended_without_size_or_with_a_larger_side_effect(
    mending: Mending,
) -> None:
    assert not mending.helps()
    assert recipe([change_of("hand 6", 0.06, TUNED, mending=mending)], 4) is None


def test_a_side_effect_is_named_and_not_denied() -> None:
    mending = Mending(0.1, 0.06, 0.01, 0.26, 0.0, 0.0, 0.08, 0.1, FAIR)
    said = advice(change_of("hand 6", 0.06, TUNED, mending=mending))
    assert said.startswith("No tested change helps this table without a larger side effect.")
    assert "“Hand 6” does most" in said or "“hand 6” does most" in said


def test_a_planted_test_that_gains_more_stops_the_build() -> None:
    one = change_of("hand 6", 0.05, TUNED)
    finding = front.Tested((one,), 4, ROLES)
    assert finding.claim("one_recipe")
    stronger = change_of("start 0", 0.01, "quick search")
    wrong = replace(finding, tests=(one, stronger))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(front.Tested, "recipe", property(lambda _: one))
        with pytest.raises(RunError, match=r"Tested\.one_recipe"):
            wrong.sure("one_recipe")
        patch.setattr(front.Tested, "recipe", property(lambda _: change_of("hand 6", 0.095, TUNED)))
        with pytest.raises(RunError, match=r"Tested\.gains"):
            finding.sure("gains")
    assert not finding.claim("none_gains")


def test_a_table_with_other_armies_is_another_table() -> None:
    bought = change_of("hand 6", 0.01, TUNED, baseline="armies: buy")
    assert recipe([bought], 4) is None
    assert recipe([bought], 4, baseline="armies: buy") == bought


def test_all_shipped_reports_recommend_the_same_change_for_a_table() -> None:
    every = all_tested(read_shelf(ROOT))
    best = {}
    for game, baseline, players, of in changes.tables_of(every):
        of_game = [one for one in every if one.game == game]
        one = recipe(at_table(of_game, players, of, baseline), players, of, baseline)
        if one is not None:
            best.setdefault((game, players), set()).add(one.words)
    said = 0
    for folder in sorted(path.parent for path in ROOT.glob("*/report.toml")):
        if folder.name == "bloodstones_rulebook_advice":
            continue
        game = next(game for game in {one.game for one in every} if folder.name.startswith(game))
        for words, size in RECOMMENDS.findall(kept_report(folder).first_page().front.advice):
            assert words in best[game, SIZES[size]], folder.name
            said += 1
    assert said > len(best)
