"""What the user reads. Only `judge` makes verdicts."""

from typing import TYPE_CHECKING

from surefoot.base.records import dataclass
from surefoot.base.spans import Span
from surefoot.evidence.certificates import Certificate, KInductive
from surefoot.evidence.claims import Why
from surefoot.logic import Sort, Term, Value
from surefoot.program.trace import Trace
from surefoot.systems.encode.encoding import Encoding

if TYPE_CHECKING:
    from surefoot.certify.corroborate.concrete_runs import RunStatistics
    from surefoot.semantics.interpreter import Violated
    from surefoot.systems.closed_forms.accelerated_rounds import LeaptRounds
    from surefoot.systems.procedures.system import ProcedureSystem


@dataclass(frozen=True, slots=True)
class Safe:
    """No run violates the property: ``certificate`` was re-checked by another solver.

    ``inductive`` is the same proof as an inductive invariant for each location, where there is one: it was checked, too. ``translation`` tells what the
    formulas of both are about, and ``procedures`` what those of summaries are about. ``is_alone`` if nobody but rewriting confirmed it. ``runs`` are the concrete runs that did not contradict it.
    """

    certificate: Certificate
    summary: str
    inductive: KInductive | None = None
    translation: Encoding | None = None
    is_alone: bool = False
    runs: "RunStatistics | None" = None
    procedures: "ProcedureSystem | None" = None


@dataclass(frozen=True, slots=True)
class Derived:
    """A step of a derivation: the relation that it derives, with values of these ``sorts``, or false; by the clause at ``span``, from earlier steps."""

    relation: str | None
    values: tuple[Value, ...]
    sorts: tuple[Sort, ...]
    span: Span
    premises: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PassedState:
    """What matters when a run comes to the head of a loop for the ``visit``-th time, whichever loop it is: ``formulas``, which hold there, about the location ``name`` of ``translation``."""

    visit: int
    name: str
    formulas: tuple[Term, ...]
    translation: Encoding


@dataclass(frozen=True, slots=True)
class Unsafe:
    """The run described by ``trace`` violates the property: it was replayed.

    ``leaps`` are the rounds of loops that the replay went in closed form instead of one by one. ``derivation`` is what a run of Horn clauses derives.
    ``passed`` says what matters on the way, where that is known: it held in the replay.
    """

    trace: Trace
    violated: "Violated"
    summary: str
    leaps: "tuple[LeaptRounds, ...]" = ()
    derivation: tuple[Derived, ...] = ()
    passed: tuple[PassedState, ...] = ()


@dataclass(frozen=True, slots=True)
class Unknown:
    """Not found out, and why; ``advice`` says what to try, ``span`` where the reason is in the source, if it has a place."""

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
"""What becomes of a proof about a program without runs."""


@dataclass(frozen=True, slots=True)
class NativeRun:
    """What the compiled program did; ``reproduced`` if it failed as the trace says.

    If it did not, ``depends_on`` names what the violation depends on and the compiled program could not be given. If there is nothing of
    the kind, it ``disagrees`` with the verdict: one of the two is wrong.
    """

    reproduced: bool
    detail: str
    depends_on: tuple[str, ...] = ()
    disagrees: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """What was found out about one function, with the contracts of those in ``used`` instead of their bodies.

    ``limit`` is why its own contract is used nowhere instead of its body, if that is so.
    """

    function: str
    verdict: Verdict
    used: tuple[str, ...]
    limit: str = ""
