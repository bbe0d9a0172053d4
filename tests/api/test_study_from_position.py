"""Studies that begin at a position, in Python, and what their reports say."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

import bloodstones as bs

POSITION = (
    "bloodstones tyrants_lament hill_folk,horse_lords turn=9 first=0 active=0 point=main"
    " | 0: citadel=1 units=1:giant*2;2:swordsman*2 hand=skirmisher*2+leader villages=2 regroups=1"
    " | 1: citadel=30 units=30:swordsman+cavalry*2;2:cavalry hand=?5 villages=31 regroups=1"
)


def text_of(page: Path) -> str:
    plain = re.sub(r"(?s)<(svg|style|script).*?</\1>|<[^>]+>", " ", page.read_text())
    return " ".join(unescape(plain).split())


def test_a_study_begins_at_the_position_of_a_playthrough(tmp_path: Path) -> None:
    play = bs.load_game("bloodstones").position(POSITION)
    study = bs.Study(
        game="bloodstones",
        start=play.notation,
        strategies=["warlord"],
        replicates=60,
        arms={"larger_hands": {"overrides": {"hand_limit": 8}}},
    )
    assert study.map is None
    results = study.run(jobs=1)
    rows = results.to_pandas()
    assert int(rows["game_turns"].min()) >= 9
    results.report(tmp_path / "report.html")
    said = text_of(tmp_path / "report.html")
    base = rows[(rows["arm"] == "base")].groupby("faction")["win_credit"].mean()
    leader = "Horse Lords" if base["horse_lords"] > base["hill_folk"] else "Hill Folk"
    assert f"From this position, the {leader} win {base.max():.0%}".replace("%", " %") in said
    assert "Who wins from here" in said
    assert "fairer" not in said
    assert "the start player" not in said


def test_a_study_without_line_ups_and_position_says_what_is_missing() -> None:
    with pytest.raises(bs.InputError, match="`lineups=` or `start=`, got none"):
        bs.Study(game="bloodstones", strategies=["warlord"], replicates=1)
