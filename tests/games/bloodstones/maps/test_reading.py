"""Loading maps: shipped ones by id, others by path, and every fault of a file at once."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.maps.reading import (
    MAPS,
    MAX_AREAS,
    MAX_NEIGHBOURS,
    MAX_SEA_AREAS,
    is_id,
    list_maps,
    load_map,
)
from bloodstones.games.bloodstones.rules.names import Terrain

MAP_TEXT = (MAPS / "tyrants_lament.toml").read_text(encoding="utf-8")
HEAD = 'id = "x"\nname = "X"\norigin = "a test"\nmin_players = 2\nmax_players = 4\n'


def area(number: int, neighbours: Sequence[int], terrain: str = "plains", **changed: str) -> str:
    values = {
        "id": str(number),
        "terrain": f'"{terrain}"',
        "x": "0.5",
        "y": "0.5",
        "neighbours": str(list(neighbours)),
        **changed,
    }
    return "{ " + ", ".join(f"{key} = {value}" for key, value in values.items()) + " }"


def board(*areas: str, head: str = HEAD) -> str:
    return head + "areas = [\n" + "".join(f"  {line},\n" for line in areas) + "]\n"


def ring(size: int, terrain: str = "plains") -> list[str]:
    return [area(n, [(n - 1) % size, (n + 1) % size], terrain) for n in range(size)]


def star(rays: int) -> list[str]:
    return [area(0, range(1, rays + 1)), *(area(n, [0]) for n in range(1, rays + 1))]


def write(folder: Path, content: str | bytes) -> str:
    path = folder / "x.toml"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(path)


def faults(folder: Path, content: str) -> list[str]:
    """The faults that loading the map tells, without the file's own path."""
    path = write(folder, content)
    with pytest.raises(InputError, match=r"x\.toml") as caught:
        load_map(path)
    lines = [line.strip() for line in caught.value.message.splitlines()]
    fault_lines = lines if len(lines) == 1 else lines[1:]
    assert all(line.startswith(path) for line in fault_lines)
    return [line.removeprefix(path).lstrip(": ") for line in fault_lines]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("maps")


@pytest.mark.parametrize("name", list_maps())
def test_a_shipped_map_carries_the_id_of_its_file_and_is_read_once(name: str) -> None:
    assert load_map(name).id == name
    assert load_map(name) is load_map(name)


def test_a_map_is_read_from_a_path(tmp_path: Path) -> None:
    read = load_map(write(tmp_path, MAP_TEXT))
    assert read == load_map("tyrants_lament")


@pytest.mark.parametrize(
    ("text", "fits"),
    [("my_map_2", True), ("", False), ("My_map", False), ("my-map", False), ("map\n", False)],
)
def test_the_id_of_a_map_is_of_small_letters_digits_and_underscores(text: str, fits: bool) -> None:
    assert is_id(text) == fits


def test_an_unknown_map_is_refused_with_near_matches() -> None:
    expected = (
        r"expected a map or the path of a \.toml file, got 'tyrants_lamen' \(map\)\n"
        r"Tip: did you mean tyrants_lament\?$"
    )
    with pytest.raises(InputError, match=expected):
        load_map("tyrants_lamen")


@pytest.mark.parametrize("name", ["", "zzz", "../maps/tyrants_lament", "TYRANTS_LAMENT!", "a\0b"])
def test_a_name_near_to_none_is_refused_with_all_known_maps(name: str) -> None:
    with pytest.raises(InputError, match=r"Tip: .*tyrants_lament"):
        load_map(name)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.toml: expected a readable file, got No such file"):
        load_map(str(tmp_path / "none.toml"))


def test_areas_and_neighbours_are_sorted(tmp_path: Path) -> None:
    read = load_map(write(tmp_path, board(area(2, [1, 0]), area(0, [2, 1]), area(1, [0, 2]))))
    assert [area.id for area in read.areas] == [0, 1, 2]
    assert [area.neighbours for area in read.areas] == [(1, 2), (0, 2), (0, 1)]


@pytest.mark.parametrize(
    "content",
    [
        board(*ring(MAX_AREAS)),
        board(*star(MAX_NEIGHBOURS)),
        board(*ring(MAX_SEA_AREAS, "sea")),
        board(area(0, [1], x="0", y="0"), area(1, [0], x="1", y="2.0")),
    ],
    ids=["areas", "neighbours", "sea areas", "corners"],
)
def test_a_map_at_the_limits_is_good(tmp_path: Path, content: str) -> None:
    assert load_map(write(tmp_path, content)).id == "x"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (board(*star(MAX_NEIGHBOURS + 1)), ["expected at most 16 numbers in neighbours, got 17"]),
        (board(*ring(MAX_SEA_AREAS + 1, "sea")), ["expected at most 62 sea areas, got 63"]),
        (board(area(0, [])), ["expected 2 to 128 areas, got 1"]),
        (board(area(0, [1]), area(1, [])), ["expected 0 in neighbours, got it in neighbours of"]),
        (board(area(0, [0, 1]), area(1, [0])), ["expected neighbours other than the area itself"]),
        (board(area(0, [1, 1]), area(1, [0])), ["expected 1 once in neighbours, got it 2 times"]),
        (board(area(0, [1, 7]), area(1, [0])), ["expected known areas in neighbours, got 7"]),
        (
            board(area(0, [1]), area(0, [1])),
            ["expected one area 0, got 2", "expected ids 0 to 1, got none with the id 1"],
        ),
        (board(area(0, [2]), area(2, [0])), ["expected ids 0 to 1, got none with the id 1"]),
        (
            board(area(0, [1]), area(1, [0]), area(2, [3]), area(3, [2])),
            ["expected one connected board, got no way from area 0 to 2, 3"],
        ),
        (
            board(area(0, [1], "plain"), area(1, [0])),
            ["expected a known terrain, got 'plain' (did you mean plains?)"],
        ),
        (board(area(0, [1], x="1.01"), area(1, [0])), ["expected x from 0 to 1, got 1.01"]),
        (board(area(0, [1], y="-0.1"), area(1, [0])), ["expected y from 0 to 2, got -0.1"]),
        (board(area(0, [1], x="nan"), area(1, [0])), ["expected x from 0 to 1, got nan"]),
        (board(area(0, [1], z="1"), area(1, [0])), ["expected known keys, got 'z'"]),
        (board(area(0, [1], id="-1"), area(1, [0])), ["expected id from 0 to 127, got -1"]),
        (board(area(0, [1]), "3", area(1, [0])), ["areas[1]: expected a table, got 3"]),
        (board(*ring(3), head=HEAD.replace('"x"', '"X Y"')), ["expected id as small letters"]),
        (
            board(*ring(3), head=HEAD.replace("min_players = 2", "min_players = 5")),
            ["expected min_players at most 4 (by max_players), got 5"],
        ),
        (
            board(*ring(3), head=HEAD.replace('name = "X"\n', "")),
            ["expected the key name, got none"],
        ),
        (HEAD, ["expected the key areas, got none"]),
    ],
)
def test_faults_of_a_map_are_reported_and_no_others(
    tmp_path: Path, content: str, expected: list[str]
) -> None:
    reported = faults(tmp_path, content)
    assert len(reported) == len(expected)
    for fault, part in zip(reported, expected, strict=True):
        assert part in fault


def test_too_many_areas_are_reported(tmp_path: Path) -> None:
    assert "expected 2 to 128 areas, got 129" in faults(tmp_path, board(*ring(MAX_AREAS + 1)))


def test_a_fault_of_an_area_names_its_number(tmp_path: Path) -> None:
    content = board(area(1, [0]), area(0, [1], "plain"))
    (fault,) = faults(tmp_path, content)
    assert fault.startswith("areas[1] (area 0): expected a known terrain")


def test_all_faults_of_a_map_are_reported_at_once(tmp_path: Path) -> None:
    content = board(
        area(0, [1, 2], "plain"),
        area(1, [0], x="3"),
        area(2, [0, 2]),
        area(3, [0]),
        head=HEAD.replace("max_players = 4", "max_players = 9"),
    )
    assert faults(tmp_path, content) == [
        "expected max_players from 1 to 6, got 9",
        "areas[0] (area 0): expected a known terrain, got 'plain' (did you mean plains?)",
        "areas[1] (area 1): expected x from 0 to 1, got 3",
        "areas[2] (area 2): expected neighbours other than the area itself, got 2",
        "areas[0] (area 0): expected 3 in neighbours, got it in neighbours of area 3 only",
    ]


def broken_maps() -> st.SearchStrategy[str]:
    """The shipped map with an area gone or doubled, or one number of an area made wrong."""
    lines = MAP_TEXT.splitlines()
    spots = st.sampled_from([n for n, line in enumerate(lines) if "neighbours" in line])

    def break_value(spot: int, key: str, junk: str) -> str:
        before, _, after = lines[spot].partition(f"{key} = ")
        bad = f"{before}{key} = {junk}{after[after.index(',') :]}"
        return "\n".join([*lines[:spot], bad, *lines[spot + 1 :]])

    gone = spots.map(lambda spot: "\n".join(lines[:spot] + lines[spot + 1 :]))
    doubled = spots.map(lambda spot: "\n".join(lines[: spot + 1] + lines[spot:]))
    keys = st.sampled_from(["id", "terrain", "x", "y"])
    junk = st.sampled_from(["-1", "1979-05-27", '"seas"', "[]", "{}", "true", "99", "", "nan"])
    return gone | doubled | st.builds(break_value, spots, keys, junk)


@settings(deadline=None)
@given(content=broken_maps())
def test_a_broken_map_is_always_bad_input_that_names_the_file(folder: Path, content: str) -> None:
    path = write(folder, content)
    with pytest.raises(InputError, match=r"x\.toml"):
        load_map(path)


def refusal(path: str) -> str | None:
    try:
        load_map(path)
    except InputError as error:
        return error.message
    return None


@settings(deadline=None)
@given(
    start=st.integers(0, len(MAP_TEXT.encode())),
    length=st.integers(0, 40),
    junk=st.binary(max_size=6),
)
def test_corrupted_bytes_load_or_are_bad_input_that_names_the_file(
    folder: Path, start: int, length: int, junk: bytes
) -> None:
    content = MAP_TEXT.encode()
    message = refusal(write(folder, content[:start] + junk + content[start + length :]))
    assert message is None or "x.toml" in message


@settings(deadline=None)
@given(links=st.lists(st.lists(st.integers(0, 5), max_size=5, unique=True), min_size=2, max_size=6))
def test_a_map_loads_exactly_if_its_borders_are_symmetric_and_connected(
    folder: Path, links: list[list[int]]
) -> None:
    size = len(links)
    pairs = {(a, b) for a, neighbours in enumerate(links) for b in neighbours}
    reached = {0}
    for _ in range(size):
        reached |= {b for a, b in pairs if a in reached}
    good = all(a != b and b < size and (b, a) in pairs for a, b in pairs) and len(reached) == size
    content = board(*(area(n, neighbours) for n, neighbours in enumerate(links)))
    assert (refusal(write(folder, content)) is None) == good


@pytest.mark.rule("BS-MAP-01")
def test_every_terrain_may_be_on_a_map(tmp_path: Path) -> None:
    areas = [
        area(n, [m for m in (n - 1, n + 1) if 0 <= m < len(Terrain)], terrain)
        for n, terrain in enumerate(Terrain.ids())
    ]
    read = load_map(write(tmp_path, board(*areas)))
    assert [area.terrain for area in read.areas] == list(Terrain)


CORNERS = "corners = [[0, 0], [0.5, 0], [1, 0], [1, 1], [0.5, 1], [0, 1]]\n"
RINGS = ([0, 1, 4, 5], [1, 2, 3, 4])


def outlined(
    one: object = RINGS[0], other: object = RINGS[1], head: str = HEAD + CORNERS, **first: str
) -> str:
    left = area(0, [1], x="0.2", outline=str(one), **first)
    return board(left, area(1, [0], x="0.8", outline=str(other)), head=head)


def test_outlines_names_and_rivers_are_read(tmp_path: Path) -> None:
    head = f"{HEAD}{CORNERS}rivers = [[1, 0], [0, 1]]\n"
    read = load_map(write(tmp_path, outlined(head=head, name='"King\'s Ford"')))
    assert [one.name for one in read.areas] == ["King's Ford", ""]
    assert read.areas[0].outline == ((0, 0), (0.5, 0), (0.5, 1), (0, 1))
    assert read.areas[1].outline == ((0.5, 0), (1, 0), (1, 1), (0.5, 1))
    assert read.rivers == ((0, 1),)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (outlined(one=[0, 1]), "expected 3 to 64 numbers in outline, got 2"),
        (outlined(one=[0, 1, 6]), "expected whole numbers from 0 to 5 in outline, got 6"),
        (outlined(one=[0, 1, 1, 5]), "expected each corner once in outline, got [0, 1, 1, 5]"),
        (outlined(one='"0 1 4 5"'), "expected outline as a list, got '0 1 4 5'"),
        (outlined(name='"7"'), "expected name as a name of at most 40 letters and signs"),
        (outlined(name='""'), "expected name as a name of at most 40 letters and signs"),
        (
            outlined(head=HEAD + CORNERS.replace("0.5, 0]", "0.5]")),
            "expected pairs of numbers from 0 to 1 and from 0 to 2 in corners, got [0.5]",
        ),
        (outlined(head=HEAD + CORNERS.replace("[1, 1]", "[1, 3]")), "in corners, got [1, 3]"),
        (outlined(head=f"{HEAD}{CORNERS}rivers = [[0, 1.5]]\n"), "pairs of whole numbers from 0"),
        (outlined(head=f"{HEAD}{CORNERS}rivers = 1\n"), "expected rivers as a list, got 1"),
    ],
)
def test_a_fault_of_outlines_names_or_rivers_is_reported(
    tmp_path: Path, content: str, message: str
) -> None:
    (fault,) = faults(tmp_path, content)
    assert message in fault


def test_an_outline_without_corners_is_reported_for_each_area(tmp_path: Path) -> None:
    reported = faults(tmp_path, outlined(head=HEAD))
    assert len(reported) == 2
    assert all("expected a list of corners in the file" in fault for fault in reported)


def test_a_shipped_map_is_found_without_a_look_at_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> None:
        pytest.fail("the folder of all maps is listed")

    monkeypatch.setattr(Path, "glob", refuse)
    assert load_map("tyrants_lament").id == "tyrants_lament"
