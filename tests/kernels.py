"""Kernels as plain Python, for tests of those that call no other kernel."""

from __future__ import annotations

from typing import Any


def plain(kernel: Any) -> Any:
    """Return the Python function of a kernel, compiled or not."""
    return getattr(kernel, "py_func", kernel)
