"""A decision of any game for Python code: its kind and its arguments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from bloodstones.core.kernels.decision_codes import encode, kind_of, x_of, y_of
from bloodstones.core.names import Name


class Decision(NamedTuple):
    """A decision, or an outcome of chance; its text is the kind with the arguments behind it.

    >>> class Kind(Name):
    ...     PASS = 0
    ...     MOVE = 1
    >>> str(Decision(Kind.MOVE, 3)), Decision(Kind.PASS).pack()
    ('move 3', 0)
    >>> unpacking(Kind)(Decision(Kind.MOVE, 3, 4).pack())
    Decision(kind=<Kind.MOVE: 1>, x=3, y=4)
    """

    kind: Name
    x: int = 0
    y: int = 0

    def pack(self) -> int:
        """Return its code."""
        return int(encode(int(self.kind), self.x, self.y))

    def __str__(self) -> str:
        arguments = [self.x, self.y] if self.y else [self.x] if self.x else []
        return " ".join((self.kind.id, *map(str, arguments)))


@dataclass(frozen=True, slots=True)
class Unpacking:
    """What reads codes as decisions of these kinds."""

    kinds: type[Name]

    def __call__(self, code: int) -> Decision:
        """Return the decision of a code."""
        return Decision(self.kinds(int(kind_of(code))), int(x_of(code)), int(y_of(code)))


def unpacking(kinds: type[Name]) -> Callable[[int], Decision]:
    """Return what reads codes as decisions of these kinds."""
    return Unpacking(kinds)
