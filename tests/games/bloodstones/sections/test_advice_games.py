"""What whole games tell of hints: which lines speak, what is said of them, faults of tables."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import pytest

from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults
from bloodstones.games.bloodstones.sections.advice import Advice, Hint
from bloodstones.games.bloodstones.sections.advice_games import (
    COLUMNS,
    comparisons,
    read_tables,
    speaking,
)
from bloodstones.games.bloodstones.sections.advice_wording import finding, in_games, sentence
from bloodstones.report.document.model import Paragraph, Table
from bloodstones.report.language.phrases import DEPENDS, HOLDS
from bloodstones.report.study.definition import StrategyText
from bloodstones.report.topics.worth import COLUMNS as WORTH
from bloodstones.report.topics.worth import HOLM, READ

HEAD = ",".join((*WORTH, HOLM))
TEXTS = {"glance_8": StrategyText("A glance, 8", "looks", "sees little")}
SURE, UNSURE = 0.001, 0.4


@dataclass(frozen=True)
class Line:
    """A line of a table of restricted play: a difference in percentage points, half a width."""

    thing: str
    points: float
    strategy: str = "glance_8"
    faction: str = "corsairs"
    players: int = 4
    half: float = 2
    holm: float = SURE

    @property
    def text(self) -> str:
        low, high = self.points - self.half, self.points + self.half
        numbers = [0.25 - self.points / 100, 0.25, *(n / 100 for n in (self.points, low, high))]
        figures = ",".join(f"{number:.6f}" for number in numbers)
        start = f"{self.players},{self.faction},{self.thing},{self.strategy},1200,{figures}"
        return f"{start},0.010000,0.2,10,8,paired t,{self.holm:.6f}"


def table(folder: Path, *lines: Line, study: str = "some_study") -> Path:
    path = folder / study / "tables" / "worth.csv"
    path.parent.mkdir(parents=True)
    path.write_text("\n".join([HEAD, *(line.text for line in lines), ""]), encoding="utf-8")
    return path


def lines_of(folder: Path, advice: Advice, *lines: Line) -> pd.DataFrame:
    faults = Faults()
    games = read_tables([table(folder, *lines)], faults)
    faults.raise_if_any()
    return speaking(advice, games)


def hint(name: str, *things: str, factions: tuple[str, ...] = ()) -> Hint:
    return Hint(name, f"Of {name}.", {}, (), things, factions)


def advice(*hints: Hint) -> Advice:
    return Advice("a", "Is it so?", hints)


def said(folder: Path, *lines: Line) -> str:
    """What is said of a hint on castles."""
    spoken = sentence(lines_of(folder, advice(hint("h", "castle")), *lines), TEXTS)
    return spoken.replace("\N{NO-BREAK SPACE}", " ")


def test_lines_speak_to_the_hints_that_name_their_thing_and_faction(tmp_path: Path) -> None:
    asked = advice(
        hint("none"),
        hint("all", "castle"),
        hint("one", "ship", "castle", factions=("corsairs",)),
        hint("unplayed", "giant"),
    )
    spoken = lines_of(
        tmp_path,
        asked,
        Line("castle", 1, faction="corsairs"),
        Line("castle", 2, faction="hill_folk"),
        Line("ship", 3, faction="corsairs"),
        Line("leader", 4, faction="corsairs"),
    )
    assert tuple(spoken.columns) == COLUMNS
    assert spoken[["hint", "thing", "faction"]].to_numpy().tolist() == [
        ["all", "castle", "hill_folk"],
        ["all", "castle", "corsairs"],
        ["one", "ship", "corsairs"],
        ["one", "castle", "corsairs"],
    ]
    assert spoken["difference"].tolist() == [0.02, 0.01, 0.03, 0.01]
    assert set(spoken["study"]) == {"some_study"}
    assert len(comparisons(spoken)) == 3  # the castle of Corsairs speaks to two hints


def test_a_thing_worth_something_at_every_level_is_reported_with_its_figures(
    tmp_path: Path,
) -> None:
    spoken = said(tmp_path, Line("castle", 9), Line("castle", 5, "other_plan"))
    assert spoken == (
        "The Corsairs' castle with four players is worth something at every level played: "
        "+9 percentage points, 95 % interval +7 to +11, played by A glance, 8; +5, +3 to +7, "
        "played by Other Plan (n = 1,200 pairs of games a figure; holds at all levels played: "
        "A glance, 8 and Other Plan)."
    )


def test_a_thing_worth_something_at_one_level_alone_depends_on_play(tmp_path: Path) -> None:
    spoken = said(tmp_path, Line("castle", 9), Line("castle", 2.1, "other_plan", holm=UNSURE))
    assert "is worth something at some of the levels played: +9" in spoken
    assert "+7 to +11, played by A glance, 8;" in spoken
    # Whatever its interval.
    assert "+2, 0 to +4, no significant difference, played by Other Plan" in spoken
    assert spoken.endswith("depends on play: A glance, 8 and Other Plan).")


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([(1, UNSURE), (0, UNSURE)], "worth nothing that could be told at any level played"),
        ([(-9, SURE), (-8, SURE)], "worth less than nothing at every level played"),
        ([(-9, SURE), (0, UNSURE)], "worth less than nothing at some of the levels played"),
        (
            [(-9, SURE), (9, SURE)],
            "worth something at some of the levels played and less than nothing at others",
        ),
        ([(9, SURE)], "worth something at the one level played"),
        ([(9, UNSURE)], "worth nothing that could be told at the one level played"),
    ],
)
def test_what_levels_say_of_a_thing(
    tmp_path: Path, lines: list[tuple[float, float]], words: str
) -> None:
    names = ("glance_8", "other_plan")
    own = [Line("castle", n, who, holm=p) for (n, p), who in zip(lines, names, strict=False)]
    spoken = said(tmp_path, *own)
    assert f"is {words}: " in spoken
    agree = len({(n > 0) - (n < 0) if p == SURE else 0 for n, p in lines}) == 1
    held = HOLDS if agree else DEPENDS
    assert (held if len(lines) > 1 else "played at one level: A glance, 8") in spoken


def test_many_comparisons_are_counted_and_the_outermost_named(tmp_path: Path) -> None:
    spoken = said(
        tmp_path,
        *(Line("castle", 9, who) for who in ("glance_8", "other_plan")),
        *(Line("castle", 5, who, "hill_folk") for who in ("glance_8", "other_plan")),
        *(Line("castle", 0.4, who, "hill_folk", 2, holm=UNSURE) for who in ("glance_8", "other")),
        Line("castle", 3, "glance_8", "horse_lords"),
        Line("castle", 1, "other_plan", "horse_lords", holm=UNSURE),
    )
    assert spoken.startswith(
        "Of four comparisons of play with castle and without two find it worth something at every "
        "level played, one worth something at some of the levels played and one worth nothing "
        "that could be told at any level played; the most is the Corsairs' castle with four "
        "players (+9 percentage points"
    )
    assert "; levels of play differ most on the Horse Lords' castle with four players (+3" in spoken


def test_the_section_tells_every_line_and_what_is_not_played(tmp_path: Path) -> None:
    asked = advice(hint("walls_first", "castle"), hint("sail", "ship"), hint("lead"))
    lines = lines_of(
        tmp_path, asked, Line("castle", 9), Line("castle", 0.5, "other_plan", holm=UNSURE)
    )
    section = in_games(asked, lines, TEXTS)
    shown, *rest = section.blocks
    assert isinstance(shown, Table)
    names = ("hint", "thing", "faction", "players", "played by")
    assert shown.header == (*names, "worth", "95 % interval", "pairs")
    assert shown.rows == (
        (
            *("Walls first", "castle", "Corsairs", "4", "A glance, 8"),
            *("+9\u2009*", "+7 to +11", "1,200"),
        ),
        ("", "", "Corsairs", "4", "Other Plan", "0", "−2 to +2", "1,200"),
    )
    assert "some_study" in shown.caption
    texts = [block.text for block in rest if isinstance(block, Paragraph)]
    assert texts[0].startswith("“Of walls_first.” The Corsairs' castle")
    assert texts[1] == "Not played with the thing and without: Sail (ship)."
    assert texts[2].endswith("nothing to have or to go without: Lead.")
    assert texts[3] == "A glance, 8 looks. It sees little."
    assert texts[4].startswith("Restricted play: ")
    assert not any("Sail" in text for text in (*texts[:1], *texts[2:]))


def test_lines_of_two_studies_are_kept_apart(tmp_path: Path) -> None:
    asked, faults = advice(hint("walls", "castle")), Faults()
    paths = [
        table(tmp_path, Line("castle", 9), study="first_study"),
        table(tmp_path, Line("castle", 4, holm=UNSURE), study="second_study"),
    ]
    lines = speaking(asked, read_tables(paths, faults))
    assert faults.sentences == []
    assert lines["study"].tolist() == ["first_study", "second_study"]
    assert len(comparisons(lines)) == 2
    shown = in_games(asked, lines, TEXTS).blocks[0]
    assert isinstance(shown, Table)
    column = shown.header.index("games")
    assert [row[column] for row in shown.rows] == ["1", "2"]
    assert "first_study (1) and second_study (2)" in shown.caption


def test_the_first_page_counts_the_comparisons_of_whole_games(tmp_path: Path) -> None:
    asked = advice(hint("walls", "castle"), hint("towers", "castle"), hint("lead"))
    lines = lines_of(tmp_path, asked, Line("castle", 9), Line("castle", 5, "other_plan"))
    assert finding(lines) == (
        "in whole games, one of one comparison shows a worth of what the hints name"
    )


def test_games_that_speak_to_no_hint_are_not_on_the_first_page(tmp_path: Path) -> None:
    asked = advice(hint("sail", "ship"))
    lines = lines_of(tmp_path, asked, Line("castle", 9))
    assert finding(lines) == ""
    (only,) = in_games(asked, lines, TEXTS).blocks
    assert isinstance(only, Paragraph)
    assert only.text == "Not played with the thing and without: Sail (ship)."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (",".join(name for name in READ if name != HOLM), "expected the column holm, got none"),
        (HEAD, "expected at least one line, got none"),
        (f"{HEAD}\n{Line('castle', 1, faction='elves').text}", "a known faction, got 'elves'"),
        (f"{HEAD}\n{Line('moat', 1).text}", "expected a known thing, got 'moat'"),
        (f"{HEAD}\n{Line('castle', 300).text}", "expected base from 0 to 1, got '-2.750000'"),
        (f"{HEAD}\n{Line('castle', 1).text.replace('1200', 'many')}", "expected pairs as a whole"),
    ],
)
def test_faults_of_a_table_are_reported_with_their_place(
    tmp_path: Path, text: str, message: str
) -> None:
    path, faults = table(tmp_path), Faults()
    path.write_text(text, encoding="utf-8")
    read_tables([path], faults)
    with pytest.raises(InputError, match=rf"worth\.csv.*: .*{message}"):
        faults.raise_if_any()


def test_a_table_that_is_not_there_is_reported(tmp_path: Path) -> None:
    faults = Faults()
    read_tables([tmp_path / "worth.csv"], faults)
    with pytest.raises(InputError, match=r"worth\.csv: expected a readable file, got No such file"):
        faults.raise_if_any()
