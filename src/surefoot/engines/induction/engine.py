"""k-induction over control systems (Sheeran, Singh, Stålmarck, FMCAD 2000; Gadelha 2019, chapter
4), with checked invariants.

base(k):     some run fails a check within k iterations of each loop
sat   => unsafe
forward(k):  some run is cut short by the bound k
unsat => safe
step(k):     from some state at a location, k - 1 steps pass without failure and the next fails
unsat => safe
             or, with loop summaries: the system with its loops replaced by summaries of k
             iterations fails a check
unsat => safe

The step is strengthened with invariants that are inductive on their own.
"""

from collections.abc import Iterator
from itertools import count
from typing import ClassVar

from surefoot.base.events import BoundRaised
from surefoot.base.records import dataclass
from surefoot.discharge.congruent_products import products_of
from surefoot.discharge.ring import RingTactic
from surefoot.discharge.system_solver import ProductsSolver, SystemSolver
from surefoot.engines.bmc import Bmc
from surefoot.engines.bounded_search import BoundedSearch
from surefoot.engines.contracts import Count, Seconds
from surefoot.engines.ic3.directed_invariants import directed_invariants
from surefoot.engines.induction.evidence import certificate, first_failure, no_loops, proved_by_ring
from surefoot.engines.induction.inductive_step import InductiveStep
from surefoot.engines.induction.strengthening import Strengthening
from surefoot.engines.limits import LIMITS
from surefoot.engines.searches import claim_about, gave_up
from surefoot.engines.tasks import EngineTask, SystemTask
from surefoot.evidence.certificates import CompleteUnrolling
from surefoot.evidence.claims import Claim, ClaimsSafe, GaveUp, Why
from surefoot.invariants.generation import Attempt
from surefoot.invariants.source import InductiveSet
from surefoot.smt.contracts import NoAnswer
from surefoot.systems.control.loop_summaries import LoopSummaries
from surefoot.systems.control.quantified import has_pools
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import Error
from surefoot.systems.control.unfolding import Unfolding


@dataclass(frozen=True, slots=True)
class KInduction:
    """k-induction for growing k; proves programs whose loops have no bound."""

    name: ClassVar[str] = "kind"
    view: ClassVar[type[EngineTask]] = SystemTask
    max_k: Count = 0
    """Maximal k; 0 means no maximum."""
    invariants: bool = True
    """Strengthen the step with inductive invariants."""
    directed_seconds: Seconds = 4.0
    """Seconds for an IC3 search for invariants that exclude the failures of the step."""
    simple_path: bool = False
    """Consider only runs without repeated states in the step."""
    separate: bool = False
    """Prove each check on its own; proved checks are dropped from later steps."""
    loop_wise: bool = False
    """Query the step for the whole program, each loop summarised by k iterations; without
    simple-path and separate.
    """
    search: bool = True
    """Query the base case and the forward condition, too; without it, only the step."""
    ring: bool = True
    """Discharge equations with products by ring lemmas before a solver."""

    def substitute(self) -> Bmc | None:
        """Return bounded model checking up to the same bound, if violations are searched for.

        Without a maximal k the search ends, too: there is no step that could prove the goal.
        """
        return Bmc(max_bound=self.max_k or LIMITS.portfolio_k) if self.search else None

    def claims(self, task: SystemTask) -> Iterator[Claim]:
        """Yield a claim; if the goal is decided in parts, claims about checks that are inductive on
        their own come first.
        """
        if not task.system.names and Strengthening(task).suffices():  # case by case; a search queries all at once
            yield ClaimsSafe(CompleteUnrolling(1, (), task.solvers.main))
            return
        search = BoundedSearch(task) if self.search else None
        unproved = GaveUp(Why.BOUND, f"not inductive for k up to {self.max_k}", "raise max-k")
        induction = None
        if task.system.names:
            induction = _Induction(self, task)
        else:
            unproved = no_loops()
            if search is None:
                yield unproved
                return
        ring_proof = induction.claim_by_ring() if induction is not None else None
        if ring_proof is not None:
            yield ring_proof
            return
        for k in depths(self.max_k):
            task.budget.spend()
            task.on_event(BoundRaised(self.name, k))
            claim = (yield from search.advance_by_parts(k)) if search is not None else None
            if claim is None and induction is not None:
                claim = induction.claim(k)
                if search is not None and isinstance(claim, GaveUp) and claim.why is Why.CAVEAT:
                    unproved, induction, claim = claim, None, None  # over-approximated: only the search decides
            if claim is not None:
                yield claim
                return
            if induction is not None and task.goal.accepts_partial_claims and k >= LIMITS.strengthening_k:
                part = induction.claim_about_part(k)
                if part is not None:
                    yield part
        yield unproved


def depths(last: int) -> Iterator[int]:
    """Yield 1, 2, 3, ..., up to ``last`` unless it is 0."""
    return iter(range(1, last + 1)) if last else count(1)


class _Induction:
    """The inductive step for growing k, strengthened by the invariants of the stages up to k.

    Stages 0 and 1 are equations from assertions and user-supplied invariants.
    """

    def __init__(self, options: KInduction, task: SystemTask) -> None:
        system, solvers, budget = task.system, task.solvers, task.budget
        self._task = task
        self._system = system
        summaries = LoopSummaries(system) if options.loop_wise else None
        self._ring = RingTactic.where_multiplied(system, solvers, budget, is_wanted=options.ring)
        products = products_of(system)
        solver = (
            SystemSolver(system, solvers.new(), self._ring)
            if products is None
            else ProductsSolver(system, solvers.new(), solvers.new(), products, self._ring)
        )
        self._options = options
        self._budget = budget
        self._solvers = solvers
        self._strengthening = Strengthening(task, with_ring=options.ring)
        self._step = InductiveStep(system, solver, {}, simple_paths=options.simple_path, summaries=summaries)
        self._proved: frozenset[Error] = frozenset()
        self._open = frozenset(error.site for error in system.errors)
        """Checks that no claim covers so far."""
        self._entry = Unfolding(system)

    def claim_by_ring(self) -> Claim | None:
        """Return the proof by ring lemmas from asserted equations: solvers may not decide queries
        with products.
        """
        if not (self._options.invariants and self._ring.is_enabled):
            return None
        for stage in self._strengthening.stages(0):
            self._use(self._strengthening.run(stage))
        return self._proved_by_ring()

    def claim(self, k: int) -> Claim | None:
        """Return the claim that step(k) justifies, or ``None``."""
        if self._options.invariants:
            proved = self._strengthened(k)
            if proved is not None:
                return proved
            if self._step.quantified and self._step.holds(1) is True:
                seconds = 0.0 if self._strengthening.known.is_minimal else LIMITS.reduction_seconds
                return self._base(1) or ClaimsSafe(certificate(self._step, 1, self._budget, seconds))
            by_ring = self._proved_by_ring() if k in {LIMITS.strengthening_k, LIMITS.directed_search_k} else None
            if by_ring is not None:
                return by_ring
        if self._options.separate and not self._options.loop_wise:
            more = self._step.provable(k, self._proved)
            if isinstance(more, NoAnswer):
                return gave_up(more.reason)
            self._proved = more
        holds = self._step.holds(k, self._proved)
        if isinstance(holds, NoAnswer):
            return gave_up(holds.reason)
        if holds:
            return self._base(k) or ClaimsSafe(certificate(self._step, k, self._budget))
        return self._directed_claim() if k == LIMITS.directed_search_k and self._options.invariants else None

    def _proved_by_ring(self) -> ClaimsSafe | None:
        """Return the proof of step(1) by ring lemmas with the current invariants, or ``None``."""
        if not self._ring.is_enabled or self._step.quantified:
            return None
        return proved_by_ring(self._system, self._step.invariants, self._solvers, self._budget)

    def _strengthened(self, k: int) -> Claim | None:
        """Strengthen the step by the stages of `k`; return the claim of the first attempt that
        succeeds.
        """
        for stage in self._strengthening.stages(k):
            known = self._strengthening.run(stage)
            if stage.attempt is not Attempt.NONE:
                self._use(known)
                claim = self._attempted(stage.attempt, k)
                if claim is not None:
                    return claim
        if self._step.invariants is not self._strengthening.known.invariants:
            self._use(self._strengthening.known)
        return None

    def _attempted(self, attempt: Attempt, k: int) -> Claim | None:
        step = self._step
        if attempt is Attempt.EXCLUDES_FAILURES:  # a proof from user-supplied invariants is not reduced
            is_proof = bool(step.invariants) and self._strengthening.suffices()
            return ClaimsSafe(certificate(step, 1, self._budget, seconds=0.0)) if is_proof else None
        bound = 1 if attempt is Attempt.STEP_ONE else k
        if has_pools(self._system) or step.holds(bound, self._proved) is not True:
            return None
        least = (
            bound if bound == 1 or step.holds(1, self._proved) is not True else 1
        )  # invariants are reduced for k = 1 only
        return self._base(least) or ClaimsSafe(certificate(step, least, self._budget))

    def _use(self, known: InductiveSet) -> None:
        if self._options.ring:
            self._ring.enable_for([term for terms in known.invariants.values() for term in terms])
        self._step = self._step.with_invariants(known.invariants, known.quantified)

    def claim_about_part(self, k: int) -> Claim | None:
        """Return the claim about the checks for which step(k) holds on its own, if there are more
        than before.
        """
        step = self._step
        proved = step.provable(k, frozenset()) if step.summaries is None else NoAnswer("loops are summarised")
        if isinstance(proved, NoAnswer):
            return None
        failures = (error for name in self._system.names for error in step.unfolding(name).layer(k).failures)
        ignored = frozenset(error.site for error in failures if error not in proved)
        if ignored >= self._open:
            return None
        rest = self._task.without(ignored)
        if rest is None or first_failure(Unfolding(rest.system), k, step.solver, rest.encoding) is not None:
            return None
        self._open &= ignored
        part = InductiveStep(
            rest.system,
            step.solver,
            step.invariants,
            simple_paths=step.simple_paths,
            quantified=step.quantified,
        )
        return ClaimsSafe(certificate(part, k, self._budget), ignored)

    def _directed_claim(self) -> Claim | None:
        """Return the claim of an IC3 search for invariants that exclude the failures of step(1), or
        ``None``.
        """
        found = directed_invariants(self._strengthening, self._step.invariants, self._options.directed_seconds)
        if found is None:
            return None
        if isinstance(found, Run):
            return claim_about(found, self._task.encoding)
        before = self._step
        step = InductiveStep(self._system, before.solver, found, quantified=before.quantified)
        return ClaimsSafe(certificate(step, 1, self._budget))

    def _base(self, k: int) -> Claim | None:
        """Return the claim about a failure within the first ``k`` steps, or ``None``."""
        return first_failure(self._entry, k, self._step.solver, self._task.encoding)
