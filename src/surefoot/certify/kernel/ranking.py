"""Checker of ranking functions: the program is encoded anew, and its rank has to decrease on every
edge of a cycle.

Each edge that lies on a cycle of the control-flow graph gets a check that the rank decreases,
lexicographically in the signed order of words of one width, which has no infinite descending chain.
The k-inductive checker has to accept the certificate's proof that these checks never fail, and that
no run has undefined behaviour. A step that allocates summarised heap objects decreases the rank in
a prefix whose words have a least value however many objects there are: so a path has finitely many
such steps, and after the last one all words are bounded. Every cycle of the program passes a loop
head, and each loop head is a location of the system, so that an infinite run is an infinite path.
Recursive programs have the system of `systems.procedures.call_paths`, which has all infinite runs,
too; also if calls return by summaries, because the system has a failure where one returns
otherwise.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from surefoot.base.budget import Budget
from surefoot.base.records import replace
from surefoot.certify.kernel.finding import Finding, Rejected
from surefoot.certify.kernel.k_inductive import check_system
from surefoot.evidence.certificates import Overflow, Ranking
from surefoot.evidence.claims import Goal
from surefoot.evidence.encodings import encode_for_termination
from surefoot.logic import BOOL, FALSE, BitVecSort, Term, and_, bvslt, eq, not_, or_, variables_of
from surefoot.program.properties import with_wrapping
from surefoot.program.statements import CheckKind
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.allocations import allocates, is_bounded_below
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, Error, Invariants
from surefoot.systems.encode.encoding import Encoding, NotEncodable

if TYPE_CHECKING:
    from surefoot.systems.procedures.call_paths import CallPaths


def check_ranking(
    goal: Goal, certificate: Ranking, solvers: SolverFactory, budget: Budget, cut: frozenset[str] = frozenset()
) -> tuple[Finding, Encoding | None]:
    """Check that every run of the goal's program ends, or passes a location of `cut` infinitely
    often; return also the encoding that the ranks are about.
    """
    if goal.model is not None:
        return Rejected("a model has no runs that end"), None
    encoding = ranked_encoding(goal, certificate.overflow, budget)
    if isinstance(encoding, NotEncodable):
        return Rejected(f"the program has no control system: {encoding.reason}"), None
    if certificate.summaries:
        from surefoot.systems.procedures.call_paths import CallPaths  # few programs are recursive

        if not isinstance(encoding, CallPaths):
            return Rejected("only recursive functions have summaries"), None
        strange = _strange_summary(encoding, certificate.summaries)
        if strange is not None:
            return Rejected(strange), None
        encoding = encoding.with_summaries(certificate.summaries)
    wrong = _mismatch(encoding.system, certificate.ranks, cut)
    if wrong is not None:
        return Rejected(wrong), encoding
    system = _with_rank_checks(encoding.system, certificate.ranks, cut)
    return check_system(system, certificate.proof, solvers, budget), encoding


def _strange_summary(encoding: "CallPaths", summaries: Invariants) -> str | None:
    """Return why `summaries` cannot be about `encoding`; `None` if they can."""
    for name, formulas in summaries.items():
        if name not in encoding.returning:
            return f"the program has no {name}"
        known = frozenset(encoding.returning[name])
        for formula in formulas:
            if formula.sort is not BOOL or not known.issuperset(variables_of(formula)):
                return f"the summary of {name} is not about the variables there: {formula}"
    return None


def ranked_encoding(goal: Goal, overflow: Overflow, budget: Budget) -> Encoding | NotEncodable:
    """Return the control system of `goal` with signed overflows treated as `overflow` says."""
    if overflow is Overflow.WRAPS:
        goal = replace(goal, checked=with_wrapping(goal.checked))
    found = encode_for_termination(goal, budget)
    if isinstance(found, NotEncodable) or overflow is not Overflow.ENDS:
        return found
    return found.without({each.site for each in found.system.errors if each.kind is CheckKind.SIGNED_OVERFLOW})


def _mismatch(system: ControlSystem, ranks: Mapping[str, tuple[Term, ...]], cut: frozenset[str]) -> str | None:
    """Return why `ranks` cannot be about `system`; `None` if they can."""
    for name, rank in ranks.items():
        if name not in system or name == ENTRY:
            return f"the program has no location {name}"
        known = {*system.location(name).symbols, *system.parameters}
        for term in rank:
            if not isinstance(term.sort, BitVecSort) or not known.issuperset(variables_of(term)):
                return f"the rank of {name} is no tuple of words over the variables there: {term}"
    for edge in _cyclic_edges(system, cut):
        before, after = ranks.get(edge.source), ranks.get(edge.destination)
        if before is None or after is None:
            return f"a location on a cycle has no rank: {edge.source if before is None else edge.destination}"
        if [term.sort for term in before] != [term.sort for term in after]:
            return f"the ranks of {edge.source} and {edge.destination} have different widths"
    return None


def _cyclic_edges(system: ControlSystem, cut: frozenset[str]) -> tuple[Edge, ...]:
    """Return the edges on cycles that pass no location of `cut`."""
    reachable: dict[str, set[str]] = {}
    for name in system.names:
        if name in cut:
            continue
        found = {name}
        pending = [name]
        while pending:
            for edge in system.edges_from(pending.pop()):
                if isinstance(edge.target, str) and edge.target not in found and edge.target not in cut:
                    found.add(edge.target)
                    pending.append(edge.target)
        reachable[name] = found
    return tuple(edge for edge in system.transitions if edge.source in reachable.get(edge.destination, ()))


def _with_rank_checks(
    system: ControlSystem, ranks: Mapping[str, tuple[Term, ...]], cut: frozenset[str]
) -> ControlSystem:
    """Return `system` with a check that the rank decreases, on each edge of a cycle outside of
    `cut`.
    """
    cyclic = {id(edge) for edge in _cyclic_edges(system, cut)}
    edges: list[Edge] = []
    for edge in system.edges:
        if id(edge) not in cyclic:
            edges.append(edge)
            continue
        span = system.location(edge.source).span
        error = Error(
            CheckKind.NON_TERMINATION, f"rank on the way to {edge.destination}", span, edge.source, is_violation=True
        )
        after, before = ranks[edge.destination], ranks[edge.source]
        if allocates(system, edge):
            length = min(_bounded_length(after), _bounded_length(before))
            after, before = after[:length], before[:length]
        falls = _decreases([edge.after(term) for term in after], before)
        edges += [
            replace(edge, guard=and_(edge.guard, falls)),
            Edge(edge.source, error, and_(edge.guard, not_(falls))),
        ]
    return replace(system, edges=tuple(edges))


def _bounded_length(rank: Sequence[Term]) -> int:
    """Return the length of the longest prefix of `rank` that is bounded however many objects are
    allocated.
    """
    return next((index for index, term in enumerate(rank) if not is_bounded_below(term)), len(rank))


def _decreases(after: Sequence[Term], before: Sequence[Term]) -> Term:
    """Return the condition that `after` is lexicographically less than `before`."""
    less = FALSE
    for new, old in zip(reversed(after), reversed(before), strict=True):
        less = or_(bvslt(new, old), and_(eq(new, old), less))
    return less
