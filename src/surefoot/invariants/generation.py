"""Invariant generation: the ordered stages, each with its source of candidates, bound k and time
share.

Each stage generates candidates, filters them by Houdini with what is inductive already, and
k-induction attempts a proof according to `Stage.attempt`. Invariants that a proof does not need are
removed afterwards, see `surefoot.invariants.reduction`. To add a source, write a function with the
signature of `Source` and add a line to `schedule`.
"""

from contextlib import closing
from importlib import import_module

from surefoot.base.budget import Budget
from surefoot.base.enums import Enum
from surefoot.base.errors import OutOfBudget
from surefoot.base.records import dataclass, replace
from surefoot.discharge.product_abstraction import multiplies
from surefoot.discharge.ring import RingTactic
from surefoot.discharge.system_solver import SwitchedSolver
from surefoot.invariants.houdini import inductive_subset
from surefoot.invariants.limits import LIMITS, InvariantLimits
from surefoot.invariants.quantified.instances import chosen_instances
from surefoot.invariants.source import (
    NO_CANDIDATES,
    Candidates,
    GenerationContext,
    InductiveSet,
    InductiveSource,
    Source,
)
from surefoot.logic import Term
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.quantified import Instantiated

_SOURCES = "surefoot.invariants.sources."
_QUANTIFIED = "surefoot.invariants.quantified."


class Filter(Enum):
    """Method by which inductive candidates of a stage are selected."""

    HOUDINI = "largest inductive subset"
    CONJUNCTION_FIRST = "all candidates together, case by case; else the largest inductive subset"
    BY_SOURCE = "done by the source"


class Attempt(Enum):
    """The proof that k-induction attempts after a stage; with summarised heap objects only after
    the last stage of a k.
    """

    NONE = "none"
    EXCLUDES_FAILURES = "the invariants exclude every failure, case by case"
    STEP_ONE = "step(1)"
    STEP_K = "step(k)"


class HeapObjects(Enum):
    """Systems for which a stage runs: with summarised heap objects, without them, or any."""

    ANY = "any"
    NONE = "without"
    SUMMARISED = "with"


@dataclass(frozen=True, slots=True)
class Stage:
    """A source, and when and how its candidates are used."""

    name: str
    k: int
    """The bound of k-induction at which it runs; 0 is before the first step, for systems that
    multiply.
    """
    source: str
    """Module and function: a `Source`, or an `InductiveSource` if the filter is `BY_SOURCE`."""
    seconds: float | None
    """Time share of the filter; `None` is all that is left."""
    filter: Filter = Filter.HOUDINI
    attempt: Attempt = Attempt.NONE
    objects: HeapObjects = HeapObjects.ANY
    query_seconds: float | None = None
    """Time of a solver for one query of a stage whose filter is `BY_SOURCE`; `None` is all that is
    left.
    """
    is_simple: bool = False
    """True for stages whose invariants do not depend on a proof attempt: every engine that starts
    from invariants uses them, and they run once for a goal.
    """


def schedule(limits: InvariantLimits = LIMITS) -> tuple[Stage, ...]:
    """Return the stages in the order in which they run."""
    simple, products = limits.simple_seconds, limits.product_seconds
    few, many = limits.few_quantified_seconds, limits.many_quantified_seconds
    own = Filter.BY_SOURCE
    return (
        Stage("equations in assertions", 0, _SOURCES + "polynomials:asserted_candidates", products),
        Stage(
            ANNOTATED,
            1,
            _SOURCES + "annotated:annotated_candidates",
            None,
            Filter.CONJUNCTION_FIRST,
            Attempt.EXCLUDES_FAILURES,
        ),
        Stage(
            "quantified annotations",
            1,
            _QUANTIFIED + "annotated:quantified_annotations",
            limits.quantified_annotation_seconds,
            own,
            Attempt.STEP_ONE,
            HeapObjects.NONE,
        ),
        Stage("argument strings", 2, _SOURCES + "argument_strings:string_candidates", simple, is_simple=True),
        Stage(
            "simple candidates without templates",
            2,
            _SOURCES + "templates:sampled_candidates",
            simple,
            attempt=Attempt.STEP_ONE,
            is_simple=True,
        ),
        Stage(TEMPLATES, 2, _SOURCES + "templates:simple_candidates", simple, attempt=Attempt.STEP_K, is_simple=True),
        Stage(
            "summarised heap objects",
            2,
            _QUANTIFIED + "pool_search:about_pools",
            None,
            own,
            objects=HeapObjects.SUMMARISED,
        ),
        Stage(
            "simple candidates, continued",
            2,
            "surefoot.invariants.generation:unfinished_candidates",
            limits.simple_seconds,
            attempt=Attempt.STEP_K,
        ),
        Stage(
            "arrays",
            2,
            _QUANTIFIED + "finding:few_about_arrays",
            few,
            own,
            objects=HeapObjects.NONE,
            query_seconds=limits.quantified_query_seconds,
        ),
        Stage("loop entry and cells", 2, _SOURCES + "loop_entry:later_candidates", simple, objects=HeapObjects.NONE),
        Stage(
            "simple candidates, continued for longer",
            3,
            "surefoot.invariants.generation:unfinished_candidates",
            limits.continued_seconds,
            attempt=Attempt.STEP_K,
        ),
        Stage("phases of loops", 3, _SOURCES + "phases:phase_candidates", limits.phase_seconds),
        Stage("products", 3, _SOURCES + "polynomials:product_candidates", products),
        Stage(
            "more about arrays",
            6,
            _QUANTIFIED + "finding:many_about_arrays",
            many,
            own,
            query_seconds=limits.quantified_query_seconds,
        ),
    )


ANNOTATED = "annotations"
"""Name of the stage of user-supplied invariants."""
TEMPLATES = "templates"
"""Name of the last simple stage."""


def source_of(stage: Stage) -> Source:
    """Return the source of `stage`; modules are loaded on demand.  Requires: its filter is not
    `BY_SOURCE`.
    """
    found: Source = _loaded(stage)
    return found


def inductive_source_of(stage: Stage) -> InductiveSource:
    """Return the source of `stage`.  Requires: its filter is `BY_SOURCE`."""
    found: InductiveSource = _loaded(stage)
    return found


def _loaded(stage: Stage):  # type: ignore[no-untyped-def]  # noqa: ANN202 - either kind of source
    module, _, function = stage.source.partition(":")
    return getattr(import_module(module), function)


def filtered(
    context: GenerationContext, candidates: Candidates, solvers: SolverFactory, budget: Budget, *, with_ring: bool
) -> InductiveSet:
    """Return the invariants of `context`, and those of `candidates` that are inductive with them.

    Quantified invariants are instantiated in the guards. With `with_ring`, equations with
    products are checked by the ring first.
    """
    known = context.known
    system = Instantiated(context.system, known.quantified, chosen_instances).system
    solvers = replace(solvers, budget=budget)
    is_enabled = with_ring and (candidates.have_products or multiplies(system))
    with closing(RingTactic(system, solvers, budget, is_enabled=is_enabled)) as ring:
        if candidates.have_products:
            solvers = replace(solvers, limits=replace(solvers.limits, seconds=LIMITS.product_query_seconds))
        left: dict[str, list[Term]] = {}
        with closing(SwitchedSolver(system, solvers.new(), ring)) as solver:
            try:
                found = inductive_subset(system, candidates.by_location, solver, budget, known.invariants, left)
            except OutOfBudget:
                context.unfinished = Candidates(left, candidates.have_products)
                raise
    return InductiveSet({name: tuple(terms) for name, terms in found.items() if terms}, known.quantified)


def unfinished_candidates(context: GenerationContext) -> Candidates:
    """Return the candidates that were left when the last filter without enough time ended."""
    left, context.unfinished = context.unfinished, NO_CANDIDATES
    return left
