"""The optional packages that some commands need."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Final

from bloodstones.core.errors import InputError

STUDY: Final = ("joblib", "pandas", "pyarrow", "pydantic", "SALib", "scipy", "statsmodels")
MODULES: Final = {"scikit-learn": "sklearn"}  # of packages that are imported by another name
EXTRAS: Final[Mapping[str, tuple[str, ...]]] = {
    "study": STUDY,
    "cluster": (*STUDY, "distributed"),
    "tune": (*STUDY, "cma"),
    "learn": (*STUDY, "scikit-learn"),
    "env": ("gymnasium", "pettingzoo"),
    "open-spiel": ("open_spiel",),
    "web": ("jinja2", "starlette", "uvicorn"),
    "report": (*STUDY, "fontTools", "jinja2", "matplotlib", "typst"),
}


def missing_packages(extra: str) -> list[str]:
    """Return the packages of an extra that are not installed; imports none of them."""
    return [name for name in EXTRAS[extra] if find_spec(MODULES.get(name, name)) is None]


def has_extra(extra: str) -> bool:
    """Whether every package of an extra is installed."""
    return not missing_packages(extra)


def require_extra(extra: str) -> None:
    """Raise unless every package of an extra (see `EXTRAS`) is installed; imports none of them.

    Raises
    ------
    InputError
        Names the packages that are missing; the tip installs them.

    Examples
    --------
    >>> require_extra("study")
    """
    missing = missing_packages(extra)
    if missing:
        raise InputError(
            f"expected the packages of the {extra} extra, got none called {', '.join(missing)} "
            "(Python environment)",
            f"pip install 'bloodstones[{extra}]'",
        )


def require_package(package: str, extra: str) -> None:
    """Raise unless a package is installed, one of an extra; does not import it.

    Raises
    ------
    InputError
        The tip installs the extra.

    Examples
    --------
    >>> require_package("pandas", "study")
    """
    if find_spec(MODULES.get(package, package)) is None:
        raise InputError(
            f"expected the package {package}, got none (Python environment)",
            f"pip install 'bloodstones[{extra}]'",
        )
