"""Checker of tracked-variable summaries: all rules of `surefoot.evidence.tracked`."""

from surefoot.base.budget import Budget
from surefoot.base.caveats import Dropped
from surefoot.certify.kernel.finding import Accepted, Finding, Rejected, Unconfirmed
from surefoot.certify.kernel.tracked.effects import TransitiveEffects
from surefoot.certify.kernel.tracked.obligations import TrackedObligations
from surefoot.certify.kernel.tracked.pointers import listed_targets
from surefoot.certify.kernel.tracked.segments import CheckedSegments, undefined_operations
from surefoot.certify.kernel.tracked.wellformed import IllFormed, keys_of
from surefoot.certify.limits import LIMITS
from surefoot.discharge.obligation import Discharged, Refuted, Undischarged
from surefoot.discharge.strategy import discharge
from surefoot.evidence.assumptions import Assumption
from surefoot.evidence.certificates import REWRITING
from surefoot.evidence.claims import Goal
from surefoot.evidence.tracked import TrackedSummaries
from surefoot.logic import Term, bv, bvule, distinct, variables_of
from surefoot.program.program import Program
from surefoot.program.properties import UNREACH_CALL
from surefoot.program.statements import Call, Copy, Fill, Free, Store
from surefoot.smt.registry import SolverFactory


def check_tracked(goal: Goal, certificate: TrackedSummaries, solvers: SolverFactory, budget: Budget) -> Finding:
    """Check that ``certificate`` shows that no run of the goal fails a check that is a violation.

    Ensures: an `Accepted` names all assumptions that the proof rests on.
    """
    program = goal.program
    if not goal.checked.violations <= UNREACH_CALL.violations:
        return Rejected(f"values of tracked variables show {UNREACH_CALL.name}, no other property")
    if certificate.cells:
        return Unconfirmed("cells of memory as tracked variables are not checked yet")
    try:
        keys = keys_of(certificate, program)
    except IllFormed as wrong:
        return Rejected(str(wrong))
    effects = TransitiveEffects(program, certificate.targets, goal.is_violation_at)
    listed = listed_targets(program, certificate, tuple(effects.reached), budget)
    if listed.missing is not None:
        return Rejected(listed.missing)
    segments = CheckedSegments(program, goal.checked, keys, effects, goal.is_violation_at)
    segments.facts.update(_facts_about_addresses(program))
    obligations = TrackedObligations(certificate, program, keys, segments)
    obligations.of_start()
    confirmers: dict[str, None] = {}
    for number in range(len(certificate.contexts)):
        for _ in obligations.of_context(number):
            budget.spend()
        is_last = number == len(certificate.contexts) - 1
        if not is_last and obligations.pending < LIMITS.tracked_obligations:
            continue
        match discharge(obligations.take(), lambda formula: _differ(program, formula), solvers, budget):
            case Discharged(by):
                confirmers[by] = None
            case Refuted() as refuted:
                return Rejected(str(refuted))
            case Undischarged() as open_:
                return Unconfirmed(str(open_))
    if obligations.pending:
        return Rejected("the certificate has no context")
    solved = [name for name in confirmers if name != REWRITING]
    assumptions = _assumptions(goal, effects, certificate)
    if listed.excludes_callees:
        assumptions = (*assumptions, Assumption.ARGUMENTS)
    return Accepted(" and ".join(solved) or REWRITING, assumptions=assumptions)


def _facts_about_addresses(program: Program) -> dict[Term, Term]:
    addresses = [each.address for each in program.global_objects]
    addresses += [each.address for each in program.functions.values()]
    return {each: bvule(bv(4096, each.sort.width), each) for each in addresses}


def _differ(program: Program, formula: Term) -> tuple[Term, ...]:
    """Return that the addresses in ``formula`` of functions and of modifiable objects differ."""
    unlike = [each.address for each in program.global_objects if each.size and not each.constant]
    unlike += [each.address for each in program.functions.values()]
    mentioned = frozenset(variables_of(formula))
    found = [each for each in unlike if each in mentioned]
    return (distinct(*found),) if len(found) > 1 else ()


def _assumptions(goal: Goal, effects: TransitiveEffects, certificate: TrackedSummaries) -> tuple[Assumption, ...]:
    functions = list(effects.reached)
    statements = [each for function in functions for block in function.blocks.values() for each in block.statements]
    writes = any(isinstance(each, Store | Copy | Fill | Free) for each in statements)
    through_pointers = any(isinstance(each, Call) and not isinstance(each.callee, str) for each in statements)
    found = [Assumption.WRITES] if writes or through_pointers else []
    dropped = any(each.dropped in (Dropped.GLOBALS, Dropped.CALLBACKS) for each in goal.program.caveats)
    if dropped or goal.program.exposed or any(each.others for each in certificate.targets.values()):
        found.append(Assumption.EXTERNAL_FUNCTIONS)
    if any(map(undefined_operations, functions)):
        found.append(Assumption.OPERATIONS)
    return tuple(found)
