# Made from the questions of this game; a test holds it fresh.

from collections.abc import Mapping

from bloodstones.core.questions.answer import Answer
from bloodstones.games.bellum_magica.rules.names import Token

def draws(
    want: tuple[str, ...] | str,
    *,
    refills: int | str = 0,
    at_least: int | str = 1,
    seen: tuple[str, ...] | str | None = None,
    pile: str | None = None,
    set: Mapping[str, int | str] | str = ...,
    data: str = "",
) -> Answer: ...
def odds(
    castle: str,
    target: str,
    *,
    left: tuple[str, ...] | str = ...,
    right: tuple[str, ...] | str = ...,
    tokens: Mapping[Token, int] | str = ...,
    rerolls: int | str = 0,
    aim: str = "plunder",
    set: Mapping[str, int | str] | str = ...,
    data: str = "",
) -> Answer: ...

class Questions:
    def draws(
        self,
        want: tuple[str, ...] | str,
        *,
        refills: int | str = 0,
        at_least: int | str = 1,
        seen: tuple[str, ...] | str | None = None,
        pile: str | None = None,
        set: Mapping[str, int | str] | str = ...,
        data: str = "",
    ) -> Answer: ...
    def odds(
        self,
        castle: str,
        target: str,
        *,
        left: tuple[str, ...] | str = ...,
        right: tuple[str, ...] | str = ...,
        tokens: Mapping[Token, int] | str = ...,
        rerolls: int | str = 0,
        aim: str = "plunder",
        set: Mapping[str, int | str] | str = ...,
        data: str = "",
    ) -> Answer: ...
