"""Symbolic execution of the loop-free code between cut points."""

from collections.abc import Iterable, Mapping

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass
from surefoot.logic import Term
from surefoot.semantics.memory.addresses import Incompleteness
from surefoot.semantics.symbolic.executor import Executor
from surefoot.semantics.symbolic.reached_checks import ReachedCheck, SymbolicChoice
from surefoot.semantics.symbolic.state import Activation, State, merge_states
from surefoot.semantics.symbolic.stepping import Stepper
from surefoot.systems.encode.cut_points import Place, place_of, stack_frames, without_iteration_counts
from surefoot.systems.encode.refinement import NoFiniteShape


@dataclass(frozen=True, slots=True)
class Passage:
    """The result of an execution between cut points: arrivals, ends of runs, checks and choices."""

    arrivals: Mapping[Place, State]
    ended: tuple[Term, ...]
    """The guards of runs that end regularly."""
    reached_checks: tuple[ReachedCheck, ...]
    choices: tuple[SymbolicChoice, ...]
    omitted: Incompleteness = Incompleteness.NONE
    """Behaviour that is missing because an unknown address may be that of a summarised object."""


class PassageRunner:
    """Executor of states from cut points, or from the entry, to the next cut points."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self._leaving: Activation | None = None
        self._stepper = Stepper(executor, self._is_cut_point, lambda: 1)

    def passage(self, states: Iterable[State], budget: Budget) -> Passage:
        """Execute ``states`` up to the next cut points; raises `NoFiniteShape` for recursion."""
        executor = self.executor
        reached_checks, choices = len(executor.reached_checks), len(executor.choices)
        omissions = len(executor.book.omissions)
        arrivals: dict[Place, State] = {}
        ended: list[Term] = []
        for state in states:
            self._leaving = state.frame if state.frame.iterations else None
            stopped = self._stepper.run([state], budget)
            if self._stepper.deep_calls:
                raise NoFiniteShape("the program is recursive")
            ended += self._stepper.ended
            for arrived in stopped:
                place = place_of(arrived)
                other = arrivals.get(place)
                arrivals[place] = arrived if other is None else merge_states(other, arrived)
        found = {place: self._settled(without_iteration_counts(state)) for place, state in arrivals.items()}
        return Passage(
            found,
            tuple(ended),
            tuple(executor.reached_checks[reached_checks:]),
            tuple(executor.choices[choices:]),
            max(executor.book.omissions[omissions:], default=Incompleteness.NONE),
        )

    def _settled(self, state: State) -> State:
        """Return ``state``, which owns its frames, with the points-to sets of its variables reduced
        to those possible on its path.
        """
        for frame in stack_frames(state):
            frame.locals = {name: self.executor.resolve_pointer(state, value) for name, value in frame.locals.items()}
        return state

    def _is_cut_point(self, state: State) -> bool:
        frame = state.frame
        if frame is self._leaving:
            self._leaving = None
            return False
        heads = frame.body.order.heads[frame.block]
        return bool(heads) and heads[-1] == frame.block
