"""What became of planted faults: `reports/mutants/GAME.csv`, and its counts by clause."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

from bloodstones.core.rules.rulebook import Ambiguity, Clause, ClauseStatus, Register

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "reports" / "mutants"
EQUIVALENT = Path(__file__).parent / "equivalent.toml"
UNHELD = Path(__file__).parent / "unheld.txt"
DEFINITIONS = Path(__file__).parent / "definitions.toml"
CLAUSES = "clauses.csv"
MARKED, DIED, SURVIVED, UNDECIDED = "marked", "died", "survived", "undecided"
EXPLAINED = "equivalent"
UNNOTICED = (SURVIVED, UNDECIDED)
ALIVE = (*UNNOTICED, EXPLAINED)
OTHERS = "others"  # the layer of tests of other clauses
IDS = ("clauses", "credited", "unasked")  # columns of ids
DIRECT = ("line", "function")
"""Ties by which a fault is counted with its clauses; others tell only what killed it."""


@dataclass(frozen=True)
class Row:
    """What became of a fault.

    Attributes
    ----------
    id, path, line, function, kind, before, after, tie, clauses
        The fault, see `planting.Fault`.
    killed_by
        The layer of tests that noticed it first (marked, generator, play, others), `died` if the
        process did not live to tell, `survived` if none of the tests that run its line did,
        `undecided` if none did and no time was left for some, or `equivalent` with a reason in
        `equivalent.toml`.
    credited
        Those of its clauses of which a marked test noticed it.
    test
        The first test that did.
    hung
        Whether that test was stopped for taking much longer than without the fault.
    tried, untried
        How many tests were run, and how many no time was left for.
    seconds
        Processor time.
    unasked
        Those of its clauses that were tied to it since it was planted: their tests were not tried,
        and it is not counted with them.
    """

    id: str
    path: str
    line: int
    function: str
    kind: str
    before: str
    after: str
    tie: str
    clauses: tuple[str, ...]
    killed_by: str
    credited: tuple[str, ...] = ()
    test: str = ""
    hung: bool = False
    tried: int = 0
    untried: int = 0
    seconds: float = 0.0
    unasked: tuple[str, ...] = ()


@dataclass(frozen=True)
class Count:
    """The faults of one clause.

    Attributes
    ----------
    planted
        In lines or functions that name the clause, without equivalent ones.
    killed
        Of these, by tests that are marked with it.
    elsewhere
        Of these, only by other tests.
    survived
        Of these, by none.
    undecided
        Of these, by none of the tests that time was left for.
    equivalent
        Further ones, which are explained.
    around
        Faults of functions that name no clause, but are called by such as name this one, or stand
        in a module of its section: killed by tests that are marked with it.
    """

    clause: str
    status: str
    planted: int = 0
    killed: int = 0
    elsewhere: int = 0
    survived: int = 0
    undecided: int = 0
    equivalent: int = 0
    around: int = 0

    @property
    def held(self) -> bool:
        """Whether a test that names it has noticed a fault in it or, without any, around it."""
        return self.killed > 0 or (self.planted == 0 and self.around > 0)

    @property
    def breakable(self) -> bool:
        """Whether faults are known of it."""
        return self.planted + self.around > 0

    @property
    def played(self) -> bool:
        """Whether positions show it."""
        return self.status == str(ClauseStatus.EXECUTABLE)

    @property
    def bare(self) -> bool:
        """Whether positions show it, and no fault was planted in it."""
        return self.played and not self.breakable


def path_of(game: str) -> Path:
    """Return the file of a game."""
    return FOLDER / f"{game}.csv"


def games() -> list[str]:
    """Return the games that have a file."""
    names = (path.stem for path in FOLDER.glob("*.csv") if path.name != CLAUSES)
    return sorted(names)


def read(game: str) -> dict[str, Row]:
    """Return what is known of a game's faults, by id, those explained as equivalent marked so."""
    path = path_of(game)
    if not path.is_file():
        return {}
    reasons = explained()
    with path.open(encoding="utf-8", newline="") as file:
        rows = [_row(each) for each in csv.DictReader(file)]
    return {row.id: _explained(row, reasons) for row in rows}


def _explained(row: Row, reasons: Mapping[str, str]) -> Row:
    if row.killed_by not in ALIVE:
        return row
    return replace(row, killed_by=EXPLAINED) if row.id in reasons else settled(row)


def settled(row: Row) -> Row:
    """Return a row that tells whether a fault that nothing noticed had all its tests."""
    if row.killed_by not in UNNOTICED:
        return row
    return replace(row, killed_by=UNDECIDED if row.untried else SURVIVED)


def write(game: str, rows: Iterable[Row]) -> None:
    """Write the file of a game, all or nothing, in the order of its lines."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    ordered = sorted(rows, key=lambda row: (row.path, row.line, row.kind, row.id))
    _write(path_of(game), [field.name for field in fields(Row)], [_cells(row) for row in ordered])


def write_clauses(counts: Mapping[str, Iterable[Count]]) -> None:
    """Write the counts by clause of all games into one file."""
    names = ["game", *(field.name for field in fields(Count))]
    rows = [{"game": game, **asdict(each)} for game, of in counts.items() for each in of]
    _write(FOLDER / CLAUSES, names, rows)


def _write(path: Path, names: list[str], rows: Iterable[Mapping[str, object]]) -> None:
    draft = path.with_suffix(".tmp")
    with draft.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    draft.replace(path)


def _cells(row: Row) -> dict[str, object]:
    cells = asdict(row)
    cells |= {name: " ".join(cells[name]) for name in IDS}
    return cells | {"hung": int(row.hung), "seconds": f"{row.seconds:.2f}"}


def _row(cells: Mapping[str, str]) -> Row:
    values: dict[str, object] = dict(cells)
    values |= {name: tuple(cells[name].split()) for name in IDS}
    values |= {name: int(cells[name]) for name in ("line", "tried", "untried")}
    values |= {"hung": cells["hung"] == "1", "seconds": float(cells["seconds"])}
    return Row(**values)  # type: ignore[arg-type]


def explained() -> dict[str, str]:
    """Return why a fault makes no difference, by its id."""
    entries = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("fault", [])
    return {each["id"]: each["reason"] for each in entries}


def counts(register: Register, rows: Iterable[Row]) -> list[Count]:
    """Return the counts of all clauses and readings but those not applicable, in their order."""
    items: dict[str, Clause | Ambiguity] = {**register.clauses, **register.ambiguities}
    numbers: dict[str, dict[str, int]] = {ident: {} for ident in items}
    for row in rows:
        for clause in row.clauses:
            if clause in numbers and (column := _column(row, clause)):
                numbers[clause][column] = numbers[clause].get(column, 0) + 1
    return [
        Count(
            item.id,
            str(item.status),
            sum(found.get(name, 0) for name in ("killed", "elsewhere", *UNNOTICED)),
            **found,
        )
        for item in items.values()
        for found in [numbers[item.id]]
        if item.status is not ClauseStatus.NOT_APPLICABLE
    ]


def _column(row: Row, clause: str) -> str:
    """Return the count of a clause that a fault belongs to; "" if to none."""
    if clause in row.unasked:
        return ""
    if row.tie not in DIRECT:
        return "around" if clause in row.credited else ""
    if row.killed_by in ALIVE:
        return row.killed_by
    return "killed" if clause in row.credited else "elsewhere"


def read_unheld(game: str) -> list[str]:
    """Return the entries of a game that are known to be unheld: lines of the game and the id."""
    lines = UNHELD.read_text(encoding="utf-8").splitlines()
    words = [line.split() for line in lines if line and not line.startswith("#")]
    return [ident for of, ident, *_ in words if of == game]


def unheld(counts: Iterable[Count]) -> list[str]:
    """Return the entries that have faults of which no test that is marked with them notices any."""
    return [each.clause for each in counts if each.breakable and not each.held]


def definitions(game: str) -> dict[str, str]:
    """Return the clauses and readings of a game in which no fault can be planted, and why."""
    found: dict[str, str] = tomllib.loads(DEFINITIONS.read_text(encoding="utf-8")).get(game, {})
    return found


def joined(known: Row | None, row: Row) -> Row:
    """Return what is known of a fault that was planted again.

    What once noticed it counts, though this time no time was left for that test.
    """
    row = settled(row)
    if known is None or known.killed_by in ALIVE:
        return row
    before = [clause for clause in known.credited if clause not in row.credited]
    credited = tuple(each for each in row.clauses if each in (*before, *row.credited))
    if row.killed_by in UNNOTICED or (known.killed_by == MARKED != row.killed_by):
        known = replace(known, unasked=row.unasked)
        return replace(known, credited=credited, tried=row.tried, untried=row.untried)
    return replace(row, credited=credited)


def moved(row: Row, line: int, tie: str, clauses: tuple[str, ...]) -> Row:
    """Return a row as its line and its clauses are today; a credit is kept where its clause is.

    Where none is kept, the test that noticed it is one of other clauses.
    """
    credited = tuple(clause for clause in row.credited if clause in clauses)
    asked = set(row.clauses) - set(row.unasked)
    return replace(
        row,
        line=line,
        tie=tie,
        clauses=clauses,
        credited=credited,
        unasked=tuple(clause for clause in clauses if clause not in asked),
        killed_by=OTHERS if row.killed_by == MARKED and not credited else row.killed_by,
    )
