"""The tables of rule numbers: checked as they are read, and true to rules, registers and data."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.core.errors import InputError
from bloodstones.core.files.own_data import DataSource
from bloodstones.core.rules.number_rows import (
    COLUMNS,
    NUMBERS_FILE,
    NumberRow,
    NumberRows,
    read_rows,
)
from bloodstones.core.rules.rule_numbers import numbers_at, numbers_in_files
from bloodstones.games.registry import GAMES, game_entry

HEAD = ",".join(COLUMNS)
SOUND = "hand.size,6,1,9,X-HAND-01,cards of a hand,rules.toml/hand/size,"


def rows_of(game: str) -> NumberRows:
    return read_rows(import_module(f"{game_entry(game).home}.rules.reading").DATA)


def table(folder: Path, *lines: str) -> NumberRows:
    (folder / NUMBERS_FILE).parent.mkdir()
    (folder / NUMBERS_FILE).write_text("\n".join([HEAD, *lines, ""]), encoding="utf-8")
    return read_rows(folder)


@pytest.mark.parametrize("game", GAMES)
def test_the_printed_value_of_a_row_is_that_of_the_shipped_rules(game: str) -> None:
    numbers = {number.name: number for number in game_commands_of(game).numbers()}
    printed = {row.name: row.printed for row in rows_of(game) if not row.words}
    assert printed
    assert {name: numbers[name].values for name in printed} == printed


@pytest.mark.parametrize("game", GAMES)
def test_the_clause_of_a_row_is_in_the_register(game: str) -> None:
    assert {row.clause for row in rows_of(game)} <= set(game_commands_of(game).register().clauses)


@pytest.mark.parametrize("game", GAMES)
def test_every_row_stands_for_a_number(game: str) -> None:
    names = {number.name for number in game_commands_of(game).numbers()}
    # Of things that the shipped rules have not: a unit of another movement than its faction.
    assert {row.name for row in rows_of(game) if not row.words} <= names
    lasts = {name.rpartition(".")[2] for name in names}
    for row in rows_of(game):
        assert "{" in row.name.rpartition(".")[2] or row.name.rpartition(".")[2] in lasts, row.name


def test_a_sound_table_is_read_as_it_stands(tmp_path: Path) -> None:
    rows = table(
        tmp_path, SOUND, "{card}.cost,,0,5,X-CARD-01,cost of {card},cards.csv/{card}/cost,"
    )
    assert [row.name for row in rows] == ["hand.size", "{card}.cost"]
    assert rows.ranges("rules.toml", "hand") == {"size": (1, 9)}
    assert (rows.keys("cards.csv"), rows.cells("cards.csv")) == (("card",), {"cost": (0, 5)})
    assert rows.parts() == ("rules.toml", "cards.csv")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (SOUND.replace(",6,1,9", ",6,1,5"), "line 2: expected values from 1 to 5, got '6'"),
        (SOUND.replace(",6,1,9", ",6,9,1"), "line 2: expected 9 or more, got '1'"),
        (SOUND.replace(",6,1", ",,1"), "expected a printed value for a single number, and none"),
        (SOUND.replace("hand.size", "{card}.size"), "expected a printed value for a single number"),
        (SOUND.replace(",6,", ",six,"), "expected printed as whole numbers with `or` between them"),
        (SOUND.replace("X-HAND-01", "hand"), "expected clause as the id of a clause, got 'hand'"),
        (SOUND.replace("cards of a hand", ""), "expected meaning as words, got ''"),
        (f"{SOUND}\n{SOUND}", "line 3: expected each name once, got 'hand.size'"),
    ],
)
def test_a_fault_of_a_table_is_reported_with_its_line(
    tmp_path: Path, line: str, fault: str
) -> None:
    with pytest.raises(InputError) as error:
        table(tmp_path, line)
    assert fault in str(error.value)


def test_rows_side_by_side_come_thing_by_thing() -> None:
    rows = [
        NumberRow("{land}.price", (), 0, 9, "X-A-01", "price of {land}", (("price", "{land}"),)),
        NumberRow("{land}.most", (), 0, 9, "X-A-02", "most on {land}", (("most", "{land}"),)),
        NumberRow("marsh.most", (2,), 0, 9, "X-A-03", "most on the marsh", (("most", "marsh"),)),
    ]
    rules = {"price": {"marsh": 1, "high_moor": 2}, "most": {"marsh": 2, "high_moor": 4}}
    numbers = numbers_at(rules, rows)
    assert list(numbers) == ["marsh.price", "marsh.most", "high_moor.price", "high_moor.most"]
    assert numbers["high_moor.most"].meaning == "most on high moor"
    told = numbers["marsh.most"]
    assert (told.meaning, told.clause, told.paths) == (
        "most on the marsh",
        "X-A-03",
        (("most", "marsh"),),
    )


def test_a_thing_without_what_a_row_needs_has_no_such_number() -> None:
    row = NumberRow("{unit}.flies", (), 0, 1, "X-A-01", "flies", (("{unit}", "flies"),), "move")
    rules = {"eagle": {"move": 2, "flies": 1}, "tower": {"move": 0, "flies": 0}}
    assert list(numbers_at(rules, [row])) == ["eagle.flies"]


def test_numbers_of_a_users_files_have_the_names_of_these(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("card,cost\nred_imp,3\n", encoding="utf-8")
    (tmp_path / "rules.toml").write_text("[hand]\nsize = 4\n", encoding="utf-8")
    line = "{card}.cost,,0,5,X-CARD-01,cost of {card},cards.csv/{card}/cost,"
    table(tmp_path, SOUND, line)
    numbers = numbers_in_files(DataSource(tmp_path))
    assert {name: number.values for name, number in numbers.items()} == {
        "hand.size": (4,),
        "red_imp.cost": (3,),
    }
    assert numbers["red_imp.cost"].meaning == "cost of red imp"


def test_numbers_in_force_are_printed_or_changed_within_their_ranges() -> None:
    rows = NumberRows((NumberRow("goal", (12,), 1, 99, "X-END-01", "points", ()),))
    assert dict(rows.in_force({}, "--set")) == {"goal": 12}
    with pytest.raises(InputError) as caught:
        rows.in_force({"goal": 0, "gaol": 3}, "--set")
    assert "goal from 1 to 99, got 0" in str(caught.value)
    assert "rule numbers, got 'gaol'" in str(caught.value)
