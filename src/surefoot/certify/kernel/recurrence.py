"""Checker of closed recurrent sets: some run reaches the set, and no run by the strategy leaves it.

The program is encoded anew, and its control system has to be exact. The evidence is accepted if

    the system has the run of the evidence, whose parameters satisfy all facts;
    the k-inductive checker accepts the proof about the system that starts where this run ends,
    with the values of the parameters and the inputs of the strategy put in, and fails in each
    state from which no edge leads to a location of the strategy, or one to an error is enabled;
    the interpreter, on the original program, passes the locations of the run and of its
    continuation by the strategy, with the same values of variables.

Every edge is at least one step of the program. So the run that follows the strategy never ends. It
must not depend on havocked library results or on the bits of NaNs.
"""

from collections.abc import Mapping, Sequence

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass
from surefoot.certify.context import JudgeContext
from surefoot.certify.corroborate.havocked_results import HavockedFunction, HavockObserver
from surefoot.certify.corroborate.lockstep import Expectations
from surefoot.certify.kernel.finding import Accepted, Rejected, Unconfirmed
from surefoot.certify.kernel.k_inductive import check_system
from surefoot.certify.limits import LIMITS
from surefoot.evidence.claims import Lasso, Recurrent
from surefoot.logic import (
    FALSE,
    TRUE,
    Evaluator,
    Term,
    Value,
    constant,
    default_value,
    not_,
    or_,
    substitute,
    variables_of,
)
from surefoot.logic.values import same_value
from surefoot.program.program import Function, Program
from surefoot.program.statements import Check, CheckKind, Havoc, Origin
from surefoot.program.trace import Trace
from surefoot.semantics.interpreter import (
    ConcreteObject,
    Halt,
    Machine,
    Outcome,
    TraceChoices,
    Violated,
    run,
)
from surefoot.semantics.memory.bits import is_nan_choice
from surefoot.semantics.memory.objects import MemoryObject
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import NoSuchRun, Run, Step, states_along
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, Error, Location
from surefoot.systems.encode.concrete_states import place_of
from surefoot.systems.encode.encoding import Disagreement, NotEncodable
from surefoot.systems.encode.matching import ConcreteValues, global_symbols
from surefoot.systems.encode.program_system import ProgramSystem

STAYS = "a run stays in a recurrent set"
_State = Mapping[Term, Value]


@dataclass(frozen=True, slots=True)
class Stays:
    """A run stays in the set for ever: `end` is where it first came back to the location of
    `shown`, its stem and one round; `havocked` library results may lie on the way.
    """

    shown: Lasso
    end: Violated
    havocked: tuple[HavockedFunction, ...]
    confirmed: Accepted
    encoding: ProgramSystem


def check_recurrent(
    evidence: Recurrent, context: JudgeContext, solvers: SolverFactory, budget: Budget
) -> Stays | Rejected | Unconfirmed:
    """Check that the program of `context` has an infinite run by `evidence`."""
    goal = context.goal
    encoding = context.encoding(budget)
    if isinstance(encoding, NotEncodable):
        return Rejected(f"the program has no control system: {encoding.reason}")
    if not isinstance(encoding, ProgramSystem) or encoding.program is not goal.program or not encoding.is_exact:
        return Rejected("not every run of the control system is one of the program")
    system = encoding.system
    state = _end_of(system, evidence.run)
    wrong = state if isinstance(state, str) else _mismatch(system, evidence)
    if isinstance(state, str) or wrong is not None:
        return Rejected(str(wrong))
    staying = staying_system(system, evidence, state)
    finding = check_system(staying, evidence.proof, solvers, budget)
    if not isinstance(finding, Accepted):
        return finding
    return _replayed(encoding, evidence, context, finding)


def parameters_of(system: ControlSystem, run_of_system: Run) -> dict[Term, Value]:
    """Return values of all parameters; those that the run leaves open are 0."""
    given = run_of_system.parameters
    return {symbol: given.get(symbol, default_value(symbol.sort)) for symbol in system.parameters}


def staying_system(system: ControlSystem, evidence: Recurrent, state: _State) -> ControlSystem:
    """Return the system that starts in `state` and fails where a run by the strategy of `evidence`
    stops or leaves its locations.

    Requires: `state` is that at the end of the run of `evidence`.
    """
    given = {symbol: constant(value, symbol.sort) for symbol, value in parameters_of(system, evidence.run).items()}
    start = evidence.run.steps[-1].edge.destination
    edges = [Edge(ENTRY, start, TRUE, {symbol: constant(value, symbol.sort) for symbol, value in state.items()})]
    locations = [Location(ENTRY)]
    for name, chosen in evidence.strategy.items():
        here = system.location(name)
        inputs = {
            symbol: substitute(chosen[symbol], given)
            if symbol in chosen
            else constant(default_value(symbol.sort), symbol.sort)
            for symbol in here.inputs
        }
        put_in: dict[Term, Term] = {**given, **inputs}
        memo: dict[Term, Term] = {}
        stays: list[Term] = []
        fails: list[Term] = []
        for edge in system.edges_from(name):
            guard = substitute(edge.guard, put_in, memo)
            if isinstance(edge.target, Error):
                fails.append(guard)
            elif isinstance(edge.target, str) and edge.target in evidence.strategy:
                stays.append(guard)
                update = {symbol: substitute(value, put_in, memo) for symbol, value in edge.update.items()}
                edges.append(Edge(name, edge.target, guard, update))
        error = Error(CheckKind.NON_TERMINATION, f"end of the stay at {name}", here.span, name, is_violation=True)
        edges.append(Edge(name, error, or_(not_(or_(*stays)), *fails)))
        locations.append(Location(name, here.variables, (), substitute(here.domain, given), here.span))
    return ControlSystem((), (), tuple(locations), tuple(edges))


def _end_of(system: ControlSystem, found: Run) -> dict[Term, Value] | str:
    """Return the state at the end of a run of `system`; a text says why it is none."""
    if not found.steps or not isinstance(found.steps[-1].edge.target, str):
        return "the run does not end at a location"
    parameters = Evaluator(parameters_of(system, found).__getitem__)
    if not all(parameters.value(fact.formula) for fact in system.facts):
        return "the parameters contradict the facts about them"
    try:
        last = states_along(system, found)[-1]
    except NoSuchRun as reason:
        return f"the system does not have the run: {reason}"
    return {symbol: last.value(value) for symbol, value in found.steps[-1].edge.update.items()}


def _mismatch(system: ControlSystem, evidence: Recurrent) -> str | None:
    """Return why the strategy cannot be about `system`; `None` if it can."""
    if evidence.run.steps[-1].edge.destination not in evidence.strategy:
        return "the run does not end at a location of the strategy"
    for name, chosen in evidence.strategy.items():
        if name not in system or name == ENTRY:
            return f"the program has no location {name}"
        location = system.location(name)
        known = {*location.symbols, *system.parameters}
        for symbol, term in chosen.items():
            if (
                symbol not in location.inputs
                or term.sort is not symbol.sort
                or not known.issuperset(variables_of(term))
            ):
                return f"the strategy at {name} does not give {symbol} a value of the state there: {term}"
        if any(is_nan_choice(symbol) for symbol in location.inputs):
            return f"steps from {name} depend on the bits of a NaN, which C does not specify"
    return None


def continued(
    system: ControlSystem, evidence: Recurrent, rounds: int, most_steps: int
) -> tuple[Run, Sequence[int]] | str:
    """Return the run of `evidence`, continued by its strategy for `rounds` rounds, or fewer if
    these take more than `most_steps`; and for each round the number of steps of the run at its end.

    A round ends where the continuation gets back to the location at the end of the run of
    `evidence`. Return a reason if that cannot be computed.
    """
    state = _end_of(system, evidence.run)
    if isinstance(state, str):
        return state
    parameters = parameters_of(system, evidence.run)
    steps = list(evidence.run.steps)
    start = name = steps[-1].edge.destination
    here: _State = state
    arrivals: list[int] = []
    for _ in range(most_steps):
        known = {**parameters, **here}
        own = Evaluator(known.__getitem__)
        inputs: dict[Term, Value] = {
            symbol: own.value(evidence.strategy[name][symbol])
            if symbol in evidence.strategy[name]
            else default_value(symbol.sort)
            for symbol in system.location(name).inputs
        }
        now = Evaluator({**known, **inputs}.__getitem__)
        edge = next(
            (each for each in system.edges_from(name) if isinstance(each.target, str) and now.value(each.guard)), None
        )
        if edge is None:
            return f"no step leads from {name} to a location"
        steps.append(Step(edge, inputs))
        here = {symbol: now.value(value) for symbol, value in edge.update.items()}
        name = edge.destination
        if name == start:
            arrivals.append(len(steps))
            if len(arrivals) == rounds:
                break
    if not arrivals:
        return f"the run does not come back to {start} soon"
    return Run(evidence.run.parameters, tuple(steps[: arrivals[-1]])), arrivals


def _replayed(
    encoding: ProgramSystem, evidence: Recurrent, context: JudgeContext, confirmed: Accepted
) -> Stays | Rejected:
    """Replay the run of `evidence` and two rounds by its strategy on the program."""
    goal = context.goal
    found = continued(encoding.system, evidence, 2, LIMITS.recurrent_steps)
    if isinstance(found, str):
        return Rejected(found)
    longer, arrivals = found
    if len(arrivals) < 2:
        return Rejected("the run does not come back to the same location twice soon")
    length = arrivals[0] - len(evidence.run.steps)
    trace = encoding.trace_of(longer)
    if trace.depends_on_nan_bits:
        return Rejected("the run depends on the bits of a NaN, which C does not specify")
    havocks = HavockObserver(goal.program)
    comparison = _Comparison(encoding, context, longer, trace, len(evidence.run.steps), length)
    outcome: Outcome = run(
        goal.program,
        goal.checked,
        TraceChoices(trace),
        max_steps=LIMITS.replay_steps,
        observer=havocks,
        visitor=comparison,
        generated_code=context.code,
    )
    if comparison.wrong:
        return Rejected(f"the replay differs from the run: {comparison.wrong}")
    if not isinstance(outcome, Violated) or outcome.kind is not CheckKind.NON_TERMINATION:
        return Rejected(f"the replay ends before two rounds are over: {outcome}")
    first, second = comparison.visits
    shown = Lasso(trace, 0, comparison.place, first, second)
    havocked = havocks.all() or tuple(HavockedFunction(each, has_model=False) for each in unmodelled(goal.program))
    return Stays(shown, outcome, havocked, confirmed, encoding)


def unmodelled(program: Program) -> Sequence[str]:
    """Return the library functions whose results the program havocs."""
    return tuple(
        dict.fromkeys(
            statement.source
            for function in program.functions.values()
            for block in function.blocks.values()
            for statement in block.statements
            if isinstance(statement, Havoc) and statement.origin is Origin.UNMODELLED
        )
    )


class _Comparison:
    """Visitor that compares a replay with a run of the control system, and ends it after the last
    step of that run.
    """

    def __init__(
        self, encoding: ProgramSystem, context: JudgeContext, expected: Run, trace: Trace, stem: int, length: int
    ) -> None:
        self._encoding = encoding
        self._expectations = Expectations(encoding, context.goal.checked, {}, {})
        self._trace = trace
        self._stem = stem
        self._length = length
        states = states_along(encoding.system, expected)
        self._coming = [
            (each.edge.destination, {symbol: now.value(value) for symbol, value in each.edge.update.items()})
            for each, now in zip(expected.steps, states, strict=True)
        ]
        self._parameters = dict(expected.parameters)
        self._passed = 0
        self._counts: dict[tuple[str, str], int] = {}
        self._symbols: ConcreteValues = {}
        self._objects: dict[MemoryObject, ConcreteObject] = {}
        self._allocated: list[ConcreteObject] = []
        self.wrong = ""
        """The first difference between the replay and the run."""
        self.place = ("", "")
        """Function and block at which a round begins and ends."""
        self.visits = (0, 0)
        """The numbers of the visits there before and after the first round."""

    def is_visited(self, function: Function, label: str) -> bool:
        """Return whether the block is a loop head: those are locations."""
        return self._expectations.is_loop_head(function, label)

    def on_start(self, machine: Machine) -> None:
        """Compare the parameters of the system with the replay."""
        self._symbols, self._objects = global_symbols(machine, self._trace, self._encoding.graph.book)
        for symbol, value in self._parameters.items():
            if symbol in self._symbols and not same_value(self._symbols[symbol], value, symbol.sort):
                self.wrong = f"{symbol} differs"

    def on_object(self, created: ConcreteObject) -> None:
        """Record an object: the first ones may be alive at locations."""
        self._allocated.append(created)

    def on_block(self, machine: Machine, label: str) -> None:
        """Compare the location and the state with the next ones of the run."""
        function = machine.frames[-1].code.function
        place = (function.name, label)
        self._counts[place] = self._counts.get(place, 0) + 1
        name = self._expectations.names.get(place_of(machine, label))
        expected, values = self._coming[self._passed]
        self._passed += 1
        if not self.wrong:
            self.wrong = self._difference(machine, name, expected, values) or ""
        if self._passed == self._stem:
            self.place, self.visits = place, (self._counts[place], 0)
        elif self._passed == self._stem + self._length:
            self.visits = self.visits[0], self._counts[place]
        if self.wrong or self._passed == len(self._coming):
            statement = Check(FALSE, CheckKind.NON_TERMINATION, STAYS, function.blocks[label].span)
            kind = CheckKind.NON_TERMINATION
            raise Halt(Violated(statement, kind, STAYS, machine.place_of(statement), function.name))

    def _difference(self, machine: Machine, name: str | None, expected: str, values: _State) -> str | None:
        """Return how the state of `machine` differs from `values` at `expected`; `None` if it does
        not.
        """
        if name != expected:
            return f"it is at {name} instead of {expected}"
        reader = self._expectations.reader(expected)
        try:
            reading = reader.read(machine, self._symbols, self._objects, self._allocated)
        except Disagreement as reason:
            return str(reason)
        return reader.differing(values, reading, self._objects)
