"""Advice files: numbers are those of the odds, verdicts follow from them, faults are reported."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.sections.advice import Advice, measure_advice
from bloodstones.games.bloodstones.sections.advice_numbers import KINDS, READINGS, Measure
from tests.oracle import fight_enumerator as oracle

SHIPPED = Path(__file__).parents[4] / "analysis" / "bloodstones_rulebook_advice.toml"
HEAD = 'id = "a"\nkind = "advice"\ngame = "bloodstones"\nquestion = "Is it so?"\n'
LEAD = 'kind = "lead", attacker_tiles = 3, defender_tiles = 3'
BATTLE = (
    'kind = "battle", attacker = "hill_folk: raider*2", defender = "horse_lords: swordsman", '
    'terrain = "hills"'
)


def hints(*numbers: str, holds: str = '{ number = "a", at_least = 0.5 }') -> str:
    listed = ", ".join(f"{{ {number} }}" for number in numbers)
    return f'{HEAD}[[hints]]\nid = "h"\nsays = "So."\nholds = [{holds}]\nnumbers = [{listed}]\n'


def measured(tmp_path: Path, text: str) -> Advice:
    path = tmp_path / "advice.toml"
    path.write_text(text, encoding="utf-8")
    return measure_advice(path)


def number(tmp_path: Path, keys: str) -> Measure:
    return measured(tmp_path, hints(f'label = "a", {keys}')).hints[0].numbers["a"]


@pytest.mark.parametrize("lead", [-2, 0, 1, 3])
def test_a_lead_is_worked_out_over_all_draws(tmp_path: Path, lead: int) -> None:
    hands = "attacker_hand = [5], defender_hand = [3]"
    value = number(tmp_path, f"{LEAD}, lead = {lead}, {hands}")
    assert value == (oracle.wins(oracle.ends((3, 3), lead, False, (5,), (3,))), "chance")


def test_a_battle_gives_what_is_asked(tmp_path: Path) -> None:
    p = oracle.wins(oracle.ends((4, 3), 1, False))
    expected = {"attacker_wins": p, "defender_wins": 1 - p, "attacker_vp": p}
    expected |= {"defender_vp": 2 * (1 - p), "attacker_units_lost": 1 - p}
    expected |= {"defender_units_lost": p}
    for reading, value in expected.items():
        assert number(tmp_path, f'{BATTLE}, of = "{reading}"') == (value, READINGS[reading])


def test_worth_is_a_chance_less_the_price_of_pips(tmp_path: Path) -> None:
    keys = f'{BATTLE}, attacker_hand = [5], attacker_swap = "greedy", pip_value = 0.01'
    worth, wins, pips = (
        number(tmp_path, f'{keys}, of = "attacker_{what}"').value
        for what in ("worth", "wins", "pips")
    )
    assert float(worth) == pytest.approx(float(wins) - 0.01 * float(pips), abs=1e-9)
    assert pips > 0


@pytest.mark.rule("BS-COMBAT-10", "BS-COMBAT-11")
def test_withdrawal_is_averaged_over_all_forces_of_all_enemies(tmp_path: Path) -> None:
    rules = load_ruleset()
    keys = 'kind = "withdraws", attacker = "horse_lords: cavalry", terrain = "plains", units = 2'
    shares = []
    for faction, own in rules.factions.items():
        if faction.id == "horse_lords":
            continue
        tiles = [
            unit.id
            for unit, tile in own.tiles.items()
            if unit.id not in ("blank", "ship", "castle")
            for _ in range(tile.count)
        ]
        pairs = list(combinations(tiles, 2))
        able = sum("cavalry" in pair or "dragon" in pair for pair in pairs)
        shares.append(Fraction(able, len(pairs)))
    assert number(tmp_path, keys) == (sum(shares) / len(shares), "chance")


def test_a_tile_in_hand_is_counted_without_those_on_the_map(tmp_path: Path) -> None:
    keys = 'kind = "in_hand", on_map = "necromancers: necromancer*2", pips = 5, tiles = 1'
    assert number(tmp_path, keys).value == Fraction(3, 34)  # two necromancers and the leader


def test_verdicts_follow_from_the_conditions(tmp_path: Path) -> None:
    numbers = f'label = "a", {LEAD}, lead = 1', f'label = "b", {LEAD}, lead = 0'
    verdicts = {}
    for holds in (
        '{ number = "a", at_least = 0.5 }',
        '{ number = "a", at_most = 0.5 }',
        '{ number = "a", more_than = "b" }',
        '{ number = "b", at_most = 0.5 }, { number = "b", more_than = "a" }',
    ):
        verdicts[holds] = measured(tmp_path, hints(*numbers, holds=holds)).hints[0].verdict
    assert list(verdicts.values()) == ["holds", "does not hold", "holds", "holds in part"]


def test_what_is_asked_is_reported_in_the_unit_of_the_number(tmp_path: Path) -> None:
    numbers = (
        f'label = "a", {LEAD}, lead = 1',
        f'label = "b", {LEAD}, lead = 0',
        'label = "c", kind = "difference", of = "a", less = "b"',
    )
    holds = '{ number = "a", at_least = 0.5 }, { number = "c", at_most = 0.1 }'
    (hint,) = measured(tmp_path, hints(*numbers, holds=holds)).hints
    assert [each.words for each in hint.conditions] == ["at least 50.0 %", "at most +10.0 points"]


def test_a_difference_is_of_two_numbers_above(tmp_path: Path) -> None:
    numbers = (
        f'label = "a", {LEAD}, lead = 1',
        f'label = "b", {LEAD}, lead = 0',
        'label = "c", kind = "difference", of = "a", less = "b"',
    )
    numbers_of = measured(tmp_path, hints(*numbers)).hints[0].numbers
    assert numbers_of["c"] == (
        numbers_of["a"].value - numbers_of["b"].value,
        "difference of chances",
    )


def test_the_shipped_advice_uses_every_kind_and_keeps_no_result() -> None:
    advice = measure_advice(SHIPPED)
    text = SHIPPED.read_text(encoding="utf-8")
    assert all(f'kind = "{kind}"' in text for kind in KINDS)
    assert {hint.id for hint in advice.hints} >= {
        "lead_of_one",
        "lead_of_three",
        "keep_a_five",
        "cavalry_pins",
        "shieldbearers_of_corsairs",
    }
    hint_of = {hint.id: hint for hint in advice.hints}
    lead = hint_of["lead_of_one"].numbers["lead 1, as many units"].value
    assert lead == oracle.wins(oracle.ends((3, 3), 1, False))
    keep = hint_of["keep_a_five"].numbers["lead 1, a 5 in hand"].value
    assert keep == oracle.wins(oracle.ends((3, 3), 1, False, (5,), ()))
    for hint in advice.hints:
        for measure in hint.numbers.values():
            assert 0 <= measure.value <= 1 or measure.unit not in ("chance",)


def named(tmp_path: Path, keys: str) -> Advice:
    return measured(tmp_path, hints(f'label = "a", {LEAD}, lead = 1') + keys)


def test_a_hint_names_its_things_and_whose_they_are(tmp_path: Path) -> None:
    (hint,) = named(tmp_path, "").hints
    assert (hint.things, hint.factions) == ((), ())
    (hint,) = named(tmp_path, 'things = ["castle", "raids"]\n').hints
    assert (hint.things, hint.factions) == (("castle", "raids"), ())
    (hint,) = named(tmp_path, 'things = ["castle"]\nfactions = ["corsairs"]\n').hints
    assert (hint.things, hint.factions) == (("castle",), ("corsairs",))


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        (
            'things = ["castel"]',
            r"known names in things, got 'castel' \(did you mean castle\?\)",
        ),
        ('things = ["specialty"]', "expected known names in things, got 'specialty'"),
        ('things = "castle"', "expected things as a list, got 'castle'"),
        ("things = []", r"expected at least one name in things, got \[\]"),
        ('things = ["castle", "castle"]', "expected things without repeats"),
        (
            'things = ["castle"]\nfactions = ["elves"]',
            "expected known names in factions, got 'elves'",
        ),
        ('things = ["castle"]\nfactions = []', "expected at least one name in factions"),
        ('factions = ["corsairs"]', "expected things beside factions, got none"),
    ],
)
def test_faults_of_the_things_of_a_hint_are_reported_with_their_place(
    tmp_path: Path, keys: str, message: str
) -> None:
    with pytest.raises(InputError, match=rf"advice\.toml hints\[0\]: .*{message}"):
        named(tmp_path, f"{keys}\n")


FAULTS = [
    (HEAD, "expected the key hints, got none"),
    (f"{HEAD}hints = []\n", "expected at least one hint"),
    (HEAD.replace("advice", "games") + "hints = []\n", "expected a known kind, got 'games'"),
    (hints(f'label = "a", {LEAD}, lead = 99'), "expected lead from -20 to 20, got 99"),
    (hints('label = "a", kind = "leed"'), "expected a known kind, got 'leed'"),
    (hints(f'label = "a", {LEAD}, lead = 1, colour = 3'), "expected known keys, got 'colour'"),
    (
        hints('label = "a", kind = "difference", of = "b", less = "c"'),
        "expected the label of a number above",
    ),
    (
        hints(f'label = "a", {BATTLE.replace("raider*2", "axeman")}, of = "attacker_wins"'),
        "expected a unit of hill_folk, got 'axeman'",
    ),
    (hints(f'label = "a", {LEAD}, lead = 1', holds=""), "expected at least one condition"),
    (
        hints(f'label = "a", {LEAD}, lead = 1', holds='{ number = "a" }'),
        "expected one of at_least, at_most and more_than, got none",
    ),
    (
        hints(f'label = "a", {LEAD}, lead = 1', holds='{ number = "z", at_least = 0 }'),
        "expected a known number, got 'z'",
    ),
    (
        hints(f'label = "a", {LEAD}, lead = 1', f'label = "a", {LEAD}, lead = 2'),
        "expected labels that differ",
    ),
    (
        HEAD + 2 * hints(f'label = "a", {LEAD}, lead = 1').removeprefix(HEAD),
        "expected hints with an id each of their own, got h, h",
    ),
]


def test_what_follows_from_a_fault_is_not_reported_as_another(tmp_path: Path) -> None:
    keys = f'{BATTLE.replace("raider*2", "axeman")}, of = "attacker_wons"'
    with pytest.raises(InputError, match="expected a known of, got 'attacker_wons'") as refusal:
        number(tmp_path, keys)
    assert "axeman" not in refusal.value.message


@pytest.mark.parametrize(("text", "message"), FAULTS)
def test_faults_of_an_advice_file_are_reported(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        measured(tmp_path, text)
