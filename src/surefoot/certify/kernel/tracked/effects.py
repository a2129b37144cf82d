"""Effects of calls: global variables that they may modify, and whether they may violate a check."""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeGuard

from surefoot.base.records import dataclass
from surefoot.evidence.tracked import CallTargets, StatementPoint
from surefoot.logic import TRUE, Term
from surefoot.program.access import variables_assigned
from surefoot.program.check_sites import CheckSite
from surefoot.program.program import Function, Program
from surefoot.program.statements import Call, Check, Statement

IsViolation = Callable[[CheckSite], bool]


@dataclass(frozen=True, slots=True)
class PossibleCallees:
    """Possible callees of a call: functions of the program and, if ``others``, functions without a
    body.
    """

    functions: tuple[str, ...]
    others: bool


class TransitiveEffects:
    """Possible callees and transitive effects of functions that runs may reach.

    Requires: ``targets`` has a superset of the callees of every reachable call through a pointer.
    """

    def __init__(
        self, program: Program, targets: Mapping[StatementPoint, CallTargets], is_violation: IsViolation
    ) -> None:
        self._program = program
        self._targets = targets
        self._calls: dict[str, dict[str, None]] = {}
        self._modified: dict[str, frozenset[Term]] = {}
        self._violating: set[str] = set()
        globals_ = {each.variable.symbol for each in program.global_variables}
        pending = [program.entry]
        while pending:
            name = pending.pop()
            if name in self._calls:
                continue
            function = program.functions[name]
            self._calls[name] = {}
            assigned: set[Term] = set()
            for label, block in function.blocks.items():
                for index, statement in enumerate(block.statements):
                    assigned.update(variables_assigned(statement))
                    if isinstance(statement, Call):
                        self._calls[name].update(dict.fromkeys(self.callees(name, label, index, statement).functions))
                    elif _can_fail(statement) and is_violation(CheckSite(statement.kind, name, statement.span)):
                        self._violating.add(name)
            self._modified[name] = frozenset(assigned & globals_)
            pending += self._calls[name]
        self._close()

    def _close(self) -> None:
        callers: dict[str, list[str]] = {}
        for caller, callees in self._calls.items():
            for callee in callees:
                callers.setdefault(callee, []).append(caller)
        pending = list(self._calls)
        while pending:
            name = pending.pop()
            for caller in callers.get(name, ()):
                modified = self._modified[caller] | self._modified[name]
                is_more = len(modified) > len(self._modified[caller])
                if name in self._violating and caller not in self._violating:
                    self._violating.add(caller)
                    is_more = True
                if is_more:
                    self._modified[caller] = modified
                    pending.append(caller)

    @property
    def reached(self) -> Iterator[Function]:
        """Functions that runs may enter."""
        return (self._program.functions[name] for name in self._calls)

    def callees(self, function: str, label: str, index: int, call: Call) -> PossibleCallees:
        """Return the possible callees of ``call``, which is a statement of a reachable function."""
        if isinstance(call.callee, str):
            return PossibleCallees((call.callee,), others=False)
        found = self._targets.get(StatementPoint(function, label, index))
        if found is None:
            return PossibleCallees((), others=False)
        functions = self._program.functions
        fitting = (name for name in found.functions if name in functions and fits(functions[name], call))
        return PossibleCallees(tuple(dict.fromkeys(fitting)), found.others)

    def modified(self, name: str) -> frozenset[Term]:
        """Return the global variables that a call of function ``name`` may modify."""
        return self._modified[name]

    def may_violate(self, name: str) -> bool:
        """Return whether a call of function ``name`` may reach a check that could be violated."""
        return name in self._violating


def _can_fail(statement: Statement) -> TypeGuard[Check]:
    return isinstance(statement, Check) and statement.condition is not TRUE


def fits(function: Function, call: Call) -> bool:
    """Return whether ``call`` through a pointer may call ``function``; otherwise it is undefined."""
    wanted = [each.symbol.sort for each in function.parameters]
    given = [each.sort for each in call.arguments]
    results = [each.sort for each in call.targets]
    return given[: len(wanted)] == wanted and (not results or results == list(function.results))


def passes_all(function: Function, call: Call) -> bool:
    """Return whether ``call`` has no more arguments than ``function`` has parameters; functions
    without parameters may lack a prototype.
    """
    return not function.parameters or len(function.parameters) == len(call.arguments)
