"""The bar of a notebook: written over, throttled, with what was said above it."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from bloodstones.api.studies import workers
from bloodstones.batch.running import notebook_bar
from bloodstones.batch.running.notebook_bar import HTML, TEXT, NotebookBar, in_notebook
from bloodstones.core.questions.answer import COUNT, Answer, Fact, Facts


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    now = SimpleNamespace(value=0.0)
    monkeypatch.setattr(notebook_bar.time, "monotonic", lambda: now.value)
    return now


def test_it_tells_games_speed_and_time_left(clock: SimpleNamespace) -> None:
    shown: list[Any] = []
    bar = NotebookBar(shown.append)
    bar.message("Preparing <the game>")
    bar.start(100, 1100, at_most=True)
    clock.value = 0.1
    bar.update(150)
    assert len(shown) == 2, "the bar was changed just before"
    clock.value = 10.0
    bar.precision(0.013, 0.01)
    bar.update(600)
    assert shown[-1][TEXT] == (
        "Preparing <the game>\n"
        "600 of at most 1,100 games, 50 games/s, ± 1.3 points of 1, at most 10 s left"
    )
    assert "Preparing &lt;the game&gt;" in shown[-1][HTML]
    assert "max='1100' value='600'" in shown[-1][HTML]
    clock.value = 20.0
    bar.update(1100)
    assert shown[-1][TEXT].endswith("20 s in all")


class Notebook:
    """What IPython shows, by the cell that shows it."""

    def __init__(self) -> None:
        self.outputs: list[Any] = []

    def display(self, bundle: Any, *, raw: bool, display_id: bool) -> Notebook:
        assert raw
        assert display_id
        self.outputs.append(bundle)
        return self

    def update(self, bundle: Any, *, raw: bool) -> None:
        assert raw
        self.outputs[-1] = bundle


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> Notebook:
    """A notebook whose kernel runs this."""
    shell = type("ZMQInteractiveShell", (), {})()
    made, found = Notebook(), ModuleType("IPython")
    shows = ModuleType("IPython.display")
    found.get_ipython = lambda: shell  # type: ignore[attr-defined]
    shows.display = made.display  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "IPython", found)
    monkeypatch.setitem(sys.modules, "IPython.display", shows)
    return made


def test_a_cell_has_one_output_that_ends_whole(notebook: Notebook, clock: SimpleNamespace) -> None:
    with workers.progress_shown() as progress:
        assert isinstance(progress, NotebookBar)
        progress.start(0, 10)
        clock.value = 0.1
        progress.update(10)
    (output,) = notebook.outputs
    assert output[TEXT].startswith("10 of 10 games")


def test_a_run_with_nothing_to_tell_shows_nothing(notebook: Notebook) -> None:
    with in_notebook():
        pass
    assert notebook.outputs == []


def test_the_text_of_an_answer_shows_nothing_in_a_notebook(
    monkeypatch: pytest.MonkeyPatch, notebook: Notebook
) -> None:
    monkeypatch.setattr("rich.console._is_jupyter", lambda: True)
    assert "Tossed" in repr(Answer("Coins", [Facts([Fact("n", "Tossed", 3, COUNT)])]))
    assert notebook.outputs == []
