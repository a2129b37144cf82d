"""Engines on goals in tests, through the runner."""

from collections.abc import Iterator

from surefoot.base.budget import Budget
from surefoot.base.events import Watcher, ignore
from surefoot.engines.board import Board
from surefoot.engines.contracts import Engine
from surefoot.engines.runner import Runner
from surefoot.engines.tasks import PortfolioTask, SystemTask
from surefoot.engines.views import Views
from surefoot.evidence.claims import Claim, Goal
from surefoot.evidence.encodings import encode_goal
from surefoot.smt.registry import SolverFactory
from surefoot.systems.encode.encoding import Encoding, NotEncodable


def claims_of(
    engine: Engine,
    goal: Goal,
    solvers: SolverFactory,
    budget: Budget,
    on_event: Watcher = ignore,
    board: Board | None = None,
) -> Iterator[Claim]:
    """Yield the claims of ``engine`` about ``goal``, with encodings of its own."""
    return Runner(solvers, on_event, board or Board(), Views(goal)).claims(engine, goal, budget)


def first_claim(
    engine: Engine,
    goal: Goal,
    solvers: SolverFactory,
    budget: Budget,
    on_event: Watcher = ignore,
    board: Board | None = None,
) -> Claim:
    """Return the first claim of ``engine`` about ``goal``."""
    return next(claims_of(engine, goal, solvers, budget, on_event, board))


def encoding_of(goal: Goal, budget: Budget | None = None) -> Encoding:
    """Return the control system of ``goal``, which must have one."""
    found = encode_goal(goal, budget or Budget())
    assert not isinstance(found, NotEncodable), found.reason
    return found


def system_task(
    goal: Goal, solvers: SolverFactory, budget: Budget, on_event: Watcher = ignore, board: Board | None = None
) -> SystemTask:
    """Return the task of an engine that works on the control system of ``goal``."""
    views = Views(goal)
    encoding = views.system(goal.ignored, budget)
    assert not isinstance(encoding, NotEncodable), encoding.reason
    return SystemTask(goal, solvers, budget, on_event, board or Board(), views, encoding)


def portfolio_task(goal: Goal, solvers: SolverFactory | None = None, budget: Budget | None = None) -> PortfolioTask:
    """Return the task of the portfolio on ``goal``."""
    return PortfolioTask(goal, solvers or SolverFactory(), budget or Budget(), ignore, Board(), Views(goal))
