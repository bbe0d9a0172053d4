"""How two versions are measured, what their table says and what it refuses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks import batches, speed_table, versions
from tests.benchmarks.paired import Measure, Ratio, in_turn, ratios
from tests.benchmarks.speed_table import BEGIN, END, Line

COMMIT = "0123456789"


def counted(name: str, rate: float, calls: list[str]) -> Measure:
    """Notes that it was called, and tells a rate."""

    def measure() -> dict[str, float]:
        calls.append(name)
        return {"games": rate}

    return measure


def line(ratio: float, low: float, high: float, to: str = COMMIT) -> Line:
    return Line("dare", Ratio("random games", 1234.5, ratio, low, high), to)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "speed.md"
    path.write_text(f"# Speed\n\n{BEGIN}\nold\n{END}\n\nMore.\n")
    return path


def test_who_is_measured_first_changes_from_pair_to_pair() -> None:
    calls: list[str] = []
    pairs = list(in_turn(counted("A", 2, calls), counted("B", 3, calls), 4))
    assert "".join(calls) == "ABBAABBA"
    assert pairs == [({"games": 2}, {"games": 3})] * 4


def test_a_clock_that_changes_between_pairs_leaves_the_ratio() -> None:
    clocks = (1.0, 0.5, 2.0, 1.3)
    pairs = [({"games": 100 * clock}, {"games": 90 * clock}) for clock in clocks]
    (found,) = ratios(pairs)
    assert (found.ratio, found.low, found.high) == pytest.approx((0.9, 0.9, 0.9))
    assert found.per_second == pytest.approx(90 * 1.15)


def test_the_interval_of_a_ratio_is_as_wide_as_its_pairs_differ() -> None:
    noise = (0.8, 1.25) * 4
    (found,) = ratios([({"games": 100.0}, {"games": 100 * each}) for each in noise])
    assert found.ratio == pytest.approx(1)
    assert 0.8 < found.low < 0.95
    assert 1.05 < found.high < 1.25


def test_figures_that_one_side_does_not_have_are_left_out() -> None:
    pairs: list[Any] = [({"games": 1}, {"games": 2, "copies": 5})] * 3
    assert [each.figure for each in ratios(pairs)] == ["games"]


def test_two_pairs_have_no_interval() -> None:
    with pytest.raises(ValueError, match="expected at least 3 pairs, got 2"):
        ratios([({"games": 1}, {"games": 2})] * 2)


@pytest.mark.parametrize(
    ("measured", "slower"),
    [
        (line(0.96, 0.95, 0.98), True),
        (line(0.975, 0.97, 0.98), False),  # by less than 3 %
        (line(0.96, 0.91, 1.01), False),  # within the noise
        (line(0.5, 0.4, 0.6, "kernel loop"), False),  # no version
    ],
)
def test_a_version_is_refused_that_is_slower_beyond_the_noise(measured: Line, slower: bool) -> None:
    assert bool(speed_table.refused([measured], COMMIT)) is slower


def test_the_shipped_table_says_which_commit_the_next_one_is_measured_beside(page: Path) -> None:
    assert speed_table.shipped_commit(page) == ""
    text = speed_table.text_of([line(1.01, 0.99, 1.03)], COMMIT, 8)
    speed_table.ship(text, page)
    assert speed_table.shipped_commit(page) == COMMIT
    written = page.read_text()
    assert f"| dare | random games | 1,234 | 1.010 | 0.990 to 1.030 | {COMMIT} |" in written
    assert "old" not in written
    assert written.endswith(f"{END}\n\nMore.\n")


def test_the_documentation_has_a_place_for_the_table() -> None:
    text = speed_table.PAGE.read_text(encoding="utf-8")
    assert text.count(BEGIN) == text.count(END) == 1
    assert speed_table.shipped_commit()


def test_a_version_is_taken_from_git_once(tmp_path: Path) -> None:
    repository = tmp_path / "repository"
    repository.mkdir()
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    speed_table.git("init", "--quiet", root=repository)
    (repository / "pace.py").write_text("first")
    speed_table.git("add", ".", root=repository)
    speed_table.git(*who, "commit", "--quiet", "--message", "first", root=repository)
    commit = speed_table.commit_of("HEAD", repository)
    (repository / "pace.py").write_text("second")
    assert speed_table.commit_of("HEAD", repository) == f"{commit}+"
    for _ in range(2):
        tree = versions.checked_out(commit, tmp_path / "versions", repository)
        assert (tree / "pace.py").read_text() == "first"


@pytest.fixture
def measure_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[float], Path]:
    """Let this version be so many times as fast as the other; returns where the table goes."""

    def prepare(faster: float) -> Path:
        table = tmp_path / "table" / "speed.md"
        told: Iterator[str] = cycle(['{"games_per_s": 100, "players": 2}'])

        def printed(tree: Path, *arguments: str) -> str:
            if "tests.benchmarks.batches" in arguments:
                return str([[{"simulate": 100}, {"simulate": 97}]] * 3).replace("'", '"')
            return next(told) if tree == tmp_path else f'{{"games_per_s": {100 * faster}}}'

        monkeypatch.setattr(versions, "printed", printed)
        monkeypatch.setattr(versions, "checked_out", lambda commit: tmp_path)
        monkeypatch.setattr(versions, "commit_of", lambda reference: COMMIT)
        monkeypatch.setattr(versions, "TABLE", table)
        return table

    return prepare


def test_the_table_has_both_versions_and_batches_beside_kernels(
    measure_here: Callable[[float], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    table = measure_here(1.5)
    assert versions.main(["dare", "--pairs", "3"]) == 0
    assert f"| dare | games | 150 | 1.500 | 1.500 to 1.500 | {COMMIT} |" in table.read_text()
    assert "| dare | simulate | 97 | 0.970 | 0.970 to 0.970 | kernel loop |" in table.read_text()
    assert capsys.readouterr().out.strip() == table.read_text().strip()


def test_no_table_is_written_of_a_slower_version(
    measure_here: Callable[[float], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    table = measure_here(0.9)
    assert versions.main(["dare", "--pairs", "3"]) == 1
    assert not table.exists()
    assert f"slower than {COMMIT}: dare, games" in capsys.readouterr().err


def test_a_commit_that_git_does_not_have_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        versions.main(["--to", "nowhere"])
    assert "expected a commit that git has, got nowhere (--to)" in capsys.readouterr().err


def test_so_few_pairs_that_they_have_no_interval_are_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit, match="2"):
        versions.main(["--pairs", "2"])
    assert "expected at least 3, got 2 (--pairs)" in capsys.readouterr().err


def test_a_table_is_shipped_of_committed_files_alone(
    measure_here: Callable[[float], Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    measure_here(1.0)
    monkeypatch.setattr(versions, "commit_of", lambda reference: f"{COMMIT}+")
    with pytest.raises(SystemExit):
        versions.main(["dare", "--ship"])
    assert f"expected files as committed, got {COMMIT}+ (--ship)" in capsys.readouterr().err


def test_batches_are_measured_beside_the_loop_that_plays_the_same_games() -> None:
    pairs = batches.main("bellum_magica", 2, 0.001)
    names = {
        f"{who} games, {what}" for who in ("random", "scripted") for what in ("simulate", "study")
    }
    for one, other in pairs:
        assert set(one) == set(other) == names
        assert min(*one.values(), *other.values()) > 0
