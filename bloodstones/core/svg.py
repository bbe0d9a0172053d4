"""A picture as SVG, as notebooks show it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, repr=False)
class Svg:
    """A picture as SVG.

    Attributes
    ----------
    text
        The SVG.
    """

    text: str

    def __repr__(self) -> str:
        return f"<Svg of {len(self.text):,} characters>"

    def _repr_svg_(self) -> str:
        """Return the picture as a notebook shows it."""
        return self.text
