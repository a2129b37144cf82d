"""Calls of a program: possible callees, functions that may reach a violation, and the globals that
calls may read or modify.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property

from surefoot.evidence.claims import Goal
from surefoot.evidence.tracked import CallTargets, StatementPoint
from surefoot.logic import TRUE, Op, Term, postorder, variables_of
from surefoot.program.access import terms_read, variables_assigned
from surefoot.program.check_sites import CheckSite
from surefoot.program.program import Function, Program
from surefoot.program.properties import UNDEFINED
from surefoot.program.statements import Call, Check, Statement

Callees = Mapping[StatementPoint, CallTargets]


class CallEffects:
    """Facts about the functions that are reachable from the entry of a program.

    ``targets`` are the callees of calls through pointers.
    """

    def __init__(self, goal: Goal, targets: Callees) -> None:
        self.goal = goal
        self.program = goal.program
        self.targets = targets
        self.globals = frozenset(each.variable.symbol for each in self.program.global_variables)
        self.addresses = frozenset(
            (
                *(each.address for each in self.program.global_objects),
                *(each.address for each in self.program.functions.values()),
            )
        )
        self.callees: dict[str, tuple[str, ...]] = {}
        """Functions that each reachable function calls."""
        pending = [self.program.entry]
        while pending:
            name = pending.pop()
            if name not in self.callees:
                self.callees[name] = tuple(dict.fromkeys(self._callees(self.program.functions[name])))
                pending.extend(self.callees[name])

    def _callees(self, function: Function) -> Iterator[str]:
        for label, block in function.blocks.items():
            for index, statement in enumerate(block.statements):
                if isinstance(statement, Call):
                    yield from self.callees_of(StatementPoint(function.name, label, index), statement)[0]

    def callees_of(self, point: StatementPoint, call: Call) -> tuple[tuple[str, ...], bool]:
        """Return the functions that ``call`` may run, and whether it may run others."""
        if isinstance(call.callee, str):
            return (call.callee,), False
        known = self.targets[point]
        return known.functions, known.others

    @cached_property
    def failing(self) -> frozenset[str]:
        """Functions that contain a check that may be violated, or reach one by calls."""
        return self._closed({name for name in self.callees if any(self._violations(name))})

    def _violations(self, name: str) -> Iterator[Check]:
        for block in self.program.functions[name].blocks.values():
            for statement in block.statements:
                if (
                    isinstance(statement, Check)
                    and self.is_violation(name, statement)
                    and statement.condition is not TRUE
                ):
                    yield statement

    def is_violation(self, function: str, statement: Statement) -> bool:
        """Return whether ``statement`` of ``function`` is a check whose failure is a violation."""
        return isinstance(statement, Check) and self.goal.is_violation_at(
            CheckSite(statement.kind, function, statement.span)
        )

    def restricts(self, check: Check) -> bool:
        """Return whether runs end where ``check`` fails, by a rule of the property.

        Undefined behaviour does not count: no proof may rest on it.
        """
        return check.kind not in UNDEFINED and not self.goal.checked.continues_after(check.kind)

    @cached_property
    def modified(self) -> Mapping[str, frozenset[Term]]:
        """Global variables that a call of each function may modify."""
        return self._accumulated({name: frozenset(self._assigned(name)) for name in self.callees})

    @cached_property
    def touched(self) -> Mapping[str, frozenset[Term]]:
        """Global variables that a call of each function may read or modify."""
        return self._accumulated({name: frozenset((*self._assigned(name), *self._read(name))) for name in self.callees})

    def _assigned(self, name: str) -> Iterator[Term]:
        for block in self.program.functions[name].blocks.values():
            for statement in block.statements:
                for target in variables_assigned(statement):
                    if target in self.globals:
                        yield target

    def _read(self, name: str) -> Iterator[Term]:
        blocks = self.program.functions[name].blocks.values()
        terms = [
            term for block in blocks for each in (*block.statements, block.terminator) for term in terms_read(each)
        ]
        for term in postorder(terms):
            if term.op is Op.VARIABLE and term in self.globals:
                yield term

    def _closed(self, names: set[str]) -> frozenset[str]:
        """Return ``names`` and the functions that may call one of them, transitively."""
        callers: dict[str, list[str]] = {}
        for name, called in self.callees.items():
            for each in called:
                callers.setdefault(each, []).append(name)
        pending, found = list(names), set(names)
        while pending:
            for caller in callers.get(pending.pop(), ()):
                if caller not in found:
                    found.add(caller)
                    pending.append(caller)
        return frozenset(found)

    def _accumulated(self, own: Mapping[str, frozenset[Term]]) -> Mapping[str, frozenset[Term]]:
        """Return for each function the union of ``own`` of all functions that it reaches."""
        found = dict(own)
        changed = True
        while changed:
            changed = False
            for name, called in self.callees.items():
                union = found[name].union(*(found[each] for each in called))
                if len(union) > len(found[name]):
                    found[name] = union
                    changed = True
        return found


def targets_by_sorts(program: Program) -> Callees:
    """Return for each call through a pointer all functions whose address is taken and that fit."""
    mentioned = _terms_with_addresses(program)
    taken = [each for each in program.functions.values() if each.address in mentioned]
    found: dict[StatementPoint, CallTargets] = {}
    for point, call in pointer_calls(program):
        found[point] = CallTargets(tuple(each.name for each in taken if fits(each, call)), others=True)
    return found


def pointer_calls(program: Program) -> Iterator[tuple[StatementPoint, Call]]:
    """Yield the calls through pointers of ``program``."""
    for function in program.functions.values():
        for label, block in function.blocks.items():
            for index, statement in enumerate(block.statements):
                if isinstance(statement, Call) and not isinstance(statement.callee, str):
                    yield StatementPoint(function.name, label, index), statement


def fits(function: Function, call: Call) -> bool:
    """Return whether ``call`` of ``function`` through a pointer is defined."""
    sorts = [argument.sort for argument in call.arguments]
    parameters = [parameter.symbol.sort for parameter in function.parameters]
    returns = not call.targets or list(function.results) == [target.sort for target in call.targets]
    return returns and parameters == sorts[: len(parameters)]


def passes_all(function: Function, call: Call) -> bool:
    """Return whether ``call`` has as many arguments as ``function`` has parameters, if it has any."""
    return not function.parameters or len(function.parameters) == len(call.arguments)


def _terms_with_addresses(program: Program) -> frozenset[Term]:
    """Return the variables that occur in terms of statements, in initial values of globals, and in
    what functions without a body know.
    """
    terms = [
        term
        for function in program.functions.values()
        for block in function.blocks.values()
        for statement in (*block.statements, block.terminator)
        for term in terms_read(statement)
    ]
    terms += [cell.value for each in program.global_objects for cell in each.cells or ()]
    terms += [each.initial for each in program.global_variables if each.initial is not None]
    return frozenset(variables_of(*terms, *program.exposed))
