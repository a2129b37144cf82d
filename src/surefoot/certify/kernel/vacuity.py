"""Vacuity: a proof about a program without complete runs is of no use.

Runs end where the program stops, where no exit of a loop can be reached, and where a check fails
that a proof ignores.
"""

from collections.abc import Iterator

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.records import replace
from surefoot.certify.kernel.complete_unrolling import check_complete_unrolling
from surefoot.certify.kernel.finding import Accepted
from surefoot.certify.limits import LIMITS
from surefoot.evidence.certificates import Certificate, CompleteUnrolling
from surefoot.evidence.claims import Goal
from surefoot.logic import FALSE
from surefoot.program.access import leaving_blocks
from surefoot.program.check_sites import check_sites
from surefoot.program.program import Block, Function, Program
from surefoot.program.properties import COMPETITION, REACHABILITY, UNDEFINED
from surefoot.program.statements import Assume, Check, CheckKind, Statement, Stop
from surefoot.semantics.interpreter.code import GeneratedCode
from surefoot.smt.registry import SolverFactory

_END = CheckKind.REACHED
"""The kind of check that fails where a run ends."""
_ABANDONED = "call of abort"
"""The end by which programs without assumptions reject inputs."""


def has_no_runs(
    goal: Goal,
    certificate: Certificate,
    solvers: SolverFactory,
    budget: Budget,
    code: GeneratedCode | None = None,
) -> bool:
    """Return whether the unrolling `certificate` shows that assumptions or divisions by zero stop
    every run before its end.

    Other certificates show nothing about ends: for them `surefoot.verify.reachability` runs
    engines.
    """
    if not isinstance(certificate, CompleteUnrolling):
        return False
    ends = goal_of_ends(goal, code)
    if ends is None:
        return False
    try:
        finding = check_complete_unrolling(ends, certificate, solvers, budget.at_most(LIMITS.vacuity_seconds))
    except OutOfBudget:
        return False
    return isinstance(finding, Accepted)


def goal_of_ends(goal: Goal, code: GeneratedCode | None = None) -> Goal | None:
    """Return a goal that is violated by every run that ends; `None` if a run is known to end, or it
    does not matter.

    In competition mode programs without runs are safe, as are Horn clauses from which nothing
    follows. A proof about a transition system without runs gets a warning.
    Requires: no run fails a check that `goal` does not ignore.
    """
    if goal.checked.name == REACHABILITY or goal.checked in COMPETITION or goal.model is not None:
        return None
    if not _can_stop_runs(goal.program) or _some_run_ends(goal, code):
        return None
    checked = replace(goal.checked, name=REACHABILITY, violations=goal.checked.violations | {_END})
    everything = check_sites(goal.program, replace(checked, violations=checked.violations | UNDEFINED))
    return replace(
        goal,
        program=_failing_at_ends(goal.program),
        checked=checked,
        ignored=frozenset(everything) - goal.ignored,
        accepts_partial_claims=False,
    )


def _can_stop_runs(program: Program) -> bool:
    return any(
        isinstance(statement, Assume) or (isinstance(statement, Check) and statement.kind is CheckKind.DIVISION_BY_ZERO)
        for statement in _statements(program)
    )


def _some_run_ends(goal: Goal, code: GeneratedCode | None) -> bool:
    """Return whether one of a few sampled runs ends, fails or takes long; most programs need no
    solver for that.
    """
    from random import Random

    from surefoot.program.access import constants_of
    from surefoot.semantics.interpreter import BoundReached, ChoiceSource, Finished, Violated, ZeroChoices, run
    from surefoot.semantics.sampling import SampledChoices

    known = constants_of(goal.program, goal.checked)
    samples: list[ChoiceSource] = [
        ZeroChoices(),
        *(SampledChoices(Random(seed), known) for seed in range(LIMITS.vacuity_samples)),  # noqa: S311 - not for secrets
    ]
    generated = GeneratedCode() if code is None else code
    for choices in samples:
        match run(goal.program, goal.checked, choices, max_steps=LIMITS.vacuity_steps, generated_code=generated):
            case Finished(reason=reason) if reason != _ABANDONED:
                return True
            case BoundReached() | Violated():
                return True
            case _:
                pass
    return False


def _failing_at_ends(program: Program) -> Program:
    """Return the program with a failing check wherever a run ends or cannot leave a loop."""
    functions = {name: _failing_in(function) for name, function in program.functions.items()}
    return replace(program, functions=functions)


def _failing_in(function: Function) -> Function:
    leaving = leaving_blocks(function.blocks)
    blocks = {
        label: _failing(block) if _is_end(block) or label not in leaving else block
        for label, block in function.blocks.items()
    }
    return replace(function, blocks=blocks)


def _is_end(block: Block) -> bool:
    return isinstance(block.terminator, Stop) and block.terminator.reason != _ABANDONED


def _failing(block: Block) -> Block:
    """Return `block` with a failing check behind its statements."""
    failure = Check(FALSE, _END, "a run ends", block.terminator.span)
    return replace(block, statements=(*block.statements, failure))


def _statements(program: Program) -> Iterator[Statement]:
    for function in program.functions.values():
        for block in function.blocks.values():
            yield from block.statements
