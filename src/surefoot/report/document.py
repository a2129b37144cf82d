"""The report document: the JSON value that ``surefoot check --json`` writes and that text and
waveform are views of.

``docs/report.schema.json`` describes the same value for other tools. `building` makes it; nothing
else adds entries.
"""

from typing import Any, Final, Literal, NotRequired, TypedDict

SCHEMA: Final = "surefoot-report/2"
"""Version of the document: it changes whenever a reader of the previous one could break."""


class LocationEntry(TypedDict):
    """A position in the source; column 0 means unknown."""

    file: str
    line: int
    column: int


class PropertyEntry(TypedDict):
    """The property that was checked."""

    name: str
    text: str


class ToolEntry(TypedDict):
    """Name and version of this tool."""

    name: str
    version: str


class RequestEntry(TypedDict):
    """The options of the check."""

    files: list[str]
    property: PropertyEntry
    data_model: str
    function: str
    engine: str
    solver: str
    certify: str
    bounded: NotRequired[int]


class CaveatEntry(TypedDict):
    """An approximation, and the direction in which it errs."""

    source: str
    lean: str
    text: str
    location: LocationEntry | None


# Checks


class CheckKindEntry(TypedDict):
    """Number of checks of one kind, by status."""

    kind: str
    description: str
    checks: int
    proved: int
    violated: int
    unreachable: int
    undecided: int


class CheckEntry(TypedDict):
    """Status of one check; ``violation`` is the index of its run in ``violations``.

    For an undecided check, no run within ``no_violation_within`` iterations of each loop and
    recursion fails it. That entry is absent for 0 iterations.
    """

    kind: str
    function: str
    location: LocationEntry | None
    text: str
    status: str
    violation: int | None
    no_violation_within: NotRequired[int]


class CheckTable(TypedDict):
    """Status of all checks; ``undecided_reason`` is null if all are decided."""

    kinds: list[CheckKindEntry]
    undecided_reason: str | None
    results: list[CheckEntry]


class LoopStatusEntry(TypedDict):
    """Status of a loop or of a recursive function; ``rank`` decreases in each round, ``violation``
    is the index of its run in ``violations``.
    """

    kind: str
    function: str
    location: LocationEntry | None
    status: str
    rank: list[str]
    needs_no_overflow: bool
    violation: int | None


class FunctionEntry(TypedDict):
    """A function that ``--modular`` proved on its own."""

    function: str
    verdict: str
    summary: str
    contracts_used: list[str]
    runs_body_because: str


# Formulas and proofs


INTERNAL_FACT: Final = "a fact about internal values"
"""Text of formulas about values that have no name in the source."""


class FormulaEntry(TypedDict):
    """A formula as a C expression and as an SMT-LIB term."""

    text: str
    formula: str


class LocatedFormulaEntry(FormulaEntry):
    """A formula that holds at a location of the control system; ``point`` is for entries and exits
    of functions.
    """

    function: str
    location: LocationEntry | None
    name: str
    point: NotRequired[str]


class CertificateEntry(TypedDict):
    """A certificate of one of six kinds."""

    kind: str
    solver: str
    bound: NotRequired[int]
    pruned: NotRequired[list[int]]
    k: NotRequired[int]
    loop_wise: NotRequired[bool]
    simple_paths: NotRequired[bool]
    invariants: NotRequired[list[LocatedFormulaEntry]]
    lemmas: NotRequired[list[LocatedFormulaEntry]]
    summaries: NotRequired[list[LocatedFormulaEntry]]
    overflow: NotRequired[str]
    ranks: NotRequired[list[LocatedFormulaEntry]]
    tracked: NotRequired[list[str]]
    functions: NotRequired[list[str]]


class RelationEntry(TypedDict):
    """A relation of a solution of Horn clauses, as a C expression and as an SMT-LIB definition."""

    relation: str
    parameters: list[str]
    text: str
    definition: str


class ConcreteRunsEntry(TypedDict):
    """Interpreter runs that corroborate a proof."""

    runs: int
    finished: int
    steps: int
    cpu_seconds: float


class CallEntry(TypedDict):
    """A call site."""

    function: str
    location: LocationEntry | None


class LoopEntry(TypedDict):
    """Invariants at the head of one loop; ``calls`` lead there, the outermost first."""

    function: str
    location: LocationEntry | None
    calls: list[CallEntry]
    invariants: list[FormulaEntry]


class LoopInvariantsEntry(TypedDict):
    """Loop invariants, or the reason why there are none."""

    loops: list[LoopEntry]
    reason: str


# Runs


class ChangeEntry(TypedDict):
    """A variable, and the value that it gets; ``origin`` is set for unknown values."""

    name: str
    value: str
    type: NotRequired[str]
    origin: NotRequired[str]


class StepEntry(TypedDict):
    """One visit of a source line."""

    file: str
    line: int
    function: str
    depth: int
    source: str
    changes: list[ChangeEntry]
    arguments: NotRequired[int]
    iterations: NotRequired[list[list[int]]]
    accelerated: NotRequired[list[list[int]]]
    matters: NotRequired[list[FormulaEntry]]
    repeats: NotRequired[bool]


class CycleEntry(TypedDict):
    """Cycle of a run without end, which begins at the step that ``repeats``.

    If it ``is_exact``, the run comes back to the same state; otherwise each round leads from a
    state with the ``invariants`` to such a state. ``values`` are those at the begin of the cycle.
    """

    is_exact: bool
    values: list[ChangeEntry]
    invariants: list[FormulaEntry]


class ObjectEndEntry(TypedDict):
    """The end of an object's lifetime."""

    manner: str
    location: LocationEntry | None


class ObjectEntry(TypedDict):
    """The object that a memory error is about."""

    name: str
    kind: str
    size: int
    location: LocationEntry | None
    ended: ObjectEndEntry | None


class ViolationEntry(TypedDict):
    """The check that a run fails, with the values in its condition."""

    kind: str
    description: str
    text: str
    function: str
    location: LocationEntry | None
    values: list[ChangeEntry]
    expression: str
    object: ObjectEntry | None


class TraceEntry(TypedDict):
    """The choices of a run, for a replay."""

    globals: dict[str, Any]
    contents: dict[str, dict[str, int]]
    choices: list[dict[str, Any]]
    outside: list[dict[str, Any]]


DerivationStepEntry = TypedDict(
    "DerivationStepEntry", {"derives": str, "location": LocationEntry | None, "from": list[int]}
)
"""A step of a derivation from Horn clauses; ``from`` are the numbers of earlier steps, from 1."""


class NativeRunEntry(TypedDict):
    """Outcome of the compiled program on the inputs of a run."""

    reproduced: bool
    detail: str
    depends_on: list[str]
    disagrees: bool


# Evidence: one type for each verdict


class SafeEvidence(TypedDict):
    """The evidence of a proof."""

    kind: Literal["certificate"]
    summary: str
    certificate: CertificateEntry
    inductive_invariants: list[LocatedFormulaEntry] | None
    concrete_runs: ConcreteRunsEntry | None
    solution: NotRequired[list[RelationEntry]]


class UnsafeEvidence(TypedDict):
    """The evidence of a violation: a run."""

    kind: Literal["trace"]
    summary: str
    violation: ViolationEntry
    steps: list[StepEntry]
    omitted_steps: int
    unseen_statements: NotRequired[int]
    trace: TraceEntry
    cycle: NotRequired[CycleEntry]
    accelerated: NotRequired[str]
    derivation: NotRequired[list[DerivationStepEntry]]
    native_run: NotRequired[NativeRunEntry]


class UnknownEvidence(TypedDict):
    """The reason why there is no verdict, and the next action as an imperative phrase."""

    kind: Literal["reason"]
    summary: str
    why: str
    advice: str
    location: LocationEntry | None


class DiagnosticEntry(TypedDict):
    """An error in the options or the input; ``shown`` are source lines with a caret, or includes."""

    message: str
    location: LocationEntry | None
    shown: list[str]


class ErrorEvidence(TypedDict):
    """The errors that prevented the check."""

    kind: Literal["error"]
    summary: str
    errors: list[DiagnosticEntry]


Evidence = SafeEvidence | UnsafeEvidence | UnknownEvidence | ErrorEvidence


# Statistics


class QueriesEntry(TypedDict):
    """Solver queries for one purpose."""

    count: int
    seconds: float


class ReductionAmount(TypedDict):
    """An amount before and after a circuit was reduced."""

    before: int
    after: int


class ReductionEntry(TypedDict):
    """A circuit that an engine reduced."""

    engine: str
    registers: ReductionAmount
    gates: ReductionAmount
    levels: ReductionAmount


class StatisticsEntry(TypedDict):
    """CPU seconds by stage and purpose; the last four entries are added when the child process has
    ended.
    """

    stages: dict[str, float]
    queries: dict[str, QueriesEntry]
    translating_seconds: float
    wrong_interpolants: NotRequired[dict[str, int]]
    cpu_seconds: NotRequired[float]
    wall_seconds: NotRequired[float]
    peak_memory_mb: NotRequired[float]
    reductions: NotRequired[list[ReductionEntry]]
    engines: NotRequired[dict[str, dict[str, float]]]


class CostEntry(TypedDict):
    """A function on which bounded model checking spent many blocks, with its loops."""

    function: str
    location: LocationEntry
    blocks: int
    loops: list[LocationEntry]
    undecided: int


class ReportDocument(RequestEntry):
    """The whole report."""

    schema: str
    tool: ToolEntry
    verdict: str
    competition_verdict: str
    answer: NotRequired[str]
    evidence: Evidence
    checks: NotRequired[CheckTable]
    loops: NotRequired[list[LoopStatusEntry]]
    violations: NotRequired[list[UnsafeEvidence]]
    functions: NotRequired[list[FunctionEntry]]
    loop_invariants: NotRequired[LoopInvariantsEntry]
    caveats: list[CaveatEntry]
    warnings: list[str]
    costs: NotRequired[list[CostEntry]]
    suggestions: NotRequired[list[str]]
    statistics: StatisticsEntry
