"""Lists of games as people keep them, sound and damaged."""

from __future__ import annotations

import random

import numpy as np
import pandas as pd

ROLES = ("Reds", "Blues", "Greens", "Greys", "Whites", "Blacks")
STRENGTHS = np.array([-0.4, -0.2, 0.0, 0.1, 0.2, 0.3])


def league(
    games: int,
    people: int = 12,
    seats: int = 4,
    *,
    spread: float = 0.6,
    prefer: float = 0,
    seed: int,
) -> tuple[pd.DataFrame, np.ndarray]:
    """Return games drawn from the Plackett-Luce model, one row a seat, and the players' strengths.

    With `prefer`, strong players tend to take strong roles.
    """
    rng = np.random.default_rng(seed)
    skill = rng.normal(0, spread, people)
    skill -= skill.mean()
    lines = []
    for game in range(games):
        who = rng.choice(people, seats, replace=False)
        free = list(range(len(ROLES)))
        roles = []
        for player in who:
            worth = np.exp(prefer * 5 * skill[player] * STRENGTHS[free])
            roles.append(free.pop(rng.choice(len(free), p=worth / worth.sum())))
        luck = rng.gumbel(size=seats)
        order = np.argsort(-(skill[who] + STRENGTHS[roles] + luck))
        for rank, seat in enumerate(order):
            name = f"p{who[seat]:02d}"
            lines.append((game + 1, name, ROLES[roles[seat]], seat + 1, rank + 1))
    return pd.DataFrame(lines, columns=["game", "player", "faction", "seat", "rank"]), skill


def csv_of(games: int = 12, seed: int = 1) -> str:
    """Return a small sound list as CSV, with a map, a date and a score."""
    table, _ = league(games, 6, 3, seed=seed)
    table["map"] = np.where(table["game"] % 2, "north", "south")
    table["date"] = [f"2026-01-{game:02d}" for game in table["game"]]
    table["score"] = 40 - 3 * table["rank"]
    return str(table.to_csv(index=False))


def damaged(number: int) -> bytes:
    """Return a list with one to three faults, the same for the same number."""
    rng = random.Random(number)
    content = csv_of(seed=number % 5).encode()
    for _ in range(rng.randint(1, 3)):
        content = rng.choice(DAMAGES)(content, rng)
    return content


def _lines(content: bytes) -> list[bytes]:
    return content.split(b"\n")


def _cut(content: bytes, rng: random.Random) -> bytes:
    return content[: rng.randrange(len(content))] if content else content


def _flip(content: bytes, rng: random.Random) -> bytes:
    flipped = bytearray(content)
    for _ in range(rng.randint(1, 30)):
        if flipped:
            flipped[rng.randrange(len(flipped))] = rng.randrange(256)
    return bytes(flipped)


def _quote(content: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(content) + 1)
    return content[:place] + b'"' + content[place:]


def _nul(content: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(content) + 1)
    return content[:place] + b"\x00" * rng.randint(1, 4) + content[place:]


def _no_head(content: bytes, rng: random.Random) -> bytes:
    return b"\n".join(_lines(content)[1:])


def _head_alone(content: bytes, rng: random.Random) -> bytes:
    return _lines(content)[0]


def _other_head(content: bytes, rng: random.Random) -> bytes:
    head, *rest = _lines(content)
    names = head.split(b",")
    names[rng.randrange(len(names))] = rng.choice((b"", b"x", b"player", b"rank", b"game", b"win"))
    return b"\n".join([b",".join(names), *rest])


def _other_cell(content: bytes, rng: random.Random) -> bytes:
    lines = _lines(content)
    place = rng.randrange(len(lines))
    cells = lines[place].split(b",")
    odd = (b"", b"first?", b"-", b"nan", b"1e999", b"99999999999999999999", b"0", b"\xff", b"p00")
    cells[rng.randrange(len(cells))] = rng.choice(odd)
    lines[place] = b",".join(cells)
    return b"\n".join(lines)


def _twice(content: bytes, rng: random.Random) -> bytes:
    lines = _lines(content)
    lines.insert(rng.randrange(len(lines)), rng.choice(lines))
    return b"\n".join(lines)


def _longer(content: bytes, rng: random.Random) -> bytes:
    lines = _lines(content)
    place = rng.randrange(len(lines))
    lines[place] += b",more,more"
    return b"\n".join(lines)


def _utf_16(content: bytes, rng: random.Random) -> bytes:
    wide = content.decode("utf-8", "replace").encode("utf-16")
    return wide[: len(wide) - rng.randint(0, 3)]


def _noise(content: bytes, rng: random.Random) -> bytes:
    return rng.randbytes(rng.randint(0, 400))


def _without(content: bytes, rng: random.Random) -> bytes:
    rows = [line.split(b",") for line in _lines(content)]
    place = rng.randrange(len(rows[0]))
    return b"\n".join(b",".join(row[:place] + row[place + 1 :]) for row in rows)


DAMAGES = (
    *(_cut, _flip, _quote, _nul, _no_head, _head_alone, _other_head, _other_cell, _twice),
    *(_longer, _utf_16, _noise, _without),
)
