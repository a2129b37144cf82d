"""Ranks of single components of a control system, each proved and confirmed on its own."""

from collections.abc import Collection, Iterator

from surefoot.base.records import dataclass, replace
from surefoot.certify.loops import confirms_ranks
from surefoot.engines.tasks import SystemTask
from surefoot.engines.termination.proof import Decreasing, proof_of
from surefoot.engines.termination.ranks import NoRanks, Ranks, RankSearch, RanksFound, components_of
from surefoot.engines.termination.transitions import sampled_transitions
from surefoot.evidence.certificates import Overflow, Ranking
from surefoot.logic import Term
from surefoot.program.access import constants_of
from surefoot.systems.control.components import loops_of
from surefoot.systems.control.system import NO_INVARIANTS, Edge
from surefoot.systems.encode.encoding import Encoding
from surefoot.verify.limits import LIMITS

_Component = tuple[tuple[str, ...], tuple[Edge, ...]]


@dataclass(frozen=True, slots=True)
class RankedLocations:
    """Locations that runs leave after finitely many steps, with ranks over symbols of ``encoding``."""

    ranks: Ranks
    encoding: Encoding


class Ranker:
    """Search for ranks of the components of a control system outside of ``cut``, and their proofs."""

    def __init__(self, task: SystemTask, cut: set[str]) -> None:
        self._task = task
        self._cut = cut
        self._hard: list[_Component] = []
        """Components without a simple rank."""
        constants = constants_of(task.goal.program, task.goal.checked)
        share = task.budget.at_most_work(LIMITS.loop_sampling_seconds)
        self._samples = sampled_transitions(task.system, constants, share)

    @property
    def encoding(self) -> Encoding:
        """The encoding whose components are ranked."""
        return self._task.encoding

    def simple(self) -> Iterator[RankedLocations]:
        """Yield locations with ranks that are found quickly, and need no invariants."""
        ranks: dict[str, tuple[Term, ...]] = {}
        solvers: set[str] = set()
        for component in self._components():
            found = self._search(component, LIMITS.loop_first_rank_seconds)
            if isinstance(found, RanksFound) and not found.undecided:
                ranks |= found.ranks
                solvers |= found.solvers
            else:
                self._hard.append(component)
        if ranks:
            yield from self._proof(ranks, Decreasing(NO_INVARIANTS, frozenset(solvers)))

    def hard(self, cut: Collection[str]) -> Iterator[RankedLocations]:
        """Yield locations of the other components that have no location of ``cut``."""
        for component in self._hard:
            if not set(component[0]).isdisjoint(cut):
                continue
            found = self._search(component, LIMITS.loop_rank_seconds)
            if isinstance(found, RanksFound):
                decreasing = None if found.undecided else Decreasing(NO_INVARIANTS, found.solvers)
                yield from self._proof(found.ranks, decreasing)

    def _components(self) -> Iterator[_Component]:
        """Yield the components; one that was found to be hard is then split at the head of its
        outermost loop.
        """
        heads = loops_of(self._task.system)
        pending = components_of(self._task.system, self._cut)
        while pending:
            component = pending.pop()
            yield component
            names, _ = component
            if self._hard and self._hard[-1] is component and len(names) > 1:
                head = min((name for name in names if name in heads), key=lambda name: heads[name].position)
                rest = frozenset(names) - {head}
                pending += components_of(
                    self._task.system, [name for name in self._task.system.names if name not in rest]
                )

    def _search(self, component: _Component, seconds: float) -> RanksFound | NoRanks:
        """Search for a rank of ``component``."""
        task = self._task
        part = replace(task.system, edges=component[1])
        return RankSearch(part, NO_INVARIANTS, self._samples, task.solvers, task.budget, seconds).ranks()

    def _proof(self, ranks: Ranks, decreasing: Decreasing | None) -> Iterator[RankedLocations]:
        """Yield the locations of `ranks` if another solver confirms that they decrease."""
        task = self._task
        cut = frozenset(task.system.names) - ranks.keys()
        proof = proof_of(task, ranks, decreasing, LIMITS.loop_proof_seconds, task.budget, cut)
        if proof is None:
            return
        certificate = Ranking(ranks, Overflow.ENDS, proof)
        checkers = task.solvers.for_checking(proof.solver)
        encoding = confirms_ranks(task.goal, certificate, cut, checkers, task.budget)
        if encoding is not None:
            yield RankedLocations(ranks, encoding)
