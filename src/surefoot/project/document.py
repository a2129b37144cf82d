"""The scan document: the JSON value that ``surefoot scan --json`` writes; ``docs/scan.schema.json``
describes it for other tools.
"""

from typing import Final, NotRequired, TypedDict

from surefoot.report.document import CheckEntry, LocatedFormulaEntry, LocationEntry, ToolEntry, UnsafeEvidence

SCAN_SCHEMA: Final = "surefoot-scan/1"
"""Version of the document: it changes whenever a reader of the previous one could break."""
OUTCOMES: Final = (
    "proved",
    "proved-under-precondition",
    "precondition-unchecked",
    "violated",
    "undecided",
    "not-compiled",
)


class PreconditionEntry(TypedDict):
    """A condition on the arguments: in words and, where it can be expressed, as an ACSL predicate."""

    text: str
    acsl: str


class ChecksEntry(TypedDict):
    """Number of checks by status."""

    proved: int
    violated: int
    unreachable: int
    undecided: int


class UnitEntry(TypedDict):
    """The result for one function, or for a file that does not compile (then ``function`` is
    empty).
    """

    function: str
    file: str
    line: int
    last_line: int
    static: bool
    outcome: str
    reason: str
    preconditions: list[PreconditionEntry]
    checks: ChecksEntry
    seconds: float
    cached: bool
    callers: list[str]
    judged_through: list[str]
    """The callers whose checks decided a static function."""
    violations: list[UnsafeEvidence]
    call_chains: list[list[str]]
    """For each violation, the functions from the start of the run to the failed check."""
    results: list[CheckEntry]
    assumptions: list[str]
    loop_invariants: NotRequired[list[LocatedFormulaEntry]]
    """Invariants of the proof, at their positions."""
    stages: NotRequired[dict[str, float]]
    """CPU seconds by stage of the last attempt."""


class AssumptionEntry(TypedDict):
    """An assumption, and the functions whose results rest on it."""

    text: str
    units: list[str]


class RegressionEntry(TypedDict):
    """A function of which less is proved than in the baseline, and what changed."""

    function: str
    file: str
    line: int
    change: str


class ScanDocument(TypedDict):
    """The whole result."""

    schema: str
    tool: ToolEntry
    root: str
    property: str
    unit_seconds: float
    complete: bool
    summary: dict[str, int]
    units: list[UnitEntry]
    assumptions: list[AssumptionEntry]
    seconds: float
    store_fault: str
    """Why results could not be stored; empty if they were."""
    regressions: NotRequired[list[RegressionEntry]]
    """The comparison with a baseline, if there is one."""


def not_compiled(path: str, error: str, where: LocationEntry | None) -> UnitEntry:
    """Return the row of a file that does not compile."""
    line = where["line"] if where else 1
    return {
        **unit_entry("", where["file"] if where else path, line, line, static=False),
        "outcome": "not-compiled",
        "reason": error,
    }


def unit_entry(function: str, file: str, line: int, last_line: int, *, static: bool) -> UnitEntry:
    """Return the entry of a function about which nothing is known."""
    return {
        "function": function,
        "file": file,
        "line": line,
        "last_line": last_line,
        "static": static,
        "outcome": "undecided",
        "reason": "not checked",
        "preconditions": [],
        "checks": {"proved": 0, "violated": 0, "unreachable": 0, "undecided": 0},
        "seconds": 0.0,
        "cached": False,
        "callers": [],
        "judged_through": [],
        "violations": [],
        "call_chains": [],
        "results": [],
        "assumptions": [],
    }
