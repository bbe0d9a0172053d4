"""What lies open to a seat: in its view, to learners, in the worlds of a search, at the table."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.kernels.streams import game_key
from bloodstones.games.wizard_kings.cli.voice import GameVoice
from bloodstones.games.wizard_kings.engine.game_setup import read_setup
from bloodstones.games.wizard_kings.engine.playthrough import Playthrough
from bloodstones.games.wizard_kings.engine.state import BLOCKS, Mode, Point
from bloodstones.games.wizard_kings.engine.view import View, visible
from bloodstones.games.wizard_kings.engine.worlds import deal_world
from bloodstones.games.wizard_kings.fields import observe
from bloodstones.games.wizard_kings.game import GAME
from bloodstones.games.wizard_kings.strategies.choosing import choose
from tests.games.wizard_kings.random_play import play, setup_for
from tests.games.wizard_kings.scene import BOARD, ELVES, ORCS, THIRD, Scene

rule = pytest.mark.rule
PEACE = (Point.PIN, Point.MOVE, Point.BATTLE, Point.REGROUP, Point.BUILD)
WORLDS = 40
EVERY = 11  # decision of a playthrough is looked at
TOLD = 4  # numbers that `observe` writes before its counts


def enemies_seen(seen: View, state: Any, seat: int) -> dict[int, int]:
    """The blocks of other teams that a seat sees, and their hexes."""
    team = state.team
    return {b: e.hex for b, e in seen.blocks.items() if team[e.seat] != team[seat]}


def at_peace(state: Any) -> bool:
    """Whether neither a battle is fought nor a spell carried out."""
    walking = state.point in (Point.STEP, Point.DECLARE) and state.mode == Mode.WALK
    return state.point in PEACE or (walking and not state.fighting)


def glanced(game: Playthrough, seat: int) -> dict[int, int]:
    """The hexes of the blocks on the map that a learner sees at a seat."""
    seats, hexes = int(game.tables.players), int(game.tables.hexes)
    out = np.zeros(TOLD + seats * (hexes + 4 * BLOCKS), np.int64)
    observe(game.state, game.tables, seat, out)
    where = out[TOLD + seats * hexes :][: seats * BLOCKS].reshape(seats, BLOCKS)
    turned = np.roll(where, seat, axis=0).ravel()
    return {block: int(h) for block, h in enumerate(turned) if h >= 0}


def world(game: Playthrough, seat: int, number: int) -> Playthrough:
    """A copy as it may be for all that a seat knows."""
    twin = game.copy()
    deal_world(twin.state, twin.tables, seat, game_key(3, "worlds", 0), number)
    return twin


class Watch:
    """Asserts at every decision of a playthrough what its seats see."""

    def __init__(self) -> None:
        self.peaceful = self.open = self.dealt = self.looks = 0

    def __call__(self, game: Playthrough, legal: list[int]) -> None:
        self.looks += 1
        if game.is_chance or self.looks % EVERY:
            return
        state = game.state
        for seat in range(int(game.tables.players)):
            seen = visible(state, game.tables, seat)
            others = enemies_seen(seen, state, seat)
            if at_peace(state):
                self.peaceful += 1
                assert not others
            elif state.fighting:
                self.open += bool(others)
                assert set(others.values()) <= {int(state.fight_hex)} or state.point == Point.STEP
            assert glanced(game, seat) == {b: e.hex for b, e in seen.blocks.items()}
        if not state.building and state.turn:
            twin = world(game, game.decider, self.looks)
            assert twin.legal_codes().tolist() == legal
            self.dealt += bool((np.asarray(twin.state.hex) != np.asarray(state.hex)).any())
            assert visible(twin.state, twin.tables, game.decider) == visible(
                state, game.tables, game.decider
            )


@rule("AMB-47", "AMB-48", "WK-COMBAT-01", "WK-SETUP-07")
@pytest.mark.parametrize("number", [0, 5, 6])
def test_no_enemy_block_is_seen_but_in_a_battle_or_a_spell(number: int) -> None:
    watch = Watch()
    play(Playthrough(read_setup(setup_for(number)), 2, scripted_chance=True), 2, watch)
    assert watch.peaceful > 100
    assert watch.open > 10
    assert watch.dealt > 50


@rule("AMB-47", "WK-COMBAT-01")
def test_scripted_seats_see_no_more_than_others() -> None:
    setup = Setup("westmarch+eastfen", (Seat("eldryn", "hammer"), Seat("jurak", "bastion")))
    game, watch = Playthrough(read_setup(setup), 3, scripted_chance=True), Watch()
    policy = GAME.seat(setup).policy
    while not game.over:
        if game.is_chance:
            game.apply(game.draw())
            continue
        codes = game.legal_codes()
        watch(game, codes.tolist())
        game.apply_code(
            int(codes[choose(game.state, game.tables, policy, game.buffer, len(codes))])
        )
    assert watch.open > 10


HERE, BESIDE, NEAR, FAR = (7, 2), (7, 3), (8, 2), (2, 1)
FLY, THUNDER = 1, 2


def seen_by(scene: Scene, seat: int) -> set[int]:
    """The blocks of other teams that a seat sees."""
    return set(enemies_seen(visible(scene.s, scene.t, seat), scene.s, seat))


@rule("AMB-47")
def test_a_spell_shows_its_wizard_and_its_object_only_while_it_is_carried_out() -> None:
    scene = Scene()
    wizard, ranger = scene.put("wicana", BESIDE, 4), scene.put("ranger", BESIDE, 3)
    glader = scene.put("glader", BESIDE, 2)
    scene.put("orc", (20, 8), 1, ORCS)
    scene.begin()
    assert not seen_by(scene, ORCS)
    scene.do("cast", wizard, FLY)
    assert seen_by(scene, ORCS) == {wizard}
    scene.do("target", ranger)
    assert seen_by(scene, ORCS) == {wizard, ranger}
    scene.die(2).do("go", scene.direction(ranger, HERE))
    assert scene.s.point == Point.STEP
    assert seen_by(scene, ORCS) == {wizard, ranger}
    scene.do("stop")
    assert not seen_by(scene, ORCS)
    scene.do("pick", glader)
    assert scene.s.point == Point.STEP
    assert not seen_by(scene, ORCS)


@rule("AMB-47", "AMB-09")
def test_a_damage_spell_outside_battle_shows_what_it_may_fall_on_until_it_is_over() -> None:
    scene = Scene(damage_spell_phase="both")
    wizard, glader = scene.put("wicana", HERE, 4), scene.put("glader", FAR, 2)
    orcs = [scene.put("orc", place, 2, ORCS) for place in (BESIDE, NEAR)]
    scene.begin(ORCS)
    for orc in orcs:
        scene.walk(orc, HERE)
    scene.do("pass")
    assert not seen_by(scene, ORCS) | seen_by(scene, ELVES)
    scene.do("cast", wizard, THUNDER).hits(1)
    assert scene.s.point == Point.HIT
    assert seen_by(scene, ORCS) == {wizard}
    assert seen_by(scene, ELVES) == set(orcs)
    scene.do("hit", orcs[0])
    assert scene.s.point == Point.MOVE
    assert not seen_by(scene, ORCS) | seen_by(scene, ELVES)
    scene.do("pick", glader)
    assert not seen_by(scene, ORCS)


@rule("AMB-48", "WK-COMBAT-10", "WK-ALLY-01")
def test_who_declared_for_a_side_is_its_ally_in_that_battle_alone() -> None:
    scene = Scene(seats=3)
    orc, home = scene.put("orc", HERE, 4, ORCS), scene.put("goblin", (9, 3), 2, ORCS)
    elf = scene.put("glader", BESIDE, 1, ELVES)
    third, second = scene.put("orc", NEAR, 2, THIRD), scene.put("orc", (9, 2), 2, THIRD)
    scene.begin().walk(elf, HERE).do("pass").do("pass")
    scene.do("pick", third).do("go", scene.direction(third, HERE)).do("declare", 2)
    assert not seen_by(scene, THIRD) | seen_by(scene, ORCS)
    dealt = [world(scene.game, THIRD, number).state.hex for number in range(WORLDS)]
    assert sum(int(hexes[home] == scene.at((9, 3))) for hexes in dealt) < WORLDS // 2
    assert not any(kind == "break" for kind, _, _ in scene.codes())
    scene.walk(second, (9, 3))
    assert scene.s.side[scene.at((9, 3)), [ORCS, THIRD]].tolist() == [2, 1]
    scene.do("pass")
    assert scene.s.fight_hex == scene.at(HERE)
    assert seen_by(scene, THIRD) == {orc, elf}
    scene.do("fire", orc).hits(1)
    assert scene.s.point == Point.REGROUP
    assert not seen_by(scene, THIRD) | seen_by(scene, ORCS)
    staying, leaving = scene.twin(), scene
    while staying.s.point == Point.REGROUP:
        staying.do("pass")
    fought = {int(h) for h in np.flatnonzero(np.asarray(staying.s.attacker) >= 0)}
    assert fought == {staying.at(HERE), staying.at((9, 3))}
    assert staying.s.side[staying.at(HERE), [ORCS, THIRD]].tolist() == [1, 2]
    leaving.do("pass").do("leave", third).do("go", scene.direction(third, NEAR))
    while leaving.s.point in (Point.REGROUP, Point.STEP):
        leaving.do("pass" if leaving.can("pass") else "stop")
    assert leaving.s.attacker[leaving.at(HERE)] == -1


@rule("AMB-47")
def test_worlds_of_who_takes_a_hit_do_not_keep_what_moved_last_in_peace() -> None:
    scene = Scene()
    first, second = scene.put("orc", HERE, 2, ORCS), scene.put("orc", HERE, 2, ORCS)
    ranger, glader = scene.put("ranger", BESIDE, 3), scene.put("glader", FAR, 2)
    scene.begin().walk(ranger, HERE).walk(glader, (3, 1))
    scene.end_moves().do("fire", ranger).hits(1)
    assert scene.s.point == Point.HIT
    assert scene.game.decider == ORCS
    dealt = [world(scene.game, ORCS, number).state.hex for number in range(WORLDS)]
    assert sum(int(hexes[glader] == scene.at((3, 1))) for hexes in dealt) < WORLDS // 2
    assert all(hexes[ranger] == scene.at(HERE) for hexes in dealt)
    assert scene.codes() == {("hit", first, 0), ("hit", second, 0)}


@rule("AMB-47", "WK-COMBAT-01")
def test_the_table_names_a_block_only_while_it_lies_open() -> None:
    scene = Scene()
    scene.put("orc", HERE, 2, ORCS)
    ranger = scene.put("ranger", BESIDE, 3)
    scene.begin().walk(ranger, HERE).end_moves()
    voice = GameVoice(GAME.records)
    known = voice.names(scene.game, Setup(BOARD, (Seat("eldryn", "a"), Seat("jurak", "b"))))
    named = known["blocks"][ranger]

    def named_to(seat: int, event: str, **keys: int) -> bool:
        line = {"event": event, "seat": ELVES, "block": ranger, **keys}
        return named in voice.tell(scene.game, line, seat, known)

    here, beside = scene.at(HERE), scene.at(BESIDE)
    assert named_to(ORCS, "fire", rating=2)
    assert named in "\n".join(voice.board(scene.game, ORCS, known))
    scene.do("retreat", ranger).do("go", scene.direction(ranger, BESIDE))
    assert named_to(ORCS, "retreat", hex=here)
    assert (scene.s.shown[ranger] >> ORCS) & 1
    for event in ("pick", "step", "ship", "leave", "come", "pin", "disband", "stop"):
        assert not named_to(ORCS, event, hex=beside, over=0)
        assert named_to(ELVES, event, hex=beside, over=0)
    assert "1 unknown" in "\n".join(voice.board(scene.game, ORCS, known))
    assert named_to(ORCS, "loss", left=0)
    assert named_to(ORCS, "removed", hex=beside)


@rule("AMB-44", "WK-BUILD-01")
def test_worlds_of_who_builds_hold_nothing_of_what_the_others_have_built() -> None:
    scene = Scene()
    orc, shakla = scene.put("orc", (8, 3), 1), scene.put("shakla", (18, 8), 1)
    city = next(n for n, each in enumerate(scene.board.cities) if each.home == ORCS)
    h = scene.board.cities[city].hex
    scene.put("goblin", (h % scene.board.width + 1, h // scene.board.width + 1), 1)
    scene.put("glader", (3, 3), 1)
    scene.begin(ORCS).walk(orc, (7, 3)).to_build()
    opened = scene.twin().s
    assert scene.s.active == ORCS
    made = max((x, y) for kind, x, y in scene.codes() if kind == "new" and y == city)
    scene.do("new", *made)
    while any(code[0] == "gain" for code in scene.codes()):
        scene.do(*min(code for code in scene.codes() if code[0] == "gain"))
    scene.do("pass")
    assert scene.s.active == ELVES
    orcs = slice(BLOCKS * ORCS, BLOCKS * (ORCS + 1))
    assert (scene.s.count[:, ORCS] != opened.count[:, ORCS]).any()
    seen = set()
    for number in range(12):
        s = world(scene.game, ELVES, number).state
        assert s.count.tolist() == opened.count.tolist()
        assert sorted(s.hex[orcs].tolist()) == sorted(opened.hex[orcs].tolist())
        assert (s.gold[ORCS], s.bought_steps[ORCS], s.lost_steps[ORCS]) == (s.income[ORCS], 0, 0)
        for name in ("raised", "gave", "got", "fresh"):
            assert not getattr(s, name)[orcs].any(), name
        for h in range(scene.t.hexes):
            here = [b for b in range(BLOCKS, 2 * BLOCKS) if s.hex[b] == h]
            assert s.wizards[h, ORCS] == sum(int(scene.t.wizard[scene.t.kind[b]]) for b in here)
            assert s.count[h, ORCS] == len(here)
        walked = [int(s.hex[b]) for b in range(BLOCKS, 2 * BLOCKS) if s.walked[b]]
        assert walked == [scene.at((7, 3))], "everybody saw a block go there"
        seen.add((*s.hex[orcs].tolist(), *s.strength[orcs].tolist()))
    assert len(seen) > 1
    assert scene.where(shakla) == (18, 8)


@rule("AMB-44", "AMB-22", "setup_order")
@pytest.mark.parametrize("reading", ["secret", "seat_order"])
def test_worlds_of_a_secret_setup_place_the_others_anew(reading: str) -> None:
    seats = (Seat("eldryn", "random"), Seat("jurak", "random"))
    setup = Setup(BOARD, seats, {"setup_order": reading})
    game = Playthrough(read_setup(setup), 1, scripted_chance=True)
    while game.decider == 0:
        game.apply(game.legal()[0])
    worlds = [world(game, 1, number).state for number in range(8)]
    counts = {s.count[:, 0].tobytes() for s in worlds}
    assert (len(counts) > 1) == (reading == "secret")
    if reading == "seat_order":
        assert counts == {game.state.count[:, 0].tobytes()}
    assert len({s.hex[:BLOCKS].tobytes() for s in worlds}) > 1
