"""What tests of the statistics share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.calibration import Calibration, noting


@pytest.fixture
def calibration(request: pytest.FixtureRequest) -> Iterator[Calibration]:
    """Holds measured figures against their bounds and the table of the documentation."""
    yield from noting(request.path.name)
