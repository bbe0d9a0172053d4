"""Exact chances against brute force: every hand of small decks, every fight over them."""

from __future__ import annotations

import json
import time
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from bloodstones.api.loading import load_game
from bloodstones.cli import load
from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults
from bloodstones.core.kernels.decision_codes import kind_of, x_of
from bloodstones.games.battalia.engine.decisions import Kind as Move
from bloodstones.games.battalia.engine.state import FIRST_ITEM, ITSELF, GameState
from bloodstones.games.battalia.events import Event
from bloodstones.games.battalia.odds import making
from bloodstones.games.battalia.odds.converting import CONVERTERS, Item, conversions, dealt
from bloodstones.games.battalia.odds.decks import (
    SIZES,
    hand_chances,
    read_deck,
    read_wanted,
    thinned,
)
from bloodstones.games.battalia.odds.fights import alike, fight_odds
from bloodstones.games.battalia.odds.making import Side
from bloodstones.games.battalia.questions import functions as battalia
from bloodstones.games.battalia.rules.names import FIRST_GREAT, SUPPLY, Faction
from bloodstones.games.battalia.rules.names import Kind as Card
from bloodstones.games.battalia.rules.reading import load_ruleset
from tests.games.battalia.scene import Scene
from tests.soaks import some

RULES = load_ruleset()
draws, odds = load("draws", "battalia"), load("odds", "battalia")
EXTRA = {3: 1, 4: 2, 5: 3}
CARDS = st.sampled_from([0, 1, 4, 5, 8, 13, 20, 21, 36, 40, SUPPLY, FIRST_GREAT + 1])
DECKS = st.lists(CARDS, min_size=3, max_size=9).map(
    lambda cards: [c for n, c in enumerate(cards) if c < FIRST_GREAT or c not in cards[:n]]
)


def cohorts(hand: tuple[int, ...]) -> tuple[int, int]:
    """Size of the largest cohort and cards drawn, by trying each faction for great artifacts."""
    best = (0, 0)
    for faction in range(4):
        sizes = Counter(card % 4 for card in hand if card < SUPPLY)
        sizes[faction] += sum(card >= FIRST_GREAT for card in hand)
        drawn = sum(EXTRA.get(size, 4 if size > 5 else 0) for size in sizes.values())
        best = max(best[0], *sizes.values(), 0), max(best[1], drawn)
    return best


@settings(max_examples=40, deadline=None)
@given(DECKS, st.integers(1, 7), st.sampled_from([20, SUPPLY, 5]))
def test_cohorts_and_wanted_cards_by_counting_hands(deck: list[int], size: int, want: int) -> None:
    size = min(size, len(deck))
    hands = list(combinations(deck, size))
    found = hand_chances(RULES, Counter(deck), size, frozenset({want}))
    told = [cohorts(hand) for hand in hands]
    for each, chance in found.largest.items():
        number = sum(min(largest, 6) == each for largest, _ in told)
        assert chance == Fraction(number, len(hands))
    assert found.drawn == Fraction(sum(drawn for _, drawn in told), len(hands))
    assert found.wanted == Fraction(sum(want in hand for hand in hands), len(hands))


def strongest(cards: tuple[int, ...], side: Side) -> int:
    """The greatest strength of some cards, over every line that they can make."""
    best = side.wall
    for length in range(1, len(cards) + 1):
        for line in combinations(cards, length):
            if side.attacks and not any(20 <= card < 24 for card in line):
                continue
            worths = [side.worth(RULES, card) for card in line]
            if any(worth.strength == 0 for worth in worths):
                continue
            bonus = side.heroes if all(worth.matches for worth in worths) else 0
            best = max(best, side.wall + sum(worth.strength for worth in worths) + bonus)
    return best


@settings(max_examples=40, deadline=None)
@given(DECKS, st.integers(1, 4), DECKS, st.integers(0, 2), st.integers(0, 5), st.booleans())
def test_fights_by_trying_every_hand_and_line(
    deck: list[int], size: int, line: list[int], heroes: int, wall: int, attacks: bool
) -> None:
    size = min(size, len(deck))
    known = tuple(line[:4])
    attacker = Side(True, {} if attacks else Counter(known), Faction.ORSARI, max(1, heroes))
    defender = Side(False, Counter(known) if attacks else {}, Faction.LAGORAI, heroes, wall)
    unknown = attacker if attacks else defender
    found = fight_odds(RULES, attacker, defender, Counter(deck), size, unknown)
    hands = list(combinations(deck, size))
    if attacks:
        won = sum(strongest(hand, attacker) > strongest(known, defender) for hand in hands)
    else:
        won = sum(strongest(known, attacker) > strongest(hand, defender) for hand in hands)
    assert found.attacker_wins == Fraction(won, len(hands))
    assert sum(found.strengths.values()) == 1


def puts_artifacts_on_artifacts(scene: Scene, code: int) -> bool:
    """Whether a decision converts an amulet, a title or a scroll."""
    source = x_of(code)
    if kind_of(code) != Move.TARGET or source == ITSELF:
        return kind_of(code) == Move.TARGET
    item = source >= FIRST_ITEM
    return (scene.s.item_kind[source - FIRST_ITEM] if item else source // 4) in CONVERTERS


def fought(scene: Scene, won: Event, chains: bool = True) -> Fraction:
    """The chance that a fight ends so, with every decision of both seats tried in the engine.

    The attacker does its best for it, a defender its best against it. `chains`: artifacts are put
    on artifacts, too.
    """
    game, known = scene.game, dict[bytes, Fraction]()

    def chance() -> Fraction:
        ended = won in scene.s.log[: int(scene.s.log_size)].tolist()[::5]
        if ended or not scene.s.fighting:
            return Fraction(int(ended))
        here = type(scene.s).copy(scene.s)
        here.work[:] = here.funds[:] = here.log[:] = 0
        key = GameState.to_bytes(here)
        if key not in known:
            codes, weights = game.legal_codes().tolist(), []
            if not chains:
                codes = [each for each in codes if not puts_artifacts_on_artifacts(scene, each)]
            if game.is_chance:
                codes, weights = (each.tolist() for each in game.weighted_outcomes())
            found = []
            for code in codes:
                game.apply_code(code)
                found.append(chance())
                game.state = type(here).copy(here)
            if weights:
                sum_of = sum(n * each for n, each in zip(weights, found, strict=True))
                known[key] = Fraction(sum_of, sum(weights))
            else:
                best = max if int(here.decider) == int(here.active) else min
                known[key] = best(found, default=Fraction(0))
        return known[key]

    return chance()


CONVERTED = [
    ("o weapon, o lord, o amulet", 4, 1, "", ""),
    ("l weapon, o friman, o amulet, supply", 3, 2, "", ""),
    ("o weapon, o amulet*2", 4, 1, "", ""),
    ("o weapon, o amulet, o title, l friman", 4, 1, "", ""),
    ("o weapon, l chief, l friman, o title", 5, 1, "", "l priest, a priest"),
    ("l weapon, o priest, a scroll", 4, 1, "", ""),
    ("l weapon, o priest, a scroll", 4, 1, "", "o weapon"),
    ("o weapon, o chief, o tent, o amulet", 4, 1, "amulet", ""),
    ("o weapon, o friman, n friman, a title", 5, 1, "title", ""),
    ("l weapon, l priest, n scroll", 4, 1, "scroll", ""),
]


SEVERAL = [  # more uses of artifacts than are put on one another
    ("o weapon, l amulet*2", 6, 1, "amulet", ""),
    ("o weapon, l friman, o amulet, o title, o scroll", 5, 1, "", "l chief"),
    ("o weapon, l friman, o title, o amulet", 6, 1, "amulet", ""),
    ("l weapon, l chief, a scroll, o amulet", 6, 1, "amulet", "o weapon"),
    ("o weapon, o tent, o amulet*3", 9, 1, "", ""),
]


@pytest.mark.rule("BA-FIGHT-19", "EX-23", "AMB-26", "BA-ORACLE-07")
@pytest.mark.parametrize(
    ("hand", "level", "heroes", "lit", "limbo"), [*CONVERTED, *some(SEVERAL, 2)]
)
def test_conversions_by_trying_every_decision_of_the_engine(
    hand: str, level: int, heroes: int, lit: str, limbo: str
) -> None:
    scene = Scene(overrides={"neutral.ruins": level}).hand(hand)  # cities have four levels
    scene.hero("4.4").hero("4.4", number=1)
    mine = {card: int(n) for card, n in enumerate(scene.s.hand[0]) if n}
    if limbo:
        scene.without(limbo)
    if lit:
        scene.lit(lit)
    gone = {card: int(n) for card, n in enumerate(scene.s.limbo) if n}
    scene.go().play(f"fight 4.4 card {heroes}")
    kind = Card[lit.upper()] if lit else None
    attacker = Side(True, mine, Faction.ORSARI, heroes, lit=kind)
    defender = Side(False, {}, Faction.LAGORAI, 0, level)
    found = fight_odds(RULES, attacker, defender, {SUPPLY: 1}, 1, defender, gone)
    chains = (hand, level, heroes, lit, limbo) in CONVERTED
    assert found.attacker_wins == fought(scene, Event.WON, chains)
    assert found.converted


@pytest.mark.rule("BA-FIGHT-19")
@pytest.mark.parametrize(("attacks", "greats"), [(True, [0, 5, 1, 0, 0]), (False, [0, 1, 5, 0, 0])])
@pytest.mark.parametrize("lit", [None, Card.HORSE, Card.WEAPON, Card.AMULET])
@pytest.mark.parametrize("faction", [Faction.ORSARI, Faction.LAGORAI])
def test_what_each_card_is_worth_in_a_fight(
    attacks: bool, greats: list[int], lit: Card | None, faction: Faction
) -> None:
    side = Side(attacks, {}, faction, 1, lit=lit)
    strengths = {Card.FRIMAN: 1, Card.CHIEF: 2, Card.PRIEST: 3, Card.LORD: 4}
    strengths |= {kind: 1 + (kind == lit) for kind in (Card.WEAPON, Card.HORSE)}
    for card in range(SUPPLY):
        kind, mine = Card(card // 4), card % 4 == faction
        opens = kind is Card.WEAPON
        assert side.worth(RULES, card) == (strengths.get(kind, 0), mine, opens)
        assert side.worth(RULES, card, joker=True) == (4, mine, opens)
    assert side.worth(RULES, SUPPLY) == (0, False, False)
    assert side.worth(RULES, SUPPLY, joker=True) == (4, False, False)
    found = [side.worth(RULES, FIRST_GREAT + number) for number in range(5)]
    assert found == [(strength, True, False) for strength in greats]


DEFENCES = [
    ("o weapon, o lord", "l lord", 2, 0, ""),
    ("o weapon, o lord", "l priest", 2, 0, ""),  # short of it: no fighting back
    ("o weapon, o lord", "l chief, o amulet", 2, 0, ""),
    ("o weapon, l chief", "l amulet*2", 1, 0, ""),
    ("o weapon, o lord", "l priest, o title", 1, 1, ""),
    ("o weapon, o priest", "o priest, l friman, o scroll", 1, 1, ""),
    ("o weapon, o lord*2", "l lord, supply, l amulet", 3, 1, "amulet"),
    ("o weapon, o lord, l friman", "l lord, l friman", 1, 0, "weapon"),
]


@pytest.mark.rule("BA-FIGHT-06", "BA-FIGHT-07", "BA-FIGHT-08", "BA-FIGHT-10")
@pytest.mark.parametrize(("mine", "theirs", "level", "heroes", "lit"), DEFENCES)
@pytest.mark.parametrize("ambushed", [False, True])
def test_fights_with_a_defender_by_trying_every_decision_of_the_engine(
    mine: str, theirs: str, level: int, heroes: int, lit: str, ambushed: bool
) -> None:
    scene = Scene().hand(mine).city("3.3", 1, level).hero("3.3")
    scene.give(scene.s.ambush if ambushed else scene.s.hand, 1, theirs)
    for number in range(heroes):
        scene.hero("3.3", 1, number)
    if lit:
        scene.lit(lit)
    held = {card: int(n) for card, n in enumerate(scene.s.hand[0]) if n}
    lot = scene.s.hand[1] + scene.s.ambush[1]
    deck = {card: int(n) for card, n in enumerate(lot) if n}
    scene.go().play("fight 3.3 card 1")
    kind = Card[lit.upper()] if lit else None
    attacker = Side(True, held, Faction.ORSARI, 1, lit=kind)
    defender = Side(False, {}, Faction.LAGORAI, heroes, level, kind)
    found = fight_odds(RULES, attacker, defender, deck, sum(deck.values()), defender)
    assert found.attacker_wins == fought(scene, Event.WON)


@cache
def made(
    cards: tuple[tuple[int, int, bool], ...], uses: int, own: Faction, heroes: int, needed: int
) -> Fraction:
    """The chance of a strength with so many amulets, every use of them on every card tried.

    `cards`: each with its copies, and whether a six lies on it.
    """
    strengths = [4 if six else (card // 4 + 1) * (card < 16) + (card // 4 == Card.WEAPON)
                 for card, _, six in cards]  # fmt: skip
    lots = [(n * each, card % 4 == own and card < SUPPLY, card // 4 == Card.WEAPON)
            for each, (card, n, _) in zip(strengths, cards, strict=True) if each]  # fmt: skip
    lines = [sum(each for each, _, _ in lots) if any(opens for *_, opens in lots) else 0]
    if any(opens and matches for _, matches, opens in lots):
        lines.append(sum(each for each, matches, _ in lots if matches) + heroes)
    if max(lines) >= needed or not uses:
        return Fraction(max(lines) >= needed)
    best = Fraction(0)
    for place, (card, copies, six) in enumerate(cards):
        rest = cards[:place] + cards[place + 1 :]
        after = [*(((card, copies * n, six),) for n in (1, 2, 3)), (), (), ((card, copies, True),)]
        chances = [made(tuple(sorted(rest + each)), uses - 1, own, heroes, needed)
                   for each in after]  # fmt: skip
        best = max(best, Fraction(sum(chances)) / len(after))
    return best


@pytest.mark.rule("BA-ORACLE-07")
@pytest.mark.parametrize(("heroes", "needed"), [(1, 6), (2, 9)])
def test_several_lit_amulets_in_an_unknown_hand_by_trying_every_use(
    heroes: int, needed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "MOST_POSITIONS", 1000)  # enough for hands that were refused
    deck = [24, 25, 26, 20, 21, 12, 1, SUPPLY]  # three amulets, two weapons, a lord, a friman
    attacker = Side(True, {}, Faction.ORSARI, heroes, lit=Card.AMULET)
    defender = Side(False, {}, Faction.LAGORAI, 0, needed - 1)
    found = fight_odds(RULES, attacker, defender, Counter(deck), 4, attacker)
    hands = list(combinations(deck, 4))
    chances = []
    for hand in hands:
        amulets = [card for card in hand if card // 4 == Card.AMULET]
        others = tuple((card, 1, False) for card in hand if card not in amulets)
        if len(amulets) > 1:
            chances.append(made(others, 2 * len(amulets), attacker.faction, heroes, needed))
        else:
            one = fight_odds(RULES, attacker, defender, Counter(hand), 4, attacker)
            chances.append(one.attacker_wins)
    assert found.attacker_wins == sum(chances) / len(hands)


MUCH = "amulet*2, title*2, scroll*2, weapon, friman*2, chief, priest, lord"


@pytest.mark.parametrize(
    ("attack", "deck", "hand"),
    [
        (f"orsari: {MUCH}", f"lagorai: {MUCH}; supply*3", 6),
        ("orsari: amulet*2, title, weapon, friman", f"lagorai: {MUCH}; supply*3", 5),
        ("orsari: weapon", "; ".join(f"{faction.id}: {MUCH}" for faction in Faction), 20),
        ("orsari: weapon, scroll*2", "; ".join(f"{faction.id}: {MUCH}" for faction in Faction), 6),
    ],
)
def test_a_fight_with_too_many_artifacts_is_refused_within_about_a_second(
    attack: str, deck: str, hand: int
) -> None:
    begun = time.process_time()
    with pytest.raises(InputError, match=r"expected a fight of at most .*, got 'more'") as error:
        battalia.odds(attack=attack, hero="orsari", deck=deck, hand=hand)
    assert "fewer amulets, titles and scrolls" in str(error.value)
    assert time.process_time() - begun < 4  # 1 on an idle core


def test_an_unknown_hand_converts_against_what_the_known_side_has_made() -> None:
    # One of six cards; an amulet on a lord doubles, trebles or loses it.
    attacker = Side(True, Counter({20: 1, 12: 1}), Faction.ORSARI, 1)
    defender = Side(False, Counter({13: 1}), Faction.LAGORAI, 0, 1)
    deck = Counter({24: 1, SUPPLY: 4, 13: 1})
    found = fight_odds(RULES, attacker, defender, deck, 1, defender)
    # Six stand against five: the other lord holds, the amulet with two and three.
    assert found.attacker_wins == 1 - (Fraction(1, 6) + Fraction(1, 6) * Fraction(2, 6))
    both = fight_odds(
        RULES, Side(True, Counter({20: 1, 12: 1, 24: 1}), Faction.ORSARI, 1), defender, deck, 1,
        defender,
    )  # fmt: skip
    assert both.attacker_wins >= found.attacker_wins


@pytest.mark.rule("BA-FIGHT-08", "BA-ART-17")
def test_a_fight_says_whether_any_side_can_convert() -> None:
    for side, converted in product(("neither", "attacker", "defender", "unknown"), (True, False)):
        amulet = {24: 1} if converted else {}
        own, enemy, deck = (
            {20: 1, **(amulet if side == name else {})}
            for name in ("attacker", "defender", "unknown")
        )
        attacker = Side(True, own, Faction.ORSARI, 1)
        defender = Side(False, enemy, Faction.LAGORAI, 0, 1)
        found = fight_odds(RULES, attacker, defender, deck, 1, defender)
        assert found.converted == (converted and side != "neither"), side


@pytest.mark.rule("BA-FIGHT-06", "BA-FIGHT-10", "BA-ART-17")
def test_cards_of_other_factions_are_alike_until_a_scroll_or_a_title_tells_them_apart() -> None:
    side = Side(True, {}, Faction.LAGORAI, 1)
    lords = [12 + faction for faction in range(4)]

    def pooled(*kinds: Card) -> list[int]:
        return [alike(side, card, frozenset(kinds)) for card in lords]

    assert pooled() == pooled(Card.AMULET) == [12, 13, 12, 12]
    assert pooled(Card.SCROLL) == pooled(Card.SCROLL, Card.AMULET) == lords
    assert pooled(Card.TITLE) == lords


@pytest.mark.rule("BA-ART-12", "BA-ART-20")
def test_a_raised_unit_is_under_its_deck_and_can_come_out_of_it_again() -> None:
    pool = [0] * SUPPLY
    pool[5] = 1  # a chief of the second faction alone
    before = dealt({0: 1, 28: 1}, tuple(pool))  # a friman of the first, and a title
    ((number, after),) = (outcome for (outcome,) in conversions(before, None))
    assert (number, after.items) == (1, (Item(Card.CHIEF, 5),))
    assert {card: left for card, left in enumerate(after.pool) if left} == {0: 1}
    assert after.under[0] == (0,)


@pytest.mark.rule("BA-ART-20")
def test_no_unit_is_raised_to_a_rank_of_which_no_card_is_left() -> None:
    pool = [1] * SUPPLY
    pool[4:8] = [0] * 4
    assert list(conversions(dealt({0: 1, 28: 1}, tuple(pool)), None)) == []
    assert list(conversions(dealt({12: 1, 28: 1}, tuple(pool)), None)) == []  # a lord


@pytest.mark.rule("BA-ART-19")
@pytest.mark.parametrize(
    ("artifact", "objects"),
    [(24, [0, 20, SUPPLY]), (28, [0]), (32, [0, 20])],
)
def test_what_an_artifact_may_convert(artifact: int, objects: list[int]) -> None:
    pool = (1,) * SUPPLY
    found = []
    for card in (0, 20, SUPPLY, FIRST_GREAT):
        cards = dealt({card: 1, artifact: 1}, pool)
        found += [card] * bool(list(conversions(cards, None)))
    assert found == objects


def run(command: object, *args: str) -> dict[str, object]:
    result = CliRunner().invoke(command, [*args, "--json"], catch_exceptions=False)  # type: ignore
    return dict(json.loads(result.output))


def test_the_command_for_hands_tells_every_key() -> None:
    deck = "orsari: friman*3, chief; lagorai: priest; supply*5"
    output = run(draws, "--deck", deck, "--hand", "6", "--want", "weapon, priest")
    for name in ("p_cohort", *(f"p_cohort_{n}" for n in (3, 4, 5, 6)), "expected_cohort_draw"):
        assert float(Fraction(str(output[f"{name}_fraction"]))) == pytest.approx(output[name])
    assert output["p_want_fraction"] == "3/5"
    assert output["cards"] == 10
    four = run(draws, "--deck", deck, "--cohort", "4")
    assert four["p_cohort_fraction"] == output["p_cohort_4_fraction"]
    assert "p_want" not in four


def test_a_purchase_and_thinning_are_compared() -> None:
    deck = "orsari: friman*3, chief; supply*5"
    output = run(draws, "--deck", deck, "--gain", "orsari: lord", "--thin", "supply*2")
    assert output["deck"] == {
        "orsari_friman": 3, "orsari_chief": 1, "orsari_lord": 1, "supply": 3,
    }  # fmt: skip
    assert output["p_cohort"] > output["before"]["p_cohort"]  # type: ignore


def test_the_command_for_fights_tells_the_chance() -> None:
    output = run(
        odds,
        *("--attack", "orsari: weapon, lord", "--hero", "orsari", "--level", "2"),
        *("--deck", "lagorai: lord, friman; supply*4", "--hand", "2"),
    )
    # Six against two: only the lord holds, by four; two cards of six, one is the lord.
    assert output["p_success_fraction"] == "2/3"
    assert output["known_strength"] == 6
    neutral = run(
        odds,
        *("--unknown", "attacker", "--hero", "orsari", "--level", "4"),
        *("--deck", "orsari: weapon, priest; supply*2", "--hand", "2"),
    )
    assert neutral["p_success_fraction"] == "1/6"


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ([], "--deck"),
        (["--deck", "orsari: frimen*3, lord*9; elves: lord; horn; sword"], "got 4"),
        (["--deck", "supply*5", "--hand", "6"], "1 to 5 cards, got 6 (--hand)"),
        (["--deck", "supply*5", "--want", "wepon"], "weapon"),
        (["--deck", "supply*5", "--thin", "supply*6", "--hand", "x", "--cohort", "2"], "got 3"),
        (["--deck", "supply*5", "--set", "lord.copy=3"], "lord.copies"),
    ],
)
def test_bad_questions_are_refused_with_every_fault(args: list[str], expected: str) -> None:
    with pytest.raises(InputError) as caught:
        CliRunner().invoke(draws, args, catch_exceptions=False)
    assert expected in str(caught.value)


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["--deck", "supply*5"], "--hero"),
        (["--deck", "supply*5", "--hero", "orc", "--unknown", "both", "--level", "99"], "got 4"),
        (["--deck", "supply*9", "--hero", "ardei", "--lit", "sun"], "an artifact"),
    ],
)
def test_bad_fights_are_refused_with_every_fault(args: list[str], expected: str) -> None:
    with pytest.raises(InputError) as caught:
        CliRunner().invoke(odds, args, catch_exceptions=False)
    assert expected in str(caught.value)


def test_decks_are_read_as_they_are_written() -> None:
    faults = Faults()
    deck = read_deck(RULES, "Orsari: friman *3 ; supply*5; horn", "--deck", faults)
    assert deck == {0: 3, SUPPLY: 5, FIRST_GREAT + 4: 1}
    assert read_wanted("orsari", "--want", faults) >= {0, 4}
    assert thinned(deck, {0: 2}, "--thin", faults) == {0: 1, SUPPLY: 5, FIRST_GREAT + 4: 1}
    assert not faults.sentences


def test_the_frame_of_draws_has_a_row_a_size_before_and_after_a_change() -> None:
    draws = load_game("battalia").draws
    deck = "orsari: friman*3; supply*5"
    plain = draws(deck)
    assert plain.to_pandas()["size"].tolist() == [*SIZES]
    assert plain.to_pandas()["p"].sum() == pytest.approx(float(plain.p_cohort))
    changed = draws(deck, gain="orsari: lord")
    frame = changed.to_pandas().set_index(["deck", "size"])["p"]
    assert frame["before"].tolist() == plain.to_pandas()["p"].tolist()
    assert frame["after", SIZES[0]] == pytest.approx(float(changed.p_cohort_3))
