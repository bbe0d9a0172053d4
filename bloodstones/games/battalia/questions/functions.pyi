# Made from the questions of this game; a test holds it fresh.

from collections.abc import Mapping

from bloodstones.core.questions.answer import Answer

def draws(
    deck: Mapping[int, int] | str,
    *,
    hand: int | str = 6,
    cohort: int | str = 3,
    want: str | None = None,
    gain: Mapping[int, int] | str = ...,
    thin: Mapping[int, int] | str = ...,
    set: Mapping[str, int | str] | str = ...,
    data: str = "",
) -> Answer: ...
def odds(
    deck: Mapping[int, int] | str,
    hero: str,
    *,
    attack: Mapping[int, int] | str = ...,
    defence: Mapping[int, int] | str = ...,
    hand: int | str = 6,
    unknown: str = "defender",
    heroes: int | str = 1,
    other: str | None = None,
    others: int | str = 0,
    level: int | str = 0,
    lit: str | None = None,
    gone: Mapping[int, int] | str = ...,
    set: Mapping[str, int | str] | str = ...,
    data: str = "",
) -> Answer: ...

class Questions:
    def draws(
        self,
        deck: Mapping[int, int] | str,
        *,
        hand: int | str = 6,
        cohort: int | str = 3,
        want: str | None = None,
        gain: Mapping[int, int] | str = ...,
        thin: Mapping[int, int] | str = ...,
        set: Mapping[str, int | str] | str = ...,
        data: str = "",
    ) -> Answer: ...
    def odds(
        self,
        deck: Mapping[int, int] | str,
        hero: str,
        *,
        attack: Mapping[int, int] | str = ...,
        defence: Mapping[int, int] | str = ...,
        hand: int | str = 6,
        unknown: str = "defender",
        heroes: int | str = 1,
        other: str | None = None,
        others: int | str = 0,
        level: int | str = 0,
        lit: str | None = None,
        gone: Mapping[int, int] | str = ...,
        set: Mapping[str, int | str] | str = ...,
        data: str = "",
    ) -> Answer: ...
