"""Plant faults and see which tests notice: `python -m tests.mutants [--game …] [--clause …]`."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence

from bloodstones.games.registry import GAMES
from tests.mutants import table
from tests.mutants.reach import SLOWEST
from tests.mutants.summary import lines_of, summaries
from tests.rule_coverage import register_of

OWN = "NUMBA_DISABLE_JIT"


def main(args: Sequence[str] | None = None) -> int:
    """Plant faults in one game or in all; 2 if there is no such game or clause."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--game", default="", help="one of: " + ", ".join(GAMES))
    parser.add_argument("--clause", default="", help="faults of this clause only")
    parser.add_argument("--jobs", type=int, default=2, help="faults planted at a time")
    parser.add_argument("--faults", type=int, default=sys.maxsize, help="at most so many")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="for each game")
    parser.add_argument("--seconds", type=float, default=60.0, help="processor time of a fault")
    parser.add_argument("--slowest", type=float, default=SLOWEST, help="no slower tests, seconds")
    parser.add_argument(
        "--unmeasured", action="store_true", help="do not find out first which lines tests run"
    )
    parser.add_argument(
        "--direct", action="store_true", help="only where a line or function names a clause"
    )
    parser.add_argument(
        "--survivors",
        action="store_true",
        help="those again that no marked test killed, of the clause if one is named",
    )
    parser.add_argument(
        "--unheld",
        action="store_true",
        help="a few of each clause whose tests have noticed none of its faults yet",
    )
    parser.add_argument("--list", action="store_true", help="only count what can be planted")
    parser.add_argument("--table", action="store_true", help="only write the table by clause")
    wanted = parser.parse_args(args)
    if wanted.game and wanted.game not in GAMES:
        parser.error(f"expected one of {', '.join(GAMES)}, got {wanted.game} (--game)")
    games = [wanted.game] if wanted.game else list(GAMES)
    if wanted.clause:
        games = [game for game in games if register_of(game).get(wanted.clause) is not None]
        if not games:
            parser.error(f"expected a clause of a game, got {wanted.clause} (--clause)")
    if os.environ.get(OWN) != "1":  # before the compiler is imported
        environment = {**os.environ, OWN: "1"}
        command = [sys.executable, "-m", "tests.mutants", *(sys.argv[1:] if args is None else args)]
        return subprocess.run(command, env=environment, check=False).returncode
    from tests.mutants import plan  # needs the environment above

    for game in games:
        if not wanted.table:
            plan.carry_out(game, wanted)
    found = summaries()
    table.write_clauses({game: each.counts for game, each in found.items()})
    print("\n".join(lines_of(found)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
