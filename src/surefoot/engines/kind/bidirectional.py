"""Bidirectional k-induction (Gadelha 2019, section 4.3): the failed inductive step is a search backwards from the failure.

A run that fails the step ends in a failure but starts anywhere: its first state is a target. The base case then also asks whether a run
from the entry meets a target, which joins the two halves:

base(k):     some run fails a check within k rounds of each loop, or is in a target after one of its first k + 1 steps   sat   => unsafe
step(k):     from some state, k - 1 steps pass without failure and the next fails, or ends in a target (cumulative)      unsat => safe

Thus a violation at depth K is met at about K/2, with cumulative targets at about the square root of 2K. Whole states are compared. Where
the halves meet, the second half is run again from the first as one formula, so the trace is one run whatever the target left out.
"""

from collections.abc import Iterator
from typing import ClassVar

from surefoot.base.events import BoundRaised
from surefoot.base.records import dataclass
from surefoot.discharge.system_solver import SystemSolver
from surefoot.engines.bmc.bounded_search import BoundedSearch, gave_up
from surefoot.engines.failing_runs import claim_about
from surefoot.engines.induction.evidence import certificate, first_failure
from surefoot.engines.induction.inductive_step import InductiveStep
from surefoot.engines.induction.strengthening import Strengthening
from surefoot.engines.kind.engine import KInduction
from surefoot.engines.kind.targets import Target, target_of
from surefoot.engines.option_ranges import Positive
from surefoot.engines.tasks import EngineTask, SystemTask
from surefoot.evidence.claims import Claim, ClaimsSafe, GaveUp, Why
from surefoot.logic import Term, and_, not_, or_
from surefoot.smt.contracts import Model, NoAnswer, Sat, Unsat
from surefoot.systems.control.unfolding import Arrival, Unfolding
from surefoot.systems.encode.encoding import Encoding


@dataclass(frozen=True, slots=True)
class BidirectionalKInduction:
    """k-induction whose failed steps become targets of the search forwards; meets violations half way."""

    name: ClassVar[str] = "bkind"
    view: ClassVar[type[EngineTask]] = SystemTask
    max_k: Positive = 20
    """Give up beyond this k."""
    invariants: bool = True
    """Strengthen the step with invariants, as far as they are inductive."""
    simple_path: bool = True
    """Let the step start only runs that never come back to a state they were in: others do not lead backwards."""
    cumulative: bool = True
    """Keep all targets and let the step aim at them; otherwise only the last one of each location is kept."""
    generalise: bool = True
    """Leave out of a target what its failure does not depend on."""

    search: bool = True
    """Ask for violations and for the end of all runs within k rounds of each loop; without it, only steps and targets are asked about."""

    def substitute(self) -> KInduction | None:
        """Return k-induction up to the same k, if violations are searched for."""
        return KInduction(self.max_k) if self.search else None

    def claims(self, task: SystemTask) -> Iterator[Claim]:
        """Yield one claim; see the module."""
        yield self._claim(task)

    def _claim(self, task: SystemTask) -> Claim:
        system, solvers, budget = task.system, task.solvers, task.budget
        search = BoundedSearch(task) if self.search else None
        known = Strengthening(task).simple() if self.invariants else {}
        step = InductiveStep(system, SystemSolver(system, solvers.new()), known, simple_paths=self.simple_path)
        backwards = _Backwards(self, step)
        meeting = _Meeting(task.encoding, SystemSolver(system, solvers.new()))
        for k in range(1, self.max_k + 1):
            task.on_event(BoundRaised(self.name, k))
            claim = search.advance(k) if search is not None else None
            claim = claim or meeting.look_for(backwards, k)
            if claim is not None:
                return claim
            holds = backwards.advance(k)
            if isinstance(holds, GaveUp):
                return holds
            if holds:
                return meeting.failure_within(k) or ClaimsSafe(certificate(step, k, budget))
            budget.spend()
        return GaveUp(Why.BOUND, f"neither inductive nor met half way for k up to {self.max_k}", "raise max-k")


class _Backwards:
    """The inductive steps, and the targets that they leave."""

    def __init__(self, options: BidirectionalKInduction, step: InductiveStep) -> None:
        self.step = step
        self.targets: list[Target] = []
        self._options = options

    def advance(self, k: int) -> bool | GaveUp:
        """Ask step(k): whether it holds; if not, there are new targets, unless only undefined behaviour is in the way."""
        holds = True
        found: list[Target] = []
        for name in self.step.system.names:
            layer = self.step.unfolding(name).layer(k)
            undefined = layer.undefined
            for failure in (or_(layer.violation, self.step.breaks(name, k)), undefined):
                answer = self.step.ask(name, k, failure)
                if isinstance(answer, NoAnswer):
                    return gave_up(answer.reason)
                if isinstance(answer, Sat):
                    holds = False
                    if failure is not undefined:
                        found.append(self._target(name, k, failure, answer.model))
                    break
        self._keep(found)
        return holds

    def give_up(self, target: Target) -> None:
        """Forget ``target``."""
        self.targets.remove(target)
        lemmas = self.step.lemmas.get(target.location, ())
        self.step.lemmas[target.location] = tuple(each for each in lemmas if each is not not_(target.states))

    def _target(self, name: str, k: int, failure: Term, model: Model) -> Target:
        farthest = max((each.distance for each in self.targets), default=0) if self._options.cumulative else 0
        widen = self._options.generalise
        return target_of(self.step, name, failure, model, k + farthest, widen=widen)

    def _keep(self, found: list[Target]) -> None:
        if not self._options.cumulative:
            names = {each.location for each in found}
            self.targets = [each for each in self.targets if each.location not in names]
        self.targets += found
        if self._options.cumulative:
            for each in found:
                known = self.step.lemmas.get(each.location, ())
                self.step.lemmas[each.location] = (*known, not_(each.states))


class _Meeting:
    """The search forwards: runs from the entry, step by step, and whether they are in a target."""

    def __init__(self, translation: Encoding, solver: SystemSolver) -> None:
        self._translation = translation
        self._solver = solver
        self._entry = Unfolding(translation.system)
        self._asked: dict[Target, int] = {}

    def failure_within(self, k: int) -> Claim | None:
        """The failure of a run within its first ``k`` steps, if there is one."""
        return first_failure(self._entry, k, self._solver, self._translation)

    def look_for(self, backwards: _Backwards, k: int) -> Claim | None:
        """Whether a run is in a target after one of its first ``k`` + 1 steps, and what follows.

        A target from which no violation follows after all is given up.
        """
        for target in list(backwards.targets):
            for number in range(self._asked.get(target, 0) + 1, k + 2):
                arrival = self._entry.arrivals(number).get(target.location)
                if arrival is None:
                    continue
                match self._solver.check([arrival.satisfies(target.states)], purpose="targets"):
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
        """The run that goes on from ``arrival`` in ``target`` to the violation that follows."""
        met = arrival.satisfies(target.states)
        for length in range(number + 1, number + target.distance + 1):
            violation = and_(met, self._entry.layer(length).violation)
            match self._solver.check([violation], purpose="targets"):
                case Sat(model):
                    run = self._entry.run_of(model, length, (violation, *self._solver.facts))
                    return claim_about(run, self._translation)
                case NoAnswer(reason):
                    return gave_up(reason)
                case Unsat():
                    pass
        return None
