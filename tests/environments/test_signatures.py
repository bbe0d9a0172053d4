"""The functions of environments show what they take, with the defaults of what they call."""

from __future__ import annotations

import inspect
from dataclasses import fields

import pytest

from bloodstones.environments import DEFAULTS, VECTOR_DEFAULTS, env, vector_env
from bloodstones.environments.game_table import TableSetup
from bloodstones.environments.vector import GamesEnv


def test_an_environment_takes_what_a_table_takes() -> None:
    assert {field.name: field.default for field in fields(TableSetup)} == DEFAULTS
    shown = inspect.signature(env).parameters
    assert {name: shown[name].default for name in DEFAULTS} == DEFAULTS


def test_many_playthroughs_take_what_their_class_takes() -> None:
    taken = inspect.signature(GamesEnv.__init__).parameters
    explicit = {
        name: each.default
        for name, each in taken.items()
        if each.default is not inspect.Parameter.empty
    }
    tables = {name: value for name, value in DEFAULTS.items() if name != "strategies"}
    assert {**explicit, **tables} == VECTOR_DEFAULTS
    assert "opponents" in inspect.signature(vector_env).parameters


def test_an_unknown_parameter_is_told_with_the_nearest() -> None:
    with pytest.raises(
        TypeError, match="unexpected keyword argument 'player'; did you mean players"
    ):
        env("bellum_magica", player=2)  # type: ignore[call-arg]
