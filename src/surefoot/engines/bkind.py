"""Bidirectional k-induction (Gadelha 2019, section 4.3): the failed inductive step is a search backwards from the failure.

A run that fails the step ends in a failure but starts anywhere: its first state is a target. The base case then also asks whether a run
from the entry meets a target, which joins the two halves:

base(k):     some run fails a check within k rounds of each loop, or is in a target at one of its first k + 1 cut points   sat   => unsafe
step(k):     from some state, k - 1 segments pass without failure and the next fails, or ends in a target (cumulative)     unsat => safe

Thus a violation at depth K is met at about K/2, with cumulative targets at about the square root of 2K. Whole states are compared. Where
the halves meet, the second half is run again from the first as one formula, so the trace is one run whatever the target left out.
"""

from contextlib import closing
from dataclasses import dataclass
from typing import ClassVar

from surefoot.budget import Budget
from surefoot.engines.bounded_search import BoundedSearch, gave_up
from surefoot.engines.induction_step import InductiveStep
from surefoot.engines.kinduction import KInduction, certificate
from surefoot.engines.ranges import Positive
from surefoot.engines.strengthening import Strengthening
from surefoot.engines.targets import Target, target_of
from surefoot.events import BoundRaised, Watcher
from surefoot.evidence.claims import Claim, ClaimsSafe, ClaimsUnsafe, GaveUp, Goal, Why
from surefoot.logic import FALSE, Term, not_, or_, substitute
from surefoot.solvers.contracts import Answer, Model, NoAnswer, Sat, Solver, Unsat
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.cutpoints import CutpointGraph, NoFiniteShape, Place
from surefoot.systems.layout import Layout
from surefoot.systems.read_trace import read_trace
from surefoot.systems.segments import Arrival, Segments


@dataclass(frozen=True, slots=True)
class BidirectionalKInduction:
    """k-induction whose failed steps become targets of the search forwards; meets violations half way."""

    name: ClassVar[str] = "bkind"
    max_k: Positive = 20
    """Give up beyond this k."""
    invariants: bool = True
    """Strengthen the step with invariants, as far as they are inductive."""
    simple_path: bool = True
    """Let the step start only runs that never come back to a state they were in: others do not lead backwards."""
    cumulative: bool = True
    """Keep all targets and let the step aim at them; otherwise only the last one of each cut point is kept."""
    generalise: bool = True
    """Leave out of a target what its failure does not depend on."""

    def run(self, goal: Goal, solvers: SolverFactory, budget: Budget, on_event: Watcher) -> Claim:
        """Decide ``goal`` by bidirectional k-induction; see the module."""
        try:
            graph = CutpointGraph(goal.program, goal.checked, budget)
        except NoFiniteShape:
            return KInduction(self.max_k).run(goal, solvers, budget, on_event)
        search = BoundedSearch(goal, solvers, on_event)
        segments = Segments(graph, goal.checked, budget)
        with closing(solvers.new()) as solver, closing(solvers.new()) as forward:
            known = Strengthening(segments, goal, solvers, budget).guess() if self.invariants else {}
            backwards = _Backwards(self, goal, InductiveStep(segments, solver, known, simple_paths=self.simple_path))
            meeting = _Meeting(goal, segments, forward, budget)
            for k in range(1, self.max_k + 1):
                on_event(BoundRaised(self.name, k))
                search.unrolling.extend(k, budget)
                claim = search.base() or search.forward() or meeting.look_for(backwards, k)
                if claim is not None:
                    return claim
                holds = backwards.advance(k)
                if isinstance(holds, GaveUp):
                    return holds
                if holds:
                    return search.undefined() or ClaimsSafe(certificate(backwards.step, k, budget))
        return GaveUp(Why.BOUND, f"neither inductive nor met half way for k up to {self.max_k}", "raise max-k")


class _Backwards:
    """The inductive steps, and the targets that they leave."""

    def __init__(self, options: BidirectionalKInduction, goal: Goal, step: InductiveStep) -> None:
        self.step = step
        self.targets: list[Target] = []
        self._options = options
        self._violations = goal.checked.violations

    def advance(self, k: int) -> bool | GaveUp:
        """Ask step(k): whether it holds; if not, there are new targets, unless only undefined behaviour is in the way."""
        holds = True
        found: list[Target] = []
        for place in self.step.segments.places:
            failures = self.step.chain(place).layer(k).failures
            violation = or_(*(term for check, term in failures.items() if check.kind in self._violations))
            undefined = or_(*(term for check, term in failures.items() if check.kind not in self._violations))
            for failure in (or_(violation, self.step.breaks(place, k)), undefined):
                answer = self.step.ask(place, k, failure)
                if isinstance(answer, NoAnswer):
                    return gave_up(answer.reason)
                if isinstance(answer, Sat):
                    holds = False
                    if failure is not undefined:
                        found.append(self._target(place, k, failure, answer.model))
                    break
        self._keep(found)
        return holds

    def give_up(self, target: Target) -> None:
        """Forget ``target``."""
        self.targets.remove(target)
        lemmas = self.step.lemmas.get(target.place, ())
        self.step.lemmas[target.place] = tuple(each for each in lemmas if each is not not_(target.states))

    def _target(self, place: Place, k: int, failure: Term, model: Model) -> Target:
        farthest = max((each.distance for each in self.targets), default=0) if self._options.cumulative else 0
        widen = self._options.generalise
        return target_of(self.step, place, failure, model, k + farthest, widen=widen)

    def _keep(self, found: list[Target]) -> None:
        if not self._options.cumulative:
            places = {each.place for each in found}
            self.targets = [each for each in self.targets if each.place not in places]
        self.targets += found
        if self._options.cumulative:
            for each in found:
                known = self.step.lemmas.get(each.place, ())
                self.step.lemmas[each.place] = (*known, not_(each.states))


class _Meeting:
    """The search forwards: runs from the entry, cut point by cut point, and whether they are in a target."""

    def __init__(self, goal: Goal, segments: Segments, solver: Solver, budget: Budget) -> None:
        self._goal = goal
        self._graph = segments.graph
        self._segments = segments
        self._solver = solver
        self._budget = budget
        self._layout = Layout(segments.graph.book)
        self._chain = segments.chain(None, {})
        self._asked: dict[Target, int] = {}

    def look_for(self, backwards: _Backwards, k: int) -> Claim | None:
        """Whether a run is in a target at one of its first ``k`` + 1 cut points, and what follows.

        A target from which no violation follows after all is given up.
        """
        for target in list(backwards.targets):
            for number in range(self._asked.get(target, 0) + 1, k + 2):
                arrival = self._chain.arrivals(number).get(target.place)
                if arrival is None:
                    continue
                match self._ask(arrival.satisfies(target.states)):
                    case Sat():
                        claim = self._joined(target, number, arrival)
                        if claim is not None:
                            return claim
                        backwards.give_up(target)
                        break
                    case NoAnswer(reason):
                        return gave_up(reason)
                    case Unsat():
                        pass
            self._asked[target] = k + 1
        return None

    def _joined(self, target: Target, number: int, arrival: Arrival) -> Claim | None:
        """The run that goes on from ``arrival`` in ``target`` to the failure that follows."""
        choices = [choice for each in range(1, number + 1) for choice in self._chain.layer(each).choices]
        states = [arrival.state.fork(substitute(target.states, arrival.values))]
        for _ in range(target.distance):
            passage = self._graph.passage(states, self._budget)
            choices += passage.choices
            failure = or_(*(each.failure for each in passage.obligations if each.kind in self._goal.checked.violations))
            answer = self._ask(failure)
            if isinstance(answer, Sat):
                formulas = (failure, *self._layout.facts)
                return ClaimsUnsafe(read_trace(self._goal.program, self._graph.book, choices, answer.model, formulas))
            if isinstance(answer, NoAnswer):
                return gave_up(answer.reason)
            states = list(passage.arrivals.values())
        return None

    def _ask(self, formula: Term) -> Answer:
        if formula is FALSE:
            return Unsat()
        for fact in self._layout.facts_for(formula):
            self._solver.add(fact)
        return self._solver.check([formula], purpose="targets")
