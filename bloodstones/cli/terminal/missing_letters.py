"""A warning on standard error about letters that no font has."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

import click

from bloodstones.core.extras import EXTRAS


def tell_letters(data: Any) -> None:
    """Warn of letters that no font of a report has, before a game is played.

    Parameters
    ----------
    data
        Texts, lists and objects of them; silent without the packages of reports.
    """
    if any(find_spec(name) is None for name in EXTRAS["report"]):
        return
    from bloodstones.report.document.fonts import missing_letters, sentence, texts

    missing = missing_letters("".join(texts(data)))
    if missing:
        click.echo(f"Note: {sentence(missing)}", err=True)


@contextmanager
def telling_letters() -> Iterator[None]:
    """Say at the end of the block which letters are boxes in a report that it made."""
    from bloodstones.report.document.fonts import LettersWarning

    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always", LettersWarning)
        yield
    for each in heard:
        if issubclass(each.category, LettersWarning):
            click.echo(f"Note: {each.message}", err=True)
        else:
            warnings.warn_explicit(each.message, each.category, each.filename, each.lineno)
