"""Exact questions beside brute force."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from bloodstones.api.loading import load_game
from bloodstones.cli import load
from bloodstones.core.errors import InputError
from bloodstones.games.bellum_magica.engine.decisions import Kind
from bloodstones.games.bellum_magica.odds.army import best_rolls, target_of
from bloodstones.games.bellum_magica.odds.offers import Pile, pile_of
from bloodstones.games.bellum_magica.rules.names import Deck, Side, Token
from bloodstones.games.bellum_magica.rules.reading import load_ruleset
from tests.games.bellum_magica.scenario import Scenario

RULES = load_ruleset()
draws, odds = load("draws", "bellum_magica"), load("odds", "bellum_magica")
worths = st.lists(st.integers(0, 3), min_size=6, max_size=6)


def run(command: Any, *args: str) -> Any:
    done = CliRunner().invoke(command, [*args, "--json"], catch_exceptions=False)
    return json.loads(done.output)


def played(values: list[int], again: list[set[int]]) -> tuple[Fraction, list[Fraction]]:
    """Expected worth and final rows when rows of `again[i]` are rolled again, by all sequences."""
    final = [Fraction(0)] * 6
    for sequence in product(range(6), repeat=len(again) + 1):
        row = sequence[0]
        for number, rows in enumerate(again):
            if row not in rows:
                break
            row = sequence[number + 1]
        final[row] += Fraction(1, 6 ** (len(again) + 1))
    return sum((c * v for c, v in zip(final, values, strict=True)), Fraction(0)), final


@given(worths, st.integers(0, 2))
def test_a_plan_is_worth_what_all_sequences_of_rolls_say(values: list[int], rerolls: int) -> None:
    plan = best_rolls(values, rerolls)
    again = [{row - 1 for row in rows} for rows in reversed(plan.rolled_again)]
    expected, final = played(values, again)
    assert plan.expected[-1] == expected
    assert list(plan.final) == final
    assert plan.mean(values) == expected


@settings(max_examples=15)
@given(worths)
def test_no_other_use_of_one_reroll_is_better(values: list[int]) -> None:
    best = best_rolls(values, 1).expected[-1]
    every = (set(rows) for size in range(7) for rows in combinations(range(6), size))
    assert best == max(played(values, [rows])[0] for rows in every)


@pytest.mark.rule("BM-TROOP-01", "BM-ATTACK-03", "BM-ATTACK-10")
@pytest.mark.parametrize("target", ["F04", "V04", "W05", "T01", "C2"])
def test_the_rows_that_win_are_those_in_which_the_engine_offers_the_attack(target: str) -> None:
    left, right = ["G01", "E07"], ["E12", "M09", "E13"]
    output = run(
        odds,
        "--castle",
        "C1",
        "--left",
        ",".join(left),
        "--right",
        ",".join(right),
        "--target",
        target,
    )
    rows = []
    for number in range(1, 7):
        scene = Scenario(2).castle(0)
        for name in left:
            scene.under(0, name, Side.LEFT)
        for name in right:
            scene.under(0, name, Side.RIGHT)
        if target[0] in "FVW":
            scene.show(target)
        scene.chests(1, wood=[1]).roll(number).luck()
        attack = {"T": "tavern", "C": "raid 1"}.get(target[0], f"location {target}")
        if not scene.game.is_chance and attack in scene.legal():
            rows.append(number)
        food = int(scene.state.food_gained[0])
        assert food == scene.state.troop[0, number - 1, 0]
    assert output["rows_that_win"] == rows
    assert Fraction(output["p_success_fraction"]) == Fraction(len(rows), 6)


def test_rerolls_raise_the_chance() -> None:
    base = ["--castle", "c1", "--right", "e07", "--target", "F04"]
    output = run(odds, *base)
    rows = len(output["rows_that_win"])
    assert 0 < rows < 6
    missed = Fraction(6 - rows, 6)
    twice = run(odds, *base, "--rerolls", "2")
    assert Fraction(twice["p_success_fraction"]) == 1 - missed**3
    assert twice["p_success"] == float(1 - missed**3)
    food = run(odds, *base, "--rerolls", "2", "--aim", "food")
    gathered = Fraction(food["expected_gather_fraction"]["food"])
    assert gathered > Fraction(output["expected_gather_fraction"]["food"])
    changed = run(odds, *base, "--set", "F04.shields=20")
    assert changed["p_success"] == 0
    assert changed["overrides"] == {"F04.shields": 20}


def test_tokens_protect_a_castle() -> None:
    target = target_of(RULES, "C2", {Token.SHIELD: 1, Token.MAGIC_SHIELD: 1})
    assert (target.shields, target.magic_shields, target.thief) == (3, 1, True)
    assert target.falls_to((0, 0, 0, 3, 1, 1))
    assert not target.falls_to((0, 0, 0, 5, 0, 1))
    assert not target.falls_to((0, 0, 0, 0, 4, 0))


def test_every_fault_of_an_army_is_reported_at_once() -> None:
    args = ["--castle", "C9", "--left", "G01, G02, E7", "--right", "G03, G01", "--target", "X"]
    with pytest.raises(InputError) as caught:
        CliRunner().invoke(odds, args, catch_exceptions=False)
    known = ["--castle", "C9", "--left", "G01, G02", "--right", "G03, G01", "--target", "X"]
    with pytest.raises(InputError) as others:
        CliRunner().invoke(odds, known, catch_exceptions=False)
    told = f"{caught.value} {others.value}"
    for words in (
        "a castle board",
        "'E7' (did you mean",
        "G01 once",
        "at most 2 goblins",
        "--target",
    ):
        assert words in told


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--castle", "C1"], "missing --target"),
        (["--target", "W05"], "missing --castle"),
        (["--castle", "C1", "--target", "W05", "--aim", "gold"], "an aim"),
        (["--castle", "C1", "--target", "W05", "--rerolls", "x"], "a whole number"),
        (["--castle", "C1", "--target", "W05", "--tokens", "shield"], "tokens of a castle"),
        (["--castle", "C1", "--target", "C2", "--tokens", "sheild"], "did you mean shield"),
        (["--castle", "C1", "--target", "W05", "--set", "W05.shields=x"], "shields as a whole"),
    ],
)
def test_bad_arguments_of_odds(args: list[str], words: str) -> None:
    with pytest.raises(InputError, match=words):
        CliRunner().invoke(odds, args, catch_exceptions=False)


@given(st.integers(0, 3), st.integers(1, 4), st.integers(0, 7), st.integers(1, 3))
def test_chances_of_a_pile_are_counted_card_by_card(
    wanted: int, others: int, cards: int, least: int
) -> None:
    card = RULES.creatures[-1]
    pile = Pile(Deck.EVIL, (card,) * wanted, others)
    drawn = min(cards, wanted + others)
    hands = list(combinations([1] * wanted + [0] * others, drawn))
    good = sum(sum(hand) >= least for hand in hands)
    assert pile.chance(cards, least) == Fraction(good, len(hands))


@pytest.mark.rule("BM-SETUP-08", "BM-RECRUIT-04", "AMB-14")
def test_the_engine_turns_up_what_the_chances_say() -> None:
    pile = pile_of(RULES, ["ogre"], ("E01", "E02"), Deck.EVIL)
    scene = Scenario(2).offer("E01", "E02").own(0, food=2).roll().play("recruit E01 food")
    outcomes = scene.game.outcomes()
    names = [RULES.creatures[each.x].name for each in outcomes if each.kind is Kind.OPEN_CREATURE]
    assert pile.chance(1) == Fraction(names.count("Ogre"), len(names))
    output = run(draws, "--want", "ogre", "--refills", "1", "--seen", "E01, E02")
    assert Fraction(output["p_success_fraction"]) == pile.chance(1)
    assert output["cards_in_pile"] == 44


def test_the_open_cards_of_the_beginning_count_without_seen_ones() -> None:
    output = run(draws, "--want", "dragon")
    assert output["p_success_fraction"] == "37/190"
    output = run(draws, "--want", "magic_sword", "--pile", "evil", "--refills", "50")
    assert output["p_success"] == 1.0
    assert len(output["by_refill"]) == 51


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([], "missing --want"),
        (["--want", "ogra"], "did you mean ogre"),
        (["--want", "reroll"], "creatures of one pile, or --pile"),
        (["--want", "ogre", "--seen", "E99"], "the id of an evil"),
        (["--want", "ogre", "--pile", "good"], "a pile of creatures"),
        (["--want", "ogre", "--at-least", "0"], "at least 1"),
        (["--want", "ogre", "--refills", "99"], "from 0 to 80"),
    ],
)
def test_bad_arguments_of_draws(args: list[str], words: str) -> None:
    with pytest.raises(InputError, match=words):
        CliRunner().invoke(draws, args, catch_exceptions=False)


@pytest.mark.parametrize(
    ("command", "args", "words"),
    [
        (odds, ["--castle", "C1", "--target", "F01", "--rerolls", "1"], "Plundered "),
        (draws, ["--want", "ogre", "--set", "E07.R1=S"], "With changed rules: E07.R1 = S"),
    ],
)
def test_answers_in_words(command: Any, args: list[str], words: str) -> None:
    assert words in CliRunner().invoke(command, args, catch_exceptions=False).output


def test_the_frame_of_draws_has_a_row_a_refill() -> None:
    answer = load_game("bellum_magica").draws("ogre", refills=3)
    frame = answer.to_pandas()
    assert frame["refills"].tolist() == [0, 1, 2, 3]
    assert frame["p"].tolist() == [float(Fraction(each)) for each in answer.by_refill]
