"""Segments of blocks between entered calls, as conditions and values over the variables at their
start.
"""

from collections.abc import Callable, Mapping

from surefoot.base.records import dataclass
from surefoot.engines.track.call_effects import CallEffects
from surefoot.evidence.tracked import StatementPoint, TrackedPoint
from surefoot.logic import FALSE, TRUE, Sort, Symbol, SymbolKind, Term, bv, not_, substitute, variable
from surefoot.logic import eq as equal
from surefoot.program.access import variables_assigned
from surefoot.program.check_sites import CheckSite
from surefoot.program.program import Function
from surefoot.program.statements import (
    Allocate,
    Assign,
    Assume,
    Branch,
    Call,
    Check,
    Goto,
    MakeStrings,
    Return,
    Statement,
    Stop,
    Terminator,
)


@dataclass(frozen=True, slots=True)
class SegmentCondition:
    """Condition under which a segment continues; its failure is a violation at ``site``, if given."""

    formula: Term
    site: CheckSite | None


@dataclass(frozen=True, slots=True)
class BlockEnd:
    """End of a segment: block ``target`` follows if ``condition``, else ``otherwise``."""

    condition: Term
    target: str
    otherwise: str


@dataclass(frozen=True, slots=True)
class ReturnEnd:
    """End of a segment: the function returns ``values``."""

    values: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class EnteredCall:
    """End of a segment: a call that is entered; execution resumes at point ``resumes``."""

    point: StatementPoint
    resumes: TrackedPoint
    callees: tuple[str, ...]
    others: bool
    arguments: tuple[Term, ...]
    targets: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class StopEnd:
    """End of a segment that is the end of the run."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Statements from a point to an entered call or to the end of the block.

    All terms are over the variables at the start, and over fresh variables for values that are any.
    ``values`` has the variables that the segment assigns.
    """

    conditions: tuple[SegmentCondition, ...]
    values: Mapping[Term, Term]
    end: BlockEnd | ReturnEnd | EnteredCall | StopEnd


def segment_at(
    function: Function, point: TrackedPoint, effects: CallEffects, is_skipped: Callable[[StatementPoint, Call], bool]
) -> Segment:
    """Return the segment of ``function`` that starts at ``point``."""
    label, start = point
    block = function.blocks[label]
    values: dict[Term, Term] = {}
    memo: dict[Term, Term] = {}
    conditions: list[SegmentCondition] = []

    def now(term: Term) -> Term:
        return substitute(term, values, memo) if values else term

    def assign(target: Term, value: Term) -> None:
        values[target] = value
        memo.clear()

    for index in range(start, len(block.statements)):
        statement = block.statements[index]
        match statement:
            case Assign(target, value):
                assign(target, now(value))
            case Assume(condition):
                conditions.append(SegmentCondition(now(condition), None))
            case Check(condition, kind) if effects.restricts(statement):
                site = CheckSite(kind, function.name, statement.span)
                conditions.append(
                    SegmentCondition(now(condition), site if effects.is_violation(function.name, statement) else None)
                )
            case Call(targets, _, arguments):
                here = StatementPoint(function.name, label, index)
                if not is_skipped(here, statement):
                    callees, others = effects.callees_of(here, statement)
                    given = tuple(now(argument) for argument in arguments)
                    entered = EnteredCall(here, (label, index + 1), callees, others, given, targets)
                    return _segment(conditions, values, entered)
                for number, target in enumerate(targets):
                    assign(target, unknown_value(here, number, target.sort))
            case _:
                here = StatementPoint(function.name, label, index)
                for number, target in enumerate(_havocked(statement)):
                    value = unknown_value(here, number, target.sort)
                    assign(target, value)
                    if isinstance(statement, Allocate):
                        conditions.append(SegmentCondition(not_(equal(value, bv(0, target.sort.width))), None))
    return _segment(conditions, values, _end(block.terminator, now))


def _end(terminator: Terminator, now: Callable[[Term], Term]) -> BlockEnd | ReturnEnd | StopEnd:
    match terminator:
        case Goto(target):
            return BlockEnd(TRUE, target, target)
        case Branch(condition, then, otherwise):
            return BlockEnd(now(condition), then, otherwise)
        case Return(values):
            return ReturnEnd(tuple(now(value) for value in values))
        case Stop():
            return StopEnd()


def _segment(
    conditions: list[SegmentCondition], values: Mapping[Term, Term], end: BlockEnd | ReturnEnd | EnteredCall | StopEnd
) -> Segment:
    known = tuple(each for each in conditions if each.formula is not TRUE)
    if any(each.formula is FALSE and each.site is None for each in known):
        first = next(number for number, each in enumerate(known) if each.formula is FALSE and each.site is None)
        return Segment(known[: first + 1], values, StopEnd())
    return Segment(known, values, end)


def unknown_value(point: StatementPoint, number: int, sort: Sort) -> Term:
    """Return the variable for a value that statement ``point`` leaves open."""
    owner = f"{point.function} {point.block} {point.index}"
    return variable(Symbol(SymbolKind.AUXILIARY, owner, number, f"any value of {owner}"), sort)


def _havocked(statement: Statement) -> tuple[Term, ...]:
    if isinstance(statement, MakeStrings):
        return statement.target, statement.length, statement.string
    return variables_assigned(statement)
