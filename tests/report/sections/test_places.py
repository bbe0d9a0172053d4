"""Places in turn order of a shipped report: what its first page must not pass over."""

from __future__ import annotations

import pandas as pd
import pytest

from bloodstones.core.errors import RunError
from bloodstones.report.make import kept_report
from bloodstones.report.topics.places import Places, finding_of
from tests.report.conftest import REPORT

FOLDER = REPORT.parent / "battalia_balance"


@pytest.fixture(scope="module")
def places() -> Places:
    return finding_of(kept_report(FOLDER).findings)


def test_a_place_that_is_off_with_every_player_type_is_named_at_each_size(places: Places) -> None:
    rates = pd.read_csv(FOLDER / "tables" / "win_rates_by_strategy_and_place.csv")
    below = (rates["high"] < rates["fair_share"]).groupby([rates["players"], rates["turn_order"]])
    always = {key for key, said in below.all().items() if said}
    (named,) = places.one_sided
    assert (4, 2) in always
    assert (named.players, named.key[0]) == (4, 2)
    assert {claim.players for claim in places.unfair} == {3}
    said = kept_report(FOLDER).first_page().answer
    assert any("the third of four to move wins less than a quarter" in text for text in said)


def test_a_player_type_without_the_effect_stops_the_sentence(places: Places) -> None:
    class Deceived(Places):
        """A finding that calls every place one-sided."""

        @property
        def one_sided(self):
            """All places."""
            return list(self.places)

    assert places.sure("below_or_above_with_all_types") == ""
    wrong = Deceived(places.findings, places.places, places.maps)
    with pytest.raises(RunError, match="below_or_above_with_all_types"):
        wrong.sure("below_or_above_with_all_types")
