"""The inductive step of k-induction: one incremental solver, and a chain of segments from every cut point.

step(k) from a cut point:  a state with the invariants, k - 1 segments that fail nothing, and a failure in the next
step(k) loop by loop:      a failure of the program with its loops replaced by summaries of k rounds
"""

from collections.abc import Mapping, Sequence

from surefoot.logic import FALSE, Evaluator, Term, and_, not_, or_
from surefoot.solvers.contracts import Answer, Model, NoAnswer, Sat, Solver, Unsat
from surefoot.systems.cutpoints import Place
from surefoot.systems.layout import Layout
from surefoot.systems.loopwise import LoopSummaries
from surefoot.systems.segments import Arrival, Chain, Checked, Edge, Segments

Known = Mapping[Place, tuple[Term, ...]]
"""Invariants of cut points."""
EMPTY: Known = {}


class InductiveStep:
    """Asks about runs of k segments that start anywhere with ``invariants`` and keep to ``lemmas``.

    Lemmas may be added; like checks, they are assumed on the way and must hold at the end. With ``simple_paths``, the runs
    never are in the same state at two cut points: a shortest way to a failure is such a run. That states differ is required only
    where a solver made two of them equal. With ``summaries``, `holds` asks loop by loop instead, without lemmas and simple paths.
    """

    def __init__(
        self,
        segments: Segments,
        solver: Solver,
        invariants: Known,
        lemmas: Known = EMPTY,
        *,
        simple_paths: bool = False,
        summaries: LoopSummaries | None = None,
    ) -> None:
        self.segments = segments
        self.solver = solver
        self.invariants = invariants
        self.lemmas: dict[Place, tuple[Term, ...]] = dict(lemmas)
        self.simple_paths = simple_paths
        self.summaries = summaries
        self._layout = Layout(segments.graph.book)
        self._chains: dict[Place, Chain] = {}
        self._distinct: dict[Place, list[Term]] = {}

    def with_invariants(self, invariants: Known) -> "InductiveStep":
        """The same step with other invariants."""
        return InductiveStep(
            self.segments,
            self.solver,
            invariants,
            self.lemmas,
            simple_paths=self.simple_paths,
            summaries=self.summaries,
        )

    def chain(self, place: Place) -> Chain:
        """The runs that start at ``place``."""
        found = self._chains.get(place)
        if found is None:
            found = self._chains[place] = self.segments.chain(place, self.invariants)
        return found

    def breaks(self, place: Place, number: int) -> Term:
        """The runs from ``place`` that break a lemma after ``number`` segments."""
        arrivals = self.chain(place).arrivals(number)
        broken = (arrivals[at].satisfies(not_(and_(*terms))) for at, terms in self.lemmas.items() if at in arrivals)
        return or_(*broken)

    def ask(self, place: Place, k: int, failure: Term) -> Answer:
        """Whether some run from ``place`` satisfies ``failure`` in its segment ``k``, and the lemmas before."""
        kept = [not_(self.breaks(place, number)) for number in range(k)] if self.lemmas else []
        while True:
            answer = self.check(failure, *kept, *self._distinct.get(place, ()))
            if not self.simple_paths or not isinstance(answer, Sat):
                return answer
            repeated = _repetition(self.chain(place), k, answer.model)
            if repeated is None:
                return answer
            self._distinct.setdefault(place, []).append(not_(repeated))

    def check(self, *formulas: Term, purpose: str = "inductive step") -> Answer:
        """Whether ``formulas`` are satisfiable together."""
        if any(formula is FALSE for formula in formulas):
            return Unsat()
        for formula in formulas:
            for fact in self._layout.facts_for(formula):
                self.solver.add(fact)
        return self.solver.check(formulas, purpose=purpose)

    def provable(self, k: int, proved: frozenset[Checked]) -> frozenset[Checked] | NoAnswer:
        """The checks for which step(k) holds on its own; those in ``proved`` are not asked about again.

        A run ends with the first check that fails, so each check may rely on all others in the segments before.
        """
        found: dict[Checked, bool] = {}
        for place in self.segments.places:
            for check, failure in self.chain(place).layer(k).failures.items():
                if check in proved or not found.get(check, True):
                    continue
                answer = self.ask(place, k, failure)
                if isinstance(answer, NoAnswer):
                    return answer
                found[check] = isinstance(answer, Unsat)
        return proved | {check for check, holds in found.items() if holds}

    def holds(self, k: int, proved: frozenset[Checked] = frozenset()) -> bool | NoAnswer:
        """Whether step(k) is unsatisfiable from every cut point, or loop by loop; checks in ``proved`` cannot fail."""
        if self.summaries is not None:
            answer = self.check(self.summaries.failure(k, self.invariants), purpose="inductive step, loop by loop")
            return answer if isinstance(answer, NoAnswer) else isinstance(answer, Unsat)
        for place in self.segments.places:
            failures = self.chain(place).layer(k).failures
            open_failures = (term for check, term in failures.items() if check not in proved)
            match self.ask(place, k, or_(*open_failures, self.breaks(place, k))):
                case Sat():
                    return False
                case NoAnswer() as unknown:
                    return unknown
                case Unsat():
                    pass
        return True

    def is_inductive(self, edges: Sequence[Edge]) -> bool:
        """Whether every edge keeps the invariants."""
        return all(isinstance(self.check(edge.breaks(self.invariants), purpose="invariants"), Unsat) for edge in edges)


def _repetition(chain: Chain, k: int, model: Model) -> Term | None:
    """Two equal states that the run of ``model`` passes in its first k - 1 segments, as a formula."""
    evaluator = Evaluator(model.value)
    passed: list[tuple[Place, Arrival]] = []
    for number in range(k):
        here = next(((p, a) for p, a in chain.arrivals(number).items() if evaluator.value(a.guard)), None)
        if here is None:
            return None
        for place, before in passed:
            if place == here[0]:
                same = here[1].equals(before)
                if evaluator.value(same):
                    return same
        passed.append(here)
    return None
