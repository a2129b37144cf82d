"""The inductive step of k-induction: one incremental solver, and an unfolding of the system from
every location.

step(k) from a location:  a state with the invariants, k - 1 steps that fail nothing, and a failure
in the next
step(k) loop by loop:     a failure of the system with its loops replaced by summaries of k
iterations
"""

from surefoot.base.budget import Budget
from surefoot.discharge.system_solver import SystemSolver
from surefoot.invariants.quantified.instances import chosen_instances
from surefoot.logic import Evaluator, Term, and_, not_, or_
from surefoot.smt.contracts import Answer, Model, NoAnswer, Sat, Unsat
from surefoot.systems.control.loop_summaries import LoopSummaries
from surefoot.systems.control.quantified import Instantiated, QuantifiedInvariants
from surefoot.systems.control.system import ControlSystem, Edge, Error, Invariants
from surefoot.systems.control.unfolding import Arrival, Unfolding

NOTHING: Invariants = {}
NO_QUANTIFIED: QuantifiedInvariants = {}


class InductiveStep:
    """Queries about runs of k steps that start in any state with ``invariants`` and preserve
    ``lemmas``.

    Lemmas may be added. Like checks, they are assumed in the first k - 1 steps and must hold after
    step k. With ``simple_paths``, runs repeat no state: a shortest path to a failure is such a run.
    The constraint that two states differ is added when a model has them equal. With ``summaries``,
    `holds` decides the system with summarised loops, without lemmas and simple paths. Instances of
    the ``quantified`` invariants strengthen ``system``. If the solver has a ring tactic, that is
    tried first.

    Requires: the quantified invariants are inductive together with the invariants
    """

    def __init__(
        self,
        system: ControlSystem,
        solver: SystemSolver,
        invariants: Invariants,
        lemmas: Invariants = NOTHING,
        *,
        simple_paths: bool = False,
        summaries: LoopSummaries | None = None,
        quantified: QuantifiedInvariants = NO_QUANTIFIED,
    ) -> None:
        self._original = system
        self.quantified = quantified
        self.system = Instantiated(system, quantified, chosen_instances).system
        self.solver = solver
        self.invariants = invariants
        self.lemmas: dict[str, tuple[Term, ...]] = dict(lemmas)
        self.simple_paths = simple_paths
        self.summaries = LoopSummaries(self.system) if summaries is not None and quantified else summaries
        self._unfoldings: dict[str, Unfolding] = {}
        self._distinct: dict[str, list[Term]] = {}

    def with_invariants(
        self, invariants: Invariants, quantified: QuantifiedInvariants | None = None
    ) -> "InductiveStep":
        """Return the step with other invariants and, if given, other quantified ones."""
        return InductiveStep(
            self._original,
            self.solver,
            invariants,
            self.lemmas,
            simple_paths=self.simple_paths,
            summaries=self.summaries,
            quantified=self.quantified if quantified is None else quantified,
        )

    def unfolding(self, name: str) -> Unfolding:
        """Return the unfolding from the location ``name``."""
        found = self._unfoldings.get(name)
        if found is None:
            found = self._unfoldings[name] = Unfolding(self.system, name, self.invariants)
        return found

    def breaks(self, name: str, number: int) -> Term:
        """Return the condition under which runs from ``name`` violate a lemma after ``number``
        steps.
        """
        arrivals = self.unfolding(name).arrivals(number)
        broken = (arrivals[at].satisfies(not_(and_(*terms))) for at, terms in self.lemmas.items() if at in arrivals)
        return or_(*broken)

    def query(self, name: str, k: int, failure: Term) -> Answer:
        """Decide whether some run from ``name`` preserves the lemmas and satisfies ``failure`` in
        step ``k``.
        """
        kept = [not_(self.breaks(name, number)) for number in range(k)] if self.lemmas else []
        if self._is_excluded(name, failure, *kept):
            return Unsat()
        while True:
            answer = self.check(failure, *kept, *self._distinct.get(name, ()))
            if not self.simple_paths or not isinstance(answer, Sat):
                return answer
            repeated = _repetition(self.unfolding(name), k, answer.model)
            if repeated is None:
                return answer
            self._distinct.setdefault(name, []).append(not_(repeated))

    def check(self, *formulas: Term, purpose: str = "inductive step") -> Answer:
        """Decide the conjunction of ``formulas``."""
        return self.solver.check(formulas, purpose=purpose)

    def _is_excluded(self, name: str, *formulas: Term) -> bool:
        """Return whether the ring tactic shows that ``formulas`` about runs from ``name`` are
        unsatisfiable.
        """
        return self.solver.ring_core(name, formulas) is not None

    def provable(self, k: int, proved: frozenset[Error]) -> frozenset[Error] | NoAnswer:
        """Return ``proved`` and the checks for which step(k) holds on its own.

        A run ends with the first check that fails, so each check may rely on all others in the
        steps before.
        """
        found: dict[Error, bool] = {}
        for name in self.system.names:
            for error, failure in self.unfolding(name).layer(k).failures.items():
                if error in proved or not found.get(error, True):
                    continue
                answer = self.query(name, k, failure)
                if isinstance(answer, NoAnswer):
                    return answer
                found[error] = isinstance(answer, Unsat)
        return proved | {error for error, holds in found.items() if holds}

    def holds(self, k: int, proved: frozenset[Error] = frozenset()) -> bool | NoAnswer:
        """Return whether step(k) is unsatisfiable from every location, or loop by loop; checks in
        ``proved`` cannot fail.
        """
        if self.summaries is not None:
            answer = self.check(self.summaries.failure(k, self.invariants), purpose="inductive step, loop by loop")
            return answer if isinstance(answer, NoAnswer) else isinstance(answer, Unsat)
        for name in self.system.names:
            failures = self.unfolding(name).layer(k).failures
            open_failures = (term for error, term in failures.items() if error not in proved)
            match self.query(name, k, or_(*open_failures, self.breaks(name, k))):
                case Sat():
                    return False
                case NoAnswer() as unknown:
                    return unknown
                case Unsat():
                    pass
        return True

    def is_inductive(self) -> bool:
        """Return whether every edge preserves the invariants and the quantified invariants."""
        if not all(isinstance(self._check_kept(edge), Unsat) for edge in self.system.transitions):
            return False
        if not self.quantified:
            return True
        from surefoot.invariants.quantified.houdini import are_inductive

        return are_inductive(self._original, self.invariants, self.quantified, self.solver)

    def needed(self, budget: Budget) -> tuple[Invariants, QuantifiedInvariants] | None:
        """Return invariants and quantified invariants that suffice for step(1); `None` if there are
        no quantified invariants, or no reduction was found.

        Requires: step(1) holds
        """
        if not self.quantified or self.lemmas or self.simple_paths or self.summaries is not None:
            return None
        from surefoot.invariants.quantified.reduction import needed_for_proof

        return needed_for_proof(self._original, self.invariants, self.quantified, self.solver, budget)

    def _check_kept(self, edge: Edge) -> Answer:
        kept = self.invariants.get(edge.destination, ())
        if not kept:
            return Unsat()
        memo: dict[Term, Term] = {}
        broken = or_(*(not_(edge.after(term, memo)) for term in kept))
        assumed = self.system.assumption(edge.source, self.invariants)
        if self._is_excluded(edge.source, edge.guard, *assumed, broken):
            return Unsat()
        return self.check(and_(edge.guard, *assumed, broken), purpose="invariants")


def _repetition(unfolding: Unfolding, k: int, model: Model) -> Term | None:
    """Return a formula for two equal states in the first k - 1 steps of the run of ``model``;
    `None` if there are none.
    """
    evaluator = Evaluator(model.value)
    passed: list[tuple[str, Arrival]] = []
    for number in range(k):
        here = next(((at, a) for at, a in unfolding.arrivals(number).items() if evaluator.value(a.guard)), None)
        if here is None:
            return None
        for name, before in passed:
            if name == here[0]:
                same = here[1].equals(before)
                if evaluator.value(same):
                    return same
        passed.append(here)
    return None
