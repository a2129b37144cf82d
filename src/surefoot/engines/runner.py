"""Runner: gives engines their tasks on one goal, and yields their claims.

It handles views that do not exist, such as the control system of a recursive program.
"""

from collections.abc import Callable, Generator, Iterator

from surefoot.base.budget import Budget
from surefoot.base.events import Watcher
from surefoot.base.records import dataclass, replace
from surefoot.engines.board import Board, Message, decided_sites, violated_sites
from surefoot.engines.contracts import Engine, HasSubstitute
from surefoot.engines.tasks import ClausesTask, EngineTask, PortfolioTask, ProceduresTask, ProgramTask, SystemTask
from surefoot.engines.views import Views
from surefoot.evidence.claims import Claim, ClaimsSafe, GaveUp, Goal, Why
from surefoot.program.check_sites import CheckSite
from surefoot.smt.registry import SolverFactory
from surefoot.systems.encode.encoding import NotEncodable
from surefoot.systems.formats.model import HornFile


@dataclass(frozen=True, slots=True)
class Runner:
    """Services of all engines that work on one goal in one process."""

    solvers: SolverFactory
    on_event: Watcher
    board: Board
    views: Views

    def claims(self, engine: Engine, goal: Goal, budget: Budget) -> Iterator[Claim]:
        """Yield the claims of ``engine`` about ``goal``; a `GaveUp` if its view does not exist.

        Requires: ``goal`` is that of `views`, perhaps with more ignored sites.
        """
        task = self._task(engine, goal, budget)
        if isinstance(task, EngineTask):
            yield from engine.claims(task)
            return
        substitute = engine.substitute() if isinstance(engine, HasSubstitute) else None
        if substitute is not None:
            for claim in self.claims(substitute, goal, budget):
                if isinstance(claim, GaveUp) and claim.why is Why.BOUND:
                    break
                yield claim
        yield task

    def claims_about_rest(self, engine: Engine, goal: Goal, budget: Budget) -> Generator[Claim, None, None]:
        """Yield the claims of ``engine`` about ``goal``; it starts again on the other checks after
        accepted violations.
        """
        while True:
            decided = decided_sites(self.board)
            for claim in self.claims(engine, goal.without(decided), budget):
                yield extended(claim, decided)
            if decided.issuperset(violated_sites(self.board)):
                return

    def _task(self, engine: Engine, goal: Goal, budget: Budget) -> EngineTask | GaveUp:
        """Return the task of ``engine``, which holds its view."""
        services = goal, self.solvers, budget, self.on_event, self.board, self.views
        view = engine.view
        if view is SystemTask:
            found = self.views.system(goal.ignored, budget)
            if isinstance(found, NotEncodable):
                return GaveUp(
                    Why.UNSUPPORTED, f"no induction: {found.reason}", "use --engine bmc to look for violations"
                )
            return SystemTask(*services, found)
        if view is ProceduresTask:
            procedures = self.views.procedures(goal.ignored, budget)
            if isinstance(procedures, NotEncodable):
                return GaveUp(Why.UNSUPPORTED, f"no summaries: {procedures.reason}", "use --engine bmc")
            return ProceduresTask(*services, procedures)
        if view is ClausesTask:
            if not isinstance(goal.model, HornFile):
                return GaveUp(Why.UNSUPPORTED, "the engine solves files of Horn clauses only", "use another --engine")
            return ClausesTask(*services, goal.model)
        return PortfolioTask(*services) if view is PortfolioTask else ProgramTask(*services)


def extended(claim: Claim, sites: frozenset[CheckSite]) -> Claim:
    """Return ``claim`` about a goal without ``sites`` as a claim about the goal with them."""
    return replace(claim, ignored=claim.ignored | sites) if isinstance(claim, ClaimsSafe) else claim


def runner_for(
    goal: Goal, solvers: SolverFactory, on_event: Watcher, on_post: Callable[[Message], None] = lambda _: None
) -> Runner:
    """Return a runner for engines on ``goal``, with a board and views of their own; ``on_post`` is
    called with each message.
    """
    return Runner(solvers, on_event, Board(on_post), Views(goal))
