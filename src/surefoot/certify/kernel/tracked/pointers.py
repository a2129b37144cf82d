"""Functions that calls through pointers may call, compared with those that a certificate lists."""

from collections.abc import Callable, Sequence

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass
from surefoot.certify.kernel.tracked.effects import PossibleCallees, fits
from surefoot.certify.kernel.tracked.points_to import PointsTo
from surefoot.evidence.tracked import StatementPoint, TrackedSummaries
from surefoot.logic import variables_of
from surefoot.program.access import terms_read
from surefoot.program.program import Function, Program
from surefoot.program.statements import Call


@dataclass(frozen=True, slots=True)
class ListedTargets:
    """Result of comparing the listed targets of calls: ``missing`` is why they are not all listed.

    ``excludes_callees`` is true if this rests on `Assumption.ARGUMENTS`.
    """

    missing: str | None
    excludes_callees: bool = False


def listed_targets(
    program: Program, certificate: TrackedSummaries, reached: Sequence[Function], budget: Budget
) -> ListedTargets:
    """Compare the targets of calls in ``reached`` with those that ``certificate`` lists.

    Enough are all functions that fit and whose address is taken; else the targets by `PointsTo`.
    """
    taken = addressed_functions(program)

    def by_sorts(call: Call) -> PossibleCallees:
        return PossibleCallees(tuple(each.name for each in taken if fits(each, call)), others=True)

    if _missing(certificate, reached, by_sorts) is None:
        return ListedTargets(None)
    targets = PointsTo(program, budget)
    calls = (each for function in reached for block in function.blocks.values() for each in block.statements)
    excludes = any(targets.excludes_callees(each) for each in calls if isinstance(each, Call))
    return ListedTargets(_missing(certificate, reached, targets.callees), excludes)


def _missing(
    certificate: TrackedSummaries, reached: Sequence[Function], callees: Callable[[Call], PossibleCallees]
) -> str | None:
    for function in reached:
        for label, block in function.blocks.items():
            for index, statement in enumerate(block.statements):
                if not isinstance(statement, Call) or isinstance(statement.callee, str):
                    continue
                place = f"the call that is statement {index} of block {label} of {function.name}"
                listed = certificate.targets.get(StatementPoint(function.name, label, index))
                if listed is None:
                    return f"{place} has no list of callees"
                needed = callees(statement)
                if needed.others and not listed.others:
                    return f"{place} may also call functions without a body"
                absent = [name for name in needed.functions if name not in listed.functions]
                if absent:
                    return f"{place} may also call {absent[0]}"
    return None


def addressed_functions(program: Program) -> list[Function]:
    """Return the functions whose address occurs in a statement or in initial values, or is known to
    functions without a body.
    """
    terms = [
        term
        for function in program.functions.values()
        for block in function.blocks.values()
        for statement in (*block.statements, block.terminator)
        for term in terms_read(statement)
    ]
    terms += [each.initial for each in program.global_variables if each.initial is not None]
    terms += [cell.value for each in program.global_objects for cell in each.cells or ()]
    mentioned = set(variables_of(*terms, *program.exposed))
    return [each for each in program.functions.values() if each.address in mentioned]
