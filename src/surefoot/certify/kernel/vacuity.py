"""Has the program runs at all? A proof about a program without runs holds and tells the user nothing.

Runs end where the program stops, where it can only go round for ever, and where a check fails that a proof leaves out.
"""

from collections.abc import Iterator

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.records import replace
from surefoot.certify.kernel.complete_unrolling import check_complete_unrolling
from surefoot.certify.kernel.finding import Accepted
from surefoot.evidence.certificates import Certificate, CompleteUnrolling
from surefoot.evidence.claims import Goal
from surefoot.logic import FALSE
from surefoot.program.access import leaving_blocks
from surefoot.program.check_sites import check_sites
from surefoot.program.program import Block, Function, Program
from surefoot.program.properties import COMPETITION, REACHABILITY, UNDEFINED
from surefoot.program.statements import Assume, Check, CheckKind, Statement, Stop
from surefoot.smt.registry import SolverFactory
from surefoot.systems.formats.model import HornFile

_SAMPLES = 10
_STEPS = 10_000
_SECONDS = 10.0
"""How long it may take to find out; the proof stands meanwhile."""
_END = CheckKind.REACHED
"""What fails where a run ends."""
_ABANDONED = "call of abort"
"""How programs that have no assumptions of their own give up on inputs that they do not want."""


def has_no_runs(goal: Goal, certificate: Certificate, solvers: SolverFactory, budget: Budget) -> bool:
    """Whether assumptions and divisions by zero are known to stop every run before its end, because the unrolling ``certificate`` shows it.

    Other certificates show nothing about ends: `surefoot.verify.reachability` asks engines.
    """
    if not isinstance(certificate, CompleteUnrolling):
        return False
    ends = question_of_ends(goal)
    if ends is None:
        return False
    try:
        finding = check_complete_unrolling(ends, certificate, solvers, budget.at_most(_SECONDS))
    except OutOfBudget:
        return False
    return isinstance(finding, Accepted)


def question_of_ends(goal: Goal) -> Goal | None:
    """The question whether some run ends, which such a run answers by a violation; none if there is no doubt, or it does not matter.

    For the competition a program without runs is safe like any other, and so are Horn clauses from which nothing follows.

    Requires  no run fails a check that ``goal`` does not ignore
    """
    if goal.checked.name == REACHABILITY or goal.checked in COMPETITION or isinstance(goal.model, HornFile):
        return None
    if not _can_stop_runs(goal.program) or _some_run_ends(goal):
        return None
    asked = replace(goal.checked, name=REACHABILITY, violations=goal.checked.violations | {_END})
    everything = check_sites(goal.program, replace(asked, violations=asked.violations | UNDEFINED))
    return replace(
        goal,
        program=_failing_at_ends(goal.program),
        checked=asked,
        ignored=frozenset(everything) - goal.ignored,
        in_parts=False,
    )


def _can_stop_runs(program: Program) -> bool:
    return any(
        isinstance(statement, Assume) or (isinstance(statement, Check) and statement.kind is CheckKind.DIVISION_BY_ZERO)
        for statement in _statements(program)
    )


def _some_run_ends(goal: Goal) -> bool:
    """Whether one of a few sample runs ends, fails, or goes on for long; most programs need no solver to tell."""
    from random import Random

    from surefoot.program.access import constants_of
    from surefoot.semantics.inputs.sampling import SampledChoices
    from surefoot.semantics.interpreter import BoundReached, ChoiceSource, Finished, Violated, ZeroChoices, run
    from surefoot.semantics.interpreter.generated_code import GeneratedCode

    known = constants_of(goal.program, goal.checked)
    samples: list[ChoiceSource] = [ZeroChoices(), *(SampledChoices(Random(seed), known) for seed in range(_SAMPLES))]  # noqa: S311 - not for secrets
    code = GeneratedCode()
    for choices in samples:
        match run(goal.program, goal.checked, choices, max_steps=_STEPS, written=code):
            case Finished(reason=reason) if reason != _ABANDONED:
                return True
            case BoundReached() | Violated():
                return True
            case _:
                pass
    return False


def _failing_at_ends(program: Program) -> Program:
    """The program with a check that fails wherever a run ends, or can only go round for ever."""
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
    """``block`` with a check that fails when all its statements are done."""
    failure = Check(FALSE, _END, "a run ends", block.terminator.span)
    return replace(block, statements=(*block.statements, failure))


def _statements(program: Program) -> Iterator[Statement]:
    for function in program.functions.values():
        for block in function.blocks.values():
            yield from block.statements
