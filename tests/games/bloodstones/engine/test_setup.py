"""What a setup says: its rule numbers are read once for all games that have them."""

from __future__ import annotations

import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.engine.setup import rules_of
from bloodstones.games.bloodstones.rules.reading import load_ruleset

SEATS = (Seat("hill_folk", "builder"), Seat("horse_lords", "builder"))


def test_changed_numbers_are_read_once_for_all_setups_that_have_them() -> None:
    first, again = (
        rules_of(Setup(board, SEATS, overrides={"vp.unit_beaten": 2}))
        for board in ("tyrants_lament", "sundered_march")
    )
    assert first is again
    assert first.vp_per_unit_beaten == 2
    assert rules_of(Setup("tyrants_lament", SEATS)) is load_ruleset()


def test_a_number_that_is_kept_does_not_let_its_equal_of_another_type_pass() -> None:
    assert rules_of(Setup("", SEATS, overrides={"vp.unit_beaten": 1})).vp_per_unit_beaten == 1
    with pytest.raises(InputError, match=r"vp\.unit_beaten from 0"):
        rules_of(Setup("", SEATS, overrides={"vp.unit_beaten": True}))
