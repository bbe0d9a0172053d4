"""Heroes and fights: BA-HERO, BA-FIGHT, BA-NEUT."""

from __future__ import annotations

import pytest

from bloodstones.games.battalia.engine.state import NOTHING, Point, Tally
from bloodstones.games.battalia.rules.names import FIRST_GREAT, Great
from tests.games.battalia.scene import Scene, card_of, square


def attack(mine: str, theirs: str = "", level: int = 2, **options: object) -> Scene:
    """Seat 0 has attacked a city of seat 1 with one hero."""
    scene = Scene(**options).hand(mine).hand(theirs, 1).pile("supply*8", 1)
    scene.city("3.3", 1, level).hero("3.3")
    return scene.go().play("fight 3.3 card 1")


def duel(mine: str, theirs: str = "", **options: object) -> Scene:
    """Seat 0 has attacked a hero of seat 1 on a road between 2.1 and 6.1."""
    scene = Scene(4, **options).hand(mine).hand(theirs, 1).pile("supply*8", 1)
    for column in range(2, 7):
        scene.road(f"{column}.1", "EW")
    scene.hero("4.1").hero("4.1", 1)
    return scene.go().play("fight 4.1 seat1 1")


def line(length: int, first: str = "1.1", **options: object) -> Scene:
    """A city of seat 0 on the first square of a straight road."""
    scene = Scene(4, **options).city("1.1", exits="E")
    for column in range(2, length + 1):
        scene.road(f"{column}.1", "EW")
    return scene.hero(first)


# --- heroes ---------------------------------------------------------------------------------------


@pytest.mark.rule("BA-HERO-01", "BA-HERO-02", "BA-HERO-06", "BA-HERO-07")
def test_hiring_needs_a_figure_in_stock_and_an_own_city() -> None:
    scene = Scene().hand("o weapon*3, supply*6").city("3.3").city("5.5", 1)
    scene.hero("3.3", 1).go()
    assert scene.legal("hire") == ["hire 3.3"]  # whoever stands there
    scene.play("hire 3.3", "hire 3.3")
    assert scene.heroes() == ["3.3", "3.3"]
    assert scene.legal("hire") == []
    corner = Scene().hand("o weapon, supply*2").city("7.7").go()
    assert corner.legal("hire") == ["hire 7.7"]


@pytest.mark.rule("BA-HERO-03", "BA-HERO-04")
def test_heroes_step_along_roads_for_a_supply_each() -> None:
    scene = line(3).hand("supply*2").road("1.2", "NS").go()
    assert scene.legal("walk") == ["walk 0 2.1", "walk 0 3.1"]
    scene.play("walk 0 3.1")
    assert scene.heroes()[0] == "3.1"
    assert scene.held() == {}


@pytest.mark.rule("BA-HERO-03")
def test_the_supplies_of_a_walk_are_as_many_as_its_squares() -> None:
    for squares, left in ((1, 2), (2, 1), (3, 0)):
        scene = line(5).hand("supply*3").go()
        assert scene.legal("walk") == [f"walk 0 {column}.1" for column in (2, 3, 4)]
        scene.play(f"walk 0 {1 + squares}.1")
        assert scene.held().get("supply", 0) == left
        assert scene.played() == {"supply": squares}


@pytest.mark.rule("BA-HERO-03")
def test_a_horse_carries_one_figure_in_one_go_for_no_supply() -> None:
    scene = line(5).hero("1.1", number=1).hand("o horse, supply").go()
    scene.play("ride 0 3.1")
    assert (scene.heroes(), scene.played()) == (["3.1", "1.1"], {"o horse": 1})
    assert scene.legal("ride") == []


@pytest.mark.rule("BA-HERO-05", "AMB-31", "pass_enemies")
def test_enemies_do_not_stop_a_hero() -> None:
    def reached(**options: object) -> list[str]:
        scene = line(2, **options).hand("supply*4").city("3.1", 1, exits="EW")
        return scene.road("4.1", "EW").road("5.1", "EW").hero("4.1", 2).go().legal("walk")

    assert reached() == [f"walk 0 {n}.1" for n in (2, 3, 4, 5)]
    assert reached(pass_enemies=False) == ["walk 0 2.1", "walk 0 3.1"]


# --- beginning, and what a side is worth ---------------------------------------------------------


@pytest.mark.rule("BA-FIGHT-01", "BA-FIGHT-02", "AMB-29", "fight_opener")
def test_a_fight_takes_a_hero_on_the_square_and_a_weapon_first() -> None:
    def scene(hand: str, **options: object) -> Scene:
        found = Scene(**options).hand(hand)
        return found.city("3.3", 1).city("5.5", 1).hero("3.3").go()

    armed = scene("o weapon, o lord")
    assert armed.legal("fight") == ["fight 3.3 card 1"]
    assert armed.play("fight 3.3 card 1").legal("play") == ["play o weapon"]
    assert scene("o lord", fight_opener="weapon_or_great").legal("fight") == []
    assert scene("sword, o lord").legal("fight") == []
    for name in ("sword", "shield"):
        great = scene(f"{name}, o lord", fight_opener="weapon_or_great").play("fight 3.3 card 1")
        assert great.legal("play") == [f"play {name}"]


@pytest.mark.rule("AMB-29")
def test_a_weapon_under_a_six_opens_at_four_and_another_card_does_not() -> None:
    scene = attack("o weapon, o amulet", level=3)
    scene.play("use o amulet as amulet", "target o weapon", "die 6", "play #0")
    assert scene.s.strength[0] == 4
    other = attack("o weapon, o amulet, o friman", level=3)
    other.play("use o amulet as amulet", "target o friman", "die 6")
    assert other.legal("play") == ["play o weapon"]
    lost = attack("o weapon, o amulet", level=1)
    lost.play("use o amulet as amulet", "target o weapon", "die 5", "pass")
    assert lost.told("called_off")
    assert lost.heroes()[0] == "3.3"  # no fight has begun


@pytest.mark.rule("BA-FIGHT-03", "EX-07")
def test_a_city_defends_itself_with_its_level() -> None:
    assert attack("o weapon, l friman").legal("play") == []
    scene = attack("l weapon, l friman, o friman").play("play l weapon")
    assert "done" not in scene.legal()
    scene.play("play l friman", "play o friman")
    assert "done" in scene.legal()


@pytest.mark.rule("BA-FIGHT-04", "BA-FIGHT-05", "EX-14", "AMB-11", "hero_bonus")
def test_heroes_add_one_while_all_cards_are_of_their_faction() -> None:
    def scene(**options: object) -> Scene:
        found = Scene(**options).hand("o weapon, o friman, l chief, sword")
        return found.city("3.3", 1).hero("3.3").hero("3.3", number=1).go()

    def strength(found: Scene, committed: int, *plays: str) -> bool:
        found.play(f"fight 3.3 card {committed}")
        for card in plays:
            found.play(f"play {card}")
        return "done" in found.legal()

    # Against level 1: two are needed, then three with a defence of two, and so on.
    assert strength(scene(), 1, "o weapon")
    level = scene()
    level.s.level[square("3.3")] = 3
    assert not strength(level, 1, "o weapon", "o friman")  # 1 + 1 + 1
    both = scene()
    both.s.level[square("3.3")] = 3
    assert strength(both, 2, "o weapon", "o friman")  # 1 + 1 + 2
    side = scene(hero_bonus="per_side")
    side.s.level[square("3.3")] = 3
    assert not strength(side, 2, "o weapon", "o friman")
    two = scene(hero_bonus="per_side")
    two.s.level[square("3.3")] = 2
    assert strength(two, 2, "o weapon", "o friman")  # 1 + 1 + 1, as with one hero
    mixed = scene()
    mixed.s.level[square("3.3")] = 4
    assert not strength(mixed, 2, "o weapon", "o friman", "l chief")  # 4, the bonus gone
    great = scene()
    great.s.level[square("3.3")] = 4
    assert strength(great, 2, "o weapon", "sword")  # matches any faction


@pytest.mark.rule("BA-FIGHT-05", "EX-14")
@pytest.mark.parametrize("later", ["o friman", "l friman"])
def test_a_lost_bonus_does_not_come_back_with_a_card_of_the_heros_faction(later: str) -> None:
    scene = attack(f"o weapon, l chief, {later}", "l friman", 3)
    scene.play("play o weapon", "play l chief", f"play {later}", "done")
    assert "defend" in scene.legal()  # four each: a bonus would make it five to four


@pytest.mark.rule("BA-FIGHT-05", "BA-FIGHT-04")
def test_the_bonus_of_the_defender_is_lost_with_a_card_of_another_faction_too() -> None:
    scene = duel("o weapon, o chief, o friman", "l chief, a friman, l friman")
    scene.play("play o weapon", "play o chief", "done", "defend")  # four
    scene.play("play a friman", "play l chief")
    assert "done" not in scene.legal()  # three, the bonus gone
    assert "done" in scene.play("play l friman").legal()


@pytest.mark.rule("BA-FIGHT-06", "EX-21")
def test_battle_turns_go_on_until_one_side_passes() -> None:
    scene = attack("o weapon, o friman", "l friman*2").play("play o weapon", "play o friman")
    scene.play("done")
    assert scene.point is Point.RESPOND
    scene.play("defend", "play l friman")
    scene.play("done")  # level with the attacker is enough
    assert scene.s.side == 0
    assert scene.legal() == ["pass"]
    scene.play("pass").luck()
    assert scene.at("3.3") == (1, 2)
    assert scene.heroes()[0] == ""


@pytest.mark.rule("BA-FIGHT-07", "BA-FIGHT-08")
def test_the_defender_answers_first_and_takes_up_its_ambush_or_not() -> None:
    scene = attack("o weapon, o lord", "l friman").lying("l lord, l friman", 1)
    scene.play("play o weapon", "play o lord", "done")
    assert scene.legal() == ["surrender", "defend"]
    scene.play("defend")
    assert scene.legal() == ["lift 1"]  # a friman alone would not do
    scene.play("lift 1")
    assert scene.held(1) == {"l friman": 2, "l lord": 1}
    scene.play("play l lord", "done", "pass").luck()
    assert scene.told("lift") == [(1, 1, 0)]
    left = attack("o weapon, o lord", "l lord").lying("l friman", 1)
    left.play("play o weapon", "play o lord", "done", "defend")
    assert left.legal() == ["lift 0", "lift 1"]
    left.play("lift 0", "play l lord", "done")
    assert left.cards(left.s.ambush, 1) == {"l friman": 1}


@pytest.mark.rule("BA-FIGHT-08", "BA-FIGHT-07", "BA-FIGHT-15")
def test_surrender_retreat_and_ambush_are_for_the_first_battle_turn_alone() -> None:
    scene = duel("o weapon, o lord*2", "l lord, l priest, supply*3").lying("l friman", 1)
    scene.play("play o weapon", "done")
    assert {text.split()[0] for text in scene.legal()} == {"surrender", "defend", "retreat"}
    scene.play("defend", "lift 0", "play l lord", "done", "play o lord", "done")
    assert scene.point is Point.BATTLE
    assert scene.legal() == ["pass", "play l priest"]
    scene.play("play l priest", "done", "play o lord", "done")
    assert scene.legal() == ["pass"]
    assert scene.cards(scene.s.ambush, 1) == {"l friman": 1}


@pytest.mark.rule("BA-FIGHT-07", "BA-FIGHT-09")
def test_who_has_fought_back_once_may_pass_with_any_hand() -> None:
    scene = attack("o weapon, o lord, o friman", "l lord*3")
    scene.play("play o weapon", "play o lord", "done", "defend")
    assert "pass" not in scene.legal()
    scene.play("play l lord", "done", "play o friman", "done")
    assert scene.legal() == ["pass", "play l lord"]


@pytest.mark.rule("BA-FIGHT-07", "BA-FIGHT-06")
def test_who_fights_back_plays_the_attackers_strength_at_least() -> None:
    def answers(theirs: str, ambushed: str = "", **options: object) -> Scene:
        scene = attack("o weapon, o lord, o friman", theirs, **options).lying(ambushed, 1)
        return scene.play("play o weapon", "play o lord", "done")

    assert answers("l priest").legal() == ["surrender"]  # two of the city, six against it
    assert answers("l priest", "l friman").legal() == ["surrender", "defend"]
    scene = answers("l lord, l friman", "l priest").play("defend", "lift 1")
    assert "pass" not in scene.legal()
    scene.play("play l lord", "done", "play o friman", "done")
    assert scene.legal() == ["pass", "play l friman", "play l priest"]  # from then on it may


@pytest.mark.rule("BA-FIGHT-07", "BA-ART-17")
def test_a_tented_card_may_be_what_a_defender_needs() -> None:
    scene = attack("o weapon, o lord")
    scene.s.tent[1, 0], scene.s.held[1, 0, 0] = card_of("l tent"), card_of("l lord")
    scene.s.seen[1, card_of("l tent")] = scene.s.seen[1, card_of("l lord")] = 1
    scene.play("play o weapon", "play o lord", "done", "defend")
    assert scene.legal() == ["empty 0"]
    assert scene.play("empty 0").legal() == ["play l lord"]


@pytest.mark.rule("BA-FIGHT-07", "BA-FIGHT-17", "AMB-34")
def test_a_hero_joins_where_nothing_else_brings_the_strength() -> None:
    scene = attack("o weapon, o lord", "l priest").hero("3.3", 1)
    scene.play("play o weapon", "play o lord", "done", "defend")
    assert scene.legal() == ["join 1"]
    hero = duel("l weapon, l friman", "o friman").play("play l weapon", "play l friman", "done")
    assert "defend" not in hero.legal()  # one and no bonus against two


@pytest.mark.rule("BA-FIGHT-07", "BA-FIGHT-19", "AMB-33")
@pytest.mark.parametrize(
    ("theirs", "most"),
    [
        ("l priest", 3),
        ("o friman, l amulet", 4),  # under a six
        ("supply, l amulet", 4),
        ("l amulet", 0),
        ("l amulet*2", 4),  # one of them under a six
        ("o priest, l title", 4),
        ("o friman*2, l title*2", 4),
        ("o friman*2, l title", 3),
        ("o priest, l scroll", 3),
    ],
)
def test_conversions_count_at_their_best_for_who_may_fight_back(theirs: str, most: int) -> None:
    for level in range(1, 5):
        scene = attack("o weapon, o lord", theirs, level)  # six with the hero
        scene.play("play o weapon", "play o lord", "done")
        assert ("defend" in scene.legal()) == (level + most >= 6)


@pytest.mark.rule("BA-FIGHT-07", "AMB-11")
@pytest.mark.parametrize(("theirs", "may"), [("o lord", False), ("o lord, l scroll", True)])
def test_a_scroll_can_bring_the_bonus_of_a_hero(theirs: str, may: bool) -> None:
    scene = duel("o weapon, o priest", theirs).play("play o weapon", "play o priest", "done")
    assert ("defend" in scene.legal()) == may  # five against four and one


@pytest.mark.rule("BA-FIGHT-07", "BA-FIGHT-09")
def test_a_defender_whose_conversions_fail_may_pass() -> None:
    scene = attack("o weapon, o lord", "l chief, l amulet").play("play o weapon", "play o lord")
    scene.play("done", "defend")
    assert scene.legal() == ["use l amulet as amulet"]
    scene.play("use l amulet as amulet", "target l chief")
    assert scene.play("die 1").legal() == ["pass"]
    assert scene.play("pass").luck().at("3.3") == (0, 2)


@pytest.mark.rule("BA-FIGHT-08", "BA-ART-17", "AMB-28")
def test_a_defender_may_empty_a_tent() -> None:
    scene = attack("o weapon, o lord", "l friman")
    scene.s.tent[1, 0], scene.s.held[1, 0, 0] = card_of("l tent"), card_of("l lord")
    scene.s.seen[1, card_of("l tent")] = scene.s.seen[1, card_of("l lord")] = 1
    scene.play("play o weapon", "play o lord", "done")
    assert "empty 0" in scene.legal()
    scene.play("defend", "empty 0", "play l lord")
    assert scene.cards(scene.s.discard, 1) == {"l tent": 1}


@pytest.mark.rule("BA-FIGHT-09", "AMB-33")
def test_a_play_that_stays_short_is_not_legal() -> None:
    scene = attack("o weapon, l chief, l priest", level=4)
    assert scene.legal("play") == ["play o weapon"]
    scene.play("play o weapon")
    assert scene.legal() == ["play l chief", "play l priest"]  # five are needed
    short = attack("o weapon, l chief", level=4)
    assert short.legal() == ["pass"]
    short.play("pass").luck()
    assert short.heroes()[0] == ""  # against a player the attacker has lost


@pytest.mark.rule("BA-FIGHT-10", "EX-08")
def test_equal_strength_is_the_defenders() -> None:
    scene = duel("l weapon, l priest", "o lord")
    scene.play("play l weapon", "play l priest", "done", "defend", "play o lord", "done", "pass")
    scene.luck()
    assert scene.heroes()[0] == ""
    assert scene.heroes(1)[0] == "4.1"


@pytest.mark.rule("BA-FIGHT-10", "BA-FIGHT-11")
def test_who_attacks_in_vain_loses_its_heroes_there_and_the_defence_is_counted() -> None:
    scene = duel("l weapon, l priest", "o lord").hero("6.1", 0, 1)
    scene.play("play l weapon", "play l priest", "done", "defend", "play o lord", "done", "pass")
    scene.luck()
    assert scene.told("lost") == [(0, square("4.1"), 4)]
    assert scene.heroes() == ["", "6.1"]
    assert scene.heroes(1)[0] == "4.1"
    assert scene.s.tally[:2, Tally.DEFENCES_WON].tolist() == [0, 1]
    assert scene.s.tally[:2, Tally.HEROES_LOST].tolist() == [1, 0]
    assert not scene.s.fighting


@pytest.mark.rule("BA-FIGHT-11", "BA-FIGHT-12")
@pytest.mark.parametrize(("left", "conquered"), [(1, 1), (0, 0)])
def test_a_city_won_is_told_and_counted_if_there_is_a_token_for_it(
    left: int, conquered: int
) -> None:
    scene = attack("o weapon, o lord, o priest", level=3)
    scene.hero("3.3", 1).hero("5.5", 1, 1)
    scene.s.tokens[0] = left
    scene.play("play o weapon", "play o lord", "done", "surrender").luck()
    assert scene.told("won") == [(0, square("3.3"), 6)]
    assert scene.at("3.3") == ((0, 3) if left else (NOTHING, 1))
    tallies = Tally.FIGHTS_WON, Tally.CONQUERED, Tally.LOST
    assert [scene.s.tally[:2, tally].tolist() for tally in tallies] == [
        [1, 0],
        [conquered, 0],
        [0, 1],
    ]
    assert not scene.s.fighting


@pytest.mark.rule("BA-FIGHT-11")
def test_lost_heroes_can_be_hired_again_the_same_turn() -> None:
    scene = attack("o weapon*2, supply*2").city("5.5")
    scene.play("pass").luck()
    assert scene.heroes()[0] == ""
    assert scene.legal("hire") == ["hire 5.5"]


@pytest.mark.rule("BA-FIGHT-12", "EX-26")
def test_a_lost_city_gets_the_winners_token_of_its_level_or_the_next_lower() -> None:
    def won(*missing: int) -> Scene:
        scene = attack("o weapon, o lord", level=3)
        for level in missing:
            scene.s.tokens[0, level] = 0
        return scene.play("play o weapon", "play o lord", "done", "surrender").luck()

    equal = won()
    assert equal.at("3.3") == (0, 3)
    assert equal.s.tokens[:2, 3].tolist() == [2, 3]
    assert won(3).at("3.3") == (0, 2)
    none = won(1, 2, 3)
    assert none.at("3.3") == (NOTHING, 1)
    assert none.s.reverted[square("3.3")] == 1


@pytest.mark.rule("BA-FIGHT-13", "EX-25", "AMB-13", "defender_refill")
def test_the_defender_draws_up_to_six() -> None:
    def drawn(theirs: str, *plays: str, **options: object) -> int:
        scene = attack("o weapon, o lord*2, l lord*3", theirs, **options)
        scene.play("play o weapon", "play o lord", "play o lord", "done")
        if not plays:
            scene.play("surrender").luck()
        else:
            scene.play("defend", *(f"play {card}" for card in plays), "done", "pass").luck()
        return sum(values[0] == 1 for values in scene.told("draw"))

    four = ("l friman", "l friman", "l chief", "a lord")
    assert drawn("l friman*2, l chief, a lord, supply*2", *four) == 4
    assert drawn("a lord*2, n lord, supply*6", "a lord", "a lord") == 0
    assert drawn("supply*2") == 4
    assert drawn("supply*2", defender_refill="fought_back") == 0


@pytest.mark.rule("BA-FIGHT-14", "AMB-34")
def test_the_attacker_names_one_target_and_its_heroes() -> None:
    scene = Scene(3).hand("o weapon").city("3.3", 1).hero("3.3").hero("3.3", number=1)
    scene.hero("3.3", 1).hero("3.3", 2).go()
    assert scene.legal("fight") == [
        f"fight 3.3 {target} {number}" for target in ("card", "seat1", "seat2") for number in (1, 2)
    ]


@pytest.mark.rule("BA-FIGHT-15", "BA-FIGHT-16", "EX-27", "AMB-14", "retreat_price")
def test_a_hero_that_is_attacked_may_retreat() -> None:
    def ways(theirs: str, lit: str = "", **options: object) -> set[str]:
        scene = duel("o weapon, o lord", theirs, **options)
        if lit:
            scene.lit(lit)
        scene.play("play o weapon", "done")
        return set(scene.legal("retreat"))

    assert ways("supply*2") == {f"retreat 2 {n}.1" for n in (2, 3, 5, 6)}
    assert ways("supply") == set()
    assert ways("supply", retreat_price="one_to_three") == {"retreat 1 3.1", "retreat 1 5.1"}
    assert {text.split()[1] for text in ways("l horse")} == {"horse_lagorai"}
    scene = duel("o weapon, o lord", "supply*3").play("play o weapon", "done", "retreat 3 2.1")
    scene.luck()
    assert scene.heroes(1)[0] == "2.1"
    assert scene.heroes()[0] == "4.1"
    assert scene.played()["o weapon"] == 1  # stays played
    assert not scene.s.fighting


@pytest.mark.rule("BA-FIGHT-15", "BA-FIGHT-16", "AMB-14")
@pytest.mark.parametrize(
    ("way", "price"),
    [
        ("retreat 2 3.1", {"supply": 2}),
        ("retreat 3 6.1", {"supply": 3}),
        ("retreat horse_lagorai 6.1", {"l horse": 1}),
        ("retreat horse_orsari 6.1", {"o horse": 1}),
    ],
)
def test_a_retreat_is_paid_for(way: str, price: dict[str, int]) -> None:
    theirs = "supply*4, l horse, o horse"
    scene = duel("o weapon", theirs).play("play o weapon", "done", way).luck()
    assert scene.cards(scene.s.discard, 1) == price
    assert sum(scene.held(1).values()) == 6  # what is left, drawn up to six


@pytest.mark.rule("BA-FIGHT-16")
def test_a_retreat_is_told_and_counted_and_the_fight_is_over() -> None:
    scene = duel("o weapon", "supply*4, l horse").play("play o weapon", "done", "retreat 3 6.1")
    assert scene.told("retreat") == [(1, 3, square("6.1"))]
    assert scene.s.tally[:2, Tally.RETREATS].tolist() == [0, 1]
    assert not scene.luck().s.fighting
    assert scene.heroes(1) == ["6.1", ""]


@pytest.mark.rule("BA-FIGHT-15")
def test_of_two_heroes_the_one_attacked_retreats() -> None:
    scene = duel("o weapon", "supply*2").hero("6.1", 1, 0).hero("4.1", 1, 1)
    scene.play("play o weapon", "done", "retreat 2 2.1").luck()
    assert scene.heroes(1) == ["6.1", "2.1"]


@pytest.mark.rule("EX-27")
def test_how_far_a_horse_carries_a_retreat() -> None:
    def farthest(lit: str) -> int:
        scene = Scene(4).hand("o weapon").hand("l horse", 1)
        for column in range(1, 8):
            scene.road(f"{column}.1", "EW")
        scene.hero("1.1").hero("1.1", 1).go().play("fight 1.1 seat1 1").lit(lit)
        scene.play("play o weapon" if lit != "weapon" else "play o weapon double", "done")
        return max(int(text.split()[2][0]) for text in scene.legal("retreat"))

    assert (farthest("tool"), farthest("horse")) == (4, 7)


@pytest.mark.rule("BA-FIGHT-15", "AMB-14", "retreat_barred")
def test_barred_squares_are_closed_to_a_retreat() -> None:
    def ways(**options: object) -> list[str]:
        scene = Scene(4, **options).hand("o weapon").hand("supply*2", 1)
        for column in (1, 2, 4, 5):
            scene.road(f"{column}.1", "EW")
        scene.city("3.1", 0, exits="EW").hero("2.1").hero("2.1", 1).hero("1.1", number=1).go()
        return scene.play("fight 2.1 seat1 1", "play o weapon", "done").legal("retreat")

    assert ways() == []  # an enemy's city on one side, the attacker's other hero on the other
    assert ways(retreat_barred="end") == ["retreat 2 4.1"]


@pytest.mark.rule("BA-FIGHT-17", "BA-FIGHT-18", "AMB-34")
def test_heroes_may_join_a_defence() -> None:
    scene = duel("o weapon, o lord", "l friman*2, l lord").hero("4.1", 1, 1)
    scene.play("play o weapon", "done", "defend")
    assert scene.legal() == ["join 1", "join 2"]
    scene.play("join 2", "play l friman")
    assert "done" in scene.legal()
    city = attack("o weapon, o lord", "l lord").hero("3.3", 1)
    city.play("play o weapon", "play o lord", "done", "defend")
    assert city.legal() == ["join 0", "join 1"]


@pytest.mark.rule("BA-FIGHT-18", "AMB-15", "city_hero_survives")
def test_a_hero_kept_out_outlives_the_city() -> None:
    def hero(joins: int, **options: object) -> str:
        scene = attack("o weapon, o lord*2", "l lord", **options).hero("3.3", 1)
        scene.play("play o weapon", "play o lord", "done", "defend", f"join {joins}")
        scene.play("play l lord", "done", "play o lord", "done", "pass").luck()
        assert scene.at("3.3") == (0, 2)
        return scene.heroes(1)[0]

    assert hero(0) == "3.3"
    assert hero(1) == ""
    assert hero(1, city_hero_survives="always") == "3.3"


@pytest.mark.rule("AMB-32", "city_helps_hero")
def test_a_city_does_not_help_a_hero_attacked_in_it() -> None:
    def needed(**options: object) -> bool:
        scene = Scene(**options).hand("l weapon").city("3.3", 1, 2)
        scene.hero("3.3").hero("3.3", 1).go().play("fight 3.3 seat1 1")
        return scene.legal() == ["pass"]

    assert not needed()
    assert needed(city_helps_hero=True)


@pytest.mark.rule("BA-FIGHT-19", "EX-23")
@pytest.mark.parametrize(
    ("card", "strengths"), [("l priest", (3, 6, 9, 4)), ("supply", (0, 0, 0, 4))]
)
def test_copies_and_sixes_in_battle(card: str, strengths: tuple[int, ...]) -> None:
    for face, strength in zip((1, 2, 3, 6), strengths, strict=True):
        scene = attack(f"l weapon, o amulet, {card}", level=1)
        scene.play("use o amulet as amulet", f"target {card}", f"die {face}")
        found = 0
        if strength:
            scene.play("play l weapon", "play #0")
            found = int(scene.s.strength[0]) - 1
        else:
            assert "play #0" not in scene.legal()
        assert found == strength


@pytest.mark.rule("BA-FIGHT-19", "BA-FIGHT-24")
def test_a_titled_unit_fights_with_its_new_strength() -> None:
    scene = attack("l weapon, o title, l chief, o tool, o tent, supply", level=3)
    scene.play("use o title as title", "target l chief 1", "play l weapon")
    assert scene.legal() == ["play #0"]  # a priest; no tool, no tent, no other action
    scene.play("play #0")
    assert scene.s.strength[0] == 4


@pytest.mark.rule("BA-FIGHT-20")
def test_each_fight_needs_an_opening_of_its_own() -> None:
    scene = attack("o weapon, o amulet, o chief*2", "l priest").play(
        "use o amulet as amulet", "target o weapon", "die 2"
    )
    scene.play("pass").luck()
    assert scene.legal("fight") == []
    before = Scene().hand("o weapon, o amulet").city("3.3", -1, 1).hero("3.3").hero("3.3", number=1)
    before.s.reverted[square("3.3")] = 1
    before.hero("4.4").hero("3.3", number=1).hand("o lord*3, l lord*3").go()
    before.play("use o amulet as amulet", "target o weapon", "die 2")
    before.play("fight 3.3 card 1", "play #0", "done")
    assert "fight 4.4 card 1" in before.legal()  # the second copy opens it


@pytest.mark.rule("BA-FIGHT-21")
def test_defence_needs_no_weapon() -> None:
    scene = attack("o weapon, o chief", "l friman*2").play("play o weapon", "play o chief", "done")
    scene.play("defend")
    assert scene.legal("play") == ["play l friman"]


@pytest.mark.rule("BA-FIGHT-22", "BA-FIGHT-23")
def test_surrender_gives_up_the_target_alone() -> None:
    scene = attack("o weapon, o chief", "l lord").hero("3.3", 1)
    scene.play("play o weapon", "play o chief", "done", "surrender").luck()
    told = [event for event in scene.events if event[0] in ("surrender", "won")]
    assert told[0] == ("surrender", (1, 0, 0)), "it is told before the victory"
    assert [name for name, _ in told] == ["surrender", "won"]
    assert scene.at("3.3") == (0, 2)
    assert scene.heroes(1)[0] == "3.3"
    assert scene.heroes()[0] == "3.3"
    assert scene.held(1)["l lord"] == 1
    assert (scene.s.tally[1, Tally.LOST], scene.s.tally[0, Tally.CONQUERED]) == (1, 1)
    hero = duel("o weapon").play("play o weapon", "done", "surrender").luck()
    assert hero.heroes(1)[0] == ""
    assert hero.s.tally[1, Tally.LOST] == 0, "a hero is no city"


@pytest.mark.rule("BA-FIGHT-23", "BA-FIGHT-11", "BA-FIGHT-10")
def test_who_wins_stays_with_all_heroes_and_who_loses_goes() -> None:
    won = duel("o weapon, o chief").play("play o weapon", "play o chief", "done", "surrender")
    won.luck()
    assert (won.heroes(), won.heroes(1)) == (["4.1", ""], ["", ""])
    tally = won.s.tally
    assert (tally[1, Tally.LOST], tally[0, Tally.CONQUERED]) == (0, 0), "no city was fought for"
    lost = duel("o weapon, o chief, o priest", "l lord")
    lost.play("play o weapon", "play o chief", "done", "defend", "play l lord", "done", "pass")
    lost.luck()
    assert (lost.heroes(), lost.heroes(1)) == (["", ""], ["4.1", ""])


@pytest.mark.rule("BA-FIGHT-24", "AMB-30", "horn_in_battle")
def test_the_horn_is_silent_in_battle() -> None:
    assert attack("o weapon, horn, o lord").legal("horn") == []
    scene = attack("o weapon, horn, o lord", horn_in_battle=True).pile("a lord")
    scene.play("horn", "take a lord", "stop")
    assert scene.point is Point.BATTLE
    assert scene.held()["a lord"] == 1


@pytest.mark.rule("EX-24")
def test_sword_and_shield_in_battle() -> None:
    assert attack("o weapon, sword", level=4).legal("play") == ["play o weapon"]
    scene = attack("l weapon, sword", level=4).play("play l weapon", "play sword")
    assert scene.s.strength[0] == 6
    assert scene.s.pure[0] == 0
    own = attack("o weapon, sword", level=4).play("play o weapon", "play sword")
    assert (own.s.strength[0], own.s.pure[0]) == (6, 1)  # seven with the hero
    defence = attack("o weapon, o chief", "sword, shield")
    defence.play("play o weapon", "play o chief", "done", "defend")
    defence.play("play sword")
    assert defence.s.strength[1] == 1
    shield = attack("o weapon, o lord*2", "shield")
    shield.play("play o weapon", "play o lord", "done", "defend", "play shield")
    assert shield.s.strength[1] == 5


# --- neutral cities and ruins --------------------------------------------------------------------


def neutral(hand: str, name: str = "3.3", terrain: str = "ardei", **options: object) -> Scene:
    scene = Scene(**options).hand(hand)
    if name == "3.3":
        scene.city("3.3", -1, 4, terrain=terrain)
    return scene.hero(name).go()


@pytest.mark.rule("BA-NEUT-01", "EX-22")
@pytest.mark.parametrize(
    ("hand", "falls"),
    [
        ("l weapon, l lord", True),
        ("l weapon, l priest", False),
        ("o weapon, o priest", True),
        ("o weapon, l priest", False),
    ],
)
def test_what_a_neutral_city_needs(hand: str, falls: bool) -> None:
    scene = neutral(hand).play("fight 3.3 card 1")
    assert bool(scene.legal("play")) == falls


@pytest.mark.rule("BA-NEUT-03", "BA-NEUT-04", "BA-NEUT-07", "BA-SETUP-03")
def test_a_neutral_city_yields_a_lord_and_a_supply() -> None:
    scene = neutral("o weapon, o lord").play("fight 3.3 card 1", "play o weapon", "play o lord")
    scene.play("done")
    assert scene.at("3.3") == (0, 4)
    assert scene.gained() == {"a lord": 1, "supply": 1}
    assert scene.held() == {}
    assert "supply" not in scene.played(), "of no use in this turn"
    assert scene.s.pool[card_of("supply")] == scene.t.copies[card_of("supply")] - 1
    empty = neutral("o weapon, o lord")
    empty.s.blocks[card_of("supply")] = empty.s.pool[card_of("supply")]
    empty.s.pool[card_of("supply")] = 0
    empty.play("fight 3.3 card 1", "play o weapon", "play o lord", "done")
    assert empty.gained() == {"a lord": 1}
    assert empty.s.pool[card_of("supply")] == 0
    taken = attack("o weapon, o lord").play("play o weapon", "play o lord", "done", "surrender")
    assert taken.luck().gained() == {}  # never between players


@pytest.mark.rule("AMB-16", "reverted_city_bonus", "BA-NEUT-02", "EX-09", "AMB-12", "reverted_city")
def test_a_city_without_a_token_falls_to_a_weapon() -> None:
    def scene(**options: object) -> Scene:
        found = Scene(**options).hand("l weapon").city("3.3", -1, 1, terrain="ardei")
        found.s.reverted[square("3.3")] = 1
        return found.hero("3.3").go().play("fight 3.3 card 1")

    fallen = scene().play("play l weapon", "done")
    assert fallen.at("3.3") == (0, 1)
    assert fallen.gained() == {"a lord": 1, "supply": 1}
    assert scene(reverted_city_bonus=False).play("play l weapon", "done").gained() == {}
    assert scene(reverted_city="above_level").legal() == ["pass"]


@pytest.mark.rule("AMB-16")
def test_without_a_lord_of_the_faction_there_is_the_supply() -> None:
    scene = Scene().hand("o weapon, o lord").city("3.3", -1, 4, terrain="ardei").without("a lord")
    scene.hero("3.3").go().play("fight 3.3 card 1", "play o weapon", "play o lord", "done")
    assert scene.gained() == {"supply": 1}


@pytest.mark.rule("AMB-35")
def test_a_conqueror_without_tokens_gains_nothing() -> None:
    def taken(*missing: int) -> Scene:
        scene = neutral("o weapon, o lord")
        for level in missing:
            scene.s.tokens[0, level] = 0
        return scene.play("fight 3.3 card 1", "play o weapon", "play o lord", "done")

    assert taken(4).at("3.3") == (0, 3)
    none = taken(1, 2, 3, 4)
    assert none.at("3.3") == (NOTHING, 1)
    assert none.gained() == {}


@pytest.mark.rule(
    "BA-NEUT-05", "BA-NEUT-06", "BA-GAIN-05", "EX-22", "AMB-17", "great_artifact_choice"
)
def test_the_ruins_yield_a_great_artifact_and_stay() -> None:
    scene = neutral("l weapon, l lord*2", "4.4").play("fight 4.4 card 1", "play l weapon")
    scene.play("play l lord", "play l lord", "done")
    assert scene.legal() == [f"spoil {n}" for n in ("hammer", "sword", "shield", "wings", "horn")]
    scene.play("spoil wings")
    assert scene.gained() == {"wings": 1}
    assert scene.s.pool[[card_of("wings"), card_of("horn")]].tolist() == [0, 1]
    assert scene.t.ruins_level == 8
    lucky = neutral("l weapon, l lord*2", "4.4", great_artifact_choice="random")
    lucky.play("fight 4.4 card 1", "play l weapon", "play l lord", "play l lord", "done")
    assert [str(p) for _, p in lucky.game.chance_outcomes()] == ["1/5"] * 5


@pytest.mark.rule("AMB-17", "great_artifact_choice")
@pytest.mark.parametrize("great", [*Great])
def test_luck_finds_the_great_artifact_that_is_left(great: Great) -> None:
    scene = neutral("l weapon, l lord*2", "4.4", great_artifact_choice="random")
    scene.s.pool[FIRST_GREAT:] = 0
    scene.s.pool[card_of(great.id)] = 1
    scene.play("fight 4.4 card 1", "play l weapon", "play l lord", "play l lord", "done")
    assert scene.game.draw().x == great


@pytest.mark.rule("AMB-33", "failed_neutral_attack")
def test_an_attack_on_a_neutral_card_that_comes_to_nothing() -> None:
    scene = neutral("o weapon, o amulet, o friman").play("fight 3.3 card 1")
    scene.play("use o amulet as amulet", "target o friman", "die 1", "pass")
    assert scene.heroes()[0] == "3.3"
    assert scene.held() == {"o weapon": 1}  # what was converted is gone
    again = neutral("o weapon").play("fight 3.3 card 1", "pass")
    assert again.legal("fight") == []  # nothing has changed since
    lost = neutral("o weapon", failed_neutral_attack="disband").play("fight 3.3 card 1", "pass")
    assert lost.heroes()[0] == ""
