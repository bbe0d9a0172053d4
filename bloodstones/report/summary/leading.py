"""The picture that leads a page: that of its first section stands on the first page instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bloodstones.report.document.model import Picture, Section


def lead_picture(sections: Sequence[Section]) -> tuple[Picture | None, tuple[Section, ...]]:
    """Return the first picture of the first section, if any, and the sections without it."""
    first, *others = sections
    picture = next((block for block in first.blocks if isinstance(block, Picture)), None)
    blocks = tuple(block for block in first.blocks if block is not picture)
    return picture, (replace(first, blocks=blocks), *others)
