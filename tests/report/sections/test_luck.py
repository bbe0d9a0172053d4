"""The section on luck: its numbers worked out a second time, from sums of squares."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd
import pytest

from bloodstones.core.errors import InputError
from bloodstones.stats.table import read_results
from tests.report.findings import definition_in, found
from tests.report.pages import shipped_page
from tests.report.test_numbers import close
from tests.synthetic import _cell_rows

pytestmark = pytest.mark.usefixtures("maps_without_engine")

LINE_UPS = (("dragon_riders", "horse_lords"), ("hill_folk", "dragon_riders"))
DEALS = 150


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The page and the rows of a study in which two strategies are crossed on the same luck."""
    folder = tmp_path_factory.mktemp("luck")
    parts = []
    for number, factions in enumerate(LINE_UPS):
        for strategies in product(("greedy", "warlord_tuned"), repeat=2):
            cell = f"tyrants_lament/{'+'.join(factions)}/{'+'.join(strategies)}"
            named = tuple({"warlord_tuned": "warlord"}.get(name, name) for name in strategies)
            rows = _cell_rows(np.random.default_rng(number), cell, DEALS, factions, named)
            played = np.tile(strategies, DEALS)
            parts.append(rows.assign(strategy=played))
    rows = pd.concat(parts, ignore_index=True)
    return shipped_page(folder, rows, "bloodstones_luck"), rows, folder


def shares(rows):
    """Variances by effects over the cube deal x own x others; means by cell of the cube."""
    games = rows.pivot(index=["cell", "replicate"], columns="seat")
    lineup = games.index.get_level_values("cell").str.split("/").str[1]
    own, other = games["strategy", 0], games["strategy", 1]
    cube = (
        pd.DataFrame(
            {
                "deal": lineup + games.index.get_level_values("replicate").astype(str),
                "own": own.to_numpy(),
                "other": other.to_numpy(),
                "credit": games["win_credit", 0].to_numpy(),
            }
        )
        .pivot(index="deal", columns=["own", "other"], values="credit")
        .to_numpy()
        .reshape(-1, 2, 2)
    )
    n = len(cube)
    mean = cube.mean()
    effects = [cube.mean(axis=axes) - mean for axes in ((1, 2), (0, 2), (0, 1))]
    squares = [(4 / n * n * (effects[0] ** 2).sum()), *(2 * n * (e**2).sum() for e in effects[1:])]
    rest = ((cube - mean) ** 2).sum() - sum(squares)
    residual = rest / (4 * n - 1 - (n - 1) - 2)
    own_share, other_share = ((square - residual) / (4 * n) for square in squares[1:])
    deal = (squares[0] / (n - 1) - residual) / 4
    means = pd.Series(effects[0] + mean)
    order = (
        pd.DataFrame(
            {
                "deal": lineup + games.index.get_level_values("replicate").astype(str),
                "start": games["turn_order", 0].to_numpy(),
                "faction": games["faction", 0].to_numpy(),
            }
        )
        .drop_duplicates()
        .sort_values("deal")
        .reset_index(drop=True)
    )
    fixed = []
    for name in ("start", "faction"):
        groups = means.groupby(order[name])
        inside = groups.apply(lambda g: ((g - g.mean()) ** 2).sum()).sum() / (n - 2)
        between = (groups.size() * (groups.mean() - means.mean()) ** 2).sum()
        fixed.append(max(0, (between - inside) / n))
    found = {
        "draws of tiles": deal - sum(fixed),
        "who plays the seat": own_share,
        "who plays the others": other_share,
        "faction": fixed[1],
        "place in turn order": fixed[0],
        "their interaction": residual,
    }
    return {name: max(0, value) for name, value in found.items()}


def test_every_share_is_that_of_the_sums_of_squares(made):
    page, rows, _ = made
    head, *lines = next(t for name, t in page.tables.items() if name.startswith("Shares of"))
    found = shares(rows)
    total = sum(found.values())
    assert head == ["games of", "cause", "games", "share", "95 % interval"]
    assert lines[0][0] == "2 players, Greedy and Warlord, tuned"
    assert [line[1] for line in lines] == list(found)
    for _, cause, games, share, interval in lines:
        assert games == f"{4 * DEALS * len(LINE_UPS):,}"
        assert close(share, 100 * found[cause] / total)
        low, high = (float(part.strip(" %")) for part in interval.split("–"))
        assert low <= float(share.strip(" %")) <= high
    assert found["draws of tiles"] > 0


def test_the_answer_tells_draws_and_play_as_the_table_does(made):
    page, _, _ = made
    table = next(t for name, t in page.tables.items() if name.startswith("Shares of"))
    (answer,) = (text for text in page.paragraphs if text.startswith("With two players, the draws"))
    draws, own, others = (float(table[place][3].strip(" %")) for place in (1, 2, 3))
    alone, together = map(float, re.findall(r"(\d+) %", answer.replace("\u00a0", " ")))
    assert alone == pytest.approx(draws, abs=1.1)
    assert together == pytest.approx(own + others, abs=1.1)
    assert "Deals played: 300 with two players." in "".join(page.paragraphs)


def test_games_without_crossed_strategies_are_refused(made):
    _, rows, folder = made
    results = read_results(folder)
    level = rows[rows.groupby("cell")["strategy"].transform("nunique") == 1]
    with pytest.raises(InputError, match="expected two strategies in every seat, each against"):
        found(definition_in(folder / "report"), replace(results, rows=level))
