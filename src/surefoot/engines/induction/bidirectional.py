"""Bidirectional k-induction (Gadelha 2019, section 4.3): the failed inductive step is a backward
search from the failure.

A run that fails the step ends in a failure but starts in any state; its first state becomes a
target. The base case also searches for runs from the entry to a target, which joins the two
halves:

base(k):  some run fails a check within k iterations of each loop,
          or is in a target after one of its first k + 1 steps                       sat   => unsafe
step(k):  from some state, k - 1 steps pass without failure and the next fails,
          or ends in a target (cumulative)                                           unsat => safe

A violation at depth K is met at about K/2, with cumulative targets at about the square root of
2K. Whole states are compared. Where the halves meet, one formula for the whole run is solved, so
the trace is a run even if the target is partial.

Targets: states at a location from which a failure follows, from failed inductive steps.

A target is the start of a partial counterexample. It constrains every live variable and memory
cell of the location, the elements of arrays that the failure reads, and the parameters that the
failure mentions.
"""

from collections.abc import Generator, Iterator
from typing import ClassVar

from surefoot.base.events import BoundRaised
from surefoot.base.records import dataclass
from surefoot.discharge.system_solver import SystemSolver
from surefoot.engines.bounded_search import BoundedSearch
from surefoot.engines.contracts import Count
from surefoot.engines.induction.engine import KInduction, depths
from surefoot.engines.induction.evidence import certificate, first_failure
from surefoot.engines.induction.inductive_step import InductiveStep
from surefoot.engines.induction.strengthening import Strengthening
from surefoot.engines.searches import claim_about, gave_up
from surefoot.engines.tasks import EngineTask, SystemTask
from surefoot.evidence.claims import Claim, ClaimsSafe, GaveUp, Why
from surefoot.logic import ArraySort, Evaluator, Op, Term, and_, constant, eq, not_, or_, select, variables_of
from surefoot.smt.contracts import Model, NoAnswer, Sat, Unsat
from surefoot.systems.control.unfolding import Arrival, Unfolding
from surefoot.systems.encode.encoding import Encoding


@dataclass(frozen=True, slots=True)
class Target:
    """Target: from every state at ``location`` that satisfies ``states``, some run fails within
    ``distance`` steps.
    """

    location: str
    states: Term
    distance: int


def target_of(step: InductiveStep, name: str, failure: Term, model: Model, distance: int, *, widen: bool) -> Target:
    """Return the first state of the run of ``model``; with ``widen``, only conditions that its
    failure depends on.

    Requires: ``model`` satisfies ``failure``, whose runs start at ``name``
    """
    evaluator = Evaluator(model.value)
    mentioned = dict.fromkeys(variables_of(failure))
    symbols = dict.fromkeys(step.system.location(name).symbols)
    rigid = set(step.system.parameters).intersection(mentioned)
    chosen: list[Term] = []
    state: list[Term] = []
    for symbol in dict.fromkeys((*symbols, *mentioned)):
        literals = state if symbol in symbols or symbol in rigid else chosen
        if isinstance(symbol.sort, ArraySort):
            literals += _elements(symbol, symbol.sort, failure, evaluator)
        else:
            literals.append(eq(symbol, constant(evaluator.value(symbol), symbol.sort)))
    if widen:
        state = _needed(step, state, [not_(failure), *chosen])
    return Target(name, and_(*state), distance)


def _elements(array: Term, sort: ArraySort, failure: Term, state: Evaluator) -> list[Term]:
    """Return equations for the elements of ``array`` that ``failure`` reads."""
    indices = {
        constant(state.value(at), at.sort): None
        for read, at in _reads(failure)
        if at.sort is sort.index and array in variables_of(read)  # it may be mentioned in an index only
    }
    elements = (select(array, index) for index in indices)
    return [eq(element, constant(state.value(element), element.sort)) for element in elements]


def _reads(formula: Term) -> Iterator[tuple[Term, Term]]:
    """Yield the arrays that ``formula`` reads, each with an index."""
    seen: set[Term] = set()
    todo = [formula]
    while todo:
        term = todo.pop()
        if term not in seen:
            seen.add(term)
            todo.extend(term.args)
            if term.op is Op.SELECT:
                yield term.args[0], term.args[1]


def _needed(step: InductiveStep, state: list[Term], others: list[Term]) -> list[Term]:
    """Return literals of ``state`` that imply the failure for the same choices of the run."""
    answer = step.check(*others, *state, purpose="targets")
    if not isinstance(answer, Unsat):
        return state
    core = set(answer.core)
    return [literal for literal in state if literal in core]


@dataclass(frozen=True, slots=True)
class BidirectionalKInduction:
    """k-induction whose failed steps become targets of the forward search; finds proofs and
    violations.
    """

    name: ClassVar[str] = "bkind"
    view: ClassVar[type[EngineTask]] = SystemTask
    max_k: Count = 0
    """Maximal k; 0 means no maximum."""
    invariants: bool = True
    """Strengthen the step with inductive invariants."""
    simple_path: bool = True
    """Consider only runs without repeated states in the step."""
    cumulative: bool = True
    """Keep all targets, and let the step end in them, too; otherwise only the last target of each
    location is kept.
    """
    generalise: bool = True
    """Drop conditions of a target that its failure does not depend on."""

    search: bool = True
    """Query the base case and the forward condition, too; without it, only steps and targets."""

    def substitute(self) -> KInduction | None:
        """Return k-induction up to the same k, if violations are searched for."""
        return KInduction(self.max_k) if self.search else None

    def claims(self, task: SystemTask) -> Iterator[Claim]:
        """Yield a claim, after claims about parts of the checks; see the module."""
        yield (yield from self._claim(task))

    def _claim(self, task: SystemTask) -> Generator[Claim, None, Claim]:
        system, solvers, budget = task.system, task.solvers, task.budget
        search = BoundedSearch(task) if self.search else None
        known = Strengthening(task).simple() if self.invariants else {}
        step = InductiveStep(system, SystemSolver(system, solvers.new()), known, simple_paths=self.simple_path)
        backwards = _Backwards(self, step)
        meeting = _Meeting(task.encoding, SystemSolver(system, solvers.new()))
        for k in depths(self.max_k):
            task.on_event(BoundRaised(self.name, k))
            claim = (yield from search.advance_by_parts(k)) if search is not None else None
            claim = claim or meeting.advance(backwards, k)
            if claim is not None:
                return claim
            holds = backwards.advance(k)
            if isinstance(holds, GaveUp):
                return holds
            if holds:
                return meeting.failure_within(k) or ClaimsSafe(certificate(step, k, budget))
            budget.spend()
        return GaveUp(Why.BOUND, f"not inductive, and no violation found, for k up to {self.max_k}", "raise max-k")


class _Backwards:
    """Inductive steps and their targets."""

    def __init__(self, options: BidirectionalKInduction, step: InductiveStep) -> None:
        self.step = step
        self.targets: list[Target] = []
        self._options = options

    def advance(self, k: int) -> bool | GaveUp:
        """Query step(k), and add targets for its failures; return whether it holds.

        Only failures that are violations give targets.
        """
        holds = True
        found: list[Target] = []
        for name in self.step.system.names:
            layer = self.step.unfolding(name).layer(k)
            undefined = layer.undefined
            for failure in (or_(layer.violation, self.step.breaks(name, k)), undefined):
                answer = self.step.query(name, k, failure)
                if isinstance(answer, NoAnswer):
                    return gave_up(answer.reason)
                if isinstance(answer, Sat):
                    holds = False
                    if failure is not undefined:
                        found.append(self._target(name, k, failure, answer.model))
                    break
        self._keep(found)
        return holds

    def drop(self, target: Target) -> None:
        """Drop ``target``."""
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
    """Forward search: runs from the entry to a target."""

    def __init__(self, encoding: Encoding, solver: SystemSolver) -> None:
        self._encoding = encoding
        self._solver = solver
        self._entry = Unfolding(encoding.system)
        self._searched_up_to: dict[Target, int] = {}

    def failure_within(self, k: int) -> Claim | None:
        """Return the claim about a failure within the first ``k`` steps of a run, if there is one."""
        return first_failure(self._entry, k, self._solver, self._encoding)

    def advance(self, backwards: _Backwards, k: int) -> Claim | None:
        """Return the claim about a run through a target after one of its first ``k`` + 1 steps, if
        there is one.

        A target from which no violation follows is dropped.
        """
        for target in list(backwards.targets):
            for number in range(self._searched_up_to.get(target, 0) + 1, k + 2):
                arrival = self._entry.arrivals(number).get(target.location)
                if arrival is None:
                    continue
                match self._solver.check([arrival.satisfies(target.states)], purpose="targets"):
                    case Sat():
                        claim = self._joined(target, number, arrival)
                        if claim is not None:
                            return claim
                        backwards.drop(target)
                        break
                    case NoAnswer(reason):
                        return gave_up(reason)
                    case Unsat():
                        pass
            self._searched_up_to[target] = k + 1
        return None

    def _joined(self, target: Target, number: int, arrival: Arrival) -> Claim | None:
        """Return the claim about the run that continues from ``arrival`` in ``target`` to the
        violation.
        """
        met = arrival.satisfies(target.states)
        for length in range(number + 1, number + target.distance + 1):
            violation = and_(met, self._entry.layer(length).violation)
            match self._solver.check([violation], purpose="targets"):
                case Sat(model):
                    run = self._entry.run_of(model, length, (violation, *self._solver.facts))
                    return claim_about(run, self._encoding)
                case NoAnswer(reason):
                    return gave_up(reason)
                case Unsat():
                    pass
        return None
