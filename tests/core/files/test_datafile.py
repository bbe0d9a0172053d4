"""Reading data files: every fault is reported, none as another exception."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.core.files.datafile import Entry, Faults, nearest, read_csv, read_toml


def toml(tmp_path: Path, text: str | bytes) -> tuple[Entry | None, list[str]]:
    path = tmp_path / "x.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    faults = Faults()
    entry = read_toml(path, faults)
    return entry, [fault.removeprefix(f"{tmp_path}/") for fault in faults.sentences]


def table(tmp_path: Path, text: str | bytes) -> tuple[list[Entry] | None, list[str]]:
    path = tmp_path / "x.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    faults = Faults()
    lines = read_csv(path, ("unit", "pips"), faults)
    return lines, [fault.removeprefix(f"{tmp_path}/") for fault in faults.sentences]


def entry_of(**values: Any) -> Entry:
    return Entry(values, "x.toml [t]", Faults())


def test_one_fault_is_one_sentence() -> None:
    faults = Faults()
    faults.add("a.csv line 3", "pips from 1 to 5", "7")
    with pytest.raises(InputError, match=r"^a\.csv line 3: expected pips from 1 to 5, got '7'$"):
        faults.raise_if_any()


def test_many_faults_are_listed_in_one_error() -> None:
    faults = Faults()
    faults.add("a.csv line 3", "pips from 1 to 5", "7")
    faults.note("b.toml", "the key name", "none")
    expected = (
        r"^expected data without faults, got 2:\n"
        r"  a\.csv line 3: expected pips from 1 to 5, got '7'\n"
        r"  b\.toml: expected the key name, got none$"
    )
    with pytest.raises(InputError, match=expected):
        faults.raise_if_any()


def test_no_fault_raises_nothing() -> None:
    Faults().raise_if_any()


def test_values_in_range_are_returned_and_nothing_is_noted() -> None:
    entry = entry_of(n=3, x=0.5, whole=1, f=True, t="Ship", c="b", cs=["b", "a"], ns=[2, 1], s={})
    assert entry.integer("n", low=3, high=3) == 3
    assert entry.number("x", low=0, high=1) == 0.5
    assert entry.number("whole", low=0, high=1) == 1.0
    assert entry.flag("f") is True
    assert entry.text("t") == "Ship"
    assert entry.choice("c", {"a": 1, "b": 2}) == 2
    assert entry.choices("cs", {"a": 1, "b": 2}) == (2, 1)
    assert entry.integers("ns", low=1, high=2, most=2) == (2, 1)
    assert entry.table("s").where == "x.toml [t.s]"
    entry.finish()
    assert entry.faults.sentences == []


def test_defaults_hold_for_absent_keys_only() -> None:
    entry = entry_of(n=4)
    assert entry.integer("n", low=0, high=9, default=1) == 4
    assert entry.integer("m", low=0, high=9, default=1) == 1
    assert entry.flag("f", default=True) is True
    assert entry.choice("c", {"a": 1, "b": 2}, default=2) == 2
    assert entry.faults.sentences == []


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        (6, "expected k from 1 to 5, got 6"),
        (0, "expected k from 1 to 5, got 0"),
        ("3", "expected k as a whole number from 1 to 5, got '3'"),
        (3.0, "expected k as a whole number from 1 to 5, got 3.0"),
        (True, "expected k as a whole number from 1 to 5, got True"),
        ([3], "expected k as a whole number from 1 to 5, got [3]"),
        pytest.param(16**9999, "expected k from 1 to 5, got a number too long to show", id="huge"),
    ],
)
def test_integer_tells_a_bad_value(value: object, fault: str) -> None:
    entry = entry_of(k=value)
    assert entry.integer("k", low=1, high=5) == 1
    assert entry.faults.sentences == [f"x.toml [t]: {fault}"]
    assert not entry.sound("k")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -0.1, 1.5, 10**400, True, "0.5"])
def test_number_tells_a_bad_value(value: object) -> None:
    entry = entry_of(k=value)
    assert entry.number("k", low=0, high=1) == 0
    (fault,) = entry.faults.sentences
    assert fault.startswith("x.toml [t]: expected k ")
    assert "from 0 to 1" in fault


@pytest.mark.parametrize("value", ["", "  ", "two\nlines", 3, None])
def test_text_must_be_printable_and_not_blank(value: object) -> None:
    entry = entry_of(k=value)
    assert entry.text("k") == ""
    assert entry.faults.sentences == [f"x.toml [t]: expected k as text, got {value!r}"]


def test_text_must_match_all_of_its_pattern() -> None:
    entry = entry_of(k="Two Words")
    entry.text("k", pattern="[a-z_]+", meaning="small letters and _")
    (fault,) = entry.faults.sentences
    assert fault == "x.toml [t]: expected k as small letters and _, got 'Two Words'"


def test_choice_offers_near_matches() -> None:
    entry = entry_of(unit="cavalery")
    assert entry.choice("unit", {"ship": 1, "cavalry": 2}) == 1
    expected = "x.toml [t]: expected a known unit, got 'cavalery' (did you mean cavalry?)"
    assert entry.faults.sentences == [expected]


@pytest.mark.parametrize("value", [["a", "a"], ["a", "z"], ["a", 1], ["a", []], "a", {}])
def test_choices_tells_a_bad_list(value: object) -> None:
    entry = entry_of(k=value)
    entry.choices("k", {"a": 1, "b": 2})
    assert len(entry.faults.sentences) == 1
    assert not entry.sound("k")


def test_integers_tells_every_bad_item_and_a_bad_length() -> None:
    entry = entry_of(k=[1, 9, "x", True])
    assert entry.integers("k", low=1, high=5, most=3) == (1,)
    assert entry.faults.sentences == [
        "x.toml [t]: expected at most 3 numbers in k, got 4",
        "x.toml [t]: expected whole numbers from 1 to 5 in k, got 9",
        "x.toml [t]: expected whole numbers from 1 to 5 in k, got 'x'",
        "x.toml [t]: expected whole numbers from 1 to 5 in k, got True",
    ]


def test_pairs_tells_every_bad_item_and_a_bad_length() -> None:
    entry = entry_of(k=[[0, 1.5], [1], [3, 0], "x", [True, 0]])
    assert entry.pairs("k", high=(2, 2), most=4) == ((0, 1.5),)
    assert entry.faults.sentences == [
        "x.toml [t]: expected at most 4 pairs in k, got 5",
        "x.toml [t]: expected pairs of numbers from 0 to 2 and from 0 to 2 in k, got [1]",
        "x.toml [t]: expected pairs of numbers from 0 to 2 and from 0 to 2 in k, got [3, 0]",
        "x.toml [t]: expected pairs of numbers from 0 to 2 and from 0 to 2 in k, got 'x'",
        "x.toml [t]: expected pairs of numbers from 0 to 2 and from 0 to 2 in k, got [True, 0]",
    ]
    assert entry_of().pairs("k", high=(2, 2), most=4) == ()
    whole = entry_of(k=[[0, 1], [0, 1.5]])
    assert whole.pairs("k", high=(2, 2), most=4, whole=True) == ((0, 1),)
    assert "expected pairs of whole numbers" in whole.faults.sentences[0]


@pytest.mark.parametrize("value", [[], ["a", "a"], ["a", " "], ["a", 1], [[]], "a"])
def test_texts_are_different_and_not_blank(value: object) -> None:
    assert entry_of(k=["b", "a"]).texts("k") == ("b", "a")
    entry = entry_of(k=value)
    assert entry.texts("k") == ()
    (fault,) = entry.faults.sentences
    assert fault.startswith("x.toml [t]: expected k as a list")


def test_text_with_a_default_may_be_absent() -> None:
    assert entry_of().text("k", default="none") == "none"
    assert entry_of(k="some").text("k", default="none") == "some"


def test_a_flag_must_be_true_or_false() -> None:
    entry = entry_of(k=1)
    assert entry.flag("k") is False
    assert entry.faults.sentences == ["x.toml [t]: expected k as true or false, got 1"]


def test_missing_keys_are_reported_by_name() -> None:
    entry = entry_of()
    entry.integer("n", low=1, high=2)
    entry.number("x", low=0, high=1)
    entry.text("name")
    entry.tables("areas")
    assert entry.faults.sentences == [
        "x.toml [t]: expected the key n, got none",
        "x.toml [t]: expected the key x, got none",
        "x.toml [t]: expected the key name, got none",
        "x.toml [t]: expected the key areas, got none",
    ]


@pytest.mark.parametrize("values", [{}, {"s": 3}])
def test_a_missing_or_bad_table_is_reported_once_not_for_each_of_its_keys(
    values: dict[str, Any],
) -> None:
    entry = entry_of(**values)
    inner = entry.table("s")
    inner.integer("n", low=1, high=2)
    inner.table("deeper").text("name")
    assert len(entry.faults.sentences) == 1


def test_items_that_are_no_tables_are_reported_by_position() -> None:
    entry = entry_of(areas=[{}, 3])
    assert len(entry.tables("areas")) == 1
    assert entry.faults.sentences == ["x.toml [t] areas[1]: expected a table, got 3"]


def test_unknown_keys_are_reported_with_near_matches() -> None:
    entry = entry_of(hand_limt=6)
    entry.integer("hand_limit", low=1, high=9, default=6)
    entry.finish()
    expected = "x.toml [t]: expected known keys, got 'hand_limt' (did you mean hand_limit?)"
    assert entry.faults.sentences == [expected]


def test_nearest_lists_all_names_when_none_is_near() -> None:
    assert nearest("zzz", {"ship", "castle"}) == "known: castle, ship"


def test_toml_is_read_with_and_without_a_byte_order_mark(tmp_path: Path) -> None:
    for mark in (b"", b"\xef\xbb\xbf"):
        entry, faults = toml(tmp_path, mark + b"a = 1\n")
        assert faults == []
        assert entry is not None
        assert entry.integer("a", low=0, high=1) == 1


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"a = \xff", "x.toml: expected text in UTF-8, got byte 0xff at offset 4"),
        ("a = 1\na = 2", "x.toml: expected a TOML file, got a fault of form: Cannot overwrite"),
        ("a = ", "x.toml: expected a TOML file, got a fault of form: Invalid value"),
        pytest.param(
            "a = " + "[" * 20000,
            "x.toml: expected a TOML file, got a fault of form: brackets",
            id="deep",
        ),
        pytest.param(
            "a = " + "9" * 5000,
            "x.toml: expected a TOML file, got a fault of form: Exceeds",
            id="long number",
        ),
        ("a = 2025-02-31", "x.toml: expected a TOML file, got a fault of form: Invalid date"),
    ],
)
def test_toml_faults_of_form(tmp_path: Path, content: str | bytes, fault: str) -> None:
    entry, faults = toml(tmp_path, content)
    assert entry is None
    assert len(faults) == 1
    assert faults[0].startswith(fault)


def test_other_columns_may_stand_beside_if_the_reader_says_so(tmp_path: Path) -> None:
    path, faults = tmp_path / "x.csv", Faults()
    path.write_text("unit,colour,pips\narcher,red,3\n", encoding="utf-8")
    (line,) = read_csv(path, ("unit", "pips"), faults, others=True) or ()
    assert (line.text("unit"), line.integer("pips", low=1, high=5)) == ("archer", 3)
    assert faults.sentences == []
    read_csv(path, ("unit", "cost"), faults, others=True)
    assert faults.sentences == [f"{path} line 1: expected the column cost, got none"]


@pytest.mark.parametrize(("text", "value"), [("0.25", 0.25), ("-1", -1.0), ("0.000000", 0.0)])
def test_csv_has_decimal_numbers(text: str, value: float) -> None:
    line = Entry({"share": text}, "x.csv line 2", Faults(), textual=True)
    assert line.number("share", low=-1, high=1) == value
    assert line.faults.sentences == []


@pytest.mark.parametrize("text", ["", "nan", "inf", "1e-3", "1_0", " 1", ".5", "1.", "²", "2.5"])
def test_csv_decimal_numbers_are_plain_and_in_range(text: str) -> None:
    line = Entry({"share": text}, "x.csv line 2", Faults(), textual=True)
    assert line.number("share", low=-1, high=1) == -1
    assert len(line.faults.sentences) == 1


def test_csv_lines_keep_their_numbers_and_blank_lines_are_skipped(tmp_path: Path) -> None:
    lines, faults = table(tmp_path, "pips,unit\r\n3,ship\r\n\r\n4,castle\r\n")
    assert faults == []
    assert lines is not None
    assert [line.where.rpartition(" ")[2] for line in lines] == ["2", "4"]
    assert [line.integer("pips", low=1, high=5) for line in lines] == [3, 4]


@pytest.mark.parametrize("text", ["1.0", "", " 1", "+1", "１", "1_0", "0x1", "1" * 50])
def test_csv_numbers_are_plain_digits(tmp_path: Path, text: str) -> None:
    lines, _ = table(tmp_path, f"unit,pips\nship,{text}\n")
    assert lines is not None
    lines[0].integer("pips", low=1, high=99)
    (fault,) = lines[0].faults.sentences
    assert "line 2: expected pips as a whole number from 1 to 99, got '" in fault


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("", ["line 1: expected the column unit, got none", "line 1: expected the column pips"]),
        ("unit,pip\n", ["line 1: expected the column pips", "line 1: expected known columns"]),
        ("unit,pips,unit\n", ["line 1: expected the column unit once, got 2"]),
        ("unit,pips\na\nb,1,2\n", ["line 2: expected 2 cells, got 1", "line 3: expected 2 cells"]),
        ('unit,pips\n"a,1\n', ["line 2: expected a CSV file, got a fault of form"]),
        ('unit,pips\n"a"b,1\n', ["line 2: expected a CSV file, got a fault of form"]),
        (b"unit,pips\n\xe9,1\n", ["expected text in UTF-8, got byte 0xe9 at offset 10"]),
        pytest.param(
            "unit,pips\n" + "x" * 200000,
            ["line 2: expected a CSV file, got a fault of form"],
            id="long cell",
        ),
    ],
)
def test_csv_faults(tmp_path: Path, content: str | bytes, expected: list[str]) -> None:
    _, faults = table(tmp_path, content)
    assert len(faults) == len(expected)
    for fault, part in zip(faults, expected, strict=True):
        assert part in fault
        assert fault.startswith("x.csv")


def test_a_missing_column_is_not_reported_again_for_each_line(tmp_path: Path) -> None:
    lines, faults = table(tmp_path, "unit\nship\ncastle\n")
    assert lines is not None
    assert [line.integer("pips", low=1, high=5) for line in lines] == [1, 1]
    assert len(faults) == len(lines[0].faults.sentences) == 1


@pytest.mark.parametrize("name", ["missing.toml", ".", "nul\0.toml", "x" * 500])
def test_unreadable_paths_are_faults(tmp_path: Path, name: str) -> None:
    faults = Faults()
    assert read_toml(tmp_path / name, faults) is None
    assert read_csv(tmp_path / name, ("unit",), faults) is None
    assert len(faults.sentences) == 2


@given(content=st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode()))
def test_any_bytes_give_entries_or_faults(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "any"
    path.write_bytes(content)
    faults = Faults()
    if read_toml(path, faults) is None:
        assert faults.sentences
    if read_csv(path, ("unit", "pips"), faults) is None:
        assert faults.sentences
    assert all(str(path) in fault for fault in faults.sentences)
