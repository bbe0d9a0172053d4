"""What a faction draws: tiles held in time, openings, pips, regroups, blank tiles.

One command asks all of it; `QUESTION` is the plain question of the family. Start reading in `want`.
"""

from __future__ import annotations

from bloodstones.games.bloodstones.questions.draws.want import QUESTION

__all__ = ["QUESTION"]
