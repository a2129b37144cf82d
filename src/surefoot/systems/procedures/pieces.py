"""Symbolic execution of the loop-free code between the points of procedures."""

from collections.abc import Mapping

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass
from surefoot.logic import Sort, Symbol, SymbolKind, Term, variable
from surefoot.semantics.symbolic.executor import Executor
from surefoot.semantics.symbolic.reached_checks import ReachedCheck, SymbolicChoice
from surefoot.semantics.symbolic.state import Activation, State, merge_states
from surefoot.semantics.symbolic.stepping import Stepper
from surefoot.systems.encode.cut_points import place_of, without_iteration_counts
from surefoot.systems.encode.refinement import NoFiniteShape
from surefoot.systems.procedures.points import Point, PointKind, returns


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
