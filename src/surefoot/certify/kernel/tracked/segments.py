"""Segments: the statements from a point to the next ones, as guards and values of keys.

A segment is executed once, from a state in which each variable has its own symbol as value.
Memory is not tracked: reads have any value.
"""

from collections.abc import Callable, Mapping
from typing import Final

from surefoot.base.records import dataclass
from surefoot.certify.kernel.tracked.effects import PossibleCallees, TransitiveEffects
from surefoot.certify.kernel.tracked.wellformed import CheckedKeys
from surefoot.logic import TRUE, Sort, Symbol, SymbolKind, Term, and_, bv, eq, not_, substitute, variable
from surefoot.program.check_sites import CheckSite
from surefoot.program.program import Function, Program
from surefoot.program.properties import UNDEFINED, Property
from surefoot.program.statements import (
    Allocate,
    Assign,
    Assume,
    Branch,
    Call,
    Check,
    CheckDisjoint,
    CheckKind,
    CheckMemory,
    Copy,
    EndLifetime,
    Fill,
    Free,
    Goto,
    Havoc,
    Load,
    MakeStrings,
    ObjectSize,
    Return,
    Statement,
    Stop,
    Store,
)

KeyValues = Mapping[int, Term]
"""Values of keys by number, for those that differ from their own term."""


@dataclass(frozen=True, slots=True)
class PossibleViolation:
    """A check of a violation, reached under ``guard``."""

    guard: Term
    condition: Term
    check: Check


@dataclass(frozen=True, slots=True)
class JumpEnd:
    """End of a segment: the run goes on at block ``label``."""

    guard: Term
    values: KeyValues
    label: str


@dataclass(frozen=True, slots=True)
class Returning:
    """End of a segment: the function returns ``results``."""

    guard: Term
    values: KeyValues
    results: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Entering:
    """End of a segment: the entered call that is statement ``index`` of its block.

    ``starts`` has the values of keys at the start of each callee. ``returned`` has those after it
    returned, over symbols for what it may have modified: ``results`` are its results. The key
    ``None`` of ``returned`` is a function without a body.
    """

    guard: Term
    values: KeyValues
    index: int
    starts: Mapping[str, KeyValues]
    returned: Mapping[str | None, KeyValues]
    results: tuple[Term, ...]


SegmentEnd = JumpEnd | Returning | Entering


@dataclass(frozen=True, slots=True)
class CheckedSegment:
    """Checks and ends of the statements from a point on."""

    violations: tuple[PossibleViolation, ...]
    ends: tuple[SegmentEnd, ...]


class CheckedSegments:
    """Segments of a program, each computed once.

    ``facts`` has what holds about symbols that stand for values chosen in segments.
    """

    def __init__(
        self,
        program: Program,
        checked: Property,
        keys: CheckedKeys,
        effects: TransitiveEffects,
        is_violation: Callable[[CheckSite], bool],
    ) -> None:
        self.program = program
        self.checked = checked
        self.keys = keys
        self.effects = effects
        self.is_violation = is_violation
        self._known: dict[tuple[str, str, int], CheckedSegment] = {}
        self._fresh = 0
        self.facts: dict[Term, Term] = {}

    def segment(self, function: Function, label: str, index: int) -> CheckedSegment:
        """Return the segment from statement ``index`` of block ``label`` on."""
        place = function.name, label, index
        found = self._known.get(place)
        if found is None:
            found = self._known[place] = _Execution(self, function, label).segment(index)
        return found

    def is_entered(self, callees: PossibleCallees, call: Call) -> bool:
        """Return whether ``call`` is entered; otherwise it is skipped."""
        of_keys = self.keys.mentioning
        return (
            any(target in of_keys for target in call.targets)
            or any(self.effects.may_violate(name) for name in callees.functions)
            or any(self.effects.modified(name) & self.keys.global_variables for name in callees.functions)
        )

    def fresh(self, sort: Sort) -> Term:
        """Return a symbol for any value of ``sort``."""
        self._fresh += 1
        return variable(Symbol(SymbolKind.AUXILIARY, "tracked value", self._fresh, f"any {self._fresh}"), sort)


class _Execution:
    """Execution of statements of one block of ``function``."""

    def __init__(self, segments: CheckedSegments, function: Function, label: str) -> None:
        self._all: Final = segments
        self._function = function
        self._label = label
        self._state: dict[Term, Term] = {}
        self._guard: Term = TRUE
        self._violations: list[PossibleViolation] = []

    def segment(self, index: int) -> CheckedSegment:
        block = self._function.blocks[self._label]
        for number in range(index, len(block.statements)):
            statement = block.statements[number]
            if isinstance(statement, Call):
                callees = self._all.effects.callees(self._function.name, self._label, number, statement)
                if self._all.is_entered(callees, statement):
                    return self._segment(self._entering(number, statement, callees))
                self._skip(statement, callees)
            else:
                self._execute(statement)
        match block.terminator:
            case Goto(target):
                return self._segment(JumpEnd(self._guard, self._values(), target))
            case Branch(condition, then, otherwise):
                decided, values, guard = self._value(condition), self._values(), self._guard
                taken = JumpEnd(and_(guard, decided), values, then)
                return self._segment(taken, JumpEnd(and_(guard, not_(decided)), values, otherwise))
            case Return(values):
                results = tuple(map(self._value, values))
                return self._segment(Returning(self._guard, self._values(), results))
            case Stop():
                return self._segment()

    def _segment(self, *ends: SegmentEnd) -> CheckedSegment:
        return CheckedSegment(tuple(self._violations), ends)

    def _value(self, term: Term) -> Term:
        return substitute(term, self._state)

    def _values(self, state: Mapping[Term, Term] | None = None) -> dict[int, Term]:
        """Return the values of the keys that ``state`` changes."""
        state = self._state if state is None else state
        keys = self._all.keys
        changed = dict.fromkeys(key for symbol in state for key in keys.mentioning.get(symbol, ()))
        return {key: substitute(keys.terms[key], state) for key in changed}

    def _havoc(self, target: Term) -> Term:
        found = self._state[target] = self._all.fresh(target.sort)
        return found

    def _execute(self, statement: Statement) -> None:
        match statement:
            case Assign(target, value):
                self._state[target] = self._value(value)
            case Havoc(target) | Load(target) | ObjectSize(target):
                self._havoc(target)
            case Allocate(target):
                made = self._havoc(target)
                self._all.facts[made] = not_(eq(made, bv(0, made.sort.width)))
            case MakeStrings():
                for each in (statement.target, statement.length, statement.string):
                    self._havoc(each)
            case Assume(condition):
                self._guard = and_(self._guard, self._value(condition))
            case Check():
                self._check(statement)
            case Store() | Copy() | Fill() | Free() | EndLifetime() | CheckDisjoint() | CheckMemory():
                pass
            case Call():
                raise AssertionError("calls are no simple statements")

    def _check(self, check: Check) -> None:
        site = CheckSite(check.kind, self._function.name, check.span)
        condition = self._value(check.condition)
        if self._all.is_violation(site):
            self._violations.append(PossibleViolation(self._guard, condition, check))
        if check.kind not in UNDEFINED and not self._all.checked.continues_after(check.kind):
            self._guard = and_(self._guard, condition)

    def _skip(self, call: Call, callees: PossibleCallees) -> None:
        for target in call.targets:
            self._havoc(target)
        for name in callees.functions:
            for symbol in self._modified(name):
                self._havoc(symbol)

    def _modified(self, name: str) -> list[Term]:
        """Return the global variables that function ``name`` may modify, in the order of their
        declaration.
        """
        modified = self._all.effects.modified(name)
        return [each.variable.symbol for each in self._all.program.global_variables if each.variable.symbol in modified]

    def _entering(self, index: int, call: Call, callees: PossibleCallees) -> Entering:
        arguments = tuple(map(self._value, call.arguments))
        results = tuple(self._all.fresh(target.sort) for target in call.targets)
        targets = dict(zip(call.targets, results, strict=True))
        starts: dict[str, KeyValues] = {}
        returned: dict[str | None, KeyValues] = {}
        for name in callees.functions:
            parameters = [each.symbol for each in self._all.program.functions[name].parameters]
            missing = [self._all.fresh(each.sort) for each in parameters[len(arguments) :]]
            passed = dict(zip(parameters, (*arguments, *missing), strict=False))
            starts[name] = self._values({**self._globals(), **passed})
            modified = {symbol: self._all.fresh(symbol.sort) for symbol in self._modified(name)}
            returned[name] = self._values({**self._state, **modified, **targets})
        if callees.others:
            returned[None] = self._values({**self._state, **targets})
        return Entering(self._guard, self._values(), index, starts, returned, results)

    def _globals(self) -> dict[Term, Term]:
        """Return the values of assigned global variables."""
        known = {each.variable.symbol for each in self._all.program.global_variables}
        return {symbol: value for symbol, value in self._state.items() if symbol in known}


def undefined_operations(function: Function) -> bool:
    """Return whether ``function`` has a check of an undefined operation other than a memory access."""
    return any(
        isinstance(each, CheckDisjoint)
        or (isinstance(each, Check) and each.kind in UNDEFINED - {CheckKind.INVALID_DEREFERENCE})
        for block in function.blocks.values()
        for each in block.statements
    )
