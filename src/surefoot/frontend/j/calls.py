"""The call graph: recursion, array parameters written by callees, globals accessed by callees."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from surefoot.frontend.j.resolved import (
    Assign,
    CallOf,
    Function,
    Kind,
    Read,
    Unit,
    Variable,
    all_expressions,
    statements_in,
)


class CallGraph:
    """The call graph of a unit."""

    def __init__(self, unit: Unit) -> None:
        self._functions: Mapping[str, Function] = unit.functions
        self._callees = {
            name: dict.fromkeys(each.function for each in calls_in(f)) for name, f in unit.functions.items()
        }

    def reachable(self, name: str) -> list[str]:
        """Return ``name`` and its transitive callees, in depth-first preorder."""
        found: dict[str, None] = {}
        waiting = [name]
        while waiting:
            here = waiting.pop()
            if here not in found:
                found[here] = None
                waiting += reversed(self._callees[here])
        return list(found)

    def recursive_component(self, name: str) -> list[str]:
        """Return the strongly connected component of ``name``; empty if ``name`` is not recursive."""
        mutual = [each for each in self.reachable(name) if any(name in self.reachable(c) for c in self._callees[each])]
        return mutual if name in mutual else []

    def globals_accessed(self, name: str) -> set[Variable]:
        """Return the globals that ``name`` and its transitive callees access."""
        return {each for callee in self.reachable(name) for each in _globals_in(self._functions[callee])}

    @cached_property
    def written_parameters(self) -> set[Variable]:
        """The array parameters that functions write, directly or through callees (a least fixed
        point).
        """
        found = {
            statement.variable
            for function in self._functions.values()
            for statement in statements_in(function.body)
            if isinstance(statement, Assign) and statement.variable.is_array
        }
        changed = True
        while changed:
            passed = {
                argument
                for function in self._functions.values()
                for call in calls_in(function)
                for argument, parameter in zip(call.arguments, self._functions[call.function].parameters, strict=True)
                if isinstance(argument, Variable) and parameter in found
            }
            changed = not passed <= found
            found |= passed
        return found


def calls_in(function: Function) -> Iterator[CallOf]:
    """Yield the calls in ``function``."""
    return (each for each in all_expressions(function) if isinstance(each, CallOf))


def _globals_in(function: Function) -> Iterator[Variable]:
    for expression in all_expressions(function):
        if isinstance(expression, Read) and expression.variable.kind is Kind.GLOBAL:
            yield expression.variable
        if isinstance(expression, CallOf):
            yield from (
                each for each in expression.arguments if isinstance(each, Variable) and each.kind is Kind.GLOBAL
            )
    for statement in statements_in(function.body):
        if isinstance(statement, Assign) and statement.variable.kind is Kind.GLOBAL:
            yield statement.variable
