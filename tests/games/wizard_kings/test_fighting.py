"""Battles, spells, retreats, regrouping (WK-COMBAT, WK-WIZ, WK-RETREAT)."""

from __future__ import annotations

from typing import Any

import pytest

from bloodstones.core.kernels.log import read_entries
from bloodstones.games.wizard_kings.engine.state import Point
from bloodstones.games.wizard_kings.events import Event
from tests.games.wizard_kings.scene import ELVES, ORCS, THIRD, Scene

rule = pytest.mark.rule
HERE, BESIDE = (6, 2), (7, 2)
LIGHTNING, FLY, THUNDER, FORKED, SUMMON, CHAIN = range(6)
FIREBALL, TRACK, PANIC, FIRE_ARROW, SWARM, FLAME = range(6, 12)


def attack(
    elves: dict[str, int], orcs: dict[str, int], **options: Any
) -> tuple[Scene, dict[str, int]]:
    """Elves attack orcs in a clear hex; the first unit goes on foot or wing, the rest are there."""
    scene = Scene(**options)
    blocks = {name: scene.put(name, HERE, n, ORCS) for name, n in orcs.items()}
    movers = {name: scene.put(name, BESIDE, n, ELVES) for name, n in elves.items()}
    scene.begin()
    for block in movers.values():
        scene.do("pick", block).do("go", scene.direction(block, HERE))
        if scene.s.point == Point.STEP:
            scene.do("stop")
    scene.end_moves()
    return scene, {**blocks, **movers}


@rule("EX-08", "WK-COMBAT-03", "AMB-10")
def test_rounds_go_by_letters_the_defender_first() -> None:
    scene = Scene()
    ogre, goblin = scene.put("ogre", HERE), scene.put("goblin", HERE)
    movers = [scene.put("ranger", BESIDE), scene.put("pixie", BESIDE), scene.put("unicorn", BESIDE)]
    scene.begin()
    for block in movers[:2] + movers[2:]:
        scene.walk(block, HERE)
    scene.end_moves()
    order: list[list[int]] = []
    while scene.s.letter < 3 or not order:
        fires = sorted(x for kind, x, _ in scene.codes() if kind == "fire")
        order.append(fires)
        for _ in fires:
            scene.do("fire", min(x for kind, x, _ in scene.codes() if kind == "fire")).hits(0)
    assert order == [[movers[0]], [ogre], sorted(movers[1:])]
    assert scene.can("fire", goblin)


@rule("WK-COMBAT-06", "EX-04", "EX-05", "EX-06", "EX-07", "WK-UNIT-02", "WK-UNIT-04")
def test_dice_are_strength_and_those_up_to_the_rating_hit() -> None:
    scene, blocks = attack({"ranger": 3}, {"ogre": 3})
    scene.do("fire", blocks["ranger"])
    weights = {o.x: w for o, w in zip(*chances(scene), strict=True)}
    assert weights == {0: 4**3, 1: 3 * 2 * 16, 2: 3 * 4 * 4, 3: 8}
    scene.hits(0).do("fire", blocks["ogre"])
    assert {o.x: w for o, w in zip(*chances(scene), strict=True)} == {0: 27, 1: 81, 2: 81, 3: 27}


def chances(scene: Scene) -> tuple[list[Any], list[int]]:
    codes, weights = scene.game.weighted_outcomes()
    return [scene.game.engine.unpack(code) for code in codes.tolist()], weights.tolist()


@rule("WK-COMBAT-07", "EX-15")
def test_folk_hit_one_better_in_their_land_in_attack_and_defence() -> None:
    for name, place in (("ranger", (4, 1)), ("treek", (4, 1)), ("troll", (5, 5))):
        scene = Scene()
        block = scene.put(name, place)
        kind, land = scene.t.kind[block], scene.t.land[scene.at(place)]
        clear = scene.t.rating[kind, 0]
        assert scene.t.rating[kind, land] == clear + 1


@rule("WK-COMBAT-07", "WK-COMBAT-06")
@pytest.mark.parametrize(("place", "better"), [((4, 1), 1), ((6, 2), 0)])
def test_the_dice_of_folk_hit_one_better_where_they_are_at_home(
    place: tuple[int, int], better: int
) -> None:
    scene = Scene()
    ranger, orc = scene.put("ranger", place, 1), scene.put("orc", (place[0] + 1, place[1]), 2)
    scene.begin(ORCS).walk(orc, place).end_moves()
    for block, name, dice, hits in ((ranger, "ranger", 1, 2 + better), (orc, "orc", 2, 2)):
        scene.do("fire", block)
        fired = [values for code, values in read_entries(scene.s) if code == Event.FIRE]
        assert fired == [[block // 28, block, hits]], name
        assert (scene.s.acted[block], scene.s.quiet) == (1, 0)
        assert scene.game.is_chance
        weights = {outcome.x: weight for outcome, weight in zip(*chances(scene), strict=True)}
        assert weights[0] == (6 - hits) ** dice
        assert max(weights) == dice
        scene.hits(0)
        assert not scene.can("fire", block)


@rule("WK-UNIT-03", "WK-COMBAT-08", "WK-COMBAT-09", "EX-20", "WK-RETREAT-05")
def test_hits_fall_on_the_strongest_and_owners_choose_among_equals() -> None:
    scene, b = attack({"ranger": 3}, {"ogre": 3, "troll": 3, "goblin": 1})
    scene.do("fire", b["ranger"]).hits(3)
    assert scene.game.decider == ORCS
    assert scene.codes() == {("hit", b["ogre"], 0), ("hit", b["troll"], 0)}
    scene.do("hit", b["ogre"])
    assert scene.s.strength[b["troll"]] == 2
    assert scene.s.point == Point.HIT
    scene.do("hit", b["troll"])
    assert [int(scene.s.strength[b[n]]) for n in ("ogre", "troll", "goblin")] == [2, 1, 1]
    assert not scene.can("retreat", b["goblin"])  # its letter is still to come


@rule("WK-COMBAT-01", "WK-SETUP-07", "AMB-47")
def test_blocks_lie_open_in_battle_alone() -> None:
    scene = Scene()
    orc, glader = scene.put("orc", HERE), scene.put("glader", BESIDE)
    far = scene.put("ranger", (1, 1))
    scene.begin().walk(glader, HERE)
    assert not scene.s.shown[orc]
    scene.end_moves()
    assert scene.s.shown[orc] == scene.s.shown[glader] == 3
    assert not scene.s.shown[far]


@rule("WK-COMBAT-02", "WK-COMBAT-04", "WK-COMBAT-05")
def test_a_battle_goes_on_until_a_side_is_gone() -> None:
    scene, b = attack({"glader": 1}, {"goblin": 1})
    for _ in range(3):
        scene.do("fire", b["goblin"]).hits(0).do("fire", b["glader"]).hits(0)
    assert scene.can("retreat", b["goblin"])
    scene.do("fire", b["goblin"]).hits(1)
    assert scene.where(b["glader"]) is None
    assert scene.s.won[ORCS] == 1


@rule("WK-WIZ-01", "WK-WIZ-04", "EX-19", "AMB-34", "wizard_pass")
@pytest.mark.parametrize("reading", [True, False])
def test_a_wizard_casts_by_its_strength_or_passes(reading: bool) -> None:
    known = {1: set(), 2: {1}, 3: {1, 2}, 4: {1, 2, 3}}
    for strength, levels in known.items():
        scene, b = attack({"wicana": strength}, {"goblin": 1}, wizard_pass=reading)
        spells = {y for kind, _, y in scene.codes() if kind == "cast"}
        assert {int(scene.t.spell_level[y]) for y in spells} == levels
        assert scene.can("retreat", b["wicana"])
        assert scene.can("rest", b["wicana"]) == reading


@rule("AMB-34", "wizard_pass")
def test_a_wizard_that_can_neither_cast_nor_retreat_does_nothing() -> None:
    scene = Scene("westmarch+eastfen", wizard_pass=False, overrides={"wicana.move": 0})
    wizard, orc = scene.put("wicana", HERE, 1), scene.put("orc", BESIDE)
    scene.begin(ORCS).walk(orc, HERE).end_moves()
    assert scene.codes() == {("rest", wizard, 0)}


@rule("WK-WIZ-10", "WK-WIZ-11", "WK-WIZ-07", "AMB-08", "target_overflow")
@pytest.mark.parametrize("reading", ["lost", "spread"])
def test_a_targeted_spell_hits_one_enemy_of_choice(reading: str) -> None:
    scene, b = attack({"wicana": 2}, {"ogre": 3, "goblin": 1}, target_overflow=reading)
    scene.do("cast", b["wicana"], LIGHTNING)
    assert scene.s.strength[b["wicana"]] == 1
    assert scene.codes() == {("target", b["ogre"], 0), ("target", b["goblin"], 0)}
    scene.do("target", b["goblin"]).hits(2)
    assert scene.where(b["goblin"]) is None
    assert scene.s.strength[b["ogre"]] == (3 if reading == "lost" else 2)
    assert not any(kind == "cast" for kind, _, _ in scene.codes())


@rule("WK-WIZ-07", "WK-WIZ-01", "WK-COMBAT-05")
def test_a_wizard_casts_once_in_its_turn_of_each_round() -> None:
    scene, b = attack({"wicana": 4, "ranger": 2}, {"orc": 4})
    wizard, ranger = b["wicana"], b["ranger"]
    acts = {(kind, x) for kind, x, _ in scene.codes()}
    assert acts == {(kind, wizard) for kind in ("cast", "rest", "retreat")}
    for left in (3, 2):
        scene.do("cast", wizard, LIGHTNING).do("target", b["orc"]).hits(0)
        assert scene.s.strength[wizard] == left
        assert {(kind, x) for kind, x, _ in scene.codes()} == {
            ("fire", ranger),
            ("retreat", ranger),
        }
        scene.do("fire", ranger).hits(0).do("fire", b["orc"]).hits(0)
        assert scene.can("cast", wizard, LIGHTNING), "a new round"


@rule("AMB-35", "WK-COMBAT-05", "WK-WIZ-07")
def test_attackers_who_must_leave_neither_fire_nor_cast() -> None:
    scene, b = attack({"wicana": 3}, {"shakla": 2})
    scene.do("rest", b["shakla"]).do("rest", b["wicana"])
    assert scene.codes() == {("retreat", b["wicana"], 0)}


@rule("WK-WIZ-11", "WK-WIZ-12", "WK-WIZ-13", "WK-WIZ-14", "WK-WIZ-15", "WK-WIZ-16")
@pytest.mark.parametrize(
    ("spell", "dice", "rating"),
    [
        (LIGHTNING, 2, 3),
        (THUNDER, 4, 2),
        (FORKED, 3, 3),
        (CHAIN, 4, 3),
        (FIREBALL, 4, 2),
        (FIRE_ARROW, 3, 3),
        (FLAME, 8, 2),
    ],
)
def test_damage_spells_throw_their_dice(spell: int, dice: int, rating: int) -> None:
    orcish = spell >= FIREBALL
    scene = Scene()
    name = "shakla" if orcish else "wicana"
    wizard = scene.put(name, BESIDE)
    foe = scene.put("glader" if orcish else "goblin", HERE)
    scene.begin(ORCS if orcish else ELVES).walk(wizard, HERE).end_moves()
    level = int(scene.t.spell_level[spell])
    scene.do("cast", wizard, spell)
    assert scene.s.strength[wizard] == 4 - level
    if scene.s.point == Point.TARGET:
        scene.do("target", foe)
    assert (scene.s.dice, scene.s.rating) == (dice, rating)


@rule("WK-WIZ-12", "AMB-11", "AMB-41", "summon_from_pool")
@pytest.mark.parametrize("reading", [False, True])
def test_summon_brings_a_chaos_unit_into_a_full_hex(reading: bool) -> None:
    scene = Scene(summon_from_pool=reading)
    for _ in range(6):
        scene.put("glader", HERE, 1)
    wizard, unicorn = scene.put("wicana", HERE), scene.put("unicorn", (1, 1))
    orc = scene.put("orc", BESIDE, 3)
    scene.begin(ORCS).walk(orc, HERE).end_moves()
    scene.do("cast", wizard, SUMMON)
    names = {scene.rules.units[scene.t.kind[x]].unit for _, x, _ in scene.codes()}
    assert names == ({"unicorn", "pegasus"} if reading else {"unicorn"})
    scene.do("target", unicorn)
    assert scene.where(unicorn) == HERE
    assert scene.can("fire", unicorn)
    scene.do("fire", unicorn).hits(3)
    scene.do("pass")
    assert scene.s.point == Point.REMOVE
    scene.do("remove", unicorn)
    assert scene.s.count[scene.at(HERE), ELVES] == 7


@rule("WK-WIZ-12", "AMB-26", "AMB-41")
def test_a_chaos_unit_that_was_held_is_summoned_when_its_battle_is_over() -> None:
    scene = Scene()
    unicorn, goblin = scene.put("unicorn", (1, 1)), scene.put("goblin", (2, 1), 1)
    wizard, orc = scene.put("wicana", HERE), scene.put("orc", BESIDE)
    scene.begin(ORCS).walk(goblin, (1, 1)).walk(orc, HERE).do("pass")
    assert not scene.can("cast", wizard, SUMMON)
    scene.do("pass").do("fight", 0)
    scene.do("fire", unicorn).hits(1).do("pass")  # nobody is left to take the hit but the goblin
    scene.do("cast", wizard, SUMMON).do("target", unicorn)
    assert scene.where(unicorn) == HERE


@rule("WK-WIZ-12", "AMB-26")
@pytest.mark.parametrize("attackers", [1, 2])
def test_who_was_held_and_retreated_is_not_summoned_back_into_the_battle(attackers: int) -> None:
    scene = Scene()
    unicorn, wizard = scene.put("unicorn", HERE), scene.put("wicana", HERE)
    orcs = [scene.put("orc", BESIDE) for _ in range(attackers)]
    scene.begin(ORCS)
    for orc in orcs:
        scene.walk(orc, HERE)
    scene.do("pass")
    if attackers == 1:
        scene.do("pin", wizard)
    scene.do("pass").do("rest", wizard).do("retreat", unicorn)
    scene.do(*min(code for code in scene.codes() if code[0] == "go"))
    for orc in orcs:
        scene.do("fire", orc).hits(0)
    assert scene.s.point == Point.ACT
    assert scene.can("cast", wizard, SUMMON) == (attackers == 1)


@rule("WK-WIZ-14", "AMB-36", "panic_no_retreat", "WK-UNIT-18")
@pytest.mark.parametrize("reading", ["stays", "eliminated"])
def test_panic_makes_an_enemy_retreat_on_4_or_less(reading: str) -> None:
    for die in (4, 5):
        scene = Scene(panic_no_retreat=reading)
        glader, castle = scene.put("glader", HERE), scene.put("castle", HERE, 2, ELVES)
        shakla = scene.put("shakla", BESIDE)
        scene.begin(ORCS).walk(shakla, HERE).end_moves()
        scene.do("cast", shakla, PANIC)
        assert scene.codes() == {("target", glader, 0)}
        scene.do("target", glader).die(die)
        if die == 4:
            assert (scene.s.point, scene.game.decider) == (Point.STEP, ELVES)
            scene.go(glader, (5, 2))
            assert scene.where(glader) == (5, 2)
        else:
            assert scene.where(glader) == HERE
        assert scene.where(castle) == HERE


@rule("AMB-36", "panic_no_retreat")
@pytest.mark.parametrize(("reading", "lives"), [("stays", True), ("eliminated", False)])
def test_a_panicked_unit_without_a_way_out(reading: str, lives: bool) -> None:
    scene = Scene(panic_no_retreat=reading)
    corner = (1, 1)
    glader = scene.put("glader", corner)
    for place in ((2, 1), (1, 2)):
        scene.put("goblin", place)
    shakla = scene.put("shakla", (2, 1))
    scene.begin(ORCS).walk(shakla, corner).end_moves()
    scene.do("cast", shakla, PANIC).do("target", glader).die(1)
    assert (scene.where(glader) == corner) == lives


@rule("WK-WIZ-15", "AMB-43")
def test_swarm_lets_all_own_units_fire_now_and_not_again() -> None:
    scene = Scene()
    castle, orc = scene.put("castle", HERE, 4, ORCS), scene.put("orc", HERE)
    shakla, ranger = scene.put("shakla", HERE), scene.put("ranger", BESIDE)
    scene.begin().walk(ranger, HERE).end_moves()
    scene.do("cast", shakla, SWARM)
    assert scene.codes() == {("fire", castle, 0), ("fire", orc, 0)}
    scene.do("fire", orc).hits(0).do("fire", castle).hits(0)
    scene.do("fire", ranger).hits(0)
    assert scene.can("cast", shakla, FIREBALL)  # the next round has begun


def swarming(*elves: str) -> tuple[Scene, dict[str, int]]:
    """Two orcs and a goblin attack elves of strength 1, and their wizard casts Swarm."""
    scene = Scene()
    b = {name: scene.put(name, HERE, 1) for name in elves}
    b |= {name: scene.put(name, BESIDE) for name in ("shakla", "orc", "goblin")}
    scene.begin(ORCS)
    for name in ("shakla", "orc", "goblin"):
        scene.walk(b[name], HERE)
    return scene.end_moves().do("cast", b["shakla"], SWARM), b


@rule("WK-WIZ-15", "AMB-43", "WK-COMBAT-01")
def test_a_swarm_that_kills_the_last_enemy_is_over() -> None:
    scene, b = swarming("ranger")
    scene.do("fire", b["orc"]).hits(1)
    assert scene.s.point != Point.SWARM
    assert (scene.where(b["ranger"]), scene.s.won[ORCS]) == (None, 1)


@rule("WK-WIZ-15", "AMB-43", "WK-COMBAT-09")
def test_the_caster_goes_on_with_a_swarm_after_the_owner_chose_who_is_hit() -> None:
    scene, b = swarming("ranger", "glader", "treek")
    scene.do("fire", b["orc"]).hits(1)
    assert (scene.game.decider, scene.s.point) == (ELVES, Point.HIT)
    scene.do("hit", b["glader"])
    assert (scene.game.decider, scene.s.point) == (ORCS, Point.SWARM)
    assert scene.codes() == {("fire", b["goblin"], 0)}


@rule("WK-WIZ-15", "WK-WIZ-05", "AMB-43", "AMB-09")
@pytest.mark.parametrize("caster", [ORCS, THIRD])
@pytest.mark.parametrize("with_unit", [False, True])
def test_a_swarm_takes_an_own_unit_in_the_hex_that_is_no_wizard(
    caster: int, with_unit: bool
) -> None:
    scene = Scene(seats=3)
    other = ORCS + THIRD - caster
    shakla = scene.put("shakla", HERE, 4, caster)
    units = [scene.put("castle", HERE, 2, caster)] if with_unit else []
    attacker = scene.put("goblin", BESIDE, 1, other)
    scene.begin(other).walk(attacker, HERE).end_moves()
    assert scene.game.decider == caster
    assert scene.can("cast", shakla, SWARM) == with_unit
    if with_unit:
        scene.do("cast", shakla, SWARM).do("fire", units[0]).hits(0)
        assert scene.s.point != Point.SWARM, "nobody else fires in it"


@rule("WK-WIZ-18", "AMB-42", "dispel")
@pytest.mark.parametrize("seat", [ORCS, THIRD])
def test_any_player_whose_wizard_is_there_may_dispel(seat: int) -> None:
    scene = Scene(seats=3, dispel=True)
    shakla, wicana = scene.put("shakla", HERE, 2, seat), scene.put("wicana", BESIDE, 4, ELVES)
    scene.begin().walk(wicana, HERE).end_moves()
    scene.do("rest", shakla).do("cast", wicana, FORKED)
    scene.do("target", shakla)
    assert (scene.game.decider, scene.can("dispel", shakla)) == (seat, True)


@rule("WK-COMBAT-03")
def test_a_round_is_told_with_its_battle_and_every_block_acts_anew_in_it() -> None:
    scene, b = attack({"ranger": 2}, {"orc": 4})
    scene.do("fire", b["ranger"]).hits(0).do("fire", b["orc"])
    scene.s.acted[:] = 1
    scene.hits(0)
    told = [values for code, values in read_entries(scene.s) if code == Event.ROUND]
    assert told == [[ELVES, scene.at(HERE)]]
    assert not scene.s.acted.any()


@rule("WK-WIZ-05", "WK-WIZ-06")
def test_a_wizard_in_the_first_hex_of_the_map_casts_too() -> None:
    scene = Scene()
    wizard, glader = scene.put("wicana", (1, 1)), scene.put("glader", (1, 1))
    assert scene.s.hex[wizard] == 0
    scene.begin().do("cast", wizard, FLY)
    assert scene.can("target", glader)


@rule("WK-WIZ-12", "AMB-41")
def test_who_stands_beside_one_enemy_or_with_the_wizard_is_not_summoned() -> None:
    scene = Scene()
    wizard, unicorn = scene.put("wicana", HERE), scene.put("unicorn", HERE)
    scene.begin()
    assert not scene.can("cast", wizard, SUMMON)
    away = Scene()
    wizard, unicorn = away.put("wicana", HERE), away.put("unicorn", (3, 2))
    goblin = away.put("goblin", (4, 2), 1)
    away.begin().walk(unicorn, (4, 2))
    assert not away.can("cast", wizard, SUMMON), "it fights a goblin"
    assert goblin != unicorn


@rule("WK-WIZ-15", "AMB-43", "WK-COMBAT-01")
def test_a_swarm_is_fired_by_the_casters_own_units_alone() -> None:
    scene = Scene(seats=3)
    defenders = [scene.put(name, HERE, 1, THIRD) for name in ("goblin", "orc")]
    shakla, orc = scene.put("shakla", BESIDE, 4, ORCS), scene.put("orc", BESIDE, 4, ORCS)
    scene.begin(ORCS).walk(shakla, HERE).walk(orc, HERE).end_moves()
    scene.do("cast", shakla, SWARM)
    assert scene.codes() == {("fire", orc, 0)}
    assert all(scene.where(block) == HERE for block in defenders)


@rule("WK-UNIT-03")
def test_steps_lost_are_counted_and_told_whole_units_with_all_they_had() -> None:
    scene, b = attack({"ranger": 3}, {"ogre": 3})
    scene.do("fire", b["ranger"]).hits(2)
    assert (scene.s.strength[b["ogre"]], scene.s.last_seen[b["ogre"]]) == (1, 1)
    assert scene.s.lost_steps[[ELVES, ORCS]].tolist() == [0, 2]
    told = [values for code, values in read_entries(scene.s) if code == Event.LOSS]
    assert told == [[ORCS, b["ogre"], 2], [ORCS, b["ogre"], 1]]


@rule("WK-WIZ-05", "AMB-09", "damage_spell_phase")
def test_damage_spells_are_for_battle_unless_both_phases_are_agreed() -> None:
    for reading, early in (("combat", False), ("both", True)):
        scene = Scene(damage_spell_phase=reading)
        wizard, orc = scene.put("wicana", HERE), scene.put("orc", BESIDE)
        scene.begin(ORCS).walk(orc, HERE).do("pass")
        assert scene.can("cast", wizard, LIGHTNING) == early
        if early:
            scene.do("cast", wizard, LIGHTNING).do("target", orc).hits(2)
            assert scene.s.strength[orc] == 2
            assert scene.s.point == Point.MOVE
        else:
            scene.do("pass")
            spells = {y for kind, _, y in scene.codes() if kind == "cast"}
            assert FLY not in spells
            assert LIGHTNING in spells


@rule("WK-WIZ-05", "AMB-40", "AMB-41", "AMB-43")
def test_which_spells_are_for_which_phase() -> None:
    def known(scene: Scene) -> set[int]:
        return {y for kind, _, y in scene.codes() if kind == "cast"}

    elves = Scene()
    for name in ("wicana", "glader"):
        elves.put(name, HERE)
    elves.put("unicorn", (1, 1))
    orc = elves.put("orc", BESIDE)
    elves.begin()
    assert known(elves) == {FLY, SUMMON}
    elves.do("pass").walk(orc, HERE).end_moves()
    assert known(elves) == {LIGHTNING, THUNDER, FORKED, SUMMON, CHAIN}
    orcs = Scene()
    for name in ("shakla", "orc", "goblin"):
        orcs.put(name, HERE)
    glader = orcs.put("glader", BESIDE)
    orcs.begin(ORCS)
    assert known(orcs) == {TRACK}
    orcs.do("pass").walk(glader, HERE).end_moves()
    assert known(orcs) == {FIREBALL, PANIC, FIRE_ARROW, SWARM, FLAME}


@rule("WK-WIZ-12", "AMB-41", "WK-TURN-04")
def test_a_unit_summoned_before_battle_has_moved_and_one_that_has_moved_may_come() -> None:
    scene = Scene()
    wizard, unicorn = scene.put("wicana", HERE), scene.put("unicorn", (1, 1))
    scene.put("orc", (20, 8))
    scene.begin().do("cast", wizard, SUMMON)
    assert scene.codes() == {("target", unicorn, 0)}  # the own chaos unit on the map alone
    scene.do("target", unicorn)
    assert not scene.can("pick", unicorn)
    later = Scene()
    wizard, unicorn = later.put("wicana", HERE), later.put("unicorn", (1, 2))
    later.begin().walk(unicorn, (1, 3)).do("cast", wizard, SUMMON).do("target", unicorn)
    assert later.where(unicorn) == HERE
    assert scene.s.walked[unicorn], "all know that it is no castle"


@rule("WK-WIZ-12", "AMB-41")
def test_a_unit_summoned_into_its_battle_acts_in_its_letter_and_fires_again_next_round() -> None:
    scene = Scene()
    wizard, unicorn = scene.put("wicana", HERE), scene.put("unicorn", (1, 1))
    orc = scene.put("orc", BESIDE, 3)
    scene.begin(ORCS).walk(orc, HERE).end_moves()
    scene.do("cast", wizard, SUMMON).do("target", unicorn).do("fire", unicorn).hits(0)
    scene.do("fire", orc).hits(0).do("rest", wizard)
    assert scene.can("fire", unicorn)


@rule("WK-WIZ-06", "AMB-39", "cast_after_move", "AMB-38", "movement_casts")
def test_casting_takes_the_place_of_moving() -> None:
    for after, casts in ((False, "by_strength"), (True, "one")):
        scene = Scene(cast_after_move=after, movement_casts=casts)
        wizard, one, two = (scene.put(n, HERE) for n in ("wicana", "glader", "ranger"))
        scene.begin()
        twin = scene.twin()
        twin.walk(wizard, BESIDE)
        assert not twin.can("cast", wizard, FLY)  # it has moved, and nobody else is there
        scene.do("cast", wizard, FLY).do("target", one).die(1).do("stop")
        assert not scene.can("pick", wizard)
        assert scene.can("cast", wizard, FLY) == (casts == "by_strength")
        assert scene.can("pick", two)
        scene.to_turn_end().do("rolled_initiative", ELVES, 9).do("rolled_initiative", ORCS, 2)
        assert scene.can("pick", wizard), "casting was its move of the last turn"
    moved = Scene(cast_after_move=True)
    wizard, glader = moved.put("wicana", BESIDE), moved.put("glader", HERE)
    moved.begin().walk(wizard, HERE)
    assert moved.can("cast", wizard, FLY)
    assert glader != wizard


@rule("WK-WIZ-11", "AMB-40", "WK-MOVE-11", "fly_is_move")
@pytest.mark.parametrize("reading", [True, False])
def test_neither_an_enemy_in_the_hex_nor_a_unit_held_there_is_made_to_fly(reading: bool) -> None:
    scene = Scene(fly_is_move=reading)
    wizard, one, two = (scene.put(n, HERE) for n in ("wicana", "glader", "ranger"))
    orc = scene.put("orc", BESIDE)
    scene.begin(ORCS).walk(orc, HERE).do("pass")
    assert scene.s.point == Point.PIN
    scene.do("pin", one).do("cast", wizard, FLY)
    assert {x for kind, x, _ in scene.codes() if kind == "target"} == {wizard, two}


@rule("WK-WIZ-11", "AMB-40", "fly_is_move")
@pytest.mark.parametrize("reading", [True, False])
def test_fly_carries_a_unit_over_anything_as_far_as_the_die(reading: bool) -> None:
    scene = Scene(fly_is_move=reading)
    wizard, treek = scene.put("wicana", (4, 3)), scene.put("treek", (4, 3))
    scene.begin().do("cast", wizard, FLY).do("target", treek).die(3)
    scene.go(treek, (5, 3), (6, 3), (7, 3))
    assert scene.where(treek) == (7, 3)
    assert scene.can("pick", treek) != reading


@rule("WK-WIZ-06", "AMB-40")
def test_a_wizard_may_fly_itself_by_its_spell() -> None:
    scene = Scene()
    wizard = scene.put("wicana", HERE)
    scene.begin().do("cast", wizard, FLY)
    assert scene.codes() == {("target", wizard, 0)}
    scene.do("target", wizard).die(5).go(wizard, BESIDE)
    assert scene.where(wizard) == BESIDE
    assert not scene.can("pick", wizard)


@rule("WK-WIZ-14", "AMB-40")
def test_troll_track_takes_a_unit_over_a_river() -> None:
    scene = Scene()
    shakla, orc = scene.put("shakla", (7, 4)), scene.put("orc", (7, 4))
    scene.begin(ORCS)
    assert not scene.may_walk(orc, (8, 5))
    scene.do("cast", shakla, TRACK).do("target", orc).go(orc, (8, 5))
    assert scene.where(orc) == (8, 5)
    assert not scene.can("pick", orc)


@rule("WK-WIZ-17", "WK-WIZ-18", "WK-WIZ-19", "EX-13", "EX-21", "AMB-42", "dispel", "AMB-05")
def test_dispel_breaks_a_spell_with_3_or_more_above_its_level() -> None:
    for spell, die, works in (
        (FORKED, 4, False),
        (FORKED, 5, True),
        (CHAIN, 5, False),
        (CHAIN, 6, True),
    ):
        scene, b = attack({"wicana": 4}, {"shakla": 2}, dispel=True)
        scene.do("rest", b["shakla"]).do("cast", b["wicana"], spell).do("target", b["shakla"])
        assert scene.codes() == {("pass", 0, 0), ("dispel", b["shakla"], 0)}
        scene.do("dispel", b["shakla"])
        told = [values for code, values in read_entries(scene.s) if code == Event.DISPEL]
        assert told == [[1, b["shakla"], spell]]
        assert scene.s.last_seen[b["shakla"]] == 1, "all see what it has paid"
        assert scene.s.roller == ORCS, "with its own dice"
        scene.die(die)
        assert [values for code, values in read_entries(scene.s) if code == Event.DIE] == [
            [ORCS, die, spell]
        ]
        level = int(scene.t.spell_level[spell])
        assert [int(scene.s.strength[b[n]]) for n in ("wicana", "shakla")] == [4 - level, 1]
        assert (scene.s.point == Point.ROLL_HITS) != works
    plain, b = attack({"wicana": 4}, {"shakla": 4})
    plain.do("rest", b["shakla"]).do("cast", b["wicana"], THUNDER)
    assert plain.s.point == Point.ROLL_HITS


@rule("AMB-05", "dispel_cost", "AMB-42", "dispel_range")
def test_dispel_may_cost_the_level_and_reach_farther() -> None:
    scene, b = attack({"wicana": 4}, {"shakla": 4}, dispel=True, dispel_cost="target_level")
    scene.do("rest", b["shakla"]).do("cast", b["wicana"], FORKED).do("target", b["shakla"])
    scene.do("dispel", b["shakla"])
    assert scene.s.strength[b["shakla"]] == 2
    for reading, asked in (("same_hex", False), ("any", True)):
        far = Scene(dispel=True, dispel_range=reading)
        shakla, goblin = far.put("shakla", (1, 1)), far.put("goblin", HERE)
        wicana = far.put("wicana", BESIDE)
        far.begin().walk(wicana, HERE).end_moves()
        far.do("cast", wicana, LIGHTNING).do("target", goblin)
        assert far.can("dispel", shakla) == asked


@rule("WK-WIZ-09", "WK-BUILD-08")
def test_a_killed_wizard_is_gone_and_other_blocks_come_back() -> None:
    scene, b = attack({"glader": 4}, {"shakla": 1, "goblin": 1})
    scene.do("rest", b["shakla"]).do("fire", b["goblin"]).hits(0)
    scene.do("fire", b["glader"]).hits(2)
    while scene.s.point == Point.HIT:
        scene.do(*min(scene.codes()))
    assert scene.s.hex[b["shakla"]] == -2
    assert scene.s.hex[b["goblin"]] == -1
    elf, orcs = attack({"glader": 1, "ranger": 1}, {"orc": 4})
    glader = orcs["glader"]
    assert elf.s.shown[glader]
    assert elf.s.last_seen[glader] == elf.s.walked[glader] == 1
    elf.do("fire", orcs["ranger"]).hits(0).do("fire", orcs["orc"]).hits(1)
    elf.do("hit", glader)
    assert elf.where(glader) is None
    told = (elf.s.shown[glader], elf.s.last_seen[glader], elf.s.walked[glader])
    assert told == (0, 0, 0), "nobody knows which block of the pool it is"


@rule("WK-RETREAT-01", "WK-RETREAT-02", "AMB-37")
def test_units_retreat_to_friendly_or_neutral_hexes_beside_and_flyers_farther() -> None:
    scene = Scene()
    glader, pixie = scene.put("glader", HERE), scene.put("pixie", HERE)
    orc = scene.put("orc", BESIDE)
    for place in ((5, 2), (6, 3), (7, 3)):
        scene.put("goblin", place)
    for name, number in (("ranger", 4), ("treek", 2)):
        for _ in range(number):
            scene.put(name, (7, 1), 1)
    scene.begin(ORCS).walk(orc, HERE).end_moves()
    scene.do("retreat", pixie)
    scene.do("go", scene.direction(pixie, (6, 3))).do("go", scene.direction(pixie, (6, 4)))
    assert scene.where(pixie) == (6, 4)  # over goblins, as far as it moves
    scene.do("retreat", glader)
    open_ways = {scene.s_neighbours(glader)[x] for kind, x, _ in scene.codes() if kind == "go"}
    assert scene.at((5, 2)) not in open_ways  # goblins
    assert scene.at((7, 2)) not in open_ways  # the orcs' until the next check
    assert scene.at((7, 1)) not in open_ways  # full
    assert scene.at((6, 1)) in open_ways


@rule("WK-RETREAT-03", "EX-16")
def test_a_clear_side_lets_two_units_out_a_round() -> None:
    scene = Scene()
    gladers = [scene.put("glader", HERE, 1) for _ in range(5)]
    orc = scene.put("orc", BESIDE)
    scene.begin(ORCS).walk(orc, HERE).end_moves()
    out = (7, 1)
    for round_number in (1, 2):
        for glader in gladers[2 * round_number - 2 : 2 * round_number]:
            scene.do("retreat", glader).go(glader, out)
        scene.do("retreat", gladers[4])
        closed = scene.direction(gladers[4], out)
        assert not scene.can("go", closed)
        scene = back(scene, gladers, orc, round_number)
    assert sum(scene.where(glader) == out for glader in gladers) == 4


@rule("WK-RETREAT-03", "WK-RETREAT-01")
def test_flyers_that_retreat_leave_the_side_to_others() -> None:
    scene = Scene()
    pixie, gladers = scene.put("pixie", HERE), [scene.put("glader", HERE, 1) for _ in range(2)]
    orc = scene.put("orc", BESIDE)
    scene.begin(ORCS).walk(orc, HERE).end_moves()
    for block in (pixie, *gladers):
        scene.do("retreat", block).go(block, (7, 1))
    assert [scene.where(block) for block in (pixie, *gladers)] == [(7, 1)] * 3


@rule("WK-RETREAT-05", "WK-UNIT-03", "WK-COMBAT-08")
def test_a_unit_eliminated_before_its_turn_neither_acts_nor_retreats() -> None:
    scene, b = attack({"ranger": 1}, {"goblin": 1, "orc": 2})
    scene.do("fire", b["ranger"]).hits(1)
    assert scene.s.strength[b["orc"]] == 1
    scene, b = attack({"ranger": 1}, {"goblin": 1})
    scene.do("fire", b["ranger"]).hits(1)
    assert scene.where(b["goblin"]) is None
    assert not any(x == b["goblin"] for _, x, _ in scene.codes())
    assert scene.s.won[ELVES] == 1


def back(scene: Scene, gladers: list[int], orc: int, number: int) -> Scene:
    """Replay without the last retreat: those left fire, then the orc, and the next round begins."""
    again = Scene()
    units = [again.put("glader", HERE, 1) for _ in range(5)]
    other = again.put("orc", BESIDE)
    assert (units, other) == (gladers, orc)
    again.begin(ORCS).walk(orc, HERE).end_moves()
    for done in range(1, number + 1):
        for glader in gladers[2 * done - 2 : 2 * done]:
            again.do("retreat", glader).go(glader, (7, 1))
        while again.can("fire", gladers[4]) or any(again.can("fire", g) for g in gladers):
            again.do("fire", next(g for g in gladers if again.can("fire", g))).hits(0)
        again.do("fire", orc).hits(0)
    return again


@rule("AMB-35", "stalemate")
@pytest.mark.parametrize("reading", ["attacker_retreats", "attacker_eliminated"])
def test_after_a_round_without_any_deed_the_attackers_go(reading: str) -> None:
    scene, b = attack({"wicana": 1}, {"shakla": 1}, stalemate=reading)
    scene.do("rest", b["shakla"]).do("rest", b["wicana"])
    if reading == "attacker_retreats":
        assert scene.codes() == {("retreat", b["wicana"], 0)}
        scene.do("retreat", b["wicana"]).go(b["wicana"], BESIDE)
        assert scene.where(b["wicana"]) == BESIDE
    else:
        assert scene.s.hex[b["wicana"]] == -2
    assert scene.s.won[ORCS] == 1


def won(**options: Any) -> tuple[Scene, int, int]:
    """A pixie wins a hex; another glader stands beside it."""
    scene = Scene(**options)
    goblin, pixie = scene.put("goblin", HERE, 1), scene.put("pixie", BESIDE)
    glader = scene.put("glader", (5, 2))
    scene.begin().walk(pixie, HERE).end_moves()
    scene.do("fire", pixie).hits(1)
    assert scene.where(goblin) is None
    return scene, pixie, glader


@rule("WK-RETREAT-04", "AMB-07", "regroup_flyers")
@pytest.mark.parametrize("reading", ["whole_move", "one_hex"])
def test_the_winner_regroups_out_and_in(reading: str) -> None:
    scene, pixie, glader = won(regroup_flyers=reading)
    assert scene.codes() == {("pass", 0, 0), ("leave", pixie, 0), ("come", glader, 0)}
    scene.do("come", glader)
    assert scene.where(glader) == HERE
    assert not scene.can("leave", glader)  # once a battle
    scene.do("leave", pixie).do("go", scene.direction(pixie, BESIDE))
    assert (scene.s.point == Point.STEP) == (reading == "whole_move")


@rule("AMB-07", "regroup_from_battle")
@pytest.mark.parametrize("reading", [False, True])
def test_regrouping_out_of_a_battle_to_come(reading: bool) -> None:
    scene = Scene(regroup_from_battle=reading)
    scene.put("goblin", HERE, 1)
    scene.put("orc", (6, 1))
    pixie, other = scene.put("pixie", BESIDE), scene.put("glader", (7, 1))
    scene.begin().walk(pixie, HERE).walk(other, (6, 1)).end_moves()
    hexes = sorted([scene.at(HERE), scene.at((6, 1))])
    scene.do("fight", hexes.index(scene.at(HERE)))
    scene.do("fire", pixie).hits(1)
    assert scene.can("come", other) == reading


@rule("WK-TURN-05", "EX-10")
def test_battles_are_fought_by_attackers_in_order_each_in_its_own_order() -> None:
    scene = Scene(seats=3)
    third = scene.put("goblin", (6, 1), 1, 2)
    goblin = scene.put("goblin", HERE, 1, ORCS)
    scene.put("glader", (3, 2), 1, ELVES)
    raider = scene.put("orc", (4, 3), 1, ORCS)
    scene.put("castle", (3, 3), 1, ELVES)
    pixie, second = scene.put("pixie", BESIDE), scene.put("glader", (7, 1))
    scene.begin().walk(pixie, HERE).walk(second, (6, 1)).do("pass").walk(raider, (3, 3))
    scene.end_moves()
    assert (scene.s.point, scene.game.decider) == (Point.BATTLE, ELVES)
    assert scene.codes() == {("fight", 0, 0), ("fight", 1, 0)}
    assert scene.s.fight_hex == -1, "none is under way"
    scene.do("fight", 1)
    assert scene.s.fight_hex == scene.at(HERE)
    scene.do("fire", pixie).hits(1).do("pass")
    assert scene.where(goblin) is None
    assert scene.s.fight_hex == scene.at((6, 1))
    scene.do("fire", third).hits(0).do("fire", second).hits(1).do("pass")
    assert scene.s.fight_hex == scene.at((3, 3))
    assert scene.s.active == ORCS


@rule("WK-TURN-05", "AMB-09", "damage_spell_phase")
def test_a_battle_whose_attackers_are_killed_before_it_is_not_fought() -> None:
    scene = Scene(damage_spell_phase="both")
    shakla, pixie = scene.put("shakla", HERE), scene.put("pixie", BESIDE, 1)
    scene.begin().walk(pixie, HERE).do("pass")
    scene.do("cast", shakla, FIREBALL).hits(1)
    assert scene.where(pixie) is None
    scene.end_moves()
    assert (scene.s.point, scene.s.fight_hex) == (Point.BUILD, -1)
    assert scene.s.hex_battles[scene.at(HERE)] == 0
    assert scene.s.side[scene.at(HERE)].tolist() == [0, 0, 0, 0]


@rule("WK-TURN-05", "EX-10", "WK-TURN-02")
def test_battles_go_by_the_initiative_not_by_the_seats() -> None:
    scene = Scene()
    scene.put("glader", HERE, 1)
    orc, ranger = scene.put("orc", BESIDE), scene.put("ranger", (3, 1))
    scene.put("goblin", (4, 1), 1)
    scene.begin(ORCS).walk(orc, HERE).do("pass").walk(ranger, (4, 1)).end_moves()
    assert (scene.s.fight_hex, scene.s.active) == (scene.at(HERE), ORCS)
    three = Scene(seats=3)
    three.put("glader", HERE, 1, ELVES)
    three.put("goblin", (4, 1), 1, ORCS)
    ranger, orc = three.put("ranger", (3, 1), 3, ELVES), three.put("orc", BESIDE, 4, THIRD)
    three.begin(THIRD).walk(orc, HERE).do("pass").walk(ranger, (4, 1)).end_moves()
    assert (three.s.fight_hex, three.s.active) == (three.at(HERE), THIRD)
