"""The questions about this game as functions; the stub beside this module says what they take.

>>> from bloodstones.games.bellum_magica.questions.functions import odds
>>> odds.__name__
'odds'
"""

from __future__ import annotations

from bloodstones.core.questions.function import functions_of
from bloodstones.games.bellum_magica import QUESTIONS

__getattr__, __dir__ = functions_of(__package__, QUESTIONS)
