"""Pages of one file: data put into a template, so that no name in them can end a script."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

PLACEHOLDER = "__DATA__"


def fill_page(template: Path, data: Mapping[str, Any]) -> str:
    """Return the template with the data as JSON in place of `PLACEHOLDER`."""
    text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    head, tail = template.read_text(encoding="utf-8").split(PLACEHOLDER)
    return head + text + tail
