"""Ranks of recursive functions by summaries: what calls satisfy when they return.

Houdini keeps the candidates about calls, returns and loops that satisfy the Horn clauses of the
program. They restrict the results of calls and the states of locations, for the search for ranks
and for its proof. That a rank decreases along a clause is a clause without head, from which the
formulas that the proof needs are collected.
"""

from collections.abc import Iterator
from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.records import replace
from surefoot.discharge.system_solver import SystemSolver
from surefoot.engines.chc.summaries import summary_stages
from surefoot.engines.induction.inductive_step import InductiveStep
from surefoot.engines.limits import LIMITS
from surefoot.engines.tasks import SystemTask
from surefoot.engines.termination.proof import ranked
from surefoot.engines.termination.ranks import Ranks, RankSearch, RanksFound, components_of, decreases
from surefoot.engines.termination.transitions import sampled_transitions
from surefoot.evidence.certificates import KInductive, Overflow, Ranking
from surefoot.invariants.horn.houdini import ClauseQueries, RelationFormulas, needed, satisfying_subset
from surefoot.logic import TRUE, and_, not_
from surefoot.logic.horn import Clause
from surefoot.program.access import constants_of
from surefoot.systems.control.system import ENTRY, Edge, Invariants
from surefoot.systems.procedures.call_paths import CallPaths


def rankings_by_summaries(task: SystemTask, overflow: Overflow, seconds: float) -> Iterator[Ranking]:
    """Yield a ranking of the recursive program of `task` under summaries, if one is found."""
    if not isinstance(task.encoding, CallPaths):
        return
    share = task.budget.at_most_work(seconds)
    try:
        found = _search(replace(task, budget=share, solvers=replace(task.solvers, budget=share)), task.encoding, share)
        if found is not None:
            ranks, summaries, proof = found
            yield Ranking(ranks, overflow, proof, summaries)
    except OutOfBudget:
        task.budget.spend()


def _search(task: SystemTask, encoding: CallPaths, budget: Budget) -> tuple[Ranks, Invariants, KInductive] | None:
    procedures = encoding.procedures
    limited = replace(task.solvers, limits=replace(task.solvers.limits, seconds=LIMITS.summary_query_seconds))
    constants = constants_of(task.goal.program, task.goal.checked)
    with closing(limited.new()) as solver:
        clauses = ClauseQueries(procedures.system, solver)
        domains = {name: [(each,)] for name, each in procedures.domains.items() if each is not TRUE}
        known: RelationFormulas = satisfying_subset(clauses, domains, budget)
        for stage in summary_stages(procedures, budget):
            known = satisfying_subset(clauses, stage, budget, known)
            summaries, invariants = _split(encoding, known)
            system = encoding.with_summaries(summaries).system
            samples = sampled_transitions(system, constants, budget.at_most_work(LIMITS.rank_sampling_seconds))
            found = RankSearch(system, invariants, samples, task.solvers, budget, LIMITS.rank_seconds).ranks()
            if isinstance(found, RanksFound) and not found.undecided:
                proof = _proof(task, encoding, found.ranks, known, budget)
                if proof is not None:
                    return found.ranks, *proof
    return None


def _split(encoding: CallPaths, known: RelationFormulas) -> tuple[Invariants, Invariants]:
    """Return what is known of returns, and of locations."""
    summaries = {name: tuple(known[name]) for name in encoding.returning if known.get(name)}
    invariants = {name: tuple(known[name]) for name in encoding.system.names if known.get(name)}
    return summaries, invariants


def _proof(
    task: SystemTask, encoding: CallPaths, ranks: Ranks, known: RelationFormulas, budget: Budget
) -> tuple[Invariants, KInductive] | None:
    """Return the formulas of `known` that show that `ranks` decrease, and that no run fails a
    check, as summaries and as a proof.
    """
    horn = encoding.procedures.system
    with closing(task.solvers.new()) as solver:
        wanted = replace(horn, clauses=(*horn.clauses, *_rising(encoding, ranks)))
        formulas = needed(ClauseQueries(wanted, solver), known, budget)
    summaries, invariants = _split(encoding, formulas)
    system = ranked(encoding.with_summaries(summaries).system, ranks)
    with closing(SystemSolver(system, task.solvers.new())) as checking:
        step = InductiveStep(system, checking, invariants)
        if step.is_inductive() and step.holds(1) is True:
            return summaries, KInductive(1, invariants, checking.name)
    return None


def _rising(encoding: CallPaths, ranks: Ranks) -> Iterator[Clause]:
    """Yield clauses without head that apply where a rank does not decrease."""
    relations = encoding.procedures.system.relations
    inside = {name: names for names, _ in components_of(encoding.system) for name in names}
    for step in encoding.procedures.steps:
        clause = step.clause
        source = clause.body[0].relation if clause.body else ENTRY
        if clause.head is None or clause.head.relation not in inside.get(source, ()):
            continue
        target = clause.head.relation
        edge = Edge(source, target, TRUE, dict(zip(relations[target], clause.head.arguments, strict=True)))
        yield Clause(clause.body, and_(clause.constraint, not_(decreases(encoding.system, ranks, edge))), None)
