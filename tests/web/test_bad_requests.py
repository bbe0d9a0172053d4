"""Whatever is sent, the lab answers; 2,000 requests: `python -m tests.web.bad_requests 2000`."""

from __future__ import annotations

from pathlib import Path

from tests.web.bad_requests import faults

COUNT = 200


def test_bad_requests_break_nothing(tmp_path: Path) -> None:
    broken, statuses = faults(COUNT, tmp_path)
    assert broken == []
    assert statuses[200] > 0
    assert statuses[400] > COUNT / 10
