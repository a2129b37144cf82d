"""Main loop (UFOMAIN of the paper): explore and refine until the errors are unreachable or a path
to them is feasible.
"""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass, field, replace
from surefoot.discharge.system_solver import SystemSolver, SystemSolvers
from surefoot.engines.ic3.domain import JustifiedDomain
from surefoot.engines.ic3.lifting import Lifting
from surefoot.engines.limits import LIMITS
from surefoot.engines.searches import NoDecision, Result
from surefoot.engines.ufo.affine_post import AffinePost
from surefoot.engines.ufo.by_obligations import ByObligations
from surefoot.engines.ufo.configuration import InterpolantSource, RouteKind, SearchChoices
from surefoot.engines.ufo.exploration import Exploration, flaw_of
from surefoot.engines.ufo.graph import Labels, Node, ReachabilityGraph, View
from surefoot.engines.ufo.interval_post import IntervalPost
from surefoot.engines.ufo.paths import Paths
from surefoot.engines.ufo.post import BooleanPost, CartesianPost, NoPost, Post, PostKind
from surefoot.engines.ufo.queries import StepQueries
from surefoot.engines.ufo.refinement import Failing, Route, broken
from surefoot.engines.ufo.stepwise import ByInterpolants, Stepwise
from surefoot.engines.ufo.weak_order import weak_order
from surefoot.logic import FALSE
from surefoot.smt.contracts import Limits, NoAnswer, Sat, Unsat
from surefoot.smt.interpolation.by_theory import LibraryInterpolator, SpacerInterpolator, TheoryInterpolator
from surefoot.smt.interpolation.contracts import Interpolator
from surefoot.smt.interpolation.cubes import CubeInterpolator, LiftingFunction
from surefoot.smt.interpolation.graph_as_sequence import SequenceInterpolator
from surefoot.smt.interpolation.routing import CheckedInterpolation, InterpolationLedger
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import ControlSystem, Error


@dataclass(frozen=True, slots=True)
class Proved:
    """``view`` is a graph that is well-labelled, safe and complete."""

    view: View


@dataclass(slots=True)
class SearchTally:
    """Statistics of a search."""

    refinements: int = 0
    nodes: int = 0
    exploring_seconds: float = 0.0
    refining_seconds: float = 0.0
    routes: Counter[str] = field(default_factory=Counter)
    """Number of refinements by route."""


class GraphSearch:
    """A search for runs of ``system`` to relevant errors."""

    def __init__(
        self,
        system: ControlSystem,
        choices: SearchChoices,
        is_relevant: Callable[[Error], bool],
        solvers: SolverFactory,
        budget: Budget,
    ) -> None:
        self._system = system
        self._choices = choices
        self._solvers = solvers
        self._budget = budget
        self._queries = StepQueries(system, solvers, budget)
        self._lifting = Lifting(SystemSolvers(system, solvers), JustifiedDomain(system))
        self._post = _post(choices.configuration.post, self._queries)
        self._order = weak_order(system)
        self.graph = ReachabilityGraph(system, is_relevant)
        self.ledger = InterpolationLedger()
        self.tally = SearchTally()
        self.view: View | None = None
        """Nodes of the last exploration."""
        self._routes = self._chosen_routes()

    def counts(self) -> dict[str, float]:
        """Return the totals that the paper on UFO counts; times are CPU seconds."""
        return {
            "iterations": self.tally.refinements + 1,
            "refinements": self.tally.refinements,
            "graph nodes": len(self.graph.nodes),
            "post seconds": round(self.tally.exploring_seconds, 3),
            "interpolation seconds": round(self.tally.refining_seconds, 3),
        }

    def close(self) -> None:
        """Close the solvers."""
        self._queries.close()
        self._lifting.close()

    def result(self, on_round: Callable[[int], None]) -> Result[Proved]:
        """Decide whether there is such a run. Raises `OutOfBudget`."""
        labels: Labels = {}
        view: View | None = None
        recomputes_labels = True
        try:
            while True:
                on_round(self.tally.refinements + 1)
                view = self._explored(labels, view, recomputes_labels=recomputes_labels)
                self.view = view
                if view.error is None or view.error.label is FALSE:
                    flaw = flaw_of(view, self._queries)
                    return Proved(view) if flaw is None else NoAnswer(f"the labelled graph is no proof: {flaw}")
                refined = self._refined(self.graph.towards_error())
                if isinstance(refined, Run):
                    return refined
                if isinstance(refined, NoAnswer):
                    return NoAnswer(refined.reason)
                for node, label in refined.items():
                    self._post.learn(node.location, label)
                recomputes_labels = not self._choices.configuration.keeps_labels
                labels = {} if recomputes_labels else refined
        except NoDecision as unknown:
            return NoAnswer(unknown.reason)

    def _explored(self, labels: Labels, before: View | None, *, recomputes_labels: bool) -> View:
        started = time.thread_time()
        exploration = Exploration(
            self.graph,
            self._order,
            self._post,
            self._queries,
            self._budget,
            is_across=self._choices.is_across,
            conjoins=self._choices.conjoins,
            recomputes_labels=recomputes_labels,
        )
        view = exploration.view(labels, before)
        self.tally.nodes = len(self.graph.nodes)
        self.tally.exploring_seconds += time.thread_time() - started
        return view

    def _refined(self, nodes: Sequence[Node]) -> Labels | Run | NoAnswer:
        started = time.thread_time()
        finds_runs = self._routes[0].finds_runs
        seconds = max(LIMITS.path_seconds, LIMITS.path_share * self.tally.refining_seconds) if finds_runs else None
        found: Labels | Run | NoAnswer | None = self._run(nodes, seconds)
        if found is None or (isinstance(found, NoAnswer) and finds_runs):
            self.tally.refinements += 1
            found = self._labels(nodes)
        self.tally.refining_seconds += time.thread_time() - started
        return found

    def _run(self, nodes: Sequence[Node], seconds: float | None) -> Run | NoAnswer | None:
        """Search for a run along a path through ``nodes`` for ``seconds``."""
        paths = Paths(self._system, nodes, self.graph.root)
        solvers = self._solvers if seconds is None else replace(self._solvers, limits=Limits(seconds))
        with closing(SystemSolver(self._system, solvers.new())) as solver:
            match solver.check([paths.failure], purpose="paths to errors"):
                case Sat(model):
                    return paths.run_of(model, solver.facts)
                case Unsat():
                    return None
                case NoAnswer() as unknown:
                    self._budget.spend()
                    return unknown

    def _labels(self, nodes: Sequence[Node]) -> Labels | Run | NoAnswer:
        """Return labels of the first route whose labels are valid, or a run."""
        reason = "no labels found"
        for route in self._routes:
            labels = route.labels(nodes, self._budget)
            if isinstance(labels, Failing):
                return self._run(labels.nodes, None) or NoAnswer("the path of the counterexample has no run")
            if isinstance(labels, NoAnswer):
                reason = labels.reason
                continue
            wrong = broken(nodes, labels, self._queries)
            if wrong is None:
                self.tally.routes[type(route).__name__] += 1
                return labels
            reason = f"the labels of {wrong.parent} and {wrong.child} contradict an edge"
        return NoAnswer(reason)

    def _in_sequence(self) -> Interpolator:
        """Return the interpolator for sequences: a library, because cubes rarely mention control
        variables.
        """
        library = _library(self._choices.source) or TheoryInterpolator(Limits(LIMITS.graph_interpolant_seconds))
        return CheckedInterpolation([library], self._solvers, self.ledger)

    def _by_step(self, lift: LiftingFunction) -> Interpolator:
        library = _library(self._choices.source)
        ways: list[Interpolator] = [] if library is None else [library]
        return CheckedInterpolation([*ways, CubeInterpolator(self._solvers, lift)], self._solvers, self.ledger)

    def _by_interpolants(self, way: Interpolator) -> Route:
        """Return the route that interpolates the whole graph by ``way``, without weakening, because
        strong labels cover more.
        """
        return ByInterpolants(self._system, CheckedInterpolation([way], self._solvers, self.ledger, weakens=False))

    def _chosen_routes(self) -> list[Route]:
        routes: list[Route] = [Stepwise(self._queries, self._by_step, self._choices.reuses)]
        match self._choices.route:
            case RouteKind.STEPWISE:
                pass
            case RouteKind.OBLIGATIONS:
                routes.insert(0, ByObligations(self._queries, self._lifting, reuses=self._choices.reuses))
            case RouteKind.SEQUENCE:
                in_sequence = SequenceInterpolator(self._in_sequence(), self._solvers, LIMITS.graph_interpolant_seconds)
                routes.insert(0, self._by_interpolants(in_sequence))
            case RouteKind.HORN:
                routes.insert(0, self._by_interpolants(SpacerInterpolator(Limits(LIMITS.graph_interpolant_seconds))))
        return routes


def _post(kind: PostKind, queries: StepQueries) -> Post:
    match kind:
        case PostKind.NONE:
            return NoPost()
        case PostKind.CARTESIAN:
            return CartesianPost(queries)
        case PostKind.BOOLEAN:
            return BooleanPost(queries)
        case PostKind.AFFINE:
            return AffinePost(queries)
        case PostKind.BOX:
            return IntervalPost(queries, most_boxes=1)
        case PostKind.BOXES:
            return IntervalPost(queries, LIMITS.post_boxes)


def _library(source: InterpolantSource) -> Interpolator | None:
    """Return the library of ``source``, if it is one."""
    match source:
        case InterpolantSource.CUBES:
            return None
        case InterpolantSource.LIBRARY:
            return TheoryInterpolator(Limits(LIMITS.graph_interpolant_seconds))
        case InterpolantSource.SPACER:
            return SpacerInterpolator(Limits(LIMITS.graph_interpolant_seconds))
        case InterpolantSource.BITWUZLA | InterpolantSource.CVC5:
            return LibraryInterpolator(source.value, Limits(LIMITS.graph_interpolant_seconds))
