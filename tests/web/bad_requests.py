"""Requests that no page of the lab sends: `python -m tests.web.bad_requests 2000`.

Addresses, fields, bodies and headers of the lab are bent by luck with a seed. Whatever comes, the
lab answers with a status below 500 and in words.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from bloodstones.web.app import app_of
from bloodstones.web.lab import open_lab
from tests.web.lab_client import record_of
from tests.web.test_lab import DUEL, HOST, ORIGIN, URL

SEED = 41
RECORD = "bellum_magica.jsonl"
PLACES = (
    "/",
    "/ask",
    "/ask/{game}/odds",
    "/ask/{game}/draws",
    "/files/{game}/odds-page",
    "/new/{game}",
    "/tables/{table}",
    "/seats/{key}",
    "/seats/{key}/state",
    "/seats/{key}/choose",
    "/seats/{key}/undo",
    "/seats/{key}/hint",
    "/seats/{key}/record",
    "/seats/{key}/odds/data",
    "/analysis",
    "/analysis/{record}",
    "/analysis/{record}/data",
    "/analysis/{record}/record",
    "/analysis/{record}/explanation",
    "/analysis/{record}/positions/{odd}/data",
    "/analysis/{record}/positions/{odd}/hint",
    "/analysis/{record}/positions/7/data",
    "/analysis/{record}/positions/7/table",
    "/analysis/{record}/positions/7/note",
    "/static/lab.css",
    "/events",
    "/kernels/{game}/table",
    "/kernels/{game}/{odd}",
    "/pictures/{odd}",
    "/studies",
    "/studies/new",
    "/studies/check",
    "/studies/{study}",
    "/studies/{study}/state",
    "/studies/{study}/stop",
    "/studies/{study}/outcome",
    "/studies/{study}/pictures/{odd}",
    "/studies/{study}/report",
    "/reports/{odd}",
    "/rules",
    "/rules/{game}",
    "/rules/{game}/numbers",
    "/rules/{game}/numbers/{odd}",
    "/strategies/{game}",
    "/position/{game}",
    "/position/{game}/data",
    "/position/{game}/odds",
    "/position/{game}/chances",
    "/position/{game}/table",
)
GAMES = ("bloodstones", "battalia", "battlelore", "bellum_magica", "wizard_kings", "chess", "..")
ODD = (
    *("9" * 4_301, "1" * 41, "a" * 5_000, "/etc/passwd", "/dev/zero", "x.toml", "x.py:Y"),
    *("", " ", "..", "../../etc/passwd", "%00", "%2e%2e%2f", "\\", "'\"<script>", "{{7*7}}", "-1"),
    *("0", "1e9", "9" * 400, "nan", "null", "٣", "é", "💥", "a" * 3000, "[]", "{}", "true", "\n"),
)
FIELDS = (
    *("attacker", "defender", "terrain", "set", "want", "players", "seed", "board", "changes", "q"),
    *("value", "role", "game", "strategies", "games", "number", "id", "from", "text", "jobs"),
    *("seat", "playouts", "strengths", "name", "other_board"),
    *("position", "seen", "state", "once", "on"),
    *("values", "record", "table", "place", "setup", "strategies"),
    *("code", "anyway", "fragment", "token", "line_ups", "strategy_0", "role_1", "measured"),
)
STUDY = """id = "x"
question = "?"
game = "bloodstones"
seed = 1
map = "tyrants_lament"
strategies = ["random"]
replicates = 5
[lineups]
players = 2
"""


def requests(count: int, known: dict[str, str], seed: int = SEED) -> Iterator[dict[str, Any]]:
    """Yield so many requests as `TestClient.request` takes them.

    Parameters
    ----------
    known
        Words that addresses may hold: a table, a key, a study.
    """
    luck = random.Random(seed)

    def odd() -> str:
        return luck.choice((*ODD, *known.values(), *GAMES))

    for _ in range(count):
        place = luck.choice(PLACES).format(
            game=luck.choice(GAMES),
            odd=odd(),
            **{name: luck.choice((text, odd(), text + odd())) for name, text in known.items()},
        )
        fields = {luck.choice(FIELDS): odd() for _ in range(luck.randrange(4))}
        asked: dict[str, Any] = {
            "method": luck.choice(("GET", "GET", "POST", "POST", "PUT", "HEAD")),
            "url": place.replace("\n", "%0a").replace("\\", "%5c"),
            "headers": luck.choice((ORIGIN, ORIGIN, {}, {"origin": "null"})),
        }
        kind = luck.randrange(6)
        if asked["method"] == "GET":
            asked["params"] = fields
        elif kind == 0:
            asked["content"] = luck.randbytes(luck.choice((0, 10, 3000, 70_000)))
        elif kind == 1:
            asked["data"] = fields
        elif kind == 2:
            asked["content"] = json.dumps(luck.choice(([fields], odd(), 7, None))).encode()
        else:
            asked["json"] = {**fields, "text": bent(luck)}
        yield asked


def bent(luck: random.Random) -> str:
    """A study with some letters changed."""
    text = list(STUDY)
    for _ in range(luck.randrange(6)):
        place = luck.randrange(len(text))
        text[place] = luck.choice(('"', "\n", "=", "[", "]", "9", "", "é", ".", luck.choice(ODD)))
    return "".join(text)


def faults(count: int, folder: Path) -> tuple[list[str], Counter[int]]:
    """Send so many requests; return those that broke something, and how often each status came."""
    lab = open_lab(folder, folder / "none")
    broken: list[str] = []
    statuses: Counter[int] = Counter()
    with TestClient(
        app_of(lab, [HOST]), base_url=URL, raise_server_exceptions=False, follow_redirects=False
    ) as client:
        client.get("/", params={"token": lab.token})
        client.post("/new/bloodstones", data=DUEL, headers=ORIGIN)
        (table,) = lab.tables.unfinished()
        lab.runs.create(STUDY)
        key = str(client.get(f"/tables/{table}").headers["location"]).rpartition("/")[2]
        (folder / RECORD).write_text(record_of("bellum_magica"), encoding="utf-8")
        known = {"table": table, "key": key, "study": "x", "record": RECORD}
        for asked in requests(count, known):
            answer = client.request(**asked)
            statuses[answer.status_code] += 1
            if answer.status_code >= 500 or "Traceback" in answer.text:
                broken.append(f"{answer.status_code} {asked}")
    return broken, statuses


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        broken, statuses = faults(int(sys.argv[1]), Path(place))
    print(dict(sorted(statuses.items())))
    print("\n".join(broken) or "nothing broke")
    sys.exit(bool(broken))
