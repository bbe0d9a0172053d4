"""Exact odds of attacks: against the engine, roll by roll, and in the command."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bloodstones.cli import load
from bloodstones.core.errors import InputError
from bloodstones.core.questions.parameters import ref
from bloodstones.games.battlelore.odds.attack import (
    Attack,
    _kept,
    best_use,
    counter,
    results,
    summary,
)
from bloodstones.games.battlelore.questions.functions import odds_table
from bloodstones.games.battlelore.questions.odds import CARDS, LANDS, Odds
from bloodstones.games.battlelore.rules.dice import rolls_of
from bloodstones.games.battlelore.rules.names import Face
from tests.games.battlelore.scene import DAQAN, RULES, UTHUK, Scene

command = load("odds", "battlelore")
Roll = tuple[int, ...]
Found = tuple[int, int, int, bool]  # damage, hexes, lore, whether a counter may follow


def read_attack(asked: dict[str, Any]) -> Attack:
    """The attack of a question, with settings and readings as texts."""
    lists = {"settings": "set", "options": "option"}
    given = {lists.get(name, name): value for name, value in asked.items()}
    given |= {name: tuple(given[name]) for name in lists.values() if name in given}
    return Odds.ask(given).attack()


def place_units(asked: dict[str, Any], **options: str) -> tuple[Scene, int, int]:
    """The attack on a board: the target may retreat to the right, as far as is free."""
    name, _, figures = asked["attacker"].partition(":")
    other, _, left = asked["target"].partition(":")
    seat = int(RULES.unit(name).faction)
    pairs = (pair.split("=") for pair in asked.get("settings", ()))
    scene = Scene(seat, overrides={key: int(n) for key, n in pairs}, **options).spare()
    ranged = RULES.unit(name).attack and not asked.get("adjacent")
    start, goal = ("5.2" if ranged else "5.3"), "5.4"
    one, two = scene.put(name, start, int(figures or 0)), scene.put(other, goal, int(left or 0))
    for where, option in ((start, "land_from"), (goal, "land_in")):
        scene.land(LANDS[asked.get(option, "plain")].id, where)
    free = asked.get("free_retreat", 3)
    behind = f"5.{5 + free}"
    blockers = ("citadel_guard", "blood_harvesters")
    if asked.get("supported"):
        scene.put(blockers[1 - seat], "5.5")
    elif free < 6:
        scene.put(blockers[seat], behind)
    scene.s.extra_dice[one] = asked.get("dice", 0)
    scene.s.poison[two], scene.s.stun[two] = asked.get("poisoned", 0), asked.get("stunned", 0)
    scene.s.poison[one] = asked.get("attacker_poisoned", 0)
    for name in CARDS:
        if asked.get(name):
            scene.card(seat, CARDS[name].id)
    return scene.ready(one), one, two


def played(scene: Scene, one: int, two: int, roll: tuple[int, ...], best: bool) -> Found:
    """Roll these dice in the engine and let heroic faces be used for most damage."""
    faces = [Face(face).id for face in range(6) for _ in range(roll[face])]
    base = scene.game
    start = base.copy()
    scene.game, scene.s = start, start.state
    health = scene.figures(two)
    scene.attack(one, two)
    if scene.point == "window":
        scene.game.apply(scene.game.legal()[1])
    lore = int(scene.s.lore.sum())
    scene.roll(*faces)
    for face in faces:
        if scene.point == "keep":
            scene.do("keep", Face.parse(face, "test"))
    tries = [("use", 0, 0)]
    if scene.point == "heroic":
        tries = sorted(scene.codes()) if best else [("use", 0, 0)]
    found: list[tuple[tuple[int, int], Found]] = []
    for _, count, _ in tries:
        twin = scene.game.copy()
        scene.game, kept = twin, scene.game
        scene.s = twin.state
        if scene.point == "heroic":
            scene.do("use", count)
        countered = scene.point == "counter"
        if countered:
            scene.do("pass")
        if scene.point == "support":
            scene.do("ignore")
        countered = countered or scene.point == "counter"
        damage = health - scene.figures(two)
        hexes = int(scene.s.gone[0])
        given = int(scene.s.given[one])
        result = (damage, hexes, int(scene.s.lore.sum()) - lore, countered)
        found.append(((damage, -given), result))
        scene.game, scene.s = kept, kept.state
    scene.game, scene.s = base, base.state
    return max(found, key=lambda pair: pair[0])[1]


ASKED = [
    {"attacker": "viper_legion:3", "target": "citadel_guard:2"},
    {"attacker": "citadel_guard:1", "target": "blood_harvesters:3", "free_retreat": 1},
    {"attacker": "blood_harvesters:2", "target": "rune_golem:2", "dice": -1},
    {"attacker": "rune_golem:2", "target": "chaos_lord:4", "supported": True},
    {"attacker": "rune_golem:1", "target": "blood_harvesters:3", "free_retreat": 0},
    {"attacker": "citadel_guard:3", "target": "obscenes:2", "land_in": "building"},
    {"attacker": "obscenes:2", "target": "citadel_guard:3", "land_in": "building", "dice": -1},
    {"attacker": "obscenes:2", "target": "roc_warrior:4", "land_in": "forest"},
    {"attacker": "roc_warrior:4", "target": "obscenes:2", "land_in": "building", "dice": -1},
    {"attacker": "yeoman_archers:2", "target": "viper_legion:3", "land_from": "forest", "dice": 1},
    {"attacker": "yeoman_archers:2", "target": "chaos_lord:5", "adjacent": True, "dice": 1},
    {"attacker": "riverwatch_riders:3", "target": "flesh_ripper_brutes:1", "dice": 1},
    {"attacker": "viper_legion:1", "target": "citadel_guard:3", "fury": True},
    {"attacker": "citadel_guard:2", "target": "obscenes:2", "poisoned": True},
    {"attacker": "rune_golem:1", "target": "blood_harvesters:3", "stunned": True},
    {"attacker": "citadel_guard:3", "target": "chaos_lord:3", "stunned": True, "poisoned": True},
]
# A card and tokens together: an attack of few dice, so that all rolls can be played.
HELPED = {
    "attacker": "blood_harvesters:3",
    "target": "rune_golem:2",
    "land_in": "building",
    "dice": -1,
    "settings": ["fury_of_yllan.amount=1"],
    "fury": True,
    "poisoned": True,
    "stunned": True,
}


# A reading that bears on attacks, and an attack whose odds it changes.
READ = [
    ("forest_dice=fixed", "riverwatch_riders chaos_lord in=forest set=riverwatch_riders.dice=1"),
    ("minimum_dice=0", "citadel_guard obscenes dice=-3"),
    ("frenzy_limit=figures", "blood_harvesters:1 rune_golem dice=1"),
    ("poison_lore=damage_only", "viper_legion citadel_guard:3"),
    ("building_shield=per_source", "obscenes citadel_guard:3 in=building dice=-1 free=0"),
    ("flying_terrain=own_hex", "roc_warrior:4 obscenes:2 in=building dice=-1"),
    ("flying_terrain=own_hex", "roc_warrior:4 viper_legion in=forest"),
    ("flying_retreat=all_or_nothing", "obscenes roc_warrior free=1 dice=-1"),
    ("vigilant_scope=plain", "riverwatch_riders chaos_lord"),
    ("counter_scope=plain", "citadel_guard:3 blood_harvesters"),
]


@pytest.mark.rule("AMB-10", "AMB-11", "AMB-46", "AMB-09", "AMB-20", "AMB-35", "AMB-42", "AMB-37")
@pytest.mark.rule("BL-TERRAIN-05", "BL-ATTACK-19")
@pytest.mark.parametrize(("reading", "text"), READ)
def test_odds_under_a_reading_are_those_of_the_engine(reading: str, text: str) -> None:
    attacker, target, *rest = text.split()
    asked: dict[str, Any] = {"attacker": attacker, "target": target}
    for word in rest:
        key, _, told = word.partition("=")
        if key in ("dice", "free"):
            asked[{"dice": "dice", "free": "free_retreat"}[key]] = int(told)
        else:
            asked |= {"land_in": told} if key == "in" else {"settings": [told]}
    name, _, value = reading.partition("=")
    odds_are_those_of_the_engine(asked, "best", **{name: value})
    usual, read = read_attack(asked), read_attack({**asked, "options": [reading]})
    assert (summary(usual), counter(usual)) != (summary(read), counter(read))


@pytest.mark.rule("AMB-47", "ferocity_retreat")
def test_a_counter_by_ferocity_may_spare_the_retreat() -> None:
    """All rolls of a weak attack on the legend, with all rolls of its counter, in the engine."""
    asked = {"attacker": "citadel_guard:1", "target": "chaos_lord:2", "dice": -2, "heroic": "none"}
    scene, one, two = place_units(asked, ferocity_retreat="if_attacker_left")
    attack = read_attack({**asked, "options": ["ferocity_retreat=if_attacker_left"]})
    retreats = damage = Fraction(0)
    base = scene.game
    for face in Face:
        for roll, ways in rolls_of(4):
            scene.game = base.copy()
            scene.s = scene.game.state
            scene.attack(one, two).roll(face.id)
            assert scene.point == "counter"
            scene.do("counter").roll(*[f.id for f in Face for _ in range(roll[f])])
            while scene.point in ("support", "counter"):
                scene.do("pass")
            weight = Fraction(ways, 6**5)
            retreats += weight * int(scene.s.gone[0] > 0)
            damage += weight * (2 - scene.figures(two))
    told = summary(attack)
    assert (told.p_retreats, told.expected_damage) == (retreats, damage)
    assert told.p_retreats < summary(read_attack(asked)).p_retreats


@pytest.mark.parametrize(
    "asked", [*ASKED, HELPED], ids=lambda asked: f"{asked['attacker']}-{asked['target']}"
)
@pytest.mark.parametrize("heroic", ["best", "none"])
@pytest.mark.rule("BL-ATTACK-19", "BL-TERRAIN-05", "BL-ABILITY-01")
def test_odds_are_those_of_all_rolls_in_the_engine(asked: dict[str, Any], heroic: str) -> None:
    odds_are_those_of_the_engine(asked, heroic)


def odds_are_those_of_the_engine(asked: dict[str, Any], heroic: str, **options: str) -> None:
    told_options = [f"{name}={value}" for name, value in options.items()]
    attack = read_attack({**asked, "heroic": heroic, "options": told_options})
    scene, one, two = place_units(asked, **options)
    health = attack.target.figures
    sums = {"destroyed": 0, "retreats": 0, "damage": 0, "lore": 0, "counter": 0}
    every = 0
    for roll, ways in rolls_of(attack.dice):
        damage, hexes, lore, countered = played(scene, one, two, roll, heroic == "best")
        every += ways
        sums["destroyed"] += ways * (damage == health)
        sums["retreats"] += ways * (hexes > 0)
        sums["damage"] += ways * damage
        sums["lore"] += ways * lore
        sums["counter"] += ways * countered
    told = summary(attack)
    assert told.p_destroyed == Fraction(sums["destroyed"], every)
    assert told.p_retreats == Fraction(sums["retreats"], every)
    assert told.expected_damage == Fraction(sums["damage"], every)
    assert told.expected_lore == Fraction(sums["lore"], every)
    assert counter(attack).p == Fraction(sums["counter"], every)


@pytest.mark.rule("BL-TOKEN-01")
def test_a_counter_finds_the_poison_of_the_attacker() -> None:
    asked = {"attacker": "citadel_guard:3", "target": "obscenes:2", "dice": -2, "heroic": "none"}
    told = counter(read_attack({**asked, "attacker_poisoned": True}))
    damage = Fraction(0)
    scene = Scene(DAQAN).spare()
    one, two = scene.put("citadel_guard", "5.6"), scene.put("obscenes", "5.7")
    scene.put("flesh_ripper_brutes", "5.2")  # three hexes behind the attacker are free
    scene.s.poison[one], scene.s.extra_dice[one] = 1, -2
    scene.ready(one)
    base = scene.game
    for face in Face:
        for roll, ways in rolls_of(4):
            scene.game = base.copy()
            scene.s = scene.game.state
            scene.attack(one, two).roll(face.id)
            if scene.point == "counter":
                scene.do("counter").roll(*[f.id for f in Face for _ in range(roll[f])])
                damage += Fraction(ways, 6**5) * (3 - scene.figures(one))
    assert told.expected_damage == damage
    assert damage > counter(read_attack(asked)).expected_damage


BLADED = [
    ({"attacker": "citadel_guard:1", "target": "chaos_lord:4", "land_from": "forest"}, 4, ""),
    ({"attacker": "rune_golem:2", "target": "blood_harvesters:3"}, 3, ""),
    ({"attacker": "yeoman_archers:2", "target": "obscenes:2", "poisoned": True}, 3, ""),
    ({"attacker": "citadel_guard:1", "target": "chaos_lord:5", "stunned": True}, 3, "normal"),
]


def most_damage(damage: dict[Roll, int], dice: int) -> Fraction:
    """The best expected damage over all ways to keep dice that lie in a row, one by one."""

    @cache
    def value(kept: Roll) -> Fraction:
        left = dice - sum(kept)
        if not left:
            return Fraction(damage[kept])
        total = Fraction(0)
        for faces in product(range(6), repeat=left):
            choices = (
                tuple(n + sum(f == face for f, take in zip(faces, taken, strict=True) if take)
                      for face, n in enumerate(kept))
                for taken in product((False, True), repeat=left) if any(taken)
            )  # fmt: skip
            total += max(value(choice) for choice in set(choices))
        return total / 6**left

    return value((0,) * 6)


@pytest.mark.rule("BL-CARD-06", "AMB-15", "rune_blade_hits", "EX-06")
@pytest.mark.parametrize(("asked", "dice", "hits"), BLADED)
def test_dice_of_rune_blade_are_kept_for_most_damage(
    asked: dict[str, Any], dice: int, hits: str
) -> None:
    """What the dice do is played in the engine; the choices are searched in full, die by die."""
    asked = {**asked, "rune_blade": True, "settings": [f"rune_blade.amount={dice}"]}
    hits = hits or "all_three"
    attack = read_attack({**asked, "options": [f"rune_blade_hits={hits}"]})
    assert attack.dice == dice
    scene, one, two = place_units(asked, rune_blade_hits=hits)
    found = {roll: played(scene, one, two, roll, True) for roll, _ in rolls_of(dice)}
    told = summary(attack)
    most = most_damage({roll: each[0] for roll, each in found.items()}, dice)
    assert told.expected_damage == most
    assert sum(told.damage.values()) == 1
    kept = dict(_kept(attack))
    for roll, each in found.items():
        result = best_use(attack, roll)
        assert (result.damage, result.hexes, result.lore) == each[:3], roll
    shares = [chance * found[roll][0] for roll, chance in kept.items()]
    assert (sum(kept.values()), sum(shares)) == (1, told.expected_damage)


def test_cards_need_an_attacker_whose_they_are() -> None:
    both = {"target": "citadel_guard", "attacker": "viper_legion"}
    with pytest.raises(InputError, match=f"{ref('rune_blade')}: expected an attacker of daqan"):
        read_attack({**both, "rune_blade": True})
    other = {"target": both["attacker"], "attacker": both["target"]}
    with pytest.raises(InputError, match=f"{ref('fury')}: expected an attacker of uthuk"):
        read_attack({**other, "fury": True})


def test_the_command_tells_of_tokens_and_cards() -> None:
    args = ["--attacker", "viper_legion", "--target", "citadel_guard", "--poisoned", "--stunned"]
    shown = CliRunner().invoke(command, [*args, "--fury"]).output
    assert "citadel_guard:3 (poisoned, stunned)" in shown
    assert "With 5 dice, Fury of Y'llan played" in shown
    args = ["--attacker", "rune_golem", "--target", "obscenes", "--rune-blade", "--json"]
    assert json.loads(CliRunner().invoke(command, args).output)["dice"] == 4


def test_all_pairs_add_up() -> None:
    names = {seat: [u.unit for u in RULES.units if u.faction == seat] for seat in (DAQAN, UTHUK)}
    for one, other in product(names[DAQAN], names[UTHUK]):
        for a, b in ((one, other), (other, one)):
            attack = read_attack({"attacker": a, "target": b})
            assert sum(results(attack).values()) == 1
            told = summary(attack)
            assert sum(told.damage.values()) == 1
            assert told.expected_damage <= attack.target.health
            assert counter(attack).p <= 1 - told.p_destroyed
            assert isinstance(attack, Attack)


def test_the_command_answers_in_json_and_in_words() -> None:
    args = ["--attacker", "viper_legion:3", "--target", "citadel_guard:2"]
    output = json.loads(CliRunner().invoke(command, [*args, "--json"]).output)
    assert output["p_destroyed"] == pytest.approx(float(Fraction(output["p_destroyed_fraction"])))
    assert {"p_retreats", "expected_damage", "expected_lore", "counter"} <= set(output)
    assert "attacks" in CliRunner().invoke(command, args).output


def test_all_faults_are_reported_at_once() -> None:
    asked = {
        "attacker": "viper_legoin:3",
        "target": "chaos_lord:9",
        "land_in": "bilding",
        "free_retreat": -1,
        "dice": 40,
        "heroic": "all",
        "settings": ["win_pv=3"],
        "options": ["forest_dice=many", "no_such=1"],
    }
    with pytest.raises(InputError) as found:
        read_attack(asked)
    for part in (
        "viper_legion",
        "1 to 5",
        "building",
        ref("free_retreat"),
        ref("dice"),
        "win_vp",
        "many",
        "no_such",
    ):
        assert part in str(found.value)
    with pytest.raises(InputError, match="other faction"):
        read_attack({"attacker": "viper_legion", "target": "obscenes"})


def test_the_table_of_all_pairs_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "odds.svg"
    found = CliRunner().invoke(load("odds-table", "battlelore"), [str(file)])
    assert found.exit_code == 0, found.output
    assert "50 pairs" in found.output
    attack = read_attack({"attacker": "viper_legion", "target": "citadel_guard"})
    p = float(summary(attack).p_destroyed)
    (pair,) = [
        pair
        for pair in odds_table()["pairs"]
        if (pair["attacker"], pair["target"]) == ("viper_legion", "citadel_guard")
    ]
    assert pair["p_destroyed"] == p
    assert "<svg" in file.read_text(encoding="utf-8")
