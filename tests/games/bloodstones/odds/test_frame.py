"""Data frames of battles: row by row what the function for one battle tells."""

from __future__ import annotations

import random

import numpy as np
import pandas as pd
import pytest

from bloodstones.core.errors import InputError, UnmodelledRuleError
from bloodstones.games.bloodstones.odds.battle import Battle, battle_odds
from bloodstones.games.bloodstones.odds.frame import score_battles
from bloodstones.games.bloodstones.rules.names import Unit
from tests.games.bloodstones.odds.test_battle import random_battle

SEED = 20261123
ROWS = 400
MILLION = 1_000_000
RESULT = [
    "p_attacker",
    "p_defender",
    "can_withdraw",
    "attacker_draws",
    "defender_draws",
    "lead",
    "defender_wins_ties",
    "attacker_expected_vp",
    "defender_expected_vp",
]
COUNTED = {
    "terrain": ["plains", "forest", "plains"],
    "attacker_faction": ["dragon_riders"] * 3,
    "attacker_cavalry": [1, 0, 1],
    "attacker_lizardman": [2, 3, 2],
    "attacker_leader": [1, 0, 1],
    "defender_faction": ["horse_lords"] * 3,
    "defender_swordsman": [1, 2, 1],
    "defender_shieldbearer": [1, 0, 1],
}
RIDERS = "dragon_riders: cavalry, lizardman*2, leader"
LORDS = "horse_lords: swordsman, shieldbearer"
TOLD = {
    "terrain": ["plains", "forest", "plains"],
    "attacker": [
        RIDERS,
        "dragon_riders: lizardman*3",
        "Dragon Riders: leader, lizardman*2, cavalry",
    ],
    "defender": [LORDS, "horse_lords: swordsman*2", LORDS],
}


def alone(attacker, defender, terrain, more) -> dict[str, object]:
    odds = battle_odds(Battle(attacker, defender, terrain, **more))
    sides = odds.attacker, odds.defender
    return {
        "p_attacker": float(odds.p_attacker),
        "p_defender": 1 - float(odds.p_attacker),
        "can_withdraw": odds.can_withdraw,
        "attacker_draws": sides[0].draws,
        "defender_draws": sides[1].draws,
        "lead": sides[0].modifier - sides[1].modifier,
        "defender_wins_ties": odds.defender_wins_ties,
        "attacker_expected_vp": float(odds.p_attacker) * sides[0].vp,
        "defender_expected_vp": (1 - float(odds.p_attacker)) * sides[1].vp,
    }


def battles() -> list[tuple]:
    rng = random.Random(SEED)
    return [random_battle(rng) for _ in range(ROWS)]


def as_text(attacker, defender, terrain, more) -> dict[str, object]:
    return {
        "terrain": terrain.id,
        "attacker": str(attacker),
        "defender": str(defender),
        "attacker_hand": ",".join(map(str, more["attacker_hand"])),
        "defender_hand": ",".join(map(str, more["defender_hand"])),
        "attacker_swap": more["attacker_swap"] or "",
        "defender_swap": more["defender_swap"],
        "corsair_ship": more.get("corsair_ship", False),
        "at_citadel": more["at_citadel"],
    }


def as_counts(attacker, defender, terrain, more) -> dict[str, object]:
    row = {**as_text(attacker, defender, terrain, more)}
    for side, force in (("attacker", attacker), ("defender", defender)):
        del row[side], row[f"{side}_hand"]
        row[f"{side}_faction"] = force.faction.id
        row |= {f"{side}_{unit.id}": force.counts.get(unit, 0) for unit in Unit}
        hand = (*more[f"{side}_hand"], 0, 0, 0)
        row |= {f"{side}_hand_{n}": hand[n - 1] for n in (1, 2, 3)}
    return row


def test_a_hand_beyond_what_the_faction_has_is_reported_with_its_row() -> None:
    frame = pd.DataFrame({**TOLD, "attacker_hand": ["5,5", "5,4", "5,5,5,5,5"]})
    message = r"at most 4 hand tiles of 5 pips, got 5 \(attacker hand, row 2\)"
    with pytest.raises(InputError, match=message):
        score_battles(frame)


def test_a_citadel_attacks_only_where_it_stands() -> None:
    frame = pd.DataFrame({**TOLD, "attacker": ["dragon_riders: citadel"] * 3})
    with pytest.raises(InputError, match=r"units that can attack, got 'citadel' .*row 0"):
        score_battles(frame)
    assert len(score_battles(frame.assign(at_citadel=True))) == 3


@pytest.mark.parametrize("form", [as_text, as_counts])
def test_every_row_is_the_battle_alone(form) -> None:
    frame = pd.DataFrame([form(*battle) for battle in battles()])
    expected = pd.DataFrame([alone(*battle) for battle in battles()])
    pd.testing.assert_frame_equal(score_battles(frame), expected, check_exact=True)


def test_text_and_counts_tell_the_same_and_the_index_is_kept() -> None:
    index = pd.Index(["x", "y", "z"], name="battle")
    counted = score_battles(pd.DataFrame(COUNTED, index=index))
    pd.testing.assert_frame_equal(counted, score_battles(pd.DataFrame(TOLD, index=index)))
    assert list(counted) == RESULT
    assert counted.loc["x", "p_attacker"] == 219 / 245
    assert counted.loc["x"].equals(counted.loc["z"])


def test_an_empty_frame_has_the_same_columns() -> None:
    assert list(score_battles(pd.DataFrame(TOLD).iloc[:0])) == RESULT


def test_a_missing_hand_is_no_hand() -> None:
    frame = pd.DataFrame(TOLD).assign(attacker_hand=["5,4", None, np.nan])
    scored = score_battles(frame)
    bare = score_battles(pd.DataFrame(TOLD))
    assert (scored["p_attacker"] > bare["p_attacker"]).tolist() == [True, False, False]


def test_a_swap_model_without_a_hand_changes_nothing() -> None:
    frame = pd.DataFrame(TOLD).assign(attacker_swap=["greedy", "never", ""])
    pd.testing.assert_frame_equal(score_battles(frame), score_battles(pd.DataFrame(TOLD)))


def test_swaps_that_take_a_solution_are_not_modelled_in_a_frame() -> None:
    frame = pd.DataFrame(TOLD).assign(
        attacker_hand="5", attacker_swap=["greedy", "equilibrium", "never"]
    )
    with pytest.raises(UnmodelledRuleError, match=r"got 'equilibrium' \(attacker_swap, row 1\)"):
        score_battles(frame)


def test_a_column_named_twice_is_refused() -> None:
    frame = pd.DataFrame(TOLD)
    with pytest.raises(InputError, match=r"^expected each column once, got 'terrain' \(frame\)"):
        score_battles(pd.concat([frame, frame[["terrain"]]], axis=1))


def test_a_million_rows_in_one_call() -> None:
    rng = np.random.default_rng(SEED)
    frame = pd.DataFrame(
        {
            "terrain": np.array(["plains", "forest"])[rng.integers(0, 2, MILLION)],
            "attacker_faction": "dragon_riders",
            "attacker_lizardman": rng.integers(1, 4, MILLION),
            "attacker_dragon": rng.integers(0, 2, MILLION),
            "attacker_hand_1": rng.choice([0, 2, 3, 4, 5], MILLION),
            "defender_faction": "horse_lords",
            "defender_swordsman": rng.integers(1, 4, MILLION),
            "defender_castle": rng.integers(0, 2, MILLION),
        }
    )
    scored = score_battles(frame)
    assert len(scored) == MILLION
    sample = frame.iloc[:: MILLION // 50].reset_index(drop=True)
    again = score_battles(sample)
    pd.testing.assert_frame_equal(
        again, scored.iloc[:: MILLION // 50].reset_index(drop=True), check_exact=True
    )


@pytest.mark.parametrize(
    ("columns", "change", "message"),
    [
        (TOLD, {"terrain": ["plains", "swamp", "sea"]}, r"a terrain, got 'swamp' \(terrain, row 1"),
        (TOLD, {"terrain": ["plains", None, "sea"]}, r"a terrain, got '' \(terrain, row 1"),
        (TOLD, {"terrain": [1, 2, 3]}, r"a text, got 1 \(terrain, row 0\)"),
        (
            TOLD,
            {"attacker": [RIDERS, RIDERS, "dragon_riders: giant"]},
            r"a unit of dragon_riders, got 'giant' \(attacker, row 2\)",
        ),
        (TOLD, {"defender": ["corsairs: axeman"] * 2 + ["x"]}, r"a force .* \(defender, row 2\)"),
        (
            TOLD,
            {"defender": ["horse_lords: ship"] * 3},
            r"units that can be in plains, got 'ship' \(defender, row 0\)",
        ),
        (
            TOLD,
            {"attacker_hand": ["5", "5,6", ""]},
            r"pips from 1 to 5, got 6 \(attacker_hand, ",
        ),
        (
            TOLD,
            {"attacker_hand": ["5", "5;4", ""]},
            r"pips like 5,3, got '5;4' \(attacker_h",
        ),
        (
            TOLD,
            {"attacker_swap": ["", "gredy", ""]},
            r"a swap model, got 'gredy' \(attacker_s",
        ),
        (
            TOLD,
            {"corsair_ship": [0, 1, 0]},
            r"Corsairs attacking on land .*ship, row 1\)",
        ),
        (TOLD, {"corsair_ship": [0, 2, 0]}, r"True or False, got 2 \(corsair_ship, row 1\)"),
        (
            TOLD,
            {"atacker_hand": ["5"] * 3},
            r"a known column, got 'atacker_hand' \(frame\)\nTip",
        ),
        (
            TOLD,
            {"attacker_faction": ["corsairs"] * 3},
            r"only one of two columns with the same meaning",
        ),
        (TOLD, {"terrain": None}, r"a column 'terrain', got none \(frame\)"),
        (TOLD, {"defender": None}, r"a column 'defender', got none \(frame\)"),
        (COUNTED, {"defender_faction": None}, r"a column 'defender_faction', got none \(frame\)"),
        (COUNTED, {"defender_swordsman": [1, -1, 1]}, r"got -1 \(defender_swordsman, row 1\)"),
        (COUNTED, {"defender_swordsman": [1, 1.5, 1]}, r"got 1\.5 \(defender_swordsman, row 1\)"),
        (COUNTED, {"defender_swordsman": [1, None, 1]}, r"got nan \(defender_swordsman, row 1\)"),
        (
            COUNTED,
            {"defender_swordsman": [1, 0, 1]},
            r"at least one unit, got none \(defender, r",
        ),
        (
            COUNTED,
            {"defender_swordsman": [1, 99, 1]},
            r"at most . swordsman of horse_lords, got",
        ),
        (COUNTED, {"attacker_hand_2": [5, 7, 0]}, r"got 7 \(attacker_hand_2, row 1\)"),
    ],
)
def test_bad_frames_are_one_sentence_with_row_and_column(
    columns: dict[str, list], change: dict[str, list | None], message: str
) -> None:
    held = {name: values for name, values in (columns | change).items() if values is not None}
    with pytest.raises(InputError, match=f"^expected .*{message}"):
        score_battles(pd.DataFrame(held))
