"""Results of odds show themselves in a notebook: tables with the numbers of their attributes."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from bloodstones.core.html_tables import chance_text, mean_text
from bloodstones.games.bloodstones.draws.opening import opening
from bloodstones.games.bloodstones.odds.battle import Battle, BattleOdds
from bloodstones.games.bloodstones.odds.chain import Chain, Step
from bloodstones.games.bloodstones.odds.ends import first_fight
from bloodstones.games.bloodstones.odds.force import parse_force
from bloodstones.games.bloodstones.odds.luck import how_lucky
from bloodstones.games.bloodstones.rules.names import Faction, Terrain
from bloodstones.odds.distribution import Distribution


def cells(html: str) -> list[list[str]]:
    """The cells of a table, its header first."""
    assert html.startswith("<table><caption>")
    assert html.endswith("</table>")
    return [re.findall(r"<t[hd]>(.*?)</t[hd]>", row) for row in re.findall(r"<tr>.*?</tr>", html)]


@pytest.fixture(scope="module")
def battle() -> Battle:
    attacker = parse_force("dragon_riders: cavalry, lizardman*2, leader", "attacker")
    defender = parse_force("horse_lords: swordsman, shieldbearer", "defender")
    return Battle(attacker, defender, Terrain.PLAINS)


@pytest.fixture(scope="module")
def odds(battle: Battle) -> BattleOdds:
    return battle.odds


def test_a_battle_shows_both_sides(odds: BattleOdds) -> None:
    head, attacker, defender = cells(odds._repr_html_())
    assert dict(zip(head, attacker, strict=True))["wins"] == "89.4 % = 219/245"
    assert dict(zip(head, defender, strict=True))["wins"] == "10.6 % = 26/245"
    assert attacker[head.index("modifiers")] == str(odds.attacker.modifier)
    assert attacker[head.index("VP on average")] == mean_text(odds.attacker.expected_vp)
    assert "the defender cannot withdraw" in odds._repr_html_()


def test_a_first_fight_shows_every_margin(battle: Battle) -> None:
    fight = first_fight(battle)
    _, *rows = cells(fight._repr_html_())
    assert [int(margin) for margin, _ in rows] == list(fight.margin)
    assert [chance for _, chance in rows] == [chance_text(p) for p in fight.margin.values()]


def test_luck_shows_both_draws(battle: Battle) -> None:
    luck = how_lucky(battle, (5, 5, 4, 2), (3, 2, 2))
    _, attacker, defender = cells(luck._repr_html_())
    assert attacker[1] == "5 5 4 2"
    assert defender[-1] == chance_text(luck.defender.place.percentile)


def test_a_chain_shows_its_battles_in_order() -> None:
    steps = (
        Step(1, Fraction(1), Fraction(3, 4), 2, Fraction(1, 3), None),
        Step(0, Fraction(3, 4), Fraction(1, 2), 1, Fraction(1, 6), None),
    )
    chain = Chain(steps, Fraction(2), Fraction(1, 2), Fraction(1), Fraction(0))
    assert cells(chain._repr_html_())[1:] == [
        ["2", "100.0 % = 1", "75.0 % = 3/4", "2", "0.33"],
        ["1", "75.0 % = 3/4", "50.0 % = 1/2", "1", "0.17"],
    ]


def test_distributions_and_openings_show_their_numbers() -> None:
    assert cells(Distribution({0: 1, 1: 3})._repr_html_()) == [
        ["outcome", "chance"],
        ["0", "25.0 % = 1/4"],
        ["1", "75.0 % = 3/4"],
    ]
    opened = opening(Faction.HILL_FOLK)
    shown = {row[0]: row[1] for row in cells(opened._repr_html_())}
    assert shown["points"] == mean_text(opened.points.mean())
    assert shown["pips left"] == mean_text(opened.pips_left.mean())


def test_long_fractions_are_shown_as_chances_alone() -> None:
    assert chance_text(Fraction(1, 3)) == "33.3 % = 1/3"
    assert chance_text(Fraction(10**9 + 1, 3 * 10**9)) == "33.3 %"
