"""The balance laboratory for board war games: exact odds, complete games, batch studies.

`load_results(FOLDER)` gives the results of a study as pandas frames.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bloodstones.stats.results import load_results

__all__ = ["__version__", "load_results"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Import what is heavy when it is asked for."""
    if name == "load_results":
        from bloodstones.core.extra import require_extra

        require_extra("study")
        from bloodstones.stats.results import load_results

        return load_results
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
