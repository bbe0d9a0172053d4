"""The optional packages that studies need."""

from __future__ import annotations

from importlib.util import find_spec

from bloodstones.core.errors import InputError

PACKAGES = ("joblib", "pandas", "pyarrow", "pydantic", "scipy")
TIP = "pip install 'bloodstones[study]'"


def require_study_extra() -> None:
    """Raise unless every package of the `study` extra is installed; imports none of them.

    Raises
    ------
    InputError
        Names the packages that are missing; the tip installs them.
    """
    missing = [name for name in PACKAGES if find_spec(name) is None]
    if missing:
        raise InputError(
            f"expected the packages of the study extra, got none called {', '.join(missing)} "
            "(Python environment)",
            TIP,
        )
