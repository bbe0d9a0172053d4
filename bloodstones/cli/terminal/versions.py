"""What `bloodstones --version` prints: the versions that results depend on."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from bloodstones import __version__

# The first four decide what kernels and tables come out as, the others what extras offer.
NEEDED: Final = ("numpy", "numba", "llvmlite", "click")
OPTIONAL: Final = (
    *("scipy", "pandas", "pyarrow", "joblib", "statsmodels", "SALib"),
    *("cma", "scikit-learn", "distributed", "matplotlib", "typst"),
)
NONE: Final = "not installed"


def versions() -> dict[str, str]:
    """Return name -> version of this package, of Python and of the packages that it uses.

    >>> list(versions())[:3]
    ['bloodstones', 'python', 'numpy']
    """
    numbers = {"bloodstones": __version__, "python": platform.python_version()}
    return numbers | {name: _version_of(name) for name in (*NEEDED, *OPTIONAL)}


def _version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return NONE


def version_lines() -> str:
    """Return the versions in lines, the machine's kind last."""
    lines = [f"{name} {version}" for name, version in versions().items()]
    return "\n".join([*lines, f"{platform.system()} {platform.machine()}"])
