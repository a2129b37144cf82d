"""Verdicts. Only `judge` makes them."""

from typing import TYPE_CHECKING

from surefoot.base.records import dataclass, field
from surefoot.base.spans import Span
from surefoot.evidence.assumptions import Assumption
from surefoot.evidence.certificates import Certificate, KInductive
from surefoot.evidence.claims import Lasso, Recurrent, Why
from surefoot.logic import Sort, Term, Value
from surefoot.program.trace import Trace
from surefoot.systems.encode.encoding import Encoding

if TYPE_CHECKING:
    from surefoot.certify.corroborate.concrete_runs import RunStatistics
    from surefoot.semantics.interpreter import Violated
    from surefoot.systems.closed_forms.accelerated_iterations import AcceleratedIterations
    from surefoot.systems.procedures.system import ProcedureSystem


@dataclass(frozen=True, slots=True)
class Safe:
    """No run violates the property: `certificate` was checked by another solver.

    `inductive` is an equivalent proof with one inductive invariant for each location, checked
    likewise, if there is one. `encoding` has the symbols of the formulas in both, `procedures`
    those of summaries. `runs` are concrete runs that do not contradict the proof. If `all_runs_end`,
    it follows all runs to their ends.
    `rests_on_rewriting_alone` if no solver, flat memory or complete run confirmed it. The proof
    holds under `assumptions`.
    """

    certificate: Certificate
    summary: str
    inductive: KInductive | None = None
    encoding: Encoding | None = None
    rests_on_rewriting_alone: bool = False
    runs: "RunStatistics | None" = None
    procedures: "ProcedureSystem | None" = None
    assumptions: tuple[Assumption, ...] = ()
    all_runs_end: bool = False


@dataclass(frozen=True, slots=True)
class Derived:
    """A step of a derivation: by the clause at `span`, `premises` imply `relation` of `values`, or
    false if it is `None`.
    """

    relation: str | None
    values: tuple[Value, ...]
    sorts: tuple[Sort, ...]
    span: Span
    premises: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PassedState:
    """`formulas` that hold at the `visit`-th loop head of a run, at the location `name`, and imply
    that it fails later.
    """

    visit: int
    name: str
    formulas: tuple[Term, ...]
    encoding: Encoding = field(compare=False)


@dataclass(frozen=True, slots=True)
class Unsafe:
    """The run of `trace` violates the property: it was replayed.

    `accelerated` are the iterations that the replay accelerated. `derivation` is that of a run of
    Horn clauses. `passed` are lifted states that hold in the replay. A run without end has a
    `lasso`; then `violated` is where its state recurs. The run is one of the program under
    `assumptions`.
    """

    trace: Trace
    violated: "Violated"
    summary: str
    accelerated: "tuple[AcceleratedIterations, ...]" = ()
    derivation: tuple[Derived, ...] = ()
    passed: tuple[PassedState, ...] = ()
    lasso: Lasso | None = None
    assumptions: tuple[Assumption, ...] = ()
    recurrent: Recurrent | None = None
    encoding: Encoding | None = None


@dataclass(frozen=True, slots=True)
class Unknown:
    """No verdict, for a reason; `advice` is the next action, `span` the place of the reason in the
    source, if any.
    """

    why: Why
    detail: str
    advice: str
    span: Span | None = None


Verdict = Safe | Unsafe | Unknown

NO_RUN_ENDS = Unknown(
    Why.NOTHING_CHECKED,
    "nothing was checked: assumptions or divisions by zero stop every run before its end",
    "weaken the assumptions",
)
"""The verdict on a proof about a program without complete runs."""


@dataclass(frozen=True, slots=True)
class NativeRun:
    """Result of a native run: `reproduced` if the compiled program failed as the trace does.

    Otherwise `depends_on` names choices that the violation depends on and that could not be
    supplied. Without such choices the run `disagrees` with the verdict: one of the two is wrong.
    """

    reproduced: bool
    detail: str
    depends_on: tuple[str, ...] = ()
    disagrees: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """Verdict on one function, with the contracts of the functions in `used` in place of their
    bodies.

    `limit` is the reason if its own contract replaces its body nowhere.
    """

    function: str
    verdict: Verdict
    used: tuple[str, ...]
    limit: str = ""
