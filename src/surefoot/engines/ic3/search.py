"""Main loop of IC3 (Bradley, VMCAI 2011; Een, Mishchenko, Brayton, FMCAD 2011), with frames for
each location.

For N = 1, 2, ...: states of frame N with an edge to an error become obligations. An obligation
is blocked in its frame, or its predecessor in the previous frame becomes an obligation. If a
predecessor is at the entry, the edges from there to the error form a run. If no state of frame N
fails, clauses are propagated. If two frames are then equal, they are inductive and exclude the
errors.
"""

from collections.abc import Callable, Iterable
from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass
from surefoot.discharge.ring import RingTactic
from surefoot.discharge.system_solver import SystemSolvers
from surefoot.engines.ic3.blocking import Blocking, LiteralBlocking, SearchParts
from surefoot.engines.ic3.consecution import Consecution, Preconditions, WeakestPreconditions
from surefoot.engines.ic3.domain import Domain, JustifiedDomain
from surefoot.engines.ic3.frames import ALWAYS, BlockedCube, Frames
from surefoot.engines.ic3.generalisation import Effort, Generalisation
from surefoot.engines.ic3.lifting import Lifting
from surefoot.engines.ic3.obligations import FrameObligation, FrameObligations
from surefoot.engines.ic3.paths import Path, run_along
from surefoot.engines.ic3.propagation import Propagation
from surefoot.engines.limits import LIMITS
from surefoot.engines.searches import NoDecision, Result, searched
from surefoot.logic import Evaluator, or_
from surefoot.smt.contracts import NoAnswer, Sat
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, Error, Invariants


@dataclass(frozen=True, slots=True)
class Inductive:
    """``invariants`` are inductive relative to the known ones, and exclude the errors in question."""

    invariants: Invariants

    def with_known(self, known: Invariants, system: ControlSystem) -> Invariants:
        """Return the invariants that are inductive on their own, for every location of ``system``."""
        return {name: (*known.get(name, ()), *self.invariants.get(name, ())) for name in system.names}


class _Found(Exception):
    """Control-flow exception: a path to an error was found."""

    def __init__(self, path: Path) -> None:
        super().__init__("a path to an error")
        self.path = path


class FrameSearch:
    """A search. Clauses are kept from one query to the next.

    Weakest preconditions are by substitution unless ``preconditions`` is given. Obligations are
    blocked by their own literals, generalised with ``effort``, unless ``blocking`` is given.

    Requires: ``known`` is inductive
    """

    def __init__(
        self,
        solvers: SystemSolvers,
        known: Invariants,
        domain: Domain,
        effort: Effort,
        budget: Budget,
        on_frame: Callable[[int], None],
        preconditions: Preconditions | None = None,
        blocking: Callable[[SearchParts], Blocking] | None = None,
        spurious_steps: int = 0,
    ) -> None:
        system = self._system = solvers.system
        self._solvers = solvers.factory
        self._budget = budget
        self._on_frame = on_frame
        self._frames = Frames(solvers, known)
        self._lifting = Lifting(solvers, domain)
        self._preconditions = preconditions or WeakestPreconditions(system)
        self._consecution = Consecution(system, self._frames, self._preconditions)
        parts = SearchParts(self._frames, self._consecution, self._lifting)

        def by_literals(of_search: SearchParts) -> Blocking:
            of = of_search.frames, of_search.consecution, of_search.lifting
            return LiteralBlocking(of_search, Generalisation(domain, *of, effort, budget))

        self._blocking = (blocking or by_literals)(parts)
        self._propagation = Propagation(self._frames, self._consecution, budget)
        self._obligations = FrameObligations()
        self.obligations_handled = 0
        self._last = 1
        self._spurious_steps = spurious_steps
        self._deep_left = LIMITS.deep_obligations

    def result(self, is_relevant: Callable[[Error], bool]) -> Result[Inductive]:
        """Decide whether a run takes an edge to a relevant error. Raises `OutOfBudget`.

        Requires: in the domain, every path is the path of a run
        """
        found = self.path(is_relevant)
        if not isinstance(found, Path):
            return found
        try:
            run = run_along(self._system, found.edges, self._solvers)
        except NoDecision as unknown:
            return NoAnswer(unknown.reason)
        if run is None:
            raise AssertionError("obligations from the entry to an error are a run")
        return run

    def path(self, is_relevant: Callable[[Error], bool]) -> Inductive | Path | NoAnswer:
        """Return a path from the entry to a relevant error, or the reason why there is none. Raises
        `OutOfBudget`.
        """
        self._obligations.clear()
        errors = {name: self._edges_to_errors(name, is_relevant) for name in (ENTRY, *self._system.names)}
        try:
            self._search_one_step(errors[ENTRY])
            while True:
                self._on_frame(self._last)
                self._deep_left = LIMITS.deep_obligations
                for name in self._system.names:
                    self._exclude_failures(name, errors[name])
                fixed = self._propagation.fixed(self._last)
                if fixed is not None:
                    return Inductive(self._frames.above(fixed))
                self._last += 1
        except _Found as found:
            return found.path
        except NoDecision as unknown:
            return NoAnswer(unknown.reason)

    def assume(self, known: Invariants) -> None:
        """Add invariants to all frames.

        Requires: ``known`` is inductive
        """
        for name, formulas in known.items():
            for formula in formulas:
                self._frames.at(name).assume(formula)

    @property
    def last(self) -> int:
        """Number of the last frame."""
        return self._last

    def learnt(self) -> list[BlockedCube]:
        """Return the clauses of all frames."""
        return self._frames.all()

    def resume(self, learnt: Iterable[BlockedCube], last: int) -> None:
        """Start with frame ``last`` and the clauses ``learnt``, which hold in the frames of their
        levels.
        """
        for each in learnt:
            self._frames.at(each.name).add(each)
        self._last = last

    def close(self) -> None:
        """Close all solvers."""
        self._frames.close()
        self._lifting.close()

    def _edges_to_errors(self, name: str, is_relevant: Callable[[Error], bool]) -> list[Edge]:
        edges = self._system.edges_from(name)
        return [edge for edge in edges if isinstance(edge.target, Error) and is_relevant(edge.target)]

    def _search_one_step(self, failing: list[Edge]) -> None:
        """Search for a run that fails a check in its first step."""
        for edge in failing:
            if isinstance(self._frames.at(ENTRY).check(ALWAYS, [self._preconditions.guard(edge)], "failures"), Sat):
                raise _Found(Path(edge, None))

    def _exclude_failures(self, name: str, failing: list[Edge]) -> None:
        """Strengthen the last frame of ``name`` until it excludes all failures."""
        self._discharge()
        frames = self._frames.at(name)
        guards = [self._preconditions.guard(edge) for edge in failing]
        failure = or_(*guards)
        while True:
            self._budget.spend()
            answer = frames.check(self._last, [failure], "failures")
            if not isinstance(answer, Sat):
                return
            state = Evaluator(answer.model.value, answer.model.apply)
            edge, guard = next(each for each in zip(failing, guards, strict=True) if state.value(each[1]))
            cube = self._lifting.cube(name, guard, state)
            del answer, state
            self._obligations.add(FrameObligation(cube, edge, None), self._last)
            self._discharge()

    def _discharge(self) -> None:
        """Block the obligations up to the last frame."""
        while (found := self._obligations.next_up_to(self._last)) is not None:
            level, obligation = found
            self.obligations_handled += 1
            excluded = self._blocking.excluded_up_to(obligation.name, obligation.cube)
            if excluded >= level:
                self._postpone(obligation, excluded)
            else:
                self._exclude(obligation, level)

    def _exclude(self, obligation: FrameObligation, level: int) -> None:
        """Block ``obligation``, or enqueue its predecessor and postpone it."""
        while True:
            self._budget.spend()
            found = self._blocking.exclude(obligation, level, self._last)
            if isinstance(found, int):
                break
            source = found.edge.source
            if source == ENTRY:
                self._handle_path(Path(found.edge, obligation), obligation)
                return
            if found.is_spurious and obligation.spurious == self._spurious_steps:
                self._refine_at(obligation.last_spurious)
                return
            self._obligations.add(obligation, level)
            cube = self._lifting.cube(source, found.reached, found.state)
            obligation = FrameObligation(cube, found.edge, obligation, obligation.spurious + found.is_spurious)
            level -= 1
            del found
        self._postpone(obligation, found)

    def _handle_path(self, path: Path, obligation: FrameObligation) -> None:
        """Handle a path from the entry to an error or to a spurious step."""
        if not obligation.spurious:
            raise _Found(path)
        self._refine_at(obligation.first_spurious)

    def _refine_at(self, spurious: FrameObligation | None) -> None:
        """Drop the obligations that lead to a ``spurious`` step, and refine the abstraction there."""
        if spurious is None or spurious.then is None:
            raise AssertionError("a spurious step leads to an obligation")
        self._obligations.drop(spurious)
        self._blocking.make_exact(spurious.then)

    def _postpone(self, obligation: FrameObligation, level: int) -> None:
        """Enqueue a blocked ``obligation`` for the next frame, unless only spurious steps lead from
        it to an error.
        """
        if level == ALWAYS or obligation.spurious:
            return
        self._deep_left -= 1
        self._obligations.add(obligation, level + 1 if self._deep_left > 0 else max(level, self._last) + 1)


def property_directed(
    system: ControlSystem, known: Invariants, solvers: SolverFactory, budget: Budget, *, with_ring: bool = True
) -> Invariants | Run | None:
    """Search for invariants that are inductive with ``known`` and exclude every error, or for a run
    to a violation.

    Return `None` if a solver gave no answer, or if only errors that are no violations are
    reachable. Raises `OutOfBudget`.

    Requires: ``known`` is inductive
    """
    domain = JustifiedDomain(system)
    ring = RingTactic.where_multiplied(system, solvers, budget, is_wanted=with_ring)
    with (
        closing(SystemSolvers(system, solvers, ring)) as own,
        closing(FrameSearch(own, known, domain, Effort(), budget, lambda _: None)) as search,
    ):
        result, undefined = searched(search.result)
    match result:
        case Inductive(invariants):
            return invariants if undefined is None else None
        case Run():
            return result
        case NoAnswer():
            return None
