"""The questions about Dare as functions: `odds(card=3, hill=True)`."""

from __future__ import annotations

from bloodstones.core.questions.function import functions_of
from tests.toy import QUESTIONS

__getattr__, __dir__ = functions_of(__package__, QUESTIONS)
