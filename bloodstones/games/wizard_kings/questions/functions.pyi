# Made from the questions of this game; a test holds it fresh.

from collections.abc import Mapping

from bloodstones.core.questions.answer import Answer
from bloodstones.games.wizard_kings.questions.odds import Force

def odds(
    attacker: Force | str,
    defender: Force | str,
    *,
    terrain: str = "clear",
    choice: str = "best",
    attacker_spell: str | None = None,
    defender_spell: str | None = None,
    wizard_leaves: bool = False,
    attacker_retreats_at: int | str = 0,
    defender_retreats_at: int | str = 0,
    turns_done: int | str = 0,
    what_if: bool = False,
    set: Mapping[str, int | str] | str = ...,
    data: str = "",
) -> Answer: ...

class Questions:
    def odds(
        self,
        attacker: Force | str,
        defender: Force | str,
        *,
        terrain: str = "clear",
        choice: str = "best",
        attacker_spell: str | None = None,
        defender_spell: str | None = None,
        wizard_leaves: bool = False,
        attacker_retreats_at: int | str = 0,
        defender_retreats_at: int | str = 0,
        turns_done: int | str = 0,
        what_if: bool = False,
        set: Mapping[str, int | str] | str = ...,
        data: str = "",
    ) -> Answer: ...
