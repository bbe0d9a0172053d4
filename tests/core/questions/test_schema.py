"""The JSON Schema of questions: what it takes and what it refuses."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bloodstones.core.questions.schema import family_schema, schema_of
from tests.core.questions.coins import Coins
from tests.core.questions.schemas import keeps
from tests.core.questions.test_forms import Muster
from tests.core.questions.tosses import Tosses


def test_a_schema_says_forms_bounds_defaults_and_meanings() -> None:
    schema = schema_of(Coins)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["description"].startswith("Chances of heads when coins are tossed.\n")
    assert schema["required"] == ["coins"]
    found = schema["properties"]
    assert found["coins"]["anyOf"][0] == {"type": "integer", "minimum": 1, "maximum": 12}
    assert found["least"]["default"] == 1
    assert found["metal"] == {
        "enum": ["gold", "silver"],
        "description": "What they are made of.",
        "default": "gold",
    }
    assert found["both"]["type"] == "boolean"
    assert found["set"]["default"] == {}
    assert json.loads(json.dumps(schema)) == schema


@pytest.mark.parametrize(
    ("given", "fits"),
    [
        ({"coins": 3}, True),
        ({"coins": "3", "metal": "gold", "both": True, "set": {"sides": 4}}, True),
        ({}, False),
        ({"coins": 13}, False),
        ({"coins": "many"}, False),
        ({"coins": True}, False),
        ({"coins": 3, "metal": "lead"}, False),
        ({"coins": 3, "both": "yes"}, False),
        ({"coins": 3, "set": 4}, False),
        ({"coins": 3, "colour": "red"}, False),
        ({"coins": 3, "set": ["sides=4"]}, True),
    ],
)
def test_a_schema_takes_what_the_question_takes(given: dict[str, Any], fits: bool) -> None:
    assert keeps(given, schema_of(Coins)) == fits
    if fits:
        assert Coins.ask(given).answer().data()


def test_the_schema_of_a_family_takes_one_question_at_a_time() -> None:
    schema = family_schema(Tosses)
    assert [each["title"] for each in schema["oneOf"]] == ["tosses", "row", "needs"]
    for given, fits in (
        ({"coins": 3}, True),
        ({"coins": 3, "row": True}, True),
        ({"often": 90, "but": 2}, True),
        ({"coins": 3, "row": False}, False),
        ({"coins": 3, "tails": True}, False),
        ({"coins": 3, "often": 90}, False),
    ):
        assert keeps(given, schema) == fits, given
    for member in schema["oneOf"]:
        assert member["examples"]
        assert all(keeps(each, schema) for each in member["examples"])
    assert family_schema(Coins) == schema_of(Coins)


def test_values_that_json_lacks_are_texts() -> None:
    schema = schema_of(Muster)["properties"]
    assert schema["army"]["type"] == "string"
    assert schema["share"]["anyOf"][0] == {"type": "number"}
    assert schema["share"]["default"] == 0.5
