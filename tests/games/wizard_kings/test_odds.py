"""Exact odds against brute force, forwards against backwards, and the command."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
from click.testing import CliRunner

from bloodstones.cli import load
from bloodstones.core.errors import InputError
from bloodstones.core.questions.parameters import ref
from bloodstones.games.wizard_kings.odds.battle import Battle
from bloodstones.games.wizard_kings.odds.ends import ends
from bloodstones.games.wizard_kings.odds.solution import CAST, LEAVE, PASS
from bloodstones.games.wizard_kings.odds.solve import solve
from bloodstones.games.wizard_kings.questions.odds import Odds
from bloodstones.games.wizard_kings.rules.reading import load_ruleset
from tests.games.wizard_kings.rolled import roll
from tests.games.wizard_kings.test_fighting import attack

command = load("odds", "wizard_kings")
RULES = load_ruleset()
SPELL_NAMES = [spell.spell for spell in RULES.spells]


def battle(attacker: str, defender: str, **asked: object) -> Battle:
    return Odds.ask({"attacker": attacker, "defender": defender, **asked}).battle()


def dice(count: int) -> Iterator[tuple[int, ...]]:
    return product(range(1, 7), repeat=count)


class Oracle:
    """Plain recursion over single dice throws; rounds without a change are solved by hand.

    It shares nothing with the solver: whole rounds are enumerated from a set of strengths until
    each path has changed something or has come back, with Fractions all along.
    """

    def __init__(self, fought: Battle) -> None:
        self.fought = fought
        self.known: dict[tuple[int, ...], Fraction] = {}

    def chance(self, s: tuple[int, ...]) -> Fraction:
        if s not in self.known:
            moved, stays = self.turn(s, s, 0)
            self.known[s] = moved / (1 - stays) if stays != 1 else Fraction(0)
        return self.known[s]

    def turn(
        self, origin: tuple[int, ...], s: tuple[int, ...], i: int
    ) -> tuple[Fraction, Fraction]:
        """Return (chance through changed strengths, chance of coming back to the origin)."""
        sides = [
            [j for j, f in enumerate(self.fought.fighters) if f.side == side] for side in (0, 1)
        ]
        alive = [any(s[j] for j in side) for side in sides]
        if not all(alive):
            return Fraction(int(alive[0])), Fraction(0)
        if i == len(self.fought.order):
            return (Fraction(0), Fraction(1)) if s == origin else (self.chance(s), Fraction(0))
        unit = self.fought.order[i]
        fighter = self.fought.fighters[unit]
        limit = self.fought.retreats_at[fighter.side]
        if s[unit] and not fighter.castle and sum(s[j] for j in sides[fighter.side]) <= limit:
            return self.turn(origin, (*s[:unit], 0, *s[unit + 1 :]), i + 1)
        if not s[unit] or not fighter.hits:
            return self.turn(origin, s, i + 1)
        by_hits: dict[int, int] = {}
        for thrown in dice(s[unit]):
            hits = sum(die <= fighter.hits for die in thrown)
            by_hits[hits] = by_hits.get(hits, 0) + 1
        moved = stays = Fraction(0)
        for hits, count in by_hits.items():
            share = Fraction(count, 6 ** s[unit])
            a, b = self.hit(origin, s, sides[1 - fighter.side], hits, i + 1)
            moved += share * a
            stays += share * b
        return moved, stays

    def hit(
        self, origin: tuple[int, ...], s: tuple[int, ...], side: list[int], hits: int, i: int
    ) -> tuple[Fraction, Fraction]:
        if hits == 0 or not any(s[j] for j in side):
            return self.turn(origin, s, i)
        top = max(s[j] for j in side)
        equal = [j for j in side if s[j] == top]
        if self.fought.choice == "first":
            equal = equal[:1]
        found = [
            self.hit(origin, (*s[:j], s[j] - 1, *s[j + 1 :]), side, hits - 1, i) for j in equal
        ]
        best = max if self.fought.fighters[side[0]].side == 0 else min
        return best(found)  # after a hit nothing comes back, so the first number is the chance


class WizardOracle:
    """Battles with spells, played out by the clauses alone.

    It shares nothing with the solver but who fights: strengths are tuples, dice are thrown one by
    one, each choice is tried, and the chance at the start of a round is the one which the round
    gives back, found by repeating the round until nothing changes any more.
    """

    def __init__(self, fought: Battle) -> None:
        self.fought = fought
        self.fighters = fought.fighters
        self.known: dict[tuple[int, ...], float] = {}
        self.now: dict[tuple[int, ...], float] = {}

    def chance(self, s: tuple[int, ...]) -> float:
        """The attacker's chance at the start of a round."""
        if s in self.now:
            return self.now[s]
        if s not in self.known:
            guess = 0.0
            for _ in range(1000):
                self.now[s] = guess
                found = self.play(s, list(self.fought.order), quiet=True)
                if abs(found - guess) < 1e-13:
                    break
                guess = found
            del self.now[s]
            self.known[s] = found
        return self.known[s]

    def of(self, s: tuple[int, ...], side: int) -> list[int]:
        return [i for i, f in enumerate(self.fighters) if f.side == side and s[i]]

    def play(self, s: tuple[int, ...], left: list[int], quiet: bool) -> float:
        if not self.of(s, 0) or not self.of(s, 1):
            return float(bool(self.of(s, 0)))
        if not left:
            return 0.0 if quiet else self.chance(s)
        unit, later = left[0], left[1:]
        fighter = self.fighters[unit]
        if not s[unit]:
            return self.play(s, later, quiet)
        best = max if fighter.side == 0 else min
        if fighter.letter != 0:
            return self.throw(s, 1 - fighter.side, s[unit], fighter.hits, later)
        ways = [self.play(s, later, quiet)] if self.fought.wizard_pass else []
        if not self.fought.wizard_pass:
            ways.append(self.play(self.less(s, unit, s[unit]), later, quiet=False))
        return best(ways + list(self.casts(s, unit, later)))

    def casts(self, s: tuple[int, ...], unit: int, later: list[int]) -> Iterator[float]:
        side = self.fighters[unit].side
        spell = self.fought.spells[side]
        if spell is None or s[unit] < spell.level + 1:
            return
        s = self.less(s, unit, spell.level)
        mates = [i for i in later if self.fighters[i].side == side]
        if spell.spell == "swarm":
            if any(s[i] for i in mates):
                yield self.play(s, mates + [i for i in later if i not in mates], quiet=False)
        elif spell.spell == "panic":
            for target in self.of(s, 1 - side):
                if self.fighters[target].name != "castle":
                    gone = self.play(self.less(s, target, s[target]), later, quiet=False)
                    yield (4 * gone + 2 * self.play(s, later, quiet=False)) / 6
        elif "lightning" in spell.spell or spell.spell == "fire_arrow":
            for target in self.of(s, 1 - side):
                found = 0.0
                for thrown in dice(spell.dice):
                    hits = min(sum(die <= spell.hits for die in thrown), s[target])
                    found += self.play(self.less(s, target, hits), later, quiet=False)
                yield found / 6**spell.dice
        else:
            yield self.throw(s, 1 - side, spell.dice, spell.hits, later)

    def less(self, s: tuple[int, ...], unit: int, by: int) -> tuple[int, ...]:
        return (*s[:unit], s[unit] - by, *s[unit + 1 :])

    def throw(
        self, s: tuple[int, ...], side: int, count: int, rating: int, later: list[int]
    ) -> float:
        thrown = [sum(die <= rating for die in each) for each in dice(count)]
        chances = {hits: self.give(s, side, hits, later) for hits in set(thrown)}
        return sum(chances[hits] for hits in thrown) / len(thrown)

    def give(self, s: tuple[int, ...], side: int, hits: int, later: list[int]) -> float:
        units = self.of(s, side)
        if not hits or not units:
            return self.play(s, later, quiet=False)
        top = [i for i in units if s[i] == max(s[j] for j in units)]
        best = max if side == 0 else min
        return best(self.give(self.less(s, i, 1), side, hits - 1, later) for i in top)


SPELLS = [
    ("wicana:3", "orc:1", {"attacker_spell": "lightning"}),
    ("wicana:4", "goblin:2, orc:1", {"attacker_spell": "lightning"}),
    ("wicana:4, glader:1", "orc:2, goblin:2", {"attacker_spell": "forked_lightning"}),
    ("wicana:3, glader:1", "shakla:3, goblin:1", {"attacker_spell": "lightning"}),
    ("goblin:2", "wicana:3", {"defender_spell": "thunder_shock"}),
    ("shakla:4, orc:1", "glader:2, castle:1", {"attacker_spell": "panic"}),
    ("shakla:3, goblin:2", "ranger:1, pixie:1", {"attacker_spell": "swarm"}),
    ("shakla:3", "wicana:2", {"attacker_spell": "fireball", "defender_spell": "lightning"}),
    (
        "shakla:3, goblin:1",
        "wicana:2, glader:1",
        {"attacker_spell": "fire_arrow", "defender_spell": "lightning"},
    ),
    ("ranger:2", "shakla:3, castle:2*2", {"defender_spell": "swarm"}),
    (
        "shakla:3, goblin:1",
        "shakla:3, goblin:1",
        {"attacker_spell": "swarm", "defender_spell": "swarm"},
    ),
]


@pytest.mark.rule("WK-WIZ-04", "WK-WIZ-07", "WK-WIZ-10", "WK-COMBAT-05", "AMB-34", "wizard_pass")
@pytest.mark.parametrize("may_pass", [True, False])
@pytest.mark.parametrize(("attacker", "defender", "spells"), SPELLS)
def test_odds_with_spells_are_those_of_the_clauses_played_out(
    attacker: str, defender: str, spells: dict[str, str], may_pass: bool
) -> None:
    fought = battle(attacker, defender, **spells, wizard_pass=may_pass)
    found = solve(fought)
    strengths = tuple(fighter.strength for fighter in fought.fighters)
    assert float(found.chance()) == pytest.approx(WizardOracle(fought).chance(strengths), abs=1e-9)
    ended = ends(found)
    won = sum(p for s, p in ended.strengths.items() if found.battle.over(s) == 0)
    assert won == pytest.approx(float(found.chance()), abs=1e-12)
    assert sum(ended.strengths.values()) == pytest.approx(1)


@pytest.mark.rule("WK-WIZ-04", "WK-WIZ-07")
def test_a_wizard_casts_in_each_round_that_its_strength_pays_for() -> None:
    # At 3 lightning kills an orc at 1 with 3/4; with 1/4 the orc is left, misses the wizard, now at
    # 2, with 2/3, and is hit again with 3/4.
    answer = Odds.ask(
        {"attacker": "wicana:3", "defender": "orc:1", "attacker_spell": "lightning"}
    ).answer()
    assert answer.p_attacker == 3 / 4 + 1 / 4 * 2 / 3 * 3 / 4 == 7 / 8
    done = {(row["action"], row["target"]): row["times"] for row in answer.wizards}
    assert done["casts lightning", "orc"] == pytest.approx(1 + 1 / 4 * 2 / 3)
    assert set(done) == {("casts lightning", "orc"), ("passes; it cannot cast", "")}


@pytest.mark.rule("AMB-34", "wizard_pass")
def test_a_wizard_that_may_not_pass_casts_or_leaves() -> None:
    fought = {"attacker": "shakla:2, goblin:1", "defender": "ranger:1"}
    spell = {"attacker_spell": "panic"}
    stays = Odds.ask({**fought, **spell}).answer()
    leaves = Odds.ask({**fought, **spell, "wizard_leaves": True}).answer()
    assert "retreats" in {row["action"] for row in leaves.wizards}
    assert "retreats" not in {row["action"] for row in stays.wizards}
    # Without the wizard that draws its fire the goblin is on its own.
    assert leaves.p_attacker < stays.p_attacker
    unarmed = Odds.ask({**fought, "wizard_leaves": True}).answer()
    alone = solve(battle("goblin:1", "ranger:1")).chance()
    assert unarmed.p_attacker == pytest.approx(float(alone))


def test_play_with_spells_at_random_agrees_with_the_exact_odds() -> None:
    found = solve(
        battle(
            "wicana:4, ranger:2, glader:2",
            "shakla:3, ogre:2, orc:3",
            attacker_spell="lightning",
            defender_spell="swarm",
        )
    )
    n, p = 4000, float(found.chance())
    assert abs(roll(found, n, 5) / n - p) < 4 * (p * (1 - p) / n) ** 0.5


@pytest.mark.rule("AMB-34", "wizard_pass")
@pytest.mark.parametrize("reading", [True, False])
def test_wizards_of_the_odds_choose_among_what_the_engine_allows(reading: bool) -> None:
    for strength in (1, 2, 3, 4):
        scene, blocks = attack({"wicana": strength}, {"goblin": 1}, wizard_pass=reading)
        allowed = {kind for kind, x, _ in scene.codes() if x == blocks["wicana"]}
        for name, level in (("lightning", 1), ("forked_lightning", 2), ("chain_lightning", 3)):
            fought = Battle(
                battle(f"wicana:{strength}", "goblin:1").fighters,
                spells=(RULES.spells[SPELL_NAMES.index(name)], None),
                wizard_pass=reading,
            )
            kinds = {
                deed.kind for deed, _ in solve(fought).alternatives(fought.start, fought.order)
            }
            assert (CAST in kinds) == (strength > level)
            assert CAST not in kinds or "cast" in allowed
            assert (LEAVE in kinds) == (not reading)
            assert ("rest" in allowed) == reading
            assert "retreat" in allowed


CASES = [
    ("ogre:2", "ranger:2", {}),
    ("ogre:1, goblin:2", "castle:2", {}),
    ("goblin:2, orc:2", "glader:2, pixie:2", {}),
    ("goblin:2, orc:2", "glader:2, treek:2", {"choice": "first"}),
    ("orc:2", "ranger:2, treek:1", {"terrain": "forest"}),
    ("orc:3", "glader:2", {"attacker_retreats_at": 1}),
    ("orc:2, goblin:1", "glader:2, castle:1", {"defender_retreats_at": 2}),
    (
        "orc:2, goblin:1",
        "glader:2, pixie:1",
        {"attacker_retreats_at": 2, "defender_retreats_at": 1},
    ),
]


@pytest.mark.rule("WK-COMBAT-03", "WK-COMBAT-04", "WK-COMBAT-06", "WK-COMBAT-08", "WK-COMBAT-09")
@pytest.mark.parametrize(("attacker", "defender", "asked"), CASES)
def test_odds_are_those_of_plain_enumeration(
    attacker: str, defender: str, asked: dict[str, object]
) -> None:
    fought = battle(attacker, defender, **asked)
    strengths = tuple(fighter.strength for fighter in fought.fighters)
    assert solve(fought).chance() == Oracle(fought).chance(strengths)


@pytest.mark.rule("WK-COMBAT-03")
@pytest.mark.parametrize(("attacker", "defender", "asked"), CASES)
def test_odds_within_a_round_are_those_of_plain_enumeration(
    attacker: str, defender: str, asked: dict[str, object]
) -> None:
    for done in range(1, len(battle(attacker, defender).fighters)):
        fought = battle(attacker, defender, **asked, turns_done=str(done))
        strengths = tuple(fighter.strength for fighter in fought.fighters)
        oracle = Oracle(fought)
        moved, stays = oracle.turn(strengths, strengths, done)
        assert solve(fought).chance() == moved + stays * oracle.chance(strengths)


@pytest.mark.parametrize("done", [1, 3])
def test_play_within_a_round_goes_forward_to_the_same_chance(done: int) -> None:
    found = solve(battle("goblin:2, orc:2", "glader:2, pixie:2", turns_done=str(done)))
    ended = ends(found)
    won = sum(p for s, p in ended.strengths.items() if found.battle.over(s) == 0)
    assert won == pytest.approx(float(found.chance()), abs=1e-12)
    rate = roll(found, 4000, 3) / 4000
    assert rate == pytest.approx(won, abs=0.03)


def test_a_unit_away_takes_its_turn_of_the_round_along() -> None:
    asked = {"attacker": "goblin:2, orc:2", "defender": "glader:2, pixie:2"}
    answer = Odds.ask({**asked, "turns_done": "1", "what_if": True}).answer()
    told = {row["change"]: row["p_attacker"] for row in answer.what_if}
    first = battle(**asked).fighters[battle(**asked).order[0]].name
    other = next(name for name in ("glader", "pixie") if name != first)
    for gone, done in ((first, "0"), (other, "1")):
        left = battle(
            asked["attacker"], f"{({'glader', 'pixie'} - {gone}).pop()}:2", turns_done=done
        )
        assert told[f"defending {gone}:2 away"] == pytest.approx(float(solve(left).chance()))


def test_a_round_under_way_has_turns_left() -> None:
    with pytest.raises(InputError, match="fewer turns than the 2 units of the round"):
        battle("ogre:2", "ranger:2", turns_done="2")


@pytest.mark.parametrize(("attacker", "defender", "asked"), CASES)
def test_following_the_play_forward_gives_the_same_chance(
    attacker: str, defender: str, asked: dict[str, object]
) -> None:
    found = solve(battle(attacker, defender, **asked))
    ended = ends(found)
    won = sum(p for s, p in ended.strengths.items() if found.battle.over(s) == 0)
    assert won == pytest.approx(float(found.chance()), abs=1e-12)
    assert sum(ended.strengths.values()) == pytest.approx(1)


def test_one_against_one_by_hand() -> None:
    # The ranger shoots first and hits one time in three; else the goblin hits one time in six.
    found = solve(battle("goblin:1", "ranger:1"))
    assert found.chance() == Fraction(2, 3) * Fraction(1, 6) / (1 - Fraction(2, 3) * Fraction(5, 6))


def test_a_losing_choice_is_worth_something() -> None:
    best = solve(battle("goblin:3, ogre:3", "castle:3, glader:3")).chance()
    first = solve(battle("ogre:3, goblin:3", "castle:3, glader:3", choice="first")).chance()
    assert best != first


@pytest.mark.rule("WK-WIZ-10", "AMB-08")
def test_a_targeted_spell_loses_what_its_target_cannot_take() -> None:
    # Chain lightning: four dice at 3 on a goblin at 1, which lives with 1/16.
    found = solve(battle("wicana:4", "goblin:1", attacker_spell="chain_lightning"))
    assert found.value(found.battle.start, 0) == found.scale * 15 // 16
    assert found.chance() == Fraction(15, 16)


def test_how_a_battle_with_a_spell_ends_is_shown_before_its_chance() -> None:
    found = solve(battle("shakla:3, orc:2", "glader:2", attacker_spell="fireball"))
    won = sum(p for s, p in ends(found).strengths.items() if found.battle.over(s) == 0)
    assert won == pytest.approx(float(found.chance()))


@pytest.mark.rule("WK-WIZ-14")
def test_panic_drives_a_unit_away_with_four_of_six() -> None:
    found = solve(battle("shakla:2", "glader:4", attacker_spell="panic"))
    assert found.chance() == Fraction(2, 3)
    assert ends(found).strength_left(1) == pytest.approx(4)


@pytest.mark.rule("WK-UNIT-18")
def test_panic_does_not_move_castles() -> None:
    assert solve(battle("shakla:2", "castle:1", attacker_spell="panic")).chance() == 0


def swarmed(attacker: str) -> Fraction:
    """The chance against a ranger at 1 if the wizard casts Swarm in the first round."""
    found = solve(battle(attacker, "ranger:1", attacker_spell="swarm"))
    ((deed, chance),) = found.alternatives(found.battle.start, found.battle.order)
    assert deed == (CAST, None)
    return Fraction(chance, found.scale)


@pytest.mark.rule("WK-WIZ-15")
def test_swarm_fires_before_the_enemy_and_not_again_in_the_round() -> None:
    both = solve(battle("shakla:1, goblin:1", "ranger:1")).chance()
    alone = solve(battle("goblin:1", "ranger:1")).chance()
    later = Fraction(1, 3) * alone + Fraction(2, 3) * both
    assert swarmed("shakla:3, goblin:1") == Fraction(1, 6) + Fraction(5, 6) * later


@pytest.mark.rule("WK-WIZ-15")
def test_swarm_lets_a_unit_fire_with_the_steps_that_the_enemy_would_have_taken() -> None:
    hit = solve(battle("shakla:1, goblin:1", "ranger:1")).chance()
    missed = solve(battle("shakla:1, goblin:2", "ranger:1")).chance()
    later = Fraction(1, 3) * hit + Fraction(2, 3) * missed
    assert swarmed("shakla:3, goblin:2") == Fraction(11, 36) + Fraction(25, 36) * later


@pytest.mark.rule("WK-WIZ-15")
def test_swarm_is_cast_where_waiting_is_worse() -> None:
    # The wizard draws the ranger's fire while it stands at 3, so that it had better wait.
    waiting = solve(battle("shakla:3, goblin:2", "ranger:1", attacker_spell="swarm"))
    assert waiting.deeds[waiting.battle.start, waiting.battle.order] == (PASS, None)
    # Two castles at 3 hit four times with six dice, before the rangers fire.
    at_once = solve(battle("ranger:3*2", "shakla:3, castle:3*2", defender_spell="swarm"))
    assert at_once.deeds[at_once.battle.start, at_once.battle.order] == (CAST, None)


@pytest.mark.rule("AMB-35", "stalemate")
def test_wizards_that_cannot_harm_each_other_end_with_the_attacker_leaving() -> None:
    found = solve(battle("shakla:1", "wicana:1"))
    assert found.chance() == 0
    assert ends(found).strength_left(0) == pytest.approx(1)


def test_random_battles_agree_with_the_exact_odds() -> None:
    found = solve(
        battle("shakla:3, orc:4, ogre:3", "ranger:3, castle:3", attacker_spell="fireball")
    )
    n = 4000
    p = float(found.chance())
    assert abs(roll(found, n, 7) / n - p) < 4 * (p * (1 - p) / n) ** 0.5


def run(*args: str) -> str:
    output = CliRunner().invoke(command, args, catch_exceptions=False)
    assert output.exit_code == 0, output.output
    return output.output


def test_the_command_prints_fractions_and_means() -> None:
    force = ["--attacker", "ogre:3, orc:4*2", "--defender", "ranger:3, glader:4, castle:3"]
    shown = json.loads(run(*force, "--terrain", "forest", "--json"))
    assert Fraction(shown["p_attacker_fraction"]) + Fraction(shown["p_defender_fraction"]) == 1
    assert shown["p_attacker"] == pytest.approx(0.312762, abs=1e-6)
    assert 0 < shown["gp_lost_attacker"] < 28
    assert "Attacker wins  31.28 %" in run(*force, "--terrain", "forest")


def test_what_ifs_are_sorted() -> None:
    args = ["--attacker", "ogre:2", "--defender", "glader:2", "--what-if", "--json"]
    shown = json.loads(run(*args, "--set", "ogre.hits=2"))
    gains = [change["gain"] for change in shown["what_if"]]
    assert gains == sorted(gains, reverse=True)
    assert shown["overrides"] == {"ogre.hits": 2}


def test_all_faults_of_a_question_are_reported_at_once() -> None:
    with pytest.raises(InputError) as error:
        battle("ogre:4, orc:1*9", "elf:1", terrain="sand", choice="worst", attacker_spell="fly")
    for words in ("ogre at 1 to 3", "1 to 5 blocks of orc", "a unit, got 'elf'", "a terrain"):
        assert words in str(error.value)
    assert "best or first" in str(error.value)
    assert "a spell for battles" in str(error.value)


def test_battles_beyond_exact_reach_are_refused_with_a_remedy() -> None:
    with pytest.raises(InputError, match=f"{ref('choice')} first"):
        solve(battle("goblin:4*6", "glader:4*6"))
    assert 0 < solve(battle("goblin:4*6", "glader:4*6", choice="first")).chance() < 1
