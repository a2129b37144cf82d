"""The call graph of direct calls, and the functions that can share one body for all call sites."""

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property

from surefoot.base.records import dataclass
from surefoot.logic import Term, postorder
from surefoot.program.access import terms_read
from surefoot.program.program import Function, Program
from surefoot.program.statements import Allocate, Call, Storage
from surefoot.semantics.symbolic.loops import loop_heads
from surefoot.systems.procedures.points import recursive_functions


@dataclass(frozen=True, slots=True)
class CallSite:
    """A direct call: statement ``index`` of a block."""

    caller: str
    block: str
    index: int
    call: Call


class CallGraph:
    """The direct calls among the functions that runs of ``program`` can reach."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self.sites: dict[str, list[CallSite]] = {}
        """The call sites of each function, in the order of the program."""
        self._reached: dict[str, None] = {}
        pending = [program.entry, *self._addressed]
        while pending:
            name = pending.pop()
            if name not in self._reached:
                self._reached[name] = None
                pending += (str(site.call.callee) for site in _calls_in(program.functions[name]))
        for name in program.functions:
            if name in self._reached:
                for site in _calls_in(program.functions[name]):
                    self.sites.setdefault(str(site.call.callee), []).append(site)

    @cached_property
    def _addressed(self) -> tuple[str, ...]:
        """The functions whose addresses are taken, which indirect calls may reach."""
        program = self._program
        terms: list[Term] = [known.initial for known in program.global_variables if known.initial is not None]
        terms += [cell.value for each in program.global_objects for cell in each.cells or ()]
        for function in program.functions.values():
            for block in function.blocks.values():
                for statement in (*block.statements, block.terminator):
                    terms += terms_read(statement)
        mentioned = set(postorder(terms))
        return tuple(name for name, function in program.functions.items() if function.address in mentioned)

    @cached_property
    def looping(self) -> frozenset[str]:
        """The functions that have loops, or call functions that do."""
        found = [name for name in self._reached if loop_heads(self._program.functions[name])]
        return self.above(found)

    def above(self, functions: Iterable[str]) -> frozenset[str]:
        """Return ``functions`` and all their direct and indirect callers."""
        return _closure(functions, {name: [site.caller for site in sites] for name, sites in self.sites.items()})

    @cached_property
    def sequences(self) -> Mapping[str, int]:
        """The number of call strings of direct calls that lead to each function.

        Requires: no function is recursive.
        """
        found = dict.fromkeys([self._program.entry, *self._addressed], 1)

        def count(name: str) -> int:
            if name not in found:
                found[name] = sum(count(site.caller) for site in self.sites.get(name, ()))
            return found[name]

        return {name: count(name) for name in self._reached}

    def can_share(self, name: str) -> bool:
        """Return whether the call sites of ``name`` can share one body.

        Functions that may be called indirectly are excluded, and so are their callees. So are
        functions with stack objects, because an object that is allocated after a loop has no finite
        description at loop heads. The callers of a shared body are part of it; they must allocate
        their stack objects in their first block.
        """
        callers = self.above([name])
        functions = self._program.functions
        return (
            name != self._program.entry
            and callers.isdisjoint(self._addressed)
            and not stack_objects(functions[name])
            and all(_allocates_in_first_block(functions[each]) for each in callers)
        )


def shareable_functions(program: Program) -> frozenset[str]:
    """Return the functions whose bodies are worth sharing: those with several call sites that reach
    a loop.

    A function without loops is part of the edges wherever it is called. No body is shared in a
    recursive program.
    """
    if recursive_functions(program):
        return frozenset()
    graph = CallGraph(program)
    return frozenset(
        name
        for name, sites in graph.sites.items()
        if len(sites) > 1 and name in graph.looping and graph.can_share(name)
    )


def copies_of_loops(program: Program, functions: Collection[str]) -> int:
    """Return the number of loop heads of ``functions`` with one copy for each call string.

    Requires: no function is recursive.
    """
    sequences = CallGraph(program).sequences
    return sum(sequences[name] * len(loop_heads(program.functions[name])) for name in functions)


def stack_objects(function: Function) -> list[Allocate]:
    """Return the statements of ``function`` that allocate stack objects."""
    return [
        each
        for block in function.blocks.values()
        for each in block.statements
        if isinstance(each, Allocate) and each.storage is not Storage.HEAP
    ]


def _allocates_in_first_block(function: Function) -> bool:
    """Return whether each stack object is allocated once in each call, in the first block."""
    in_entry = sum(
        isinstance(each, Allocate) and each.storage is not Storage.HEAP for each in function.entry.statements
    )
    return len(stack_objects(function)) == in_entry and function.entry.label not in loop_heads(function)


def _calls_in(function: Function) -> Iterable[CallSite]:
    for label, block in function.blocks.items():
        for index, statement in enumerate(block.statements):
            if isinstance(statement, Call) and isinstance(statement.callee, str):
                yield CallSite(function.name, label, index, statement)


def _closure(start: Iterable[str], following: Mapping[str, Iterable[str]]) -> frozenset[str]:
    found = set(start)
    pending = list(found)
    while pending:
        for name in following.get(pending.pop(), ()):
            if name not in found:
                found.add(name)
                pending.append(name)
    return frozenset(found)
