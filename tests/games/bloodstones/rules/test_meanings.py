"""What rule numbers mean: every one has words and a clause, and users meet them."""

from __future__ import annotations

import json
from collections import defaultdict

import pytest

from bloodstones.cli import main
from bloodstones.core.errors import InputError
from bloodstones.core.rules.number_rows import read_rows
from bloodstones.games.bloodstones.rules.numbers import changes_text, rule_numbers, with_overrides
from bloodstones.games.bloodstones.rules.reading import (
    DATA,
    MAX_DISTANCE,
    MAX_REGROUPS,
    MAX_STEPS,
    MAX_VILLAGES,
    load_ruleset,
)
from bloodstones.games.bloodstones.rules.register import load_register
from bloodstones.games.bloodstones.rules.tiles import (
    MAX_COST,
    MAX_DRAWN,
    MAX_HAND,
    MAX_MODIFIER,
    MAX_MOVEMENT,
    MAX_PIPS,
    MAX_TILES,
    MAX_VP,
    MIN_PIPS,
    TRAITS,
    UNIT_TYPES,
)

NUMBERS = rule_numbers(load_ruleset())


def flat(text: str) -> str:
    return " ".join(text.split())


def test_every_number_has_a_clause_of_the_register_and_words_of_its_own() -> None:
    clauses, said = load_register().clauses, defaultdict(list)
    for name, number in NUMBERS.items():
        assert number.clause in clauses, name
        said[number.meaning].append(name)
    assert [names for names in said.values() if len(names) > 1] == []


@pytest.mark.parametrize(
    ("name", "words", "clause"),
    [
        ("hand_limit", "hand size after drawing", "BS-GEN-17"),
        (
            "horse_lords.hand_limit",
            "hand size after drawing (Horse Lords)",
            "BS-GEN-17",
        ),
        ("regroups.2", "regroups that end a game of 2 players", "BS-REGROUP-05"),
        ("undead", "number of undead pieces", "BS-COMP-04"),
        ("undead.modifier", "strength that an undead adds in battle", "BS-MOD-15"),
        (
            "hill_folk.movement.mountains",
            "pips that a land unit pays to enter mountains (Hill Folk)",
            "BS-HILL-02",
        ),
        ("ship.movement.sea", "pips that a ship pays to enter sea", "BS-MOVE-12"),
        (
            "corsairs.siege_engine.cost",
            "extra tiles that building a siege engine costs (Corsairs)",
            "BS-TILE-02",
        ),
    ],
)
def test_a_number_says_what_it_is(name: str, words: str, clause: str) -> None:
    assert (NUMBERS[name].meaning, NUMBERS[name].clause) == (words, clause)


def test_a_near_miss_is_reported_with_what_the_near_ones_mean() -> None:
    with pytest.raises(InputError, match="got 'village' ") as error:
        with_overrides(load_ruleset(), {"village": 1}, "--set")
    message = str(error.value)
    assert "did you mean villages: number of village pieces; village.cost." in message
    assert "pips for settling or raiding a village in " in message


def test_every_number_is_listed_with_value_range_and_clause(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["rules", "numbers", "--json"]) == 0
    numbers = {number["name"]: number for number in json.loads(capsys.readouterr().out)["numbers"]}
    assert len(numbers) == 319
    assert set(numbers) == set(NUMBERS)
    assert numbers["dragon.modifier"] == {
        "name": "dragon.modifier",
        "meaning": "strength that a dragon adds in battle",
        "values": [4],
        "low": NUMBERS["dragon.modifier"].low,
        "high": NUMBERS["dragon.modifier"].high,
        "clause": "BS-MOD-12",
    }
    assert numbers["hand_limit"]["values"] == [6, 7]
    assert main(["rules", "numbers"]) == 0
    text = capsys.readouterr().out
    assert "Numbers of Bloodstones  319 numbers" in text
    assert "hand_limit  6 or 7   from 1 to " in text


def test_numbers_are_found_by_words_of_name_meaning_and_clause(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for words in (["settling", "hills"], ["village.cost.hills"], ["Settling hills"]):
        assert main(["rules", "numbers", *words]) == 0
        text = flat(capsys.readouterr().out)
        assert "Numbers of Bloodstones 1 number village.cost.hills 2 from 1 to 5" in text
        assert "a village in hills (BS-VILLAGE-02)" in text
    assert main(["rules", "numbers", "bs-mod-12"]) == 0
    assert "dragon.modifier" in capsys.readouterr().out
    assert main(["rules", "numbers", "dragon.modifer"]) == 2
    errors = capsys.readouterr().err
    assert "expected words of a number of the rules, got 'dragon.modifer'" in errors
    assert "did you mean dragon.modifier" in errors
    assert main(["rules", "numbers", "qqqq"]) == 2
    assert "bloodstones rules numbers lists all" in capsys.readouterr().err


def test_a_change_says_what_it_changes() -> None:
    first, *lines = changes_text({"dragon.modifier": 3, "hand_limit": 5}).splitlines()
    assert first == "With changed rules: dragon.modifier = 3, hand_limit = 5"
    assert lines == [
        "  dragon.modifier: strength that a dragon adds in battle, printed 4",
        "  hand_limit: hand size after drawing, printed 6 or 7",
    ]


def test_what_a_what_if_may_set_is_what_a_file_may_say() -> None:
    """But for `count`, which a file leaves out where it is 0."""
    rows = read_rows(DATA)
    assert dict(rows.ranges("factions", "{faction}")) == {
        trait: range_ for trait, range_ in TRAITS.items() if trait != "citadels"
    }
    tiles = rows.ranges("factions", "{faction}", "tiles", "{unit}")
    assert tiles == {"count": (0, MAX_TILES), "cost": (0, MAX_COST), "pips": (MIN_PIPS, MAX_PIPS)}
    modifiers = {NUMBERS[f"{unit.id}.modifier"] for unit in UNIT_TYPES}
    assert {(each.low, each.high) for each in modifiers} == {(-MAX_MODIFIER, MAX_MODIFIER)}
    for name, most in (
        *(("starting_hand", MAX_HAND), ("founding_points", MAX_TILES), ("tiles_more", MAX_DRAWN)),
        *(
            ("vp.unit_beaten", MAX_VP),
            ("village.cost.hills", MAX_PIPS),
            ("regroups.2", MAX_REGROUPS),
        ),
        *(("movement.hills", MAX_MOVEMENT), ("citadel_distance", MAX_DISTANCE)),
        *(("undead_steps", MAX_STEPS), ("village.limit.hills", MAX_VILLAGES)),
    ):
        assert NUMBERS[name].high == most, name
