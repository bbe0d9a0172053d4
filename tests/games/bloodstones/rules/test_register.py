"""The rules register: complete, well linked, and every fault of its files reported at once."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bloodstones.core.errors import InputError
from bloodstones.core.rules.register import read_register
from bloodstones.core.rules.rulebook import Clause, ClauseStatus, Item
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.register import CLAUSE_FILES, FOLDER, FORM, load_register
from tests.rule_coverage import to_cover

SECTION_SIZES = {
    "GEN": 19,
    "COMP": 8,
    "TILE": 8,
    "MAP": 5,
    "SETUP": 25,
    "TURN": 8,
    "RAID": 8,
    "UNDEAD": 7,
    "BUILD": 9,
    "MOVE": 28,
    "COMBAT": 45,
    "MOD": 18,
    "RETREAT": 18,
    "VILLAGE": 16,
    "DESERT": 4,
    "REGROUP": 9,
    "WIPED": 4,
    "END": 14,
    "CARD": 2,
    "DRAGON": 12,
    "HORSE": 3,
    "HILL": 7,
    "NECRO": 9,
    "CHAOS": 16,
    "CORSAIR": 11,
    "CUTIE": 10,
}
NOT_APPLICABLE = {"BS-COMP-06", "BS-SETUP-04", "BS-DESERT-04", "AMB-01", "AMB-09", "AMB-54"}
LONGEST = 260


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(FOLDER, tmp_path / "register")


def change(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} must be there once"
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")


def faults(folder: Path) -> list[str]:
    with pytest.raises(InputError, match=r"\.toml") as caught:
        read_register(folder, FORM)
    lines = caught.value.message.replace(f"{folder}/", "").splitlines()
    return lines if len(lines) == 1 else [line.strip() for line in lines[1:]]


def test_every_clause_of_every_section_is_there_without_gaps() -> None:
    register = load_register()
    numbered = [
        f"BS-{name}-{n:02}" for name, size in SECTION_SIZES.items() for n in range(1, size + 1)
    ]
    assert list(register.clauses) == numbered
    assert list(register.sections) == list(SECTION_SIZES)


def test_every_example_and_ambiguity_is_there_without_gaps() -> None:
    register = load_register()
    printed, derived = [f"EX-{n:02}" for n in range(1, 23)], [f"DX-{n:02}" for n in range(1, 28)]
    assert list(register.examples) == printed + derived
    assert list(register.ambiguities) == [f"AMB-{n:02}" for n in range(1, 59)]


def test_what_no_test_can_show_says_why_and_the_rest_is_to_be_covered() -> None:
    register = load_register()
    apart = {
        item.id
        for item in (*register.clauses.values(), *register.ambiguities.values())
        if item.status is ClauseStatus.NOT_APPLICABLE
    }
    assert apart == NOT_APPLICABLE
    assert all(register.get(name).reason for name in NOT_APPLICABLE)
    assert set(to_cover(register)) == {item.id for item in register} - NOT_APPLICABLE


def test_texts_are_short_sentences_without_loose_ends() -> None:
    for clause in load_register().clauses.values():
        assert clause.text[0].isupper(), clause.id
        assert clause.text.endswith("."), clause.id
        assert len(clause.text) <= LONGEST, clause.id


def test_no_two_items_say_the_same() -> None:
    register = load_register()
    texts = [clause.text for clause in register.clauses.values()]
    texts += [example.given for example in register.examples.values()]
    texts += [ambiguity.question for ambiguity in register.ambiguities.values()]
    texts += [option.meaning for option in register.options.values()]
    assert len(set(texts)) == len(texts)


def test_ids_named_in_texts_exist() -> None:
    register = load_register()
    texts = [clause.text for clause in register.clauses.values()]
    texts += [f"{example.given} {example.expected}" for example in register.examples.values()]
    texts += [f"{point.reading} {point.why}" for point in register.ambiguities.values()]
    named = re.findall(r"(?:BS-[A-Z]+|EX|DX|AMB)-[0-9]+", " ".join(texts))
    assert len(named) > 5
    assert all(register.get(name) is not None for name in named)


def test_every_open_point_has_an_option_or_is_fixed() -> None:
    register = load_register()
    for point in register.ambiguities.values():
        assert bool(register.options_of(point.id)) != point.fixed, point.id


@pytest.mark.parametrize(
    ("name", "values", "point"),
    [
        ("citadel_min_distance", (3, 2), "AMB-05"),
        ("citadel_spacing_graph", ("land_only", "all_areas", "every_route"), "AMB-05"),
        ("overpay", ("last_resort", "minimal", "free"), "AMB-10"),
        ("corsair_fort_withdraw", (False, True), "AMB-22"),
        ("undead_recycle", ("supply", "out_of_game", "discard"), "AMB-27"),
        ("cutiecorn", (False, True), None),
    ],
)
def test_options_have_values_the_default_first(
    name: str, values: tuple[object, ...], point: str | None
) -> None:
    option = load_register().options[name]
    assert option.values == values
    assert [type(value) for value in option.values] == [type(value) for value in values]
    assert option.ambiguity == point


def test_an_option_reaches_the_clauses_of_its_ambiguity() -> None:
    register = load_register()
    option = register.options["overpay"]
    assert option.clauses == ("BS-RAID-02", "BS-MOVE-05", "BS-VILLAGE-01")
    assert register.options_of("BS-MOVE-05") == (option,)
    assert register.options_of("AMB-10") == (option,)
    assert register.options_of("BS-MOVE-06") == ()


def test_a_variant_names_its_clauses_itself() -> None:
    clauses = load_register().options["cutiecorn"].clauses
    assert set(clauses) >= {f"BS-CUTIE-{n:02}" for n in range(1, 11)}


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("overpay", "free", "free"),
        ("citadel_min_distance", "2", 2),
        ("swap_announced", "false", False),
    ],
)
def test_a_value_is_read_as_it_is_written_in_commands(name: str, text: str, value: object) -> None:
    read = load_register().options[name].parse(text, "--set")
    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize(
    ("text", "tip"),
    [("land_onyl", r"did you mean land_only"), ("x", "known: land_only, all_areas, every_route")],
)
def test_an_unknown_value_lists_the_known_ones(text: str, tip: str) -> None:
    option = load_register().options["citadel_spacing_graph"]
    with pytest.raises(
        InputError, match=rf"value of citadel_spacing_graph, got '{text}'.*\n.*{tip}"
    ):
        option.parse(text, "--set")


def test_a_clause_of_a_faction_section_is_about_that_faction() -> None:
    clauses = load_register().clauses
    assert clauses["BS-DRAGON-05"].roles == (Faction.DRAGON_RIDERS.id,)
    assert clauses["BS-SETUP-05"].roles == (Faction.CORSAIRS.id, Faction.CHAOS_HORDE.id)
    assert clauses["BS-SETUP-03"].roles == ()


def test_worked_examples_are_found_from_their_clauses() -> None:
    examples = load_register().examples_of("BS-COMBAT-10")
    assert [example.id for example in examples] == ["EX-16", "DX-13"]


@pytest.mark.parametrize("name", ["BS-MOVE-07", "bs-move-07", "Bs-Move-07"])
def test_an_id_is_found_in_any_case(name: str) -> None:
    item = load_register().get(name)
    assert isinstance(item, Clause)
    assert item.id == "BS-MOVE-07"


def matches(text: str) -> tuple[Item, ...]:
    return load_register().find_clauses(text)


def test_a_search_wants_all_words_in_any_order_and_case() -> None:
    one, other = matches("Giant FOUR"), matches("four giant")
    assert one == other
    assert "BS-COMBAT-17" in [item.id for item in one]
    assert set(one) < set(matches("giant"))
    assert matches("giant nonsense") == ()
    assert matches("  ") == ()


def test_a_search_finds_clauses_by_section_title_and_faction() -> None:
    assert "BS-RETREAT-01" in [item.id for item in matches("retreat")]
    assert "BS-UNDEAD-05" in [item.id for item in matches("necromancers scatter")]


def test_the_shipped_register_is_read_once_and_cannot_be_changed() -> None:
    register = load_register()
    assert load_register() is register
    with pytest.raises(TypeError, match="does not support item assignment"):
        register.clauses["BS-GEN-01"] = register.clauses["BS-GEN-02"]


def test_a_copy_of_the_folder_gives_an_equal_register(folder: Path) -> None:
    copy = read_register(folder, FORM)
    assert list(copy) == list(load_register())


def test_the_register_needs_no_numpy() -> None:
    code = (
        "import sys; from bloodstones.games.bloodstones.rules.register import load_register; "
        "load_register(); print([m for m in ('numpy', 'pydantic', 'numba') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        (
            "movement.toml",
            "[BS-MOVE-28]",
            "[BS-MOV-28]",
            "movement.toml [BS-MOV-28]: expected a known section, got 'MOV' (did you mean MOVE",
        ),
        (
            "movement.toml",
            "[BS-MOVE-28]",
            "[BS-MOVE-8]",
            "movement.toml: expected ids like BS-[A-Z]+-[0-9]{2}, got 'BS-MOVE-8'",
        ),
        (
            "turn.toml",
            "[BS-BUILD-09]",
            "[BS-GEN-01]",
            "turn.toml [BS-GEN-01]: expected ids without repeats, got one that another file has",
        ),
        (
            "movement.toml",
            'ambiguities = ["AMB-12"]',
            'ambiguities = ["AMB-99"]',
            "movement.toml [BS-MOVE-25]: expected known names in ambiguities, got 'AMB-99'",
        ),
        (
            "turn.toml",
            'ambiguities = ["AMB-17"]\n',
            "",
            "ambiguities.toml [AMB-17]: expected a clause that cites it, got none",
        ),
        (
            "general.toml",
            'status = "not_applicable"\n',
            "",
            "general.toml [BS-COMP-06]: expected known keys, got 'reason'",
        ),
        (
            "villages.toml",
            "reason = ",
            "because = ",
            "villages.toml [BS-DESERT-04]: expected the key reason, got none",
        ),
        (
            "sections.toml",
            'factions = ["corsairs"]',
            'factions = ["corsair"]',
            "sections.toml [CORSAIR]: expected known names in factions, got 'corsair' (did you",
        ),
        (
            "sections.toml",
            "[CUTIE]",
            '[OTHER]\ntitle = "Other"\n[CUTIE]',
            "sections.toml [OTHER]: expected clauses of it, got none",
        ),
        (
            "options.toml",
            'ambiguity = "AMB-10"',
            'ambiguity = "AMB-11"',
            "ambiguities.toml [AMB-11]: expected no option of a fixed ambiguity, got one",
        ),
        (
            "options.toml",
            'ambiguity = "AMB-10"',
            'ambiguity = "AMB-12"',
            "ambiguities.toml [AMB-10]: expected an option, got none",
        ),
        (
            "options.toml",
            'ambiguity = "AMB-10"\n',
            "",
            "options.toml [overpay]: expected the key ambiguity or clauses, got none",
        ),
        (
            "options.toml",
            'ambiguity = "AMB-10"',
            'ambiguity = "AMB-10"\nclauses = ["BS-GEN-01"]',
            "options.toml [overpay]: expected known keys, got 'ambiguity'",
        ),
        (
            "options.toml",
            "values = [3, 2]",
            "values = [3]",
            "options.toml [citadel_min_distance]: expected values as a list of two or more "
            "different ones, got [3]",
        ),
        (
            "options.toml",
            "values = [3, 2]",
            'values = [3, "3"]',
            "options.toml [citadel_min_distance]: expected values as a list of two or more",
        ),
        (
            "options.toml",
            "values = [3, 2]",
            "values = [3, 2.5]",
            "options.toml [citadel_min_distance]: expected values as a list of two or more",
        ),
        (
            "options.toml",
            "values = [3, 2]\n",
            "",
            "options.toml [citadel_min_distance]: expected the key values, got none",
        ),
        (
            "examples.toml",
            'clauses = ["BS-COMBAT-12"]',
            'clauses = ["BS-COMBAT-99"]',
            "examples.toml [DX-26]: expected known names in clauses, got 'BS-COMBAT-99'",
        ),
        (
            "examples.toml",
            'clauses = ["BS-COMBAT-12"]',
            "clauses = []",
            "examples.toml [DX-26]: expected one clause or more, got []",
        ),
    ],
)
def test_a_fault_is_reported_with_its_file_and_entry(
    folder: Path, file: str, old: str, new: str, fault: str
) -> None:
    change(folder, file, old, new)
    assert any(line.startswith(fault) for line in faults(folder)), faults(folder)


def test_all_faults_of_all_files_are_reported_together(folder: Path) -> None:
    change(folder, "sections.toml", 'title = "Map"', "title = 3")
    change(folder, "setup.toml", 'ambiguities = ["AMB-08"]', "ambiguities = 8")
    change(folder, "options.toml", "values = [3, 2]", "values = []")
    change(folder, "examples.toml", "[EX-01]", "[XE-01]")
    messages = faults(folder)
    for file in ("sections", "setup", "options", "examples"):
        assert [line for line in messages if line.startswith(f"{file}.toml")], file


@pytest.mark.parametrize("file", ["sections.toml", CLAUSE_FILES[0]])
def test_a_missing_file_is_reported(folder: Path, file: str) -> None:
    (folder / file).unlink()
    assert any(re.match(rf"{file}: expected a readable file", line) for line in faults(folder))


def test_options_that_readings_name_are_missed_without_their_file(folder: Path) -> None:
    (folder / "options.toml").unlink()
    assert "ambiguities.toml [AMB-02]: expected an option, got none" in faults(folder)
