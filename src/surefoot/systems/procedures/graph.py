"""The graph of the points of procedures with stable shapes, and the pieces between them: symbolic
execution of loop-free code.

A procedure keeps the state in which it was called: each state variable at its start has a global
copy that is never written. The states at its loop heads and returns therefore relate the state at
the call to the current state.
"""

from collections.abc import Collection, Iterator, Mapping

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass
from surefoot.logic import Sort, Symbol, SymbolKind, Term, variable
from surefoot.program.program import Program
from surefoot.program.properties import Property
from surefoot.program.statements import Call
from surefoot.semantics.memory.addresses import AddressBook
from surefoot.semantics.symbolic.executor import Executor
from surefoot.semantics.symbolic.reached_checks import ReachedCheck, SymbolicChoice
from surefoot.semantics.symbolic.state import Activation, State, merge_states
from surefoot.semantics.symbolic.stepping import Stepper
from surefoot.systems.encode.cut_points import place_of, without_iteration_counts
from surefoot.systems.encode.graph import stabilise
from surefoot.systems.encode.refinement import NoFiniteShape
from surefoot.systems.encode.representatives import Representative, Representatives
from surefoot.systems.encode.shapes import Shape, Shapes
from surefoot.systems.limits import LIMITS
from surefoot.systems.procedures.points import Point, PointKind, called, returns


@dataclass(frozen=True, slots=True)
class Piece:
    """The result of an execution between points: arrivals, checks and choices."""

    arrivals: Mapping[Point, State]
    reached_checks: tuple[ReachedCheck, ...] = ()
    choices: tuple[SymbolicChoice, ...] = ()


def result_symbol(function: str, number: int, sort: Sort) -> Term:
    """Return the variable for a result of ``function`` in a state in which it has returned."""
    return variable(Symbol(SymbolKind.STATE, f"result of {function}", number, "result"), sort)


class Pieces:
    """Executor of states of procedures, which does not enter the functions ``summarised``."""

    def __init__(self, executor: Executor, summarised: frozenset[str]) -> None:
        self._executor = executor
        self._leaving: Activation | None = None
        self._stepper = Stepper(executor, self._is_loop_head, lambda: 1, summarised=summarised)

    def run(self, procedure: str | None, state: State, budget: Budget, *, leaves_loop: bool = False) -> Piece:
        """Execute ``state`` of ``procedure`` up to the next points; with ``leaves_loop``, its own
        loop head is not one of them.
        """
        executor, stepper = self._executor, self._stepper
        reached_checks, choices = len(executor.reached_checks), len(executor.choices)
        self._leaving = state.frame if leaves_loop else None
        stopped = stepper.run([state], budget)
        if stepper.deep_calls:
            raise NoFiniteShape("the program is recursive through a pointer to a function")
        arrivals: dict[Point, State] = {}
        for each in stopped:
            _arrive(arrivals, Point(procedure, PointKind.LOOP, place_of(each)), without_iteration_counts(each))
        for each, callee in stepper.calls:
            _arrive(
                arrivals, Point(procedure, PointKind.CALLING, place_of(each), callee), without_iteration_counts(each)
            )
        if procedure is not None:
            for each, values in stepper.returns:
                results = {result_symbol(procedure, number, value.sort): value for number, value in enumerate(values)}
                each.globals |= results
                each.frame = Activation(executor.body(procedure), (), 1)
                _arrive(arrivals, returns(procedure), each)
        made = executor.reached_checks[reached_checks:], executor.choices[choices:]
        return Piece(arrivals, tuple(made[0]), tuple(made[1]))

    def _is_loop_head(self, state: State) -> bool:
        frame = state.frame
        if frame is self._leaving:
            self._leaving = None
            return False
        heads = frame.body.order.heads[frame.block]
        return bool(heads) and heads[-1] == frame.block


def _arrive(arrivals: dict[Point, State], point: Point, state: State) -> None:
    other = arrivals.get(point)
    arrivals[point] = state if other is None else merge_states(other, state)


@dataclass(frozen=True, slots=True)
class ProcedurePoint:
    """A point with its shape, a symbolic state of the shape, and the piece from that state.

    At a call, ``entered`` is the initial state of the callee, ``back`` represents all states in
    which it can return, and the piece starts after the return.
    """

    shape: Shape
    representative: Representative
    piece: Piece
    entered: State | None = None
    back: Representative | None = None


@dataclass(frozen=True, slots=True)
class ProcedureGraph:
    """The piece from the start of the program, and the points.

    Ensures: every state in which a run is at a point is an instance of that point's shape.
    """

    book: AddressBook
    representatives: Representatives
    entry: Piece
    points: Mapping[Point, ProcedurePoint]


def before(symbol: Term) -> Term:
    """Return the variable that keeps the value of the state variable ``symbol`` at the call of its
    procedure.
    """
    own: Symbol = symbol.payload
    return variable(Symbol(SymbolKind.STATE, f"before {own.key}", own.number, f"old {own}"), symbol.sort)


def procedure_graph(program: Program, checked: Property, summarised: frozenset[str], budget: Budget) -> ProcedureGraph:
    """Return the graph of ``program`` in which the functions ``summarised`` are procedures.

    Raises one of the exceptions of `surefoot.systems.encode.refinement.attempt` if shapes are too
    coarse.
    """
    return _Search(program, checked, summarised).graph(budget)


class _Search:
    def __init__(self, program: Program, checked: Property, summarised: frozenset[str]) -> None:
        self._executor = Executor(program, checked)
        self._globals = tuple(known.variable.symbol for known in program.global_variables)
        self._width = program.data_model.pointer_width
        self._pieces = Pieces(self._executor, summarised)
        self._representatives = Representatives(self._executor.book, program)
        self._settled: dict[Point, ProcedurePoint] = {}

    def graph(self, budget: Budget) -> ProcedureGraph:
        entry = self._pieces.run(None, self._executor.start(), budget)
        shapes: Shapes[Point] = Shapes(self._executor.book, self._width, entry.arrivals)
        self._shapes = shapes

        def execute(point: Point) -> Iterator[tuple[Point, State]]:
            found = self._settled[point] = self._settle(point, budget)
            yield from found.piece.arrivals.items()
            if found.entered is not None:
                yield called(point.callee), found.entered

        stabilise(shapes, execute, self._callers, LIMITS.procedure_shape_changes, budget)
        return ProcedureGraph(self._executor.book, self._representatives, entry, self._settled)

    def _callers(self, changed: Collection[Point]) -> list[Point]:
        """Return the points before calls of functions that return in states whose shape changed."""
        back = {point for point in changed if point.kind is PointKind.RETURNS}
        return [each for each in self._settled if each.callee and returns(each.callee) in back]

    def _settle(self, point: Point, budget: Budget) -> ProcedurePoint:
        shape = self._shapes.by_place[point]
        owner = str(list(self._shapes.by_place).index(point))
        start = self._representatives.of(owner, shape)
        match point.kind:
            case PointKind.CALLED:
                for group in start.variables.values():
                    start.state.globals |= {before(each.symbol): each.symbol for each in group}
                return ProcedurePoint(shape, start, self._pieces.run(point.procedure, start.state, budget))
            case PointKind.LOOP:
                piece = self._pieces.run(point.procedure, start.state, budget, leaves_loop=True)
                return ProcedurePoint(shape, start, piece)
            case PointKind.CALLING:
                return self._settle_call(point, shape, start, owner, budget)
            case PointKind.RETURNS:
                return ProcedurePoint(shape, start, Piece({}))

    def _settle_call(
        self, point: Point, shape: Shape, start: Representative, owner: str, budget: Budget
    ) -> ProcedurePoint:
        call = _call_at(start.state)
        entered = self._entered(start.state, call, point.callee)
        ended = self._shapes.by_place.get(returns(point.callee))
        if ended is None:
            return ProcedurePoint(shape, start, Piece({}), entered)
        back = self._representatives.of(f"{owner} back", ended)
        after = self._after(start.state, call, point.callee, back.state)
        return ProcedurePoint(shape, start, self._pieces.run(point.procedure, after, budget), entered, back)

    def _entered(self, caller: State, call: Call, callee: str) -> State:
        """Return the initial state of ``callee``."""
        body = self._executor.body(callee)
        frame = Activation(body, (), 1)
        for parameter, argument in zip(body.function.parameters, call.arguments, strict=False):  # as in `Stepper`
            frame.locals[parameter.symbol] = self._executor.value(caller, argument)
        values = {symbol: caller.globals[symbol] for symbol in self._globals}
        return State(caller.guard, values, caller.memory.fork(), frame)

    def _after(self, caller: State, call: Call, callee: str, back: State) -> State:
        """Return the state of the caller after ``callee`` has returned in the state ``back``."""
        values = caller.globals | {symbol: back.globals[symbol] for symbol in self._globals}
        frame = caller.frame.copy()
        frame.index += 1
        state = State(caller.guard, values, back.memory.fork(), frame)
        state.callers = caller.callers
        for number, target in enumerate(call.targets):
            self._executor.assign(state, target, back.globals[result_symbol(callee, number, target.sort)])
        return state


def _call_at(state: State) -> Call:
    frame = state.frame
    call = frame.body.function.blocks[frame.block].statements[frame.index]
    if not isinstance(call, Call):
        raise TypeError("a calling point is before a call")
    return call
