"""What every engine promises: a goal in, a claim with evidence out."""

from collections.abc import Generator, Iterator
from typing import ClassVar, Protocol, runtime_checkable

from surefoot.base.budget import Budget
from surefoot.base.events import Watcher
from surefoot.base.records import replace
from surefoot.evidence.claims import Claim, ClaimsSafe, Goal
from surefoot.program.check_sites import CheckSite
from surefoot.smt.registry import SolverFactory


class Engine(Protocol):
    """An algorithm. Its options are its dataclass fields; it prints nothing and keeps nothing between runs."""

    name: ClassVar[str]

    def run(self, goal: Goal, solvers: SolverFactory, budget: Budget, on_event: Watcher) -> Claim:
        """Decide ``goal``, or say why not. May raise `OutOfBudget`."""
        ...


@runtime_checkable
class Persistent(Protocol):
    """An engine that can go on when its claim was not accepted, or was one violation of several."""

    def attempts(self, goal: Goal, solvers: SolverFactory, budget: Budget, on_event: Watcher) -> Iterator[Claim]:
        """One or more claims about ``goal``, or about it without what is decided by then."""
        ...


def attempts_of(
    engine: Engine, goal: Goal, solvers: SolverFactory, budget: Budget, on_event: Watcher
) -> Generator[Claim, None, None]:
    """The claims of ``engine`` about ``goal``: one, or as many as it takes.

    An engine that ends with a violation is asked again about the rest if that was accepted.
    """
    while True:
        known = goal.decided
        if isinstance(engine, Persistent):
            claims = engine.attempts(goal.without(known), solvers, budget, on_event)
        else:
            claims = iter([engine.run(goal.without(known), solvers, budget, on_event)])
        for claim in claims:
            yield about_rest(claim, known)
        if known.issuperset(goal.shared.violated):
            return


def about_rest(claim: Claim, known: frozenset[CheckSite]) -> Claim:
    """What ``claim``, which is about a goal without ``known`` sites, says about the whole goal."""
    return replace(claim, ignored=claim.ignored | known) if isinstance(claim, ClaimsSafe) else claim
