# Made from the questions of this game; a test holds it fresh.

from collections.abc import Mapping

from bloodstones.core.questions.answer import Answer
from bloodstones.games.battlelore.questions.odds import Unit

def odds(
    attacker: Unit | str,
    target: Unit | str,
    *,
    land_from: str = "plain",
    land_in: str = "plain",
    free_retreat: int | str = 3,
    supported: bool = False,
    adjacent: bool = False,
    poisoned: bool = False,
    stunned: bool = False,
    attacker_poisoned: bool = False,
    fury: bool = False,
    rune_blade: bool = False,
    dice: int | str = 0,
    counter_free_retreat: int | str = 3,
    counter_supported: bool = False,
    counter_dice: int | str = 0,
    heroic: str = "best",
    option: Mapping[str, str] | str = ...,
    set: Mapping[str, int | str] | str = ...,
    data: str = "",
) -> Answer: ...
def odds_table(
    *,
    data: str = "",
) -> Answer: ...

class Questions:
    def odds(
        self,
        attacker: Unit | str,
        target: Unit | str,
        *,
        land_from: str = "plain",
        land_in: str = "plain",
        free_retreat: int | str = 3,
        supported: bool = False,
        adjacent: bool = False,
        poisoned: bool = False,
        stunned: bool = False,
        attacker_poisoned: bool = False,
        fury: bool = False,
        rune_blade: bool = False,
        dice: int | str = 0,
        counter_free_retreat: int | str = 3,
        counter_supported: bool = False,
        counter_dice: int | str = 0,
        heroic: str = "best",
        option: Mapping[str, str] | str = ...,
        set: Mapping[str, int | str] | str = ...,
        data: str = "",
    ) -> Answer: ...
    def odds_table(
        self,
        *,
        data: str = "",
    ) -> Answer: ...
